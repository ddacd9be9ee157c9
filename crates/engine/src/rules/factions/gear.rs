//! Gear (FACT-GEAR): what breaks in a fight, and what wears out after it.

use super::attacks::AttackInProgress;
use super::sheet::{GearState, Item, Name};
use super::state::{Event, GearRef, MAX_WEARING_FACE};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;

/// The lowest damage face that destroys damaged protection (FACT-GEAR-2).
const MIN_BREAKING_FACE: u8 = 8;

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
/// hit whose die is 8 or more may destroy one of them, which still reduces this hit.
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
    if damage_face >= MIN_BREAKING_FACE {
        destroy_damaged_shield_or_armour(resolver, who);
    }
}

/// Destroys the shield that a combatant holds if it is damaged. Armour that is damaged is destroyed
/// only if no shield is held: one item per hit (FACT-GEAR-2).
fn destroy_damaged_shield_or_armour(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let state = GearState::Destroyed;
    if let Some(shield) = body.held_shield() {
        if shield.effective_state() == GearState::Damaged {
            let (gear, name) = (GearRef::Item(shield.id), shield.name.clone());
            resolver.emit(Event::GearStateSet { who, gear, name, state });
        }
        return;
    }
    if body.worn_armour_value() > 0 && body.armour_state == GearState::Damaged {
        let (gear, name) = (GearRef::Armour, armour_name());
        resolver.emit(Event::GearStateSet { who, gear, name, state });
    }
}

/// Returns the name of worn armour in events.
fn armour_name() -> Name {
    "armour".into()
}

/// Rolls the durability of one combatant's used gear.
///
/// FACT-GEAR-4: one roll for each weapon used to attack and each armour or shield that reduced a
/// hit: d6, on 1–2 intact becomes damaged, damaged becomes destroyed.
pub fn roll_durability_of_used_gear(resolver: &mut Resolver, who: CombatantId) {
    for UsedGear { gear, name, state } in used_gear_in_rolling_order(resolver.fight(), who) {
        let face = resolver.roll_die(&[who], 6);
        resolver.emit(Event::DurabilityRolled { who, gear, name: name.clone(), face });
        if face <= MAX_WEARING_FACE {
            resolver.emit(Event::GearStateSet { who, gear, name, state: state.next_worse() });
        }
    }
}

/// A piece of gear whose durability is rolled.
struct UsedGear {
    gear: GearRef,
    name: Name,
    state: GearState,
}

/// Returns the gear that a combatant used in this fight and that is not destroyed, also what it
/// dropped on the ground. Natural weapons never wear (FACT-GEAR-4). FACT-END-2: weapons first, then
/// shield, then armour.
fn used_gear_in_rolling_order(fight: &Fight, who: CombatantId) -> Vec<UsedGear> {
    let body = fight.body(who);
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let dropped = lying.filter(|item| item.dropped_by == Some(who));
    let is_rolled_for =
        |item: &&Item| item.used_in_fight && !item.is_natural && !item.is_destroyed();
    let mut items: Vec<&Item> = body.gear.iter().chain(dropped).filter(is_rolled_for).collect();
    // Stable, and false sorts before true: shields come after the weapons.
    items.sort_by_key(|item| item.shield_value > 0);
    let mut used_gear = Vec::new();
    for item in items {
        let (gear, name) = (GearRef::Item(item.id), item.name.clone());
        used_gear.push(UsedGear { gear, name, state: item.effective_state() });
    }
    if body.armour_used && body.worn_armour_value() > 0 {
        let (gear, name) = (GearRef::Armour, armour_name());
        used_gear.push(UsedGear { gear, name, state: body.armour_state });
    }
    used_gear
}

/// Returns whether a combatant's gear is rolled for. FACT-GEAR-4: NPC gear only on demand.
pub fn is_durability_rolled_for(fight: &Fight, who: CombatantId) -> bool {
    let combatant = fight.combatant(who);
    !combatant.is_npc() || fight.settings.npc_durability || combatant.body.has_durability_roll
}
