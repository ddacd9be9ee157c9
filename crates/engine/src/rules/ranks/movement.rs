//! Movement of every kind (RANKS-MOVE): how far, the one check it may need, and the way itself,
//! mark by mark.

use std::cell::LazyCell;

use super::checks::{self, Check, Verdict};
use super::conditions::{self, Ailment, Track};
use super::deeds::{How, is_in};
use super::matching::{self, Matched};
use super::readied;
use super::sheet::{Action, Feet, Skill};
use super::state::{FailMoves, Hindrance, Note, Purpose, Way};
use super::zones::{self, STEP, Thing, last_mark, mark_of, marks_between, things};
use super::{Fight, Scene, Step};
use crate::ids::CombatantId;
use crate::why::Why;

/// RANKS-MOVE-4: the longest sprint.
pub const SPRINT: Feet = 60;

/// What the mark of a name that fits nobody is read as.
pub const NOBODYS: Feet = Feet::MAX;

/// What pays for a movement, and so how far it goes.
pub fn length_of(fight: &Fight, who: CombatantId, way: Way) -> Feet {
    let body = fight.body(who);
    match way {
        Way::Incidental | Way::Bonus | Way::Tumble => body.half_pace(),
        Way::Full => body.pace,
        Way::Sprint => SPRINT,
        Way::Match | Way::Forced | Way::Placed => Feet::MAX,
    }
}

/// A way along the line, and what lies on it.
#[derive(Clone, Debug)]
pub struct Route {
    pub from: Feet,
    pub to: Feet,
    pub things: Vec<Thing>,
    /// The one check that it may need (RANKS-MOVE-5).
    pub task: Option<Task>,
}

/// What a movement must get over: one skill, against one difficulty.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub is: Hindrance,
    pub is_rolled: bool,
}

impl Task {
    /// RANKS-MOVE-5: a difficulty up to the fixed value is not rolled and succeeds. RANKS-MOVE-2:
    /// in a bonus move tumble is rolled where the fixed value does not do, or the mover wants it.
    fn new(fight: &Fight, who: CombatantId, is: Hindrance, way: Way) -> Self {
        let is_hard = needs_roll(fight, who, &is);
        let is_tumbled = way == Way::Tumble || (way == Way::Bonus && is_hard);
        let skill = if is_tumbled { Skill::Tumble } else { is.skill };
        Self { is: Hindrance { skill, ..is }, is_rolled: is_hard || is_tumbled }
    }
}

impl Route {
    /// RANKS-MOVE-3: the skill of the hardest thing counts, of equals the first. RANKS-MOVE-4: for
    /// a sprint the distance is such a thing, and the first.
    pub fn new(fight: &Fight, who: CombatantId, to: Feet, way: Way) -> Self {
        let feet = mark_of(fight, who).abs_diff(to);
        Self::of_length(fight, who, to, way, feet)
    }

    /// A path with the distance that counts for a sprint.
    pub fn of_length(fight: &Fight, who: CombatantId, to: Feet, way: Way, feet: Feet) -> Self {
        let from = mark_of(fight, who);
        let mut things: Vec<Thing> = things(fight, from, to).collect();
        if way == Way::Sprint {
            let difficulty = zones::sprint_difficulty(feet);
            let is = Hindrance { skill: Skill::Sprint, difficulty, stops: false };
            things.insert(0, Thing { is, before: from });
        }
        let hardest = things.iter().rev().max_by_key(|thing| thing.is.difficulty);
        let task = hardest.map(|thing| Task::new(fight, who, thing.is, way));
        Self { from, to, things, task }
    }

    /// RANKS-MOVE-6: where a failed check stops the mover, if anywhere: on the last mark before a
    /// thing flagged `stops` whose difficulty the total did not reach. RANKS-OPT-2: with `stop`
    /// before any such.
    fn stop(&self, fight: &Fight, total: i16) -> Option<Feet> {
        let all_stop = fight.settings.fail_moves == FailMoves::Stop;
        let is_too_hard =
            |thing: &&Thing| (thing.is.stops || all_stop) && total < i16::from(thing.is.difficulty);
        self.things.iter().find(is_too_hard).map(|thing| thing.before)
    }

    /// What must be rolled for, if anything.
    pub fn rolled(&self) -> Option<Hindrance> {
        self.task.filter(|task| task.is_rolled).map(|task| task.is)
    }

    /// RANKS-MOVE-6, RANKS-FAT-1: the total of the one check, and the mark on which it stops the
    /// mover, if any. A failure causes fatigue, which may leave the mover where it is.
    pub fn settle(
        &self,
        scene: &mut Scene,
        who: CombatantId,
        purpose: Purpose,
        total: i16,
    ) -> Step<Option<Feet>> {
        let Some(task) = self.task else { return Ok(None) };
        if judge(scene, who, purpose, task.is, total)? {
            return Ok(None);
        }
        if !scene.fight().body(who).is_active() {
            return Ok(Some(self.from));
        }
        Ok(self.stop(scene.fight(), total))
    }
}

