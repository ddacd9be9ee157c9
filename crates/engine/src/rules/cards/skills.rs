//! Other Maneuvers (CARDS-SKILL): surveys, lures, obstacles, and what the GM makes of the rest;
//! help for the badly hurt and the dying.

use super::extras::{self, Field};
use super::pools::{self, Test};
use super::sheet::Action;
use super::state::{Manner, Note, Obstacle, Purpose, Slot, Way};
use super::zones::{are_enemies, check_enemy, is_open, is_there, obstacle, share_zone, zone_of};
use super::{Fight, Scene, Step, damage, hazards, movement};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// A slow Maneuver that needs one success.
const PLAIN: (Slot, u8) = (Slot::Slow, 0);

/// What somebody is swayed with.
pub const SWAY: [Action; 3] = [Action::Persuade, Action::Charm, Action::Intimidate];

/// A test that has succeeded.
struct Passed {
    successes: u8,
    /// CARDS-TEST-2: those above the need.
    extra: u8,
}

/// CARDS-SKILL-1: need 1 plus circumstances. None where that is not reached (CARDS-TEST-2).
fn attempt(
    scene: &mut Scene,
    who: CombatantId,
    (action, purpose): (Action, Purpose),
    (slot, more): (Slot, u8),
    target: Option<CombatantId>,
    text: &str,
) -> Option<Passed> {
    let need = pools::need(scene.fight(), who, action).saturating_add(more);
    let successes = pools::roll(scene, who, Test::new(action, purpose));
    let text = text.to_string();
    scene.note(Note::Tested { who, action, purpose, successes, need, text, target });
    if slot == Slot::Slow {
        hazards::slip(scene, who, successes, need);
    }
    let extra = successes.checked_sub(need)?;
    Some(Passed { successes, extra })
}

/// CARDS-SKILL-1: it may be tried on somebody.
pub fn check_skill(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), Why> {
    match target.filter(|target| *target == who || !is_there(fight, who, *target)) {
        Some(target) => {
            let wrong = Why::new("bad-target", "CARDS-SKILL-1").about(target);
            Err(wrong.because("nobody-else"))
        }
        None => Ok(()),
    }
}

/// CARDS-SKILL-1: a survey (Read) asks the GM one question per success; the rest is told to the GM.
pub fn skill(
    scene: &mut Scene,
    who: CombatantId,
    action: Action,
    target: Option<CombatantId>,
    text: &str,
) -> Step {
    let test = (action, Purpose::Skill);
    let Some(passed) = attempt(scene, who, test, PLAIN, target, text) else { return Ok(()) };
    if action == Action::Read {
        scene.note(Note::Surveyed { who, questions: passed.successes });
    }
    match target {
        Some(target) => outdo(scene, who, target, action, passed).map(|_| ()),
        None => Ok(()),
    }
}

/// CARDS-SWAP-4: extra successes against an opponent outmaneuver. Whether both are there still.
fn outdo(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    action: Action,
    passed: Passed,
) -> Step<bool> {
    if !are_enemies(scene.fight(), who, target) {
        return Ok(true);
    }
    let (pair, manner) = ((who, target), Manner::Skill(action));
    let bought = extras::spend(scene, pair, &manner, Field::Skill, passed.extra)?;
    Ok(bought.is_some())
}

/// CARDS-SKILL-1: an Active enemy is lured with Finesse or Intimidate to an adjacent zone.
pub fn check_lure(
    fight: &Fight,
    who: CombatantId,
    action: Action,
    target: CombatantId,
    zone: ZoneId,
) -> Result<(), Why> {
    let bad = Why::new("bad-target", "CARDS-SKILL-1").about(target);
    check_enemy(fight, who, target)?;
    let may = matches!(action, Action::Finesse | Action::Intimidate);
    if !may || !fight.body(target).is_active() {
        return Err(bad);
    }
    if fight.zones.are_adjacent(zone_of(fight, target), zone) {
        Ok(())
    } else {
        Err(Why::new("no-path", "CARDS-SKILL-1").at(zone))
    }
}

