//! What somebody has missed: a line with the answer to the first thing that they say again, and a
//! button to read it.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::set_up::{button, say as saying};
use super::text::escaped;
use super::{CONTENT, INK, TONGUE, Written, text::cut};
use crate::app::missed::Missed;
use crate::engine::words::Words;
use crate::narration::catalogue::Set;
use crate::narration::{say, words};

/// The rows of a message's controls.
const MOST_ROWS: usize = 5;
/// As many as the log shows at once.
const MOST_ENTRIES: usize = 50;

pub fn write(missed: &Missed) -> Written {
    let log = Words::new("log").with("since", format!("{}h", missed.hours));
    let log = log.with("last", MOST_ENTRIES).with("fight", missed.fight);
    let button = button(&say!(TONGUE, "missed-read"), ButtonStyle::Secondary, saying(log));
    let components =
        button.map(|button| CreateActionRow::Buttons(vec![button])).into_iter().collect();
    Written { components, ..Written::text(line(missed)) }
}

/// A private answer with what was missed; that apart where the answer has no room for it.
pub fn beside(answer: Written, missed: Option<Missed>) -> (Written, Option<Written>) {
    let Some(line) = missed.map(|missed| write(&missed)) else { return (answer, None) };
    let rows = answer.components.len() + line.components.len();
    let length = answer.content.chars().count() + line.content.chars().count() + 1;
    if rows > MOST_ROWS || length > CONTENT || answer.is_public {
        return (answer, Some(line));
    }
    let content = format!("{}\n{}", line.content, answer.content).trim().to_string();
    let components = [answer.components.clone(), line.components].concat();
    (Written { content, components, ..answer }, None)
}

fn line(missed: &Missed) -> String {
    let hurt = missed.hurt.iter().map(|(name, times, wounds)| {
        let left = words::wounds(TONGUE, &missed.system, wounds);
        say!(INK, "missed-hurt", name = Set(escaped(name)), times, left)
    });
    let hurt: Vec<String> = hurt.collect();
    let hurt = (!hurt.is_empty()).then(|| Set(hurt.join(" ")));
    cut(&say!(INK, "missed", turns = missed.turns, hurt), CONTENT / 2)
}
