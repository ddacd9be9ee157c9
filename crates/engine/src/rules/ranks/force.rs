//! Forcing an opponent to move or to fall (RANKS-FORCE).

use super::checks::{self, CheckRoll};
use super::engagement::check_enemy_target;
use super::maneuvers::{self, ManeuverOptions};
use super::movement::{
    self, Route, mark_along, record_fall_prone_and_end_defend, walk_firing_triggers_and_count_feet,
};
use super::prompts::Question;
use super::responses;
use super::sheet::{Feet, Mark, Skill};
use super::state::{CheckPurpose, MovementKind};
use super::zones::{MARK_STEP, distance, mark_of};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// How an opponent is forced (RANKS-FORCE-1).
    ForceMethod {
        Arena = "arena",
        Grapple = "grapple",
    }
}

keyed_enum! {
    /// Where an opponent is forced to (RANKS-FORCE-2, RANKS-FORCE-5).
    ForceDirection {
        Left = "left",
        Right = "right",
        Down = "down",
        /// Away from the actor.
        Away = "away",
    }
}

/// Returns the least and the greatest distance of each method in feet (RANKS-FORCE-1).
pub fn force_reach_bounds(method: ForceMethod) -> (Feet, Feet) {
    match method {
        ForceMethod::Arena => (0, 15),
        ForceMethod::Grapple => (0, 5),
    }
}

/// Refuses a target that is no active enemy (RANKS-FORCE-1), or a method that does not fit the
/// direction (RANKS-FORCE-5).
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

/// Refuses a missing method or direction, and arena with the direction down: only a grapple brings
/// somebody down (RANKS-FORCE-5).
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

/// Refuses a target that is farther away than the method reaches (RANKS-FORCE-1).
pub fn check_force_reach(
    fight: &Fight,
    who: CombatantId,
    method: Option<ForceMethod>,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let (_, max_reach) = method.map_or((0, 0), force_reach_bounds);
    if distance(fight, who, target) > max_reach {
        return Err(RefusalReason::new("out-of-reach", "RANKS-FORCE-1").with_combatant(target));
    }
    Ok(())
}

/// Rolls a force. RANKS-FORCE-1: arena is resisted by arena, a grapple by grapple or tumble.
/// RANKS-FORCE-2: a success moves the target 5 ft per rank, as far as the walls let. RANKS-FORCE-5:
/// with the direction down the target falls prone instead.
pub fn roll_force_and_move_target(
    resolver: &mut Resolver,
    who: CombatantId,
    method: ForceMethod,
    target: CombatantId,
    direction: ForceDirection,
    options: ManeuverOptions,
) -> RuleResult {
    let (skill, resisting_abilities) = match method {
        ForceMethod::Arena => (Skill::Arena, vec![Skill::Arena.into()]),
        ForceMethod::Grapple => (Skill::Grapple, vec![Skill::Grapple.into(), Skill::Tumble.into()]),
    };
    let check = CheckRoll::new(who, skill, CheckPurpose::Force).with_luck(options.spends_luck);
    let success_rank = maneuvers::roll_resisted_check_and_rank_unless_lost(
        resolver,
        check,
        target,
        resisting_abilities,
    )?;
    let Some(rank) = success_rank else { return Ok(()) };
    let goes_left = match direction {
        ForceDirection::Down => {
            record_fall_prone_and_end_defend(resolver, target);
            return Ok(());
        }
        ForceDirection::Left => true,
        ForceDirection::Right => false,
        ForceDirection::Away => mark_of(resolver.fight(), target) < mark_of(resolver.fight(), who),
    };
    let feet = MARK_STEP * Feet::from(rank);
    drive_or_drag_target(resolver, who, method, target, goes_left, feet)
}

/// Moves a target that was forced so many feet, or as far as walls, hindrances and its own check
/// let: arena drives it (RANKS-FORCE-3), a grapple drags it (RANKS-FORCE-4).
fn drive_or_drag_target(
    resolver: &mut Resolver,
    who: CombatantId,
    method: ForceMethod,
    target: CombatantId,
    goes_left: bool,
    feet: Feet,
) -> RuleResult {
    let from = mark_of(resolver.fight(), target);
    let to = mark_along(resolver.fight(), from, goes_left, feet);
    if to == from {
        return Ok(());
    }
    let route = Route::new(resolver.fight(), target, to, MovementKind::Forced);
    let goal = match method {
        ForceMethod::Arena => ask_check_and_find_driven_end_mark(resolver, who, target, &route)?,
        ForceMethod::Grapple => drag_end_before_hard_hindrance(resolver.fight(), target, &route),
    };
    // The GM may have placed the target elsewhere while a prompt was open.
    if goal != from && mark_of(resolver.fight(), target) == from {
        walk_firing_triggers_and_count_feet(resolver, target, goal, MovementKind::Forced)?;
    }
    Ok(())
}

/// Returns the mark to which a target is driven (RANKS-FORCE-3). If terrain or an obstacle is on
/// the way, the target makes one movement check of its own: its fixed value or, for an action, a
/// roll for which it is asked. A failure causes fatigue and the target is moved all the same,
/// unless something stops it, or one of the two went out of action meanwhile (RANKS-COND-5).
fn ask_check_and_find_driven_end_mark(
    resolver: &mut Resolver,
    actor: CombatantId,
    driven: CombatantId,
    route: &Route,
) -> RuleResult<Mark> {
    let Some(hindrance) = route.hindrance_to_roll_for() else {
        // A target whose fixed value suffices is not asked, which must not be noticed.
        if route.task.is_some() {
            responses::wait_decoy_delay_if_hidden(resolver, driven)?;
        }
        return Ok(route.to);
    };
    let fixed_value = checks::fixed_value(resolver.fight(), driven, hindrance.skill);
    let question = Question::ForcedMove { who: driven, actor, hindrance };
    let response =
        responses::ask_and_pay_response(resolver, driven, question, &[hindrance.skill.into()])?;
    let was_placed = mark_of(resolver.fight(), driven) != route.from;
    if was_placed || maneuvers::record_maneuver_if_lost(resolver, actor, &[actor, driven]) {
        return Ok(route.from);
    }
    let total = match response {
        None => fixed_value,
        Some(response) => {
            let check = CheckRoll::new(driven, hindrance.skill, CheckPurpose::Driven);
            checks::roll_check_total_spending_bonuses(
                resolver,
                check.with_luck(response.spends_luck),
            )
        }
    };
    let stopped = route.record_check_fatigue_and_find_stopping_mark(
        resolver,
        driven,
        CheckPurpose::Driven,
        total,
    )?;
    Ok(stopped.unwrap_or(route.to))
}

/// Returns the mark to which a grapple drags a target (RANKS-FORCE-4). It makes no check and stops
/// on the last mark before anything that is too hard for its fixed value.
fn drag_end_before_hard_hindrance(fight: &Fight, target: CombatantId, route: &Route) -> Mark {
    let too_hard = route
        .hindrances
        .iter()
        .find(|found| movement::needs_movement_roll(fight, target, &found.hindrance));
    too_hard.map_or(route.to, |found| found.mark_before)
}
