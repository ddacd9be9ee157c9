//! A standing order: an answer given in advance to a kind of prompt.

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::resolution::prompt::{AnswerCost, ThreatLevel};

/// The most orders that a combatant can have.
pub const MAX_ORDERS: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// The number by which its owner names it.
    pub number: u16,
    #[serde(rename = "question")]
    pub question_kind: String,
    /// The answer, with only the slots that matter filled.
    pub answer: Command,
    #[serde(rename = "only")]
    pub scope: OrderScope,
    #[serde(rename = "when")]
    pub trigger: OrderTrigger,
}

/// The conditions under which an order applies. A condition that its owner cannot check does not
/// hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderScope {
    /// Who does what the order answers, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "by")]
    pub actor: Option<String>,
    /// Whom the answer helps, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "whom")]
    pub beneficiary: Option<String>,
    /// The weapon, or the other means of the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "way")]
    pub method: Option<String>,
    /// The least threat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "threat")]
    pub min_threat: Option<ThreatLevel>,
    /// The highest cost of the answer.
    #[serde(rename = "spend")]
    pub max_cost: AnswerCost,
}

/// When a standing order or plan is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderTrigger {
    /// After a random delay, as if the player had looked in.
    #[default]
    #[serde(rename = "soon")]
    AfterDelay,
    #[serde(rename = "at-once")]
    Immediately,
    /// In place of the default, when nobody has answered.
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
    /// Sets no condition: the order applies to any act against anybody, and its answer may cost
    /// whatever the respondent has, their own turn included.
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
