//! Movement of every kind (RANKS-MOVE): how far, the one check it may need, and the way itself,
//! mark by mark.

use std::cell::LazyCell;

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{self, ConditionName, ConditionTrack};
use super::maneuvers::{ManeuverOptions, is_in_action};
use super::matching::{self, MatchableMove};
use super::readied;
use super::sheet::{ActionKind, Feet, Skill};
use super::state::{CheckPurpose, Event, FailedMoves, Hindrance, MovementKind};
use super::zones::{
    self, MARK_STEP, RouteHindrance, hindrances_between, last_mark, mark_of, marks_between,
};
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// RANKS-MOVE-4: the longest sprint.
pub const MAX_SPRINT: Feet = 60;

/// What the mark of a name that fits nobody is read as.
pub const UNKNOWN_TARGET_MARK: Feet = Feet::MAX;

/// What pays for a movement, and so how far it goes.
pub fn movement_length(fight: &Fight, who: CombatantId, kind: MovementKind) -> Feet {
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
    pub from: Feet,
    pub to: Feet,
    pub hindrances: Vec<RouteHindrance>,
    /// The one check that it may need (RANKS-MOVE-5).
    pub task: Option<MovementTask>,
}

/// What a movement must get over: one skill, against one difficulty.
#[derive(Clone, Copy, Debug)]
pub struct MovementTask {
    pub hindrance: Hindrance,
    pub is_rolled: bool,
}

impl MovementTask {
    /// RANKS-MOVE-5: a difficulty up to the fixed value is not rolled and succeeds. RANKS-MOVE-2:
    /// in a bonus move tumble is rolled where the fixed value does not do, or the mover wants it.
    fn new(fight: &Fight, who: CombatantId, hindrance: Hindrance, kind: MovementKind) -> Self {
        let is_hard = needs_movement_roll(fight, who, &hindrance);
        let is_tumbled = kind == MovementKind::Tumble || (kind == MovementKind::Bonus && is_hard);
        let skill = if is_tumbled { Skill::Tumble } else { hindrance.skill };
        Self { hindrance: Hindrance { skill, ..hindrance }, is_rolled: is_hard || is_tumbled }
    }
}

impl Route {
    /// RANKS-MOVE-3: the skill of the hardest thing counts, of equals the first. RANKS-MOVE-4: for
    /// a sprint the distance is such a thing, and the first.
    pub fn new(fight: &Fight, who: CombatantId, to: Feet, kind: MovementKind) -> Self {
        let feet = mark_of(fight, who).abs_diff(to);
        Self::with_length(fight, who, to, kind, feet)
    }

    /// A path with the distance that counts for a sprint.
    pub fn with_length(
        fight: &Fight,
        who: CombatantId,
        to: Feet,
        kind: MovementKind,
        feet: Feet,
    ) -> Self {
        let from = mark_of(fight, who);
        let mut hindrances: Vec<RouteHindrance> = hindrances_between(fight, from, to).collect();
        if kind == MovementKind::Sprint {
            let difficulty = zones::sprint_difficulty(feet);
            let is = Hindrance { skill: Skill::Sprint, difficulty, stops_on_failure: false };
            hindrances.insert(0, RouteHindrance { hindrance: is, mark_before: from });
        }
        let hardest = hindrances.iter().rev().max_by_key(|thing| thing.hindrance.difficulty);
        let task = hardest.map(|thing| MovementTask::new(fight, who, thing.hindrance, kind));
        Self { from, to, hindrances, task }
    }

    /// RANKS-MOVE-6: where a failed check stops the mover, if anywhere: on the last mark before a
    /// thing flagged `stops` whose difficulty the total did not reach. RANKS-OPT-2: with `stop`
    /// before any such.
    fn stopping_mark(&self, fight: &Fight, check_total: i16) -> Option<Feet> {
        let all_stop = fight.settings.failed_moves == FailedMoves::Stop;
        let is_too_hard = |thing: &&RouteHindrance| {
            (thing.hindrance.stops_on_failure || all_stop)
                && check_total < i16::from(thing.hindrance.difficulty)
        };
        self.hindrances.iter().find(is_too_hard).map(|thing| thing.mark_before)
    }

