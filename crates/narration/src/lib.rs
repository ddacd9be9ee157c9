//! Narration: turns events, prompts and refusals into sentences. Every sentence that people read
//! about a fight is made here from the [`catalogue`].
//!
//! - [`narrate`]: turns the events that one viewer knows into short paragraphs. What the viewer may
//!   not know is not among the events, so it cannot be narrated. Returns no paragraph where only
//!   bookkeeping happened.
//! - [`render_prompt`], [`answer_label`]: a question, its choices as buttons, and what happens
//!   without an answer.
//! - [`offer_label`], [`offers_summary`], [`offer_lines_by_verb_and_cost`]: what a combatant may
//!   do, as a button, in a sentence, and line by line.
//! - [`explain_refusal`]: why something is not allowed, and what is allowed instead.
//! - [`typed_values`]: names that people type as keys of the rules.
//! - [`time_words`]: times that people type, in English words.
//! - [`terms`]: keys of views (wounds, conditions, zone facts, budget, turn marks, outcomes) as
//!   words.
//!
//! Sentences are formatted with a [`Style`], which escapes what users typed. Labels hold raw text:
//! they are for places that know no markup. Nothing is cut to a length here.
//!
//! One file per rule system narrates its events and questions ([`SystemNarration`]). Elsewhere:
//! messages and their parts (`discord/messages`), and who may know what (the engine's views).

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod cards;
pub mod catalogue;
pub mod core_events;
pub mod dice_marks;
mod dr12;
mod factions;
mod fates;
pub mod formatter;
pub mod kit_names;
pub mod language_check;
pub mod newcomers;
mod number_words;
mod offers;
pub mod paragraphs;
pub mod pseudo_language;
mod ranks;
mod refusals;
mod roll;
pub mod terms;
pub mod time_words;
pub mod typed_values;
mod unread_input;

use std::borrow::Cow;
use std::collections::BTreeMap;

use engine::core::command::Command;
use engine::core::fight::Event;
use engine::core::ids::CombatantId;
use engine::game::{Narrative, PromptSubject, SYSTEM_KEYS};
use engine::visibility::view::{VisibleEvent, VisibleEvents};
use engine::{System, match_system};

use catalogue::{FormattedText, Locale, TextContext, non_empty};
use dice_marks::DiceNotation;
use formatter::NarrativeFormatter;
pub use offers::{
    act_phrase, label_with_cost, odds_and_risks_text, offer_label, offer_lines_by_verb_and_cost,
    offers_summary, short_act_label, verb_label,
};
pub use refusals::{explain_refusal, refusal_with_rule};

/// The language of the sentences, and how names and users' text are formatted in them.
#[derive(Clone, Copy)]
pub struct Style {
    pub locale: Locale,
    /// Escapes text that users typed (zones, items, stunts) so that it cannot act as markup.
    pub escape_text: fn(&str) -> String,
    /// Formats the name of a combatant, escaped as well.
    pub format_name: fn(&str) -> String,
    /// Formats how an act, or a bare verb, is typed in that system: `/stunt push` for `push`.
    pub format_command: fn(&Command, Option<&str>) -> String,
    /// The system whose commands are named; `None`: those of any system.
    pub system: Option<&'static str>,
    /// How dice are written.
    pub dice: DiceNotation,
}

impl Style {
    /// Returns the style for a fight of that system, so that no command is named that its server
    /// may not have. An unknown system changes nothing.
    pub fn for_system(self, system: &str) -> Self {
        let known = SYSTEM_KEYS.iter().copied().find(|known| *known == system);
        Self { system: known.or(self.system), ..self }
    }

    /// Formats how a command is typed in the style's system.
    fn typed_command(&self, command: &Command) -> FormattedText {
        FormattedText((self.format_command)(command, self.system))
    }
}

/// A style that escapes nothing and emphasises nothing.
pub const PLAIN: Style = Style {
    locale: Locale::ENGLISH,
    escape_text: str::to_string,
    format_name: str::to_string,
    format_command: slash_command,
    system: None,
    dice: DiceNotation::Words,
};

impl TextContext for Style {
    fn locale(&self) -> Locale {
        self.locale
    }

    fn escape(&self, text: &str) -> String {
        (self.escape_text)(text)
    }
}

/// Formats a command by its verb alone: `/attack`.
fn slash_command(act: &Command, _: Option<&str>) -> String {
    format!("/{}", act.verb)
}

/// A question as text.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptText {
    /// Who is asked and why; further lines say what the answers mean. Formatted with the style.
    pub text: String,
    /// The labels of the buttons, in the order of the choices.
    pub choices: Vec<PromptChoice>,
    /// What happens without an answer ("take the hit"), to be put before the deadline.
    pub fallback: String,
    /// If not empty, the question also takes a free answer, by a form with these fields.
    pub form_fields: Vec<PromptFormField>,
}

