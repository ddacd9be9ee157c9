//! Moving, disengaging, fleeing (DR12-MOVE, DR12-DIS, DR12-FLEE).

use super::acts::{Act, flight_cost};
use super::prompts::{self, Answer};
use super::sheet::{ItemId, Mood, Side};
use super::state::{Event, HazardTrigger, MovementKind, Turn, TurnCost};
use super::zones::{
    are_close, is_exit, is_zone_visibly_full_for, roll_hazard_if_triggered, zone_of,
};
use super::{Fight, Resolver, RuleResult, ailments, attacks, fight_end, turns};
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::ActProgress;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::view::Viewer;

/// Refuses a zone that the combatant cannot move to. DR12-MOVE-1: the Move takes a combatant to an
/// adjacent zone only. DR12-ZONE-4: a full zone is refused.
pub fn check_step_to_zone(
    fight: &Fight,
    who: CombatantId,
    zone: ZoneId,
) -> Result<(), RefusalReason> {
    let from = zone_of(fight, who);
    if !fight.zones.are_adjacent(from, zone) {
        let reason = RefusalReason::new("not-adjacent", "DR12-MOVE-1").with_zone(zone);
        return Err(if zone == from { reason.with_cause("here") } else { reason });
    }
    if is_zone_visibly_full_for(fight, zone, who) {
        return Err(RefusalReason::new("zone-full", "DR12-ZONE-4").with_zone(zone));
    }
    Ok(())
}

/// Returns whether a step to `zone` lies on a shortest way to the nearest exit, which is all that a
/// Fleeing combatant may do (DR12-MORALE-4).
pub fn is_step_towards_exit(fight: &Fight, who: CombatantId, zone: ZoneId) -> bool {
    let side = fight.body(who).side;
    let exit_distance = |from: ZoneId| {
        let exits = fight.zones.iter().filter(|(exit, _)| is_exit(fight, *exit, side));
        exits.filter_map(|(exit, _)| fight.zones.distance(from, exit)).min()
    };
    match (exit_distance(zone), exit_distance(zone_of(fight, who))) {
        (Some(there), Some(here)) => there < here,
        _ => false,
    }
}

/// Resolves a movement. DR12-MOVE-1: the Move. DR12-MOVE-2: an Action spent on one further
/// movement. DR12-ZONE-4: a zone that has filled up by the time the free attacks are over is not
/// entered.
pub fn resolve_move_or_dash(
    resolver: &mut Resolver,
    who: CombatantId,
    zone: ZoneId,
    movement: MovementKind,
) -> RuleResult {
    let cost = if movement == MovementKind::Dash { TurnCost::Action } else { TurnCost::Move };
    resolver.emit(Event::CostSpent(who, cost));
    if resolve_free_attacks_before_leaving(resolver, who)? == ActProgress::Stopped {
        return Ok(());
    }
    if check_step_to_zone(resolver.fight(), who, zone).is_err() {
        resolver.emit(Event::MovementCancelled(who));
        return Ok(());
    }
    enter_zone_end_grapples_and_roll_hazard(resolver, who, zone, movement)
}

/// Moves a combatant into a zone and resolves its arrival. DR12-STUNT-3: the grapples that it holds
/// end. DR12-ZONE-6: an `enter` hazard Tests it on arrival, forced or not, before anything else
/// happens.
pub fn enter_zone_end_grapples_and_roll_hazard(
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
    roll_hazard_if_triggered(resolver, who, HazardTrigger::Enter)
}

/// Spends the Action. DR12-DIS-3: for the rest of this Turn the combatant's movements grant no free
/// attacks.
pub fn resolve_disengage(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::Disengaged(who));
    Ok(())
}

/// Takes a combatant out of the fight for good.
///
/// DR12-FLEE-2: in an exit zone of its side, for the Move, or the Action if the Move is used;
/// nobody pursues. Fleeing counts as a movement, so free attacks come first (DR12-DIS-1).
/// DR12-FLEE-1: if the zone is no longer an exit after them, the combatant stays.
pub fn resolve_free_attacks_and_flee(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let cost = flight_cost(resolver.fight(), who);
    resolver.emit(Event::CostSpent(who, cost));
    if resolve_free_attacks_before_leaving(resolver, who)? == ActProgress::Stopped {
        return Ok(());
    }
    if check_flee(resolver.fight(), who).is_err() {
        resolver.emit(Event::MovementCancelled(who));
        return Ok(());
    }
    resolver.emit(Event::Fled(who));
    fight_end::resolve_loss_of_combatant(resolver, who)
}

