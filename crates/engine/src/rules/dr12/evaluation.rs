//! How computer-controlled combatants judge a DR12 fight.

use super::acts::Act;
use super::state::{Event, TestPurpose};
use super::zones::zone_of;
use super::{Dr12, Fight};
use crate::System;
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, Evaluation, Standing, nearest_enemy_distance,
};
use crate::core::ids::CombatantId;

impl Evaluation for Dr12 {
    fn standing_of(fight: &Fight, who: CombatantId) -> Standing {
        let body = fight.body(who);
        if let Some(exit) = Self::exit(body) {
            return exit.into();
        }
        let ailments =
            [&body.ongoing, &body.weakened, &body.distracted, &body.stuck, &body.paralysed];
        let hindrance_count = ailments.into_iter().flatten().count();
        Standing::from_remaining(body.hp, body.hp_max)
            .reduced_by_fifth_per_hindrance(hindrance_count)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::Attack { target, .. } | Act::Cast { target, .. } => ActPurpose::Attack(*target),
            Act::Move(to) | Act::Dash(to) => {
                ActPurpose::Move(nearest_enemy_distance(fight, who, |enemy| {
                    fight.zones.steps_between(*to, zone_of(fight, enemy))
                }))
            }
            Act::Pass => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<AttemptResult> {
        match event {
            Event::TestRolled { who: tester, purpose, passed, .. } if *tester == who => {
                match purpose {
                    TestPurpose::Attack
                    | TestPurpose::Cast
                    | TestPurpose::Push
                    | TestPurpose::Grapple
                    | TestPurpose::Stunt
                    | TestPurpose::Skill
                    | TestPurpose::Parley
                    | TestPurpose::Recover(_) => Some(AttemptResult::success_if(*passed)),
                    TestPurpose::Avoid
                    | TestPurpose::Resist(_)
                    | TestPurpose::Hazard
                    | TestPurpose::Morale => None,
                }
            }
            _ => None,
        }
    }

    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        fight.zones.steps_between(zone_of(fight, one), zone_of(fight, other))
    }
}
