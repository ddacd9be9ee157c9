//! Sending what is in the outbox: messages posted once (by nonce), edited in place, pinned.
//!
//! What Discord refuses for good (a channel that is gone or closed to us) is said so and never
//! tried again; what failed on the way is tried again by the app.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use serenity::all::{ChannelId, Http, MessageId, Nonce, Timestamp};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use tokio::time::{Instant, sleep_until};

use super::error::{RequestFailure, classify_error};
use super::messages::{self, RenderedMessage};
use app::ids as stored;
use app::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRef, MessageSender,
};
use app::servers::ShardRange;
use engine::core::ids;

/// The most direct message channels that are remembered.
const MAX_DM_CHANNELS: usize = 10_000;

/// Messages older than an hour take few edits. Ours may go by another clock than Discord.
const MAX_YOUNG_AGE: Duration = Duration::from_secs(50 * 60);

/// Discord takes 50 requests a second of a bot, answers to interactions not counted; a few are left
/// for what is not delivered here. Of several processes each has the part of its shards.
const REQUEST_INTERVAL: Duration = Duration::from_millis(25);

pub struct DiscordSender {
    http: Arc<Http>,
    /// For edits of old messages. That they are too many is said with a code of its own, which the
    /// rate limiter would keep to itself, and the outbox tries again anyway.
    unlimited_http: Http,
    /// The channels of direct messages, which never change.
    dm_channels: Mutex<BTreeMap<ids::UserId, ChannelId>>,
    /// One is opened after the other: the rate limiter would let each of many that are refused
    /// wait alone, and all the others behind it.
    dm_opening: tokio::sync::Mutex<()>,
    /// When the next request may go out; none where nobody limits them.
    next_request: Option<Mutex<Instant>>,
    request_interval: Duration,
}

/// What is read of an answer of Discord: the rest may change its form.
#[derive(Deserialize)]
struct CreatedObject<T> {
    id: T,
}

impl DiscordSender {
    pub fn new(http: Arc<Http>, unlimited_http: Http, shards: ShardRange) -> Self {
        let next_request = http.ratelimiter.is_some().then(|| Mutex::new(Instant::now()));
        let request_interval = REQUEST_INTERVAL.mul_f64(1.0 / shards.share_of_servers());
        let (dm_channels, dm_opening) = Default::default();
        Self { http, unlimited_http, dm_channels, dm_opening, next_request, request_interval }
    }