/// Refuses to flee from a zone that is no exit of the combatant's side (DR12-FLEE-1).
pub fn check_flee(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let zone = zone_of(fight, who);
    let reason = RefusalReason::new("not-exit", "DR12-FLEE-1").with_zone(zone);
    reason.refuse_unless(is_exit(fight, zone, fight.body(who).side))
}

/// Resolves the free attacks on a combatant who sets out from a zone, which may stop the
/// movement.
///
/// DR12-DIS-6: if the mover falls or becomes Stuck or Paralysed, the movement and the remaining
/// free attacks are cancelled; mere damage does not stop it. Both are also cancelled if the GM has
/// placed the mover elsewhere or healed it after its fall (DR12-TURN-6).
fn resolve_free_attacks_before_leaving(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult<ActProgress> {
    let from = zone_of(resolver.fight(), who);
    for attacker in free_attackers(resolver.fight(), who) {
        ask_and_resolve_free_attack(resolver, attacker, who)?;
        let fight = resolver.fight();
        let is_barred = ailments::ailment_barring_movement(fight, who).is_some();
        let was_placed = zone_of(fight, who) != from;
        if is_barred || was_placed || !turns::has_turn(fight, who) {
            resolver.emit(Event::MovementCancelled(who));
            return Ok(ActProgress::Stopped);
        }
    }
    Ok(ActProgress::GoesOn)
}

/// Resolves a free attack, if the attacker still has it (DR12-DIS-1). A Character is asked first
/// and may let an NPC go (DR12-DIS-7).
fn ask_and_resolve_free_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    mover: CombatantId,
) -> RuleResult {
    if !has_free_attack(resolver.fight(), attacker, mover) {
        return Ok(());
    }
    if !resolver.fight().combatant(attacker).is_npc() {
        let prompt = prompts::free_attack_prompt(resolver.fight(), attacker, mover);
        if resolver.ask_and_drop_if_obsolete(prompt)? != Some(Answer::Attack) {
            return Ok(());
        }
    }
    let Some(weapon) = first_free_attack_weapon(resolver.fight(), attacker) else { return Ok(()) };
    attacks::announce_and_resolve_attack(
        resolver,
        attacker,
        mover,
        weapon,
        attacks::AttackOccasion::FreeAttack,
    )
}

/// Returns whether `attacker` has a free attack if `mover` sets out now.
pub fn has_free_attack(fight: &Fight, attacker: CombatantId, mover: CombatantId) -> bool {
    free_attackers(fight, mover).contains(&attacker)
}

/// Returns who gets a free attack if `mover` sets out now; nobody if its Turn is not running.
fn free_attackers(fight: &Fight, mover: CombatantId) -> Vec<CombatantId> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == mover) else { return Vec::new() };
    enemies_with_free_attack_on_leaver(fight, turn, |who| {
        first_free_attack_weapon(fight, who).is_some()
    })
}

/// Returns the risks of a movement that the mover knows of: who may attack as it sets out, and a
/// hazard of the zone that it enters. An enemy whose numbers the mover does not know counts as able
/// to attack. A movement may begin the mover's Turn (DR12-OPT-1), and has the same risks then.
pub fn movement_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let to = match act {
        Act::Move(zone) | Act::Dash(zone) => Some(*zone),
        Act::Flee => None,
        _ => return Vec::new(),
    };
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let may_attack = |enemy: CombatantId| {
        let are_numbers_known = fight.detail_for(viewer, enemy) == DetailLevel::Numbers;
        fight.viewer_knows(viewer, enemy)
            && (!are_numbers_known || first_free_attack_weapon(fight, enemy).is_some())
    };
    let turn = turns::running_or_new_turn(fight, who);
    let attackers = enemies_with_free_attack_on_leaver(fight, turn, may_attack);
    let mut risks: Vec<Risk> = fight.build_risk("strike", attackers).into_iter().collect();
    if to.is_some_and(|zone| is_entering_visibly_hazardous(fight, viewer, zone)) {
        risks.push(Risk::new("hazard"));
    }
    risks
}

