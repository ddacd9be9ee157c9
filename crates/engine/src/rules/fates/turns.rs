//! Rounds and turns (FATES-TURN), and what follows by itself: steps 2 to 10 of the rule text's
//! state machine.

use super::Fates;
use super::acts::{self, Act};
use super::state::{AbsentTurnPolicy, Event, ExitReason, FightStage, Turn, TurnAllowance};
use super::{Fight, Resolver, RuleResult, defend, fight_end, help, initiative, wounded};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, StepOutcome, Turns};

/// Returns the running turn, if it is this combatant's.
pub fn running_turn_of(fight: &Fight, who: CombatantId) -> Option<&Turn> {
    fight.state.turn.as_ref().filter(|turn| turn.who == who)
}

/// Refuses turn commands of anybody but the combatant whose turn it is (FATES-TURN-11). Whoever
/// must roll for initiative is awaited all the same, so the refusal says what for.
pub fn check_has_turn(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_running = fight.is_undecided();
    if is_running && running_turn_of(fight, who).is_some() {
        return Ok(());
    }
    let reason = RefusalReason::new("not-your-turn", "FATES-TURN-11").with_combatant(who);
    let must_roll = is_running && initiative::check_pc_can_roll_initiative(fight, who).is_ok();
    Err(if must_roll { reason.with_cause("roll-first") } else { reason })
}

impl Turns for Fates {
    /// Takes the next automatic step of a running fight: ends it once it is decided, ends a turn
    /// that is over, begins a Blaze turn, sets the order when all PCs have initiative, asks the
    /// tied for theirs, asks the GM whether the fight ends, or begins the next turn or round.
    /// Returns `Settled` while somebody must act.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        let fight = resolver.fight();
        if let Some(outcome) = fight.state.outcome {
            fight_end::end_fight_and_kill_blazing_combatants(resolver, outcome);
            return Ok(StepOutcome::Settled);
        }
        if let Some(turn) = &fight.state.turn {
            let is_over = turn.is_done || !is_active(fight, turn.who);
            if is_over {
                end_running_turn_and_kill_after_blaze(resolver);
            }
            return Ok(StepOutcome::advanced_if(is_over));
        }
        // FATES-FATE-7: who is out has no Blaze turn, and keeps nobody from theirs.
        let next_blaze = fight.state.queued_blazes().find(|who| is_active(fight, *who));
        if let Some(who) = next_blaze {
            begin_turn_ending_defend_hold_and_helps(resolver, who, TurnKind::Blaze)?;
            return Ok(StepOutcome::Advanced);
        }
        match fight.state.stage {
            FightStage::Setup | FightStage::Init => {
                let is_waiting = initiative::pcs_without_initiative(fight).next().is_some();
                if !is_waiting {
                    initiative::set_turn_order_and_begin_tie_break(resolver);
                }
                Ok(StepOutcome::advanced_if(!is_waiting))
            }
            FightStage::Ties => {
                initiative::ask_tied_pcs_for_order(resolver)?;
                begin_round(resolver);
                Ok(StepOutcome::Advanced)
            }
            FightStage::Rounds => advance_between_turns(resolver),
        }
    }

    /// Returns who must act: whose turn it is, else all who have to roll for initiative.
    ///
    /// After a turn's 24 h the bot skips it, unless it is set to wait (FATES-TURN-10). For PCs who
    /// have not rolled in time, the bot rolls (FATES-INIT-7).
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !fight.is_undecided() {
            return None;
        }
        if let Some(turn) = &fight.state.turn {
            let timeout_secs = fight.settings.turn_secs;
            return Some(PendingTurn::for_single_combatant(fight, turn.who, timeout_secs));
        }
        let actors: Vec<Initiator> =
            initiative::pcs_without_initiative(fight).map(Initiator::Combatant).collect();
        Some(PendingTurn {
            actors,
            discriminator: "init",
            timeout_secs: fight.settings.init_secs,
            is_skipped_on_timeout: true,
            needs_all_actors: true,
        })
    }

    /// Returns whether the settings let the turn of an absent combatant pass.
    fn is_turn_skipped_on_timeout(fight: &Fight, _: CombatantId) -> bool {
        fight.settings.absent_turn != AbsentTurnPolicy::Wait
    }
}

/// Returns whether a combatant is in the fight and active (FATES-COND-5).
pub fn is_active(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| combatant.body.is_active())
}

