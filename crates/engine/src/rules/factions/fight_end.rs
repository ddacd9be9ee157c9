//! The end of the fight and its aftermath (FACT-END).

use super::sheet::Name;
use super::state::Event;
use super::{Fight, Resolver, gear, grapple, initiative, sneaking};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::CombatantId;

/// Decides a running fight when it is one-sided, for the first faction with an active member;
/// without any, for "nobody". FACT-END-1: it ends when all active combatants are of
/// one faction or of allied ones: at round end, and at once when the last enemy stops being active.
pub fn decide_outcome_if_no_enemies_left(resolver: &mut Resolver) {
    let fight = resolver.fight();
    if !fight.is_undecided() {
        return;
    }
    if initiative::are_all_active_combatants_allied(fight) {
        let is_active = |faction: &&Name| initiative::has_active_member(fight, faction);
        let winner = fight.state.factions.iter().find(is_active);
        let outcome = winner.map_or("nobody", |faction| faction.as_str()).to_lowercase();
        resolver.emit(Event::OutcomeDecided(outcome.into()));
    }
}

/// Resolves what follows the end. FACT-END-2: durability is rolled in join order, the concealed are
/// shown, holds end, and broken and surrendered combatants are listed for the GM. Health is not
/// restored; steady combatants stay steady.
pub fn resolve_aftermath_and_end(resolver: &mut Resolver, outcome: &Name) {
    let everybody: Vec<CombatantId> = resolver.fight().present_ids().collect();
    for who in everybody.iter().copied() {
        if gear::is_durability_rolled_for(resolver.fight(), who) {
            gear::roll_durability_of_used_gear(resolver, who);
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

/// Returns the combatants who are broken but have not surrendered, and those who have surrendered.
fn broken_and_surrendered(fight: &Fight) -> (Vec<CombatantId>, Vec<CombatantId>) {
    let broken = fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.broken && !combatant.body.surrendered);
    let surrendered =
        fight.present_combatants().filter(|(_, combatant)| combatant.body.surrendered);
    (broken.map(|(who, _)| who).collect(), surrendered.map(|(who, _)| who).collect())
}
