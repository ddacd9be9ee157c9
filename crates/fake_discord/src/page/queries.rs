//! The web page's queries: what a user sees (people, channels, the messages of the open channel),
//! and the commands.

use std::sync::Arc;

use axum::extract::{Json, State};
use serde_json::{Value, json};

use super::actions::DISCORD_LOCALES;
use super::requests::{PageQuery, PageResult};
use super::viewpoint::PageViewpoint;
use crate::messages::{PIN_NOTICE_TYPE, THREAD_NOTICE_TYPE};
use crate::snowflake::{Snowflake, format_timestamp};
use crate::state::{Account, Channel, ChannelKind, DiscordState, GUILD_CONTEXT, SharedState};
use crate::user::User;
use crate::visible_message::VisibleMessage;

/// How many pings of a person are listed: the latest ones.
const MAX_PINGS: usize = 50;

/// Returns the commands of the first guild and the global ones, as they were registered.
pub(super) async fn load_commands(State(shared): State<Arc<SharedState>>) -> Json<Value> {
    let state = shared.lock();
    let mut commands = Vec::new();
    for command in first_guild_commands(&state) {
        // The page selects commands by their contexts, and a guild's own have none.
        let mut command = command.clone();
        command["contexts"] = json!([GUILD_CONTEXT]);
        commands.push(command);
    }
    commands.extend(state.command_registry.global.iter().cloned());
    Json(commands.into())
}

/// Returns the commands that the bot has registered in the first guild.
fn first_guild_commands(state: &DiscordState) -> &[Value] {
    let guild = state.guilds.keys().next();
    let commands = guild.and_then(|guild| state.command_registry.by_guild.get(guild));
    commands.map_or(&[], Vec::as_slice)
}

/// Returns everything that a user sees in their open channel. Without a user in the query, chooses
/// a user and a channel.
///
/// # Errors
/// Fails if there is no such user, or they cannot see the channel.
pub(super) async fn load_view(
    State(shared): State<Arc<SharedState>>,
    PageQuery(mut viewpoint): PageQuery<PageViewpoint>,
) -> PageResult {
    if Snowflake::parse(&viewpoint.user).is_none() {
        viewpoint.choose_default_user_and_channel(&shared);
    }
    let user = viewpoint.resolve_user_with_open_channel(&shared)?;
    let screen_messages = user.screen_messages();
    let state = shared.lock();
    let messages: Vec<Value> =
        screen_messages.iter().map(|message| message_view_json(&state, message, &user)).collect();
    let person_names =
        state.people.values().map(|person| (person.id.to_string(), json!(person.name)));
    let channel_names =
        state.channels.values().map(|channel| (channel.id.to_string(), json!(channel.name)));
    let names: Value = person_names.chain(channel_names).collect();
    let guild = state.guilds.values().next();
    let people: Vec<Value> = state
        .people
        .values()
        .filter(|person| !person.is_bot)
        .map(|person| person_with_pings_json(&state, person))
        .collect();
    let channels: Vec<Value> = state
        .channels
        .values()
        .filter(|channel| is_listed_for(channel, user.id))
        .map(|channel| channel_summary_json(&state, channel, user.id))
        .collect();
    Ok(Json(json!({
        "user": user.id,
        "channel": user.channel,
        "messages": messages,
        "names": names,
        "guild": guild.map(|guild| &guild.name),
        "owner": guild.map(|guild| guild.owner),
        "bot": {"id": state.bot_id, "name": state.person_name(state.bot_id)},
        "is_connected": state.sessions.is_connected(),
        "people": people,
        "channels": channels,
        "now": state.now_ms(),
        "has_clock": state.clock_requests.is_some(),
        "hints": state.page_hints,
        "locales": DISCORD_LOCALES,
        "commands_mark": commands_fingerprint(&state),
    })))
}

/// Returns a value that changes when the commands change.
fn commands_fingerprint(state: &DiscordState) -> Value {
    let commands = first_guild_commands(state).iter().chain(&state.command_registry.global);
    commands.map(|command| json!([command["id"], command["version"]])).collect()
}

impl PageViewpoint {
    /// Sets the user and channel with which the page opens: the page's user or else the first one,
    /// and the first text channel.
    fn choose_default_user_and_channel(&mut self, shared: &SharedState) {
        let state = shared.lock();
        let mut users = state.people.values().filter(|person| !person.is_bot);
        let user = state.page_user.or_else(|| users.next().map(|person| person.id));
        let mut channels = state.channels.values();
        let first_text_channel = channels.find(|channel| channel.kind == ChannelKind::Text);
        self.user = user.unwrap_or(state.bot_id).to_string();
        self.channel = match first_text_channel {
            Some(channel) => channel.id.to_string(),
            None => "dm".into(),
        };
    }
}

