//! Free rolls: dice that no rule asks for, and their results.

use engine::core::dice_expression::ExpressionRoll;
pub use engine::core::dice_expression::{RolledFace, RolledPool};

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FreeRoll {
    /// The expression as it was parsed.
    #[serde(rename = "text")]
    pub expression: String,
    pub pools: Vec<RolledPool>,
    pub total: i32,
    /// All pools count successes, so the total is a number of successes.
    #[serde(rename = "is_count")]
    pub is_success_count: bool,
    /// What the roller wrote after `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Which dice of the day the roll took, for whoever checks them.
    #[serde(default)]
    #[serde(rename = "of_day")]
    pub day_draws: Option<DayDrawRange>,
}

impl FreeRoll {
    pub fn new(roll: ExpressionRoll, day_draws: Option<DayDrawRange>) -> Self {
        let ExpressionRoll { expression, pools, total, is_success_count, comment } = roll;
        Self { expression, pools, total, is_success_count, comment, day_draws }
    }
}

/// The draws of a day that one roll took.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DayDrawRange {
    pub day: String,
    pub seal: String,
    pub first: i64,
    pub last: i64,
}

/// The secret that the free rolls of one day follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceDay {
    pub name: String,
    pub seal: String,
    /// `None` until the day is over.
    pub secret: Option<String>,
}
