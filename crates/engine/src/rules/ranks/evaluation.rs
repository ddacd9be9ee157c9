//! What agents judge a Ranks fight by.

use super::acts::{Act, MovePayment};
use super::conditions::{ConditionTrack, OUT_OF_ACTION_RANK};
use super::free_actions::ItemHandling;
use super::maneuvers::Maneuver;
use super::sheet::{Body, Feet, Item, Mark, UNARMED};
use super::state::{CheckPurpose, Event};
use super::zones::{distance, mark_of};
use super::{Fight, Ranks, attacks, engagement};
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, nearest_enemy_distance,
};
use crate::core::ids::CombatantId;

impl Evaluation for Ranks {
    /// Returns the part of a combatant's health that is left (`remaining_health_in_thousandths`),
    /// less a fifth if it is prone.
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        CombatantStatus::Active(remaining_health_in_thousandths(body))
            .reduced_by_fifth_per_hindrance(usize::from(body.is_prone))
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        engagement::are_enemies(fight, one, other)
    }

    /// Returns what an act is for. Blows with the fist of somebody who holds a weapon are no
    /// attacks: to step to where the weapon reaches does more.
    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::Maneuver { maneuver: Maneuver::Attack { weapon, .. }, .. }
                if weapon.as_str() == UNARMED && has_better_weapon_than_fist(fight.body(who)) =>
            {
                ActPurpose::Other
            }
            Act::Maneuver { maneuver: Maneuver::Attack { target, .. }, .. } => {
                ActPurpose::Attack(*target)
            }
            Act::Maneuver { maneuver: Maneuver::Dash { to: Some(to) }, .. }
            | Act::Move { to: Some(to), payment: Some(MovePayment::Full), .. } => {
                ActPurpose::Dash(enemy_distance_from(fight, who, *to))
            }
            Act::Move { to: Some(to), .. } => {
                ActPurpose::Move(enemy_distance_from(fight, who, *to))
            }
            Act::StandUp => ActPurpose::Prepare,
            Act::HandleItem { handling, item } => {
                handling_purpose(fight.body(who), *handling, item)
            }
            Act::Flee { .. } | Act::Concede => ActPurpose::GiveUp,
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

    /// Returns how many feet the other is too far from the first one's weapon, or too close for it.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        feet_out_of_reach(reach_bounds(fight.body(one)), distance(fight, one, other))
    }
}

/// Returns whether a combatant holds a weapon or has a natural one.
fn has_better_weapon_than_fist(body: &Body) -> bool {
    let (name, _) = body.first_weapon();
    name.as_str() != UNARMED
}

/// Returns the least and the greatest distance at which a combatant's first weapon reaches.
fn reach_bounds(body: &Body) -> (Feet, Feet) {
    attacks::weapon_reach_bounds(body.first_weapon().1.category)
}

/// Returns how much a distance must change until a weapon with these bounds reaches.
fn feet_out_of_reach((least, most): (Feet, Feet), feet: Feet) -> Feet {
    least.saturating_sub(feet).max(feet.saturating_sub(most))
}

/// Returns how many feet the nearest enemy would be out of reach from a mark.
fn enemy_distance_from(fight: &Fight, who: CombatantId, mark: Mark) -> u16 {
    let bounds = reach_bounds(fight.body(who));
    nearest_enemy_distance(fight, who, |enemy| {
        feet_out_of_reach(bounds, mark_of(fight, enemy).abs_diff(mark))
    })
}

/// Returns the purpose that an agent sees in handling an item this way. A weapon in a hand without
/// one prepares attacks.
fn handling_purpose(body: &Body, handling: ItemHandling, item: &str) -> ActPurpose {
    let is_weapon = |item: &Item| item.weapon.is_some();
    match handling {
        ItemHandling::Equip => {
            let is_armed = body.gear.iter().any(|held| is_weapon(held) && held.is_at_hand());
            let is_weapon_taken_up = body.item(item).is_some_and(is_weapon);
            if is_weapon_taken_up && !is_armed { ActPurpose::Prepare } else { ActPurpose::Other }
        }
        ItemHandling::Stow => ActPurpose::Unwanted,
        ItemHandling::Drop => ActPurpose::GiveUp,
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

/// The health that each rank of the worst track costs, besides [`HEALTH_PER_RANK`], in thousandths.
const EXTRA_HEALTH_PER_RANK_OF_WORST_TRACK: u16 = 100;
/// The health that each rank of any track costs, in thousandths.
const HEALTH_PER_RANK: u16 = 33;

/// Returns how far a combatant is from going out of action, in thousandths: 1000 if it has no
/// condition. The track with the highest sum of ranks counts most, since it will take the combatant
/// out first. A rank that will soon end counts as much as one that stays, because it hinders now.
fn remaining_health_in_thousandths(body: &Body) -> u16 {
    let rank_sum = |track: ConditionTrack| -> u16 {
        let of_track = body.conditions.iter().filter(|condition| condition.track == track);
        of_track.map(|condition| u16::from(condition.rank)).sum()
    };
    let rank_sums = ConditionTrack::ALL.map(rank_sum);
    let max_of_track = u16::from(OUT_OF_ACTION_RANK);
    let max_of_all_tracks = 3 * max_of_track;
    let worst_track = rank_sums.into_iter().max().unwrap_or(0).min(max_of_track);
    let all_tracks = rank_sums.into_iter().sum::<u16>().min(max_of_all_tracks);
    let lost_health =
        EXTRA_HEALTH_PER_RANK_OF_WORST_TRACK * worst_track + HEALTH_PER_RANK * all_tracks;
    1000 - lost_health.min(1000)
}