impl PromptText {
    /// Returns the line that asks the question, to be shown once it is answered.
    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptChoice {
    /// Raw text, for a button.
    pub label: String,
    pub is_default: bool,
    /// If not empty, a form with these fields opens before the answer is given.
    pub form_fields: Vec<PromptFormField>,
}

/// A field of a form. Its texts are raw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptFormField {
    pub key: &'static str,
    pub label: String,
    pub example: String,
}

/// The sentences of a rule system. Its file in this crate implements it.
pub trait SystemNarration: System {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String>;
    /// Returns the name of a combatant's side within a sentence; `None` if it is on none.
    fn side_name(locale: Locale, body: &Self::Body) -> Option<String> {
        non_empty(Self::side(body)).map(|side| terms::team_name(locale, side))
    }
    /// Returns the sentence for a combatant who joins alone.
    fn joined_sentence(
        formatter: NarrativeFormatter<'_>,
        who: CombatantId,
        body: &Self::Body,
    ) -> String {
        let side = Self::side_name(formatter.locale(), body);
        say!(formatter, "joined", who, side)
    }
    /// Lists what is special about a zone's terrain.
    fn terrain_notes(_formatter: NarrativeFormatter<'_>, _terrain: &Self::Terrain) -> Vec<String> {
        Vec::new()
    }
    /// Returns who is asked what, and why; further lines say what the answers mean.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Self::Question) -> String;
    /// Returns the label of an answer to a question: one of its choices, or one that was typed.
    fn answer_label(locale: Locale, question: &Self::Question, answer: &Command) -> String;
    /// Returns the fields of the form by which a question also takes a free answer.
    fn question_form_fields(_locale: Locale, _question: &Self::Question) -> Vec<PromptFormField> {
        Vec::new()
    }
    /// Returns the fields of the form that completes an answer.
    fn answer_form_fields(_locale: Locale, _answer: &Command) -> Vec<PromptFormField> {
        Vec::new()
    }
}

/// Narrates events in paragraphs; returns none where there is nothing to tell.
pub fn narrate(style: Style, narrative: &Narrative) -> Vec<String> {
    let style = style.for_system(narrative.system_key());
    match_system!(Narrative, narrative, events: S => {
        S::narrate(style, &without_superseded_terrain(events))
    })
}

/// Leaves out each state of a zone's terrain that a later event replaces: a scene sets up its zones
/// in several steps, and only the last one is told.
fn without_superseded_terrain<S: System>(events: &VisibleEvents<S>) -> Cow<'_, VisibleEvents<S>>
where
    VisibleEvents<S>: Clone,
{
    let zone_of = |event: &VisibleEvent<S>| match event.event() {
        Event::TerrainSet(zone, _) => Some(*zone),
        _ => None,
    };
    let mut superseded_indices = Vec::new();
    for (index, event) in events.events.iter().enumerate() {
        let zone = zone_of(event);
        let mut later_events = events.events.iter().skip(index + 1);
        if zone.is_some() && later_events.any(|later| zone_of(later) == zone) {
            superseded_indices.push(index);
        }
    }
    if superseded_indices.is_empty() {
        return Cow::Borrowed(events);
    }
    let mut events = events.clone();
    // From the last one on, so that the indices before it stay right.
    for index in superseded_indices.into_iter().rev() {
        events.events.remove(index);
    }
    Cow::Owned(events)
}

/// Narrates what happened in several inputs, one after another. Those who join in a row are told
/// together.
pub fn narrate_all_merging_joins(style: Style, narratives: &[Narrative]) -> Vec<String> {
    let mut merged: Vec<Narrative> = Vec::new();
    for narrative in narratives {
        match merged.last_mut().filter(|last| last.has_joins_and_otherwise_only_system_events()) {
            Some(last) if narrative.has_joins_and_otherwise_only_system_events() => {
                last.append_later_narrative(narrative.clone())
            }
            _ => merged.push(narrative.clone()),
        }
    }
    merged.iter().flat_map(|narrative| narrate(style, narrative)).collect()
}

/// Renders a question, with the names as the respondent knows them.
pub fn render_prompt(
    style: Style,
    subject: &PromptSubject,
    names: &BTreeMap<CombatantId, String>,
    choices: &[Command],
    default: &Command,
) -> PromptText {
    let style = subject.system_key().map_or(style, |system| style.for_system(system));
    let formatter = NarrativeFormatter::for_prompt(style, names);
    let (text, form_fields) = match_system!(PromptSubject, subject, request: S => (
        S::prompt_text(formatter, &request.question),
        S::question_form_fields(style.locale, &request.question),
    ), else (non_system_prompt_text(style, subject), Vec::new()));
    let choice = |command: &Command| PromptChoice {
        label: answer_label(style.locale, subject, command),
        is_default: command == default,
        form_fields: answer_form_fields(style.locale, subject, command),
    };
    let fallback = answer_label_in_sentence(style.locale, subject, names, default);
    PromptText { text, choices: choices.iter().map(choice).collect(), fallback, form_fields }
}

