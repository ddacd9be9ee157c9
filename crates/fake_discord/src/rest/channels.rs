//! Channels and threads, their messages and pins.

use serde_json::{Value, json};

use super::{Answer, Call, done, found, id, report};
use crate::gateway;
use crate::ids::{Id, timestamp};
use crate::interactions;
use crate::limits::Form;
use crate::limits::messages::{Carrier, check};
use crate::messages::{self, How, Stored};
use crate::permissions;
use crate::refusal::Refusal;
use crate::state::{ChannelKind, State};
use crate::wire;

/// The same nonce within this time is the same message.
const NONCE_MS: i64 = 3 * 60 * 1_000;
const HOUR_MS: i64 = 60 * 60 * 1_000;
const MOST_PINS: usize = 250;

pub(super) fn answer(state: &mut State, call: &mut Call, channel: Id, path: &[&str]) -> Answer {
    state.channel(channel)?;
    match (call.method.as_str(), path) {
        ("GET", []) => {
            state.bot_may(channel, 0)?;
            found(wire::channel(state, state.channel(channel)?))
        }
        ("PATCH", []) => change_thread(state, call, channel),
        ("DELETE", []) => close(state, channel),
        ("POST", ["typing"]) => {
            may_send(state, channel)?;
            done()
        }
        ("POST", ["messages"]) => post(state, call, channel),
        ("GET", ["messages"]) => list(state, call, channel),
        (_, ["messages", "pins", rest @ ..]) => pins(state, call, channel, rest, true),
        (_, ["pins", rest @ ..]) => pins(state, call, channel, rest, false),
        ("GET", ["messages", message]) => {
            state.bot_may(channel, permissions::READ_MESSAGE_HISTORY)?;
            let message = messages::public(state, channel, id(message)?)?;
            found(wire::message(state, message))
        }
        ("PATCH", ["messages", message]) => edit(state, call, channel, id(message)?),
        ("DELETE", ["messages", message]) => {
            state.bot_may(channel, 0)?;
            let message = messages::public(state, channel, id(message)?)?;
            let (id, is_own) = (message.id, message.author == state.bot);
            if !is_own {
                state.bot_may(channel, permissions::MANAGE_MESSAGES)?;
            }
            messages::delete(state, id);
            done()
        }
        ("PUT", ["messages", message, "reactions", emoji, "@me"]) => {
            state.bot_may(channel, permissions::READ_MESSAGE_HISTORY)?;
            state.bot_may(channel, permissions::ADD_REACTIONS)?;
            let message = messages::public(state, channel, id(message)?)?.id;
            messages::react(state, message, &decoded(emoji))?;
            done()
        }
        ("POST", ["threads"]) => start_thread(state, call, channel, None),
        ("POST", ["messages", message, "threads"]) => {
            let message = messages::public(state, channel, id(message)?)?.id;
            start_thread(state, call, channel, Some(message))
        }
        ("PUT" | "DELETE", ["thread-members", _]) => match state.channel(channel)?.kind {
            ChannelKind::Thread { .. } => done(),
            _ => Err(wrong_kind()),
        },
        _ => Err(Refusal::unknown_endpoint()),
    }
}

