//! Rounds and turns (CARDS-TURN): whose turn it is, which slots its card still has, and what
//! follows by itself.

use super::Cards;
use super::sheet::CardSlots;
use super::state::{Event, ManeuverSlot, Turn};
use super::{Fight, Resolver, RuleResult, card_swaps, damage, fight_end, hazards, initiative};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, StepOutcome, Turns};

/// Labels that tell apart the turns of a creature with several cards.
const CARD_LABELS: [&str; 3] = ["", "second card", "third card"];

/// A card that has not acted yet in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnactedCard {
    number: u8,
    /// The index among its owner's cards.
    index: u8,
}

/// Returns the lowest card that has not acted (CARDS-INIT-6); `None` if there is none or the
/// combatant is not Active.
fn next_unacted_card(fight: &Fight, who: CombatantId) -> Option<UnactedCard> {
    let combatant = fight.get_present(who).filter(|combatant| combatant.body.is_active())?;
    let numbers_and_slots =
        combatant.body.card_numbers.iter().zip(&combatant.body.card_slots).enumerate();
    let mut lowest: Option<UnactedCard> = None;
    for (index, (number, slots)) in numbers_and_slots {
        if !slots.has_acted && lowest.is_none_or(|lowest| *number < lowest.number) {
            lowest = Some(UnactedCard { number: *number, index: index as u8 });
        }
    }
    lowest
}

/// Returns the Active combatants with the lowest card that has not acted (CARDS-INIT-6). Members of
/// a group share a card, and act in the order that the GM likes (CARDS-INIT-3).
pub fn next_to_act(fight: &Fight) -> Vec<CombatantId> {
    lowest_card_next_to_act_among(fight, |_| true)
}

/// Returns those of the included combatants who hold the lowest card that has not acted; a group
/// that shares the card comes together.
pub fn lowest_card_next_to_act_among(
    fight: &Fight,
    is_included: impl Fn(CombatantId) -> bool,
) -> Vec<CombatantId> {
    let mut lowest_number = u8::MAX;
    let mut holders = Vec::new();
    for who in fight.present_ids().filter(|who| is_included(*who)) {
        let Some(card) = next_unacted_card(fight, who) else { continue };
        if card.number < lowest_number {
            lowest_number = card.number;
            holders.clear();
        }
        if card.number == lowest_number {
            holders.push(who);
        }
    }
    holders
}

/// Checks that a combatant has the turn, or may begin it now (CARDS-TURN-4).
pub fn check_may_act_now(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_running = fight.is_undecided();
    let has_turn = match fight.state.turn {
        Some(turn) => turn.who == who,
        None => !fight.state.is_swap_hold && next_to_act(fight).contains(&who),
    };
    let reason = RefusalReason::new("not-your-turn", "CARDS-TURN-4").with_combatant(who);
    reason.refuse_unless(is_running && has_turn && fight.body(who).is_active())
}

/// Returns the running turn of a combatant, or the one that it would begin now.
pub fn running_or_new_turn(fight: &Fight, who: CombatantId) -> Turn {
    let new_turn = || {
        let card_index = next_unacted_card(fight, who).map_or(0, |card| card.index);
        Turn { who, card_index, start_zone: super::zones::zone_of(fight, who) }
    };
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(new_turn)
}

/// Returns the remaining slots of the card of this turn.
pub fn remaining_turn_slots(fight: &Fight, who: CombatantId) -> CardSlots {
    let card_index = usize::from(running_or_new_turn(fight, who).card_index);
    fight.body(who).card_slots.get(card_index).copied().unwrap_or_default()
}

/// Returns the slot that pays for a Maneuver in the own turn (CARDS-TURN-3); `None` if none can.
/// The fast slot never pays for a slow Maneuver, but the slow slot pays for a second fast one.
pub fn slot_that_pays(remaining: CardSlots, needed: ManeuverSlot) -> Option<ManeuverSlot> {
    match needed {
        ManeuverSlot::Slow => remaining.has_slow.then_some(ManeuverSlot::Slow),
        ManeuverSlot::Fast if remaining.has_fast => Some(ManeuverSlot::Fast),
        ManeuverSlot::Fast => remaining.has_slow.then_some(ManeuverSlot::Slow),
    }
}

/// Returns the index of the card whose slot a reaction takes (CARDS-TURN-5): the lowest of those
/// that have acted, else the lowest of the others. `None` if no card has the slot left.
fn card_index_to_pay_reaction(fight: &Fight, who: CombatantId, needed: ManeuverSlot) -> Option<u8> {
    let body = fight.body(who);
    let has_slot = |slots: &CardSlots| match needed {
        ManeuverSlot::Slow => slots.has_slow,
        ManeuverSlot::Fast => slots.has_fast,
    };
    let cards = body.card_numbers.iter().zip(&body.card_slots).enumerate();
    let able = cards.filter(|(_, (_, slots))| has_slot(slots));
    // `false` sorts before `true`, so a card that has acted comes before any that has not.
    let payer = able.min_by_key(|(_, (number, slots))| (!slots.has_acted, **number));
    payer.map(|(card_index, _)| card_index as u8)
}

