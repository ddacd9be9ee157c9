//! Free actions (RANKS-FREE): talk, and handling items.

use super::sheet::{HANDS_PER_COMBATANT, Item, Name};
use super::state::{DroppedItem, Event};
use super::zones::{MARK_STEP, mark_of, zone_at_mark};
use super::{Fight, Resolver};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// What a combatant does with an item, free of cost (RANKS-FREE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
    Equip,
    Stow,
    Drop,
}

/// Returns the dropped items in reach of hand, each with its zone.
pub fn dropped_items_in_reach(
    fight: &Fight,
    who: CombatantId,
) -> impl Iterator<Item = (ZoneId, &DroppedItem)> + Clone {
    let own_mark = mark_of(fight, who);
    let dropped_items = fight.zones.iter().flat_map(|(zone_id, zone)| {
        let in_zone = zone.terrain.dropped_items.iter();
        in_zone.map(move |dropped| (zone_id, dropped))
    });
    dropped_items.filter(move |(_, dropped)| dropped.mark.abs_diff(own_mark) <= MARK_STEP)
}

/// Returns an item that is carried but not in hand.
fn carried_item<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    let mut gear = fight.body(who).gear.iter();
    gear.find(|item| item.name == *name && !item.is_at_hand())
}

/// Returns the first item of this name that is held in hand.
fn held_item<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    fight.body(who).gear.iter().find(|item| item.name == *name && item.is_held)
}

/// Returns the first dropped item of this name in reach of hand, with its zone.
fn dropped_item_in_reach<'a>(
    fight: &'a Fight,
    who: CombatantId,
    name: &Name,
) -> Option<(ZoneId, &'a DroppedItem)> {
    dropped_items_in_reach(fight, who).find(|(_, dropped)| dropped.item.name == *name)
}

/// Checks that the item is where the handling needs it, and that a hand is free to equip it
/// (RANKS-FREE-1).
///
/// # Errors
///
/// Returns `not-in-hand` or `no-hand`.
pub fn check_item_handling(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    name: &Name,
) -> Result<(), RefusalReason> {
    let missing = RefusalReason::new("not-in-hand", "RANKS-FREE-1");
    match handling {
        ItemHandling::Equip => {
            let dropped = dropped_item_in_reach(fight, who, name).map(|(_, dropped)| &dropped.item);
            let carried_or_dropped = carried_item(fight, who, name).or(dropped);
            let item = carried_or_dropped.ok_or(missing)?;
            if fight.body(who).hands_in_use() + u16::from(item.hands_needed) > HANDS_PER_COMBATANT {
                return Err(RefusalReason::new("no-hand", "RANKS-FREE-1"));
            }
            Ok(())
        }
        ItemHandling::Stow => missing.refuse_unless(held_item(fight, who, name).is_some()),
        ItemHandling::Drop => {
            let is_held = held_item(fight, who, name).is_some();
            let is_carried = carried_item(fight, who, name).is_some();
            missing.refuse_unless(is_held || is_carried)
        }
    }
}

/// Records that an item is equipped, picked up, stowed or dropped, without a check. Equipping takes
/// a carried item or else one that lies in reach.
pub fn record_item_handling(
    resolver: &mut Resolver,
    who: CombatantId,
    handling: ItemHandling,
    name: &Name,
) {
    let (fight, item) = (resolver.fight(), name.clone());
    let mark = mark_of(fight, who);
    let event = match handling {
        ItemHandling::Equip if carried_item(fight, who, name).is_some() => {
            Event::Equipped { who, item }
        }
        ItemHandling::Equip => {
            let Some((zone, dropped)) = dropped_item_in_reach(fight, who, name) else { return };
            Event::PickedUp { who, zone, mark: Some(dropped.mark), item }
        }
        ItemHandling::Stow => Event::Stowed { who, item },
        ItemHandling::Drop => Event::Dropped { who, zone: zone_at_mark(fight, mark), mark, item },
    };
    resolver.emit(event);
}

/// Refuses empty text. Talk is allowed at any time (RANKS-FREE-1).
pub fn check_speech_not_empty(text: &str) -> Result<(), RefusalReason> {
    if text.trim().is_empty() {
        Err(RefusalReason::new("bad-target", "RANKS-FREE-1"))
    } else {
        Ok(())
    }
}
