//! How computer-controlled combatants judge a fight of FACTIONS.

use super::acts::{Act, Attack, BlastAttack, ItemHandling};
use super::sheet::{Body, Item, ItemId};
use super::state::{Event, SavePurpose};
use super::zones::{self, Place, place_of};
use super::{Factions, Fight, initiative, turns};
use crate::agents::evaluation::{
    ActPurpose, AttemptResult, CombatantStatus, Evaluation, nearest_enemy_distance,
};
use crate::core::ids::CombatantId;

impl Evaluation for Factions {
    /// Returns a combatant's share of health, less a fifth for each of: grabbed, poisoned, and
    /// twice for broken.
    fn status_with_remaining_strength(body: &Body) -> CombatantStatus {
        let hindrances = [body.grabbed_by.is_some(), body.poisoned, body.broken, body.broken];
        let hindrance_count = hindrances.into_iter().filter(|applies| *applies).count();
        CombatantStatus::from_remaining(body.health, body.health_max)
            .reduced_by_fifth_per_hindrance(hindrance_count)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        initiative::are_enemies(fight, one, other)
    }

    /// Returns what an act is for. Only an attack that would do damage in full counts as one: held
    /// back, or with an offered stunt, it does not; nor does a sneaking move count as a move.
    /// FACT-MORALE-4: to flee is no giving up for a broken combatant.
    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::TakeSlot => ActPurpose::BeginTurn,
            Act::Attack(Attack { target, hold_back: false, offered_stunt: None, .. })
            | Act::FinalBlow { target, .. } => ActPurpose::Attack(*target),
            Act::Move { to, sneak: false } => {
                let distance_to =
                    |enemy| movement_halves_between(fight, *to, place_of(fight, enemy));
                ActPurpose::Move(nearest_enemy_distance(fight, who, distance_to))
            }
            Act::BlastZone(blast) if !hits_mostly_enemies(fight, who, blast) => {
                ActPurpose::Unwanted
            }
            Act::BreakFree => ActPurpose::Prepare,
            Act::Dash if turns::running_or_new_turn(fight, who).movement_halves == 0 => {
                ActPurpose::Prepare
            }
            Act::HandleItem { handling, item } => handling_purpose(fight, who, *handling, *item),
            Act::Flee if fight.body(who).broken => ActPurpose::Prepare,
            Act::Flee | Act::Surrender => ActPurpose::GiveUp,
            // FACT-ROUND-4: the captain would pass for all.
            Act::Pass { for_all: true } => ActPurpose::Unwanted,
            Act::Pass { for_all: false } | Act::EndTurn => ActPurpose::EndTurn,
            Act::ThenEndTurn(act) => Self::act_purpose(fight, who, act),
            _ => ActPurpose::Other,
        }
    }

    /// Returns whether an event shows that an act succeeded or failed; `None` if it shows neither.
    /// FACT-ATK-2: for an attack that is the save to hit. FACT-NL-1: a non-lethal one, or one with
    /// an offered stunt, fails with that save, but succeeds only if the target then fails its own.
    fn act_success_in_event(event: &Event, who: CombatantId, act: &Act) -> Option<AttemptResult> {
        let target_saves_after_hit = match act {
            Act::Attack(attack) => !attack.means.is_lethal() || attack.offered_stunt.is_some(),
            Act::ThenEndTurn(act) => return Self::act_success_in_event(event, who, act),
            _ => false,
        };
        match event {
            Event::AttackMissed { attacker, .. } if *attacker == who => {
                Some(AttemptResult::Failure)
            }
            Event::SaveRolled { who: roller, purpose: SavePurpose::Hit, passed, .. }
                if *roller == who =>
            {
                // After a hit, only the target's save shows whether the attack has its effect.
                let is_decided = !passed || !target_saves_after_hit;
                is_decided.then(|| AttemptResult::success_if(*passed))
            }
            Event::SaveRolled {
                who: roller,
                purpose: SavePurpose::BreakFree | SavePurpose::Skill,
                passed,
                ..
            } if *roller == who => Some(AttemptResult::success_if(*passed)),
            Event::SaveRolled {
                purpose: SavePurpose::Disarm | SavePurpose::Grapple | SavePurpose::Manoeuvre,
                passed,
                ..
            } if target_saves_after_hit => Some(AttemptResult::success_if(!passed)),
            _ => None,
        }
    }

    /// Returns the distance in halves of zones.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        movement_halves_between(fight, place_of(fight, one), place_of(fight, other))
    }

    /// Returns whether a combatant is aware of a target that is not unseen (FACT-SNEAK-1).
    fn is_aware_of(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
        !fight.body(target).unseen && zones::is_aware(fight, who, target)
    }
}

/// Returns whether a blast hits more active enemies than others, the actor among them.
fn hits_mostly_enemies(fight: &Fight, who: CombatantId, blast: &BlastAttack) -> bool {
    let (mut enemy_count, mut other_count) = (0, 0);
    for target in fight.present_ids() {
        let is_hit = Factions::status_of(fight, target).is_active()
            && place_of(fight, target).contains(blast.zone);
        if is_hit && initiative::are_enemies(fight, who, target) {
            enemy_count += 1;
        } else if is_hit {
            other_count += 1;
        }
    }
    enemy_count > other_count
}

/// Returns the purpose that an agent sees in handling an item this way. A weapon in a hand without
/// one, or a new load for it, prepares attacks.
fn handling_purpose(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> ActPurpose {
    let body = fight.body(who);
    let is_weapon = |item: &Item| item.weapon.is_some();
    match handling {
        ItemHandling::Reload => ActPurpose::Prepare,
        ItemHandling::Equip => {
            let is_armed = body.gear.iter().any(|held| is_weapon(held) && held.is_in_hand());
            let arms = !is_armed && body.find_item(item).is_some_and(is_weapon);
            if arms { ActPurpose::Prepare } else { ActPurpose::Other }
        }
        ItemHandling::Unequip => ActPurpose::Unwanted,
        ItemHandling::PutDown => ActPurpose::GiveUp,
        ItemHandling::PickUp | ItemHandling::Use(_) | ItemHandling::Coat(_) => ActPurpose::Other,
    }
}

/// Returns a distance between two places in halves of zones, to compare places by: 0 if they are
/// nearby, else two for each step between zones, and one more from inside a zone, so that a border
/// counts as nearer than the zones beside it.
fn movement_halves_between(fight: &Fight, from: Place, to: Place) -> u16 {
    let zone_steps = u16::from(zones::distance_in_steps(fight, from, to));
    zone_steps * 2 + u16::from(zone_steps > 0 && from.border.is_none())
}
