//! Attacks (FATES-ATK), from their declaration to their last result; the Destiny die (FATES-OPT-1).

use super::held_actions::{self, TriggeringEvent, WHOEVER_TRIGGERS};
use super::holdable_actions::ActionOrigin;
use super::rolls::{self, RollPool};
use super::sheet::{AimEffect, FreeActionTrait, Name, RangeBand, Skill, Weapon};
use super::state::{DestinyRule, Event};
use super::{Fight, Resolver, RuleResult, aim, damage, defend, visibility, zones};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::modifier::Modifier;
use crate::core::refusal_reason::RefusalReason;

/// FATES-ATK-1: a weapon in hand, or a natural one.
pub fn check_weapon_ready(
    fight: &Fight,
    who: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    find_ready_weapon(fight, who, weapon).map(|_| ())
}

fn find_ready_weapon<'a>(
    fight: &'a Fight,
    who: CombatantId,
    name: &Name,
) -> Result<&'a Weapon, RefusalReason> {
    fight.body(who).weapon_at_hand(name).ok_or(RefusalReason::new("not-in-hand", "FATES-ATK-1"))
}

/// FATES-ATK-1: another active combatant, as far as the attacker knows.
pub fn check_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let is_there = target != who
        && fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), target)
        && fight.body(target).is_active();
    if is_there {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "FATES-ATK-1").with_combatant(target))
    }
}

/// FATES-HOLD-7: a held action may also be meant for whoever triggers it.
pub fn check_held_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if target == WHOEVER_TRIGGERS { Ok(()) } else { check_target(fight, who, target) }
}

/// Oneself, another active combatant, or, held, whoever triggers it.
pub fn check_item_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if target == who { Ok(()) } else { check_held_target(fight, who, target) }
}

/// FATES-ATK-2: within the weapon's furthest band; melee weapons reach Close only. FATES-ZONE-5:
/// with no open path a target is out of range.
pub fn check_range(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    furthest: RangeBand,
) -> Result<(), RefusalReason> {
    check_target_in_band(target, zones::range_between(fight, who, target), furthest)
}

/// The same, where it is known how far away the target is.
pub fn check_target_in_band(
    target: CombatantId,
    band: Option<RangeBand>,
    furthest: RangeBand,
) -> Result<(), RefusalReason> {
    match band {
        None => Err(RefusalReason::new("door-closed", "FATES-ZONE-5").with_combatant(target)),
        Some(band) if band > furthest => {
            Err(RefusalReason::new("out-of-range", "FATES-ATK-2").with_combatant(target))
        }
        Some(_) => Ok(()),
    }
}

/// FATES-TURN-6: the trait whose Free Action an attack may be.
pub fn covering_trait(weapon: &Weapon) -> Option<FreeActionTrait> {
    matches!(weapon.skill, Skill::Brawl | Skill::HeavyMelee).then_some(FreeActionTrait::Brute)
}

pub fn furthest_band(weapon: &Weapon) -> RangeBand {
    if weapon.is_ranged { weapon.range_band } else { RangeBand::Close }
}

pub fn check_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    let weapon = find_ready_weapon(fight, who, weapon)?;
    check_target(fight, who, target)?;
    check_range(fight, who, target, furthest_band(weapon))
}

/// FATES-ATK-5: whether dice can still fall between two.
pub fn can_still_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    furthest: RangeBand,
) -> bool {
    let is_there = |one: CombatantId| fight.get(one).is_some_and(|one| one.body.is_active());
    is_there(who) && is_there(target) && check_range(fight, who, target, furthest).is_ok()
}

/// FATES-ATK-4: declare, held actions triggered by it, roll, Help window, compare, damage, results.
/// FATES-ROLL-5: attack dice, Destiny die, then damage dice. FATES-ATK-5: the attack is lost where
/// the dice cannot fall any more, and an Aim is kept.
pub fn resolve_attack(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon_name: &Name,
    origin: ActionOrigin,
) -> RuleResult {
    let Ok(weapon) = find_ready_weapon(resolver.fight(), who, weapon_name).cloned() else {
        return Ok(());
    };
    visibility::reveal_actor(resolver, who);
    let lost = Event::AttackAborted { who, target };
    resolver.emit(Event::AttackDeclared {
        who,
        target,
        weapon: weapon_name.clone(),
        is_held_action: origin.is_held(),
    });
    held_actions::fire_triggered_actions(resolver, &TriggeringEvent::Attacks { who, target })?;
    if !can_still_attack(resolver.fight(), who, target, furthest_band(&weapon)) {
        resolver.emit(lost);
        return Ok(());
    }
    let pool = attack_pool(resolver.fight(), who, target, &weapon, origin);
    rolls::roll_pool(resolver, who, pool);
    aim::use_up_aim(resolver, who);
    if !origin.is_held() {
        roll_destiny_die(resolver, who);
    }
    let total = rolls::ask_help_and_close_roll(resolver, who)?;
    if !can_still_attack(resolver.fight(), who, target, furthest_band(&weapon)) {
        resolver.emit(lost);
        return Ok(());
    }
    match defend::resolve_against_defense(resolver, who, target, total) {
        Some(margin) => damage::roll_damage(resolver, who, target, &weapon, margin),
        None => Ok(()),
    }
}

/// FATES-ATK-3: rank, range (FATES-ZONE-4), Aim (FATES-AIM-1) and Fate Point make the roll.
fn attack_pool(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    origin: ActionOrigin,
) -> RollPool {
    let body = fight.body(who);
    let band = zones::range_between(fight, who, target).unwrap_or(RangeBand::Close);
    let penalty = if weapon.is_ranged { zones::range_penalty(band) } else { 0 };
    let (bonus, dice) = match body.aim {
        Some(AimEffect::Bonus(rank)) => (rank, penalty),
        Some(AimEffect::Steady) => (0, aim::steadied_penalty(band, penalty)),
        None => (0, penalty),
    };
    let all = [
        Modifier::bonus(weapon.skill.key(), body.rank(weapon.skill)),
        Modifier::bonus("aim", bonus),
        Modifier::extra_dice("range", dice),
    ];
    let modifiers = all.into_iter().flatten().collect();
    RollPool {
        attribute: weapon.attribute,
        modifiers,
        spends_fate_point: origin.spends_fate_point(),
    }
}

/// FATES-OPT-1: with `momentum` an Attack roll in the own turn also rolls one d20; on 20, hit or
/// miss, the attacker Gains Momentum. FATES-TURN-5: at most once a turn.
fn roll_destiny_die(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().settings.destiny == DestinyRule::Off {
        return;
    }
    let face = resolver.roll_die(20);
    resolver.emit(Event::DestinyRolled { who, face });
    let turn = resolver.fight().state.turn.as_ref();
    let is_new = turn.is_some_and(|turn| turn.who == who && !turn.has_momentum);
    if face == 20 && is_new {
        resolver.emit(Event::MomentumGained(who));
    }
}
