//! Plans, played when their clock runs out; and acts of NPCs that play themselves.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator};
use store::ids::TurnId;

use crate::api::plans::{Plan, PlannedAct};
use crate::commands::command_resources::CommandResources;
use crate::commands::game_command::GameCommand;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenTurn};
use crate::transaction::{InputRecord, StateChange};

impl App {
    /// The next act of the plan for a turn, played or given up; none where nothing is planned.
    pub(crate) fn resolve_planned_act(
        &self,
        state: &FightState,
        id: TurnId,
    ) -> Option<StateChange> {
        let turn = state.find_open_turn(id)?;
        let Some((who, plan)) = state.find_planner(&turn.awaited) else {
            return self.resolve_npc_act(state, turn);
        };
        let (next, rest) = plan.acts.split_first()?;
        let change = match self.resolve_plan_step(state, who, next) {
            Ok(change) => change,
            Err(why) => return Some(build_plan_cancellation(state, who, &next.command, why)),
        };
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        let said = InputRecord { is_prepared: true, ..change.input };
        let user = Some(state.controller_of(Initiator::Combatant(who)));
        let mut plans = vec![(who, Some(rest).filter(|rest| !rest.acts.is_empty()))];
        plans.extend(change.plan_updates);
        Some(StateChange { user, input: said, plan_updates: plans, ..change })
    }

    /// The next act of an NPC that plays itself; none where it has nothing to do, and its GM must.
    fn resolve_npc_act(&self, state: &FightState, turn: &OpenTurn) -> Option<StateChange> {
        let who = state.find_autoplayer(&turn.awaited)?;
        let deed = GameCommand::Act { actor: who, command: state.choose_autoplay_act(who)? };
        let mut change =
            self.resolve_command(state, None, &deed, &CommandResources::default()).ok()?;
        change.after.people.record_autoplay(who);
        let said = InputRecord { is_prepared: true, ..change.input };
        let user = Some(state.controller_of(Initiator::Combatant(who)));
        // The clock that ran out is wound again for the next act.
        change.plan_updates.push((who, None));
        Some(StateChange { user, input: said, ..change })
    }

    fn resolve_plan_step(
        &self,
        state: &FightState,
        who: CombatantId,
        step: &PlannedAct,
    ) -> Result<StateChange, Refusal> {
        state.check_required_positions(who, step)?;
        let deed = GameCommand::Act { actor: who, command: step.command.clone() };
        self.resolve_command(state, None, &deed, &CommandResources::default())
    }
}

/// Nothing has happened, and only the owner is told.
fn build_plan_cancellation(
    state: &FightState,
    who: CombatantId,
    command: &Command,
    reason: Refusal,
) -> StateChange {
    let said =
        InputRecord { is_quiet: true, ..InputRecord::from_command(Command::new("queue-clear")) };
    let mut change = StateChange::without_game_change(state, said);
    change.notices.push(state.plan_abandoned_notice(who, command, reason));
    change.plan_updates.push((who, None));
    change
}