    async fn resolve_channel(&self, audience: Audience) -> serenity::Result<ChannelId> {
        let user = match audience {
            Audience::Channel(channel) => return Ok(ChannelId::new(channel.0)),
            Audience::Dm(user) => user,
        };
        let known = lock_unpoisoned(&self.dm_channels).get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let _turn = self.dm_opening.lock().await;
        let asked = serde_json::to_vec(&json!({ "recipient_id": user.0.to_string() }))?;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post).body(Some(asked));
        self.wait_for_request_slot().await;
        let channel = self.http.fire::<CreatedObject<ChannelId>>(request).await?.id;
        insert_bounded(&self.dm_channels, user, channel);
        Ok(channel)
    }

    async fn post_or_edit(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> serenity::Result<DeliveredMessage> {
        match delivery.edit_target {
            // An edit pings nobody, so one nudge takes the place of another.
            Some((at, _)) if matches!(delivery.body, MessageBody::Reminder(_)) => {
                self.delete_message(at).await?;
                self.post_message(delivery, rendered).await
            }
            Some((at, shown)) => self.edit_message(at, rendered, shown).await,
            None => self.post_message(delivery, rendered).await,
        }
    }

    async fn post_message(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> serenity::Result<DeliveredMessage> {
        let channel = self.resolve_channel(delivery.audience).await?;
        let message = rendered.to_message().nonce(Nonce::String(delivery.nonce.clone()));
        let route = Route::ChannelMessages { channel_id: channel };
        let request = Request::new(route, LightMethod::Post);
        let request = with_body(request, rendered, &message.enforce_nonce(true))?;
        self.wait_for_request_slot().await;
        let sent = self.http.fire::<CreatedObject<MessageId>>(request).await?.id;
        if rendered.is_pinned {
            self.try_pin(channel, sent).await;
        }
        let message = stored::MessageId(sent.get());
        let at = MessageRef { channel: stored::ChannelId(channel.get()), message };
        // Discord answers with what is there already, whatever it says.
        let mark = if delivery.may_be_duplicate { None } else { Some(hash_rendered(rendered)?) };
        Ok(DeliveredMessage { message: at, content_mark: mark })
    }

    /// A message that cannot be pinned is still good.
    async fn try_pin(&self, channel: ChannelId, message: MessageId) {
        self.wait_for_request_slot().await;
        if let Err(error) = channel.pin(&*self.http, message).await {
            tracing::warn!(%error, channel = channel.get(), "the summary is not pinned");
        }
    }

    /// Edits a message. One that shows all this already is left alone: that it is edited would
    /// tell everybody that something has happened unseen.
    async fn edit_message(
        &self,
        target: MessageRef,
        rendered: &RenderedMessage,
        shown_hash: Option<i64>,
    ) -> serenity::Result<DeliveredMessage> {
        let mark = hash_rendered(rendered)?;
        let sent = DeliveredMessage { message: target, content_mark: Some(mark) };
        if shown_hash == Some(mark) {
            return Ok(sent);
        }
        let (channel, message) = to_discord_ids(target);
        let is_young = is_young(message, Timestamp::now());
        let http = if is_young { &*self.http } else { &self.unlimited_http };
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        let request = Request::new(route, LightMethod::Patch);
        let request = with_body(request, rendered, &rendered.to_edit())?;
        self.wait_for_request_slot().await;
        let edited = http.fire::<CreatedObject<MessageId>>(request).await;
        if edited
            .as_ref()
            .is_err_and(|error| classify_error(error) == RequestFailure::EditLimitReached)
        {
            self.delete_uneditable(target).await?;
        }
        edited.map(|_| sent)
    }

    /// A new message takes the place of one that takes no more edits: two would tell what was and
    /// what is side by side. So the old one goes first, and where that must be tried again, all is.
    async fn delete_uneditable(&self, target: MessageRef) -> serenity::Result<()> {
        match self.delete_message(target).await {
            Err(error) if !matches!(classify_error(&error), RequestFailure::Transient { .. }) => {
                tracing::warn!(%error, "an old message stays");
                Ok(())
            }
            taken => taken,
        }
    }

    /// Takes a message away; one that is gone is gone.
    async fn delete_message(&self, target: MessageRef) -> serenity::Result<()> {
        let (channel, message) = to_discord_ids(target);
        self.wait_for_request_slot().await;
        match channel.delete_message(&*self.http, message).await {
            Err(error) if classify_error(&error) == RequestFailure::MessageDeleted => Ok(()),
            taken => taken,
        }
    }

    /// Waits until another request may go out: after an outage a thousand fights have something
    /// to tell at once, and who asks too often is barred.
    async fn wait_for_request_slot(&self) {
        let Some(next) = &self.next_request else { return };
        let at = {
            let mut next = lock_unpoisoned(next);
            let at = (*next).max(Instant::now());
            *next = at + self.request_interval;
            at
        };
        sleep_until(at).await;
    }
}

impl MessageSender for DiscordSender {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        if let (MessageBody::Deleted, Some((at, mark))) = (&delivery.body, delivery.edit_target) {
            let gone = self.delete_message(at).await;
            return gone
                .map(|()| DeliveredMessage { message: at, content_mark: mark })
                .map_err(|error| classify_undelivered(delivery, &error));
        }
        let Some(written) = messages::render_delivery(delivery) else {
            // What it showed is not true any more.
            if let Some((at, _)) = delivery.edit_target {
                self.delete_message(at)
                    .await
                    .map_err(|error| classify_undelivered(delivery, &error))?;
            }
            return Err(DeliveryError::Empty);
        };
        let mut delivered = self.post_or_edit(delivery, &written).await;
        if let Err(error) = &delivered
            && classify_error(error) == RequestFailure::InvalidPayload
        {
            messages::count_refused_message(error);
            delivered = Box::pin(self.post_or_edit(delivery, &written.to_text_only())).await;
        }
        delivered.map_err(|error| classify_undelivered(delivery, &error))
    }
}

