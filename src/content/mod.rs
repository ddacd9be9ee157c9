//! Content: kits written as TOML become bodies of combatants. The built-in kits are in
//! `data/<system>/`; behaviour stays in the engine, behind closed lists of qualities.
//!
//! Unknown keys are errors that name file, line and advice. Bodies cross to the engine in their
//! serialised form, so that whoever adds a combatant knows no rule system.

mod dr12;
mod factions;
mod fates;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is wrong with a kit, or with what was asked of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContentError {
    #[error("there is no system `{0}`")]
    NoSystem(String),
    #[error("there is no {kind} `{name}` in this kit; there are: {}", known.join(", "))]
    Unknown { kind: &'static str, name: String, known: Vec<String> },
    #[error("{file}: {what}")]
    File { file: String, what: String },
    #[error("{0}")]
    Field(String),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Made for player characters.
    Archetype,
    /// Made for NPCs.
    Creature,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Archetype => "archetype",
            Self::Creature => "creature",
        })
    }
}

/// Makes a body from an archetype or a creature of the built-in kit, with fields set by their
/// paths (`hp`, `stuck`, `pack.0.marks`), values as JSON or text.
///
/// # Errors
/// Which name or field there is not, or which value does not fit.
pub fn make(
    system: &str,
    from: &str,
    fields: &BTreeMap<String, String>,
) -> Result<Value, ContentError> {
    match system {
        "dr12" => dr12::make(from, fields),
        "factions" => factions::make(from, fields),
        "fates" => fates::make(from, fields),
        _ => Err(ContentError::NoSystem(system.into())),
    }
}

/// The names from which bodies can be made.
pub fn names(system: &str, kind: Kind) -> Vec<String> {
    match system {
        "dr12" => dr12::names(kind),
        "factions" => factions::names(kind),
        "fates" => fates::names(kind),
        _ => Vec::new(),
    }
}

/// The entries of a file of a kit.
fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<BTreeMap<String, T>, ContentError> {
    let wrong = |what: toml::de::Error| ContentError::File {
        file: format!("data/{file}"),
        what: what.to_string(),
    };
    toml::from_str(text).map_err(wrong)
}

/// How a name is written in kits.
fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Names with commas between; `none` names nothing.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "none"))
}

/// The entry of that name, of all there are.
fn find<'a, T: 'a, I: Iterator<Item = (&'a String, &'a T)>>(
    kind: &'static str,
    name: &str,
    all: impl Fn() -> I,
) -> Result<&'a T, ContentError> {
    let wanted = key(name);
    let found = all().find(|(known, _)| **known == wanted).map(|(_, entry)| entry);
    found.ok_or_else(|| {
        let known = all().map(|(known, _)| known.clone()).collect();
        ContentError::Unknown { kind, name: name.into(), known }
    })
}

fn value(part: impl Serialize) -> Result<Value, ContentError> {
    serde_json::to_value(part).map_err(|wrong| ContentError::Field(wrong.to_string()))
}

/// Reads a body and writes it again, so that a value that does not fit is named.
fn read_back<T: Serialize + DeserializeOwned>(body: Value) -> Result<Value, ContentError> {
    let wrong = |wrong| ContentError::Field(format!("that does not fit: {wrong}"));
    let body: T = serde_json::from_value(body).map_err(wrong)?;
    value(body)
}
