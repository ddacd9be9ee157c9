//! Narration: what happened, what is asked and what is refused, in sentences. Every sentence that
//! people read about a fight is made here, of the [`catalogue`].
//!
//! - [`tell`]: notes as one viewer knows them → short paragraphs. What the viewer may not know is
//!   not in the notes, so it cannot be told. None at all where only bookkeeping happened.
//! - [`ask`], [`label`]: a question, its choices as buttons, and what no answer means.
//! - [`offer_label`], [`offers()`], [`ways`]: what somebody may do, as a button, in a sentence, and
//!   line by line.
//! - [`refuse`]: why something may not be done, and what may be done instead.
//! - [`words`]: keys of views (wounds, conditions, zone facts, budget, marks, outcomes) as words.
//!
//! Sentences are set with an [`Style`], which escapes what users typed. Labels hold raw text: they
//! are for places that know no markup. Nothing is cut to a length here.
//!
//! One file a system tells its notes and questions ([`dr12`]). Not here: messages and their parts
//! (`discord/messages`), and who may know what (the engine's views).

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod cards;
pub mod catalogue;
mod common;
pub mod dr12;
pub mod factions;
pub mod fates;
mod formatter;
mod offers;
mod page;
pub mod ranks;
mod refusals;
mod roll;
mod unread;
pub mod words;

use std::collections::BTreeMap;

use engine::command::Command;
use engine::game::{Asked, SYSTEMS, Telling};
use engine::ids::CombatantId;

use catalogue::{Locale, Set, Speaks};
use formatter::Formatter;
pub use offers::{acts_of, likely, offer_label, offers, phrase, priced, prospects, ways};
pub use refusals::{refuse, why};

/// In which language sentences are made, and how the words of users are set in them.
#[derive(Clone, Copy)]
pub struct Style {
    pub locale: Locale,
    /// Sets text that users typed (zones, items, stunts) so that it cannot act as markup.
    pub text: fn(&str) -> String,
    /// Sets the name of a combatant, escaped as well.
    pub name: fn(&str) -> String,
    /// How an act, or a bare verb, is typed where that system is played: `/stunt push` for `push`.
    pub command: fn(&Command, Option<&str>) -> String,
    /// Whose commands are named; none: those of any system.
    pub system: Option<&'static str>,
}

impl Style {
    /// For what is said of a fight of that system: no command that its server may not have.
    pub fn of(self, system: &str) -> Self {
        let known = SYSTEMS.iter().copied().find(|known| *known == system);
        Self { system: known.or(self.system), ..self }
    }

    fn typed(&self, act: &Command) -> Set {
        Set((self.command)(act, self.system))
    }
}

/// Nothing is escaped and nothing stands out.
pub const PLAIN: Style = Style {
    locale: Locale::ENGLISH,
    text: str::to_string,
    name: str::to_string,
    command: slash,
    system: None,
};

impl Speaks for Style {
    fn locale(&self) -> Locale {
        self.locale
    }

    fn set(&self, text: &str) -> String {
        (self.text)(text)
    }
}

fn slash(act: &Command, _: Option<&str>) -> String {
    format!("/{}", act.verb)
}

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Who is asked and why, set with the ink; in further lines, what the answers mean.
    pub text: String,
    /// The labels of the buttons, in the order of the choices.
    pub choices: Vec<Choice>,
    /// What happens without an answer ("take the hit"), to be put before the deadline.
    pub fallback: String,
    /// It also takes an answer that is spelled out, by a form with these slots.
    pub form: Vec<Slot>,
}

impl Question {
    /// What was asked, once it is answered.
    pub fn in_short(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Raw text, for a button.
    pub label: String,
    pub is_default: bool,
    /// Room for words of one's own: a form with these slots opens before it is said.
    pub form: Vec<Slot>,
}

/// A field of a form. Raw text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub key: &'static str,
    pub label: String,
    pub example: String,
}

