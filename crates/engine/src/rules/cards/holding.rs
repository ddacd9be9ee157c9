//! Holding (CARDS-GRAP): grapples, trying to break free, and how holds end.

use super::attacks::{self, Strike};
use super::extras::{self, Field};
use super::pools::{self, Test};
use super::prompts::{Answer, Buy, Question};
use super::reactions;
use super::sheet::{Action, Reaction};
use super::state::{Manner, Note, Purpose, Slot};
use super::zones::{check_close, check_enemy};
use super::{Fight, Scene, Step, turns};
use crate::fight::Phase;
use crate::ids::CombatantId;
use crate::why::Why;

/// CARDS-GRAP-1: an Active enemy in close combat; one holder per target, one target per holder.
pub fn check_grapple(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    check_enemy(fight, who, target)?;
    let (body, other) = (fight.body(who), fight.body(target));
    if !other.is_active() || other.held_by.is_some() || body.holding.is_some() {
        return Err(Why::new("bad-target", "CARDS-GRAP-1").about(target));
    }
    check_close(fight, who, target)
}

/// CARDS-GRAP-1: Force; the target may break free, each success taking one off. With what is needed
/// left the target is Held, unless the grappler Burns, is Held or Shaken by then (CARDS-GRAP-6).
/// CARDS-GRAP-2: extra successes gag, or outmaneuver.
pub fn grapple(scene: &mut Scene, who: CombatantId, target: CombatantId) -> Step {
    let strike = Strike::by_force(who, target, Manner::Grapple);
    let Some(clash) = attacks::clash(scene, &strike)? else { return Ok(()) };
    if !clash.is_hit() {
        return Ok(());
    }
    let left = clash.extra();
    let bought = extras::spend(scene, (who, target), &strike.manner, Field::Grapple, left)?;
    let Some(bought) = bought else { return Ok(()) };
    let fight = scene.fight();
    if check_grapple(fight, who, target).is_err() || !attacks::can_strike(fight.body(who)) {
        return Ok(());
    }
    // CARDS-GRAP-6: whoever is Held holds nobody.
    let_go(scene, target);
    scene.note(Note::Held { who: target, by: who });
    if bought.contains(&Buy::Gag) {
        scene.note(Note::Gagged(target));
    }
    Ok(())
}

/// CARDS-GRAP-4: once a turn, on the own turn or at any time when no window is open; it pays like a
/// reaction, and where only the slow slot is left, that must be said.
pub fn check_break(fight: &Fight, who: CombatantId, is_slow: bool) -> Result<(), Why> {
    let body = fight.body(who);
    let is_running = fight.phase == Phase::Running && fight.state.outcome.is_none();
    if !is_running || !body.is_active() || fight.state.hold {
        return Err(Why::new("not-your-turn", "CARDS-GRAP-4"));
    }
    let forbid = |because| Err(Why::new("condition-forbids", "CARDS-GRAP-4").because(because));
    if body.is_stunned() {
        return forbid("shaken");
    }
    if body.has_broken {
        return forbid("has-tried");
    }
    if !turns::can_pay_reaction(fight, who, is_slow) {
        let has_slow = turns::can_react_with(fight, who, Slot::Slow);
        return Err(Why::new("no-slot", "CARDS-GRAP-4").because(if has_slow {
            "slow"
        } else {
            ""
        }));
    }
    if body.held_by.is_none() {
        return Err(Why::new("bad-target", "CARDS-GRAP-4"));
    }
    Ok(())
}

/// CARDS-GRAP-5: the holder holds or lets it be, before any roll. With hold both roll, and only
/// more successes than the holder's free; without, one success does.
pub fn break_free(scene: &mut Scene, who: CombatantId, is_slow: bool) -> Step {
    let Some(by) = scene.fight().body(who).held_by else { return Ok(()) };
    turns::pay_reaction(scene, who, is_slow);
    scene.note(Note::BreakTried { who, by });
    let question = Question::Hold { who: by, held: who };
    let allowed = |fight: &Fight| {
        if may_hold(fight, by, who) { vec![Reaction::Hold] } else { Vec::new() }
    };
    let chosen = reactions::choose(scene, by, allowed, question, Answer::No)?;
    if !can_struggle(scene.fight(), who, by) {
        return Ok(());
    }
    if let Some(chosen) = chosen {
        reactions::commit(scene, by, who, chosen);
    }
    let freeing = pools::roll(scene, who, Test::new(Action::Force, Purpose::BreakFree));
    let holding = if chosen.is_some() { roll_hold(scene, by) } else { 0 };
    if freeing > holding {
        scene.note(Note::Freed { who, by });
    } else {
        scene.note(Note::HoldKept { who, by });
    }
    Ok(())
}

/// CARDS-GRAP-4: still Held, and neither Out, frozen nor fainted.
fn can_struggle(fight: &Fight, who: CombatantId, by: CombatantId) -> bool {
    let body = fight.body(who);
    body.held_by == Some(by) && body.is_active() && !body.is_stunned()
}

/// CARDS-GRAP-5: whether the holder has somebody to hold on to, and can.
pub fn may_hold(fight: &Fight, by: CombatantId, held: CombatantId) -> bool {
    can_struggle(fight, held, by) && reactions::is_able(fight.body(by))
}

/// CARDS-GRAP-5: the bigger pool of Force and Endure, Force if equal.
fn roll_hold(scene: &mut Scene, by: CombatantId) -> u8 {
    let test = |action| Test::new(action, Purpose::React(Reaction::Hold));
    let dice = |action| pools::pool(scene.fight(), by, test(action));
    let endures = dice(Action::Endure) > dice(Action::Force);
    pools::roll(scene, by, test(if endures { Action::Endure } else { Action::Force }))
}

/// CARDS-GRAP-6: letting go is free.
pub fn check_release(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let holds = fight.body(who).holding.is_some();
    if holds { Ok(()) } else { Err(Why::new("bad-target", "CARDS-GRAP-6")) }
}

/// CARDS-GRAP-6: the hold that somebody exerts ends: they let go, leave the zone, Burn, are Held or
/// Shaken.
pub fn let_go(scene: &mut Scene, by: CombatantId) {
    if let Some(who) = scene.fight().body(by).holding {
        scene.note(Note::Freed { who, by });
    }
}

/// CARDS-GRAP-6: either is pushed; CARDS-HARM-8: or is Out.
pub fn end_holds(scene: &mut Scene, who: CombatantId) {
    let_go(scene, who);
    if let Some(by) = scene.fight().body(who).held_by {
        scene.note(Note::Freed { who, by });
    }
}
