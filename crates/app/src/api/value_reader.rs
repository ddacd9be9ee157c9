//! How the app learns which key a typed value means. The names of keys are the front end's.

use engine::core::keyed_enum::matches_key;
use engine::core::values::ValueKind;

/// Returns which of the keys of a system's values a text means.
///
/// The error has the names of the keys for a refusal, the one most like the text first.
pub type ValueReader = fn(&str, ValueKind<'_>, &str, &[String]) -> Result<String, Vec<String>>;

/// Takes nothing but keys (an app without a front end).
pub(crate) fn read_key(
    _: &str,
    _: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Result<String, Vec<String>> {
    let key = keys.iter().find(|key| matches_key(key, text));
    key.cloned().ok_or_else(|| keys.to_vec())
}
