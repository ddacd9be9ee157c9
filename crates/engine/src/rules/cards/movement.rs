//! Movement (CARDS-MOVE): entering zones, closing in and stepping Apart, cover, standing up.

use super::acts::Act;
use super::sheet::HarmType;
use super::state::{Event, HarmCause, MovementKind};
use super::zones::{are_closed_in, is_border_open, share_zone, zone_of};
use super::{Fight, Resolver, damage, grapple};
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// Checks that a zone is adjacent (CARDS-MOVE-1) and that no obstacle is on the border
/// (CARDS-ZONE-3).
pub fn check_border_is_open(
    fight: &Fight,
    who: CombatantId,
    to: ZoneId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("no-path", "CARDS-ZONE-3").with_zone(to);
    reason.refuse_unless(is_border_open(fight, zone_of(fight, who), to))
}

/// Moves a combatant by its own movement (CARDS-MOVE-1), which ends its cover, Apart, closed-in
/// pairs and any hold that it exerts. A pinned combatant takes Harm first, and stays if that puts
/// it Out (CARDS-ATK-5).
pub fn move_to_zone(resolver: &mut Resolver, who: CombatantId, to: ZoneId, kind: MovementKind) {
    if deal_pin_harm_and_check_active(resolver, who) {
        move_to_zone_past_pin(resolver, who, to, kind);
    }
}

/// Moves a combatant like [`move_to_zone`], after a pin has harmed it.
pub fn move_to_zone_past_pin(
    resolver: &mut Resolver,
    who: CombatantId,
    to: ZoneId,
    kind: MovementKind,
) {
    grapple::release_grapple(resolver, who);
    emit_move(resolver, who, to, kind);
}

/// Deals 1 Physical Harm to a pinned combatant who leaves the zone by its own movement or flight
/// (CARDS-ATK-5). Returns whether it is Active after that, so that it can leave.
pub fn deal_pin_harm_and_check_active(resolver: &mut Resolver, who: CombatantId) -> bool {
    if resolver.fight().body(who).is_pinned {
        damage::try_deal_harm_with_consequences(
            resolver,
            who,
            HarmType::Physical,
            1,
            HarmCause::Pin,
        );
    }
    resolver.fight().body(who).is_active()
}

/// Returns the risk of leaving the zone while pinned (CARDS-ATK-5). Whoever clears an obstacle away
/// stays where it is (CARDS-ZONE-3).
pub fn pin_harm_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let leaves = match act {
        Act::Move(_) | Act::Flee { .. } => true,
        Act::Cross { .. } => act.is_movement(fight, who),
        _ => false,
    };
    if leaves && fight.body(who).is_pinned { vec![Risk::new("harm")] } else { Vec::new() }
}

/// Moves a combatant who is pushed, lured or placed, which ends the holds on both sides
/// (CARDS-GRAP-6).
pub fn force_into_zone(resolver: &mut Resolver, who: CombatantId, to: ZoneId, kind: MovementKind) {
    grapple::end_all_grapples(resolver, who);
    emit_move(resolver, who, to, kind);
}

/// Records a move from the present zone, without ending holds.
fn emit_move(resolver: &mut Resolver, who: CombatantId, to: ZoneId, kind: MovementKind) {
    let from = zone_of(resolver.fight(), who);
    resolver.emit(Event::Moved { who, from, to, kind });
}

/// Checks closing in on another combatant in the zone (CARDS-MOVE-2).
pub fn check_close_in(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "CARDS-MOVE-2").with_combatant(target);
    if !fight.controller_knows(who, target) {
        return Err(bad_target);
    }
    if fight.body(target).has_fled {
        return Err(bad_target.with_cause("gone"));
    }
    if who == target || are_closed_in(fight, who, target) {
        return Err(bad_target.with_cause("there"));
    }
    let reason = RefusalReason::new("out-of-range", "CARDS-MOVE-2").with_combatant(target);
    reason.refuse_unless(share_zone(fight, who, target))
}

