//! Combined actions (RANKS-COMB): to assist an ally or to interfere with an enemy.

use serde::{Deserialize, Serialize};

use super::sheet::keyed;
use crate::engine::ids::CombatantId;

keyed! {
    /// RANKS-COMB-1: kinds of action.
    Kind {
        Attack = "attack",
        Move = "move",
        Force = "force",
        Advantage = "advantage",
        Interact = "interact",
        Recover = "recover",
    }
}

/// RANKS-COMB-3: kept until such a check is rolled or the helper's next turn starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combined {
    pub by: CombatantId,
    pub kind: Kind,
    pub plus: i8,
}
