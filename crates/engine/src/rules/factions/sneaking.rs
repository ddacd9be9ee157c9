//! Sneaking (FACT-SNEAK): being concealed, and how it ends.

use super::prompts::{self, Answer, Question};
use super::state::{Event, TurnCost};
use super::{Fight, Resolver, RuleResult, grapple};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Reveals a combatant if it is concealed, or hidden from players. FACT-SNEAK-4: it is revealed by
/// attacking, a power, `say`, moving without sneaking, ending a move nearby an enemy, reacting, or
/// being hurt.
pub fn reveal_if_concealed(resolver: &mut Resolver, who: CombatantId) {
    let combatant = resolver.fight().combatant(who);
    if combatant.body.concealed || combatant.is_hidden {
        resolver.emit(Event::Revealed(who));
    }
}

/// Conceals a combatant that the GM has hidden from players, and ends its holds. Does nothing to
/// any other combatant, or to one that is concealed already (FACT-SNEAK-1).
pub fn conceal_if_hidden_npc(resolver: &mut Resolver, who: CombatantId) {
    let combatant = resolver.fight().combatant(who);
    if combatant.is_hidden && !combatant.body.concealed {
        grapple::end_holds(resolver, who);
        resolver.emit(Event::Concealed(who));
    }
}

/// Refuses to hide while concealed (FACT-SNEAK-6).
pub fn check_hide(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_concealed = fight.body(who).concealed;
    if is_concealed { Err(RefusalReason::new("bad-target", "FACT-SNEAK-6")) } else { Ok(()) }
}

/// Asks the GM to approve of hiding and resolves it. FACT-SNEAK-6: hiding during a fight is a main
/// action; if the GM refuses, the action is kept.
pub fn ask_and_resolve_hide(resolver: &mut Resolver, who: CombatantId, text: &str) -> RuleResult {
    resolver.emit(Event::HideTried { who, text: text.into() });
    let question = Question::HideApproval { who, text: text.into() };
    let prompt = prompts::gm_approval_prompt(resolver.fight(), question);
    if resolver.ask(prompt)? != Answer::Approve {
        resolver.emit(Event::HideRefused(who));
        return Ok(());
    }
    grapple::release_grabbed(resolver, who);
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    resolver.emit(Event::Concealed(who));
    Ok(())
}
