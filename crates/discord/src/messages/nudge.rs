//! A nudge: a new message that pings whoever is waited for, below what it is about.

use super::text::escaped;
use super::{STYLE, Written, mentions, point};
use app::outbox::{NudgeCard, Nudged};
use narration::catalogue::Set;
use narration::say;

pub fn card(card: &NudgeCard) -> Written {
    let users = mentions(&card.pings);
    let names: Vec<String> = card.names.iter().map(|name| escaped(name)).collect();
    let names = (!names.is_empty()).then(|| Set(names.join(", ")));
    let until = card.until.map(point);
    let text = match card.of {
        Nudged::Prompt(_) => say!(STYLE, "nudge-prompt", users, names, until),
        Nudged::Turn(_) => say!(STYLE, "nudge-turn", users, names, until),
    };
    Written {
        pings: card.pings.iter().copied().collect(),
        replies_to: card.about,
        ..Written::text(text)
    }
}