/// A segment of a path without its `%` escapes.
fn decoded(segment: &str) -> String {
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

fn wrong_kind() -> Refusal {
    Refusal::expected(400, 50024, "Cannot execute action on this channel type")
}

fn may_send(state: &State, channel: Id) -> Result<(), Refusal> {
    messages::dms_open(state, channel)?;
    let sending = match state.channel(channel)?.kind {
        ChannelKind::Thread { .. } => permissions::SEND_MESSAGES_IN_THREADS,
        ChannelKind::Text | ChannelKind::Dm { .. } => permissions::SEND_MESSAGES,
    };
    state.bot_may(channel, sending)?;
    if state.channel(channel)?.locked {
        return Err(Refusal::expected(400, 50083, "Thread is archived"));
    }
    Ok(())
}

fn post(state: &mut State, call: &mut Call, channel: Id) -> Answer {
    let files = std::mem::take(&mut call.files);
    let body = call.body()?;
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check(body, Carrier::Channel, "", &numbers)?;
    report(state, Carrier::Channel, &unknown);
    may_send(state, channel)?;
    let says = |key: &str| body[key].as_array().is_some_and(|list| !list.is_empty());
    if says("embeds") {
        state.bot_may(channel, permissions::EMBED_LINKS)?;
    }
    if !files.is_empty() {
        state.bot_may(channel, permissions::ATTACH_FILES)?;
    }
    let now = state.now_ms();
    let nonce = body.get("nonce").filter(|nonce| !nonce.is_null()).cloned();
    let enforced = nonce.as_ref().filter(|_| body["enforce_nonce"] == true);
    let key = enforced.map(|nonce| (channel, nonce.to_string()));
    if let Some((first, at)) = key.as_ref().and_then(|key| state.nonces.get(key))
        && now - at < NONCE_MS
        && let Some(first) = state.messages.get(first)
    {
        return found(wire::message(state, first));
    }
    let id = state.next_id();
    let mut message = Stored::new(id, channel, state.bot);
    message.nonce = nonce;
    message.is_tts = body["tts"] == true;
    message.reference = reference(state, channel, body)?;
    if message.reference.is_some() {
        message.kind = 19;
    }
    messages::fill(state, &mut message, body, files)?;
    if let Some(thread) = state.channels.get_mut(&channel) {
        thread.archived = false;
    }
    messages::post(state, message);
    if let Some(key) = key {
        state.nonces.insert(key, (id, now));
    }
    found(wire::message(state, &state.messages[&id]))
}

/// The message that is replied to.
fn reference(state: &State, channel: Id, body: &Value) -> Result<Option<Value>, Refusal> {
    let Some(wanted) = body.get("message_reference").filter(|wanted| !wanted.is_null()) else {
        return Ok(None);
    };
    let target = wire::id(wanted.get("message_id"));
    match target.map(|target| messages::public(state, channel, target)) {
        Some(Ok(target)) => {
            Ok(Some(json!({"type": 0, "channel_id": channel, "message_id": target.id})))
        }
        _ if wanted["fail_if_not_exists"] == false => Ok(None),
        _ => Err(Refusal::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")),
    }
}

fn list(state: &State, call: &Call, channel: Id) -> Answer {
    state.bot_may(channel, permissions::READ_MESSAGE_HISTORY)?;
    let limit = call.asked("limit").map_or(Ok(50), str::parse::<usize>).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        let message = "int value should be between 1 and 100.";
        return Err(Refusal::field("limit", "NUMBER_TYPE_MAX", message));
    }
    let bound = |name: &str| call.asked(name).and_then(Id::parse);
    let (before, after) = (bound("before"), bound("after"));
    let within = |id: &Id| before.is_none_or(|b| *id < b) && after.is_none_or(|a| *id > a);
    let ids = &state.channel(channel)?.messages;
    let public = ids.iter().filter(|id| within(id));
    let mut public: Vec<&Stored> =
        public.filter_map(|id| messages::public(state, channel, *id).ok()).collect();
    // Newest first; `after` takes those nearest to its bound.
    if after.is_some() {
        public.truncate(limit);
    }
    let newest = public.into_iter().rev().take(limit);
    found(newest.map(|message| wire::message(state, message)).collect())
}

fn edit(state: &mut State, call: &mut Call, channel: Id, message: Id) -> Answer {
    state.bot_may(channel, 0)?;
    let target = messages::public(state, channel, message)?;
    if target.author != state.bot {
        let message = "Cannot edit a message authored by another user";
        return Err(Refusal::expected(403, 50005, message));
    }
    let now = state.now_ms();
    let is_old = now - target.posted_ms > HOUR_MS;
    let lately = target.late_edits.iter().filter(|&&at| now - at < HOUR_MS).count();
    if is_old && lately >= state.old_edits_an_hour {
        messages::touch(state, message, How::EditedTooOften);
        return Err(too_many_edits());
    }
    let files = std::mem::take(&mut call.files);
    let carrier = Carrier::ChannelEdit;
    let unknown = interactions::edit(state, message, call.body()?, files, carrier, "")?;
    report(state, carrier, &unknown);
    if let Some(edited) = state.messages.get_mut(&message).filter(|_| is_old) {
        edited.late_edits.retain(|&at| now - at < HOUR_MS);
        edited.late_edits.push(now);
    }
    messages::touch(state, message, if is_old { How::EditedLate } else { How::Edited });
    found(wire::message(state, &state.messages[&message]))
}

fn too_many_edits() -> Refusal {
    let message = "Maximum number of edits to messages older than 1 hour reached. Try again later.";
    let mut refusal = Refusal::expected(429, 30046, message);
    refusal.body["retry_after"] = json!(600.0);
    refusal.body["global"] = json!(false);
    refusal
}

/// Pins, by the new paths (`is_new`) and the old ones.
fn pins(state: &mut State, call: &Call, channel: Id, path: &[&str], is_new: bool) -> Answer {
    match (call.method.as_str(), path) {
        ("GET", []) => {
            state.bot_may(channel, permissions::READ_MESSAGE_HISTORY)?;
            let pinned = pinned(state, channel)?;
            let shown = pinned.iter().map(|(message, at)| {
                let message = wire::message(state, message);
                if is_new {
                    json!({"pinned_at": timestamp(*at), "message": message})
                } else {
                    message
                }
            });
            let shown: Vec<Value> = shown.collect();
            found(if is_new { json!({"items": shown, "has_more": false}) } else { json!(shown) })
        }
        ("PUT" | "DELETE", [message]) => {
            let message = id(message)?;
            state.bot_may(channel, permissions::PIN_MESSAGES)?;
            let was = messages::public(state, channel, message)?.pinned_ms.is_some();
            let wanted = call.method == "PUT";
            if wanted && !was {
                pin(state, channel, message)?;
            } else if let Some(stored) = state.messages.get_mut(&message).filter(|_| !wanted) {
                stored.pinned_ms = None;
            }
            done()
        }
        _ => Err(Refusal::unknown_endpoint()),
    }
}

/// The pinned messages of a channel, the newest pin first.
fn pinned(state: &State, channel: Id) -> Result<Vec<(&Stored, i64)>, Refusal> {
    let messages = state.channel(channel)?.messages.iter();
    let messages = messages.filter_map(|id| messages::public(state, channel, *id).ok());
    let mut pinned: Vec<_> = messages.filter_map(|m| Some((m, m.pinned_ms?))).collect();
    pinned.sort_by_key(|(message, at)| std::cmp::Reverse((*at, message.id)));
    Ok(pinned)
}

/// Pins a message, which the channel shows as a notice.
fn pin(state: &mut State, channel: Id, message: Id) -> Result<(), Refusal> {
    if pinned(state, channel)?.len() >= MOST_PINS {
        return Err(Refusal::expected(400, 30003, "Maximum number of pins reached (250)"));
    }
    let now = state.now_ms();
    if let Some(stored) = state.messages.get_mut(&message) {
        stored.pinned_ms = Some(now);
    }
    let notice = state.next_id();
    let mut notice = Stored::new(notice, channel, state.bot);
    notice.kind = 6;
    notice.reference = Some(json!({"type": 0, "channel_id": channel, "message_id": message}));
    messages::post(state, notice);
    Ok(())
}

fn start_thread(state: &mut State, call: &Call, parent: Id, from: Option<Id>) -> Answer {
    let (guild, kind) = (state.channel(parent)?.guild, state.channel(parent)?.kind);
    if kind != ChannelKind::Text {
        return Err(wrong_kind());
    }
    let body = call.body()?;
    let mut form = Form::default();
    if let Some(body) = form.object("", body) {
        let known = ["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"];
        form.known("", body, &known);
        form.required("", body, "name");
        form.text("", body, "name", 1, 100);
        form.choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
        form.whole("", body, "rate_limit_per_user", 0, 21_600);
        form.choice("", body, "type", &[11, 12]);
    }
    let unknown = form.finish()?;
    interactions::report_unknown_fields(state, "thread", &unknown);
    // Without a message a thread is private unless the body says otherwise.
    let private = from.is_none() && body["type"].as_u64() != Some(11);
    state.bot_may(
        parent,
        if private {
            permissions::CREATE_PRIVATE_THREADS
        } else {
            permissions::CREATE_PUBLIC_THREADS
        },
    )?;
    let name = body["name"].as_str().unwrap_or("").to_owned();
    let owner = state.bot;
    let kind = ChannelKind::Thread { parent, owner, private };
    let thread = match from {
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
            return Err(Refusal::expected(400, 160_004, message));
        }
        None => state.add_channel(guild, kind, &name),
    };
    let shown = wire::channel(state, state.channel(thread)?);
    gateway::dispatch(state, guild, "THREAD_CREATE", &shown);
    Ok(super::Reply { status: 201, body: Some(shown) })
}

