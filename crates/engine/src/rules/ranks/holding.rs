//! Holding actions (RANKS-HOLD): kept for later in the round, and the last call before it ends.

use super::responses::actions_left;
use super::state::{Event, RoundStage};
use super::{Fight, Resolver, turns};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// RANKS-HOLD-1: with a full or bonus action left.
pub fn check_hold(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if actions_left(fight, who).next().is_none() {
        return Err(RefusalReason::new("no-full", "RANKS-HOLD-1"));
    }
    Ok(())
}

/// RANKS-HOLD-1: the turn ends, and the actions are kept for anything.
pub fn hold_actions(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::ActionsHeld(who));
    turns::end_turn(resolver, who);
}

/// Whether somebody holds something that is left.
pub fn is_holding(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.holds_actions && one.body.is_active())
        && actions_left(fight, who).next().is_some()
}

/// RANKS-HOLD-2: those who are asked before the round ends.
pub fn holders(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    fight.iter().map(|(who, _)| who).filter(|who| is_holding(fight, *who))
}

/// RANKS-HOLD-2: in the last call a holder may want nothing more.
pub fn check_end_holding(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_asked = fight.state.stage == RoundStage::LastCall && is_holding(fight, who);
    if is_asked { Ok(()) } else { Err(RefusalReason::new("not-your-turn", "RANKS-HOLD-2")) }
}

pub fn end_holding(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::HoldingEnded(who));
}
