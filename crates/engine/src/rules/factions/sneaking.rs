//! Sneaking (FACT-SNEAK): being concealed, and how it ends.

use super::prompts::{self, Answer, Question};
use super::state::{Cost, Note};
use super::{Fight, Scene, Step, grapple};
use crate::ids::CombatantId;
use crate::why::Why;

/// FACT-SNEAK-4: a concealed character is revealed by attacking, a power, `say`, moving without
/// sneaking, ending a move nearby an enemy, reacting, or being hurt.
pub fn reveal(scene: &mut Scene, who: CombatantId) {
    let one = scene.fight().one(who);
    if one.body.concealed || one.is_hidden {
        scene.note(Note::Revealed(who));
    }
}

/// FACT-SNEAK-1: an NPC that the GM hides from players is concealed.
pub fn vanish(scene: &mut Scene, who: CombatantId) {
    let one = scene.fight().one(who);
    if one.is_hidden && !one.body.concealed {
        grapple::end_holds(scene, who);
        scene.note(Note::Concealed(who));
    }
}

/// FACT-SNEAK-6: who is concealed already cannot hide.
pub fn check_hide(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_concealed = fight.body(who).concealed;
    if is_concealed { Err(Why::new("bad-target", "FACT-SNEAK-6")) } else { Ok(()) }
}

/// FACT-SNEAK-6: hiding later is a main action that needs the GM's approval; refused, the action is
/// kept.
pub fn hide(scene: &mut Scene, who: CombatantId, text: &str) -> Step {
    scene.note(Note::HideTried { who, text: text.into() });
    let question = Question::HideApproval { who, text: text.into() };
    let ask = prompts::approval(scene.fight(), question);
    if scene.ask(ask)? != Answer::Approve {
        scene.note(Note::HideRefused(who));
        return Ok(());
    }
    grapple::let_go(scene, who);
    scene.note(Note::Spent(who, Cost::Main));
    scene.note(Note::Concealed(who));
    Ok(())
}
