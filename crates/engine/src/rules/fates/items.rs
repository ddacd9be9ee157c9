//! Use an Item (FATES-ITEM), and object handling (FATES-TURN-7).

use serde::{Deserialize, Serialize};

use super::held_actions::{self, TriggeringEvent};
use super::sheet::{DicePool, FreeText, Item, Name};
use super::state::{DoorState, Event, ResolveGainCause, TurnAllowance};
use super::zones::{door_between, zone_of};
use super::{Fight, Resolver, RuleResult, attacks, turns, visibility, wounded};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// What the action Use an Item uses: a carried consumable, a door, or anything else in or at the
/// own zone (FATES-ITEM-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemUse {
    #[serde(rename = "item")]
    Consumable {
        item: Name,
        #[serde(rename = "on")]
        target: CombatantId,
    },
    /// The door on the link from the own zone to another.
    Door {
        to: ZoneId,
        #[serde(rename = "open")]
        is_opening: bool,
    },
    Interact(FreeText),
}

impl ItemUse {
    /// Returns the combatant that a consumable is used on; `None` for any other use.
    pub fn target(&self) -> Option<CombatantId> {
        match self {
            Self::Consumable { target, .. } => Some(*target),
            Self::Door { .. } | Self::Interact(_) => None,
        }
    }
}

/// Checks the action Use an Item when it takes place (FATES-ITEM-1 to FATES-ITEM-3). A consumable
/// must be carried and its target be known, active and in the same zone; a door must be on a link
/// of the own zone, not locked, and not yet as wanted. Any other interaction passes.
pub fn check_item_or_door_use(
    fight: &Fight,
    who: CombatantId,
    item_use: &ItemUse,
) -> Result<(), RefusalReason> {
    match item_use {
        ItemUse::Consumable { item, target } => {
            check_consumable(fight, who, item)?;
            if *target != who {
                attacks::check_known_active_other(fight, who, *target)?;
            }
        }
        ItemUse::Door { to, .. } => check_zone_is_adjacent(fight, who, *to)?,
        ItemUse::Interact(_) => {}
    }
    check_item_target_in_zone_or_door_usable(fight, who, item_use)
}

/// Checks the part of [`check_item_or_door_use`] that need not hold while the action is only held:
/// that the target is in the same zone, or how the door is.
pub fn check_item_target_in_zone_or_door_usable(
    fight: &Fight,
    who: CombatantId,
    item_use: &ItemUse,
) -> Result<(), RefusalReason> {
    match item_use {
        ItemUse::Consumable { target, .. } => check_same_zone(fight, who, *target),
        ItemUse::Door { to, is_opening } => {
            check_door_can_be_opened_or_closed(fight, who, *to, *is_opening)
        }
        ItemUse::Interact(_) => Ok(()),
    }
}

/// Refuses an item that is not carried, or no consumable (FATES-ITEM-1).
pub fn check_consumable(fight: &Fight, who: CombatantId, item: &Name) -> Result<(), RefusalReason> {
    find_healing_pool(fight, who, item).map(|_| ())
}

/// Returns the dice of a carried consumable; refuses any other item (FATES-ITEM-1).
fn find_healing_pool(
    fight: &Fight,
    who: CombatantId,
    item: &Name,
) -> Result<DicePool, RefusalReason> {
    let found = fight.body(who).item(item).and_then(|item| item.healing_pool);
    found.ok_or(RefusalReason::new("not-in-hand", "FATES-ITEM-1"))
}

/// Checks that the target is in the same zone (FATES-ITEM-3).
fn check_same_zone(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("out-of-range", "FATES-ITEM-3").with_combatant(target);
    reason.refuse_unless(zone_of(fight, who) == zone_of(fight, target))
}

/// Checks that a link leads from the own zone to the other.
pub fn check_zone_is_adjacent(
    fight: &Fight,
    who: CombatantId,
    to: ZoneId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("not-adjacent", "FATES-ITEM-2").with_zone(to);
    reason.refuse_unless(fight.zones.are_adjacent(zone_of(fight, who), to))
}

/// Checks that a door can be opened or closed (FATES-ITEM-2). A locked one needs Use a Skill.
fn check_door_can_be_opened_or_closed(
    fight: &Fight,
    who: CombatantId,
    to: ZoneId,
    is_opening: bool,
) -> Result<(), RefusalReason> {
    let bad_target = Err(RefusalReason::new("bad-target", "FATES-ITEM-2").with_zone(to));
    match door_between(fight, zone_of(fight, who), to) {
        None => bad_target,
        Some(DoorState::Locked) => {
            Err(RefusalReason::new("door-closed", "FATES-ITEM-2").with_zone(to))
        }
        Some(DoorState::Open) if is_opening => bad_target,
        Some(DoorState::Closed) if !is_opening => bad_target,
        Some(DoorState::Open | DoorState::Closed) => Ok(()),
    }
}

