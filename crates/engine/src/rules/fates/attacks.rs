//! Attacks (FATES-ATK), from their declaration to their last result; the Destiny die (FATES-OPT-1).

use super::deeds::How;
use super::holds::{self, Happening, WHOEVER};
use super::rolls::{self, Pool};
use super::sheet::{Aim, Band, Name, Skill, Trait, Weapon};
use super::state::{Destiny, Note};
use super::{Fight, Scene, Step, aim, damage, defend, visibility, zones};
use crate::ids::{By, CombatantId};
use crate::modifier::Modifier;
use crate::why::Why;

/// FATES-ATK-1: a weapon in hand, or a natural one.
pub fn check_weapon(fight: &Fight, who: CombatantId, weapon: &Name) -> Result<(), Why> {
    find_weapon(fight, who, weapon).map(|_| ())
}

fn find_weapon<'a>(fight: &'a Fight, who: CombatantId, name: &Name) -> Result<&'a Weapon, Why> {
    fight.body(who).weapon_at_hand(name).ok_or(Why::new("not-in-hand", "FATES-ATK-1"))
}

/// FATES-ATK-1: another active combatant, as far as the attacker knows.
pub fn check_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let is_there = target != who
        && fight.knows(fight.viewer_of(By::Combatant(who)), target)
        && fight.body(target).is_active();
    if is_there { Ok(()) } else { Err(Why::new("bad-target", "FATES-ATK-1").about(target)) }
}

/// FATES-HOLD-7: a held action may also be meant for whoever triggers it.
pub fn check_held_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    if target == WHOEVER { Ok(()) } else { check_target(fight, who, target) }
}

/// Oneself, another active combatant, or, held, whoever triggers it.
pub fn check_receiver(fight: &Fight, who: CombatantId, on: CombatantId) -> Result<(), Why> {
    if on == who { Ok(()) } else { check_held_target(fight, who, on) }
}

/// FATES-ATK-2: within the weapon's furthest band; melee weapons reach Close only. FATES-ZONE-5:
/// with no open path a target is out of range.
pub fn check_range(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    furthest: Band,
) -> Result<(), Why> {
    check_band(target, zones::between(fight, who, target), furthest)
}

/// The same, where it is known how far away the target is.
pub fn check_band(target: CombatantId, band: Option<Band>, furthest: Band) -> Result<(), Why> {
    match band {
        None => Err(Why::new("door-closed", "FATES-ZONE-5").about(target)),
        Some(band) if band > furthest => Err(Why::new("out-of-range", "FATES-ATK-2").about(target)),
        Some(_) => Ok(()),
    }
}

/// FATES-TURN-6: the trait whose Free Action an attack may be.
pub fn covered_by(weapon: &Weapon) -> Option<Trait> {
    matches!(weapon.skill, Skill::Brawl | Skill::HeavyMelee).then_some(Trait::Brute)
}

pub fn furthest(weapon: &Weapon) -> Band {
    if weapon.ranged { weapon.band } else { Band::Close }
}

pub fn check(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> Result<(), Why> {
    let weapon = find_weapon(fight, who, weapon)?;
    check_target(fight, who, target)?;
    check_range(fight, who, target, furthest(weapon))
}

/// FATES-ATK-5: whether dice can still fall between two.
pub fn can_roll(fight: &Fight, who: CombatantId, target: CombatantId, furthest: Band) -> bool {
    let is_there = |one: CombatantId| fight.get(one).is_some_and(|one| one.body.is_active());
    is_there(who) && is_there(target) && check_range(fight, who, target, furthest).is_ok()
}

/// FATES-ATK-4: declare, held actions triggered by it, roll, Help window, compare, damage, results.
/// FATES-ROLL-5: attack dice, Destiny die, then damage dice. FATES-ATK-5: the attack is lost where
/// the dice cannot fall any more, and an Aim is kept.
pub fn attack(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    name: &Name,
    how: How,
) -> Step {
    let Ok(weapon) = find_weapon(scene.fight(), who, name).cloned() else { return Ok(()) };
    visibility::show(scene, who);
    let lost = Note::AttackLost { who, target };
    scene.note(Note::Attacked { who, target, weapon: name.clone(), held: how.is_held() });
    holds::spring(scene, &Happening::Attacks { who, target })?;
    if !can_roll(scene.fight(), who, target, furthest(&weapon)) {
        scene.note(lost);
        return Ok(());
    }
    let pool = pool(scene.fight(), who, target, &weapon, how);
    rolls::roll(scene, who, pool);
    aim::use_up(scene, who);
    if !how.is_held() {
        destiny(scene, who);
    }
    let total = rolls::close(scene, who)?;
    if !can_roll(scene.fight(), who, target, furthest(&weapon)) {
        scene.note(lost);
        return Ok(());
    }
    match defend::compare(scene, who, target, total) {
        Some(margin) => damage::hit(scene, who, target, &weapon, margin),
        None => Ok(()),
    }
}

/// FATES-ATK-3: rank, range (FATES-ZONE-4), Aim (FATES-AIM-1) and Fate Point make the roll.
fn pool(fight: &Fight, who: CombatantId, target: CombatantId, weapon: &Weapon, how: How) -> Pool {
    let body = fight.body(who);
    let band = zones::between(fight, who, target).unwrap_or(Band::Close);
    let penalty = if weapon.ranged { zones::penalty(band) } else { 0 };
    let (bonus, dice) = match body.aim {
        Some(Aim::Bonus(rank)) => (rank, penalty),
        Some(Aim::Steady) => (0, aim::steadied(band, penalty)),
        None => (0, penalty),
    };
    let all = [
        Modifier::plus(weapon.skill.key(), body.rank(weapon.skill)),
        Modifier::plus("aim", bonus),
        Modifier::dice("range", dice),
    ];
    let modifiers = all.into_iter().flatten().collect();
    Pool { attribute: weapon.attribute, modifiers, fp: how.fp() }
}

/// FATES-OPT-1: with `momentum` an Attack roll in the own turn also rolls one d20; on 20, hit or
/// miss, the attacker Gains Momentum. FATES-TURN-5: at most once a turn.
fn destiny(scene: &mut Scene, who: CombatantId) {
    if scene.fight().settings.destiny == Destiny::Off {
        return;
    }
    let face = scene.roll(20);
    scene.note(Note::DestinyRolled { who, face });
    let turn = scene.fight().state.turn.as_ref();
    let is_new = turn.is_some_and(|turn| turn.who == who && !turn.momentum);
    if face == 20 && is_new {
        scene.note(Note::Momentum(who));
    }
}
