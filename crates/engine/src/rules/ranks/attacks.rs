//! Attack and defence (RANKS-ATK, RANKS-DEF).

use super::checks::{self, CheckContext, CheckRoll};
use super::damage;
use super::maneuvers::ManeuverOptions;
use super::readied;
use super::responses::{self, ResistDemand};
use super::sheet::{Ability, Attribute, Body, DiceCode, Feet, Name, Skill, WeaponCategory};
use super::state::{CheckPurpose, Event};
use super::zones::{distance, mark_of, zone_at_mark};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::prompt;
use crate::visibility::disclosure::DetailLevel;

/// The bonus of a Defend stance to the defence roll (RANKS-DEF-4).
const STANCE_BONUS: i16 = 10;
/// The bonus of a readied defence to the defence roll (RANKS-READY-4).
const DEFENSIVE_BONUS: i16 = 5;

/// Returns the skill that attacks with weapons of this category (RANKS-ATK-2).
pub fn attack_skill(category: WeaponCategory) -> Skill {
    match category {
        WeaponCategory::Unarmed => Skill::Strike,
        WeaponCategory::Close => Skill::Close,
        WeaponCategory::Light => Skill::Light,
        WeaponCategory::Martial => Skill::Martial,
        WeaponCategory::Long => Skill::Long,
    }
}

/// Returns the least and the greatest distance at which a category reaches, both included
/// (RANKS-ATK-2).
pub fn weapon_reach_bounds(category: WeaponCategory) -> (Feet, Feet) {
    match category {
        WeaponCategory::Unarmed | WeaponCategory::Close => (0, 5),
        WeaponCategory::Light | WeaponCategory::Martial => (5, 10),
        WeaponCategory::Long => (10, 15),
    }
}

/// Returns the skill that defends against a category (RANKS-ATK-2).
fn defence_skill(category: WeaponCategory) -> Skill {
    match category {
        WeaponCategory::Unarmed | WeaponCategory::Close => Skill::Block,
        WeaponCategory::Light => Skill::Parry,
        WeaponCategory::Martial | WeaponCategory::Long => Skill::Deflect,
    }
}

/// Returns what the defender rolls or is tested by. RANKS-DEF-2: if the needs of the defence skill
/// are not met, the bare Dexterity takes its place. Parry needs a light weapon in hand; deflect
/// needs a martial or long one, 5 ft of distance, and clearance.
pub fn defence_skill_or_dexterity(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    category: WeaponCategory,
) -> Ability {
    let skill = defence_skill(category);
    let holds = |categories: &[WeaponCategory]| {
        let mut weapons = fight.body(defender).weapons_at_hand();
        weapons.any(|(_, weapon)| categories.contains(&weapon.category))
    };
    let has_clearance = || {
        let zone = fight.zones.get(zone_at_mark(fight, mark_of(fight, defender)));
        !zone.is_some_and(|zone| zone.terrain.is_narrow)
    };
    let needs_are_met = match skill {
        Skill::Parry => holds(&[WeaponCategory::Light]),
        Skill::Deflect => {
            holds(&[WeaponCategory::Martial, WeaponCategory::Long])
                && distance(fight, defender, attacker) >= 5
                && has_clearance()
        }
        _ => true,
    };
    if needs_are_met { skill.into() } else { Ability::Attribute(Attribute::Dexterity) }
}

/// Refuses a target that is no active enemy, or a weapon that is neither in hand nor unarmed
/// (RANKS-ATK-1).
pub fn check_attack_ignoring_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    super::engagement::check_enemy_target(fight, who, target, "RANKS-ATK-1")?;
    if fight.body(who).weapon_at_hand(weapon).is_none() {
        return Err(RefusalReason::new("not-in-hand", "RANKS-ATK-1"));
    }
    Ok(())
}

/// Refuses a target out of the weapon's reach or too close for it (RANKS-ATK-1). Accepts a weapon
/// that is not at hand; [`check_attack_ignoring_reach`] refuses that.
pub fn check_weapon_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    let weapon = fight.body(who).weapon_at_hand(weapon);
    weapon.map_or(Ok(()), |weapon| check_category_reach(fight, who, target, weapon.category))
}

/// Refuses a target out of the reach of a weapon category or too close for it.
pub fn check_category_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    category: WeaponCategory,
) -> Result<(), RefusalReason> {
    let (least, most) = weapon_reach_bounds(category);
    match distance(fight, who, target) {
        feet if feet < least => {
            Err(RefusalReason::new("too-close", "RANKS-ATK-1").with_combatant(target))
        }
        feet if feet > most => {
            Err(RefusalReason::new("out-of-reach", "RANKS-ATK-1").with_combatant(target))
        }
        _ => Ok(()),
    }
}

