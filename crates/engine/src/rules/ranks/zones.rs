//! Space (RANKS-DIST, RANKS-TERR): feet along a line of zones, what stands in the way, hazards.

use super::damage;
use super::sheet::{Body, DiceCode, Feet, Skill};
use super::state::{Event, ExitEnd, Hindrance, Terrain};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::ZoneMap;

/// Everybody stands on a mark: 0, 5, 10, … (RANKS-DIST-1).
pub const MARK_STEP: Feet = 5;

/// RANKS-DIST-3: by default three zones of 20 ft.
pub fn default_zones() -> ZoneMap<Terrain> {
    ZoneMap::from_row(["Left", "Middle", "Right"])
}

/// RANKS-DIST-2: zones are named stretches of the line, in order: one row.
pub fn are_in_one_row(zones: &ZoneMap<Terrain>) -> bool {
    let last = zones.len().saturating_sub(1);
    zones.iter().all(|(id, _)| {
        let beside = |near: ZoneId| near.0.abs_diff(id.0) == 1;
        let ends = usize::from(id.index() > 0) + usize::from(id.index() < last);
        zones.neighbours(id).all(beside) && zones.neighbours(id).count() == ends
    })
}

/// The last mark of the line. RANKS-DIST-3: the two ends are walls.
pub fn last_mark(fight: &Fight) -> Feet {
    last_mark_of_zones(&fight.zones)
}

/// The last mark of zones that are not laid yet.
pub fn last_mark_of_zones(zones: &ZoneMap<Terrain>) -> Feet {
    let length: Feet = zones.iter().map(|(_, zone)| zone.terrain.length).sum();
    length.saturating_sub(MARK_STEP)
}

/// The first and the last mark of a zone.
pub fn zone_span(fight: &Fight, zone: ZoneId) -> (Feet, Feet) {
    let before = fight.zones.iter().take(zone.index());
    let first = before.map(|(_, zone)| zone.terrain.length).sum();
    let length = fight.zones.get(zone).map_or(MARK_STEP, |zone| zone.terrain.length);
    (first, first + length.saturating_sub(MARK_STEP))
}

/// RANKS-DIST-2: a combatant is in the zone that holds its mark.
pub fn zone_at_mark(fight: &Fight, mark: Feet) -> ZoneId {
    let mut end = 0;
    for (id, zone) in fight.zones.iter() {
        end += zone.terrain.length;
        if mark < end {
            return id;
        }
    }
    ZoneId(fight.zones.len().saturating_sub(1) as u8)
}

/// RANKS-DIST-3: where nobody says, the party begins on 15 and the opposition on 40; where a zone
/// is said, on the mark of it that is nearest to that.
pub fn start_mark(fight: &Fight, body: &Body) -> Feet {
    let mark = if &*body.side == "party" { 15 } else { 40 };
    let zone = body.start_zone.filter(|zone| fight.zones.get(*zone).is_some());
    zone.map_or(mark.min(last_mark(fight)), |zone| nearest_mark_in_zone(fight, zone, mark))
}

/// Where somebody stands, or will begin.
pub fn mark_of(fight: &Fight, who: CombatantId) -> Feet {
    let body = fight.body(who);
    body.mark.unwrap_or_else(|| start_mark(fight, body))
}

/// RANKS-DIST-1: distance is the difference of the marks.
pub fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> Feet {
    mark_of(fight, one).abs_diff(mark_of(fight, other))
}

/// The mark of a zone that is nearest to a mark.
pub fn nearest_mark_in_zone(fight: &Fight, zone: ZoneId, from: Feet) -> Feet {
    let (first, last) = zone_span(fight, zone);
    from.clamp(first, last)
}

/// Of the marks at a distance between `least` and `most` from `target`, the one nearest to `from`;
/// of equals the one further left.
pub fn nearest_mark_at_distance(
    fight: &Fight,
    target: Feet,
    (least, most): (Feet, Feet),
    from: Feet,
) -> Option<Feet> {
    let fits = |mark: &Feet| (least..=most).contains(&mark.abs_diff(target));
    let marks = (0..=last_mark(fight)).step_by(usize::from(MARK_STEP)).filter(fits);
    marks.min_by_key(|mark| mark.abs_diff(from))
}

