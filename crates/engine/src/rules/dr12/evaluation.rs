//! How computer-controlled combatants judge a DR12 fight.

use super::acts::Act;
use super::other_actions::ItemHandling;
use super::sheet::{Ailment, Body, ItemId, Mood};
use super::state::{Event, TestPurpose};
use super::zones::zone_of;
use super::{Dr12, Fight, ailments};
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, nearest_enemy_distance,
};
use crate::core::ids::{CombatantId, ZoneId};

impl Evaluation for Dr12 {
    /// Returns a combatant's HP as a part of the maximum, less a fifth for each ailment.
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        let ailments =
            [&body.ongoing, &body.weakened, &body.distracted, &body.stuck, &body.paralysed];
        let hindrance_count = ailments.into_iter().flatten().count();
        CombatantStatus::from_remaining(body.hp, body.hp_max)
            .reduced_by_fifth_per_hindrance(hindrance_count)
    }

    /// Returns whether two combatants are on different sides.
    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    /// Returns what an act is for. DR12-MORALE-4: to move off and flee is all that is left to a
    /// Fleeing combatant.
    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        if act.target_enemy().is_some_and(|target| !Self::are_enemies(fight, who, target)) {
            return ActPurpose::Unwanted;
        }
        match act {
            Act::Attack { target, .. } | Act::Cast { target, .. } => ActPurpose::Attack(*target),
            Act::Move(_) | Act::Dash(_) | Act::Flee if fight.body(who).mood == Mood::Fleeing => {
                ActPurpose::Prepare
            }
            Act::Move(to) => ActPurpose::Move(enemy_distance_from(fight, who, *to)),
            Act::Dash(to) => ActPurpose::Dash(enemy_distance_from(fight, who, *to)),
            Act::Recover(ailment) if bars_movement_or_action(fight, who, *ailment) => {
                ActPurpose::Prepare
            }
            Act::HandleItem { handling, item } => handling_purpose(fight, who, *handling, *item),
            Act::Flee => ActPurpose::GiveUp,
            Act::Pass => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    /// Returns the result of a Test that the actor rolls for an act of its own. `None` for Tests to
    /// avoid or resist, against hazards and of morale, and for any other event.
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

    /// Returns the distance in steps from zone to zone.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        fight.zones.steps_between(zone_of(fight, one), zone_of(fight, other))
    }
}

/// Returns whether a combatant suffers from this ailment and cannot move or act because of it.
fn bars_movement_or_action(fight: &Fight, who: CombatantId, ailment: Ailment) -> bool {
    ailments::ailment_barring_movement(fight, who) == Some(ailment)
        || ailments::ailment_barring_action(fight, who) == Some(ailment)
}

/// Returns the steps from a zone to the nearest enemy.
fn enemy_distance_from(fight: &Fight, who: CombatantId, zone: ZoneId) -> u16 {
    nearest_enemy_distance(fight, who, |enemy| {
        fight.zones.steps_between(zone, zone_of(fight, enemy))
    })
}

/// Returns the purpose that an agent sees in handling an item this way. To draw a weapon prepares
/// attacks where none is in hand.
fn handling_purpose(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> ActPurpose {
    let body = fight.body(who);
    match handling {
        ItemHandling::Drop => ActPurpose::GiveUp,
        ItemHandling::Stow => ActPurpose::Unwanted,
        ItemHandling::Draw => {
            let is_armed = body.hands.iter().any(|held| held.weapon.is_some());
            let is_weapon =
                body.find_carried_item(item).is_some_and(|(_, drawn)| drawn.weapon.is_some());
            if is_weapon && !is_armed { ActPurpose::Prepare } else { ActPurpose::Other }
        }
        ItemHandling::Retrieve
        | ItemHandling::Use(_)
        | ItemHandling::Give(_)
        | ItemHandling::Take => ActPurpose::Other,
    }
}
