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
mod core_events;
pub mod dr12;
pub mod factions;
pub mod fates;
mod formatter;
mod offers;
mod paragraphs;
pub mod ranks;
mod refusals;
mod roll;
pub mod terms;
mod unread_input;

use std::collections::BTreeMap;

use engine::core::command::Command;
use engine::core::ids::CombatantId;
use engine::game::{Narrative, PromptSubject, SYSTEM_KEYS};

use catalogue::{FormattedText, Locale, TextContext};
use formatter::NarrativeFormatter;
pub use offers::{
    act_phrase, label_with_cost, likely_act_label, odds_and_risks, offer_label, offers_by_cost,
    offers_summary, verb_label,
};
pub use refusals::{explain_refusal, refusal_with_rule};

/// In which language sentences are made, and how the words of users are set in them.
#[derive(Clone, Copy)]
pub struct Style {
    pub locale: Locale,
    /// Sets text that users typed (zones, items, stunts) so that it cannot act as markup.
    pub escape_text: fn(&str) -> String,
    /// Sets the name of a combatant, escaped as well.
    pub format_name: fn(&str) -> String,
    /// How an act, or a bare verb, is typed where that system is played: `/stunt push` for `push`.
    pub format_command: fn(&Command, Option<&str>) -> String,
    /// Whose commands are named; none: those of any system.
    pub system: Option<&'static str>,
}

impl Style {
    /// For what is said of a fight of that system: no command that its server may not have.
    pub fn for_system(self, system: &str) -> Self {
        let known = SYSTEM_KEYS.iter().copied().find(|known| *known == system);
        Self { system: known.or(self.system), ..self }
    }

    fn typed_command(&self, command: &Command) -> FormattedText {
        FormattedText((self.format_command)(command, self.system))
    }
}

/// Nothing is escaped and nothing stands out.
pub const PLAIN: Style = Style {
    locale: Locale::ENGLISH,
    escape_text: str::to_string,
    format_name: str::to_string,
    format_command: slash_command,
    system: None,
};

impl TextContext for Style {
    fn locale(&self) -> Locale {
        self.locale
    }

    fn escape(&self, text: &str) -> String {
        (self.escape_text)(text)
    }
}

fn slash_command(act: &Command, _: Option<&str>) -> String {
    format!("/{}", act.verb)
}

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptText {
    /// Who is asked and why, set with the ink; in further lines, what the answers mean.
    pub text: String,
    /// The labels of the buttons, in the order of the choices.
    pub choices: Vec<PromptChoice>,
    /// What happens without an answer ("take the hit"), to be put before the deadline.
    pub fallback: String,
    /// It also takes an answer that is spelled out, by a form with these slots.
    pub form_fields: Vec<PromptFormField>,
}

impl PromptText {
    /// What was asked, once it is answered.
    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptChoice {
    /// Raw text, for a button.
    pub label: String,
    pub is_default: bool,
    /// Room for words of one's own: a form with these slots opens before it is said.
    pub form_fields: Vec<PromptFormField>,
}

/// A field of a form. Raw text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptFormField {
    pub key: &'static str,
    pub label: String,
    pub example: String,
}

/// What happened, in paragraphs; none when nothing of it is worth a word.
pub fn narrate(style: Style, narrative: &Narrative) -> Vec<String> {
    let style = style.for_system(narrative.system_key());
    match narrative {
        Narrative::Cards(told) => cards::narrate(style, told),
        Narrative::Dr12(told) => dr12::narrate(style, told),
        Narrative::Factions(told) => factions::narrate(style, told),
        Narrative::Fates(told) => fates::narrate(style, told),
        Narrative::Ranks(told) => ranks::narrate(style, told),
    }
}

