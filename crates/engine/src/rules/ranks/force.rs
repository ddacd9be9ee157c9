//! Forcing an opponent to move (RANKS-FORCE).

use super::checks::{self, CheckContext, CheckRoll};
use super::engagement::check_enemy_target;
use super::maneuvers::ManeuverOptions;
use super::movement::{self, Route, mark_along, move_mark_by_mark, record_fall_prone};
use super::prompts::Question;
use super::responses::{self, ResistDemand};
use super::sheet::{Feet, Skill};
use super::state::{CheckPurpose, MovementKind};
use super::zones::{MARK_STEP, distance, mark_of};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// RANKS-FORCE-1.
    ForceMethod {
        Arena = "arena",
        Grapple = "grapple",
    }
}

keyed_enum! {
    /// RANKS-FORCE-2, RANKS-FORCE-5.
    ForceDirection {
        Left = "left",
        Right = "right",
        Down = "down",
        /// From whoever forces.
        Away = "away",
    }
}

/// RANKS-FORCE-1: how far each goes.
pub fn force_reach(method: ForceMethod) -> (Feet, Feet) {
    match method {
        ForceMethod::Arena => (0, 15),
        ForceMethod::Grapple => (0, 5),
    }
}

/// RANKS-FORCE-1: an active enemy. RANKS-FORCE-5: only a grapple brings somebody down.
pub fn check_force(
    fight: &Fight,
    who: CombatantId,
    method: Option<ForceMethod>,
    target: CombatantId,
    direction: Option<ForceDirection>,
) -> Result<(), RefusalReason> {
    check_enemy_target(fight, who, target, "RANKS-FORCE-1")?;
    check_method_and_direction(method, direction)
}

/// RANKS-FORCE-5: arena does not bring anybody down.
pub fn check_method_and_direction(
    method: Option<ForceMethod>,
    direction: Option<ForceDirection>,
) -> Result<(), RefusalReason> {
    match (method, direction) {
        (None, _) | (_, None) => Err(RefusalReason::new("bad-skill", "RANKS-FORCE-1")),
        (Some(ForceMethod::Arena), Some(ForceDirection::Down)) => {
            Err(RefusalReason::new("bad-skill", "RANKS-FORCE-5"))
        }
        (Some(_), Some(_)) => Ok(()),
    }
}

pub fn check_force_reach(
    fight: &Fight,
    who: CombatantId,
    method: Option<ForceMethod>,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let (_, most) = method.map_or((0, 0), force_reach);
    if distance(fight, who, target) > most {
        return Err(RefusalReason::new("out-of-reach", "RANKS-FORCE-1").with_combatant(target));
    }
    Ok(())
}

/// RANKS-FORCE-1: arena is resisted by arena, a grapple by grapple or tumble. RANKS-FORCE-2: a
/// success moves the target 5 ft per rank; walls stop it. RANKS-FORCE-5: or brings it down.
pub fn resolve_force(
    resolver: &mut Resolver,
    who: CombatantId,
    method: ForceMethod,
    target: CombatantId,
    direction: ForceDirection,
    options: ManeuverOptions,
) -> RuleResult {
    let (skill, with) = match method {
        ForceMethod::Arena => (Skill::Arena, vec![Skill::Arena.into()]),
        ForceMethod::Grapple => (Skill::Grapple, vec![Skill::Grapple.into(), Skill::Tumble.into()]),
    };
    let check = CheckRoll::new(who, skill, CheckPurpose::Force)
        .with_opponent(Some(target))
        .with_luck(options.spends_luck);
    let total = checks::roll_check(resolver, check);
    let threat = ResistDemand {
        target,
        actor: who,
        purpose: CheckPurpose::Force,
        abilities: with,
        min_resistance: 0,
    };
    let against = responses::resolve_resistance(resolver, &threat, total)?;
    if super::maneuvers::record_if_lost(resolver, who, &[who, target]) {
        return Ok(());
    }
    let verdict = CheckContext { who, target: Some(target), purpose: CheckPurpose::Force };
    let Some(rank) = verdict.record_outcome(resolver, total, against) else { return Ok(()) };
    let is_left = match direction {
        ForceDirection::Down => {
            record_fall_prone(resolver, target);
            return Ok(());
        }
        ForceDirection::Left => true,
        ForceDirection::Right => false,
        ForceDirection::Away => mark_of(resolver.fight(), target) < mark_of(resolver.fight(), who),
    };
    let from = mark_of(resolver.fight(), target);
    let to = mark_along(resolver.fight(), from, is_left, MARK_STEP * Feet::from(rank));
    if to == from {
        return Ok(());
    }
    let route = Route::new(resolver.fight(), target, to, MovementKind::Forced);
    let goal = match method {
        ForceMethod::Arena => resolve_driven_path(resolver, who, target, &route)?,
        ForceMethod::Grapple => dragged_to(resolver.fight(), target, &route),
    };
    // The GM may have placed it elsewhere meanwhile.
    if goal != from && mark_of(resolver.fight(), target) == from {
        move_mark_by_mark(resolver, target, goal, MovementKind::Forced)?;
    }
    Ok(())
}

/// RANKS-FORCE-3: over terrain and obstacles by one movement check of its own, fixed or, for an
/// action, rolled (W3); whoever fails is fatigued and moved all the same.
fn resolve_driven_path(
    resolver: &mut Resolver,
    actor: CombatantId,
    who: CombatantId,
    route: &Route,
) -> RuleResult<Feet> {
    let Some(over) = route.hindrance_to_roll_for() else {
        if route.task.is_some() {
            responses::wait_decoy_delay(resolver, who)?;
        }
        return Ok(route.to);
    };
    let fixed = checks::fixed_value(resolver.fight(), who, over.skill);
    let question = Question::ForcedMove { who, actor, hindrance: over };
    let response = responses::ask_response(resolver, who, question, &[over.skill.into()])?;
    let is_off = mark_of(resolver.fight(), who) != route.from;
    if is_off || super::maneuvers::record_if_lost(resolver, actor, &[who]) {
        return Ok(route.from);
    }
    let total = match response {
        None => fixed,
        Some(response) => {
            let check = CheckRoll::new(who, over.skill, CheckPurpose::Driven);
            checks::roll_check(resolver, check.with_luck(response.spends_luck))
        }
    };
    let stopped = route.apply_check_total(resolver, who, CheckPurpose::Driven, total)?;
    Ok(stopped.unwrap_or(route.to))
}

/// RANKS-FORCE-4: never a check: it stops on the last mark before anything that is too hard for its
/// fixed value.
fn dragged_to(fight: &Fight, who: CombatantId, route: &Route) -> Feet {
    let too_hard = route
        .hindrances
        .iter()
        .find(|thing| movement::needs_movement_roll(fight, who, &thing.hindrance));
    too_hard.map_or(route.to, |thing| thing.mark_before)
}
