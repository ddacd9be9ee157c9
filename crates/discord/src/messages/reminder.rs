//! Renders a reminder: a new message that pings whoever is waited for, as a reply to the original.

use super::text::{escape_markdown, join_names};
use super::{RenderedMessage, format_absolute_time, format_mentions, reader_style};
use app::outbox::{ReminderCard, ReminderSubject};
use narration::catalogue::FormattedText;
use narration::say;

/// Renders a reminder as a reply to the message that waits, with pings of those who are awaited.
pub fn render_reminder(card: &ReminderCard) -> RenderedMessage {
    let users = format_mentions(&card.pinged_users);
    let names: Vec<String> = card.awaited_names.iter().map(|name| escape_markdown(name)).collect();
    let names = (!names.is_empty()).then(|| FormattedText(join_names(&names)));
    let until = card.deadline.map(format_absolute_time);
    let text = match card.subject {
        ReminderSubject::Prompt(_) => say!(reader_style(), "nudge-prompt", users, names, until),
        ReminderSubject::Turn(_) => say!(reader_style(), "nudge-turn", users, names, until),
    };
    RenderedMessage {
        pings: card.pinged_users.iter().copied().collect(),
        replies_to: card.reply_to,
        ..RenderedMessage::from_text(text)
    }
}
