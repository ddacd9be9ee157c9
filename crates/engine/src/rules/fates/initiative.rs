//! Initiative (FATES-INIT): scores, the order of turns, ties and delays.

use std::cmp::Reverse;

use super::prompts::{self, Answer};
use super::state::{Note, Stage};
use super::turns::turn_of;
use super::{Fight, Scene, Step};
use crate::fight::Phase;
use crate::ids::{By, CombatantId, UserId};
use crate::why::Why;

/// FATES-INIT-2, FATES-INIT-3: what is added to the rank of an NPC, who never rolls.
const NPC_BONUS: u8 = 3;
const MAJOR_NPC_BONUS: u8 = 6;

/// FATES-INIT-1: each player once, before round 1 or on joining; NPCs never roll.
pub fn check(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let one = fight.one(who);
    if one.is_npc() || one.body.score.is_some() {
        return Err(Why::new("already-rolled", "FATES-INIT-1").about(who));
    }
    if matches!(fight.phase, Phase::Over(_)) || !one.body.is_active() {
        return Err(Why::new("not-your-turn", "FATES-INIT-1").about(who));
    }
    Ok(())
}

/// FATES-INIT-1: 1D + initiative rank; the score holds for the whole encounter. FATES-INIT-11: who
/// joins a running fight gets its place with it.
pub fn roll(scene: &mut Scene, who: CombatantId) {
    let face = scene.roll(6);
    let score = scene.fight().body(who).initiative + face;
    scene.note(Note::Scored { who, face: Some(face), score });
    if scene.fight().state.stage >= Stage::Ties {
        take_place(scene, who);
    }
}

/// FATES-INIT-2: rank + 3, FATES-INIT-3: a major opponent rank + 6.
pub fn score_npc(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let score = body.initiative + if body.major { MAJOR_NPC_BONUS } else { NPC_BONUS };
    scene.note(Note::Scored { who, face: None, score });
}

/// All who have to roll yet.
pub fn absent(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    let all = fight
        .iter()
        .filter(|(_, one)| !one.is_npc() && one.body.score.is_none() && one.body.is_active());
    all.map(|(who, _)| who)
}

/// FATES-INIT-7: the bot rolls 1D for each absent PC.
pub fn roll_for_absent(scene: &mut Scene) {
    let absent: Vec<CombatantId> = absent(scene.fight()).collect();
    absent.into_iter().for_each(|who| roll(scene, who));
}

/// FATES-INIT-4: from the highest score to the lowest, a PC before any NPC of the same score.
/// FATES-INIT-5: tied PCs by initiative rank, then by who joined earlier, unless they choose;
/// FATES-INIT-6: tied NPCs as the GM ordered them, else as they were added.
pub fn settle_order(scene: &mut Scene) {
    let fight = scene.fight();
    let has_score = |who: &CombatantId| {
        let body = fight.body(*who);
        body.is_active() && body.score.is_some()
    };
    let mut order: Vec<CombatantId> = fight.iter().map(|(who, _)| who).filter(has_score).collect();
    let ordered = &fight.state.order;
    order.sort_by_key(|who| {
        let one = fight.one(*who);
        let rank = if one.is_npc() { 0 } else { one.body.initiative };
        let place = ordered.iter().position(|other| other == who).unwrap_or(usize::MAX);
        (Reverse(one.body.score), one.is_npc(), Reverse(rank), place)
    });
    scene.note(Note::Ordered(order));
    scene.note(Note::TiesBegan);
}

/// FATES-INIT-5: PCs of equal scores choose who goes first, and with three or more again who goes
/// first of the rest. Where the GM puts one of them out of it meanwhile, the others are asked anew.
pub fn break_ties(scene: &mut Scene) -> Step {
    while let Some(tied) = tie(scene.fight()) {
        let first = choose_first(scene, &tied)?;
        if have_places(scene.fight(), &tied) {
            scene.note(Note::GoesFirst(first));
            let order = &scene.fight().state.order;
            let ahead = order.iter().copied().find(|who| tied.contains(who));
            put_before(scene, first, ahead.unwrap_or(first));
        }
    }
    Ok(())
}

