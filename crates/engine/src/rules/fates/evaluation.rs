//! What agents need to know about FATES to judge a fight.

use super::acts::Act;
use super::holdable_actions::HoldableAction;
use super::state::Event;
use super::zones::zone_of;
use super::{Fates, Fight};
use crate::System;
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, Evaluation, Standing, WeightedFace, nearest_enemy_distance,
};
use crate::core::ids::CombatantId;

impl Evaluation for Fates {
    fn standing_of(fight: &Fight, who: CombatantId) -> Standing {
        let body = fight.body(who);
        if let Some(exit) = Self::exit(body) {
            return exit.into();
        }
        let hindrance_count = usize::from(body.grappled_by.is_some());
        Standing::from_remaining(body.resolve, body.resolve_max)
            .reduced_by_fifth_per_hindrance(hindrance_count + 2 * usize::from(body.is_wounded))
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::RollInitiative => ActPurpose::BeginTurn,
            Act::TakeAction { action: HoldableAction::Attack { target, .. }, .. } => {
                ActPurpose::Attack(*target)
            }
            Act::Move(to) | Act::Dash(to) => {
                ActPurpose::Move(nearest_enemy_distance(fight, who, |foe| {
                    fight.zones.steps_between(*to, zone_of(fight, foe))
                }))
            }
            Act::Pass => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<AttemptResult> {
        match event {
            Event::AttackHit { who: actor, .. } | Event::CheckSucceeded { who: actor, .. }
                if *actor == who =>
            {
                Some(AttemptResult::Success)
            }
            Event::AttackMissed { who: actor, .. } | Event::CheckFailed { who: actor, .. }
                if *actor == who =>
            {
                Some(AttemptResult::Failure)
            }
            _ => None,
        }
    }

    /// Returns 1 for all faces below 20 of a d20, because of the Destiny die only the 20 counts
    /// (FATES-OPT-1); each face by itself for all other dice.
    fn equivalent_faces(sides: u8) -> Vec<WeightedFace> {
        match sides {
            20 => vec![WeightedFace::new(1, 19), WeightedFace::single(20)],
            _ => (1..=sides).map(WeightedFace::single).collect(),
        }
    }

    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        fight.zones.steps_between(zone_of(fight, one), zone_of(fight, other))
    }
}
