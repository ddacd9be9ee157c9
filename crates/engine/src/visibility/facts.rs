//! Facts: what a view says of a fight, a zone or a combatant besides its own fields. A fact holds
//! keys and names, no sentence: the front end makes one in the language of its reader.

use serde::{Deserialize, Serialize};

use crate::core::command::Command;

/// A fact about a fight, a zone or a combatant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fact {
    /// What is said: "surprised", "in-hand".
    pub key: String,
    pub value: FactValue,
    /// What belongs to the value: the state of a door, the place of an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<FactValue>,
}

/// A value, by what it is the name of. So it is known which values have another name in another
/// language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactValue {
    /// A number, or a name or words that people gave. It is shown as it is.
    Text(String),
    /// A key of the rules that is told by the sentence of its fact.
    Word(String),
    /// The names of items.
    Items(Vec<String>),
    /// The key of an attribute.
    Attribute(String),
    /// The key of a skill.
    Skill(String),
    /// The key of an action with which tests are made.
    Action(String),
    /// The key of a side or faction, or the name that people gave it.
    Side(String),
    /// An act of a system, as it would be typed.
    Act { system: String, command: Command },
}

impl Fact {
    /// Creates a fact without a detail.
    pub fn new(key: &str, value: FactValue) -> Self {
        Self { key: key.into(), value, detail: None }
    }

    /// Creates a fact with a number or a name that people gave.
    pub fn text(key: &str, value: impl ToString) -> Self {
        Self::new(key, FactValue::text(value))
    }

    /// Creates a fact with a key of the rules.
    pub fn word(key: &str, value: &str) -> Self {
        Self::new(key, FactValue::Word(value.into()))
    }

    /// Creates a fact with the name of an item.
    pub fn item(key: &str, name: &str) -> Self {
        Self::new(key, FactValue::Items(vec![name.into()]))
    }

    /// Creates a fact with an act of a system.
    pub fn act(key: &str, system: &str, command: Command) -> Self {
        Self::new(key, FactValue::Act { system: system.into(), command })
    }

    /// Sets what belongs to the value.
    #[must_use]
    pub fn with_detail(self, detail: FactValue) -> Self {
        Self { detail: Some(detail), ..self }
    }
}

impl FactValue {
    /// Creates a value that is a number or a name that people gave.
    pub fn text(value: impl ToString) -> Self {
        Self::Text(value.to_string())
    }

    /// Returns the key of the rules; `None` for names and numbers.
    pub fn as_rules_key(&self) -> Option<&str> {
        match self {
            Self::Word(key)
            | Self::Attribute(key)
            | Self::Skill(key)
            | Self::Action(key)
            | Self::Side(key) => Some(key),
            Self::Text(_) | Self::Items(_) | Self::Act { .. } => None,
        }
    }
}
