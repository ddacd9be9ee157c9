//! Free actions (RANKS-FREE): talk, and what is in hand.

use super::sheet::{HANDS_PER_COMBATANT, Item, Name};
use super::state::{DroppedItem, Event};
use super::zones::{MARK_STEP, mark_of, zone_at_mark};
use super::{Fight, Resolver};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// RANKS-FREE-1: what is done with an item, free of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
    Equip,
    Stow,
    Drop,
}

/// What lies in reach of hand, and in which zone.
pub fn dropped_items_in_reach(
    fight: &Fight,
    who: CombatantId,
) -> impl Iterator<Item = (ZoneId, &DroppedItem)> + Clone {
    let at = mark_of(fight, who);
    let all = fight
        .zones
        .iter()
        .flat_map(|(id, zone)| zone.terrain.dropped_items.iter().map(move |lying| (id, lying)));
    all.filter(move |(_, lying)| lying.mark.abs_diff(at) <= MARK_STEP)
}

/// An item that is carried, but not in hand.
fn carried_item<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    let mut gear = fight.body(who).gear.iter();
    gear.find(|item| item.name == *name && !item.is_at_hand())
}

fn held_item<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    fight.body(who).gear.iter().find(|item| item.name == *name && item.is_held)
}

fn dropped_item_in_reach<'a>(
    fight: &'a Fight,
    who: CombatantId,
    name: &Name,
) -> Option<(ZoneId, &'a Item)> {
    let mut lying = dropped_items_in_reach(fight, who);
    lying.find(|(_, one)| one.item.name == *name).map(|(zone, one)| (zone, &one.item))
}

/// RANKS-FREE-1: any number of items in reach of hand; hands limit what is held.
pub fn check_item_handling(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    name: &Name,
) -> Result<(), RefusalReason> {
    let missing = RefusalReason::new("not-in-hand", "RANKS-FREE-1");
    match handling {
        ItemHandling::Equip => {
            let item = carried_item(fight, who, name)
                .or(dropped_item_in_reach(fight, who, name).map(|(_, it)| it));
            let item = item.ok_or(missing)?;
            if fight.body(who).hands_in_use() + item.hands_needed > HANDS_PER_COMBATANT {
                return Err(RefusalReason::new("no-hand", "RANKS-FREE-1"));
            }
            Ok(())
        }
        ItemHandling::Stow => held_item(fight, who, name).map(|_| ()).ok_or(missing),
        ItemHandling::Drop => {
            let item = held_item(fight, who, name).or(carried_item(fight, who, name));
            item.map(|_| ()).ok_or(missing)
        }
    }
}

/// RANKS-FREE-1.
pub fn handle_item(resolver: &mut Resolver, who: CombatantId, handling: ItemHandling, name: &Name) {
    let (fight, item) = (resolver.fight(), name.clone());
    let mark = mark_of(fight, who);
    let note = match handling {
        ItemHandling::Equip if carried_item(fight, who, name).is_some() => {
            Event::Equipped { who, item }
        }
        ItemHandling::Equip => {
            let Some((zone, _)) = dropped_item_in_reach(fight, who, name) else { return };
            Event::PickedUp { who, zone, item }
        }
        ItemHandling::Stow => Event::Stowed { who, item },
        ItemHandling::Drop => Event::Dropped { who, zone: zone_at_mark(fight, mark), mark, item },
    };
    resolver.emit(note);
}

/// RANKS-FREE-1: talk of any sort, at any time.
pub fn check_speech(text: &str) -> Result<(), RefusalReason> {
    if text.trim().is_empty() {
        Err(RefusalReason::new("bad-target", "RANKS-FREE-1"))
    } else {
        Ok(())
    }
}
