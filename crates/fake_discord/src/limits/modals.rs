//! Modals and autocomplete answers.

use serde_json::Value;

use super::{FormValidator, JsonObject, child_path};
use crate::api_error::ApiError;

/// A modal: a title and one to five rows of one text input.
pub(crate) fn check_modal(data: &Value) -> Result<Vec<String>, ApiError> {
    let mut form = FormValidator::default();
    if let Some(modal) = form.check_object("data", data) {
        check_modal_fields(&mut form, modal);
    }
    form.into_unknown_fields_or_refuse()
}

fn check_modal_fields(form: &mut FormValidator, modal: &JsonObject) {
    let at = "data";
    form.record_unknown_fields(at, modal, &["custom_id", "title", "components"]);
    for (key, most) in [("custom_id", 100), ("title", 45)] {
        form.check_required(at, modal, key);
        form.check_text(at, modal, key, 1, most);
    }
    let rows = form.check_list(at, modal, "components", 5).unwrap_or(&[]);
    let at = child_path(at, "components");
    if rows.is_empty() {
        form.add_problem(at.clone(), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    let mut ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let at = child_path(&at, i);
        let Some(row) = form.check_object(&at, row) else { continue };
        form.record_unknown_fields(&at, row, &["type", "id", "components"]);
        let inner = row.get("components").and_then(Value::as_array);
        let one = inner.filter(|inner| inner.len() == 1 && inner[0]["type"] == 4);
        let Some(one) = one.filter(|_| row.get("type").and_then(Value::as_i64) == Some(1)) else {
            let message = "An action row of a modal holds one text input";
            form.add_problem(at, "BASE_TYPE_INVALID", message);
            continue;
        };
        let at = child_path(&child_path(&at, "components"), 0);
        if let Some(input) = form.check_object(&at, &one[0]) {
            check_text_input(form, &at, input);
            ids.extend(input.get("custom_id").and_then(Value::as_str));
        }
    }
    form.check_unique(
        &at,
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id is used twice",
        ids,
    );
}

fn check_text_input(form: &mut FormValidator, input_path: &str, input: &JsonObject) {
    let known = [
        "type",
        "id",
        "custom_id",
        "style",
        "label",
        "value",
        "placeholder",
        "required",
        "min_length",
        "max_length",
    ];
    form.record_unknown_fields(input_path, input, &known);
    for key in ["custom_id", "style", "label"] {
        form.check_required(input_path, input, key);
    }
    form.check_text(input_path, input, "custom_id", 1, 100);
    form.check_text(input_path, input, "label", 1, 45);
    form.check_text(input_path, input, "placeholder", 0, 100);
    form.check_choice(input_path, input, "style", &[1, 2]);
    form.check_flag(input_path, input, "required");
    let least = form.check_integer(input_path, input, "min_length", 0, 4000).unwrap_or(0);
    let most = form.check_integer(input_path, input, "max_length", 1, 4000).unwrap_or(4000);
    if least > most {
        let message = "min_length must not be above max_length";
        form.add_problem(child_path(input_path, "min_length"), "BASE_TYPE_INVALID", message);
    }
    form.check_text(input_path, input, "value", 0, usize::try_from(most).unwrap_or(0));
}

/// An autocomplete answer: at most 25 choices, name and value of at most 100 characters.
pub(crate) fn check_autocomplete_choices(data: &Value) -> Result<Vec<String>, ApiError> {
    let mut form = FormValidator::default();
    if let Some(data) = form.check_object("data", data) {
        form.record_unknown_fields("data", data, &["choices"]);
        let choices = form.check_list("data", data, "choices", 25).unwrap_or(&[]);
        for (i, choice) in choices.iter().enumerate() {
            let at = child_path("data.choices", i);
            let Some(choice) = form.check_object(&at, choice) else { continue };
            form.record_unknown_fields(&at, choice, &["name", "name_localizations", "value"]);
            form.check_required(&at, choice, "name");
            form.check_text(&at, choice, "name", 1, 100);
            if form.check_required(&at, choice, "value") && !choice["value"].is_number() {
                form.check_text(&at, choice, "value", 0, 100);
            }
        }
    }
    form.into_unknown_fields_or_refuse()
}
