//! Compares the state of a fight with what a script expects, field by field.

use serde_json::Value;

/// Compares the field at a path with the expected value; the error says what was found.
pub fn check_field(state: &Value, path: &str, expected: &str) -> Result<(), String> {
    let found = find_field(state, path)?;
    if is_expected_value(found, expected) {
        Ok(())
    } else {
        Err(format!("{path} is {}, not {expected}", format_value(found)))
    }
}

/// Returns the field at a path of field names, list indexes, or names of list items. The error says
/// what there is instead.
fn find_field<'a>(state: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut current = state;
    for step in path.split('.') {
        let next = match current {
            Value::Object(fields) => fields.get(step),
            Value::Array(list) => match step.parse::<usize>() {
                Ok(index) => list.get(index),
                Err(_) => list
                    .iter()
                    .find(|item| item_name(item).is_some_and(|name| is_same_name(name, step))),
            },
            _ => None,
        };
        current = next.ok_or_else(|| {
            let known = match current {
                Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(", "),
                Value::Array(list) => {
                    list.iter().filter_map(item_name).collect::<Vec<_>>().join(", ")
                }
                _ => format_value(current),
            };
            format!("no field `{step}` (in `{path}`); there are: {known}")
        })?;
    }
    Ok(current)
}

/// Returns the name of a list item that is an object; `None` if it has none.
fn item_name(value: &Value) -> Option<&str> {
    value.get("name").and_then(Value::as_str)
}

/// Returns whether both are the same name, in any case. A path writes `small_shield` for `small
/// shield`.
fn is_same_name(name: &str, step: &str) -> bool {
    name.to_lowercase() == step.replace('_', " ").to_lowercase()
}

/// Returns whether a value is the expected one, which is written as:
///
/// - `none`: null or an empty list; `some`: anything else.
/// - Text and numbers as they are; `yes` and `no` as well as `true` and `false`.
/// - Names separated by `+`: a list of items with those names, in order.
/// - JSON with `{`: an object that has at least those fields; other JSON: the same value.
/// - What is no JSON: an object of that name.
fn is_expected_value(found: &Value, expected: &str) -> bool {
    let is_empty = match found {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    match (expected, found) {
        ("none", _) => is_empty,
        ("some", _) => !is_empty,
        ("yes" | "true", Value::Bool(flag)) => *flag,
        ("no" | "false", Value::Bool(flag)) => !*flag,
        (text, Value::String(found)) => found == text || is_same_name(found, text),
        (text, Value::Array(list)) if !text.starts_with('[') => {
            has_expected_items_in_order(list, text)
        }
        (text, found) => is_json_or_name_of(found, text),
    }
}

/// Returns whether a list has exactly the items that are separated by `+`, in order. An item with a
/// name is meant by it; any other is compared as a value.
fn has_expected_items_in_order(list: &[Value], text: &str) -> bool {
    let expected_items: Vec<&str> = text.split('+').map(str::trim).collect();
    expected_items.len() == list.len()
        && list.iter().zip(expected_items).all(|(item, expected)| match item_name(item) {
            Some(name) => is_same_name(name, expected),
            None => is_expected_value(item, expected),
        })
}

/// Returns whether a text is JSON that fits a value (of an object the fields in the text), or else
/// the value's name.
fn is_json_or_name_of(found: &Value, text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(fields)) => {
            fields.iter().all(|(field, value)| found.get(field) == Some(value))
        }
        Ok(value) => *found == value,
        Err(_) => item_name(found).is_some_and(|name| is_same_name(name, text)),
    }
}

/// Formats a value as a script would write it.
fn format_value(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) if list.iter().all(|item| item_name(item).is_some()) => {
            list.iter().filter_map(item_name).collect::<Vec<_>>().join(" + ")
        }
        other => match item_name(other) {
            Some(name) => name.into(),
            None => other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn check_field_compares_and_reports() {
        let body = json!({
            "hp": 5, "stuck": null, "mood": "fleeing", "leader": false,
            "hands": [{"name": "small shield", "marks": 1}, {"name": "dagger", "marks": 0}],
            "ongoing": {"attribute": "con", "dr": 12},
        });
        for (path, expected) in [
            ("hp", "5"),
            ("stuck", "none"),
            ("mood", "fleeing"),
            ("leader", "no"),
            ("hands", "small shield + dagger"),
            ("hands.small_shield.marks", "1"),
            ("hands.1.marks", "0"),
            ("ongoing", "some"),
            ("ongoing.dr", "12"),
            ("ongoing", "{\"dr\": 12}"),
        ] {
            assert_eq!(check_field(&body, path, expected), Ok(()), "{path}");
        }
        let failure =
            |path, expected| check_field(&body, path, expected).expect_err("a difference");
        assert_eq!(failure("hp", "6"), "hp is 5, not 6");
        assert_eq!(failure("hands", "dagger"), "hands is small shield + dagger, not dagger");
        assert!(failure("hpp", "6").contains("no field `hpp`"));
    }
}
