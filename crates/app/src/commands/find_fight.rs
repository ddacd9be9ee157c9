//! The fight that an input is about.

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::FightId;

use crate::api::input::{RequestContext, RequestPlace, UserInput};
use crate::runtime::app::App;
use crate::state::roles::Role;

impl App {
    /// The fight an input is about.
    pub(crate) async fn find_fight(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<Result<FightId, Refusal>, StoreError> {
        Ok(match input {
            UserInput::PromptButton { prompt, .. } | UserInput::PromptForm { prompt, .. } => {
                Ok(prompt.fight)
            }
            UserInput::TurnButton { turn, .. } | UserInput::Confirmed { turn, .. } => {
                Ok(turn.fight)
            }
            UserInput::InvitationButton { fight, .. } => Ok(*fight),
            UserInput::Command { command: words, .. } => match context.place {
                RequestPlace::Channel { channel, .. } => self
                    .find_latest_fight(channel)
                    .await?
                    .ok_or_else(|| Refusal::new("no-fight", "")),
                RequestPlace::Dm { .. } => {
                    match self.find_fight_named_by_button(context.user, words).await? {
                        Some(named) => Ok(named),
                        None => self.find_fight_for_dm(context.user, input).await?,
                    }
                }
            },
        })
    }

    /// The fight that a button in a direct message names, to who has a part in it.
    async fn find_fight_named_by_button(
        &self,
        user: UserId,
        command: &Command,
    ) -> Result<Option<FightId>, StoreError> {
        let Ok(fight) = command.get("fight").parse() else { return Ok(None) };
        let now = self.load_fight(fight).await?;
        Ok(now.filter(|now| now.role_of(user) > Role::Stranger).map(|now| now.id))
    }

    /// The fight a direct message is about.
    async fn find_fight_for_dm(
        &self,
        user: UserId,
        input: &UserInput,
    ) -> Result<Result<FightId, Refusal>, StoreError> {
        let chosen = self.inner.store.load_chosen_fight(user.0).await?;
        let fights = self.inner.store.load_user_fights(user.0).await?;
        let is_open = |one| fights.iter().any(|(fight, _)| fight.fight_id() == one);
        // The one that was chosen may be over, and is still theirs to look at and to take back.
        let is_meant = |one: &FightId| is_open(*one) || is_allowed_after_end(input);
        Ok(match (chosen.filter(is_meant), fights.as_slice()) {
            (Some(chosen), _) => Ok(chosen),
            (None, []) => {
                let last = self.inner.store.load_last_gm_fight(user.0).await?;
                last.ok_or_else(|| Refusal::new("no-fight", ""))
            }
            (None, [(only, _)]) => Ok(only.fight_id()),
            (None, _) => Err(Refusal::new("which-fight", "")),
        })
    }

    /// By which rules is fought here; none where that is not clear.
    pub(crate) async fn find_system(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<&'static str>, StoreError> {
        let Ok(fight) = self.find_fight(context, &UserInput::from_command(command.clone())).await?
        else {
            return Ok(None);
        };
        Ok(self.load_fight(fight).await?.map(|now| now.system()))
    }
}

/// Whether it may also be said of a fight that is over.
fn is_allowed_after_end(input: &UserInput) -> bool {
    let verbs = ["status", "map", "mine", "log", "export", "undo", "take-back", "redo"];
    matches!(input, UserInput::Command { command, .. } if verbs.contains(&&*command.verb))
}
