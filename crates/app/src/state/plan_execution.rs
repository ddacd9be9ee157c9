//! Plays turn plans: what a combatant will do on its next turn, prepared and confirmed by whoever
//! plays it.
//!
//! When the turn comes, the acts are played one after the other when a deadline passes
//! (`timers/planned_acts.rs`), each as an input of its own: journalled, undone and told like acts
//! that were typed. An act that is refused, or whose required positions have changed, costs
//! nothing: the plan is given up, its owner is told why, and the turn waits for them as usual.
//!
//! `features/planned_acts.rs` makes plans.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{GameOutcome, Member};
use engine::visibility::view::{FightView, TurnStatus};

use crate::api::dice_source::RecordingDice;
use crate::api::outbox::{Audience, Notice};
use crate::api::plans::{Plan, PlannedAct};
use crate::api::sealed_dice::DiceLane;
use crate::state::fight_state::{AwaitedTurn, FightState};

/// The most hidden turns that are played with one input; only a fight without any visible combatant
/// would need more.
const MAX_HIDDEN_TURNS: usize = 500;

/// Why a begun plan is given up.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum PlanDropReason {
    TurnEnded,
    ActUndone,
}

/// The outcome of an input, including the hidden turns that were played with it.
pub(crate) struct OutcomeWithHiddenTurns {
    pub outcome: GameOutcome,
    /// Acts in hidden turns; those without a combatant are skips.
    pub hidden_acts: Vec<(Option<CombatantId>, Command)>,
    /// The changed plans; `None` where nothing is left of one.
    pub remaining_plans: Vec<(CombatantId, Option<Plan>)>,
    pub notices: Vec<(Audience, Notice)>,
}

impl OutcomeWithHiddenTurns {
    /// Replaces the plan of a combatant by what is left of it, in the fight and among the changes.
    fn set_remaining_plan(
        &mut self,
        state: &mut FightState,
        who: CombatantId,
        remaining: Option<Plan>,
    ) {
        state.plans.remove(&who);
        if let Some(plan) = &remaining {
            state.plans.insert(who, plan.clone());
        }
        self.remaining_plans.push((who, remaining));
    }

    /// Plays the next act of a hidden turn: as planned, by autoplay, or else a skip. Returns `None`
    /// where it gives up a plan instead, because the planned act is refused.
    ///
    /// # Errors
    /// Fails when the rules refuse the act of autoplay or the skip.
    fn play_hidden_act(
        &mut self,
        state: &mut FightState,
        turn: &AwaitedTurn,
        dice: &mut RecordingDice,
    ) -> Result<Option<GameOutcome>, Refusal> {
        let planner =
            state.find_confirmed_planner_to_act(turn).map(|(who, plan)| (who, plan.clone()));
        if let Some((who, plan)) = planner {
            return Ok(self.play_planned_act_or_drop_plan(state, who, &plan, dice));
        }
        if let Some((who, act)) = state.choose_hidden_autoplay_act(turn) {
            let act_outcome = state.game.perform_act(who, &act, dice)?;
            state.people.record_autoplay(who);
            self.hidden_acts.push((Some(who), act));
            return Ok(Some(act_outcome));
        }
        let skip = Command::new("skip");
        let skip_outcome = state.game.perform_order(&skip, dice)?;
        self.hidden_acts.push((None, skip));
        Ok(Some(skip_outcome))
    }

    /// Plays the next act of a plan in a hidden turn. Where it is refused, drops the plan, tells
    /// its owner and returns `None`.
    fn play_planned_act_or_drop_plan(
        &mut self,
        state: &mut FightState,
        who: CombatantId,
        plan: &Plan,
        dice: &mut RecordingDice,
    ) -> Option<GameOutcome> {
        let act = plan.acts.first().map(|act| act.command.clone()).unwrap_or_default();
        match state.play_next_planned_act(who, plan, dice) {
            Ok((act_outcome, remaining_plan)) => {
                self.hidden_acts.push((Some(who), act));
                self.set_remaining_plan(state, who, remaining_plan);
                Some(act_outcome)
            }
            Err(refusal) => {
                self.set_remaining_plan(state, who, None);
                self.notices.push(state.plan_abandoned_notice(who, &act, refusal));
                None
            }
        }
    }
}

impl FightState {
    /// Returns the first combatant that the turn waits for and that has a confirmed plan.
    pub(crate) fn find_confirmed_planner_to_act(
        &self,
        awaited_turn: &AwaitedTurn,
    ) -> Option<(CombatantId, &Plan)> {
        let hidden_must_wait = self.game.has_decoys() && !self.is_turn_hidden(awaited_turn);
        for (who, plan) in &self.plans {
            if !plan.is_confirmed || !self.can_take_turn(awaited_turn, *who) {
                continue;
            }
            // With decoys, hidden combatants wait until no visible one can act.
            let is_hidden = self.member(*who).is_some_and(|member| member.is_hidden);
            if hidden_must_wait && is_hidden {
                continue;
            }
            // Of those among whom the GM chooses, some may have acted already.
            let needs_gms_choice = !awaited_turn.actors.contains(&Initiator::Combatant(*who));
            if needs_gms_choice && self.game.list_legal_act_offers(*who).is_empty() {
                continue;
            }
            return Some((*who, plan));
        }
        None
    }