/// Closes in on a combatant (CARDS-MOVE-2). It ends the actor's cover, Apart and other pairs. The
/// pair lasts until one of the two moves or takes cover.
pub fn close_in_on(resolver: &mut Resolver, who: CombatantId, target: CombatantId) {
    resolver.emit(Event::ClosedInPairsEnded(who));
    resolver.emit(Event::ClosedIn { who, with: target });
}

/// Refuses to step Apart when the actor is Apart already and closed in with nobody (CARDS-MOVE-2).
pub fn check_step_apart_changes_something(
    fight: &Fight,
    who: CombatantId,
) -> Result<(), RefusalReason> {
    let has_pair =
        fight.state.closed_in_pairs.iter().any(|(one, other)| *one == who || *other == who);
    if fight.body(who).is_apart && !has_pair {
        Err(RefusalReason::new("bad-target", "CARDS-MOVE-2").with_cause("there"))
    } else {
        Ok(())
    }
}

/// Sets a combatant Apart from everyone, which ends its closed-in pairs and its cover
/// (CARDS-MOVE-2).
pub fn set_apart_ending_pairs_and_cover(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::ClosedInPairsEnded(who));
    if resolver.fight().body(who).cover_place.is_some() {
        resolver.emit(Event::CoverSet { who, place: None });
    }
    resolver.emit(Event::ApartSet { who, is_on: true });
}

/// Returns the free place of cover in the zone with the most dice (CARDS-MOVE-3). A place that a
/// Hidden NPC has counts as free, since others cannot know of it; both may be there.
fn best_cover_place_not_visibly_taken(fight: &Fight, who: CombatantId) -> Option<u8> {
    let zone = zone_of(fight, who);
    let cover_dice = &fight.zones.get(zone)?.terrain.cover_dice;
    let is_taken = |place: u8| {
        fight.present_combatants().any(|(other, combatant)| {
            other != who
                && !combatant.is_hidden
                && combatant.body.cover_place == Some(place)
                && zone_of(fight, other) == zone
        })
    };
    let own_place = fight.body(who).cover_place;
    let mut best_place = None;
    let mut most_dice = 0;
    for (index, dice) in cover_dice.iter().enumerate() {
        let place = index as u8;
        if is_taken(place) || own_place == Some(place) {
            continue;
        }
        // Of equal places the first one counts.
        if best_place.is_none() || *dice > most_dice {
            best_place = Some(place);
            most_dice = *dice;
        }
    }
    best_place
}

/// Refuses to take cover where no place of cover is free (CARDS-MOVE-3).
pub fn check_take_cover(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    match best_cover_place_not_visibly_taken(fight, who) {
        Some(_) => Ok(()),
        None => Err(RefusalReason::new("bad-target", "CARDS-MOVE-3").with_cause("no-cover")),
    }
}

/// Puts a combatant into the free place of cover with the most dice, and ends its closed-in pairs
/// and Apart (CARDS-MOVE-2, CARDS-MOVE-3). Does nothing if no place is free. The cover lasts until
/// the combatant moves, is pushed or goes Out.
pub fn take_best_free_cover_ending_pairs_and_apart(resolver: &mut Resolver, who: CombatantId) {
    let Some(place) = best_cover_place_not_visibly_taken(resolver.fight(), who) else { return };
    resolver.emit(Event::ClosedInPairsEnded(who));
    if resolver.fight().body(who).is_apart {
        resolver.emit(Event::ApartSet { who, is_on: false });
    }
    resolver.emit(Event::CoverSet { who, place: Some(place) });
}

/// Returns the dice of a combatant's cover, 0 without cover (CARDS-DMG-3).
pub fn cover_dice(fight: &Fight, who: CombatantId) -> u8 {
    let zone = fight.zones.get(zone_of(fight, who));
    let place = fight.body(who).cover_place;
    let dice =
        zone.zip(place).and_then(|(zone, place)| zone.terrain.cover_dice.get(usize::from(place)));
    dice.copied().unwrap_or(0)
}

/// Refuses to stand up when the combatant is not Prone (CARDS-MOVE-5).
pub fn check_stand_up(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_prone = fight.body(who).is_prone;
    if is_prone { Ok(()) } else { Err(RefusalReason::new("bad-target", "CARDS-MOVE-5")) }
}
