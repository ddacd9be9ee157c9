//! Ongoing Damage and hindrances (DR12-ONG, DR12-HIND).

use super::checks::Test;
use super::sheet::{Ailment, Attribute, Cure};
use super::state::{Cause, Note, Purpose};
use super::{Fight, Scene, Step, checks, damage};
use crate::command::Refusal;
use crate::ids::CombatantId;

/// DR12-HIND-1: an ailment lasts until its Test succeeds. DR12-HIND-3: Distracted and Paralysed are
/// never Action-bound. DR12-HIND-4: different ones add up; the same one again replaces attribute,
/// DR and binding but keeps its age.
pub fn ail(scene: &mut Scene, who: CombatantId, ailment: Ailment, cure: Cure) -> Step {
    let fight = scene.fight();
    let age = fight.body(who).cure(ailment).map_or(fight.state.next_age, |old| old.age);
    let cure = Some(Cure { age, bound: cure.bound && ailment.may_be_bound(), ..cure });
    scene.note(Note::Ailing { who, ailment, cure });
    if ailment == Ailment::Paralysed {
        let_go(scene, who);
    }
    Ok(())
}

/// DR12-HIND-3: the GM binds nothing that would never end.
pub fn check_bound(ailment: Ailment, cure: Cure) -> Result<(), Refusal> {
    if cure.bound && !ailment.may_be_bound() {
        let refusal = Refusal::setup("DR12-HIND-3", "unbindable");
        return Err(refusal.with("because", ailment.key()));
    }
    Ok(())
}

/// DR12-STUNT-3: a grapple ends when the grappler leaves the zone, falls to 0 HP or is Paralysed.
pub fn let_go(scene: &mut Scene, grappler: CombatantId) {
    let holds = |cure: Option<Cure>| cure.is_some_and(|cure| cure.held_by == Some(grappler));
    let held: Vec<_> =
        scene.fight().iter().filter(|(_, one)| holds(one.body.stuck)).map(|(who, _)| who).collect();
    for who in held {
        scene.note(Note::Recovered { who, ailment: Ailment::Stuck });
    }
}

/// DR12-ONG-1: a combatant under Ongoing Damage loses HP equal to its own Level, at least 1, at the
/// start of its own Turns. DR12-DMG-2: AP does not reduce it.
pub fn ongoing_loss(scene: &mut Scene, who: CombatantId) -> Step {
    let body = scene.fight().body(who);
    if body.ongoing.is_some() && body.is_standing() {
        damage::lose(scene, who, u16::from(body.level.max(1)), Cause::Ongoing)?;
    }
    Ok(())
}

/// DR12-TURN-3: the end step: the Test against Ongoing Damage, then one for each hindrance that is
/// not Action-bound, oldest first. DR12-TURN-4: all of them use the conditions as they stood when
/// the end step began. DR12-HIND-2: they are free and automatic, from the very Turn in which the
/// hindrance was gained. DR12-ONG-2: a pass ends Ongoing Damage likewise.
pub fn end_step(scene: &mut Scene, who: CombatantId) -> Step {
    let body = scene.fight().body(who);
    let weakened = Some(body.weakened.is_some());
    let mut due: Vec<(Ailment, Cure)> = Ailment::ALL
        .into_iter()
        .filter_map(|ailment| Some((ailment, body.cure(ailment)?)))
        .filter(|(_, cure)| !cure.bound)
        .collect();
    due.sort_by_key(|(ailment, cure)| (*ailment != Ailment::Ongoing, cure.age));
    for (ailment, cure) in due {
        shake_off(scene, who, ailment, cure, weakened);
    }
    Ok(())
}

/// DR12-HIND-3: an Action-bound hindrance is Tested only by spending an Action on it.
pub fn recover(scene: &mut Scene, who: CombatantId, ailment: Ailment) -> Step {
    if let Some(cure) = scene.fight().body(who).cure(ailment) {
        shake_off(scene, who, ailment, cure, None);
    }
    Ok(())
}

fn shake_off(
    scene: &mut Scene,
    who: CombatantId,
    ailment: Ailment,
    cure: Cure,
    weakened: Option<bool>,
) {
    let test = Test::of(who, cure.attribute, Purpose::Recover(ailment));
    if checks::roll(scene, Test { dr: cure.dr, weakened, ..test }).passed {
        scene.note(Note::Recovered { who, ailment });
    }
}

/// What keeps a combatant from moving: DR12-HIND-7 Stuck (no Move, no second movement, no flight),
/// DR12-HIND-8 Paralysed.
pub fn bars_move(fight: &Fight, who: CombatantId) -> Option<Ailment> {
    let body = fight.body(who);
    if body.paralysed.is_some() {
        Some(Ailment::Paralysed)
    } else {
        body.stuck.map(|_| Ailment::Stuck)
    }
}

/// What keeps a combatant from acting: DR12-HIND-6 Distracted, DR12-HIND-8 Paralysed.
pub fn bars_action(fight: &Fight, who: CombatantId) -> Option<Ailment> {
    let body = fight.body(who);
    if body.paralysed.is_some() {
        Some(Ailment::Paralysed)
    } else {
        body.distracted.map(|_| Ailment::Distracted)
    }
}

/// The attribute by which a hindrance ends where nobody said (DR12-HIND-1, DR12-ONG-2).
pub const DEFAULT_CURE: Attribute = Attribute::Con;
