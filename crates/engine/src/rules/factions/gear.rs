//! Gear (FACT-GEAR): what breaks in a fight, and what wears out after it.

use super::attacks::AttackInProgress;
use super::sheet::{GearState, Item, Name};
use super::state::{Event, GearRef, MAX_WEARING_FACE};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;

/// Destroys a damaged weapon or shield that was used to attack if its damage die shows 1
/// (FACT-GEAR-1). FACT-GEAR-3: an improvised weapon is treated as damaged.
pub fn destroy_own_damaged_weapon_on_one(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    damage_face: u8,
) {
    let Some(weapon_item) = &attack.weapon_item else { return };
    if damage_face == 1
        && !weapon_item.is_natural
        && weapon_item.effective_state() == GearState::Damaged
    {
        let (who, gear, name) =
            (attack.attacker, GearRef::Item(weapon_item.id), weapon_item.name.clone());
        resolver.emit(Event::GearStateSet { who, gear, name, state: GearState::Destroyed });
    }
}

/// Records what a hit does to armour and shield. FACT-GEAR-4: both count as used. FACT-GEAR-2: a
/// hit whose die is 8 or more destroys the target's damaged shield or, if it holds none, its
/// damaged armour: one item per hit, and that item still reduces this hit.
pub fn record_protection_use_and_breakage(
    resolver: &mut Resolver,
    who: CombatantId,
    damage_face: u8,
) {
    let body = resolver.fight().body(who);
    let unused_shield = body.held_shield().filter(|item| !item.used_in_fight).map(|item| item.id);
    let is_armour_unused = body.worn_armour_value() > 0 && !body.armour_used;
    if let Some(item) = unused_shield {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Item(item) });
    }
    if is_armour_unused {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Armour });
    }
    if damage_face < 8 {
        return;
    }
    let body = resolver.fight().body(who);
    let shield =
        body.held_shield().map(|item| (item.id, item.name.clone(), item.effective_state()));
    let is_armour_damaged = body.worn_armour_value() > 0 && body.armour_state == GearState::Damaged;
    let state = GearState::Destroyed;
    match shield {
        Some((item, name, GearState::Damaged)) => {
            resolver.emit(Event::GearStateSet { who, gear: GearRef::Item(item), name, state });
        }
        None if is_armour_damaged => {
            resolver.emit(Event::GearStateSet {
                who,
                gear: GearRef::Armour,
                name: armour_name(),
                state,
            });
        }
        Some(_) | None => {}
    }
}

/// Returns the name of worn armour in events.
fn armour_name() -> Name {
    "armour".into()
}

/// Rolls the durability of one combatant's used gear.
///
/// FACT-GEAR-4: one roll for each weapon used to attack and each armour or shield that reduced a
/// hit, also for items on the ground: d6, on 1–2 intact becomes damaged, damaged becomes destroyed.
/// Natural weapons never wear. FACT-END-2: weapons first, then shield, then armour.
pub fn roll_durability_of_used_gear(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let lying = resolver.fight().zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let own_items = body.gear.iter().chain(lying.filter(|item| item.dropped_by == Some(who)));
    let used =
        own_items.filter(|item| item.used_in_fight && !item.is_natural && !item.is_destroyed());
    let mut used: Vec<&Item> = used.collect();
    used.sort_by_key(|item| item.shield_value > 0);
    let mut worn_gear: Vec<(GearRef, Name, GearState)> = used
        .into_iter()
        .map(|item| (GearRef::Item(item.id), item.name.clone(), item.effective_state()))
        .collect();
    if body.armour_used && body.worn_armour_value() > 0 {
        worn_gear.push((GearRef::Armour, armour_name(), body.armour_state));
    }
    for (gear, name, state) in worn_gear {
        let face = resolver.roll_die(&[who], 6);
        resolver.emit(Event::DurabilityRolled { who, gear, name: name.clone(), face });
        if face <= MAX_WEARING_FACE {
            resolver.emit(Event::GearStateSet { who, gear, name, state: state.next_worse() });
        }
    }
}

/// Returns whether a combatant's gear is rolled for. FACT-GEAR-4: NPC gear only on demand.
pub fn is_durability_rolled_for(fight: &Fight, who: CombatantId) -> bool {
    let combatant = fight.combatant(who);
    !combatant.is_npc() || fight.settings.npc_durability || combatant.body.has_durability_roll
}
