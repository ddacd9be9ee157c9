//! Turn plans: what a combatant will do on its next turn.

use serde::{Deserialize, Serialize};

use engine::core::command::Command;

use crate::api::standing_orders::OrderTrigger;

/// The most acts that one plan can have.
pub const MAX_PLAN_ACTS: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub acts: Vec<PlannedAct>,
    /// Grows with every change, so that nobody confirms a plan that they have not seen.
    #[serde(rename = "draft")]
    pub version: u16,
    pub is_confirmed: bool,
    /// The first act was played.
    pub is_begun: bool,
    #[serde(rename = "when")]
    pub trigger: OrderTrigger,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedAct {
    #[serde(rename = "words")]
    pub command: Command,
    /// Combatants that must still be where they were, or the act is not played.
    #[serde(rename = "stays")]
    pub required_positions: Vec<RequiredPosition>,
}

/// A combatant by name, and the index of its zone on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredPosition {
    pub name: String,
    pub zone: Option<u8>,
}
