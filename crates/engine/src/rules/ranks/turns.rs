//! Rounds and turns (RANKS-TURN), and what follows by itself: the state machine of the rule text.

use super::Ranks;
use super::conditions::{self, Expiry};
use super::responses::actions_left;
use super::state::{Event, RoundStage};
use super::{Fight, Resolver, RuleResult, combined_actions, end, holding, initiative, maneuvers};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, Turns};

/// Whether the fight runs.
pub fn is_running(fight: &Fight) -> bool {
    fight.phase == FightPhase::Running && fight.state.outcome.is_none()
}

/// What may be done when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActTiming {
    OwnTurn,
    /// RANKS-HOLD-2: also by a holder, in the turns of others and in the last call.
    OwnTurnOrHeld,
}

/// RANKS-TURN-2, RANKS-HOLD-2: whose turn it is, and who holds. RANKS-RESP-4: what else is done out
/// of turn was readied, or answers a window.
pub fn check_turn(fight: &Fight, who: CombatantId, timing: ActTiming) -> Result<(), RefusalReason> {
    check_active(fight, who)?;
    let is_own = fight.state.current_combatant == Some(who);
    let is_held = timing == ActTiming::OwnTurnOrHeld && holding::is_holding(fight, who);
    if is_running(fight) && (is_own || is_held) {
        Ok(())
    } else {
        Err(RefusalReason::new("not-your-turn", "RANKS-TURN-2").with_combatant(who))
    }
}

/// RANKS-REF-1: the sender is out.
pub fn check_active(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_in = maneuvers::is_in_action(fight, who);
    if is_in {
        Ok(())
    } else {
        Err(RefusalReason::new("not-active", "RANKS-REF-1").with_combatant(who))
    }
}

impl Turns for Ranks {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<bool> {
        if resolver.fight().phase != FightPhase::Running {
            return Ok(false);
        }
        if let Some(outcome) = resolver.fight().state.outcome.clone() {
            end::record_fight_end(resolver, &outcome);
            return Ok(false);
        }
        end::end_if_one_sided(resolver)?;
        let fight = resolver.fight();
        if let Some(who) = fight.state.current_combatant {
            let is_over = is_turn_over(fight, who);
            if is_over {
                end_turn(resolver, who);
            }
            return Ok(is_over);
        }
        match (fight.state.stage, initiative::next_combatant(fight)) {
            (RoundStage::Turns, Some(who)) => begin_turn(resolver, who),
            (RoundStage::Turns, None) if holding::holders(fight).next().is_some() => {
                resolver.emit(Event::LastCallBegan);
                return Ok(false);
            }
            (RoundStage::LastCall, _) if holding::holders(fight).next().is_some() => {
                return Ok(false);
            }
            (RoundStage::Setup | RoundStage::Turns | RoundStage::LastCall, _) => {
                end_round(resolver);
                begin_round(resolver);
            }
        }
        Ok(true)
    }

    /// Who is waited for. RANKS-TURN-4: a turn 24 h, then the bot passes; for NPCs the GM is only
    /// reminded. In the last call all holders (W5), 12 h.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !is_running(fight) {
            return None;
        }
        let settings = &fight.settings;
        if let Some(who) = fight.state.current_combatant {
            let is_skipped = Self::is_turn_skipped_on_timeout(fight, who);
            let (on, clock_secs) = (vec![Initiator::Combatant(who)], settings.turn_secs);
            return Some(PendingTurn {
                actors: on,
                discriminator: "",
                timeout_secs: clock_secs,
                is_skipped_on_timeout: is_skipped,
                needs_all_actors: false,
            });
        }
        let on: Vec<Initiator> = holding::holders(fight).map(Initiator::Combatant).collect();
        let (part, clock_secs) = ("last call", settings.answer_secs);
        (!on.is_empty()).then_some(PendingTurn {
            actors: on,
            discriminator: part,
            timeout_secs: clock_secs,
            is_skipped_on_timeout: true,
            needs_all_actors: false,
        })
    }

    fn is_turn_skipped_on_timeout(fight: &Fight, who: CombatantId) -> bool {
        !fight.combatant(who).is_npc()
    }
}

/// RANKS-TURN-3: a turn ends by itself when full, bonus and incidental movement are all spent or
/// barred. RANKS-COND-5: so does that of who goes out of action.
fn is_turn_over(fight: &Fight, who: CombatantId) -> bool {
    if !maneuvers::is_in_action(fight, who) {
        return true;
    }
    actions_left(fight, who).next().is_none() && !fight.body(who).has_incidental_move
}

/// RANKS-TURN-1: budgets are new, and everybody has one turn, in the order of RANKS-INIT-1.
pub fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    resolver.emit(Event::RoundBudgetsReset);
    initiative::start_turn_order(resolver);
}

/// RANKS-READY-1, RANKS-COMB-3: the own unfired readied check and what was combined end with the
/// start of the turn.
fn begin_turn(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::TurnBegan(who));
    if resolver.fight().body(who).readied_check.is_some() {
        resolver.emit(Event::ReadiedCheckExpired(who));
    }
    combined_actions::end_combined_bonuses(resolver, who);
}

/// RANKS-COND-3: what lasts to the end of this turn ends.
pub fn end_turn(resolver: &mut Resolver, who: CombatantId) {
    expire_effects(resolver, who, |until| *until == Expiry::ThisTurn);
    resolver.emit(Event::TurnEnded(who));
}

/// RANKS-COND-3: what lasts to the end of this round ends.
fn end_round(resolver: &mut Resolver) {
    let round = resolver.fight().round;
    let all: Vec<CombatantId> = resolver.fight().iter().map(|(who, _)| who).collect();
    for who in all {
        expire_effects(
            resolver,
            who,
            |until| matches!(until, Expiry::Round(last) if *last <= round),
        );
    }
}

fn expire_effects(
    resolver: &mut Resolver,
    who: CombatantId,
    is_expiring: impl Fn(&Expiry) -> bool,
) {
    if resolver.fight().get(who).is_none() {
        return;
    }
    for condition in conditions::expiring_conditions(resolver.fight(), who, &is_expiring) {
        resolver.emit(Event::ConditionEnded { who, condition });
    }
    let own = resolver.fight().body(who).boons.iter();
    let boons: Vec<_> = own.filter(|boon| is_expiring(&boon.expiry)).copied().collect();
    for boon in boons {
        resolver.emit(Event::BoonEnded { who, boon });
    }
}

/// RANKS-TURN-4: the bot passes, or the GM; in the last call nobody wants anything more.
pub fn skip_turn(resolver: &mut Resolver) -> Result<(), RefusalReason> {
    let fight = resolver.fight();
    if !is_running(fight) {
        return Err(RefusalReason::new("bad-setup", "RANKS-TURN-4"));
    }
    match fight.state.current_combatant {
        Some(who) => end_turn(resolver, who),
        None => {
            let all: Vec<CombatantId> = holding::holders(fight).collect();
            all.into_iter().for_each(|who| holding::end_holding(resolver, who));
        }
    }
    Ok(())
}
