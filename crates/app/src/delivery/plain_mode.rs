//! Plain mode: who wants all messages as text, or pictures for a light chat. A user's setting
//! covers private messages, a server's the messages in its channels.

use engine::core::command::Command;
use engine::core::ids::UserId;
use store::error::StoreError;

use crate::api::input::{
    InputReply, QueryResult, RequestContext, SettingsUse, query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Presentation};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// The stored form of each presentation.
const STORED_FORMS: [(&str, Presentation); 3] = [
    ("on", Presentation::PlainText),
    ("light", Presentation::LightPictures),
    ("off", Presentation::Rich),
];

/// Parses a stored presentation; the default for none or an unknown one.
fn presentation_from_stored(text: Option<&str>) -> Presentation {
    let found = STORED_FORMS.iter().find(|(stored, _)| Some(*stored) == text);
    found.map(|(_, presentation)| *presentation).unwrap_or_default()
}

fn stored_form_of(presentation: Presentation) -> &'static str {
    let found = STORED_FORMS.iter().find(|(_, candidate)| *candidate == presentation);
    found.map_or("off", |(stored, _)| *stored)
}

fn user_setting_key(user: UserId) -> String {
    format!("plain user {}", user.0)
}

fn server_setting_key(guild: u64) -> String {
    format!("plain server {guild}")
}

impl App {
    /// Returns how this user reads private messages.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn presentation_for_user(&self, user: UserId) -> Result<Presentation, StoreError> {
        let stored = self.load_key_value(&user_setting_key(user)).await?;
        Ok(presentation_from_stored(stored.as_deref()))
    }

    /// Returns how the audience reads messages of this fight.
    pub(crate) async fn presentation_for_audience(
        &self,
        state: &FightState,
        audience: Audience,
    ) -> Result<Presentation, StoreError> {
        match audience {
            Audience::Dm(user) => self.presentation_for_user(user).await,
            Audience::Channel(_) => {
                let stored = self.load_key_value(&server_setting_key(state.guild)).await?;
                Ok(presentation_from_stored(stored.as_deref()))
            }
        }
    }

    /// Handles `plain on: [server:]`: stores how the user reads private messages, or how the
    /// channels of the server are written, which only its admins may change.
    pub(crate) async fn handle_plain_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let presentation = match command.get("on") {
            "true" => Presentation::PlainText,
            "light" => Presentation::LightPictures,
            _ => Presentation::Rich,
        };
        let is_server_wide = command.get("server") == "true";
        let mut setting_key = user_setting_key(context.user);
        if is_server_wide {
            match context.server_of_settings_or_refuse(SettingsUse::Change) {
                Ok(guild) => setting_key = server_setting_key(guild),
                Err(refusal) => return Ok(refusal_reply(refusal)),
            }
        }
        self.store_key_value(&setting_key, stored_form_of(presentation)).await?;
        let result = QueryResult::PresentationChosen { presentation, is_server_wide };
        Ok(query_reply(result))
    }
}
