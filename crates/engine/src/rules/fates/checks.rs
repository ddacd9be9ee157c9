//! Use a Skill (FATES-SKILL): Attribute checks, grapples and getting free.

use serde::{Deserialize, Serialize};

use super::deeds::How;
use super::holds::{self, Happening, Heard};
use super::prompts::{self, Answer};
use super::rolls::{self, Pool};
use super::sheet::{Attribute, Band, Prose, Skill};
use super::state::Note;
use super::{Fight, Scene, Step, attacks, defend, grapple, visibility};
use crate::ids::CombatantId;
use crate::modifier::Modifier;
use crate::scene::DecoyWait;
use crate::why::Why;

/// FATES-ROLL-3: the difficulty where the GM says no other.
pub const MODERATE: u8 = 11;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// FATES-SKILL-1; no attribute: what was named fits none.
    Skill { attribute: Option<Attribute>, skill: Option<Skill>, text: Prose },
    /// FATES-SKILL-2.
    Grapple(CombatantId),
    /// FATES-SKILL-3: with Athletics or Agility.
    Break(Option<Skill>),
}

/// The skills with which one gets free (FATES-SKILL-3).
pub const BREAKING: &[Skill] = &[Skill::Athletics, Skill::Agility];

/// FATES-SKILL-3: Strength + Athletics or Dexterity + Agility.
pub fn check_break_skill(with: Option<Skill>) -> Result<(), Why> {
    if with.is_some_and(|with| BREAKING.contains(&with)) {
        Ok(())
    } else {
        Err(Why::new("no-skill", "FATES-SKILL-3"))
    }
}

/// FATES-SKILL-1: one attribute, not of 0D, and a skill that goes with it.
/// FATES-SKILL-2: a grapple needs a combatant at Close.
pub fn check(fight: &Fight, who: CombatantId, check: &Check) -> Result<(), Why> {
    match check {
        Check::Skill { attribute: None, .. } => Err(Why::new("no-skill", "FATES-SKILL-1")),
        Check::Skill { attribute: Some(attribute), skill, .. } => {
            if fight.body(who).attribute(*attribute) == 0 {
                return Err(Why::new("no-attribute", "FATES-SKILL-1"));
            }
            if skill.is_some_and(|skill| skill.attribute() != *attribute) {
                return Err(Why::new("no-skill", "FATES-SKILL-1"));
            }
            Ok(())
        }
        Check::Grapple(target) => {
            attacks::check_target(fight, who, *target)?;
            attacks::check_range(fight, who, *target, Band::Close)
        }
        Check::Break(with) => {
            check_break_skill(*with)?;
            match fight.body(who).grappled_by {
                Some(_) => Ok(()),
                None => Err(Why::new("bad-target", "FATES-SKILL-3")),
            }
        }
    }
}

/// FATES-ROLL-3: the GM sets the difficulty before the dice fall.
pub fn ask_difficulty(scene: &mut Scene, who: CombatantId, check: &Check) -> Step<u8> {
    let mut lull = DecoyWait::NONE;
    let difficulty = loop {
        let ask = prompts::difficulty(scene.fight(), who, check);
        match holds::listen(scene, vec![ask], &mut lull)? {
            Heard::Trigger => {}
            Heard::Answer(_, Answer::Rule(difficulty)) => break difficulty,
            Heard::Answer(..) | Heard::Nobody => break MODERATE,
        }
    };
    scene.note(Note::DifficultySet { who, difficulty });
    Ok(difficulty)
}

/// One check, from its declaration to what comes of it.
pub fn attempt(scene: &mut Scene, who: CombatantId, check: &Check, how: How) -> Step {
    visibility::show(scene, who);
    scene.note(Note::Tried { who, check: check.clone(), held: how.is_held() });
    holds::spring(scene, &Happening::UsesSkill(who))?;
    if is_lost(scene, who, check) {
        return Ok(());
    }
    match check {
        Check::Skill { attribute, skill, .. } => {
            let difficulty = match how {
                How::OwnTurn { .. } => ask_difficulty(scene, who, check)?,
                How::Held { difficulty } => difficulty,
            };
            if is_lost(scene, who, check) {
                return Ok(());
            }
            let total = roll(scene, who, attribute.unwrap_or(Attribute::Knowledge), *skill, how)?;
            if !is_lost(scene, who, check) {
                conclude(scene, who, total, difficulty);
            }
        }
        // FATES-SKILL-2: Defend applies and breaks as against an attack.
        Check::Grapple(target) => {
            let total = roll(scene, who, Attribute::Strength, Some(Skill::Brawl), how)?;
            if !is_lost(scene, who, check) && defend::compare(scene, who, *target, total).is_some()
            {
                scene.note(Note::Grappled { who: *target, by: who, total });
            }
        }
        // FATES-SKILL-3: against the grapple's final total.
        Check::Break(with) => {
            let with = with.unwrap_or(Skill::Athletics);
            let total = roll(scene, who, with.attribute(), Some(with), how)?;
            if !is_lost(scene, who, check) {
                let difficulty = scene.fight().body(who).grapple_total;
                if conclude(scene, who, total, difficulty) {
                    grapple::free(scene, who);
                }
            }
        }
    }
    Ok(())
}

/// Whoever tried is out of it, or whom or what it was about is not there any more.
fn is_lost(scene: &mut Scene, who: CombatantId, check: &Check) -> bool {
    let fight = scene.fight();
    let is_there = fight.get(who).is_some_and(|one| one.body.is_active());
    let can_still = match check {
        Check::Skill { .. } => is_there,
        Check::Grapple(target) => attacks::can_roll(fight, who, *target, Band::Close),
        Check::Break(_) => is_there && fight.body(who).grappled_by.is_some(),
    };
    if !can_still {
        scene.note(Note::CheckLost(who));
    }
    !can_still
}

fn roll(
    scene: &mut Scene,
    who: CombatantId,
    attribute: Attribute,
    skill: Option<Skill>,
    how: How,
) -> Step<u8> {
    let body = scene.fight().body(who);
    let rank = skill.and_then(|skill| Modifier::plus(skill.key(), body.rank(skill)));
    let modifiers = rank.into_iter().collect();
    rolls::roll(scene, who, Pool { attribute, modifiers, fp: how.fp() });
    rolls::close(scene, who)
}

fn conclude(scene: &mut Scene, who: CombatantId, total: u8, difficulty: u8) -> bool {
    let succeeds = rolls::succeeds(total, difficulty);
    scene.note(if succeeds {
        Note::Succeeded { who, total, difficulty }
    } else {
        Note::Failed { who, total, difficulty }
    });
    succeeds
}
