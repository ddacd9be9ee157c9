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
    for (who, combatant) in fight.present_combatants() {
        if combatant.body.has_fled {
            continue;
        }
        let key = shared_cards_key(fight, who);
        let shares_cards_with_unit =
            |unit: &Vec<CombatantId>| key.is_some() && shared_cards_key(fight, unit[0]) == key;
        match units.iter().position(shares_cards_with_unit) {
            Some(index) => units[index].push(who),
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
    let mut lowest_cards_and_owners = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        if let Some(lowest_card) = combatant.body.card_numbers.iter().min() {
            lowest_cards_and_owners.push((*lowest_card, who));
        }
    }
    lowest_cards_and_owners.sort_unstable();
    lowest_cards_and_owners.into_iter().map(|(_, who)| who).collect()
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
    let is_taken = |card: &u8| {
        fight.present_combatants().any(|(other, combatant)| {
            let shares_cards = other == who || unit.contains(&other);
            !shares_cards && combatant.body.card_numbers.contains(card)
        })
    };
    let has_duplicate = (0..cards.len()).any(|index| cards[..index].contains(&cards[index]));
    let has_unavailable = cards.iter().any(|card| !DECK.contains(card) || is_taken(card));
    if has_duplicate || has_unavailable {
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
        undealt.retain(|other_card| *other_card != card);
        cards.push(card);
    }
    resolver.emit(Event::CardsDealt { who: unit, cards, timing });
}

/// Checks that a late arrival can get cards: its group's, or enough undealt ones (CARDS-INIT-5).
/// Cards that the GM has set for it must be undealt.
pub fn check_cards_for_late_arrival(
    fight: &Fight,
    body: &super::sheet::Body,
    is_npc: bool,
) -> Result<(), RefusalReason> {
    let key = Some((body.side.clone(), body.group.clone(), body.dealt_card_count));
    let has_same_key = |unit: &Vec<CombatantId>| shared_cards_key(fight, unit[0]) == key;
    let joins_group =
        is_npc && partition_combatants_by_shared_cards(fight).iter().any(has_same_key);
    if joins_group {
        return Ok(());
    }
    let undealt = undealt_cards(fight);
    let are_preset_cards_undealt = body.card_numbers.iter().all(|card| undealt.contains(card));
    let are_enough_undealt = undealt.len() >= usize::from(body.dealt_card_count);
    let reason = RefusalReason::new("deck-empty", "CARDS-INIT-5");
    reason.refuse_unless(are_preset_cards_undealt && are_enough_undealt)
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
    undealt.retain(|other_card| *other_card != card);
    let mut kept = unit_cards(resolver.fight(), &unit);
    // The new card replaces the highest one, unless it is higher still and so dropped itself.
    if let Some(highest) = kept.iter_mut().max()
        && card < *highest
    {
        *highest = card;
    }
    resolver.emit(Event::ExtraCardDrawn { who: unit, card, kept });
}
