//! The endpoints of channels and threads, their messages and pins.

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
use crate::messages::{self, MessageChangeKind, PIN_NOTICE_TYPE, StoredMessage};
use crate::payloads;
use crate::permissions;
use crate::snowflake::{Snowflake, format_timestamp};
use crate::state::{ChannelKind, DiscordState};

/// How long a message with the same enforced nonce counts as the same message.
const NONCE_WINDOW_MS: i64 = 3 * 60 * 1_000;
const HOUR_MS: i64 = 60 * 60 * 1_000;
const MAX_PINS: usize = 250;
/// How many messages a list has if the request does not say.
const DEFAULT_LIST_LENGTH: usize = 50;

/// Handles a request below `/channels/{channel}`. Requests about a guild in an outage fail.
pub(super) fn handle_channel_request(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    channel: Snowflake,
    path: &[&str],
) -> ApiResult {
    check_guild_is_available(state, channel)?;
    match (request.method.as_str(), path) {
        ("GET", []) => {
            state.check_bot_permissions(channel, 0)?;
            ok_response(payloads::channel_json(state, state.channel_or_refuse(channel)?))
        }
        ("GET", ["thread-members", user]) => {
            state.check_bot_permissions(channel, 0)?;
            thread_member_response(state, channel, parse_path_id(user)?)
        }
        ("PATCH", []) => edit_thread(state, request, channel),
        ("DELETE", []) => delete_thread(state, channel),
        ("POST", ["typing"]) => {
            check_bot_can_send(state, channel)?;
            no_content_response()
        }
        ("POST", ["messages"]) => create_message_unless_nonce_repeats(state, request, channel),
        ("GET", ["messages"]) => list_messages(state, request, channel),
        (_, ["messages", "pins", rest @ ..]) => {
            handle_pins_request(state, request, channel, rest, PinsPath::MessagesPins)
        }
        (_, ["pins", rest @ ..]) => {
            handle_pins_request(state, request, channel, rest, PinsPath::Pins)
        }
        ("GET", ["messages", message]) => get_message(state, channel, message),
        ("PATCH", ["messages", message]) => {
            edit_and_announce_message(state, request, channel, parse_path_id(message)?)
        }
        ("DELETE", ["messages", message]) => delete_message(state, channel, message),
        ("PUT", ["messages", message, "reactions", emoji, "@me"]) => {
            add_own_reaction(state, channel, message, emoji)
        }
        ("POST", ["threads"]) => start_and_announce_thread(state, request, channel, None),
        ("POST", ["messages", message, "threads"]) => {
            let message =
                messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?.id;
            start_and_announce_thread(state, request, channel, Some(message))
        }
        ("PUT" | "DELETE", ["thread-members", _]) => match state.channel_or_refuse(channel)?.kind {
            ChannelKind::Thread { .. } => no_content_response(),
            _ => Err(wrong_channel_type_error()),
        },
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Returns a public message of a channel.
fn get_message(state: &DiscordState, channel: Snowflake, message: &str) -> ApiResult {
    state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
    let message = messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?;
    ok_response(payloads::message_json(state, message))
}

/// Deletes a public message of a channel. For messages of others the bot needs a permission.
fn delete_message(state: &mut DiscordState, channel: Snowflake, message: &str) -> ApiResult {
    state.check_bot_permissions(channel, 0)?;
    let message = messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?;
    let (message_id, is_own) = (message.id, message.author == state.bot_id);
    if !is_own {
        state.check_bot_permissions(channel, permissions::MANAGE_MESSAGES)?;
    }
    messages::delete_and_announce_message(state, message_id);
    no_content_response()
}

/// Adds a reaction of the bot to a public message of a channel. The emoji is percent-encoded.
fn add_own_reaction(
    state: &mut DiscordState,
    channel: Snowflake,
    message: &str,
    emoji: &str,
) -> ApiResult {
    state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
    state.check_bot_permissions(channel, permissions::ADD_REACTIONS)?;
    let message = messages::public_message_or_refuse(state, channel, parse_path_id(message)?)?.id;
    messages::add_bot_reaction(state, message, &decode_percent(emoji))?;
    no_content_response()
}

/// Refuses requests about channels of a guild in an outage.
fn check_guild_is_available(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    let guild = state.channel_or_refuse(channel)?.guild;
    match guild.and_then(|guild| state.guilds.get(&guild)) {
        Some(guild) if guild.is_unavailable => {
            Err(ApiError::new(503, 0, "503: Service Unavailable"))
        }
        _ => Ok(()),
    }
}

/// Refuses to change anything in an archived thread. Whoever lacks a permission cannot change
/// anything in a locked one either.
fn check_thread_is_open(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    let thread = state.channel_or_refuse(channel)?;
    let is_shut = thread.is_locked && thread.bot_permissions & permissions::MANAGE_THREADS == 0;
    if thread.is_archived || is_shut {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    Ok(())
}

/// Refuses what AutoMod of the guild does not allow.
pub(super) fn check_allowed_by_automod(
    state: &DiscordState,
    channel: Snowflake,
    body: &Value,
) -> Result<(), ApiError> {
    let guild = state.channel_or_refuse(channel)?.guild;
    let Some(guild) = guild.and_then(|guild| state.guilds.get(&guild)) else { return Ok(()) };
    let text = format!("{} {}", body["content"], body["embeds"]).to_lowercase();
    if guild.blocked_words.iter().any(|word| text.contains(word)) {
        let message = "Message was blocked by automatic moderation";
        return Err(ApiError::new(400, 200_000, message));
    }
    Ok(())
}

/// Decodes the `%` escapes in a segment of a path.
fn decode_percent(segment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = segment.as_bytes();
    while let [first, after @ ..] = rest {
        let escape = after.get(..2).filter(|_| *first == b'%');
        let digits = escape.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wrong_channel_type_error() -> ApiError {
    ApiError::new(400, 50024, "Cannot execute action on this channel type")
}

/// Refuses a post that the bot lacks the permission for, to a user without DMs, or into a locked
/// thread.
fn check_bot_can_send(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    messages::check_accepts_dms(state, channel)?;
    let send_permission = match state.channel_or_refuse(channel)?.kind {
        ChannelKind::Thread { .. } => permissions::SEND_MESSAGES_IN_THREADS,
        ChannelKind::Text | ChannelKind::Dm { .. } => permissions::SEND_MESSAGES,
        ChannelKind::Forum => return Err(wrong_channel_type_error()),
    };
    state.check_bot_permissions(channel, send_permission)?;
    // A post reopens a thread that is archived, unless it is locked.
    let thread = state.channel_or_refuse(channel)?;
    if thread.is_locked && thread.bot_permissions & permissions::MANAGE_THREADS == 0 {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    Ok(())
}

/// Posts a message of the bot. A repeated enforced nonce returns the first message and posts
/// nothing; a post into an archived thread unarchives it.
fn create_message_unless_nonce_repeats(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    channel: Snowflake,
) -> ApiResult {
    let files = std::mem::take(&mut request.files);
    let body = request.body_or_refuse()?;
    let file_numbers: Vec<u64> = files.keys().copied().collect();
    let unknown_fields = check_message_body(body, MessageRequestKind::Channel, "", &file_numbers)?;
    report_unknown_message_fields(state, MessageRequestKind::Channel, &unknown_fields);
    check_bot_can_send(state, channel)?;
    if body["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()) {
        state.check_bot_permissions(channel, permissions::EMBED_LINKS)?;
    }
    if !files.is_empty() {
        state.check_bot_permissions(channel, permissions::ATTACH_FILES)?;
    }
    check_allowed_by_automod(state, channel, body)?;
    let now = state.now_ms();
    let nonce = body.get("nonce").filter(|nonce| !nonce.is_null()).cloned();
    let is_nonce_enforced = body["enforce_nonce"] == true;
    let nonce_key = match &nonce {
        Some(nonce) if is_nonce_enforced => Some((channel, nonce.to_string())),
        _ => None,
    };
    if let Some(nonce_key) = &nonce_key
        && let Some(first_message) = find_recent_message_with_nonce(state, nonce_key, now)
    {
        return ok_response(payloads::message_json(state, first_message));
    }
    let id = state.next_snowflake();
    let mut message = StoredMessage::new(id, channel, state.bot_id);
    message.nonce = nonce;
    message.is_tts = body["tts"] == true;
    message.reference = build_reply_reference(state, channel, body)?;
    if message.reference.is_some() {
        message.kind = interactions::REPLY_TYPE;
    }
    messages::apply_body_and_check_not_empty(state, &mut message, body, files)?;
    if let Some(thread) = state.channels.get_mut(&channel) {
        thread.is_archived = false;
    }
    messages::store_and_announce_message(state, message);
    if let Some(nonce_key) = nonce_key {
        state.nonces.insert(nonce_key, (id, now));
    }
    ok_response(payloads::message_json(state, &state.messages[&id]))
}

/// Returns the message that was posted with this enforced nonce in this channel, if that was within
/// [`NONCE_WINDOW_MS`].
fn find_recent_message_with_nonce<'s>(
    state: &'s DiscordState,
    nonce_key: &(Snowflake, String),
    now: i64,
) -> Option<&'s StoredMessage> {
    let (message, posted_ms) = state.nonces.get(nonce_key)?;
    if now - posted_ms >= NONCE_WINDOW_MS {
        return None;
    }
    state.messages.get(message)
}

/// Returns the `message_reference` of a reply, or `None` if the body replies to nothing.
///
/// # Errors
/// Fails if the bot may not read the message history (Discord's code 160002), or if the message
/// does not exist, unless the body allows that.
fn build_reply_reference(
    state: &DiscordState,
    channel: Snowflake,
    body: &Value,
) -> Result<Option<Value>, ApiError> {
    let reference = &body["message_reference"];
    if reference.is_null() {
        return Ok(None);
    }
    state
        .check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)
        .map_err(|_| ApiError::reply_without_message_history())?;
    let target_id = payloads::parse_id(reference.get("message_id"));
    match target_id.map(|id| messages::public_message_or_refuse(state, channel, id)) {
        Some(Ok(target)) => {
            Ok(Some(json!({"type": 0, "channel_id": channel, "message_id": target.id})))
        }
        _ if reference["fail_if_not_exists"] == false => Ok(None),
        _ => Err(ApiError::invalid_field(
            "message_reference",
            "REPLIES_UNKNOWN_MESSAGE",
            "Unknown message",
        )),
    }
}

/// Lists public messages of a channel between `after` and `before`, at most `limit`.
fn list_messages(state: &DiscordState, request: &ApiRequest, channel: Snowflake) -> ApiResult {
    state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
    let limit = match request.query_parameter("limit") {
        // What is no number is refused, as 0 is.
        Some(limit) => limit.parse::<usize>().unwrap_or(0),
        None => DEFAULT_LIST_LENGTH,
    };
    if !(1..=100).contains(&limit) {
        let message = "int value should be between 1 and 100.";
        return Err(ApiError::invalid_field("limit", "NUMBER_TYPE_MAX", message));
    }
    let id_parameter = |name: &str| request.query_parameter(name).and_then(Snowflake::parse);
    let (before, after) = (id_parameter("before"), id_parameter("after"));
    let is_in_range = |id: Snowflake| {
        before.is_none_or(|before| id < before) && after.is_none_or(|after| id > after)
    };
    let ids = &state.channel_or_refuse(channel)?.messages;
    let mut public_messages: Vec<&StoredMessage> = ids
        .iter()
        .filter(|id| is_in_range(**id))
        .filter_map(|id| messages::public_message_or_refuse(state, channel, *id).ok())
        .collect();
    // The response is newest first, but with `after` it has the messages nearest to that id.
    if after.is_some() {
        public_messages.truncate(limit);
    }
    let newest = public_messages.into_iter().rev().take(limit);
    ok_response(newest.map(|message| payloads::message_json(state, message)).collect())
}

/// Refuses an edit of an old message that was edited too often in the last hour, and records that.
fn check_late_edit_limit_recording_refusal(
    state: &mut DiscordState,
    message: Snowflake,
    now: i64,
) -> Result<(), ApiError> {
    let limit = state.max_old_edits_per_hour;
    let Some(target) = state.messages.get_mut(&message) else { return Ok(()) };
    target.late_edits_ms.retain(|edited_ms| now - edited_ms < HOUR_MS);
    if target.late_edits_ms.len() < limit {
        return Ok(());
    }
    messages::record_public_change(state, message, MessageChangeKind::EditRefused);
    Err(too_many_edits_error())
}

/// Edits a message of the bot, and sends the bot the event. A message older than an hour may be
/// edited only so often in an hour; a refused edit is recorded as a change as well.
fn edit_and_announce_message(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    channel: Snowflake,
    message: Snowflake,
) -> ApiResult {
    state.check_bot_permissions(channel, 0)?;
    check_thread_is_open(state, channel)?;
    let target = messages::public_message_or_refuse(state, channel, message)?;
    if target.author != state.bot_id {
        let message = "Cannot edit a message authored by another user";
        return Err(ApiError::new(403, 50005, message));
    }
    let now = state.now_ms();
    let is_old = now - target.posted_ms > HOUR_MS;
    if is_old {
        check_late_edit_limit_recording_refusal(state, message, now)?;
    }
    let files = std::mem::take(&mut request.files);
    let body = request.body_or_refuse()?;
    check_allowed_by_automod(state, channel, body)?;
    let request_kind = MessageRequestKind::ChannelEdit;
    let unknown_fields =
        interactions::edit_and_announce_message(state, message, body, files, request_kind, "")?;
    report_unknown_message_fields(state, request_kind, &unknown_fields);
    if is_old && let Some(edited) = state.messages.get_mut(&message) {
        edited.late_edits_ms.push(now);
    }
    let change = if is_old { MessageChangeKind::EditedLate } else { MessageChangeKind::Edited };
    messages::record_public_change(state, message, change);
    ok_response(payloads::message_json(state, &state.messages[&message]))
}

fn too_many_edits_error() -> ApiError {
    let message = "Maximum number of edits to messages older than 1 hour reached. Try again later.";
    let mut error = ApiError::new(429, 30046, message);
    error.body["retry_after"] = json!(600.0);
    error.body["global"] = json!(false);
    error
}

/// The path of a request about pins.
#[derive(Clone, Copy, PartialEq)]
enum PinsPath {
    /// The older path `pins`, which lists the messages alone.
    Pins,
    /// The newer path `messages/pins`, which lists them with the times of their pins.
    MessagesPins,
}

/// Returns a member of a thread. Here only its owner is one.
fn thread_member_response(state: &DiscordState, thread: Snowflake, user: Snowflake) -> ApiResult {
    let is_owner =
        |kind: ChannelKind| matches!(kind, ChannelKind::Thread { owner, .. } if owner == user);
    if !is_owner(state.channel_or_refuse(thread)?.kind) {
        return Err(ApiError::new(404, 10007, "Unknown Member"));
    }
    ok_response(json!({
        "id": thread,
        "user_id": user,
        "join_timestamp": format_timestamp(thread.created_ms()),
        "flags": 0,
    }))
}

/// Lists, adds and removes pins.
fn handle_pins_request(
    state: &mut DiscordState,
    request: &ApiRequest,
    channel: Snowflake,
    path: &[&str],
    pins_path: PinsPath,
) -> ApiResult {
    match (request.method.as_str(), path) {
        ("GET", []) => list_pins(state, channel, pins_path),
        ("PUT", [message]) => {
            let message = parse_path_id(message)?;
            state.check_bot_permissions(channel, permissions::PIN_MESSAGES)?;
            let stored = messages::public_message_or_refuse(state, channel, message)?;
            if stored.pinned_ms.is_none() {
                pin_message_and_post_notice(state, channel, message)?;
            }
            no_content_response()
        }
        ("DELETE", [message]) => {
            let message = parse_path_id(message)?;
            state.check_bot_permissions(channel, permissions::PIN_MESSAGES)?;
            messages::public_message_or_refuse(state, channel, message)?;
            if let Some(stored) = state.messages.get_mut(&message) {
                stored.pinned_ms = None;
            }
            no_content_response()
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Lists the pinned messages of a channel in the form of the path, the newest pin first.
fn list_pins(state: &DiscordState, channel: Snowflake, pins_path: PinsPath) -> ApiResult {
    state.check_bot_permissions(channel, permissions::READ_MESSAGE_HISTORY)?;
    let mut plain_messages = Vec::new();
    let mut dated_messages = Vec::new();
    for (message, pinned_ms) in pinned_messages(state, channel)? {
        let message = payloads::message_json(state, message);
        match pins_path {
            PinsPath::Pins => plain_messages.push(message),
            PinsPath::MessagesPins => dated_messages
                .push(json!({"pinned_at": format_timestamp(pinned_ms), "message": message})),
        }
    }
    ok_response(match pins_path {
        PinsPath::Pins => json!(plain_messages),
        PinsPath::MessagesPins => json!({"items": dated_messages, "has_more": false}),
    })
}

/// Returns the pinned messages of a channel and when they were pinned, the newest pin first.
fn pinned_messages(
    state: &DiscordState,
    channel: Snowflake,
) -> Result<Vec<(&StoredMessage, i64)>, ApiError> {
    let ids = state.channel_or_refuse(channel)?.messages.iter();
    let public_messages =
        ids.filter_map(|id| messages::public_message_or_refuse(state, channel, *id).ok());
    let mut pinned = Vec::new();
    for message in public_messages {
        if let Some(pinned_ms) = message.pinned_ms {
            pinned.push((message, pinned_ms));
        }
    }
    pinned.sort_by_key(|(message, pinned_ms)| std::cmp::Reverse((*pinned_ms, message.id)));
    Ok(pinned)
}

/// Pins a message, and posts a notice of that in the channel.
fn pin_message_and_post_notice(
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
    let notice_id = state.next_snowflake();
    let mut notice = StoredMessage::new(notice_id, channel, state.bot_id);
    notice.kind = PIN_NOTICE_TYPE;
    notice.reference = Some(json!({"type": 0, "channel_id": channel, "message_id": message}));
    messages::store_and_announce_message(state, notice);
    Ok(())
}

/// Starts a thread in a channel, on a message or without one.
fn start_and_announce_thread(
    state: &mut DiscordState,
    request: &ApiRequest,
    parent: Snowflake,
    source_message: Option<Snowflake>,
) -> ApiResult {
    let parent_channel = state.channel_or_refuse(parent)?;
    let guild = parent_channel.guild;
    match parent_channel.kind {
        ChannelKind::Text => {}
        ChannelKind::Forum => return start_forum_post(state, request, parent),
        ChannelKind::Dm { .. } | ChannelKind::Thread { .. } => {
            return Err(wrong_channel_type_error());
        }
    }
    let body = request.body_or_refuse()?;
    check_thread_form_and_report_unknown_fields(state, body)?;
    // A thread without a message is private unless the body says otherwise.
    let is_private = source_message.is_none() && body["type"].as_i64() != Some(PUBLIC_THREAD);
    let create_permission = if is_private {
        permissions::CREATE_PRIVATE_THREADS
    } else {
        permissions::CREATE_PUBLIC_THREADS
    };
    state.check_bot_permissions(parent, create_permission)?;
    let name = body["name"].as_str().unwrap_or("").to_owned();
    let kind = ChannelKind::Thread { parent, owner: state.bot_id, is_private };
    let thread = match source_message {
        // A thread on a message has the message's id.
        Some(message) if !state.channels.contains_key(&message) => {
            let new_id = state.add_channel(guild, kind, &name);
            change_channel_id(state, new_id, message);
            message
        }
        Some(_) => {
            let message = "A thread has already been created for this message";
            return Err(ApiError::new(400, 160_004, message));
        }
        None => state.add_channel(guild, kind, &name),
    };
    let thread_json = payloads::channel_json(state, state.channel_or_refuse(thread)?);
    gateway::send_event_to_intended_sessions(state, guild, "THREAD_CREATE", &thread_json);
    Ok(super::ApiResponse { status: 201, body: Some(thread_json) })
}

fn change_channel_id(state: &mut DiscordState, old_id: Snowflake, new_id: Snowflake) {
    if let Some(mut channel) = state.channels.remove(&old_id) {
        channel.id = new_id;
        state.channels.insert(new_id, channel);
    }
}

/// The types of threads, as Discord numbers them.
const PUBLIC_THREAD: i64 = 11;
const PRIVATE_THREAD: i64 = 12;

/// Checks the body of a request for a thread outside of a forum, and records its unknown fields.
fn check_thread_form_and_report_unknown_fields(
    state: &mut DiscordState,
    body: &Value,
) -> Result<(), ApiError> {
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object("", body) {
        let known_fields =
            ["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"];
        form.record_unknown_nonempty_fields("", body, &known_fields);
        form.check_is_present("", body, "name");
        form.read_text_and_record_bad_length("", body, "name", 1, 100);
        form.check_optional_choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
        form.read_integer_and_record_out_of_range("", body, "rate_limit_per_user", 0, 21_600);
        form.check_optional_choice("", body, "type", &[PUBLIC_THREAD, PRIVATE_THREAD]);
    }
    let unknown_fields = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "thread", &unknown_fields);
    Ok(())
}

/// Opens a post of a forum: a thread with its first message, which has the thread's id.
fn start_forum_post(state: &mut DiscordState, request: &ApiRequest, forum: Snowflake) -> ApiResult {
    let body = request.body_or_refuse()?;
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object("", body) {
        let known_fields =
            ["name", "auto_archive_duration", "rate_limit_per_user", "message", "applied_tags"];
        form.record_unknown_nonempty_fields("", body, &known_fields);
        form.check_is_present("", body, "name");
        form.check_is_present("", body, "message");
        form.read_text_and_record_bad_length("", body, "name", 1, 100);
        form.check_optional_choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
    }
    let unknown_fields = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "forum post", &unknown_fields);
    let message_body = &body["message"];
    let unknown_fields =
        check_message_body(message_body, MessageRequestKind::Channel, "message", &[])?;
    report_unknown_message_fields(state, MessageRequestKind::Channel, &unknown_fields);
    // In a forum this is the permission to create posts.
    state.check_bot_permissions(forum, permissions::SEND_MESSAGES)?;
    let guild = state.channel_or_refuse(forum)?.guild;
    let name = body["name"].as_str().unwrap_or("").to_owned();
    let kind = ChannelKind::Thread { parent: forum, owner: state.bot_id, is_private: false };
    let thread = state.add_channel(guild, kind, &name);
    let mut message = StoredMessage::new(thread, thread, state.bot_id);
    messages::apply_body_and_check_not_empty(
        state,
        &mut message,
        message_body,
        messages::UploadedFiles::new(),
    )?;
    messages::store_and_announce_message(state, message);
    let mut thread_json = payloads::channel_json(state, state.channel_or_refuse(thread)?);
    gateway::send_event_to_intended_sessions(state, guild, "THREAD_CREATE", &thread_json);
    thread_json["message"] = payloads::message_json(state, &state.messages[&thread]);
    Ok(super::ApiResponse { status: 201, body: Some(thread_json) })
}

/// Archives, locks or renames a thread.
fn edit_thread(state: &mut DiscordState, request: &ApiRequest, channel: Snowflake) -> ApiResult {
    let stored = state.channel_or_refuse(channel)?;
    let guild = stored.guild;
    let ChannelKind::Thread { owner, .. } = stored.kind else {
        return Err(wrong_channel_type_error());
    };
    let body = request.body_or_refuse()?;
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object("", body) {
        let known_fields = ["name", "archived", "locked", "auto_archive_duration", "invitable"];
        form.record_unknown_nonempty_fields("", body, &known_fields);
        form.read_text_and_record_bad_length("", body, "name", 1, 100);
        form.check_and_read_flag("", body, "archived");
        form.check_and_read_flag("", body, "locked");
        form.check_optional_choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
    }
    let unknown_fields = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "thread", &unknown_fields);
    check_bot_may_edit_thread(state, channel, owner, body)?;
    if let Some(thread) = state.channels.get_mut(&channel) {
        if let Some(name) = body["name"].as_str() {
            thread.name = name.to_owned();
        }
        thread.is_archived = body["archived"].as_bool().unwrap_or(thread.is_archived);
        thread.is_locked = body["locked"].as_bool().unwrap_or(thread.is_locked);
    }
    let thread_json = payloads::channel_json(state, state.channel_or_refuse(channel)?);
    gateway::send_event_to_intended_sessions(state, guild, "THREAD_UPDATE", &thread_json);
    ok_response(thread_json)
}

/// Refuses an edit of a thread that the bot lacks the permission for.
fn check_bot_may_edit_thread(
    state: &DiscordState,
    thread: Snowflake,
    owner: Snowflake,
    body: &Value,
) -> Result<(), ApiError> {
    let only_unarchives =
        body.as_object().is_some_and(|body| body.len() == 1 && body["archived"] == false);
    if only_unarchives && !state.channel_or_refuse(thread)?.is_locked {
        // Whoever may write in a thread may also unarchive it, unless it is locked.
        return state.check_bot_permissions(thread, permissions::SEND_MESSAGES_IN_THREADS);
    }
    let is_own_thread = owner == state.bot_id;
    let sets_lock = body.get("locked").is_some_and(|locked| !locked.is_null());
    if is_own_thread && !sets_lock {
        return Ok(());
    }
    state.check_bot_permissions(thread, permissions::MANAGE_THREADS)
}

/// Deletes a thread. The bot has no permission to delete other channels.
fn delete_thread(state: &mut DiscordState, channel: Snowflake) -> ApiResult {
    let guild = state.channel_or_refuse(channel)?.guild;
    match state.channel_or_refuse(channel)?.kind {
        ChannelKind::Thread { .. } => {
            state.check_bot_permissions(channel, permissions::MANAGE_THREADS)?
        }
        ChannelKind::Text | ChannelKind::Forum | ChannelKind::Dm { .. } => {
            return Err(ApiError::missing_permissions());
        }
    }
    let thread_json = payloads::channel_json(state, state.channel_or_refuse(channel)?);
    state.channels.remove(&channel);
    gateway::send_event_to_intended_sessions(state, guild, "THREAD_DELETE", &thread_json);
    ok_response(thread_json)
}
