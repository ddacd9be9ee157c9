//! Prompts: questions that pause an act until they are answered.
//!
//! Invariant (I4): every question has a default among its choices and a clock.

use serde::{Deserialize, Serialize};

use super::System;
use super::ids::By;

/// One question to one answerer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Ask<S: System> {
    pub to: By,
    pub question: S::Question,
    /// What may be pressed. A question may also take answers that are spelled out
    /// ([`System::read_answer`]).
    pub choices: Vec<S::Answer>,
    /// What is taken when the clock runs out. Invariant: one of the choices.
    pub default: S::Answer,
    /// Seconds until the default is taken; 0: never.
    pub clock_secs: u32,
    /// They may speak, but nobody waits for them.
    #[serde(default)]
    pub is_optional: bool,
}
