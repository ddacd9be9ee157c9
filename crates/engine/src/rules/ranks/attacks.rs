//! Attack and defence (RANKS-ATK, RANKS-DEF).

use super::checks::{self, Check, Verdict};
use super::damage;
use super::deeds::How;
use super::readied;
use super::responses::{self, Threat};
use super::sheet::{Ability, Attribute, Body, Category, Code, Feet, Name, Skill};
use super::state::{Note, Purpose};
use super::zones::{distance, mark_of, zone_at};
use super::{Fight, Scene, Step};
use crate::ids::{By, CombatantId};
use crate::ladder::Detail;
use crate::prompt;
use crate::why::Why;

/// RANKS-DEF-4: what a Defend stance adds.
const STANCE: i16 = 10;
/// RANKS-READY-4: what fighting defensively adds.
const DEFENSIVELY: i16 = 5;

/// RANKS-ATK-2: the skill of each category.
pub fn skill_of(category: Category) -> Skill {
    match category {
        Category::Unarmed => Skill::Strike,
        Category::Close => Skill::Close,
        Category::Light => Skill::Light,
        Category::Martial => Skill::Martial,
        Category::Long => Skill::Long,
    }
}

/// RANKS-ATK-2: the reach of each category, both ends included.
pub fn reach_of(category: Category) -> (Feet, Feet) {
    match category {
        Category::Unarmed | Category::Close => (0, 5),
        Category::Light | Category::Martial => (5, 10),
        Category::Long => (10, 15),
    }
}

/// RANKS-ATK-2: by what each category is defended.
fn defence_against(category: Category) -> Skill {
    match category {
        Category::Unarmed | Category::Close => Skill::Block,
        Category::Light => Skill::Parry,
        Category::Martial | Category::Long => Skill::Deflect,
    }
}

/// RANKS-DEF-2: with a defence whose needs are not met the bare Dexterity is in its place: parry
/// needs a light weapon in hand; deflect a martial or long one, 5 ft of distance, and clearance.
pub fn defence(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    category: Category,
) -> Ability {
    let skill = defence_against(category);
    let holds = |wanted: &[Category]| {
        let mut held = fight.body(who).weapons_at_hand();
        held.any(|(_, weapon)| wanted.contains(&weapon.category))
    };
    let has_clearance = || {
        let zone = fight.zones.get(zone_at(fight, mark_of(fight, who)));
        !zone.is_some_and(|zone| zone.ground.narrow)
    };
    let is_met = match skill {
        Skill::Parry => holds(&[Category::Light]),
        Skill::Deflect => {
            holds(&[Category::Martial, Category::Long])
                && distance(fight, who, attacker) >= 5
                && has_clearance()
        }
        _ => true,
    };
    if is_met { skill.into() } else { Ability::Attribute(Attribute::Dexterity) }
}

/// RANKS-ATK-1: an active enemy, with a weapon in hand or unarmed.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), Why> {
    super::engagement::check_enemy(fight, who, target, "RANKS-ATK-1")?;
    if fight.body(who).weapon_at_hand(weapon).is_none() {
        return Err(Why::new("not-in-hand", "RANKS-ATK-1"));
    }
    Ok(())
}

/// RANKS-ATK-1: at a distance within its reach, both ends included.
pub fn check_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), Why> {
    let weapon = fight.body(who).weapon_at_hand(weapon);
    weapon.map_or(Ok(()), |weapon| check_distance(fight, who, target, weapon.category))
}

/// … with a weapon of that category.
pub fn check_distance(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    category: Category,
) -> Result<(), Why> {
    let (least, most) = reach_of(category);
    match distance(fight, who, target) {
        near if near < least => Err(Why::new("too-close", "RANKS-ATK-1").about(target)),
        far if far > most => Err(Why::new("out-of-reach", "RANKS-ATK-1").about(target)),
        _ => Ok(()),
    }
}

/// RANKS-ATK-3: the attack skill against the resistance; below it the attack does nothing, else the
/// weapon's damage dice are rolled, +1D for every rank after the first.
pub fn attack(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
    how: How,
) -> Step {
    let Some(weapon) = scene.fight().body(who).weapon_at_hand(weapon).cloned() else {
        return Ok(());
    };
    let check = Check::new(who, skill_of(weapon.category), Purpose::Attack);
    let total = checks::roll(scene, check.against(Some(target)).lucky(how.luck));
    let against = resistance(scene, who, target, weapon.category, total)?;
    if super::deeds::is_lost(scene, who, &[who, target]) {
        return Ok(());
    }
    let verdict = Verdict { who, target: Some(target), purpose: Purpose::Attack };
    let Some(rank) = verdict.of(scene, total, against) else { return Ok(()) };
    damage::strike(scene, Some(who), target, raised(weapon.damage, rank))
}

/// The worst that an attack of this rank may do with any weapon at hand; none where whoever is
/// asked does not know the attacker's dice (RANKS-HID-1).
pub fn worst(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    rank: u8,
) -> Option<prompt::Threat> {
    let one = fight.get(attacker)?;
    if one.look_of(fight.viewer_of(By::Combatant(who))) < Detail::Numbers {
        return None;
    }
    let weapons = one.body.weapons_at_hand().map(|(_, weapon)| weapon.damage);
    weapons.map(|dice| damage::threat(fight, who, raised(dice, rank))).max()
}

/// RANKS-ATK-3: +1D for every rank after the first.
fn raised(dice: Code, rank: u8) -> Code {
    Code { dice: dice.dice.saturating_add(rank.saturating_sub(1)), ..dice }
}

/// RANKS-DEF-1: the fixed value of the defence, without any action. RANKS-DEF-3: an attack below it
/// misses at once, and nothing is used up. RANKS-DEF-5: with a stance no W1 opens. RANKS-READY-4:
/// nor where one fights defensively; in a stance that is kept.
fn resistance(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    category: Category,
    total: i16,
) -> Step<i16> {
    let with = defence(scene.fight(), target, who, category);
    let fixed = checks::fixed(scene.fight(), target, with);
    if total < fixed {
        return Ok(fixed);
    }
    let defended = |ability, purpose, plus| {
        let check = Check::new(target, ability, purpose).against(Some(who));
        Check { plus, ..check }
    };
    if scene.fight().body(target).defending {
        let check = defended(stance(scene.fight().body(target), with), Purpose::Stance, STANCE);
        return Ok(checks::roll(scene, check).max(fixed));
    }
    if readied::fights_defensively(scene.fight(), target, who) {
        readied::use_up(scene, target);
        let check = defended(with, Purpose::Defend, DEFENSIVELY);
        return Ok(checks::roll(scene, check).max(fixed));
    }
    let (purpose, with) = (Purpose::Attack, vec![with]);
    let threat = Threat { who: target, actor: who, purpose, with, least: 0 };
    responses::resist(scene, &threat, total)
}

/// RANKS-DEF-4: a stance may be rolled with tumble instead, whichever code is higher.
fn stance(body: &Body, with: Ability) -> Ability {
    let tumble = Ability::Skill(Skill::Tumble);
    if body.code(tumble) > body.code(with) { tumble } else { with }
}

/// RANKS-DEF-4: on the defensive until the next full action.
pub fn defend(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Defends(who));
}
