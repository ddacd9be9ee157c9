//! Items: what is in hand (CARDS-MOVE-4), and what combatants do with other items (CARDS-MOVE-6).

use super::sheet::{Body, CriticalInjury, Item, ItemId};
use super::state::{Event, ItemLocation};
use super::zones::{share_zone, zone_of};
use super::{Fight, Resolver};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// Checks a change of what is in hand: the actor's own items, with hands that add up to at most
/// two, and not the same as before (CARDS-MOVE-4). `items` is sorted and has no duplicates.
pub fn check_new_set_of_held_items(
    fight: &Fight,
    who: CombatantId,
    items: &[ItemId],
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let mut needed_hands = 0u8;
    for id in items {
        let carried = body.item(*id).filter(|item| !item.is_natural && item.hands > 0);
        let Some(item) = carried else {
            return Err(RefusalReason::new("not-in-hand", "CARDS-MOVE-4"));
        };
        needed_hands = needed_hands.saturating_add(item.hands);
    }
    let held = || body.gear.iter().filter(|item| item.is_held && !item.is_natural);
    let is_unchanged = held().count() == items.len() && held().all(|item| items.contains(&item.id));
    let has_too_few_hands = needed_hands > 2;
    if has_too_few_hands || is_unchanged {
        return Err(RefusalReason::new("bad-target", "CARDS-MOVE-4").with_cause("hands"));
    }
    Ok(())
}

/// Returns whether a broken arm forbids this item, because it needs two hands (the critical table).
pub fn is_forbidden_by_broken_arm(body: &Body, item: &Item) -> bool {
    body.has_critical(CriticalInjury::BrokenArm) && item.hands > 1
}

/// Sets what is in hand (CARDS-MOVE-4).
pub fn set_items_in_hand(resolver: &mut Resolver, who: CombatantId, items: &[ItemId]) {
    let body = resolver.fight().body(who);
    let names = items.iter().filter_map(|item| Some(body.item(*item)?.name.clone())).collect();
    resolver.emit(Event::Equipped { who, items: items.to_vec(), names });
}

/// Checks that an item can be dropped, which is free (CARDS-TURN-6).
pub fn check_drop(fight: &Fight, who: CombatantId, item: ItemId) -> Result<(), RefusalReason> {
    match fight.body(who).item(item) {
        Some(item) if !item.is_natural => Ok(()),
        _ => Err(RefusalReason::new("not-in-hand", "CARDS-TURN-6")),
    }
}

/// Moves an item that the combatant carries to the floor of its zone. Does nothing if it does not
/// carry the item.
pub fn drop_carried_item(resolver: &mut Resolver, who: CombatantId, item: ItemId) {
    let Some(name) = resolver.fight().body(who).item(item).map(|item| item.name.clone()) else {
        return;
    };
    let to = ItemLocation::Floor(zone_of(resolver.fight(), who));
    resolver.emit(Event::ItemMoved { item, name, by: who, from: ItemLocation::CarriedBy(who), to });
}

/// Returns an item that lies in the zone.
fn lying_item(fight: &Fight, zone: ZoneId, item: ItemId) -> Option<&Item> {
    fight.zones.get(zone)?.terrain.items.iter().find(|candidate| candidate.id == item)
}

/// Refuses an item that does not lie in the actor's zone (CARDS-MOVE-6).
pub fn check_pick_up(fight: &Fight, who: CombatantId, item: ItemId) -> Result<(), RefusalReason> {
    match lying_item(fight, zone_of(fight, who), item) {
        Some(_) => Ok(()),
        None => Err(RefusalReason::new("out-of-range", "CARDS-MOVE-6")),
    }
}

/// Picks up an item, and takes it in hand if enough hands are free (CARDS-MOVE-6).
pub fn pick_up_item_and_hold_if_hands_free(
    resolver: &mut Resolver,
    who: CombatantId,
    item: ItemId,
) {
    let zone = zone_of(resolver.fight(), who);
    let Some(lying) = lying_item(resolver.fight(), zone, item) else { return };
    let name = lying.name.clone();
    let body = resolver.fight().body(who);
    let has_free_hands = lying.hands > 0 && body.free_hands() >= lying.hands;
    let takes_in_hand = has_free_hands && !is_forbidden_by_broken_arm(body, lying);
    let held = body.gear.iter().filter(|item| item.is_held);
    let mut items_in_hand: Vec<ItemId> = held.map(|item| item.id).collect();
    let from = ItemLocation::Floor(zone);
    resolver.emit(Event::ItemMoved { item, name, by: who, from, to: ItemLocation::CarriedBy(who) });
    if takes_in_hand {
        items_in_hand.push(item);
        set_items_in_hand(resolver, who, &items_in_hand);
    }
}

/// Checks the use of an antidote that the actor carries, on somebody poisoned in the same zone
/// (CARDS-POIS-3).
pub fn check_use_antidote(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let not_carried = RefusalReason::new("not-in-hand", "CARDS-POIS-3");
    fight.body(who).item(item).filter(|item| item.is_antidote).ok_or(not_carried)?;
    let bad_target = RefusalReason::new("bad-target", "CARDS-POIS-3").with_combatant(target);
    if !fight.controller_knows(who, target) {
        return Err(bad_target);
    }
    let body = fight.body(target);
    if body.has_fled || body.is_dead() {
        return Err(bad_target.with_cause("gone"));
    }
    if body.poisons.is_empty() {
        return Err(bad_target);
    }
    let reason = RefusalReason::new("out-of-range", "CARDS-POIS-3").with_combatant(target);
    reason.refuse_unless(share_zone(fight, who, target))
}

/// Uses up an antidote, which ends all poisons of the target; Harm taken stays (CARDS-POIS-3).
pub fn use_up_antidote_and_end_poisons(
    resolver: &mut Resolver,
    who: CombatantId,
    item: ItemId,
    target: CombatantId,
) {
    let Some(name) = resolver.fight().body(who).item(item).map(|item| item.name.clone()) else {
        return;
    };
    let (from, to) = (ItemLocation::CarriedBy(who), ItemLocation::UsedUp);
    resolver.emit(Event::ItemMoved { item, name, by: who, from, to });
    resolver.emit(Event::PoisonsEnded(target));
}

/// Moves a thrown weapon to the zone where it lands, or uses it up (CARDS-ATK-2). Does nothing to a
/// natural weapon, or if the thrower has fled or no longer carries it.
pub fn land_or_use_up_weapon_if_still_carried(
    resolver: &mut Resolver,
    who: CombatantId,
    item: &Item,
    landing_zone: ZoneId,
    is_used_up: bool,
) {
    let body = resolver.fight().body(who);
    if item.is_natural || body.has_fled || body.item(item.id).is_none() {
        return;
    }
    let to = if is_used_up { ItemLocation::UsedUp } else { ItemLocation::Floor(landing_zone) };
    let (item, name) = (item.id, item.name.clone());
    resolver.emit(Event::ItemMoved { item, name, by: who, from: ItemLocation::CarriedBy(who), to });
}

/// Takes everything out of everybody's hands, at the start of a fight with stowed weapons
/// (CARDS-MOVE-4).
pub fn stow_items_at_fight_start(resolver: &mut Resolver) {
    let has_item_in_hand =
        |who: &CombatantId| resolver.fight().body(*who).gear.iter().any(|item| item.is_held);
    let armed: Vec<_> = resolver.fight().present_ids().filter(has_item_in_hand).collect();
    for who in armed {
        resolver.emit(Event::Equipped { who, items: Vec::new(), names: Vec::new() });
    }
}
