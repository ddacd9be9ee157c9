//! Fields of a sheet as a person reads and fills them: numbers, words, and names separated by
//! commas.

use std::sync::Arc;

use serde_json::Value;

use super::{Fields, Kit, is_no_such_entry, split_names};
use engine::core::command::Refusal;

/// Formats the value of a field for a form. Items are shown by their names.
pub fn format_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(format_field).collect::<Vec<_>>().join(", "),
        Value::Object(item) => match item.get("name").and_then(Value::as_str) {
            Some(name) => name.into(),
            None => value.to_string(),
        },
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Returns a copy of `body` with one field filled in. Named items that the body already has keep
/// their state (wear, marks); new ones come from the kit.
///
/// # Errors
/// Refuses a field that does not exist and a text that does not fit the field.
pub fn fill_field(
    kit: &Arc<dyn Kit>,
    body: &Value,
    field: &str,
    text: &str,
) -> Result<Value, Refusal> {
    let text = text.trim();
    let current = body.get(field);
    if current.is_some_and(|value| format_field(value) == text) {
        return Ok(body.clone());
    }
    let is_json = text.starts_with(['[', '{']);
    let field_text = match current {
        Some(Value::Array(_)) if !is_json => {
            let mut entries: Vec<Value> = Vec::new();
            for name in split_names(text) {
                entries.push(find_or_make_list_entry(kit, body, field, name)?);
            }
            Value::Array(entries).to_string()
        }
        Some(Value::Null | Value::Object(_)) if text.is_empty() => "null".into(),
        Some(Value::Null | Value::Object(_)) => match find_item_in_any_field(body, text) {
            Some(item) => item.to_string(),
            None => text.to_string(),
        },
        _ => text.to_string(),
    };
    let mut fields = body_to_fields(body);
    fields.insert(field.into(), field_text);
    kit.make_body("", &fields)
}

/// Converts all fields of a body to the form that [`Kit::make_body`] takes.
pub fn body_to_fields(body: &Value) -> Fields {
    let fields = body.as_object().into_iter().flatten();
    fields.map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// Returns the entry of a list field with this name: from any field of the body, or else a new one
/// from the kit, or else the name itself if the field is a list of plain words.
///
/// # Errors
/// The kit has no such entry.
fn find_or_make_list_entry(
    kit: &Arc<dyn Kit>,
    body: &Value,
    field: &str,
    name: &str,
) -> Result<Value, Refusal> {
    if let Some(own_item) = find_item_in_any_field(body, name) {
        return Ok(own_item.clone());
    }
    // A kit makes whole bodies alone, so the entry is taken out of one that has nothing else.
    let fields_of_new_body = Fields::from([(field.into(), name.into())]);
    let new_body = match kit.make_body("", &fields_of_new_body) {
        Ok(new_body) => new_body,
        Err(refusal) if is_no_such_entry(&refusal) => return Err(refusal),
        // For this field the kit makes no entries of names: it is a list of plain words.
        Err(_) => return Ok(name.into()),
    };
    let mut entry = new_body[field].get(0).cloned().unwrap_or_default();
    // A new item is not held, because the hands may be full already.
    if let Some(held) = entry.get_mut("held") {
        *held = false.into();
    }
    Ok(entry)
}

/// Finds the item with this name in any field of a body, ignoring case.
fn find_item_in_any_field<'a>(body: &'a Value, name: &str) -> Option<&'a Value> {
    let mut items = body.as_object()?.values().flat_map(|field| match field {
        Value::Array(list) => list.iter().collect(),
        Value::Object(_) => vec![field],
        _ => Vec::new(),
    });
    items.find(|item| {
        let own_name = item["name"].as_str();
        own_name.is_some_and(|own_name| own_name.to_lowercase() == name.to_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_kit;

    #[test]
    fn fill_field_keeps_the_state_of_items_that_were_there() {
        let kit = built_in_kit("dr12").unwrap();
        let mut body = kit.make_body("warrior", &Fields::new()).unwrap();
        body["hands"][0]["marks"] = 2.into();
        assert_eq!(format_field(&body["hands"]), "longsword, small shield");
        let body = fill_field(&kit, &body, "ready", "Longsword, bow").unwrap();
        assert_eq!(
            (&body["ready"][0]["marks"], &body["ready"][1]["marks"]),
            (&2.into(), &0.into())
        );
        let body = fill_field(&kit, &body, "helmet", "helmet").unwrap();
        assert_eq!(format_field(&body["helmet"]), "helmet");
        assert!(fill_field(&kit, &body, "helmet", "").unwrap()["helmet"].is_null());
        assert_eq!(fill_field(&kit, &body, "scars", "shaken, lost").unwrap()["scars"][1], "lost");
        let refusal = format!("{:?}", fill_field(&kit, &body, "pack", "halberd").unwrap_err());
        assert!(refusal.contains("greatsword"), "{refusal}");
        assert!(
            format!("{:?}", fill_field(&kit, &body, "hpp", "3").unwrap_err()).contains("hp_max")
        );
        assert!(fill_field(&kit, &body, "hp", "many").is_err());
    }

    #[test]
    fn fill_field_adds_new_gear_not_held() {
        let kit = built_in_kit("factions").unwrap();
        let body = kit.make_body("shieldbearer", &Fields::new()).unwrap();
        let body = fill_field(&kit, &body, "gear", "sword, shield, spear").unwrap();
        let held = body["gear"].as_array().unwrap().iter().map(|item| item["held"] == true);
        assert_eq!(held.collect::<Vec<_>>(), [true, true, false]);
        let body = fill_field(&kit, &body, "traits", "elusive").unwrap();
        assert_eq!(body["traits"][0], "elusive");
    }
}
