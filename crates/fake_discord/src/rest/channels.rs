//! Channels and threads, their messages and pins.

use serde_json::{Value, json};

use super::{
    ApiRequest, ApiResult, no_content_response, ok_response, parse_path_id,
    report_unknown_message_fields,
};
use crate::api_error::ApiError;
use crate::gateway;
use crate::interactions;
use crate::limits::FormValidator;
use crate::limits::messages::{MessageRequestKind, check_message_body};
use crate::messages::{self, MessageChangeKind, StoredMessage};
use crate::payloads;
use crate::permissions;
use crate::snowflake::{Snowflake, format_timestamp};
use crate::state::{ChannelKind, DiscordState};

/// The same nonce within this time is the same message.
const NONCE_WINDOW_MS: i64 = 3 * 60 * 1_000;
const HOUR_MS: i64 = 60 * 60 * 1_000;
const MAX_PINS: usize = 250;

pub(super) fn handle_channel_request(
    state: &mut DiscordState,
    call: &mut ApiRequest,
    channel: Snowflake,
    path: &[&str],
) -> ApiResult {
    state.channel_or_refuse(channel)?;
    match (call.method.as_str(), path) {
        ("GET", []) => {
            state.check_bot_permissions(channel, 0)?;
            ok_response(payloads::channel_json(state, state.channel_or_refuse(channel)?))
        }
        ("PATCH", []) => edit_thread(state, call, channel),
        ("DELETE", []) => delete_thread(state, channel),
        ("POST", ["typing"]) => {
            check_can_send(state, channel)?;
            no_content_response()
        }
        ("POST", ["messages"]) => create_message(state, call, channel),
        ("GET", ["messages"]) => list_messages(state, call, channel),
        (_, ["messages", "pins", rest @ ..]) => {
            handle_pins_request(state, call, channel, rest, true)
        }
        (_, ["pins", rest @ ..]) => handle_pins_request(state, call, channel, rest, false),
        ("GET", ["messages", message]) => {
            state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
            let message =
                messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?;
            ok_response(payloads::message_json(state, message))
        }
        ("PATCH", ["messages", message]) => {
            edit_message(state, call, channel, parse_path_id(message)?)
        }
        ("DELETE", ["messages", message]) => {
            state.check_bot_permissions(channel, 0)?;
            let message =
                messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?;
            let (id, is_own) = (message.id, message.author == state.bot_id);
            if !is_own {
                state.check_bot_permissions(channel, permissions::MANAGE_MESSAGES)?;
            }
            messages::delete_message(state, id);
            no_content_response()
        }
        ("PUT", ["messages", message, "reactions", emoji, "@me"]) => {
            state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
            state.check_bot_permissions(channel, permissions::ADD_REACTIONS)?;
            let message =
                messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?.id;
            messages::add_bot_reaction(state, message, &decode_percent(emoji))?;
            no_content_response()
        }
        ("POST", ["threads"]) => start_thread(state, call, channel, None),
        ("POST", ["messages", message, "threads"]) => {
            let message =
                messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?.id;
            start_thread(state, call, channel, Some(message))
        }
        ("PUT" | "DELETE", ["thread-members", _]) => match state.channel_or_refuse(channel)?.kind {
            ChannelKind::Thread { .. } => no_content_response(),
            _ => Err(wrong_channel_type_error()),
        },
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// A segment of a path without its `%` escapes.
fn decode_percent(segment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = segment.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).filter(|_| *first == b'%');
        let digits = escaped.and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wrong_channel_type_error() -> ApiError {
    ApiError::new(400, 50024, "Cannot execute action on this channel type")
}

fn check_can_send(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    messages::check_accepts_dms(state, channel)?;
    let sending = match state.channel_or_refuse(channel)?.kind {
        ChannelKind::Thread { .. } => permissions::SEND_MESSAGES_IN_THREADS,
        ChannelKind::Text | ChannelKind::Dm { .. } => permissions::SEND_MESSAGES,
    };
    state.check_bot_permissions(channel, sending)?;
    if state.channel_or_refuse(channel)?.is_locked {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    Ok(())
}

fn create_message(
    state: &mut DiscordState,
    call: &mut ApiRequest,
    channel: Snowflake,
) -> ApiResult {
    let files = std::mem::take(&mut call.files);
    let body = call.body_or_refuse()?;
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check_message_body(body, MessageRequestKind::Channel, "", &numbers)?;
    report_unknown_message_fields(state, MessageRequestKind::Channel, &unknown);
    check_can_send(state, channel)?;
    let says = |key: &str| body[key].as_array().is_some_and(|list| !list.is_empty());
    if says("embeds") {
        state.check_bot_permissions(channel, permissions::EMBED_LINKS)?;
    }
    if !files.is_empty() {
        state.check_bot_permissions(channel, permissions::ATTACH_FILES)?;
    }
    let now = state.now_ms();
    let nonce = body.get("nonce").filter(|nonce| !nonce.is_null()).cloned();
    let enforced = nonce.as_ref().filter(|_| body["enforce_nonce"] == true);
    let key = enforced.map(|nonce| (channel, nonce.to_string()));
    if let Some((first, at)) = key.as_ref().and_then(|key| state.nonces.get(key))
        && now - at < NONCE_WINDOW_MS
        && let Some(first) = state.messages.get(first)
    {
        return ok_response(payloads::message_json(state, first));
    }
    let id = state.next_snowflake();
    let mut message = StoredMessage::new(id, channel, state.bot_id);
    message.nonce = nonce;
    message.is_tts = body["tts"] == true;
    message.reference = resolve_reference(state, channel, body)?;
    if message.reference.is_some() {
        message.kind = 19;
    }
    messages::apply_body(state, &mut message, body, files)?;
    if let Some(thread) = state.channels.get_mut(&channel) {
        thread.is_archived = false;
    }
    messages::post_message(state, message);
    if let Some(key) = key {
        state.nonces.insert(key, (id, now));
    }
    ok_response(payloads::message_json(state, &state.messages[&id]))
}

/// The message that is replied to.
fn resolve_reference(
    state: &DiscordState,
    channel: Snowflake,
    body: &Value,
) -> Result<Option<Value>, ApiError> {
    let Some(wanted) = body.get("message_reference").filter(|wanted| !wanted.is_null()) else {
        return Ok(None);
    };
    let target = payloads::parse_id(wanted.get("message_id"));
    match target.map(|target| messages::public_message_or_refuse(state, channel, target)) {
        Some(Ok(target)) => {
            Ok(Some(json!({"type": 0, "channel_id": channel, "message_id": target.id})))
        }
        _ if wanted["fail_if_not_exists"] == false => Ok(None),
        _ => Err(ApiError::invalid_field(
            "message_reference",
            "REPLIES_UNKNOWN_MESSAGE",
            "Unknown message",
        )),
    }
}

fn list_messages(state: &DiscordState, call: &ApiRequest, channel: Snowflake) -> ApiResult {
    state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
    let limit = call.query_parameter("limit").map_or(Ok(50), str::parse::<usize>).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        let message = "int value should be between 1 and 100.";
        return Err(ApiError::invalid_field("limit", "NUMBER_TYPE_MAX", message));
    }
    let bound = |name: &str| call.query_parameter(name).and_then(Snowflake::parse);
    let (before, after) = (bound("before"), bound("after"));
    let within = |id: &Snowflake| before.is_none_or(|b| *id < b) && after.is_none_or(|a| *id > a);
    let ids = &state.channel_or_refuse(channel)?.messages;
    let public = ids.iter().filter(|id| within(id));
    let mut public: Vec<&StoredMessage> = public
        .filter_map(|id| messages::public_message_or_refuse(state, channel, *id).ok())
        .collect();
    // Newest first; `after` takes those nearest to its bound.
    if after.is_some() {
        public.truncate(limit);
    }
    let newest = public.into_iter().rev().take(limit);
    ok_response(newest.map(|message| payloads::message_json(state, message)).collect())
}

fn edit_message(
    state: &mut DiscordState,
    call: &mut ApiRequest,
    channel: Snowflake,
    message: Snowflake,
) -> ApiResult {
    state.check_bot_permissions(channel, 0)?;
    let target = messages::public_message_or_refuse(state, channel, message)?;
    if target.author != state.bot_id {
        let message = "Cannot edit a message authored by another user";
        return Err(ApiError::new(403, 50005, message));
    }
    let now = state.now_ms();
    let is_old = now - target.posted_ms > HOUR_MS;
    let lately = target.late_edits_ms.iter().filter(|&&at| now - at < HOUR_MS).count();
    if is_old && lately >= state.max_old_edits_per_hour {
        messages::record_change(state, message, MessageChangeKind::EditRefused);
        return Err(too_many_edits_error());
    }
    let files = std::mem::take(&mut call.files);
    let carrier = MessageRequestKind::ChannelEdit;
    let unknown =
        interactions::edit_message(state, message, call.body_or_refuse()?, files, carrier, "")?;
    report_unknown_message_fields(state, carrier, &unknown);
    if let Some(edited) = state.messages.get_mut(&message).filter(|_| is_old) {
        edited.late_edits_ms.retain(|&at| now - at < HOUR_MS);
        edited.late_edits_ms.push(now);
    }
    messages::record_change(
        state,
        message,
        if is_old { MessageChangeKind::EditedLate } else { MessageChangeKind::Edited },
    );
    ok_response(payloads::message_json(state, &state.messages[&message]))
}

fn too_many_edits_error() -> ApiError {
    let message = "Maximum number of edits to messages older than 1 hour reached. Try again later.";
    let mut refusal = ApiError::new(429, 30046, message);
    refusal.body["retry_after"] = json!(600.0);
    refusal.body["global"] = json!(false);
    refusal
}

/// Pins, by the new paths (`is_new`) and the old ones.
fn handle_pins_request(
    state: &mut DiscordState,
    call: &ApiRequest,
    channel: Snowflake,
    path: &[&str],
    is_new_path: bool,
) -> ApiResult {
    match (call.method.as_str(), path) {
        ("GET", []) => {
            state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
            let pinned = pinned_messages(state, channel)?;
            let shown = pinned.iter().map(|(message, at)| {
                let message = payloads::message_json(state, message);
                if is_new_path {
                    json!({"pinned_at": format_timestamp(*at), "message": message})
                } else {
                    message
                }
            });
            let shown: Vec<Value> = shown.collect();
            ok_response(if is_new_path {
                json!({"items": shown, "has_more": false})
            } else {
                json!(shown)
            })
        }
        ("PUT" | "DELETE", [message]) => {
            let message = parse_path_id(message)?;
            state.check_bot_permissions(channel, permissions::PIN_MESSAGES)?;
            let was =
                messages::public_message_or_refuse(state, channel, message)?.pinned_ms.is_some();
            let wanted = call.method == "PUT";
            if wanted && !was {
                pin_message(state, channel, message)?;
            } else if let Some(stored) = state.messages.get_mut(&message).filter(|_| !wanted) {
                stored.pinned_ms = None;
            }
            no_content_response()
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// The pinned messages of a channel, the newest pin first.
fn pinned_messages(
    state: &DiscordState,
    channel: Snowflake,
) -> Result<Vec<(&StoredMessage, i64)>, ApiError> {
    let messages = state.channel_or_refuse(channel)?.messages.iter();
    let messages =
        messages.filter_map(|id| messages::public_message_or_refuse(state, channel, *id).ok());
    let mut pinned: Vec<_> = messages.filter_map(|m| Some((m, m.pinned_ms?))).collect();
    pinned.sort_by_key(|(message, at)| std::cmp::Reverse((*at, message.id)));
    Ok(pinned)
}

/// Pins a message, which the channel shows as a notice.
fn pin_message(
    state: &mut DiscordState,
    channel: Snowflake,
    message: Snowflake,
) -> Result<(), ApiError> {
    if pinned_messages(state, channel)?.len() >= MAX_PINS {
        return Err(ApiError::new(400, 30003, "Maximum number of pins reached (250)"));
    }
    let now = state.now_ms();
    if let Some(stored) = state.messages.get_mut(&message) {
        stored.pinned_ms = Some(now);
    }
    let notice = state.next_snowflake();
    let mut notice = StoredMessage::new(notice, channel, state.bot_id);
    notice.kind = 6;
    notice.reference = Some(json!({"type": 0, "channel_id": channel, "message_id": message}));
    messages::post_message(state, notice);
    Ok(())
}

fn start_thread(
    state: &mut DiscordState,
    call: &ApiRequest,
    parent: Snowflake,
    source_message: Option<Snowflake>,
) -> ApiResult {
    let (guild, kind) =
        (state.channel_or_refuse(parent)?.guild, state.channel_or_refuse(parent)?.kind);
    if kind != ChannelKind::Text {
        return Err(wrong_channel_type_error());
    }
    let body = call.body_or_refuse()?;
    let mut form = FormValidator::default();
    if let Some(body) = form.check_object("", body) {
        let known = ["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"];
        form.record_unknown_fields("", body, &known);
        form.check_required("", body, "name");
        form.check_text("", body, "name", 1, 100);
        form.check_choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
        form.check_integer("", body, "rate_limit_per_user", 0, 21_600);
        form.check_choice("", body, "type", &[11, 12]);
    }
    let unknown = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "thread", &unknown);
    // Without a message a thread is private unless the body says otherwise.
    let private = source_message.is_none() && body["type"].as_u64() != Some(11);
    state.check_bot_permissions(
        parent,
        if private {
            permissions::CREATE_PRIVATE_THREADS
        } else {
            permissions::CREATE_PUBLIC_THREADS
        },
    )?;
    let name = body["name"].as_str().unwrap_or("").to_owned();
    let owner = state.bot_id;
    let kind = ChannelKind::Thread { parent, owner, is_private: private };
    let thread = match source_message {
        // A thread on a message has the message's id.
        Some(message) if !state.channels.contains_key(&message) => {
            let made = state.add_channel(guild, kind, &name);
            if let Some(mut channel) = state.channels.remove(&made) {
                channel.id = message;
                state.channels.insert(message, channel);
            }
            message
        }
        Some(_) => {
            let message = "A thread has already been created for this message";
            return Err(ApiError::new(400, 160_004, message));
        }
        None => state.add_channel(guild, kind, &name),
    };
    let shown = payloads::channel_json(state, state.channel_or_refuse(thread)?);
    gateway::dispatch_event(state, guild, "THREAD_CREATE", &shown);
    Ok(super::ApiResponse { status: 201, body: Some(shown) })
}

/// Archives, locks or renames a thread.
fn edit_thread(state: &mut DiscordState, call: &ApiRequest, channel: Snowflake) -> ApiResult {
    let (guild, kind) =
        (state.channel_or_refuse(channel)?.guild, state.channel_or_refuse(channel)?.kind);
    let ChannelKind::Thread { owner, .. } = kind else { return Err(wrong_channel_type_error()) };
    let body = call.body_or_refuse()?;
    let mut form = FormValidator::default();
    if let Some(body) = form.check_object("", body) {
        let known = ["name", "archived", "locked", "auto_archive_duration", "invitable"];
        form.record_unknown_fields("", body, &known);
        form.check_text("", body, "name", 1, 100);
        form.check_flag("", body, "archived");
        form.check_flag("", body, "locked");
        form.check_choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
    }
    let unknown = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "thread", &unknown);
    // To open a thread again that nobody has locked takes no more than to write in it.
    let opens = body.as_object().is_some_and(|body| body.len() == 1 && body["archived"] == false)
        && !state.channel_or_refuse(channel)?.is_locked;
    if opens {
        state.check_bot_permissions(channel, permissions::SEND_MESSAGES_IN_THREADS)?;
    } else if owner != state.bot_id || body.get("locked").is_some_and(|locked| !locked.is_null()) {
        state.check_bot_permissions(channel, permissions::MANAGE_THREADS)?;
    }
    if let Some(thread) = state.channels.get_mut(&channel) {
        if let Some(name) = body["name"].as_str() {
            thread.name = name.to_owned();
        }
        thread.is_archived = body["archived"].as_bool().unwrap_or(thread.is_archived);
        thread.is_locked = body["locked"].as_bool().unwrap_or(thread.is_locked);
    }
    let shown = payloads::channel_json(state, state.channel_or_refuse(channel)?);
    gateway::dispatch_event(state, guild, "THREAD_UPDATE", &shown);
    ok_response(shown)
}

/// Deletes a thread. Of other channels the bot is no manager.
fn delete_thread(state: &mut DiscordState, channel: Snowflake) -> ApiResult {
    let guild = state.channel_or_refuse(channel)?.guild;
    match state.channel_or_refuse(channel)?.kind {
        ChannelKind::Thread { .. } => {
            state.check_bot_permissions(channel, permissions::MANAGE_THREADS)?
        }
        ChannelKind::Text | ChannelKind::Dm { .. } => return Err(ApiError::missing_permissions()),
    }
    let shown = payloads::channel_json(state, state.channel_or_refuse(channel)?);
    state.channels.remove(&channel);
    gateway::dispatch_event(state, guild, "THREAD_DELETE", &shown);
    ok_response(shown)
}
