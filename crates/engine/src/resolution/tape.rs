//! The tape of one act: the dice, answers and interjected orders in the order they fell.
//!
//! An act that waits for an answer is stored as the fight before it, the act, and its tape; when
//! the answer comes the rule runs again from the top, and the tape gives the same dice.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::System;
use crate::core::fight::Order;
use crate::core::ids::{CombatantId, Initiator};
use crate::core::json;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", remote = "Self")]
pub enum TapeEntry<S: System> {
    Die {
        sides: u8,
        face: u8,
    },
    /// A card that was drawn.
    Card(u8),
    Answer {
        #[serde(rename = "to")]
        respondent: Initiator,
        question: S::Question,
        answer: S::Answer,
    },
    /// A decoy wait is over.
    #[serde(rename = "lull")]
    DecoyDelayOver,
    /// An order that was given while a question was open: it takes effect just there.
    #[serde(rename = "order")]
    InterjectedOrder(Box<Order<S>>),
    /// An act that was done aside while a question was open.
    #[serde(rename = "aside")]
    InterjectedAct {
        who: CombatantId,
        act: S::Act,
    },
    /// A beat of rules that are no more: it fits nothing, and what follows it is asked again (I7).
    #[serde(skip)]
    Lost(Value),
}

json::keep_unreadable_as_lost!(TapeEntry<S>, S: System);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct Tape<S: System>(pub Vec<TapeEntry<S>>);

/// How the rules, as they are now, took the tape that was laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TapeUsage {
    /// A beat did not fit: it and what followed were cut away.
    pub was_truncated: bool,
    /// Dice were rolled past the end of the tape.
    pub rolled_past_end: bool,
    /// How many notes were left by what fitted: up to its last beat, or to the question after it.
    pub kept_event_count: usize,
}

impl<S: System> Default for Tape<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
