//! A creature as the entry of a kit, in the short form of `docs/HOMEBREW.md`.
//!
//! ```toml
//! [creatures."grey boar"]
//! about = "A boar that runs people down and turns."
//! phys_cap = 7
//! ```

use serde_json::{Map, Value, json};

use super::creatures::CreatureTags;
use super::tables::{parse_custom_toml, to_json};
use super::written_items::{remove_nulls, remove_spare_fields};
use super::{Fields, Kit};
use engine::core::body_fields::AskedAs;
use engine::core::command::Refusal;
use engine::game::Game;

/// The field of an entry with what a creature carries, by its names, and the one with what is part
/// of its body.
const GEAR: &str = "gear";
const NATURAL: &str = "natural";

/// What an item has only in somebody's hands.
const ITEM_STATE: [&str; 4] = ["held", "id", "owner", "natural"];

/// Writes a creature as an entry, without the fields that make no difference to the body that the
/// kit makes of it.
///
/// # Errors
/// Refuses a creature that the kit cannot have: a name that no entry can have, or armour that is
/// not in the kit.
pub fn write_creature_entry_as_toml(
    system: &str,
    kit: &dyn Kit,
    name: &str,
    body: &Value,
    about: Option<&str>,
    tags: &CreatureTags,
) -> Result<String, Refusal> {
    let entry = body_to_creature_entry_fields(system, kit, body);
    let head = format_about_and_tags(about, tags)?;
    let format_entry = |entry: &Value| -> Result<String, Refusal> {
        let mut text = format!("[creatures.{}]\n{head}", to_toml(&name.into())?);
        for (key, value) in entry.as_object().into_iter().flatten() {
            text += &format!("{key} = {}\n", to_toml(value)?);
        }
        Ok(text)
    };
    let read_body = |entry: &Value| -> Result<Value, Refusal> {
        kit.with_overlay(&format_entry(entry)?)?.make_creature_body(name)
    };
    let wanted_body = read_body(&entry)?;
    let makes_same_body = |entry: &Value| read_body(entry).is_ok_and(|body| body == wanted_body);
    let may_remove_any = |_: &Value| true;
    format_entry(&remove_spare_fields(&entry, may_remove_any, makes_same_body))
}

/// Formats the lines `about` and `tags` of an entry; nothing for what is empty.
fn format_about_and_tags(about: Option<&str>, tags: &CreatureTags) -> Result<String, Refusal> {
    let mut lines = String::new();
    if let Some(about) = about {
        lines += &format!("about = {}\n", to_toml(&about.into())?);
    }
    if let Value::Object(tags) = remove_nulls(&to_json(tags)?) {
        let tags: Map<String, Value> =
            tags.into_iter().filter(|(_, tag)| *tag != json!([])).collect();
        if !tags.is_empty() {
            lines += &format!("tags = {}\n", to_toml(&tags.into())?);
        }
    }
    Ok(lines)
}

/// Returns whether a body has numbers or gear that characters alone have, so that no entry of a
/// creature says them.
///
/// # Errors
/// Fails where the kit makes no empty body.
pub fn has_filled_in_character_only_fields(
    system: &str,
    kit: &dyn Kit,
    body: &Value,
) -> Result<bool, Refusal> {
    let blank = kit.make_body("", &Fields::new())?;
    let asked = Game::asked_fields(system).iter();
    let mut of_character =
        asked.filter(|field| field.of_character.is_some() && field.of_npc.is_none());
    Ok(of_character.any(|field| {
        let value = &body[field.key];
        !value.is_null() && remove_nulls(value) != remove_nulls(&blank[field.key])
    }))
}

/// Returns all fields of an entry that makes this body.
fn body_to_creature_entry_fields(system: &str, kit: &dyn Kit, body: &Value) -> Value {
    let mut entry = Value::Object(Map::new());
    for field in Game::asked_fields(system) {
        let Some(asked_as) = field.of_npc else { continue };
        let value = remove_nulls(&body[field.key]);
        if value.is_null() {
            continue;
        }
        if asked_as == AskedAs::Gear {
            insert_gear_at(&mut entry, kit, field.kit_key, value);
        } else {
            insert_at(&mut entry, field.kit_key, value);
        }
    }
    entry
}

/// Sets a field of gear in an entry. In the list of what is carried, the kit's own items go by
/// their names, and all others are spelled out as parts of the body; in other lists, such as that
/// of attacks, all are spelled out. A single item, such as armour, goes by its name.
fn insert_gear_at(entry: &mut Value, kit: &dyn Kit, kit_key: &str, gear: Value) {
    match gear {
        Value::Array(items) if kit_key == GEAR => {
            let (of_kit, own): (Vec<Value>, Vec<Value>) =
                items.into_iter().partition(|item| is_item_of_kit(kit, item));
            let names = of_kit.into_iter().map(|item| item["name"].clone()).collect();
            insert_at(entry, GEAR, names);
            insert_at(entry, NATURAL, own.into_iter().map(without_state).collect());
        }
        Value::Array(items) => {
            insert_at(entry, kit_key, items.into_iter().map(without_state).collect());
        }
        item => insert_at(entry, kit_key, item["name"].clone()),
    }
}

/// Sets a field by its path: `ar.physical`.
fn insert_at(entry: &mut Value, path: &str, value: Value) {
    match path.split_once('.') {
        Some((table, rest)) => insert_at(&mut entry[table], rest, value),
        None => entry[path] = value,
    }
}

