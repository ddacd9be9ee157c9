//! Grapples (FACT-GRAP): holds, what one does with them, and how they end.

use super::sheet::{Ability, DicePool};
use super::state::{Event, MovementKind, SavePurpose, TurnCost};
use super::zones::{Place, are_nearby, place_of, terrains_of};
use super::{Fight, Resolver, damage, movement, saves};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// FACT-GRAP-2: any other action or reaction frees the grabbed one first.
pub fn release_grabbed(resolver: &mut Resolver, grabber: CombatantId) {
    if let Some(who) = resolver.fight().body(grabber).grabbing {
        resolver.emit(Event::GrabEnded { who, grabber });
    }
}

/// FACT-GRAP-5: a hold ends when either is no longer active, or gone.
pub fn end_holds(resolver: &mut Resolver, who: CombatantId) {
    release_grabbed(resolver, who);
    if let Some(by) = resolver.fight().body(who).grabbed_by {
        resolver.emit(Event::GrabEnded { who, grabber: by });
    }
}

/// FACT-GRAP-5: a hold ends when they are no longer nearby.
pub fn end_holds_out_of_reach(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let holds = [body.grabbing.map(|held| (held, who)), body.grabbed_by.map(|by| (who, by))];
    for (who, by) in holds.into_iter().flatten() {
        if !are_nearby(resolver.fight(), who, by) {
            resolver.emit(Event::GrabEnded { who, grabber: by });
        }
    }
}

/// FACT-GRAP-3: the grabber shoves the one it holds: half a zone in some direction, or into the
/// zone's hazard, or both.
pub fn check_shove(
    fight: &Fight,
    who: CombatantId,
    to: Option<ZoneId>,
    into_hazard: bool,
) -> Result<(), RefusalReason> {
    let bad = RefusalReason::new("bad-target", "FACT-GRAP-3");
    let Some(held) = fight.body(who).grabbing else { return Err(bad) };
    let has_hazard = shove_hazard(fight, held, to).is_some();
    let is_way = to.is_none_or(|to| shove_destination(fight, held, to).is_some());
    if (into_hazard && !has_hazard) || !is_way || (to.is_none() && !into_hazard) {
        return Err(bad.with_combatant(held));
    }
    Ok(())
}

/// The hazard that a shove leads into. FACT-ZONE-4: on a border it may be that of either zone: of
/// two that of the zone shoved to, else the first.
fn shove_hazard(
    fight: &Fight,
    held: CombatantId,
    to: Option<ZoneId>,
) -> Option<(ZoneId, DicePool)> {
    let all = terrains_of(fight, held).filter_map(|(zone, ground)| Some((zone, ground.hazard?)));
    all.min_by_key(|(zone, _)| Some(*zone) != to)
}

/// Half a zone towards a zone: onto its border, or from a border into it.
fn shove_destination(fight: &Fight, held: CombatantId, to: ZoneId) -> Option<Place> {
    let from = place_of(fight, held);
    match from.border {
        None => {
            let is_way = fight.zones.are_adjacent(from.zone, to);
            is_way.then_some(Place::on_border(from.zone, to))
        }
        Some(_) => from.contains(to).then_some(Place::in_zone(to)),
    }
}

/// FACT-GRAP-3: a main action, not an attack: no save, no window. It frees the grabbed one and
/// applies the zone's hazard, then moves them.
pub fn resolve_shove(
    resolver: &mut Resolver,
    who: CombatantId,
    to: Option<ZoneId>,
    into_hazard: bool,
) {
    let Some(held) = resolver.fight().body(who).grabbing else { return };
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    resolver.emit(Event::Shoved { who: held, shover: who });
    release_grabbed(resolver, who);
    let into = shove_hazard(resolver.fight(), held, to).filter(|_| into_hazard);
    if let Some((zone, pool)) = into {
        resolver.emit(Event::HazardTriggered { who: held, zone });
        damage::deal_hazard_damage(resolver, held, pool);
    }
    let to = to.and_then(|to| shove_destination(resolver.fight(), held, to));
    if let Some(to) = to.filter(|_| resolver.fight().body(held).is_on_map()) {
        movement::place_combatant(resolver, held, to, MovementKind::Shoved);
    }
}

/// FACT-GRAP-5: only the grabbed one can break free.
pub fn check_break_free(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_grabbed = fight.body(who).grabbed_by.is_some();
    if is_grabbed { Ok(()) } else { Err(RefusalReason::new("bad-target", "FACT-GRAP-5")) }
}

/// FACT-GRAP-5: a main action and a STR save.
pub fn roll_to_break_free(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    let passed = saves::roll_save(resolver, who, Ability::Str, SavePurpose::BreakFree);
    if let Some(by) = resolver.fight().body(who).grabbed_by.filter(|_| passed) {
        resolver.emit(Event::GrabEnded { who, grabber: by });
    }
}

/// FACT-GRAP-2: whoever holds somebody may let go.
pub fn check_release(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let holds = fight.body(who).grabbing.is_some();
    if holds { Ok(()) } else { Err(RefusalReason::new("bad-target", "FACT-GRAP-2")) }
}
