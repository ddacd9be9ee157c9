//! Rewrites filled forms so that serenity can parse them: it knows text inputs in rows, but neither
//! labels nor what is in them.

use serde_json::{Value, json};

/// Discord's component types in forms.
const ROW: u64 = 1;
const TEXT: u64 = 4;
const LABEL: u64 = 18;

/// What an event with labels has in its text, so that others need not be parsed.
const LABEL_HINT: &str = "\"type\":18";

/// Returns the event with its labels as rows of text inputs: a menu has the chosen value, and a
/// checkbox `true` or `false`. `None` for an event without labels.
pub fn rewrite_event_label_fields_as_text_rows(name: &str, text: &str) -> Option<String> {
    if name != "INTERACTION_CREATE" || !text.replace(' ', "").contains(LABEL_HINT) {
        return None;
    }
    let mut event: Value = serde_json::from_str(text).ok()?;
    let components = event["d"]["data"]["components"].as_array_mut()?;
    for component in components.iter_mut().filter(|component| component["type"] == LABEL) {
        let field = &component["component"];
        let row = json!({
            "type": ROW,
            "components": [{
                "type": TEXT,
                "custom_id": field["custom_id"],
                "value": field_value(field),
            }],
        });
        *component = row;
    }
    Some(event.to_string())
}

/// Returns what a field was filled with, as text: the chosen values with commas between them, the
/// written text, or `true` or `false` of a checkbox.
fn field_value(field: &Value) -> String {
    if let Some(values) = field["values"].as_array() {
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return values.join(", ");
    }
    match &field["value"] {
        Value::String(text) => text.clone(),
        Value::Bool(is_checked) => is_checked.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_rows_of_text_inputs() {
        let label = |field: Value| json!({"type": 18, "id": 1, "component": field});
        let event = json!({"op": 0, "t": "INTERACTION_CREATE", "s": 4, "d": {"id": "7", "data": {
            "custom_id": "f",
            "components": [
                label(json!({"type": 4, "id": 2, "custom_id": "name", "value": "Ana"})),
                label(json!({"type": 3, "id": 3, "custom_id": "side", "values": ["party"]})),
                label(json!({"type": 3, "id": 4, "custom_id": "at", "values": []})),
                label(json!({"type": 23, "id": 5, "custom_id": "hidden", "value": true})),
            ],
        }}});
        let text =
            rewrite_event_label_fields_as_text_rows("INTERACTION_CREATE", &event.to_string())
                .unwrap();
        let rewritten: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&rewritten["s"], &rewritten["d"]["id"]), (&json!(4), &json!("7")));
        let rows = rewritten["d"]["data"]["components"].as_array().unwrap();
        let fields = rows.iter().map(|row| {
            assert_eq!(row["type"], 1);
            let input = &row["components"][0];
            assert_eq!(input["type"], 4);
            (input["custom_id"].as_str().unwrap(), input["value"].as_str().unwrap())
        });
        let expected = [("name", "Ana"), ("side", "party"), ("at", ""), ("hidden", "true")];
        assert_eq!(fields.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn other_events_are_left_alone() {
        let press = json!({"op": 0, "t": "INTERACTION_CREATE", "d": {"data": {"custom_id": "a"}}});
        assert_eq!(
            rewrite_event_label_fields_as_text_rows("INTERACTION_CREATE", &press.to_string()),
            None
        );
        assert_eq!(
            rewrite_event_label_fields_as_text_rows("MESSAGE_CREATE", "{\"type\":18}"),
            None
        );
    }
}
