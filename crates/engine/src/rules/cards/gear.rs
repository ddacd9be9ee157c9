//! Things: what is in hand (CARDS-MOVE-4), and what one does with the rest (CARDS-MOVE-6).

use super::sheet::{Body, Critical, Item, ItemId};
use super::state::{At, Note};
use super::zones::{is_there, share_zone, zone_of};
use super::{Fight, Scene};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// CARDS-MOVE-4: things of one's own (each once, sorted) whose hands add up to two at most, and
/// others than before.
pub fn check_equip(fight: &Fight, who: CombatantId, items: &[ItemId]) -> Result<(), Why> {
    let body = fight.body(who);
    let mut hands = 0u8;
    for item in items {
        let absent = Why::new("not-in-hand", "CARDS-MOVE-4");
        let own = body.item(*item).filter(|item| !item.natural && item.hands > 0).ok_or(absent)?;
        hands = hands.saturating_add(own.hands);
    }
    let held = || body.gear.iter().filter(|item| item.held && !item.natural);
    let is_same = held().count() == items.len() && held().all(|item| items.contains(&item.id));
    if hands > 2 || is_same {
        return Err(Why::new("bad-target", "CARDS-MOVE-4").because("hands"));
    }
    Ok(())
}

/// Whether a broken arm forbids it (the critical table): no 2-hand weapons.
pub fn needs_both_arms(body: &Body, item: &Item) -> bool {
    body.has_critical(Critical::BrokenArm) && item.hands > 1
}

/// CARDS-MOVE-4: sets what is in hand.
pub fn equip(scene: &mut Scene, who: CombatantId, items: &[ItemId]) {
    let body = scene.fight().body(who);
    let names = items.iter().filter_map(|item| Some(body.item(*item)?.name.clone())).collect();
    scene.note(Note::Equipped { who, items: items.to_vec(), names });
}

/// CARDS-TURN-6: dropping a thing of one's own is free.
pub fn check_drop(fight: &Fight, who: CombatantId, item: ItemId) -> Result<(), Why> {
    match fight.body(who).item(item) {
        Some(item) if !item.natural => Ok(()),
        _ => Err(Why::new("not-in-hand", "CARDS-TURN-6")),
    }
}

pub fn drop(scene: &mut Scene, who: CombatantId, item: ItemId) {
    let Some(name) = scene.fight().body(who).item(item).map(|item| item.name.clone()) else {
        return;
    };
    let to = At::Floor(zone_of(scene.fight(), who));
    scene.note(Note::ItemMoved { item, name, by: who, from: At::With(who), to });
}

/// What lies in a zone.
fn lying(fight: &Fight, zone: ZoneId, item: ItemId) -> Option<&Item> {
    fight.zones.get(zone)?.ground.items.iter().find(|one| one.id == item)
}

/// CARDS-MOVE-6: a thing lying in the zone, else `out-of-range`.
pub fn check_pick_up(fight: &Fight, who: CombatantId, item: ItemId) -> Result<(), Why> {
    match lying(fight, zone_of(fight, who), item) {
        Some(_) => Ok(()),
        None => Err(Why::new("out-of-range", "CARDS-MOVE-6")),
    }
}

/// CARDS-MOVE-6: it is in hand if there is a hand free, else put away.
pub fn pick_up(scene: &mut Scene, who: CombatantId, item: ItemId) {
    let zone = zone_of(scene.fight(), who);
    let Some(found) = lying(scene.fight(), zone, item) else { return };
    let (name, hands) = (found.name.clone(), found.hands);
    let body = scene.fight().body(who);
    let may_hold = !needs_both_arms(body, found);
    let held = body.gear.iter().filter(|item| item.held);
    let mut items: Vec<ItemId> = held.map(|item| item.id).collect();
    let is_free = hands > 0 && body.free_hands() >= hands;
    let from = At::Floor(zone);
    scene.note(Note::ItemMoved { item, name, by: who, from, to: At::With(who) });
    if is_free && may_hold {
        items.push(item);
        equip(scene, who, &items);
    }
}

/// CARDS-POIS-3: an antidote of one's own, for oneself or someone in the zone who is poisoned.
pub fn check_use(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
    on: CombatantId,
) -> Result<(), Why> {
    let absent = Why::new("not-in-hand", "CARDS-POIS-3");
    fight.body(who).item(item).filter(|item| item.antidote).ok_or(absent)?;
    let is_near = fight.get(on).is_some_and(|one| !one.body.fled && !one.body.is_dead());
    if !is_near || !is_there(fight, who, on) || fight.body(on).poisons.is_empty() {
        return Err(Why::new("bad-target", "CARDS-POIS-3").about(on));
    }
    if share_zone(fight, who, on) {
        Ok(())
    } else {
        Err(Why::new("out-of-range", "CARDS-POIS-3").about(on))
    }
}

/// CARDS-POIS-3: it is used up and ends all poisons; Harm taken stays.
pub fn use_antidote(scene: &mut Scene, who: CombatantId, item: ItemId, on: CombatantId) {
    let Some(name) = scene.fight().body(who).item(item).map(|item| item.name.clone()) else {
        return;
    };
    scene.note(Note::ItemMoved { item, name, by: who, from: At::With(who), to: At::Gone });
    scene.note(Note::PoisonsEnded(on));
}

/// CARDS-ATK-2: a thrown weapon lies in the target's zone, or is used up. Who has left meanwhile
/// has taken it along.
pub fn leave_hand(
    scene: &mut Scene,
    who: CombatantId,
    item: &Item,
    landing: ZoneId,
    used_up: bool,
) {
    let body = scene.fight().body(who);
    if item.natural || body.fled || body.item(item.id).is_none() {
        return;
    }
    let to = if used_up { At::Gone } else { At::Floor(landing) };
    let (item, name) = (item.id, item.name.clone());
    scene.note(Note::ItemMoved { item, name, by: who, from: At::With(who), to });
}

/// CARDS-MOVE-4: at the start of a fight in which weapons are stowed.
pub fn stow_all(scene: &mut Scene) {
    let holds = |who: &CombatantId| scene.fight().body(*who).gear.iter().any(|item| item.held);
    let all: Vec<_> = scene.fight().iter().map(|(who, _)| who).filter(holds).collect();
    for who in all {
        scene.note(Note::Equipped { who, items: Vec::new(), names: Vec::new() });
    }
}
