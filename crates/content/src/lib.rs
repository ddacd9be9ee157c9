//! Content: makes bodies of combatants from kits, and reads sheets and rule texts.
//!
//! A kit is a set of TOML tables (archetypes, creatures, items …). The built-in kits are in
//! `data/<system>/`; a server may overlay entries of its own, which the same parser reads. Kits
//! hold data only. What their traits do is in the engine.
//!
//! - [`built_in_kit`], [`parse_custom_kit`]: load a [`Kit`]; [`Kit::make_body`]: makes a body.
//! - [`creatures`]: what a kit says of its creatures, and how they are found.
//! - [`sheet_file`]: sheets as TOML and JSON files.
//! - [`layout`]: the pages of a sheet; [`form_fields`]: its fields as a person reads and fills
//!   them.
//! - [`rulebook`]: the rule texts, rule by rule.
//! - [`scenes`]: set-ups that a kit offers whole.
//!
//! Unknown keys are refused with line, field and the keys that exist. Bodies are passed to the
//! engine as JSON, so that callers need to know no rule system.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod cards;
pub mod creatures;
mod dr12;
mod factions;
mod fates;
mod file_fault;
pub mod form_fields;
pub mod layout;
mod ranks;
pub mod rulebook;
pub mod scenes;
pub mod sheet_file;
mod tables;
mod written_items;

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use creatures::CreatureProfile;
use engine::core::command::Refusal;
use engine::core::json;
use engine::core::similarity::nearest_names;
use scenes::Scene;

/// The kind of a template from which bodies are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// For player characters.
    Archetype,
    /// For NPCs.
    Creature,
}

/// Fields of a sheet by their paths (`hp`, `stuck`, `pack.0.marks`). Values are JSON or text.
pub type Fields = BTreeMap<String, String>;

/// The templates and items of one system.
pub trait Kit: Send + Sync {
    /// Returns the names of all templates of a kind, in the order of the kit.
    fn template_names(&self, kind: TemplateKind) -> Vec<String>;

    /// Returns the creatures with what the kit says of them, in the order of the kit: a server's
    /// own come first.
    fn creatures(&self) -> Vec<CreatureProfile>;

    fn item_names(&self) -> Vec<String>;

    /// Returns the item with this name as JSON, as the engine takes it.
    ///
    /// # Errors
    /// `bad-setup` if there is no item with this name.
    fn item_value(&self, name: &str) -> Result<Value, Refusal>;

    /// Returns the names of the scenes, in the order of the kit: a server's own come first.
    fn scene_names(&self) -> Vec<String>;

    /// Finds a scene by its name, ignoring case.
    ///
    /// # Errors
    /// `bad-setup` if there is no scene with this name.
    fn find_scene(&self, name: &str) -> Result<&Scene, Refusal>;

    /// Makes a body from a template and sets fields. An empty template name gives an empty body.
    ///
    /// # Errors
    /// `bad-setup` if the template or a field does not exist, or a value does not fit its field.
    fn make_body(&self, template: &str, fields: &Fields) -> Result<Value, Refusal>;
}

/// The content of one system.
struct SystemContent {
    key: &'static str,
    load_built_in_kit: fn() -> Result<Arc<dyn Kit>, Refusal>,
    parse_custom_kit: fn(&str) -> Result<Arc<dyn Kit>, Refusal>,
    /// The layout of the sheet as TOML.
    layout: &'static str,
}

macro_rules! system_content {
    ($key:ident) => {
        SystemContent {
            key: stringify!($key),
            load_built_in_kit: $key::load_kit,
            parse_custom_kit: $key::parse_custom_kit,
            layout: include_str!(concat!("../../../data/", stringify!($key), "/sheet.toml")),
        }
    };
}

const SYSTEMS: [SystemContent; 5] = [
    system_content!(cards),
    system_content!(dr12),
    system_content!(factions),
    system_content!(fates),
    system_content!(ranks),
];

fn find_system(key: &str) -> Result<&'static SystemContent, Refusal> {
    SYSTEMS.iter().find(|system| system.key == key).ok_or_else(|| no_such_system(key))
}

/// Returns the refusal of an unknown system, with the keys of all systems.
pub fn no_such_system(name: &str) -> Refusal {
    let keys = SYSTEMS.map(|system| system.key).join(", ");
    Refusal::new("no-such-system", "").with("system", name).with("systems", keys)
}

/// Returns the built-in kit of a system.
///
/// # Errors
/// `no-such-system` if there is no such system.
pub fn built_in_kit(system: &str) -> Result<Arc<dyn Kit>, Refusal> {
    (find_system(system)?.load_built_in_kit)()
}

/// Parses a server's own kit and overlays it on the built-in one. It has the tables `archetypes`,
/// `creatures`, `items` and the others of the system, with entries by name.
///
/// # Errors
/// Refuses an unknown system, a line that cannot be read, a template from which no body can be
/// made, and a scene that cannot be set up.
pub fn parse_custom_kit(system: &str, text: &str) -> Result<Arc<dyn Kit>, Refusal> {
    let kit = (find_system(system)?.parse_custom_kit)(text)?;
    for kind in [TemplateKind::Archetype, TemplateKind::Creature] {
        for name in kit.template_names(kind) {
            kit.make_body(&name, &Fields::new())
                .map_err(|refusal| with_outer_place(refusal, &name))?;
        }
    }
    for name in kit.scene_names() {
        let checked = kit.find_scene(&name)?.check(system, &*kit);
        checked.map_err(|refusal| with_outer_place(refusal, &name))?;
    }
    Ok(kit)
}

