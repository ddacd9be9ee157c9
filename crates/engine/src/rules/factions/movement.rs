//! Movement: steps and dashes (FACT-TURN-5, FACT-TURN-6), and leaving the map (FACT-CHASE-1).

use super::state::{Event, MovementKind, TurnCost};
use super::turns::running_or_new_turn;
use super::zones::{Place, are_nearby, is_active_on_map, is_aware, place_of, step_cost_in_halves};
use super::{
    Fight, Resolver, RuleResult, grapple, initiative, opportunity_attacks, sneaking, visibility,
};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::ActProgress;

/// Refuses a step that a combatant cannot take. FACT-TURN-5: it has two halves of movement,
/// spendable in pieces. FACT-GRAP-1: none while grabbed. FACT-SNEAK-5: sneaking covers half a zone
/// in the turn at most.
pub fn check_step_to_place(
    fight: &Fight,
    who: CombatantId,
    to: Place,
    sneak: bool,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    if body.grabbed_by.is_some() {
        return Err(RefusalReason::new("entangled", "FACT-GRAP-1"));
    }
    let not_adjacent = RefusalReason::new("bad-target", "FACT-ZONE-1").with_zone(to.zone);
    let cost = step_cost_in_halves(fight, place_of(fight, who), to).ok_or(not_adjacent)?;
    let turn = running_or_new_turn(fight, who);
    let enemies_near = |place| count_known_active_enemies_near(fight, who, place);
    if body.broken && enemies_near(to) > enemies_near(place_of(fight, who)) {
        return Err(RefusalReason::new("morale-broken", "FACT-MORALE-4"));
    }
    if sneak && !body.concealed {
        return Err(RefusalReason::new("bad-target", "FACT-SNEAK-5"));
    }
    if sneak && (cost > 1 || turn.has_sneaked) {
        return Err(RefusalReason::new("sneak-half", "FACT-SNEAK-5"));
    }
    if turn.movement_halves < cost {
        return Err(RefusalReason::new("no-move", "FACT-TURN-5"));
    }
    Ok(())
}

/// Returns how many active enemies are nearby a place, as far as the combatant knows
/// (FACT-MORALE-4).
fn count_known_active_enemies_near(fight: &Fight, who: CombatantId, place: Place) -> usize {
    let is_near = |other: CombatantId| {
        initiative::are_enemies(fight, who, other)
            && is_active_on_map(fight, other)
            && is_aware(fight, who, other)
            && place_of(fight, other).is_nearby(place)
    };
    fight.present_combatants().filter(|(other, _)| is_near(*other)).count()
}

/// Resolves a step (FACT-TURN-5). FACT-OPP-2: it waits while opportunity attacks are resolved, and
/// costs nothing if they stop it. FACT-SNEAK-4: moving without sneaking reveals, and so does ending
/// a move nearby an enemy. FACT-GRAP-2: whoever is held comes along.
pub fn resolve_opportunity_attacks_and_move_with_held(
    resolver: &mut Resolver,
    who: CombatantId,
    to: Place,
    sneak: bool,
) -> RuleResult {
    let fight = resolver.fight();
    let cost = step_cost_in_halves(fight, place_of(fight, who), to).unwrap_or(2);
    let progress =
        opportunity_attacks::ask_and_resolve_opportunity_attacks(resolver, who, Some(to))?;
    if progress == ActProgress::Stopped {
        return Ok(());
    }
    resolver.emit(Event::CostSpent(who, TurnCost::Movement(cost)));
    if !sneak {
        sneaking::reveal_if_concealed(resolver, who);
    }
    let held = resolver.fight().body(who).grabbing;
    let movement = if sneak { MovementKind::Sneak } else { MovementKind::Move };
    record_move(resolver, who, to, movement);
    if let Some(held) = held {
        record_move(resolver, held, to, MovementKind::Dragged);
        grapple::end_holds_no_longer_nearby(resolver, held);
    }
    grapple::end_holds_no_longer_nearby(resolver, who);
    if resolver.fight().body(who).broken {
        resolver.emit(Event::Retreated(who));
    }
    if resolver.fight().settings.reveal_nearby && has_enemy_nearby(resolver.fight(), who) {
        sneaking::reveal_if_concealed(resolver, who);
    }
    Ok(())
}

/// Returns whether an active enemy is nearby a combatant, known to it or not (FACT-SNEAK-4).
fn has_enemy_nearby(fight: &Fight, who: CombatantId) -> bool {
    fight.present_combatants().any(|(other, _)| {
        initiative::are_enemies(fight, who, other)
            && is_active_on_map(fight, other)
            && are_nearby(fight, who, other)
    })
}

/// Moves a combatant to a place without a step. FACT-PROT-3: that leaves a barrier. FACT-GRAP-5:
/// holds end when the two are no longer nearby.
pub fn place_combatant(
    resolver: &mut Resolver,
    who: CombatantId,
    to: Place,
    movement: MovementKind,
) {
    record_move(resolver, who, to, movement);
    grapple::end_holds_no_longer_nearby(resolver, who);
}

/// Records a move of any kind, without its cost; the event says whether the position is secret,
/// which only the GM then sees.
fn record_move(resolver: &mut Resolver, who: CombatantId, to: Place, movement: MovementKind) {
    let fight = resolver.fight();
    let from = fight.body(who).zone.map(|_| place_of(fight, who));
    let is_secret = visibility::is_position_secret(fight, who);
    resolver.emit(Event::Moved { who, from, to, movement, is_secret });
}

/// Spends a main action for two more halves of movement this turn (FACT-TURN-6).
pub fn resolve_dash(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    resolver.emit(Event::Dashed(who));
}

/// Refuses to leave the map without an exit and half a zone of movement (FACT-CHASE-1).
pub fn check_can_leave_map(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.body(who).grabbed_by.is_some() {
        return Err(RefusalReason::new("entangled", "FACT-GRAP-1"));
    }
    if exit_zone(fight, who).is_none() {
        return Err(RefusalReason::new("not-suitable", "FACT-CHASE-1"));
    }
    if running_or_new_turn(fight, who).movement_halves == 0 {
        return Err(RefusalReason::new("no-move", "FACT-CHASE-1"));
    }
    Ok(())
}

/// Returns the exit zone through which a combatant could leave: its own, or on a border the first
/// of the two that is one; `None` if there is none.
fn exit_zone(fight: &Fight, who: CombatantId) -> Option<ZoneId> {
    let is_exit = |zone| fight.zones.get(zone).is_some_and(|zone| zone.terrain.exit);
    place_of(fight, who).zones().find(|zone| is_exit(*zone))
}

/// Takes a combatant off the map. FACT-CHASE-1: it still counts as active until pursuit is settled.
/// Leaving counts as moving away (FACT-OPP-1), and reveals (FACT-SNEAK-4). FACT-MORALE-4: a broken
/// one has thereby fled.
pub fn resolve_opportunity_attacks_and_leave_map(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult {
    let Some(exit) = exit_zone(resolver.fight(), who) else { return Ok(()) };
    let progress = opportunity_attacks::ask_and_resolve_opportunity_attacks(resolver, who, None)?;
    if progress == ActProgress::Stopped {
        return Ok(());
    }
    resolver.emit(Event::CostSpent(who, TurnCost::Movement(1)));
    sneaking::reveal_if_concealed(resolver, who);
    grapple::end_holds(resolver, who);
    resolver.emit(Event::LeftMap { who, exit });
    if resolver.fight().body(who).broken {
        resolver.emit(Event::Retreated(who));
    }
    Ok(())
}
