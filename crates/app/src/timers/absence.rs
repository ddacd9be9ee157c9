//! What is done for players who are absent. A standing order goes before all of this: it answers
//! and acts in the player's own name, and whoever has one is not absent as far as it goes.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator};
use engine::game::Game;
use store::ids::TurnId;

use crate::commands::command_resources::CommandResources;
use crate::commands::game_command::GameCommand;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenTurn};
use crate::state::people::AbsencePolicy;
use crate::transaction::scheduling::time_limit_from_secs;
use crate::transaction::{InputRecord, StateChange};

impl FightState {
    /// Who has let the time of a turn run out, and what is to be done for them.
    fn absences_of_awaited(&self, turn: &OpenTurn) -> Vec<(Initiator, Option<AbsencePolicy>)> {
        let absence = |by: &Initiator| match by {
            Initiator::Combatant(who) => self.people.absence_policies.get(who).copied(),
            Initiator::Gm => None,
        };
        turn.awaited.actors.iter().map(|by| (*by, absence(by))).collect()
    }
}

impl App {
    /// The time of a turn has run out.
    ///
    /// # Errors
    /// The rules do not take what is done then.
    pub(crate) fn resolve_turn_timeout(
        &self,
        state: &FightState,
        id: TurnId,
    ) -> Result<StateChange, Refusal> {
        let over = || Refusal::new("turn-over", "");
        let turn = state.find_open_turn(id).ok_or_else(over)?;
        let absences = state.absences_of_awaited(turn);
        // Of several who could have taken it the first for whom something can be done does.
        let first = |wanted, is_able: &dyn Fn(CombatantId) -> bool| {
            let mut said = absences.iter().filter(|(_, absence)| *absence == Some(wanted));
            said.find_map(|(by, _)| match by {
                Initiator::Combatant(who) => is_able(*who).then_some(*who),
                Initiator::Gm => None,
            })
        };
        if let Some(who) = first(AbsencePolicy::StandIn, &|who| has_uncalled_stand_in(state, who)) {
            return Ok(build_stand_in_call(state, turn, who));
        }
        if let Some(who) =
            first(AbsencePolicy::Defend, &|who| offered_defence(state, who).is_some())
        {
            return self.resolve_absent_defence(state, turn, who);
        }
        let have_all_said = |wanted: &[AbsencePolicy]| {
            let mut said = absences.iter().map(|(_, absence)| *absence);
            !absences.is_empty() && said.all(|one| one.is_some_and(|one| wanted.contains(&one)))
        };
        if have_all_said(&[AbsencePolicy::Wait]) {
            Ok(build_gm_reminder(state, id))
        } else if turn.awaited.is_skipped_at_deadline
            || have_all_said(&[AbsencePolicy::Pass, AbsencePolicy::Defend])
        {
            self.resolve_skip(state)
        } else {
            Ok(build_gm_reminder(state, id))
        }
    }

    fn resolve_skip(&self, state: &FightState) -> Result<StateChange, Refusal> {
        self.resolve_command(
            state,
            None,
            &GameCommand::GmOrder(Command::new("skip")),
            &CommandResources::default(),
        )
    }

    /// An act of defence, and the turn is over.
    fn resolve_absent_defence(
        &self,
        state: &FightState,
        turn: &OpenTurn,
        who: CombatantId,
    ) -> Result<StateChange, Refusal> {
        let Some(words) = offered_defence(state, who) else { return self.resolve_skip(state) };
        let mut dice = self.dice_for_input(state, state.dice_lane_of(Some(who)));
        let mut happened = state.game.perform_act(who, &words, &mut dice)?;
        let waits = FightState::awaited_turn_in(&happened.game);
        let ends_turn = waits.is_some_and(|waits| state.is_same_turn(&waits, &turn.awaited));
        if ends_turn {
            let over = happened.game.perform_order(&Command::new("skip"), &mut dice)?;
            happened = happened.merge_with(over);
        }
        let said =
            InputRecord { actor: Some(who), command: words, ends_turn, ..InputRecord::default() };
        Ok(StateChange::from_outcome(state, said, happened, dice))
    }
}

/// The act with which a combatant can defend itself now.
fn offered_defence(state: &FightState, who: CombatantId) -> Option<Command> {
    let offers = state.game.list_offers(who);
    let offered = |verb: &&str| offers.iter().find(|offer| offer.command.verb == **verb);
    Game::defence_verbs(state.system()).iter().find_map(offered).map(|offer| offer.command.clone())
}

fn build_gm_reminder(state: &FightState, id: TurnId) -> StateChange {
    StateChange {
        reminded_turn: Some(id),
        ..StateChange::without_game_change(state, InputRecord::from_command(Command::new("remind")))
    }
}

fn has_uncalled_stand_in(state: &FightState, who: CombatantId) -> bool {
    state.people.stand_ins.get(&who).is_some_and(|stand_in| !stand_in.is_active)
}

/// The stand-in is asked now, and has the whole time of the turn.
fn build_stand_in_call(state: &FightState, turn: &OpenTurn, who: CombatantId) -> StateChange {
    let mut change = StateChange::without_game_change(
        state,
        InputRecord::from_command(Command::new("call").with("who", state.member_name(who))),
    );
    if let Some(stand_in) = change.after.people.stand_ins.get_mut(&who) {
        stand_in.is_active = true;
    }
    if let Some(running) = &mut change.after.turn {
        running.deadline = time_limit_from_secs(turn.awaited.clock_secs);
    }
    change
}