    /// What must be rolled for, if anything.
    pub fn hindrance_to_roll_for(&self) -> Option<Hindrance> {
        self.task.filter(|task| task.is_rolled).map(|task| task.hindrance)
    }

    /// RANKS-MOVE-6, RANKS-FAT-1: the total of the one check, and the mark on which it stops the
    /// mover, if any. A failure causes fatigue, which may leave the mover where it is.
    pub fn apply_check_total(
        &self,
        resolver: &mut Resolver,
        who: CombatantId,
        purpose: CheckPurpose,
        check_total: i16,
    ) -> RuleResult<Option<Feet>> {
        let Some(task) = self.task else { return Ok(None) };
        if record_movement_check(resolver, who, purpose, task.hindrance, check_total)? {
            return Ok(None);
        }
        if !resolver.fight().body(who).is_active() {
            return Ok(Some(self.from));
        }
        Ok(self.stopping_mark(resolver.fight(), check_total))
    }
}

pub fn needs_movement_roll(fight: &Fight, who: CombatantId, hindrance: &Hindrance) -> bool {
    i16::from(hindrance.difficulty) > checks::fixed_value(fight, who, hindrance.skill)
}

/// Whether a movement check went through. RANKS-FAT-1: a failed one makes a fatigue condition of
/// its negative rank.
pub fn record_movement_check(
    resolver: &mut Resolver,
    who: CombatantId,
    purpose: CheckPurpose,
    hindrance: Hindrance,
    check_total: i16,
) -> RuleResult<bool> {
    let difficulty = i16::from(hindrance.difficulty);
    let verdict = CheckContext { who, target: None, purpose };
    if verdict.record_outcome(resolver, check_total, difficulty).is_some() {
        return Ok(true);
    }
    let rank = checks::failure_rank(difficulty - check_total);
    conditions::apply_condition(
        resolver,
        who,
        ConditionName::from_rank(ConditionTrack::Fatigue, rank),
    )?;
    Ok(false)
}

/// Whoever is named as a goal is there.
pub fn check_goal_known(goal: Option<Feet>) -> Result<(), RefusalReason> {
    let is_nobodys = goal == Some(UNKNOWN_TARGET_MARK);
    if is_nobodys { Err(RefusalReason::new("bad-target", "RANKS-DIST-1")) } else { Ok(()) }
}

/// RANKS-MOVE-7: no movement while prone.
pub fn check_not_prone(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.body(who).is_prone { Err(RefusalReason::new("prone", "RANKS-MOVE-7")) } else { Ok(()) }
}

/// RANKS-MOVE-1 to RANKS-MOVE-4: another mark of the line, no further than this movement goes.
pub fn check_movement(
    fight: &Fight,
    who: CombatantId,
    goal: Option<Feet>,
    kind: MovementKind,
) -> Result<(), RefusalReason> {
    check_goal_known(goal)?;
    let from = mark_of(fight, who);
    let is_mark =
        |to: &Feet| *to != from && to.is_multiple_of(MARK_STEP) && *to <= last_mark(fight);
    let Some(to) = goal.filter(is_mark) else {
        return Err(RefusalReason::new("no-path", "RANKS-DIST-1"));
    };
    let is_hard = || zones::has_hindrance(fight, from, to);
    check_tumble_needed(kind, is_hard)?;
    if from.abs_diff(to) > movement_length(fight, who, kind) {
        return Err(RefusalReason::new("too-far", movement_rule(kind)));
    }
    check_no_hindrance(kind, is_hard)
}

/// RANKS-MOVE-2: to tumble there must be something to get over.
pub fn check_tumble_needed(
    kind: MovementKind,
    has_hindrance: impl FnOnce() -> bool,
) -> Result<(), RefusalReason> {
    let is_needless = kind == MovementKind::Tumble && !has_hindrance();
    if is_needless { Err(RefusalReason::new("bad-skill", "RANKS-MOVE-2")) } else { Ok(()) }
}