/// Returns the label of an answer for the middle of a sentence: with a small letter, unless it
/// begins with a name or the language keeps the capital.
fn answer_label_in_sentence(
    locale: Locale,
    subject: &PromptSubject,
    names: &BTreeMap<CombatantId, String>,
    answer: &Command,
) -> String {
    let label = answer_label(locale, subject, answer);
    let mut names_in_answer = names.values().chain(answer.slots.values());
    let begins_with_a_name = names_in_answer.any(|name| begins_with_name(&label, name));
    if begins_with_a_name || !lowers_first_letter(locale) {
        return label;
    }
    lowercase_first(&label)
}

/// Returns the fields of the form that may complete an answer.
fn answer_form_fields(
    locale: Locale,
    subject: &PromptSubject,
    choice: &Command,
) -> Vec<PromptFormField> {
    match_system!(PromptSubject, subject, _request: S => {
        S::answer_form_fields(locale, choice)
    }, else Vec::new())
}

/// Returns the text of a prompt that belongs to no rule system.
fn non_system_prompt_text(style: Style, subject: &PromptSubject) -> String {
    match subject {
        PromptSubject::DecoyDelay(_) => say!(style, "decoy-wait"),
        _ => say!(style, "question-lost"),
    }
}

/// Returns the label of an answer: one of the choices, or one that was typed.
pub fn answer_label(locale: Locale, subject: &PromptSubject, choice: &Command) -> String {
    match_system!(PromptSubject, subject, request: S => {
        S::answer_label(locale, &request.question, choice)
    }, else match subject {
        PromptSubject::DecoyDelay(_) => say!(locale, "decoy-over"),
        _ => uppercase_first(&terms::key_to_words(&choice.verb)),
    })
}

/// Joins parts that are already formatted: `one`, `one and two`, `one, two and three`.
pub fn join_list(locale: Locale, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => {
            let most = join_with_commas(locale, most);
            match begins_with_i_sound(last) {
                true => say!(locale, "list-end-before-i", most, last),
                false => say!(locale, "list-end", most, last),
            }
        }
    }
}

/// Returns whether a text begins with the sound of an i, before which Spanish says "e" for "and":
/// `Ana e Inés`, `padre e hijo`, but `agua y hielo`.
fn begins_with_i_sound(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    let start: Vec<char> = letters.take(3).flat_map(char::to_lowercase).collect();
    match start.as_slice() {
        ['h', 'i' | 'í', next] => !matches!(next, 'e' | 'a'),
        ['i' | 'í', next, ..] => !matches!(next, 'a' | 'e' | 'o'),
        ['i' | 'í'] => true,
        _ => false,
    }
}

/// Joins parts that are already formatted with commas alone: `one, two, three`.
pub fn join_with_commas<T: AsRef<str>>(locale: Locale, parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().into(),
        _ => {
            let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
            parts.join(&say!(locale, "list-comma"))
        }
    }
}

/// Returns whether a text begins with a name, and not with a longer word; false for an empty name.
fn begins_with_name(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name).filter(|_| !name.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Returns whether a language lowers the first letter of a label within a sentence. German does
/// not: its label may begin with a noun.
fn lowers_first_letter(locale: Locale) -> bool {
    say!(locale, "label-in-sentence") == "lower"
}

/// Lowers the first letter.
fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Capitalises the first letter.
pub fn uppercase_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_joined_as_its_language_does() {
        let join = |tag: &str, parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            join_list(Locale::find_by_tag_or_family(tag).unwrap(), &parts)
        };
        let names = ["Ana", "Ben", "Inés"];
        assert_eq!(join("en", &names), "Ana, Ben and Inés");
        assert_eq!(join("de", &names), "Ana, Ben und Inés");
        assert_eq!(join("fr", &names), "Ana, Ben et Inés");
        assert_eq!(join("pt-BR", &names), "Ana, Ben e Inés");
        assert_eq!(join("es", &names), "Ana, Ben e Inés");
        assert_eq!(join("es", &["Inés", "Ana"]), "Inés y Ana");
        assert_eq!(join("es", &["agua", "**hielo**"]), "agua y **hielo**");
        assert_eq!(join("es", &["padre", "hijo"]), "padre e hijo");
    }

    #[test]
    fn name_begins_text_only_as_whole_word() {
        assert!(begins_with_name("Ana goes first", "Ana"));
        assert!(begins_with_name("Ana", "Ana"));
        assert!(!begins_with_name("Anabel goes first", "Ana"));
        assert!(!begins_with_name("Attack Ana", "A"));
        assert!(!begins_with_name("Pass", ""));
    }
}
