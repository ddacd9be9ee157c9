//! Dice (FACT-CORE): saves. [`resolve_attack`](super::attacks::resolve_attack) describes the order
//! in which dice fall.

use super::Resolver;
use super::sheet::Ability;
use super::state::{Event, SavePurpose, SaveResult};
use crate::core::ids::CombatantId;

/// Returns whether a save passes. FACT-CORE-1: equal to or under the ability passes; a 1 always
/// passes, a 20 always fails.
pub fn is_save_passed(face: u8, ability: u8) -> bool {
    face == 1 || (face != 20 && face <= ability)
}

/// Rolls a save with one d20, records it and returns whether it passed. FACT-CORE-1: it is made
/// automatically when a rule calls for it.
pub fn roll_d20_save(
    resolver: &mut Resolver,
    who: CombatantId,
    ability: Ability,
    purpose: SavePurpose,
) -> bool {
    let face = resolver.roll_die(&[who], 20);
    let value = resolver.fight().body(who).ability_value(ability);
    let passed = is_save_passed(face, value);
    resolver.emit(Event::SaveRolled {
        who,
        ability,
        purpose,
        face,
        ability_value: Some(value),
        passed,
    });
    passed
}

/// Rolls a group save, records it and returns each member's result. FACT-CORE-2: one d20 for the
/// whole group, compared with each member's own ability.
pub fn roll_one_d20_for_group_save(
    resolver: &mut Resolver,
    group: &[CombatantId],
    ability: Ability,
    purpose: SavePurpose,
) -> Vec<SaveResult> {
    let face = resolver.roll_die(resolver.fight().one_known_of(group), 20);
    let fight = resolver.fight();
    let result_of = |who: &CombatantId| {
        let value = fight.body(*who).ability_value(ability);
        SaveResult { who: *who, ability_value: Some(value), passed: is_save_passed(face, value) }
    };
    let members: Vec<SaveResult> = group.iter().map(result_of).collect();
    resolver.emit(Event::GroupSaveRolled { ability, purpose, face, members: members.clone() });
    members
}
