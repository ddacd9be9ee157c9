//! Swaps of cards (CARDS-SWAP): offered between PCs, forced by extra successes, won by a reaction.

use std::collections::BTreeSet;

use super::acts::{self, Act};
use super::attacks::{Clash, Strike};
use super::prompts::{self, Answer, Question};
use super::state::{Note, Offer, Swap, pair};
use super::{Fight, Scene, Step};
use crate::command::Refusal;
use crate::fight::Phase;
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// CARDS-SWAP-3: Active, and neither Gagged nor frozen or fainted.
fn can_talk(fight: &Fight, who: CombatantId) -> bool {
    let body = fight.body(who);
    body.is_active() && !body.gagged && !body.is_stunned() && !body.card.is_empty()
}

fn is_player(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| !one.is_npc())
}

/// CARDS-SWAP-3: whether two can agree on a swap.
fn can_agree(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    can_talk(fight, one) && can_talk(fight, other) && !fight.state.deaf.contains(&pair(one, other))
}

/// CARDS-SWAP-2: the window is open until the first Maneuver of the round.
fn check_open(fight: &Fight) -> Result<(), Why> {
    let is_open = fight.phase == Phase::Running && fight.state.swap_open;
    if is_open { Ok(()) } else { Err(Why::new("too-late", "CARDS-SWAP-2")) }
}

/// CARDS-SWAP-1: a PC offers another PC a swap, once at a time. Of others it is not asked whether
/// they can talk: they are no partners.
pub fn check_offer(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    check_open(fight)?;
    let is_partner = is_player(fight, target) && who != target;
    check_talk(fight, who, if is_partner { target } else { who })?;
    let is_open =
        fight.state.offers.iter().any(|offer| pair(offer.from, offer.to) == pair(who, target));
    if is_partner && is_player(fight, who) && !is_open {
        Ok(())
    } else {
        Err(Why::new("bad-target", "CARDS-SWAP-1").about(target))
    }
}

fn check_talk(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    if can_agree(fight, who, target) {
        Ok(())
    } else {
        Err(Why::new("condition-forbids", "CARDS-SWAP-3").about(target).because("cannot-talk"))
    }
}

/// CARDS-SWAP-1: the asked PC accepts or declines. CARDS-SWAP-2: an unanswered offer lapses.
pub fn check_reply(fight: &Fight, who: CombatantId, from: CombatantId) -> Result<(), Why> {
    check_open(fight)?;
    if !fight.state.offers.contains(&Offer { from, to: who }) {
        return Err(Why::new("bad-target", "CARDS-SWAP-1").about(from));
    }
    check_talk(fight, who, from)
}

/// The offers that can be accepted now.
fn open_offers(fight: &Fight) -> impl Iterator<Item = &Offer> {
    fight.state.offers.iter().filter(|offer| check_reply(fight, offer.to, offer.from).is_ok())
}

/// CARDS-SWAP-1: who may accept or decline an offer.
pub fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
    let replies = |offer: &Offer| vec![Act::Accept(offer.from), Act::Decline(offer.from)];
    open_offers(fight).map(|offer| (offer.to, replies(offer))).collect()
}

/// CARDS-SWAP-2: whose offers lapse by the first Maneuver of the round, where this is it. Of offers
/// of which its actor does not know nothing is said.
pub fn lapses(fight: &Fight, who: CombatantId, act: &Act) -> Option<Refusal> {
    let viewer = fight.viewer_of(By::Combatant(who));
    let knows = |one: CombatantId| fight.knows(viewer, one);
    let known = open_offers(fight).filter(|offer| knows(offer.from) && knows(offer.to));
    let names: BTreeSet<String> =
        known.map(|offer| fight.one(offer.from).name_for(viewer)).collect();
    let names = Vec::from_iter(names).join(", ");
    let is_lost =
        !names.is_empty() && acts::is_paid(fight, who, act) && acts::check(fight, who, act).is_ok();
    is_lost.then(|| Refusal::new("lapses", "CARDS-SWAP-2").with("names", names))
}

