//! Items of a sheet as a person writes them: by their names in the kit, with a remark in brackets
//! where one differs from the kit's: `knife (in hand)`, `longsword (marks 2)`.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Fields, Kit, is_no_such_entry};
use engine::core::command::Refusal;

/// The field of an item that says whether it is in somebody's hand, and how that is written.
const HELD: &str = "held";
const IN_HAND: &str = "in hand";
const NOT: &str = "not ";

/// Replaces items that are written by name by full items, where one of them has a remark (`knife
/// (in hand)`) or the list also holds full items. `None` where neither is so: then the kit itself
/// reads the value.
///
/// # Errors
/// Refuses an item that the kit lacks, and a remark that fits no field of the item.
pub(super) fn expand_remarked_or_mixed_items(
    kit: &Arc<dyn Kit>,
    field: &str,
    value: &Value,
) -> Result<Option<Value>, Refusal> {
    let is_remarked = |entry: &Value| entry.as_str().is_some_and(|text| text.ends_with(')'));
    match value {
        Value::String(text) if is_remarked(value) => {
            parse_remarked_item_if_item_field(kit, field, text)
        }
        Value::Array(entries) => {
            let has_names = entries.iter().any(Value::is_string);
            let has_more = entries.iter().any(|entry| entry.is_object() || is_remarked(entry));
            if has_names && has_more {
                expand_named_items_if_item_field(kit, field, entries)
            } else {
                Ok(None)
            }
        }
        _ => Ok(None),
    }
}

/// Replaces the items of a list that are written by name by full items, and keeps the others.
/// `None` where the field holds no items. Refuses as [`expand_remarked_or_mixed_items`].
fn expand_named_items_if_item_field(
    kit: &Arc<dyn Kit>,
    field: &str,
    entries: &[Value],
) -> Result<Option<Value>, Refusal> {
    let mut items = Vec::new();
    for entry in entries {
        let Some(text) = entry.as_str() else {
            items.push(entry.clone());
            continue;
        };
        let Some(item) = parse_remarked_item_if_item_field(kit, field, text)? else {
            return Ok(None);
        };
        items.push(item);
    }
    Ok(Some(items.into()))
}

/// Reads an item of the kit with its remarks; `None` where the field holds no items.
fn parse_remarked_item_if_item_field(
    kit: &Arc<dyn Kit>,
    field: &str,
    text: &str,
) -> Result<Option<Value>, Refusal> {
    let (name, remarks) = match text.rsplit_once(" (") {
        // The name itself may end in brackets.
        Some((name, remarks)) if make_unheld_item_if_item_field(kit, field, text).is_err() => {
            (name, remarks.strip_suffix(')').unwrap_or(remarks))
        }
        _ => (text, ""),
    };
    let Some(mut item) = make_unheld_item_if_item_field(kit, field, name)? else { return Ok(None) };
    for remark in remarks.split(',').map(str::trim).filter(|remark| !remark.is_empty()) {
        let (key, value) = parse_remark(&item, remark)
            .ok_or_else(|| Refusal::bad_setup("", "no-field").with("slot", remark))?;
        item.insert(key, value);
    }
    Ok(Some(item.into()))
}

/// Makes the item of the kit that a field takes by this name, not held; `None` where the field
/// holds no items. Refuses an item that the kit lacks.
fn make_unheld_item_if_item_field(
    kit: &Arc<dyn Kit>,
    field: &str,
    name: &str,
) -> Result<Option<Map<String, Value>>, Refusal> {
    let body = match kit.make_body("", &Fields::from([(field.into(), name.into())])) {
        Ok(body) => body,
        Err(refusal) if is_no_such_entry(&refusal) => return Err(refusal),
        Err(_) => return Ok(None),
    };
    let entry = match &body[field] {
        Value::Array(list) if list.len() == 1 => &list[0],
        entry => entry,
    };
    let mut item = entry.as_object().filter(|item| item.contains_key("name")).cloned();
    if let Some(held) = item.as_mut().and_then(|item| item.get_mut(HELD)) {
        *held = false.into();
    }
    Ok(item)
}

