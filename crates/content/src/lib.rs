//! Content: kits written as TOML become bodies of combatants. The built-in kits are in
//! `data/<system>/`; a server may lay one of its own over them, read by the same parser. Behaviour
//! stays in the engine, behind closed lists of qualities.
//!
//! - [`kit`], [`own_kit`]: what bodies are made from ([`Kit::make`]);
//! - [`sheet_file`]: sheets as files, in TOML and JSON; [`layout`]: the pages that show them;
//!   [`form`]: their fields as a person reads and fills them;
//! - [`rulebook`]: the rule texts, rule by rule.
//!
//! Unknown keys are errors that name line, field and advice. Bodies cross to the engine in their
//! serialised form, so that whoever adds a combatant knows no rule system.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod cards;
mod dr12;
mod factions;
mod fates;
pub mod form;
pub mod layout;
mod ranks;
pub mod rulebook;
pub mod sheet_file;
mod tables;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use engine::command::Refusal;
use engine::json;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Made for player characters.
    Archetype,
    /// Made for NPCs.
    Creature,
}

/// Fields of a sheet by their paths (`hp`, `stuck`, `pack.0.marks`), values as JSON or text.
pub type Fields = BTreeMap<String, String>;

/// What bodies of one system are made from.
pub trait Kit: Send + Sync {
    /// The names from which bodies can be made.
    fn names(&self, kind: Kind) -> Vec<String>;

    /// The names of its items.
    fn items(&self) -> Vec<String>;

    /// An item by its name, as it crosses to the engine.
    ///
    /// # Errors
    /// There is no item of that name.
    fn item(&self, name: &str) -> Result<Value, Refusal>;

    /// Makes a body from an archetype or a creature (from nothing where it has no name), with
    /// fields set.
    ///
    /// # Errors
    /// Which name or field there is not, or which value does not fit.
    fn make(&self, from: &str, fields: &Fields) -> Result<Value, Refusal>;
}

/// What there is of one system.
struct System {
    key: &'static str,
    kit: fn() -> Result<Arc<dyn Kit>, Refusal>,
    own_kit: fn(&str) -> Result<Arc<dyn Kit>, Refusal>,
    /// The layout of its sheet.
    sheet: &'static str,
}

macro_rules! system {
    ($key:ident) => {
        System {
            key: stringify!($key),
            kit: $key::kit,
            own_kit: $key::own_kit,
            sheet: include_str!(concat!("../../../data/", stringify!($key), "/sheet.toml")),
        }
    };
}

const SYSTEMS: [System; 5] =
    [system!(cards), system!(dr12), system!(factions), system!(fates), system!(ranks)];

fn system(key: &str) -> Result<&'static System, Refusal> {
    SYSTEMS.iter().find(|system| system.key == key).ok_or_else(|| no_such_system(key))
}

/// There are no rules of that name.
pub fn no_such_system(name: &str) -> Refusal {
    let all = SYSTEMS.map(|system| system.key).join(", ");
    Refusal::new("no-such-system", "").with("system", name).with("systems", all)
}

/// The built-in kit of a system.
///
/// # Errors
/// There is no such system.
pub fn kit(system: &str) -> Result<Arc<dyn Kit>, Refusal> {
    (self::system(system)?.kit)()
}

/// The built-in kit with another one laid over it: tables `archetypes`, `creatures`, `items` and
/// whatever else the system has, each with entries by name.
///
/// # Errors
/// Which line and field is wrong, or which entry nothing can be made from.
pub fn own_kit(system: &str, own: &str) -> Result<Arc<dyn Kit>, Refusal> {
    let whole = (self::system(system)?.own_kit)(own)?;
    for name in whole.names(Kind::Archetype).iter().chain(&whole.names(Kind::Creature)) {
        whole.make(name, &Fields::new()).map_err(|wrong| within(wrong, name))?;
    }
    Ok(whole)
}

/// Makes a body from the built-in kit; see [`Kit::make`].
///
/// # Errors
/// Which name or field there is not, or which value does not fit.
pub fn make(system: &str, from: &str, fields: &Fields) -> Result<Value, Refusal> {
    kit(system)?.make(from, fields)
}

/// The longest name of an entry, in characters.
const LONGEST_NAME: usize = 60;

/// The most entries in one table of a server's kit.
const MOST_ENTRIES: usize = 200;

/// Reads a kit that a user has written.
fn read_own<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    toml::from_str(text).map_err(|wrong| sheet_file::at_line(text, &wrong))
}

/// Lays entries over those of the same names.
fn lay<T>(over: &mut BTreeMap<String, T>, own: BTreeMap<String, T>) -> Result<(), Refusal> {
    if own.len() > MOST_ENTRIES {
        return Err(Refusal::setup("", "too-many-entries").with("most", MOST_ENTRIES));
    }
    for (name, entry) in own {
        let name = key(&name);
        let is_name = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
        if !is_name || name.contains([',', '.']) || name.chars().any(char::is_control) {
            let bad = Refusal::setup("", "entry-name").with("value", name);
            return Err(bad.with("most", LONGEST_NAME));
        }
        over.insert(name, entry);
    }
    Ok(())
}

/// The entries of a file of a kit.
fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<BTreeMap<String, T>, Refusal> {
    toml::from_str(text)
        .map_err(|wrong: toml::de::Error| within(Refusal::unread(wrong), &format!("data/{file}")))
}

/// How a name is written in kits.
fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Names with commas between; `none` names nothing.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "none"))
}

/// Why there is nothing of a name in a kit.
const NO_ENTRY: &str = "no-such-entry";

fn is_no_entry(wrong: &Refusal) -> bool {
    wrong.details.get("why").is_some_and(|why| why == NO_ENTRY)
}

/// In which entry or field it does not fit.
pub fn within(wrong: Refusal, place: &str) -> Refusal {
    let place = match wrong.details.get("within") {
        Some(inner) => format!("{place}, {inner}"),
        None => place.into(),
    };
    wrong.with("within", place)
}

/// The entry of that name, of all there are.
fn find<'a, T: 'a, I: Iterator<Item = (&'a String, &'a T)>>(
    kind: &'static str,
    name: &str,
    all: impl Fn() -> I,
) -> Result<&'a T, Refusal> {
    let wanted = key(name);
    let found = all().find(|(known, _)| **known == wanted).map(|(_, entry)| entry);
    found.ok_or_else(|| no_entry(kind, name, all().map(|(known, _)| known)))
}

fn no_entry<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a String>) -> Refusal {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let none = Refusal::setup("", NO_ENTRY).with("kind", kind).with("value", name);
    none.with("names", known.join(", "))
}

fn value(part: impl Serialize) -> Result<Value, Refusal> {
    json::written(&part).map_err(Refusal::unread)
}

/// Reads a body and writes it again, so that a value that does not fit is named: a body may lack
/// every field, so each can be read alone.
fn read_back<T: Serialize + DeserializeOwned>(body: Value) -> Result<Value, Refusal> {
    json::read::<T>(&body).map_err(Refusal::unread).and_then(value).map_err(|wrong| {
        let alone = |(key, field): (&String, &Value)| {
            Value::from(Map::from_iter([(key.clone(), field.clone())]))
        };
        let unfit = |field: &(&String, &Value)| json::read::<T>(&alone(*field)).is_err();
        match body.as_object().into_iter().flatten().find(unfit) {
            Some((key, _)) => wrong.with("slot", key),
            None => wrong,
        }
    })
}
