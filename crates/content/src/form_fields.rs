//! Fields of a sheet as a person reads and fills them: numbers, words, names with commas between.

use std::sync::Arc;

use serde_json::Value;

use super::{Fields, Kit, is_no_such_entry, split_names};
use engine::core::command::Refusal;

/// A field as it is shown in a form.
pub fn format_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(format_field).collect::<Vec<_>>().join(", "),
        Value::Object(thing) => match thing.get("name").and_then(Value::as_str) {
            Some(name) => name.into(),
            None => value.to_string(),
        },
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A body with one field filled in. What is named and was on the body before stays as worn as it
/// was; what is new comes from the kit.
///
/// # Errors
/// There is no such field, or what was filled in does not fit.
pub fn fill_field(
    kit: &Arc<dyn Kit>,
    body: &Value,
    field: &str,
    text: &str,
) -> Result<Value, Refusal> {
    let text = text.trim();
    let mut fields = body_to_fields(body);
    let now = body.get(field);
    if now.is_some_and(|now| format_field(now) == text) {
        return Ok(body.clone());
    }
    let value = match now {
        Some(Value::Array(_)) if !text.starts_with(['[', '{']) => {
            let all = split_names(text).map(|name| resolve_list_entry(kit, body, field, name));
            all.collect::<Result<Value, _>>()?.to_string()
        }
        Some(Value::Null | Value::Object(_)) if text.is_empty() => "null".into(),
        Some(Value::Null | Value::Object(_)) => {
            find_by_name(body, text).map_or_else(|| text.to_string(), Value::to_string)
        }
        _ => text.to_string(),
    };
    fields.insert(field.into(), value);
    kit.make_body("", &fields)
}

/// A body as fields, all of them.
pub fn body_to_fields(body: &Value) -> Fields {
    let fields = body.as_object().into_iter().flatten();
    fields.map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// One thing of a list by its name.
fn resolve_list_entry(
    kit: &Arc<dyn Kit>,
    body: &Value,
    field: &str,
    name: &str,
) -> Result<Value, Refusal> {
    if let Some(known) = find_by_name(body, name) {
        return Ok(known.clone());
    }
    match kit.make_body("", &Fields::from([(field.into(), name.into())])) {
        Ok(made) => {
            let mut thing = made[field].get(0).cloned().unwrap_or_default();
            // Hands may be full already: it is put away.
            if let Some(held) = thing.get_mut("held") {
                *held = false.into();
            }
            Ok(thing)
        }
        // A list of plain words.
        Err(wrong) if !is_no_such_entry(&wrong) => Ok(name.into()),
        Err(wrong) => Err(wrong),
    }
}

/// Whatever of that name is on a body already.
fn find_by_name<'a>(body: &'a Value, name: &str) -> Option<&'a Value> {
    let parts = body.as_object()?.values();
    let things = parts.flat_map(|part| match part {
        Value::Array(list) => list.iter().collect(),
        Value::Object(_) => vec![part],
        _ => Vec::new(),
    });
    let is_named = |thing: &&Value| {
        thing["name"].as_str().is_some_and(|own| own.to_lowercase() == name.to_lowercase())
    };
    things.into_iter().find(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_kit;

    #[test]
    fn what_was_there_stays_as_worn_as_it_was() {
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
        let wrong = format!("{:?}", fill_field(&kit, &body, "pack", "halberd").unwrap_err());
        assert!(wrong.contains("longsword"), "{wrong}");
        assert!(
            format!("{:?}", fill_field(&kit, &body, "hpp", "3").unwrap_err()).contains("hp_max")
        );
        assert!(fill_field(&kit, &body, "hp", "many").is_err());
    }

    #[test]
    fn new_gear_is_put_away() {
        let kit = built_in_kit("factions").unwrap();
        let body = kit.make_body("shieldbearer", &Fields::new()).unwrap();
        let body = fill_field(&kit, &body, "gear", "sword, shield, spear").unwrap();
        let held = body["gear"].as_array().unwrap().iter().map(|item| item["held"] == true);
        assert_eq!(held.collect::<Vec<_>>(), [true, true, false]);
        let body = fill_field(&kit, &body, "traits", "elusive").unwrap();
        assert_eq!(body["traits"][0], "elusive");
    }
}
