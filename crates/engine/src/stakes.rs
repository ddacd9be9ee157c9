//! What is at stake in a fight: how somebody stands, who is against whom, and what an act comes to
//! at first sight. Minds go by it; the rules themselves never do. In `stakes.rs` of each system.

use super::System;
use super::fight::Fight;
use super::ids::CombatantId;

/// How somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lot {
    /// In the fight, with so much left of what they can lose, in thousandths.
    Up(u16),
    /// Gone by their own will.
    Gone,
    Down,
}

impl Lot {
    pub fn left(now: impl Into<u32>, most: impl Into<u32>) -> Self {
        let (now, most) = (now.into(), most.into().max(1));
        Self::Up((now.min(most) * 1000 / most) as u16)
    }

    /// The same, with so many things in the way, each of which makes a fifth of it worthless.
    pub fn hampered(self, by: usize) -> Self {
        match self {
            Self::Up(left) => Self::Up((0..by).fold(left, |left, _| left / 5 * 4)),
            other => other,
        }
    }

    pub fn is_up(self) -> bool {
        matches!(self, Self::Up(_))
    }
}

/// What an act comes to at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// What must come first.
    Begin,
    /// It may harm this one at once.
    Strike(CombatantId),
    /// Its actor stands so far from the nearest enemy then.
    Step(u16),
    /// It ends the turn.
    End,
    Else,
}

pub trait Stakes: System {
    fn lot(fight: &Fight<Self>, who: CombatantId) -> Lot;
    fn are_enemies(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> bool;
    fn aim(fight: &Fight<Self>, who: CombatantId, act: &Self::Act) -> Aim;
    /// How far it is between two, in whatever the system counts.
    fn gap(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> u16;
    /// Whether a note says that an act of somebody came off, or did not, before anybody reacted.
    fn came_off(note: &Self::Note, who: CombatantId, act: &Self::Act) -> Option<bool>;
    /// The faces of a die, those that always count alike as one of them and how many they are.
    fn alike(sides: u8) -> Vec<(u8, u8)> {
        (1..=sides.max(1)).map(|face| (face, 1)).collect()
    }
    /// Whether somebody can know that an enemy is there at all.
    fn is_aware(_fight: &Fight<Self>, _who: CombatantId, _of: CombatantId) -> bool {
        true
    }
}

/// Enemies of somebody that are in the fight.
pub fn foes<S: Stakes>(
    fight: &Fight<S>,
    who: CombatantId,
) -> impl Iterator<Item = CombatantId> + '_ {
    let all = fight.iter().map(|(other, _)| other);
    all.filter(move |other| S::are_enemies(fight, who, *other) && S::lot(fight, *other).is_up())
}

/// How far the nearest enemy of somebody is, by a measure.
pub fn nearest<S: Stakes>(
    fight: &Fight<S>,
    who: CombatantId,
    gap: impl Fn(CombatantId) -> u16,
) -> u16 {
    foes(fight, who).map(gap).min().unwrap_or(u16::MAX)
}
