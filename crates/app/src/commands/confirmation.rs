//! Asks for confirmation before something is lost for good: the user is warned in private and asked
//! to confirm.
//!
//! The rules say what an act destroys (`permanent_loss_warning`). An irreversible act needs
//! confirmation only when a button was pressed: who types it means it. Only people are asked;
//! deadlines, plans and standing orders act without confirmation.

use engine::core::command::{Command, Refusal};
use engine::core::ids::CombatantId;
use engine::game::Game;

use crate::api::input::{ConfirmationRequest, UserInput};
use crate::commands::intent::{GameCommand, Intent};
use crate::state::fight_state::FightState;

impl FightState {
    /// Returns the confirmation that the input of an act needs, if [`Self::warning_before_act`] has
    /// a warning. `None` for every other input, and for one that confirms.
    pub(crate) fn confirmation_before_act(
        &self,
        input: &UserInput,
        intent: &Intent,
    ) -> Option<ConfirmationRequest> {
        let is_private = match input {
            UserInput::Command { is_private, .. } => *is_private,
            UserInput::TurnButton { .. } | UserInput::InvitationButton { .. } => false,
            UserInput::PromptButton { .. }
            | UserInput::PromptForm { .. }
            | UserInput::Confirmed { .. } => return None,
        };
        let Intent::Command(GameCommand::Act { actor: who, command }) = intent else {
            return None;
        };
        Some(ConfirmationRequest {
            warning: self.warning_before_act(input, *who, command)?,
            system: self.system(),
            turn: self.encrypt_turn_id(self.turn.as_ref()?.id),
            command: command.clone(),
            actor_name: self.member(*who)?.name.clone(),
            is_private,
            is_offered: self
                .game
                .list_legal_act_offers(*who)
                .iter()
                .any(|offer| offer.command == *command),
        })
    }

    /// Returns the warning before an act that loses something for good, or whose verb is
    /// irreversible and whose button was pressed: whoever types it means it.
    fn warning_before_act(
        &self,
        input: &UserInput,
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        if let Some(warning) = self.game.permanent_loss_warning(who, command) {
            return Some(warning);
        }
        let is_pressed = matches!(input, UserInput::TurnButton { .. });
        let is_irreversible = Game::find_act_verb(self.system(), &command.verb)
            .is_some_and(|verb| verb.is_irreversible);
        if !is_pressed || !is_irreversible {
            return None;
        }
        Some(Refusal::new("for-good", "").with("verb", &command.verb))
    }
}
