//! Extra successes (CARDS-ATK-4 to CARDS-ATK-7, CARDS-GRAP-2): the choice of what to buy with them,
//! and the effects.

use super::prompts::{self, Answer, BoughtEffect, Question};
use super::sheet::ItemId;
use super::state::{AttackMethod, Event, ItemLocation, MovementKind, SwapReason};
use super::zones::{is_border_open, zone_of};
use super::{Fight, Resolver, RuleResult, card_swaps, movement, turns};
use crate::core::ids::CombatantId;

/// What extra successes can buy, by the kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseList {
    Strike,
    Force,
    Shoot,
    Cast,
    Shove,
    Grapple,
    Skill,
}

/// Asks the attacker to spend extra successes, one prompt after the other until none is left or the
/// attacker stops, and returns what was bought; `None`, after an event that says so, if one of the
/// two has left the fight meanwhile. Asks nothing if there is nothing to spend or to buy.
///
/// CARDS-ATK-6: without an answer all go into damage; a grapple gags, a shove throws down, and
/// words buy nothing. CARDS-SWAP-4: outmaneuver takes effect at once, and reveals a hidden
/// attacker.
pub fn ask_to_spend_extra_successes_unless_one_left(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    method: &AttackMethod,
    list: PurchaseList,
    mut extra_successes: u8,
) -> RuleResult<Option<Vec<BoughtEffect>>> {
    let mut bought: Vec<BoughtEffect> = Vec::new();
    while extra_successes > 0 {
        let default = default_purchase(list, extra_successes, &bought);
        let effects = effects_for_sale(resolver.fight(), who, target, list, &bought);
        let choices = purchase_choices(list, default, effects, !bought.is_empty());
        let is_nothing_for_sale = choices.len() < 2 && default == Answer::StopSpending;
        if is_nothing_for_sale {
            break;
        }
        let question = Question::Extras {
            who,
            target,
            method: method.clone(),
            remaining: extra_successes,
            bought: bought.clone(),
        };
        let prompt = prompts::combatant_prompt(resolver.fight(), who, question, choices, default);
        let answer = resolver.ask(prompt)?;
        if !are_both_in_fight(resolver.fight(), who, target) {
            resolver.emit(Event::AttackAborted(who));
            return Ok(None);
        }
        let Answer::Buy(effect) = answer else { break };
        let price = if let BoughtEffect::Damage(successes) = effect { successes } else { 1 };
        extra_successes -= price;
        bought.push(effect);
        resolver.emit(Event::EffectBought { who, target, effect });
        if let BoughtEffect::Outmaneuver(target_card) = effect {
            reveal_and_swap_card_of_running_turn(resolver, who, target, target_card);
        }
    }
    Ok(Some(bought))
}

/// Outmaneuvers a target: swaps the card of the attacker's running turn for this card of the target
/// (CARDS-SWAP-4). It reveals a hidden attacker (CARDS-HID-1).
fn reveal_and_swap_card_of_running_turn(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    target_card: u8,
) {
    resolver.reveal_if_hidden(who);
    let fight = resolver.fight();
    let card_index = usize::from(turns::running_or_new_turn(fight, who).card_index);
    let own_card = fight.body(who).card_numbers.get(card_index).copied();
    card_swaps::swap_cards_if_both_still_held(
        resolver,
        who,
        own_card,
        target,
        target_card,
        SwapReason::Outmaneuver,
    );
}

/// Returns whether neither has left the fight (CARDS-INIT-7).
pub fn are_both_in_fight(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    !fight.body(who).has_fled && !fight.body(target).has_fled
}

/// Returns whether an effect of this kind was bought; `kind` matches the kind.
fn has_bought(bought: &[BoughtEffect], kind: fn(&BoughtEffect) -> bool) -> bool {
    bought.iter().any(kind)
}

/// Returns what each further success can buy, besides the default purchase: an outmaneuver first,
/// then the effects of the list. Each kind of effect can be bought once (CARDS-ATK-4, CARDS-ATK-5,
/// CARDS-ATK-7, CARDS-MAG-1, CARDS-GRAP-2).
fn effects_for_sale(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    list: PurchaseList,
    bought: &[BoughtEffect],
) -> Vec<BoughtEffect> {
    let mut effects: Vec<BoughtEffect> = Vec::new();
    // A shove must buy one of its own effects before it can buy anything else.
    let may_outmaneuver = list != PurchaseList::Shove || !bought.is_empty();
    let has_outmaneuvered =
        has_bought(bought, |effect| matches!(effect, BoughtEffect::Outmaneuver(_)));
    if may_outmaneuver && !has_outmaneuvered {
        let cards = card_swaps::cards_obtainable_by_swap(fight, who, target);
        effects.extend(cards.into_iter().map(BoughtEffect::Outmaneuver));
    }
    match list {
        PurchaseList::Strike | PurchaseList::Force => {
            effects.extend(list_buyable_close_combat_effects(fight, target, list, bought));
        }
        PurchaseList::Shoot => {
            let ranged = [BoughtEffect::Stress, BoughtEffect::Pin];
            effects.extend(ranged.into_iter().filter(|effect| !bought.contains(effect)));
        }
        PurchaseList::Shove => {
            if !has_bought(bought, |effect| matches!(effect, BoughtEffect::Push(_))) {
                effects.extend(pushes_into_open_zones(fight, target));
            }
            if !bought.contains(&BoughtEffect::Apart) {
                effects.push(BoughtEffect::Apart);
            }
        }
        PurchaseList::Cast | PurchaseList::Grapple | PurchaseList::Skill => {}
    }
    effects
}