/// Resolves a use (FATES-ITEM-1): declares it, fires the held actions that it triggers, and applies
/// its effect if it is still possible.
pub fn declare_use_fire_triggers_and_apply(
    resolver: &mut Resolver,
    who: CombatantId,
    item_use: &ItemUse,
) -> RuleResult {
    visibility::reveal_actor(resolver, who);
    resolver.emit(match item_use {
        ItemUse::Consumable { item, target } => {
            Event::ItemUseDeclared { who, item: item.clone(), target: *target }
        }
        ItemUse::Door { to, is_opening } => {
            Event::DoorUseDeclared { who, to: *to, is_opening: *is_opening }
        }
        ItemUse::Interact(text) => Event::Interacted { who, text: text.to_string() },
    });
    held_actions::fire_triggered_actions_in_turn_order(resolver, &TriggeringEvent::UsesItem(who))?;
    let fight = resolver.fight();
    let is_active = fight.get_present(who).is_some_and(|combatant| combatant.body.is_active());
    if !is_active || check_item_or_door_use(fight, who, item_use).is_err() {
        resolver.emit(Event::UseAborted(who));
        return Ok(());
    }
    match item_use {
        ItemUse::Consumable { item, target } => {
            use_up_and_roll_healing(resolver, who, item, *target)
        }
        ItemUse::Door { to, is_opening } => {
            let zone = zone_of(resolver.fight(), who);
            let state = Some(if *is_opening { DoorState::Open } else { DoorState::Closed });
            resolver.emit(Event::DoorSet { zone, to: *to, state, opener: Some(who) });
        }
        ItemUse::Interact(_) => {}
    }
    Ok(())
}

/// Uses up an item, which gives as much Resolve as its dice roll and may raise a Wounded combatant
/// (FATES-ITEM-3, FATES-COND-4).
fn use_up_and_roll_healing(
    resolver: &mut Resolver,
    who: CombatantId,
    item: &Name,
    target: CombatantId,
) {
    let Ok(pool) = find_healing_pool(resolver.fight(), who, item) else { return };
    resolver.emit(Event::ItemUsedUp { who, item: item.clone(), target });
    let amount = resolver.roll_total(&[who, target], pool).min(u8::MAX.into()) as u8;
    wounded::regain_resolve_and_end_wounded(resolver, target, amount, ResolveGainCause::Item);
}

/// Checks that a combatant carries this item and does not have it in hand yet (FATES-TURN-7).
pub fn check_take_in_hand(
    fight: &Fight,
    who: CombatantId,
    item: &Name,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    match body.item(item) {
        Some(found) if !found.is_natural && *item != body.item_in_hand => Ok(()),
        _ => Err(RefusalReason::new("not-in-hand", "FATES-TURN-7")),
    }
}

/// Checks that an item lies in the own zone (FATES-TURN-7).
pub fn check_pick_up(fight: &Fight, who: CombatantId, item: &Name) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("bad-target", "FATES-TURN-7");
    reason.refuse_unless(lying_items(fight, who).iter().any(|lying| lying.name == *item))
}

/// Returns the items that lie in a combatant's zone.
pub fn lying_items(fight: &Fight, who: CombatantId) -> &[Item] {
    fight.zones.get(zone_of(fight, who)).map_or(&[], |zone| &zone.terrain.items)
}

/// Takes a carried item in hand, which uses the turn's object handling (FATES-TURN-7).
pub fn spend_handling_and_take_item_in_hand(
    resolver: &mut Resolver,
    who: CombatantId,
    item: &Name,
) {
    turns::spend_allowance(resolver, who, TurnAllowance::Handling);
    resolver.emit(Event::ItemTakenInHand { who, item: item.clone() });
}

/// Picks up an item from the zone, which uses the turn's object handling (FATES-TURN-7). It comes
/// into the hand if that is empty.
pub fn spend_handling_and_pick_up_item(resolver: &mut Resolver, who: CombatantId, item: &Name) {
    turns::spend_allowance(resolver, who, TurnAllowance::Handling);
    let zone = zone_of(resolver.fight(), who);
    resolver.emit(Event::ItemPickedUp { who, zone, item: item.clone() });
}
