//! The end of the fight (FATES-END), and Rest.

use super::prompts::{self, Answer};
use super::sheet::Side;
use super::state::{Band, Exit, Note, Outcome, Relief};
use super::{Fight, Scene, Step, damage, wounded};
use crate::fight::Note as CoreNote;
use crate::ids::CombatantId;

/// Whether a side has an active combatant; the Wounded are active.
pub fn is_there(fight: &Fight, side: Side) -> bool {
    fight.iter().any(|(who, one)| one.body.is_active() && wounded::side_of(fight, who) == side)
}

/// FATES-END-1: one side has no active combatant.
pub fn is_one_sided(fight: &Fight) -> bool {
    Side::ALL.iter().any(|side| !is_there(fight, *side))
}

/// FATES-END-1: the bot proposes the end to the GM, who ends the fight or goes on.
pub fn propose(scene: &mut Scene) -> Step {
    let ask = prompts::end(scene.fight());
    if scene.ask(ask)? == Answer::GoOn {
        scene.note(Note::WentOn);
        return Ok(());
    }
    let fight = scene.fight();
    let outcome = match (is_there(fight, Side::Party), is_there(fight, Side::Opposition)) {
        (false, _) => Outcome::Lost,
        (true, false) => Outcome::Won,
        // Reinforcements came while the GM was asked.
        (true, true) => Outcome::Truce,
    };
    scene.note(Note::Decided(outcome));
    Ok(())
}

/// FATES-END-2: Defend, Aim, Help, Hold and Grappled vanish; all else is as the sheets will say.
/// FATES-FATE-7: the last turn of who blazes ends with the fight.
pub fn conclude(scene: &mut Scene, outcome: Outcome) {
    let fight = scene.fight();
    let active = fight.iter().filter(|(_, one)| one.body.is_active()).map(|(who, _)| who);
    let blazing: Vec<CombatantId> = active.filter(|who| damage::is_blazing(fight, *who)).collect();
    blazing.into_iter().for_each(|who| wounded::leave(scene, who, Exit::Dead));
    scene.note(Note::Settled);
    scene.note(CoreNote::Ended(outcome.key().into()));
}

/// FATES-END-3: Resolve to the maximum, Wounded ends, ignores used back to 0.
pub fn rest(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let (amount, left) = (body.resolve_max - body.resolve, body.resolve_max);
    let (amount, left, band) = (Some(amount), Some(left), Band::Unhurt);
    scene.note(Note::Regained { who, amount, left, band, relief: Relief::Rest });
    scene.note(Note::Rested(who));
}
