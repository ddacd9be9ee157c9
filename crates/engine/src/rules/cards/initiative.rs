//! Initiative (CARDS-INIT): the deck, the combatants who share a card, and the deal.

use super::sheet::Name;
use super::state::{DealTiming, Event};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The numbers of all cards (CARDS-INIT-2).
pub const DECK: std::ops::RangeInclusive<u8> = 1..=10;

/// Returns what NPCs who share their cards have in common: side, group and number of cards
/// (CARDS-INIT-3). `None` for a combatant with cards of its own.
fn shared_cards_key(fight: &Fight, who: CombatantId) -> Option<(Name, Name, u8)> {
    let combatant = fight.combatant(who);
    let body = &combatant.body;
    let is_grouped = combatant.is_npc() && !body.group.is_empty();
    is_grouped.then(|| (body.side.clone(), body.group.clone(), body.dealt_card_count))
}

/// Groups the combatants who have not fled by the cards that they share: an NPC group is one unit,
/// everybody else is a unit alone. Units come in joining order of their first members.
pub fn partition_combatants_by_shared_cards(fight: &Fight) -> Vec<Vec<CombatantId>> {
    let mut units: Vec<Vec<CombatantId>> = Vec::new();
    for (who, _) in fight.present_combatants().filter(|(_, combatant)| !combatant.body.has_fled) {
        let key = shared_cards_key(fight, who);
        let own_unit = units.iter_mut().find(|unit| {
            key.is_some()
                && unit.first().is_some_and(|first| shared_cards_key(fight, *first) == key)
        });
        match own_unit {
            Some(unit) => unit.push(who),
            None => units.push(vec![who]),
        }
    }
    units
}

/// Returns the cards that nobody has.
pub fn undealt_cards(fight: &Fight) -> Vec<u8> {
    let is_held = |card: &u8| {
        fight.present_combatants().any(|(_, combatant)| combatant.body.card_numbers.contains(card))
    };
    DECK.filter(|card| !is_held(card)).collect()
}

/// Returns everybody who has a card, the lowest card first.
pub fn combatants_with_cards_lowest_first(fight: &Fight) -> Vec<CombatantId> {
    let lowest = |who: CombatantId| fight.body(who).card_numbers.iter().min().copied();
    let mut by_card: Vec<_> =
        fight.present_combatants().filter_map(|(who, _)| Some((lowest(who)?, who))).collect();
    by_card.sort_unstable();
    by_card.into_iter().map(|(_, who)| who).collect()
}

/// Returns the cards of the first member of the unit who has any. Before the deal these are the
/// cards that the GM has set.
fn unit_cards(fight: &Fight, unit: &[CombatantId]) -> Vec<u8> {
    let preset =
        unit.iter().map(|who| &fight.body(*who).card_numbers).find(|cards| !cards.is_empty());
    preset.cloned().unwrap_or_default()
}

/// Returns how many cards a unit still has to be dealt: the most that one of its members gets, less
/// those that it has.
fn missing_card_count(fight: &Fight, unit: &[CombatantId]) -> usize {
    let dealt = unit.iter().map(|who| fight.body(*who).dealt_card_count).max().unwrap_or(1);
    usize::from(dealt).saturating_sub(unit_cards(fight, unit).len())
}

/// Checks that the deck has enough cards for everybody (CARDS-INIT-5), and that the cards the GM
/// has set are in the deck, each once (CARDS-INIT-2).
pub fn check_preset_cards_and_deck_size(fight: &Fight) -> Result<(), RefusalReason> {
    let units = partition_combatants_by_shared_cards(fight);
    let mut preset: Vec<u8> = units.iter().flat_map(|unit| unit_cards(fight, unit)).collect();
    preset.sort_unstable();
    let has_duplicate = preset.windows(2).any(|pair| pair[0] == pair[1]);
    if has_duplicate || preset.iter().any(|card| !DECK.contains(card)) {
        return Err(RefusalReason::new("bad-setup", "CARDS-INIT-2"));
    }
    let needed: usize = units.iter().map(|unit| missing_card_count(fight, unit)).sum();
    if needed + preset.len() > DECK.count() {
        return Err(RefusalReason::new("deck-empty", "CARDS-INIT-5"));
    }
    Ok(())
}

