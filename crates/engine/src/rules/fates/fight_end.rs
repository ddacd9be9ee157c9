//! The end of the fight (FATES-END), and Rest.

use super::prompts::{self, Answer};
use super::sheet::Side;
use super::state::{Event, ExitReason, FightOutcome, ResolveBand, ResolveGainCause};
use super::{Fight, Resolver, RuleResult, damage, wounded};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::CombatantId;

/// Returns whether a side has an active combatant; Wounded ones are active.
pub fn has_active_combatant(fight: &Fight, side: Side) -> bool {
    fight
        .present_combatants()
        .any(|(who, combatant)| combatant.body.is_active() && wounded::side_of(fight, who) == side)
}

/// Returns whether the party or the opposition has no active combatant (FATES-END-1).
pub fn has_side_without_active(fight: &Fight) -> bool {
    Side::ALL.iter().any(|side| !has_active_combatant(fight, *side))
}

/// Asks the GM whether the fight ends (FATES-END-1). Records that it goes on, or the outcome by the
/// sides that still have active combatants.
pub fn ask_gm_to_end_and_record_outcome(resolver: &mut Resolver) -> RuleResult {
    let prompt = prompts::gm_confirm_end_prompt(resolver.fight());
    if resolver.ask(prompt)? == Answer::ContinueFight {
        resolver.emit(Event::FightContinued);
        return Ok(());
    }
    let fight = resolver.fight();
    let outcome = match (
        has_active_combatant(fight, Side::Party),
        has_active_combatant(fight, Side::Opposition),
    ) {
        (false, _) => FightOutcome::Lost,
        (true, false) => FightOutcome::Won,
        // Reinforcements came while the GM was asked.
        (true, true) => FightOutcome::Truce,
    };
    resolver.emit(Event::OutcomeDecided(outcome));
    Ok(())
}

/// Ends the fight and clears Defend, Aim, Help, Hold and Grappled (FATES-END-2). Whoever has a
/// Blaze turn dies (FATES-FATE-7).
pub fn end_fight_and_kill_blazing_combatants(resolver: &mut Resolver, outcome: FightOutcome) {
    let fight = resolver.fight();
    let active = fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.is_active())
        .map(|(who, _)| who);
    let blazing: Vec<CombatantId> =
        active.filter(|who| damage::has_blaze_turn(fight, *who)).collect();
    for who in blazing {
        wounded::make_inactive(resolver, who, ExitReason::Dead);
    }
    resolver.emit(Event::FightStateCleared);
    resolver.emit(CoreEvent::Ended(outcome.key().into()));
}

/// Lets a combatant rest: full Resolve, neither Wounded nor down, no Fates ignored (FATES-END-3).
pub fn restore_by_rest(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let (regained, resolve) = (body.resolve_max - body.resolve, body.resolve_max);
    resolver.emit(Event::ResolveRegained {
        who,
        amount: Some(regained),
        remaining: Some(resolve),
        band: ResolveBand::Unhurt,
        cause: ResolveGainCause::Rest,
    });
    resolver.emit(Event::Rested(who));
}
