//! Rounds and turns (CARDS-TURN): whose turn it is, what its card still gives, and what follows by
//! itself.

use super::Cards;
use super::sheet::CardSlots;
use super::state::{Event, ManeuverSlot, Turn};
use super::{Fight, Resolver, RuleResult, card_swaps, damage, fight_end, hazards, initiative};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, Turns};

/// What tells the turns of one creature apart that has several cards.
const CARD_LABELS: [&str; 3] = ["", "second card", "third card"];

/// CARDS-INIT-6: the place of the lowest card that has not acted, and its number.
fn next_unacted_card(fight: &Fight, who: CombatantId) -> Option<(u8, u8)> {
    let one = fight.get(who).filter(|one| one.body.is_active())?;
    let cards = one.body.card_numbers.iter().zip(&one.body.card_slots).enumerate();
    let unacted = cards.filter(|(_, (_, slots))| !slots.has_acted);
    unacted.map(|(place, (card, _))| (*card, place as u8)).min()
}

/// CARDS-INIT-6: next to act is the active combatant whose card is lowest among those not yet acted
/// on. CARDS-INIT-3: of a group all who have not acted, in the order the GM likes.
pub fn next_to_act(fight: &Fight) -> Vec<CombatantId> {
    next_to_act_among(fight, |_| true)
}

/// Returns those for whom this holds who have the lowest card of those for whom it holds.
pub fn next_to_act_among(
    fight: &Fight,
    is_included: impl Fn(CombatantId) -> bool,
) -> Vec<CombatantId> {
    let next =
        |(who, _)| Some((next_unacted_card(fight, who)?.0, who)).filter(|_| is_included(who));
    let all: Vec<(u8, CombatantId)> = fight.iter().filter_map(next).collect();
    let lowest = all.iter().map(|(card, _)| *card).min();
    all.into_iter().filter(|(card, _)| Some(*card) == lowest).map(|(_, who)| who).collect()
}

/// CARDS-TURN-4: whether a combatant has the turn, or may begin it now.
pub fn check_has_turn(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_running = fight.phase == FightPhase::Running && fight.state.outcome.is_none();
    let has_it = match fight.state.turn {
        Some(turn) => turn.who == who,
        None => !fight.state.is_swap_hold && next_to_act(fight).contains(&who),
    };
    if is_running && has_it && fight.body(who).is_active() {
        Ok(())
    } else {
        Err(RefusalReason::new("not-your-turn", "CARDS-TURN-4").with_combatant(who))
    }
}

/// The turn of a combatant: the one that runs, or the one it would begin.
pub fn running_or_new_turn(fight: &Fight, who: CombatantId) -> Turn {
    let next = || {
        let place = next_unacted_card(fight, who).map_or(0, |(_, place)| place);
        Turn { who, card_index: place, start_zone: super::zones::zone_of(fight, who) }
    };
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(next)
}

/// What the card of its turn still gives.
pub fn remaining_slots(fight: &Fight, who: CombatantId) -> CardSlots {
    let place = usize::from(running_or_new_turn(fight, who).card_index);
    fight.body(who).card_slots.get(place).copied().unwrap_or_default()
}

/// CARDS-TURN-3: what pays for a Maneuver on the own turn: the slow slot for a slow one; for a fast
/// one the fast slot, then by itself the slow slot.
pub fn slot_that_pays(remaining: CardSlots, slot: ManeuverSlot) -> Option<ManeuverSlot> {
    match slot {
        ManeuverSlot::Slow => remaining.has_slow.then_some(ManeuverSlot::Slow),
        ManeuverSlot::Fast if remaining.has_fast => Some(ManeuverSlot::Fast),
        ManeuverSlot::Fast => remaining.has_slow.then_some(ManeuverSlot::Slow),
    }
}