/// RANKS-MOVE-1: an incidental movement goes over nothing that is hard.
fn check_no_hindrance(
    kind: MovementKind,
    has_hindrance: impl FnOnce() -> bool,
) -> Result<(), RefusalReason> {
    let is_obstructed = kind == MovementKind::Incidental && has_hindrance();
    if is_obstructed { Err(RefusalReason::new("obstructed", "RANKS-MOVE-1")) } else { Ok(()) }
}

/// The marks of a straight way to which a movement may go. What is on the way to one is on the way
/// to all beyond it, so the first thing is looked for once.
pub fn reachable_marks(
    fight: &Fight,
    from: Feet,
    to: Feet,
    kind: MovementKind,
) -> impl Iterator<Item = Feet> {
    let first = LazyCell::new(move || {
        let first = hindrances_between(fight, from, to).next();
        first.map_or(Feet::MAX, |thing| thing.mark_before.abs_diff(from))
    });
    marks_between(from, to).filter(move |mark| {
        let is_hard = || mark.abs_diff(from) > *first;
        check_tumble_needed(kind, is_hard).and_then(|()| check_no_hindrance(kind, is_hard)).is_ok()
    })
}

pub fn movement_rule(kind: MovementKind) -> &'static str {
    match kind {
        MovementKind::Incidental => "RANKS-MOVE-1",
        MovementKind::Bonus | MovementKind::Tumble => "RANKS-MOVE-2",
        MovementKind::Full => "RANKS-MOVE-3",
        MovementKind::Sprint => "RANKS-MOVE-4",
        MovementKind::Match => "RANKS-MATCH-2",
        MovementKind::Forced | MovementKind::Placed => "RANKS-FORCE-2",
    }
}

/// RANKS-MOVE-1 to RANKS-MOVE-4, RANKS-MATCH-4: declared and paid, the mover rolls if it must; then
/// engaged enemies may match, unless it was readied (RANKS-READY-5); then it moves, and they do.
/// The movement is off where the mover cannot begin it any more.
pub fn resolve_movement(
    resolver: &mut Resolver,
    who: CombatantId,
    declared_goal: Feet,
    kind: MovementKind,
    options: ManeuverOptions,
) -> RuleResult {
    let from = mark_of(resolver.fight(), who);
    let route = Route::new(resolver.fight(), who, declared_goal, kind);
    resolver.emit(Event::MovementDeclared { who, to: declared_goal, kind, is_flight: false });
    let goal = roll_movement_check(resolver, who, &route, options)?.unwrap_or(declared_goal);
    if goal == from {
        return Ok(());
    }
    let (is_left, feet, over) = (goal < from, goal.abs_diff(from), route.task);
    let matched = MatchableMove { mover: who, from, kind, goes_left: is_left, feet, task: over };
    let matchers =
        if options.is_readied { Vec::new() } else { matching::ask_matchers(resolver, &matched)? };
    if !can_begin_movement(resolver.fight(), who, from) {
        return Ok(());
    }
    let feet = move_mark_by_mark(resolver, who, goal, kind)?;
    matching::move_matchers(resolver, &matchers, is_left, feet)
}

/// RANKS-MOVE-7, RANKS-COND-5: whether somebody is still here, and upright.
pub fn can_move(fight: &Fight, who: CombatantId) -> bool {
    is_in_action(fight, who) && !fight.body(who).is_prone
}

/// Whether a declared movement can begin, once others have answered: who fell meanwhile, went out,
/// or was placed on another mark by the GM does not set out.
pub fn can_begin_movement(fight: &Fight, who: CombatantId, from: Feet) -> bool {
    can_move(fight, who) && mark_of(fight, who) == from
}

/// The check of a chosen movement, and the mark on which it stops the mover, if any.
pub fn roll_movement_check(
    resolver: &mut Resolver,
    who: CombatantId,
    route: &Route,
    options: ManeuverOptions,
) -> RuleResult<Option<Feet>> {
    let Some(task) = route.hindrance_to_roll_for() else { return Ok(None) };
    let check = CheckRoll::new(who, task.skill, CheckPurpose::Move).with_luck(options.spends_luck);
    let total = checks::roll_check(resolver, check);
    let stopped = route.apply_check_total(resolver, who, CheckPurpose::Move, total)?;
    if let Some(at) = stopped {
        resolver.emit(Event::MovementStopped { who, mark: at });
    }
    Ok(stopped)
}

