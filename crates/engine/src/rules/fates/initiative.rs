//! Initiative (FATES-INIT): scores, the order of turns, ties and delays.

use std::cmp::Reverse;

use super::prompts::{self, Answer};
use super::state::{Event, FightStage};
use super::turns::running_turn_of;
use super::{Fight, Resolver, RuleResult};
use crate::core::fight::FightPhase;
use crate::core::ids::{CombatantId, UserId};
use crate::core::refusal_reason::RefusalReason;

/// Added to the rank of an NPC, which never rolls (FATES-INIT-2, FATES-INIT-3).
const NPC_BONUS: u8 = 3;
const MAJOR_NPC_BONUS: u8 = 6;

/// Checks a roll for initiative: by an active PC who has no score yet, before the fight is over
/// (FATES-INIT-1). An NPC never rolls; it is refused as having rolled already.
pub fn check_pc_can_roll_initiative(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let combatant = fight.combatant(who);
    if combatant.is_npc() || combatant.body.initiative_score.is_some() {
        return Err(RefusalReason::new("already-rolled", "FATES-INIT-1").with_combatant(who));
    }
    if matches!(fight.phase, FightPhase::Over(_)) || !combatant.body.is_active() {
        return Err(RefusalReason::new("not-your-turn", "FATES-INIT-1").with_combatant(who));
    }
    Ok(())
}

/// Rolls 1D + initiative rank; the score holds for the whole encounter (FATES-INIT-1). Whoever
/// joins a running fight also gets a place in the order (FATES-INIT-11).
pub fn roll_initiative_and_place_if_latecomer(resolver: &mut Resolver, who: CombatantId) {
    let face = resolver.roll_die(&[who], 6);
    let score = resolver.fight().body(who).initiative_rank + face;
    resolver.emit(Event::InitiativeScored { who, face: Some(face), score });
    if resolver.fight().state.stage >= FightStage::Ties {
        insert_newcomer_in_order_as_acted_if_late(resolver, who);
    }
}

/// Sets the score of an NPC: rank + 3 (FATES-INIT-2), or rank + 6 if it is major (FATES-INIT-3).
pub fn set_npc_initiative(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let score = body.initiative_rank + if body.is_major_npc { MAJOR_NPC_BONUS } else { NPC_BONUS };
    resolver.emit(Event::InitiativeScored { who, face: None, score });
}

/// Returns the active PCs who have not rolled yet.
pub fn pcs_without_initiative(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    let waiting = fight.present_combatants().filter(|(_, combatant)| {
        !combatant.is_npc()
            && combatant.body.initiative_score.is_none()
            && combatant.body.is_active()
    });
    waiting.map(|(who, _)| who)
}

/// Rolls for all active PCs who have not rolled, in join order (FATES-INIT-7).
pub fn roll_initiative_for_absent(resolver: &mut Resolver) {
    let absent: Vec<CombatantId> = pcs_without_initiative(resolver.fight()).collect();
    for who in absent {
        roll_initiative_and_place_if_latecomer(resolver, who);
    }
}

/// Sets the order of turns: from the highest score to the lowest, a PC before any NPC of the same
/// score (FATES-INIT-4).
///
/// Tied PCs go by initiative rank, then as the GM ordered them, else by joining, until they choose
/// (FATES-INIT-5). Tied NPCs go as the GM ordered them, else as they were added (FATES-INIT-6). Who
/// is out or has no score gets no place.
pub fn set_turn_order_and_begin_tie_break(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let has_score = |who: &CombatantId| {
        let body = fight.body(*who);
        body.is_active() && body.initiative_score.is_some()
    };
    let mut order: Vec<CombatantId> = fight.present_ids().filter(has_score).collect();
    let previous_order = &fight.state.turn_order;
    // High scores first, PCs before NPCs, PCs with high ranks first, then by the previous places.
    order.sort_by_key(|who| {
        let combatant = fight.combatant(*who);
        let rank = if combatant.is_npc() { 0 } else { combatant.body.initiative_rank };
        let place = previous_order.iter().position(|other| other == who).unwrap_or(usize::MAX);
        (Reverse(combatant.body.initiative_score), combatant.is_npc(), Reverse(rank), place)
    });
    resolver.emit(Event::TurnOrderSet(order));
    resolver.emit(Event::TieBreakBegan);
}

/// Asks PCs with equal scores who goes first; with three or more it repeats for the rest
/// (FATES-INIT-5). If the GM removes one of them meanwhile, the others are asked again.
pub fn ask_tied_pcs_for_order(resolver: &mut Resolver) -> RuleResult {
    while let Some(tied) = next_unresolved_pc_tie(resolver.fight()) {
        let first = ask_who_goes_first_or_take_first_tied(resolver, &tied)?;
        if are_all_in_turn_order(resolver.fight(), &tied) {
            resolver.emit(Event::TieWinnerChosen(first));
            let order = &resolver.fight().state.turn_order;
            let ahead = order.iter().copied().find(|who| tied.contains(who));
            move_before_in_order(resolver, first, ahead.unwrap_or(first));
        }
    }
    Ok(())
}

