//! Prompts: questions that suspend an act until they are answered.
//!
//! Invariant (I4): every prompt has a default among its choices and a time limit.

use serde::{Deserialize, Serialize};

use crate::core::command::Command;
use crate::core::fight::Fight;
use crate::core::ids::{CombatantId, Initiator};
use crate::{Codec, System};

/// One question to one respondent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct PromptRequest<S: System> {
    #[serde(rename = "to")]
    pub respondent: Initiator,
    pub question: S::Question,
    /// The answers that are offered. A question may also take typed answers
    /// ([`crate::Codec::parse_answer`]).
    pub choices: Vec<S::Answer>,
    /// The answer that counts when time runs out. Invariant: one of the choices.
    pub default: S::Answer,
    /// Seconds until the default counts. 0 means never.
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    /// Whether the act goes on without waiting for this answer.
    #[serde(default)]
    pub is_optional: bool,
}

impl<S: System> PromptRequest<S> {
    /// Creates a request that the act waits for. Invariant: the default is among the choices.
    pub fn new(
        respondent: Initiator,
        question: S::Question,
        choices: Vec<S::Answer>,
        default: S::Answer,
        timeout_secs: u32,
    ) -> Self {
        Self { respondent, question, choices, default, timeout_secs, is_optional: false }
    }

    /// Returns the choice that this command gives with all its slots, if there is one.
    pub fn find_choice(&self, fight: &Fight<S>, command: &Command) -> Option<&S::Answer>
    where
        S: Codec,
    {
        self.choices.iter().find(|choice| S::format_answer(fight, choice) == *command)
    }
}

/// An answer to one of several open requests.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenAnswer<S: System> {
    /// The index of the answered request in the list of requests that were asked.
    pub request_index: usize,
    pub answer: S::Answer,
}

/// A kind of prompt and the verbs that answer it. A standing order is given for one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptKind {
    pub key: &'static str,
    pub answer_verbs: &'static [&'static str],
}

impl PromptKind {
    /// Makes a kind of prompt that these verbs answer.
    pub const fn new(key: &'static str, answer_verbs: &'static [&'static str]) -> Self {
        Self { key, answer_verbs }
    }
}

/// What a prompt is about, as far as its respondent knows. Standing orders decide by it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptContext {
    /// The key of a [`PromptKind`] of the system.
    pub kind: &'static str,
    /// The combatant whose act the prompt answers.
    pub actor: Option<CombatantId>,
    /// The combatant whom an answer helps, if it is not the respondent.
    pub beneficiary: Option<CombatantId>,
    /// The weapon or spell that is used, or the key of the act, or "" if there is nothing to tell.
    pub means: String,
    /// The worst result. `None` if the respondent does not know the numbers.
    pub threat: Option<ThreatLevel>,
}

impl PromptContext {
    /// Makes a context of which only the kind is known.
    pub fn new(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Sets the combatant whose act the prompt answers.
    pub fn with_actor(self, actor: CombatantId) -> Self {
        Self { actor: Some(actor), ..self }
    }

    /// Sets the weapon, spell or act that is used.
    pub fn with_means(self, means: impl std::fmt::Display) -> Self {
        Self { means: means.to_string(), ..self }
    }
}

/// The worst result that a hit may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatLevel {
    #[serde(rename = "nothing")]
    Harmless,
    Wound,
    Fell,
}

impl ThreatLevel {
    /// Returns the key of the [`Risk`](crate::core::command::Risk) for the respondent.
    pub fn key(self) -> &'static str {
        match self {
            Self::Harmless => "unhurt",
            Self::Wound => "hurt",
            Self::Fell => "fall",
        }
    }

    /// Returns the threat of a hit that does at most `max_damage` to a combatant who falls after
    /// losing `remaining`.
    pub fn from_damage(max_damage: u16, remaining: u16) -> Self {
        match max_damage {
            0 => Self::Harmless,
            _ if max_damage < remaining => Self::Wound,
            _ => Self::Fell,
        }
    }
}

/// What an answer costs its respondent, ordered from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerCost {
    Nothing,
    /// Something kept for such answers: a fast slot, a shield, help.
    #[serde(rename = "little")]
    Reserve,
    /// Something that the respondent's own turn needs.
    #[serde(rename = "turn")]
    OwnTurn,
}
