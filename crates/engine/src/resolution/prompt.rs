//! Prompts: questions that pause an act until they are answered.
//!
//! Invariant (I4): every question has a default among its choices and a clock.

use serde::{Deserialize, Serialize};

use crate::System;
use crate::core::ids::{CombatantId, Initiator};

/// One question to one answerer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct PromptRequest<S: System> {
    #[serde(rename = "to")]
    pub respondent: Initiator,
    pub question: S::Question,
    /// What may be pressed. A question may also take answers that are spelled out
    /// ([`Codec::read_answer`](crate::Codec::read_answer)).
    pub choices: Vec<S::Answer>,
    /// What is taken when the clock runs out. Invariant: one of the choices.
    pub default: S::Answer,
    /// Seconds until the default is taken; 0: never.
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    /// They may speak, but nobody waits for them.
    #[serde(default)]
    pub is_optional: bool,
}

/// A kind of question that combatants are asked, and the verbs that answer it: what a standing
/// order is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptKind {
    pub key: &'static str,
    pub answer_verbs: &'static [&'static str],
}

impl PromptKind {
    pub const fn new(key: &'static str, answer_verbs: &'static [&'static str]) -> Self {
        Self { key, answer_verbs }
    }
}

/// What a question is about, as whoever is asked knows it: what standing orders go by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptContext {
    /// The key of one of the system's kinds.
    pub kind: &'static str,
    /// Whose doing it answers.
    pub actor: Option<CombatantId>,
    /// Whom it helps, where that is another.
    pub beneficiary: Option<CombatantId>,
    /// The weapon or spell, or the key of what else is done; "" where there is nothing to tell.
    pub means: String,
    /// None where whoever is asked does not know the numbers.
    pub threat: Option<ThreatLevel>,
}

impl PromptContext {
    pub fn new(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    pub fn with_actor(self, actor: CombatantId) -> Self {
        Self { actor: Some(actor), ..self }
    }

    pub fn with_means(self, means: impl std::fmt::Display) -> Self {
        Self { means: means.to_string(), ..self }
    }
}

/// The worst that may come of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatLevel {
    #[serde(rename = "nothing")]
    Harmless,
    Wound,
    Fell,
}

impl ThreatLevel {
    /// The key of what may happen to whoever is asked.
    pub fn key(self) -> &'static str {
        match self {
            Self::Harmless => "unhurt",
            Self::Wound => "hurt",
            Self::Fell => "fall",
        }
    }

    /// By the highest damage that may get through, and what is left to lose.
    pub fn from_damage(max_damage: u16, remaining: u16) -> Self {
        match max_damage {
            0 => Self::Harmless,
            _ if max_damage < remaining => Self::Wound,
            _ => Self::Fell,
        }
    }
}

/// What an answer takes from whoever gives it, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerCost {
    Nothing,
    /// Something that is kept for it: a fast slot, a shield, help.
    #[serde(rename = "little")]
    Reserve,
    /// What one acts with on one's own turn.
    #[serde(rename = "turn")]
    OwnTurn,
}
