//! Holding on and letting go (FATES-SKILL-3).

use super::state::Note;
use super::zones::zone_of;
use super::{Fight, Scene};
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// Whom somebody has Grappled, in join order.
fn held_by(fight: &Fight, by: CombatantId) -> Vec<CombatantId> {
    let held = fight.iter().filter(|(_, one)| one.body.grappled_by == Some(by));
    held.map(|(who, _)| who).collect()
}

/// FATES-SKILL-3: the grappler lets go, free, on the own turn.
pub fn check_release(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), Why> {
    let bad = Why::new("bad-target", "FATES-SKILL-3");
    let holds = match target {
        None => !held_by(fight, who).is_empty(),
        Some(target) => {
            let is_known = fight.knows(fight.viewer_of(By::Combatant(who)), target);
            is_known && fight.body(target).grappled_by == Some(who)
        }
    };
    if holds { Ok(()) } else { Err(target.map_or(bad, |target| bad.about(target))) }
}

pub fn release(scene: &mut Scene, who: CombatantId, target: Option<CombatantId>) {
    for held in held_by(scene.fight(), who) {
        if target.is_none_or(|target| target == held) {
            free(scene, held);
        }
    }
}

/// Somebody is Grappled no more.
pub fn free(scene: &mut Scene, who: CombatantId) {
    if let Some(by) = scene.fight().body(who).grappled_by {
        scene.note(Note::Freed { who, by });
    }
}

/// FATES-SKILL-3: it ends when the grappler is out; and nobody holds who is out.
pub fn end_all(scene: &mut Scene, who: CombatantId) {
    free(scene, who);
    release(scene, who, None);
}

/// FATES-SKILL-3: it ends when grappler and Grappled are not in one zone any more.
pub fn end_stretched(scene: &mut Scene, who: CombatantId) {
    let fight = scene.fight();
    let here = zone_of(fight, who);
    let mut apart = held_by(fight, who);
    apart.retain(|held| zone_of(fight, *held) != here);
    let by = fight.body(who).grappled_by;
    if by.is_some_and(|by| zone_of(fight, by) != here) {
        apart.push(who);
    }
    apart.into_iter().for_each(|held| free(scene, held));
}
