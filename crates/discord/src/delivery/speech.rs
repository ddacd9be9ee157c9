//! Posts what characters say: through a webhook of the bot's, under the character's name and
//! picture, or where it may manage no webhooks as an embed of its own.
//!
//! There is one webhook a channel, which also serves its threads. It is found again by the
//! application that made it, and made anew if somebody deletes it. Discord knows no nonces of
//! webhooks: whether an earlier try has arrived is looked up in the channel. Messages go there one
//! after the other, so a post without an answer is newer than every message that is known.

use std::time::Duration;

use reqwest::Response;
use reqwest::header::RETRY_AFTER;
use serde::Deserialize;
use serde_json::json;
use serenity::all::{
    ApplicationId, ChannelId, Http, HttpError, MessageId, StatusCode, Timestamp, UserId, WebhookId,
};
use serenity::http::{ErrorResponse, LightMethod, Request, Route};

use super::super::error::{ClosedChannelReason, RateLimited, RequestFailure, classify_error};
use super::super::messages::speech;
use super::{
    CreatedObject, DiscordSender, SendFailure, hash_parts, lock_unpoisoned, to_discord_ids,
};
use super::{can_be_edited_freely, insert_clearing_when_full, stored};
use app::outbox::{Audience, DeliveredMessage, Delivery, MessageRef, Presentation};
use app::speech::SpeechCard;

/// The name of the bot's webhooks in the settings of a channel.
const WEBHOOK_NAME: &str = "Riposte";

/// How many messages Discord lists at once.
const PAGE_SIZE: usize = 100;

/// How many such pages are searched at most for the post of an earlier try.
const MAX_SEARCHED_PAGES: usize = 100;

/// How far this machine's clock may be ahead of Discord's.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_secs(60 * 60);

/// Discord's ids of objects begin with the milliseconds since the beginning of 2015.
const DISCORD_EPOCH_MILLIS: i64 = 1_420_070_400_000;

/// A webhook of the bot's.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct OwnWebhook {
    id: WebhookId,
    application_id: Option<ApplicationId>,
    token: Option<String>,
}

/// Where a webhook posts: its channel, and the thread of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WebhookPlace {
    parent: ChannelId,
    thread: Option<ChannelId>,
}

impl WebhookPlace {
    /// Returns the parameters of a request about a message there.
    fn message_parameters(self) -> Vec<(&'static str, String)> {
        let thread = self.thread.map(|thread| ("thread_id", thread.get().to_string()));
        thread.into_iter().collect()
    }

    /// Returns the parameters of a request that posts there, and has the new message as response.
    fn post_parameters(self) -> Vec<(&'static str, String)> {
        let mut parameters = self.message_parameters();
        parameters.push(("wait", "true".to_string()));
        parameters
    }
}

#[derive(Deserialize)]
struct ChannelWithParent {
    #[serde(rename = "type")]
    kind: u8,
    parent_id: Option<ChannelId>,
}

impl ChannelWithParent {
    fn is_thread(&self) -> bool {
        matches!(self.kind, 10..=12)
    }
}

/// A message, as far as it says who posted it and whose words it has.
#[derive(Deserialize)]
struct PostedMessage {
    id: MessageId,
    webhook_id: Option<WebhookId>,
    application_id: Option<ApplicationId>,
    author: PostAuthor,
    #[serde(default)]
    content: String,
    #[serde(default)]
    embeds: Vec<PostedEmbed>,
}

#[derive(Deserialize)]
struct PostAuthor {
    id: UserId,
    username: String,
}

#[derive(Deserialize)]
struct PostedEmbed {
    author: Option<EmbedAuthor>,
}

#[derive(Deserialize)]
struct EmbedAuthor {
    name: String,
}

/// A webhook through which something can be done now.
struct UsableWebhook {
    place: WebhookPlace,
    id: WebhookId,
    token: String,
}

