//! Sending what is in the outbox: messages posted once (by nonce), edited in place, pinned.
//!
//! What Discord refuses for good (a channel that is gone or closed to us) is said so and never
//! tried again; what failed on the way is tried again by the app.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{ChannelId, Http, MessageId, Nonce, Timestamp, UserId};

use super::messages::{self, Written};
use super::trouble::{Failure, failure};
use crate::app::ids as stored;
use crate::app::outbox::{Audience, Courier, MessageRef, Parcel, Undelivered};
use crate::engine::ids;

/// The most direct message channels that are remembered.
const MOST_KEPT: usize = 10_000;

/// Messages older than an hour take few edits. Ours may go by another clock than Discord.
const YOUNG: Duration = Duration::from_secs(50 * 60);

pub struct Post {
    http: Arc<Http>,
    /// For edits of old messages. That they are too many is said with a code of its own, which the
    /// rate limiter would keep to itself, and the outbox tries again anyway.
    unlimited: Http,
    /// The channels of direct messages, which never change.
    dms: Mutex<BTreeMap<ids::UserId, ChannelId>>,
}

impl Post {
    pub fn new(http: Arc<Http>, unlimited: Http) -> Self {
        Self { http, unlimited, dms: Mutex::default() }
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
        let is_young = is_young(message, Timestamp::now());
        let http = if is_young { &*self.http } else { &self.unlimited };
        let edited = channel.edit_message(http, message, written.to_edit()).await;
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

fn is_young(message: MessageId, now: Timestamp) -> bool {
    let age = now.unix_timestamp() - message.created_at().unix_timestamp();
    age < YOUNG.as_secs().cast_signed()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_old_before_its_hour_is_over() {
        // Discord's ids begin with the milliseconds since 2015.
        let message = MessageId::new((60_000 << 22) | 7);
        let posted = message.created_at().unix_timestamp();
        let after = |minutes: i64| Timestamp::from_unix_timestamp(posted + 60 * minutes).unwrap();
        assert!(is_young(message, after(0)) && is_young(message, after(49)));
        assert!(!is_young(message, after(50)) && !is_young(message, after(600)));
        // A clock that is behind Discord's.
        assert!(is_young(message, after(-2)));
    }
}
