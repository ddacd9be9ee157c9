//! Leaving the fight (RANKS-FLEE): over an end of the line, or by giving up.

use super::maneuvers::{ManeuverOptions, is_in_action};
use super::matching::{self, MatchableMove};
use super::movement::{
    self, Route, can_begin_movement, can_move, check_tumble_needed, max_movement_feet,
    movement_rule_id, walk_firing_triggers_and_count_feet,
};
use super::responses::actions_left;
use super::sheet::{ActionKind, Feet, Mark};
use super::state::{Event, ExitEnd, MovementKind};
use super::zones::{MARK_STEP, exit_end_or_default, has_hindrance, last_mark, mark_of};
use super::{Fight, Resolver, RuleResult, end};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// How a combatant leaves the fight (RANKS-FLEE-1).
    FleeMethod {
        Bonus = "bonus",
        Full = "full",
        Sprint = "sprint",
        /// A bonus move by a roll of tumble (RANKS-MOVE-2).
        Tumble = "tumble",
    }
}

impl FleeMethod {
    pub fn movement_kind(self) -> MovementKind {
        match self {
            Self::Bonus => MovementKind::Bonus,
            Self::Full => MovementKind::Full,
            Self::Sprint => MovementKind::Sprint,
            Self::Tumble => MovementKind::Tumble,
        }
    }

    pub fn action_cost(self) -> ActionKind {
        match self {
            Self::Bonus | Self::Tumble => ActionKind::Bonus,
            Self::Full | Self::Sprint => ActionKind::Full,
        }
    }
}

/// Returns the mark at the exit end of a combatant's side; `None` if it has no exit.
fn exit_mark(fight: &Fight, who: CombatantId) -> Option<Mark> {
    match exit_end_or_default(fight, &fight.body(who).side) {
        ExitEnd::Left => Some(0),
        ExitEnd::Right => Some(last_mark(fight)),
        ExitEnd::None => None,
    }
}

/// Returns the exit mark and the length of the way out, which is 5 ft longer than the way to that
/// mark (RANKS-FLEE-1). Returns `None` if the side has no exit.
fn exit_mark_and_length(fight: &Fight, who: CombatantId) -> Option<(Mark, Feet)> {
    let exit = exit_mark(fight, who)?;
    Some((exit, mark_of(fight, who).abs_diff(exit) + MARK_STEP))
}

/// Checks that the movement is long enough to leave (RANKS-FLEE-1).
///
/// # Errors
///
/// Returns `no-path` without an exit, `bad-skill` for a needless tumble, or `too-far`.
pub fn check_flee(
    fight: &Fight,
    who: CombatantId,
    method: FleeMethod,
) -> Result<(), RefusalReason> {
    let Some((exit, length)) = exit_mark_and_length(fight, who) else {
        return Err(RefusalReason::new("no-path", "RANKS-FLEE-1"));
    };
    check_tumble_needed(method.movement_kind(), || {
        has_hindrance(fight, mark_of(fight, who), exit)
    })?;
    if length > max_movement_feet(fight, who, method.movement_kind()) {
        return Err(RefusalReason::new("too-far", movement_rule_id(method.movement_kind())));
    }
    Ok(())
}

/// Returns the first way of fleeing that is still paid for and long enough, for a command that
/// names none; else a sprint.
pub fn default_flee_method(fight: &Fight, who: CombatantId) -> FleeMethod {
    let actions: Vec<ActionKind> = actions_left(fight, who).collect();
    let is_possible = |method: &FleeMethod| {
        actions.contains(&method.action_cost()) && check_flee(fight, who, *method).is_ok()
    };
    FleeMethod::ALL.iter().copied().find(is_possible).unwrap_or(FleeMethod::Sprint)
}

/// Resolves a flight (RANKS-FLEE-1): the runner rolls if it must, engaged enemies may match it (pay
/// to move along), and then all move. If a matcher's payment covers the whole length, the runner
/// gets only to the end mark; otherwise it has left the fight.
pub fn resolve_flight_with_following_enemies(
    resolver: &mut Resolver,
    who: CombatantId,
    method: FleeMethod,
    options: ManeuverOptions,
) -> RuleResult {
    let Some((exit, length)) = exit_mark_and_length(resolver.fight(), who) else { return Ok(()) };
    let kind = method.movement_kind();
    let from = mark_of(resolver.fight(), who);
    let route = Route::with_sprint_length(resolver.fight(), who, exit, kind, length);
    resolver.emit(Event::MovementDeclared { who, to: exit, kind, is_flight: true });
    let stopping_mark =
        movement::find_stopping_mark_rolling_check_if_needed(resolver, who, &route, options)?;
    let is_stopped_at_once = stopping_mark == Some(from);
    if !is_in_action(resolver.fight(), who) || is_stopped_at_once {
        return Ok(());
    }
    let is_stopped = stopping_mark.is_some();
    let goal = stopping_mark.unwrap_or(exit);
    let feet = if is_stopped { goal.abs_diff(from) } else { length };
    let goes_left = exit == 0;
    let matched = MatchableMove { mover: who, from, kind, goes_left, feet, task: route.task };
    let answers = matching::ask_enemies_to_match(resolver, &matched)?;
    let matchers = matching::pay_and_roll_matchers(resolver, &matched, answers)?;
    if !can_begin_movement(resolver.fight(), who, from) {
        return Ok(());
    }
    let walked_feet = walk_firing_triggers_and_count_feet(resolver, who, goal, kind)?;
    let fight = resolver.fight();
    let reached_exit = !is_stopped && mark_of(fight, who) == exit && can_move(fight, who);
    let is_matched_all_the_way = matchers.iter().any(|matcher| matcher.max_feet >= feet);
    if reached_exit {
        resolver.emit(if is_matched_all_the_way { Event::Cornered(who) } else { Event::Fled(who) });
    }
    matching::move_matchers(resolver, &matchers, goes_left, walked_feet)?;
    end::decide_outcome_if_no_enemies_left(resolver)
}

/// Takes a combatant out of the fight as conceded; it can no longer be a target (RANKS-FLEE-2).
pub fn concede_fight(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::Conceded(who));
    end::decide_outcome_if_no_enemies_left(resolver)
}
