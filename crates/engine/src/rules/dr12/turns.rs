//! Rounds, blocks and Turns (DR12-INIT-4 to DR12-INIT-7, DR12-TURN).

use super::Dr12;
use super::damage::stands;
use super::movement::is_surprised;
use super::sheet::Side;
use super::state::{Note, PartyOrder, Trigger, Turn};
use super::{Fight, Scene, Step, end, hindrances, zones};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::{By, CombatantId};
use crate::why::Why;
use crate::{Turns, Wait};

/// DR12-INIT-4: whether a combatant has the Turn, or may start one now.
pub fn check_turn(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let has_it = match fight.state.turn {
        Some(turn) => turn.who == who && fight.phase == Phase::Running,
        None => may_begin(fight, who),
    };
    if has_it { Ok(()) } else { Err(Why::new("not-your-turn", "DR12-INIT-4").about(who)) }
}

/// Whether the Turn of a combatant is running: it is over once it falls or leaves (DR12-TURN-6).
pub fn has_turn(fight: &Fight, who: CombatantId) -> bool {
    fight.state.turn.is_some_and(|turn| turn.who == who)
}

/// The Turn of a combatant: the one that runs, or the one it would start.
pub fn turn_of(fight: &Fight, who: CombatantId) -> Turn {
    let fresh = Turn { who, moved: false, acted: false, disengaged: false, passed: false };
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or(fresh)
}

/// Whether a combatant may start its Turn, while none is running.
///
/// DR12-INIT-4: one Turn a round, in the block of its side. DR12-SURP-2: none in round 1 for the
/// surprised side. DR12-INIT-6: in the enemy block the GM picks any that has not acted yet; NPCs of
/// the party come after the last Character. DR12-OPT-1: with `any`, any Character that has not
/// acted.
fn may_begin(fight: &Fight, who: CombatantId) -> bool {
    let Some(one) = fight.get(who) else { return false };
    let side = one.body.side;
    if fight.phase != Phase::Running
        || fight.state.outcome.is_some()
        || fight.state.block != Some(side)
        || !one.body.is_standing()
        || one.body.last_turn >= fight.round
        || is_surprised(fight, side)
    {
        return false;
    }
    if side == Side::Enemy {
        return true;
    }
    if one.is_npc() {
        return next_character(fight).is_none();
    }
    match fight.settings.party_order {
        PartyOrder::Rolled => next_character(fight) == Some(who),
        PartyOrder::Any => places_to_come(fight).contains(&who),
    }
}

/// The Character of the party whose place in its block comes next.
fn next_character(fight: &Fight) -> Option<CombatantId> {
    let can = |who: &CombatantId| {
        let body = fight.body(*who);
        body.side == Side::Party && stands(fight, *who) && body.last_turn < fight.round
    };
    places_to_come(fight).iter().copied().find(can)
}

/// The places of Characters in the party block that are still to come.
///
/// DR12-INIT-2: from the highest result to the lowest. DR12-INIT-8, DR12-OOA-2: who joins or comes
/// back on their feet acts this round only if their place is among them. DR12-INIT-6: once an NPC
/// of the party has had its Turn, none is left.
fn places_to_come(fight: &Fight) -> &[CombatantId] {
    let order = &fight.state.order;
    let Some(last) = fight.state.place else { return order };
    let at = order.iter().position(|who| *who == last);
    at.map_or(&[], |at| &order[at + 1..])
}

/// All who may start a Turn now, in join order.
pub fn waiting(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    let is_open = fight.state.turn.is_none();
    fight.iter().map(|(who, _)| who).filter(move |who| is_open && may_begin(fight, *who))
}

impl Turns for Dr12 {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance(scene: &mut Scene) -> Step<bool> {
        let fight = scene.fight();
        if fight.phase != Phase::Running {
            return Ok(false);
        }
        if let Some(outcome) = fight.state.outcome {
            end::aftermath(scene, outcome)?;
            return Ok(false);
        }
        if let Some(turn) = fight.state.turn {
            return if is_over(fight, turn) {
                finish(scene, turn.who).map(|()| true)
            } else {
                Ok(false)
            };
        }
        if let Some(who) = due(fight) {
            let is_passing = fight.state.is_passing;
            begin(scene, who)?;
            if is_passing && scene.fight().state.turn.is_some() {
                scene.note(Note::Passed(who));
            }
            return Ok(true);
        }
        if waiting(fight).next().is_some() {
            return Ok(false);
        }
        next_block(scene);
        Ok(true)
    }

    /// Who is waited for. DR12-TURN-7: a player 24 h, then the bot passes for them; the GM's own
    /// block never passes by itself, the GM is reminded after 24 h.
    fn waits(fight: &Fight) -> Option<Wait> {
        if fight.phase != Phase::Running || fight.state.outcome.is_some() {
            return None;
        }
        let (on, is_skipped) = match fight.state.turn {
            Some(turn) => (vec![By::Combatant(turn.who)], Self::is_turn_skipped(fight, turn.who)),
            None if waiting(fight).any(|who| !fight.one(who).is_npc()) => {
                (waiting(fight).map(By::Combatant).collect(), true)
            }
            None => (vec![By::Gm], false),
        };
        let clock_secs = fight.settings.turn_secs;
        Some(Wait { on, part: "", clock_secs, is_skipped, is_each: false })
    }

    fn is_turn_skipped(fight: &Fight, who: CombatantId) -> bool {
        !fight.one(who).is_npc()
    }
}

/// Whose Turn starts by itself: the next Character in rolled order, or, when the GM lets the block
/// pass, each one left, in join order (DR12-INIT-7).
fn due(fight: &Fight) -> Option<CombatantId> {
    let first = waiting(fight).next()?;
    let is_rolled = fight.settings.party_order == PartyOrder::Rolled;
    let by_itself = fight.state.is_passing || (is_rolled && !fight.one(first).is_npc());
    match fight.state.block {
        Some(Side::Party) if by_itself => Some(next_character(fight).unwrap_or(first)),
        _ => fight.state.is_passing.then_some(first),
    }
}

/// DR12-INIT-4: a round is the whole block of the first side, then the whole block of the other.
/// DR12-INIT-5: the sides' order holds for the whole fight.
fn next_block(scene: &mut Scene) {
    let state = &scene.fight().state;
    let (first, block, round) = (state.first, state.block, scene.fight().round);
    match block {
        Some(side) if side == first => scene.note(Note::BlockBegan(side.other())),
        _ => {
            scene.note(CoreNote::RoundBegan(round + 1));
            scene.note(Note::BlockBegan(first));
        }
    }
}

/// DR12-TURN-2: the start step: Ongoing Damage loss, then a zone hazard that triggers at Turn
/// start.
pub fn begin(scene: &mut Scene, who: CombatantId) -> Step {
    scene.note(Note::TurnBegan(who));
    hindrances::ongoing_loss(scene, who)?;
    if scene.fight().state.turn.is_some() {
        zones::hazard(scene, who, Trigger::Start)?;
    }
    Ok(())
}

/// DR12-TURN-5: a Turn ends on passing, or by itself once both Move and Action are used or barred
/// by a hindrance.
fn is_over(fight: &Fight, turn: Turn) -> bool {
    let moved = turn.moved || hindrances::bars_move(fight, turn.who).is_some();
    let acted = turn.acted || hindrances::bars_action(fight, turn.who).is_some();
    turn.passed || (moved && acted)
}

/// The end of a Turn, with its end step.
fn finish(scene: &mut Scene, who: CombatantId) -> Step {
    hindrances::end_step(scene, who)?;
    scene.note(Note::TurnEnded(who));
    Ok(())
}
