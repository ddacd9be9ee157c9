//! Prompts: questions that pause an act until they are answered.
//!
//! Invariant (I4): every question has a default among its choices and a clock.

use serde::{Deserialize, Serialize};

use super::System;
use super::ids::{By, CombatantId};

/// One question to one answerer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Ask<S: System> {
    pub to: By,
    pub question: S::Question,
    /// What may be pressed. A question may also take answers that are spelled out
    /// ([`Codec::read_answer`](super::Codec::read_answer)).
    pub choices: Vec<S::Answer>,
    /// What is taken when the clock runs out. Invariant: one of the choices.
    pub default: S::Answer,
    /// Seconds until the default is taken; 0: never.
    pub clock_secs: u32,
    /// They may speak, but nobody waits for them.
    #[serde(default)]
    pub is_optional: bool,
}

/// A kind of question that combatants are asked, and the verbs that answer it: what a standing
/// order is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub key: &'static str,
    pub answers: &'static [&'static str],
}

impl Kind {
    pub const fn new(key: &'static str, answers: &'static [&'static str]) -> Self {
        Self { key, answers }
    }
}

/// What a question is about, as whoever is asked knows it: what standing orders go by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The key of one of the system's kinds.
    pub kind: &'static str,
    /// Whose doing it answers.
    pub by: Option<CombatantId>,
    /// Whom it helps, where that is another.
    pub whom: Option<CombatantId>,
    /// The weapon or spell, or the key of what else is done; "" where there is nothing to tell.
    pub way: String,
    /// None where whoever is asked does not know the numbers.
    pub threat: Option<Threat>,
}

impl About {
    pub fn of(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    pub fn by(self, by: CombatantId) -> Self {
        Self { by: Some(by), ..self }
    }

    pub fn way(self, way: impl std::fmt::Display) -> Self {
        Self { way: way.to_string(), ..self }
    }
}

/// The worst that may come of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threat {
    Nothing,
    Wound,
    Fell,
}

impl Threat {
    /// The key of what may happen to whoever is asked.
    pub fn key(self) -> &'static str {
        match self {
            Self::Nothing => "unhurt",
            Self::Wound => "hurt",
            Self::Fell => "fall",
        }
    }

    /// By the highest damage that may get through, and what is left to lose.
    pub fn of(damage: u16, left: u16) -> Self {
        match damage {
            0 => Self::Nothing,
            _ if damage < left => Self::Wound,
            _ => Self::Fell,
        }
    }
}

/// What an answer takes from whoever gives it, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    Nothing,
    /// Something that is kept for it: a fast slot, a shield, help.
    Little,
    /// What one acts with on one's own turn.
    Turn,
}