/// Returns whether the kit has this very item, apart from its state.
fn is_item_of_kit(kit: &dyn Kit, item: &Value) -> bool {
    let of_kit = item["name"].as_str().and_then(|name| kit.item_value(name).ok());
    of_kit.is_some_and(|of_kit| without_state(remove_nulls(&of_kit)) == without_state(item.clone()))
}

/// Returns an item without the fields that it has only in somebody's hands.
fn without_state(mut item: Value) -> Value {
    if let Value::Object(fields) = &mut item {
        fields.retain(|key, _| !ITEM_STATE.contains(&key.as_str()));
    }
    item
}

/// Formats a value as TOML in one line.
fn to_toml(value: &Value) -> Result<String, Refusal> {
    let value = toml::Value::try_from(value).map_err(Refusal::parse_error)?;
    Ok(value.to_string())
}

/// Returns the names of the entries that the text of a custom kit has in a table.
///
/// # Errors
/// Refuses a text that is not TOML.
pub fn list_entry_names(text: &str, table: &str) -> Result<Vec<String>, Refusal> {
    let kit: toml::Table = parse_custom_toml(text)?;
    let entries = kit.get(table).and_then(toml::Value::as_table);
    Ok(entries.into_iter().flatten().map(|(name, _)| super::to_kit_name(name)).collect())
}

/// Adds entries to the text of a custom kit, which may be empty. Entries of the same names are
/// replaced; comments are lost only then.
///
/// # Errors
/// Refuses a text that is not TOML.
pub fn merge_kit_texts(text: &str, added: &str) -> Result<String, Refusal> {
    let mut kit: toml::Table = parse_custom_toml(text)?;
    let added_tables: toml::Table = parse_custom_toml(added)?;
    let mut replaces = false;
    for (table, entries) in added_tables {
        let toml::Value::Table(entries) = entries else { continue };
        let known = kit.entry(table).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        let toml::Value::Table(known) = known else { continue };
        for (name, entry) in entries {
            replaces |= insert_entry_replacing_namesakes(known, name, entry);
        }
    }
    // Appended to the text as it is, the entries leave its comments in place.
    let appended = format!("{}\n\n{}", text.trim_end(), added.trim_start());
    if !replaces && toml::from_str::<toml::Table>(&appended).is_ok_and(|read| read == kit) {
        return Ok(appended.trim_start().into());
    }
    toml::to_string(&kit).map_err(Refusal::parse_error)
}

/// Inserts an entry of a kit in place of those that have its name in another case. Returns whether
/// there were any.
fn insert_entry_replacing_namesakes(
    entries: &mut toml::Table,
    name: String,
    entry: toml::Value,
) -> bool {
    let is_same = |other: &String| super::to_kit_name(other) == name.to_lowercase();
    let namesakes: Vec<String> = entries.keys().filter(|other| is_same(other)).cloned().collect();
    for namesake in &namesakes {
        entries.remove(namesake);
    }
    entries.insert(name, entry);
    !namesakes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_kit;
    use engine::game::SYSTEM_KEYS;

    /// An archetype of the same name takes no number from a creature.
    #[test]
    fn entry_with_the_name_of_an_archetype_keeps_its_numbers() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            let archetype = &kit.template_names(crate::TemplateKind::Archetype)[0];
            let creature = &kit.creatures()[0];
            let mut body = kit.make_creature_body(&creature.name).unwrap();
            let tags = CreatureTags::default();
            let text =
                write_creature_entry_as_toml(system, &*kit, archetype, &body, None, &tags).unwrap();
            let read = kit.with_overlay(&text).unwrap();
            // In Cards, creatures form a group of their name.
            if let Some(group) = body.get_mut("group").filter(|group| **group == *creature.name) {
                *group = archetype.as_str().into();
            }
            assert_eq!(read.make_creature_body(archetype).unwrap(), body, "{text}");
        }
    }

    /// The entry of every creature reads back as the creature, and says no more than it must.
    #[test]
    fn entries_read_back_as_the_creatures_they_were() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            for creature in kit.creatures() {
                let name = &creature.name;
                let body = kit.make_body(name, &Fields::new()).unwrap();
                let about = creature.about.as_deref();
                let text =
                    write_creature_entry_as_toml(system, &*kit, name, &body, about, &creature.tags);
                let text = text.unwrap_or_else(|refusal| panic!("{system} {name}: {refusal:?}"));
                let read = kit.with_overlay(&text).unwrap();
                assert_eq!(read.make_body(name, &Fields::new()).unwrap(), body, "{text}");
                assert_eq!(read.creatures()[0], creature, "{text}");
                for state in [" held = ", " id = ", "used_up = false", "null"] {
                    assert!(!text.contains(state), "{text}");
                }
            }
        }
    }

    #[test]
    fn merged_kits_keep_comments_and_replace_entries_of_the_same_name() {
        let boar = "[creatures.boar]\nphys_cap = 5\nment_cap = 3\n";
        let text = merge_kit_texts("# ours\n[creatures.elk]\nphys_cap = 4\nment_cap = 3\n", boar);
        let text = text.unwrap();
        assert!(text.starts_with("# ours") && text.contains("boar"), "{text}");
        let text =
            merge_kit_texts(&text, "[creatures.Boar]\nphys_cap = 9\nment_cap = 3\n").unwrap();
        let kit = crate::parse_and_check_custom_kit("cards", &text).unwrap();
        assert_eq!(kit.make_body("boar", &Fields::new()).unwrap()["phys_cap"], 9);
        assert_eq!(kit.make_body("elk", &Fields::new()).unwrap()["phys_cap"], 4);
        assert_eq!(merge_kit_texts("", boar).unwrap(), boar);
        assert!(merge_kit_texts("[creatures", boar).is_err());
    }
}
