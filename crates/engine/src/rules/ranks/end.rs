//! The end of the fight (RANKS-END).

use super::engagement::are_sides_allied_by_gm;
use super::sheet::Name;
use super::state::Event;
use super::{Fight, Resolver, RuleResult};
use crate::core::fight::Event as CoreEvent;
use crate::resolution::resolver::Interrupt;

/// Returns the side of each active combatant, in join order, with repetitions.
fn active_sides(fight: &Fight) -> impl Iterator<Item = &Name> {
    fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.is_active())
        .map(|(_, combatant)| &combatant.body.side)
}

/// Returns whether no two sides with active combatants are enemies; sides that the GM has allied
/// are none (RANKS-END-1). Also true if nobody is active.
pub fn are_all_active_combatants_allied(fight: &Fight) -> bool {
    let is_friend = |side: &Name, other_side: &Name| {
        side == other_side || are_sides_allied_by_gm(fight, side, other_side)
    };
    active_sides(fight)
        .all(|side| active_sides(fight).all(|other_side| is_friend(side, other_side)))
}

/// Ends the fight if no enemies are left (RANKS-END-1). Every resolution ends with this check.
///
/// # Errors
///
/// Returns [`Interrupt::EndAct`] if the fight ends, so that the rest of the act and every open
/// prompt are dropped.
pub fn decide_outcome_if_no_enemies_left(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    if !fight.is_undecided() || !are_all_active_combatants_allied(fight) {
        return Ok(());
    }
    let outcome = active_sides(fight).next().map_or("nobody", |side| side).to_lowercase();
    resolver.emit(Event::OutcomeDecided(outcome.into()));
    Err(Interrupt::EndAct)
}

/// Ends what lasts no longer than the encounter (RANKS-END-2) and closes the fight. RANKS-END-3:
/// the GM decides what Out of Action means.
pub fn record_fight_end(resolver: &mut Resolver, outcome: &Name) {
    resolver.emit(Event::EncounterEffectsEnded);
    resolver.emit(CoreEvent::Ended(outcome.to_string()));
}
