//! The user and channel that a request of the web page names.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::requests::{FieldKind, PageError, PageRequest, RequestField};
use crate::snowflake::Snowflake;
use crate::state::{ChannelKind, SharedState};
use crate::user::User;

/// The user of the page, and their open channel.
#[derive(Deserialize)]
pub(super) struct PageViewpoint {
    pub user: String,
    /// A channel's id, or `dm` for the direct messages with the bot.
    #[serde(default)]
    pub channel: String,
}

/// The fields of every request that names a user and a channel.
pub(super) const VIEWPOINT_FIELDS: [RequestField; 2] = [
    RequestField::required("user", FieldKind::Text),
    RequestField::optional("channel", FieldKind::Text),
];

impl PageRequest for PageViewpoint {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        VIEWPOINT_FIELDS.iter().collect()
    }
}

impl PageViewpoint {
    /// Returns the user with the channel open. Opens their direct messages if need be.
    ///
    /// # Errors
    /// Fails if there is no such user, or they cannot see the channel.
    pub fn resolve_user_with_open_channel(
        &self,
        shared: &Arc<SharedState>,
    ) -> Result<User, PageError> {
        let user = Snowflake::parse(&self.user).filter(|id| shared.lock().people.contains_key(id));
        let user = user.ok_or_else(|| PageError("this user is not here".into()))?;
        let channel = if self.channel == "dm" {
            Some(find_or_open_dm(shared, user))
        } else {
            Snowflake::parse(&self.channel)
        };
        let can_see = |id: &Snowflake| {
            shared.lock().channels.get(id).is_some_and(|channel| match channel.kind {
                ChannelKind::Dm { user: dm_user } => dm_user == user,
                ChannelKind::Text | ChannelKind::Forum | ChannelKind::Thread { .. } => true,
            })
        };
        let channel = channel.filter(can_see);
        let channel = channel.ok_or_else(|| PageError("this channel is not here".into()))?;
        Ok(User::new(shared, user, channel))
    }
}

/// Returns the direct messages of a user with the bot, and opens them if there are none. A query
/// that finds them reports no change, or every page would query again.
fn find_or_open_dm(shared: &Arc<SharedState>, user: Snowflake) -> Snowflake {
    let existing = shared.lock().find_dm(user);
    existing.unwrap_or_else(|| shared.change_and_notify(|state| state.find_or_add_dm(user)))
}
