//! Posts what characters say: through a webhook of the bot's, under the character's name and
//! picture, or where it may manage no webhooks as an embed of its own.
//!
//! There is one webhook a channel, which also serves its threads. It is found again by the
//! application that made it, and made anew if somebody deletes it. Discord knows no nonces of
//! webhooks: whether an earlier try has arrived is looked up in the channel.

use serde::Deserialize;
use serde_json::json;
use serenity::all::{ApplicationId, ChannelId, MessageId, WebhookId};
use serenity::http::{LightMethod, Request, Route};

use super::super::error::{ClosedChannelReason, RequestFailure, classify_error};
use super::super::messages::speech;
use super::{
    CreatedObject, DiscordSender, SendFailure, hash_parts, lock_unpoisoned, to_discord_ids,
};
use super::{insert_clearing_when_full, stored};
use app::outbox::{Audience, DeliveredMessage, Delivery, MessageRef, Presentation};
use app::speech::SpeechCard;

/// The name of the bot's webhooks in the settings of a channel.
const WEBHOOK_NAME: &str = "Riposte";

/// How many of the last messages are searched for one that an earlier try has posted.
const SEARCHED_MESSAGES: u8 = 50;

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
    fn parameters(self, wait: bool) -> Vec<(&'static str, String)> {
        let wait = wait.then(|| ("wait", "true".to_string()));
        let thread = self.thread.map(|thread| ("thread_id", thread.get().to_string()));
        wait.into_iter().chain(thread).collect()
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

/// A message, as far as it says who posted it.
#[derive(Deserialize)]
struct PostedMessage {
    id: MessageId,
    webhook_id: Option<WebhookId>,
    application_id: Option<ApplicationId>,
    author: PostAuthor,
}

#[derive(Deserialize)]
struct PostAuthor {
    username: String,
}

impl DiscordSender {
    /// Posts words in character, or edits their message.
    pub(super) async fn send_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
    ) -> Result<DeliveredMessage, SendFailure> {
        let Audience::Channel(channel) = delivery.audience else { return Err(SendFailure::Empty) };
        let channel = ChannelId::new(channel.0);
        let outcome = match delivery.edit_target {
            Some((target, shown_hash)) => {
                let edited = self.edit_speech(delivery, card, target, shown_hash).await;
                if edited
                    .as_ref()
                    .is_err_and(|error| classify_error(error) == RequestFailure::EditLimitReached)
                {
                    self.replace_uneditable_speech(delivery, card, target).await
                } else {
                    edited
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

    /// Deletes the message of words in character. One that does not exist any more counts as
    /// deleted.
    pub(super) async fn delete_speech(&self, target: MessageRef) -> serenity::Result<()> {
        let (channel, message) = to_discord_ids(target);
        let Some(posted) = self.fetch_posted_message(channel, message).await? else {
            return Ok(());
        };
        let webhook = match posted.webhook_id {
            Some(id) => self.find_webhook_by_id(channel, id).await?,
            None => None,
        };
        // Without its webhook it is deleted like anybody's message, which needs a permission.
        let Some((place, id, token)) = webhook else {
            return self.delete_if_exists(target).await;
        };
        self.wait_for_request_slot().await;
        let outcome = self.http.delete_webhook_message(id, place.thread, &token, message).await;
        match outcome {
            Err(error) if classify_error(&error) == RequestFailure::MessageDeleted => Ok(()),
            outcome => outcome,
        }
    }

    async fn post_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        channel: ChannelId,
    ) -> serenity::Result<DeliveredMessage> {
        if delivery.may_be_duplicate
            && let Some(message) = self.find_earlier_post(channel, card).await?
        {
            // It may show earlier words; the next try edits it.
            return Ok(DeliveredMessage { message, content_mark: None });
        }
        for _ in 0..2 {
            let Some((place, id, token)) = self.find_or_create_webhook(channel).await? else {
                break;
            };
            match self.execute_webhook(place, id, &token, card).await {
                Ok(message) => {
                    let message = to_message_ref(channel, message);
                    return Ok(DeliveredMessage { message, content_mark: Some(hash_of(card)) });
                }
                Err(error) => match classify_error(&error) {
                    // Somebody has deleted it: it is made anew.
                    RequestFailure::WebhookGone | RequestFailure::InteractionExpired => {
                        lock_unpoisoned(&self.webhooks).remove(&place.parent);
                    }
                    // The embed has less that Discord might not take.
                    RequestFailure::InvalidPayload => break,
                    _ => return Err(error),
                },
            }
        }
        let rendered = speech::render_as_embed(card, delivery.presentation);
        match self.post_message(delivery, &rendered).await {
            // The bot may have no permission for embeds.
            Err(error)
                if matches!(
                    classify_error(&error),
                    RequestFailure::InvalidPayload
                        | RequestFailure::ChannelClosed(ClosedChannelReason::MissingPermission)
                ) =>
            {
                let text = speech::render_as_embed(card, Presentation::PlainText);
                self.post_message(delivery, &text).await
            }
            outcome => outcome,
        }
    }

    /// Edits the message of words in character. Nothing is sent if it shows them already.
    async fn edit_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        target: MessageRef,
        shown_hash: Option<i64>,
    ) -> serenity::Result<DeliveredMessage> {
        let delivered = DeliveredMessage { message: target, content_mark: Some(hash_of(card)) };
        if shown_hash == delivered.content_mark {
            return Ok(delivered);
        }
        let (channel, message) = to_discord_ids(target);
        let posted = self.fetch_posted_message(channel, message).await?;
        let Some(webhook) = posted.and_then(|posted| posted.webhook_id) else {
            let rendered = speech::render_as_embed(card, delivery.presentation);
            return self
                .edit_if_changed_or_delete_uneditable(delivery, target, &rendered, shown_hash)
                .await;
        };
        let Some((place, id, token)) = self.find_webhook_by_id(channel, webhook).await? else {
            // Nobody can edit what a webhook has posted that is gone.
            return self.replace_uneditable_speech(delivery, card, target).await;
        };
        let body = json!({
            "content": speech::format_for_webhook(card),
            "allowed_mentions": { "parse": [] },
        });
        let route = Route::WebhookMessage { webhook_id: id, token: &token, message_id: message };
        let request = Request::new(route, LightMethod::Patch)
            .params(Some(place.parameters(false)))
            .body(Some(body.to_string().into_bytes()));
        self.wait_for_request_slot().await;
        self.http.fire::<CreatedObject<MessageId>>(request).await?;
        Ok(delivered)
    }

    /// Posts words again whose message takes no edits, once that message is deleted.
    async fn replace_uneditable_speech(
        &self,
        delivery: &Delivery,
        card: &SpeechCard,
        target: MessageRef,
    ) -> serenity::Result<DeliveredMessage> {
        self.delete_speech(target).await?;
        let (channel, _) = to_discord_ids(target);
        self.post_speech(delivery, card, channel).await
    }

    /// Posts through a webhook, and returns the message. It pings whom it names, as if a person had
    /// written it, and never everybody or a role.
    async fn execute_webhook(
        &self,
        place: WebhookPlace,
        webhook: WebhookId,
        token: &str,
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
        let route = Route::WebhookWithToken { webhook_id: webhook, token };
        let request = Request::new(route, LightMethod::Post)
            .params(Some(place.parameters(true)))
            .body(Some(body.to_string().into_bytes()));
        self.wait_for_request_slot().await;
        Ok(self.http.fire::<CreatedObject<MessageId>>(request).await?.id)
    }

    /// Returns the message that an earlier try has posted under this name without an answer, if
    /// there is one: none of the bot's messages in the channel that it knows of.
    async fn find_earlier_post(
        &self,
        channel: ChannelId,
        card: &SpeechCard,
    ) -> serenity::Result<Option<MessageRef>> {
        let request =
            Request::new(Route::ChannelMessages { channel_id: channel }, LightMethod::Get)
                .params(Some(vec![("limit", SEARCHED_MESSAGES.to_string())]));
        self.wait_for_request_slot().await;
        let latest = match self.http.fire::<Vec<PostedMessage>>(request).await {
            Ok(latest) => latest,
            // Better twice than never.
            Err(error) if matches!(classify_error(&error), RequestFailure::ChannelClosed(_)) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let name = speech::format_webhook_name(&card.name);
        for posted in latest {
            let is_own =
                posted.webhook_id.is_some() && self.is_own_application(posted.application_id);
            let message = to_message_ref(channel, posted.id);
            if is_own
                && posted.author.username == name
                && !self.app.is_known_message(message).await.unwrap_or(true)
            {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Returns who has posted a message, or `None` if it does not exist any more.
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
    async fn find_or_create_webhook(
        &self,
        channel: ChannelId,
    ) -> serenity::Result<Option<(WebhookPlace, WebhookId, String)>> {
        let place = self.find_webhook_place(channel).await?;
        let known = lock_unpoisoned(&self.webhooks).get(&place.parent).cloned();
        if let Some((id, token)) = known {
            return Ok(Some((place, id, token)));
        }
        let Some(found) = self.list_own_webhooks(place.parent).await? else { return Ok(None) };
        let webhook = match found.into_iter().next() {
            Some(webhook) => webhook,
            None => match self.create_webhook(place.parent).await? {
                Some(webhook) => webhook,
                None => return Ok(None),
            },
        };
        insert_clearing_when_full(&self.webhooks, place.parent, webhook.clone());
        let (id, token) = webhook;
        Ok(Some((place, id, token)))
    }

    /// Returns the webhook of the bot's with this id, and where it posts; `None` for one that is
    /// gone or that the bot may not see.
    async fn find_webhook_by_id(
        &self,
        channel: ChannelId,
        id: WebhookId,
    ) -> serenity::Result<Option<(WebhookPlace, WebhookId, String)>> {
        let place = self.find_webhook_place(channel).await?;
        let listed = self.list_own_webhooks(place.parent).await?;
        let found = listed.into_iter().flatten().find(|(known, _)| *known == id);
        Ok(found.map(|(id, token)| (place, id, token)))
    }

    /// Returns whether the bot's application is the one with this id.
    fn is_own_application(&self, application: Option<ApplicationId>) -> bool {
        application.is_some() && application == self.http.application_id()
    }

    /// Returns the bot's own webhooks of a channel, the oldest first; `None` if the bot may not
    /// see them.
    async fn list_own_webhooks(
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
        let mut webhooks: Vec<_> = all
            .into_iter()
            .filter(|webhook| self.is_own_application(webhook.application_id))
            .filter_map(|webhook| Some((webhook.id, webhook.token?)))
            .collect();
        webhooks.sort();
        Ok(Some(webhooks))
    }

    async fn create_webhook(
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
                tracing::info!(%error, channel = parent.get(), "no webhook: words are embeds");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the channel whose webhooks post in a channel or thread.
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

/// Returns whether Discord refuses a request in a way that no later try changes.
fn is_refused_for_good(error: &serenity::Error) -> bool {
    matches!(classify_error(error), RequestFailure::ChannelClosed(_) | RequestFailure::Permanent)
}

fn hash_of(card: &SpeechCard) -> i64 {
    hash_parts(std::iter::once(card.text.clone().into_bytes()))
}

fn to_message_ref(channel: ChannelId, message: MessageId) -> MessageRef {
    MessageRef {
        channel: stored::ChannelId(channel.get()),
        message: stored::MessageId(message.get()),
    }
}
