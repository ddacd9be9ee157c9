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
pub mod form_fields;
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

use engine::core::command::Refusal;
use engine::core::json;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
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
    fn template_names(&self, kind: TemplateKind) -> Vec<String>;

    /// The names of its items.
    fn item_names(&self) -> Vec<String>;

    /// An item by its name, as it crosses to the engine.
    ///
    /// # Errors
    /// There is no item of that name.
    fn item_value(&self, name: &str) -> Result<Value, Refusal>;

    /// Makes a body from an archetype or a creature (from nothing where it has no name), with
    /// fields set.
    ///
    /// # Errors
    /// Which name or field there is not, or which value does not fit.
    fn make_body(&self, template: &str, fields: &Fields) -> Result<Value, Refusal>;
}

/// What there is of one system.
struct SystemContent {
    key: &'static str,
    load_built_in_kit: fn() -> Result<Arc<dyn Kit>, Refusal>,
    parse_custom_kit: fn(&str) -> Result<Arc<dyn Kit>, Refusal>,
    /// The layout of its sheet.
    layout: &'static str,
}

macro_rules! system {
    ($key:ident) => {
        SystemContent {
            key: stringify!($key),
            load_built_in_kit: $key::load_kit,
            parse_custom_kit: $key::parse_custom_kit,
            layout: include_str!(concat!("../../../data/", stringify!($key), "/sheet.toml")),
        }
    };
}

const SYSTEMS: [SystemContent; 5] =
    [system!(cards), system!(dr12), system!(factions), system!(fates), system!(ranks)];

fn find_system(key: &str) -> Result<&'static SystemContent, Refusal> {
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
pub fn built_in_kit(system: &str) -> Result<Arc<dyn Kit>, Refusal> {
    (self::find_system(system)?.load_built_in_kit)()
}

/// The built-in kit with another one laid over it: tables `archetypes`, `creatures`, `items` and
/// whatever else the system has, each with entries by name.
///
/// # Errors
/// Which line and field is wrong, or which entry nothing can be made from.
pub fn parse_custom_kit(system: &str, text: &str) -> Result<Arc<dyn Kit>, Refusal> {
    let whole = (self::find_system(system)?.parse_custom_kit)(text)?;
    for name in whole
        .template_names(TemplateKind::Archetype)
        .iter()
        .chain(&whole.template_names(TemplateKind::Creature))
    {
        whole.make_body(name, &Fields::new()).map_err(|wrong| with_place(wrong, name))?;
    }
    Ok(whole)
}

/// Makes a body from the built-in kit; see [`Kit::make`].
///
/// # Errors
/// Which name or field there is not, or which value does not fit.
pub fn make_body_from_built_in(
    system: &str,
    template: &str,
    fields: &Fields,
) -> Result<Value, Refusal> {
    built_in_kit(system)?.make_body(template, fields)
}

/// The longest name of an entry, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The most entries in one table of a server's kit.
const MAX_TABLE_ENTRIES: usize = 200;

/// Reads a kit that a user has written.
fn parse_custom_toml<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    toml::from_str(text).map_err(|wrong| sheet_file::refusal_at_line(text, &wrong))
}

/// Lays entries over those of the same names.
fn overlay_entries<T>(
    base: &mut BTreeMap<String, T>,
    overlay: BTreeMap<String, T>,
) -> Result<(), Refusal> {
    if overlay.len() > MAX_TABLE_ENTRIES {
        return Err(Refusal::bad_setup("", "too-many-entries").with("most", MAX_TABLE_ENTRIES));
    }
    for (name, entry) in overlay {
        let name = normalize_name(&name);
        let is_name = !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS;
        if !is_name || name.contains([',', '.']) || name.chars().any(char::is_control) {
            let bad = Refusal::bad_setup("", "entry-name").with("value", name);
            return Err(bad.with("most", MAX_NAME_CHARS));
        }
        base.insert(name, entry);
    }
    Ok(())
}

/// The entries of a file of a kit.
fn parse_table<T: DeserializeOwned>(
    file: &str,
    text: &str,
) -> Result<BTreeMap<String, T>, Refusal> {
    toml::from_str(text).map_err(|wrong: toml::de::Error| {
        with_place(Refusal::parse_error(wrong), &format!("data/{file}"))
    })
}

/// How a name is written in kits.
fn normalize_name(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Names with commas between; `none` names nothing.
fn split_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "none"))
}

/// Why there is nothing of a name in a kit.
const NO_SUCH_ENTRY: &str = "no-such-entry";

fn is_no_such_entry(refusal: &Refusal) -> bool {
    refusal.details.get("why").is_some_and(|why| why == NO_SUCH_ENTRY)
}

/// In which entry or field it does not fit.
pub fn with_place(refusal: Refusal, place: &str) -> Refusal {
    let place = match refusal.details.get("within") {
        Some(inner) => format!("{place}, {inner}"),
        None => place.into(),
    };
    refusal.with("within", place)
}

/// The entry of that name, of all there are.
fn find_entry<'a, T: 'a, I: Iterator<Item = (&'a String, &'a T)>>(
    kind: &'static str,
    name: &str,
    entries: impl Fn() -> I,
) -> Result<&'a T, Refusal> {
    let wanted = normalize_name(name);
    let found = entries().find(|(known, _)| **known == wanted).map(|(_, entry)| entry);
    found.ok_or_else(|| no_such_entry(kind, name, entries().map(|(known, _)| known)))
}

fn no_such_entry<'a>(kind: &str, name: &str, names: impl Iterator<Item = &'a String>) -> Refusal {
    let known: Vec<&str> = names.map(String::as_str).collect();
    let none = Refusal::bad_setup("", NO_SUCH_ENTRY).with("kind", kind).with("value", name);
    none.with("names", known.join(", "))
}

fn to_json(value: impl Serialize) -> Result<Value, Refusal> {
    json::to_value(&value).map_err(Refusal::parse_error)
}

/// Reads a body and writes it again, so that a value that does not fit is named: a body may lack
/// every field, so each can be read alone.
fn reserialize<T: Serialize + DeserializeOwned>(body: Value) -> Result<Value, Refusal> {
    json::from_value::<T>(&body).map_err(Refusal::parse_error).and_then(to_json).map_err(|wrong| {
        let alone = |(key, field): (&String, &Value)| {
            Value::from(Map::from_iter([(key.clone(), field.clone())]))
        };
        let unfit = |field: &(&String, &Value)| json::from_value::<T>(&alone(*field)).is_err();
        match body.as_object().into_iter().flatten().find(unfit) {
            Some((key, _)) => wrong.with("slot", key),
            None => wrong,
        }
    })
}