/// Returns whether a user's list of channels has this channel. DMs are listed only for their user.
fn is_listed_for(channel: &Channel, user: Snowflake) -> bool {
    match channel.kind {
        ChannelKind::Dm { user: dm_user } => dm_user == user,
        ChannelKind::Text | ChannelKind::Forum | ChannelKind::Thread { .. } => true,
    }
}

/// Returns a channel for the list of the page, with the last message in it that the user sees.
fn channel_summary_json(state: &DiscordState, channel: &Channel, user: Snowflake) -> Value {
    let (kind, parent) = match channel.kind {
        ChannelKind::Text => ("text", None),
        ChannelKind::Forum => ("forum", None),
        ChannelKind::Dm { .. } => ("dm", None),
        ChannelKind::Thread { parent, .. } => ("thread", Some(parent)),
    };
    let is_visible = |id: &&Snowflake| {
        state.messages.get(*id).is_some_and(|message| message.is_visible_to(user))
    };
    json!({
        "id": channel.id,
        "name": channel.name,
        "kind": kind,
        "parent": parent,
        "is_archived": channel.is_archived,
        "last": channel.messages.iter().rev().find(is_visible),
    })
}

/// Returns a person with the latest messages that pinged them. All direct messages of the bot do.
fn person_with_pings_json(state: &DiscordState, person: &Account) -> Value {
    let mut pings: Vec<(Snowflake, Snowflake)> = Vec::new();
    for message in state.messages.values() {
        let channel_kind = state.channels.get(&message.channel).map(|channel| channel.kind);
        let is_dm_of_bot = channel_kind == Some(ChannelKind::Dm { user: person.id })
            && message.author == state.bot_id
            && message.visible_only_to.is_none();
        let is_ping = is_dm_of_bot || message.pings.contains(&person.id);
        if is_ping && message.is_visible_to(person.id) {
            pings.push((message.id, message.channel));
        }
    }
    pings.sort_unstable_by(|a, b| b.cmp(a));
    pings.truncate(MAX_PINGS);
    let ping_list: Vec<Value> = pings
        .iter()
        .map(|(message, channel)| json!({"message": message, "channel": channel}))
        .collect();
    json!({
        "id": person.id,
        "name": person.name,
        "locale": person.locale,
        "pings": ping_list,
    })
}

/// Returns a message as the page shows it to a reader.
fn message_view_json(state: &DiscordState, message: &VisibleMessage, reader: &User) -> Value {
    let stored = state.messages.get(&message.id);
    let posted_ms = stored.map_or_else(|| message.id.created_ms(), |stored| stored.posted_ms);
    let command_user = &message.json["interaction_metadata"]["user"]["id"];
    let command = stored.and_then(|stored| stored.command_name.as_ref());
    // The page shows mentions of commands itself.
    let is_pin_notice = stored.is_some_and(|stored| stored.kind == PIN_NOTICE_TYPE);
    let content =
        if is_pin_notice { json!(message.content) } else { message.json["content"].clone() };
    json!({
        "id": message.id,
        "author": {"id": message.author, "name": message.author_name},
        "is_bot": message.author == state.bot_id
            || stored.is_some_and(|stored| stored.webhook.is_some()),
        "is_notice": stored.is_some_and(|stored| {
            matches!(stored.kind, PIN_NOTICE_TYPE | THREAD_NOTICE_TYPE)
        }),
        "at": format_timestamp(posted_ms),
        "content": content,
        "embeds": strip_base_url(state, &message.json["embeds"]),
        "attachments": strip_base_url(state, &message.json["attachments"]),
        "components": message.json["components"],
        "is_private": message.ephemeral_to.is_some(),
        "reactions": message.reactions(),
        "is_edited": message.is_edited,
        "is_pinned": message.is_pinned,
        "is_loading": message.is_loading,
        "is_ping": message.pings.contains(&reader.id),
        "command": command.map(|command| json!({"name": command, "user": command_user})),
        "replies_to": message.json["message_reference"]["message_id"],
    })
}

/// Makes addresses of this server relative, so that the page may also be opened as `localhost`.
fn strip_base_url(state: &DiscordState, value: &Value) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix(&state.base_url) {
            Some(path) => json!(path),
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|item| strip_base_url(state, item)).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(k, v)| (k.clone(), strip_base_url(state, v))).collect())
        }
        other => other.clone(),
    }
}
