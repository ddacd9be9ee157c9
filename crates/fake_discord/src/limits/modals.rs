//! Checks modals and autocomplete responses.
//!
//! A modal has labels with one field each, or as before action rows with one text input each.

use serde_json::Value;

use super::{FormValidator, JsonObject, UnknownFields, child_path};
use crate::api_error::ApiError;
use crate::visible_message::component_type;

/// Checks a modal: a title, and one to five labels or action rows with one field each. Returns the
/// fields that Discord does not know.
pub(crate) fn check_modal(data: &Value) -> Result<UnknownFields, ApiError> {
    let mut form = FormValidator::default();
    if let Some(modal) = form.check_and_read_object("data", data) {
        check_modal_fields(&mut form, modal);
    }
    form.into_unknown_fields_or_refuse()
}

/// Checks the title and the rows of a modal, and records each problem in the form.
fn check_modal_fields(form: &mut FormValidator, modal: &JsonObject) {
    let modal_path = "data";
    form.record_unknown_nonempty_fields(modal_path, modal, &["custom_id", "title", "components"]);
    for (key, max_chars) in [("custom_id", 100), ("title", 45)] {
        form.check_is_present(modal_path, modal, key);
        form.read_text_and_record_bad_length(modal_path, modal, key, 1, max_chars);
    }
    let (rows, rows_path) =
        form.read_list_and_record_bad_length(modal_path, modal, "components", 5);
    let mut custom_ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row_path = child_path(&rows_path, i);
        let Some(row) = form.check_and_read_object(&row_path, row) else { continue };
        if row.get("type").and_then(Value::as_u64) == Some(component_type::LABEL) {
            custom_ids.extend(check_label_and_read_custom_id(form, &row_path, row));
            continue;
        }
        form.record_unknown_nonempty_fields(&row_path, row, &["type", "id", "components"]);
        let is_action_row =
            row.get("type").and_then(Value::as_u64) == Some(component_type::ACTION_ROW);
        let components = row.get("components").and_then(Value::as_array).map(Vec::as_slice);
        let input = match components {
            Some([input]) if is_action_row && input["type"] == component_type::TEXT_INPUT => input,
            _ => {
                let message = "An action row of a modal holds one text input";
                form.add_problem(row_path, "BASE_TYPE_INVALID", message);
                continue;
            }
        };
        let input_path = child_path(&child_path(&row_path, "components"), 0);
        if let Some(input) = form.check_and_read_object(&input_path, input) {
            form.check_is_present(&input_path, input, "label");
            check_text_input(form, &input_path, input);
            custom_ids.extend(input.get("custom_id").and_then(Value::as_str));
        }
    }
    let message = "Component custom id is used twice";
    form.check_unique(&rows_path, "COMPONENT_CUSTOM_ID_DUPLICATED", message, custom_ids);
}

/// Checks a label of a modal with the field in it, and returns the field's custom id.
fn check_label_and_read_custom_id<'m>(
    form: &mut FormValidator,
    label_path: &str,
    label: &'m JsonObject,
) -> Option<&'m str> {
    form.record_unknown_nonempty_fields(
        label_path,
        label,
        &["type", "id", "label", "description", "component"],
    );
    form.check_is_present(label_path, label, "label");
    form.read_text_and_record_bad_length(label_path, label, "label", 1, 45);
    form.read_text_and_record_bad_length(label_path, label, "description", 1, 100);
    let field_path = child_path(label_path, "component");
    let field =
        form.check_and_read_object(&field_path, label.get("component").unwrap_or(&Value::Null))?;
    form.check_is_present(&field_path, field, "custom_id");
    form.read_text_and_record_bad_length(&field_path, field, "custom_id", 1, 100);
    match field.get("type").and_then(Value::as_u64) {
        Some(component_type::TEXT_INPUT) => {
            if field.get("label").is_some_and(|label| !label.is_null()) {
                let message = "The label of a text input is that around it";
                form.add_problem(child_path(&field_path, "label"), "BASE_TYPE_INVALID", message);
            }
            check_text_input(form, &field_path, field);
        }
        Some(component_type::STRING_SELECT) => check_menu(form, &field_path, field),
        Some(component_type::CHECKBOX) => {
            form.record_unknown_nonempty_fields(
                &field_path,
                field,
                &["type", "id", "custom_id", "default"],
            );
            form.check_and_read_flag(&field_path, field, "default");
        }
        _ => {
            let message = "This type of component cannot be in a label";
            form.add_problem(child_path(&field_path, "type"), "BASE_TYPE_CHOICES", message);
        }
    }
    field.get("custom_id").and_then(Value::as_str)
}

