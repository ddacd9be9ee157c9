//! Finds the fight that an input is about.

use std::sync::Arc;

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, MessageId};

use crate::api::RefusableResult;
use crate::api::input::{RequestContext, RequestPlace, UserInput};
use crate::commands::relocation::RELOCATE;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::state::roles::Role;

/// The key of the refusal of a command that may mean several fights.
pub(crate) const UNCLEAR_FIGHT: &str = "which-fight";

impl App {
    /// Returns the fight of an input. The inner error is the refusal `no-fight` or `which-fight`
    /// ([`UNCLEAR_FIGHT`]).
    pub(crate) async fn find_fight(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> RefusableResult<FightId> {
        Ok(match input {
            UserInput::PromptButton { prompt, .. } | UserInput::PromptForm { prompt, .. } => {
                Ok(prompt.fight)
            }
            UserInput::TurnButton { turn, .. } | UserInput::Confirmed { turn, .. } => {
                Ok(turn.fight)
            }
            UserInput::InvitationButton { fight, .. } => Ok(*fight),
            UserInput::Command { command, .. } => match context.chosen_fight {
                Some(fight) => Ok(fight),
                None => self.find_fight_of_command(context, input, command).await?,
            },
        })
    }

    /// Returns the fight of the message that the command is about (`no-record` where it is of
    /// none), or else the open or latest fight of the channel. To relocate a fight from a channel
    /// without an open one it is the fight of the server whose channel takes no posts. In direct
    /// messages it is the fight that a button names, or else the one that the messages are about.
    async fn find_fight_of_command(
        &self,
        context: &RequestContext,
        input: &UserInput,
        command: &Command,
    ) -> Result<Result<FightId, Refusal>, StoreError> {
        if let Ok(message) = command.get("message").parse() {
            let (channel, message) = (context.place.channel(), MessageId(message));
            let found = self.inner.store.find_subject_of_message(channel, message).await?;
            return Ok(found.map(|(fight, _)| fight).ok_or_else(|| Refusal::new("no-record", "")));
        }
        match context.place {
            RequestPlace::Channel { guild, channel } => {
                if command.verb == RELOCATE && !self.inner.store.has_open_fight(channel).await? {
                    return self.find_gms_fight_with_unreachable_channel(context.user, guild).await;
                }
                if let Some(named) = self.find_fight_of_export_button(channel, command).await? {
                    return Ok(Ok(named));
                }
                let found = self.find_open_or_latest_fight(channel).await?;
                Ok(found.ok_or_else(|| Refusal::new("no-fight", "")))
            }
            RequestPlace::Dm { .. } => {
                match self.find_fight_named_by_button_if_involved(context.user, command).await? {
                    Some(named) => Ok(Ok(named)),
                    None => self.find_fight_for_dm(context.user, input).await,
                }
            }
        }
    }

    /// Returns the fight of the channel that the button of a report names for export. The button is
    /// about its own fight, whatever followed in the channel. `None` for any other command.
    async fn find_fight_of_export_button(
        &self,
        channel: ChannelId,
        command: &Command,
    ) -> Result<Option<FightId>, StoreError> {
        if command.verb != "export" {
            return Ok(None);
        }
        let Ok(named) = command.get("fight").parse() else { return Ok(None) };
        let state = self.load_fight(named).await?;
        Ok(state.filter(|state| state.channel == channel).map(|state| state.id))
    }

    /// Returns the fight that a button in a direct message names, if the user has a part in it or
    /// follows it.
    async fn find_fight_named_by_button_if_involved(
        &self,
        user: UserId,
        command: &Command,
    ) -> Result<Option<FightId>, StoreError> {
        let Ok(fight) = command.get("fight").parse() else { return Ok(None) };
        let state = self.load_fight(fight).await?;
        let may_name = |state: &Arc<FightState>| {
            state.highest_role_of(user) > Role::Stranger || state.people.followers.contains(&user)
        };
        Ok(state.filter(may_name).map(|state| state.id))
    }

    /// Returns the fight that a direct message is about: the one that the user has chosen, while it
    /// is open or the input also makes sense afterwards; else their only open fight; else, where
    /// they have none, the last one of which they were the GM.
    async fn find_fight_for_dm(&self, user: UserId, input: &UserInput) -> RefusableResult<FightId> {
        let chosen = self.inner.store.load_fight_chosen_for_dms(user.0).await?;
        let fights = self.inner.store.load_open_fights_of_user(user.0).await?;
        if let Some(chosen) = chosen {
            let is_open = fights.iter().any(|fight| fight.fight_id() == chosen);
            // The chosen fight may be over; looking at it and undoing its end still work.
            if is_open || is_allowed_after_end(input) {
                return Ok(Ok(chosen));
            }
        }
        Ok(match fights.as_slice() {
            [] => {
                let last = self.inner.store.load_last_gm_fight(user.0).await?;
                last.ok_or_else(|| Refusal::new("no-fight", ""))
            }
            [only] => Ok(only.fight_id()),
            _ => Err(Refusal::new(UNCLEAR_FIGHT, "")),
        })
    }

    /// Loads the fight that a command of the library is about; `None` where there is none.
    ///
    /// # Errors
    /// The inner error is [`UNCLEAR_FIGHT`].
    pub(crate) async fn load_fight_if_any(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<Option<Arc<FightState>>> {
        match self.find_fight(context, &UserInput::from_command(command.clone())).await? {
            Ok(fight) => Ok(Ok(self.load_fight(fight).await?)),
            Err(refusal) if refusal.key == UNCLEAR_FIGHT => Ok(Err(refusal)),
            Err(_) => Ok(Ok(None)),
        }
    }

    /// Returns the system of the fight here; `None` where there is no clear one.
    pub(crate) async fn find_fight_system(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<&'static str>, StoreError> {
        let state = self.load_fight_if_any(context, command).await?.ok().flatten();
        Ok(state.map(|state| state.system()))
    }
}

/// Returns whether the input also makes sense for a finished fight.
fn is_allowed_after_end(input: &UserInput) -> bool {
    let verbs = ["status", "map", "mine", "log", "export", "undo", "take-back", "redo"];
    matches!(input, UserInput::Command { command, .. } if verbs.contains(&&*command.verb))
}
