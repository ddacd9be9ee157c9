//! What all systems tell alike: names and places, and the notes of the engine itself.

use std::collections::BTreeMap;

use super::page::Page;
use super::{Ink, listed, words};
use crate::engine::System;
use crate::engine::fight::Note;
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::view::Told;

/// Tells a note that no system's rules left. Who joins, and what the ground is like, each system
/// tells itself.
pub fn tell<S: System>(ink: Ink, told: &Told<S>, note: &Note<S>, page: &mut Page) {
    let name = |who: &CombatantId| name(ink, &told.names, *who);
    match note {
        Note::Removed(who) => page.begin(format!("{} is taken out of the fight.", name(who))),
        Note::Laid(zones) => {
            let names: Vec<_> = zones.iter().map(|(_, zone)| (ink.text)(&zone.name)).collect();
            page.begin(format!("The zones are {}.", listed(&names)));
        }
        Note::Configured(_) => page.begin("The settings have changed.".into()),
        Note::Adjusted { who, field, body } => {
            let value = serde_json::to_value(body).ok().and_then(|body| at_path(&body, field));
            let value = value.map(|value| format!(" to {}", (ink.text)(&value)));
            let (name, field) = (name(who), (ink.text)(field));
            page.begin(format!("The GM sets {field} of {name}{}.", value.unwrap_or_default()));
        }
        Note::Revealed(who) => page.begin(format!("{} appears.", name(who))),
        Note::Started => page.begin("The fight begins.".into()),
        Note::RoundBegan(round) => page.begin(format!("Round {round}.")),
        Note::Ended(outcome) => match outcome.as_str() {
            "won" | "lost" | "truce" => page.begin("The fight is over.".into()),
            key => page.begin(words::outcome(key)),
        },
        Note::Joined(..) | Note::GroundLaid(..) | Note::Rule(_) => {}
    }
}

pub fn name(ink: Ink, names: &BTreeMap<CombatantId, String>, who: CombatantId) -> String {
    names.get(&who).map_or_else(|| "somebody".into(), |name| (ink.name)(name))
}

/// `Ana, Ben and Cid`.
pub fn names(ink: Ink, all: &BTreeMap<CombatantId, String>, who: &[CombatantId]) -> String {
    listed(&who.iter().map(|who| name(ink, all, *who)).collect::<Vec<_>>())
}

pub fn zone<S: System>(ink: Ink, told: &Told<S>, zone: ZoneId) -> String {
    told.zones.get(zone.index()).map_or_else(|| "nowhere".into(), |name| (ink.text)(name))
}

/// Text of a user, ended as a sentence.
pub fn sentence(ink: Ink, text: &str) -> String {
    let ended = text.ends_with(['.', '!', '?', '…']);
    format!("{}{}", (ink.text)(text), if ended { "" } else { "." })
}

/// The value of a field, where it is one number or word.
fn at_path(body: &serde_json::Value, path: &str) -> Option<String> {
    let mut at = body;
    for step in path.split('.') {
        at = match (step.parse::<usize>(), at.as_array()) {
            (Ok(place), Some(list)) => list.get(place)?,
            (Err(_), Some(list)) => list.iter().find(|one| one["name"] == step)?,
            (_, None) => at.get(step)?,
        };
    }
    match at {
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.into()),
        _ => None,
    }
}
