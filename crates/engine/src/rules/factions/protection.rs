//! Protection (FACT-PROT): armour, cover, concealment and barriers between attacker and target.

use super::Fight;
use super::attacks::AttackInProgress;
use super::zones::{are_nearby, protective_terrain};
use crate::core::ids::CombatantId;

/// Returns the target's armour value against an attack: armour, held shield and cover (FACT-DMG-1).
pub fn total_armour(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> u8 {
    let body = fight.body(target);
    let shield = body.held_shield().map_or(0, |shield| shield.shield_value);
    body.worn_armour_value() + shield + u8::from(has_cover_against_attack(fight, attack, target))
}

/// Returns whether cover protects the target. FACT-PROT-2: cover of the zone counts against
/// attackers who are not nearby, the GM's cover flag against everybody; neither counts if the
/// weapon is `penetrating` or the GM says that attacks go through. FACT-PROT-3, FACT-PROT-4: a
/// barrier that can be attacked over is cover.
fn has_cover_against_attack(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let body = fight.body(target);
    let is_penetrating = attack.weapon().is_some_and(|weapon| weapon.is_penetrating);
    let has_terrain_cover = || {
        body.behind_barrier
            || protective_terrain(fight, target).is_some_and(|terrain| terrain.cover)
    };
    let is_covered =
        body.flags.cover || (!are_nearby(fight, attack.attacker, target) && has_terrain_cover());
    is_covered && !is_penetrating && fight.settings.cover_counts
}

/// Returns whether concealment (`obscured`) impairs the damage of attacks, from any distance
/// (FACT-PROT-1).
fn is_obscured(fight: &Fight, target: CombatantId) -> bool {
    fight.body(target).flags.obscured
        || protective_terrain(fight, target).is_some_and(|terrain| terrain.obscured)
}

/// Returns whether damage is impaired. FACT-ATK-5: it is then d4 in place of the weapon's die;
/// being impaired twice changes nothing. FACT-ATK-4: bare hands always are. FACT-ATK-6: so is an
/// attack that holds back.
pub fn is_damage_impaired(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let is_weapon_impaired = attack.weapon().is_none_or(|weapon| weapon.is_impaired);
    is_weapon_impaired || attack.hold_back || is_obscured(fight, target)
}
