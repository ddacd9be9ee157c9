//! Leaving the fight (RANKS-FLEE): over an end of the line, or by giving up.

use super::deeds::{How, is_in};
use super::matching::{self, Matched};
use super::movement::{self, Route, can_begin, can_move, check_tumble, length_of, rule_of, walk};
use super::responses::actions_left;
use super::sheet::{Action, Feet};
use super::state::{Exit, Note, Way};
use super::zones::{STEP, exit_of, is_hard, last_mark, mark_of};
use super::{Fight, Scene, Step, end};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

keyed! {
    /// RANKS-FLEE-1.
    Flight {
        Bonus = "bonus",
        Full = "full",
        Sprint = "sprint",
        /// RANKS-MOVE-2: a bonus move by a roll of tumble.
        Tumble = "tumble",
    }
}

impl Flight {
    pub fn way(self) -> Way {
        match self {
            Self::Bonus => Way::Bonus,
            Self::Full => Way::Full,
            Self::Sprint => Way::Sprint,
            Self::Tumble => Way::Tumble,
        }
    }

    pub fn cost(self) -> Action {
        match self {
            Self::Bonus | Self::Tumble => Action::Bonus,
            Self::Full | Self::Sprint => Action::Full,
        }
    }
}

/// The mark at the exit end of somebody's side.
fn exit_mark(fight: &Fight, who: CombatantId) -> Option<Feet> {
    match exit_of(fight, &fight.body(who).side) {
        Exit::Left => Some(0),
        Exit::Right => Some(last_mark(fight)),
        Exit::None => None,
    }
}

/// RANKS-FLEE-1: how long the way out is: to the end's mark, and 5 ft more.
fn way_out(fight: &Fight, who: CombatantId) -> Option<(Feet, Feet)> {
    let end = exit_mark(fight, who)?;
    Some((end, mark_of(fight, who).abs_diff(end) + STEP))
}

/// RANKS-FLEE-1: the length must reach the exit end's mark and 5 ft more.
pub fn check_flee(fight: &Fight, who: CombatantId, flight: Flight) -> Result<(), Why> {
    let Some((end, feet)) = way_out(fight, who) else {
        return Err(Why::new("no-path", "RANKS-FLEE-1"));
    };
    check_tumble(flight.way(), || is_hard(fight, mark_of(fight, who), end))?;
    if feet > length_of(fight, who, flight.way()) {
        return Err(Why::new("too-far", rule_of(flight.way())));
    }
    Ok(())
}

/// The first way of fleeing that is left and long enough, where nobody says.
pub fn default_flight(fight: &Fight, who: CombatantId) -> Flight {
    let left: Vec<Action> = actions_left(fight, who).collect();
    let can = |one: &Flight| left.contains(&one.cost()) && check_flee(fight, who, *one).is_ok();
    Flight::ALL.iter().copied().find(can).unwrap_or(Flight::Sprint)
}

/// RANKS-FLEE-1: as any movement, which can be matched as any; if a matcher's action covers the
/// whole length the runner gets only to the end mark, else it is gone.
pub fn flee(scene: &mut Scene, who: CombatantId, flight: Flight, how: How) -> Step {
    let Some((end, feet)) = way_out(scene.fight(), who) else { return Ok(()) };
    let (from, way) = (mark_of(scene.fight(), who), flight.way());
    let route = Route::of_length(scene.fight(), who, end, way, feet);
    scene.note(Note::SetsOut { who, to: end, way, flees: true });
    let stopped = movement::roll(scene, who, &route, how)?;
    let (goal, is_stopped) = (stopped.unwrap_or(end), stopped.is_some());
    if !is_in(scene.fight(), who) || (is_stopped && goal == from) {
        return Ok(());
    }
    let feet = if is_stopped { goal.abs_diff(from) } else { feet };
    let is_left = end == 0;
    let matched = Matched { mover: who, from, way, is_left, feet, over: route.task };
    let matchers = matching::ask(scene, &matched)?;
    if !can_begin(scene.fight(), who, from) {
        return Ok(());
    }
    let walked = walk(scene, who, goal, way)?;
    let fight = scene.fight();
    let is_there = !is_stopped && mark_of(fight, who) == end && can_move(fight, who);
    if is_there && matchers.iter().any(|matcher| matcher.most >= feet) {
        scene.note(Note::Cornered(who));
    } else if is_there {
        scene.note(Note::Fled(who));
    }
    matching::follow(scene, &matchers, is_left, walked)?;
    end::check(scene)
}

/// RANKS-FLEE-2: out of the fight as conceded, no target any more.
pub fn concede(scene: &mut Scene, who: CombatantId) -> Step {
    scene.note(Note::Conceded(who));
    end::check(scene)
}
