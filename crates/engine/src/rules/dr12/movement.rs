//! Moving, disengaging, fleeing (DR12-MOVE, DR12-DIS, DR12-FLEE).

use super::acts::{Act, flight_cost};
use super::prompts::{self, Answer};
use super::sheet::{Ailment, ItemId, Mood, Side};
use super::state::{Event, Hazard, HazardTrigger, MovementKind, TurnCost};
use super::zones::{are_close, is_exit, is_zone_full, trigger_hazard, zone_of};
use super::{Fight, Resolver, RuleResult, ailments, attacks, fight_end, turns};
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::view::Viewer;

/// DR12-MOVE-1: the Move takes a combatant to an adjacent zone; any other is refused.
/// DR12-ZONE-4: so is a full one.
pub fn check_move(fight: &Fight, who: CombatantId, zone: ZoneId) -> Result<(), RefusalReason> {
    let from = zone_of(fight, who);
    if !fight.zones.are_adjacent(from, zone) {
        return Err(RefusalReason::new("not-adjacent", "DR12-MOVE-1").with_zone(zone));
    }
    if is_zone_full(fight, zone, who) {
        return Err(RefusalReason::new("zone-full", "DR12-ZONE-4").with_zone(zone));
    }
    Ok(())
}

/// DR12-MORALE-4: a step on a shortest way to the nearest exit.
pub fn is_step_towards_exit(fight: &Fight, who: CombatantId, zone: ZoneId) -> bool {
    let side = fight.body(who).side;
    let far = |from: ZoneId| {
        let exits = fight.zones.iter().filter(|(exit, _)| is_exit(fight, *exit, side));
        exits.filter_map(|(exit, _)| fight.zones.distance(from, exit)).min()
    };
    match (far(zone), far(zone_of(fight, who))) {
        (Some(there), Some(here)) => there < here,
        _ => false,
    }
}

/// DR12-MOVE-1 (the Move) and DR12-MOVE-2 (the Action spent on one further movement). DR12-ZONE-4:
/// a zone that has filled up by the time the free attacks are over is not entered.
pub fn resolve_movement(
    resolver: &mut Resolver,
    who: CombatantId,
    zone: ZoneId,
    movement: MovementKind,
) -> RuleResult {
    resolver.emit(Event::CostSpent(
        who,
        if movement == MovementKind::Dash { TurnCost::Action } else { TurnCost::Move },
    ));
    if !resolve_free_attacks_on_leaving(resolver, who)? {
        return Ok(());
    }
    if check_move(resolver.fight(), who, zone).is_err() {
        resolver.emit(Event::MovementCancelled(who));
        return Ok(());
    }
    enter_zone(resolver, who, zone, movement)
}

/// Somebody comes into a zone: DR12-STUNT-3 (its grapples end), DR12-ZONE-6 (an `enter` hazard
/// Tests on arrival, forced or not, before anything else happens).
pub fn enter_zone(
    resolver: &mut Resolver,
    who: CombatantId,
    to: ZoneId,
    movement: MovementKind,
) -> RuleResult {
    let from = zone_of(resolver.fight(), who);
    resolver.emit(Event::Moved { who, from, to, movement });
    if from != to {
        ailments::release_grappled(resolver, who);
    }
    trigger_hazard(resolver, who, HazardTrigger::Enter)
}

/// DR12-DIS-3: for the rest of this Turn the movements grant no free attacks.
pub fn resolve_disengage(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::Disengaged(who));
    Ok(())
}

/// DR12-FLEE-2: in one's exit zone, for the Move, or the Action if the Move is used: out of the
/// fight for good, without pursuit. It is a movement of one's own (DR12-DIS-1). DR12-FLEE-1: what
/// is no exit any more when the free attacks are over lets nobody out.
pub fn resolve_flight(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let cost = flight_cost(resolver.fight(), who);
    resolver.emit(Event::CostSpent(who, cost));
    if !resolve_free_attacks_on_leaving(resolver, who)? {
        return Ok(());
    }
    if check_flee(resolver.fight(), who).is_err() {
        resolver.emit(Event::MovementCancelled(who));
        return Ok(());
    }
    resolver.emit(Event::Fled(who));
    fight_end::resolve_drop_out(resolver, who)
}

/// DR12-FLEE-1: only an exit of one's own side will do.
pub fn check_flee(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let zone = zone_of(fight, who);
    if is_exit(fight, zone, fight.body(who).side) {
        Ok(())
    } else {
        Err(RefusalReason::new("not-exit", "DR12-FLEE-1").with_zone(zone))
    }
}

/// Setting out from a zone by one's own movement; false when it is cancelled.
///
/// DR12-DIS-6: if the mover falls or becomes Stuck or Paralysed on the way, the movement and the
/// remaining free attacks are cancelled; mere damage does not stop it. Both are cancelled
/// as well where the GM has placed the mover elsewhere, or healed it after its fall (DR12-TURN-6).
fn resolve_free_attacks_on_leaving(resolver: &mut Resolver, who: CombatantId) -> RuleResult<bool> {
    let from = zone_of(resolver.fight(), who);
    for attacker in free_attackers(resolver.fight(), who) {
        ask_and_resolve_free_attack(resolver, attacker, who)?;
        let fight = resolver.fight();
        let is_barred = ailments::ailment_barring_movement(fight, who).is_some();
        if is_barred || !turns::has_turn(fight, who) || zone_of(fight, who) != from {
            resolver.emit(Event::MovementCancelled(who));
            return Ok(false);
        }
    }
    Ok(true)
}

