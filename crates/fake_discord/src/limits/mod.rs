//! The forms that bodies must have and their limits, checked as Discord checks them: all problems
//! of a body are found, each with the path of its field.
//!
//! Invariant: what passes here, the checker of recorded traffic passes too.

pub(crate) mod commands;
pub(crate) mod messages;
pub(crate) mod modals;

use serde_json::{Map, Value};

use super::refusal::{Problem, Refusal};

pub(crate) type Object = Map<String, Value>;

/// Collects the problems of one body.
#[derive(Debug, Default)]
pub(crate) struct Form {
    pub problems: Vec<Problem>,
    /// Fields that Discord does not know; it ignores them, we report them.
    pub unknown: Vec<String>,
}

/// `embeds` + `0` → `embeds.0`.
pub(crate) fn under(at: &str, key: impl std::fmt::Display) -> String {
    if at.is_empty() { key.to_string() } else { format!("{at}.{key}") }
}

/// Characters as Discord counts them: Unicode code points.
pub(crate) fn chars(text: &str) -> usize {
    text.chars().count()
}

impl Form {
    pub fn finish(self) -> Result<Vec<String>, Refusal> {
        if self.problems.is_empty() { Ok(self.unknown) } else { Err(Refusal::form(&self.problems)) }
    }

    pub fn wrong(&mut self, path: String, code: &'static str, message: impl Into<String>) {
        self.problems.push(Problem { path, code, message: message.into() });
    }

    /// Notes every field outside `known` that says anything.
    pub fn known(&mut self, at: &str, object: &Object, known: &[&str]) {
        for (key, value) in object {
            let empty = match value {
                Value::Null | Value::Bool(false) => true,
                Value::String(text) => text.is_empty(),
                Value::Array(list) => list.is_empty(),
                Value::Object(map) => map.is_empty(),
                _ => false,
            };
            if !empty && !known.contains(&key.as_str()) {
                self.unknown.push(under(at, key));
            }
        }
    }

