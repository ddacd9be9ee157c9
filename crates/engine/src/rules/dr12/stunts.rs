//! Stunts (DR12-STUNT): actions against an enemy that are not attacks. The aggressor alone Tests.

use super::attacks::provoke;
use super::checks::Test;
use super::prompts::{self, Answer, Proposal};
use super::sheet::{Ailment, Attribute, Cure};
use super::state::{Cost, Note, Purpose, Way};
use super::zones::{are_close, is_full, zone_of};
use super::{Fight, Scene, Step, checks, hindrances, movement};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// DR12-STUNT-2: a push needs a Close target that is not Stuck (DR12-HIND-7), and a zone adjacent
/// to it that is not full (DR12-ZONE-4).
pub fn check_push(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    zone: ZoneId,
) -> Result<(), Why> {
    if fight.body(target).stuck.is_some() {
        return Err(Why::new("bad-target", "DR12-STUNT-2").about(target).because("stuck"));
    }
    if !fight.zones.are_adjacent(zone_of(fight, target), zone) {
        return Err(Why::new("not-adjacent", "DR12-STUNT-2").at(zone));
    }
    if is_full(fight, zone, who) {
        return Err(Why::new("zone-full", "DR12-ZONE-4").at(zone));
    }
    check_close(fight, who, target, "DR12-STUNT-2")
}

/// DR12-STUNT-3: a grapple needs a Close target.
pub fn check_grapple(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    check_close(fight, who, target, "DR12-STUNT-3")
}

/// DR12-ZONE-3: physical stunts need Close.
fn check_close(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), Why> {
    if are_close(fight, who, target) {
        Ok(())
    } else {
        Err(Why::new("not-close", rule).about(target))
    }
}

/// DR12-STUNT-1: the aggressor alone Tests, DR 12; a fail only costs the Action.
fn try_stunt(scene: &mut Scene, who: CombatantId, target: CombatantId, purpose: Purpose) -> bool {
    scene.note(Note::Spent(who, Cost::Action));
    provoke(scene, who, target);
    let text = if purpose == Purpose::Push { "push" } else { "grapple" };
    scene.note(Note::StuntTried { who, target, text: text.into() });
    checks::roll(scene, Test::of(who, Attribute::Str, purpose)).passed
}

/// DR12-STUNT-2: a pass moves the target to the zone named, without free attacks.
pub fn push(scene: &mut Scene, who: CombatantId, target: CombatantId, zone: ZoneId) -> Step {
    if try_stunt(scene, who, target, Purpose::Push) {
        movement::arrive(scene, target, zone, Way::Pushed)?;
    }
    Ok(())
}

/// DR12-STUNT-3: a pass makes the target Stuck, Action-bound, STR, DR 12, until the grappler leaves
/// the zone, falls or is Paralysed.
pub fn grapple(scene: &mut Scene, who: CombatantId, target: CombatantId) -> Step {
    if try_stunt(scene, who, target, Purpose::Grapple) {
        let cure = Cure { bound: true, held_by: Some(who), ..Cure::new(Attribute::Str, 12) };
        hindrances::ail(scene, target, Ailment::Stuck, cure)?;
    }
    Ok(())
}

/// DR12-STUNT-4: any other stunt: the player proposes attribute and effect, the GM sets attribute,
/// DR and effect before the roll (W4).
pub fn other(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    attribute: Attribute,
    text: &str,
) -> Step {
    scene.note(Note::Spent(who, Cost::Action));
    provoke(scene, who, target);
    scene.note(Note::StuntTried { who, target, text: text.into() });
    let proposal = Proposal { who, target: Some(target), attribute, text: text.into() };
    let ask = prompts::ruling(scene.fight(), proposal);
    let Some(Answer::Rule(ruling)) = scene.ask_open(ask)? else { return Ok(()) };
    let test = Test { dr: ruling.dr, ..Test::of(who, ruling.attribute, Purpose::Stunt) };
    if !checks::roll(scene, test).passed {
        return Ok(());
    }
    scene.note(Note::Effect { who, text: ruling.effect });
    if let Some((ailment, cure)) = ruling.ailment {
        hindrances::ail(scene, target, ailment, cure)?;
    }
    Ok(())
}