pub fn needs_roll(fight: &Fight, who: CombatantId, task: &Hindrance) -> bool {
    i16::from(task.difficulty) > checks::fixed(fight, who, task.skill)
}

/// Whether a movement check went through. RANKS-FAT-1: a failed one makes a fatigue condition of
/// its negative rank.
pub fn judge(
    scene: &mut Scene,
    who: CombatantId,
    purpose: Purpose,
    task: Hindrance,
    total: i16,
) -> Step<bool> {
    let difficulty = i16::from(task.difficulty);
    let verdict = Verdict { who, target: None, purpose };
    if verdict.of(scene, total, difficulty).is_some() {
        return Ok(true);
    }
    let rank = checks::negative_rank(difficulty - total);
    conditions::put(scene, who, Ailment::of(Track::Fatigue, rank))?;
    Ok(false)
}

/// Whoever is named as a goal is there.
pub fn check_named(to: Option<Feet>) -> Result<(), Why> {
    let is_nobodys = to == Some(NOBODYS);
    if is_nobodys { Err(Why::new("bad-target", "RANKS-DIST-1")) } else { Ok(()) }
}

/// RANKS-MOVE-7: no movement while prone.
pub fn check_upright(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if fight.body(who).prone { Err(Why::new("prone", "RANKS-MOVE-7")) } else { Ok(()) }
}

/// RANKS-MOVE-1 to RANKS-MOVE-4: another mark of the line, no further than this movement goes.
pub fn check(fight: &Fight, who: CombatantId, to: Option<Feet>, way: Way) -> Result<(), Why> {
    check_named(to)?;
    let from = mark_of(fight, who);
    let is_mark = |to: &Feet| *to != from && to.is_multiple_of(STEP) && *to <= last_mark(fight);
    let Some(to) = to.filter(is_mark) else {
        return Err(Why::new("no-path", "RANKS-DIST-1"));
    };
    let is_hard = || zones::is_hard(fight, from, to);
    check_tumble(way, is_hard)?;
    if from.abs_diff(to) > length_of(fight, who, way) {
        return Err(Why::new("too-far", rule_of(way)));
    }
    check_clear(way, is_hard)
}

/// RANKS-MOVE-2: to tumble there must be something to get over.
pub fn check_tumble(way: Way, is_hard: impl FnOnce() -> bool) -> Result<(), Why> {
    let is_needless = way == Way::Tumble && !is_hard();
    if is_needless { Err(Why::new("bad-skill", "RANKS-MOVE-2")) } else { Ok(()) }
}

/// RANKS-MOVE-1: an incidental movement goes over nothing that is hard.
fn check_clear(way: Way, is_hard: impl FnOnce() -> bool) -> Result<(), Why> {
    let is_obstructed = way == Way::Incidental && is_hard();
    if is_obstructed { Err(Why::new("obstructed", "RANKS-MOVE-1")) } else { Ok(()) }
}

/// The marks of a straight way to which a movement may go. What is on the way to one is on the way
/// to all beyond it, so the first thing is looked for once.
pub fn open_marks(fight: &Fight, from: Feet, to: Feet, way: Way) -> impl Iterator<Item = Feet> {
    let first = LazyCell::new(move || {
        let first = things(fight, from, to).next();
        first.map_or(Feet::MAX, |thing| thing.before.abs_diff(from))
    });
    marks_between(from, to).filter(move |mark| {
        let is_hard = || mark.abs_diff(from) > *first;
        check_tumble(way, is_hard).and_then(|()| check_clear(way, is_hard)).is_ok()
    })
}

pub fn rule_of(way: Way) -> &'static str {
    match way {
        Way::Incidental => "RANKS-MOVE-1",
        Way::Bonus | Way::Tumble => "RANKS-MOVE-2",
        Way::Full => "RANKS-MOVE-3",
        Way::Sprint => "RANKS-MOVE-4",
        Way::Match => "RANKS-MATCH-2",
        Way::Forced | Way::Placed => "RANKS-FORCE-2",
    }
}

/// RANKS-MOVE-1 to RANKS-MOVE-4, RANKS-MATCH-4: declared and paid, the mover rolls if it must; then
/// engaged enemies may match, unless it was readied (RANKS-READY-5); then it moves, and they do.
/// The movement is off where the mover cannot begin it any more.
pub fn travel(scene: &mut Scene, who: CombatantId, to: Feet, way: Way, how: How) -> Step {
    let from = mark_of(scene.fight(), who);
    let route = Route::new(scene.fight(), who, to, way);
    scene.note(Note::SetsOut { who, to, way, flees: false });
    let goal = roll(scene, who, &route, how)?.unwrap_or(to);
    if goal == from {
        return Ok(());
    }
    let (is_left, feet, over) = (goal < from, goal.abs_diff(from), route.task);
    let matched = Matched { mover: who, from, way, is_left, feet, over };
    let matchers = if how.is_readied { Vec::new() } else { matching::ask(scene, &matched)? };
    if !can_begin(scene.fight(), who, from) {
        return Ok(());
    }
    let feet = walk(scene, who, goal, way)?;
    matching::follow(scene, &matchers, is_left, feet)
}

