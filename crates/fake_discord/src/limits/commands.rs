//! Registration of commands: names, nesting, order of options, 8000 characters a command.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Form, Object, chars, under};
use crate::refusal::Refusal;

const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;

/// Checks the body of a PUT of commands.
pub(crate) fn check(body: &Value) -> Result<Vec<String>, Refusal> {
    let mut form = Form::default();
    match body.as_array() {
        None => {
            let message = "Only iterables may be used in a ListType";
            form.wrong(String::new(), "LIST_TYPE_CONVERT", message);
        }
        Some(commands) => all(&mut form, commands),
    }
    form.finish()
}

fn kind(object: &Object) -> i64 {
    object.get("type").and_then(Value::as_i64).unwrap_or(1)
}

fn name(object: &Object) -> &str {
    object.get("name").and_then(Value::as_str).unwrap_or("")
}

fn all(form: &mut Form, commands: &[Value]) {
    let mut by_kind: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for (i, command) in commands.iter().enumerate() {
        let at = i.to_string();
        if let Some(command) = form.object(&at, command) {
            by_kind.entry(kind(command)).or_default().push(name(command));
            one(form, &at, command);
        }
    }
    for (kind, names) in by_kind {
        let most = if kind == 1 { 100 } else { 15 };
        if names.len() > most {
            let message = format!("Maximum number of application commands reached ({most})");
            form.wrong(String::new(), "BASE_TYPE_MAX_LENGTH", message);
        }
        let message = "Application command names must be unique";
        form.unique("", "APPLICATION_COMMANDS_DUPLICATE_NAME", message, names);
    }
}

fn one(form: &mut Form, at: &str, command: &Object) {
    let known = [
        "id",
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "contexts",
        "integration_types",
        "handler",
        "nsfw",
    ];
    form.known(at, command, &known);
    form.choice(at, command, "type", &[1, 2, 3]);
    form.required(at, command, "name");
    form.text(at, command, "name", 1, 32);
    form.whole(at, command, "default_member_permissions", 0, i64::MAX);
    for (key, allowed) in [("contexts", 3), ("integration_types", 2)] {
        for value in form.list(at, command, key, allowed).unwrap_or(&[]) {
            if value.as_u64().is_none_or(|n| n >= allowed as u64) {
                form.wrong(under(at, key), "BASE_TYPE_CHOICES", "Value is not one of the choices.");
            }
        }
    }
    let plain = command.get("description").and_then(Value::as_str).is_none_or(str::is_empty);
    if kind(command) == 1 {
        form.required(at, command, "description");
        form.text(at, command, "description", 1, 100);
        let size = measure(form, at, command, 0);
        if size > 8000 {
            let message = format!("Command exceeds maximum size (8000): {size}");
            form.wrong(at.into(), "APPLICATION_COMMAND_TOO_LARGE", message);
        }
    } else if !plain || command.get("options").is_some_and(|o| o != &Value::Null) {
        let message = "A user or message command has neither description nor options";
        form.wrong(at.into(), "APPLICATION_COMMAND_INVALID", message);
    }
}

/// The longest of a text and its translations.
fn longest(object: &Object, key: &str) -> usize {
    let own = object.get(key).and_then(Value::as_str).map_or(0, chars);
    let translations = object.get(&format!("{key}_localizations")).and_then(Value::as_object);
    let longest = translations
        .into_iter()
        .flat_map(|map| map.values())
        .filter_map(|text| text.as_str().map(chars))
        .max();
    own.max(longest.unwrap_or(0))
}

