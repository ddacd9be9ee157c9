//! Swaps of cards (CARDS-SWAP): offered between PCs, bought with extra successes, or won by a
//! reaction.

use std::collections::BTreeSet;

use super::acts::{self, Act};
use super::attacks::{OpposedAttack, OpposedResult};
use super::prompts::{self, Answer, Question};
use super::state::{Event, SwapOffer, SwapReason, ordered_pair};
use super::{Fight, Resolver, RuleResult};
use crate::core::command::Refusal;
use crate::core::fight::FightPhase;
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;

/// Returns whether a combatant with a card can talk: it is Active, and neither Gagged, frozen nor
/// fainted (CARDS-SWAP-3).
fn can_negotiate_swap(fight: &Fight, who: CombatantId) -> bool {
    let body = fight.body(who);
    body.is_active() && !body.is_gagged && !body.is_stunned() && !body.card_numbers.is_empty()
}

/// Returns whether this is a PC who is in the fight.
fn is_player(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| !combatant.is_npc())
}

/// Returns whether two combatants can agree on a swap: both can talk, and the GM has not set that
/// they cannot hear each other (CARDS-SWAP-3).
fn can_agree_on_swap(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    can_negotiate_swap(fight, one)
        && can_negotiate_swap(fight, other)
        && !fight.state.deaf_pairs.contains(&ordered_pair(one, other))
}

/// Refuses a swap after the first Maneuver of the round (CARDS-SWAP-2).
fn check_swap_window_open(fight: &Fight) -> Result<(), RefusalReason> {
    let is_open = fight.phase == FightPhase::Running && fight.state.is_swap_open;
    if is_open { Ok(()) } else { Err(RefusalReason::new("too-late", "CARDS-SWAP-2")) }
}

/// Checks an offer of a swap from one PC to another; only one offer may be open between the two
/// (CARDS-SWAP-1).
///
/// For a target that is no possible partner, only the actor's own ability to talk is checked: the
/// refusal must not tell the condition of others.
pub fn check_new_swap_offer_between_pcs(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_swap_window_open(fight)?;
    let is_partner = is_player(fight, target) && who != target;
    let talks_with = if is_partner { target } else { who };
    check_both_can_talk_about_swap(fight, who, talks_with)?;
    let has_open_offer = fight
        .state
        .swap_offers
        .iter()
        .any(|offer| ordered_pair(offer.from, offer.to) == ordered_pair(who, target));
    let reason = RefusalReason::new("bad-target", "CARDS-SWAP-1").with_combatant(target);
    reason.refuse_unless(is_partner && is_player(fight, who) && !has_open_offer)
}

/// Refuses a swap between two combatants who cannot talk or hear each other (CARDS-SWAP-3). With
/// the same combatant twice it checks only that this one can talk.
fn check_both_can_talk_about_swap(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("condition-forbids", "CARDS-SWAP-3")
        .with_combatant(target)
        .with_cause("cannot-talk");
    reason.refuse_unless(can_agree_on_swap(fight, who, target))
}

/// Checks that a PC may accept or decline an offer (CARDS-SWAP-1) while the swap window is open
/// (CARDS-SWAP-2).
pub fn check_swap_offer_is_open_to_reply(
    fight: &Fight,
    who: CombatantId,
    offerer: CombatantId,
) -> Result<(), RefusalReason> {
    check_swap_window_open(fight)?;
    if !fight.state.swap_offers.contains(&SwapOffer { from: offerer, to: who }) {
        return Err(RefusalReason::new("bad-target", "CARDS-SWAP-1").with_combatant(offerer));
    }
    check_both_can_talk_about_swap(fight, who, offerer)
}

/// Returns the offers that can be accepted now.
fn swap_offers_acceptable_now(fight: &Fight) -> impl Iterator<Item = &SwapOffer> {
    fight
        .state
        .swap_offers
        .iter()
        .filter(|offer| check_swap_offer_is_open_to_reply(fight, offer.to, offer.from).is_ok())
}

/// Returns who may accept or decline an offer now, with the acts for it (CARDS-SWAP-1).
pub fn swap_invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
    let replies =
        |offer: &SwapOffer| vec![Act::AcceptSwap(offer.from), Act::DeclineSwap(offer.from)];
    swap_offers_acceptable_now(fight).map(|offer| (offer.to, replies(offer))).collect()
}

