//! What agents need to know about FATES to judge a fight.

use super::acts::Act;
use super::checks::SkillCheck;
use super::holdable_actions::HoldableAction;
use super::items::ItemUse;
use super::sheet::Body;
use super::state::Event;
use super::zones::{walking_steps_through_doors_or_max, zone_of};
use super::{Fates, Fight};
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, WeightedFace, nearest_enemy_distance,
};
use crate::core::ids::{CombatantId, ZoneId};

impl Evaluation for Fates {
    /// Returns a combatant's Resolve as a part of the maximum, less a fifth if it is Grappled, and
    /// twice a fifth if it is Wounded.
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        let hindrance_count = usize::from(body.grappled_by.is_some());
        CombatantStatus::from_remaining(body.resolve, body.resolve_max)
            .reduced_by_fifth_per_hindrance(hindrance_count + 2 * usize::from(body.is_wounded))
    }

    /// Returns whether two combatants are on different sides.
    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::RollInitiative => ActPurpose::BeginTurn,
            Act::TakeAction { action, .. } => action_purpose(fight, who, action),
            Act::Move(to) => ActPurpose::Move(enemy_distance_from(fight, who, *to)),
            Act::Dash(to) => ActPurpose::Dash(enemy_distance_from(fight, who, *to)),
            Act::TakeInHand(item) => take_in_hand_purpose(fight.body(who), item),
            Act::Flee => ActPurpose::GiveUp,
            Act::Pass => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    /// Returns whether the actor's attack hit or its check succeeded; `None` for an event that is
    /// no result of either.
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

    /// Returns the steps that it takes to walk, doors opened on the way included.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        walking_steps_through_doors_or_max(fight, zone_of(fight, one), zone_of(fight, other))
    }
}

/// Returns the steps that it takes to walk from a zone to the nearest enemy.
fn enemy_distance_from(fight: &Fight, who: CombatantId, zone: ZoneId) -> u16 {
    nearest_enemy_distance(fight, who, |enemy| {
        walking_steps_through_doors_or_max(fight, zone, zone_of(fight, enemy))
    })
}

/// Returns what an action is for. The rules let a combatant attack its own side; no agent wants it.
fn action_purpose(fight: &Fight, who: CombatantId, action: &HoldableAction) -> ActPurpose {
    let is_enemy = |target: CombatantId| Fates::are_enemies(fight, who, target);
    match action {
        HoldableAction::Attack { target, .. }
        | HoldableAction::UseSkill(SkillCheck::Grapple(target))
            if !is_enemy(*target) =>
        {
            ActPurpose::Unwanted
        }
        HoldableAction::Attack { target, .. } => ActPurpose::Attack(*target),
        HoldableAction::UseItem(ItemUse::Consumable { target, .. }) if is_enemy(*target) => {
            ActPurpose::Unwanted
        }
        HoldableAction::UseItem(ItemUse::Door { to, is_opening: true })
            if is_on_way_to_enemy(fight, who, *to) =>
        {
            ActPurpose::Prepare
        }
        HoldableAction::UseSkill(SkillCheck::BreakFree(_)) => ActPurpose::Prepare,
        HoldableAction::UseItem(_) | HoldableAction::UseSkill(_) => ActPurpose::Other,
    }
}

/// Returns whether the shortest way to the nearest enemy leads through the closed door to a zone:
/// opening it and stepping through take two steps.
fn is_on_way_to_enemy(fight: &Fight, who: CombatantId, to: ZoneId) -> bool {
    let distance_now = enemy_distance_from(fight, who, zone_of(fight, who));
    enemy_distance_from(fight, who, to) < distance_now.saturating_sub(1)
}

/// Returns what taking a carried item in hand is for. A weapon prepares attacks where none is in
/// hand; to put the weapon away for something else is unwanted.
fn take_in_hand_purpose(body: &Body, item: &str) -> ActPurpose {
    let is_weapon = |name: &str| body.item(name).is_some_and(|item| item.weapon.is_some());
    match (is_weapon(body.item_in_hand.as_str()), is_weapon(item)) {
        (false, true) => ActPurpose::Prepare,
        (true, false) => ActPurpose::Unwanted,
        (true, true) | (false, false) => ActPurpose::Other,
    }
}
