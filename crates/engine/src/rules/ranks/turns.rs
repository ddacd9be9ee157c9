//! Rounds and turns (RANKS-TURN), and what happens without a command: the state machine of the rule
//! text.

use super::Ranks;
use super::conditions::{self, Expiry};
use super::responses::actions_left;
use super::state::{Event, RoundStage};
use super::{Fight, Resolver, RuleResult, combined_actions, end, holding, initiative, maneuvers};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, StepOutcome, Turns};

/// When an act may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActTiming {
    OwnTurn,
    /// Also by a holder in the turns of others and in the last call (RANKS-HOLD-2).
    OwnTurnOrHeld,
}

/// Refuses an act outside the actor's turn, unless it can be done with held actions (RANKS-TURN-2,
/// RANKS-HOLD-2). RANKS-RESP-4: anything else out of turn was readied or answers a prompt.
pub fn check_act_timing(
    fight: &Fight,
    who: CombatantId,
    timing: ActTiming,
) -> Result<(), RefusalReason> {
    check_active(fight, who)?;
    let is_own_turn = fight.state.current_combatant == Some(who);
    let can_use_held = timing == ActTiming::OwnTurnOrHeld && holding::is_holding(fight, who);
    let reason = RefusalReason::new("not-your-turn", "RANKS-TURN-2").with_combatant(who);
    reason.refuse_unless(fight.is_undecided() && (is_own_turn || can_use_held))
}

/// Refuses an actor who is out of the fight or out of action (RANKS-REF-1).
pub fn check_active(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("not-active", "RANKS-REF-1").with_combatant(who);
    reason.refuse_unless(maneuvers::is_in_action(fight, who))
}

impl Turns for Ranks {
    /// Takes the next automatic step of a running fight: ends it once it is decided, ends a turn
    /// that is over, begins the next turn, the last call for those who hold, or the next round.
    /// Returns `Settled` while somebody must act.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        if let Some(outcome) = resolver.fight().state.outcome.clone() {
            end::record_fight_end(resolver, &outcome);
            return Ok(StepOutcome::Settled);
        }
        end::decide_outcome_if_no_enemies_left(resolver)?;
        let fight = resolver.fight();
        if let Some(who) = fight.state.current_combatant {
            let is_over = is_turn_over(fight, who);
            if is_over {
                end_turn(resolver, who);
            }
            return Ok(StepOutcome::advanced_if(is_over));
        }
        let is_anybody_holding = || holding::holders(fight).next().is_some();
        match (fight.state.stage, initiative::next_combatant(fight)) {
            (RoundStage::Turns, Some(who)) => begin_turn_ending_readied_check(resolver, who),
            (RoundStage::Turns, None) if is_anybody_holding() => {
                resolver.emit(Event::LastCallBegan);
                return Ok(StepOutcome::Settled);
            }
            (RoundStage::LastCall, _) if is_anybody_holding() => return Ok(StepOutcome::Settled),
            (RoundStage::Setup | RoundStage::Turns | RoundStage::LastCall, _) => {
                expire_round_effects(resolver);
                begin_round(resolver);
            }
        }
        Ok(StepOutcome::Advanced)
    }

    /// Returns who must act and how long the game waits. RANKS-TURN-4: after 24 h the bot passes a
    /// player's turn; for an NPC's the GM is only reminded. When all turns of a round are over,
    /// those who held their actions get a last call: it waits 12 h for all of them together.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !fight.is_undecided() {
            return None;
        }
        let settings = &fight.settings;
        if let Some(who) = fight.state.current_combatant {
            return Some(PendingTurn::for_single_combatant(fight, who, settings.turn_secs));
        }
        let holders: Vec<Initiator> = holding::holders(fight).map(Initiator::Combatant).collect();
        if holders.is_empty() {
            return None;
        }
        Some(PendingTurn {
            actors: holders,
            discriminator: "last call",
            timeout_secs: settings.answer_secs,
            is_skipped_on_timeout: true,
            needs_all_actors: false,
        })
    }

    /// Returns whether the combatant is a player's character; the turns of NPCs are not skipped.
    fn is_turn_skipped_on_timeout(fight: &Fight, who: CombatantId) -> bool {
        !fight.combatant(who).is_npc()
    }
}

/// Returns whether a turn ends by itself. RANKS-TURN-3: full, bonus and incidental movement are all
/// spent or barred. RANKS-COND-5: the combatant is out of action.
fn is_turn_over(fight: &Fight, who: CombatantId) -> bool {
    if !maneuvers::is_in_action(fight, who) {
        return true;
    }
    actions_left(fight, who).next().is_none() && !fight.body(who).has_incidental_move
}

/// Starts a round: budgets are reset and everybody gets one turn (RANKS-TURN-1), in the order of
/// RANKS-INIT-1.
pub fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    resolver.emit(Event::RoundBudgetsReset);
    initiative::score_and_set_turn_order(resolver);
}

/// Starts a turn, which ends the combatant's unfired readied check and the unused bonuses that it
/// gave (RANKS-READY-1, RANKS-COMB-3).
fn begin_turn_ending_readied_check(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::TurnBegan(who));
    if resolver.fight().body(who).readied_check.is_some() {
        resolver.emit(Event::ReadiedCheckExpired(who));
    }
    combined_actions::end_combined_bonuses(resolver, who);
}

/// Ends a turn and what lasts until its end (RANKS-COND-3).
pub fn end_turn(resolver: &mut Resolver, who: CombatantId) {
    expire_effects(resolver, who, |expiry| *expiry == Expiry::ThisTurn);
    resolver.emit(Event::TurnEnded(who));
}

/// Ends what lasts until the end of this round (RANKS-COND-3).
fn expire_round_effects(resolver: &mut Resolver) {
    let round = resolver.fight().round;
    let combatants: Vec<CombatantId> = resolver.fight().present_ids().collect();
    for who in combatants {
        expire_effects(
            resolver,
            who,
            |expiry| matches!(expiry, Expiry::Round(last) if *last <= round),
        );
    }
}

/// Ends the conditions and boons of a combatant whose expiry satisfies `is_expiring`, and records
/// each.
fn expire_effects(
    resolver: &mut Resolver,
    who: CombatantId,
    is_expiring: impl Fn(&Expiry) -> bool,
) {
    if resolver.fight().get_present(who).is_none() {
        return;
    }
    for condition in conditions::expiring_conditions(resolver.fight(), who, &is_expiring) {
        resolver.emit(Event::ConditionEnded { who, condition });
    }
    let held = resolver.fight().body(who).boons.iter();
    let boons: Vec<_> = held.filter(|boon| is_expiring(&boon.expiry)).copied().collect();
    for boon in boons {
        resolver.emit(Event::BoonEnded { who, boon });
    }
}

/// Ends the current turn, or in the last call all holding (RANKS-TURN-4).
pub fn end_turn_or_all_holding(resolver: &mut Resolver) -> Result<(), RefusalReason> {
    let fight = resolver.fight();
    if !fight.is_undecided() {
        return Err(RefusalReason::new("bad-setup", "RANKS-TURN-4"));
    }
    match fight.state.current_combatant {
        Some(who) => end_turn(resolver, who),
        None => {
            let holders: Vec<CombatantId> = holding::holders(fight).collect();
            for who in holders {
                holding::end_holding(resolver, who);
            }
        }
    }
    Ok(())
}