/// RANKS-DIST-3: which end is an exit for a side: left for the party, right for the opposition.
pub fn exit_for_side(fight: &Fight, side: &str) -> ExitEnd {
    let given = fight.state.exits.iter().find(|(name, _)| &***name == side);
    given.map_or_else(
        || match side {
            "party" => ExitEnd::Left,
            "opposition" => ExitEnd::Right,
            _ => ExitEnd::None,
        },
        |(_, exit)| *exit,
    )
}

/// Something on a way that may need a check, and the last mark before it.
#[derive(Clone, Copy, Debug)]
pub struct RouteHindrance {
    pub hindrance: Hindrance,
    pub mark_before: Feet,
}

/// The marks of a way, without the one it begins on.
pub fn marks_between(from: Feet, to: Feet) -> impl Iterator<Item = Feet> {
    let steps = from.abs_diff(to) / MARK_STEP;
    (1..=steps).map(move |n| if to > from { from + n * MARK_STEP } else { from - n * MARK_STEP })
}

/// RANKS-TERR-1: terrain counts for a movement that enters any mark of the zone, an obstacle for
/// one that crosses the border; in the order of the way.
pub fn hindrances_between(
    fight: &Fight,
    from: Feet,
    to: Feet,
) -> impl Iterator<Item = RouteHindrance> + '_ {
    let ground = |zone| fight.zones.get(zone).map(|zone| &zone.terrain);
    let (mut left, mut entered) = ((from, zone_at_mark(fight, from)), None);
    marks_between(from, to).flat_map(move |mark| {
        let next = zone_at_mark(fight, mark);
        let (before, here) = std::mem::replace(&mut left, (mark, next));
        let border = ground(here.min(next)).filter(|_| here != next);
        let new = ground(next).filter(|_| entered.replace(next) != Some(next));
        let obstacle = border.and_then(|ground| ground.border_obstacle);
        let terrain = new.and_then(|ground| ground.movement_hindrance);
        obstacle
            .into_iter()
            .chain(terrain)
            .map(move |is| RouteHindrance { hindrance: is, mark_before: before })
    })
}

/// Whether anything on a way may need a check.
pub fn has_hindrance(fight: &Fight, from: Feet, to: Feet) -> bool {
    hindrances_between(fight, from, to).next().is_some()
}

/// RANKS-TERR-2: the difficulty of sprinting a distance, rounded up to a row of the table.
pub fn sprint_difficulty(feet: Feet) -> u8 {
    match feet {
        0..=20 => 5,
        21..=30 => 10,
        31..=40 => 15,
        41..=50 => 20,
        _ => 25,
    }
}

/// RANKS-TERR-2: an object's damage where only its difficulty is said.
pub fn default_object_damage(difficulty: u8) -> DiceCode {
    DiceCode::from_dice(match difficulty {
        0..=5 => 5,
        6..=10 => 6,
        11..=15 => 7,
        16..=20 => 8,
        _ => 9,
    })
}

/// The skills of movement.
pub const MOVEMENT_SKILLS: [Skill; 5] =
    [Skill::Sprint, Skill::Climbing, Skill::Jumping, Skill::Balance, Skill::Tumble];

/// RANKS-TERR-3: whoever comes into the zone from outside takes one damage roll at once, and the
/// hazard is secret no more.
pub fn resolve_hazard_entry(
    resolver: &mut Resolver,
    who: CombatantId,
    from: Feet,
    to: Feet,
) -> RuleResult {
    let Some((zone, damage)) = hazard_entered(resolver.fight(), from, to) else { return Ok(()) };
    resolver.emit(Event::HazardStruck { who, zone });
    damage::roll_damage(resolver, None, who, damage)
}

/// The hazard that a step from mark to mark leads into.
pub fn hazard_entered(fight: &Fight, from: Feet, to: Feet) -> Option<(ZoneId, DiceCode)> {
    let (here, next) = (zone_at_mark(fight, from), zone_at_mark(fight, to));
    let hazard = fight.zones.get(next)?.terrain.hazard.filter(|_| here != next)?;
    Some((next, hazard.damage))
}
