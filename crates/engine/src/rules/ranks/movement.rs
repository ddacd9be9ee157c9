//! Movement of every kind (RANKS-MOVE): how far it goes, the one check that it may need, and the
//! movement itself, mark by mark.

use std::cell::LazyCell;

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{self, ConditionName, ConditionTrack};
use super::maneuvers::{ManeuverOptions, is_in_action};
use super::matching::{self, MatchableMove};
use super::readied;
use super::responses::spend_action;
use super::sheet::{ActionKind, Feet, Mark, Skill};
use super::state::{CheckPurpose, Event, FailedMoves, Hindrance, MovementKind, RoundResource};
use super::zones::{
    self, MARK_STEP, RouteHindrance, hindrances_between, last_mark, mark_of, marks_between,
};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The greatest distance of a sprint (RANKS-MOVE-4).
pub const MAX_SPRINT: Feet = 60;

/// The goal that stands for a target whose name fits nobody.
pub const UNKNOWN_TARGET_MARK: Mark = Mark::MAX;

/// Returns how far a movement of this kind may go; [`Feet::MAX`] where something else limits it.
pub fn max_movement_feet(fight: &Fight, who: CombatantId, kind: MovementKind) -> Feet {
    let body = fight.body(who);
    match kind {
        MovementKind::Incidental | MovementKind::Bonus | MovementKind::Tumble => body.half_move(),
        MovementKind::Full => body.move_feet,
        MovementKind::Sprint => MAX_SPRINT,
        MovementKind::Match | MovementKind::Forced | MovementKind::Placed => Feet::MAX,
    }
}

/// A way along the line, and what lies on it.
#[derive(Clone, Debug)]
pub struct Route {
    pub from: Mark,
    pub to: Mark,
    pub hindrances: Vec<RouteHindrance>,
    /// The one check that the movement may need (RANKS-MOVE-5).
    pub task: Option<MovementTask>,
}

/// The one skill and difficulty that a movement must overcome.
#[derive(Clone, Copy, Debug)]
pub struct MovementTask {
    pub hindrance: Hindrance,
    pub is_rolled: bool,
}

impl MovementTask {
    /// Makes the task of a movement over a hindrance. RANKS-MOVE-5: a difficulty up to the fixed
    /// value is not rolled and succeeds. RANKS-MOVE-2: in a bonus move tumble is rolled if the
    /// fixed value does not suffice or the mover wants it.
    fn new(fight: &Fight, who: CombatantId, hindrance: Hindrance, kind: MovementKind) -> Self {
        let is_hard = needs_movement_roll(fight, who, &hindrance);
        let is_tumbled = kind == MovementKind::Tumble || (kind == MovementKind::Bonus && is_hard);
        let skill = if is_tumbled { Skill::Tumble } else { hindrance.skill };
        Self { hindrance: Hindrance { skill, ..hindrance }, is_rolled: is_hard || is_tumbled }
    }
}

impl Route {
    /// Builds the route to a mark. RANKS-MOVE-3: the hardest hindrance sets skill and difficulty,
    /// of equals the first. RANKS-MOVE-4: for a sprint the distance is a hindrance too, and the
    /// first.
    pub fn new(fight: &Fight, who: CombatantId, to: Mark, kind: MovementKind) -> Self {
        let feet = mark_of(fight, who).abs_diff(to);
        Self::with_sprint_length(fight, who, to, kind, feet)
    }

    /// Builds a route whose sprint difficulty follows from `feet` and not from the distance to
    /// `to`.
    pub fn with_sprint_length(
        fight: &Fight,
        who: CombatantId,
        to: Mark,
        kind: MovementKind,
        feet: Feet,
    ) -> Self {
        let from = mark_of(fight, who);
        let mut hindrances: Vec<RouteHindrance> = hindrances_between(fight, from, to).collect();
        if kind == MovementKind::Sprint {
            let difficulty = zones::sprint_difficulty(feet);
            let hindrance = Hindrance { skill: Skill::Sprint, difficulty, stops_on_failure: false };
            hindrances.insert(0, RouteHindrance { hindrance, mark_before: from });
        }
        // `max_by_key` returns the last maximum, so that the order is reversed.
        let hardest = hindrances.iter().rev().max_by_key(|found| found.hindrance.difficulty);
        let task = hardest.map(|found| MovementTask::new(fight, who, found.hindrance, kind));
        Self { from, to, hindrances, task }
    }

