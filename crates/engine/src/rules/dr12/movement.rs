//! Moving, disengaging, fleeing (DR12-MOVE, DR12-DIS, DR12-FLEE).

use super::acts::{Act, budget_for_flight};
use super::prompts::{self, Answer};
use super::sheet::{Ailment, ItemId, Mood, Side};
use super::state::{Cost, Hazard, Note, Trigger, Way};
use super::zones::{are_close, hazard, is_exit, is_full, zone_of};
use super::{Fight, Scene, Step, attacks, end, hindrances, turns};
use crate::command::Risk;
use crate::ids::{By, CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::view::Viewer;
use crate::why::Why;

/// DR12-MOVE-1: the Move takes a combatant to an adjacent zone; any other is refused.
/// DR12-ZONE-4: so is a full one.
pub fn check_move(fight: &Fight, who: CombatantId, zone: ZoneId) -> Result<(), Why> {
    let from = zone_of(fight, who);
    if !fight.zones.are_adjacent(from, zone) {
        return Err(Why::new("not-adjacent", "DR12-MOVE-1").at(zone));
    }
    if is_full(fight, zone, who) {
        return Err(Why::new("zone-full", "DR12-ZONE-4").at(zone));
    }
    Ok(())
}

/// DR12-MORALE-4: a step on a shortest way to the nearest exit.
pub fn is_flight(fight: &Fight, who: CombatantId, zone: ZoneId) -> bool {
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
pub fn go(scene: &mut Scene, who: CombatantId, zone: ZoneId, way: Way) -> Step {
    scene.note(Note::Spent(who, if way == Way::Dash { Cost::Action } else { Cost::Move }));
    if !set_out(scene, who)? {
        return Ok(());
    }
    if check_move(scene.fight(), who, zone).is_err() {
        scene.note(Note::MovementCancelled(who));
        return Ok(());
    }
    arrive(scene, who, zone, way)
}

/// Somebody comes into a zone: DR12-STUNT-3 (its grapples end), DR12-ZONE-6 (an `enter` hazard
/// Tests on arrival, forced or not, before anything else happens).
pub fn arrive(scene: &mut Scene, who: CombatantId, to: ZoneId, way: Way) -> Step {
    let from = zone_of(scene.fight(), who);
    scene.note(Note::Moved { who, from, to, way });
    if from != to {
        hindrances::let_go(scene, who);
    }
    hazard(scene, who, Trigger::Enter)
}

/// DR12-DIS-3: for the rest of this Turn the movements grant no free attacks.
pub fn disengage(scene: &mut Scene, who: CombatantId) -> Step {
    scene.note(Note::Spent(who, Cost::Action));
    scene.note(Note::Disengaged(who));
    Ok(())
}

/// DR12-FLEE-2: in one's exit zone, for the Move, or the Action if the Move is used: out of the
/// fight for good, without pursuit. It is a movement of one's own (DR12-DIS-1). DR12-FLEE-1: what
/// is no exit any more when the free attacks are over lets nobody out.
pub fn flee(scene: &mut Scene, who: CombatantId) -> Step {
    let cost = budget_for_flight(scene.fight(), who);
    scene.note(Note::Spent(who, cost));
    if !set_out(scene, who)? {
        return Ok(());
    }
    if check_flee(scene.fight(), who).is_err() {
        scene.note(Note::MovementCancelled(who));
        return Ok(());
    }
    scene.note(Note::Fled(who));
    end::drop_out(scene, who)
}

/// DR12-FLEE-1: only an exit of one's own side will do.
pub fn check_flee(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let zone = zone_of(fight, who);
    if is_exit(fight, zone, fight.body(who).side) {
        Ok(())
    } else {
        Err(Why::new("not-exit", "DR12-FLEE-1").at(zone))
    }
}

/// Setting out from a zone by one's own movement; false when it is cancelled.
///
/// DR12-DIS-6: if the mover falls or becomes Stuck or Paralysed on the way, the movement and the
/// remaining free attacks are cancelled; mere damage does not stop it. Both are cancelled
/// as well where the GM has placed the mover elsewhere, or healed it after its fall (DR12-TURN-6).
fn set_out(scene: &mut Scene, who: CombatantId) -> Step<bool> {
    let from = zone_of(scene.fight(), who);
    for attacker in free_attackers(scene.fight(), who) {
        free_attack(scene, attacker, who)?;
        let fight = scene.fight();
        let is_barred = hindrances::bars_move(fight, who).is_some();
        if is_barred || !turns::has_turn(fight, who) || zone_of(fight, who) != from {
            scene.note(Note::MovementCancelled(who));
            return Ok(false);
        }
    }
    Ok(true)
}

/// DR12-DIS-1: a free attack, if it is still to be had. DR12-DIS-7: a Character may let an NPC go
/// (W3).
fn free_attack(scene: &mut Scene, who: CombatantId, mover: CombatantId) -> Step {
    if !has_free_attack(scene.fight(), who, mover) {
        return Ok(());
    }
    if !scene.fight().one(who).is_npc() {
        let ask = prompts::free_attack(scene.fight(), who, mover);
        if scene.ask_open(ask)? != Some(Answer::Attack) {
            return Ok(());
        }
    }
    let Some(weapon) = free_weapon(scene.fight(), who) else { return Ok(()) };
    attacks::strike(scene, who, mover, weapon, true)
}

/// Whether somebody gets a free attack, as things stand now.
pub fn has_free_attack(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    free_attackers(fight, mover).contains(&who)
}

fn free_attackers(fight: &Fight, mover: CombatantId) -> Vec<CombatantId> {
    provoked(fight, mover, |who| free_weapon(fight, who).is_some())
}

/// What a movement may bring on, as the mover knows: who may strike as they set out, and what the
/// zone is known to do to who comes in. Whether an enemy has a melee attack is not always known.
pub fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let to = match act {
        Act::Move(zone) | Act::Dash(zone) => Some(*zone),
        Act::Flee => None,
        _ => return Vec::new(),
    };
    let viewer = fight.viewer_of(By::Combatant(who));
    let may_strike = |enemy: CombatantId| {
        let is_open = fight.look(viewer, enemy) == Detail::Numbers;
        fight.knows(viewer, enemy) && (!is_open || free_weapon(fight, enemy).is_some())
    };
    let ground = to.and_then(|to| fight.zones.get(to)).map(|zone| &zone.ground);
    let hazard = ground.and_then(|ground| ground.hazard.as_ref());
    let is_known = |hazard: &&Hazard| !hazard.secret || viewer == Viewer::Gm;
    let strikes = |hazard: &&Hazard| hazard.trigger != Trigger::Start;
    let hazard = hazard.filter(is_known).filter(strikes).map(|_| Risk::of("hazard"));
    let strike = fight.risk("strike", provoked(fight, who, may_strike));
    strike.into_iter().chain(hazard).collect()
}

/// Who gets a free attack when somebody sets out, of those who can strike at all.
///
/// DR12-DIS-1: each Close enemy of a Character. DR12-DIS-2: none if another standing ally is in the
/// same zone, but for a hidden one, whom that would betray. DR12-DIS-3: none after disengaging.
/// DR12-DIS-4: in join order. DR12-DIS-7: NPCs leave freely, unless `npc_provoke` is set: then each
/// Close Character who knows of it, in initiative order.
fn provoked(
    fight: &Fight,
    mover: CombatantId,
    can_strike: impl Fn(CombatantId) -> bool,
) -> Vec<CombatantId> {
    let is_npc = fight.one(mover).is_npc();
    let turn = fight.state.turn.filter(|turn| turn.who == mover);
    if turn.is_none_or(|turn| turn.disengaged) || (is_npc && !fight.settings.npc_provoke) {
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
        let one = fight.one(who);
        one.body.side != side
            && one.is_npc() != is_npc
            && fight.knows(fight.viewer_of(By::Combatant(who)), mover)
            && are_close(fight, who, mover)
            && makes_free_attacks(fight, who)
            && can_strike(who)
    };
    if is_npc {
        fight.state.order.iter().copied().filter(|who| may(*who)).collect()
    } else {
        fight.iter().map(|(who, _)| who).filter(|who| may(*who)).collect()
    }
}

/// DR12-DIS-5: no free attack from who is Distracted, Paralysed, Fleeing, Parleying, surprised in
/// round 1 (DR12-SURP-3), or (which is asked beside this) without a melee attack; Weakened or Stuck
/// ones still make it.
fn makes_free_attacks(fight: &Fight, who: CombatantId) -> bool {
    let body = fight.body(who);
    fight.get(who).is_some()
        && body.is_standing()
        && hindrances::bars_action(fight, who) != Some(Ailment::Distracted)
        && hindrances::bars_action(fight, who) != Some(Ailment::Paralysed)
        && body.mood == Mood::Fighting
        && !is_surprised(fight, body.side)
}

/// DR12-DIS-4: an NPC's first listed melee attack. DR12-DIS-7: a Character's melee weapon in hand,
/// or unarmed.
fn free_weapon(fight: &Fight, who: CombatantId) -> Option<ItemId> {
    let one = fight.one(who);
    if one.is_npc() {
        return one.body.attacks.iter().find(|attack| attack.is_melee()).map(|attack| attack.id);
    }
    let held = one.body.hands.iter().find(|item| item.is_melee() && !item.is_broken());
    Some(held.map_or(ItemId::UNARMED, |item| item.id))
}

/// DR12-SURP-2, DR12-SURP-3: surprise lasts for round 1.
pub fn is_surprised(fight: &Fight, side: Side) -> bool {
    fight.round <= 1 && fight.state.surprised == Some(side)
}
