//! Objects to tip and hurl (RANKS-TERR-4).

use super::checks::{self, Check, Verdict};
use super::conditions::{self, Ailment, Track};
use super::damage;
use super::deeds::How;
use super::engagement::check_enemy;
use super::responses::{self, Threat};
use super::sheet::{Feet, Name, Skill};
use super::state::{Note, Object, Purpose};
use super::zones::{distance, mark_of, zone_at};
use super::{Fight, Scene, Step};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// How far an object is hurled.
const FAR: Feet = 15;

/// The objects of the own zone.
pub fn here(fight: &Fight, who: CombatantId) -> (ZoneId, &[Object]) {
    let zone = zone_at(fight, mark_of(fight, who));
    (zone, fight.zones.get(zone).map_or(&[], |zone| &zone.ground.objects))
}

/// RANKS-TERR-4: an object of the own zone, aimed at an enemy or at nobody.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
) -> Result<(), Why> {
    if !here(fight, who).1.iter().any(|one| one.name == *object) {
        return Err(Why::new("bad-target", "RANKS-TERR-4").because("no-such-object"));
    }
    target.map_or(Ok(()), |target| check_enemy(fight, who, target, "RANKS-TERR-4"))
}

/// RANKS-TERR-4: within 15 ft.
pub fn check_reach(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), Why> {
    match target.filter(|target| distance(fight, who, *target) > FAR) {
        Some(target) => Err(Why::new("out-of-reach", "RANKS-TERR-4").about(target)),
        None => Ok(()),
    }
}

/// RANKS-TERR-4: shift against the difficulty; aimed, against the higher of that and the target's
/// tumble. Success: the object's damage dice, whatever the rank, and it is used up; without a
/// target the GM says what it does. RANKS-FAT-1: a failure causes fatigue.
pub fn shift(
    scene: &mut Scene,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
    how: How,
) -> Step {
    let (zone, objects) = here(scene.fight(), who);
    let Some(object) = objects.iter().find(|one| one.name == *object).cloned() else {
        return Ok(());
    };
    let least = i16::from(object.difficulty);
    let check = Check::new(who, Skill::Shift, Purpose::Shift).against(target).lucky(how.luck);
    let total = checks::roll(scene, check);
    let against = match target {
        None => least,
        Some(target) => {
            let (purpose, with) = (Purpose::Shift, vec![Skill::Tumble.into()]);
            let threat = Threat { who: target, actor: who, purpose, with, least };
            responses::resist(scene, &threat, total)?
        }
    };
    if target.is_some_and(|target| super::deeds::is_lost(scene, who, &[who, target])) {
        return Ok(());
    }
    let verdict = Verdict { who, target, purpose: Purpose::Shift };
    if verdict.of(scene, total, against).is_none() {
        let rank = checks::negative_rank(against - total);
        return conditions::put(scene, who, Ailment::of(Track::Fatigue, rank));
    }
    match target {
        None => scene.note(Note::Tipped { who, object: object.name }),
        Some(target) => {
            scene.note(Note::ObjectUsed { zone, object: object.name });
            damage::strike(scene, Some(who), target, object.damage)?;
        }
    }
    Ok(())
}
