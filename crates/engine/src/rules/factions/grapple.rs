//! Grapples (FACT-GRAP): holds, what a grabber does with the one it holds, and how holds end.

use super::sheet::{Ability, DicePool};
use super::state::{Event, MovementKind, SavePurpose, TurnCost};
use super::zones::{Place, are_nearby, place_of, terrains_of};
use super::{Fight, Resolver, damage, movement, saves};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// Ends the hold of a grabber, if it holds somebody. FACT-GRAP-2: any other action or reaction does
/// so first.
pub fn release_grabbed(resolver: &mut Resolver, grabber: CombatantId) {
    if let Some(who) = resolver.fight().body(grabber).grabbing {
        resolver.emit(Event::GrabEnded { who, grabber });
    }
}

/// Ends every hold that a combatant has or is in. FACT-GRAP-5: a hold ends when either is no longer
/// active, or gone.
pub fn end_holds(resolver: &mut Resolver, who: CombatantId) {
    release_grabbed(resolver, who);
    if let Some(grabber) = resolver.fight().body(who).grabbed_by {
        resolver.emit(Event::GrabEnded { who, grabber });
    }
}

/// Ends the holds of a combatant whose two sides are no longer nearby (FACT-GRAP-5).
pub fn end_holds_no_longer_nearby(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let holds =
        [body.grabbing.map(|held| (held, who)), body.grabbed_by.map(|grabber| (who, grabber))];
    for (held, grabber) in holds.into_iter().flatten() {
        if !are_nearby(resolver.fight(), held, grabber) {
            resolver.emit(Event::GrabEnded { who: held, grabber });
        }
    }
}

/// Refuses a shove by somebody who holds nobody, and one that leads nowhere. FACT-GRAP-3: the
/// grabber shoves the one it holds half a zone in some direction, into the zone's hazard, or both.
pub fn check_shove(
    fight: &Fight,
    who: CombatantId,
    to: Option<ZoneId>,
    into_hazard: bool,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "FACT-GRAP-3");
    let Some(held) = fight.body(who).grabbing else { return Err(bad_target) };
    let is_hazard_missing = into_hazard && shove_hazard(fight, held, to).is_none();
    let is_reachable =
        to.is_none_or(|to| shove_destination_half_zone_towards(fight, held, to).is_some());
    let leads_nowhere = to.is_none() && !into_hazard;
    if is_hazard_missing || !is_reachable || leads_nowhere {
        return Err(bad_target.with_combatant(held));
    }
    Ok(())
}

/// Returns the hazard that a shove leads into, with its zone. FACT-ZONE-4: on a border it may be
/// that of either zone: if both have one, that of the zone shoved to, else the first.
fn shove_hazard(
    fight: &Fight,
    held: CombatantId,
    to: Option<ZoneId>,
) -> Option<(ZoneId, DicePool)> {
    let mut first_hazard = None;
    for (zone, terrain) in terrains_of(fight, held) {
        let Some(pool) = terrain.hazard else { continue };
        if Some(zone) == to {
            return Some((zone, pool));
        }
        first_hazard = first_hazard.or(Some((zone, pool)));
    }
    first_hazard
}

/// Returns the place half a zone towards `to`: its border, or from a border the zone itself. `None`
/// if it is not adjacent.
fn shove_destination_half_zone_towards(
    fight: &Fight,
    held: CombatantId,
    to: ZoneId,
) -> Option<Place> {
    let from = place_of(fight, held);
    match from.border {
        None => {
            let is_adjacent = fight.zones.are_adjacent(from.zone, to);
            is_adjacent.then_some(Place::on_border(from.zone, to))
        }
        Some(_) => from.contains(to).then_some(Place::in_zone(to)),
    }
}

/// Resolves a shove. FACT-GRAP-3: a main action, not an attack: no save, no window. It frees the
/// grabbed one, applies the zone's hazard, then moves them.
pub fn resolve_shove_of_grabbed(
    resolver: &mut Resolver,
    who: CombatantId,
    to: Option<ZoneId>,
    into_hazard: bool,
) {
    let Some(held) = resolver.fight().body(who).grabbing else { return };
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    resolver.emit(Event::Shoved { who: held, shover: who });
    release_grabbed(resolver, who);
    let hazard = shove_hazard(resolver.fight(), held, to).filter(|_| into_hazard);
    if let Some((zone, pool)) = hazard {
        resolver.emit(Event::HazardTriggered { who: held, zone });
        damage::deal_hazard_damage(resolver, held, pool);
    }
    let destination =
        to.and_then(|to| shove_destination_half_zone_towards(resolver.fight(), held, to));
    if let Some(destination) = destination.filter(|_| resolver.fight().body(held).is_on_map()) {
        movement::place_combatant(resolver, held, destination, MovementKind::Shoved);
    }
}

/// Refuses to break free unless grabbed (FACT-GRAP-5).
pub fn check_break_free(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_grabbed = fight.body(who).grabbed_by.is_some();
    if is_grabbed { Ok(()) } else { Err(RefusalReason::new("bad-target", "FACT-GRAP-5")) }
}

/// Spends a main action and rolls a STR save to end the hold (FACT-GRAP-5).
pub fn spend_action_and_roll_to_break_free(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    let passed = saves::roll_d20_save(resolver, who, Ability::Str, SavePurpose::BreakFree);
    if let Some(grabber) = resolver.fight().body(who).grabbed_by.filter(|_| passed) {
        resolver.emit(Event::GrabEnded { who, grabber });
    }
}

/// Refuses to let go unless somebody is held (FACT-GRAP-2).
pub fn check_release(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let holds = fight.body(who).grabbing.is_some();
    if holds { Ok(()) } else { Err(RefusalReason::new("bad-target", "FACT-GRAP-2")) }
}