/// Returns a warning if the act would be the first Maneuver of the round and so make open offers
/// lapse (CARDS-SWAP-2); `None` otherwise. It mentions no offer that the actor does not know of.
pub fn warn_if_act_lapses_known_offers(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Option<Refusal> {
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let knows = |other: CombatantId| fight.viewer_knows(viewer, other);
    let mut offerer_names = BTreeSet::new();
    for offer in swap_offers_acceptable_now(fight) {
        if knows(offer.from) && knows(offer.to) {
            offerer_names.insert(fight.combatant(offer.from).name_for(viewer));
        }
    }
    if offerer_names.is_empty() {
        return None;
    }
    let closes_swap_window =
        acts::uses_slot(fight, who, act) && acts::check_act(fight, who, act).is_ok();
    if !closes_swap_window {
        return None;
    }
    let names = Vec::from_iter(offerer_names).join(", ");
    Some(Refusal::new("lapses", "CARDS-SWAP-2").with("names", names))
}

/// Swaps the lowest card of each of the two after an offer is accepted, at no cost (CARDS-SWAP-1).
pub fn accept_swap_of_lowest_cards(
    resolver: &mut Resolver,
    who: CombatantId,
    offerer: CombatantId,
) {
    let lowest_card = |who| resolver.fight().body(who).card_numbers.iter().min().copied();
    let (offered_card, accepted_card) = (lowest_card(offerer), lowest_card(who));
    if let Some(accepted_card) = accepted_card {
        swap_cards_if_both_still_held(
            resolver,
            offerer,
            offered_card,
            who,
            accepted_card,
            SwapReason::Agreed,
        );
    }
}

/// Returns the PCs who could still swap while the swap hold runs, and have not said that they want
/// no swap (CARDS-SWAP-2).
pub fn pcs_undecided_during_swap_hold(fight: &Fight) -> impl Iterator<Item = CombatantId> + '_ {
    fight.present_ids().filter(move |who| {
        is_player(fight, *who)
            && !fight.state.swap_ready.contains(who)
            && has_possible_swap_partner(fight, *who)
    })
}

/// Returns whether there is another PC with whom a combatant can agree on a swap (CARDS-SWAP-1).
fn has_possible_swap_partner(fight: &Fight, who: CombatantId) -> bool {
    fight.present_ids().any(|other| {
        other != who && is_player(fight, other) && can_agree_on_swap(fight, who, other)
    })
}

/// Checks a pass during the swap hold, by which a player says that they want no swap.
pub fn check_can_decline_swaps(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("not-your-turn", "CARDS-SWAP-2");
    reason.refuse_unless(pcs_undecided_during_swap_hold(fight).any(|undecided| undecided == who))
}

/// Returns the cards of an Active opponent that `who` could get by a swap, the lowest first; none
/// if `who` has no card to give (CARDS-SWAP-4).
pub fn cards_obtainable_by_swap(fight: &Fight, who: CombatantId, target: CombatantId) -> Vec<u8> {
    let own_cards = &fight.body(who).card_numbers;
    if own_cards.is_empty() || !fight.body(target).is_active() {
        return Vec::new();
    }
    let mut cards = fight.body(target).card_numbers.clone();
    cards.retain(|card| !own_cards.contains(card));
    cards.sort_unstable();
    cards
}

/// Swaps two cards, if both combatants still have them; otherwise, or without an own card, nothing
/// happens. Only the cards move, not what has been done with them (CARDS-SWAP-6).
pub fn swap_cards_if_both_still_held(
    resolver: &mut Resolver,
    who: CombatantId,
    own_card: Option<u8>,
    partner: CombatantId,
    other_card: u8,
    reason: SwapReason,
) {
    let has = |who, card| resolver.fight().body(who).card_numbers.contains(&card);
    let can_swap =
        |own_card: &u8| *own_card != other_card && has(who, *own_card) && has(partner, other_card);
    if let Some(own_card) = own_card.filter(can_swap) {
        resolver.emit(Event::CardsSwapped { who, own_card, with: partner, other_card, reason });
    }
}

/// Asks a defender whose reaction rolled more successes than the attack whether to swap cards, and
/// swaps them (CARDS-SWAP-5). Asks nothing if the defender cannot get a card. The defender gives
/// their highest card; without an answer the cards are swapped if the attacker's lowest card is
/// lower.
pub fn ask_defender_to_swap_cards_after_reaction(
    resolver: &mut Resolver,
    attack: &OpposedAttack,
    result: OpposedResult,
) -> RuleResult {
    let (who, attacker) = (attack.target, attack.who);
    let fight = resolver.fight();
    if !result.allows_reaction_swap || !can_swap_with_attacker(fight, who, attacker) {
        return Ok(());
    }
    let cards = cards_obtainable_by_swap(fight, who, attacker);
    let highest_own_card = fight.body(who).card_numbers.iter().max().copied();
    let (Some(lowest), Some(own_card)) = (cards.first().copied(), highest_own_card) else {
        return Ok(());
    };
    let mut choices: Vec<Answer> = cards.into_iter().map(Answer::SwapFor).collect();
    choices.push(Answer::KeepCards);
    let default = if lowest < own_card { Answer::SwapFor(lowest) } else { Answer::KeepCards };
    let question = Question::ReactionSwap { who, attacker };
    let prompt = prompts::combatant_prompt(fight, who, question, choices, default);
    let answer = resolver.ask(prompt)?;
    if !can_swap_with_attacker(resolver.fight(), who, attacker) {
        return Ok(());
    }
    match answer {
        Answer::SwapFor(card) => swap_cards_if_both_still_held(
            resolver,
            who,
            Some(own_card),
            attacker,
            card,
            SwapReason::Reaction,
        ),
        _ => resolver.emit(Event::ReactionSwapDeclined(who)),
    }
    Ok(())
}

/// Returns whether both are Active and the attacker has a card that the defender could get
/// (CARDS-SWAP-5).
pub fn can_swap_with_attacker(fight: &Fight, defender: CombatantId, attacker: CombatantId) -> bool {
    fight.body(defender).is_active()
        && !cards_obtainable_by_swap(fight, defender, attacker).is_empty()
}
