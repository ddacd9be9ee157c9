//! What a script says of the state: fields by their paths, compared with what is there.

use serde_json::Value;

/// Compares the field at a path with what is expected; the error says what was found.
pub fn check_field(state: &Value, path: &str, expected: &str) -> Result<(), String> {
    let found = find_field(state, path)?;
    if matches_expected(found, expected) {
        Ok(())
    } else {
        Err(format!("{path} is {}, not {expected}", format_value(found)))
    }
}

/// The field at a path: names of fields, places in lists, or the names of what a list holds.
fn find_field<'a>(state: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut here = state;
    for step in path.split('.') {
        let next = match here {
            Value::Object(fields) => fields.get(step),
            Value::Array(list) => match step.parse::<usize>() {
                Ok(place) => list.get(place),
                Err(_) => list
                    .iter()
                    .find(|one| item_name(one).is_some_and(|name| is_same_name(name, step))),
            },
            _ => None,
        };
        here = next.ok_or_else(|| {
            let there = match here {
                Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(", "),
                Value::Array(list) => {
                    list.iter().filter_map(item_name).collect::<Vec<_>>().join(", ")
                }
                _ => format_value(here),
            };
            format!("no field `{step}` (in `{path}`); there are: {there}")
        })?;
    }
    Ok(here)
}

fn item_name(value: &Value) -> Option<&str> {
    value.get("name").and_then(Value::as_str)
}

/// `small_shield` is the name `small shield`.
fn is_same_name(name: &str, step: &str) -> bool {
    name.to_lowercase() == step.replace('_', " ").to_lowercase()
}

/// - `none`: nothing is there, or an empty list; `some`: something is.
/// - text and numbers as they are; `yes` and `no` as well as `true` and `false`.
/// - names parted by `+`: a list of things with those names, in order.
/// - JSON with `{`: those fields of it are there.
fn matches_expected(found: &Value, expected: &str) -> bool {
    let is_empty = match found {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    match (expected, found) {
        ("none", _) => is_empty,
        ("some", _) => !is_empty,
        ("yes" | "true", Value::Bool(it)) => *it,
        ("no" | "false", Value::Bool(it)) => !*it,
        (text, Value::String(found)) => found == text || is_same_name(found, text),
        (text, Value::Array(list)) if !text.starts_with('[') => {
            let names: Vec<&str> = text.split('+').map(str::trim).collect();
            names.len() == list.len()
                && list.iter().zip(names).all(|(one, expected)| match item_name(one) {
                    Some(name) => is_same_name(name, expected),
                    None => matches_expected(one, expected),
                })
        }
        (text, found) => match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(fields)) => {
                fields.iter().all(|(field, value)| found.get(field) == Some(value))
            }
            Ok(value) => *found == value,
            Err(_) => item_name(found).is_some_and(|name| is_same_name(name, text)),
        },
    }
}

/// As a script would write it.
fn format_value(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) if list.iter().all(|one| item_name(one).is_some()) => {
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
    fn facts_compare() {
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
        let wrong = |path, expected| check_field(&body, path, expected).expect_err("a difference");
        assert_eq!(wrong("hp", "6"), "hp is 5, not 6");
        assert_eq!(wrong("hands", "dagger"), "hands is small shield + dagger, not dagger");
        assert!(wrong("hpp", "6").contains("no field `hpp`"));
    }
}