/// The way itself: so many feet were walked. RANKS-TERR-3: hazards act on entering. RANKS-READY-3:
/// a mover is held on the mark where a readied check fires (a hazard there acts first), and goes on
/// if it is active and did not fall; what pushed it aside on the way does not make its way longer,
/// and what pushed it onwards brings it no further than its goal.
pub fn move_mark_by_mark(
    resolver: &mut Resolver,
    who: CombatantId,
    goal: Feet,
    kind: MovementKind,
) -> RuleResult<Feet> {
    let begin = mark_of(resolver.fight(), who);
    let (is_left, most) = (goal < begin, goal.abs_diff(begin));
    let was_prone = resolver.fight().body(who).is_prone;
    let mut walked = 0;
    while walked < most {
        let from = mark_of(resolver.fight(), who);
        let end = mark_along(resolver.fight(), from, is_left, most - walked);
        let end = if is_left { end.max(goal).min(from) } else { end.min(goal).max(from) };
        let Some((before, to)) = next_event_mark(resolver.fight(), who, from, end) else { break };
        let due = readied::holders_triggered_by(resolver.fight(), who, before, to);
        resolver.emit(Event::Moved { who, from, to, kind });
        walked += from.abs_diff(to);
        zones::resolve_hazard_entry(resolver, who, before, to)?;
        let can_go_on =
            |fight: &Fight| can_move(fight, who) || (was_prone && is_in_action(fight, who));
        // Whom the hazard puts out of action nobody needs to strike.
        if is_in_action(resolver.fight(), who) {
            for holder in due {
                readied::fire_readied(resolver, holder, Some(who))?;
            }
        }
        if !can_go_on(resolver.fight()) {
            break;
        }
    }
    readied::fire_pursuits(resolver, who, begin)?;
    Ok(walked)
}

/// The mark so many feet along the line, as far as the walls let.
pub fn mark_along(fight: &Fight, from: Feet, goes_left: bool, feet: Feet) -> Feet {
    if goes_left { from.saturating_sub(feet) } else { (from + feet).min(last_mark(fight)) }
}

/// The first mark on a way where something happens, or its end, and the mark before it; none where
/// the way has no length.
fn next_event_mark(fight: &Fight, who: CombatantId, from: Feet, end: Feet) -> Option<(Feet, Feet)> {
    let is_quiet = fight.iter().all(|(_, one)| one.body.readied_check.is_none())
        && fight.zones.iter().all(|(_, zone)| zone.terrain.hazard.is_none());
    let mut before = from;
    for mark in marks_between(from, end) {
        let is_event = mark == end
            || (!is_quiet
                && (zones::hazard_entered(fight, before, mark).is_some()
                    || !readied::holders_triggered_by(fight, who, before, mark).is_empty()));
        if is_event {
            return Some((before, mark));
        }
        before = mark;
    }
    None
}

/// RANKS-FORCE-5, RANKS-DEF-5: whoever falls is in no stance any more.
pub fn record_fall_prone(resolver: &mut Resolver, who: CombatantId) {
    if !resolver.fight().body(who).is_prone {
        resolver.emit(Event::FellProne(who));
    }
    if resolver.fight().body(who).is_in_defend_stance {
        resolver.emit(Event::DefendStanceEnded(who));
    }
}

/// RANKS-MOVE-7: standing up costs the incidental movement or, if that is spent, the bonus action.
pub fn check_stand_up(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
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

pub fn stand_up(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().body(who).has_incidental_move {
        resolver
            .emit(Event::ResourceSpent { who, resource: super::state::RoundResource::Incidental });
    } else {
        super::responses::spend_action(resolver, who, ActionKind::Bonus);
    }
    resolver.emit(Event::StoodUp(who));
}
