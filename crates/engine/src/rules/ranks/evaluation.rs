//! What minds go by in RANKS.

use super::acts::Act;
use super::conditions::{ConditionTrack, OUT_OF_ACTION_RANK};
use super::maneuvers::Maneuver;
use super::sheet::Body;
use super::state::{CheckPurpose, Event};
use super::zones::{distance, mark_of};
use super::{Fight, Ranks, engagement};
use crate::agents::evaluation::{ActPurpose, Evaluation, Standing, nearest_enemy_distance};
use crate::core::ids::CombatantId;

impl Evaluation for Ranks {
    fn standing_of(fight: &Fight, who: CombatantId) -> Standing {
        let body = fight.body(who);
        if body.is_out_of_action() {
            return Standing::Down;
        }
        if !body.is_active() {
            return Standing::Left;
        }
        Standing::Active(remaining_health(body)).with_hindrances(usize::from(body.is_prone))
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

    /// RANKS-CHK-3. A movement has several checks: of those nothing is said.
    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<bool> {
        let is_own = |by: &CombatantId, purpose: &CheckPurpose| *by == who && decides_act(*purpose);
        match event {
            Event::CheckSucceeded { who: by, purpose, .. } if is_own(by, purpose) => Some(true),
            Event::CheckFailed { who: by, purpose, .. } if is_own(by, purpose) => Some(false),
            _ => None,
        }
    }

    /// In feet.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        distance(fight, one, other)
    }
}

/// Whether a check of this kind is all that an act is for.
fn decides_act(purpose: CheckPurpose) -> bool {
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

/// What is left before the worst track takes somebody out, in thousandths: a rank that will go by
/// itself weighs as much as one that stays, since it is in the way now.
fn remaining_health(body: &Body) -> u16 {
    let ranks = |track: ConditionTrack| -> u16 {
        let of_track = body.conditions.iter().filter(|one| one.track == track);
        of_track.map(|one| u16::from(one.rank)).sum()
    };
    let all: u16 = ConditionTrack::ALL.into_iter().map(ranks).sum();
    let worst = ConditionTrack::ALL
        .into_iter()
        .map(ranks)
        .max()
        .unwrap_or(0)
        .min(u16::from(OUT_OF_ACTION_RANK));
    // The worst counts twice.
    1000 - (200 * worst + 66 * all.min(u16::from(OUT_OF_ACTION_RANK) * 3)).min(2000) / 2
}