/// Parses a remark as a field of the item and its value: `in hand`, `not loaded`, `marks 2`. `None`
/// if the item has no such field.
fn parse_remark(item: &Map<String, Value>, remark: &str) -> Option<(String, Value)> {
    let find_key = |words: &str| {
        let key = if words == IN_HAND { HELD.to_string() } else { words.replace(' ', "_") };
        item.contains_key(&key).then_some(key)
    };
    if let Some(key) = find_key(remark) {
        return Some((key, true.into()));
    }
    if let Some(key) = remark.strip_prefix(NOT).and_then(find_key) {
        return Some((key, false.into()));
    }
    let (words, value) = remark.rsplit_once(' ')?;
    let value = value.parse::<i64>().map_or_else(|_| value.into(), Value::from);
    Some((find_key(words)?, value))
}

/// Which items get a remark on whether they are in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HandRemarks {
    /// Those in hand: `knife (in hand)`.
    OnHeldItems,
    /// All that can be in hand, so also `knife (not in hand)`.
    OnAllItems,
}

/// Returns a field as a person would write it: items by name and with remarks, all else without
/// default values. It always reads back as the same value.
pub(super) fn write_field(kit: &Arc<dyn Kit>, field: &str, value: &Value) -> Value {
    let in_full = remove_nulls(value);
    // Of the forms that read back, the first is the shortest.
    let reads_back = |written: &Value| reads_as(kit, field, written, value);
    let candidates = [
        write_kit_items_by_name(kit, field, &in_full, HandRemarks::OnHeldItems),
        write_kit_items_by_name(kit, field, &in_full, HandRemarks::OnAllItems),
        Some(remove_defaults(&in_full)),
    ];
    for candidate in candidates.into_iter().flatten() {
        if reads_back(&candidate) {
            return candidate;
        }
    }
    remove_spare_fields(&in_full, is_empty_or_zero, reads_back)
}

/// Returns whether a written field is read as this value.
fn reads_as(kit: &Arc<dyn Kit>, field: &str, written: &Value, value: &Value) -> bool {
    let mut builder = super::sheet_file::BodyBuilder::new(kit, "");
    builder.set_and_check_field(field, written).is_ok()
        && builder.make_body().is_ok_and(|body| body[field] == *value)
}

/// Returns the items of a list, or a single one, as a sheet file names them: the kit's name for an
/// item that the kit has, all fields for another. `None` where the kit has none of them.
fn write_kit_items_by_name(
    kit: &Arc<dyn Kit>,
    field: &str,
    value: &Value,
    hand_remarks: HandRemarks,
) -> Option<Value> {
    let write_by_name =
        |entry: &Value| write_item_as_kit_name_with_remarks(kit, field, entry, hand_remarks);
    let Value::Array(entries) = value else {
        return write_by_name(value).map(Value::from);
    };
    let mut written_entries: Vec<Value> = Vec::new();
    let mut has_kit_item = false;
    for entry in entries {
        match write_by_name(entry) {
            Some(name_with_remarks) => {
                has_kit_item = true;
                written_entries.push(name_with_remarks.into());
            }
            None => written_entries.push(remove_defaults(entry)),
        }
    }
    has_kit_item.then_some(Value::Array(written_entries))
}

