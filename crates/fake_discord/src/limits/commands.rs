//! Checks the registration of commands: names, nesting, the order of options, and at most 8000
//! characters a command.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{FormValidator, JsonObject, UnknownFields, child_path, count_chars};
use crate::api_error::ApiError;
use crate::command_input::{SLASH_COMMAND_TYPE, option_type};

const MAX_SLASH_COMMANDS: usize = 100;
const MAX_MENU_COMMANDS_OF_A_TYPE: usize = 15;
/// The limit of all texts of a command together.
const MAX_COMMAND_CHARS: usize = 8000;

/// Checks the body of a request that registers commands. Returns the fields that Discord does not
/// know.
pub(crate) fn check_commands_body(body: &Value) -> Result<UnknownFields, ApiError> {
    let mut form = FormValidator::default();
    match body.as_array() {
        None => {
            let message = "Only iterables may be used in a ListType";
            form.add_problem(String::new(), "LIST_TYPE_CONVERT", message);
        }
        Some(commands) => check_commands(&mut form, commands),
    }
    form.into_unknown_fields_or_refuse()
}

fn type_field(object: &JsonObject) -> i64 {
    object.get("type").and_then(Value::as_i64).unwrap_or(SLASH_COMMAND_TYPE)
}

fn name_field(object: &JsonObject) -> &str {
    object.get("name").and_then(Value::as_str).unwrap_or("")
}

/// Checks each command, that no two of a kind have the same name, and that there are not too many.
fn check_commands(form: &mut FormValidator, commands: &[Value]) {
    let mut names_by_kind: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for (i, command) in commands.iter().enumerate() {
        let command_path = i.to_string();
        if let Some(command) = form.check_and_read_object(&command_path, command) {
            names_by_kind.entry(type_field(command)).or_default().push(name_field(command));
            check_command(form, &command_path, command);
        }
    }
    for (kind, names) in names_by_kind {
        let max_commands = match kind {
            SLASH_COMMAND_TYPE => MAX_SLASH_COMMANDS,
            _ => MAX_MENU_COMMANDS_OF_A_TYPE,
        };
        if names.len() > max_commands {
            let message =
                format!("Maximum number of application commands reached ({max_commands})");
            form.add_problem(String::new(), "BASE_TYPE_MAX_LENGTH", message);
        }
        let message = "Application command names must be unique";
        form.check_unique("", "APPLICATION_COMMANDS_DUPLICATE_NAME", message, names);
    }
}

/// Checks one command against Discord's limits, and records each problem in the form.
fn check_command(form: &mut FormValidator, command_path: &str, command: &JsonObject) {
    let known_fields = [
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
    form.record_unknown_nonempty_fields(command_path, command, &known_fields);
    form.check_optional_choice(command_path, command, "type", &[1, 2, 3]);
    form.check_is_present(command_path, command, "name");
    form.read_text_and_record_bad_length(command_path, command, "name", 1, 32);
    form.read_integer_and_record_out_of_range(
        command_path,
        command,
        "default_member_permissions",
        0,
        i64::MAX,
    );
    check_numbers_below_limit(form, command_path, command, "contexts", 3);
    check_numbers_below_limit(form, command_path, command, "integration_types", 2);
    let description = command.get("description").and_then(Value::as_str);
    let has_description = description.is_some_and(|description| !description.is_empty());
    let options = command.get("options").and_then(Value::as_array);
    let has_options = options.is_some_and(|options| !options.is_empty());
    if type_field(command) == SLASH_COMMAND_TYPE {
        form.check_is_present(command_path, command, "description");
        form.read_text_and_record_bad_length(command_path, command, "description", 1, 100);
        let size = check_options_and_count_chars(form, command_path, command, 0);
        if size > MAX_COMMAND_CHARS {
            let message = format!("Command exceeds maximum size ({MAX_COMMAND_CHARS}): {size}");
            form.add_problem(command_path.into(), "APPLICATION_COMMAND_TOO_LARGE", message);
        }
    } else if has_description || has_options {
        let message = "A user or message command has neither description nor options";
        form.add_problem(command_path.into(), "APPLICATION_COMMAND_INVALID", message);
    }
}

/// Checks an optional list of the numbers from 0 to below `limit`, which has at most as many items.
fn check_numbers_below_limit(
    form: &mut FormValidator,
    command_path: &str,
    command: &JsonObject,
    key: &str,
    limit: usize,
) {
    let numbers = form.read_list_and_record_too_long(command_path, command, key, limit);
    for value in numbers.unwrap_or(&[]) {
        if value.as_u64().is_none_or(|number| number >= limit as u64) {
            form.add_problem(
                child_path(command_path, key),
                "BASE_TYPE_CHOICES",
                "Value is not one of the choices.",
            );
        }
    }
}

/// Returns the number of characters of the longest among a text and its translations.
fn count_longest_translation(object: &JsonObject, key: &str) -> usize {
    let mut longest_chars = object.get(key).and_then(Value::as_str).map_or(0, count_chars);
    for translation in list_translations(object, key) {
        longest_chars = longest_chars.max(count_chars(translation));
    }
    longest_chars
}

/// Returns the translations of a text of a command.
fn list_translations<'v>(object: &'v JsonObject, key: &str) -> Vec<&'v str> {
    match object.get(&format!("{key}_localizations")) {
        Some(Value::Object(translations)) => {
            translations.values().filter_map(Value::as_str).collect()
        }
        _ => Vec::new(),
    }
}

