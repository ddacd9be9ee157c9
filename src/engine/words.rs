//! The common form in which acts, answers, orders and offers cross the engine's edge: a verb and
//! its slots. App, chat, scripts and minds speak it and so need to know no rule system.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A verb with named slots, all text: `attack target:Wolf weapon:"bow"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Words {
    pub verb: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, String>,
}

impl Words {
    pub fn new(verb: &str) -> Self {
        Self { verb: verb.into(), slots: BTreeMap::new() }
    }

    pub fn with(mut self, slot: &str, value: impl fmt::Display) -> Self {
        self.slots.insert(slot.into(), value.to_string());
        self
    }

    /// The text of a slot, or "" where it was left out.
    pub fn get(&self, slot: &str) -> &str {
        self.slots.get(slot).map_or("", String::as_str)
    }

    pub fn has(&self, slot: &str) -> bool {
        self.slots.contains_key(slot)
    }
}

impl Words {
    /// Reads what [`Words`] are written as: `attack target:"Old Wolf"`. What has no slot of its own
    /// goes on with the one before: `attack target:Old Wolf`. None where a quote is not closed, a
    /// value has no slot, or there is no verb.
    pub fn read(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let (verb, rest) = tokens.split_first()?;
        let mut words = Self::new(verb);
        let mut last: Option<&str> = None;
        for token in rest {
            let begun = token.split_once(':').filter(|(slot, _)| !slot.is_empty());
            let (slot, value) = match (begun, last) {
                (Some((slot, value)), _) => (slot, value.to_string()),
                (None, Some(slot)) => (slot, format!("{} {token}", words.get(slot))),
                (None, None) => return None,
            };
            words = words.with(slot, value.trim());
            last = Some(slot);
        }
        Some(words)
    }
}

/// What hides in a text, or turns it around: two names with it could look the same.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
                | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// Words parted by blanks; quotes (`"` anywhere, `'` at the start of a value) keep them together.
/// None where one is not closed.
pub fn tokens(text: &str) -> Option<Vec<String>> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted: Option<char> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let starts_value = word.as_ref().is_none_or(|word| word.ends_with(['=', ':']));
        match (quoted, letter) {
            (Some(_), '\\') => word.get_or_insert_default().extend(letters.next()),
            (Some(quote), _) if letter == quote => quoted = None,
            (None, '"') => quoted = Some('"'),
            (None, '\'') if starts_value => quoted = Some('\''),
            (None, _) if letter.is_whitespace() => tokens.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
        if quoted.is_some() {
            word.get_or_insert_default();
        }
    }
    if quoted.is_some() {
        return None;
    }
    tokens.extend(word);
    Some(tokens)
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verb)?;
        for (slot, value) in &self.slots {
            if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '"') {
                write!(f, " {slot}:\"{}\"", value.replace('"', "\\\""))?;
            } else {
                write!(f, " {slot}:{value}")?;
            }
        }
        Ok(())
    }
}

/// Why something may not be done. It has cost nothing, rolled nothing and changed nothing.
///
/// The engine makes no sentences: `narration` turns the key and the details into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The stable kebab-case key of the rule text.
    pub key: String,
    /// The id of the rule that refuses ("DR12-MOVE-1").
    pub rule: String,
    /// Facts for the sentence, each known to whoever is refused.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
    /// What is possible instead, in the common form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Offer>,
}

impl Refusal {
    pub fn new(key: &str, rule: &str) -> Self {
        let (details, instead) = (BTreeMap::new(), Vec::new());
        Self { key: key.into(), rule: rule.into(), details, instead }
    }

    /// What the set-up does not allow, or does not hold yet.
    pub fn setup(rule: &str, why: impl fmt::Display) -> Self {
        Self::new("bad-setup", rule).with("why", why)
    }

    /// What does not fit, in the words of whatever reads it.
    pub fn unread(reason: impl fmt::Display) -> Self {
        Self::setup("", "unread").with("reason", reason)
    }

    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.details.insert(name.into(), value.to_string());
        self
    }
}

/// A legal act, fully spelled out, and what it costs ("Action", "Move", or "" when free).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub words: Words,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cost: String,
}