/// Returns an item as its name in the kit, with a remark for each field that differs: `longsword
/// (marks 2)`. `None` if the value is no item, if the kit lacks it, or if a field has no form as a
/// remark.
fn write_item_as_kit_name_with_remarks(
    kit: &Arc<dyn Kit>,
    field: &str,
    entry: &Value,
    hand_remarks: HandRemarks,
) -> Option<String> {
    let item = entry.as_object()?;
    let name = item.get("name")?.as_str()?;
    let Ok(Some(kit_fields)) = make_unheld_item_if_item_field(kit, field, name) else {
        return None;
    };
    let kit_item = remove_nulls(&Value::Object(kit_fields));
    let mut remarks = Vec::new();
    for key in kit_item.as_object()?.keys().chain(item.keys()) {
        // A field that only the kit's item has cannot be remarked on.
        let value = item.get(key)?;
        let is_changed = kit_item.get(key) != Some(value);
        let tells_hand = key == HELD && hand_remarks == HandRemarks::OnAllItems;
        if !is_changed && !tells_hand {
            continue;
        }
        let words = if key == HELD { IN_HAND.to_string() } else { key.replace('_', " ") };
        let remark = match value {
            Value::Bool(true) => words,
            Value::Bool(false) => format!("{NOT}{words}"),
            Value::Number(number) => format!("{words} {number}"),
            Value::String(word) if !word.contains([' ', ',', ')']) => format!("{words} {word}"),
            _ => return None,
        };
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    if remarks.is_empty() {
        return Some(name.into());
    }
    Some(format!("{name} ({})", remarks.join(", ")))
}

/// Removes fields with default values at any depth: null, `false`, 0, and empty texts, lists and
/// objects.
fn remove_defaults(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let said = map.iter().map(|(key, value)| (key.clone(), remove_defaults(value)));
            said.filter(|(_, value)| !is_empty_or_zero(value)).collect()
        }
        Value::Array(list) => list.iter().map(remove_defaults).collect(),
        other => other.clone(),
    }
}

/// Removes fields of objects at any depth one by one, the innermost first. A field is tried if
/// `may_remove` holds for its value, and stays if `is_still_right` does not hold for the whole
/// without it.
pub(super) fn remove_spare_fields(
    value: &Value,
    may_remove: impl Fn(&Value) -> bool,
    is_still_right: impl Fn(&Value) -> bool,
) -> Value {
    let mut shortest = value.clone();
    for place in list_object_pointers(value, "") {
        let keys: Vec<String> = match shortest.pointer(&place) {
            Some(Value::Object(map)) => {
                let spare = map.iter().filter(|(_, value)| may_remove(value));
                spare.map(|(key, _)| key.clone()).collect()
            }
            _ => Vec::new(),
        };
        for key in keys {
            let mut shorter = shortest.clone();
            if let Some(Value::Object(map)) = shorter.pointer_mut(&place) {
                map.remove(&key);
            }
            if is_still_right(&shorter) {
                shortest = shorter;
            }
        }
    }
    shortest
}

/// Lists the JSON pointers of all objects within a value, the innermost first.
fn list_object_pointers(value: &Value, place: &str) -> Vec<String> {
    let mut pointers = Vec::new();
    match value {
        Value::Object(map) => {
            for (key, child) in map {
                pointers.extend(list_object_pointers(child, &format!("{place}/{key}")));
            }
            pointers.push(place.to_string());
        }
        Value::Array(list) => {
            for (index, child) in list.iter().enumerate() {
                pointers.extend(list_object_pointers(child, &format!("{place}/{index}")));
            }
        }
        _ => {}
    }
    pointers
}

/// Returns whether a value is a default: null, `false`, 0, or an empty text, list or object.
fn is_empty_or_zero(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(true) => false,
    }
}

