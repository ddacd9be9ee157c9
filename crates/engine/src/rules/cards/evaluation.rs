//! What agents need to know about CARDS to judge a fight.

use super::acts::Act;
use super::sheet::{Body, HarmType, Item, ItemId, PanicReaction};
use super::state::Event;
use super::zones::{are_closed_in, zone_of};
use super::{Cards, Fight, zones};
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, WeightedFace, nearest_enemy_distance,
};
use crate::core::ids::{CombatantId, ZoneId};

impl Evaluation for Cards {
    /// Returns how much Harm a combatant can still take, by the worse of its two tracks, less a
    /// fifth for each condition that hinders it, each poison and each critical injury.
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        let remaining =
            HarmType::ALL.map(|harm| remaining_harm_capacity_in_thousandths(body, harm));
        let hindrances = [
            body.is_prone,
            body.held_by.is_some(),
            body.is_pinned,
            body.fire.is_some(),
            body.shaken.is_some(),
        ];
        let hindrance_count = hindrances.into_iter().filter(|holds| *holds).count();
        let lasting_harm_count = body.poisons.len() + body.criticals.len();
        CombatantStatus::Active(remaining[0].min(remaining[1]))
            .reduced_by_fifth_per_hindrance(hindrance_count + lasting_harm_count)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        zones::are_enemies(fight, one, other)
    }

    /// Returns what an act is for. A move counts by the distance of its zone to the nearest enemy,
    /// and closing in on an enemy as the nearest move of all. In a panic that allows nothing else
    /// (CARDS-FEAR-5), fleeing is no giving up.
    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::Attack { target, .. } | Act::Cast { target, .. } => ActPurpose::Attack(*target),
            Act::Move(to) | Act::Cross { zone: to, .. } => {
                ActPurpose::Move(nearest_enemy_distance(fight, who, |foe| {
                    doubled_distance_plus_one(fight, *to, zone_of(fight, foe))
                }))
            }
            Act::CloseIn(target) if zones::are_enemies(fight, who, *target) => ActPurpose::Move(0),
            Act::StandUp | Act::BreakFree { .. } => ActPurpose::Prepare,
            Act::Douse(burning) if *burning == who => ActPurpose::Prepare,
            Act::Equip(items) => equip_purpose(fight.body(who), items),
            Act::Flee { .. } if panics_to_flee(fight.body(who)) => ActPurpose::Prepare,
            Act::Flee { .. } | Act::Drop(_) => ActPurpose::GiveUp,
            Act::Pass => ActPurpose::EndTurn,
            _ => ActPurpose::Other,
        }
    }

    /// An act succeeds with as many successes as it needs (CARDS-TEST-2).
    fn act_success_in_event(event: &Event, who: CombatantId, _: &Act) -> Option<AttemptResult> {
        match event {
            Event::AttackResolved { who: actor, successes, required, .. } if *actor == who => {
                Some(AttemptResult::success_if(successes >= required))
            }
            Event::TestResolved { who: actor, purpose, successes, required, .. }
                if *actor == who && purpose.is_maneuver() =>
            {
                Some(AttemptResult::success_if(successes >= required))
            }
            _ => None,
        }
    }

    /// Of a d6 only the 6 counts (CARDS-TEST-2).
    fn equivalent_faces(sides: u8) -> Vec<WeightedFace> {
        let best_face = sides.max(1);
        vec![WeightedFace::new(1, best_face - 1), WeightedFace::single(best_face)]
    }

    /// Returns twice the number of borders between two combatants; in the same zone 0 if they are
    /// closed in, else 1.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        let plus_one = doubled_distance_plus_one(fight, zone_of(fight, one), zone_of(fight, other));
        let is_same_zone = plus_one == 1;
        if is_same_zone && !are_closed_in(fight, one, other) { 1 } else { plus_one - 1 }
    }
}

/// Returns whether a combatant is Shaken and its panic makes it flee.
fn panics_to_flee(body: &Body) -> bool {
    body.shaken.is_some_and(|shaken| matches!(shaken.panic, PanicReaction::Flee))
}

/// Returns what taking exactly these items in hand is for. A weapon in a hand without one prepares
/// attacks; to put all weapons away is unwanted.
fn equip_purpose(body: &Body, items: &[ItemId]) -> ActPurpose {
    let is_weapon = |item: &Item| item.weapon.is_some();
    let has_weapon = body.gear.iter().any(|item| is_weapon(item) && item.is_in_hand());
    let takes_weapon = items.iter().any(|item| body.item(*item).is_some_and(is_weapon));
    match (has_weapon, takes_weapon) {
        (false, true) => ActPurpose::Prepare,
        (true, false) => ActPurpose::Unwanted,
        (true, true) | (false, false) => ActPurpose::Other,
    }
}

/// Returns how much Harm of this type a combatant can still take before it is Out, in thousandths.
fn remaining_harm_capacity_in_thousandths(body: &Body, harm: HarmType) -> u16 {
    let (taken, capacity) = body.harm_and_capacity(harm);
    let capacity = u32::from(capacity.max(1));
    (capacity.saturating_sub(taken.into()) * 1000 / capacity) as u16
}

/// Returns twice the number of borders between two zones, plus one; [`u16::MAX`] if no way leads
/// there.
fn doubled_distance_plus_one(fight: &Fight, from: ZoneId, to: ZoneId) -> u16 {
    fight.zones.distance(from, to).map_or(u16::MAX, |steps| 2 * u16::from(steps) + 1)
}
