//! Zones (FATES-ZONE): where combatants stand, doors, ranges, and moving from zone to zone.

use super::sheet::RangeBand;
use super::state::{DoorState, Event, MovementKind, Terrain, TurnAllowance};
use super::{Fight, Resolver, RuleResult, grapple, held_actions, turns};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::ZoneMap;

/// Returns the default map, five zones in a row (FATES-ZONE-1).
pub fn default_zones() -> ZoneMap<Terrain> {
    ZoneMap::from_row(["Near edge", "Near side", "Middle", "Far side", "Far edge"])
}

/// Returns the zone of a combatant; before the start, the first zone (FATES-ZONE-1).
#[inline]
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    fight.body(who).zone.unwrap_or(ZoneId(0))
}

/// Returns the state of the door on a link; `None` if it has none.
pub fn door_between(fight: &Fight, zone: ZoneId, to: ZoneId) -> Option<DoorState> {
    let doors = &fight.zones.get(zone)?.terrain.doors;
    doors.iter().find(|door| door.to == to).map(|door| door.state)
}

/// Returns whether a link has no door or an open one. Other links cannot be crossed, and do not
/// count for range (FATES-ZONE-5).
fn is_link_open(fight: &Fight, zone: ZoneId, to: ZoneId) -> bool {
    matches!(door_between(fight, zone, to), None | Some(DoorState::Open))
}

/// Returns the range by the least number of open links between two zones; `None` without an open
/// path (FATES-ZONE-1).
pub fn range_between_zones(fight: &Fight, from: ZoneId, to: ZoneId) -> Option<RangeBand> {
    if from == to {
        return Some(RangeBand::Close);
    }
    let has_doors = fight.zones.iter().any(|(_, zone)| !zone.terrain.doors.is_empty());
    let links = if has_doors {
        open_path_length(fight, from, to)?
    } else {
        fight.zones.distance(from, to)?
    };
    Some(match links {
        0 => RangeBand::Close,
        1 => RangeBand::Short,
        2 => RangeBand::Medium,
        3 => RangeBand::Long,
        _ => RangeBand::Extreme,
    })
}

/// Returns the least number of open links between two zones; `None` without an open path.
fn open_path_length(fight: &Fight, from: ZoneId, to: ZoneId) -> Option<u8> {
    // `reached[frontier_start..]` are the zones that exactly `links` open links lead to.
    let mut reached = vec![from];
    let mut frontier_start = 0;
    for links in 0..=fight.zones.len() as u8 {
        if reached.contains(&to) {
            return Some(links);
        }
        let frontier_end = reached.len();
        for index in frontier_start..frontier_end {
            let zone = reached[index];
            let open = fight.zones.neighbours(zone).filter(|next| is_link_open(fight, zone, *next));
            let new: Vec<ZoneId> = open.filter(|next| !reached.contains(next)).collect();
            reached.extend(new);
        }
        frontier_start = frontier_end;
    }
    None
}

/// Returns the least number of steps that it takes to walk between two zones; [`u16::MAX`] if no
/// way leads there. To open a closed door on the way counts as one more, and nobody gets through a
/// locked one.
pub fn walking_steps_through_doors_or_max(fight: &Fight, from: ZoneId, to: ZoneId) -> u16 {
    let has_doors = fight.zones.iter().any(|(_, zone)| !zone.terrain.doors.is_empty());
    if !has_doors || from == to {
        return fight.zones.steps_between(from, to);
    }
    let mut steps = vec![u16::MAX; fight.zones.len()];
    let mut improved = vec![from];
    if let Some(start) = steps.get_mut(from.index()) {
        *start = 0;
    }
    while let Some(zone) = improved.pop() {
        for next in fight.zones.neighbours(zone) {
            let link_steps = match door_between(fight, zone, next) {
                None | Some(DoorState::Open) => 1,
                Some(DoorState::Closed) => 2,
                Some(DoorState::Locked) => continue,
            };
            let steps_through = steps[zone.index()].saturating_add(link_steps);
            if steps_through < steps[next.index()] {
                steps[next.index()] = steps_through;
                improved.push(next);
            }
        }
    }
    steps.get(to.index()).copied().unwrap_or(u16::MAX)
}

/// Returns the range between two combatants; `None` without an open path.
pub fn range_between(fight: &Fight, one: CombatantId, other: CombatantId) -> Option<RangeBand> {
    range_between_zones(fight, zone_of(fight, one), zone_of(fight, other))
}

/// Returns the change to the dice of a ranged attack at this range, 0 or less (FATES-ZONE-4).
pub fn range_penalty(band: RangeBand) -> i8 {
    match band {
        RangeBand::Close | RangeBand::Long => -1,
        RangeBand::Short | RangeBand::Medium => 0,
        RangeBand::Extreme => -2,
    }
}

/// Checks a step through an open link to an adjacent zone (FATES-ZONE-2, FATES-ZONE-3), which a
/// Grappled combatant cannot take (FATES-SKILL-3).
pub fn check_step_through_open_link(
    fight: &Fight,
    who: CombatantId,
    to: ZoneId,
) -> Result<(), RefusalReason> {
    let from = zone_of(fight, who);
    if !fight.zones.are_adjacent(from, to) {
        let reason = RefusalReason::new("not-adjacent", "FATES-ZONE-2").with_zone(to);
        return Err(if to == from { reason.with_cause("here") } else { reason });
    }
    if !is_link_open(fight, from, to) {
        return Err(RefusalReason::new("door-closed", "FATES-ZONE-5").with_zone(to));
    }
    if fight.body(who).grappled_by.is_some() {
        return Err(RefusalReason::new("grappled", "FATES-SKILL-3"));
    }
    Ok(())
}

/// Moves a combatant one zone, as the Move of the turn (FATES-ZONE-2) or with an Action
/// (FATES-ZONE-3). Enemies do not hinder it (FATES-ZONE-6). Held actions on it fire once it is
/// complete (FATES-HOLD-4).
pub fn move_one_zone_and_fire_triggers(
    resolver: &mut Resolver,
    who: CombatantId,
    to: ZoneId,
    kind: MovementKind,
) -> RuleResult {
    if kind == MovementKind::Move {
        turns::spend_allowance(resolver, who, TurnAllowance::Move);
    }
    let from = zone_of(resolver.fight(), who);
    resolver.emit(Event::Moved { who, from, to, kind });
    grapple::end_grapples_across_zones(resolver, who);
    held_actions::fire_triggered_actions_in_turn_order(
        resolver,
        &held_actions::TriggeringEvent::Moved { who, from, to },
    )
}
