//! Gear (FACT-GEAR): what breaks in a fight, and what wears out after it.

use super::attacks::Strike;
use super::sheet::{GearState, Name};
use super::state::{Gear, Note};
use super::{Fight, Scene};
use crate::ids::CombatantId;

/// FACT-GEAR-1: a damaged weapon or shield used to attack is destroyed when its damage die shows 1.
/// FACT-GEAR-3: an improvised weapon is treated as damaged.
pub fn strain(scene: &mut Scene, strike: &Strike, face: u8) {
    let Some(arm) = &strike.arm else { return };
    if face == 1 && !arm.natural && arm.wear() == GearState::Damaged {
        let (who, gear, name) = (strike.who, Gear::Item(arm.id), arm.name.clone());
        scene.note(Note::Worn { who, gear, name, state: GearState::Destroyed });
    }
}

/// What armour and shield have reduced counts as used (FACT-GEAR-4). FACT-GEAR-2: a hit whose die
/// is 8 or more destroys the target's damaged shield, or if it holds none, its damaged armour: one
/// item per hit, and that item still reduces this hit.
pub fn take(scene: &mut Scene, who: CombatantId, face: u8) {
    let body = scene.fight().body(who);
    let unused_shield = body.shield().filter(|item| !item.used).map(|item| item.id);
    let is_armour_new = body.worn() > 0 && !body.armour_used;
    if let Some(item) = unused_shield {
        scene.note(Note::Used { who, gear: Gear::Item(item) });
    }
    if is_armour_new {
        scene.note(Note::Used { who, gear: Gear::Armour });
    }
    if face < 8 {
        return;
    }
    let body = scene.fight().body(who);
    let shield = body.shield().map(|item| (item.id, item.name.clone(), item.wear()));
    let (worn, armour_state) = (body.worn(), body.armour_state);
    let state = GearState::Destroyed;
    match shield {
        Some((item, name, GearState::Damaged)) => {
            scene.note(Note::Worn { who, gear: Gear::Item(item), name, state });
        }
        None if worn > 0 && armour_state == GearState::Damaged => {
            scene.note(Note::Worn { who, gear: Gear::Armour, name: armour_name(), state });
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
pub fn roll_durability(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let lying = scene.fight().zones.iter().flat_map(|(_, zone)| &zone.ground.items);
    let all = body.gear.iter().chain(lying.filter(|item| item.left_by == Some(who)));
    let used = all.filter(|item| item.used && !item.natural && !item.is_destroyed());
    let mut due: Vec<(bool, Gear, Name, GearState)> = used
        .map(|item| (item.shield > 0, Gear::Item(item.id), item.name.clone(), item.wear()))
        .collect();
    due.sort_by_key(|(is_shield, ..)| *is_shield);
    if body.armour_used && body.worn() > 0 {
        due.push((true, Gear::Armour, armour_name(), body.armour_state));
    }
    for (_, gear, name, state) in due {
        let face = scene.roll(6);
        scene.note(Note::DurabilityRolled { who, gear, name: name.clone(), face });
        if face <= 2 {
            scene.note(Note::Worn { who, gear, name, state: state.worse() });
        }
    }
}

/// FACT-GEAR-4: NPC gear is rolled only on demand.
pub fn is_rolled_for(fight: &Fight, who: CombatantId) -> bool {
    let one = fight.one(who);
    !one.is_npc() || fight.settings.npc_durability || one.body.durability
}