/// CARDS-SWAP-1: the two cards change owners, at no cost.
pub fn accept(scene: &mut Scene, who: CombatantId, from: CombatantId) {
    let card = |who| scene.fight().body(who).card.iter().min().copied();
    let (own, other) = (card(from), card(who));
    if let Some(other) = other {
        swap(scene, from, own, who, other, Swap::Agreed);
    }
}

/// CARDS-SWAP-2: who could still swap while the swap hold runs, and has not said that they want no
/// swap.
pub fn undecided(fight: &Fight) -> impl Iterator<Item = CombatantId> + '_ {
    let able = |who: CombatantId| is_player(fight, who) && can_talk(fight, who);
    let has_partner = move |who: CombatantId| {
        fight.iter().any(|(other, _)| other != who && able(other) && can_agree(fight, who, other))
    };
    let all = fight.iter().map(|(who, _)| who);
    all.filter(move |who| able(*who) && !fight.state.ready.contains(who) && has_partner(*who))
}

/// While the swap hold runs, a pass says that one wants no swap.
pub fn check_ready(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if undecided(fight).any(|one| one == who) {
        Ok(())
    } else {
        Err(Why::new("not-your-turn", "CARDS-SWAP-2"))
    }
}

/// CARDS-SWAP-4: the cards of an Active opponent that could be had, the lowest first.
pub fn cards_of(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> impl Iterator<Item = u8> + use<> {
    let (own, other) = (&fight.body(who).card, &fight.body(target).card);
    let may = fight.body(target).is_active() && !own.is_empty();
    let mut cards: Vec<u8> = other.iter().copied().filter(|card| !own.contains(card)).collect();
    cards.sort_unstable();
    cards.into_iter().filter(move |_| may)
}

/// CARDS-SWAP-6: only cards move, as long as both still have them.
pub fn swap(
    scene: &mut Scene,
    who: CombatantId,
    own: Option<u8>,
    with: CombatantId,
    other: u8,
    swap: Swap,
) {
    let has = |who, card| scene.fight().body(who).card.contains(&card);
    if let Some(own) = own.filter(|own| *own != other && has(who, *own) && has(with, other)) {
        scene.note(Note::CardsSwapped { who, own, with, other, swap });
    }
}

/// CARDS-SWAP-5: a defender whose reaction rolled more successes than the attack may swap cards,
/// and gives the highest of its own; no answer swaps if the attacker's lowest card is lower.
pub fn after_reaction(scene: &mut Scene, strike: &Strike, clash: Clash) -> Step {
    let (who, attacker) = (strike.target, strike.who);
    let fight = scene.fight();
    let cards: Vec<u8> = cards_of(fight, who, attacker).collect();
    let own = fight.body(who).card.iter().max().copied();
    let (Some(lowest), Some(highest)) = (cards.first().copied(), own) else { return Ok(()) };
    if !clash.is_outdone || !may_swap(fight, who, attacker) {
        return Ok(());
    }
    let mut choices: Vec<Answer> = cards.into_iter().map(Answer::Swap).collect();
    choices.push(Answer::Keep);
    let default = if lowest < highest { Answer::Swap(lowest) } else { Answer::Keep };
    let question = Question::Swap { who, attacker };
    let ask = prompts::window(fight, who, question, choices, default);
    let answer = scene.ask(ask)?;
    match answer {
        _ if !may_swap(scene.fight(), who, attacker) => {}
        Answer::Swap(card) => swap(scene, who, Some(highest), attacker, card, Swap::Reaction),
        _ => scene.note(Note::SwapKept(who)),
    }
    Ok(())
}

/// CARDS-SWAP-5: both are Active, and the attacker has a card that could be had.
pub fn may_swap(fight: &Fight, who: CombatantId, attacker: CombatantId) -> bool {
    fight.body(who).is_active() && cards_of(fight, who, attacker).next().is_some()
}
