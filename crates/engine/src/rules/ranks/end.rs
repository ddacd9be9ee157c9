//! The end of the fight (RANKS-END).

use super::engagement::are_allied;
use super::sheet::Name;
use super::state::Event;
use super::{Fight, Resolver, RuleResult, turns};
use crate::core::fight::Event as CoreEvent;
use crate::resolution::resolver::Interrupt;

/// The sides of all who are active, in join order.
fn active_sides(fight: &Fight) -> impl Iterator<Item = &Name> {
    fight.iter().filter(|(_, one)| one.body.is_active()).map(|(_, one)| &one.body.side)
}

/// RANKS-END-1: no two sides that have active combatants are enemies.
pub fn is_one_sided(fight: &Fight) -> bool {
    let is_friend = |one: &Name, other: &Name| one == other || are_allied(fight, one, other);
    active_sides(fight).all(|one| active_sides(fight).all(|other| is_friend(one, other)))
}

/// RANKS-END-1: the fight ends by itself, checked after every resolution; what is left of it, and
/// every open window, does not take place any more.
pub fn end_if_one_sided(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    if !turns::is_running(fight) || !is_one_sided(fight) {
        return Ok(());
    }
    let outcome = active_sides(fight).next().map_or("nobody", |side| side).to_lowercase();
    resolver.emit(Event::OutcomeDecided(outcome.into()));
    Err(Interrupt::EndAct)
}

/// RANKS-END-2: what lasts no longer than the encounter ends. RANKS-END-3: what Out of Action means
/// is the GM's word.
pub fn record_fight_end(resolver: &mut Resolver, outcome: &Name) {
    resolver.emit(Event::EncounterEffectsEnded);
    resolver.emit(CoreEvent::Ended(outcome.to_string()));
}
