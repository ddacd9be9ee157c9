//! What somebody has missed: a line with the answer to the first thing that they say again, and a
//! button to read it.

use serenity::all::ButtonStyle;

use super::set_up::{button, say as saying};
use super::text::{cut, escaped};
use super::{CONTENT, LOCALE, MOST_ROWS, STYLE, Written, in_rows};
use app::missed::{Hurt, Missed};
use engine::command::Command;
use narration::catalogue::Set;
use narration::{say, words};

/// As many as the log shows at once.
const MOST_ENTRIES: usize = 50;

pub fn write(missed: &Missed) -> Written {
    let log = Command::new("log").with("since", format!("{}h", missed.hours));
    let log = log.with("last", MOST_ENTRIES).with("fight", missed.fight);
    let button = button(&say!(LOCALE, "missed-read"), ButtonStyle::Secondary, saying(log));
    Written { components: in_rows(button.as_slice()), ..Written::text(line(missed)) }
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
    let hurt = missed.hurt.iter().map(|Hurt { name, times, wounds }| {
        let left = words::wounds(LOCALE, &missed.system, wounds);
        say!(STYLE, "missed-hurt", name = Set(escaped(name)), times, left)
    });
    let hurt: Vec<String> = hurt.collect();
    let hurt = (!hurt.is_empty()).then(|| Set(hurt.join(" ")));
    cut(&say!(STYLE, "missed", turns = missed.turns, hurt), CONTENT / 2)
}
