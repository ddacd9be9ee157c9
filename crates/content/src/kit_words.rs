//! The English words of the built-in kits that people read: names, lines and headings. They are
//! what a translation of the kits translates.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use engine::core::command::Refusal;
use engine::game::SYSTEM_KEYS;

use super::layout::sheet_pages;
use super::{Fields, Kit, TemplateKind, built_in_kit, rulebook};

/// The names in the built-in kits, each once, by what they name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KitWords {
    /// Items, armour, spells and attacks of bodies.
    pub items: BTreeSet<String>,
    pub archetypes: BTreeSet<String>,
    /// Creatures, each with the lines of the systems that have it.
    pub creatures: BTreeMap<String, Vec<SystemLine>>,
    pub scenes: BTreeMap<String, Vec<SystemLine>>,
    pub zones: BTreeSet<String>,
    pub families: BTreeSet<String>,
    pub places: BTreeSet<String>,
    pub sheet_pages: BTreeSet<String>,
    pub headings: BTreeSet<String>,
}

/// The line of a system's kit about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemLine {
    pub system: &'static str,
    pub about: String,
}

/// Tables of things that are in no list of items: armour and spells.
const OTHER_ITEM_TABLES: [&str; 4] = [
    include_str!("../../../data/cards/armour.toml"),
    include_str!("../../../data/dr12/spells.toml"),
    include_str!("../../../data/fates/armour.toml"),
    include_str!("../../../data/ranks/armour.toml"),
];

/// Returns the names and texts of all built-in kits that each language translates: of creatures,
/// items, scenes, sheet pages and headings of rules.
///
/// # Errors
/// A built-in kit cannot be read, which is a fault of the program.
pub fn list_translatable_kit_names() -> Result<KitWords, Refusal> {
    let mut words = KitWords::default();
    for table in OTHER_ITEM_TABLES {
        // The kits read these tables, so they are never malformed.
        let table: toml::Table = toml::from_str(table).unwrap_or_default();
        words.items.extend(table.into_iter().map(|(name, _)| name));
    }
    // What Factions calls the armour that somebody wears.
    words.items.insert("armour".into());
    for system in SYSTEM_KEYS.iter().copied() {
        let kit = built_in_kit(system)?;
        words.items.extend(kit.item_names());
        for kind in [TemplateKind::Archetype, TemplateKind::Creature] {
            for name in kit.template_names(kind) {
                collect_item_names(&kit.make_body(&name, &Fields::new())?, &mut words.items);
            }
        }
        words.archetypes.extend(kit.template_names(TemplateKind::Archetype));
        for creature in kit.creatures() {
            let line = creature.about.map(|about| SystemLine { system, about });
            words.creatures.entry(creature.name).or_default().extend(line);
            words.families.extend(creature.tags.family.map(|family| family.as_str().into()));
            let places = creature.tags.places.iter().map(|place| place.as_str().to_string());
            words.places.extend(places);
        }
        collect_names_in_scenes(system, &*kit, &mut words)?;
        words.sheet_pages.extend(sheet_pages(system).into_iter().map(|page| page.title));
        words.headings.extend(rulebook::headings(Some(system)));
    }
    Ok(words)
}

/// Adds the scenes of a kit, and the names of their zones, which a scene writes as chains
/// (`Gate - Yard, Yard - Tower`), and of what stands in them.
fn collect_names_in_scenes(
    system: &'static str,
    kit: &dyn Kit,
    words: &mut KitWords,
) -> Result<(), Refusal> {
    for name in kit.scene_names() {
        let scene = kit.find_scene(&name)?;
        let line = SystemLine { system, about: scene.about.clone() };
        words.scenes.entry(name).or_default().push(line);
        let chains = scene.zones.split(", ").flat_map(|chain| chain.split(" - "));
        words.zones.extend(chains.map(String::from));
        let objects = scene.map_orders().map(|order| order.get("object").to_string());
        words.items.extend(objects.filter(|object| !object.is_empty()));
    }
    Ok(())
}

/// Collects the names of all things in a body.
fn collect_item_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(name)) = fields.get("name") {
                names.insert(name.clone());
            }
            fields.values().for_each(|field| collect_item_names(field, names));
        }
        Value::Array(list) => list.iter().for_each(|entry| collect_item_names(entry, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