/// Checks names and options of a command, group or subcommand, and counts its characters.
fn measure(form: &mut Form, at: &str, object: &Object, depth: usize) -> usize {
    let mut size = longest(object, "name") + longest(object, "description");
    let names = object.get("name_localizations").and_then(Value::as_object);
    let names = names.into_iter().flat_map(|map| map.values()).filter_map(Value::as_str);
    for name in std::iter::once(name(object)).chain(names) {
        if !is_name(name) {
            let message = format!("{name:?}: lower case letters, digits, - _ ' only");
            form.wrong(under(at, "name"), "APPLICATION_COMMAND_INVALID_NAME", message);
        }
    }
    let options = form.list(at, object, "options", 25).unwrap_or(&[]);
    let at = under(at, "options");
    let mut optional_seen = false;
    let mut nested = 0;
    for (i, option) in options.iter().enumerate() {
        let at = under(&at, i);
        let Some(option) = form.object(&at, option) else { continue };
        let kind = option_form(form, &at, option, depth);
        if kind == SUBCOMMAND || kind == GROUP {
            nested += 1;
        } else if !form.flag(&at, option, "required") {
            optional_seen = true;
        } else if optional_seen {
            let message = "Required options must be placed before non-required options";
            form.wrong(at.clone(), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        size += choices_size(form, &at, option) + measure(form, &at, option, depth + 1);
    }
    if nested != 0 && nested != options.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive \
                       to all other types";
        form.wrong(at.clone(), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    let names = options.iter().filter_map(|option| option["name"].as_str());
    let message = "Option name already in use";
    form.unique(&at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message, names);
    size
}

fn is_name(name: &str) -> bool {
    (1..=32).contains(&chars(name))
        && name.chars().all(|c| {
            "-_'".contains(c) || (c.is_alphanumeric() && c.to_lowercase().eq(std::iter::once(c)))
        })
}

fn option_form(form: &mut Form, at: &str, option: &Object, depth: usize) -> i64 {
    let kind = option.get("type").and_then(Value::as_i64).unwrap_or(0);
    let mut known = vec![
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
    ];
    known.extend::<&[&str]>(match kind {
        SUBCOMMAND | GROUP => &["options"],
        3 => &["autocomplete", "choices", "min_length", "max_length"],
        4 | 10 => &["autocomplete", "choices", "min_value", "max_value"],
        7 => &["channel_types"],
        _ => &[],
    });
    form.known(at, option, &known);
    for key in ["type", "name", "description"] {
        form.required(at, option, key);
    }
    form.choice(at, option, "type", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    form.text(at, option, "description", 1, 100);
    let deepest = match kind {
        SUBCOMMAND => 1,
        GROUP => 0,
        _ => 2,
    };
    if depth > deepest {
        let message = "Nested too deep (command, group, subcommand)";
        form.wrong(under(at, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    let has_choices =
        option.get("choices").and_then(Value::as_array).is_some_and(|c| !c.is_empty());
    if form.flag(at, option, "autocomplete") && has_choices {
        let message = "autocomplete and choices exclude each other";
        form.wrong(at.into(), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message);
    }
    form.whole(at, option, "min_length", 0, 6000);
    form.whole(at, option, "max_length", 1, 6000);
    let bound = |key| option.get(key).and_then(Value::as_f64);
    if let (Some(least), Some(most)) = (bound("min_value"), bound("max_value"))
        && least > most
    {
        let message = "min_value must not be above max_value";
        form.wrong(under(at, "min_value"), "NUMBER_TYPE_MIN", message);
    }
    kind
}

fn choices_size(form: &mut Form, at: &str, option: &Object) -> usize {
    let choices = form.list(at, option, "choices", 25).unwrap_or(&[]);
    let at = under(at, "choices");
    let mut size = 0;
    let mut names = Vec::new();
    let mut values = Vec::new();
    for (i, choice) in choices.iter().enumerate() {
        let at = under(&at, i);
        let Some(choice) = form.object(&at, choice) else { continue };
        form.known(&at, choice, &["name", "name_localizations", "value"]);
        form.required(&at, choice, "name");
        names.extend(form.text(&at, choice, "name", 1, 100));
        let value = choice.get("value").unwrap_or(&Value::Null);
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if option.get("type").and_then(Value::as_i64) == Some(3) {
            form.text(&at, choice, "value", 0, 100);
        }
        size += longest(choice, "name") + chars(&value);
        values.push(value);
    }
    let message = "Choice is used twice";
    form.unique(&at, "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE", message, names);
    let values = values.iter().map(String::as_str);
    form.unique(&at, "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE", message, values);
    size
}
