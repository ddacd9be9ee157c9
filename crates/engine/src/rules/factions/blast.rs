//! Blast attacks (FACT-BLAST).

use super::acts::Blast;
use super::attacks::{self, Means, Strike, find_weapon, is_hard};
use super::sheet::{Ability, Kind, Weapon};
use super::state::{Cost, Note, Occasion, Purpose};
use super::turns::turn_of;
use super::zones::{Place, are_nearby, distance, is_beyond_half, is_in_sight, place_of};
use super::{Fight, Scene, Step, grapple, reactions, saves, sneaking};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// FACT-BLAST-2: a melee blast hits a zone of the attacker. FACT-BLAST-3: a ranged one names a
/// visible zone (indirect: any) within range, with the ranged refusals.
pub fn check(fight: &Fight, who: CombatantId, blast: &Blast) -> Result<(), Why> {
    let why = |key, rule| Err(Why::new(key, rule).at(blast.zone));
    if fight.zones.get(blast.zone).is_none() {
        return why("bad-target", "FACT-BLAST-1");
    }
    let arm = find_weapon(fight.body(who), blast.weapon);
    let Some((arm, stats)) = arm.and_then(|arm| Some((arm, arm.weapon.as_ref()?))) else {
        return why("not-in-hand", "FACT-ATK-1");
    };
    if !stats.blast || arm.empty || (blast.indirect && !stats.indirect) {
        return why("not-suitable", "FACT-BLAST-1");
    }
    let (from, to) = (place_of(fight, who), Place::zone(blast.zone));
    let far = distance(fight, from, to);
    if far > 0 && fight.body(who).grabbed_by.is_some() {
        return why("entangled", "FACT-GRAP-1");
    }
    if stats.kind == Kind::Melee {
        return if far == 0 { Ok(()) } else { why("not-nearby", "FACT-BLAST-2") };
    }
    let (is_far, has_moved) = (is_beyond_half(far, stats.range), turn_of(fight, who).moved);
    if far > stats.range {
        why("out-of-range", "FACT-BLAST-3")
    } else if blast.indirect && !is_far {
        why("too-close", "FACT-ATK-11")
    } else if blast.indirect && has_moved {
        why("moving", "FACT-ATK-11")
    } else if !blast.indirect && !is_in_sight(fight, from, to) {
        why("not-visible", "FACT-BLAST-3")
    } else if has_moved && is_far {
        why("moving-far", "FACT-ATK-10")
    } else {
        Ok(())
    }
}

/// FACT-BLAST-1: one attack on everyone in one zone and on its borders.
pub fn blast(scene: &mut Scene, who: CombatantId, blast: &Blast) -> Step {
    grapple::let_go(scene, who);
    let means = Means::Weapon(blast.weapon);
    let strike = Strike::new(scene.fight(), who, means, Occasion::Turn);
    let strike = Strike { hold_back: blast.hold_back, indirect: blast.indirect, ..strike };
    scene.note(Note::Spent(who, Cost::Main));
    let Some(weapon) = strike.weapon().cloned() else { return Ok(()) };
    let aimed = targets(scene.fight(), &strike, &weapon, blast.zone);
    sneaking::reveal(scene, who);
    let manner = strike.manner.clone();
    scene.note(Note::Blasted { who, zone: blast.zone, manner, targets: aimed.clone() });
    attacks::use_arm(scene, &strike);
    let landed = if is_challenging(scene.fight(), &strike, &weapon, blast.zone)
        && !saves::roll(scene, who, Ability::Wit, Purpose::Hit)
    {
        scene.note(Note::Missed { who, target: None });
        deviate(scene, blast.zone)
    } else {
        Some(blast.zone)
    };
    if let Some(zone) = landed {
        let targets =
            if zone == blast.zone { aimed } else { targets(scene.fight(), &strike, &weapon, zone) };
        let parts = reactions::answer(scene, &strike, &targets, true)?;
        attacks::resolve(scene, &strike, &parts);
    }
    attacks::leave_hand(scene, &strike, landed.unwrap_or(blast.zone));
    Ok(())
}

/// FACT-BLAST-1: friends, concealed and incapacitated included, in join order. FACT-BLAST-2: a
/// melee blast never targets the attacker; FACT-BLAST-3: a ranged one does, if they are there.
/// FACT-PROT-3: who is behind a barrier is out of reach from afar, unless it goes over.
fn targets(fight: &Fight, strike: &Strike, weapon: &Weapon, zone: ZoneId) -> Vec<CombatantId> {
    let is_hit = |who: CombatantId| {
        let body = fight.body(who);
        let is_shielded =
            body.behind_barrier && !strike.indirect && !are_nearby(fight, strike.who, who);
        body.is_on_map()
            && place_of(fight, who).has(zone)
            && !is_shielded
            && (weapon.kind == Kind::Ranged || who != strike.who)
    };
    fight.iter().map(|(who, _)| who).filter(|who| is_hit(*who)).collect()
}

/// FACT-BLAST-2: a melee blast needs no save whatever the circumstances. FACT-BLAST-3: a ranged one
/// has the ranged saves.
fn is_challenging(fight: &Fight, strike: &Strike, weapon: &Weapon, zone: ZoneId) -> bool {
    let who = strike.who;
    let far = distance(fight, place_of(fight, who), Place::zone(zone));
    weapon.kind == Kind::Ranged
        && (strike.indirect
            || turn_of(fight, who).moved
            || is_beyond_half(far, weapon.range)
            || is_hard(fight, who))
}

/// FACT-BLAST-4: it lands in a random neighbour of the zone aimed at, numbered in map order (one
/// neighbour: no roll; none: no effect).
fn deviate(scene: &mut Scene, zone: ZoneId) -> Option<ZoneId> {
    let near: Vec<ZoneId> = scene.fight().zones.neighbours(zone).collect();
    let face = (near.len() > 1).then(|| scene.roll(near.len() as u8));
    let landed = near.get(usize::from(face.unwrap_or(1)) - 1).copied();
    scene.note(Note::Deviated { zone: landed, face });
    landed
}
