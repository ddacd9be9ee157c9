//! Narration: what happened, what is asked and what is refused, as English sentences. Every
//! sentence that people read about a fight is made here.
//!
//! - [`tell`]: notes as one viewer knows them → short paragraphs. What the viewer may not know is
//!   not in the notes, so it cannot be told. None at all where only bookkeeping happened.
//! - [`ask`], [`label`]: a question, its choices as buttons, and what no answer means.
//! - [`offer_label`], [`offers()`]: what somebody may do, as a button and in a sentence.
//! - [`refuse`]: why something may not be done, and what may be done instead.
//! - [`words`]: keys of views (wounds, conditions, zone facts, budget, marks, outcomes) as words.
//!
//! Sentences are set with an [`Ink`], which escapes what users typed. Labels hold raw text: they
//! are for places that know no markup. Nothing is cut to a length here.
//!
//! One file a system tells its notes and questions ([`dr12`]). Not here: messages and their parts
//! (`discord/messages`), and who may know what (the engine's views).

mod common;
pub mod dr12;
pub mod factions;
mod offers;
mod page;
mod refusals;
pub mod words;

use std::collections::BTreeMap;

use crate::engine::game::{Asked, Telling};
use crate::engine::ids::CombatantId;
use crate::engine::words::Words;

pub use offers::{offer_label, offers};
pub use refusals::refuse;

/// How the words of users are set in a sentence.
#[derive(Clone, Copy)]
pub struct Ink {
    /// Sets text that users typed (zones, items, stunts) so that it cannot act as markup.
    pub text: fn(&str) -> String,
    /// Sets the name of a combatant, escaped as well.
    pub name: fn(&str) -> String,
    /// How a verb is typed: `/stunt push` for `push`.
    pub command: fn(&str) -> String,
}

/// Nothing is escaped and nothing stands out.
pub const PLAIN: Ink = Ink { text: str::to_string, name: str::to_string, command: slash };

fn slash(verb: &str) -> String {
    format!("/{verb}")
}

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Who is asked and why, set with the ink.
    pub text: String,
    /// The labels of the buttons, in the order of the choices.
    pub choices: Vec<Choice>,
    /// What happens without an answer ("take the hit"), to be put before the deadline.
    pub fallback: String,
    /// It also takes an answer that is spelled out, by a form with these slots.
    pub form: &'static [Slot],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Raw text, for a button.
    pub label: String,
    pub is_default: bool,
}

/// A field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub key: &'static str,
    pub label: &'static str,
    pub example: &'static str,
}

/// What happened, in paragraphs; none when nothing of it is worth a word.
pub fn tell(ink: Ink, telling: &Telling) -> Vec<String> {
    match telling {
        Telling::Dr12(told) => dr12::tell(ink, told),
        Telling::Factions(told) => factions::tell(ink, told),
        Telling::Fates(_) => Vec::new(),
    }
}

/// A question in words, with the names as whoever is asked knows them.
pub fn ask(
    ink: Ink,
    asked: &Asked,
    names: &BTreeMap<CombatantId, String>,
    choices: &[Words],
    default: &Words,
) -> Question {
    let (text, form) = match asked {
        Asked::Dr12(ask) => (dr12::ask(ink, names, &ask.question), dr12::form(&ask.question)),
        Asked::Factions(ask) => {
            (factions::ask(ink, names, &ask.question), factions::form(&ask.question))
        }
        Asked::Fates(_) => (String::new(), &[][..]),
        Asked::Lost(_) => ("A question of earlier rules.".into(), &[][..]),
    };
    let choice =
        |words: &Words| Choice { label: label(asked, words), is_default: words == default };
    let fallback = small(&label(asked, default));
    Question { text, choices: choices.iter().map(choice).collect(), fallback, form }
}

/// The label of an answer: of one of the choices, or of one that was spelled out.
pub fn label(asked: &Asked, choice: &Words) -> String {
    match asked {
        Asked::Dr12(ask) => dr12::label(&ask.question, choice),
        Asked::Factions(ask) => factions::label(&ask.question, choice),
        Asked::Fates(_) | Asked::Lost(_) => capital(&words::plain(&choice.verb)),
    }
}

/// `one`, `one and two`, `one, two and three`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With a small letter at the start.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// With a capital letter at the start.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
