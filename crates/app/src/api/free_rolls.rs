//! Dice without a rule, as they fell.

/// What was rolled.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FreeRoll {
    /// As it was read.
    #[serde(rename = "text")]
    pub expression: String,
    pub pools: Vec<RolledPool>,
    pub total: i32,
    /// All of it counts dice: the total is a number of successes.
    #[serde(rename = "is_count")]
    pub is_success_count: bool,
    /// Which dice of the day they were, for whoever is to check them.
    #[serde(default)]
    #[serde(rename = "of_day")]
    pub day_draws: Option<DayDrawRange>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RolledPool {
    #[serde(rename = "text")]
    pub expression: String,
    /// The faces in order, and whether each is kept.
    pub faces: Vec<(i32, bool)>,
}

/// Which dice of a day a roll took.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DayDrawRange {
    pub day: String,
    pub seal: String,
    pub first: i64,
    pub last: i64,
}

/// What the dice of a day follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceDay {
    pub name: String,
    pub seal: String,
    /// Once the day is over.
    pub secret: Option<String>,
}
