//! Damage (FATES-DMG).

use super::sheet::{DamageType, Weapon};
use super::state::{Event, ResolveBand};
use super::{Fight, Resolver, RuleResult, fallen_fates, wounded};
use crate::core::ids::CombatantId;

/// FATES-DMG-2: so far above the Defense a hit halves the AR.
const PIERCING_MARGIN: u8 = 7;

/// FATES-DMG-1: on a hit the weapon's damage dice, less the AR against its type, never less than 0.
/// FATES-DMG-2: the AR is halved where the roll is 7 or more above the Defense. FATES-DMG-3:
/// Piercing halves it on every hit, and a margin not once more.
pub fn roll_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    margin: u8,
) -> RuleResult {
    let dice = resolver.roll_pool(weapon.damage_pool());
    let total = dice.total().min(u8::MAX.into()) as u8;
    let is_halved = weapon.is_piercing || margin >= PIERCING_MARGIN;
    let armour = resolver.fight().body(target).armour_against(weapon.damage_type);
    let armour = if is_halved { armour / 2 } else { armour };
    let (shown, halved, dice) = (Some(armour), Some(is_halved), Some(dice));
    resolver.emit(Event::DamageRolled {
        who,
        target,
        total,
        armour: shown,
        is_armour_halved: halved,
        dice,
    });
    lose_resolve(resolver, target, total.saturating_sub(armour))
}

/// FATES-GM-3: damage by the GM, typed (AR applies) or untyped, with all its consequences.
pub fn deal_gm_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
    damage_type: Option<DamageType>,
) -> RuleResult {
    let armour = damage_type.map_or(0, |damage| resolver.fight().body(who).armour_against(damage));
    lose_resolve(resolver, who, amount.saturating_sub(armour))
}

/// FATES-FATE-8: somebody in, or about to have, a Blaze turn.
pub fn has_blaze_turn(fight: &Fight, who: CombatantId) -> bool {
    let turn = fight.state.turn.as_ref();
    fight.state.next_blaze == Some(who)
        || fight.state.later_blazes.contains(&who)
        || turn.is_some_and(|turn| turn.is_blaze && turn.who == who)
}

/// FATES-DMG-4: Resolve stops at 0, the excess is lost. FATES-COND-1: this hit never calls a Fate;
/// FATES-FATE-1: one that hurts the Wounded does, before anything else goes on.
fn lose_resolve(resolver: &mut Resolver, who: CombatantId, amount: u8) -> RuleResult {
    if has_blaze_turn(resolver.fight(), who) {
        resolver.emit(Event::DamageWithoutEffect(who));
        return Ok(());
    }
    let body = resolver.fight().body(who);
    let (was_wounded, lost) = (body.is_wounded, amount.min(body.resolve));
    let left = body.resolve - lost;
    let band = ResolveBand::from_resolve(left, body.resolve_max);
    resolver.emit(Event::ResolveLost { who, amount: Some(lost), remaining: Some(left), band });
    if was_wounded && amount > 0 {
        fallen_fates::ask_and_resolve_fate(resolver, who, amount)
    } else if lost > 0 && left == 0 {
        wounded::become_wounded_or_go_down(resolver, who)
    } else {
        Ok(())
    }
}
