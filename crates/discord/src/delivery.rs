//! Sends the messages in the outbox: posts them once (by nonce), edits them in place, pins them.
//!
//! A channel that is deleted or closed to the bot, and a text that the server blocks, are reported
//! as such; the app decides what becomes of the message. It retries all other failures.

mod speech;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use serenity::all::{
    ChannelId, ChannelType, GuildId, Http, MessageFlags, MessageId, Nonce, Timestamp, WebhookId,
};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use siphasher::sip::SipHasher13;
use tokio::time::{Instant, sleep_until};

use super::commands::mentions::CommandIds;
use super::error::{
    ClosedChannelReason, DMS_CLOSED, RequestFailure, THREAD_REFUSED, classify_error,
    is_answer_of_discord,
};
use super::member_permissions::can_member_see;
use super::messages::{self, RenderedMessage};
use super::portraits::PortraitLoader;
use super::reader;
use app::App;
use app::ids as stored;
use app::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRef, MessageSender,
    WantedThread,
};
use app::servers::ShardRange;
use engine::core::ids;

/// How many channels of one kind are remembered at most.
const MAX_CHANNELS: usize = 10_000;

/// Discord limits edits of messages older than an hour. The margin allows for clock differences.
const MAX_YOUNG_AGE: Duration = Duration::from_secs(50 * 60);

/// The time between two requests. Discord allows a bot 50 requests a second, replies to
/// interactions not counted; this leaves some for requests that are made elsewhere. Each process
/// uses the part that belongs to its shards.
const REQUEST_INTERVAL: Duration = Duration::from_millis(25);

pub struct DiscordSender {
    app: App,
    http: Arc<Http>,
    /// Edits old messages. Discord reports their edit limit with a 429 and a code of its own; a
    /// rate limiter would hide that code, and the outbox retries anyway.
    unlimited_http: Http,
    /// Sends requests through webhooks where serenity limits no rates.
    webhook_client: reqwest::Client,
    portraits: PortraitLoader,
    /// The direct message channels of users. They never change.
    dm_channels: Mutex<BTreeMap<ids::UserId, ChannelId>>,
    /// The bot's own webhook that posts in a channel, by the channel.
    webhooks: Mutex<BTreeMap<ChannelId, WebhookId>>,
    /// The tokens of the bot's own webhooks.
    webhook_tokens: Mutex<BTreeMap<WebhookId, String>>,
    /// Where webhooks post for a channel or thread. Threads never move.
    webhook_places: Mutex<BTreeMap<ChannelId, speech::WebhookPlace>>,
    /// Makes requests for direct message channels run one after the other. Otherwise the rate
    /// limiter would make each refused one wait separately, and everything else behind them.
    dm_opening: tokio::sync::Mutex<()>,
    /// When the next request may be sent; `None` if requests are not limited.
    next_request: Option<Mutex<Instant>>,
    request_interval: Duration,
}

/// The only part of Discord's response that is parsed: the rest may change its form.
#[derive(Deserialize)]
struct CreatedObject<T> {
    id: T,
}

/// After how many minutes without a message Discord archives a thread of its own accord: a week.
const THREAD_MINUTES: u16 = 10_080;

/// A channel in which a thread is to be opened.
#[derive(Deserialize)]
struct ParentChannel {
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Option<GuildId>,
}

#[derive(Deserialize)]
struct ActiveThreads {
    threads: Vec<ActiveThread>,
}

#[derive(Deserialize)]
struct ActiveThread {
    id: ChannelId,
    name: Option<String>,
    parent_id: Option<ChannelId>,
}

impl DiscordSender {
    pub(crate) fn new(
        app: App,
        http: Arc<Http>,
        unlimited_http: Http,
        webhook_client: reqwest::Client,
        portraits: PortraitLoader,
        shards: ShardRange,
    ) -> Self {
        let next_request = http.ratelimiter.is_some().then(|| Mutex::new(Instant::now()));
        let request_interval = REQUEST_INTERVAL.mul_f64(1.0 / shards.share_of_servers());
        let (dm_channels, webhooks, webhook_tokens, webhook_places, dm_opening) =
            Default::default();
        Self {
            app,
            http,
            unlimited_http,
            webhook_client,
            portraits,
            dm_channels,
            webhooks,
            webhook_tokens,
            webhook_places,
            dm_opening,
            next_request,
            request_interval,
        }
    }

