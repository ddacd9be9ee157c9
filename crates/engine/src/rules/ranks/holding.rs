//! Holding actions (RANKS-HOLD): kept for later in the round, and the last call before it ends.

use super::responses::actions_left;
use super::state::{Note, Stage};
use super::{Fight, Scene, turns};
use crate::ids::CombatantId;
use crate::why::Why;

/// RANKS-HOLD-1: with a full or bonus action left.
pub fn check(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if actions_left(fight, who).next().is_none() {
        return Err(Why::new("no-full", "RANKS-HOLD-1"));
    }
    Ok(())
}

/// RANKS-HOLD-1: the turn ends, and the actions are kept for anything.
pub fn hold(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Holds(who));
    turns::end_turn(scene, who);
}

/// Whether somebody holds something that is left.
pub fn is_holding(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.held && one.body.is_active())
        && actions_left(fight, who).next().is_some()
}

/// RANKS-HOLD-2: those who are asked before the round ends.
pub fn holders(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    fight.iter().map(|(who, _)| who).filter(|who| is_holding(fight, *who))
}

/// RANKS-HOLD-2: in the last call a holder may want nothing more.
pub fn check_done(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_asked = fight.state.stage == Stage::LastCall && is_holding(fight, who);
    if is_asked { Ok(()) } else { Err(Why::new("not-your-turn", "RANKS-HOLD-2")) }
}

pub fn done(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Done(who));
}
