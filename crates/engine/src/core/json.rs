//! Conversions to and from JSON values.
//!
//! Both directions go through text, so that serde code is compiled for one format only. With
//! `serde_json::{to_value, from_value}` half of this program's machine code was serialisation.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

/// Converts a value to a JSON value.
///
/// # Errors
/// Fails if the value has no JSON form, for example a map whose keys are not text.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Converts a JSON value to a typed value.
///
/// # Errors
/// Returns the reason without line and column if the value does not fit, because nobody has seen
/// the text that they refer to.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_str(&value.to_string()).map_err(|error| message_without_position(&error))
}

/// Formats an error without its line and column.
pub fn message_without_position(error: &Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    message.strip_suffix(&position).map_or_else(|| message.clone(), Into::into)
}

/// Implements serde for an enum that derives it with `remote = "Self"`. A value that it cannot read
/// becomes the variant `Lost`, because fights of earlier releases must load whatever they hold
/// (I7).
macro_rules! keep_unreadable_as_lost {
    ($name:ty $(, $system:ident: $bound:path)?) => {
        impl $(<$system: $bound>)? serde::Serialize for $name {
            fn serialize<W: serde::Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
                match self {
                    Self::Lost(value) => serde::Serialize::serialize(value, serializer),
                    known => <$name>::serialize(known, serializer),
                }
            }
        }

        impl<'de $(, $system: $bound)?> serde::Deserialize<'de> for $name {
            fn deserialize<R: serde::Deserializer<'de>>(
                deserializer: R,
            ) -> Result<Self, R::Error> {
                let value: serde_json::Value = serde::Deserialize::deserialize(deserializer)?;
                let text = value.to_string();
                let known = <$name>::deserialize(&mut serde_json::Deserializer::from_str(&text));
                Ok(known.unwrap_or(Self::Lost(value)))
            }
        }
    };
}
pub(crate) use keep_unreadable_as_lost;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_value_reports_no_position_on_error() {
        let error = from_value::<Vec<u8>>(&Value::from("x")).unwrap_err();
        assert_eq!(error, "invalid type: string \"x\", expected a sequence");
        assert_eq!(from_value::<Vec<u8>>(&to_value(&[1, 2]).unwrap()), Ok(vec![1, 2]));
    }
}
