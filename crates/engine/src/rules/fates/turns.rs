//! Rounds and turns (FATES-TURN), and what follows by itself: the state machine of the rule text,
//! steps 2 to 10.

use super::Fates;
use super::acts::{self, Act};
use super::state::{Absent, Exit, Note, Stage, Turn};
use super::{Fight, Scene, Step, defend, end, help, initiative, wounded};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::{By, CombatantId};
use crate::why::Why;
use crate::{Turns, Wait};

/// The turn that runs, if it is this combatant's.
pub fn turn_of(fight: &Fight, who: CombatantId) -> Option<&Turn> {
    fight.state.turn.as_ref().filter(|turn| turn.who == who)
}

/// FATES-TURN-11: turn commands are for the character whose turn it is.
pub fn check_turn(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_open = fight.phase == Phase::Running && fight.state.outcome.is_none();
    if is_open && turn_of(fight, who).is_some() {
        Ok(())
    } else {
        Err(Why::new("not-your-turn", "FATES-TURN-11").about(who))
    }
}

impl Turns for Fates {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance(scene: &mut Scene) -> Step<bool> {
        let fight = scene.fight();
        if fight.phase != Phase::Running {
            return Ok(false);
        }
        if let Some(outcome) = fight.state.outcome {
            end::conclude(scene, outcome);
            return Ok(false);
        }
        if let Some(turn) = &fight.state.turn {
            let is_over = turn.done || !is_active(fight, turn.who);
            if is_over {
                finish(scene);
            }
            return Ok(is_over);
        }
        if let Some(who) = fight.state.blaze.filter(|who| is_active(fight, *who)) {
            begin(scene, who, true)?;
            return Ok(true);
        }
        match fight.state.stage {
            Stage::Setup | Stage::Init => {
                let is_waiting = initiative::absent(fight).next().is_some();
                if !is_waiting {
                    initiative::settle_order(scene);
                }
                return Ok(!is_waiting);
            }
            Stage::Ties => {
                initiative::break_ties(scene)?;
                begin_round(scene);
                return Ok(true);
            }
            Stage::Rounds => {}
        }
        if fight.state.turn_over && end::is_one_sided(fight) {
            end::propose(scene)?;
            return Ok(true);
        }
        let can_act = |who: &CombatantId| is_active(fight, *who);
        let in_order = || fight.state.order.iter().copied().filter(can_act);
        let next = in_order().find(|who| !fight.body(*who).acted);
        match (next, in_order().next()) {
            (Some(who), _) => begin(scene, who, false)?,
            (None, Some(_)) => begin_round(scene),
            (None, None) if initiative::absent(fight).next().is_some() => return Ok(false),
            (None, None) => end::propose(scene)?,
        }
        Ok(true)
    }

    /// Who is waited for: all who have to roll, else whose turn it is. FATES-TURN-10: 24 h, unless
    /// the bot is to wait. FATES-INIT-7: who has not rolled in time is rolled for.
    fn waits(fight: &Fight) -> Option<Wait> {
        if fight.phase != Phase::Running || fight.state.outcome.is_some() {
            return None;
        }
        if let Some(turn) = &fight.state.turn {
            let is_skipped = Self::is_turn_skipped(fight, turn.who);
            let (on, clock_secs) = (vec![By::Combatant(turn.who)], fight.settings.turn_secs);
            return Some(Wait { on, part: "", clock_secs, is_skipped, is_each: false });
        }
        let on: Vec<By> = initiative::absent(fight).map(By::Combatant).collect();
        let clock_secs = fight.settings.init_secs;
        Some(Wait { on, part: "init", clock_secs, is_skipped: true, is_each: true })
    }

    fn is_turn_skipped(fight: &Fight, _: CombatantId) -> bool {
        fight.settings.absent != Absent::Wait
    }
}

fn is_active(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active())
}

/// FATES-TURN-1: a round gives every active combatant one turn, in the same order.
fn begin_round(scene: &mut Scene) {
    let round = scene.fight().round + 1;
    scene.note(CoreNote::RoundBegan(round));
    scene.note(Note::Refreshed);
}

/// FATES-TURN-2: at the start of a turn the own Defend ends, the own held action is lost, each
/// unused Help pays out, and the allowances are new; once a round, also if the character then
/// delays. FATES-FATE-7: a Blaze turn is a full one of its own.
fn begin(scene: &mut Scene, who: CombatantId, blaze: bool) -> Step {
    let body = scene.fight().body(who);
    let is_first = blaze || !body.started;
    let (defends, holds) = (body.defend.is_some(), body.hold.is_some());
    scene.note(Note::TurnBegan { who, blaze });
    if !is_first {
        return Ok(());
    }
    if defends {
        scene.note(Note::DefendEnded { who, broken: false });
    }
    if holds {
        scene.note(Note::HoldEnded(who));
    }
    help::pay_out(scene, who)
}

/// FATES-TURN-9: the end of a turn. FATES-FATE-7: who blazed dies at its end.
fn finish(scene: &mut Scene) {
    let Some(turn) = scene.fight().state.turn.clone() else { return };
    if turn.blaze && is_active(scene.fight(), turn.who) {
        wounded::leave(scene, turn.who, Exit::Dead);
    }
    scene.note(Note::TurnEnded(turn.who));
}

/// FATES-TURN-10: the bot takes Defend with the best rank if the Action is left, then passes.
pub fn skip(scene: &mut Scene, who: CombatantId) {
    let fight = scene.fight();
    let with = defend::default_skill(fight.body(who));
    let act = Act::Defend { with, free: false, step: None };
    let defends = fight.settings.absent == Absent::Defend && acts::check(fight, who, &act).is_ok();
    if let Some(with) = with.filter(|_| defends) {
        acts::spend(scene, who, &act);
        defend::defend(scene, who, with);
    }
    scene.note(Note::Finished(who));
}
