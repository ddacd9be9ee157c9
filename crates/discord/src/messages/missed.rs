//! What somebody has missed: a line with the answer to the first thing that they say again, and a
//! button to read it.

use serenity::all::ButtonStyle;

use super::set_up::{build_button, run_command_id as saying};
use super::text::{cut_to_length, escape_markdown};
use super::{LOCALE, MAX_CONTENT, MAX_ROWS, RenderedMessage, STYLE, arrange_in_rows};
use app::missed_events::{HurtCombatant, MissedEvents};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// As many as the log shows at once.
const MAX_ENTRIES: usize = 50;

pub fn render_missed(missed: &MissedEvents) -> RenderedMessage {
    let log = Command::new("log").with("since", format!("{}h", missed.hours));
    let log = log.with("last", MAX_ENTRIES).with("fight", missed.fight);
    let button = build_button(&say!(LOCALE, "missed-read"), ButtonStyle::Secondary, saying(log));
    RenderedMessage {
        components: arrange_in_rows(button.as_slice()),
        ..RenderedMessage::from_text(format_missed(missed))
    }
}

/// A private answer with what was missed; that apart where the answer has no room for it.
pub fn attach_missed(
    answer: RenderedMessage,
    missed: Option<MissedEvents>,
) -> (RenderedMessage, Option<RenderedMessage>) {
    let Some(line) = missed.map(|missed| render_missed(&missed)) else { return (answer, None) };
    let rows = answer.components.len() + line.components.len();
    let length = answer.content.chars().count() + line.content.chars().count() + 1;
    if rows > MAX_ROWS || length > MAX_CONTENT || answer.is_public {
        return (answer, Some(line));
    }
    let content = format!("{}\n{}", line.content, answer.content).trim().to_string();
    let components = [answer.components.clone(), line.components].concat();
    (RenderedMessage { content, components, ..answer }, None)
}

fn format_missed(missed: &MissedEvents) -> String {
    let hurt =
        missed.hurt_combatants.iter().map(|HurtCombatant { name, hurt_count: times, wounds }| {
            let left = terms::wounds_text(LOCALE, &missed.system, wounds);
            say!(STYLE, "missed-hurt", name = FormattedText(escape_markdown(name)), times, left)
        });
    let hurt: Vec<String> = hurt.collect();
    let hurt = (!hurt.is_empty()).then(|| FormattedText(hurt.join(" ")));
    cut_to_length(&say!(STYLE, "missed", turns = missed.others_turns, hurt), MAX_CONTENT / 2)
}
