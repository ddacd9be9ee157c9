//! What changes a roll, and why. It is told with the dice; no rule reads it back.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One change of a roll. The cause is a word of the code, which narration puts into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    pub why: Cow<'static, str>,
    pub change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Added to the total.
    Plus(i16),
    /// Dice more or fewer.
    Dice(i16),
    /// One die more is rolled, and the worst or the best of them is dropped.
    Advantage,
    Disadvantage,
    /// Added to what is needed.
    Needs(i16),
}

impl Modifier {
    pub fn new(why: &'static str, change: Change) -> Self {
        Self { why: why.into(), change }
    }

    /// A number that is added, unless it is 0.
    pub fn plus(why: &'static str, number: impl Into<i16>) -> Option<Self> {
        Some(number.into()).filter(|number| *number != 0).map(|it| Self::new(why, Change::Plus(it)))
    }

    /// Dice more or fewer, unless none.
    pub fn dice(why: &'static str, number: impl Into<i16>) -> Option<Self> {
        Some(number.into()).filter(|number| *number != 0).map(|it| Self::new(why, Change::Dice(it)))
    }
}