/// Returns whether a zone has a hazard that triggers on entering, and of which the viewer knows.
fn is_entering_visibly_hazardous(fight: &Fight, viewer: Viewer, zone_id: ZoneId) -> bool {
    let Some(zone) = fight.zones.get(zone_id) else { return false };
    let Some(hazard) = &zone.terrain.hazard else { return false };
    let is_known = !hazard.is_secret || viewer == Viewer::Gm;
    is_known && hazard.trigger != HazardTrigger::TurnStart
}

/// Returns who gets a free attack when the mover, whose Turn it is, sets out, of those for whom
/// `can_strike` holds.
///
/// DR12-DIS-1: each Close enemy of a Character. DR12-DIS-5: no Character strikes a Character.
/// DR12-DIS-2: nobody if another standing ally is in the same zone; hidden allies do not count, as
/// that would betray them. DR12-DIS-3: nobody after disengaging. DR12-DIS-4: in join order.
/// DR12-DIS-7: NPCs leave freely, unless `npc_provoke` is set: then each Close Character who knows
/// of the NPC, in initiative order.
fn enemies_with_free_attack_on_leaver(
    fight: &Fight,
    turn: Turn,
    can_strike: impl Fn(CombatantId) -> bool,
) -> Vec<CombatantId> {
    let mover = turn.who;
    let is_npc = fight.combatant(mover).is_npc();
    if turn.has_disengaged || (is_npc && !fight.settings.npc_provoke) {
        return Vec::new();
    }
    if is_leaver_covered(fight, mover) {
        return Vec::new();
    }
    let side = fight.body(mover).side;
    let gets_free_attack = |who: CombatantId| {
        let combatant = fight.combatant(who);
        combatant.body.side != side
            && combatant.is_npc() != is_npc
            && fight.controller_knows(who, mover)
            && are_close(fight, who, mover)
            && is_able_to_make_free_attacks(fight, who)
            && can_strike(who)
    };
    if is_npc {
        fight.state.initiative_order.iter().copied().filter(|who| gets_free_attack(*who)).collect()
    } else {
        fight.present_ids().filter(|who| gets_free_attack(*who)).collect()
    }
}

/// Returns whether another standing ally in the same zone covers a mover who leaves it, so that
/// nobody strikes at the mover (DR12-DIS-2). Hidden allies do not count, nor do the Characters of
/// its side for an NPC.
fn is_leaver_covered(fight: &Fight, mover: CombatantId) -> bool {
    let leaver = fight.combatant(mover);
    fight.present_combatants().any(|(who, combatant)| {
        let is_ally = who != mover && combatant.body.side == leaver.body.side;
        let is_standing_in_sight = combatant.body.is_in_action() && !combatant.is_hidden;
        let can_cover_leaver = combatant.is_npc() || !leaver.is_npc();
        is_ally && is_standing_in_sight && can_cover_leaver && are_close(fight, who, mover)
    })
}

/// Returns whether a combatant's condition lets it make free attacks. DR12-DIS-5: not if it is
/// Distracted, Paralysed, Fleeing, Parleying, hidden or surprised in round 1 (DR12-SURP-3);
/// Weakened or Stuck ones still make them. The caller checks for a melee attack.
fn is_able_to_make_free_attacks(fight: &Fight, who: CombatantId) -> bool {
    let Some(combatant) = fight.get_present(who) else { return false };
    let body = &combatant.body;
    let is_barred = ailments::ailment_barring_action(fight, who).is_some();
    let is_fighting = body.is_in_action() && body.mood == Mood::Fighting;
    is_fighting && !is_barred && !combatant.is_hidden && !is_surprised(fight, body.side)
}

/// Returns the weapon of a free attack. DR12-DIS-4: an NPC's first listed melee attack, `None` if
/// it has no such attack. DR12-DIS-7: a Character's melee weapon in hand, or bare hands.
fn first_free_attack_weapon(fight: &Fight, who: CombatantId) -> Option<ItemId> {
    let body = fight.body(who);
    if fight.combatant(who).is_npc() {
        let melee_attack = body.attacks.iter().find(|attack| attack.is_melee_weapon())?;
        return Some(melee_attack.id);
    }
    let held_weapon = body.hands.iter().find(|item| item.is_melee_weapon() && !item.is_broken());
    Some(held_weapon.map_or(ItemId::UNARMED, |item| item.id))
}

/// Returns whether a side is surprised now, which lasts for round 1 (DR12-SURP-2, DR12-SURP-3).
pub fn is_surprised(fight: &Fight, side: Side) -> bool {
    fight.round <= 1 && fight.state.surprised_side == Some(side)
}
