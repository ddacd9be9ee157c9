//! What agents ask a system about a fight: how combatants stand, who are enemies, and what an act
//! is for. The rules themselves never use it.

use crate::System;
use crate::core::fight::{Exit, Fight};
use crate::core::ids::CombatantId;

/// Whether a combatant still fights, and with how much health.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatantStatus {
    /// In the fight, with the part of its health (or the like) that is left, in thousandths.
    Active(u16),
    /// Left by its own will.
    Left,
    Down,
}

impl CombatantStatus {
    /// Makes the status of a combatant who has `remaining` of `max` left.
    pub fn from_remaining(remaining: impl Into<u32>, max: impl Into<u32>) -> Self {
        let (remaining, max) = (remaining.into(), max.into().max(1));
        Self::Active((remaining.min(max) * 1000 / max) as u16)
    }

    /// Reduces the remaining part by a fifth for each hindrance, if active.
    pub fn reduced_by_fifth_per_hindrance(self, hindrance_count: usize) -> Self {
        let Self::Active(mut remaining) = self else { return self };
        for _ in 0..hindrance_count {
            remaining = remaining / 5 * 4;
        }
        Self::Active(remaining)
    }

    /// Returns whether the combatant is neither down nor gone.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Active(_))
    }
}

impl From<Exit> for CombatantStatus {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Left => Self::Left,
            Exit::Down => Self::Down,
        }
    }
}

/// What an act is for, at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActPurpose {
    /// Begins the turn, which must come first.
    BeginTurn,
    /// May harm this enemy at once.
    Attack(CombatantId),
    /// Removes what keeps the actor from attacking or moving: stands up, breaks free, opens a door
    /// on the way to the nearest enemy, takes a weapon in an empty hand, or retreats where the
    /// rules allow nothing else.
    Prepare,
    /// Moves the actor to this distance from the nearest enemy.
    Move(u16),
    /// Does the same, but uses the action with which the actor could attack.
    Dash(u16),
    /// Ends the turn.
    EndTurn,
    /// Gives up for good what the actor may still need: its place in the fight, or an item.
    GiveUp,
    /// Harms the actor's own side, helps its enemies, disarms the actor or decides for others.
    /// Agents never choose it.
    Unwanted,
    Other,
}

impl ActPurpose {
    /// Returns whether an agent may choose the act without a strong reason.
    pub fn is_harmless(self) -> bool {
        !matches!(self, Self::GiveUp | Self::Unwanted)
    }
}

/// What came of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    Success,
    Failure,
}

impl AttemptResult {
    /// Returns `Success` if `has_succeeded`, otherwise `Failure`.
    pub fn success_if(has_succeeded: bool) -> Self {
        if has_succeeded { Self::Success } else { Self::Failure }
    }
}

/// One of the faces of a die that always count alike, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedFace {
    pub face: u8,
    pub alike_count: u8,
}

impl WeightedFace {
    /// Makes the face that stands for `alike_count` faces, itself included.
    pub fn new(face: u8, alike_count: u8) -> Self {
        Self { face, alike_count }
    }

    /// Returns a face that no other counts like.
    pub fn single(face: u8) -> Self {
        Self::new(face, 1)
    }
}

/// What a system tells agents about its fights. Implemented in `evaluation.rs`.
pub trait Evaluation: System {
    /// Returns how much of its health a combatant has left that is still in the fight.
    fn status_with_remaining_strength(body: &Self::Body) -> CombatantStatus;
    /// Returns whether a combatant still fights now, and with how much health.
    fn status_of(fight: &Fight<Self>, who: CombatantId) -> CombatantStatus {
        let body = fight.body(who);
        Self::exit(body).map_or_else(|| Self::status_with_remaining_strength(body), Into::into)
    }
    /// Returns whether two combatants fight each other. A combatant is not its own enemy.
    fn are_enemies(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> bool;
    /// Returns what an act of a combatant is for, at first sight.
    fn act_purpose(fight: &Fight<Self>, who: CombatantId, act: &Self::Act) -> ActPurpose;
    /// Returns the distance between two combatants, in the system's own unit.
    fn distance(fight: &Fight<Self>, one: CombatantId, other: CombatantId) -> u16;
    /// Returns whether an event says that a combatant's act succeeded or failed, before anybody
    /// reacted. `None` if the event says neither.
    fn act_success_in_event(
        event: &Self::Event,
        who: CombatantId,
        act: &Self::Act,
    ) -> Option<AttemptResult>;
    /// Returns the faces of a die. Of faces that always count alike, it returns one with their
    /// number.
    fn equivalent_faces(sides: u8) -> Vec<WeightedFace> {
        (1..=sides.max(1)).map(WeightedFace::single).collect()
    }
    /// Returns whether a combatant can know that an enemy is there at all.
    fn is_aware_of(_fight: &Fight<Self>, _who: CombatantId, _enemy: CombatantId) -> bool {
        true
    }
}

/// Iterates over the enemies of a combatant that are still in the fight.
pub fn active_enemies<S: Evaluation>(
    fight: &Fight<S>,
    who: CombatantId,
) -> impl Iterator<Item = CombatantId> + '_ {
    fight.present_ids().filter(move |other| {
        S::are_enemies(fight, who, *other) && S::status_of(fight, *other).is_active()
    })
}

/// Returns the smallest `distance` to an active enemy of a combatant, or `u16::MAX` if there is no
/// enemy.
pub fn nearest_enemy_distance<S: Evaluation>(
    fight: &Fight<S>,
    who: CombatantId,
    distance: impl Fn(CombatantId) -> u16,
) -> u16 {
    active_enemies(fight, who).map(distance).min().unwrap_or(u16::MAX)
}