    pub fn object<'v>(&mut self, at: &str, value: &'v Value) -> Option<&'v Object> {
        let object = value.as_object();
        if object.is_none() {
            let message = "Only dictionaries may be used in a DictType";
            self.wrong(at.into(), "DICT_TYPE_CONVERT", message);
        }
        object
    }

    /// A field that is there and not null.
    fn present<'v>(object: &'v Object, key: &str) -> Option<&'v Value> {
        object.get(key).filter(|value| !value.is_null())
    }

    /// The field must be there and hold a `text` or number of the given size.
    pub fn required(&mut self, at: &str, object: &Object, key: &str) -> bool {
        let there = Self::present(object, key).is_some();
        if !there {
            self.wrong(under(at, key), "BASE_TYPE_REQUIRED", "This field is required");
        }
        there
    }

    /// An optional text of `least` to `most` characters.
    pub fn text<'v>(
        &mut self,
        at: &str,
        object: &'v Object,
        key: &str,
        least: usize,
        most: usize,
    ) -> Option<&'v str> {
        let value = Self::present(object, key)?;
        let Some(text) = value.as_str() else {
            let message = "Could not interpret value as string.";
            self.wrong(under(at, key), "STRING_TYPE_CONVERT", message);
            return None;
        };
        let count = chars(text);
        if count > most && least == 0 {
            let message = format!("Must be {most} or fewer in length.");
            self.wrong(under(at, key), "BASE_TYPE_MAX_LENGTH", message);
        } else if count > most || count < least {
            let message = format!("Must be between {least} and {most} in length.");
            self.wrong(under(at, key), "BASE_TYPE_BAD_LENGTH", message);
        }
        Some(text)
    }

    /// An optional web address; `attachment://` only where `attached`.
    pub fn address(&mut self, at: &str, object: &Object, key: &str, most: usize, attached: bool) {
        let Some(url) = self.text(at, object, key, 0, most) else { return };
        let schemes: &[&str] = if attached {
            &["http://", "https://", "attachment://"]
        } else {
            &["http://", "https://"]
        };
        if !url.is_empty() && !schemes.iter().any(|scheme| url.starts_with(scheme)) {
            let message = format!("Scheme of \"{url}\" must be one of ('http', 'https').");
            self.wrong(under(at, key), "URL_TYPE_INVALID_SCHEME", message);
        } else if url.starts_with("http") && !has_host(url) {
            self.wrong(under(at, key), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
        }
    }

    /// An optional whole number; numbers in strings count, as for bit sets of permissions.
    pub fn whole(
        &mut self,
        at: &str,
        object: &Object,
        key: &str,
        least: i64,
        most: i64,
    ) -> Option<i64> {
        let value = Self::present(object, key)?;
        let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
        let Some(number) = number else {
            let message = format!("Value \"{value}\" is not int.");
            self.wrong(under(at, key), "NUMBER_TYPE_COERCE", message);
            return None;
        };
        if number > most {
            let message = format!("int value should be less than or equal to {most}.");
            self.wrong(under(at, key), "NUMBER_TYPE_MAX", message);
        } else if number < least {
            let message = format!("int value should be greater than or equal to {least}.");
            self.wrong(under(at, key), "NUMBER_TYPE_MIN", message);
        }
        Some(number)
    }

    /// An optional truth value.
    pub fn flag(&mut self, at: &str, object: &Object, key: &str) -> bool {
        match Self::present(object, key) {
            None => false,
            Some(Value::Bool(set)) => *set,
            Some(_) => {
                let message = "Must be either true or false.";
                self.wrong(under(at, key), "BOOLEAN_TYPE_CONVERT", message);
                false
            }
        }
    }

    /// An optional list of at most `most`.
    pub fn list<'v>(
        &mut self,
        at: &str,
        object: &'v Object,
        key: &str,
        most: usize,
    ) -> Option<&'v [Value]> {
        let value = Self::present(object, key)?;
        let Some(list) = value.as_array() else {
            let message = "Only iterables may be used in a ListType";
            self.wrong(under(at, key), "LIST_TYPE_CONVERT", message);
            return None;
        };
        if list.len() > most {
            let message = format!("Must be {most} or fewer in length.");
            self.wrong(under(at, key), "BASE_TYPE_MAX_LENGTH", message);
        }
        Some(list)
    }

    /// An optional id.
    pub fn snowflake(&mut self, at: &str, object: &Object, key: &str) {
        if let Some(value) = Self::present(object, key) {
            self.is_snowflake(&under(at, key), value);
        }
    }

    pub fn is_snowflake(&mut self, at: &str, value: &Value) {
        let fine = value.as_u64().is_some()
            || value.as_str().is_some_and(|text| text.parse::<u64>().is_ok());
        if !fine {
            let message = format!("Value {value} is not snowflake.");
            self.wrong(at.into(), "NUMBER_TYPE_COERCE", message);
        }
    }

    /// A value that must be one of `allowed`.
    pub fn choice(&mut self, at: &str, object: &Object, key: &str, allowed: &[i64]) {
        if let Some(number) = self.whole(at, object, key, i64::MIN, i64::MAX)
            && !allowed.contains(&number)
        {
            let message = format!("Value must be one of {allowed:?}.");
            self.wrong(under(at, key), "BASE_TYPE_CHOICES", message);
        }
    }

    /// No two of `values` may be equal.
    pub fn unique<'t>(
        &mut self,
        at: &str,
        code: &'static str,
        message: &str,
        values: impl IntoIterator<Item = &'t str>,
    ) {
        let mut seen = std::collections::BTreeSet::new();
        for value in values {
            if !seen.insert(value) {
                self.wrong(at.into(), code, format!("{message} ({value:?})"));
            }
        }
    }
}
/// Whether the host of a web address could be one: names with dots between them, and a port that
/// is a number.
fn has_host(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let fits = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    name.contains('.') && name.split('.').all(fits) && port.parse::<u16>().is_ok()
}