/// CARDS-TURN-5: the card that pays for a reaction: one already acted on first, then the lowest.
fn card_paying_reaction(fight: &Fight, who: CombatantId, slot: ManeuverSlot) -> Option<u8> {
    let body = fight.body(who);
    let has = |slots: &CardSlots| match slot {
        ManeuverSlot::Slow => slots.has_slow,
        ManeuverSlot::Fast => slots.has_fast,
    };
    let cards = body.card_numbers.iter().zip(&body.card_slots).enumerate();
    let able = cards.filter(|(_, (_, slots))| has(slots));
    able.map(|(place, (card, slots))| (!slots.has_acted, *card, place as u8)).min().map(|it| it.2)
}

/// CARDS-TURN-5: whether a reaction could be paid with the fast slot, or with the slow one.
pub fn has_reaction_slot(fight: &Fight, who: CombatantId, slot: ManeuverSlot) -> bool {
    card_paying_reaction(fight, who, slot).is_some()
}

/// Pays for a Maneuver on the own turn. CARDS-TURN-7: only what is not refused costs something.
pub fn pay_maneuver(resolver: &mut Resolver, who: CombatantId, slot: ManeuverSlot) {
    let place = running_or_new_turn(resolver.fight(), who).card_index;
    if let Some(slot) = slot_that_pays(remaining_slots(resolver.fight(), who), slot) {
        spend_slot(resolver, who, place, slot);
    }
}

fn reaction_slot(is_slow: bool) -> ManeuverSlot {
    if is_slow { ManeuverSlot::Slow } else { ManeuverSlot::Fast }
}

/// Whether a reaction can be paid as it was chosen.
pub fn can_pay_reaction(fight: &Fight, who: CombatantId, is_slow: bool) -> bool {
    has_reaction_slot(fight, who, reaction_slot(is_slow))
}

/// Pays for a reaction (CARDS-TURN-5).
pub fn pay_reaction_slot(resolver: &mut Resolver, who: CombatantId, is_slow: bool) {
    let slot = reaction_slot(is_slow);
    if let Some(place) = card_paying_reaction(resolver.fight(), who, slot) {
        spend_slot(resolver, who, place, slot);
    }
}

/// CARDS-SWAP-2: the first Maneuver of the round closes the swap window.
fn spend_slot(resolver: &mut Resolver, who: CombatantId, card_index: u8, slot: ManeuverSlot) {
    if resolver.fight().state.is_swap_open {
        resolver.emit(Event::SwapWindowClosed);
    }
    resolver.emit(Event::SlotSpent { who, card_index, slot });
}

/// Begins the turn of whoever acts on it first, if it does not run already.
pub fn begin_turn_if_none_runs(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().state.turn.is_none() {
        let place = running_or_new_turn(resolver.fight(), who).card_index;
        resolver.emit(Event::TurnBegan { who, card_index: place });
    }
}

/// CARDS-TURN-4: the turn ends with a pass.
pub fn pass_turn(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::TurnPassed(who));
    resolver.emit(Event::TurnEnded(who));
}

/// CARDS-TURN-4: a turn is over when both slots are spent. CARDS-FEAR-5: the frozen and the fainted
/// have none. CARDS-HARM-8: nor has who is Out.
fn is_turn_over(fight: &Fight, who: CombatantId) -> bool {
    let Some(one) = fight.get(who) else { return true };
    let left = remaining_slots(fight, who);
    !one.body.is_active() || one.body.is_stunned() || !(left.has_slow || left.has_fast)
}

impl Turns for Cards {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<bool> {
        if resolver.fight().phase != FightPhase::Running {
            return Ok(false);
        }
        damage::set_undecided_fates_helpless(resolver);
        hazards::suggest_fear_tests(resolver);
        fight_end::ask_whether_fight_ends(resolver)?;
        let fight = resolver.fight();
        if let Some(outcome) = fight.state.outcome.clone() {
            fight_end::apply_aftermath(resolver, &outcome);
            return Ok(false);
        }
        if let Some(turn) = fight.state.turn {
            let is_over = is_turn_over(fight, turn.who);
            if is_over {
                resolver.emit(Event::TurnEnded(turn.who));
            }
            return Ok(is_over);
        }
        if fight.state.is_swap_hold {
            let is_over = card_swaps::undecided_players(fight).next().is_none();
            if is_over {
                resolver.emit(Event::SwapHoldEnded);
            }
            return Ok(is_over);
        }
        let due = next_to_act(fight);
        if due.is_empty() {
            end_round(resolver);
            return Ok(true);
        }
        // CARDS-TURN-4: who starts the turn with no slot is passed automatically.
        let idle = due.into_iter().find(|who| is_turn_over(fight, *who));
        if let Some(who) = idle {
            begin_turn_if_none_runs(resolver, who);
            pass_turn(resolver, who);
        }
        Ok(idle.is_some())
    }

