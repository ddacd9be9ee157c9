//! Use an Item (FATES-ITEM), and object handling (FATES-TURN-7).

use serde::{Deserialize, Serialize};

use super::holds::{self, Happening};
use super::sheet::{Item, Name, Pool, Prose};
use super::state::{Allowance, DoorState, Note, Relief};
use super::zones::{door, zone_of};
use super::{Fight, Scene, Step, attacks, visibility, wounded};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// FATES-ITEM-1: work a thing in or at the own zone, or use up a carried consumable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    Item {
        item: Name,
        on: CombatantId,
    },
    /// The door on the link to a zone.
    Door {
        to: ZoneId,
        open: bool,
    },
    Interact(Prose),
}

impl Use {
    /// To whom an item is given.
    pub fn on(&self) -> Option<CombatantId> {
        match self {
            Self::Item { on, .. } => Some(*on),
            Self::Door { .. } | Self::Interact(_) => None,
        }
    }
}

pub fn check(fight: &Fight, who: CombatantId, thing: &Use) -> Result<(), Why> {
    match thing {
        Use::Item { item, on } => {
            check_item(fight, who, item)?;
            if *on != who {
                attacks::check_target(fight, who, *on)?;
            }
        }
        Use::Door { to, .. } => check_link(fight, who, *to)?,
        Use::Interact(_) => {}
    }
    check_here(fight, who, thing)
}

/// What a use needs when it takes place, beyond what it needs already when it is held.
pub fn check_here(fight: &Fight, who: CombatantId, thing: &Use) -> Result<(), Why> {
    match thing {
        Use::Item { on, .. } => check_near(fight, who, *on),
        Use::Door { to, open } => check_door(fight, who, *to, *open),
        Use::Interact(_) => Ok(()),
    }
}

/// FATES-ITEM-1: a consumable that is carried.
pub fn check_item(fight: &Fight, who: CombatantId, item: &Name) -> Result<(), Why> {
    consumable(fight, who, item).map(|_| ())
}

fn consumable(fight: &Fight, who: CombatantId, item: &Name) -> Result<Pool, Why> {
    let found = fight.body(who).item(item).and_then(|item| item.heals);
    found.ok_or(Why::new("not-in-hand", "FATES-ITEM-1"))
}

/// FATES-ITEM-3: oneself, or somebody in the same zone.
fn check_near(fight: &Fight, who: CombatantId, on: CombatantId) -> Result<(), Why> {
    if zone_of(fight, who) == zone_of(fight, on) {
        Ok(())
    } else {
        Err(Why::new("out-of-range", "FATES-ITEM-3").about(on))
    }
}

/// The link must be at the own zone.
pub fn check_link(fight: &Fight, who: CombatantId, to: ZoneId) -> Result<(), Why> {
    if fight.zones.are_adjacent(zone_of(fight, who), to) {
        Ok(())
    } else {
        Err(Why::new("not-adjacent", "FATES-ITEM-2").at(to))
    }
}

/// FATES-ITEM-2: opening or closing a door on a link of the own zone needs no roll; a locked one
/// needs Use a Skill.
fn check_door(fight: &Fight, who: CombatantId, to: ZoneId, open: bool) -> Result<(), Why> {
    let bad = Err(Why::new("bad-target", "FATES-ITEM-2").at(to));
    match door(fight, zone_of(fight, who), to) {
        None => bad,
        Some(DoorState::Locked) => Err(Why::new("door-closed", "FATES-ITEM-2").at(to)),
        Some(DoorState::Open) => {
            if open {
                bad
            } else {
                Ok(())
            }
        }
        Some(DoorState::Closed) => {
            if open {
                Ok(())
            } else {
                bad
            }
        }
    }
}

/// FATES-ITEM-1: declared, what that sets off, and then its effect, if it is still possible.
pub fn handle(scene: &mut Scene, who: CombatantId, thing: &Use) -> Step {
    visibility::show(scene, who);
    scene.note(match thing {
        Use::Item { item, on } => Note::Using { who, item: item.clone(), on: *on },
        Use::Door { to, open } => Note::DoorTried { who, to: *to, open: *open },
        Use::Interact(text) => Note::Interacted { who, text: text.to_string() },
    });
    holds::spring(scene, &Happening::UsesItem(who))?;
    let fight = scene.fight();
    let is_there = fight.get(who).is_some_and(|one| one.body.is_active());
    if !is_there || check(fight, who, thing).is_err() {
        scene.note(Note::UseLost(who));
        return Ok(());
    }
    match thing {
        Use::Item { item, on } => treat(scene, who, item, *on),
        Use::Door { to, open } => {
            let zone = zone_of(scene.fight(), who);
            let state = Some(if *open { DoorState::Open } else { DoorState::Closed });
            scene.note(Note::DoorSet { zone, to: *to, state, by: Some(who) });
        }
        Use::Interact(_) => {}
    }
    Ok(())
}

/// FATES-ITEM-3: one use, 2D Resolve regained; this may raise a Wounded character (FATES-COND-4).
fn treat(scene: &mut Scene, who: CombatantId, item: &Name, on: CombatantId) {
    let Ok(pool) = consumable(scene.fight(), who, item) else { return };
    scene.note(Note::UsedUp { who, item: item.clone(), on });
    let amount = scene.total(pool).min(u8::MAX.into()) as u8;
    wounded::regain(scene, on, amount, Relief::Item);
}

/// FATES-TURN-7: a carried item that is not in hand.
pub fn check_swap(fight: &Fight, who: CombatantId, item: &Name) -> Result<(), Why> {
    let body = fight.body(who);
    match body.item(item) {
        Some(found) if !found.natural && *item != body.in_hand => Ok(()),
        _ => Err(Why::new("not-in-hand", "FATES-TURN-7")),
    }
}

/// FATES-TURN-7: a loose object in the own zone.
pub fn check_pickup(fight: &Fight, who: CombatantId, item: &Name) -> Result<(), Why> {
    if lying(fight, who).iter().any(|one| one.name == *item) {
        Ok(())
    } else {
        Err(Why::new("bad-target", "FATES-TURN-7"))
    }
}

/// What lies where somebody stands.
pub fn lying(fight: &Fight, who: CombatantId) -> &[Item] {
    fight.zones.get(zone_of(fight, who)).map_or(&[], |zone| &zone.ground.items)
}

/// FATES-TURN-7: once a turn, at no cost.
pub fn swap(scene: &mut Scene, who: CombatantId, item: &Name) {
    scene.note(Note::Spent { who, what: Allowance::Handling, by: None });
    scene.note(Note::Swapped { who, item: item.clone() });
}

pub fn pick_up(scene: &mut Scene, who: CombatantId, item: &Name) {
    scene.note(Note::Spent { who, what: Allowance::Handling, by: None });
    let zone = zone_of(scene.fight(), who);
    scene.note(Note::PickedUp { who, zone, item: item.clone() });
}
