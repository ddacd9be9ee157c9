//! Space (FACT-ZONE): where combatants stand, how far apart they are, and who sees whom.

use serde::{Deserialize, Serialize};

use super::state::Terrain;
use super::{Fight, initiative, visibility};
use crate::core::ids::{CombatantId, ZoneId};

/// A zone, or the border between it and a neighbour (FACT-ZONE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub zone: ZoneId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub border: Option<ZoneId>,
}

impl Place {
    pub fn in_zone(zone: ZoneId) -> Self {
        Self { zone, border: None }
    }

    /// Returns the border between two zones, in either order.
    pub fn on_border(one: ZoneId, other: ZoneId) -> Self {
        Self { zone: one.min(other), border: Some(one.max(other)) }
    }

    /// Returns the zones that the place counts as: one, or both of a border (FACT-ZONE-2).
    pub fn zones(self) -> impl Iterator<Item = ZoneId> {
        [Some(self.zone), self.border].into_iter().flatten()
    }

    /// Returns whether a zone is one that the place counts as.
    pub fn contains(self, zone: ZoneId) -> bool {
        self.zone == zone || self.border == Some(zone)
    }

    /// Returns whether two places share a zone (FACT-ZONE-2).
    pub fn is_nearby(self, other: Self) -> bool {
        self.zones().any(|zone| other.contains(zone))
    }
}

/// Returns where a combatant is on the map; before the start, the first zone.
pub fn place_of(fight: &Fight, who: CombatantId) -> Place {
    let body = fight.body(who);
    let zone = body.zone.unwrap_or(ZoneId(0));
    body.border.map_or(Place::in_zone(zone), |border| Place::on_border(zone, border))
}

/// Returns how many halves of movement a step costs; `None` if `to` is not one step away.
/// FACT-ZONE-1: half a zone leads from a zone to its border, or from a border to either zone.
/// FACT-TURN-5: a zone to its neighbour is two halves.
pub fn step_cost_in_halves(fight: &Fight, from: Place, to: Place) -> Option<u8> {
    let are_neighbours = |one, other| fight.zones.are_adjacent(one, other);
    match (from.border, to.border) {
        (None, None) => are_neighbours(from.zone, to.zone).then_some(2),
        (None, Some(border)) => {
            let is_reachable = to.contains(from.zone) && are_neighbours(to.zone, border);
            is_reachable.then_some(1)
        }
        (Some(_), None) => from.contains(to.zone).then_some(1),
        (Some(_), Some(_)) => None,
    }
}

/// Returns every place that one step leads to: from a zone its borders and its neighbours, from a
/// border its two zones.
pub fn zones_and_borders_one_step_away(fight: &Fight, from: Place) -> Vec<Place> {
    if from.border.is_some() {
        return from.zones().map(Place::in_zone).collect();
    }
    let mut places = Vec::new();
    for neighbour in fight.zones.neighbours(from.zone) {
        places.push(Place::on_border(from.zone, neighbour));
        places.push(Place::in_zone(neighbour));
    }
    places
}

/// Returns the fewest steps between any zone of one place and any of the other (FACT-ZONE-2);
/// [`u8::MAX`] if no way leads there.
pub fn distance_in_steps(fight: &Fight, one: Place, other: Place) -> u8 {
    if one.is_nearby(other) {
        return 0;
    }
    let mut fewest_steps = u8::MAX;
    for from in one.zones() {
        for to in other.zones() {
            if let Some(steps) = fight.zones.distance(from, to) {
                fewest_steps = fewest_steps.min(steps);
            }
        }
    }
    fewest_steps
}

/// Returns whether distance × 2 > range, without rounding (FACT-ZONE-2).
pub fn is_beyond_half_range(distance: u8, range: u8) -> bool {
    u16::from(distance) * 2 > u16::from(range)
}

/// Returns whether two combatants share a zone; a border belongs to both of its zones
/// (FACT-ZONE-2).
pub fn are_nearby(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    place_of(fight, one).is_nearby(place_of(fight, other))
}

/// Returns whether a combatant is in the fight, active and on the map.
pub fn is_active_on_map(fight: &Fight, who: CombatantId) -> bool {
    fight
        .get_present(who)
        .is_some_and(|combatant| combatant.body.is_active() && combatant.body.is_on_map())
}

/// Returns whether one place can see another: from one of its zones sight to one of the other's is
/// not blocked. FACT-ZONE-3: the GM may block sight between two zones.
pub fn is_in_sight(fight: &Fight, from: Place, to: Place) -> bool {
    from.zones().any(|from_zone| {
        let blocked_zones = fight.zones.get(from_zone).map(|zone| &zone.terrain.sight_blocked_to);
        to.zones().any(|to_zone| {
            blocked_zones.is_none_or(|blocked_zones| !blocked_zones.contains(&to_zone))
        })
    })
}

/// Returns whether a combatant knows where a target is. FACT-SNEAK-1: enemies are unaware of a
/// concealed character, unless the GM marked them as aware. Its friends are aware of it; but the
/// position of a concealed NPC is the GM's alone, so no player is.
pub fn is_aware(fight: &Fight, observer: CombatantId, target: CombatantId) -> bool {
    if observer == target {
        return true;
    }
    let is_known = fight.controller_knows(observer, target);
    let is_friend = || {
        let knows_position =
            fight.combatant(observer).is_npc() || !visibility::is_position_secret(fight, target);
        knows_position && !initiative::are_enemies(fight, observer, target)
    };
    let target_body = fight.body(target);
    is_known
        && (!target_body.concealed || target_body.noticed_by.contains(&observer) || is_friend())
}

/// Returns whether a combatant sees a target. FACT-ZONE-3: everyone sees everyone, except through
/// blocked sight, and except the unseen and the concealed.
pub fn is_visible(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    !fight.body(target).unseen
        && is_aware(fight, who, target)
        && is_in_sight(fight, place_of(fight, who), place_of(fight, target))
}

/// Returns the terrain that a combatant stands on: of its zone, or of both zones of its border
/// (FACT-ZONE-2).
pub fn terrains_of(fight: &Fight, who: CombatantId) -> impl Iterator<Item = (ZoneId, &Terrain)> {
    let zones = place_of(fight, who).zones();
    zones.filter_map(|zone| Some((zone, &fight.zones.get(zone)?.terrain)))
}

/// Returns the terrain whose cover, obscurity and barrier count for a combatant: that of its zone;
/// `None` on a border (FACT-ZONE-4).
pub fn protective_terrain(fight: &Fight, who: CombatantId) -> Option<&Terrain> {
    let place = place_of(fight, who);
    let zone = fight.zones.get(place.zone).filter(|_| place.border.is_none());
    zone.map(|zone| &zone.terrain)
}
