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

use super::messages::{self, Written};
use super::trouble::{Failure, failure};
use app::ids as stored;
use app::outbox::{Audience, Courier, Letter, MessageRef, Parcel, Sent, Undelivered};
use app::servers::Shards;
use engine::ids;

/// The most direct message channels that are remembered.
const MOST_KEPT: usize = 10_000;

/// Messages older than an hour take few edits. Ours may go by another clock than Discord.
const YOUNG: Duration = Duration::from_secs(50 * 60);

/// Discord takes 50 requests a second of a bot, answers to interactions not counted; a few are left
/// for what is not delivered here. Of several processes each has the part of its shards.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(25);

pub struct DiscordCourier {
    http: Arc<Http>,
    /// For edits of old messages. That they are too many is said with a code of its own, which the
    /// rate limiter would keep to itself, and the outbox tries again anyway.
    unlimited: Http,
    /// The channels of direct messages, which never change.
    dms: Mutex<BTreeMap<ids::UserId, ChannelId>>,
    /// One is opened after the other: the rate limiter would let each of many that are refused
    /// wait alone, and all the others behind it.
    opening: tokio::sync::Mutex<()>,
    /// When the next request may go out; none where nobody limits them.
    next: Option<Mutex<Instant>>,
    between_requests: Duration,
}

/// What is read of an answer of Discord: the rest may change its form.
#[derive(Deserialize)]
struct Made<T> {
    id: T,
}

impl DiscordCourier {
    pub fn new(http: Arc<Http>, unlimited: Http, shards: Shards) -> Self {
        let next = http.ratelimiter.is_some().then(|| Mutex::new(Instant::now()));
        let between_requests = BETWEEN_REQUESTS.mul_f64(1.0 / shards.share());
        let (dms, opening) = Default::default();
        Self { http, unlimited, dms, opening, next, between_requests }
    }

    async fn channel(&self, to: Audience) -> serenity::Result<ChannelId> {
        let user = match to {
            Audience::Channel(channel) => return Ok(ChannelId::new(channel.0)),
            Audience::Dm(user) => user,
        };
        let known = lock(&self.dms).get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let _turn = self.opening.lock().await;
        let asked = serde_json::to_vec(&json!({ "recipient_id": user.0.to_string() }))?;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post).body(Some(asked));
        self.pace().await;
        let channel = self.http.fire::<Made<ChannelId>>(request).await?.id;
        keep(&self.dms, user, channel);
        Ok(channel)
    }

    async fn put(&self, parcel: &Parcel, written: &Written) -> serenity::Result<Sent> {
        match parcel.edit {
            // An edit pings nobody, so one nudge takes the place of another.
            Some((at, _)) if matches!(parcel.letter, Letter::Nudge(_)) => {
                self.take_away(at).await?;
                self.send(parcel, written).await
            }
            Some((at, shown)) => self.edit(at, written, shown).await,
            None => self.send(parcel, written).await,
        }
    }

    async fn send(&self, parcel: &Parcel, written: &Written) -> serenity::Result<Sent> {
        let channel = self.channel(parcel.to).await?;
        let message = written.to_message().nonce(Nonce::String(parcel.nonce.clone()));
        let route = Route::ChannelMessages { channel_id: channel };
        let request = Request::new(route, LightMethod::Post);
        let request = filled(request, written, &message.enforce_nonce(true))?;
        self.pace().await;
        let sent = self.http.fire::<Made<MessageId>>(request).await?.id;
        if written.is_pinned {
            self.pin(channel, sent).await;
        }
        let message = stored::MessageId(sent.get());
        let at = MessageRef { channel: stored::ChannelId(channel.get()), message };
        // Discord answers with what is there already, whatever it says.
        let mark = if parcel.is_doubtful { None } else { Some(mark(written)?) };
        Ok(Sent { at, mark })
    }

    /// A message that cannot be pinned is still good.
    async fn pin(&self, channel: ChannelId, message: MessageId) {
        self.pace().await;
        if let Err(error) = channel.pin(&*self.http, message).await {
            tracing::warn!(%error, channel = channel.get(), "the summary is not pinned");
        }
    }

    /// Edits a message. One that shows all this already is left alone: that it is edited would
    /// tell everybody that something has happened unseen.
    async fn edit(
        &self,
        at: MessageRef,
        written: &Written,
        shown: Option<i64>,
    ) -> serenity::Result<Sent> {
        let mark = mark(written)?;
        let sent = Sent { at, mark: Some(mark) };
        if shown == Some(mark) {
            return Ok(sent);
        }
        let (channel, message) = place(at);
        let is_young = is_young(message, Timestamp::now());
        let http = if is_young { &*self.http } else { &self.unlimited };
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        let request = Request::new(route, LightMethod::Patch);
        let request = filled(request, written, &written.to_edit())?;
        self.pace().await;
        let edited = http.fire::<Made<MessageId>>(request).await;
        if edited.as_ref().is_err_and(|error| failure(error) == Failure::EditedTooOften) {
            self.make_room(at).await?;
        }
        edited.map(|_| sent)
    }

    /// A new message takes the place of one that takes no more edits: two would tell what was and
    /// what is side by side. So the old one goes first, and where that must be tried again, all is.
    async fn make_room(&self, at: MessageRef) -> serenity::Result<()> {
        match self.take_away(at).await {
            Err(error) if !matches!(failure(&error), Failure::Passing { .. }) => {
                tracing::warn!(%error, "an old message stays");
                Ok(())
            }
            taken => taken,
        }
    }

    /// Takes a message away; one that is gone is gone.
    async fn take_away(&self, at: MessageRef) -> serenity::Result<()> {
        let (channel, message) = place(at);
        self.pace().await;
        match channel.delete_message(&*self.http, message).await {
            Err(error) if failure(&error) == Failure::MessageGone => Ok(()),
            taken => taken,
        }
    }

    /// Waits until another request may go out: after an outage a thousand fights have something
    /// to tell at once, and who asks too often is barred.
    async fn pace(&self) {
        let Some(next) = &self.next else { return };
        let at = {
            let mut next = lock(next);
            let at = (*next).max(Instant::now());
            *next = at + self.between_requests;
            at
        };
        sleep_until(at).await;
    }
}