/// Returns the first group of PCs with equal scores of whom none is chosen yet.
fn next_unresolved_pc_tie(fight: &Fight) -> Option<Vec<CombatantId>> {
    let is_open = |who: &CombatantId| {
        !fight.combatant(*who).is_npc() && !fight.state.tie_winners.contains(who)
    };
    let open: Vec<CombatantId> = fight.state.turn_order.iter().copied().filter(is_open).collect();
    let score = |who: &CombatantId| fight.body(*who).initiative_score;
    let mut tied_groups = open.chunk_by(|first, second| score(first) == score(second));
    let first_tie = tied_groups.find(|group| group.len() > 1)?;
    Some(first_tie.to_vec())
}

/// Returns whether all of them have a place in the order of turns.
pub fn are_all_in_turn_order(fight: &Fight, combatants: &[CombatantId]) -> bool {
    combatants.iter().all(|who| fight.state.turn_order.contains(who))
}

/// Asks each player of the tied PCs once; the first answer counts (FATES-INIT-5). Returns the first
/// of the tied if nobody answers.
fn ask_who_goes_first_or_take_first_tied(
    resolver: &mut Resolver,
    tied: &[CombatantId],
) -> RuleResult<CombatantId> {
    let fight = resolver.fight();
    let mut users: Vec<UserId> = Vec::new();
    let mut open_prompts = Vec::new();
    for who in tied {
        if let Some(user) = fight.combatant(*who).user.filter(|user| !users.contains(user)) {
            users.push(user);
            open_prompts.push(prompts::tie_prompt(fight, *who, tied));
        }
    }
    Ok(match resolver.ask_until_binding(open_prompts, |_| true)? {
        Some(Answer::GoFirst(who)) => who,
        _ => tied[0],
    })
}

/// Moves a combatant to the place before another, if both have a place in the order; does nothing
/// otherwise.
pub fn move_before_in_order(resolver: &mut Resolver, who: CombatantId, before: CombatantId) {
    if who == before || !are_all_in_turn_order(resolver.fight(), &[who, before]) {
        return;
    }
    let mut order = resolver.fight().state.turn_order.clone();
    order.retain(|other| *other != who);
    let index = order.iter().position(|other| *other == before).unwrap_or(order.len());
    order.insert(index, who);
    resolver.emit(Event::TurnOrderChanged { who, order });
}

/// Inserts a newcomer before the first combatant with a lower score, and a PC also before NPCs of
/// the same score. If that is before the running turn, the newcomer counts as having acted
/// (FATES-INIT-11). A Blaze turn is none of the order: play stands where it was cut (FATES-FATE-9).
pub fn insert_newcomer_in_order_as_acted_if_late(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let newcomer = fight.combatant(who);
    let score = newcomer.body.initiative_score;
    let is_behind = |other: &CombatantId| {
        let other = fight.combatant(*other);
        let is_tied_npc = other.body.initiative_score == score && other.is_npc();
        other.body.initiative_score < score || (is_tied_npc && !newcomer.is_npc())
    };
    let mut order = fight.state.turn_order.clone();
    let index = order.iter().position(is_behind).unwrap_or(order.len());
    // A known newcomer's place must not betray a hidden combatant.
    let is_counted =
        |combatant: &CombatantId| newcomer.is_hidden || fight.may_show_in_public(*combatant);
    let has_begun_turn = |combatant: &CombatantId| {
        let is_acting_in_order =
            running_turn_of(fight, *combatant).is_some_and(|turn| !turn.is_blaze);
        fight.body(*combatant).has_acted || is_acting_in_order
    };
    let mut followers = order[index..].iter();
    let is_late = followers.any(|other| is_counted(other) && has_begun_turn(other));
    order.insert(index, who);
    resolver.emit(Event::TurnOrderChanged { who, order });
    if is_late {
        resolver.emit(Event::MarkedAsActed(who));
    }
}

/// Checks a delay to the place after another combatant (FATES-INIT-8): before anything else in the
/// turn (FATES-INIT-9), and once a round (FATES-INIT-10).
pub fn check_delay_allowed(
    fight: &Fight,
    who: CombatantId,
    after: CombatantId,
) -> Result<(), RefusalReason> {
    if !running_turn_of(fight, who).is_some_and(|turn| turn.is_unused()) {
        return Err(RefusalReason::new("delay-too-late", "FATES-INIT-9"));
    }
    check_delay_target_has_not_acted(fight, who, after)?;
    if fight.body(who).has_delayed {
        return Err(RefusalReason::new("delay-used", "FATES-INIT-10"));
    }
    Ok(())
}

/// Checks that the turn of another combatant, whom the actor knows, is still to come
/// (FATES-INIT-9).
pub fn check_delay_target_has_not_acted(
    fight: &Fight,
    who: CombatantId,
    after: CombatantId,
) -> Result<(), RefusalReason> {
    let is_to_come = after != who
        && fight.state.turn_order.contains(&after)
        && !fight.body(after).has_acted
        && fight.controller_knows(who, after);
    let reason = RefusalReason::new("delay-target", "FATES-INIT-9").with_combatant(after);
    reason.refuse_unless(is_to_come)
}

/// Delays the turn; the next in order acts at once (FATES-INIT-8). The new place is kept in later
/// rounds (FATES-INIT-10).
pub fn delay_turn(resolver: &mut Resolver, who: CombatantId, after: CombatantId) {
    resolver.emit(Event::TurnDelayed { who, after });
}
