//! The tape of one act: its dice, cards, answers and interjected orders, in the order in which they
//! came.
//!
//! An act that waits for an answer is stored as the fight before it, the act, and its tape. When
//! the answer comes, the rule runs again from the top, and the tape replays the same dice.

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
    Card(u8),
    Answer {
        #[serde(rename = "to")]
        respondent: Initiator,
        question: S::Question,
        answer: S::Answer,
    },
    /// The end of a decoy delay.
    #[serde(rename = "lull")]
    DecoyDelayOver,
    /// An order that was given while a prompt was open. It takes effect at this point.
    #[serde(rename = "order")]
    InterjectedOrder(Box<Order<S>>),
    /// An act that was performed while a prompt was open.
    #[serde(rename = "aside")]
    InterjectedAct {
        who: CombatantId,
        act: S::Act,
    },
    /// An entry of rules that no longer exist. It matches nothing, and what follows it is asked
    /// again (I7).
    #[serde(skip)]
    Lost(Value),
}

json::keep_unreadable_as_lost!(TapeEntry<S>, S: System);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct Tape<S: System>(pub Vec<TapeEntry<S>>);

/// How a run of the current rules used the recorded tape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TapeUsage {
    /// Whether an entry did not match, so that it and all after it were cut off.
    pub was_truncated: bool,
    /// Whether new dice were rolled past the end of the tape.
    pub rolled_past_end: bool,
    /// The number of events emitted up to the last entry that matched, or up to the prompt after
    /// it.
    pub kept_event_count: usize,
}

impl<S: System> Default for Tape<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