    /// Who is waited for. CARDS-TURN-8: a turn 24 h, then the GM is reminded and may skip.
    /// CARDS-SWAP-2: the swap hold ends by itself.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
            return None;
        }
        let settings = &fight.settings;
        if fight.state.is_swap_hold {
            let on = card_swaps::undecided_players(fight).map(Initiator::Combatant).collect();
            let clock_secs = u32::from(settings.swap_hold_minutes) * 60;
            return Some(PendingTurn {
                actors: on,
                discriminator: "swap hold",
                timeout_secs: clock_secs,
                is_skipped_on_timeout: true,
                needs_all_actors: false,
            });
        }
        let on = match fight.state.turn {
            Some(turn) => vec![turn.who],
            None => next_to_act(fight),
        };
        let place = on.first().map_or(0, |who| running_or_new_turn(fight, *who).card_index);
        let part = CARD_LABELS[usize::from(place).min(CARD_LABELS.len() - 1)];
        let on: Vec<_> = on.into_iter().map(Initiator::Combatant).collect();
        let clock_secs = settings.turn_secs;
        (!on.is_empty()).then_some(PendingTurn {
            actors: on,
            discriminator: part,
            timeout_secs: clock_secs,
            is_skipped_on_timeout: false,
            needs_all_actors: false,
        })
    }

    fn is_turn_skipped_on_timeout(_: &Fight, _: CombatantId) -> bool {
        false
    }
}

/// CARDS-HARM-5: who is dying may die. CARDS-AMB-3: ambushers' dice are lost with round 1.
fn end_round(resolver: &mut Resolver) {
    damage::kill_dying_past_deadline(resolver);
    if resolver.fight().iter().any(|(_, one)| one.body.ambush_bonus > 0) {
        resolver.emit(Event::AmbushBonusLost);
    }
    begin_round(resolver);
}

/// CARDS-TURN-1: hazards tick, slots are refreshed and the swap window opens. CARDS-TURN-2: what
/// was left of the round before is lost. CARDS-END-1: the GM is asked anew.
pub fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    for who in initiative::combatants_by_card(resolver.fight()) {
        hazards::apply_round_hazards(resolver, who);
    }
    resolver.emit(Event::SlotsRefreshed);
    if resolver.fight().state.is_continued_by_gm {
        resolver.emit(Event::ContinuationSet(false));
    }
    if resolver.fight().settings.swap_hold_minutes > 0
        && card_swaps::undecided_players(resolver.fight()).next().is_some()
    {
        resolver.emit(Event::SwapHoldBegan);
    }
}

/// CARDS-TURN-8: the GM skips whoever is waited for.
pub fn skip_turn(resolver: &mut Resolver) -> Result<(), RefusalReason> {
    let fight = resolver.fight();
    if fight.state.is_swap_hold {
        resolver.emit(Event::SwapHoldEnded);
        return Ok(());
    }
    let who = match fight.state.turn {
        Some(turn) => Some(turn.who),
        None => next_to_act(fight).first().copied(),
    };
    let who = who.filter(|_| fight.phase == FightPhase::Running);
    let who = who.ok_or(RefusalReason::new("bad-setup", "CARDS-TURN-8"))?;
    begin_turn_if_none_runs(resolver, who);
    pass_turn(resolver, who);
    Ok(())
}
