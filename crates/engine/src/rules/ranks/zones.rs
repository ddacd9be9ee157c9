//! Space (RANKS-DIST, RANKS-TERR): feet along a line of zones, hindrances on the way, and hazards.

use super::damage;
use super::sheet::{Body, DiceCode, Feet, Mark, Skill};
use super::state::{Event, ExitEnd, Hindrance, Terrain};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::ZoneMap;

/// The distance between two marks: 0, 5, 10, … (RANKS-DIST-1).
pub const MARK_STEP: Feet = 5;

/// Returns three zones of 20 ft (RANKS-DIST-3).
pub fn default_zones() -> ZoneMap<Terrain> {
    ZoneMap::from_row(["Left", "Middle", "Right"])
}

/// Returns whether each zone borders exactly the one before and the one after it (RANKS-DIST-2).
pub fn are_in_one_row(zones: &ZoneMap<Terrain>) -> bool {
    let last_index = zones.len().saturating_sub(1);
    zones.iter().all(|(id, _)| {
        let has_zone_before = id.index() > 0;
        let has_zone_after = id.index() < last_index;
        let expected_count = usize::from(has_zone_before) + usize::from(has_zone_after);
        let is_next_in_row = |neighbour: ZoneId| neighbour.0.abs_diff(id.0) == 1;
        zones.neighbours(id).all(is_next_in_row) && zones.neighbours(id).count() == expected_count
    })
}

/// Returns the last mark of the line. The two ends are walls (RANKS-DIST-3).
pub fn last_mark(fight: &Fight) -> Mark {
    last_mark_of_zones(&fight.zones)
}

/// Returns the last mark of a line of these zones.
pub fn last_mark_of_zones(zones: &ZoneMap<Terrain>) -> Mark {
    let length: Feet = zones.iter().map(|(_, zone)| zone.terrain.length).sum();
    length.saturating_sub(MARK_STEP)
}

/// Returns the first and the last mark of a zone; for one that does not exist, the mark beyond the
/// line twice.
pub fn first_and_last_mark(fight: &Fight, zone: ZoneId) -> (Mark, Mark) {
    let before = fight.zones.iter().take(zone.index());
    let first = before.map(|(_, zone)| zone.terrain.length).sum();
    let length = fight.zones.get(zone).map_or(MARK_STEP, |zone| zone.terrain.length);
    (first, first + length.saturating_sub(MARK_STEP))
}

/// Returns the zone that holds a mark (RANKS-DIST-2); beyond the end the last zone.
pub fn zone_at_mark(fight: &Fight, mark: Mark) -> ZoneId {
    let mut end = 0;
    for (id, zone) in fight.zones.iter() {
        end += zone.terrain.length;
        if mark < end {
            return id;
        }
    }
    ZoneId(fight.zones.len().saturating_sub(1) as u8)
}

/// The mark on which the party begins (RANKS-DIST-3).
const PARTY_START_MARK: Mark = 15;
/// The mark on which every other side begins (RANKS-DIST-3).
const OTHER_START_MARK: Mark = 40;

/// Returns the mark on which a combatant begins (RANKS-DIST-3): 15 for the party, 40 for any other
/// side; if it has a start zone, the mark of that zone nearest to that.
pub fn start_mark(fight: &Fight, body: &Body) -> Mark {
    let side_mark = if &*body.side == "party" { PARTY_START_MARK } else { OTHER_START_MARK };
    let existing_zone = body.start_zone.filter(|zone| fight.zones.get(*zone).is_some());
    match existing_zone {
        Some(zone) => nearest_mark_in_zone(fight, zone, side_mark),
        None => side_mark.min(last_mark(fight)),
    }
}

/// Returns the mark on which a combatant stands, or will begin.
pub fn mark_of(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    body.mark.unwrap_or_else(|| start_mark(fight, body))
}

/// Returns the difference of two combatants' marks (RANKS-DIST-1).
pub fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> Feet {
    mark_of(fight, one).abs_diff(mark_of(fight, other))
}

/// Returns the mark of a zone that is nearest to `from`.
pub fn nearest_mark_in_zone(fight: &Fight, zone: ZoneId, from: Mark) -> Mark {
    let (first, last) = first_and_last_mark(fight, zone);
    from.clamp(first, last)
}

/// Returns the mark nearest to `from` whose distance from `target` is between `least` and `most`;
/// of equals the one further left. Returns `None` if there is no such mark.
pub fn nearest_mark_at_distance(
    fight: &Fight,
    target: Mark,
    (least, most): (Feet, Feet),
    from: Mark,
) -> Option<Mark> {
    let fits = |mark: &Mark| (least..=most).contains(&mark.abs_diff(target));
    let marks = (0..=last_mark(fight)).step_by(usize::from(MARK_STEP)).filter(fits);
    marks.min_by_key(|mark| mark.abs_diff(from))
}

