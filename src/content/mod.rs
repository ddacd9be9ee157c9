//! Stands in for the built-in kits until they are here.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The body of an archetype or creature, with fields set.
///
/// # Errors
/// What there is not.
pub fn make(_: &str, from: &str, fields: &BTreeMap<String, String>) -> Result<Value, String> {
    let side = match from {
        "warrior" | "rogue" | "adept" => "party",
        "raider" | "bowman" | "brute" => "enemy",
        _ => return Err(format!("there is no `{from}`")),
    };
    let mut body = json!({ "side": side });
    for (field, value) in fields {
        body[field] = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    }
    Ok(body)
}

/// What a combatant can be made from.
pub fn names(_: &str) -> Vec<String> {
    ["warrior", "rogue", "adept", "raider", "bowman", "brute"].map(String::from).to_vec()
}