/// The first PCs of equal scores of whom none is chosen yet, by the order that is there.
fn tie(fight: &Fight) -> Option<Vec<CombatantId>> {
    let is_open =
        |who: &CombatantId| !fight.one(*who).is_npc() && !fight.state.chosen.contains(who);
    let open: Vec<CombatantId> = fight.state.order.iter().copied().filter(is_open).collect();
    let score = |who: &CombatantId| fight.body(*who).score;
    let mut alike = open.chunk_by(|one, other| score(one) == score(other));
    alike.find(|tied| tied.len() > 1).map(<[_]>::to_vec)
}

/// Whether all of them are in the order of turns.
pub fn have_places(fight: &Fight, all: &[CombatantId]) -> bool {
    all.iter().all(|who| fight.state.order.contains(who))
}

/// FATES-INIT-5: the first press by any tied player counts.
fn choose_first(scene: &mut Scene, tied: &[CombatantId]) -> Step<CombatantId> {
    let fight = scene.fight();
    let mut users: Vec<UserId> = Vec::new();
    let mut asks = Vec::new();
    for who in tied {
        if let Some(user) = fight.one(*who).user.filter(|user| !users.contains(user)) {
            users.push(user);
            asks.push(prompts::tie(fight, *who, tied));
        }
    }
    Ok(match scene.ask_first(asks, |_| true)? {
        Some((_, Answer::First(who))) => who,
        _ => tied[0],
    })
}

/// Somebody who has a place gets the one before another.
pub fn put_before(scene: &mut Scene, who: CombatantId, before: CombatantId) {
    if who == before || !have_places(scene.fight(), &[who, before]) {
        return;
    }
    let mut order = scene.fight().state.order.clone();
    order.retain(|one| *one != who);
    let at = order.iter().position(|one| *one == before).unwrap_or(order.len());
    order.insert(at, who);
    scene.note(Note::Ordered(order));
}

/// FATES-INIT-11: who joins goes directly before the first whose score is lower, a PC also before
/// an NPC of equal score; if that is before the turn now running, the newcomer counts as having
/// acted.
pub fn take_place(scene: &mut Scene, who: CombatantId) {
    let fight = scene.fight();
    let own = fight.one(who);
    let is_behind = |other: &CombatantId| {
        let other = fight.one(*other);
        other.body.score < own.body.score
            || (other.body.score == own.body.score && other.is_npc() && !own.is_npc())
    };
    let mut order = fight.state.order.clone();
    let at = order.iter().position(is_behind).unwrap_or(order.len());
    let has_passed = |one: &CombatantId| {
        fight.body(*one).acted || fight.state.turn.as_ref().is_some_and(|turn| turn.who == *one)
    };
    let is_late = order[at..].iter().any(has_passed);
    order.insert(at, who);
    scene.note(Note::Placed { who, order });
    if is_late {
        scene.note(Note::CountsAsActed(who));
    }
}

/// FATES-INIT-8: at the start of the own turn, to the place directly after another who has not had
/// a turn this round. FATES-INIT-9: not after anything else in the turn; FATES-INIT-10: once a
/// round.
pub fn check_delay(fight: &Fight, who: CombatantId, after: CombatantId) -> Result<(), Why> {
    if !turn_of(fight, who).is_some_and(|turn| turn.is_fresh()) {
        return Err(Why::new("delay-too-late", "FATES-INIT-9"));
    }
    check_place(fight, who, after)?;
    if fight.body(who).delayed {
        return Err(Why::new("delay-used", "FATES-INIT-10"));
    }
    Ok(())
}

/// FATES-INIT-9: after another of whom one knows, whose turn is still to come.
pub fn check_place(fight: &Fight, who: CombatantId, after: CombatantId) -> Result<(), Why> {
    let is_to_come = after != who
        && fight.state.order.contains(&after)
        && !fight.body(after).acted
        && fight.knows(fight.viewer_of(By::Combatant(who)), after);
    if is_to_come { Ok(()) } else { Err(Why::new("delay-target", "FATES-INIT-9").about(after)) }
}

/// FATES-INIT-8: the next in order acts at once. FATES-INIT-10: the new place is kept.
pub fn delay(scene: &mut Scene, who: CombatantId, after: CombatantId) {
    scene.note(Note::Delayed { who, after });
}
