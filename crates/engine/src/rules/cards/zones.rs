//! Space (CARDS-ZONE): where combatants stand, the distances between them, and obstacles.

use super::Fight;
use super::state::{Obstacle, ordered_pair};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::MAX_ZONES;

/// Returns the zone of a combatant; before the start, the first zone.
#[inline]
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    fight.body(who).zone.unwrap_or(ZoneId(0))
}

/// Returns the number of steps from a zone to each zone, over the borders for which `lets_pass`
/// holds; `None` for a zone that cannot be reached.
pub fn steps_to_each_zone(
    fight: &Fight,
    from: ZoneId,
    lets_pass: impl Fn(ZoneId, ZoneId) -> bool,
) -> [Option<u8>; MAX_ZONES] {
    let mut steps = [None; MAX_ZONES];
    steps[from.index().min(MAX_ZONES - 1)] = Some(0);
    // The zones in the order in which the search reached them; the search goes on from each one
    // once.
    let mut reached = [from; MAX_ZONES];
    let mut reached_count = 1;
    let mut next = 0;
    while next < reached_count {
        let zone = reached[next];
        for near in fight.zones.neighbours(zone) {
            if steps[near.index()].is_none() && lets_pass(zone, near) {
                steps[near.index()] = steps[zone.index()].map(|so_far: u8| so_far + 1);
                reached[reached_count] = near;
                reached_count += 1;
            }
        }
        next += 1;
    }
    steps
}

/// Returns the least number of borders between two combatants (CARDS-ZONE-2); `u8::MAX` if there is
/// no line of sight. Obstacles do not count, but borders that block sight do not let pass.
pub fn sight_distance_or_max(fight: &Fight, one: CombatantId, other: CombatantId) -> u8 {
    let (from, to) = (zone_of(fight, one), zone_of(fight, other));
    if fight.zones.iter().all(|(_, zone)| zone.terrain.sight_blocked_to.is_empty()) {
        return fight.zones.distance(from, to).unwrap_or(u8::MAX);
    }
    let lets_see = |zone: ZoneId, near: ZoneId| {
        fight.zones.get(zone).is_some_and(|zone| !zone.terrain.sight_blocked_to.contains(&near))
    };
    let steps = steps_to_each_zone(fight, from, lets_see);
    steps.get(to.index()).copied().flatten().unwrap_or(u8::MAX)
}

/// Returns whether two combatants are in the same zone.
#[inline]
pub fn share_zone(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    zone_of(fight, one) == zone_of(fight, other)
}

/// Returns whether a zone is an exit: as the GM says, else if it has at most one neighbour
/// (CARDS-ZONE-1).
pub fn is_exit(fight: &Fight, zone: ZoneId) -> bool {
    let Some(zone_data) = fight.zones.get(zone) else { return false };
    zone_data.terrain.is_exit.unwrap_or_else(|| fight.zones.neighbours(zone).count() <= 1)
}

/// Returns the obstacle on the border between two zones (CARDS-ZONE-3).
pub fn obstacle_between(fight: &Fight, from: ZoneId, to: ZoneId) -> Option<Obstacle> {
    let obstacles = &fight.zones.get(from)?.terrain.obstacles;
    obstacles.iter().find(|obstacle| obstacle.to == to).copied()
}

/// Returns whether two zones are adjacent without an obstacle between them.
pub fn is_border_open(fight: &Fight, from: ZoneId, to: ZoneId) -> bool {
    fight.zones.are_adjacent(from, to) && obstacle_between(fight, from, to).is_none()
}

/// Returns whether two combatants have closed in on each other (CARDS-MOVE-2).
pub fn are_closed_in(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    fight.state.closed_in_pairs.contains(&ordered_pair(one, other))
}

/// Checks close combat (CARDS-ZONE-4): the same zone and, if either is Apart or In cover, closed
/// in.
pub fn check_close_combat(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if !share_zone(fight, who, target) {
        return Err(RefusalReason::new("out-of-range", "CARDS-ZONE-4").with_combatant(target));
    }
    let is_away = |who| fight.body(who).is_apart || fight.body(who).cover_place.is_some();
    if (is_away(who) || is_away(target)) && !are_closed_in(fight, who, target) {
        return Err(RefusalReason::new("not-closed-in", "CARDS-ZONE-4").with_combatant(target));
    }
    Ok(())
}

/// Returns whether two combatants are on different sides.
#[inline]
pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    one != other && fight.body(one).side != fight.body(other).side
}

/// Returns whether the actor knows the other combatant, who has not Fled.
#[inline]
pub fn is_known_and_not_fled(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    fight.controller_knows(who, other) && !fight.body(other).has_fled
}

/// Checks that the target is an enemy that can be attacked: of another side, neither Fled nor dead,
/// though it may be Out. Refuses a combatant that the actor does not know (CARDS-HID-1).
pub fn check_enemy_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let is_valid = is_known_and_not_fled(fight, who, target)
        && are_enemies(fight, who, target)
        && !fight.body(target).is_dead();
    RefusalReason::new("bad-target", "CARDS-HID-1").with_combatant(target).refuse_unless(is_valid)
}
