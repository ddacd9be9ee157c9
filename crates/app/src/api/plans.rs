//! A plan: what somebody will do on their next turn.

use serde::{Deserialize, Serialize};

use engine::core::command::Command;

use crate::api::standing_orders::OrderTrigger;

/// The most acts of one plan.
pub const MAX_PLAN_ACTS: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub acts: Vec<PlannedAct>,
    /// Another one after every change: nobody confirms what they have not seen.
    #[serde(rename = "draft")]
    pub version: u16,
    pub is_confirmed: bool,
    /// The first act is done.
    pub is_begun: bool,
    #[serde(rename = "when")]
    pub trigger: OrderTrigger,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedAct {
    #[serde(rename = "words")]
    pub command: Command,
    /// Who must still be where they were.
    #[serde(rename = "stays")]
    pub required_positions: Vec<RequiredPosition>,
}

/// Somebody, by name, and their zone by its place on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredPosition {
    pub name: String,
    pub zone: Option<u8>,
}
