//! The report of a fight, in numbers.

use engine::visibility::view::Camp;
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
    /// The seal that was posted when the fight was opened.
    #[serde(skip)]
    pub first_dice_seal: Option<String>,
    /// The key of the outcome.
    #[serde(skip)]
    pub outcome: Option<String>,
    /// How everybody's health went, players' characters first.
    #[serde(skip)]
    pub health_courses: Vec<HealthCourse>,
    /// Who attacked whom, the most frequent first.
    #[serde(skip)]
    pub attack_counts: Vec<AttackCount>,
    /// Who fell in which round, the first before the others.
    #[serde(skip)]
    pub falls: Vec<(String, u16)>,
}

/// How much health a combatant had at the start and after each round, as the viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealthCourse {
    pub name: String,
    pub camp: Camp,
    /// In thousandths. `None` where the viewer did not know it.
    pub shares: Vec<Option<u16>>,
}

/// How often somebody attacked somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackCount {
    pub attacker: String,
    pub target: String,
    /// The camp of the attacker.
    pub camp: Camp,
    pub count: u32,
    /// What the target lost by it, where the viewer knows the numbers.
    pub loss: u32,
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
