//! Aim (FATES-AIM).

use super::Scene;
use super::acts::AimMode;
use super::sheet::{Aim, Band, Body, Skill};
use super::state::Note;
use crate::ids::CombatantId;
use crate::why::Why;

/// The skills whose rank may be added (FATES-AIM-1).
pub const SKILLS: &[Skill] = &[Skill::Tactics, Skill::Search];

/// FATES-AIM-1: Tactics or Search.
pub fn check(with: Option<Skill>) -> Result<(), Why> {
    match with {
        Some(with) if SKILLS.contains(&with) => Ok(()),
        _ => Err(Why::new("no-skill", "FATES-AIM-1")),
    }
}

/// FATES-AIM-1: chosen when taking it: a rank, or `steady`. FATES-AIM-3: a new one replaces the
/// old.
pub fn take(scene: &mut Scene, who: CombatantId, mode: AimMode) {
    let (with, aim) = match mode {
        AimMode::Bonus(with) => {
            (with, Aim::Bonus(with.map_or(0, |with| scene.fight().body(who).rank(with))))
        }
        AimMode::Steady => (None, Aim::Steady),
    };
    scene.note(Note::Aimed { who, with, aim: Some(aim) });
}

/// FATES-AIM-1: `steady` ignores up to 1D of the penalty of Long or Extreme, never that of Close.
pub fn steadied(band: Band, penalty: i8) -> i8 {
    match band {
        Band::Long | Band::Extreme => (penalty + 1).min(0),
        Band::Close | Band::Short | Band::Medium => penalty,
    }
}

/// FATES-AIM-2: the next Attack roll uses it up, even if it had no effect.
pub fn use_up(scene: &mut Scene, who: CombatantId) {
    if scene.fight().body(who).aim.is_some() {
        scene.note(Note::AimUsed(who));
    }
}

/// The skill with the higher rank, where nothing is said.
pub fn default_skill(body: &Body) -> Option<Skill> {
    body.best(SKILLS)
}
