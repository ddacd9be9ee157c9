//! Modifiers of a roll and their causes. They are shown with the dice; no rule reads them back.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One change of a roll. The cause is a key, for which `narration` has a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    #[serde(rename = "why")]
    pub cause: Cow<'static, str>,
    pub change: ModifierChange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModifierChange {
    /// Added to the total.
    #[serde(rename = "plus")]
    Bonus(i16),
    /// Rolls more or fewer dice.
    #[serde(rename = "dice")]
    ExtraDice(i16),
    /// Rolls one more die and drops the worst.
    Advantage,
    /// Rolls one more die and drops the best.
    Disadvantage,
    /// Added to the number that is needed.
    #[serde(rename = "needs")]
    TargetNumber(i16),
}

impl Modifier {
    /// Makes a modifier with this key as its cause.
    pub fn new(cause: &'static str, change: ModifierChange) -> Self {
        Self { cause: cause.into(), change }
    }

    /// Makes a bonus to the total, or `None` if it is 0.
    pub fn bonus(cause: &'static str, bonus: impl Into<i16>) -> Option<Self> {
        let bonus = bonus.into();
        (bonus != 0).then(|| Self::new(cause, ModifierChange::Bonus(bonus)))
    }

    /// Makes a change of the number of dice, or `None` if it is 0.
    pub fn extra_dice(cause: &'static str, count: impl Into<i16>) -> Option<Self> {
        let count = count.into();
        (count != 0).then(|| Self::new(cause, ModifierChange::ExtraDice(count)))
    }
}
