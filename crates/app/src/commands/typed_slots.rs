//! Replaces the names that are typed in a slot by the keys that the rules take.

use content::{Fields, Kit, TemplateKind};
use engine::core::command::{
    Command, Refusal, format_comma_separated_list, split_comma_list_heeding_quotes,
};
use engine::core::names::{LIST_SEMICOLONS, is_list_mark};
use engine::core::values::ValueKind;
use engine::core::verbs::SlotKind;

use crate::api::value_reader::{ValueReader, matches_word_or_translation};
use crate::commands::permissions::takes_fields;
use crate::commands::slot_source::{SlotSource, find_slots, slot_source};

/// The word between the last two names of a list; the front end has others.
const AND: &str = "and";

/// The values that a slot takes.
pub(crate) struct SlotValues<'a> {
    pub kind: ValueKind<'a>,
    pub keys: Vec<String>,
    /// Whether the slot takes nothing else.
    pub is_closed: bool,
}

/// Slots of the commands that take any field of a sheet, which are no fields themselves.
const NO_FIELDS: [&str; 22] = [
    "alias", "at", "attempt", "count", "file", "from", "gear", "group", "hidden", "id", "keep",
    "name", "numbers", "page", "place", "portrait", "revision", "sheet", "show", "system", "to",
    "traits",
];

/// Replaces the names of a sheet's fields, as people read them, by their keys, in a command that
/// takes any field.
pub(crate) fn replace_field_names(
    reader: ValueReader,
    system: &str,
    kit: &dyn Kit,
    command: &mut Command,
) {
    let blank = kit.make_body("", &Fields::new()).unwrap_or_default();
    let fields = blank.as_object();
    let keys: Vec<String> = fields.map(|all| all.keys().cloned().collect()).unwrap_or_default();
    let mut typed_names: Vec<String> = Vec::new();
    for slot in command.slots.keys() {
        // In `npc-new` it says how strong the creatures are that are looked for.
        let is_filter = command.verb == "npc-new" && slot == "strength";
        let is_own_slot = is_filter || NO_FIELDS.contains(&slot.as_str());
        let is_key = slot.contains('.') || keys.contains(slot);
        if !is_own_slot && !is_key {
            typed_names.push(slot.clone());
        }
    }
    for name in typed_names {
        let Ok(key) = reader(system, ValueKind::SheetField, &name, &keys) else { continue };
        if command.has_slot(&key) {
            continue;
        }
        if let Some(value) = command.slots.remove(&name) {
            command.slots.insert(key, value);
        }
    }
}

/// Replaces the names of archetypes, creatures, items, scenes and fields by those of the kit.
pub(crate) fn replace_kit_names_in_command(
    reader: ValueReader,
    system: &str,
    kit: &dyn Kit,
    command: &mut Command,
) {
    if takes_fields(&command.verb) {
        replace_field_names(reader, system, kit, command);
    }
    let slots: Vec<String> = command.slots.keys().cloned().collect();
    for slot in &slots {
        let Some(source) = slot_source(system, &command.verb, slot) else { continue };
        let keys = match source {
            SlotSource::Template => {
                let mut names = kit.template_names(TemplateKind::Creature);
                names.extend(kit.template_names(TemplateKind::Archetype));
                let line_up =
                    replace_names_if_line_up(reader, system, slot, command.get(slot), &names);
                if let Some(line_up) = line_up {
                    command.slots.insert(slot.clone(), line_up);
                    continue;
                }
                names
            }
            SlotSource::KitItem => kit.item_names(),
            SlotSource::Scene => kit.scene_names(),
            _ => continue,
        };
        let values = SlotValues { kind: source.value_kind(slot, ""), keys, is_closed: false };
        // The kit itself refuses what it does not have.
        let _ = replace_known_names_in_slot(reader, system, command, slot, &values);
    }
}

/// Replaces the names in a line-up (`1 captain, 3 thugs`) by those of the kit. Returns `None` for
/// a text that is no line-up.
fn replace_names_if_line_up(
    reader: ValueReader,
    system: &str,
    slot: &str,
    text: &str,
    keys: &[String],
) -> Option<String> {
    let read = |name: &str| reader(system, ValueKind::SlotWord(slot), name, keys);
    if read(text).is_ok() {
        return None;
    }
    let groups = split_typed_list(reader, text, |part| read(part).is_ok());
    if groups.len() == 1 && split_count_off_group(reader, system, text).is_none() {
        return None;
    }
    let mut replaced_groups = Vec::new();
    for group in groups {
        let replaced = if let Ok(name) = read(&group) {
            name
        } else if let Some((count, typed_name)) = split_count_off_group(reader, system, &group) {
            let name = read(typed_name).unwrap_or_else(|_| typed_name.to_string());
            format!("{count} {name}")
        } else {
            group
        };
        replaced_groups.push(replaced);
    }
    Some(replaced_groups.join(", "))
}

