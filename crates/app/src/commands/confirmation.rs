//! Asks for confirmation before something is lost for good: the user is warned in private and asked
//! to confirm.
//!
//! The rules say what an act destroys (`permanent_loss_warning`). An irreversible act needs
//! confirmation only when a button was pressed: who types it means it. Only people are asked;
//! deadlines, plans and standing orders act without confirmation.

use engine::core::command::Refusal;
use engine::game::Game;

use crate::api::input::{ConfirmationRequest, UserInput};
use crate::commands::intent::{GameCommand, Intent};
use crate::state::fight_state::FightState;

impl FightState {
    /// Returns the confirmation that an act needs: one that destroys something, and one of an
    /// irreversible verb whose button was pressed. `None` for every other input, and for one that
    /// confirms.
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
        let is_irreversible = || {
            Game::find_act_verb(self.system(), &command.verb)
                .is_some_and(|verb| verb.is_irreversible)
        };
        let is_pressed = matches!(input, UserInput::TurnButton { .. });
        let irreversible_refusal = || Refusal::new("for-good", "").with("verb", &command.verb);
        let warning = self.game.permanent_loss_warning(*who, command);
        let warning =
            warning.or_else(|| (is_pressed && is_irreversible()).then(irreversible_refusal))?;
        Some(ConfirmationRequest {
            warning,
            system: self.system(),
            turn: self.encrypt_turn_id(self.turn.as_ref()?.id),
            command: command.clone(),
            actor_name: self.member(*who)?.name.clone(),
            is_private,
            is_offered: self.game.list_offers(*who).iter().any(|offer| offer.command == *command),
        })
    }
}
