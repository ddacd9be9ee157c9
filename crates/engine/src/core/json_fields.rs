//! Fields of a body or of settings, set by their paths.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::StoredPart;
use crate::core::command::Refusal;
use crate::core::json;

/// Returns a copy of `base` with one field set, which is named by its path (`hp`,
/// `conditions.stuck`, `pack.0.marks`). The value is parsed as JSON if possible, else it is text.
///
/// # Errors
/// Refuses a field that does not exist and a value that does not fit the field.
pub fn with_field_set<T: StoredPart>(base: &T, path: &str, value_text: &str) -> Result<T, Refusal> {
    let to_refusal = |error: serde_json::Error| {
        let reason = json::message_without_position(&error);
        Refusal::parse_error(reason).with("slot", path).with("value", value_text)
    };
    let base_json = serde_json::to_string(base).map_err(Refusal::parse_error)?;
    // Only the changed field is parsed in full. All others stay raw text.
    let mut raw_fields: BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(&base_json).map_err(to_refusal)?;
    // The others are null here; they are there so that a refusal can name all fields.
    let mut fields: Value = raw_fields.keys().map(|name| (name.clone(), Value::Null)).collect();
    let changed_name = path.split('.').next().unwrap_or_default();
    if let Some(raw_field) = raw_fields.get(changed_name) {
        fields[changed_name] = serde_json::from_str(raw_field.get()).map_err(to_refusal)?;
    }
    set_existing_json_field(&mut fields, path, value_text)?;
    let changed_field = to_raw_value(&fields[changed_name]).map_err(to_refusal)?;
    raw_fields.insert(changed_name.into(), changed_field);
    let changed_json = serde_json::to_string(&raw_fields).map_err(to_refusal)?;
    serde_json::from_str(&changed_json).map_err(to_refusal)
}

/// Sets the field at a path of a JSON value; see [`with_field_set`]. Elements of a list go by their
/// index or their name.
///
/// # Errors
/// `bad-setup` if the path leads to no field; it names the fields of the object where it ends, but
/// not the elements of a list.
pub fn set_existing_json_field(
    json: &mut Value,
    path: &str,
    value_text: &str,
) -> Result<(), Refusal> {
    let mut field = json;
    for step in path.split('.') {
        // They are listed before `field` is borrowed to look for the next one.
        let field_names: Vec<String> = match field {
            Value::Object(map) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let next_field = match field {
            Value::Object(map) => map.get_mut(step),
            Value::Array(list) => match step.parse::<usize>() {
                Ok(index) => list.get_mut(index),
                Err(_) => list.iter_mut().find(|item| is_json_named(item, step)),
            },
            _ => None,
        };
        field = next_field.ok_or_else(|| {
            let missing_name = if step.is_empty() { path } else { step };
            let refusal = Refusal::bad_setup("", "no-field").with("slot", missing_name);
            if field_names.is_empty() {
                refusal
            } else {
                refusal.with_names_of("field", &field_names)
            }
        })?;
    }
    *field = serde_json::from_str(value_text).unwrap_or_else(|_| Value::String(value_text.into()));
    Ok(())
}

/// Returns whether a JSON object has this name. Blanks and `_` are the same.
fn is_json_named(item: &Value, name: &str) -> bool {
    let own_name = item["name"].as_str();
    own_name.is_some_and(|own_name| own_name.replace(' ', "_") == name.replace(' ', "_"))
}
