//! Content: makes bodies of combatants from kits, and reads sheets and rule texts.
//!
//! A kit is a set of TOML tables (archetypes, creatures, items …). The built-in kits are in
//! `data/<system>/`; a server may overlay entries of its own, which the same parser reads. Kits
//! hold data only. What their traits do is in the engine.
//!
//! - [`built_in_kit`], [`parse_and_check_custom_kit`]: load a [`Kit`]; [`Kit::make_body`]: makes a
//!   body.
//! - [`creatures`]: what a kit says of its creatures, and how they are found.
//! - [`sheet_file`]: sheets as TOML and JSON files.
//! - [`kit_words`]: the English words of the kits, for translators.
//! - [`newcomers`]: what the forms of new combatants ask; [`creature_entry`]: a creature as the
//!   entry of a kit.
//! - [`layout`]: the pages of a sheet; [`form_fields`]: its fields as a person reads and fills
//!   them.
//! - [`rulebook`]: the rule texts, rule by rule.
//! - [`scenes`]: set-ups that a kit offers whole.
//!
//! Unknown keys are refused with line, field and the keys that exist. Bodies are passed to the
//! engine as JSON, so that callers need to know no rule system.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod cards;
pub mod creature_entry;
pub mod creatures;
mod dr12;
mod factions;
mod fates;
mod file_fault;
pub mod form_fields;
pub mod kit_words;
pub mod layout;
pub mod newcomers;
mod ranks;
pub mod rulebook;
pub mod scenes;
pub mod sheet_file;
pub mod tables;
mod written_items;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use creatures::CreatureProfile;
use engine::core::command::Refusal;
use engine::for_each_system;
use engine::game::SYSTEM_KEYS;
use scenes::Scene;
use tables::{find_entry, is_no_such_entry, split_names, to_json, to_kit_name};

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

    /// Returns the names of the items, in the order of the kit: a server's own come first.
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

    /// Makes the body of a creature, also where an archetype has the same name.
    ///
    /// # Errors
    /// `bad-setup` if there is no creature with this name.
    fn make_creature_body(&self, creature: &str) -> Result<Value, Refusal>;

    /// Returns this kit with the entries of a custom kit laid over it.
    ///
    /// # Errors
    /// Refuses a line that cannot be read, and a name that no entry can have.
    fn with_overlay(&self, text: &str) -> Result<Arc<dyn Kit>, Refusal>;
}

/// The content of one system.
struct SystemContent {
    key: &'static str,
    load_built_in_kit: fn() -> Result<Arc<dyn Kit>, Refusal>,
    parse_custom_kit: fn(&str) -> Result<Arc<dyn Kit>, Refusal>,
    /// The layout of the sheet as TOML.
    layout: &'static str,
}

macro_rules! list_contents {
    ([$($System:ident $module:ident),*]) => {
        &[$(SystemContent {
            key: stringify!($module),
            load_built_in_kit: $module::load_kit,
            parse_custom_kit: $module::parse_custom_kit_over_built_in,
            layout: include_str!(concat!("../../../data/", stringify!($module), "/sheet.toml")),
        }),*]
    };
}

const SYSTEMS: &[SystemContent] = for_each_system!(list_contents!);

/// Returns the content of a system; refuses an unknown key.
fn find_system(key: &str) -> Result<&'static SystemContent, Refusal> {
    SYSTEMS.iter().find(|system| system.key == key).ok_or_else(|| no_such_system(key))
}

/// Returns the refusal of an unknown system, with the keys of all systems.
pub fn no_such_system(name: &str) -> Refusal {
    let refusal = Refusal::new("no-such-system", "").with("system", name);
    refusal.with("systems", SYSTEM_KEYS.join(", "))
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
pub fn parse_and_check_custom_kit(system: &str, text: &str) -> Result<Arc<dyn Kit>, Refusal> {
    let kit = (find_system(system)?.parse_custom_kit)(text)?;
    for kind in [TemplateKind::Archetype, TemplateKind::Creature] {
        for name in kit.template_names(kind) {
            kit.make_body(&name, &Fields::new())
                .map_err(|refusal| with_outer_place(refusal, &name))?;
        }
    }
    for name in kit.scene_names() {
        let checked = kit.find_scene(&name)?.check_can_be_set_up(system, &*kit);
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

/// Adds the place (a file, entry or field) to a refusal, before the inner place that it has.
pub fn with_outer_place(refusal: Refusal, place: &str) -> Refusal {
    let place = match refusal.details.get("within") {
        Some(inner) => format!("{place}, {inner}"),
        None => place.into(),
    };
    refusal.with("within", place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_make(system: &str, template: &str, fields: &[(&str, &str)]) -> Result<Value, Refusal> {
        let fields = fields.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        make_body_from_built_in(system, template, &fields.collect())
    }

    /// Makes a body from a template of the built-in kit; panics if that is refused.
    pub fn make(system: &str, template: &str, fields: &[(&str, &str)]) -> Value {
        try_make(system, template, fields)
            .unwrap_or_else(|refusal| panic!("{system}: {template}: {refusal:?}"))
    }

    /// Returns the refusal to make a body, as text.
    pub fn refusal_text(system: &str, template: &str, fields: &[(&str, &str)]) -> String {
        format!("{:?}", try_make(system, template, fields).unwrap_err())
    }

    #[test]
    fn every_template_of_each_kit_can_be_made() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            let names = [TemplateKind::Archetype, TemplateKind::Creature];
            let [archetypes, creatures] = names.map(|kind| kit.template_names(kind));
            assert!(archetypes.len() >= 12 && creatures.len() >= 60, "{system}");
            for name in archetypes.iter().chain(&creatures) {
                make(system, name, &[]);
            }
        }
    }
}
