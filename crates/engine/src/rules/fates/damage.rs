//! Damage (FATES-DMG).

use super::sheet::{DamageType, Weapon};
use super::state::{Event, ResolveBand};
use super::{Fight, Resolver, RuleResult, fallen_fates, wounded};
use crate::core::ids::CombatantId;

/// A hit this far above the Defense halves the AR (FATES-DMG-2).
const PIERCING_MARGIN: u8 = 7;

/// Rolls the damage of a hit, subtracts the AR against its type, and takes the rest, at least 0,
/// from the target's Resolve (FATES-DMG-1).
///
/// The AR is halved by a big margin (FATES-DMG-2) or by Piercing, but not twice (FATES-DMG-3).
pub fn roll_and_deal_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    margin: u8,
) -> RuleResult {
    let dice = resolver.roll_pool(&[who, target], weapon.damage_pool());
    let total = dice.total().min(u8::MAX.into()) as u8;
    let is_halved = weapon.is_piercing || margin >= PIERCING_MARGIN;
    let full_armour = resolver.fight().body(target).armour_against(weapon.damage_type);
    let armour = if is_halved { full_armour / 2 } else { full_armour };
    resolver.emit(Event::DamageRolled {
        who,
        target,
        total,
        armour: Some(armour),
        is_armour_halved: Some(is_halved),
        dice: Some(dice),
    });
    lose_resolve_and_apply_wounded_or_fate(resolver, target, total.saturating_sub(armour))
}

/// Deals damage by the GM, with all its consequences (FATES-GM-3). The AR applies only if it has a
/// type.
pub fn deal_gm_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
    damage_type: Option<DamageType>,
) -> RuleResult {
    let armour =
        damage_type.map_or(0, |damage_type| resolver.fight().body(who).armour_against(damage_type));
    lose_resolve_and_apply_wounded_or_fate(resolver, who, amount.saturating_sub(armour))
}

/// Returns whether a combatant is in a Blaze turn, or will have one (FATES-FATE-8).
pub fn has_blaze_turn(fight: &Fight, who: CombatantId) -> bool {
    let turn = fight.state.turn.as_ref();
    fight.state.queued_blazes().any(|blazing| blazing == who)
        || turn.is_some_and(|turn| turn.is_blaze && turn.who == who)
}

/// Takes Resolve, the hit points of this system, which stops at 0 (FATES-DMG-4). A combatant with a
/// Blaze turn loses nothing. A hit that brings Resolve to 0 makes Wounded and calls no Fate
/// (FATES-COND-1); a hit on a Wounded combatant calls one, before anything else goes on
/// (FATES-FATE-1).
fn lose_resolve_and_apply_wounded_or_fate(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
) -> RuleResult {
    if has_blaze_turn(resolver.fight(), who) {
        resolver.emit(Event::DamageWithoutEffect(who));
        return Ok(());
    }
    let body = resolver.fight().body(who);
    let was_wounded = body.is_wounded;
    let lost = amount.min(body.resolve);
    let remaining = body.resolve - lost;
    let band = ResolveBand::from_resolve(remaining, body.resolve_max);
    resolver.emit(Event::ResolveLost { who, amount: Some(lost), remaining: Some(remaining), band });
    if was_wounded && amount > 0 {
        fallen_fates::ask_and_resolve_fallen_fate(resolver, who, amount)
    } else if lost > 0 && remaining == 0 {
        wounded::become_wounded_or_down_at_zero_resolve(resolver, who)
    } else {
        Ok(())
    }
}
