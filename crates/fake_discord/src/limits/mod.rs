//! Checks the form and the limits of request bodies as Discord does: finds all problems of a body,
//! each with the path of its field.
//!
//! Invariant: a body that passes here also passes the traffic checker, which uses Discord's API
//! description.

pub(crate) mod commands;
pub(crate) mod messages;
pub(crate) mod modals;

use serde_json::{Map, Value};

use super::api_error::{ApiError, FormProblem};

pub(crate) type JsonObject = Map<String, Value>;

/// The paths of fields that Discord does not know. Discord ignores them; here they are violations.
pub(crate) type UnknownFields = Vec<String>;

/// Checks a body field by field, and collects its problems.
#[derive(Debug, Default)]
pub(crate) struct FormValidator {
    pub problems: Vec<FormProblem>,
    pub unknown_fields: UnknownFields,
}

/// Returns the path of a field: `embeds` and `0` give `embeds.0`.
pub(crate) fn child_path(parent_path: &str, key: impl std::fmt::Display) -> String {
    if parent_path.is_empty() { key.to_string() } else { format!("{parent_path}.{key}") }
}

/// Counts characters as Discord does: Unicode code points.
pub(crate) fn count_chars(text: &str) -> usize {
    text.chars().count()
}

impl FormValidator {
    /// Returns the fields that Discord does not know.
    ///
    /// # Errors
    /// Fails if the body has problems.
    pub fn into_unknown_fields_or_refuse(self) -> Result<UnknownFields, ApiError> {
        if self.problems.is_empty() {
            Ok(self.unknown_fields)
        } else {
            Err(ApiError::from_form_problems(&self.problems))
        }
    }

    pub fn add_problem(&mut self, path: String, code: &'static str, message: impl Into<String>) {
        self.problems.push(FormProblem { path, code, message: message.into() });
    }

    /// Records every field that is not in `known_fields`, unless it is null, false or empty.
    pub fn record_unknown_nonempty_fields(
        &mut self,
        object_path: &str,
        object: &JsonObject,
        known_fields: &[&str],
    ) {
        for (key, value) in object {
            let is_empty = match value {
                Value::Null | Value::Bool(false) => true,
                Value::String(text) => text.is_empty(),
                Value::Array(list) => list.is_empty(),
                Value::Object(map) => map.is_empty(),
                _ => false,
            };
            if !is_empty && !known_fields.contains(&key.as_str()) {
                self.unknown_fields.push(child_path(object_path, key));
            }
        }
    }

