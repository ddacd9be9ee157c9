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

/// RANKS-DEF-4: what a Defend stance adds.
const STANCE_BONUS: i16 = 10;
/// RANKS-READY-4: what fighting defensively adds.
const DEFENSIVE_BONUS: i16 = 5;

/// RANKS-ATK-2: the skill of each category.
pub fn attack_skill(category: WeaponCategory) -> Skill {
    match category {
        WeaponCategory::Unarmed => Skill::Strike,
        WeaponCategory::Close => Skill::Close,
        WeaponCategory::Light => Skill::Light,
        WeaponCategory::Martial => Skill::Martial,
        WeaponCategory::Long => Skill::Long,
    }
}

/// RANKS-ATK-2: the reach of each category, both ends included.
pub fn weapon_reach(category: WeaponCategory) -> (Feet, Feet) {
    match category {
        WeaponCategory::Unarmed | WeaponCategory::Close => (0, 5),
        WeaponCategory::Light | WeaponCategory::Martial => (5, 10),
        WeaponCategory::Long => (10, 15),
    }
}

/// RANKS-ATK-2: by what each category is defended.
fn defence_skill(category: WeaponCategory) -> Skill {
    match category {
        WeaponCategory::Unarmed | WeaponCategory::Close => Skill::Block,
        WeaponCategory::Light => Skill::Parry,
        WeaponCategory::Martial | WeaponCategory::Long => Skill::Deflect,
    }
}

/// RANKS-DEF-2: with a defence whose needs are not met the bare Dexterity is in its place: parry
/// needs a light weapon in hand; deflect a martial or long one, 5 ft of distance, and clearance.
pub fn defence_ability(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    category: WeaponCategory,
) -> Ability {
    let skill = defence_skill(category);
    let holds = |wanted: &[WeaponCategory]| {
        let mut held = fight.body(who).weapons_at_hand();
        held.any(|(_, weapon)| wanted.contains(&weapon.category))
    };
    let has_clearance = || {
        let zone = fight.zones.get(zone_at_mark(fight, mark_of(fight, who)));
        !zone.is_some_and(|zone| zone.terrain.is_narrow)
    };
    let is_met = match skill {
        Skill::Parry => holds(&[WeaponCategory::Light]),
        Skill::Deflect => {
            holds(&[WeaponCategory::Martial, WeaponCategory::Long])
                && distance(fight, who, attacker) >= 5
                && has_clearance()
        }
        _ => true,
    };
    if is_met { skill.into() } else { Ability::Attribute(Attribute::Dexterity) }
}

/// RANKS-ATK-1: an active enemy, with a weapon in hand or unarmed.
pub fn check_attack(
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

/// RANKS-ATK-1: at a distance within its reach, both ends included.
pub fn check_weapon_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), RefusalReason> {
    let weapon = fight.body(who).weapon_at_hand(weapon);
    weapon.map_or(Ok(()), |weapon| check_category_reach(fight, who, target, weapon.category))
}

/// … with a weapon of that category.
pub fn check_category_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    category: WeaponCategory,
) -> Result<(), RefusalReason> {
    let (least, most) = weapon_reach(category);
    match distance(fight, who, target) {
        near if near < least => {
            Err(RefusalReason::new("too-close", "RANKS-ATK-1").with_combatant(target))
        }
        far if far > most => {
            Err(RefusalReason::new("out-of-reach", "RANKS-ATK-1").with_combatant(target))
        }
        _ => Ok(()),
    }
}

/// RANKS-ATK-3: the attack skill against the resistance; below it the attack does nothing, else the
/// weapon's damage dice are rolled, +1D for every rank after the first.
pub fn resolve_attack(
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
    let total = checks::roll_check(
        resolver,
        check.with_opponent(Some(target)).with_luck(options.spends_luck),
    );
    let against = resolve_defence(resolver, who, target, weapon.category, total)?;
    if super::maneuvers::record_if_lost(resolver, who, &[who, target]) {
        return Ok(());
    }
    let verdict = CheckContext { who, target: Some(target), purpose: CheckPurpose::Attack };
    let Some(rank) = verdict.record_outcome(resolver, total, against) else { return Ok(()) };
    damage::roll_damage(resolver, Some(who), target, add_rank_dice(weapon.damage, rank))
}

/// The worst that an attack of this rank may do with any weapon at hand; none where whoever is
/// asked does not know the attacker's dice (RANKS-HID-1).
pub fn worst_attack_threat(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    rank: u8,
) -> Option<prompt::ThreatLevel> {
    let one = fight.get(attacker)?;
    if one.detail_for(fight.viewer_of(Initiator::Combatant(who))) < DetailLevel::Numbers {
        return None;
    }
    let weapons = one.body.weapons_at_hand().map(|(_, weapon)| weapon.damage);
    weapons.map(|dice| damage::damage_threat(fight, who, add_rank_dice(dice, rank))).max()
}

/// RANKS-ATK-3: +1D for every rank after the first.
fn add_rank_dice(code: DiceCode, rank: u8) -> DiceCode {
    DiceCode { dice: code.dice.saturating_add(rank.saturating_sub(1)), ..code }
}

/// RANKS-DEF-1: the fixed value of the defence, without any action. RANKS-DEF-3: an attack below it
/// misses at once, and nothing is used up. RANKS-DEF-5: with a stance no W1 opens. RANKS-READY-4:
/// nor where one fights defensively; in a stance that is kept.
fn resolve_defence(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    category: WeaponCategory,
    attack_total: i16,
) -> RuleResult<i16> {
    let with = defence_ability(resolver.fight(), target, attacker, category);
    let fixed = checks::fixed_value(resolver.fight(), target, with);
    if attack_total < fixed {
        return Ok(fixed);
    }
    let defended = |ability, purpose, plus| {
        let check = CheckRoll::new(target, ability, purpose).with_opponent(Some(attacker));
        CheckRoll { flat_bonus: plus, ..check }
    };
    if resolver.fight().body(target).is_in_defend_stance {
        let check = defended(
            stance_ability(resolver.fight().body(target), with),
            CheckPurpose::Stance,
            STANCE_BONUS,
        );
        return Ok(checks::roll_check(resolver, check).max(fixed));
    }
    if readied::fights_defensively(resolver.fight(), target, attacker) {
        readied::use_up_readied(resolver, target);
        let check = defended(with, CheckPurpose::Defend, DEFENSIVE_BONUS);
        return Ok(checks::roll_check(resolver, check).max(fixed));
    }
    let (purpose, with) = (CheckPurpose::Attack, vec![with]);
    let threat =
        ResistDemand { target, actor: attacker, purpose, abilities: with, min_resistance: 0 };
    responses::resolve_resistance(resolver, &threat, attack_total)
}

/// RANKS-DEF-4: a stance may be rolled with tumble instead, whichever code is higher.
fn stance_ability(body: &Body, defence: Ability) -> Ability {
    let tumble = Ability::Skill(Skill::Tumble);
    if body.dice_code(tumble) > body.dice_code(defence) { tumble } else { defence }
}

/// RANKS-DEF-4: on the defensive until the next full action.
pub fn take_defend_stance(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::DefendStanceTaken(who));
}
