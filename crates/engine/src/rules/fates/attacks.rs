//! Attacks (FATES-ATK), from the declaration to the last result, and the Destiny die (FATES-OPT-1).

use super::held_actions::{self, TriggeringEvent, WHOEVER_TRIGGERS};
use super::holdable_actions::ActionOrigin;
use super::rolls::{self, RollPool};
use super::sheet::{AimEffect, FreeActionTrait, Name, RangeBand, Skill, Weapon};
use super::state::{DestinyRule, Event};
use super::{Fight, Resolver, RuleResult, aim, damage, defend, visibility, zones};
use crate::core::ids::CombatantId;
use crate::core::modifier::Modifier;
use crate::core::refusal_reason::RefusalReason;

/// The Destiny die is a d20, and its highest face gives Momentum (FATES-TURN-5).
const DESTINY_DIE_SIDES: u8 = 20;

/// Refuses a weapon that is neither in hand nor natural (FATES-ATK-1).
pub fn check_weapon_ready(
    fight: &Fight,
    who: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    find_ready_weapon(fight, who, weapon).map(|_| ())
}

/// Returns a weapon in hand or natural; refuses any other (FATES-ATK-1).
fn find_ready_weapon<'a>(
    fight: &'a Fight,
    who: CombatantId,
    name: &Name,
) -> Result<&'a Weapon, RefusalReason> {
    fight.body(who).weapon_at_hand(name).ok_or(RefusalReason::new("not-in-hand", "FATES-ATK-1"))
}

/// Checks that the target is another active combatant whom the attacker knows (FATES-ATK-1).
pub fn check_known_active_other(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let is_valid =
        target != who && fight.controller_knows(who, target) && fight.body(target).is_active();
    RefusalReason::new("bad-target", "FATES-ATK-1").with_combatant(target).refuse_unless(is_valid)
}

/// Checks the target of a held action, which can also be whoever triggers it (FATES-HOLD-7).
pub fn check_target_or_triggerer(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if target == WHOEVER_TRIGGERS { Ok(()) } else { check_known_active_other(fight, who, target) }
}

/// Checks whom an item is used on: the actor, another active combatant, or, when held, whoever
/// triggers it.
pub fn check_item_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if target == who { Ok(()) } else { check_target_or_triggerer(fight, who, target) }
}

/// Checks that the target is within a band, and that an open path leads to it (FATES-ATK-2,
/// FATES-ZONE-5).
pub fn check_range(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    furthest: RangeBand,
) -> Result<(), RefusalReason> {
    check_target_in_band(target, zones::range_between(fight, who, target), furthest)
}

/// Checks a range that is already known; `None` means that there is no open path.
pub fn check_target_in_band(
    target: CombatantId,
    open_path_band: Option<RangeBand>,
    furthest: RangeBand,
) -> Result<(), RefusalReason> {
    match open_path_band {
        None => Err(RefusalReason::new("door-closed", "FATES-ZONE-5").with_combatant(target)),
        Some(open_path_band) if open_path_band > furthest => {
            Err(RefusalReason::new("out-of-range", "FATES-ATK-2").with_combatant(target))
        }
        Some(_) => Ok(()),
    }
}

/// Returns the trait whose Free Action an attack with this weapon can be (FATES-TURN-6).
pub fn free_action_trait(weapon: &Weapon) -> Option<FreeActionTrait> {
    matches!(weapon.skill, Skill::Brawl | Skill::HeavyMelee).then_some(FreeActionTrait::Brute)
}

/// Returns how far a weapon reaches: a ranged one to its band, any other Close (FATES-ATK-2).
pub fn furthest_band(weapon: &Weapon) -> RangeBand {
    if weapon.is_ranged { weapon.range_band } else { RangeBand::Close }
}

/// Checks that the weapon is at hand, and that the target can be attacked and is in range
/// (FATES-ATK-1, FATES-ATK-2).
pub fn check_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    let weapon = find_ready_weapon(fight, who, weapon)?;
    check_known_active_other(fight, who, target)?;
    check_range(fight, who, target, furthest_band(weapon))
}

