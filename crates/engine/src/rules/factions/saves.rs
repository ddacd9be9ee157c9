//! Dice (FACT-CORE): saves. The order in which dice fall is that of the rules themselves; see
//! [`attack`](super::attacks::attack).

use super::sheet::Ability;
use super::state::{Note, Purpose, Saved};
use super::{Fight, Scene};
use crate::ids::CombatantId;

/// FACT-CORE-1: equal to or under the ability passes; a 1 always passes, a 20 always fails.
pub fn passes(face: u8, ability: u8) -> bool {
    face == 1 || (face != 20 && face <= ability)
}

fn ability_of(fight: &Fight, who: CombatantId, ability: Ability) -> u8 {
    fight.body(who).ability(ability)
}

/// FACT-CORE-1: one d20, made automatically when a rule calls for it.
pub fn roll(scene: &mut Scene, who: CombatantId, ability: Ability, purpose: Purpose) -> bool {
    let face = scene.roll(20);
    let value = ability_of(scene.fight(), who, ability);
    let passed = passes(face, value);
    scene.note(Note::Saved { who, ability, purpose, face, value: Some(value), passed });
    passed
}

/// FACT-CORE-2: one d20 for the whole group, compared with each member's own ability.
pub fn roll_group(
    scene: &mut Scene,
    group: &[CombatantId],
    ability: Ability,
    purpose: Purpose,
) -> Vec<Saved> {
    let face = scene.roll(20);
    let fight = scene.fight();
    let save = |who: &CombatantId| {
        let value = ability_of(fight, *who, ability);
        Saved { who: *who, value: Some(value), passed: passes(face, value) }
    };
    let members: Vec<Saved> = group.iter().map(save).collect();
    scene.note(Note::GroupSaved { ability, purpose, face, members: members.clone() });
    members
}