/// Checks a menu of texts in a modal, and records each problem in the form.
fn check_menu(form: &mut FormValidator, menu_path: &str, menu: &JsonObject) {
    let known_fields = [
        "type",
        "id",
        "custom_id",
        "placeholder",
        "min_values",
        "max_values",
        "required",
        "options",
    ];
    form.record_unknown_nonempty_fields(menu_path, menu, &known_fields);
    form.read_text_and_record_bad_length(menu_path, menu, "placeholder", 0, 150);
    form.check_and_read_flag(menu_path, menu, "required");
    form.read_integer_and_record_out_of_range(menu_path, menu, "min_values", 0, 25);
    form.read_integer_and_record_out_of_range(menu_path, menu, "max_values", 1, 25);
    let (options, options_path) =
        form.read_list_and_record_bad_length(menu_path, menu, "options", 25);
    let mut values = Vec::new();
    for (i, option) in options.iter().enumerate() {
        let path = child_path(&options_path, i);
        let Some(option) = form.check_and_read_object(&path, option) else { continue };
        form.record_unknown_nonempty_fields(
            &path,
            option,
            &["label", "value", "description", "emoji", "default"],
        );
        for key in ["label", "value"] {
            form.check_is_present(&path, option, key);
            form.read_text_and_record_bad_length(&path, option, key, 1, 100);
        }
        values.extend(option.get("value").and_then(Value::as_str));
    }
    let message = "The specified option value is already used";
    form.check_unique(&options_path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, values);
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
    form.record_unknown_nonempty_fields(input_path, input, &known_fields);
    for key in ["custom_id", "style"] {
        form.check_is_present(input_path, input, key);
    }
    form.read_text_and_record_bad_length(input_path, input, "custom_id", 1, 100);
    form.read_text_and_record_bad_length(input_path, input, "label", 1, 45);
    form.read_text_and_record_bad_length(input_path, input, "placeholder", 0, 100);
    form.check_optional_choice(input_path, input, "style", &[1, 2]);
    form.check_and_read_flag(input_path, input, "required");
    let min_length = form
        .read_integer_and_record_out_of_range(input_path, input, "min_length", 0, 4000)
        .unwrap_or(0);
    let max_length = form
        .read_integer_and_record_out_of_range(input_path, input, "max_length", 1, 4000)
        .unwrap_or(4000);
    if min_length > max_length {
        let message = "min_length must not be above max_length";
        form.add_problem(child_path(input_path, "min_length"), "BASE_TYPE_INVALID", message);
    }
    form.read_text_and_record_bad_length(
        input_path,
        input,
        "value",
        0,
        usize::try_from(max_length).unwrap_or(0),
    );
}

/// Checks an autocomplete response: at most 25 choices, with names and values of at most 100
/// characters. Returns the fields that Discord does not know.
pub(crate) fn check_autocomplete_choices(data: &Value) -> Result<UnknownFields, ApiError> {
    let mut form = FormValidator::default();
    if let Some(data) = form.check_and_read_object("data", data) {
        form.record_unknown_nonempty_fields("data", data, &["choices"]);
        let choices =
            form.read_list_and_record_too_long("data", data, "choices", 25).unwrap_or(&[]);
        for (i, choice) in choices.iter().enumerate() {
            let path = child_path("data.choices", i);
            let Some(choice) = form.check_and_read_object(&path, choice) else { continue };
            form.record_unknown_nonempty_fields(
                &path,
                choice,
                &["name", "name_localizations", "value"],
            );
            form.check_is_present(&path, choice, "name");
            form.read_text_and_record_bad_length(&path, choice, "name", 1, 100);
            if form.check_is_present(&path, choice, "value") && !choice["value"].is_number() {
                form.read_text_and_record_bad_length(&path, choice, "value", 0, 100);
            }
        }
    }
    form.into_unknown_fields_or_refuse()
}
