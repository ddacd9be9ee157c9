//! Protection (FACT-PROT): armour, cover, concealment and barriers between attacker and target.

use super::Fight;
use super::attacks::AttackInProgress;
use super::zones::{are_nearby, protective_terrain};
use crate::core::ids::CombatantId;

/// FACT-DMG-1: the target's armour value: armour, held shield and cover.
pub fn total_armour(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> u8 {
    let body = fight.body(target);
    let shield = body.held_shield().map_or(0, |shield| shield.shield_value);
    body.worn_armour_value() + shield + u8::from(has_cover(fight, attack, target))
}

/// FACT-PROT-2: cover counts against attackers who are not nearby, that which the GM flags somebody
/// with against everybody, unless the weapon is `penetrating` or the GM says that attacks go
/// through. FACT-PROT-3, FACT-PROT-4: a barrier that can be attacked over is cover.
fn has_cover(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let body = fight.body(target);
    let is_through = attack.weapon().is_some_and(|weapon| weapon.is_penetrating);
    let has_ground = || {
        body.behind_barrier || protective_terrain(fight, target).is_some_and(|ground| ground.cover)
    };
    let is_covered =
        body.flags.cover || (!are_nearby(fight, attack.attacker, target) && has_ground());
    is_covered && !is_through && fight.settings.cover_counts
}

/// FACT-PROT-1: concealment (`obscured`) impairs the damage of attacks from any distance.
fn is_obscured(fight: &Fight, target: CombatantId) -> bool {
    fight.body(target).flags.obscured
        || protective_terrain(fight, target).is_some_and(|ground| ground.obscured)
}

/// FACT-ATK-5: impaired damage is d4 in place of the weapon's die; being impaired twice changes
/// nothing. FACT-ATK-4: unarmed always is; FACT-ATK-6: so is who holds back.
pub fn is_damage_impaired(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let is_weak = attack.weapon().is_none_or(|weapon| weapon.is_impaired);
    is_weak || attack.hold_back || is_obscured(fight, target)
}
