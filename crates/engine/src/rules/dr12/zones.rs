//! Zones and distance (DR12-ZONE): limits, hazards, exits.

use super::sheet::{Cure, Distance, Side};
use super::state::{Event, HazardTrigger, HealthChangeCause, Terrain, TestPurpose};
use super::test_rolls::Test;
use super::{Fight, Resolver, RuleResult, ailments, damage, test_rolls};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::ZoneMap;

/// Returns the zones of a fight for which the GM set none: three in a line (DR12-ZONE-1).
pub fn default_zones() -> ZoneMap<Terrain> {
    ZoneMap::from_row(["Party start", "Middle", "Enemy start"])
}

/// Returns the zone where a side starts: the marked one, else the first for the party and the last
/// for the enemies (DR12-ZONE-1, DR12-FLEE-1).
pub fn start_zone(fight: &Fight, side: Side) -> ZoneId {
    let marked = fight.zones.iter().find(|(_, zone)| zone.terrain.start_of.contains(&side));
    let default_index = match side {
        Side::Party => 0,
        Side::Enemy => fight.zones.len().saturating_sub(1) as u8,
    };
    marked.map_or(ZoneId(default_index), |(zone, _)| zone)
}

/// Returns whether a zone is an exit of a side. DR12-FLEE-1: its start zone is, besides those that
/// the GM marked.
pub fn is_exit(fight: &Fight, zone: ZoneId, side: Side) -> bool {
    let is_marked = fight.zones.get(zone).is_some_and(|zone| zone.terrain.exit_for.contains(&side));
    is_marked || start_zone(fight, side) == zone
}

/// Returns the zone of a combatant; before the start, the zone where it will be (DR12-ZONE-1).
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    let body = fight.body(who);
    body.zone.unwrap_or_else(|| start_zone(fight, body.side))
}

/// Returns the distance between two combatants. DR12-ZONE-2: 0 steps Close, 1 Nearby, 2 Far-Away, 3
/// or more Distant.
pub fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> Distance {
    Distance::from_steps(fight.zones.distance(zone_of(fight, one), zone_of(fight, other)))
}

/// Returns whether two combatants are in the same zone (DR12-ZONE-2).
pub fn are_close(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    zone_of(fight, one) == zone_of(fight, other)
}

/// Returns whether a zone is full for `mover`. DR12-ZONE-4: a zone with a limit is full when that
/// number of standing combatants of either side is in it. Hidden NPCs do not count for players, who
/// would otherwise learn of them.
pub fn is_zone_visibly_full_for(fight: &Fight, zone: ZoneId, mover: CombatantId) -> bool {
    let Some(limit) = fight.zones.get(zone).and_then(|zone| zone.terrain.combatant_limit) else {
        return false;
    };
    let viewer = fight.viewer_of(crate::core::ids::Initiator::Combatant(mover));
    let combatants_inside = fight.present_combatants().filter(|(who, combatant)| {
        combatant.body.is_in_action()
            && zone_of(fight, *who) == zone
            && fight.viewer_knows(viewer, *who)
    });
    combatants_inside.count() >= usize::from(limit)
}

/// Resolves the hazard of a combatant's zone, if this trigger sets it off. DR12-ZONE-5,
/// DR12-ZONE-6: it Tests a standing combatant of either side at the start of its own Turn there, or
/// on arrival, forced or not; a failed Test brings the damage and ailments that the GM set.
pub fn roll_hazard_if_triggered(
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
    if !triggers || !resolver.fight().body(who).is_in_action() {
        return Ok(());
    }
    resolver.emit(Event::HazardTriggered { who, zone });
    let test = Test { dr: hazard.dr, ..Test::new(who, hazard.attribute, TestPurpose::Hazard) };
    if test_rolls::roll_test(resolver, test).passed {
        return Ok(());
    }
    if let Some(pool) = hazard.damage {
        // DR12-DMG-2: a hazard is not a blow, AP does not reduce it.
        let total = resolver.roll_total(&[who], pool);
        damage::lose_hp_and_fall_at_zero(resolver, who, total, HealthChangeCause::Hazard)?;
    }
    for ailment in hazard.ailments {
        if resolver.fight().body(who).is_in_action() {
            let cure = Cure::new(hazard.attribute, hazard.dr);
            ailments::inflict_or_renew_ailment(resolver, who, ailment, cure)?;
        }
    }
    Ok(())
}
