//! Rolls (FATES-ROLL): Attack rolls and Attribute checks, from the pool to the total that counts.

use super::sheet::Attribute;
use super::state::{Note, Roll};
use super::{Fight, Scene, Step, help};
use crate::ids::CombatantId;
use crate::modifier::{Change, Modifier};
use crate::why::Why;

/// What is rolled.
#[derive(Clone, Debug)]
pub struct Pool {
    pub attribute: Attribute,
    /// The skill's rank and flat bonuses; dice more or fewer.
    pub modifiers: Vec<Modifier>,
    /// A Fate Point is spent on it.
    pub fp: bool,
}

impl Pool {
    fn sum(&self, of: impl Fn(Change) -> i16) -> i16 {
        self.modifiers.iter().map(|modifier| of(modifier.change)).sum()
    }

    fn plus(&self) -> u8 {
        self.sum(|change| if let Change::Plus(number) = change { number } else { 0 }).max(0) as u8
    }

    fn dice(&self) -> i16 {
        self.sum(|change| if let Change::Dice(number) = change { number } else { 0 })
    }
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
pub fn roll(scene: &mut Scene, who: CombatantId, mut pool: Pool) {
    if pool.fp {
        pool.modifiers.extend(Modifier::dice("fate-point", 2i16));
    }
    let own = i16::from(scene.fight().body(who).attribute(pool.attribute));
    let count = (own + pool.dice()).max(1);
    let faces = scene.faces(count as u8, 6);
    let total = faces.iter().sum::<u8>().saturating_add(pool.plus());
    scene.note(Note::Rolled { who, faces: Some(faces), total, modifiers: pool.modifiers });
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

/// The sum of a number of d6.
pub fn sum(scene: &mut Scene, dice: u8) -> u8 {
    scene.faces(dice, 6).into_iter().sum()
}
