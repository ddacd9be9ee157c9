//! What is at stake in a fight: how somebody stands, who is against whom, and what an act comes to
//! at first sight. Minds go by it; the rules themselves never do. In `stakes.rs` of each system.

use crate::System;
use crate::core::fight::Fight;
use crate::core::ids::CombatantId;

/// How somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// In the fight, with so much left of what they can lose, in thousandths.
    Active(u16),
    /// Gone by their own will.
    Left,
    Down,
}

impl Standing {
    pub fn from_remaining(remaining: impl Into<u32>, max: impl Into<u32>) -> Self {
        let (now, most) = (remaining.into(), max.into().max(1));
        Self::Active((now.min(most) * 1000 / most) as u16)
    }

    /// The same, with so many things in the way, each of which makes a fifth of it worthless.
    pub fn with_hindrances(self, hindrance_count: usize) -> Self {
        match self {
            Self::Active(left) => {
                Self::Active((0..hindrance_count).fold(left, |left, _| left / 5 * 4))
            }
            other => other,
        }
    }

    pub fn is_active(self) -> bool {
        matches!(self, Self::Active(_))
    }
}

/// What an act comes to at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActPurpose {
    /// What must come first.
    BeginTurn,
    /// It may harm this one at once.
    Attack(CombatantId),
    /// Its actor stands so far from the nearest enemy then.
    Move(u16),
    /// It ends the turn.
    EndTurn,
    Other,
}

pub trait Evaluation: System {
    fn standing_of(fight: &Fight<Self>, who: CombatantId) -> Standing;
    fn are_enemies(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> bool;
    fn act_purpose(fight: &Fight<Self>, who: CombatantId, act: &Self::Act) -> ActPurpose;
    /// How far it is between two, in whatever the system counts.
    fn distance(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> u16;
    /// Whether a note says that an act of somebody came off, or did not, before anybody reacted.
    fn act_success_in_event(event: &Self::Event, who: CombatantId, act: &Self::Act)
    -> Option<bool>;
    /// The faces of a die, those that always count alike as one of them and how many they are.
    fn equivalent_faces(sides: u8) -> Vec<(u8, u8)> {
        (1..=sides.max(1)).map(|face| (face, 1)).collect()
    }
    /// Whether somebody can know that an enemy is there at all.
    fn is_aware_of(_fight: &Fight<Self>, _who: CombatantId, _enemy: CombatantId) -> bool {
        true
    }
}

/// Enemies of somebody that are in the fight.
pub fn active_enemies<S: Evaluation>(
    fight: &Fight<S>,
    who: CombatantId,
) -> impl Iterator<Item = CombatantId> + '_ {
    let all = fight.iter().map(|(other, _)| other);
    all.filter(move |other| {
        S::are_enemies(fight, who, *other) && S::standing_of(fight, *other).is_active()
    })
}

/// How far the nearest enemy of somebody is, by a measure.
pub fn nearest_enemy_distance<S: Evaluation>(
    fight: &Fight<S>,
    who: CombatantId,
    distance: impl Fn(CombatantId) -> u16,
) -> u16 {
    active_enemies(fight, who).map(distance).min().unwrap_or(u16::MAX)
}
