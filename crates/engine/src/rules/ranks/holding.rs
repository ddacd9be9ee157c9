//! Holding actions (RANKS-HOLD): actions kept for later in the round, and the last call before it
//! ends.

use super::responses::actions_left;
use super::state::{Event, RoundStage};
use super::{Fight, Resolver, turns};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Refuses to hold without a full or bonus action left (RANKS-HOLD-1).
pub fn check_hold(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if actions_left(fight, who).next().is_none() {
        return Err(RefusalReason::new("no-full", "RANKS-HOLD-1"));
    }
    Ok(())
}

/// Ends the turn and keeps the remaining actions for any use (RANKS-HOLD-1).
pub fn hold_actions(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::ActionsHeld(who));
    turns::end_turn(resolver, who);
}

/// Returns whether an active combatant holds actions and has any left.
pub fn is_holding(fight: &Fight, who: CombatantId) -> bool {
    let Some(combatant) = fight.get_present(who) else { return false };
    let is_holder = combatant.body.holds_actions && combatant.body.is_active();
    is_holder && actions_left(fight, who).next().is_some()
}

/// Returns those who are asked in the last call, before the round ends (RANKS-HOLD-2).
pub fn holders(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    fight.present_ids().filter(|who| is_holding(fight, *who))
}

/// Refuses to end holding outside the last call (RANKS-HOLD-2).
pub fn check_end_holding(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_asked = fight.state.stage == RoundStage::LastCall && is_holding(fight, who);
    if is_asked { Ok(()) } else { Err(RefusalReason::new("not-your-turn", "RANKS-HOLD-2")) }
}

/// Records that a combatant gives up its held actions.
pub fn end_holding(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::HoldingEnded(who));
}
