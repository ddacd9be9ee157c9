//! Leaving the fight (RANKS-FLEE): over an end of the line, or by giving up.

use super::maneuvers::{ManeuverOptions, is_in_action};
use super::matching::{self, MatchableMove};
use super::movement::{
    self, Route, can_begin_movement, can_move, check_tumble_needed, move_mark_by_mark,
    movement_length, movement_rule,
};
use super::responses::actions_left;
use super::sheet::{ActionKind, Feet};
use super::state::{Event, ExitEnd, MovementKind};
use super::zones::{MARK_STEP, exit_for_side, has_hindrance, last_mark, mark_of};
use super::{Fight, Resolver, RuleResult, end};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// RANKS-FLEE-1.
    FleeMethod {
        Bonus = "bonus",
        Full = "full",
        Sprint = "sprint",
        /// RANKS-MOVE-2: a bonus move by a roll of tumble.
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

/// The mark at the exit end of somebody's side.
fn exit_mark(fight: &Fight, who: CombatantId) -> Option<Feet> {
    match exit_for_side(fight, &fight.body(who).side) {
        ExitEnd::Left => Some(0),
        ExitEnd::Right => Some(last_mark(fight)),
        ExitEnd::None => None,
    }
}

/// RANKS-FLEE-1: how long the way out is: to the end's mark, and 5 ft more.
fn exit_mark_and_length(fight: &Fight, who: CombatantId) -> Option<(Feet, Feet)> {
    let end = exit_mark(fight, who)?;
    Some((end, mark_of(fight, who).abs_diff(end) + MARK_STEP))
}

/// RANKS-FLEE-1: the length must reach the exit end's mark and 5 ft more.
pub fn check_flee(
    fight: &Fight,
    who: CombatantId,
    method: FleeMethod,
) -> Result<(), RefusalReason> {
    let Some((end, feet)) = exit_mark_and_length(fight, who) else {
        return Err(RefusalReason::new("no-path", "RANKS-FLEE-1"));
    };
    check_tumble_needed(method.movement_kind(), || has_hindrance(fight, mark_of(fight, who), end))?;
    if feet > movement_length(fight, who, method.movement_kind()) {
        return Err(RefusalReason::new("too-far", movement_rule(method.movement_kind())));
    }
    Ok(())
}

/// The first way of fleeing that is left and long enough, where nobody says.
pub fn default_flee_method(fight: &Fight, who: CombatantId) -> FleeMethod {
    let left: Vec<ActionKind> = actions_left(fight, who).collect();
    let can = |one: &FleeMethod| {
        left.contains(&one.action_cost()) && check_flee(fight, who, *one).is_ok()
    };
    FleeMethod::ALL.iter().copied().find(can).unwrap_or(FleeMethod::Sprint)
}

/// RANKS-FLEE-1: as any movement, which can be matched as any; if a matcher's action covers the
/// whole length the runner gets only to the end mark, else it is gone.
pub fn resolve_flee(
    resolver: &mut Resolver,
    who: CombatantId,
    method: FleeMethod,
    options: ManeuverOptions,
) -> RuleResult {
    let Some((end, feet)) = exit_mark_and_length(resolver.fight(), who) else { return Ok(()) };
    let (from, way) = (mark_of(resolver.fight(), who), method.movement_kind());
    let route = Route::with_length(resolver.fight(), who, end, way, feet);
    resolver.emit(Event::MovementDeclared { who, to: end, kind: way, is_flight: true });
    let stopped = movement::roll_movement_check(resolver, who, &route, options)?;
    let (goal, is_stopped) = (stopped.unwrap_or(end), stopped.is_some());
    if !is_in_action(resolver.fight(), who) || (is_stopped && goal == from) {
        return Ok(());
    }
    let feet = if is_stopped { goal.abs_diff(from) } else { feet };
    let is_left = end == 0;
    let matched =
        MatchableMove { mover: who, from, kind: way, goes_left: is_left, feet, task: route.task };
    let matchers = matching::ask_matchers(resolver, &matched)?;
    if !can_begin_movement(resolver.fight(), who, from) {
        return Ok(());
    }
    let walked = move_mark_by_mark(resolver, who, goal, way)?;
    let fight = resolver.fight();
    let is_there = !is_stopped && mark_of(fight, who) == end && can_move(fight, who);
    if is_there && matchers.iter().any(|matcher| matcher.max_feet >= feet) {
        resolver.emit(Event::Cornered(who));
    } else if is_there {
        resolver.emit(Event::Fled(who));
    }
    matching::move_matchers(resolver, &matchers, is_left, walked)?;
    end::end_if_one_sided(resolver)
}

/// RANKS-FLEE-2: out of the fight as conceded, no target any more.
pub fn concede_fight(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::Conceded(who));
    end::end_if_one_sided(resolver)
}
