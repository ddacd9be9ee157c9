//! What changes a roll, and why. It is told with the dice; no rule reads it back.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One change of a roll. The cause is a word of the code, which narration puts into words.
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
    /// Dice more or fewer.
    #[serde(rename = "dice")]
    ExtraDice(i16),
    /// One die more is rolled, and the worst or the best of them is dropped.
    Advantage,
    Disadvantage,
    /// Added to what is needed.
    #[serde(rename = "needs")]
    TargetNumber(i16),
}

impl Modifier {
    pub fn new(cause: &'static str, change: ModifierChange) -> Self {
        Self { cause: cause.into(), change }
    }

    /// A number that is added, unless it is 0.
    pub fn bonus(cause: &'static str, number: impl Into<i16>) -> Option<Self> {
        Some(number.into())
            .filter(|number| *number != 0)
            .map(|it| Self::new(cause, ModifierChange::Bonus(it)))
    }

    /// Dice more or fewer, unless none.
    pub fn extra_dice(cause: &'static str, number: impl Into<i16>) -> Option<Self> {
        Some(number.into())
            .filter(|number| *number != 0)
            .map(|it| Self::new(cause, ModifierChange::ExtraDice(it)))
    }
}