impl Courier for DiscordCourier {
    async fn deliver(&self, parcel: &Parcel) -> Result<Sent, Undelivered> {
        if let (Letter::Gone, Some((at, mark))) = (&parcel.letter, parcel.edit) {
            let gone = self.take_away(at).await;
            return gone.map(|()| Sent { at, mark }).map_err(|error| undelivered(parcel, &error));
        }
        let Some(written) = messages::write(parcel) else {
            // What it showed is not true any more.
            if let Some((at, _)) = parcel.edit {
                self.take_away(at).await.map_err(|error| undelivered(parcel, &error))?;
            }
            return Err(Undelivered::Empty);
        };
        let mut delivered = self.put(parcel, &written).await;
        if let Err(error) = &delivered
            && failure(error) == Failure::Unfit
        {
            messages::count_refused(error);
            delivered = Box::pin(self.put(parcel, &written.bare())).await;
        }
        delivered.map_err(|error| undelivered(parcel, &error))
    }
}

fn place(at: MessageRef) -> (ChannelId, MessageId) {
    (ChannelId::new(at.channel.0), MessageId::new(at.message.0))
}

/// The same for what looks the same, whomever it called.
fn mark(written: &Written) -> serde_json::Result<i64> {
    let mut mark = DefaultHasher::new();
    let uncalled = Written { pings: BTreeSet::new(), ..written.clone() };
    serde_json::to_vec(&uncalled.to_edit())?.hash(&mut mark);
    for file in written.files() {
        file.data.hash(&mut mark);
    }
    Ok(mark.finish().cast_signed())
}

/// A request with this body, and with the file of the message where it has one: a picture, or in
/// plain mode a text.
fn filled<'a>(
    request: Request<'a>,
    written: &Written,
    body: &impl Serialize,
) -> serde_json::Result<Request<'a>> {
    let files = written.files();
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

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers it, but not for ever.
fn keep<K: Ord, V>(all: &Mutex<BTreeMap<K, V>>, key: K, value: V) {
    let mut all = lock(all);
    if all.len() >= MOST_KEPT {
        all.clear();
    }
    all.insert(key, value);
}

fn is_young(message: MessageId, now: Timestamp) -> bool {
    let age = now.unix_timestamp() - message.created_at().unix_timestamp();
    age < YOUNG.as_secs().cast_signed()
}

fn undelivered(parcel: &Parcel, error: &serenity::Error) -> Undelivered {
    let why = error.to_string();
    match failure(error) {
        Failure::Passing { retry_after } => Undelivered::ForNow { why, retry_after },
        // An old message takes few edits an hour.
        Failure::EditedTooOften if parcel.edit.is_some() => Undelivered::Worn,
        Failure::MessageGone if parcel.edit.is_some() => Undelivered::Gone,
        _ => Undelivered::ForGood { why },
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
            (true, "1", 9 * BETWEEN_REQUESTS),
            (true, "0/2", 18 * BETWEEN_REQUESTS),
            (false, "1", Duration::ZERO),
        ] {
            let (limited, shards) = (Arc::new(way(is_limited)), shards.parse().unwrap());
            let post = DiscordCourier::new(limited, way(false), shards);
            let begun = Instant::now();
            for _ in 0..10 {
                post.pace().await;
            }
            assert!(begun.elapsed() >= least, "{:?}", begun.elapsed());
            assert!(is_limited || begun.elapsed() < BETWEEN_REQUESTS);
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
