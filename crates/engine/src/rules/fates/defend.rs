//! Defend (FATES-DEF), and what an attack is compared with.

use super::sheet::{Body, Skill};
use super::state::Note;
use super::{Scene, rolls};
use crate::ids::CombatantId;
use crate::why::Why;

/// The skills that Defend may go by (FATES-DEF-1).
pub const SKILLS: &[Skill] = &[Skill::Agility, Skill::Athletics, Skill::Hide];

/// FATES-DEF-1: Agility, Athletics or Hide.
pub fn check(with: Option<Skill>) -> Result<(), Why> {
    if with.is_some_and(|with| SKILLS.contains(&with)) {
        Ok(())
    } else {
        Err(Why::new("no-skill", "FATES-DEF-1"))
    }
}

/// FATES-DEF-1: Defense rises by twice the rank until the own next turn. FATES-DEF-4: the newest
/// replaces the old.
pub fn defend(scene: &mut Scene, who: CombatantId, with: Skill) {
    let bonus = Some(scene.fight().body(who).rank(with).saturating_mul(2));
    scene.note(Note::Defended { who, with, bonus });
}

/// FATES-ATK-3: equal to or above the Defense, Defend bonus included, hits; by how much, if so.
/// FATES-DEF-2: a bonus that makes the difference ends at once. FATES-DEF-3: else it stays.
pub fn compare(scene: &mut Scene, who: CombatantId, target: CombatantId, total: u8) -> Option<u8> {
    let body = scene.fight().body(target);
    let (bare, is_defending) = (body.defense, body.defend.is_some());
    let whole = bare.saturating_add(body.defend.unwrap_or(0));
    let defense = Some(whole);
    if rolls::succeeds(total, whole) {
        scene.note(Note::Hit { who, target, total, defense });
        return Some(total - whole);
    }
    scene.note(Note::Missed { who, target, total, defense });
    if is_defending && rolls::succeeds(total, bare) {
        scene.note(Note::DefendEnded { who: target, broken: true });
    }
    None
}

/// The skill with the highest rank, where nothing is said.
pub fn default_skill(body: &Body) -> Option<Skill> {
    body.best(SKILLS)
}