    /// Returns the mark on which a failed check stops the mover (RANKS-MOVE-6): the last one before
    /// a hindrance flagged `stops` whose difficulty the total did not reach; `None` if nothing
    /// stops it. RANKS-OPT-2: with the setting `stop` every hindrance counts as flagged.
    fn stopping_mark(&self, fight: &Fight, check_total: i16) -> Option<Mark> {
        let all_stop = fight.settings.failed_moves == FailedMoves::Stop;
        let is_too_hard = |found: &&RouteHindrance| {
            (found.hindrance.stops_on_failure || all_stop)
                && check_total < i16::from(found.hindrance.difficulty)
        };
        self.hindrances.iter().find(is_too_hard).map(|found| found.mark_before)
    }

    /// Returns the hindrance that must be rolled for; `None` if no roll is needed.
    pub fn hindrance_to_roll_for(&self) -> Option<Hindrance> {
        self.task.filter(|task| task.is_rolled).map(|task| task.hindrance)
    }

    /// Applies the total of the route's check and returns the mark on which it stops the mover, if
    /// any (RANKS-MOVE-6). RANKS-FAT-1: a failure causes fatigue, which may put the mover out of
    /// action where it stands.
    pub fn record_check_fatigue_and_find_stopping_mark(
        &self,
        resolver: &mut Resolver,
        who: CombatantId,
        purpose: CheckPurpose,
        check_total: i16,
    ) -> RuleResult<Option<Mark>> {
        let Some(task) = self.task else { return Ok(None) };
        let has_succeeded = record_movement_check_and_fatigue_on_failure(
            resolver,
            who,
            purpose,
            task.hindrance,
            check_total,
        )?;
        if has_succeeded {
            return Ok(None);
        }
        if !resolver.fight().body(who).is_active() {
            return Ok(Some(self.from));
        }
        Ok(self.stopping_mark(resolver.fight(), check_total))
    }
}

/// Returns whether a hindrance is harder than the combatant's fixed value of its skill, so that it
/// is rolled for (RANKS-MOVE-5).
pub fn needs_movement_roll(fight: &Fight, who: CombatantId, hindrance: &Hindrance) -> bool {
    i16::from(hindrance.difficulty) > checks::fixed_value(fight, who, hindrance.skill)
}

/// Records a movement check and returns whether it succeeded. RANKS-FAT-1: a failure makes a
/// fatigue condition of its negative rank.
pub fn record_movement_check_and_fatigue_on_failure(
    resolver: &mut Resolver,
    who: CombatantId,
    purpose: CheckPurpose,
    hindrance: Hindrance,
    check_total: i16,
) -> RuleResult<bool> {
    let difficulty = i16::from(hindrance.difficulty);
    let context = CheckContext { who, target: None, purpose };
    if context.record_check_and_rank(resolver, check_total, difficulty).is_some() {
        return Ok(true);
    }
    let rank = checks::failure_rank(difficulty - check_total);
    conditions::add_condition_and_knock_out_if_track_full(
        resolver,
        who,
        ConditionName::from_rank(ConditionTrack::Fatigue, rank),
    )?;
    Ok(false)
}

/// Refuses a goal that was given as the name of an unknown combatant.
pub fn check_goal_known(goal: Option<Mark>) -> Result<(), RefusalReason> {
    let is_unknown = goal == Some(UNKNOWN_TARGET_MARK);
    if is_unknown { Err(RefusalReason::new("bad-target", "RANKS-DIST-1")) } else { Ok(()) }
}

/// Refuses movement while prone (RANKS-MOVE-7).
pub fn check_not_prone(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.body(who).is_prone { Err(RefusalReason::new("prone", "RANKS-MOVE-7")) } else { Ok(()) }
}

