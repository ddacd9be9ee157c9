//! Deeds: what is done by an own check, with all its details, on the own turn, held, or readied.

use serde::{Deserialize, Serialize};

use super::advantages::Ploy;
use super::force::{Direction, Forcing};
use super::interaction::Talk;
use super::sheet::{Ability, Feet, Name, Skill};
use crate::engine::ids::CombatantId;

/// None: what is named there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// RANKS-ATK-1.
    Attack { target: CombatantId, weapon: Name },
    /// RANKS-FORCE-1.
    Force { how: Option<Forcing>, target: CombatantId, direction: Option<Direction> },
    /// RANKS-MOVE-4.
    Dash { to: Option<Feet> },
    /// RANKS-TERR-4.
    Shift { object: Name, target: Option<CombatantId> },
    /// RANKS-ADV-1.
    Advantage { how: Option<Ploy>, target: Option<CombatantId>, item: Option<Name> },
    /// RANKS-TALK-1.
    Interact { how: Option<Talk>, target: CombatantId },
    /// RANKS-REC-1.
    Recover { skill: Option<Skill>, patient: CombatantId },
    /// What the GM rules on.
    Skill { ability: Option<Ability>, text: String },
}
