//! Who may do something in the channel of a fight from elsewhere, as from a direct message. The
//! interaction says only what they may do where it was made.

use engine::core::command::Refusal;
use store::ids::FightId;

use crate::api::RefusableResult;
use crate::api::input::{RequestContext, UserInput};
use crate::api::speech::DESCRIBE_VERB;
use crate::commands::speech::EDIT_VERB;
use crate::runtime::app::App;
use crate::state::roles::Role;

impl App {
    /// Refuses what somebody who does not see the fight's channel may not do from elsewhere: to
    /// post words in it, and to read a fight in which they have no part. Asks the chat service, so
    /// no lock should be held.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `words-no-access`,
    /// `export-no-access`, or `access-unknown` if the chat service cannot be asked.
    pub(crate) async fn check_access_to_post_or_export_from_elsewhere(
        &self,
        context: &RequestContext,
        input: &UserInput,
        fight: FightId,
    ) -> RefusableResult<()> {
        let UserInput::Command { command, .. } = input else { return Ok(Ok(())) };
        let Some(access) = self.inner.channel_access.get() else { return Ok(Ok(())) };
        if !matches!(command.verb.as_str(), DESCRIBE_VERB | EDIT_VERB | "export") {
            return Ok(Ok(()));
        }
        let state = self.load_fight(fight).await?;
        let Some(state) = state.filter(|state| state.channel != context.place.channel()) else {
            return Ok(Ok(()));
        };
        let (user, guild, channel) = (context.user, state.guild, state.channel);
        let (is_allowed, key) = match command.verb.as_str() {
            "export" if state.highest_role_of(user) > Role::Stranger => return Ok(Ok(())),
            "export" => (access.can_see(user, guild, channel).await, "export-no-access"),
            _ => (access.can_write_in(user, guild, channel).await, "words-no-access"),
        };
        Ok(match is_allowed {
            Some(true) => Ok(()),
            Some(false) => Err(Refusal::new(key, "")),
            None => Err(Refusal::new("access-unknown", "")),
        })
    }
}