/// Checks that the goal is another mark of the line and within the length of this movement
/// (RANKS-MOVE-1 to RANKS-MOVE-4).
///
/// # Errors
///
/// Returns `bad-target`, `no-path`, `bad-skill`, `too-far` or `obstructed`.
pub fn check_movement(
    fight: &Fight,
    who: CombatantId,
    goal: Option<Mark>,
    kind: MovementKind,
) -> Result<(), RefusalReason> {
    check_goal_known(goal)?;
    let from = mark_of(fight, who);
    let is_valid_goal =
        |to: &Mark| *to != from && to.is_multiple_of(MARK_STEP) && *to <= last_mark(fight);
    let Some(to) = goal.filter(is_valid_goal) else {
        return Err(RefusalReason::new("no-path", "RANKS-DIST-1"));
    };
    let is_hindered = || zones::has_hindrance(fight, from, to);
    check_tumble_needed(kind, is_hindered)?;
    if from.abs_diff(to) > max_movement_feet(fight, who, kind) {
        return Err(RefusalReason::new("too-far", movement_rule_id(kind)));
    }
    check_no_hindrance(kind, is_hindered)
}

/// Refuses a tumble where there is nothing to overcome (RANKS-MOVE-2).
pub fn check_tumble_needed(
    kind: MovementKind,
    has_hindrance: impl FnOnce() -> bool,
) -> Result<(), RefusalReason> {
    let is_needless = kind == MovementKind::Tumble && !has_hindrance();
    if is_needless { Err(RefusalReason::new("bad-skill", "RANKS-MOVE-2")) } else { Ok(()) }
}

/// Refuses an incidental movement over a hindrance (RANKS-MOVE-1).
fn check_no_hindrance(
    kind: MovementKind,
    has_hindrance: impl FnOnce() -> bool,
) -> Result<(), RefusalReason> {
    let is_obstructed = kind == MovementKind::Incidental && has_hindrance();
    if is_obstructed { Err(RefusalReason::new("obstructed", "RANKS-MOVE-1")) } else { Ok(()) }
}

/// Returns the marks from `from` to `to` that a movement of this kind may have as its goal. A
/// hindrance on the way to one mark is on the way to all marks beyond it, so the first hindrance is
/// looked up once.
pub fn reachable_marks(
    fight: &Fight,
    from: Mark,
    to: Mark,
    kind: MovementKind,
) -> impl Iterator<Item = Mark> {
    let first_hindrance_feet = LazyCell::new(move || {
        let first = hindrances_between(fight, from, to).next();
        first.map_or(Feet::MAX, |found| found.mark_before.abs_diff(from))
    });
    marks_between(from, to).filter(move |mark| {
        let is_hindered = || mark.abs_diff(from) > *first_hindrance_feet;
        check_tumble_needed(kind, is_hindered).is_ok()
            && check_no_hindrance(kind, is_hindered).is_ok()
    })
}

/// Returns the id of the rule for a kind of movement.
pub fn movement_rule_id(kind: MovementKind) -> &'static str {
    match kind {
        MovementKind::Incidental => "RANKS-MOVE-1",
        MovementKind::Bonus | MovementKind::Tumble => "RANKS-MOVE-2",
        MovementKind::Full => "RANKS-MOVE-3",
        MovementKind::Sprint => "RANKS-MOVE-4",
        MovementKind::Match => "RANKS-MATCH-2",
        MovementKind::Forced | MovementKind::Placed => "RANKS-FORCE-2",
    }
}