/// Splits the number of creatures off their name, in digits: `3 bandits`, `3x bandit`, `three
/// bandits`. `None` for a text that does not begin with a number.
fn split_count_off_group<'t>(
    reader: ValueReader,
    system: &str,
    text: &'t str,
) -> Option<(String, &'t str)> {
    let (count_word, name) = text.split_once(' ')?;
    let number_word = count_word.trim_end_matches(['x', '×']);
    let name = name.trim();
    match reader(system, ValueKind::Number("count"), number_word, &[]) {
        Ok(count) if !count.starts_with('-') => Some((count, name)),
        Ok(_) | Err(_) => {
            let is_number =
                !number_word.is_empty() && number_word.chars().all(|digit| digit.is_ascii_digit());
            if is_number { Some((number_word.to_string(), name)) } else { None }
        }
    }
}

/// Splits a list as people type it: at commas and semicolons, and at `&`, `/`, `+` and the word for
/// "and" where blanks stand around them. What is a known name as it stands is left whole.
pub(crate) fn split_typed_list(
    reader: ValueReader,
    text: &str,
    is_known: impl Fn(&str) -> bool,
) -> Vec<String> {
    if !text.contains(is_list_mark) && is_known(text) {
        return vec![text.trim().into()];
    }
    let is_and = |word: &str| {
        matches!(word, "&" | "＆" | "/" | "+")
            || matches_word_or_translation(reader, AND, AND, word)
    };
    let mut names = Vec::new();
    for part in split_comma_list_heeding_quotes(text) {
        if is_known(&part) {
            names.extend(split_at_and_words(&part, is_and, &is_known));
            continue;
        }
        for part_between_semicolons in part.split(LIST_SEMICOLONS) {
            names.extend(split_at_and_words(part_between_semicolons, is_and, &is_known));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Splits a text at the words for "and". Each name is the longest beginning that is known, since
/// `Salt and Pepper` may be one name; where none is, it ends before the first such word.
fn split_at_and_words(
    text: &str,
    is_and: impl Fn(&str) -> bool,
    is_known: impl Fn(&str) -> bool,
) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut remaining_words = words.as_slice();
    let mut names = Vec::new();
    while !remaining_words.is_empty() {
        let mut possible_ends = Vec::new();
        for (index, word) in remaining_words.iter().enumerate() {
            if is_and(word) {
                possible_ends.push(index);
            }
        }
        possible_ends.push(remaining_words.len());
        let is_known_until = |end: &&usize| is_known(&remaining_words[..**end].join(" "));
        let known_end = possible_ends.iter().rev().find(is_known_until);
        let end = *known_end.unwrap_or(&possible_ends[0]);
        names.push(remaining_words[..end].join(" "));
        // The word for "and" itself belongs to neither side.
        remaining_words = remaining_words.get(end + 1..).unwrap_or_default();
    }
    names
}

/// Replaces the typed names in a slot by their keys. A name that is not known stays as it was
/// typed.
///
/// # Errors
/// Refuses a word that is not known in a slot that takes no others (`values.is_closed`).
pub(crate) fn replace_known_names_in_slot(
    reader: ValueReader,
    system: &str,
    command: &mut Command,
    slot: &str,
    values: &SlotValues<'_>,
) -> Result<(), Refusal> {
    let typed = command.slots.get(slot).filter(|text| !text.trim().is_empty());
    let Some(text) = typed.filter(|_| !values.keys.is_empty()) else { return Ok(()) };
    let read = |name: &str| reader(system, values.kind, name, &values.keys);
    let is_key = values.keys.iter().any(|key| key == text);
    let parts = if is_list_slot(system, &command.verb, slot) && !is_key {
        split_typed_list(reader, text, |part| read(part).is_ok())
    } else {
        Vec::new()
    };
    let is_list = parts.len() > 1 || (!parts.is_empty() && text.contains(is_list_mark));
    let typed_names = if is_list { parts } else { vec![text.clone()] };
    let mut first_refusal = None;
    let mut read_names = Vec::new();
    for name in typed_names {
        match read(&name) {
            Ok(key) => read_names.push(key),
            Err(known_names) => {
                // Some slots take numbers as well as words.
                let is_number = name.parse::<i64>().is_ok();
                if !name.is_empty() && !is_number {
                    let refusal = Refusal::bad_value(slot, &name);
                    first_refusal.get_or_insert(refusal.with("names", known_names.join(", ")));
                }
                read_names.push(name);
            }
        }
    }
    let read_text =
        if is_list { format_comma_separated_list(read_names) } else { read_names.concat() };
    command.slots.insert(slot.into(), read_text);
    match first_refusal {
        Some(refusal) if values.is_closed => Err(refusal),
        _ => Ok(()),
    }
}

/// Returns whether a slot takes several values with commas between them.
pub(crate) fn is_list_slot(system: &str, verb: &str, slot: &str) -> bool {
    matches!((verb, slot), ("absence", "who") | ("systems", "add"))
        || find_slots(system, verb, slot).any(|known| known.kind == SlotKind::List)
}
