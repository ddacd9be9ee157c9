//! The tape of one act: the dice, answers and interjected orders in the order they fell.
//!
//! An act that waits for an answer is stored as the fight before it, the act, and its tape; when
//! the answer comes the rule runs again from the top, and the tape gives the same dice.

use serde::{Deserialize, Serialize};

use super::System;
use super::fight::Order;
use super::ids::By;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Beat<S: System> {
    Die {
        sides: u8,
        face: u8,
    },
    Answer {
        to: By,
        question: S::Question,
        answer: S::Answer,
    },
    /// An order that was given while a question was open: it takes effect just there.
    Order(Box<Order<S>>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct Tape<S: System>(pub Vec<Beat<S>>);

impl<S: System> Default for Tape<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
