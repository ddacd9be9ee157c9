//! How computer-controlled combatants judge a duel.

use engine::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, nearest_enemy_distance,
};
use engine::core::ids::CombatantId;

use super::acts::Act;
use super::sheet::Body;
use super::state::Event;
use super::turns::zone_of;
use super::{Duel, Fight};

impl Evaluation for Duel {
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        CombatantStatus::from_remaining(body.hp, body.hp_max)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::Strike(target) => ActPurpose::Attack(*target),
            Act::Guard => ActPurpose::Other,
            Act::Step(zone) => ActPurpose::Move(nearest_enemy_distance(fight, who, |enemy| {
                fight.zones.steps_between(*zone, zone_of(fight, enemy))
            })),
        }
    }

    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<AttemptResult> {
        match event {
            Event::Struck { who: attacker, is_riposte: false, is_hit, .. } if *attacker == who => {
                Some(AttemptResult::success_if(*is_hit))
            }
            _ => None,
        }
    }

    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        fight.zones.steps_between(zone_of(fight, one), zone_of(fight, other))
    }
}
