//! Rolls (FATES-ROLL): Attack rolls and Attribute checks, from the pool to the total that counts.

use super::sheet::Attribute;
use super::state::{Note, Roll};
use super::{Fight, Scene, Step, help};
use crate::engine::ids::CombatantId;
use crate::engine::why::Why;

/// What is rolled.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    pub attribute: Attribute,
    /// The skill's rank and flat bonuses.
    pub plus: u8,
    /// More or fewer dice.
    pub dice: i8,
    /// A Fate Point is spent on it.
    pub fp: bool,
}

/// FATES-ROLL-4: at most one Fate Point, and only where there is one.
pub fn check_fp(fight: &Fight, who: CombatantId, fp: bool) -> Result<(), Why> {
    if fp && fight.body(who).fp == 0 {
        return Err(Why::new("no-fate-points", "FATES-ROLL-4"));
    }
    Ok(())
}

/// FATES-ROLL-1: the attribute's dice summed, plus rank and bonuses. FATES-ROLL-2: dice more and
/// fewer are added up first, then the pool is raised to 1D. FATES-ROLL-4: a Fate Point is +2D; it
/// was spent with the command.
pub fn roll(scene: &mut Scene, who: CombatantId, pool: Pool) {
    let own = scene.fight().body(who).attribute(pool.attribute) as i8;
    let count = (own + pool.dice + if pool.fp { 2 } else { 0 }).max(1);
    let faces: Vec<u8> = (0..count).map(|_| scene.roll(6)).collect();
    let total = faces.iter().sum::<u8>().saturating_add(pool.plus);
    scene.note(Note::Rolled { who, faces: Some(faces), total });
}

/// FATES-HELP-5: the Help window, and then the total that counts.
pub fn close(scene: &mut Scene, who: CombatantId) -> Step<u8> {
    help::ask(scene, who)?;
    let roll = scene.fight().state.rolls.last();
    let total = roll.map_or(0, Roll::helped);
    scene.note(Note::RollClosed { who, total });
    Ok(total)
}

/// FATES-ROLL-3: a check succeeds when the total equals or exceeds the difficulty.
pub fn succeeds(total: u8, difficulty: u8) -> bool {
    total >= difficulty
}

/// So many d6 summed.
pub fn sum(scene: &mut Scene, dice: u8) -> u8 {
    (0..dice).map(|_| scene.roll(6)).sum()
}