/// Makes a body from the built-in kit of a system; see [`Kit::make_body`].
///
/// # Errors
/// Refuses an unknown system, template or field, and a value that does not fit its field.
pub fn make_body_from_built_in(
    system: &str,
    template: &str,
    fields: &Fields,
) -> Result<Value, Refusal> {
    built_in_kit(system)?.make_body(template, fields)
}

/// The longest name of an entry, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The most names that a refusal lists, the nearest first.
const MAX_LISTED_NAMES: usize = 10;

/// The most entries in one table of a server's kit.
const MAX_TABLE_ENTRIES: usize = 200;

/// Parses TOML that a user has written. The refusal has the line that is wrong.
fn parse_custom_toml<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    toml::from_str(text).map_err(|error| file_fault::toml_refusal(text, &error))
}

/// Adds entries to a table, before those that it has, and replaces those with the same names.
/// Refuses too many entries and names that are empty, too long, or contain commas, dots or control
/// characters.
fn overlay_entries<T>(
    base: &mut IndexMap<String, T>,
    overlay: IndexMap<String, T>,
) -> Result<(), Refusal> {
    if overlay.len() > MAX_TABLE_ENTRIES {
        return Err(Refusal::bad_setup("", "too-many-entries").with("most", MAX_TABLE_ENTRIES));
    }
    let built_in = std::mem::take(base);
    for (name, entry) in overlay {
        let name = normalize_name(&name);
        let has_valid_length = !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS;
        if !has_valid_length || name.contains([',', '.']) || name.chars().any(char::is_control) {
            let refusal = Refusal::bad_setup("", "entry-name").with("value", name);
            return Err(refusal.with("most", MAX_NAME_CHARS));
        }
        base.insert(name, entry);
    }
    for (name, entry) in built_in {
        base.entry(name).or_insert(entry);
    }
    Ok(())
}

/// Parses a file of a built-in kit.
fn parse_table<T: DeserializeOwned>(
    file: &str,
    text: &str,
) -> Result<IndexMap<String, T>, Refusal> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        with_outer_place(Refusal::parse_error(error), &format!("data/{file}"))
    })
}

/// Returns a name in the form that kits use: in lower case, without blanks around it.
fn normalize_name(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Splits names at commas. Leaves out `none` and empty names.
fn split_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "none"))
}

/// The reason of a refusal if a kit has no entry with a name.
const NO_SUCH_ENTRY: &str = "no-such-entry";

fn is_no_such_entry(refusal: &Refusal) -> bool {
    refusal.details.get("why").is_some_and(|why| why == NO_SUCH_ENTRY)
}

/// Adds the place (a file, entry or field) to a refusal, before the inner place that it has.
pub fn with_outer_place(refusal: Refusal, place: &str) -> Refusal {
    let place = match refusal.details.get("within") {
        Some(inner) => format!("{place}, {inner}"),
        None => place.into(),
    };
    refusal.with("within", place)
}

/// Finds the entry with this name. The refusal lists the names that are most like it.
fn find_entry<'a, T: 'a, I: Iterator<Item = (&'a String, &'a T)>>(
    kind: &'static str,
    name: &str,
    entries: impl Fn() -> I,
) -> Result<&'a T, Refusal> {
    let normalized_name = normalize_name(name);
    let found = entries().find(|(known, _)| **known == normalized_name).map(|(_, entry)| entry);
    found.ok_or_else(|| no_such_entry(kind, name, entries().map(|(known, _)| known)))
}

fn no_such_entry<'a>(kind: &str, name: &str, names: impl Iterator<Item = &'a String>) -> Refusal {
    let nearest = nearest_names(name, names.map(String::as_str), MAX_LISTED_NAMES);
    let refusal = Refusal::bad_setup("", NO_SUCH_ENTRY).with("kind", kind).with("value", name);
    refusal.with("names", nearest.join(", "))
}

fn to_json(value: impl Serialize) -> Result<Value, Refusal> {
    json::to_value(&value).map_err(Refusal::parse_error)
}

/// Checks a body by converting it to its type and back. The refusal names the first field that does
/// not fit, which is found by reading each field alone: a body may lack every field.
fn check_and_reserialize_body<T: Serialize + DeserializeOwned>(
    body: Value,
) -> Result<Value, Refusal> {
    let parsed = json::from_value::<T>(&body).map_err(Refusal::parse_error);
    parsed.and_then(to_json).map_err(|refusal| {
        for (key, value) in body.as_object().into_iter().flatten() {
            let single_field = Value::from(Map::from_iter([(key.clone(), value.clone())]));
            if json::from_value::<T>(&single_field).is_err() {
                return refusal.with("slot", key);
            }
        }
        refusal
    })
}
