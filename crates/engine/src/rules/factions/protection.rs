//! Protection (FACT-PROT): armour, cover, concealment and barriers between attacker and target.

use super::Fight;
use super::attacks::Strike;
use super::zones::{are_nearby, ground_of};
use crate::ids::CombatantId;

/// FACT-DMG-1: the target's armour value: armour, held shield and cover.
pub fn armour(fight: &Fight, strike: &Strike, target: CombatantId) -> u8 {
    let body = fight.body(target);
    let shield = body.shield().map_or(0, |shield| shield.shield);
    body.worn() + shield + u8::from(has_cover(fight, strike, target))
}

/// FACT-PROT-2: cover counts against attackers who are not nearby, that which the GM flags somebody
/// with against everybody, unless the weapon is `penetrating` or the GM says that attacks go
/// through. FACT-PROT-3, FACT-PROT-4: a barrier that can be attacked over is cover.
fn has_cover(fight: &Fight, strike: &Strike, target: CombatantId) -> bool {
    let body = fight.body(target);
    let is_through = strike.weapon().is_some_and(|weapon| weapon.penetrating);
    let has_ground =
        || body.behind_barrier || ground_of(fight, target).is_some_and(|ground| ground.cover);
    let is_covered = body.flags.cover || (!are_nearby(fight, strike.who, target) && has_ground());
    is_covered && !is_through && fight.settings.cover_counts
}

/// FACT-PROT-1: concealment (`obscured`) impairs the damage of attacks from any distance.
fn is_obscured(fight: &Fight, target: CombatantId) -> bool {
    fight.body(target).flags.obscured
        || ground_of(fight, target).is_some_and(|ground| ground.obscured)
}

/// FACT-ATK-5: impaired damage is d4 in place of the weapon's die; being impaired twice changes
/// nothing. FACT-ATK-4: unarmed always is; FACT-ATK-6: so is who holds back.
pub fn is_impaired(fight: &Fight, strike: &Strike, target: CombatantId) -> bool {
    let is_weak = strike.weapon().is_none_or(|weapon| weapon.impaired);
    is_weak || strike.hold_back || is_obscured(fight, target)
}
