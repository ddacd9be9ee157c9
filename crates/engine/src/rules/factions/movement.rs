//! Movement: steps and dashes (FACT-TURN-5, FACT-TURN-6), and leaving the map (FACT-CHASE-1).

use super::state::{Cost, Note, Way};
use super::turns::turn_of;
use super::zones::{Place, are_nearby, halves, is_aware, place_of, stands};
use super::{Fight, Scene, Step, grapple, initiative, opportunity, sneaking, visibility};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// FACT-TURN-5: two halves of movement, spendable in pieces. FACT-GRAP-1: none while grabbed.
/// FACT-SNEAK-5: sneaking covers half a zone in the turn at most.
pub fn check(fight: &Fight, who: CombatantId, to: Place, sneak: bool) -> Result<(), Why> {
    let body = fight.body(who);
    if body.grabbed_by.is_some() {
        return Err(Why::new("entangled", "FACT-GRAP-1"));
    }
    let bad = Why::new("bad-target", "FACT-ZONE-1").at(to.zone);
    let cost = halves(fight, place_of(fight, who), to).ok_or(bad)?;
    let turn = turn_of(fight, who);
    if body.broken && enemies_near(fight, who, to) > enemies_near(fight, who, place_of(fight, who))
    {
        return Err(Why::new("morale-broken", "FACT-MORALE-4"));
    }
    if sneak && !body.concealed {
        return Err(Why::new("bad-target", "FACT-SNEAK-5"));
    }
    if sneak && (cost > 1 || turn.sneaked) {
        return Err(Why::new("sneak-half", "FACT-SNEAK-5"));
    }
    if turn.halves < cost {
        return Err(Why::new("no-move", "FACT-TURN-5"));
    }
    Ok(())
}

/// How many active enemies are nearby a place, as far as somebody knows (FACT-MORALE-4).
fn enemies_near(fight: &Fight, who: CombatantId, place: Place) -> usize {
    let is_near = |other: CombatantId| {
        initiative::are_enemies(fight, who, other)
            && stands(fight, other)
            && is_aware(fight, who, other)
            && place_of(fight, other).is_nearby(place)
    };
    fight.iter().filter(|(other, _)| is_near(*other)).count()
}

/// FACT-TURN-5: a step. FACT-OPP-2: it is held while opportunity attacks are resolved, and costs
/// nothing where it does not take place.
/// FACT-SNEAK-4: moving without sneaking reveals, and so does ending a move nearby an enemy.
/// FACT-GRAP-2: whoever is held comes along.
pub fn step(scene: &mut Scene, who: CombatantId, to: Place, sneak: bool) -> Step {
    let fight = scene.fight();
    let cost = halves(fight, place_of(fight, who), to).unwrap_or(2);
    if !opportunity::provoke(scene, who, Some(to))? {
        return Ok(());
    }
    scene.note(Note::Spent(who, Cost::Movement(cost)));
    if !sneak {
        sneaking::reveal(scene, who);
    }
    let held = scene.fight().body(who).grabbing;
    moved(scene, who, to, if sneak { Way::Sneak } else { Way::Move });
    if let Some(held) = held {
        moved(scene, held, to, Way::Dragged);
        grapple::end_stretched_holds(scene, held);
    }
    grapple::end_stretched_holds(scene, who);
    if scene.fight().body(who).broken {
        scene.note(Note::Retreated(who));
    }
    if scene.fight().settings.reveal_nearby && is_near_enemy(scene.fight(), who) {
        sneaking::reveal(scene, who);
    }
    Ok(())
}

fn is_near_enemy(fight: &Fight, who: CombatantId) -> bool {
    fight.iter().any(|(other, _)| {
        initiative::are_enemies(fight, who, other)
            && stands(fight, other)
            && are_nearby(fight, who, other)
    })
}

/// Somebody comes to a place. FACT-PROT-3: a barrier is left by moving; FACT-GRAP-5: holds end when
/// the two are no longer nearby.
pub fn put(scene: &mut Scene, who: CombatantId, to: Place, way: Way) {
    moved(scene, who, to, way);
    grapple::end_stretched_holds(scene, who);
}

fn moved(scene: &mut Scene, who: CombatantId, to: Place, way: Way) {
    let fight = scene.fight();
    let from = fight.body(who).zone.map(|_| place_of(fight, who));
    let is_secret = visibility::is_secret(fight, who);
    scene.note(Note::Moved { who, from, to, way, is_secret });
}

/// FACT-TURN-6: a main action: two more halves of movement this turn.
pub fn dash(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Spent(who, Cost::Main));
    scene.note(Note::Dashed(who));
}

/// FACT-CHASE-1: leaving the map needs an exit and half a zone of movement.
pub fn check_flee(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if fight.body(who).grabbed_by.is_some() {
        return Err(Why::new("entangled", "FACT-GRAP-1"));
    }
    if exit(fight, who).is_none() {
        return Err(Why::new("not-suitable", "FACT-CHASE-1"));
    }
    if turn_of(fight, who).halves == 0 {
        return Err(Why::new("no-move", "FACT-CHASE-1"));
    }
    Ok(())
}

/// The exit by which somebody could leave.
fn exit(fight: &Fight, who: CombatantId) -> Option<ZoneId> {
    let is_exit = |zone| fight.zones.get(zone).is_some_and(|zone| zone.ground.exit);
    place_of(fight, who).zones().find(|zone| is_exit(*zone))
}

/// FACT-CHASE-1: it counts as moving away (FACT-OPP-1), and reveals (FACT-SNEAK-4); the leaver is
/// off the map, and still counts as active until pursuit is settled. FACT-MORALE-4: a broken one
/// has fled.
pub fn flee(scene: &mut Scene, who: CombatantId) -> Step {
    let Some(exit) = exit(scene.fight(), who) else { return Ok(()) };
    if !opportunity::provoke(scene, who, None)? {
        return Ok(());
    }
    scene.note(Note::Spent(who, Cost::Movement(1)));
    sneaking::reveal(scene, who);
    grapple::end_holds(scene, who);
    scene.note(Note::Left { who, exit });
    if scene.fight().body(who).broken {
        scene.note(Note::Retreated(who));
    }
    Ok(())
}
