//! The report of a fight, in numbers.

use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FightReport {
    pub rounds: u16,
    /// The number of acts from the start to the end.
    pub acts: u32,
    pub minutes: i64,
    /// What each combatant lost over the whole fight, where the viewer knows the numbers.
    #[serde(rename = "lost")]
    pub losses: Vec<(String, u32)>,
    /// Who was down when the fight was decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub down: Vec<String>,
    /// Who had fled, escaped, surrendered or conceded when the fight was decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
    /// For the GM: the sums of the dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "dice")]
    pub dice_sums: Vec<DiceSum>,
    /// The revealed secrets that the dice followed from; `dice_seal` is the seal of those to come.
    #[serde(skip)]
    pub dice_secrets: Vec<String>,
    #[serde(skip)]
    pub dice_seal: Option<String>,
}

/// The rolls of all dice with the same number of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DiceSum {
    pub sides: u8,
    pub count: u32,
    pub sum: u32,
}

impl DiceSum {
    /// Returns twice the expected sum, which is always a whole number.
    pub fn doubled_expected_sum(self) -> u32 {
        self.count * (u32::from(self.sides) + 1)
    }
}
