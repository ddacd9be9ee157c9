//! Replaces the names that are typed in a slot by the keys that the rules take.

use content::{Kit, TemplateKind};
use engine::core::command::{Command, Refusal, format_list, split_list};
use engine::core::names::is_list_mark;
use engine::core::values::ValueKind;
use engine::core::verbs::SlotKind;

use crate::api::value_reader::ValueReader;
use crate::commands::slot_source::{SlotSource, find_slots, slot_source};

/// The values that a slot takes.
pub(crate) struct SlotValues<'a> {
    pub kind: ValueKind<'a>,
    pub keys: Vec<String>,
    /// Whether the slot takes nothing else.
    pub is_closed: bool,
}

/// Replaces the names of archetypes, creatures, items and scenes by those of the kit.
pub(crate) fn replace_kit_names_in_command(
    reader: ValueReader,
    system: &str,
    kit: &dyn Kit,
    command: &mut Command,
) {
    let slots: Vec<String> = command.slots.keys().cloned().collect();
    for slot in &slots {
        let keys = match slot_source(system, &command.verb, slot) {
            Some(SlotSource::Template) => {
                let mut names = kit.template_names(TemplateKind::Creature);
                names.extend(kit.template_names(TemplateKind::Archetype));
                let line_up = read_line_up(reader, system, slot, command.get(slot), &names);
                if let Some(line_up) = line_up {
                    command.slots.insert(slot.clone(), line_up);
                    continue;
                }
                names
            }
            Some(SlotSource::KitItem) => kit.item_names(),
            Some(SlotSource::Scene) => kit.scene_names(),
            _ => continue,
        };
        let values = SlotValues { kind: ValueKind::SlotWord(slot), keys, is_closed: false };
        // The kit itself refuses what it does not have.
        let _ = replace_known_names_in_slot(reader, system, command, slot, &values);
    }
}

/// Replaces the names in a line-up (`1 captain, 3 thugs`) by those of the kit. `None` where a text
/// is none.
fn read_line_up(
    reader: ValueReader,
    system: &str,
    slot: &str,
    text: &str,
    keys: &[String],
) -> Option<String> {
    let is_key = keys.iter().any(|key| key == text);
    let has_count = |part: &str| part.trim().starts_with(|letter: char| letter.is_ascii_digit());
    if is_key || !(text.contains(',') || has_count(text)) {
        return None;
    }
    let read_group = |part: &str| {
        let (count, name) = match part.trim().split_once(' ') {
            Some((count, name)) if count.chars().all(|digit| digit.is_ascii_digit()) => {
                (format!("{count} "), name.trim())
            }
            _ => (String::new(), part.trim()),
        };
        let read = reader(system, ValueKind::SlotWord(slot), name, keys);
        format!("{count}{}", read.as_deref().unwrap_or(name))
    };
    Some(text.split(',').map(read_group).collect::<Vec<_>>().join(", "))
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
    let mut value_refusal = None;
    let mut read = |text: &str| {
        reader(system, values.kind, text, &values.keys).unwrap_or_else(|names| {
            // Some slots take numbers as well as words.
            if !text.is_empty() && text.parse::<i64>().is_err() {
                let refusal = Refusal::bad_value(slot, text).with("names", names.join(", "));
                value_refusal.get_or_insert(refusal);
            }
            text.into()
        })
    };
    let is_list = is_list_slot(system, &command.verb, slot);
    let is_known = |text: &str| values.keys.iter().any(|key| key == text);
    let may_be_list = text.contains(is_list_mark);
    let read_text = match may_be_list && is_list && !is_known(text) {
        true => format_list(split_list(text).iter().map(|part| read(part))),
        false => read(text),
    };
    command.slots.insert(slot.into(), read_text);
    value_refusal.filter(|_| values.is_closed).map_or(Ok(()), Err)
}

/// Returns whether a slot takes several values with commas between them.
fn is_list_slot(system: &str, verb: &str, slot: &str) -> bool {
    (verb, slot) == ("absence", "who")
        || find_slots(system, verb, slot).any(|known| known.kind == SlotKind::List)
}