/// Spends the Move, the Action or the object handling of the running turn.
pub fn spend_allowance(resolver: &mut Resolver, who: CombatantId, allowance: TurnAllowance) {
    resolver.emit(Event::AllowanceSpent { who, allowance, free_action_trait: None });
}

/// Begins a round, which gives every active combatant one turn in the same order (FATES-TURN-1).
fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    resolver.emit(Event::RoundRefreshed);
}

/// Takes the next step of a round in which no turn runs: asks the GM whether the fight ends after a
/// turn that left a side without active combatants, begins the next turn, or begins a round when
/// all have acted. If nobody in the order is active, it waits for PCs who have yet to roll for
/// initiative, and without any it asks the GM as well.
fn advance_between_turns(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
    let fight = resolver.fight();
    if fight.state.is_turn_over && fight_end::has_side_without_active(fight) {
        fight_end::ask_gm_to_end_and_record_outcome(resolver)?;
        return Ok(StepOutcome::Advanced);
    }
    let mut next_to_act = None;
    let mut is_anybody_active = false;
    for who in fight.state.turn_order.iter().copied().filter(|who| is_active(fight, *who)) {
        is_anybody_active = true;
        if next_to_act.is_none() && !fight.body(who).has_acted {
            next_to_act = Some(who);
        }
    }
    if let Some(who) = next_to_act {
        begin_turn_ending_defend_hold_and_helps(resolver, who, TurnKind::InOrder)?;
        return Ok(StepOutcome::Advanced);
    }
    if is_anybody_active {
        begin_round(resolver);
        return Ok(StepOutcome::Advanced);
    }
    if initiative::pcs_without_initiative(fight).next().is_some() {
        return Ok(StepOutcome::Settled);
    }
    fight_end::ask_gm_to_end_and_record_outcome(resolver)?;
    Ok(StepOutcome::Advanced)
}

/// Where a turn comes from.
#[derive(Clone, Copy, PartialEq)]
enum TurnKind {
    InOrder,
    /// The turn of a Blaze of Glory (FATES-FATE-7).
    Blaze,
}

/// Begins a turn (FATES-TURN-2): the own Defend ends, the own held action is lost, and unused Helps
/// are paid out. This happens once a round, even if the combatant then delays. A Blaze turn is a
/// full turn of its own (FATES-FATE-7).
fn begin_turn_ending_defend_hold_and_helps(
    resolver: &mut Resolver,
    who: CombatantId,
    kind: TurnKind,
) -> RuleResult {
    let is_blaze = kind == TurnKind::Blaze;
    let body = resolver.fight().body(who);
    let is_first = is_blaze || !body.has_started_turn;
    let defends = body.defend_bonus.is_some();
    let holds_action = body.held_action.is_some();
    resolver.emit(Event::TurnBegan { who, is_blaze });
    if !is_first {
        return Ok(());
    }
    if defends {
        resolver.emit(Event::DefendEnded { who, is_broken: false });
    }
    if holds_action {
        resolver.emit(Event::HeldActionEnded(who));
    }
    help::ask_and_give_resolve_for_unused_helps(resolver, who)
}

/// Ends the running turn (FATES-TURN-9). At the end of a Blaze turn its character dies
/// (FATES-FATE-7).
fn end_running_turn_and_kill_after_blaze(resolver: &mut Resolver) {
    let Some(turn) = resolver.fight().state.turn.clone() else { return };
    if turn.is_blaze && is_active(resolver.fight(), turn.who) {
        wounded::make_inactive(resolver, turn.who, ExitReason::Dead);
    }
    resolver.emit(Event::TurnEnded(turn.who));
}

/// Skips a turn: with the setting `defend` it first takes Defend with the best rank if an Action is
/// left (FATES-TURN-10).
pub fn defend_if_set_and_pass_absent_turn(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let skill = defend::default_defend_skill(fight.body(who));
    let act = Act::Defend { skill, is_free_action: false, step_to: None };
    let defends = fight.settings.absent_turn == AbsentTurnPolicy::Defend
        && acts::check_act(fight, who, &act).is_ok();
    if let Some(skill) = skill.filter(|_| defends) {
        acts::spend_action_or_free_action(resolver, who, &act);
        defend::take_defend(resolver, who, skill);
    }
    resolver.emit(Event::TurnPassed(who));
}
