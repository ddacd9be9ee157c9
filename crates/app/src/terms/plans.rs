//! A plan: what somebody will do on their next turn.

use serde::{Deserialize, Serialize};

use engine::command::Command;

use crate::terms::orders::When;

/// The most acts of one plan.
pub const MOST_ACTS: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub acts: Vec<Planned>,
    /// Another one after every change: nobody confirms what they have not seen.
    pub draft: u16,
    pub is_confirmed: bool,
    /// The first act is done.
    pub is_begun: bool,
    pub when: When,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    pub words: Command,
    /// Who must still be where they were.
    pub stays: Vec<Stay>,
}

/// Somebody, by name, and their zone by its place on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stay {
    pub name: String,
    pub zone: Option<u8>,
}
