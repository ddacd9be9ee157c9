//! Sneaking (FACT-SNEAK): being concealed, and how it ends.

use super::prompts::{self, Answer, Question};
use super::state::{Event, TurnCost};
use super::{Fight, Resolver, RuleResult, grapple};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// FACT-SNEAK-4: a concealed character is revealed by attacking, a power, `say`, moving without
/// sneaking, ending a move nearby an enemy, reacting, or being hurt.
pub fn reveal_if_concealed(resolver: &mut Resolver, who: CombatantId) {
    let one = resolver.fight().combatant(who);
    if one.body.concealed || one.is_hidden {
        resolver.emit(Event::Revealed(who));
    }
}

/// FACT-SNEAK-1: an NPC that the GM hides from players is concealed.
pub fn conceal_if_hidden(resolver: &mut Resolver, who: CombatantId) {
    let one = resolver.fight().combatant(who);
    if one.is_hidden && !one.body.concealed {
        grapple::end_holds(resolver, who);
        resolver.emit(Event::Concealed(who));
    }
}

/// FACT-SNEAK-6: who is concealed already cannot hide.
pub fn check_hide(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_concealed = fight.body(who).concealed;
    if is_concealed { Err(RefusalReason::new("bad-target", "FACT-SNEAK-6")) } else { Ok(()) }
}

/// FACT-SNEAK-6: hiding later is a main action that needs the GM's approval; refused, the action is
/// kept.
pub fn ask_and_resolve_hide(resolver: &mut Resolver, who: CombatantId, text: &str) -> RuleResult {
    resolver.emit(Event::HideTried { who, text: text.into() });
    let question = Question::HideApproval { who, text: text.into() };
    let ask = prompts::gm_approval_prompt(resolver.fight(), question);
    if resolver.ask(ask)? != Answer::Approve {
        resolver.emit(Event::HideRefused(who));
        return Ok(());
    }
    grapple::release_grabbed(resolver, who);
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    resolver.emit(Event::Concealed(who));
    Ok(())
}
