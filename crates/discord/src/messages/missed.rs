//! Renders what a user has missed: a line above the reply to their next command, with a button to
//! read more.

use serenity::all::ButtonStyle;

use super::set_up::{build_button, run_command_id};
use super::text::{cut_to_length, escape_markdown};
use super::{MAX_CONTENT, MAX_ROWS, RenderedMessage, arrange_in_rows, reader_locale, reader_style};
use app::missed_events::{HurtCombatant, MissedEvents};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// How many entries the log shows at once.
const MAX_ENTRIES: usize = 50;

/// Renders what a user has missed, with a button that shows it in the log.
pub fn render_missed_events(missed: &MissedEvents) -> RenderedMessage {
    let log = Command::new("log").with("since", format!("{}h", missed.hours));
    let log = log.with("last", MAX_ENTRIES).with("fight", missed.fight);
    let button = build_button(
        &say!(reader_locale(), "missed-read"),
        ButtonStyle::Secondary,
        run_command_id(log),
    );
    RenderedMessage {
        components: arrange_in_rows(button.as_slice()),
        ..RenderedMessage::from_text(format_missed(missed))
    }
}

/// Puts what was missed above a private reply. If the reply has no room for it, or is public, the
/// second value is a message of its own.
pub fn attach_missed_if_fits(
    answer: RenderedMessage,
    missed: Option<MissedEvents>,
) -> (RenderedMessage, Option<RenderedMessage>) {
    let Some(missed_message) = missed.map(|missed| render_missed_events(&missed)) else {
        return (answer, None);
    };
    let rows = answer.components.len() + missed_message.components.len();
    let length = answer.content.chars().count() + missed_message.content.chars().count() + 1;
    if rows > MAX_ROWS || length > MAX_CONTENT || answer.is_public {
        return (answer, Some(missed_message));
    }
    let content = format!("{}\n{}", missed_message.content, answer.content).trim().to_string();
    let components = [answer.components.clone(), missed_message.components].concat();
    (RenderedMessage { content, components, ..answer }, None)
}

/// Formats what was missed: how many turns others had, and how often one's own combatants were
/// hurt.
fn format_missed(missed: &MissedEvents) -> String {
    let mut sentences = Vec::new();
    for HurtCombatant { name, hurt_count, wounds } in &missed.hurt_combatants {
        let left = terms::known_wounds_text(reader_locale(), &missed.system, wounds);
        let name = FormattedText(escape_markdown(name));
        sentences.push(say!(reader_style(), "missed-hurt", name, times = hurt_count, left));
    }
    let hurt = (!sentences.is_empty()).then(|| FormattedText(sentences.join(" ")));
    let text = say!(reader_style(), "missed", turns = missed.others_turns, hurt);
    cut_to_length(&text, MAX_CONTENT / 2)
}
