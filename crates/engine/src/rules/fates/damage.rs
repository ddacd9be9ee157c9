//! Damage (FATES-DMG).

use super::sheet::{DamageType, Weapon};
use super::state::{Band, Note};
use super::{Fight, Scene, Step, fallen, wounded};
use crate::ids::CombatantId;

/// FATES-DMG-2: so far above the Defense a hit halves the AR.
const PIERCING_MARGIN: u8 = 7;

/// FATES-DMG-1: on a hit the weapon's damage dice, less the AR against its type, never less than 0.
/// FATES-DMG-2: the AR is halved where the roll is 7 or more above the Defense. FATES-DMG-3:
/// Piercing halves it on every hit, and a margin not once more.
pub fn hit(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    margin: u8,
) -> Step {
    let dice = scene.throw(weapon.damage());
    let total = dice.total().min(u8::MAX.into()) as u8;
    let is_halved = weapon.piercing || margin >= PIERCING_MARGIN;
    let armour = scene.fight().body(target).armour(weapon.damage);
    let armour = if is_halved { armour / 2 } else { armour };
    let (shown, halved, dice) = (Some(armour), Some(is_halved), Some(dice));
    scene.note(Note::DamageRolled { who, target, total, armour: shown, halved, dice });
    lose(scene, target, total.saturating_sub(armour))
}

/// FATES-GM-3: damage by the GM, typed (AR applies) or untyped, with all its consequences.
pub fn harm(scene: &mut Scene, who: CombatantId, amount: u8, damage: Option<DamageType>) -> Step {
    let armour = damage.map_or(0, |damage| scene.fight().body(who).armour(damage));
    lose(scene, who, amount.saturating_sub(armour))
}

/// FATES-FATE-8: somebody in, or about to have, a Blaze turn.
pub fn is_blazing(fight: &Fight, who: CombatantId) -> bool {
    let turn = fight.state.turn.as_ref();
    fight.state.blaze == Some(who)
        || fight.state.later_blazes.contains(&who)
        || turn.is_some_and(|turn| turn.blaze && turn.who == who)
}

/// FATES-DMG-4: Resolve stops at 0, the excess is lost. FATES-COND-1: this hit never calls a Fate;
/// FATES-FATE-1: one that hurts the Wounded does, before anything else goes on.
fn lose(scene: &mut Scene, who: CombatantId, amount: u8) -> Step {
    if is_blazing(scene.fight(), who) {
        scene.note(Note::NoEffect(who));
        return Ok(());
    }
    let body = scene.fight().body(who);
    let (was_wounded, lost) = (body.wounded, amount.min(body.resolve));
    let left = body.resolve - lost;
    let band = Band::of(left, body.resolve_max);
    scene.note(Note::Lost { who, amount: Some(lost), left: Some(left), band });
    if was_wounded && amount > 0 {
        fallen::meet(scene, who, amount)
    } else if lost > 0 && left == 0 {
        wounded::reach_nought(scene, who)
    } else {
        Ok(())
    }
}
