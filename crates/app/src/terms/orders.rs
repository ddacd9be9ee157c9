//! A standing order: an answer given in advance to a kind of question.

use serde::{Deserialize, Serialize};

use engine::command::Command;
use engine::prompt::{Price, Threat};

/// The most that a combatant may have.
pub const MOST_ORDERS: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// What its owner calls it by.
    pub number: u16,
    /// The kind of question.
    pub question: String,
    /// As far as it is spelled out.
    pub answer: Command,
    pub only: Only,
    pub when: When,
}

/// What must hold for an order to be used. What is not known does not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    /// Whose doing it answers, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whom it helps, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whom: Option<String>,
    /// The weapon, or what else is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// At least so bad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
    /// At most so dear.
    pub spend: Price,
}

/// When what was prepared is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// After a while, as if somebody had looked in.
    #[default]
    Soon,
    AtOnce,
    /// In the place of the default, when nobody has answered.
    Deadline,
}

impl When {
    pub const ALL: [(&'static str, Self); 3] =
        [("soon", Self::Soon), ("at-once", Self::AtOnce), ("deadline", Self::Deadline)];
}

impl Default for Only {
    fn default() -> Self {
        Self { by: None, whom: None, way: None, threat: None, spend: Price::Turn }
    }
}
