//! Objects that can be tipped or hurled (RANKS-TERR-4).

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

/// How far an object can be hurled, in feet.
const HURL_RANGE: Feet = 15;

/// Returns the objects of the zone in which a combatant stands.
pub fn objects_in_zone_of(fight: &Fight, who: CombatantId) -> &[Object] {
    let zone = fight.zones.get(zone_of(fight, who));
    zone.map_or(&[], |zone| &zone.terrain.objects)
}

/// Returns the zone in which a combatant stands.
fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    zone_at_mark(fight, mark_of(fight, who))
}

/// Refuses an object that is not in the actor's zone, or a target that is no active enemy
/// (RANKS-TERR-4).
pub fn check_shift_ignoring_range(
    fight: &Fight,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    if !objects_in_zone_of(fight, who).iter().any(|present| present.name == *object) {
        return Err(RefusalReason::new("bad-target", "RANKS-TERR-4").with_cause("no-such-object"));
    }
    target.map_or(Ok(()), |target| check_enemy_target(fight, who, target, "RANKS-TERR-4"))
}

/// Refuses a target more than 15 ft away (RANKS-TERR-4).
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

/// Rolls a shift (RANKS-TERR-4): against the object's difficulty or, if it is aimed, against the
/// higher of that and the target's tumble. A success rolls the object's damage dice, whatever the
/// rank, and uses it up; without a target the GM says what it does. RANKS-FAT-1: a failure causes
/// fatigue.
pub fn roll_object_shift_for_damage_or_fatigue(
    resolver: &mut Resolver,
    who: CombatantId,
    object: &Name,
    target: Option<CombatantId>,
    options: ManeuverOptions,
) -> RuleResult {
    let zone = zone_of(resolver.fight(), who);
    let objects = objects_in_zone_of(resolver.fight(), who);
    let Some(object) = objects.iter().find(|present| present.name == *object).cloned() else {
        return Ok(());
    };
    let check = CheckRoll::new(who, Skill::Shift, CheckPurpose::Shift)
        .with_opponent(target)
        .with_luck(options.spends_luck);
    let total = checks::roll_check_total_spending_bonuses(resolver, check);
    let difficulty = i16::from(object.difficulty);
    let threshold = ask_or_roll_shift_threshold(resolver, who, target, difficulty, total)?;
    if let Some(target) = target
        && super::maneuvers::record_maneuver_if_lost(resolver, who, &[who, target])
    {
        return Ok(());
    }
    let context = CheckContext { who, target, purpose: CheckPurpose::Shift };
    if context.record_check_and_rank(resolver, total, threshold).is_none() {
        let rank = checks::failure_rank(threshold - total);
        return conditions::add_condition_and_knock_out_if_track_full(
            resolver,
            who,
            ConditionName::from_rank(ConditionTrack::Fatigue, rank),
        );
    }
    match target {
        None => resolver.emit(Event::ObjectTipped { who, object: object.name }),
        Some(target) => {
            resolver.emit(Event::ObjectUsed { zone, object: object.name });
            damage::roll_and_apply_damage(resolver, Some(who), target, object.damage)?;
        }
    }
    Ok(())
}

/// Returns what the total of a shift must reach: the difficulty of the object or, if it is aimed,
/// the higher of that and the target's tumble, for which the target may be asked to roll.
fn ask_or_roll_shift_threshold(
    resolver: &mut Resolver,
    who: CombatantId,
    target: Option<CombatantId>,
    difficulty: i16,
    shift_total: i16,
) -> RuleResult<i16> {
    let Some(target) = target else { return Ok(difficulty) };
    let demand = ResistDemand {
        target,
        actor: who,
        purpose: CheckPurpose::Shift,
        abilities: vec![Skill::Tumble.into()],
        min_resistance: difficulty,
    };
    responses::ask_and_roll_resistance_if_needed(resolver, &demand, shift_total)
}
