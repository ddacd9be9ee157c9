//! Things as JSON values, and back.
//!
//! Both ways lead through text, and so every type is compiled for one format alone. With the
//! shorter ways of `serde_json::{to_value, from_value}` half of the code that the compiler made of
//! this program was for reading and writing.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

/// A thing as a JSON value.
///
/// # Errors
/// It has no form in JSON: a map by other keys than text, say.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// The thing that a JSON value stands for.
///
/// # Errors
/// Why it is none, without a place: the value never was text that somebody has seen.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_str(&value.to_string()).map_err(|wrong| message_without_position(&wrong))
}

/// What is wrong with a text that nobody has seen.
pub fn message_without_position(error: &Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    text.strip_suffix(&place).map_or_else(|| text.clone(), Into::into)
}

/// Reads and writes an enum that is derived with `remote = "Self"`. What it cannot read it keeps as
/// its variant `Lost`: fights of earlier releases must load, whatever stands in them (I7).
macro_rules! keep_unreadable_as_lost {
    ($name:ty $(, $system:ident: $bound:path)?) => {
        impl $(<$system: $bound>)? serde::Serialize for $name {
            fn serialize<W: serde::Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
                match self {
                    Self::Lost(value) => serde::Serialize::serialize(value, to),
                    known => <$name>::serialize(known, to),
                }
            }
        }

        impl<'de $(, $system: $bound)?> serde::Deserialize<'de> for $name {
            fn deserialize<R: serde::Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
                let value: serde_json::Value = serde::Deserialize::deserialize(from)?;
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
    fn a_reason_names_no_place() {
        let wrong = from_value::<Vec<u8>>(&Value::from("x")).unwrap_err();
        assert_eq!(wrong, "invalid type: string \"x\", expected a sequence");
        assert_eq!(from_value::<Vec<u8>>(&to_value(&[1, 2]).unwrap()), Ok(vec![1, 2]));
    }
}
