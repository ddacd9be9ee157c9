//! Performs planned acts when they come due, and acts of autoplayed NPCs.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator};
use store::ids::TurnId;

use crate::api::plans::{Plan, PlannedAct};
use crate::commands::command_resources::CommandResources;
use crate::commands::intent::GameCommand;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenTurn};
use crate::transaction::{InputRecord, StateChange};

impl App {
    /// Performs the next act of the plan for a turn, or of an NPC that plays itself. A planned act
    /// that the rules refuse cancels the plan. `None` where nothing is planned and no NPC plays
    /// itself.
    pub(crate) fn resolve_planned_or_autoplay_act(
        &self,
        state: &FightState,
        id: TurnId,
    ) -> Option<StateChange> {
        let turn = state.find_open_turn(id)?;
        let Some((who, plan)) = state.find_confirmed_planner_to_act(&turn.awaited) else {
            return self.resolve_autoplay_act(state, turn);
        };
        let (next, remaining) = plan.acts.split_first()?;
        let change = match self.resolve_plan_step(state, who, next) {
            Ok(change) => change,
            Err(refusal) => {
                return Some(build_plan_cancellation_with_owner_notice(
                    state,
                    who,
                    &next.command,
                    refusal,
                ));
            }
        };
        let remaining_plan = match remaining.is_empty() {
            true => None,
            false => Some(Plan { acts: remaining.to_vec(), is_begun: true, ..plan.clone() }),
        };
        let input = InputRecord { is_prepared: true, ..change.input };
        let user = Some(state.controller_of(Initiator::Combatant(who)));
        let mut plan_updates = vec![(who, remaining_plan)];
        plan_updates.extend(change.plan_updates);
        Some(StateChange { user, input, plan_updates, ..change })
    }

    /// Builds the change of the next act of an autoplayed NPC; `None` where it has none, so its GM
    /// must act. The change is its GM's, but counts as prepared: nobody has just acted.
    fn resolve_autoplay_act(&self, state: &FightState, turn: &OpenTurn) -> Option<StateChange> {
        let who = state.find_autoplayer_to_act(&turn.awaited)?;
        let act = GameCommand::Act { actor: who, command: state.choose_autoplay_act_or_end(who)? };
        let mut change =
            self.resolve_command(state, None, &act, &CommandResources::default()).ok()?;
        change.after.people.record_autoplay(who);
        let input = InputRecord { is_prepared: true, ..change.input };
        let user = Some(state.controller_of(Initiator::Combatant(who)));
        // The deadline that came due is set again for the next act.
        change.plan_updates.push((who, None));
        Some(StateChange { user, input, ..change })
    }

    /// Builds the change of one planned act. Refuses it where combatants have moved that must stand
    /// where they stood.
    fn resolve_plan_step(
        &self,
        state: &FightState,
        who: CombatantId,
        step: &PlannedAct,
    ) -> Result<StateChange, Refusal> {
        state.check_required_positions(who, step)?;
        let act = GameCommand::Act { actor: who, command: step.command.clone() };
        self.resolve_command(state, None, &act, &CommandResources::default())
    }
}

/// Builds the change that gives up a plan and tells its owner alone.
fn build_plan_cancellation_with_owner_notice(
    state: &FightState,
    who: CombatantId,
    command: &Command,
    reason: Refusal,
) -> StateChange {
    let input = InputRecord { is_quiet: true, ..InputRecord::from(Command::new("queue-clear")) };
    let mut change = StateChange::without_game_change(state, input);
    change.notices.push(state.plan_abandoned_notice(who, command, reason));
    change.plan_updates.push((who, None));
    change
}