/// Returns whether a combatant has this slot left for a reaction, on any card (CARDS-TURN-5).
pub fn has_reaction_slot(fight: &Fight, who: CombatantId, slot: ManeuverSlot) -> bool {
    card_index_to_pay_reaction(fight, who, slot).is_some()
}

/// Pays for a Maneuver in the own turn. Called only after all checks, since a refused command costs
/// nothing (CARDS-TURN-7).
pub fn pay_maneuver(resolver: &mut Resolver, who: CombatantId, slot: ManeuverSlot) {
    let card_index = running_or_new_turn(resolver.fight(), who).card_index;
    if let Some(slot) = slot_that_pays(remaining_turn_slots(resolver.fight(), who), slot) {
        spend_slot(resolver, who, card_index, slot);
    }
}

/// Returns the slot that pays for a reaction: the fast one unless the slow one is chosen.
fn reaction_slot(pays_with_slow_slot: bool) -> ManeuverSlot {
    if pays_with_slow_slot { ManeuverSlot::Slow } else { ManeuverSlot::Fast }
}

/// Returns whether a reaction can be paid with the chosen slot.
pub fn can_pay_reaction(fight: &Fight, who: CombatantId, pays_with_slow_slot: bool) -> bool {
    has_reaction_slot(fight, who, reaction_slot(pays_with_slow_slot))
}

/// Pays for a reaction (CARDS-TURN-5). Does nothing if no card has the chosen slot left.
pub fn pay_reaction_slot(resolver: &mut Resolver, who: CombatantId, pays_with_slow_slot: bool) {
    let slot = reaction_slot(pays_with_slow_slot);
    if let Some(card_index) = card_index_to_pay_reaction(resolver.fight(), who, slot) {
        spend_slot(resolver, who, card_index, slot);
    }
}

/// Spends a slot. The first Maneuver of a round closes the swap window (CARDS-SWAP-2).
fn spend_slot(resolver: &mut Resolver, who: CombatantId, card_index: u8, slot: ManeuverSlot) {
    if resolver.fight().state.is_swap_open {
        resolver.emit(Event::SwapWindowClosed);
    }
    resolver.emit(Event::SlotSpent { who, card_index, slot });
}

/// Begins the turn of a combatant, unless a turn is running.
pub fn begin_turn_if_none_runs(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().state.turn.is_none() {
        let card_index = running_or_new_turn(resolver.fight(), who).card_index;
        resolver.emit(Event::TurnBegan { who, card_index });
    }
}

/// Ends the turn by a pass (CARDS-TURN-4).
pub fn pass_turn(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::TurnPassed(who));
    resolver.emit(Event::TurnEnded(who));
}

/// Returns whether a turn is over: both slots are spent (CARDS-TURN-4), or the combatant is frozen
/// or fainted (CARDS-FEAR-5), or Out (CARDS-HARM-8).
fn is_turn_over(fight: &Fight, who: CombatantId) -> bool {
    let Some(combatant) = fight.get_present(who) else { return true };
    let remaining = remaining_turn_slots(fight, who);
    !combatant.body.is_active()
        || combatant.body.is_stunned()
        || !(remaining.has_slow || remaining.has_fast)
}

impl Turns for Cards {
    /// Performs the next automatic step: suggests Fear tests, ends a fight that is decided or
    /// proposes its end, ends a turn or a swap hold that is over, ends the round when every card
    /// has acted, or passes for whoever has no slot.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        damage::make_undecided_downed_npcs_helpless(resolver);
        hazards::suggest_new_fear_tests_to_gm(resolver);
        if let Some(outcome) = resolver.fight().state.outcome.clone() {
            fight_end::end_fight_settling_poisons_fates_and_items(resolver, &outcome);
            return Ok(StepOutcome::Settled);
        }
        fight_end::ask_gm_to_end_if_one_sided(resolver)?;
        let fight = resolver.fight();
        if fight.state.outcome.is_some() {
            // The end is a step of its own, so that simulations can stop at the decision.
            return Ok(StepOutcome::Advanced);
        }
        let is_swap_hold = fight.state.is_swap_hold;
        let has_advanced = match fight.state.turn {
            Some(turn) => end_turn_if_over(resolver, turn.who),
            None if is_swap_hold => end_swap_hold_if_all_have_decided(resolver),
            None => begin_round_or_pass_for_one_without_slots(resolver),
        };
        Ok(StepOutcome::advanced_if(has_advanced))
    }

    /// Returns who must act, and until when. After a turn's 24 h the GM is reminded and may skip it
    /// (CARDS-TURN-8). The swap hold ends by itself (CARDS-SWAP-2).
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !fight.is_undecided() {
            return None;
        }
        if fight.state.is_swap_hold {
            return Some(pending_swap_hold(fight));
        }
        let acting = match fight.state.turn {
            Some(turn) => vec![turn.who],
            None => next_to_act(fight),
        };
        let first_actor = *acting.first()?;
        let card_index = usize::from(running_or_new_turn(fight, first_actor).card_index);
        Some(PendingTurn {
            actors: acting.into_iter().map(Initiator::Combatant).collect(),
            discriminator: CARD_LABELS[card_index.min(CARD_LABELS.len() - 1)],
            timeout_secs: fight.settings.turn_secs,
            is_skipped_on_timeout: false,
            needs_all_actors: false,
        })
    }

    /// Returns false: no turn is skipped when its time runs out.
    fn is_turn_skipped_on_timeout(_: &Fight, _: CombatantId) -> bool {
        false
    }
}

