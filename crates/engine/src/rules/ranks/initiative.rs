//! Initiative (RANKS-INIT): scores, and the order of turns.

use std::cmp::Reverse;

use super::checks::{self, Check};
use super::sheet::{Ability, Attribute, Skill};
use super::state::{Chaos, Note, Purpose, Stage};
use super::{Fight, Scene, deeds};
use crate::ids::CombatantId;

/// RANKS-INIT-1: at each round start the score of every active combatant; turns go from the highest
/// to the lowest. RANKS-CHK-8: under chaos the dice fall in join order.
pub fn order(scene: &mut Scene) {
    let active = scene.fight().iter().filter(|(_, one)| one.body.is_active());
    let all: Vec<CombatantId> = active.map(|(who, _)| who).collect();
    for who in &all {
        score(scene, *who);
    }
    let mut order = all;
    order.sort_by_key(|who| place(scene.fight(), *who));
    scene.note(Note::Ordered(order));
}

/// RANKS-INIT-1: the fixed value of awareness, -2 for each Startled that counts for this round,
/// plus points won. RANKS-INIT-3: under chaos a rolled check instead.
fn score(scene: &mut Scene, who: CombatantId) {
    let base = if scene.fight().state.rolled {
        checks::roll(scene, Check::new(who, Skill::Awareness, Purpose::Initiative))
    } else {
        checks::fixed(scene.fight(), who, Skill::Awareness)
    };
    let (fight, body) = (scene.fight(), scene.fight().body(who));
    let score = base - body.startled_in(fight.round) + i16::from(body.due_initiative);
    scene.note(Note::Scored { who, score: Some(score) });
}

/// RANKS-INIT-3: for one round, a number of rounds or the encounter.
pub fn is_chaotic(fight: &Fight) -> bool {
    match fight.state.chaos {
        Chaos::Off => false,
        Chaos::Until(round) => fight.round <= round,
        Chaos::Encounter => true,
    }
}

/// RANKS-INIT-2: ties: higher fixed Perception, then player characters before NPCs, then join
/// order.
fn place(fight: &Fight, who: CombatantId) -> impl Ord + use<> {
    let score = fight.body(who).score.unwrap_or(i16::MIN);
    let perception = checks::fixed(fight, who, Ability::Attribute(Attribute::Perception));
    (Reverse(score), Reverse(perception), fight.one(who).is_npc(), who)
}

/// RANKS-INIT-4: a latecomer's score is made on joining; its turn comes this round only if that
/// place has not passed.
pub fn come_late(scene: &mut Scene, who: CombatantId) {
    score(scene, who);
    let fight = scene.fight();
    let mut order = fight.state.order.clone();
    let behind = |other: &CombatantId| place(fight, *other) > place(fight, who);
    let at = order.iter().position(behind).unwrap_or(order.len());
    let is_over = fight.state.stage == Stage::LastCall;
    let is_past = is_over || order[at..].iter().any(|other| fight.body(*other).acted);
    order.insert(at, who);
    scene.note(Note::Placed { who, order });
    if is_past {
        scene.note(Note::PlacePassed(who));
    }
}

/// Whether somebody's turn of this round is over, or will not come: whoever is back in action has
/// no place in the order until the next round, and in the last call all turns have been.
pub fn is_past(fight: &Fight, who: CombatantId) -> bool {
    let state = &fight.state;
    let is_over = fight.body(who).acted || state.stage == Stage::LastCall;
    (is_over || !state.order.contains(&who)) && state.turn != Some(who)
}

/// Whose turn comes next: the first in the order whose place has not passed.
pub fn next(fight: &Fight) -> Option<CombatantId> {
    let is_due = |who: &CombatantId| deeds::is_in(fight, *who) && !fight.body(*who).acted;
    fight.state.order.iter().copied().find(is_due)
}