/// DR12-DIS-1: a free attack, if it is still to be had. DR12-DIS-7: a Character may let an NPC go
/// (W3).
fn ask_and_resolve_free_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    mover: CombatantId,
) -> RuleResult {
    if !has_free_attack(resolver.fight(), attacker, mover) {
        return Ok(());
    }
    if !resolver.fight().combatant(attacker).is_npc() {
        let ask = prompts::free_attack_prompt(resolver.fight(), attacker, mover);
        if resolver.ask_unless_obsolete(ask)? != Some(Answer::Attack) {
            return Ok(());
        }
    }
    let Some(weapon) = free_attack_weapon(resolver.fight(), attacker) else { return Ok(()) };
    attacks::resolve_attack(resolver, attacker, mover, weapon, true)
}

/// Whether somebody gets a free attack, as things stand now.
pub fn has_free_attack(fight: &Fight, attacker: CombatantId, mover: CombatantId) -> bool {
    free_attackers(fight, mover).contains(&attacker)
}

fn free_attackers(fight: &Fight, mover: CombatantId) -> Vec<CombatantId> {
    enemies_provoked_by_leaving(fight, mover, |who| free_attack_weapon(fight, who).is_some())
}

/// What a movement may bring on, as the mover knows: who may strike as they set out, and what the
/// zone is known to do to who comes in. Whether an enemy has a melee attack is not always known.
pub fn movement_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let to = match act {
        Act::Move(zone) | Act::Dash(zone) => Some(*zone),
        Act::Flee => None,
        _ => return Vec::new(),
    };
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let may_strike = |enemy: CombatantId| {
        let is_open = fight.detail_for(viewer, enemy) == DetailLevel::Numbers;
        fight.viewer_knows(viewer, enemy)
            && (!is_open || free_attack_weapon(fight, enemy).is_some())
    };
    let ground = to.and_then(|to| fight.zones.get(to)).map(|zone| &zone.terrain);
    let hazard = ground.and_then(|ground| ground.hazard.as_ref());
    let is_known = |hazard: &&Hazard| !hazard.is_secret || viewer == Viewer::Gm;
    let strikes = |hazard: &&Hazard| hazard.trigger != HazardTrigger::TurnStart;
    let hazard = hazard.filter(is_known).filter(strikes).map(|_| Risk::new("hazard"));
    let strike = fight.build_risk("strike", enemies_provoked_by_leaving(fight, who, may_strike));
    strike.into_iter().chain(hazard).collect()
}

/// Who gets a free attack when somebody sets out, of those who can strike at all.
///
/// DR12-DIS-1: each Close enemy of a Character. DR12-DIS-2: none if another standing ally is in the
/// same zone, but for a hidden one, whom that would betray. DR12-DIS-3: none after disengaging.
/// DR12-DIS-4: in join order. DR12-DIS-7: NPCs leave freely, unless `npc_provoke` is set: then each
/// Close Character who knows of it, in initiative order.
fn enemies_provoked_by_leaving(
    fight: &Fight,
    mover: CombatantId,
    can_strike: impl Fn(CombatantId) -> bool,
) -> Vec<CombatantId> {
    let is_npc = fight.combatant(mover).is_npc();
    let turn = fight.state.turn.filter(|turn| turn.who == mover);
    if turn.is_none_or(|turn| turn.has_disengaged) || (is_npc && !fight.settings.npc_provoke) {
        return Vec::new();
    }
    let side = fight.body(mover).side;
    let is_covered = fight.iter().any(|(who, one)| {
        who != mover
            && one.body.side == side
            && one.body.is_standing()
            && !one.is_hidden
            && (!is_npc || one.is_npc())
            && are_close(fight, who, mover)
    });
    if is_covered {
        return Vec::new();
    }
    let may = |who: CombatantId| {
        let one = fight.combatant(who);
        one.body.side != side
            && one.is_npc() != is_npc
            && fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), mover)
            && are_close(fight, who, mover)
            && is_able_to_make_free_attacks(fight, who)
            && can_strike(who)
    };
    if is_npc {
        fight.state.initiative_order.iter().copied().filter(|who| may(*who)).collect()
    } else {
        fight.iter().map(|(who, _)| who).filter(|who| may(*who)).collect()
    }
}

/// DR12-DIS-5: no free attack from who is Distracted, Paralysed, Fleeing, Parleying, surprised in
/// round 1 (DR12-SURP-3), or (which is asked beside this) without a melee attack; Weakened or Stuck
/// ones still make it.
fn is_able_to_make_free_attacks(fight: &Fight, who: CombatantId) -> bool {
    let body = fight.body(who);
    fight.get(who).is_some()
        && body.is_standing()
        && ailments::ailment_barring_action(fight, who) != Some(Ailment::Distracted)
        && ailments::ailment_barring_action(fight, who) != Some(Ailment::Paralysed)
        && body.mood == Mood::Fighting
        && !is_surprised(fight, body.side)
}

/// DR12-DIS-4: an NPC's first listed melee attack. DR12-DIS-7: a Character's melee weapon in hand,
/// or unarmed.
fn free_attack_weapon(fight: &Fight, who: CombatantId) -> Option<ItemId> {
    let one = fight.combatant(who);
    if one.is_npc() {
        return one.body.attacks.iter().find(|attack| attack.is_melee()).map(|attack| attack.id);
    }
    let held = one.body.hands.iter().find(|item| item.is_melee() && !item.is_broken());
    Some(held.map_or(ItemId::UNARMED, |item| item.id))
}

/// DR12-SURP-2, DR12-SURP-3: surprise lasts for round 1.
pub fn is_surprised(fight: &Fight, side: Side) -> bool {
    fight.round <= 1 && fight.state.surprised_side == Some(side)
}