/// Checks that a combatant may have these cards: they are in the deck, none twice, and none belongs
/// to somebody outside its group (CARDS-INIT-2, CARDS-INIT-3).
pub fn check_cards_are_valid_and_free(
    fight: &Fight,
    who: CombatantId,
    cards: &[u8],
) -> Result<(), RefusalReason> {
    let unit = partition_combatants_by_shared_cards(fight)
        .into_iter()
        .find(|unit| unit.contains(&who))
        .unwrap_or_default();
    let others =
        || fight.present_combatants().filter(|(other, _)| *other != who && !unit.contains(other));
    let is_taken =
        |card: &u8| others().any(|(_, combatant)| combatant.body.card_numbers.contains(card));
    let has_duplicate = (0..cards.len()).any(|index| cards[..index].contains(&cards[index]));
    if has_duplicate || cards.iter().any(|card| !DECK.contains(card) || is_taken(card)) {
        return Err(RefusalReason::new("bad-setup", "CARDS-INIT-2"));
    }
    Ok(())
}

/// Deals cards to everybody in joining order, without replacement (CARDS-INIT-2). A group shares
/// one deal (CARDS-INIT-3), and a creature with several cards gets them in a row (CARDS-INIT-4).
pub fn deal_all_cards(resolver: &mut Resolver) {
    for unit in partition_combatants_by_shared_cards(resolver.fight()) {
        deal_missing_cards(resolver, unit, DealTiming::Start);
    }
}

/// Gives a unit the cards that it has already and draws those that are missing from the undealt
/// ones; fewer if the deck runs out.
fn deal_missing_cards(resolver: &mut Resolver, unit: Vec<CombatantId>, timing: DealTiming) {
    let mut cards = unit_cards(resolver.fight(), &unit);
    let mut undealt = undealt_cards(resolver.fight());
    for _ in 0..missing_card_count(resolver.fight(), &unit) {
        if undealt.is_empty() {
            break;
        }
        let card = resolver.draw_card(resolver.fight().one_known_of(&unit), &undealt);
        undealt.retain(|undealt| *undealt != card);
        cards.push(card);
    }
    resolver.emit(Event::CardsDealt { who: unit, cards, timing });
}

/// Checks that a late arrival can get cards: its group's, or enough undealt ones (CARDS-INIT-5).
pub fn check_cards_for_late_arrival(
    fight: &Fight,
    body: &super::sheet::Body,
    is_npc: bool,
) -> Result<(), RefusalReason> {
    let is_own_unit = |unit: &Vec<CombatantId>| {
        let key = (body.side.clone(), body.group.clone(), body.dealt_card_count);
        is_npc && unit.first().is_some_and(|first| shared_cards_key(fight, *first) == Some(key))
    };
    let is_grouped = partition_combatants_by_shared_cards(fight).iter().any(is_own_unit);
    let undealt = undealt_cards(fight);
    let are_cards_free = body.card_numbers.iter().all(|card| undealt.contains(card));
    let reason = RefusalReason::new("deck-empty", "CARDS-INIT-5");
    reason.refuse_unless(
        is_grouped || (are_cards_free && undealt.len() >= usize::from(body.dealt_card_count)),
    )
}

/// Deals cards to a late arrival, who first acts in the next round (CARDS-INIT-7). It shares the
/// cards of its group, or draws from the undealt ones.
pub fn share_or_draw_cards_for_late_arrival(resolver: &mut Resolver, who: CombatantId) {
    let units = partition_combatants_by_shared_cards(resolver.fight());
    let unit = units.into_iter().find(|unit| unit.contains(&who)).unwrap_or_else(|| vec![who]);
    let cards = unit_cards(resolver.fight(), &unit);
    if unit.len() > 1 && !cards.is_empty() {
        resolver.emit(Event::CardsDealt { who: vec![who], cards, timing: DealTiming::Late });
    } else {
        deal_missing_cards(resolver, vec![who], DealTiming::Late);
    }
}

/// Draws one more card for a unit, and drops the highest of its cards, which may be the new one
/// (CARDS-AMB-2). With no undealt card left it draws nothing. Dropped cards go back only after all
/// have drawn, so `undealt` does not get them.
pub fn draw_extra_card_and_drop_highest(
    resolver: &mut Resolver,
    unit: Vec<CombatantId>,
    undealt: &mut Vec<u8>,
) {
    if undealt.is_empty() {
        return;
    }
    let card = resolver.draw_card(resolver.fight().one_known_of(&unit), undealt);
    undealt.retain(|undealt| *undealt != card);
    let mut kept = unit_cards(resolver.fight(), &unit);
    let highest = kept.iter().enumerate().max_by_key(|(_, card)| **card);
    if let Some((index, _)) = highest.filter(|(_, highest)| card < **highest) {
        kept[index] = card;
    }
    resolver.emit(Event::ExtraCardDrawn { who: unit, card, kept });
}
