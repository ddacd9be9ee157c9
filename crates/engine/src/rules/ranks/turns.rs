//! Rounds and turns (RANKS-TURN), and what follows by itself: the state machine of the rule text.

use super::Ranks;
use super::conditions::{self, Until};
use super::responses::actions_left;
use super::state::{Note, Stage};
use super::{Fight, Scene, Step, combine, deeds, end, holding, initiative};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::{By, CombatantId};
use crate::why::Why;
use crate::{Turns, Wait};

/// Whether the fight runs.
pub fn is_open(fight: &Fight) -> bool {
    fight.phase == Phase::Running && fight.state.outcome.is_none()
}

/// What may be done when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    OwnTurn,
    /// RANKS-HOLD-2: also by a holder, in the turns of others and in the last call.
    Held,
}

/// RANKS-TURN-2, RANKS-HOLD-2: whose turn it is, and who holds. RANKS-RESP-4: what else is done out
/// of turn was readied, or answers a window.
pub fn check_turn(fight: &Fight, who: CombatantId, when: When) -> Result<(), Why> {
    check_active(fight, who)?;
    let is_own = fight.state.turn == Some(who);
    let is_held = when == When::Held && holding::is_holding(fight, who);
    if is_open(fight) && (is_own || is_held) {
        Ok(())
    } else {
        Err(Why::new("not-your-turn", "RANKS-TURN-2").about(who))
    }
}

/// RANKS-REF-1: the sender is out.
pub fn check_active(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_in = deeds::is_in(fight, who);
    if is_in { Ok(()) } else { Err(Why::new("not-active", "RANKS-REF-1").about(who)) }
}

impl Turns for Ranks {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance(scene: &mut Scene) -> Step<bool> {
        if scene.fight().phase != Phase::Running {
            return Ok(false);
        }
        if let Some(outcome) = scene.fight().state.outcome.clone() {
            end::conclude(scene, &outcome);
            return Ok(false);
        }
        end::check(scene)?;
        let fight = scene.fight();
        if let Some(who) = fight.state.turn {
            let is_over = is_over(fight, who);
            if is_over {
                end_turn(scene, who);
            }
            return Ok(is_over);
        }
        match (fight.state.stage, initiative::next(fight)) {
            (Stage::Turns, Some(who)) => begin_turn(scene, who),
            (Stage::Turns, None) if holding::holders(fight).next().is_some() => {
                scene.note(Note::LastCalled);
                return Ok(false);
            }
            (Stage::LastCall, _) if holding::holders(fight).next().is_some() => return Ok(false),
            (Stage::Setup | Stage::Turns | Stage::LastCall, _) => {
                end_round(scene);
                begin_round(scene);
            }
        }
        Ok(true)
    }

    /// Who is waited for. RANKS-TURN-4: a turn 24 h, then the bot passes; for NPCs the GM is only
    /// reminded. In the last call all holders (W5), 12 h.
    fn waits(fight: &Fight) -> Option<Wait> {
        if !is_open(fight) {
            return None;
        }
        let settings = &fight.settings;
        if let Some(who) = fight.state.turn {
            let is_skipped = Self::is_turn_skipped(fight, who);
            let (on, clock_secs) = (vec![By::Combatant(who)], settings.turn_secs);
            return Some(Wait { on, part: "", clock_secs, is_skipped, is_each: false });
        }
        let on: Vec<By> = holding::holders(fight).map(By::Combatant).collect();
        let (part, clock_secs) = ("last call", settings.answer_secs);
        (!on.is_empty()).then_some(Wait { on, part, clock_secs, is_skipped: true, is_each: false })
    }

    fn is_turn_skipped(fight: &Fight, who: CombatantId) -> bool {
        !fight.one(who).is_npc()
    }
}

/// RANKS-TURN-3: a turn ends by itself when full, bonus and incidental movement are all spent or
/// barred. RANKS-COND-5: so does that of who goes out of action.
fn is_over(fight: &Fight, who: CombatantId) -> bool {
    if !deeds::is_in(fight, who) {
        return true;
    }
    actions_left(fight, who).next().is_none() && !fight.body(who).incidental
}

/// RANKS-TURN-1: budgets are new, and everybody has one turn, in the order of RANKS-INIT-1.
pub fn begin_round(scene: &mut Scene) {
    let round = scene.fight().round + 1;
    scene.note(CoreNote::RoundBegan(round));
    scene.note(Note::Refreshed);
    initiative::order(scene);
}

/// RANKS-READY-1, RANKS-COMB-3: the own unfired readied check and what was combined end with the
/// start of the turn.
fn begin_turn(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::TurnBegan(who));
    if scene.fight().body(who).readied.is_some() {
        scene.note(Note::ReadyEnded(who));
    }
    combine::end(scene, who);
}

/// RANKS-COND-3: what lasts to the end of this turn ends.
pub fn end_turn(scene: &mut Scene, who: CombatantId) {
    expire(scene, who, |until| *until == Until::ThisTurn);
    scene.note(Note::TurnEnded(who));
}

/// RANKS-COND-3: what lasts to the end of this round ends.
fn end_round(scene: &mut Scene) {
    let round = scene.fight().round;
    let all: Vec<CombatantId> = scene.fight().iter().map(|(who, _)| who).collect();
    for who in all {
        expire(scene, who, |until| matches!(until, Until::Round(last) if *last <= round));
    }
}

fn expire(scene: &mut Scene, who: CombatantId, ends: impl Fn(&Until) -> bool) {
    if scene.fight().get(who).is_none() {
        return;
    }
    for condition in conditions::due(scene.fight(), who, &ends) {
        scene.note(Note::ConditionEnded { who, condition });
    }
    let own = scene.fight().body(who).boons.iter();
    let boons: Vec<_> = own.filter(|boon| ends(&boon.until)).copied().collect();
    for boon in boons {
        scene.note(Note::BoonEnded { who, boon });
    }
}

/// RANKS-TURN-4: the bot passes, or the GM; in the last call nobody wants anything more.
pub fn skip(scene: &mut Scene) -> Result<(), Why> {
    let fight = scene.fight();
    if !is_open(fight) {
        return Err(Why::new("bad-setup", "RANKS-TURN-4"));
    }
    match fight.state.turn {
        Some(who) => end_turn(scene, who),
        None => {
            let all: Vec<CombatantId> = holding::holders(fight).collect();
            all.into_iter().for_each(|who| holding::done(scene, who));
        }
    }
    Ok(())
}