    /// Plays all hidden turns that follow an outcome, up to the end of the next round: as planned,
    /// by autoplay, or else by skipping. Only systems with decoys have hidden turns; they take no
    /// time.
    pub(crate) fn play_hidden_turns_until_round_end(
        &self,
        outcome: GameOutcome,
        dice: &mut RecordingDice,
    ) -> OutcomeWithHiddenTurns {
        let mut passed = OutcomeWithHiddenTurns {
            outcome,
            hidden_acts: Vec::new(),
            remaining_plans: Vec::new(),
            notices: Vec::new(),
        };
        if !passed.outcome.game.has_decoys() {
            return passed;
        }
        dice.lane = DiceLane::Hidden;
        let mut state = self.clone();
        let mut final_round = None;
        let mut previous_turn: Option<AwaitedTurn> = None;
        for _ in 0..MAX_HIDDEN_TURNS {
            state = state.with_game(passed.outcome.game.clone());
            if !passed.outcome.prompts.is_empty() {
                break;
            }
            let Some(turn) = FightState::turn_awaited_once_no_prompt_open(&state.game) else {
                break;
            };
            if !state.is_turn_hidden(&turn) {
                break;
            }
            if turn.round > *final_round.get_or_insert(turn.round + 1) {
                break;
            }
            let is_next_turn = previous_turn.as_ref().is_some_and(|previous| *previous != turn);
            previous_turn = Some(turn.clone());
            if is_next_turn {
                state.people.reset_turn();
            }
            let Ok(act_outcome) = passed.play_hidden_act(&mut state, &turn, dice) else { break };
            if let Some(act_outcome) = act_outcome {
                passed.outcome = passed.outcome.merge_with_next_outcome(act_outcome);
            }
        }
        passed
    }

    /// Plays the next act of a plan, and returns the outcome and what is left of the plan.
    fn play_next_planned_act(
        &self,
        who: CombatantId,
        plan: &Plan,
        dice: &mut RecordingDice,
    ) -> Result<(GameOutcome, Option<Plan>), Refusal> {
        let (next_act, later_acts) =
            plan.acts.split_first().ok_or_else(|| Refusal::new("turn-over", ""))?;
        self.check_required_positions(who, next_act)?;
        let outcome = self.game.perform_act(who, &next_act.command, dice)?;
        let remaining_plan = if later_acts.is_empty() {
            None
        } else {
            Some(Plan { acts: later_acts.to_vec(), is_begun: true, ..plan.clone() })
        };
        Ok((outcome, remaining_plan))
    }

    /// Returns the notice of a refused plan, for its owner only.
    pub(crate) fn plan_abandoned_notice(
        &self,
        who: CombatantId,
        act: &Command,
        refusal: Refusal,
    ) -> (Audience, Notice) {
        let name = self.member_name(who).to_string();
        let notice = Notice::PlanAbandoned { name, command: act.clone(), refusal };
        (self.owner_audience(who), notice)
    }

    /// Returns the notice of a dropped plan, for its owner only; `None` where no more than the end
    /// of the turn was left.
    pub(crate) fn plan_dropped_notice_unless_only_turn_end(
        &self,
        who: CombatantId,
        remaining: &Plan,
        reason: PlanDropReason,
    ) -> Option<(Audience, Notice)> {
        let is_undone = reason == PlanDropReason::ActUndone;
        let is_turn_end = |act: &PlannedAct| self.game.is_turn_end(&act.command);
        if remaining.acts.iter().all(is_turn_end) {
            return None;
        }
        let first_act = remaining.acts.first()?;
        let name = self.member_name(who).to_string();
        let notice = Notice::PlanDropped { name, command: first_act.command.clone(), is_undone };
        Some((self.owner_audience(who), notice))
    }

    /// Returns the direct messages of whoever plays a combatant.
    fn owner_audience(&self, who: CombatantId) -> Audience {
        Audience::Dm(self.controller_of(Initiator::Combatant(who)))
    }

    /// Refuses with `plan-changed` where a combatant is not where the act requires it.
    pub(crate) fn check_required_positions(
        &self,
        who: CombatantId,
        act: &PlannedAct,
    ) -> Result<(), Refusal> {
        for required in &act.required_positions {
            if self.known_zone_of_named_combatant(who, &required.name) != required.zone {
                return Err(Refusal::new("plan-changed", "").with("name", &required.name));
            }
        }
        Ok(())
    }

    /// Returns the zone of the named combatant, as far as whoever plays `who` knows it.
    pub(crate) fn known_zone_of_named_combatant(&self, who: CombatantId, name: &str) -> Option<u8> {
        let perspective = self.perspective_of_user(self.controller_of(Initiator::Combatant(who)));
        let found = perspective.find_combatant(&self.game, name)?;
        let view = perspective.view_of(&self.game);
        view.members().find(|member| member.id == found)?.zone
    }
}

impl FightState {
    /// Returns the user's own combatants whose next turn can be planned: not those that have the
    /// turn alone now.
    pub(crate) fn list_names_with_plannable_next_turn(
        &self,
        user: UserId,
        view: &FightView,
    ) -> Vec<String> {
        if !view.is_running || !self.is_open {
            return Vec::new();
        }
        let mut names = Vec::new();
        for member in &self.members {
            let is_own = member.user.is_some() && self.is_player_of(user, member);
            if !is_own || self.has_turn_alone(member) {
                continue;
            }
            let visible = view.members().find(|visible| visible.id == member.id);
            if visible.is_some_and(|visible| visible.turn_status != TurnStatus::Out) {
                names.push(member.name.clone());
            }
        }
        names
    }

    /// Whether it is their turn, and nobody else's.
    pub(crate) fn has_turn_alone(&self, member: &Member) -> bool {
        let turn = self.turn.as_ref().filter(|_| self.prompts.is_empty());
        turn.is_some_and(|turn| turn.awaited.actors == [Initiator::Combatant(member.id)])
    }
}
