//! Sending what is in the outbox: messages posted once (by nonce), edited in place, pinned.
//!
//! What Discord refuses for good (a channel that is gone or closed to us) is said so and never
//! tried again; what failed on the way is tried again by the app.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serenity::all::{ChannelId, Http, MessageId, Nonce, UserId};

use super::messages::{self, Written};
use super::trouble::{Failure, failure};
use crate::app::ids as stored;
use crate::app::outbox::{Audience, Courier, MessageRef, Parcel, Undelivered};
use crate::engine::ids;

/// The most direct message channels that are remembered.
const MOST_KEPT: usize = 10_000;

pub struct Post {
    http: Arc<Http>,
    /// The channels of direct messages, which never change.
    dms: Mutex<BTreeMap<ids::UserId, ChannelId>>,
}

impl Post {
    pub fn new(http: Arc<Http>) -> Self {
        Self { http, dms: Mutex::default() }
    }

    async fn channel(&self, to: Audience) -> serenity::Result<ChannelId> {
        let user = match to {
            Audience::Channel(channel) => return Ok(ChannelId::new(channel.0)),
            Audience::Dm(user) => user,
        };
        let known = self.dms().get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let channel = UserId::new(user.0).create_dm_channel(&*self.http).await?.id;
        let mut dms = self.dms();
        if dms.len() >= MOST_KEPT {
            dms.clear();
        }
        dms.insert(user, channel);
        Ok(channel)
    }

    fn dms(&self) -> std::sync::MutexGuard<'_, BTreeMap<ids::UserId, ChannelId>> {
        self.dms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, parcel: &Parcel, written: &Written) -> serenity::Result<MessageRef> {
        let channel = self.channel(parcel.to).await?;
        let message = written.to_message().nonce(Nonce::String(parcel.nonce.clone()));
        let sent = channel.send_message(&*self.http, message.enforce_nonce(true)).await?;
        if written.is_pinned {
            self.pin(channel, sent.id).await;
        }
        let message = stored::MessageId(sent.id.get());
        Ok(MessageRef { channel: stored::ChannelId(channel.get()), message })
    }

    /// A message that cannot be pinned is still good.
    async fn pin(&self, channel: ChannelId, message: MessageId) {
        if let Err(error) = channel.pin(&*self.http, message).await {
            tracing::warn!(%error, channel = channel.get(), "the summary is not pinned");
        }
    }

    async fn edit(&self, at: MessageRef, written: &Written) -> serenity::Result<MessageRef> {
        let channel = ChannelId::new(at.channel.0);
        let message = MessageId::new(at.message.0);
        let edited = channel.edit_message(&*self.http, message, written.to_edit()).await;
        if let Err(error) = &edited
            && failure(error) == Failure::EditedTooOften
            && written.is_pinned
        {
            // A new one takes its place, so the old one must not go on telling what was.
            self.take_away(channel, message).await;
        }
        edited.map(|_| at)
    }

    async fn take_away(&self, channel: ChannelId, message: MessageId) {
        if let Err(error) = channel.delete_message(&*self.http, message).await {
            tracing::warn!(%error, "an old summary stays");
        }
    }
}

impl Courier for Post {
    async fn deliver(&self, parcel: &Parcel) -> Result<MessageRef, Undelivered> {
        let written = messages::write(parcel).ok_or(Undelivered::Empty)?;
        let delivered = match parcel.edit {
            Some(at) => self.edit(at, &written).await,
            None => self.send(parcel, &written).await,
        };
        delivered.map_err(|error| undelivered(parcel, &error))
    }
}

fn undelivered(parcel: &Parcel, error: &serenity::Error) -> Undelivered {
    let why = error.to_string();
    match failure(error) {
        Failure::Passing { retry_after } => Undelivered::ForNow { why, retry_after },
        // An old message takes few edits an hour: a summary goes out anew.
        Failure::MessageGone | Failure::EditedTooOften if parcel.edit.is_some() => {
            Undelivered::Gone
        }
        _ => Undelivered::ForGood { why },
    }
}
