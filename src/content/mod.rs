//! Content: kits written as TOML become bodies of combatants. The built-in kits are in
//! `data/<system>/`; a server may lay one of its own over them, read by the same parser. Behaviour
//! stays in the engine, behind closed lists of qualities.
//!
//! - [`kit`], [`own_kit`]: what bodies are made from ([`Kit::make`]);
//! - [`paper`]: sheets as files, in TOML and JSON; [`layout`]: the pages in which they are shown;
//!   [`form`]: their fields as a person reads and fills them;
//! - [`rulebook`]: the rule texts, rule by rule.
//!
//! Unknown keys are errors that name line, field and advice. Bodies cross to the engine in their
//! serialised form, so that whoever adds a combatant knows no rule system.

mod cards;
mod dr12;
mod factions;
mod fates;
pub mod form;
pub mod layout;
pub mod paper;
mod ranks;
pub mod rulebook;
mod tables;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is wrong with a kit or a sheet, or with what was asked of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContentError {
    #[error("there is no system `{0}`")]
    NoSystem(String),
    #[error("there is no {kind} `{name}` in this kit; there are: {}", known.join(", "))]
    Unknown { kind: &'static str, name: String, known: Vec<String> },
    #[error("{file}: {what}")]
    File { file: String, what: String },
    /// In a file of a user's own.
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
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

/// Fields of a sheet by their paths (`hp`, `stuck`, `pack.0.marks`), values as JSON or text.
pub type Fields = BTreeMap<String, String>;

/// What bodies of one system are made from.
pub trait Kit: Send + Sync {
    /// The names from which bodies can be made.
    fn names(&self, kind: Kind) -> Vec<String>;

    /// Makes a body from an archetype or a creature (from nothing where it has no name), with
    /// fields set.
    ///
    /// # Errors
    /// Which name or field there is not, or which value does not fit.
    fn make(&self, from: &str, fields: &Fields) -> Result<Value, ContentError>;
}

/// What there is of one system.
struct System {
    key: &'static str,
    kit: fn() -> Result<Arc<dyn Kit>, ContentError>,
    own_kit: fn(&str) -> Result<Arc<dyn Kit>, ContentError>,
    /// The layout of its sheet.
    sheet: &'static str,
}

macro_rules! system {
    ($key:ident) => {
        System {
            key: stringify!($key),
            kit: $key::kit,
            own_kit: $key::own_kit,
            sheet: include_str!(concat!("../../data/", stringify!($key), "/sheet.toml")),
        }
    };
}

const SYSTEMS: [System; 5] =
    [system!(cards), system!(dr12), system!(factions), system!(fates), system!(ranks)];

fn system(key: &str) -> Result<&'static System, ContentError> {
    let none = || ContentError::NoSystem(key.into());
    SYSTEMS.iter().find(|system| system.key == key).ok_or_else(none)
}

/// The built-in kit of a system.
///
/// # Errors
/// There is no such system.
pub fn kit(system: &str) -> Result<Arc<dyn Kit>, ContentError> {
    (self::system(system)?.kit)()
}

/// The built-in kit with another one laid over it: tables `archetypes`, `creatures`, `items` and
/// whatever else the system has, each with entries by name.
///
/// # Errors
/// Which line and field is wrong, or which entry nothing can be made from.
pub fn own_kit(system: &str, own: &str) -> Result<Arc<dyn Kit>, ContentError> {
    let whole = (self::system(system)?.own_kit)(own)?;
    for name in whole.names(Kind::Archetype).iter().chain(&whole.names(Kind::Creature)) {
        let named = |wrong: ContentError| ContentError::Field(format!("`{name}`: {wrong}"));
        whole.make(name, &Fields::new()).map_err(named)?;
    }
    Ok(whole)
}

/// Makes a body from the built-in kit; see [`Kit::make`].
///
/// # Errors
/// Which name or field there is not, or which value does not fit.
pub fn make(system: &str, from: &str, fields: &Fields) -> Result<Value, ContentError> {
    kit(system)?.make(from, fields)
}

/// The longest name of an entry, in characters.
const LONGEST_NAME: usize = 60;

/// The most entries in one table of a server's kit.
const MOST_ENTRIES: usize = 200;

/// Reads a kit that a user has written.
fn read_own<T: DeserializeOwned>(text: &str) -> Result<T, ContentError> {
    toml::from_str(text).map_err(|wrong| paper::at_line(text, &wrong))
}

/// Lays entries over those of the same names.
fn lay<T>(over: &mut BTreeMap<String, T>, own: BTreeMap<String, T>) -> Result<(), ContentError> {
    if own.len() > MOST_ENTRIES {
        return Err(ContentError::Field(format!("a table has at most {MOST_ENTRIES} entries")));
    }
    for (name, entry) in own {
        let name = key(&name);
        let is_name = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
        if !is_name || name.contains([',', '.']) || name.chars().any(char::is_control) {
            let why = format!("1 to {LONGEST_NAME} characters, no commas and full stops");
            return Err(ContentError::Field(format!("`{name}` is no name of an entry: {why}")));
        }
        over.insert(name, entry);
    }
    Ok(())
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
