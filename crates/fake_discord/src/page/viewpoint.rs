//! Whose eyes and hands a request of the page means, and the mistakes it may make.

use std::sync::Arc;

use axum::extract::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::snowflake::Snowflake;
use crate::state::{ChannelKind, SharedState};
use crate::user::{ClientError, User};

/// Who looks, and at which channel (`dm` for the direct messages with the bot).
#[derive(Deserialize)]
pub(super) struct PageViewpoint {
    pub user: String,
    #[serde(default)]
    pub channel: String,
}

impl PageViewpoint {
    pub fn resolve_user(&self, shared: &Arc<SharedState>) -> Result<User, PageError> {
        let user = Snowflake::parse(&self.user).filter(|id| shared.lock().people.contains_key(id));
        let user = user.ok_or_else(|| PageError("this user is not here".into()))?;
        let channel =
            if self.channel == "dm" {
                // Looking must not ring the bell that tells pages to look.
                let known = shared.lock().find_dm(user);
                Some(known.unwrap_or_else(|| {
                    shared.change_and_notify(|state| state.find_or_add_dm(user))
                }))
            } else {
                Snowflake::parse(&self.channel)
            };
        let may_see = |id: &Snowflake| {
            shared.lock().channels.get(id).is_some_and(|channel| match channel.kind {
                ChannelKind::Dm { user: with } => with == user,
                ChannelKind::Text | ChannelKind::Thread { .. } => true,
            })
        };
        let channel = channel.filter(may_see);
        let channel = channel.ok_or_else(|| PageError("this channel is not here".into()))?;
        Ok(User::new(shared, user, channel))
    }
}

/// A mistake of the user, as a sentence.
pub(super) struct PageError(pub String);

impl From<ClientError> for PageError {
    fn from(error: ClientError) -> PageError {
        PageError(error.to_string())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({"error": self.0}))).into_response()
    }
}

pub(super) type PageResult = Result<Json<Value>, PageError>;