/// Archives, locks or renames a thread.
fn change_thread(state: &mut State, call: &Call, channel: Id) -> Answer {
    let (guild, kind) = (state.channel(channel)?.guild, state.channel(channel)?.kind);
    let ChannelKind::Thread { owner, .. } = kind else { return Err(wrong_kind()) };
    let body = call.body()?;
    let mut form = Form::default();
    if let Some(body) = form.object("", body) {
        let known = ["name", "archived", "locked", "auto_archive_duration", "invitable"];
        form.known("", body, &known);
        form.text("", body, "name", 1, 100);
        form.flag("", body, "archived");
        form.flag("", body, "locked");
        form.choice("", body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
    }
    let unknown = form.finish()?;
    interactions::report_unknown_fields(state, "thread", &unknown);
    // To open a thread again that nobody has locked takes no more than to write in it.
    let opens = body.as_object().is_some_and(|body| body.len() == 1 && body["archived"] == false)
        && !state.channel(channel)?.locked;
    if opens {
        state.bot_may(channel, permissions::SEND_MESSAGES_IN_THREADS)?;
    } else if owner != state.bot || body.get("locked").is_some_and(|locked| !locked.is_null()) {
        state.bot_may(channel, permissions::MANAGE_THREADS)?;
    }
    if let Some(thread) = state.channels.get_mut(&channel) {
        if let Some(name) = body["name"].as_str() {
            thread.name = name.to_owned();
        }
        thread.archived = body["archived"].as_bool().unwrap_or(thread.archived);
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
    }
    let shown = wire::channel(state, state.channel(channel)?);
    gateway::dispatch(state, guild, "THREAD_UPDATE", &shown);
    found(shown)
}

/// Deletes a thread. Of other channels the bot is no manager.
fn close(state: &mut State, channel: Id) -> Answer {
    let guild = state.channel(channel)?.guild;
    match state.channel(channel)?.kind {
        ChannelKind::Thread { .. } => state.bot_may(channel, permissions::MANAGE_THREADS)?,
        ChannelKind::Text | ChannelKind::Dm { .. } => return Err(Refusal::missing_permissions()),
    }
    let shown = wire::channel(state, state.channel(channel)?);
    state.channels.remove(&channel);
    gateway::dispatch(state, guild, "THREAD_DELETE", &shown);
    found(shown)
}