    /// Returns the channel to post in, and opens a direct message channel if needed.
    async fn find_or_open_channel(&self, audience: Audience) -> serenity::Result<ChannelId> {
        let user = match audience {
            Audience::Channel(channel) => return Ok(ChannelId::new(channel.0)),
            Audience::Dm(user) => user,
        };
        let known = lock_unpoisoned(&self.dm_channels).get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let _turn = self.dm_opening.lock().await;
        let body = serde_json::to_vec(&json!({ "recipient_id": user.0.to_string() }))?;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post).body(Some(body));
        self.wait_for_request_slot().await;
        let channel = self.http.fire::<CreatedObject<ChannelId>>(request).await?.id;
        insert_clearing_when_full(&self.dm_channels, user, channel);
        Ok(channel)
    }

    /// Edits the message that the delivery names, or else posts a new one. A reminder that exists
    /// already is deleted and posted again.
    async fn edit_or_post_or_repost_reminder(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> serenity::Result<DeliveredMessage> {
        match delivery.edit_target {
            // An edit pings nobody, so a new reminder replaces the old one.
            Some((target, _)) if matches!(delivery.body, MessageBody::Reminder(_)) => {
                self.delete_if_exists(target).await?;
                self.post_message_and_pin_if_wanted(delivery, rendered).await
            }
            Some((target, shown_hash)) => {
                self.edit_if_changed_or_delete_uneditable(delivery, target, rendered, shown_hash)
                    .await
            }
            None => self.post_message_and_pin_if_wanted(delivery, rendered).await,
        }
    }

    /// Posts a new message with the delivery's nonce, and pins it if it must be. Its content counts
    /// as unknown if an earlier try may have posted it already.
    async fn post_message_and_pin_if_wanted(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> serenity::Result<DeliveredMessage> {
        let channel = self.find_or_open_channel(delivery.audience).await?;
        let with_mentions = self.replace_command_names_with_mentions(delivery, rendered).await;
        let mut message = with_mentions.to_message();
        if is_silent(delivery, rendered) {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        message = message.nonce(Nonce::String(delivery.nonce.clone())).enforce_nonce(true);
        let route = Route::ChannelMessages { channel_id: channel };
        let request =
            with_body_and_file(Request::new(route, LightMethod::Post), rendered, &message)?;
        self.wait_for_request_slot().await;
        let posted_id = self.http.fire::<CreatedObject<MessageId>>(request).await?.id;
        if rendered.is_pinned {
            self.try_pin(channel, posted_id).await;
        }
        // For a repeated nonce, Discord returns the earlier message, which may show something else.
        let content_hash =
            if delivery.may_be_duplicate { None } else { Some(hash_without_pings(rendered)?) };
        let posted = MessageRef {
            channel: stored::ChannelId(channel.get()),
            message: stored::MessageId(posted_id.get()),
        };
        Ok(DeliveredMessage { message: posted, content_hash })
    }

    /// Returns the message with mentions in place of the commands that it names, with the ids that
    /// they have where it is read.
    async fn replace_command_names_with_mentions(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> RenderedMessage {
        let guild = match delivery.audience {
            Audience::Channel(_) => Some(GuildId::new(delivery.guild)),
            Audience::Dm(_) => None,
        };
        let ids = CommandIds::load_or_empty(&self.app, guild).await;
        rendered.with_command_mentions(&ids, delivery.presentation)
    }

    /// Pins a message. A failure is only logged.
    async fn try_pin(&self, channel: ChannelId, message: MessageId) {
        self.wait_for_request_slot().await;
        if let Err(error) = channel.pin(&*self.http, message).await {
            tracing::warn!(%error, channel = channel.get(), "could not pin the board");
        }
    }

    /// Edits a message that has changed. One that takes no more edits is deleted before the error
    /// is returned.
    async fn edit_if_changed_or_delete_uneditable(
        &self,
        delivery: &Delivery,
        target: MessageRef,
        rendered: &RenderedMessage,
        shown_hash: Option<i64>,
    ) -> serenity::Result<DeliveredMessage> {
        let outcome = self.edit_if_changed(delivery, target, rendered, shown_hash).await;
        if outcome
            .as_ref()
            .is_err_and(|error| classify_error(error) == RequestFailure::EditLimitReached)
        {
            self.delete_message_logging_permanent_failure(target).await?;
        }
        outcome
    }

    /// Edits a message, unless it already shows the same content: Discord's "(edited)" mark would
    /// tell everybody that something has happened unseen.
    async fn edit_if_changed(
        &self,
        delivery: &Delivery,
        target: MessageRef,
        rendered: &RenderedMessage,
        shown_hash: Option<i64>,
    ) -> serenity::Result<DeliveredMessage> {
        let content_hash = hash_without_pings(rendered)?;
        let delivered = DeliveredMessage { message: target, content_hash: Some(content_hash) };
        if shown_hash == Some(content_hash) {
            return Ok(delivered);
        }
        let (channel_id, message_id) = to_discord_ids(target);
        // A rate limiter would hide the code of the limit on late edits.
        let http = if can_be_edited_freely(message_id, Timestamp::now()) {
            &*self.http
        } else {
            &self.unlimited_http
        };
        let with_mentions = self.replace_command_names_with_mentions(delivery, rendered).await;
        let route = Route::ChannelMessage { channel_id, message_id };
        let request = Request::new(route, LightMethod::Patch);
        let request = with_body_and_file(request, rendered, &with_mentions.to_edit())?;
        self.wait_for_request_slot().await;
        http.fire::<CreatedObject<MessageId>>(request).await?;
        Ok(delivered)
    }

    /// Deletes a message that takes no more edits, before a new one replaces it: side by side, the
    /// two would reveal what has changed. A transient failure is returned, so that all is retried.
    async fn delete_message_logging_permanent_failure(
        &self,
        target: MessageRef,
    ) -> serenity::Result<()> {
        match self.delete_if_exists(target).await {
            Err(error) if !matches!(classify_error(&error), RequestFailure::Transient { .. }) => {
                tracing::warn!(%error, "could not delete an old message");
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Deletes a message. One that does not exist any more counts as deleted.
    async fn delete_if_exists(&self, target: MessageRef) -> serenity::Result<()> {
        let (channel, message) = to_discord_ids(target);
        self.wait_for_request_slot().await;
        match channel.delete_message(&*self.http, message).await {
            Err(error) if classify_error(&error) == RequestFailure::MessageDeleted => Ok(()),
            outcome => outcome,
        }
    }

    /// Waits until the next request may be sent. After an outage a thousand fights have messages at
    /// once, and Discord bans a bot that sends too many requests.
    async fn wait_for_request_slot(&self) {
        let Some(next_request) = &self.next_request else { return };
        let slot = {
            let mut next_request = lock_unpoisoned(next_request);
            let slot = (*next_request).max(Instant::now());
            *next_request = slot + self.request_interval;
            slot
        };
        sleep_until(slot).await;
    }
}

/// Why a delivery failed.
enum SendFailure {
    /// The delivery has nothing for its audience.
    Empty,
    /// The reader does not see the fight's channel any more.
    AccessLost,
    Request(serenity::Error),
    /// The server blocks whatever the bot writes.
    AllBlocked,
    /// The server blocks the text; see [`DeliveryError::Blocked`].
    Blocked {
        text: String,
        replacement: Option<DeliveredMessage>,
    },
}

impl From<serenity::Error> for SendFailure {
    fn from(error: serenity::Error) -> Self {
        Self::Request(error)
    }
}

impl SendFailure {
    /// Returns whether Discord refused a request with this failure.
    fn is_request_failure(&self, wanted: &RequestFailure) -> bool {
        matches!(self, Self::Request(error) if classify_error(error) == *wanted)
    }
}

impl DiscordSender {
    /// Does what a delivery asks for: opens or archives a thread, or sends, edits or deletes a
    /// message. A message that has nothing to show any more is deleted, and fails as empty.
    async fn execute_delivery(&self, delivery: &Delivery) -> Result<DeliveredMessage, SendFailure> {
        if delivery.needs_access
            && let Audience::Dm(user) = delivery.audience
        {
            let user = serenity::all::UserId::new(user.0);
            let guild = GuildId::new(delivery.guild);
            let channel = ChannelId::new(delivery.fight_channel.0);
            if !can_member_see(&self.http, user, guild, channel).await? {
                return Err(SendFailure::AccessLost);
            }
        }
        match &delivery.body {
            MessageBody::OpenThread(wanted) => {
                return Ok(self.find_or_open_thread_and_add_gm(delivery, *wanted).await?);
            }
            MessageBody::ArchiveOrReopenThread { is_archived } => {
                return self.archive_or_reopen_thread_logging_refusal(delivery, *is_archived).await;
            }
            MessageBody::Speech(card) => {
                return Box::pin(self.send_speech(delivery, card)).await;
            }
            MessageBody::SpeechDeleted { name } => {
                return Box::pin(self.delete_known_or_earlier_speech_post(delivery, name)).await;
            }
            _ => {}
        }
        if let (MessageBody::Deleted, Some((target, content_hash))) =
            (&delivery.body, delivery.edit_target)
        {
            self.delete_if_exists(target).await?;
            return Ok(DeliveredMessage { message: target, content_hash });
        }
        self.portraits.load_missing(delivery.view.portraits.values()).await;
        let Some(rendered) = messages::render_delivery(delivery) else {
            // What the message shows is outdated.
            if let Some((target, _)) = delivery.edit_target {
                self.delete_if_exists(target).await?;
            }
            return Err(SendFailure::Empty);
        };
        if delivery.is_probe {
            return self.send_text_and_buttons_as_probe(delivery, &rendered).await;
        }
        self.post_or_edit_with_less_if_refused(delivery, &rendered).await
    }

    /// Posts or edits a message. If Discord does not take it whole, it is sent again as plain text,
    /// or as text with its buttons where the bot has no permission for the rest. A text that the
    /// server blocks is replaced.
    async fn post_or_edit_with_less_if_refused(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> Result<DeliveredMessage, SendFailure> {
        let error = match self.edit_or_post_or_repost_reminder(delivery, rendered).await {
            Ok(delivered) => return Ok(delivered),
            Err(error) => error,
        };
        let reduced = match classify_error(&error) {
            RequestFailure::InvalidPayload => {
                messages::count_refused_message(&error);
                rendered.to_text_only()
            }
            // Text and buttons need fewer permissions than embeds, files and replies.
            RequestFailure::ChannelClosed(ClosedChannelReason::MissingPermission)
                if !rendered.is_text_with_controls() =>
            {
                rendered.to_text_with_controls()
            }
            RequestFailure::BlockedContent => {
                return self.replace_blocked_text_and_fail(delivery, rendered).await;
            }
            _ => return Err(error.into()),
        };
        Ok(Box::pin(self.edit_or_post_or_repost_reminder(delivery, &reduced)).await?)
    }

    /// Tries with one request whether a channel takes messages again: sends the text and the
    /// buttons alone, since they need the fewest permissions. The rest of the message follows,
    /// because its content counts as unknown.
    async fn send_text_and_buttons_as_probe(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> Result<DeliveredMessage, SendFailure> {
        // An edit is sent even if the message shows the same.
        let edit_target = delivery.edit_target.map(|(target, _)| (target, None));
        let delivery = Delivery { edit_target, ..delivery.clone() };
        match self
            .edit_or_post_or_repost_reminder(&delivery, &rendered.to_text_with_controls())
            .await
        {
            Ok(delivered) => Ok(DeliveredMessage { content_hash: None, ..delivered }),
            Err(error) if classify_error(&error) == RequestFailure::BlockedContent => {
                self.replace_blocked_text_and_fail(&delivery, rendered).await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Replaces a text that the server blocks by one without any name, if somebody needs the
    /// message, it tells what was done, or it stands in the channel already. Always fails: with
    /// what was blocked, or because the server blocks that text as well.
    async fn replace_blocked_text_and_fail(
        &self,
        delivery: &Delivery,
        rendered: &RenderedMessage,
    ) -> Result<DeliveredMessage, SendFailure> {
        let text = rendered.to_text_only().content;
        let is_needed = !rendered.pings.is_empty() || !delivery.record.entries.is_empty();
        if delivery.edit_target.is_none() && !is_needed {
            return Err(SendFailure::Blocked { text, replacement: None });
        }
        let neutral = rendered.to_blocked_notice_keeping_controls();
        // The labels of buttons have names as well.
        let without_buttons = RenderedMessage {
            components: Vec::new(),
            ..rendered.to_blocked_notice_keeping_controls()
        };
        for replacement in [neutral, without_buttons] {
            match self.edit_or_post_or_repost_reminder(delivery, &replacement).await {
                Ok(delivered) => {
                    return Err(SendFailure::Blocked { text, replacement: Some(delivered) });
                }
                Err(error) if classify_error(&error) == RequestFailure::BlockedContent => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(SendFailure::AllBlocked)
    }

    /// Opens the thread of a fight, or a post if the parent is a forum, and adds the GM to it. An
    /// earlier try may have opened it, so then a thread of its name is looked for first: names have
    /// the fight's number. If the GM cannot be added, that is only logged.
    async fn find_or_open_thread_and_add_gm(
        &self,
        delivery: &Delivery,
        wanted: WantedThread,
    ) -> serenity::Result<DeliveredMessage> {
        let parent_id = ChannelId::new(wanted.parent.0);
        let request = Request::new(Route::Channel { channel_id: parent_id }, LightMethod::Get);
        self.wait_for_request_slot().await;
        let parent = self.http.fire::<ParentChannel>(request).await?;
        let mut known_thread = None;
        if delivery.may_be_duplicate
            && let Some(guild) = parent.guild_id
        {
            let names = messages::thread_names_in_all_languages(&delivery.system, delivery.fight);
            known_thread = self.find_active_thread(guild, parent_id, &names).await?;
        }
        let thread = match known_thread {
            Some(thread) => thread,
            None => self.open_thread(delivery, parent_id, ChannelType::from(parent.kind)).await?,
        };
        self.wait_for_request_slot().await;
        let gm = serenity::all::UserId::new(wanted.gm.0);
        if let Err(error) = self.http.add_thread_channel_member(thread, gm).await {
            tracing::warn!(%error, thread = thread.get(), "could not add the GM to the thread");
        }
        let channel = stored::ChannelId(thread.get());
        // The id of the thread stands for that of a message in it.
        let message = MessageRef { channel, message: stored::MessageId(thread.get()) };
        Ok(DeliveredMessage { message, content_hash: None })
    }

    /// Opens a thread with the name of the delivery's fight: a post in a forum, else a public
    /// thread.
    async fn open_thread(
        &self,
        delivery: &Delivery,
        parent: ChannelId,
        parent_kind: ChannelType,
    ) -> serenity::Result<ChannelId> {
        let name = messages::format_thread_name(&delivery.system, delivery.fight);
        let mut body = json!({ "name": name, "auto_archive_duration": THREAD_MINUTES });
        match parent_kind {
            // Other forums than serenity knows have number 16.
            ChannelType::Forum | ChannelType::Unknown(_) => {
                let content = messages::format_first_post(&delivery.system);
                body["message"] =
                    json!({ "content": content, "allowed_mentions": { "parse": [] } });
            }
            ChannelType::News => body["type"] = json!(u8::from(ChannelType::NewsThread)),
            _ => body["type"] = json!(u8::from(ChannelType::PublicThread)),
        }
        let route = Route::ChannelThreads { channel_id: parent };
        let body = Some(body.to_string().into_bytes());
        self.wait_for_request_slot().await;
        let request = Request::new(route, LightMethod::Post).body(body);
        Ok(self.http.fire::<CreatedObject<ChannelId>>(request).await?.id)
    }

    /// Returns the thread of a channel that is not archived and has one of these names.
    async fn find_active_thread(
        &self,
        guild: GuildId,
        parent: ChannelId,
        names: &[String],
    ) -> serenity::Result<Option<ChannelId>> {
        let route = Route::GuildThreadsActive { guild_id: guild };
        self.wait_for_request_slot().await;
        let active = self.http.fire::<ActiveThreads>(Request::new(route, LightMethod::Get)).await?;
        let is_wanted = |thread: &&ActiveThread| {
            thread.parent_id == Some(parent)
                && thread.name.as_ref().is_some_and(|name| names.contains(name))
        };
        Ok(active.threads.iter().find(is_wanted).map(|thread| thread.id))
    }

    /// Archives or reopens the thread of a delivery. What Discord refuses is left as it is.
    async fn archive_or_reopen_thread_logging_refusal(
        &self,
        delivery: &Delivery,
        is_archived: bool,
    ) -> Result<DeliveredMessage, SendFailure> {
        let Audience::Channel(channel) = delivery.audience else { return Err(SendFailure::Empty) };
        match self.set_thread_archived(channel, is_archived).await {
            Err(error) if matches!(classify_error(&error), RequestFailure::Transient { .. }) => {
                Err(error.into())
            }
            outcome => {
                if let Err(error) = outcome {
                    let thread = channel.0;
                    tracing::warn!(
                        %error, thread, is_archived,
                        "could not archive or reopen a thread"
                    );
                }
                let message = MessageRef { channel, message: stored::MessageId(channel.0) };
                Ok(DeliveredMessage { message, content_hash: None })
            }
        }
    }

    /// Archives or reopens a thread with one request.
    async fn set_thread_archived(
        &self,
        thread: stored::ChannelId,
        is_archived: bool,
    ) -> serenity::Result<()> {
        let route = Route::Channel { channel_id: ChannelId::new(thread.0) };
        let body = json!({ "archived": is_archived }).to_string().into_bytes();
        let request = Request::new(route, LightMethod::Patch).body(Some(body));
        self.wait_for_request_slot().await;
        self.http.fire::<CreatedObject<ChannelId>>(request).await.map(drop)
    }

    /// Reopens an archived thread, and returns whether that worked. Only a moderator can reopen one
    /// that is locked.
    async fn try_reopen_thread(&self, delivery: &Delivery) -> bool {
        let Audience::Channel(channel) = delivery.audience else { return false };
        let reopened = self.set_thread_archived(channel, false).await;
        reopened
            .inspect_err(
                |error| tracing::warn!(%error, channel = channel.0, "could not reopen a thread"),
            )
            .is_ok()
    }
}

impl MessageSender for DiscordSender {
    /// Sends a delivery in the language of its audience.
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let locale = reader::locale_for_tag(delivery.language.as_deref());
        // Boxed, because the stack of a worker thread is small.
        reader::run_in_locale(locale, Box::pin(self.send_reopening_archived_thread(delivery))).await
    }
}

impl DiscordSender {
    /// Sends a delivery, reopening its thread if that was archived. An error says what the app does
    /// about it.
    async fn send_reopening_archived_thread(
        &self,
        delivery: &Delivery,
    ) -> Result<DeliveredMessage, DeliveryError> {
        let mut sent = self.execute_delivery(delivery).await;
        let is_archived =
            |failure: &SendFailure| failure.is_request_failure(&RequestFailure::ThreadArchived);
        if sent.as_ref().is_err_and(is_archived) && self.try_reopen_thread(delivery).await {
            sent = Box::pin(self.execute_delivery(delivery)).await;
        }
        let is_thread = matches!(delivery.body, MessageBody::OpenThread(_));
        sent.map_err(|failure| match failure {
            SendFailure::Empty => DeliveryError::Empty,
            SendFailure::AccessLost => DeliveryError::AccessLost,
            SendFailure::Request(error) if is_thread => to_thread_error(&error),
            SendFailure::Request(error) => to_delivery_error(delivery, &error),
            SendFailure::AllBlocked => {
                DeliveryError::Unreachable { reason: ClosedChannelReason::AllBlocked.key().into() }
            }
            SendFailure::Blocked { text, replacement } => {
                DeliveryError::Blocked { text, replacement }
            }
        })
    }
}

fn to_discord_ids(target: MessageRef) -> (ChannelId, MessageId) {
    (ChannelId::new(target.channel.0), MessageId::new(target.message.0))
}

/// Hashes what a message shows; pings do not count.
fn hash_without_pings(rendered: &RenderedMessage) -> serde_json::Result<i64> {
    let without_pings = RenderedMessage { pings: BTreeSet::new(), ..rendered.clone() };
    let body = serde_json::to_vec(&without_pings.to_edit())?;
    let files = rendered.to_attachments().into_iter().map(|file| file.data);
    Ok(hash_parts(std::iter::once(body).chain(files)))
}

/// Hashes byte strings, each with its length before it. The hash is stored, so it is the same in
/// every build: it is SipHash-1-3 with no key, which early versions took from the standard library.
fn hash_parts(parts: impl Iterator<Item = Vec<u8>>) -> i64 {
    let mut hasher = SipHasher13::new();
    for part in parts {
        hasher.write(&(part.len() as u64).to_le_bytes());
        hasher.write(&part);
    }
    hasher.finish().cast_signed()
}

/// Returns whether a post lets its readers' phones keep silent: it pings nobody, and is no notice
/// to one person.
fn is_silent(delivery: &Delivery, rendered: &RenderedMessage) -> bool {
    let is_personal_notice = matches!(delivery.audience, Audience::Dm(_))
        && matches!(delivery.body, MessageBody::Notice(_));
    rendered.pings.is_empty() && !is_personal_notice
}

/// Adds a body to a request, and the file of the message if it has one: a picture, or in plain mode
/// a text.
fn with_body_and_file<'a>(
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

/// Locks a mutex, even if another thread panicked while it held it.
fn lock_unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Inserts into a map, or replaces what is there. A map that holds [`MAX_CHANNELS`] entries is
/// cleared before a new one.
fn insert_clearing_when_full<K: Ord, V>(map: &Mutex<BTreeMap<K, V>>, key: K, value: V) {
    let mut entries = lock_unpoisoned(map);
    if entries.len() >= MAX_CHANNELS && !entries.contains_key(&key) {
        entries.clear();
    }
    entries.insert(key, value);
}

/// Returns whether a message is less than 50 minutes old. Discord limits the edits of messages that
/// are older than an hour; such edits bypass our rate limiter.
fn can_be_edited_freely(message: MessageId, now: Timestamp) -> bool {
    let age = now.unix_timestamp() - message.created_at().unix_timestamp();
    age < MAX_YOUNG_AGE.as_secs().cast_signed()
}

/// Converts an error of Discord to what the app does about it: try again, send anew, stop the
/// deadlines of the channel, or give the message up.
fn to_delivery_error(delivery: &Delivery, error: &serenity::Error) -> DeliveryError {
    let reason = error.to_string();
    let is_edit = delivery.edit_target.is_some();
    let is_in_channel = matches!(delivery.audience, Audience::Channel(_));
    let is_about_speech =
        matches!(delivery.body, MessageBody::Speech(_)) || delivery.edits_or_deletes_speech();
    match classify_error(error) {
        RequestFailure::Transient { retry_after } => {
            DeliveryError::Retryable { reason, retry_after }
        }
        // Discord allows only few edits of an old message per hour.
        RequestFailure::EditLimitReached if is_edit => DeliveryError::EditLimitReached,
        RequestFailure::MessageDeleted if is_edit => DeliveryError::TargetGone,
        RequestFailure::ThreadArchived => {
            DeliveryError::Unreachable { reason: ClosedChannelReason::ThreadLocked.key().into() }
        }
        RequestFailure::DmsClosed => DeliveryError::Unreachable { reason: DMS_CLOSED.into() },
        // To change words may need a permission that posting does not: the rest goes on without.
        RequestFailure::ChannelClosed(
            ClosedChannelReason::MissingAccess | ClosedChannelReason::MissingPermission,
        ) if delivery.edits_or_deletes_speech() => DeliveryError::Permanent { reason },
        RequestFailure::ChannelClosed(reason) if is_in_channel => {
            DeliveryError::Unreachable { reason: reason.key().into() }
        }
        // A refusal of a new post is more likely to be about the channel, for a while, than about
        // this message: nothing is given up, and the clocks stop.
        RequestFailure::Permanent
            if is_in_channel && !is_edit && !is_about_speech && is_answer_of_discord(error) =>
        {
            DeliveryError::Unreachable { reason: ClosedChannelReason::Refused.key().into() }
        }
        _ => DeliveryError::Permanent { reason },
    }
}

/// Converts the error of a thread that was not opened. Only a passing failure is retried; after any
/// other the thread counts as unreachable, and all that waits for it stays in the outbox until the
/// GM moves the fight.
fn to_thread_error(error: &serenity::Error) -> DeliveryError {
    match classify_error(error) {
        RequestFailure::Transient { retry_after } => {
            DeliveryError::Retryable { reason: error.to_string(), retry_after }
        }
        RequestFailure::ChannelClosed(reason) => {
            DeliveryError::Unreachable { reason: reason.key().into() }
        }
        _ => DeliveryError::Unreachable { reason: THREAD_REFUSED.into() },
    }
}

#[cfg(test)]
mod tests {
    use super::super::portraits::PortraitSource;
    use super::*;
    use app::clock::WallClock;
    use app::dice_source;
    use store::Store;

    #[tokio::test]
    async fn requests_are_spread_by_the_share_of_shards() {
        let http_client = |is_limited: bool| {
            let http = serenity::all::HttpBuilder::new("x").ratelimiter_disabled(!is_limited);
            http.build()
        };
        for (is_limited, shards, min_time) in [
            (true, "1", 9 * REQUEST_INTERVAL),
            (true, "0/2", 18 * REQUEST_INTERVAL),
            (false, "1", Duration::ZERO),
        ] {
            let (limited, shards) = (Arc::new(http_client(is_limited)), shards.parse().unwrap());
            let store = Store::in_memory().await.unwrap();
            let sender = DiscordSender::new(
                App::new(store, Arc::new(WallClock), dice_source::os_random_dice()),
                limited,
                http_client(false),
                reqwest::Client::new(),
                PortraitLoader::new(PortraitSource::Nowhere).unwrap(),
                shards,
            );
            let start = Instant::now();
            for _ in 0..10 {
                sender.wait_for_request_slot().await;
            }
            assert!(start.elapsed() >= min_time, "{:?}", start.elapsed());
            assert!(is_limited || start.elapsed() < REQUEST_INTERVAL);
        }
    }

    /// The hash is stored with each message: another one would edit all of them once.
    #[test]
    fn hash_of_a_message_never_changes() {
        let parts = || [b"{\"content\":\"Ana\"}".to_vec(), vec![1, 2, 3]].into_iter();
        assert_eq!(hash_parts(parts()), -6_880_272_692_052_374_400);
    }

    #[test]
    fn message_is_old_after_50_minutes() {
        // Discord's ids begin with the milliseconds since 2015.
        let message = MessageId::new((60_000 << 22) | 7);
        let posted = message.created_at().unix_timestamp();
        let after = |minutes: i64| Timestamp::from_unix_timestamp(posted + 60 * minutes).unwrap();
        assert!(
            can_be_edited_freely(message, after(0)) && can_be_edited_freely(message, after(49))
        );
        assert!(
            !can_be_edited_freely(message, after(50)) && !can_be_edited_freely(message, after(600))
        );
        // This machine's clock is behind Discord's.
        assert!(can_be_edited_freely(message, after(-2)));
    }
}
