//! Modals and autocomplete answers.

use serde_json::Value;

use super::{Form, Object, under};
use crate::refusal::Refusal;

/// A modal: a title and one to five rows of one text input.
pub(crate) fn check_modal(data: &Value) -> Result<Vec<String>, Refusal> {
    let mut form = Form::default();
    if let Some(modal) = form.object("data", data) {
        modal_form(&mut form, modal);
    }
    form.finish()
}

fn modal_form(form: &mut Form, modal: &Object) {
    let at = "data";
    form.known(at, modal, &["custom_id", "title", "components"]);
    for (key, most) in [("custom_id", 100), ("title", 45)] {
        form.required(at, modal, key);
        form.text(at, modal, key, 1, most);
    }
    let rows = form.list(at, modal, "components", 5).unwrap_or(&[]);
    let at = under(at, "components");
    if rows.is_empty() {
        form.wrong(at.clone(), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    let mut ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let at = under(&at, i);
        let Some(row) = form.object(&at, row) else { continue };
        form.known(&at, row, &["type", "id", "components"]);
        let inner = row.get("components").and_then(Value::as_array);
        let one = inner.filter(|inner| inner.len() == 1 && inner[0]["type"] == 4);
        let Some(one) = one.filter(|_| row.get("type").and_then(Value::as_i64) == Some(1)) else {
            let message = "An action row of a modal holds one text input";
            form.wrong(at, "BASE_TYPE_INVALID", message);
            continue;
        };
        let at = under(&under(&at, "components"), 0);
        if let Some(input) = form.object(&at, &one[0]) {
            text_input(form, &at, input);
            ids.extend(input.get("custom_id").and_then(Value::as_str));
        }
    }
    form.unique(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id is used twice", ids);
}

fn text_input(form: &mut Form, at: &str, input: &Object) {
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
    form.known(at, input, &known);
    for key in ["custom_id", "style", "label"] {
        form.required(at, input, key);
    }
    form.text(at, input, "custom_id", 1, 100);
    form.text(at, input, "label", 1, 45);
    form.text(at, input, "placeholder", 0, 100);
    form.choice(at, input, "style", &[1, 2]);
    form.flag(at, input, "required");
    let least = form.whole(at, input, "min_length", 0, 4000).unwrap_or(0);
    let most = form.whole(at, input, "max_length", 1, 4000).unwrap_or(4000);
    if least > most {
        let message = "min_length must not be above max_length";
        form.wrong(under(at, "min_length"), "BASE_TYPE_INVALID", message);
    }
    form.text(at, input, "value", 0, usize::try_from(most).unwrap_or(0));
}

/// An autocomplete answer: at most 25 choices, name and value of at most 100 characters.
pub(crate) fn check_choices(data: &Value) -> Result<Vec<String>, Refusal> {
    let mut form = Form::default();
    if let Some(data) = form.object("data", data) {
        form.known("data", data, &["choices"]);
        let choices = form.list("data", data, "choices", 25).unwrap_or(&[]);
        for (i, choice) in choices.iter().enumerate() {
            let at = under("data.choices", i);
            let Some(choice) = form.object(&at, choice) else { continue };
            form.known(&at, choice, &["name", "name_localizations", "value"]);
            form.required(&at, choice, "name");
            form.text(&at, choice, "name", 1, 100);
            if form.required(&at, choice, "value") && !choice["value"].is_number() {
                form.text(&at, choice, "value", 0, 100);
            }
        }
    }
    form.finish()
}
