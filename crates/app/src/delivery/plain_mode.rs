//! Plain mode: who wants all messages as text. A user's setting covers private messages, a server's
//! the messages in its channels.

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use store::error::StoreError;

use crate::api::input::{
    InputReply, QueryResult, RequestContext, RequestPlace, query_reply, refusal_reply,
};
use crate::api::outbox::Audience;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

const ON: &str = "on";
const OFF: &str = "off";

fn user_setting_key(user: UserId) -> String {
    format!("plain user {}", user.0)
}

fn server_setting_key(guild: u64) -> String {
    format!("plain server {guild}")
}

impl App {
    /// Returns whether this user has plain mode.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn is_plain_for_user(&self, user: UserId) -> Result<bool, StoreError> {
        Ok(self.load_keyed_value(&user_setting_key(user)).await?.as_deref() == Some(ON))
    }

    /// Returns whether messages of this fight are plain for the audience.
    pub(crate) async fn is_plain_for_audience(
        &self,
        state: &FightState,
        audience: Audience,
    ) -> Result<bool, StoreError> {
        match audience {
            Audience::Dm(user) => self.is_plain_for_user(user).await,
            Audience::Channel(_) => {
                Ok(self.load_keyed_value(&server_setting_key(state.guild)).await?.as_deref()
                    == Some(ON))
            }
        }
    }

    /// Handles `plain on: [server:]`: for oneself, or for the server, by its admins.
    pub(crate) async fn handle_plain_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let (is_on, is_server) = (command.get("on") == "true", command.get("server") == "true");
        let name = match (is_server, context.place) {
            (false, _) => user_setting_key(context.user),
            (true, RequestPlace::Dm { .. }) => {
                return Ok(refusal_reply(Refusal::new("not-here", "")));
            }
            (true, RequestPlace::Channel { .. }) if !context.is_admin => {
                return Ok(refusal_reply(Refusal::new("not-admin", "")));
            }
            (true, RequestPlace::Channel { guild, .. }) => server_setting_key(guild),
        };
        self.store_keyed_value(&name, if is_on { ON } else { OFF }).await?;
        Ok(query_reply(QueryResult::PlainText { is_enabled: is_on, is_server_wide: is_server }))
    }
}
