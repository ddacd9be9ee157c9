//! Initiative (RANKS-INIT): scores, and the order of turns.

use std::cmp::Reverse;

use super::checks::{self, CheckRoll};
use super::sheet::{Ability, Attribute, Skill};
use super::state::{ChaosMode, CheckPurpose, Event, RoundStage};
use super::{Fight, Resolver, maneuvers};
use crate::core::ids::CombatantId;

/// RANKS-INIT-1: at each round start the score of every active combatant; turns go from the highest
/// to the lowest. RANKS-CHK-8: under chaos the dice fall in join order.
pub fn start_turn_order(resolver: &mut Resolver) {
    let active = resolver.fight().iter().filter(|(_, one)| one.body.is_active());
    let all: Vec<CombatantId> = active.map(|(who, _)| who).collect();
    for who in &all {
        score_initiative(resolver, *who);
    }
    let mut order = all;
    order.sort_by_key(|who| turn_order_key(resolver.fight(), *who));
    resolver.emit(Event::TurnOrderSet(order));
}

/// RANKS-INIT-1: the fixed value of awareness, -2 for each Startled that counts for this round,
/// plus points won. RANKS-INIT-3: under chaos a rolled check instead.
fn score_initiative(resolver: &mut Resolver, who: CombatantId) {
    let base = if resolver.fight().state.is_initiative_rolled {
        checks::roll_check(
            resolver,
            CheckRoll::new(who, Skill::Awareness, CheckPurpose::Initiative),
        )
    } else {
        checks::fixed_value(resolver.fight(), who, Skill::Awareness)
    };
    let (fight, body) = (resolver.fight(), resolver.fight().body(who));
    let score = base - body.startled_penalty(fight.round) + i16::from(body.initiative_points_due);
    resolver.emit(Event::InitiativeScored { who, score: Some(score) });
}

/// RANKS-INIT-3: for one round, a number of rounds or the encounter.
pub fn is_chaotic(fight: &Fight) -> bool {
    match fight.state.chaos {
        ChaosMode::Off => false,
        ChaosMode::UntilRound(round) => fight.round <= round,
        ChaosMode::WholeEncounter => true,
    }
}

/// RANKS-INIT-2: ties: higher fixed Perception, then player characters before NPCs, then join
/// order.
fn turn_order_key(fight: &Fight, who: CombatantId) -> impl Ord + use<> {
    let score = fight.body(who).initiative.unwrap_or(i16::MIN);
    let perception = checks::fixed_value(fight, who, Ability::Attribute(Attribute::Perception));
    (Reverse(score), Reverse(perception), fight.combatant(who).is_npc(), who)
}

/// RANKS-INIT-4: a latecomer's score is made on joining; its turn comes this round only if that
/// place has not passed.
pub fn add_latecomer(resolver: &mut Resolver, who: CombatantId) {
    score_initiative(resolver, who);
    let fight = resolver.fight();
    let mut order = fight.state.turn_order.clone();
    let behind = |other: &CombatantId| turn_order_key(fight, *other) > turn_order_key(fight, who);
    let at = order.iter().position(behind).unwrap_or(order.len());
    let is_over = fight.state.stage == RoundStage::LastCall;
    let is_past = is_over || order[at..].iter().any(|other| fight.body(*other).has_acted);
    order.insert(at, who);
    resolver.emit(Event::TurnOrderChanged { who, order });
    if is_past {
        resolver.emit(Event::TurnPassed(who));
    }
}

/// Whether somebody's turn of this round is over, or will not come: whoever is back in action has
/// no place in the order until the next round, and in the last call all turns have been.
pub fn is_turn_past(fight: &Fight, who: CombatantId) -> bool {
    let state = &fight.state;
    let is_over = fight.body(who).has_acted || state.stage == RoundStage::LastCall;
    (is_over || !state.turn_order.contains(&who)) && state.current_combatant != Some(who)
}

/// Whose turn comes next: the first in the order whose place has not passed.
pub fn next_combatant(fight: &Fight) -> Option<CombatantId> {
    let is_due =
        |who: &CombatantId| maneuvers::is_in_action(fight, *who) && !fight.body(*who).has_acted;
    fight.state.turn_order.iter().copied().find(is_due)
}
