//! The end of the fight and its aftermath (FACT-END).

use super::sheet::Name;
use super::state::Note;
use super::{Fight, Scene, gear, grapple, initiative, sneaking};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::CombatantId;

/// FACT-END-1: the fight ends when all active combatants left are of one faction or of allied ones:
/// at round end, and at once when the last enemy stops being active.
pub fn check(scene: &mut Scene) {
    let fight = scene.fight();
    if fight.phase != Phase::Running || fight.state.outcome.is_some() {
        return;
    }
    if initiative::is_one_sided(fight) {
        let left = |faction: &&Name| initiative::is_active(fight, faction);
        let outcome = fight.state.factions.iter().find(left).map_or("nobody", |one| &**one);
        let outcome: Name = outcome.to_lowercase().into();
        scene.note(Note::Decided(outcome));
    }
}

/// FACT-END-2: durability rolls in join order, concealed ones shown, holds end, broken and
/// surrendered are listed for the GM. Health is not restored, steady remains.
pub fn aftermath(scene: &mut Scene, outcome: &Name) {
    let everybody: Vec<CombatantId> = scene.fight().iter().map(|(who, _)| who).collect();
    for who in everybody.iter().copied() {
        if gear::is_rolled_for(scene.fight(), who) {
            gear::roll_durability(scene, who);
        }
    }
    for who in everybody.iter().copied() {
        sneaking::reveal(scene, who);
    }
    for who in everybody {
        grapple::let_go(scene, who);
    }
    let (broken, surrendered) = listed(scene.fight());
    if !broken.is_empty() || !surrendered.is_empty() {
        scene.note(Note::Listed { broken, surrendered });
    }
    scene.note(CoreNote::Ended(outcome.to_string()));
}

fn listed(fight: &Fight) -> (Vec<CombatantId>, Vec<CombatantId>) {
    let broken = fight.iter().filter(|(_, one)| one.body.broken && !one.body.surrendered);
    let surrendered = fight.iter().filter(|(_, one)| one.body.surrendered);
    (broken.map(|(who, _)| who).collect(), surrendered.map(|(who, _)| who).collect())
}
