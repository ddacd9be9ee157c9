//! The end of the fight and its aftermath (FACT-END).

use super::sheet::Name;
use super::state::Event;
use super::{Fight, Resolver, gear, grapple, initiative, sneaking};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::CombatantId;

/// FACT-END-1: the fight ends when all active combatants left are of one faction or of allied ones:
/// at round end, and at once when the last enemy stops being active.
pub fn end_if_one_sided(resolver: &mut Resolver) {
    let fight = resolver.fight();
    if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
        return;
    }
    if initiative::is_one_sided(fight) {
        let left = |faction: &&Name| initiative::has_active_member(fight, faction);
        let outcome = fight.state.factions.iter().find(left).map_or("nobody", |one| &**one);
        let outcome: Name = outcome.to_lowercase().into();
        resolver.emit(Event::OutcomeDecided(outcome));
    }
}

/// FACT-END-2: durability rolls in join order, concealed ones shown, holds end, broken and
/// surrendered are listed for the GM. Health is not restored, steady remains.
pub fn resolve_aftermath(resolver: &mut Resolver, outcome: &Name) {
    let everybody: Vec<CombatantId> = resolver.fight().iter().map(|(who, _)| who).collect();
    for who in everybody.iter().copied() {
        if gear::is_durability_rolled_for(resolver.fight(), who) {
            gear::roll_durability(resolver, who);
        }
    }
    for who in everybody.iter().copied() {
        sneaking::reveal_if_concealed(resolver, who);
    }
    for who in everybody {
        grapple::release_grabbed(resolver, who);
    }
    let (broken, surrendered) = broken_and_surrendered(resolver.fight());
    if !broken.is_empty() || !surrendered.is_empty() {
        resolver.emit(Event::BrokenAndSurrenderedListed { broken, surrendered });
    }
    resolver.emit(CoreEvent::Ended(outcome.to_string()));
}

fn broken_and_surrendered(fight: &Fight) -> (Vec<CombatantId>, Vec<CombatantId>) {
    let broken = fight.iter().filter(|(_, one)| one.body.broken && !one.body.surrendered);
    let surrendered = fight.iter().filter(|(_, one)| one.body.surrendered);
    (broken.map(|(who, _)| who).collect(), surrendered.map(|(who, _)| who).collect())
}