fn to_discord_ids(target: MessageRef) -> (ChannelId, MessageId) {
    (ChannelId::new(target.channel.0), MessageId::new(target.message.0))
}

/// The same for what looks the same, whomever it called.
fn hash_rendered(rendered: &RenderedMessage) -> serde_json::Result<i64> {
    let mut mark = DefaultHasher::new();
    let uncalled = RenderedMessage { pings: BTreeSet::new(), ..rendered.clone() };
    serde_json::to_vec(&uncalled.to_edit())?.hash(&mut mark);
    for file in rendered.to_attachments() {
        file.data.hash(&mut mark);
    }
    Ok(mark.finish().cast_signed())
}

/// A request with this body, and with the file of the message where it has one: a picture, or in
/// plain mode a text.
fn with_body<'a>(
    request: Request<'a>,
    rendered: &RenderedMessage,
    body: &impl Serialize,
) -> serde_json::Result<Request<'a>> {
    let files = rendered.to_attachments();
    debug_assert!(files.len() <= 1, "serenity numbers the files of a message only by itself");
    if files.is_empty() {
        return Ok(request.body(Some(serde_json::to_vec(body)?)));
    }
    Ok(request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(files),
        fields: Vec::new(),
        payload_json: Some(serde_json::to_string(body)?),
    })))
}

fn lock_unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers it, but not for ever.
fn insert_bounded<K: Ord, V>(map: &Mutex<BTreeMap<K, V>>, key: K, value: V) {
    let mut all = lock_unpoisoned(map);
    if all.len() >= MAX_DM_CHANNELS {
        all.clear();
    }
    all.insert(key, value);
}

fn is_young(message: MessageId, now: Timestamp) -> bool {
    let age = now.unix_timestamp() - message.created_at().unix_timestamp();
    age < MAX_YOUNG_AGE.as_secs().cast_signed()
}

fn classify_undelivered(delivery: &Delivery, error: &serenity::Error) -> DeliveryError {
    let why = error.to_string();
    match classify_error(error) {
        RequestFailure::Transient { retry_after } => {
            DeliveryError::Retryable { reason: why, retry_after }
        }
        // An old message takes few edits an hour.
        RequestFailure::EditLimitReached if delivery.edit_target.is_some() => {
            DeliveryError::EditLimitReached
        }
        RequestFailure::MessageDeleted if delivery.edit_target.is_some() => {
            DeliveryError::TargetGone
        }
        _ => DeliveryError::Permanent { reason: why },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_keep_their_distance() {
        let way = |is_limited: bool| {
            let http = serenity::all::HttpBuilder::new("x").ratelimiter_disabled(!is_limited);
            http.build()
        };
        for (is_limited, shards, least) in [
            (true, "1", 9 * REQUEST_INTERVAL),
            (true, "0/2", 18 * REQUEST_INTERVAL),
            (false, "1", Duration::ZERO),
        ] {
            let (limited, shards) = (Arc::new(way(is_limited)), shards.parse().unwrap());
            let post = DiscordSender::new(limited, way(false), shards);
            let begun = Instant::now();
            for _ in 0..10 {
                post.wait_for_request_slot().await;
            }
            assert!(begun.elapsed() >= least, "{:?}", begun.elapsed());
            assert!(is_limited || begun.elapsed() < REQUEST_INTERVAL);
        }
    }

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
