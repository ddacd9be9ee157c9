//! Incoming webhooks: those of a channel, and the messages that are posted through them.
//!
//! A webhook posts in its channel and in the threads of it, under any name. Whoever has its token
//! needs no permission. It outlives a restart of the bot, but anybody who manages webhooks may
//! delete it.

use std::collections::VecDeque;

use axum::http::Method;
use serde_json::{Value, json};

use super::channels::check_allowed_by_automod;
use super::webhooks::message_response;
use super::{
    ApiRequest, ApiResult, no_content_response, ok_response, parse_path_id,
    report_unknown_message_fields,
};
use crate::api_error::ApiError;
use crate::interactions;
use crate::limits::FormValidator;
use crate::limits::messages::{MessageRequestKind, check_message_body};
use crate::messages::{self, StoredMessage, WebhookAuthor};
use crate::payloads;
use crate::permissions;
use crate::snowflake::Snowflake;
use crate::state::{ChannelKind, DiscordState, IncomingWebhook};

/// How many webhooks a channel may have.
const MAX_WEBHOOKS: usize = 15;

/// How many requests through a webhook are allowed in how many milliseconds.
const MAX_REQUESTS: usize = 5;
const REQUEST_PERIOD_MS: i64 = 2000;

/// How many posts of webhooks in a channel are allowed in how many milliseconds.
const MAX_POSTS: usize = 30;
const POST_PERIOD_MS: i64 = 60_000;

/// What no name of a webhook may contain, in any case.
const FORBIDDEN_IN_NAMES: [&str; 2] = ["clyde", "discord"];

/// Lists or creates the webhooks of a channel.
pub(super) fn handle_channel_webhooks(
    state: &mut DiscordState,
    request: &ApiRequest,
    channel: Snowflake,
) -> ApiResult {
    state.check_bot_permissions(channel, permissions::MANAGE_WEBHOOKS)?;
    match state.channel_or_refuse(channel)?.kind {
        ChannelKind::Text | ChannelKind::Forum => {}
        ChannelKind::Dm { .. } | ChannelKind::Thread { .. } => {
            return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
        }
    }
    let in_channel = || state.webhooks.values().filter(|webhook| webhook.channel == channel);
    match request.method.as_str() {
        "GET" => ok_response(in_channel().map(|webhook| webhook_json(state, webhook)).collect()),
        "POST" if in_channel().count() >= MAX_WEBHOOKS => {
            Err(ApiError::new(400, 30007, "Maximum number of webhooks reached (15)"))
        }
        "POST" => create_webhook(state, request, channel),
        _ => Err(ApiError::unknown_endpoint()),
    }
}

fn create_webhook(state: &mut DiscordState, request: &ApiRequest, channel: Snowflake) -> ApiResult {
    let body = request.body_or_refuse()?;
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object("", body) {
        form.record_unknown_nonempty_fields("", body, &["name", "avatar"]);
        form.check_is_present("", body, "name");
        let name = form.read_text_and_record_bad_length("", body, "name", 1, 80);
        check_webhook_name(&mut form, "name", name);
    }
    let unknown_fields = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "webhook", &unknown_fields);
    let name = body["name"].as_str().unwrap_or_default().to_owned();
    let id = state.add_webhook(channel, &name, Some(state.bot_id));
    ok_response(webhook_json(state, &state.webhooks[&id]))
}

/// Records a problem if Discord forbids the name of a webhook.
fn check_webhook_name(form: &mut FormValidator, path: &str, name: Option<&str>) {
    let Some(name) = name else { return };
    let lowercase = name.to_lowercase();
    if let Some(word) = FORBIDDEN_IN_NAMES.into_iter().find(|word| lowercase.contains(word)) {
        let message = format!("Username cannot contain \"{word}\"");
        form.add_problem(path.into(), "USERNAME_INVALID_CONTAINS", message);
    }
    if name.trim().is_empty() {
        form.add_problem(
            path.into(),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 80 in length.",
        );
    }
}

/// Returns a webhook. Its token is only for the application that made it.
fn webhook_json(state: &DiscordState, webhook: &IncomingWebhook) -> Value {
    let guild = state.channels.get(&webhook.channel).and_then(|channel| channel.guild);
    let mut json = json!({
        "id": webhook.id,
        "type": 1,
        "guild_id": guild,
        "channel_id": webhook.channel,
        "name": webhook.name,
        "avatar": null,
        "application_id": webhook.application,
    });
    if webhook.application == Some(state.bot_id) {
        json["user"] = payloads::user_json_by_id(state, state.bot_id);
        json["token"] = json!(webhook.token);
        json["url"] =
            json!(format!("{}/api/webhooks/{}/{}", state.base_url, webhook.id, webhook.token));
    }
    json
}