impl DiscordSender {
    /// Posts words in character, or edits their message. If that takes no more edits for now, the
    /// words are posted again and the old message is deleted.
    pub(super) async fn send_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
    ) -> Result<DeliveredMessage, SendFailure> {
        let Audience::Channel(channel) = delivery.audience else { return Err(SendFailure::Empty) };
        let channel = ChannelId::new(channel.0);
        let outcome = match delivery.edit_target {
            Some((target, shown_hash)) => {
                match self
                    .edit_or_replace_speech_if_changed(delivery, card, target, shown_hash)
                    .await
                {
                    Err(error) if classify_error(&error) == RequestFailure::EditLimitReached => {
                        self.repost_then_delete_uneditable_speech(delivery, card, target).await
                    }
                    outcome => outcome,
                }
            }
            None => self.post_speech(delivery, card, channel).await,
        };
        outcome.map_err(|error| match classify_error(&error) {
            RequestFailure::BlockedContent => {
                SendFailure::Blocked { text: card.text.clone(), replacement: None }
            }
            _ => SendFailure::Request(error),
        })
    }

    /// Deletes the message of words that were taken away. If its id is not known, looks for one
    /// that an earlier attempt posted. Fails as [`SendFailure::Empty`] if there is none.
    pub(super) async fn delete_known_or_earlier_speech_post(
        &self,
        delivery: &Delivery,
        name: &str,
    ) -> Result<DeliveredMessage, SendFailure> {
        let Audience::Channel(channel) = delivery.audience else { return Err(SendFailure::Empty) };
        let message = match delivery.edit_target {
            Some((target, _)) => Some(target),
            None => {
                let earlier = self
                    .find_post_of_earlier_attempt(delivery, ChannelId::new(channel.0), name)
                    .await?;
                earlier.map(|earlier| earlier.message)
            }
        };
        let message = message.ok_or(SendFailure::Empty)?;
        self.delete_speech(message).await?;
        Ok(DeliveredMessage { message, content_hash: None })
    }

    /// Deletes the message of words in character. One that does not exist any more counts as
    /// deleted.
    async fn delete_speech(&self, target: MessageRef) -> serenity::Result<()> {
        let (channel, message) = to_discord_ids(target);
        let Some(posted) = self.fetch_posted_message(channel, message).await? else {
            return Ok(());
        };
        if let Some(webhook) = posted.webhook_id {
            let request = RequestAboutPost { channel, webhook, message, edited_body: None };
            match self.edit_or_delete_through_its_webhook(&request).await {
                Ok(WebhookUse::Done) => return Ok(()),
                Ok(WebhookUse::WebhookGone) => {}
                Err(error) if classify_error(&error) == RequestFailure::MessageDeleted => {
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        // Without its webhook it is deleted like anybody's message, which needs a permission.
        self.delete_if_exists(target).await
    }

    /// Posts words in character: through a webhook, or where that is not possible as an embed, or
    /// without the permission for embeds as plain text. What an earlier try has posted counts.
    async fn post_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        channel: ChannelId,
    ) -> serenity::Result<DeliveredMessage> {
        if delivery.may_be_duplicate
            && let Some(earlier) =
                self.find_post_of_earlier_attempt(delivery, channel, &card.name).await?
        {
            return Ok(earlier.to_delivered(card));
        }
        if let Some(message) = self.post_through_webhook_if_possible(card, channel).await? {
            let message = to_message_ref(channel, message);
            return Ok(DeliveredMessage { message, content_hash: Some(hash_speech(card)) });
        }
        let rendered = speech::render_speech_as_embed_or_plain_text(card, delivery.presentation);
        match self.post_message_and_pin_if_wanted(delivery, &rendered).await {
            // The bot may have no permission for embeds.
            Err(error)
                if matches!(
                    classify_error(&error),
                    RequestFailure::InvalidPayload
                        | RequestFailure::ChannelClosed(ClosedChannelReason::MissingPermission)
                ) =>
            {
                let text =
                    speech::render_speech_as_embed_or_plain_text(card, Presentation::PlainText);
                self.post_message_and_pin_if_wanted(delivery, &text).await
            }
            outcome => outcome,
        }
    }

    /// Posts words through the bot's webhook for a channel, and returns the message. `None` if the
    /// bot may have no webhook there, if Discord does not take the message in this form, or if the
    /// webhook is gone a second time.
    async fn post_through_webhook_if_possible(
        &self,
        card: &SpeechCard,
        channel: ChannelId,
    ) -> serenity::Result<Option<MessageId>> {
        for _ in 0..2 {
            let Some(webhook) = self.find_or_create_webhook_if_allowed(channel).await? else {
                return Ok(None);
            };
            let error = match self.execute_webhook(&webhook, card).await {
                Ok(message) => return Ok(Some(message)),
                Err(error) => error,
            };
            match classify_error(&error) {
                // Somebody has deleted it: it is made anew.
                RequestFailure::WebhookGone | RequestFailure::InteractionExpired => {
                    self.forget_webhook(&webhook);
                }
                // The embed has less that Discord might not take.
                RequestFailure::InvalidPayload => return Ok(None),
                _ => return Err(error),
            }
        }
        Ok(None)
    }

    /// Edits the message of words in character, through its webhook if it has one. Nothing is sent
    /// if it shows them already. A message whose webhook is gone is replaced by a new one.
    async fn edit_or_replace_speech_if_changed(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        target: MessageRef,
        shown_hash: Option<i64>,
    ) -> serenity::Result<DeliveredMessage> {
        let delivered = DeliveredMessage { message: target, content_hash: Some(hash_speech(card)) };
        if shown_hash == delivered.content_hash {
            return Ok(delivered);
        }
        let (channel, message) = to_discord_ids(target);
        let posted = self.fetch_posted_message(channel, message).await?;
        // An earlier try may have replaced it.
        if posted.is_none()
            && delivery.may_be_duplicate
            && let Some(earlier) =
                self.find_post_of_earlier_attempt(delivery, channel, &card.name).await?
        {
            return Ok(earlier.to_delivered(card));
        }
        let Some(webhook) = posted.and_then(|posted| posted.webhook_id) else {
            let rendered =
                speech::render_speech_as_embed_or_plain_text(card, delivery.presentation);
            return self.edit_if_changed(delivery, target, &rendered, shown_hash).await;
        };
        let body = json!({
            "content": speech::format_for_webhook(card),
            "allowed_mentions": { "parse": [] },
        });
        let edited_body = Some(body.to_string().into_bytes());
        let request = RequestAboutPost { channel, webhook, message, edited_body };
        match self.edit_or_delete_through_its_webhook(&request).await? {
            WebhookUse::Done => Ok(delivered),
            // Nobody can edit what a webhook has posted that is gone.
            WebhookUse::WebhookGone => {
                self.repost_then_delete_uneditable_speech(delivery, card, target).await
            }
        }
    }

    /// Posts words again whose message takes no edits, and deletes that message then. If it cannot
    /// be deleted, the new one goes instead, so that no words stand there twice. A try that breaks
    /// off anywhere is taken up by the next one, which finds the new message.
    async fn repost_then_delete_uneditable_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        target: MessageRef,
    ) -> serenity::Result<DeliveredMessage> {
        let (channel, _) = to_discord_ids(target);
        let replacement = self.post_speech(delivery, card, channel).await?;
        match self.delete_speech(target).await {
            Ok(()) => Ok(replacement),
            Err(error) => {
                if !matches!(classify_error(&error), RequestFailure::Transient { .. }) {
                    self.delete_speech(replacement.message).await?;
                }
                Err(error)
            }
        }
    }

    /// Posts through a webhook, and returns the message. It pings whom it names, as if a person had
    /// written it, and never everybody or a role.
    async fn execute_webhook(
        &self,
        webhook: &UsableWebhook,
        card: &SpeechCard,
    ) -> serenity::Result<MessageId> {
        let mut body = json!({
            "username": speech::format_webhook_name(&card.name),
            "content": speech::format_for_webhook(card),
            "allowed_mentions": { "parse": ["users"] },
        });
        if let Some(portrait) = &card.portrait_url {
            body["avatar_url"] = json!(portrait);
        }
        let route = Route::WebhookWithToken { webhook_id: webhook.id, token: &webhook.token };
        let request = Request::new(route, LightMethod::Post)
            .params(Some(webhook.place.post_parameters()))
            .body(Some(body.to_string().into_bytes()));
        self.wait_for_request_slot().await;
        let response = self.send_or_fail_with_retry_after(&self.http, request).await?;
        let posted: CreatedObject<MessageId> = serde_json::from_slice(&response.bytes().await?)?;
        Ok(posted.id)
    }

    /// Sends a request. Discord allows a webhook only few of them in a while; where serenity does
    /// not wait by itself, the error says how long the next try must wait.
    async fn send_or_fail_with_retry_after(
        &self,
        http: &Http,
        request: Request<'_>,
    ) -> serenity::Result<Response> {
        if http.ratelimiter.is_some() {
            return http.request(request).await;
        }
        let method = request.method_ref().reqwest_method();
        let request = request.build(&self.webhook_client, http.token(), http.proxy.as_deref())?;
        let response = request.send().await?;
        if response.status().is_success() {
            return Ok(response);
        }
        let is_limited = response.status() == StatusCode::TOO_MANY_REQUESTS;
        let retry_after = if is_limited { parse_retry_after(&response) } else { None };
        let error = ErrorResponse::from_response(response, method).await;
        let error = serenity::Error::Http(HttpError::UnsuccessfulRequest(error));
        match retry_after {
            // The limit of edits has the same status and a code of its own.
            Some(wait) if classify_error(&error) != RequestFailure::EditLimitReached => {
                Err(RateLimited(wait).into())
            }
            _ => Err(error),
        }
    }

    /// Edits or deletes a post through the webhook that has made it.
    async fn edit_or_delete_through_its_webhook(
        &self,
        request: &RequestAboutPost,
    ) -> serenity::Result<WebhookUse> {
        let RequestAboutPost { channel, webhook, message, edited_body } = request;
        let method = if edited_body.is_some() { LightMethod::Patch } else { LightMethod::Delete };
        let http = if can_be_edited_freely(*message, Timestamp::now()) {
            &*self.http
        } else {
            &self.unlimited_http
        };
        // The second time with a token that was asked for just now.
        for _ in 0..2 {
            let Some(usable) = self.find_webhook_by_id(*channel, *webhook).await? else {
                return Ok(WebhookUse::WebhookGone);
            };
            let route = Route::WebhookMessage {
                webhook_id: usable.id,
                token: &usable.token,
                message_id: *message,
            };
            let request = Request::new(route, method)
                .params(Some(usable.place.message_parameters()))
                .body(edited_body.clone());
            self.wait_for_request_slot().await;
            match self.send_or_fail_with_retry_after(http, request).await {
                Ok(_) => return Ok(WebhookUse::Done),
                Err(error) => match classify_error(&error) {
                    RequestFailure::WebhookGone | RequestFailure::InteractionExpired => {
                        self.forget_webhook(&usable);
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(WebhookUse::WebhookGone)
    }

    /// Finds the message that an earlier attempt posted without receiving a response: the oldest
    /// one that the bot posted under this character's name after all messages that it knows of.
    /// Returns `None` if there is none or the channel cannot be read.
    async fn find_post_of_earlier_attempt(
        &self,
        delivery: &Delivery,
        channel: ChannelId,
        name: &str,
    ) -> serenity::Result<Option<EarlierPost>> {
        let mut after = match delivery.newest_known {
            Some(message) => message.0,
            None => first_id_of_earlier_tries(delivery.enqueued_at.as_millisecond()),
        };
        for _ in 0..MAX_SEARCHED_PAGES {
            let parameters = vec![("limit", PAGE_SIZE.to_string()), ("after", after.to_string())];
            let route = Route::ChannelMessages { channel_id: channel };
            let request = Request::new(route, LightMethod::Get).params(Some(parameters));
            self.wait_for_request_slot().await;
            let mut page = match self.http.fire::<Vec<PostedMessage>>(request).await {
                Ok(page) => page,
                // Better twice than never.
                Err(error)
                    if matches!(classify_error(&error), RequestFailure::ChannelClosed(_)) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            };
            page.sort_by_key(|posted| posted.id);
            if let Some(posted) = page.iter().find(|posted| self.is_post_of(posted, name)) {
                let message = to_message_ref(channel, posted.id);
                return Ok(Some(EarlierPost { message, content: posted.content.clone() }));
            }
            match page.last().filter(|_| page.len() == PAGE_SIZE) {
                Some(last) => after = last.id.get(),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns whether a message has words in character of the bot's under this name: through a
    /// webhook, as an embed or as plain text.
    fn is_post_of(&self, posted: &PostedMessage, name: &str) -> bool {
        let application = self.http.application_id().map(ApplicationId::get);
        // Replies to interactions have the id of the application in place of a webhook.
        if let Some(webhook) = posted.webhook_id {
            let is_reply = Some(webhook.get()) == application;
            return !is_reply
                && self.is_own_application(posted.application_id)
                && posted.author.username == speech::format_webhook_name(name);
        }
        let is_by_bot = Some(posted.author.id.get()) == application;
        let embed_author = match posted.embeds.as_slice() {
            [only] => only.author.as_ref().map(|author| author.name.as_str()),
            _ => None,
        };
        let is_embed = embed_author == Some(&*speech::format_embed_author(name));
        let is_plain = || posted.content.starts_with(&speech::format_plain_beginning(name));
        is_by_bot && (is_embed || is_plain())
    }

    /// Fetches a message with its author, webhook, content and embeds. Returns `None` if it does
    /// not exist any more.
    async fn fetch_posted_message(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> serenity::Result<Option<PostedMessage>> {
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        self.wait_for_request_slot().await;
        match self.http.fire::<PostedMessage>(Request::new(route, LightMethod::Get)).await {
            Ok(posted) => Ok(Some(posted)),
            Err(error) if classify_error(&error) == RequestFailure::MessageDeleted => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the bot's webhook for a channel, and makes one if there is none. `None` if the bot
    /// may manage no webhooks there, or the channel has as many as it may have.
    async fn find_or_create_webhook_if_allowed(
        &self,
        channel: ChannelId,
    ) -> serenity::Result<Option<UsableWebhook>> {
        let place = self.find_webhook_place(channel).await?;
        let remembered_id = lock_unpoisoned(&self.webhooks).get(&place.parent).copied();
        if let Some(usable) = remembered_id.and_then(|id| self.recall_webhook(place, id)) {
            return Ok(Some(usable));
        }
        let Some(own_webhooks) = self.list_own_webhooks_if_allowed(place.parent).await? else {
            return Ok(None);
        };
        let oldest_or_new = match own_webhooks.into_iter().next() {
            Some(oldest) => Some(oldest),
            None => self.create_webhook_if_allowed(place.parent).await?,
        };
        let Some((id, token)) = oldest_or_new else { return Ok(None) };
        insert_clearing_when_full(&self.webhooks, place.parent, id);
        insert_clearing_when_full(&self.webhook_tokens, id, token.clone());
        Ok(Some(UsableWebhook { place, id, token }))
    }

    /// Returns the webhook of the bot's with this id; `None` for one that is gone or that the bot
    /// may not see. Asks Discord only for a webhook whose token it does not remember.
    async fn find_webhook_by_id(
        &self,
        channel: ChannelId,
        id: WebhookId,
    ) -> serenity::Result<Option<UsableWebhook>> {
        let place = self.find_webhook_place(channel).await?;
        if let Some(usable) = self.recall_webhook(place, id) {
            return Ok(Some(usable));
        }
        let listed = self.list_own_webhooks_if_allowed(place.parent).await?.unwrap_or_default();
        let Some((id, token)) = listed.into_iter().find(|(listed, _)| *listed == id) else {
            return Ok(None);
        };
        insert_clearing_when_full(&self.webhook_tokens, id, token.clone());
        Ok(Some(UsableWebhook { place, id, token }))
    }

    /// Returns a webhook whose token is in memory.
    fn recall_webhook(&self, place: WebhookPlace, id: WebhookId) -> Option<UsableWebhook> {
        let token = lock_unpoisoned(&self.webhook_tokens).get(&id).cloned()?;
        Some(UsableWebhook { place, id, token })
    }

    /// Forgets a webhook that Discord does not know, or not with this token.
    fn forget_webhook(&self, webhook: &UsableWebhook) {
        lock_unpoisoned(&self.webhook_tokens).remove(&webhook.id);
        let mut webhooks = lock_unpoisoned(&self.webhooks);
        if webhooks.get(&webhook.place.parent) == Some(&webhook.id) {
            webhooks.remove(&webhook.place.parent);
        }
    }

    /// Returns whether the bot's application is the one with this id.
    fn is_own_application(&self, application: Option<ApplicationId>) -> bool {
        application.is_some() && application == self.http.application_id()
    }

    /// Returns the bot's own webhooks of a channel, the oldest first; `None` if the bot may not
    /// see them.
    async fn list_own_webhooks_if_allowed(
        &self,
        parent: ChannelId,
    ) -> serenity::Result<Option<Vec<(WebhookId, String)>>> {
        let request = Request::new(Route::ChannelWebhooks { channel_id: parent }, LightMethod::Get);
        self.wait_for_request_slot().await;
        let all = match self.http.fire::<Vec<OwnWebhook>>(request).await {
            Ok(all) => all,
            Err(error) if is_refused_for_good(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut webhooks = Vec::new();
        for webhook in all {
            if self.is_own_application(webhook.application_id)
                && let Some(token) = webhook.token
            {
                webhooks.push((webhook.id, token));
            }
        }
        // A lower id is older.
        webhooks.sort();
        Ok(Some(webhooks))
    }

    /// Makes a webhook of the bot for a channel. `None` if the bot may make none there.
    async fn create_webhook_if_allowed(
        &self,
        parent: ChannelId,
    ) -> serenity::Result<Option<(WebhookId, String)>> {
        let body = json!({ "name": WEBHOOK_NAME }).to_string().into_bytes();
        let route = Route::ChannelWebhooks { channel_id: parent };
        let request = Request::new(route, LightMethod::Post).body(Some(body));
        self.wait_for_request_slot().await;
        match self.http.fire::<OwnWebhook>(request).await {
            Ok(webhook) => Ok(webhook.token.map(|token| (webhook.id, token))),
            Err(error) if is_refused_for_good(&error) => {
                tracing::info!(
                    %error, channel = parent.get(),
                    "could not create a webhook; posting words in character as embeds"
                );
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns where webhooks post for a channel: the channel itself, or for a thread its parent
    /// and the thread. The answer is remembered.
    async fn find_webhook_place(&self, channel: ChannelId) -> serenity::Result<WebhookPlace> {
        let known = lock_unpoisoned(&self.webhook_places).get(&channel).copied();
        if let Some(place) = known {
            return Ok(place);
        }
        let request = Request::new(Route::Channel { channel_id: channel }, LightMethod::Get);
        self.wait_for_request_slot().await;
        let found = self.http.fire::<ChannelWithParent>(request).await?;
        let place = match found.parent_id.filter(|_| found.is_thread()) {
            Some(parent) => WebhookPlace { parent, thread: Some(channel) },
            None => WebhookPlace { parent: channel, thread: None },
        };
        insert_clearing_when_full(&self.webhook_places, channel, place);
        Ok(place)
    }
}

/// What an earlier try has posted.
struct EarlierPost {
    message: MessageRef,
    /// Empty for an embed.
    content: String,
}

impl EarlierPost {
    /// Returns it as delivered. If it may show other words, the next try edits it.
    fn to_delivered(&self, card: &SpeechCard) -> DeliveredMessage {
        let has_words = self.content.trim() == speech::format_for_webhook(card).trim();
        let content_hash = has_words.then(|| hash_speech(card));
        DeliveredMessage { message: self.message, content_hash }
    }
}

/// An edit of a post with a new body, or its deletion.
struct RequestAboutPost {
    channel: ChannelId,
    webhook: WebhookId,
    message: MessageId,
    edited_body: Option<Vec<u8>>,
}

/// What became of a request through a webhook.
enum WebhookUse {
    Done,
    /// The webhook does not exist any more, or the bot may not use it.
    WebhookGone,
}

/// Returns an id of Discord's that is smaller than that of every message posted for a row of the
/// outbox. The row was made at this time, in milliseconds since 1970.
fn first_id_of_earlier_tries(enqueued_millis: i64) -> u64 {
    let earliest = enqueued_millis - MAX_CLOCK_DIFFERENCE.as_millis() as i64;
    (earliest - DISCORD_EPOCH_MILLIS).max(0).cast_unsigned() << 22
}

/// Returns how long a response asks to wait, in its header `Retry-After`. `None` if it does not, or
/// in another form than seconds.
fn parse_retry_after(response: &Response) -> Option<Duration> {
    let header = response.headers().get(RETRY_AFTER)?;
    let seconds: f64 = header.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Returns whether Discord refuses a request in a way that no later try changes.
fn is_refused_for_good(error: &serenity::Error) -> bool {
    matches!(classify_error(error), RequestFailure::ChannelClosed(_) | RequestFailure::Permanent)
}

/// Hashes the words themselves, without name and picture.
fn hash_speech(card: &SpeechCard) -> i64 {
    hash_parts(std::iter::once(card.text.clone().into_bytes()))
}

fn to_message_ref(channel: ChannelId, message: MessageId) -> MessageRef {
    MessageRef {
        channel: stored::ChannelId(channel.get()),
        message: stored::MessageId(message.get()),
    }
}
