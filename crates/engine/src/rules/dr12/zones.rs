//! Zones and distance (DR12-ZONE): limits, hazards, exits.

use super::sheet::{Cure, Distance, Side};
use super::state::{Event, HazardTrigger, HealthChangeCause, Terrain, TestPurpose};
use super::test_rolls::Test;
use super::{Fight, Resolver, RuleResult, ailments, damage, test_rolls};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::ZoneMap;

/// DR12-ZONE-1: without zones of the GM's there are three in a line: party start, middle, enemy
/// start.
pub fn default_zones() -> ZoneMap<Terrain> {
    ZoneMap::from_row(["Party start", "Middle", "Enemy start"])
}

/// DR12-ZONE-1, DR12-FLEE-1: the zone where a side starts: the one marked so, else the first for
/// the party and the last for the enemies.
pub fn start_zone(fight: &Fight, side: Side) -> ZoneId {
    let marked = fight.zones.iter().find(|(_, zone)| zone.terrain.start_of.contains(&side));
    let last = ZoneId(fight.zones.len().saturating_sub(1) as u8);
    marked.map_or(if side == Side::Party { ZoneId(0) } else { last }, |(zone, _)| zone)
}

/// DR12-FLEE-1: each side's start zone is its exit, besides those that the GM marked.
pub fn is_exit(fight: &Fight, zone: ZoneId, side: Side) -> bool {
    let marked = fight.zones.get(zone).is_some_and(|zone| zone.terrain.exit_for.contains(&side));
    marked || start_zone(fight, side) == zone
}

/// Where a combatant is; before the start, where it will be (DR12-ZONE-1).
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    let body = fight.body(who);
    body.zone.unwrap_or_else(|| start_zone(fight, body.side))
}

/// DR12-ZONE-2: 0 steps Close, 1 Nearby, 2 Far-Away, 3 or more Distant.
pub fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> Distance {
    Distance::from_steps(fight.zones.distance(zone_of(fight, one), zone_of(fight, other)))
}

pub fn are_close(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    zone_of(fight, one) == zone_of(fight, other)
}

/// DR12-ZONE-4: a zone with a limit is full when so many standing combatants of either side are in
/// it. Players meet only the limit that they can see: hidden NPCs do not count for them.
pub fn is_zone_full(fight: &Fight, zone: ZoneId, mover: CombatantId) -> bool {
    let Some(limit) = fight.zones.get(zone).and_then(|zone| zone.terrain.combatant_limit) else {
        return false;
    };
    let viewer = fight.viewer_of(crate::core::ids::Initiator::Combatant(mover));
    let inside = fight.iter().filter(|(who, one)| {
        one.body.is_standing() && zone_of(fight, *who) == zone && fight.viewer_knows(viewer, *who)
    });
    inside.count() >= usize::from(limit)
}

/// DR12-ZONE-5, DR12-ZONE-6: a hazard Tests a standing combatant of either side at the start of its
/// own Turn there, or on arrival, forced or not; a failed Test brings what the GM laid down.
pub fn trigger_hazard(
    resolver: &mut Resolver,
    who: CombatantId,
    trigger: HazardTrigger,
) -> RuleResult {
    let zone = zone_of(resolver.fight(), who);
    let Some(hazard) =
        resolver.fight().zones.get(zone).and_then(|zone| zone.terrain.hazard.clone())
    else {
        return Ok(());
    };
    let triggers = hazard.trigger == trigger || hazard.trigger == HazardTrigger::Both;
    if !triggers || !resolver.fight().body(who).is_standing() {
        return Ok(());
    }
    resolver.emit(Event::HazardTriggered { who, zone });
    let test = Test { dr: hazard.dr, ..Test::new(who, hazard.attribute, TestPurpose::Hazard) };
    if test_rolls::roll_test(resolver, test).passed {
        return Ok(());
    }
    if let Some(pool) = hazard.damage {
        // DR12-DMG-2: a hazard is not a blow, AP does not reduce it.
        let total = resolver.roll_total(pool);
        damage::lose_hp(resolver, who, total, HealthChangeCause::Hazard)?;
    }
    for ailment in hazard.ailments {
        if resolver.fight().body(who).is_standing() {
            ailments::inflict_ailment(
                resolver,
                who,
                ailment,
                Cure::new(hazard.attribute, hazard.dr),
            )?;
        }
    }
    Ok(())
}
