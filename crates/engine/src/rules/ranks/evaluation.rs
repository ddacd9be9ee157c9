//! What agents judge a Ranks fight by.

use super::acts::Act;
use super::conditions::{ConditionTrack, OUT_OF_ACTION_RANK};
use super::maneuvers::Maneuver;
use super::sheet::Body;
use super::state::{CheckPurpose, Event};
use super::zones::{distance, mark_of};
use super::{Fight, Ranks, engagement};
use crate::System;
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, Evaluation, Standing, nearest_enemy_distance,
};
use crate::core::ids::CombatantId;

impl Evaluation for Ranks {
    fn standing_of(fight: &Fight, who: CombatantId) -> Standing {
        let body = fight.body(who);
        if let Some(exit) = Self::exit(body) {
            return exit.into();
        }
        Standing::Active(remaining_health(body))
            .reduced_by_fifth_per_hindrance(usize::from(body.is_prone))
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        engagement::are_enemies(fight, one, other)
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::Maneuver { maneuver: Maneuver::Attack { target, .. }, .. } => {
                ActPurpose::Attack(*target)
            }
            Act::Maneuver { maneuver: Maneuver::Dash { to: Some(to) }, .. }
            | Act::Move { to: Some(to), .. } => {
                ActPurpose::Move(nearest_enemy_distance(fight, who, |foe| {
                    mark_of(fight, foe).abs_diff(*to)
                }))
            }
            Act::Pass | Act::EndHolding => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    /// Returns whether an event is the success or the failure of the act's own check (RANKS-CHK-3).
    /// A movement may have several checks, so it has no single outcome.
    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<AttemptResult> {
        let is_own = |roller: &CombatantId, purpose: &CheckPurpose| {
            *roller == who && decides_whole_act(*purpose)
        };
        match event {
            Event::CheckSucceeded { who: roller, purpose, .. } if is_own(roller, purpose) => {
                Some(AttemptResult::Success)
            }
            Event::CheckFailed { who: roller, purpose, .. } if is_own(roller, purpose) => {
                Some(AttemptResult::Failure)
            }
            _ => None,
        }
    }

    /// Returns the distance in feet.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        distance(fight, one, other)
    }
}

/// Returns whether a check of this kind decides the whole act.
fn decides_whole_act(purpose: CheckPurpose) -> bool {
    match purpose {
        CheckPurpose::Attack
        | CheckPurpose::Force
        | CheckPurpose::Shift
        | CheckPurpose::Interact
        | CheckPurpose::Skill
        | CheckPurpose::Combine
        | CheckPurpose::Advantage
        | CheckPurpose::Recover => true,
        CheckPurpose::Stance
        | CheckPurpose::Defend
        | CheckPurpose::Soak
        | CheckPurpose::Move
        | CheckPurpose::Match
        | CheckPurpose::Driven
        | CheckPurpose::Resist
        | CheckPurpose::Initiative => false,
    }
}

/// Returns what is left before the worst track takes a combatant out of action, in thousandths. A
/// rank that will soon end counts as much as one that stays, because it hinders now.
fn remaining_health(body: &Body) -> u16 {
    let rank_sum = |track: ConditionTrack| -> u16 {
        let of_track = body.conditions.iter().filter(|condition| condition.track == track);
        of_track.map(|condition| u16::from(condition.rank)).sum()
    };
    let total: u16 = ConditionTrack::ALL.into_iter().map(rank_sum).sum();
    let worst_track = ConditionTrack::ALL
        .into_iter()
        .map(rank_sum)
        .max()
        .unwrap_or(0)
        .min(u16::from(OUT_OF_ACTION_RANK));
    // The worst track counts twice.
    1000 - (200 * worst_track + 66 * total.min(u16::from(OUT_OF_ACTION_RANK) * 3)).min(2000) / 2
}