/// Returns what a hit with Strike or Force can buy: stress, a push or Apart but not both, a throw
/// (Force only), and a disarm of each item that the target holds (CARDS-ATK-4).
fn list_buyable_close_combat_effects(
    fight: &Fight,
    target: CombatantId,
    list: PurchaseList,
    bought: &[BoughtEffect],
) -> Vec<BoughtEffect> {
    let mut effects: Vec<BoughtEffect> = Vec::new();
    if !bought.contains(&BoughtEffect::Stress) {
        effects.push(BoughtEffect::Stress);
    }
    let has_moved_target =
        has_bought(bought, |effect| matches!(effect, BoughtEffect::Push(_) | BoughtEffect::Apart));
    if !has_moved_target {
        effects.extend(pushes_into_open_zones(fight, target));
        effects.push(BoughtEffect::Apart);
    }
    if list == PurchaseList::Force && !bought.contains(&BoughtEffect::ThrowDown) {
        effects.push(BoughtEffect::ThrowDown);
    }
    if !has_bought(bought, |effect| matches!(effect, BoughtEffect::Disarm(_))) {
        let gear = fight.body(target).gear.iter();
        let held = gear.filter(|item| item.is_held && !item.is_natural);
        effects.extend(held.map(|item| BoughtEffect::Disarm(item.id)));
    }
    effects
}

/// Returns a push into each adjacent zone without an obstacle on the border.
fn pushes_into_open_zones(fight: &Fight, target: CombatantId) -> Vec<BoughtEffect> {
    let from = zone_of(fight, target);
    let neighbours = fight.zones.neighbours(from);
    neighbours.filter(|to| is_border_open(fight, from, *to)).map(BoughtEffect::Push).collect()
}

/// Returns what is bought without an answer: damage for all extra successes, for a shove a throw
/// and for a grapple a gag, each once. Else nothing is bought (CARDS-ATK-6).
fn default_purchase(list: PurchaseList, extra_successes: u8, bought: &[BoughtEffect]) -> Answer {
    match list {
        PurchaseList::Strike | PurchaseList::Force | PurchaseList::Shoot | PurchaseList::Cast => {
            Answer::Buy(BoughtEffect::Damage(extra_successes))
        }
        PurchaseList::Shove if !bought.contains(&BoughtEffect::ThrowDown) => {
            Answer::Buy(BoughtEffect::ThrowDown)
        }
        PurchaseList::Grapple if !bought.contains(&BoughtEffect::Gag) => {
            Answer::Buy(BoughtEffect::Gag)
        }
        PurchaseList::Shove | PurchaseList::Grapple | PurchaseList::Skill => Answer::StopSpending,
    }
}

/// Returns the choices of one prompt: the default first, then the effects for sale, then to stop,
/// if that is allowed. Damage takes all successes, so those who buy it need not stop; a shove must
/// buy one effect first.
fn purchase_choices(
    list: PurchaseList,
    default: Answer,
    effects: Vec<BoughtEffect>,
    has_bought_any: bool,
) -> Vec<Answer> {
    let mut choices = vec![default];
    choices.extend(effects.into_iter().map(Answer::Buy));
    let can_stop = list == PurchaseList::Grapple || (list == PurchaseList::Shove && has_bought_any);
    if can_stop && default != Answer::StopSpending {
        choices.push(Answer::StopSpending);
    }
    choices
}

/// Applies the effects that were bought, after damage and Harm: push, Apart, throw down and disarm
/// (CARDS-ATK-4), and pin (CARDS-ATK-5).
pub fn apply_remaining_bought_effects(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    bought: &[BoughtEffect],
) {
    for effect in bought {
        match *effect {
            BoughtEffect::Push(zone) => {
                if is_border_open(resolver.fight(), zone_of(resolver.fight(), target), zone) {
                    movement::force_into_zone(resolver, target, zone, MovementKind::Pushed);
                }
            }
            BoughtEffect::Apart => movement::set_apart_ending_pairs_and_cover(resolver, target),
            BoughtEffect::ThrowDown => resolver.emit(Event::ProneSet { who: target, is_on: true }),
            BoughtEffect::Disarm(item) => drop_item_if_still_held(resolver, who, target, item),
            BoughtEffect::Pin => resolver.emit(Event::Pinned(target)),
            // Already applied: with the damage, at once, or by the grapple.
            BoughtEffect::Damage(_)
            | BoughtEffect::Stress
            | BoughtEffect::Outmaneuver(_)
            | BoughtEffect::Gag => {}
        }
    }
}

/// Disarms a target: the item falls in the target's zone (CARDS-ATK-4). Does nothing if the target
/// no longer holds it.
fn drop_item_if_still_held(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    item: ItemId,
) {
    let fight = resolver.fight();
    let carried = fight.body(target).item(item);
    let Some(held_item) = carried.filter(|carried| carried.is_held) else { return };
    let name = held_item.name.clone();
    let to = ItemLocation::Floor(zone_of(fight, target));
    let from = ItemLocation::CarriedBy(target);
    resolver.emit(Event::ItemMoved { item, name, by: who, from, to });
}