/// Checks the name of a command or option and its translations.
fn check_translated_names(form: &mut FormValidator, object_path: &str, object: &JsonObject) {
    let mut names = vec![name_field(object)];
    names.extend(list_translations(object, "name"));
    for name in names {
        if !is_valid_command_name(name) {
            let message = format!("{name:?}: lower case letters, digits, - _ ' only");
            form.add_problem(
                child_path(object_path, "name"),
                "APPLICATION_COMMAND_INVALID_NAME",
                message,
            );
        }
    }
}

/// Checks the name and the options of a command, group or subcommand, and counts its characters.
/// `depth` is the number of levels above it.
fn check_options_and_count_chars(
    form: &mut FormValidator,
    object_path: &str,
    object: &JsonObject,
    depth: usize,
) -> usize {
    let mut size = count_longest_translation(object, "name")
        + count_longest_translation(object, "description");
    check_translated_names(form, object_path, object);
    let options =
        form.read_list_and_record_too_long(object_path, object, "options", 25).unwrap_or(&[]);
    let list_path = child_path(object_path, "options");
    let mut has_optional = false;
    let mut subcommand_count = 0;
    for (i, option) in options.iter().enumerate() {
        let path = child_path(&list_path, i);
        let Some(option) = form.check_and_read_object(&path, option) else { continue };
        let kind = check_single_option_and_read_type(form, &path, option, depth);
        if kind == option_type::SUBCOMMAND || kind == option_type::SUBCOMMAND_GROUP {
            subcommand_count += 1;
        } else if !form.check_and_read_flag(&path, option, "required") {
            has_optional = true;
        } else if has_optional {
            let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
            let message = "Required options must be placed before non-required options";
            form.add_problem(path.clone(), code, message);
        }
        size += check_choices_and_count_chars(form, &path, option)
            + check_options_and_count_chars(form, &path, option, depth + 1);
    }
    if subcommand_count != 0 && subcommand_count != options.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive \
                       to all other types";
        form.add_problem(list_path.clone(), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    let option_names = options.iter().filter_map(|option| option["name"].as_str());
    let code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS";
    form.check_unique(&list_path, code, "Option name already in use", option_names);
    size
}

/// Returns whether Discord accepts the name: 1 to 32 lower-case letters, digits, `-`, `_` and `'`.
fn is_valid_command_name(name: &str) -> bool {
    let is_valid_char = |c: char| {
        let is_lower_case = c.to_lowercase().eq(std::iter::once(c));
        "-_'".contains(c) || (c.is_alphanumeric() && is_lower_case)
    };
    (1..=32).contains(&count_chars(name)) && name.chars().all(is_valid_char)
}

/// Checks the fields of an option that has `depth` levels above its command, and returns its type.
fn check_single_option_and_read_type(
    form: &mut FormValidator,
    option_path: &str,
    option: &JsonObject,
    depth: usize,
) -> i64 {
    let kind = option.get("type").and_then(Value::as_i64).unwrap_or(0);
    let mut known_fields = vec![
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
    ];
    known_fields.extend::<&[&str]>(match kind {
        option_type::SUBCOMMAND | option_type::SUBCOMMAND_GROUP => &["options"],
        option_type::STRING => &["autocomplete", "choices", "min_length", "max_length"],
        option_type::INTEGER | option_type::NUMBER => {
            &["autocomplete", "choices", "min_value", "max_value"]
        }
        option_type::CHANNEL => &["channel_types"],
        _ => &[],
    });
    form.record_unknown_nonempty_fields(option_path, option, &known_fields);
    for key in ["type", "name", "description"] {
        form.check_is_present(option_path, option, key);
    }
    form.check_optional_choice(option_path, option, "type", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    form.read_text_and_record_bad_length(option_path, option, "description", 1, 100);
    check_option_depth(form, option_path, kind, depth);
    let choices = option.get("choices").and_then(Value::as_array);
    let has_choices = choices.is_some_and(|choices| !choices.is_empty());
    if form.check_and_read_flag(option_path, option, "autocomplete") && has_choices {
        let message = "autocomplete and choices exclude each other";
        form.add_problem(
            option_path.into(),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            message,
        );
    }
    form.read_integer_and_record_out_of_range(option_path, option, "min_length", 0, 6000);
    form.read_integer_and_record_out_of_range(option_path, option, "max_length", 1, 6000);
    let number_field = |key| option.get(key).and_then(Value::as_f64);
    if let (Some(min), Some(max)) = (number_field("min_value"), number_field("max_value"))
        && min > max
    {
        let message = "min_value must not be above max_value";
        form.add_problem(child_path(option_path, "min_value"), "NUMBER_TYPE_MIN", message);
    }
    kind
}

/// Checks that an option is not nested too deep: groups stand in the command itself, and
/// subcommands there or in a group. `depth` is the number of levels above the option.
fn check_option_depth(form: &mut FormValidator, option_path: &str, kind: i64, depth: usize) {
    let max_depth = match kind {
        option_type::SUBCOMMAND_GROUP => 0,
        option_type::SUBCOMMAND => 1,
        _ => 2,
    };
    if depth > max_depth {
        let message = "Nested too deep (command, group, subcommand)";
        form.add_problem(
            child_path(option_path, "type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            message,
        );
    }
}

/// Checks the choices of an option, and counts their characters.
fn check_choices_and_count_chars(
    form: &mut FormValidator,
    option_path: &str,
    option: &JsonObject,
) -> usize {
    let choices =
        form.read_list_and_record_too_long(option_path, option, "choices", 25).unwrap_or(&[]);
    let list_path = child_path(option_path, "choices");
    let is_text_option = option.get("type").and_then(Value::as_i64) == Some(option_type::STRING);
    let mut size = 0;
    let mut names = Vec::new();
    let mut values = Vec::new();
    for (i, choice) in choices.iter().enumerate() {
        let path = child_path(&list_path, i);
        let Some(choice) = form.check_and_read_object(&path, choice) else { continue };
        form.record_unknown_nonempty_fields(
            &path,
            choice,
            &["name", "name_localizations", "value"],
        );
        form.check_is_present(&path, choice, "name");
        names.extend(form.read_text_and_record_bad_length(&path, choice, "name", 1, 100));
        let value = match choice.get("value").unwrap_or(&Value::Null) {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if is_text_option {
            form.read_text_and_record_bad_length(&path, choice, "value", 0, 100);
        }
        size += count_longest_translation(choice, "name") + count_chars(&value);
        values.push(value);
    }
    let code = "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE";
    let message = "Choice is used twice";
    form.check_unique(&list_path, code, message, names);
    form.check_unique(&list_path, code, message, values.iter().map(String::as_str));
    size
}