/// RANKS-MOVE-7, RANKS-COND-5: whether somebody is still here, and upright.
pub fn can_move(fight: &Fight, who: CombatantId) -> bool {
    is_in(fight, who) && !fight.body(who).prone
}

/// Whether a declared movement can begin, once others have answered: who fell meanwhile, went out,
/// or was placed on another mark by the GM does not set out.
pub fn can_begin(fight: &Fight, who: CombatantId, from: Feet) -> bool {
    can_move(fight, who) && mark_of(fight, who) == from
}

/// The check of a chosen movement, and the mark on which it stops the mover, if any.
pub fn roll(scene: &mut Scene, who: CombatantId, route: &Route, how: How) -> Step<Option<Feet>> {
    let Some(task) = route.rolled() else { return Ok(None) };
    let check = Check::new(who, task.skill, Purpose::Move).lucky(how.luck);
    let total = checks::roll(scene, check);
    let stopped = route.settle(scene, who, Purpose::Move, total)?;
    if let Some(at) = stopped {
        scene.note(Note::Stopped { who, at });
    }
    Ok(stopped)
}

/// The way itself: so many feet were walked. RANKS-TERR-3: hazards act on entering. RANKS-READY-3:
/// a mover is held on the mark where a readied check fires (a hazard there acts first), and goes on
/// if it is active and did not fall; what pushed it aside on the way does not make its way longer,
/// and what pushed it onwards brings it no further than its goal.
pub fn walk(scene: &mut Scene, who: CombatantId, goal: Feet, way: Way) -> Step<Feet> {
    let begin = mark_of(scene.fight(), who);
    let (is_left, most) = (goal < begin, goal.abs_diff(begin));
    let was_prone = scene.fight().body(who).prone;
    let mut walked = 0;
    while walked < most {
        let from = mark_of(scene.fight(), who);
        let end = along(scene.fight(), from, is_left, most - walked);
        let end = if is_left { end.max(goal).min(from) } else { end.min(goal).max(from) };
        let Some((before, to)) = next_event(scene.fight(), who, from, end) else { break };
        let due = readied::set_off_by(scene.fight(), who, before, to);
        scene.note(Note::Moved { who, from, to, way });
        walked += from.abs_diff(to);
        zones::enter(scene, who, before, to)?;
        let can_go_on = |fight: &Fight| can_move(fight, who) || (was_prone && is_in(fight, who));
        // Whom the hazard puts out of action nobody needs to strike.
        if is_in(scene.fight(), who) {
            for holder in due {
                readied::fire(scene, holder, Some(who))?;
            }
        }
        if !can_go_on(scene.fight()) {
            break;
        }
    }
    readied::pursue(scene, who, begin)?;
    Ok(walked)
}

/// The mark so many feet along the line, as far as the walls let.
pub fn along(fight: &Fight, from: Feet, is_left: bool, feet: Feet) -> Feet {
    if is_left { from.saturating_sub(feet) } else { (from + feet).min(last_mark(fight)) }
}

/// The first mark on a way where something happens, or its end, and the mark before it; none where
/// the way has no length.
fn next_event(fight: &Fight, who: CombatantId, from: Feet, end: Feet) -> Option<(Feet, Feet)> {
    let is_quiet = fight.iter().all(|(_, one)| one.body.readied.is_none())
        && fight.zones.iter().all(|(_, zone)| zone.ground.hazard.is_none());
    let mut before = from;
    for mark in marks_between(from, end) {
        let is_event = mark == end
            || (!is_quiet
                && (zones::hazard_between(fight, before, mark).is_some()
                    || !readied::set_off_by(fight, who, before, mark).is_empty()));
        if is_event {
            return Some((before, mark));
        }
        before = mark;
    }
    None
}

/// RANKS-FORCE-5, RANKS-DEF-5: whoever falls is in no stance any more.
pub fn fall_prone(scene: &mut Scene, who: CombatantId) {
    if !scene.fight().body(who).prone {
        scene.note(Note::Prone(who));
    }
    if scene.fight().body(who).defending {
        scene.note(Note::StanceEnded(who));
    }
}

/// RANKS-MOVE-7: standing up costs the incidental movement or, if that is spent, the bonus action.
pub fn check_stand(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let body = fight.body(who);
    if !body.incidental {
        if body.is_barred() {
            return Err(Why::new("barred", "RANKS-COND-4"));
        }
        if body.bonus == 0 {
            return Err(Why::new("no-bonus", "RANKS-MOVE-7"));
        }
    }
    if body.prone { Ok(()) } else { Err(Why::new("bad-target", "RANKS-MOVE-7")) }
}

pub fn stand(scene: &mut Scene, who: CombatantId) {
    if scene.fight().body(who).incidental {
        scene.note(Note::Spent { who, what: super::state::Allowance::Incidental });
    } else {
        super::responses::pay(scene, who, Action::Bonus);
    }
    scene.note(Note::StoodUp(who));
}