    /// Checks that a value is an object, and returns it.
    pub fn check_and_read_object<'v>(
        &mut self,
        object_path: &str,
        value: &'v Value,
    ) -> Option<&'v JsonObject> {
        let object = value.as_object();
        if object.is_none() {
            let message = "Only dictionaries may be used in a DictType";
            self.add_problem(object_path.into(), "DICT_TYPE_CONVERT", message);
        }
        object
    }

    fn non_null_field<'v>(object: &'v JsonObject, key: &str) -> Option<&'v Value> {
        object.get(key).filter(|value| !value.is_null())
    }

    /// Checks that a field is present and not null, and returns whether it is.
    pub fn check_is_present(&mut self, object_path: &str, object: &JsonObject, key: &str) -> bool {
        let is_present = Self::non_null_field(object, key).is_some();
        if !is_present {
            self.add_problem(
                child_path(object_path, key),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
        is_present
    }

    /// Checks an optional text of `min_chars` to `max_chars` characters. Returns it, also if its
    /// length is wrong; `None` if it is absent or no text.
    pub fn read_text_and_record_bad_length<'v>(
        &mut self,
        object_path: &str,
        object: &'v JsonObject,
        key: &str,
        min_chars: usize,
        max_chars: usize,
    ) -> Option<&'v str> {
        let value = Self::non_null_field(object, key)?;
        let Some(text) = value.as_str() else {
            let message = "Could not interpret value as string.";
            self.add_problem(child_path(object_path, key), "STRING_TYPE_CONVERT", message);
            return None;
        };
        let count = count_chars(text);
        if count > max_chars && min_chars == 0 {
            let message = format!("Must be {max_chars} or fewer in length.");
            self.add_problem(child_path(object_path, key), "BASE_TYPE_MAX_LENGTH", message);
        } else if count > max_chars || count < min_chars {
            let message = format!("Must be between {min_chars} and {max_chars} in length.");
            self.add_problem(child_path(object_path, key), "BASE_TYPE_BAD_LENGTH", message);
        }
        Some(text)
    }

    /// Checks an optional web address. `attachment://` is valid only if `allows_attachment`.
    pub fn check_optional_url(
        &mut self,
        object_path: &str,
        object: &JsonObject,
        key: &str,
        max_chars: usize,
        allows_attachment: bool,
    ) {
        let Some(url) =
            self.read_text_and_record_bad_length(object_path, object, key, 0, max_chars)
        else {
            return;
        };
        let schemes: &[&str] = if allows_attachment {
            &["http://", "https://", "attachment://"]
        } else {
            &["http://", "https://"]
        };
        if !url.is_empty() && !schemes.iter().any(|scheme| url.starts_with(scheme)) {
            let message = format!("Scheme of \"{url}\" must be one of ('http', 'https').");
            self.add_problem(child_path(object_path, key), "URL_TYPE_INVALID_SCHEME", message);
        } else if url.starts_with("http") && !has_valid_host(url) {
            self.add_problem(
                child_path(object_path, key),
                "URL_TYPE_INVALID_URL",
                "Not a well formed URL.",
            );
        }
    }

    /// Checks an optional integer from `min` to `max`. Returns it, also if it is out of range;
    /// `None` if it is absent or no integer. It may be a string, as for permission bits.
    pub fn read_integer_and_record_out_of_range(
        &mut self,
        object_path: &str,
        object: &JsonObject,
        key: &str,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        let value = Self::non_null_field(object, key)?;
        let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
        let Some(number) = number else {
            let message = format!("Value \"{value}\" is not int.");
            self.add_problem(child_path(object_path, key), "NUMBER_TYPE_COERCE", message);
            return None;
        };
        if number > max {
            let message = format!("int value should be less than or equal to {max}.");
            self.add_problem(child_path(object_path, key), "NUMBER_TYPE_MAX", message);
        } else if number < min {
            let message = format!("int value should be greater than or equal to {min}.");
            self.add_problem(child_path(object_path, key), "NUMBER_TYPE_MIN", message);
        }
        Some(number)
    }

    /// Checks an optional boolean, and returns it; `false` if it is missing or invalid.
    pub fn check_and_read_flag(
        &mut self,
        object_path: &str,
        object: &JsonObject,
        key: &str,
    ) -> bool {
        match Self::non_null_field(object, key) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                let message = "Must be either true or false.";
                self.add_problem(child_path(object_path, key), "BOOLEAN_TYPE_CONVERT", message);
                false
            }
        }
    }

    /// Checks an optional list of at most `max_items`. Returns it whole, also if it is too long;
    /// `None` if it is absent or no list.
    pub fn read_list_and_record_too_long<'v>(
        &mut self,
        object_path: &str,
        object: &'v JsonObject,
        key: &str,
        max_items: usize,
    ) -> Option<&'v [Value]> {
        let value = Self::non_null_field(object, key)?;
        let Some(list) = value.as_array() else {
            let message = "Only iterables may be used in a ListType";
            self.add_problem(child_path(object_path, key), "LIST_TYPE_CONVERT", message);
            return None;
        };
        if list.len() > max_items {
            let message = format!("Must be {max_items} or fewer in length.");
            self.add_problem(child_path(object_path, key), "BASE_TYPE_MAX_LENGTH", message);
        }
        Some(list)
    }

    /// Checks a list of 1 to `max_items`. Returns it whole, also if it is too long, with its path.
    /// A list that is missing is empty.
    pub fn read_list_and_record_bad_length<'v>(
        &mut self,
        object_path: &str,
        object: &'v JsonObject,
        key: &str,
        max_items: usize,
    ) -> (&'v [Value], String) {
        let list = self.read_list_and_record_too_long(object_path, object, key, max_items);
        let (list, list_path) = (list.unwrap_or(&[]), child_path(object_path, key));
        if list.is_empty() {
            let message = format!("Must be between 1 and {max_items} in length.");
            self.add_problem(list_path.clone(), "BASE_TYPE_BAD_LENGTH", message);
        }
        (list, list_path)
    }

    /// Checks an optional id.
    pub fn check_snowflake_field(&mut self, object_path: &str, object: &JsonObject, key: &str) {
        if let Some(value) = Self::non_null_field(object, key) {
            self.check_snowflake(&child_path(object_path, key), value);
        }
    }

    pub fn check_snowflake(&mut self, value_path: &str, value: &Value) {
        let is_valid = value.as_u64().is_some()
            || value.as_str().is_some_and(|text| text.parse::<u64>().is_ok());
        if !is_valid {
            let message = format!("Value {value} is not snowflake.");
            self.add_problem(value_path.into(), "NUMBER_TYPE_COERCE", message);
        }
    }

    /// Checks that an optional integer is one of `allowed`.
    pub fn check_optional_choice(
        &mut self,
        object_path: &str,
        object: &JsonObject,
        key: &str,
        allowed: &[i64],
    ) {
        if let Some(number) =
            self.read_integer_and_record_out_of_range(object_path, object, key, i64::MIN, i64::MAX)
            && !allowed.contains(&number)
        {
            let message = format!("Value must be one of {allowed:?}.");
            self.add_problem(child_path(object_path, key), "BASE_TYPE_CHOICES", message);
        }
    }

    /// Checks that no two values are equal.
    pub fn check_unique<'t>(
        &mut self,
        list_path: &str,
        code: &'static str,
        message: &str,
        values: impl IntoIterator<Item = &'t str>,
    ) {
        let mut seen = std::collections::BTreeSet::new();
        for value in values {
            if !seen.insert(value) {
                self.add_problem(list_path.into(), code, format!("{message} ({value:?})"));
            }
        }
    }
}

/// Returns whether a web address has a valid host: names separated by dots, and a port that is a
/// number.
fn has_valid_host(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_valid_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    name.contains('.') && name.split('.').all(is_valid_label) && port.parse::<u16>().is_ok()
}
