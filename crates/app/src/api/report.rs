//! How a fight went, in figures.

use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FightReport {
    pub rounds: u16,
    /// What somebody did, from the start to the end.
    pub acts: u32,
    pub minutes: i64,
    /// What each lost over the whole fight, where the viewer knows the numbers.
    #[serde(rename = "lost")]
    pub losses: Vec<(String, u32)>,
    /// For the GM: how the dice fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "dice")]
    pub dice_sums: Vec<DiceSum>,
    /// The secrets that they followed from, where they are out; and the seal of those to come.
    #[serde(skip)]
    pub dice_secrets: Vec<String>,
    #[serde(skip)]
    pub dice_seal: Option<String>,
}

/// All dice of so many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DiceSum {
    pub sides: u8,
    pub count: u32,
    pub sum: u32,
}

impl DiceSum {
    /// Twice what they would have come to on average: a whole number.
    pub fn doubled_expected_sum(self) -> u32 {
        self.count * (u32::from(self.sides) + 1)
    }
}