/// Returns which end of the line is the exit of a side: as the GM has set it, or left for the
/// party, right for the opposition and none for any other side (RANKS-DIST-3).
pub fn exit_end_or_default(fight: &Fight, side: &str) -> ExitEnd {
    let set_by_gm = fight.state.exits.iter().find(|(name, _)| &***name == side);
    if let Some((_, exit)) = set_by_gm {
        return *exit;
    }
    match side {
        "party" => ExitEnd::Left,
        "opposition" => ExitEnd::Right,
        _ => ExitEnd::None,
    }
}

/// A hindrance on the way, and the last mark before it.
#[derive(Clone, Copy, Debug)]
pub struct RouteHindrance {
    pub hindrance: Hindrance,
    pub mark_before: Mark,
}

/// Returns the marks of a way, without the one on which it begins.
pub fn marks_between(from: Mark, to: Mark) -> impl Iterator<Item = Mark> {
    let steps = from.abs_diff(to) / MARK_STEP;
    (1..=steps)
        .map(move |step| if to > from { from + step * MARK_STEP } else { from - step * MARK_STEP })
}

/// Returns the hindrances of a way in order (RANKS-TERR-1): terrain where the way enters a zone's
/// marks, obstacles where it crosses a border.
pub fn hindrances_between(
    fight: &Fight,
    from: Mark,
    to: Mark,
) -> impl Iterator<Item = RouteHindrance> + '_ {
    let mut previous_mark = from;
    let mut previous_zone = zone_at_mark(fight, from);
    marks_between(from, to).flat_map(move |mark| {
        let (mark_before, zone_before) = (previous_mark, previous_zone);
        let zone = zone_at_mark(fight, mark);
        previous_mark = mark;
        previous_zone = zone;
        let crosses_border = zone != zone_before;
        let obstacle =
            if crosses_border { border_obstacle_between(fight, zone_before, zone) } else { None };
        // Terrain counts once in each zone, and also in the zone where the way begins.
        let enters_terrain = crosses_border || mark_before == from;
        let terrain = if enters_terrain { terrain_hindrance_in(fight, zone) } else { None };
        let hindrances = obstacle.into_iter().chain(terrain);
        hindrances.map(move |hindrance| RouteHindrance { hindrance, mark_before })
    })
}

/// Returns the hindrance that the terrain of a zone is to all movement in it, if it is one.
fn terrain_hindrance_in(fight: &Fight, zone: ZoneId) -> Option<Hindrance> {
    fight.zones.get(zone)?.terrain.movement_hindrance
}

/// Returns the obstacle on the border of two neighbouring zones. It belongs to the left one.
fn border_obstacle_between(fight: &Fight, one: ZoneId, other: ZoneId) -> Option<Hindrance> {
    fight.zones.get(one.min(other))?.terrain.border_obstacle
}

/// Returns whether anything on the way may need a check.
pub fn has_hindrance(fight: &Fight, from: Mark, to: Mark) -> bool {
    hindrances_between(fight, from, to).next().is_some()
}

/// Returns the difficulty of sprinting a distance, rounded up to a row of the table (RANKS-TERR-2).
pub fn sprint_difficulty(feet: Feet) -> u8 {
    match feet {
        0..=20 => 5,
        21..=30 => 10,
        31..=40 => 15,
        41..=50 => 20,
        _ => 25,
    }
}

/// Returns an object's damage where the GM gives only its difficulty (RANKS-TERR-2).
pub fn default_object_damage(difficulty: u8) -> DiceCode {
    DiceCode::from_dice(match difficulty {
        0..=5 => 5,
        6..=10 => 6,
        11..=15 => 7,
        16..=20 => 8,
        _ => 9,
    })
}

/// The skills that a hindrance to movement may ask for.
pub const MOVEMENT_SKILLS: [Skill; 5] =
    [Skill::Sprint, Skill::Climbing, Skill::Jumping, Skill::Balance, Skill::Tumble];

/// Makes the hazard act if a step enters its zone from outside: one damage roll at once, and it is
/// no longer secret (RANKS-TERR-3).
pub fn resolve_hazard_entry(
    resolver: &mut Resolver,
    who: CombatantId,
    from: Mark,
    to: Mark,
) -> RuleResult {
    let Some((zone, damage)) = hazard_entered(resolver.fight(), from, to) else { return Ok(()) };
    resolver.emit(Event::HazardStruck { who, zone });
    damage::roll_and_apply_damage(resolver, None, who, damage)
}

/// Returns the zone and the damage of the hazard that a step from mark to mark leads into; `None`
/// if it enters no other zone or that one has no hazard.
pub fn hazard_entered(fight: &Fight, from: Mark, to: Mark) -> Option<(ZoneId, DiceCode)> {
    let zone_before = zone_at_mark(fight, from);
    let zone = zone_at_mark(fight, to);
    let hazard = fight.zones.get(zone)?.terrain.hazard.filter(|_| zone_before != zone)?;
    Some((zone, hazard.damage))
}