/// Ends the running turn if it is over; returns whether it is.
fn end_turn_if_over(resolver: &mut Resolver, who: CombatantId) -> bool {
    let is_over = is_turn_over(resolver.fight(), who);
    if is_over {
        resolver.emit(Event::TurnEnded(who));
    }
    is_over
}

/// Ends the swap hold if nobody may still want a swap (CARDS-SWAP-2); returns whether it ends.
fn end_swap_hold_if_all_have_decided(resolver: &mut Resolver) -> bool {
    let have_all_decided =
        card_swaps::pcs_undecided_during_swap_hold(resolver.fight()).next().is_none();
    if have_all_decided {
        resolver.emit(Event::SwapHoldEnded);
    }
    have_all_decided
}

/// Begins the next round if every card has acted; otherwise passes for a combatant who would start
/// the turn without a slot (CARDS-TURN-4). Returns false if neither is the case, so that somebody
/// must act.
fn begin_round_or_pass_for_one_without_slots(resolver: &mut Resolver) -> bool {
    let fight = resolver.fight();
    let due = next_to_act(fight);
    if due.is_empty() {
        kill_dying_end_bonuses_and_begin_round(resolver);
        return true;
    }
    let without_slots = due.into_iter().find(|who| is_turn_over(fight, *who));
    let Some(who) = without_slots else { return false };
    begin_turn_if_none_runs(resolver, who);
    pass_turn(resolver, who);
    true
}

/// Returns the wait of the swap hold, for all who may still want a swap; it ends by itself
/// (CARDS-SWAP-2).
fn pending_swap_hold(fight: &Fight) -> PendingTurn {
    let undecided = card_swaps::pcs_undecided_during_swap_hold(fight);
    PendingTurn {
        actors: undecided.map(Initiator::Combatant).collect(),
        discriminator: "swap hold",
        timeout_secs: u32::from(fight.settings.swap_hold_minutes) * 60,
        is_skipped_on_timeout: true,
        needs_all_actors: false,
    }
}

/// Ends a round: the dying may die (CARDS-HARM-5), and the ambush bonus is lost (CARDS-AMB-3).
fn kill_dying_end_bonuses_and_begin_round(resolver: &mut Resolver) {
    damage::kill_unstabilised_dying_past_deadline(resolver);
    let with_bonus = resolver
        .fight()
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.ambush_bonus > 0);
    let who: Vec<CombatantId> = with_bonus.map(|(who, _)| who).collect();
    if !who.is_empty() {
        resolver.emit(Event::AmbushBonusLost { who });
    }
    begin_round_with_hazards_and_fresh_slots(resolver);
}

/// Begins a round (CARDS-TURN-1): hazards do their harm, all slots are available again, and the
/// swap window opens. Slots left from the round before are lost (CARDS-TURN-2). The GM is asked
/// again whether the fight ends (CARDS-END-1).
pub fn begin_round_with_hazards_and_fresh_slots(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    for who in initiative::combatants_with_cards_lowest_first(resolver.fight()) {
        hazards::burn_and_poison_at_round_start(resolver, who);
    }
    resolver.emit(Event::SlotsRefreshed);
    if resolver.fight().state.is_continued_by_gm {
        resolver.emit(Event::ContinuationSet(false));
    }
    let has_swap_hold = resolver.fight().settings.swap_hold_minutes > 0;
    if has_swap_hold
        && card_swaps::pcs_undecided_during_swap_hold(resolver.fight()).next().is_some()
    {
        resolver.emit(Event::SwapHoldBegan);
    }
}

/// Skips the swap hold or the turn that is waited for, as the GM orders (CARDS-TURN-8).
///
/// # Errors
///
/// Refuses if nobody is waited for.
pub fn skip_swap_hold_or_turn(resolver: &mut Resolver) -> Result<(), RefusalReason> {
    let fight = resolver.fight();
    if fight.state.is_swap_hold {
        resolver.emit(Event::SwapHoldEnded);
        return Ok(());
    }
    let awaited = match fight.state.turn {
        Some(turn) => Some(turn.who),
        None => next_to_act(fight).first().copied(),
    };
    let is_running = fight.phase == FightPhase::Running;
    let Some(who) = awaited.filter(|_| is_running) else {
        return Err(RefusalReason::new("bad-setup", "CARDS-TURN-8"));
    };
    begin_turn_if_none_runs(resolver, who);
    pass_turn(resolver, who);
    Ok(())
}