/// CARDS-SKILL-1: the target is moved there if no obstacle is on the border. CARDS-SWAP-4: extra
/// successes are spent first.
pub fn lure(
    scene: &mut Scene,
    who: CombatantId,
    action: Action,
    target: CombatantId,
    zone: ZoneId,
) -> Step {
    let test = (action, Purpose::Skill);
    let Some(passed) = attempt(scene, who, test, PLAIN, Some(target), "") else { return Ok(()) };
    let are_there = outdo(scene, who, target, action, passed)?;
    let from = zone_of(scene.fight(), target);
    if are_there && is_open(scene.fight(), from, zone) {
        movement::force(scene, target, zone, Way::Lured);
    }
    Ok(())
}

/// The Action for an obstacle: its own, but for a climb Finesse or Endure, whichever is named.
fn crossing_action(obstacle: Obstacle, named: Option<Action>) -> Option<Action> {
    let is_climb = |action| matches!(action, Action::Finesse | Action::Endure);
    let own = obstacle.action?;
    Some(named.filter(|named| is_climb(own) && is_climb(*named)).unwrap_or(own))
}

/// CARDS-ZONE-3: there is an obstacle on the border.
pub fn check_cross(fight: &Fight, who: CombatantId, zone: ZoneId) -> Result<(), Why> {
    match obstacle(fight, zone_of(fight, who), zone) {
        Some(_) => Ok(()),
        None => Err(Why::new("no-path", "CARDS-ZONE-3").at(zone)),
    }
}

/// CARDS-ZONE-3: success removes it for all, or lets only the climber across (CARDS-SKILL-1).
pub fn cross(scene: &mut Scene, who: CombatantId, to: ZoneId, named: Option<Action>) {
    let from = zone_of(scene.fight(), who);
    let Some(obstacle) = obstacle(scene.fight(), from, to) else { return };
    if let Some(action) = crossing_action(obstacle, named) {
        let what = (obstacle.maneuver, obstacle.need.saturating_sub(1));
        if attempt(scene, who, (action, Purpose::Obstacle), what, None, "").is_none() {
            return;
        }
    }
    if obstacle.removed {
        scene.note(Note::ObstacleRemoved { zone: from, to });
    } else {
        movement::enter(scene, who, to, Way::Crossed);
    }
}

/// The critical table: one who is dying, in the same zone.
pub fn check_stabilise(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let is_dying = |target| fight.body(target).dies_after.is_some();
    if !is_there(fight, who, target) || !is_dying(target) {
        return Err(Why::new("bad-target", "CARDS-HARM-5").about(target));
    }
    check_near(fight, who, target, "CARDS-HARM-5")
}

fn check_near(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), Why> {
    if share_zone(fight, who, target) {
        Ok(())
    } else {
        Err(Why::new("out-of-range", rule).about(target))
    }
}

/// CARDS-HARM-5: Study, need 1, keeps one who is dying alive.
pub fn stabilise(scene: &mut Scene, who: CombatantId, target: CombatantId) {
    let test = (Action::Study, Purpose::Stabilise);
    let passed = attempt(scene, who, test, PLAIN, Some(target), "");
    if passed.is_some() && scene.fight().body(target).dies_after.is_some() {
        scene.note(Note::Stabilised { who: target, by: who });
    }
}

/// CARDS-FIRE-4: the Burning one, or anyone in the zone.
pub fn check_douse(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    if !is_there(fight, who, target) || fight.body(target).fire.is_none() {
        return Err(Why::new("bad-target", "CARDS-FIRE-4").about(target));
    }
    check_near(fight, who, target, "CARDS-FIRE-4")
}

/// CARDS-HARM-4: an ally in the same zone: a PC with severe Harm whom nobody has helped yet.
pub fn check_assist(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let bad = Why::new("bad-target", "CARDS-HARM-4").about(target);
    if who == target || !is_there(fight, who, target) {
        return Err(bad);
    }
    let body = fight.body(target);
    let may_be_helped = damage::needs_help(body) && !body.helped && body.is_active();
    let is_ally = || body.side == fight.body(who).side && !fight.one(target).is_npc();
    if !may_be_helped || !is_ally() {
        return Err(bad);
    }
    check_near(fight, who, target, "CARDS-HARM-4")
}
