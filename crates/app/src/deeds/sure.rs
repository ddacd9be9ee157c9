//! What is lost for good is confirmed once: whoever would do it is told in private, and asked
//! whether they want it all the same.
//!
//! What an act takes away with it the rules say ([`lapses`](engine::Acts::lapses)). What
//! nothing takes back is confirmed where it was pressed: whoever types it has said it. Only people
//! are asked: clocks, plans and standing orders do what they do.

use engine::command::Refusal;
use engine::game::Game;

use crate::deeds::resolve::{Deed, Intent};
use crate::fight::fight_state::FightState;
use crate::terms::input::{Input, Unsure};

impl FightState {
    /// What somebody is told and confirms before this is done; none where it can just be done.
    pub(crate) fn unsure(&self, input: &Input, meant: &Intent) -> Option<Unsure> {
        let is_quiet = match input {
            Input::Command { is_quiet, .. } => *is_quiet,
            Input::Turn { .. } | Input::Invited { .. } => false,
            Input::Press { .. } | Input::Form { .. } | Input::Sure { .. } => return None,
        };
        let Intent::Do(Deed::Act { who, words }) = meant else { return None };
        let is_final = || Game::act_verb(self.system(), &words.verb).is_some_and(|it| it.is_final);
        let is_pressed = matches!(input, Input::Turn { .. });
        let final_act = || Refusal::new("for-good", "").with("verb", &words.verb);
        let why = self.game.lapses(*who, words);
        let why = why.or_else(|| (is_pressed && is_final()).then(final_act))?;
        Some(Unsure {
            why,
            turn: self.turn_on_button(self.turn.as_ref()?.id),
            words: words.clone(),
            acting_as: self.member(*who)?.name.clone(),
            is_quiet,
            is_offered: self.game.offers(*who).iter().any(|offer| offer.words == *words),
        })
    }
}
