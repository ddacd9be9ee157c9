//! Factions in words: notes, questions, answers.

use std::collections::BTreeMap;

use super::{Ink, Slot, capital, words};
use crate::engine::ids::CombatantId;
use crate::engine::rules::factions::Factions;
use crate::engine::rules::factions::prompts::Question;
use crate::engine::view::Told;
use crate::engine::words::Words;

/// What happened, a paragraph an act.
pub fn tell(_: Ink, _: &Told<Factions>) -> Vec<String> {
    Vec::new()
}

/// A question, as whoever is asked reads it.
pub fn ask(_: Ink, _: &BTreeMap<CombatantId, String>, _: &Question) -> String {
    String::new()
}

/// The form by which a question also takes an answer.
pub fn form(_: &Question) -> &'static [Slot] {
    &[]
}

/// The label of an answer.
pub fn label(_: &Question, choice: &Words) -> String {
    capital(&words::plain(&choice.verb))
}
