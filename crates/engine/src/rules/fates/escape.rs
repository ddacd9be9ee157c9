//! Escape (FATES-FLEE).

use super::holds::{self, Happening};
use super::sheet::Band;
use super::state::{Exit, FleeRange, Note};
use super::turns::turn_of;
use super::{Fight, Scene, Step, visibility, wounded, zones};
use crate::ids::CombatantId;
use crate::why::Why;

/// FATES-FLEE-1: the whole turn. FATES-FLEE-2: only while every active enemy, unseen ones too, is
/// at Extreme range or without an open path, or, where that is set, closer than Extreme; the
/// refusal names nobody.
pub fn check(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if fight.body(who).grappled_by.is_some() {
        return Err(Why::new("grappled", "FATES-SKILL-3"));
    }
    if !turn_of(fight, who).is_some_and(|turn| turn.is_fresh()) {
        return Err(Why::new("flee-not-whole", "FATES-FLEE-1"));
    }
    let is_enemy =
        |one: &CombatantId| !wounded::are_allies(fight, who, *one) && fight.body(*one).is_active();
    let is_near = |enemy: CombatantId| {
        zones::between(fight, who, enemy).is_some_and(|band| band < Band::Extreme)
    };
    let mut enemies = fight.iter().map(|(one, _)| one).filter(is_enemy);
    match fight.settings.flee_range {
        FleeRange::Extreme if enemies.any(is_near) => {
            Err(Why::new("enemy-too-near", "FATES-FLEE-2"))
        }
        FleeRange::Closer if !enemies.all(is_near) => {
            Err(Why::new("enemy-too-far", "FATES-FLEE-2"))
        }
        FleeRange::Extreme | FleeRange::Closer => Ok(()),
    }
}

/// FATES-FLEE-3: held actions on it fire first; who then is still active and not Grappled is out.
/// FATES-FLEE-1: the turn ends with it.
pub fn flee(scene: &mut Scene, who: CombatantId) -> Step {
    visibility::show(scene, who);
    scene.note(Note::Escaping(who));
    holds::spring(scene, &Happening::Flees(who))?;
    let body = scene.fight().get(who).map(|one| &one.body);
    if body.is_some_and(|body| body.is_active() && body.grappled_by.is_none()) {
        wounded::leave(scene, who, Exit::Escaped);
    } else {
        scene.note(Note::EscapeFailed(who));
    }
    scene.note(Note::Finished(who));
    Ok(())
}