/// A question in words, with the names as whoever is asked knows them.
pub fn render_prompt(
    style: Style,
    subject: &PromptSubject,
    names: &BTreeMap<CombatantId, String>,
    choices: &[Command],
    default: &Command,
) -> PromptText {
    let style = subject.system_key().map_or(style, |system| style.for_system(system));
    let formatter = NarrativeFormatter::for_prompt(style, names);
    let (text, form) = match subject {
        PromptSubject::Cards(ask) => (cards::prompt_text(formatter, &ask.question), Vec::new()),
        PromptSubject::Dr12(ask) => (
            dr12::prompt_text(formatter, &ask.question),
            dr12::form_fields(style.locale, &ask.question),
        ),
        PromptSubject::Factions(ask) => (
            factions::prompt_text(formatter, &ask.question),
            factions::form_fields(style.locale, &ask.question),
        ),
        PromptSubject::Fates(ask) => (
            fates::prompt_text(formatter, &ask.question),
            fates::form_fields(style.locale, &ask.question),
        ),
        PromptSubject::Ranks(ask) => (
            ranks::prompt_text(formatter, &ask.question),
            ranks::form_fields(style.locale, &ask.question),
        ),
        PromptSubject::DecoyDelay(_) => (say!(style, "decoy-wait"), Vec::new()),
        PromptSubject::Lost(_) => (say!(style, "question-lost"), Vec::new()),
    };
    let choice = |words: &Command| PromptChoice {
        label: answer_label(style.locale, subject, words),
        is_default: words == default,
        form_fields: answer_form_fields(style.locale, subject, words),
    };
    let fallback = answer_label(style.locale, subject, default);
    let mut named = names.values().chain(default.slots.values());
    let is_name = named.any(|name| begins_with_name(&fallback, name));
    let fallback = if is_name { fallback } else { lowercase_first(&fallback) };
    PromptText { text, choices: choices.iter().map(choice).collect(), fallback, form_fields: form }
}

/// What else may be said with an answer.
fn answer_form_fields(
    locale: Locale,
    subject: &PromptSubject,
    choice: &Command,
) -> Vec<PromptFormField> {
    match subject {
        PromptSubject::Factions(_) => factions::answer_form_fields(locale, choice),
        PromptSubject::Fates(_) => fates::answer_form_fields(locale, choice),
        PromptSubject::Cards(_)
        | PromptSubject::Dr12(_)
        | PromptSubject::Ranks(_)
        | PromptSubject::DecoyDelay(_)
        | PromptSubject::Lost(_) => Vec::new(),
    }
}

/// The label of an answer: of one of the choices, or of one that was spelled out.
pub fn answer_label(locale: Locale, subject: &PromptSubject, choice: &Command) -> String {
    match subject {
        PromptSubject::Cards(ask) => cards::answer_label(locale, &ask.question, choice),
        PromptSubject::Dr12(ask) => dr12::answer_label(locale, &ask.question, choice),
        PromptSubject::Factions(_) => factions::answer_label(locale, choice),
        PromptSubject::Fates(_) => fates::answer_label(locale, choice),
        PromptSubject::Ranks(ask) => ranks::answer_label(locale, &ask.question, choice),
        PromptSubject::DecoyDelay(_) => say!(locale, "decoy-over"),
        PromptSubject::Lost(_) => uppercase_first(&terms::key_to_words(&choice.verb)),
    }
}

/// `one`, `one and two`, `one, two and three`; what is listed is set already.
fn join_list(locale: Locale, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => say!(locale, "list-end", most = most.join(", "), last),
    }
}

/// Whether a text begins with a name, and not with a longer word.
fn begins_with_name(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name).filter(|_| !name.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// With a small letter at the start.
fn lowercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// With a capital letter at the start.
pub fn uppercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_texts_as_whole_words() {
        assert!(begins_with_name("Ana goes first", "Ana"));
        assert!(begins_with_name("Ana", "Ana"));
        assert!(!begins_with_name("Anabel goes first", "Ana"));
        assert!(!begins_with_name("Attack Ana", "A"));
        assert!(!begins_with_name("Pass", ""));
    }
}
