//! Dice without a rule, as they fell.

/// What was rolled.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Roll {
    /// As it was read.
    pub text: String,
    pub pools: Vec<RolledPool>,
    pub total: i32,
    /// All of it counts dice: the total is a number of successes.
    pub is_count: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RolledPool {
    pub text: String,
    /// The faces in order, and whether each is kept.
    pub faces: Vec<(i32, bool)>,
}