/// Handles a request below `/webhooks/{webhook}/{token}`: posts, reads, edits or deletes messages
/// of the webhook.
pub(super) fn handle_incoming_webhook(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    webhook: Snowflake,
    token: &str,
    path: &[&str],
) -> ApiResult {
    let unknown_webhook = || ApiError::new(404, 10015, "Unknown Webhook");
    let stored = state.webhooks.get(&webhook).cloned().ok_or_else(unknown_webhook)?;
    if stored.token != token {
        return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
    }
    let is_post = request.method == Method::POST && path.is_empty();
    check_and_count_webhook_request(state, &stored, is_post)?;
    let channel = find_target_channel(state, request, &stored)?;
    match (request.method.as_str(), path) {
        ("POST", []) => execute_webhook(state, request, &stored, channel),
        (_, ["messages", message]) => {
            let message = own_message_or_refuse(state, webhook, channel, parse_path_id(message)?)?;
            match request.method.as_str() {
                "GET" => message_response(state, message),
                "PATCH" => {
                    let files = std::mem::take(&mut request.files);
                    let body = request.body_or_refuse()?;
                    check_allowed_by_automod(state, channel, body)?;
                    let kind = MessageRequestKind::IncomingWebhookEdit;
                    let unknown_fields = interactions::edit_and_announce_message(
                        state, message, body, files, kind, "",
                    )?;
                    report_unknown_message_fields(state, kind, &unknown_fields);
                    message_response(state, message)
                }
                "DELETE" => {
                    messages::delete_and_announce_message(state, message);
                    no_content_response()
                }
                _ => Err(ApiError::unknown_endpoint()),
            }
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Counts a request through a webhook, and refuses it if there were too many.
fn check_and_count_webhook_request(
    state: &mut DiscordState,
    webhook: &IncomingWebhook,
    is_post: bool,
) -> Result<(), ApiError> {
    let now = state.now_ms();
    let requests = state.webhook_requests.entry(webhook.id).or_default();
    let mut wait =
        prune_times_and_get_rate_limit_wait_ms(requests, now, MAX_REQUESTS, REQUEST_PERIOD_MS);
    if is_post {
        let posts = state.webhook_posts.entry(webhook.channel).or_default();
        wait =
            wait.max(prune_times_and_get_rate_limit_wait_ms(posts, now, MAX_POSTS, POST_PERIOD_MS));
    }
    if wait > 0 {
        return Err(ApiError::rate_limited(wait as f64 / 1000.0));
    }
    state.webhook_requests.entry(webhook.id).or_default().push_back(now);
    if is_post {
        state.webhook_posts.entry(webhook.channel).or_default().push_back(now);
    }
    Ok(())
}

/// Returns how many milliseconds are left until a request is allowed, of which there may be so many
/// in a period. Forgets the times before the period.
fn prune_times_and_get_rate_limit_wait_ms(
    times: &mut VecDeque<i64>,
    now: i64,
    max_in_period: usize,
    period_ms: i64,
) -> i64 {
    // The clock may have been set back.
    times.retain(|time| *time <= now && *time > now - period_ms);
    match times.front() {
        Some(oldest) if times.len() >= max_in_period => oldest + period_ms - now,
        _ => 0,
    }
}

/// Returns where a webhook is to post: in its channel, or in the thread of it that the request
/// names.
fn find_target_channel(
    state: &DiscordState,
    request: &ApiRequest,
    webhook: &IncomingWebhook,
) -> Result<Snowflake, ApiError> {
    let Some(thread) = request.query_parameter("thread_id") else {
        return match state.channel_or_refuse(webhook.channel)?.kind {
            ChannelKind::Forum => Err(ApiError::new(
                400,
                220_001,
                "Webhooks posted to forum channels must have a thread_name or thread_id",
            )),
            _ => Ok(webhook.channel),
        };
    };
    let thread = parse_path_id(thread)?;
    match state.channel_or_refuse(thread)?.kind {
        ChannelKind::Thread { parent, .. } if parent == webhook.channel => Ok(thread),
        _ => Err(ApiError::unknown_channel()),
    }
}

/// Posts a message under the name of the body, or else of the webhook. A post reopens an archived
/// thread, unless that is locked.
fn execute_webhook(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    webhook: &IncomingWebhook,
    channel: Snowflake,
) -> ApiResult {
    let files = std::mem::take(&mut request.files);
    let body = request.body_or_refuse()?;
    let file_numbers: Vec<u64> = files.keys().copied().collect();
    let kind = MessageRequestKind::IncomingWebhook;
    let unknown_fields = check_message_body(body, kind, "", &file_numbers)?;
    report_unknown_message_fields(state, kind, &unknown_fields);
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object("", body) {
        let name = form.read_text_and_record_bad_length("", body, "username", 1, 80);
        check_webhook_name(&mut form, "username", name);
        form.check_optional_url("", body, "avatar_url", 2048, false);
    }
    form.into_unknown_fields_or_refuse()?;
    if state.channel_or_refuse(channel)?.is_locked {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    check_allowed_by_automod(state, channel, body)?;
    let id = state.next_snowflake();
    let mut message = StoredMessage::new(id, channel, webhook.id);
    message.is_tts = body["tts"] == true;
    message.webhook = Some(WebhookAuthor {
        name: body["username"].as_str().unwrap_or(&webhook.name).trim().to_owned(),
        avatar_url: body["avatar_url"].as_str().map(str::to_owned),
        application: webhook.application,
    });
    messages::apply_body_and_check_not_empty(state, &mut message, body, files)?;
    if let Some(thread) = state.channels.get_mut(&channel) {
        thread.is_archived = false;
    }
    messages::store_and_announce_message(state, message);
    if request.query_parameter("wait") == Some("true") {
        message_response(state, id)
    } else {
        no_content_response()
    }
}

/// Returns the message if the webhook has posted it there.
fn own_message_or_refuse(
    state: &DiscordState,
    webhook: Snowflake,
    channel: Snowflake,
    message: Snowflake,
) -> Result<Snowflake, ApiError> {
    let stored = messages::public_message_or_refuse(state, channel, message)?;
    if stored.author == webhook { Ok(message) } else { Err(ApiError::unknown_message()) }
}
