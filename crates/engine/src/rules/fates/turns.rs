//! Rounds and turns (FATES-TURN), and what follows by itself: the state machine of the rule text,
//! steps 2 to 10.

use super::Fates;
use super::acts::{self, Act};
use super::state::{AbsentTurnPolicy, Event, ExitReason, FightStage, Turn};
use super::{Fight, Resolver, RuleResult, defend, fight_end, help, initiative, wounded};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, Turns};

/// The turn that runs, if it is this combatant's.
pub fn running_turn_of(fight: &Fight, who: CombatantId) -> Option<&Turn> {
    fight.state.turn.as_ref().filter(|turn| turn.who == who)
}

/// FATES-TURN-11: turn commands are for the character whose turn it is.
pub fn check_has_turn(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_open = fight.phase == FightPhase::Running && fight.state.outcome.is_none();
    if is_open && running_turn_of(fight, who).is_some() {
        Ok(())
    } else {
        Err(RefusalReason::new("not-your-turn", "FATES-TURN-11").with_combatant(who))
    }
}

impl Turns for Fates {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<bool> {
        let fight = resolver.fight();
        if fight.phase != FightPhase::Running {
            return Ok(false);
        }
        if let Some(outcome) = fight.state.outcome {
            fight_end::end_fight(resolver, outcome);
            return Ok(false);
        }
        if let Some(turn) = &fight.state.turn {
            let is_over = turn.is_done || !is_active(fight, turn.who);
            if is_over {
                end_running_turn(resolver);
            }
            return Ok(is_over);
        }
        if let Some(who) = fight.state.next_blaze.filter(|who| is_active(fight, *who)) {
            begin_turn(resolver, who, true)?;
            return Ok(true);
        }
        match fight.state.stage {
            FightStage::Setup | FightStage::Init => {
                let is_waiting = initiative::not_yet_rolled(fight).next().is_some();
                if !is_waiting {
                    initiative::set_turn_order(resolver);
                }
                return Ok(!is_waiting);
            }
            FightStage::Ties => {
                initiative::ask_tie_breaks(resolver)?;
                begin_round(resolver);
                return Ok(true);
            }
            FightStage::Rounds => {}
        }
        if fight.state.is_turn_over && fight_end::is_one_sided(fight) {
            fight_end::ask_whether_fight_ends(resolver)?;
            return Ok(true);
        }
        let can_act = |who: &CombatantId| is_active(fight, *who);
        let in_order = || fight.state.turn_order.iter().copied().filter(can_act);
        let next = in_order().find(|who| !fight.body(*who).has_acted);
        match (next, in_order().next()) {
            (Some(who), _) => begin_turn(resolver, who, false)?,
            (None, Some(_)) => begin_round(resolver),
            (None, None) if initiative::not_yet_rolled(fight).next().is_some() => return Ok(false),
            (None, None) => fight_end::ask_whether_fight_ends(resolver)?,
        }
        Ok(true)
    }

    /// Who is waited for: all who have to roll, else whose turn it is. FATES-TURN-10: 24 h, unless
    /// the bot is to wait. FATES-INIT-7: who has not rolled in time is rolled for.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
            return None;
        }
        if let Some(turn) = &fight.state.turn {
            let is_skipped = Self::is_turn_skipped_on_timeout(fight, turn.who);
            let (on, clock_secs) = (vec![Initiator::Combatant(turn.who)], fight.settings.turn_secs);
            return Some(PendingTurn {
                actors: on,
                discriminator: "",
                timeout_secs: clock_secs,
                is_skipped_on_timeout: is_skipped,
                needs_all_actors: false,
            });
        }
        let on: Vec<Initiator> =
            initiative::not_yet_rolled(fight).map(Initiator::Combatant).collect();
        let clock_secs = fight.settings.init_secs;
        Some(PendingTurn {
            actors: on,
            discriminator: "init",
            timeout_secs: clock_secs,
            is_skipped_on_timeout: true,
            needs_all_actors: true,
        })
    }

    fn is_turn_skipped_on_timeout(fight: &Fight, _: CombatantId) -> bool {
        fight.settings.absent_turn != AbsentTurnPolicy::Wait
    }
}

fn is_active(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active())
}

/// FATES-TURN-1: a round gives every active combatant one turn, in the same order.
fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    resolver.emit(CoreEvent::RoundStarted(round));
    resolver.emit(Event::RoundRefreshed);
}

/// FATES-TURN-2: at the start of a turn the own Defend ends, the own held action is lost, each
/// unused Help pays out, and the allowances are new; once a round, also if the character then
/// delays. FATES-FATE-7: a Blaze turn is a full one of its own.
fn begin_turn(resolver: &mut Resolver, who: CombatantId, is_blaze: bool) -> RuleResult {
    let body = resolver.fight().body(who);
    let is_first = is_blaze || !body.has_started_turn;
    let (defends, holds) = (body.defend_bonus.is_some(), body.held_action.is_some());
    resolver.emit(Event::TurnBegan { who, is_blaze });
    if !is_first {
        return Ok(());
    }
    if defends {
        resolver.emit(Event::DefendEnded { who, is_broken: false });
    }
    if holds {
        resolver.emit(Event::HeldActionEnded(who));
    }
    help::ask_and_pay_out_help(resolver, who)
}

/// FATES-TURN-9: the end of a turn. FATES-FATE-7: who blazed dies at its end.
fn end_running_turn(resolver: &mut Resolver) {
    let Some(turn) = resolver.fight().state.turn.clone() else { return };
    if turn.is_blaze && is_active(resolver.fight(), turn.who) {
        wounded::make_inactive(resolver, turn.who, ExitReason::Dead);
    }
    resolver.emit(Event::TurnEnded(turn.who));
}

/// FATES-TURN-10: the bot takes Defend with the best rank if the Action is left, then passes.
pub fn skip_turn(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let with = defend::default_defend_skill(fight.body(who));
    let act = Act::Defend { skill: with, is_free_action: false, step_to: None };
    let defends = fight.settings.absent_turn == AbsentTurnPolicy::Defend
        && acts::check_act(fight, who, &act).is_ok();
    if let Some(with) = with.filter(|_| defends) {
        acts::spend_action(resolver, who, &act);
        defend::take_defend(resolver, who, with);
    }
    resolver.emit(Event::TurnPassed(who));
}