/// Removes null fields of objects, because TOML has no null.
pub(super) fn remove_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let non_null = map.iter().filter(|(_, value)| !value.is_null());
            non_null.map(|(key, value)| (key.clone(), remove_nulls(value))).collect()
        }
        Value::Array(list) => list.iter().map(remove_nulls).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet_file::{
        SheetFormat, SheetHeader, format_sheet_file, parse_body_over_template,
    };
    use crate::{TemplateKind, built_in_kit};

    fn header(system: &str) -> SheetHeader {
        let (system, name) = (system.into(), "Ana".into());
        SheetHeader { system, name, template: String::new(), portrait: None }
    }

    /// Returns the body, and bodies in which one field of one item is another.
    fn variants_of(kit: &Arc<dyn Kit>, body: &Value) -> Vec<Value> {
        let mut variants = vec![body.clone()];
        for (field, value) in body.as_object().into_iter().flatten() {
            let places = match value {
                Value::Array(list) => {
                    (0..list.len()).map(|index| format!("/{field}/{index}")).collect()
                }
                _ => vec![format!("/{field}")],
            };
            for place in places {
                let keys: Vec<String> = match body.pointer(&place) {
                    Some(Value::Object(item)) => item.keys().cloned().collect(),
                    _ => Vec::new(),
                };
                for key in keys {
                    let mut variant = body.clone();
                    let changed = variant.pointer_mut(&format!("{place}/{key}"));
                    match changed {
                        Some(Value::Bool(is_on)) => *is_on = !*is_on,
                        Some(number @ Value::Number(_)) => {
                            *number = (number.as_i64().unwrap_or(0) + 1).into()
                        }
                        _ => continue,
                    }
                    let fields = crate::form_fields::body_to_fields(&variant);
                    variants.extend(kit.make_body("", &fields));
                }
            }
        }
        variants
    }

    /// Every sheet reads back as it was written, also with worn or other items than the kit's, and
    /// says nothing that goes without saying.
    #[test]
    fn sheets_of_all_systems_read_back_as_written() {
        for system in engine::game::SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            let kinds = [TemplateKind::Archetype, TemplateKind::Creature];
            let templates: Vec<String> =
                kinds.iter().flat_map(|kind| kit.template_names(*kind)).collect();
            for (number, template) in templates.iter().enumerate().step_by(7) {
                let body = kit.make_body(template, &Fields::new()).unwrap();
                for variant in variants_of(&kit, &body).iter().step_by(3) {
                    let format = [SheetFormat::Toml, SheetFormat::Json][number % 2];
                    let text = format_sheet_file(format, &header(system), variant, &kit).unwrap();
                    let read = parse_body_over_template(format, &text, "", &kit);
                    assert_eq!(read.as_ref().ok(), Some(variant), "{template}: {text}");
                }
                let toml = format_sheet_file(SheetFormat::Toml, &header(system), &body, &kit);
                let toml = toml.unwrap();
                for state in ["id = 0", "used_up = false", "natural = false"] {
                    assert!(!toml.contains(state), "{template}: {toml}");
                }
            }
        }
    }

    #[test]
    fn gear_is_written_by_its_names() {
        let written = |system: &str, template: &str, change: fn(&mut Value)| {
            let kit = built_in_kit(system).unwrap();
            let mut body = kit.make_body(template, &Fields::new()).unwrap();
            change(&mut body);
            format_sheet_file(SheetFormat::Toml, &header(system), &body, &kit).unwrap()
        };
        let dr12 = written("dr12", "warrior", |body| body["hands"][0]["marks"] = 2.into());
        assert!(dr12.contains("hands = [\"longsword (marks 2)\", \"small shield\"]"), "{dr12}");
        let cards = written("cards", "hunter", |_| {});
        assert!(cards.contains("gear = [\""), "{cards}");
        let free_hands = |body: &mut Value| {
            for item in body["gear"].as_array_mut().unwrap() {
                item["held"] = false.into();
            }
        };
        let factions = written("factions", "shieldbearer", free_hands);
        assert!(factions.contains("(not in hand)"), "{factions}");
    }

    #[test]
    fn wrong_remark_is_refused() {
        let kit = built_in_kit("dr12").unwrap();
        let parse = |hands: &str| {
            let text = format!("system = \"dr12\"\nname = \"Ana\"\n[sheet]\nhands = {hands}\n");
            parse_body_over_template(SheetFormat::Toml, &text, "", &kit)
        };
        let body = parse("[\"longsword (marks 1)\", \"small shield\"]").unwrap();
        assert_eq!(body["hands"][0]["marks"], 1);
        let refusal = parse("[\"longsword (rusty)\"]").unwrap_err();
        assert_eq!(refusal.details["slot"], "rusty");
        let refusal = parse("[\"longswrod (marks 1)\"]").unwrap_err();
        assert!(refusal.details["names"].starts_with("longsword"), "{refusal:?}");
    }
}
