//! Checks modals and autocomplete responses.

use serde_json::Value;

use super::{FormValidator, JsonObject, child_path};
use crate::api_error::ApiError;

/// Checks a modal: a title, and one to five rows of one text input each. Returns the fields that
/// Discord does not know.
pub(crate) fn check_modal(data: &Value) -> Result<Vec<String>, ApiError> {
    let mut form = FormValidator::default();
    if let Some(modal) = form.check_object("data", data) {
        check_modal_fields(&mut form, modal);
    }
    form.into_unknown_fields_or_refuse()
}

/// Checks the title and the rows of a modal, and records each problem in the form.
fn check_modal_fields(form: &mut FormValidator, modal: &JsonObject) {
    let modal_path = "data";
    form.record_unknown_fields(modal_path, modal, &["custom_id", "title", "components"]);
    for (key, max_chars) in [("custom_id", 100), ("title", 45)] {
        form.check_required(modal_path, modal, key);
        form.check_optional_text(modal_path, modal, key, 1, max_chars);
    }
    let rows = form.check_optional_list(modal_path, modal, "components", 5).unwrap_or(&[]);
    let rows_path = child_path(modal_path, "components");
    if rows.is_empty() {
        let message = "Must be between 1 and 5 in length.";
        form.add_problem(rows_path.clone(), "BASE_TYPE_BAD_LENGTH", message);
    }
    let mut custom_ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row_path = child_path(&rows_path, i);
        let Some(row) = form.check_object(&row_path, row) else { continue };
        form.record_unknown_fields(&row_path, row, &["type", "id", "components"]);
        let is_action_row = row.get("type").and_then(Value::as_i64) == Some(1);
        let components = row.get("components").and_then(Value::as_array).map(Vec::as_slice);
        let input = match components {
            Some([input]) if is_action_row && input["type"] == 4 => input,
            _ => {
                let message = "An action row of a modal holds one text input";
                form.add_problem(row_path, "BASE_TYPE_INVALID", message);
                continue;
            }
        };
        let input_path = child_path(&child_path(&row_path, "components"), 0);
        if let Some(input) = form.check_object(&input_path, input) {
            check_text_input(form, &input_path, input);
            custom_ids.extend(input.get("custom_id").and_then(Value::as_str));
        }
    }
    let message = "Component custom id is used twice";
    form.check_unique(&rows_path, "COMPONENT_CUSTOM_ID_DUPLICATED", message, custom_ids);
}

/// Checks a text input of a modal, and records each problem in the form.
fn check_text_input(form: &mut FormValidator, input_path: &str, input: &JsonObject) {
    let known_fields = [
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
    form.record_unknown_fields(input_path, input, &known_fields);
    for key in ["custom_id", "style", "label"] {
        form.check_required(input_path, input, key);
    }
    form.check_optional_text(input_path, input, "custom_id", 1, 100);
    form.check_optional_text(input_path, input, "label", 1, 45);
    form.check_optional_text(input_path, input, "placeholder", 0, 100);
    form.check_optional_choice(input_path, input, "style", &[1, 2]);
    form.check_optional_flag(input_path, input, "required");
    let min_length =
        form.check_optional_integer(input_path, input, "min_length", 0, 4000).unwrap_or(0);
    let max_length =
        form.check_optional_integer(input_path, input, "max_length", 1, 4000).unwrap_or(4000);
    if min_length > max_length {
        let message = "min_length must not be above max_length";
        form.add_problem(child_path(input_path, "min_length"), "BASE_TYPE_INVALID", message);
    }
    form.check_optional_text(
        input_path,
        input,
        "value",
        0,
        usize::try_from(max_length).unwrap_or(0),
    );
}

/// Checks an autocomplete response: at most 25 choices, with names and values of at most 100
/// characters. Returns the fields that Discord does not know.
pub(crate) fn check_autocomplete_choices(data: &Value) -> Result<Vec<String>, ApiError> {
    let mut form = FormValidator::default();
    if let Some(data) = form.check_object("data", data) {
        form.record_unknown_fields("data", data, &["choices"]);
        let choices = form.check_optional_list("data", data, "choices", 25).unwrap_or(&[]);
        for (i, choice) in choices.iter().enumerate() {
            let path = child_path("data.choices", i);
            let Some(choice) = form.check_object(&path, choice) else { continue };
            form.record_unknown_fields(&path, choice, &["name", "name_localizations", "value"]);
            form.check_required(&path, choice, "name");
            form.check_optional_text(&path, choice, "name", 1, 100);
            if form.check_required(&path, choice, "value") && !choice["value"].is_number() {
                form.check_optional_text(&path, choice, "value", 0, 100);
            }
        }
    }
    form.into_unknown_fields_or_refuse()
}
