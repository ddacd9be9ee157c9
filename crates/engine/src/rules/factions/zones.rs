//! Space (FACT-ZONE): where combatants stand, how far they are from each other, who sees whom.

use serde::{Deserialize, Serialize};

use super::state::Terrain;
use super::{Fight, initiative, visibility};
use crate::core::ids::{CombatantId, Initiator, ZoneId};

/// FACT-ZONE-1: a place is a zone, or the border between it and a neighbour.
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

    /// The border between two zones, whichever is named first.
    pub fn on_border(one: ZoneId, other: ZoneId) -> Self {
        Self { zone: one.min(other), border: Some(one.max(other)) }
    }

    /// FACT-ZONE-2: the zones it counts as: one, or both of a border.
    pub fn zones(self) -> impl Iterator<Item = ZoneId> {
        [Some(self.zone), self.border].into_iter().flatten()
    }

    pub fn contains(self, zone: ZoneId) -> bool {
        self.zone == zone || self.border == Some(zone)
    }

    /// FACT-ZONE-2: they share a zone.
    pub fn is_nearby(self, other: Self) -> bool {
        self.zones().any(|zone| other.contains(zone))
    }
}

/// Where a combatant is on the map; before the start, in the first zone.
pub fn place_of(fight: &Fight, who: CombatantId) -> Place {
    let body = fight.body(who);
    let zone = body.zone.unwrap_or(ZoneId(0));
    body.border.map_or(Place::in_zone(zone), |border| Place::on_border(zone, border))
}

/// FACT-ZONE-1: half a zone leads from a zone to its border, or from a border to either zone; a
/// zone to its neighbour is two halves (FACT-TURN-5). How many halves a step costs; none where it
/// is no step.
pub fn step_cost_in_halves(fight: &Fight, from: Place, to: Place) -> Option<u8> {
    let are_neighbours = |one, other| fight.zones.are_adjacent(one, other);
    match (from.border, to.border) {
        (None, None) => are_neighbours(from.zone, to.zone).then_some(2),
        (None, Some(border)) => {
            let is_own = to.contains(from.zone) && are_neighbours(to.zone, border);
            is_own.then_some(1)
        }
        (Some(_), None) => from.contains(to.zone).then_some(1),
        (Some(_), Some(_)) => None,
    }
}

/// Every place that a step leads to.
pub fn places_one_step_away(fight: &Fight, from: Place) -> impl Iterator<Item = Place> + '_ {
    let is_zone = from.border.is_none();
    let near = fight.zones.neighbours(from.zone).filter(move |_| is_zone);
    let from_zone =
        near.flat_map(move |zone| [Place::on_border(from.zone, zone), Place::in_zone(zone)]);
    let from_border = from.zones().filter(move |_| !is_zone).map(Place::in_zone);
    from_zone.chain(from_border)
}

/// FACT-ZONE-2: the fewest steps between any zone of one and any of the other.
pub fn distance(fight: &Fight, one: Place, other: Place) -> u8 {
    if one.is_nearby(other) {
        return 0;
    }
    let far = one
        .zones()
        .flat_map(|from| other.zones().filter_map(move |to| fight.zones.distance(from, to)));
    far.min().unwrap_or(u8::MAX)
}

/// FACT-ZONE-2: distance × 2 > range, without rounding.
pub fn is_beyond_half_range(distance: u8, range: u8) -> bool {
    u16::from(distance) * 2 > u16::from(range)
}

pub fn are_nearby(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    place_of(fight, one).is_nearby(place_of(fight, other))
}

/// Whether somebody is here and standing: active, on the map, and not taken out of the fight.
pub fn is_active_on_map(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active() && one.body.is_on_map())
}

/// FACT-ZONE-3: the GM may block sight between two zones.
pub fn is_in_sight(fight: &Fight, from: Place, to: Place) -> bool {
    from.zones().any(|one| {
        let blocked = fight.zones.get(one).map(|zone| &zone.terrain.sight_blocked_to);
        to.zones().any(|other| blocked.is_none_or(|blocked| !blocked.contains(&other)))
    })
}

/// FACT-SNEAK-1: enemies are unaware of a concealed character, unless the GM marked them as aware.
/// Friends know where it is; but where a concealed NPC is, is the GM's alone, and no player's.
pub fn is_aware(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    if who == target {
        return true;
    }
    let is_known = fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), target);
    let is_friend = || {
        let is_shared =
            fight.combatant(who).is_npc() || !visibility::is_position_secret(fight, target);
        is_shared && !initiative::are_enemies(fight, who, target)
    };
    let other = fight.body(target);
    is_known && (!other.concealed || other.noticed_by.contains(&who) || is_friend())
}

/// FACT-ZONE-3: everyone sees everyone, but for blocked sight, the unseen and the concealed.
pub fn is_visible(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    !fight.body(target).unseen
        && is_aware(fight, who, target)
        && is_in_sight(fight, place_of(fight, who), place_of(fight, target))
}

/// FACT-ZONE-2: the grounds that somebody stands on: of its zone, or of both zones of its border.
pub fn terrains_of(fight: &Fight, who: CombatantId) -> impl Iterator<Item = (ZoneId, &Terrain)> {
    let zones = place_of(fight, who).zones();
    zones.filter_map(|zone| Some((zone, &fight.zones.get(zone)?.terrain)))
}

/// FACT-ZONE-4: the ground that protects a combatant; none for one on a border.
pub fn protective_terrain(fight: &Fight, who: CombatantId) -> Option<&Terrain> {
    let place = place_of(fight, who);
    let zone = fight.zones.get(place.zone).filter(|_| place.border.is_none());
    zone.map(|zone| &zone.terrain)
}
