//! Gear (FACT-GEAR): what breaks in a fight, and what wears out after it.

use super::attacks::AttackInProgress;
use super::sheet::{GearState, Name};
use super::state::{Event, GearRef};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;

/// FACT-GEAR-1: a damaged weapon or shield used to attack is destroyed when its damage die shows 1.
/// FACT-GEAR-3: an improvised weapon is treated as damaged.
pub fn destroy_damaged_weapon_on_one(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    damage_face: u8,
) {
    let Some(arm) = &attack.weapon_item else { return };
    if damage_face == 1 && !arm.is_natural && arm.effective_state() == GearState::Damaged {
        let (who, gear, name) = (attack.attacker, GearRef::Item(arm.id), arm.name.clone());
        resolver.emit(Event::GearStateSet { who, gear, name, state: GearState::Destroyed });
    }
}

/// What armour and shield have reduced counts as used (FACT-GEAR-4). FACT-GEAR-2: a hit whose die
/// is 8 or more destroys the target's damaged shield, or if it holds none, its damaged armour: one
/// item per hit, and that item still reduces this hit.
pub fn record_protection_use_and_breakage(
    resolver: &mut Resolver,
    who: CombatantId,
    damage_face: u8,
) {
    let body = resolver.fight().body(who);
    let unused_shield = body.held_shield().filter(|item| !item.used_in_fight).map(|item| item.id);
    let is_armour_new = body.worn_armour_value() > 0 && !body.armour_used;
    if let Some(item) = unused_shield {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Item(item) });
    }
    if is_armour_new {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Armour });
    }
    if damage_face < 8 {
        return;
    }
    let body = resolver.fight().body(who);
    let shield =
        body.held_shield().map(|item| (item.id, item.name.clone(), item.effective_state()));
    let (worn, armour_state) = (body.worn_armour_value(), body.armour_state);
    let state = GearState::Destroyed;
    match shield {
        Some((item, name, GearState::Damaged)) => {
            resolver.emit(Event::GearStateSet { who, gear: GearRef::Item(item), name, state });
        }
        None if worn > 0 && armour_state == GearState::Damaged => {
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

/// What the armour worn is called.
fn armour_name() -> Name {
    "armour".into()
}

/// FACT-GEAR-4: one durability roll for each weapon used to attack and each armour or shield that
/// reduced a hit, also where it lies on the ground: d6, on 1–2 intact becomes damaged, damaged
/// becomes destroyed. Natural weapons never wear. FACT-END-2: weapons, shield, armour.
pub fn roll_durability(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let lying = resolver.fight().zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let all = body.gear.iter().chain(lying.filter(|item| item.dropped_by == Some(who)));
    let used = all.filter(|item| item.used_in_fight && !item.is_natural && !item.is_destroyed());
    let mut due: Vec<(bool, GearRef, Name, GearState)> = used
        .map(|item| {
            (
                item.shield_value > 0,
                GearRef::Item(item.id),
                item.name.clone(),
                item.effective_state(),
            )
        })
        .collect();
    due.sort_by_key(|(is_shield, ..)| *is_shield);
    if body.armour_used && body.worn_armour_value() > 0 {
        due.push((true, GearRef::Armour, armour_name(), body.armour_state));
    }
    for (_, gear, name, state) in due {
        let face = resolver.roll_die(6);
        resolver.emit(Event::DurabilityRolled { who, gear, name: name.clone(), face });
        if face <= 2 {
            resolver.emit(Event::GearStateSet { who, gear, name, state: state.next_worse() });
        }
    }
}

/// FACT-GEAR-4: NPC gear is rolled only on demand.
pub fn is_durability_rolled_for(fight: &Fight, who: CombatantId) -> bool {
    let one = fight.combatant(who);
    !one.is_npc() || fight.settings.npc_durability || one.body.has_durability_roll
}