/// Resolves a declared and paid movement (RANKS-MOVE-1 to RANKS-MOVE-4, RANKS-MATCH-4). The mover
/// rolls if it must; then engaged enemies may match, unless the movement was readied
/// (RANKS-READY-5); then the mover and the matchers move. Nobody moves if the mover can no longer
/// begin.
pub fn roll_and_move_with_following_enemies(
    resolver: &mut Resolver,
    who: CombatantId,
    declared_goal: Mark,
    kind: MovementKind,
    options: ManeuverOptions,
) -> RuleResult {
    let from = mark_of(resolver.fight(), who);
    let route = Route::new(resolver.fight(), who, declared_goal, kind);
    resolver.emit(Event::MovementDeclared { who, to: declared_goal, kind, is_flight: false });
    let goal = find_stopping_mark_rolling_check_if_needed(resolver, who, &route, options)?
        .unwrap_or(declared_goal);
    if goal == from {
        return Ok(());
    }
    let goes_left = goal < from;
    let matchers = if options.is_readied {
        Vec::new()
    } else {
        let feet = goal.abs_diff(from);
        let task = route.task;
        let movement = MatchableMove { mover: who, from, kind, goes_left, feet, task };
        let answers = matching::ask_enemies_to_match(resolver, &movement)?;
        matching::pay_and_roll_matchers(resolver, &movement, answers)?
    };
    if !can_begin_movement(resolver.fight(), who, from) {
        return Ok(());
    }
    let walked_feet = walk_firing_triggers_and_count_feet(resolver, who, goal, kind)?;
    matching::move_matchers(resolver, &matchers, goes_left, walked_feet)
}

/// Returns whether a combatant is in action and not prone (RANKS-MOVE-7, RANKS-COND-5).
pub fn can_move(fight: &Fight, who: CombatantId) -> bool {
    is_in_action(fight, who) && !fight.body(who).is_prone
}

/// Returns whether a declared movement can begin after others have answered: the mover has neither
/// fallen nor gone out of action, and the GM has not placed it on another mark.
pub fn can_begin_movement(fight: &Fight, who: CombatantId, from: Mark) -> bool {
    can_move(fight, who) && mark_of(fight, who) == from
}

/// Rolls the check of a chosen movement if it needs one, and returns the mark on which it stops the
/// mover; `None` if the mover goes on.
pub fn find_stopping_mark_rolling_check_if_needed(
    resolver: &mut Resolver,
    who: CombatantId,
    route: &Route,
    options: ManeuverOptions,
) -> RuleResult<Option<Mark>> {
    let Some(hindrance) = route.hindrance_to_roll_for() else { return Ok(None) };
    let check =
        CheckRoll::new(who, hindrance.skill, CheckPurpose::Move).with_luck(options.spends_luck);
    let total = checks::roll_check_total_spending_bonuses(resolver, check);
    let stopped = route.record_check_fatigue_and_find_stopping_mark(
        resolver,
        who,
        CheckPurpose::Move,
        total,
    )?;
    if let Some(mark) = stopped {
        resolver.emit(Event::MovementStopped { who, mark });
    }
    Ok(stopped)
}

/// Moves a combatant towards a goal and returns how many feet it walked. RANKS-TERR-3: hazards act
/// on entering. RANKS-READY-3: a readied check fires on the mark that triggers it, after a hazard
/// there; the mover goes on if it is active and did not fall. What pushed it aside on the way does
/// not lengthen its way, and what pushed it onwards brings it no further than its goal.
pub fn walk_firing_triggers_and_count_feet(
    resolver: &mut Resolver,
    who: CombatantId,
    goal: Mark,
    kind: MovementKind,
) -> RuleResult<Feet> {
    let start = mark_of(resolver.fight(), who);
    let goes_left = goal < start;
    let length = goal.abs_diff(start);
    let was_prone = resolver.fight().body(who).is_prone;
    let mut walked_feet = 0;
    while walked_feet < length {
        let from = mark_of(resolver.fight(), who);
        let feet_left = length - walked_feet;
        let end = farthest_mark_towards(resolver.fight(), from, goal, goes_left, feet_left);
        let step = next_step_to_hazard_readied_or_end(resolver.fight(), who, from, end);
        let Some(MarkStep { mark_before, mark: to }) = step else { break };
        let triggered_holders =
            readied::holders_triggered_by_step_into_reach(resolver.fight(), who, mark_before, to);
        resolver.emit(Event::Moved { who, from, to, kind });
        walked_feet += from.abs_diff(to);
        zones::resolve_hazard_entry(resolver, who, mark_before, to)?;
        // Readied checks are not wasted on a mover whom the hazard put out of action.
        if is_in_action(resolver.fight(), who) {
            for holder in triggered_holders {
                readied::use_up_and_resolve_or_lose_readied_check(resolver, holder, Some(who))?;
            }
        }
        // Whoever was prone already, and is forced to move, is not stopped by being prone.
        let fight = resolver.fight();
        let can_go_on = if was_prone { is_in_action(fight, who) } else { can_move(fight, who) };
        if !can_go_on {
            break;
        }
    }
    readied::fire_pursuits_of_enemy_leaving_reach(resolver, who, start)?;
    Ok(walked_feet)
}

