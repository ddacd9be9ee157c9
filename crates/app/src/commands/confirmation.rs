//! What is lost for good is confirmed once: whoever would do it is told in private, and asked
//! whether they want it all the same.
//!
//! What an act takes away with it the rules say ([`lapses`](engine::Acts::lapses)). What
//! nothing takes back is confirmed where it was pressed: whoever types it has said it. Only people
//! are asked: clocks, plans and standing orders do what they do.

use engine::core::command::Refusal;
use engine::game::Game;

use crate::api::input::{ConfirmationRequest, UserInput};
use crate::commands::game_command::{GameCommand, Intent};
use crate::state::fight_state::FightState;

impl FightState {
    /// What somebody is told and confirms before this is done; none where it can just be done.
    pub(crate) fn confirmation_needed(
        &self,
        input: &UserInput,
        intent: &Intent,
    ) -> Option<ConfirmationRequest> {
        let is_quiet = match input {
            UserInput::Command { is_private: is_quiet, .. } => *is_quiet,
            UserInput::TurnButton { .. } | UserInput::InvitationButton { .. } => false,
            UserInput::PromptButton { .. }
            | UserInput::PromptForm { .. }
            | UserInput::Confirmed { .. } => return None,
        };
        let Intent::Command(GameCommand::Act { actor: who, command: words }) = intent else {
            return None;
        };
        let is_final =
            || Game::find_act_verb(self.system(), &words.verb).is_some_and(|it| it.is_irreversible);
        let is_pressed = matches!(input, UserInput::TurnButton { .. });
        let final_act = || Refusal::new("for-good", "").with("verb", &words.verb);
        let why = self.game.permanent_loss_warning(*who, words);
        let why = why.or_else(|| (is_pressed && is_final()).then(final_act))?;
        Some(ConfirmationRequest {
            warning: why,
            turn: self.encrypt_turn_id(self.turn.as_ref()?.id),
            command: words.clone(),
            actor_name: self.member(*who)?.name.clone(),
            is_private: is_quiet,
            is_offered: self.game.list_offers(*who).iter().any(|offer| offer.command == *words),
        })
    }
}
