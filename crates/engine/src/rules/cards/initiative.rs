//! Initiative (CARDS-INIT): the deck, who shares a card, and the deal.

use super::sheet::Name;
use super::state::{Deal, Note};
use super::{Fight, Scene};
use crate::ids::CombatantId;
use crate::why::Why;

/// CARDS-INIT-2: the cards there are.
const DECK: std::ops::RangeInclusive<u8> = 1..=10;

/// CARDS-INIT-3: what NPCs who share their cards have in common; none for who has its own.
fn shared(fight: &Fight, who: CombatantId) -> Option<(Name, Name, u8)> {
    let one = fight.one(who);
    let body = &one.body;
    let is_grouped = one.is_npc() && !body.group.is_empty();
    is_grouped.then(|| (body.side.clone(), body.group.clone(), body.cards))
}

/// Everybody in joining order, those who share their cards together, where the first of them
/// joined.
pub fn units(fight: &Fight) -> Vec<Vec<CombatantId>> {
    let mut units: Vec<Vec<CombatantId>> = Vec::new();
    for (who, one) in fight.iter().filter(|(_, one)| !one.body.fled) {
        let shared = if one.is_npc() { shared(fight, who) } else { None };
        let own = units.iter_mut().find(|unit| {
            shared.is_some()
                && unit.first().is_some_and(|first| self::shared(fight, *first) == shared)
        });
        match own {
            Some(unit) => unit.push(who),
            None => units.push(vec![who]),
        }
    }
    units
}

/// The cards that nobody has.
pub fn undealt(fight: &Fight) -> Vec<u8> {
    let is_held = |card: &u8| fight.iter().any(|(_, one)| one.body.card.contains(card));
    DECK.filter(|card| !is_held(card)).collect()
}

/// Everybody with a card, the lowest first.
pub fn by_card(fight: &Fight) -> Vec<CombatantId> {
    let lowest = |who: CombatantId| fight.body(who).card.iter().min().copied();
    let mut all: Vec<_> = fight.iter().filter_map(|(who, _)| Some((lowest(who)?, who))).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, who)| who).collect()
}

/// The cards that a unit has before the deal: those that the GM has set for one of it.
fn given(fight: &Fight, unit: &[CombatantId]) -> Vec<u8> {
    let given = unit.iter().map(|who| &fight.body(*who).card).find(|cards| !cards.is_empty());
    given.cloned().unwrap_or_default()
}

fn missing(fight: &Fight, unit: &[CombatantId]) -> usize {
    let most = unit.iter().map(|who| fight.body(*who).cards).max().unwrap_or(1);
    usize::from(most).saturating_sub(given(fight, unit).len())
}

/// CARDS-INIT-5: there are ten cards; more needed than are left is refused until the GM groups more
/// NPCs. Cards that were set by the GM must be of the deck, each once.
pub fn check_deck(fight: &Fight) -> Result<(), Why> {
    let units = units(fight);
    let mut given: Vec<u8> = units.iter().flat_map(|unit| self::given(fight, unit)).collect();
    given.sort_unstable();
    let is_twice = given.windows(2).any(|two| two[0] == two[1]);
    if is_twice || given.iter().any(|card| !DECK.contains(card)) {
        return Err(Why::new("bad-setup", "CARDS-INIT-2"));
    }
    let needed: usize = units.iter().map(|unit| missing(fight, unit)).sum();
    if needed + given.len() > DECK.count() {
        return Err(Why::new("deck-empty", "CARDS-INIT-5"));
    }
    Ok(())
}

/// CARDS-INIT-2: whether these can be somebody's cards: of the deck, each once, and of the others
/// only the group has them (CARDS-INIT-3).
pub fn check_cards(fight: &Fight, who: CombatantId, cards: &[u8]) -> Result<(), Why> {
    let unit = units(fight).into_iter().find(|unit| unit.contains(&who)).unwrap_or_default();
    let others = || fight.iter().filter(|(other, _)| *other != who && !unit.contains(other));
    let is_taken = |card: &u8| others().any(|(_, one)| one.body.card.contains(card));
    let is_twice = (0..cards.len()).any(|at| cards[..at].contains(&cards[at]));
    if is_twice || cards.iter().any(|card| !DECK.contains(card) || is_taken(card)) {
        return Err(Why::new("bad-setup", "CARDS-INIT-2"));
    }
    Ok(())
}

/// CARDS-INIT-2: one card to each in joining order, without replacement. CARDS-INIT-3: a group
/// shares one. CARDS-INIT-4: a creature with several gets them in a row.
pub fn deal_all(scene: &mut Scene) {
    for unit in units(scene.fight()) {
        deal(scene, unit, Deal::Start);
    }
}

fn deal(scene: &mut Scene, unit: Vec<CombatantId>, deal: Deal) {
    let mut cards = given(scene.fight(), &unit);
    let mut left = undealt(scene.fight());
    for _ in 0..missing(scene.fight(), &unit) {
        if left.is_empty() {
            break;
        }
        let card = scene.draw(&left);
        left.retain(|one| *one != card);
        cards.push(card);
    }
    scene.note(Note::Dealt { who: unit, cards, deal });
}

/// CARDS-INIT-5: whether there is a card for a late arrival: its group's, or enough that are left.
pub fn check_late(fight: &Fight, body: &super::sheet::Body, is_npc: bool) -> Result<(), Why> {
    let joins = |unit: &Vec<CombatantId>| {
        let key = (body.side.clone(), body.group.clone(), body.cards);
        is_npc && unit.first().is_some_and(|first| shared(fight, *first) == Some(key))
    };
    let is_grouped = units(fight).iter().any(joins);
    let left = undealt(fight);
    let is_left = body.card.iter().all(|card| left.contains(card));
    if is_grouped || (is_left && left.len() >= usize::from(body.cards)) {
        Ok(())
    } else {
        Err(Why::new("deck-empty", "CARDS-INIT-5"))
    }
}

/// CARDS-INIT-7: a late arrival draws from the undealt cards, or shares its group's, and first acts
/// in the next round.
pub fn deal_late(scene: &mut Scene, who: CombatantId) {
    let units = units(scene.fight());
    let unit = units.into_iter().find(|unit| unit.contains(&who)).unwrap_or_else(|| vec![who]);
    let cards = given(scene.fight(), &unit);
    if unit.len() > 1 && !cards.is_empty() {
        scene.note(Note::Dealt { who: vec![who], cards, deal: Deal::Late });
    } else {
        deal(scene, vec![who], Deal::Late);
    }
}

/// CARDS-AMB-2: one more card from those that are left, of which the lowest are kept; with none
/// left the rest get nothing. What is rejected goes back when all have drawn.
pub fn draw_extra(scene: &mut Scene, unit: Vec<CombatantId>, left: &mut Vec<u8>) {
    if left.is_empty() {
        return;
    }
    let card = scene.draw(left);
    left.retain(|one| *one != card);
    let mut kept = given(scene.fight(), &unit);
    let highest = kept.iter().enumerate().max_by_key(|(_, card)| **card);
    if let Some((place, _)) = highest.filter(|(_, highest)| card < **highest) {
        kept[place] = card;
    }
    scene.note(Note::ExtraDrawn { who: unit, card, kept });
}
