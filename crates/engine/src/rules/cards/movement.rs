//! Movement (CARDS-MOVE): zones, closing in and stepping Apart, cover, standing up.

use super::acts::Act;
use super::sheet::Harm;
use super::state::{Cause, Note, Way};
use super::zones::{are_closed_in, is_open, is_there, share_zone, zone_of};
use super::{Fight, Scene, damage, holding};
use crate::command::Risk;
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// CARDS-MOVE-1: an adjacent zone. CARDS-ZONE-3: with no obstacle on the border.
pub fn check_move(fight: &Fight, who: CombatantId, to: ZoneId) -> Result<(), Why> {
    if is_open(fight, zone_of(fight, who), to) {
        Ok(())
    } else {
        Err(Why::new("no-path", "CARDS-ZONE-3").at(to))
    }
}

/// CARDS-MOVE-1: enemies do not hinder it. It ends the mover's cover, Apart, closed-in pairs and
/// any hold they exert.
pub fn enter(scene: &mut Scene, who: CombatantId, to: ZoneId, way: Way) {
    if leave(scene, who) {
        holding::let_go(scene, who);
        put(scene, who, to, way);
    }
}

/// CARDS-ATK-5: who is pinned takes 1 Physical Harm when they leave their zone by their own
/// movement or flight. Whether they still can.
pub fn leave(scene: &mut Scene, who: CombatantId) -> bool {
    if scene.fight().body(who).pinned {
        damage::harm(scene, who, Harm::Phys, 1, Cause::Pin);
    }
    scene.fight().body(who).is_active()
}

/// What leaving the zone costs who is pinned.
pub fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let leaves = matches!(act, Act::Move(_) | Act::Cross { .. } | Act::Flee { .. });
    let is_hurt = leaves && fight.body(who).pinned;
    is_hurt.then(|| Risk::of("harm")).into_iter().collect()
}

/// Moved by somebody else, or by the GM: CARDS-GRAP-6: it ends holds on both sides.
pub fn force(scene: &mut Scene, who: CombatantId, to: ZoneId, way: Way) {
    holding::end_holds(scene, who);
    put(scene, who, to, way);
}

fn put(scene: &mut Scene, who: CombatantId, to: ZoneId, way: Way) {
    let from = zone_of(scene.fight(), who);
    scene.note(Note::Moved { who, from, to, way });
}

/// CARDS-MOVE-2: on one named combatant in the zone.
pub fn check_close_in(fight: &Fight, who: CombatantId, with: CombatantId) -> Result<(), Why> {
    if who == with || !is_there(fight, who, with) || are_closed_in(fight, who, with) {
        return Err(Why::new("bad-target", "CARDS-MOVE-2").about(with));
    }
    if share_zone(fight, who, with) {
        Ok(())
    } else {
        Err(Why::new("out-of-range", "CARDS-MOVE-2").about(with))
    }
}

/// CARDS-MOVE-2: it ends the own cover and Apart, and the pairs with others: the pair is closed in
/// until one of them moves or takes cover.
pub fn close_in(scene: &mut Scene, who: CombatantId, with: CombatantId) {
    scene.note(Note::PairsEnded(who));
    scene.note(Note::ClosedIn { who, with });
}

/// CARDS-MOVE-2: who is Apart already, with nobody closed in, cannot step further.
pub fn check_apart(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let has_pair = fight.state.pairs.iter().any(|(one, other)| *one == who || *other == who);
    if fight.body(who).apart && !has_pair {
        Err(Why::new("bad-target", "CARDS-MOVE-2"))
    } else {
        Ok(())
    }
}

/// CARDS-MOVE-2: Apart from everyone: it ends closed-in pairs and the own cover.
pub fn set_apart(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::PairsEnded(who));
    if scene.fight().body(who).cover.is_some() {
        scene.note(Note::CoverSet { who, place: None });
    }
    scene.note(Note::ApartSet { who, is_on: true });
}

/// CARDS-MOVE-3: the free place of cover in the zone with the most dice. Those of a Hidden NPC are
/// free as far as others can know: both may be there.
fn free_cover(fight: &Fight, who: CombatantId) -> Option<u8> {
    let zone = zone_of(fight, who);
    let places = &fight.zones.get(zone)?.ground.cover;
    let is_taken = |place: u8| {
        fight.iter().any(|(other, one)| {
            other != who
                && !one.is_hidden
                && one.body.cover == Some(place)
                && zone_of(fight, other) == zone
        })
    };
    let own = fight.body(who).cover;
    let places = places.iter().enumerate().map(|(place, dice)| (place as u8, *dice));
    let free = places.filter(|(place, _)| !is_taken(*place) && own != Some(*place));
    free.max_by_key(|(place, dice)| (*dice, u8::MAX - place)).map(|(place, _)| place)
}

pub fn check_cover(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    match free_cover(fight, who) {
        Some(_) => Ok(()),
        None => Err(Why::new("bad-target", "CARDS-MOVE-3").because("no-cover")),
    }
}

/// CARDS-MOVE-3: it lasts until the owner moves, is pushed or goes Out; CARDS-MOVE-2: taking cover
/// ends closed-in pairs, and whoever is behind it is not Apart.
pub fn take_cover(scene: &mut Scene, who: CombatantId) {
    let Some(place) = free_cover(scene.fight(), who) else { return };
    scene.note(Note::PairsEnded(who));
    if scene.fight().body(who).apart {
        scene.note(Note::ApartSet { who, is_on: false });
    }
    scene.note(Note::CoverSet { who, place: Some(place) });
}

/// CARDS-DMG-3: the dice of somebody's cover.
pub fn cover_dice(fight: &Fight, who: CombatantId) -> u8 {
    let zone = fight.zones.get(zone_of(fight, who));
    let place = fight.body(who).cover;
    let dice = zone.zip(place).and_then(|(zone, place)| zone.ground.cover.get(usize::from(place)));
    dice.copied().unwrap_or(0)
}

/// CARDS-MOVE-5: only who is Prone stands up.
pub fn check_stand(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_prone = fight.body(who).prone;
    if is_prone { Ok(()) } else { Err(Why::new("bad-target", "CARDS-MOVE-5")) }
}
