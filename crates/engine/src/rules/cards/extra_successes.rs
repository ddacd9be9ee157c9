//! Extra successes (CARDS-ATK-4 to CARDS-ATK-7, CARDS-GRAP-2): the choice of what to buy with them,
//! and the effects.

use super::prompts::{self, Answer, BoughtEffect, Question};
use super::state::{AttackMethod, Event, ItemLocation, MovementKind, SwapReason};
use super::zones::{is_border_open, zone_of};
use super::{Fight, Resolver, RuleResult, card_swaps, movement, turns};
use crate::core::ids::CombatantId;

/// The kind of attack, which decides what extra successes can buy.
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

/// Asks the attacker to spend extra successes, one prompt after the other, and returns what was
/// bought; `None` if one of the two has left the fight meanwhile. Asks nothing if there is nothing
/// to spend.
///
/// CARDS-ATK-6: without an answer all go into damage; a grapple gags, a shove throws down, and
/// words buy nothing. CARDS-SWAP-4: outmaneuver takes effect at once, and reveals a hidden
/// attacker.
pub fn ask_to_spend_extra_successes(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    method: &AttackMethod,
    list: PurchaseList,
    mut extra_successes: u8,
) -> RuleResult<Option<Vec<BoughtEffect>>> {
    let mut bought: Vec<BoughtEffect> = Vec::new();
    while extra_successes > 0 {
        let (choices, default) = purchase_choices_and_default(
            resolver.fight(),
            who,
            target,
            list,
            extra_successes,
            &bought,
        );
        if choices.len() < 2 && default == Answer::StopSpending {
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
        extra_successes -= if let BoughtEffect::Damage(spent) = effect { spent } else { 1 };
        bought.push(effect);
        resolver.emit(Event::EffectBought { who, target, effect });
        if let BoughtEffect::Outmaneuver(card) = effect {
            resolver.reveal_if_hidden(who);
            let card_index =
                usize::from(turns::running_or_new_turn(resolver.fight(), who).card_index);
            let own_card = resolver.fight().body(who).card_numbers.get(card_index).copied();
            card_swaps::swap_cards_if_both_still_held(
                resolver,
                who,
                own_card,
                target,
                card,
                SwapReason::Outmaneuver,
            );
        }
    }
    Ok(Some(bought))
}

/// Returns whether neither has left the fight (CARDS-INIT-7).
pub fn are_both_in_fight(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    !fight.body(who).has_fled && !fight.body(target).has_fled
}

/// Returns what can be bought now, and the default. Everything but damage can be bought once
/// (CARDS-ATK-4, CARDS-ATK-5, CARDS-ATK-7, CARDS-MAG-1, CARDS-GRAP-2).
fn purchase_choices_and_default(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    list: PurchaseList,
    extra_successes: u8,
    bought: &[BoughtEffect],
) -> (Vec<Answer>, Answer) {
    let has_bought = |kind: fn(&BoughtEffect) -> bool| bought.iter().any(kind);
    let has_pushed = has_bought(|effect| matches!(effect, BoughtEffect::Push(_)));
    let has_apart = has_bought(|effect| matches!(effect, BoughtEffect::Apart));
    let has_thrown_down = has_bought(|effect| matches!(effect, BoughtEffect::ThrowDown));
    let pushes = || {
        let from = zone_of(fight, target);
        let open_zones =
            fight.zones.neighbours(from).filter(move |to| is_border_open(fight, from, *to));
        open_zones.map(BoughtEffect::Push)
    };
    let mut effects: Vec<BoughtEffect> = Vec::new();
    // A shove must buy one of its effects before it can buy anything else.
    let may_buy_other_effects = list != PurchaseList::Shove || !bought.is_empty();
    if !has_bought(|effect| matches!(effect, BoughtEffect::Outmaneuver(_))) && may_buy_other_effects
    {
        effects.extend(
            card_swaps::cards_obtainable_by_swap(fight, who, target).map(BoughtEffect::Outmaneuver),
        );
    }
    match list {
        PurchaseList::Strike | PurchaseList::Force => {
            if !has_bought(|effect| matches!(effect, BoughtEffect::Stress)) {
                effects.push(BoughtEffect::Stress);
            }
            if !has_pushed && !has_apart {
                effects.extend(pushes());
                effects.push(BoughtEffect::Apart);
            }
            if list == PurchaseList::Force && !has_thrown_down {
                effects.push(BoughtEffect::ThrowDown);
            }
            if !has_bought(|effect| matches!(effect, BoughtEffect::Disarm(_))) {
                let held =
                    fight.body(target).gear.iter().filter(|item| item.is_held && !item.is_natural);
                effects.extend(held.map(|item| BoughtEffect::Disarm(item.id)));
            }
        }
        PurchaseList::Shoot => {
            for effect in [BoughtEffect::Stress, BoughtEffect::Pin] {
                if !bought.contains(&effect) {
                    effects.push(effect);
                }
            }
        }
        PurchaseList::Cast => {}
        PurchaseList::Shove => {
            if !has_pushed {
                effects.extend(pushes());
            }
            if !has_apart {
                effects.push(BoughtEffect::Apart);
            }
        }
        PurchaseList::Grapple | PurchaseList::Skill => {}
    }
    let default = match list {
        PurchaseList::Strike | PurchaseList::Force | PurchaseList::Shoot | PurchaseList::Cast => {
            Answer::Buy(BoughtEffect::Damage(extra_successes))
        }
        PurchaseList::Shove if !has_thrown_down => Answer::Buy(BoughtEffect::ThrowDown),
        PurchaseList::Grapple if !bought.contains(&BoughtEffect::Gag) => {
            Answer::Buy(BoughtEffect::Gag)
        }
        PurchaseList::Shove | PurchaseList::Grapple | PurchaseList::Skill => Answer::StopSpending,
    };
    let mut choices = vec![default];
    choices.extend(effects.into_iter().map(Answer::Buy));
    let can_stop = matches!(list, PurchaseList::Grapple)
        || (list == PurchaseList::Shove && may_buy_other_effects);
    if can_stop && default != Answer::StopSpending {
        choices.push(Answer::StopSpending);
    }
    (choices, default)
}

/// Applies the effects that were bought, after damage and Harm: push, Apart, throw down and disarm
/// (CARDS-ATK-4), and pin (CARDS-ATK-5).
pub fn apply_bought_effects(
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
            BoughtEffect::Apart => movement::set_apart_and_end_cover(resolver, target),
            BoughtEffect::ThrowDown => resolver.emit(Event::ProneSet { who: target, is_on: true }),
            BoughtEffect::Disarm(item) => {
                let held_item =
                    resolver.fight().body(target).item(item).filter(|item| item.is_held);
                if let Some(name) = held_item.map(|item| item.name.clone()) {
                    let to = ItemLocation::Floor(zone_of(resolver.fight(), target));
                    let from = ItemLocation::CarriedBy(target);
                    resolver.emit(Event::ItemMoved { item, name, by: who, from, to });
                }
            }
            BoughtEffect::Pin => resolver.emit(Event::Pinned(target)),
            // Already applied: with the damage, at once, or by the grapple.
            BoughtEffect::Damage(_)
            | BoughtEffect::Stress
            | BoughtEffect::Outmaneuver(_)
            | BoughtEffect::Gag => {}
        }
    }
}
