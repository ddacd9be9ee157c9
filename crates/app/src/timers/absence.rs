//! Acts for absent players. Standing orders and plans come before all of this: they act in the
//! player's own name, and a player who has one is not absent as far as it goes.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator};
use engine::game::Game;
use store::ids::TurnId;

use crate::api::sealed_dice::DiceLane;
use crate::commands::command_resources::CommandResources;
use crate::commands::intent::GameCommand;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenTurn};
use crate::state::people::AbsencePolicy;
use crate::transaction::scheduling::time_limit_from_secs;
use crate::transaction::{GM_REMINDER_VERB, InputRecord, StateChange};

impl FightState {
    /// Returns the awaited actors of a turn with their absence policies.
    fn absence_policies_of_awaited(
        &self,
        turn: &OpenTurn,
    ) -> Vec<(Initiator, Option<AbsencePolicy>)> {
        let policy = |actor: &Initiator| match actor {
            Initiator::Combatant(who) => self.people.absence_policies.get(who).copied(),
            Initiator::Gm => None,
        };
        turn.awaited.actors.iter().map(|actor| (*actor, policy(actor))).collect()
    }
}

impl App {
    /// Resolves the end of a turn's time limit by the absence policies: calls a stand-in, defends,
    /// skips the turn or reminds the GM.
    ///
    /// # Errors
    /// The refusal of the rules, or `turn-over`.
    pub(crate) fn resolve_turn_timeout_by_policies(
        &self,
        state: &FightState,
        id: TurnId,
    ) -> Result<StateChange, Refusal> {
        let turn_over = || Refusal::new("turn-over", "");
        let turn = state.find_open_turn(id).ok_or_else(turn_over)?;
        let policies = state.absence_policies_of_awaited(turn);
        // If several could act, the first for whom the policy works does.
        let mut with_stand_in = combatants_with_policy(&policies, AbsencePolicy::StandIn);
        if let Some(who) = with_stand_in.find(|who| has_inactive_stand_in(state, *who)) {
            return Ok(build_stand_in_activation_with_full_time(state, turn, who));
        }
        let mut defending = combatants_with_policy(&policies, AbsencePolicy::Defend);
        if let Some(who) = defending.find(|who| offered_defence(state, *who).is_some()) {
            return self.resolve_defence_or_skip_turn(state, turn, who);
        }
        let do_all_wait = do_all_have_policy_of(&policies, &[AbsencePolicy::Wait]);
        let do_all_pass =
            do_all_have_policy_of(&policies, &[AbsencePolicy::Pass, AbsencePolicy::Defend]);
        if !do_all_wait && (turn.awaited.is_skipped_at_deadline || do_all_pass) {
            self.resolve_turn_skip(state)
        } else {
            Ok(build_gm_reminder(state, id))
        }
    }

    /// Builds the change in which the turn is skipped, as by an order of the GM.
    fn resolve_turn_skip(&self, state: &FightState) -> Result<StateChange, Refusal> {
        self.resolve_command(
            state,
            None,
            &GameCommand::GmOrder(Command::new("skip")),
            &CommandResources::default(),
        )
    }

    /// Performs the act with which an absent player's combatant defends, and then ends the turn,
    /// unless the act has ended it already. Skips the turn if no such act is offered.
    fn resolve_defence_or_skip_turn(
        &self,
        state: &FightState,
        turn: &OpenTurn,
        who: CombatantId,
    ) -> Result<StateChange, Refusal> {
        let Some(command) = offered_defence(state, who) else {
            return self.resolve_turn_skip(state);
        };
        let mut dice = self.dice_for_input(state, DiceLane::Open);
        let mut outcome = state.game.perform_act(who, &command, &mut dice)?;
        // Another turn than the one whose time is up must not be skipped.
        let awaited_next = FightState::turn_awaited_once_no_prompt_open(&outcome.game);
        let ends_turn =
            awaited_next.is_some_and(|next| state.is_same_turn_state(&next, &turn.awaited));
        if ends_turn {
            let skip_outcome = outcome.game.perform_order(&Command::new("skip"), &mut dice)?;
            outcome = outcome.merge_with_next_outcome(skip_outcome);
        }
        let input = InputRecord { actor: Some(who), command, ends_turn, ..InputRecord::default() };
        Ok(StateChange::from_outcome_playing_hidden_turns(state, input, outcome, dice))
    }
}

/// Returns the awaited combatants that have this policy.
fn combatants_with_policy(
    policies: &[(Initiator, Option<AbsencePolicy>)],
    wanted: AbsencePolicy,
) -> impl Iterator<Item = CombatantId> {
    policies.iter().filter_map(move |(actor, policy)| match actor {
        Initiator::Combatant(who) if *policy == Some(wanted) => Some(*who),
        _ => None,
    })
}

/// Returns whether somebody is awaited, and all of them have one of these policies.
fn do_all_have_policy_of(
    policies: &[(Initiator, Option<AbsencePolicy>)],
    wanted: &[AbsencePolicy],
) -> bool {
    !policies.is_empty()
        && policies.iter().all(|(_, policy)| policy.is_some_and(|policy| wanted.contains(&policy)))
}

/// Returns the offered act with which the combatant can defend now.
fn offered_defence(state: &FightState, who: CombatantId) -> Option<Command> {
    let offers = state.game.list_legal_act_offers(who);
    for verb in Game::defence_verbs(state.system()) {
        if let Some(offer) = offers.iter().find(|offer| offer.command.verb == *verb) {
            return Some(offer.command.clone());
        }
    }
    None
}

/// Builds the change that tells the GM that the time of a turn is over, and plays nothing.
fn build_gm_reminder(state: &FightState, id: TurnId) -> StateChange {
    StateChange {
        reminded_turn: Some(id),
        ..StateChange::without_game_change(state, Command::new(GM_REMINDER_VERB))
    }
}

/// Returns whether a stand-in is named for the combatant who does not play it yet.
fn has_inactive_stand_in(state: &FightState, who: CombatantId) -> bool {
    state.people.stand_ins.get(&who).is_some_and(|stand_in| !stand_in.is_active)
}

/// Activates the stand-in, who gets the whole time of the turn.
fn build_stand_in_activation_with_full_time(
    state: &FightState,
    turn: &OpenTurn,
    who: CombatantId,
) -> StateChange {
    let mut change = StateChange::without_game_change(
        state,
        Command::new("call").with("who", state.member_name(who)),
    );
    if let Some(stand_in) = change.after.people.stand_ins.get_mut(&who) {
        stand_in.is_active = true;
    }
    if let Some(current_turn) = &mut change.after.turn {
        current_turn.deadline = time_limit_from_secs(turn.awaited.clock_secs);
    }
    change
}