/// Rolls an attack (RANKS-ATK-3): the attack skill against the resistance. Below it the attack does
/// nothing; otherwise the weapon's damage dice are rolled, +1D for every rank after the first.
/// Nothing happens, and that is no error, if the weapon is not at hand, or if attacker or target
/// are out of action once the target has answered.
pub fn roll_attack_and_damage_by_rank(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
    options: ManeuverOptions,
) -> RuleResult {
    let Some(weapon) = resolver.fight().body(who).weapon_at_hand(weapon).cloned() else {
        return Ok(());
    };
    let check = CheckRoll::new(who, attack_skill(weapon.category), CheckPurpose::Attack);
    let total = checks::roll_check_total_spending_bonuses(
        resolver,
        check.with_opponent(Some(target)).with_luck(options.spends_luck),
    );
    let threshold = ask_or_roll_defence_threshold(resolver, who, target, weapon.category, total)?;
    // Other acts may have come while the target was asked.
    let is_lost = super::maneuvers::record_maneuver_if_lost(resolver, who, &[who, target]);
    if is_lost {
        return Ok(());
    }
    let context = CheckContext { who, target: Some(target), purpose: CheckPurpose::Attack };
    match context.record_check_and_rank(resolver, total, threshold) {
        Some(rank) => {
            let damage_dice = add_rank_dice(weapon.damage, rank);
            damage::roll_and_apply_damage(resolver, Some(who), target, damage_dice)
        }
        None => Ok(()),
    }
}

/// Returns the worst that an attack of this rank may do to the defender with any weapon at hand.
/// Returns `None` if the attacker is gone or the defender does not know its dice (RANKS-HID-1).
pub fn worst_attack_threat_if_known(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    rank: u8,
) -> Option<prompt::ThreatLevel> {
    let combatant = fight.get_present(attacker)?;
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    if combatant.detail_for(viewer) < DetailLevel::Numbers {
        return None;
    }
    let threats = combatant.body.weapons_at_hand().map(|(_, weapon)| {
        let damage_dice = add_rank_dice(weapon.damage, rank);
        damage::worst_damage_threat(fight, defender, damage_dice)
    });
    threats.max()
}

/// Adds 1D for every rank after the first (RANKS-ATK-3).
fn add_rank_dice(code: DiceCode, rank: u8) -> DiceCode {
    DiceCode { dice: code.dice.saturating_add(rank.saturating_sub(1)), ..code }
}

/// Returns the total that an attack must reach; the target may be asked to roll for it.
///
/// RANKS-DEF-1: it is the fixed value of the defence, without any action. RANKS-DEF-3: an attack
/// below that misses at once and uses nothing up. Otherwise a target in a stance rolls and is not
/// asked (RANKS-DEF-5). Nor is one that has readied a defence, which is rolled and used up; in a
/// stance the readied check is kept (RANKS-READY-4). All others are asked whether they resist.
fn ask_or_roll_defence_threshold(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    category: WeaponCategory,
    attack_total: i16,
) -> RuleResult<i16> {
    let ability = defence_skill_or_dexterity(resolver.fight(), target, attacker, category);
    let fixed = checks::fixed_value(resolver.fight(), target, ability);
    if attack_total < fixed {
        return Ok(fixed);
    }
    let defending = resolver.fight().body(target);
    if defending.is_in_defend_stance {
        let check = CheckRoll {
            flat_bonus: STANCE_BONUS,
            ..CheckRoll::new(target, stance_ability(defending, ability), CheckPurpose::Stance)
        };
        return Ok(roll_defence_total_at_least(resolver, check, attacker, fixed));
    }
    if readied::fights_defensively(resolver.fight(), target, attacker) {
        readied::use_up_readied(resolver, target);
        let check = CheckRoll {
            flat_bonus: DEFENSIVE_BONUS,
            ..CheckRoll::new(target, ability, CheckPurpose::Defend)
        };
        return Ok(roll_defence_total_at_least(resolver, check, attacker, fixed));
    }
    let demand = ResistDemand {
        target,
        actor: attacker,
        purpose: CheckPurpose::Attack,
        abilities: vec![ability],
        min_resistance: 0,
    };
    responses::ask_and_roll_resistance_if_needed(resolver, &demand, attack_total)
}

/// Rolls a defence against an attacker and returns its total, or the fixed value if that is higher.
fn roll_defence_total_at_least(
    resolver: &mut Resolver,
    defence: CheckRoll,
    attacker: CombatantId,
    fixed_value: i16,
) -> i16 {
    let check = defence.with_opponent(Some(attacker));
    checks::roll_check_total_spending_bonuses(resolver, check).max(fixed_value)
}

/// Returns tumble if its code is higher than that of the defence (RANKS-DEF-4).
fn stance_ability(body: &Body, defence: Ability) -> Ability {
    let tumble = Ability::Skill(Skill::Tumble);
    if body.skill_or_attribute_dice_code(tumble) > body.skill_or_attribute_dice_code(defence) {
        tumble
    } else {
        defence
    }
}

/// Puts `who` on the defensive until its next full action (RANKS-DEF-4).
pub fn take_defend_stance(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::DefendStanceTaken(who));
}