/// Returns whether dice can still fall between two combatants: both are active, and in range
/// (FATES-ATK-5).
pub fn can_still_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    furthest: RangeBand,
) -> bool {
    let is_active = |who: CombatantId| {
        fight.get_present(who).is_some_and(|combatant| combatant.body.is_active())
    };
    is_active(who) && is_active(target) && check_range(fight, who, target, furthest).is_ok()
}

/// Resolves an attack (FATES-ATK-4): declaration, which reveals the attacker, held actions that it
/// triggers, roll, Help, comparison, damage, and results. Does nothing if the weapon is gone.
///
/// FATES-ROLL-5: first the attack dice fall, then the Destiny die, then the damage dice.
/// FATES-ATK-5: if the dice can no longer fall the attack is lost, but an Aim is kept.
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
    declare_attack_and_fire_triggers(resolver, who, target, weapon_name, origin)?;
    roll_declared_attack_and_damage(resolver, who, target, &weapon, origin)
}

/// Declares an attack, which reveals the attacker, and fires the held actions that it triggers.
fn declare_attack_and_fire_triggers(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon_name: &Name,
    origin: ActionOrigin,
) -> RuleResult {
    visibility::reveal_actor(resolver, who);
    resolver.emit(Event::AttackDeclared {
        who,
        target,
        weapon: weapon_name.clone(),
        is_held_action: origin.is_held(),
    });
    held_actions::fire_triggered_actions_in_turn_order(
        resolver,
        &TriggeringEvent::Attacks { who, target },
    )
}

/// Rolls an attack that is declared, which uses up the Aim, and on a hit its damage. If the dice
/// can no longer fall, before the roll or after the Help, the attack is aborted (FATES-ATK-5).
fn roll_declared_attack_and_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    origin: ActionOrigin,
) -> RuleResult {
    let aborted = Event::AttackAborted { who, target };
    if !can_still_attack(resolver.fight(), who, target, furthest_band(weapon)) {
        resolver.emit(aborted);
        return Ok(());
    }
    let pool = attack_pool(resolver.fight(), who, target, weapon, origin);
    rolls::roll_and_open_for_help(resolver, who, pool);
    aim::use_up_aim(resolver, who);
    if !origin.is_held() {
        roll_destiny_die_for_momentum(resolver, who);
    }
    let total = rolls::ask_help_and_close_roll(resolver, who)?;
    if !can_still_attack(resolver.fight(), who, target, furthest_band(weapon)) {
        resolver.emit(aborted);
        return Ok(());
    }
    match defend::record_hit_or_miss_ending_decisive_defend(resolver, who, target, total) {
        Some(margin) => damage::roll_and_deal_damage(resolver, who, target, weapon, margin),
        None => Ok(()),
    }
}

/// Builds the pool of an Attack roll (FATES-ATK-3) from rank, range (FATES-ZONE-4), Aim
/// (FATES-AIM-1) and Fate Point.
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
    let (aim_bonus, range_dice) = match body.aim {
        Some(AimEffect::Bonus(rank)) => (rank, penalty),
        Some(AimEffect::Steady) => (0, aim::steadied_penalty(band, penalty)),
        None => (0, penalty),
    };
    let parts = [
        Modifier::bonus(weapon.skill.key(), body.rank(weapon.skill)),
        Modifier::bonus("aim", aim_bonus),
        Modifier::extra_dice("range", range_dice),
    ];
    let modifiers = parts.into_iter().flatten().collect();
    RollPool {
        attribute: weapon.attribute,
        modifiers,
        spends_fate_point: origin.spends_fate_point(),
    }
}

/// Rolls a d20 with an Attack roll, unless the setting `destiny` is off (FATES-OPT-1). On 20 an
/// attacker in its own turn Gains Momentum, at most once per turn (FATES-TURN-5).
fn roll_destiny_die_for_momentum(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().settings.destiny == DestinyRule::Off {
        return;
    }
    let face = resolver.roll_die(&[who], DESTINY_DIE_SIDES);
    resolver.emit(Event::DestinyRolled { who, face });
    let turn = resolver.fight().state.turn.as_ref();
    let can_gain_momentum = turn.is_some_and(|turn| turn.who == who && !turn.has_momentum);
    if face == DESTINY_DIE_SIDES && can_gain_momentum {
        resolver.emit(Event::MomentumGained(who));
    }
}
