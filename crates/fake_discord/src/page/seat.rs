//! Whose eyes and hands a request of the page means, and the mistakes it may make.

use std::sync::Arc;

use axum::extract::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ids::Id;
use crate::state::{ChannelKind, Shared};
use crate::user::{ClientError, User};

/// Who looks, and at which channel (`dm` for the direct messages with the bot).
#[derive(Deserialize)]
pub(super) struct Seat {
    pub user: String,
    #[serde(default)]
    pub channel: String,
}

impl Seat {
    pub fn take(&self, shared: &Arc<Shared>) -> Result<User, Wrong> {
        let user = Id::parse(&self.user).filter(|id| shared.look().people.contains_key(id));
        let user = user.ok_or_else(|| Wrong("this user is not here".into()))?;
        let channel = if self.channel == "dm" {
            // Looking must not ring the bell that tells pages to look.
            let known = shared.look().known_dm_with(user);
            Some(known.unwrap_or_else(|| shared.change(|state| state.dm_with(user))))
        } else {
            Id::parse(&self.channel)
        };
        let may_see = |id: &Id| {
            shared.look().channels.get(id).is_some_and(|channel| match channel.kind {
                ChannelKind::Dm { with } => with == user,
                ChannelKind::Text | ChannelKind::Thread { .. } => true,
            })
        };
        let channel = channel.filter(may_see);
        let channel = channel.ok_or_else(|| Wrong("this channel is not here".into()))?;
        Ok(User::new(shared, user, channel))
    }
}

/// A mistake of the user, as a sentence.
pub(super) struct Wrong(pub String);

impl From<ClientError> for Wrong {
    fn from(error: ClientError) -> Wrong {
        Wrong(error.to_string())
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({"error": self.0}))).into_response()
    }
}

pub(super) type Reply = Result<Json<Value>, Wrong>;
