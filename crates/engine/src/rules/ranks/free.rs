//! Free actions (RANKS-FREE): talk, and what is in hand.

use super::sheet::{HANDS, Item, Name};
use super::state::{Lying, Note};
use super::zones::{STEP, mark_of, zone_at};
use super::{Fight, Scene};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// RANKS-FREE-1: what is done with an item, free of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    Equip,
    Stow,
    Drop,
}

/// What lies in reach of hand, and in which zone.
pub fn lying(fight: &Fight, who: CombatantId) -> impl Iterator<Item = (ZoneId, &Lying)> + Clone {
    let at = mark_of(fight, who);
    let all = fight
        .zones
        .iter()
        .flat_map(|(id, zone)| zone.ground.items.iter().map(move |lying| (id, lying)));
    all.filter(move |(_, lying)| lying.mark.abs_diff(at) <= STEP)
}

/// An item that is carried, but not in hand.
fn carried<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    let mut gear = fight.body(who).gear.iter();
    gear.find(|item| item.name == *name && !item.is_at_hand())
}

fn held<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<&'a Item> {
    fight.body(who).gear.iter().find(|item| item.name == *name && item.held)
}

fn found<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Option<(ZoneId, &'a Item)> {
    let mut lying = lying(fight, who);
    lying.find(|(_, one)| one.item.name == *name).map(|(zone, one)| (zone, &one.item))
}

/// RANKS-FREE-1: any number of items in reach of hand; hands limit what is held.
pub fn check(fight: &Fight, who: CombatantId, handling: Handling, name: &Name) -> Result<(), Why> {
    let missing = Why::new("not-in-hand", "RANKS-FREE-1");
    match handling {
        Handling::Equip => {
            let item = carried(fight, who, name).or(found(fight, who, name).map(|(_, it)| it));
            let item = item.ok_or(missing)?;
            if fight.body(who).hands_full() + item.hands > HANDS {
                return Err(Why::new("no-hand", "RANKS-FREE-1"));
            }
            Ok(())
        }
        Handling::Stow => held(fight, who, name).map(|_| ()).ok_or(missing),
        Handling::Drop => {
            let item = held(fight, who, name).or(carried(fight, who, name));
            item.map(|_| ()).ok_or(missing)
        }
    }
}

/// RANKS-FREE-1.
pub fn handle(scene: &mut Scene, who: CombatantId, handling: Handling, name: &Name) {
    let (fight, item) = (scene.fight(), name.clone());
    let mark = mark_of(fight, who);
    let note = match handling {
        Handling::Equip if carried(fight, who, name).is_some() => Note::Equipped { who, item },
        Handling::Equip => {
            let Some((zone, _)) = found(fight, who, name) else { return };
            Note::PickedUp { who, zone, item }
        }
        Handling::Stow => Note::Stowed { who, item },
        Handling::Drop => Note::Dropped { who, zone: zone_at(fight, mark), mark, item },
    };
    scene.note(note);
}

/// RANKS-FREE-1: talk of any sort, at any time.
pub fn check_say(text: &str) -> Result<(), Why> {
    if text.trim().is_empty() { Err(Why::new("bad-target", "RANKS-FREE-1")) } else { Ok(()) }
}
