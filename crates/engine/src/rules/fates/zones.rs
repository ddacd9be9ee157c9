//! Zones (FATES-ZONE): where combatants stand, doors, and ranges; moving from zone to zone.

use super::sheet::Band;
use super::state::{Allowance, DoorState, Ground, Note, Way};
use super::{Fight, Scene, Step, grapple, holds};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;
use crate::zones::Zones;

/// FATES-ZONE-1: where the GM draws none, five zones in a row.
pub fn default_zones() -> Zones<Ground> {
    Zones::row(["Near edge", "Near side", "Middle", "Far side", "Far edge"])
}

/// FATES-ZONE-1: each combatant is in exactly one zone.
#[inline]
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    fight.body(who).zone.unwrap_or(ZoneId(0))
}

/// The door on a link, if it has one.
pub fn door(fight: &Fight, zone: ZoneId, to: ZoneId) -> Option<DoorState> {
    let doors = &fight.zones.get(zone)?.ground.doors;
    doors.iter().find(|door| door.to == to).map(|door| door.state)
}

/// FATES-ZONE-5: a closed or locked link cannot be crossed and does not count for range.
fn is_open(fight: &Fight, zone: ZoneId, to: ZoneId) -> bool {
    matches!(door(fight, zone, to), None | Some(DoorState::Open))
}

/// FATES-ZONE-1: range is the least number of open links between two zones; none without an open
/// path.
pub fn range(fight: &Fight, from: ZoneId, to: ZoneId) -> Option<Band> {
    if from == to {
        return Some(Band::Close);
    }
    let has_doors = fight.zones.iter().any(|(_, zone)| !zone.ground.doors.is_empty());
    let links =
        if has_doors { open_links(fight, from, to)? } else { fight.zones.distance(from, to)? };
    Some(match links {
        0 => Band::Close,
        1 => Band::Short,
        2 => Band::Medium,
        3 => Band::Long,
        _ => Band::Extreme,
    })
}

fn open_links(fight: &Fight, from: ZoneId, to: ZoneId) -> Option<u8> {
    let mut reached = vec![from];
    let mut edge = 0;
    for links in 0..=fight.zones.len() as u8 {
        if reached.contains(&to) {
            return Some(links);
        }
        let before = reached.len();
        for at in edge..before {
            let zone = reached[at];
            let near = fight.zones.neighbours(zone).filter(|next| is_open(fight, zone, *next));
            let new: Vec<ZoneId> = near.filter(|next| !reached.contains(next)).collect();
            reached.extend(new);
        }
        edge = before;
    }
    None
}

/// The range between two combatants.
pub fn between(fight: &Fight, one: CombatantId, other: CombatantId) -> Option<Band> {
    range(fight, zone_of(fight, one), zone_of(fight, other))
}

/// FATES-ZONE-4: what a range does to the dice of a ranged attack.
pub fn penalty(band: Band) -> i8 {
    match band {
        Band::Close | Band::Long => -1,
        Band::Short | Band::Medium => 0,
        Band::Extreme => -2,
    }
}

/// FATES-ZONE-2, FATES-ZONE-3: one step goes through one open link to an adjacent zone.
/// FATES-SKILL-3: the Grappled do not go anywhere.
pub fn check_step(fight: &Fight, who: CombatantId, to: ZoneId) -> Result<(), Why> {
    let from = zone_of(fight, who);
    if !fight.zones.are_adjacent(from, to) {
        return Err(Why::new("not-adjacent", "FATES-ZONE-2").at(to));
    }
    if !is_open(fight, from, to) {
        return Err(Why::new("door-closed", "FATES-ZONE-5").at(to));
    }
    if fight.body(who).grappled_by.is_some() {
        return Err(Why::new("grappled", "FATES-SKILL-3"));
    }
    Ok(())
}

/// FATES-ZONE-2: the Move of the turn. FATES-ZONE-3: Dash is an Action. FATES-ZONE-6: leaving or
/// passing enemies costs nothing. FATES-HOLD-4: held actions on it fire once it is complete.
pub fn step(scene: &mut Scene, who: CombatantId, to: ZoneId, way: Way) -> Step {
    if way == Way::Move {
        scene.note(Note::Spent { who, what: Allowance::Move, by: None });
    }
    let from = zone_of(scene.fight(), who);
    scene.note(Note::Moved { who, from, to, way });
    grapple::end_stretched(scene, who);
    holds::spring(scene, &holds::Happening::Moved { who, from, to })
}
