//! Objects to tip and hurl (RANKS-TERR-4).

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{self, ConditionName, ConditionTrack};
use super::damage;
use super::engagement::check_enemy_target;
use super::maneuvers::ManeuverOptions;
use super::responses::{self, ResistDemand};
use super::sheet::{Feet, Name, Skill};
use super::state::{CheckPurpose, Event, Object};
use super::zones::{distance, mark_of, zone_at_mark};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// How far an object is hurled.
const HURL_RANGE: Feet = 15;

/// The objects of the own zone.
pub fn zone_and_objects(fight: &Fight, who: CombatantId) -> (ZoneId, &[Object]) {
    let zone = zone_at_mark(fight, mark_of(fight, who));
    (zone, fight.zones.get(zone).map_or(&[], |zone| &zone.terrain.objects))
}

/// RANKS-TERR-4: an object of the own zone, aimed at an enemy or at nobody.
pub fn check_shift(
    fight: &Fight,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    if !zone_and_objects(fight, who).1.iter().any(|one| one.name == *object) {
        return Err(RefusalReason::new("bad-target", "RANKS-TERR-4").with_cause("no-such-object"));
    }
    target.map_or(Ok(()), |target| check_enemy_target(fight, who, target, "RANKS-TERR-4"))
}

/// RANKS-TERR-4: within 15 ft.
pub fn check_shift_range(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    match target.filter(|target| distance(fight, who, *target) > HURL_RANGE) {
        Some(target) => {
            Err(RefusalReason::new("out-of-reach", "RANKS-TERR-4").with_combatant(target))
        }
        None => Ok(()),
    }
}

/// RANKS-TERR-4: shift against the difficulty; aimed, against the higher of that and the target's
/// tumble. Success: the object's damage dice, whatever the rank, and it is used up; without a
/// target the GM says what it does. RANKS-FAT-1: a failure causes fatigue.
pub fn resolve_shift(
    resolver: &mut Resolver,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
    options: ManeuverOptions,
) -> RuleResult {
    let (zone, objects) = zone_and_objects(resolver.fight(), who);
    let Some(object) = objects.iter().find(|one| one.name == *object).cloned() else {
        return Ok(());
    };
    let least = i16::from(object.difficulty);
    let check = CheckRoll::new(who, Skill::Shift, CheckPurpose::Shift)
        .with_opponent(target)
        .with_luck(options.spends_luck);
    let total = checks::roll_check(resolver, check);
    let against = match target {
        None => least,
        Some(target) => {
            let (purpose, with) = (CheckPurpose::Shift, vec![Skill::Tumble.into()]);
            let threat = ResistDemand {
                target,
                actor: who,
                purpose,
                abilities: with,
                min_resistance: least,
            };
            responses::resolve_resistance(resolver, &threat, total)?
        }
    };
    if target.is_some_and(|target| super::maneuvers::record_if_lost(resolver, who, &[who, target]))
    {
        return Ok(());
    }
    let verdict = CheckContext { who, target, purpose: CheckPurpose::Shift };
    if verdict.record_outcome(resolver, total, against).is_none() {
        let rank = checks::failure_rank(against - total);
        return conditions::apply_condition(
            resolver,
            who,
            ConditionName::from_rank(ConditionTrack::Fatigue, rank),
        );
    }
    match target {
        None => resolver.emit(Event::ObjectTipped { who, object: object.name }),
        Some(target) => {
            resolver.emit(Event::ObjectUsed { zone, object: object.name });
            damage::roll_damage(resolver, Some(who), target, object.damage)?;
        }
    }
    Ok(())
}
