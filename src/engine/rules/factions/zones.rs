//! Space (FACT-ZONE): where combatants stand, how far they are from each other, who sees whom.

use serde::{Deserialize, Serialize};

use super::Fight;
use crate::engine::ids::{CombatantId, ZoneId};

/// FACT-ZONE-1: a place is a zone, or the border between it and a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub zone: ZoneId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub border: Option<ZoneId>,
}

impl Place {
    pub fn zone(zone: ZoneId) -> Self {
        Self { zone, border: None }
    }

    /// FACT-ZONE-2: the zones it counts as: one, or both of a border.
    pub fn zones(self) -> impl Iterator<Item = ZoneId> {
        [Some(self.zone), self.border].into_iter().flatten()
    }

    pub fn has(self, zone: ZoneId) -> bool {
        self.zone == zone || self.border == Some(zone)
    }

    /// FACT-ZONE-2: they share a zone.
    pub fn is_nearby(self, other: Self) -> bool {
        self.zones().any(|zone| other.has(zone))
    }

    /// The same place, whichever zone of a border is named first.
    pub fn is_same(self, other: Self) -> bool {
        self.border.is_some() == other.border.is_some() && self.zones().all(|one| other.has(one))
    }
}

/// Where a combatant is on the map; before the start, in the first zone.
pub fn place_of(fight: &Fight, who: CombatantId) -> Place {
    let body = fight.body(who);
    Place { zone: body.zone.unwrap_or(ZoneId(0)), border: body.border }
}
