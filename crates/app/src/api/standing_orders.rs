//! A standing order: an answer given in advance to a kind of question.

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::resolution::prompt::{AnswerCost, ThreatLevel};

/// The most that a combatant may have.
pub const MAX_ORDERS: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// What its owner calls it by.
    pub number: u16,
    /// The kind of question.
    #[serde(rename = "question")]
    pub question_kind: String,
    /// As far as it is spelled out.
    pub answer: Command,
    #[serde(rename = "only")]
    pub scope: OrderScope,
    #[serde(rename = "when")]
    pub trigger: OrderTrigger,
}

/// What must hold for an order to be used. What is not known does not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderScope {
    /// Whose doing it answers, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "by")]
    pub actor: Option<String>,
    /// Whom it helps, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "whom")]
    pub beneficiary: Option<String>,
    /// The weapon, or what else is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "way")]
    pub method: Option<String>,
    /// At least so bad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "threat")]
    pub min_threat: Option<ThreatLevel>,
    /// At most so dear.
    #[serde(rename = "spend")]
    pub max_cost: AnswerCost,
}

/// When what was prepared is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderTrigger {
    /// After a while, as if somebody had looked in.
    #[default]
    #[serde(rename = "soon")]
    AfterDelay,
    #[serde(rename = "at-once")]
    Immediately,
    /// In the place of the default, when nobody has answered.
    #[serde(rename = "deadline")]
    AtDeadline,
}

impl OrderTrigger {
    pub const ALL: [(&'static str, Self); 3] = [
        ("soon", Self::AfterDelay),
        ("at-once", Self::Immediately),
        ("deadline", Self::AtDeadline),
    ];
}

impl Default for OrderScope {
    fn default() -> Self {
        Self {
            actor: None,
            beneficiary: None,
            method: None,
            min_threat: None,
            max_cost: AnswerCost::OwnTurn,
        }
    }
}