/// What happened, in paragraphs; none when nothing of it is worth a word.
pub fn tell(style: Style, telling: &Telling) -> Vec<String> {
    let style = style.of(telling.system());
    match telling {
        Telling::Cards(told) => cards::tell(style, told),
        Telling::Dr12(told) => dr12::tell(style, told),
        Telling::Factions(told) => factions::tell(style, told),
        Telling::Fates(told) => fates::tell(style, told),
        Telling::Ranks(told) => ranks::tell(style, told),
    }
}

/// A question in words, with the names as whoever is asked knows them.
pub fn ask(
    style: Style,
    asked: &Asked,
    names: &BTreeMap<CombatantId, String>,
    choices: &[Command],
    default: &Command,
) -> Question {
    let style = asked.system().map_or(style, |system| style.of(system));
    let formatter = Formatter::asking(style, names);
    let (text, form) = match asked {
        Asked::Cards(ask) => (cards::ask(formatter, &ask.question), Vec::new()),
        Asked::Dr12(ask) => {
            (dr12::ask(formatter, &ask.question), dr12::form(style.locale, &ask.question))
        }
        Asked::Factions(ask) => {
            (factions::ask(formatter, &ask.question), factions::form(style.locale, &ask.question))
        }
        Asked::Fates(ask) => {
            (fates::ask(formatter, &ask.question), fates::form(style.locale, &ask.question))
        }
        Asked::Ranks(ask) => {
            (ranks::ask(formatter, &ask.question), ranks::form(style.locale, &ask.question))
        }
        Asked::DecoyWait(_) => (say!(style, "decoy-wait"), Vec::new()),
        Asked::Lost(_) => (say!(style, "question-lost"), Vec::new()),
    };
    let choice = |words: &Command| Choice {
        label: label(style.locale, asked, words),
        is_default: words == default,
        form: room(style.locale, asked, words),
    };
    let fallback = label(style.locale, asked, default);
    let mut named = names.values().chain(default.slots.values());
    let is_name = named.any(|name| begins_with(&fallback, name));
    let fallback = if is_name { fallback } else { small(&fallback) };
    Question { text, choices: choices.iter().map(choice).collect(), fallback, form }
}

/// What else may be said with an answer.
fn room(locale: Locale, asked: &Asked, choice: &Command) -> Vec<Slot> {
    match asked {
        Asked::Factions(_) => factions::room(locale, choice),
        Asked::Fates(_) => fates::room(locale, choice),
        Asked::Cards(_)
        | Asked::Dr12(_)
        | Asked::Ranks(_)
        | Asked::DecoyWait(_)
        | Asked::Lost(_) => Vec::new(),
    }
}

/// The label of an answer: of one of the choices, or of one that was spelled out.
pub fn label(locale: Locale, asked: &Asked, choice: &Command) -> String {
    match asked {
        Asked::Cards(ask) => cards::label(locale, &ask.question, choice),
        Asked::Dr12(ask) => dr12::label(locale, &ask.question, choice),
        Asked::Factions(_) => factions::label(locale, choice),
        Asked::Fates(_) => fates::label(locale, choice),
        Asked::Ranks(ask) => ranks::label(locale, &ask.question, choice),
        Asked::DecoyWait(_) => say!(locale, "decoy-over"),
        Asked::Lost(_) => capital(&words::plain(&choice.verb)),
    }
}

/// `one`, `one and two`, `one, two and three`; what is listed is set already.
fn listed(locale: Locale, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => say!(locale, "list-end", most = most.join(", "), last),
    }
}

/// Whether a text begins with a name, and not with a longer word.
fn begins_with(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name).filter(|_| !name.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// With a small letter at the start.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// With a capital letter at the start.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_texts_as_whole_words() {
        assert!(begins_with("Ana goes first", "Ana"));
        assert!(begins_with("Ana", "Ana"));
        assert!(!begins_with("Anabel goes first", "Ana"));
        assert!(!begins_with("Attack Ana", "A"));
        assert!(!begins_with("Pass", ""));
    }
}