/// Returns the mark so many feet along the line, as far as the walls let.
pub fn mark_along(fight: &Fight, from: Mark, goes_left: bool, feet: Feet) -> Mark {
    if goes_left { from.saturating_sub(feet) } else { (from + feet).min(last_mark(fight)) }
}

/// Returns the mark at which a movement from `from` ends if nothing interrupts it: so many feet
/// further, but not beyond its goal. A mover who was pushed beyond the goal stays where it is.
fn farthest_mark_towards(
    fight: &Fight,
    from: Mark,
    goal: Mark,
    goes_left: bool,
    feet_left: Feet,
) -> Mark {
    let farthest = mark_along(fight, from, goes_left, feet_left);
    if goes_left { farthest.max(goal).min(from) } else { farthest.min(goal).max(from) }
}

/// A step of a movement from one mark to the next.
struct MarkStep {
    mark_before: Mark,
    mark: Mark,
}

/// Returns the step onto the first mark on the way where a hazard or readied check acts, or else
/// onto the last mark. Returns `None` if the way has no length.
fn next_step_to_hazard_readied_or_end(
    fight: &Fight,
    who: CombatantId,
    from: Mark,
    end: Mark,
) -> Option<MarkStep> {
    // Most movements meet nothing that could act, so that their single marks need no look.
    let has_any_readied =
        fight.present_combatants().any(|(_, combatant)| combatant.body.readied_check.is_some());
    let has_any_hazard = fight.zones.iter().any(|(_, zone)| zone.terrain.hazard.is_some());
    let can_be_interrupted = has_any_readied || has_any_hazard;
    let mut mark_before = from;
    for mark in marks_between(from, end) {
        let is_last = mark == end;
        if is_last || (can_be_interrupted && is_interrupted_by_step(fight, who, mark_before, mark))
        {
            return Some(MarkStep { mark_before, mark });
        }
        mark_before = mark;
    }
    None
}

/// Returns whether a step from mark to mark enters a hazard or triggers a readied check.
fn is_interrupted_by_step(fight: &Fight, who: CombatantId, from: Mark, to: Mark) -> bool {
    zones::hazard_entered(fight, from, to).is_some()
        || !readied::holders_triggered_by_step_into_reach(fight, who, from, to).is_empty()
}

/// Records that a combatant falls prone (RANKS-FORCE-5), which also ends its Defend stance
/// (RANKS-DEF-5).
pub fn record_fall_prone_and_end_defend(resolver: &mut Resolver, who: CombatantId) {
    if !resolver.fight().body(who).is_prone {
        resolver.emit(Event::FellProne(who));
    }
    if resolver.fight().body(who).is_in_defend_stance {
        resolver.emit(Event::DefendStanceEnded(who));
    }
}

/// Checks that a prone combatant can pay for standing up: with the incidental movement or, if that
/// is spent, the bonus action (RANKS-MOVE-7).
pub fn check_prone_and_can_pay_to_stand(
    fight: &Fight,
    who: CombatantId,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    if !body.has_incidental_move {
        if body.is_bonus_action_barred() {
            return Err(RefusalReason::new("barred", "RANKS-COND-4"));
        }
        if body.bonus_actions == 0 {
            return Err(RefusalReason::new("no-bonus", "RANKS-MOVE-7"));
        }
    }
    if body.is_prone { Ok(()) } else { Err(RefusalReason::new("bad-target", "RANKS-MOVE-7")) }
}

/// Stands a prone combatant up, for its incidental movement or, if that is spent, its bonus action
/// (RANKS-MOVE-7).
pub fn pay_and_stand_up(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().body(who).has_incidental_move {
        resolver.emit(Event::ResourceSpent { who, resource: RoundResource::Incidental });
    } else {
        spend_action(resolver, who, ActionKind::Bonus);
    }
    resolver.emit(Event::StoodUp(who));
}
