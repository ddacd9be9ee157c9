//! Grapples (FACT-GRAP): holds, what one does with them, and how they end.

use super::sheet::{Ability, Pool};
use super::state::{Cost, Note, Purpose, Way};
use super::zones::{Place, are_nearby, grounds_of, place_of};
use super::{Fight, Scene, damage, movement, saves};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// FACT-GRAP-2: any other action or reaction frees the grabbed one first.
pub fn let_go(scene: &mut Scene, by: CombatantId) {
    if let Some(who) = scene.fight().body(by).grabbing {
        scene.note(Note::Freed { who, by });
    }
}

/// FACT-GRAP-5: a hold ends when either is no longer active, or gone.
pub fn end_holds(scene: &mut Scene, who: CombatantId) {
    let_go(scene, who);
    if let Some(by) = scene.fight().body(who).grabbed_by {
        scene.note(Note::Freed { who, by });
    }
}

/// FACT-GRAP-5: a hold ends when they are no longer nearby.
pub fn end_stretched_holds(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let holds = [body.grabbing.map(|held| (held, who)), body.grabbed_by.map(|by| (who, by))];
    for (who, by) in holds.into_iter().flatten() {
        if !are_nearby(scene.fight(), who, by) {
            scene.note(Note::Freed { who, by });
        }
    }
}

/// FACT-GRAP-3: the grabber shoves the one it holds: half a zone in some direction, or into the
/// zone's hazard, or both.
pub fn check_shove(
    fight: &Fight,
    who: CombatantId,
    to: Option<ZoneId>,
    hazard: bool,
) -> Result<(), Why> {
    let bad = Why::new("bad-target", "FACT-GRAP-3");
    let Some(held) = fight.body(who).grabbing else { return Err(bad) };
    let has_hazard = hazard_by(fight, held, to).is_some();
    let is_way = to.is_none_or(|to| shoved_to(fight, held, to).is_some());
    if (hazard && !has_hazard) || !is_way || (to.is_none() && !hazard) {
        return Err(bad.about(held));
    }
    Ok(())
}

/// The hazard that a shove leads into. FACT-ZONE-4: on a border it may be that of either zone: of
/// two that of the zone shoved to, else the first.
fn hazard_by(fight: &Fight, held: CombatantId, to: Option<ZoneId>) -> Option<(ZoneId, Pool)> {
    let all = grounds_of(fight, held).filter_map(|(zone, ground)| Some((zone, ground.hazard?)));
    all.min_by_key(|(zone, _)| Some(*zone) != to)
}

/// Half a zone towards a zone: onto its border, or from a border into it.
fn shoved_to(fight: &Fight, held: CombatantId, to: ZoneId) -> Option<Place> {
    let from = place_of(fight, held);
    match from.border {
        None => {
            let is_way = fight.zones.are_adjacent(from.zone, to);
            is_way.then_some(Place::between(from.zone, to))
        }
        Some(_) => from.has(to).then_some(Place::zone(to)),
    }
}

/// FACT-GRAP-3: a main action, not an attack: no save, no window. It frees the grabbed one and
/// applies the zone's hazard, then moves them.
pub fn shove(scene: &mut Scene, who: CombatantId, to: Option<ZoneId>, hazard: bool) {
    let Some(held) = scene.fight().body(who).grabbing else { return };
    scene.note(Note::Spent(who, Cost::Main));
    scene.note(Note::Shoved { who: held, by: who });
    let_go(scene, who);
    let into = hazard_by(scene.fight(), held, to).filter(|_| hazard);
    if let Some((zone, pool)) = into {
        scene.note(Note::HazardStruck { who: held, zone });
        damage::hazard(scene, held, pool);
    }
    let to = to.and_then(|to| shoved_to(scene.fight(), held, to));
    if let Some(to) = to.filter(|_| scene.fight().body(held).is_on_map()) {
        movement::put(scene, held, to, Way::Shoved);
    }
}

/// FACT-GRAP-5: only the grabbed one can break free.
pub fn check_break(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_grabbed = fight.body(who).grabbed_by.is_some();
    if is_grabbed { Ok(()) } else { Err(Why::new("bad-target", "FACT-GRAP-5")) }
}

/// FACT-GRAP-5: a main action and a STR save.
pub fn break_free(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Spent(who, Cost::Main));
    let passed = saves::roll(scene, who, Ability::Str, Purpose::Break);
    if let Some(by) = scene.fight().body(who).grabbed_by.filter(|_| passed) {
        scene.note(Note::Freed { who, by });
    }
}

/// FACT-GRAP-2: whoever holds somebody may let go.
pub fn check_release(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let holds = fight.body(who).grabbing.is_some();
    if holds { Ok(()) } else { Err(Why::new("bad-target", "FACT-GRAP-2")) }
}
