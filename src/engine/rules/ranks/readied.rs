//! Readied checks (RANKS-READY): a trigger, one enemy or any, and one check with all its details.

use serde::{Deserialize, Serialize};

use super::deeds::Deed;
use super::force::{Direction, Forcing};
use super::sheet::{Name, keyed};
use crate::engine::ids::CombatantId;

/// RANKS-READY-1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readied {
    pub trigger: Trigger,
    /// None: any.
    pub enemy: Option<CombatantId>,
    pub check: Check,
    /// A text trigger in words.
    #[serde(default)]
    pub text: String,
}

keyed! {
    /// RANKS-READY-2.
    Trigger {
        EntersReach = "enters-reach",
        LeavesReach = "leaves-reach",
        Attacked = "attacked",
        Text = "text",
    }
}

/// RANKS-READY-2: the checks that triggers make possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// An attack on whoever enters the reach of this weapon.
    Strike { weapon: Name },
    /// A force on whoever enters its reach.
    Force { how: Forcing, direction: Direction },
    /// A sprint after whoever leaves the reach of this weapon.
    Pursue { weapon: Name },
    /// To fight defensively.
    Defend,
    /// Any one check, with a text trigger.
    Do(Deed),
}
