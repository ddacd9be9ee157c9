//! Initiative (RANKS-INIT): scores, and the order of turns.

use std::cmp::Reverse;

use super::checks::{self, CheckRoll};
use super::sheet::{Ability, Attribute, Skill};
use super::state::{ChaosMode, CheckPurpose, Event, RoundStage};
use super::{Fight, Resolver, maneuvers};
use crate::core::ids::CombatantId;

/// Scores every active combatant and sets the order of turns from the highest score to the lowest
/// (RANKS-INIT-1). RANKS-CHK-8: under chaos the dice fall in join order.
pub fn score_and_set_turn_order(resolver: &mut Resolver) {
    let active =
        resolver.fight().present_combatants().filter(|(_, combatant)| combatant.body.is_active());
    let combatants: Vec<CombatantId> = active.map(|(who, _)| who).collect();
    for who in &combatants {
        record_rolled_or_fixed_initiative_score(resolver, *who);
    }
    let mut order = combatants;
    order.sort_by_key(|who| turn_order_key(resolver.fight(), *who));
    resolver.emit(Event::TurnOrderSet(order));
}

/// Records a combatant's score: the fixed value of awareness, -2 for each Startled that counts for
/// this round, plus the points won (RANKS-INIT-1). RANKS-INIT-3: under chaos a rolled check takes
/// the place of the fixed value.
fn record_rolled_or_fixed_initiative_score(resolver: &mut Resolver, who: CombatantId) {
    let base = if resolver.fight().state.is_initiative_rolled {
        checks::roll_check_total_spending_bonuses(
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

/// Returns whether chaos is on this round, so that initiative is rolled instead of taken from the
/// fixed value (RANKS-INIT-3).
pub fn is_initiative_rolled_instead_of_fixed(fight: &Fight) -> bool {
    match fight.state.chaos {
        ChaosMode::Off => false,
        ChaosMode::UntilRound(round) => fight.round <= round,
        ChaosMode::WholeEncounter => true,
    }
}

/// Returns the key by which turns are sorted. RANKS-INIT-2: ties go to the higher fixed Perception,
/// then to player characters before NPCs, then by join order.
fn turn_order_key(fight: &Fight, who: CombatantId) -> impl Ord + use<> {
    let score = fight.body(who).initiative.unwrap_or(i16::MIN);
    let perception = checks::fixed_value(fight, who, Ability::Attribute(Attribute::Perception));
    (Reverse(score), Reverse(perception), fight.combatant(who).is_npc(), who)
}

/// Gives a latecomer a score and a place in the order (RANKS-INIT-4). Its turn comes this round
/// only if that place has not passed.
pub fn score_and_insert_latecomer_passing_if_late(resolver: &mut Resolver, who: CombatantId) {
    record_rolled_or_fixed_initiative_score(resolver, who);
    let fight = resolver.fight();
    let mut order = fight.state.turn_order.clone();
    let comes_later =
        |other: &CombatantId| turn_order_key(fight, *other) > turn_order_key(fight, who);
    let place = order.iter().position(comes_later).unwrap_or(order.len());
    let is_too_late = has_place_passed(fight, who, &order[place..]);
    order.insert(place, who);
    resolver.emit(Event::TurnOrderChanged { who, order });
    if is_too_late {
        resolver.emit(Event::TurnPassed(who));
    }
}

/// Returns whether the place of a latecomer has passed in this round: the last call is on, or one
/// of those who come after it in the order has had its turn. Hidden ones count only for a latecomer
/// who is hidden too, since otherwise its place would betray them.
fn has_place_passed(
    fight: &Fight,
    latecomer: CombatantId,
    later_combatants: &[CombatantId],
) -> bool {
    if fight.state.stage == RoundStage::LastCall {
        return true;
    }
    let is_latecomer_hidden = fight.combatant(latecomer).is_hidden;
    later_combatants.iter().any(|other| {
        let counts = is_latecomer_hidden || fight.may_show_in_public(*other);
        counts && fight.body(*other).has_acted
    })
}

/// Returns whether a combatant's turn of this round is over or will not come. Whoever returns to
/// action has no place in the order until the next round, and in the last call all turns are over.
pub fn is_turn_past(fight: &Fight, who: CombatantId) -> bool {
    let state = &fight.state;
    if state.current_combatant == Some(who) {
        return false;
    }
    let is_over = fight.body(who).has_acted || state.stage == RoundStage::LastCall;
    is_over || !state.turn_order.contains(&who)
}

/// Returns the first combatant in the order who has yet to act.
pub fn next_combatant(fight: &Fight) -> Option<CombatantId> {
    let is_due =
        |who: &CombatantId| maneuvers::is_in_action(fight, *who) && !fight.body(*who).has_acted;
    fight.state.turn_order.iter().copied().find(is_due)
}
