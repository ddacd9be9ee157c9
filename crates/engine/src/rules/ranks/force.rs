//! Forcing an opponent to move (RANKS-FORCE).

use super::checks::{self, Check, Verdict};
use super::deeds::How;
use super::engagement::check_enemy;
use super::movement::{self, Route, along, fall_prone, walk};
use super::prompts::Question;
use super::responses::{self, Threat};
use super::sheet::{Feet, Skill};
use super::state::{Purpose, Way};
use super::zones::{STEP, distance, mark_of};
use super::{Fight, Scene, Step};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

keyed! {
    /// RANKS-FORCE-1.
    Forcing {
        Arena = "arena",
        Grapple = "grapple",
    }
}

keyed! {
    /// RANKS-FORCE-2, RANKS-FORCE-5.
    Direction {
        Left = "left",
        Right = "right",
        Down = "down",
        /// From whoever forces.
        Away = "away",
    }
}

/// RANKS-FORCE-1: how far each goes.
pub fn reach_of(how: Forcing) -> (Feet, Feet) {
    match how {
        Forcing::Arena => (0, 15),
        Forcing::Grapple => (0, 5),
    }
}

/// RANKS-FORCE-1: an active enemy. RANKS-FORCE-5: only a grapple brings somebody down.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    how: Option<Forcing>,
    target: CombatantId,
    direction: Option<Direction>,
) -> Result<(), Why> {
    check_enemy(fight, who, target, "RANKS-FORCE-1")?;
    check_how(how, direction)
}

/// RANKS-FORCE-5: arena does not bring anybody down.
pub fn check_how(how: Option<Forcing>, direction: Option<Direction>) -> Result<(), Why> {
    match (how, direction) {
        (None, _) | (_, None) => Err(Why::new("bad-skill", "RANKS-FORCE-1")),
        (Some(Forcing::Arena), Some(Direction::Down)) => {
            Err(Why::new("bad-skill", "RANKS-FORCE-5"))
        }
        (Some(_), Some(_)) => Ok(()),
    }
}

pub fn check_reach(
    fight: &Fight,
    who: CombatantId,
    how: Option<Forcing>,
    target: CombatantId,
) -> Result<(), Why> {
    let (_, most) = how.map_or((0, 0), reach_of);
    if distance(fight, who, target) > most {
        return Err(Why::new("out-of-reach", "RANKS-FORCE-1").about(target));
    }
    Ok(())
}

/// RANKS-FORCE-1: arena is resisted by arena, a grapple by grapple or tumble. RANKS-FORCE-2: a
/// success moves the target 5 ft per rank; walls stop it. RANKS-FORCE-5: or brings it down.
pub fn force(
    scene: &mut Scene,
    who: CombatantId,
    how: Forcing,
    target: CombatantId,
    direction: Direction,
    manner: How,
) -> Step {
    let (skill, with) = match how {
        Forcing::Arena => (Skill::Arena, vec![Skill::Arena.into()]),
        Forcing::Grapple => (Skill::Grapple, vec![Skill::Grapple.into(), Skill::Tumble.into()]),
    };
    let check = Check::new(who, skill, Purpose::Force).against(Some(target)).lucky(manner.luck);
    let total = checks::roll(scene, check);
    let threat = Threat { who: target, actor: who, purpose: Purpose::Force, with, least: 0 };
    let against = responses::resist(scene, &threat, total)?;
    if super::deeds::is_lost(scene, who, &[who, target]) {
        return Ok(());
    }
    let verdict = Verdict { who, target: Some(target), purpose: Purpose::Force };
    let Some(rank) = verdict.of(scene, total, against) else { return Ok(()) };
    let is_left = match direction {
        Direction::Down => {
            fall_prone(scene, target);
            return Ok(());
        }
        Direction::Left => true,
        Direction::Right => false,
        Direction::Away => mark_of(scene.fight(), target) < mark_of(scene.fight(), who),
    };
    let from = mark_of(scene.fight(), target);
    let to = along(scene.fight(), from, is_left, STEP * Feet::from(rank));
    if to == from {
        return Ok(());
    }
    let route = Route::new(scene.fight(), target, to, Way::Forced);
    let goal = match how {
        Forcing::Arena => drive(scene, who, target, &route)?,
        Forcing::Grapple => drag(scene.fight(), target, &route),
    };
    // The GM may have placed it elsewhere meanwhile.
    if goal != from && mark_of(scene.fight(), target) == from {
        walk(scene, target, goal, Way::Forced)?;
    }
    Ok(())
}

/// RANKS-FORCE-3: over terrain and obstacles by one movement check of its own, fixed or, for an
/// action, rolled (W3); whoever fails is fatigued and moved all the same.
fn drive(scene: &mut Scene, actor: CombatantId, who: CombatantId, route: &Route) -> Step<Feet> {
    let Some(over) = route.rolled() else {
        if route.task.is_some() {
            responses::unasked(scene, who)?;
        }
        return Ok(route.to);
    };
    let fixed = checks::fixed(scene.fight(), who, over.skill);
    let question = Question::Driven { who, actor, over };
    let response = responses::ask(scene, who, question, &[over.skill.into()])?;
    let is_off = mark_of(scene.fight(), who) != route.from;
    if is_off || super::deeds::is_lost(scene, actor, &[who]) {
        return Ok(route.from);
    }
    let total = match response {
        None => fixed,
        Some(response) => {
            let check = Check::new(who, over.skill, Purpose::Driven);
            checks::roll(scene, check.lucky(response.luck))
        }
    };
    let stopped = route.settle(scene, who, Purpose::Driven, total)?;
    Ok(stopped.unwrap_or(route.to))
}

/// RANKS-FORCE-4: never a check: it stops on the last mark before anything that is too hard for its
/// fixed value.
fn drag(fight: &Fight, who: CombatantId, route: &Route) -> Feet {
    let too_hard = route.things.iter().find(|thing| movement::needs_roll(fight, who, &thing.is));
    too_hard.map_or(route.to, |thing| thing.before)
}
