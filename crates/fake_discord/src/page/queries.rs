//! What one user sees: people, channels, the messages of one channel; and the commands.

use std::sync::Arc;

use axum::extract::{Json, Query, State};
use serde_json::{Value, json};

use super::viewpoint::{PageResult, PageViewpoint};
use crate::snowflake::{Snowflake, format_timestamp};
use crate::state::{
    Account, Channel, ChannelKind, DiscordState as World, GUILD_CONTEXT, SharedState,
};
use crate::user::User;
use crate::visible_message::VisibleMessage;

/// The most pings of a person that are told, the latest.
const MAX_PINGS: usize = 50;

/// The commands that can be typed, as they were registered.
pub(super) async fn load_commands(State(shared): State<Arc<SharedState>>) -> Json<Value> {
    let state = shared.lock();
    let guild = state.guilds.keys().next();
    let own =
        guild.and_then(|guild| state.command_registry.by_guild.get(guild)).into_iter().flatten();
    // The page goes by contexts, and a guild's own have none.
    let own = own.map(|command| {
        let mut command = command.clone();
        command["contexts"] = json!([GUILD_CONTEXT]);
        command
    });
    Json(own.chain(state.command_registry.global.iter().cloned()).collect())
}

/// All that one user sees while a channel is open. A user or channel that is not there is replaced
/// by one that is.
pub(super) async fn load_view(
    State(shared): State<Arc<SharedState>>,
    Query(mut seat): Query<PageViewpoint>,
) -> PageResult {
    let user = match Snowflake::parse(&seat.user) {
        Some(_) => seat.resolve_user(&shared),
        None => {
            seat.choose_defaults(&shared);
            seat.resolve_user(&shared)
        }
    }?;
    let messages = user.screen_messages();
    let state = shared.lock();
    let shown = messages.iter().map(|message| message_view_json(&state, message, &user));
    let messages: Vec<Value> = shown.collect();
    let names = state.people.values().map(|p| (p.id.to_string(), json!(p.name)));
    let channels = state.channels.values().map(|c| (c.id.to_string(), json!(c.name)));
    let names: Value = names.chain(channels).collect();
    let guild = state.guilds.values().next();
    let people = state.people.values().filter(|person| !person.is_bot);
    let people = people.map(|person| person_summary_json(&state, person));
    let channels = state.channels.values().filter(|channel| is_listed_for(channel, user.id));
    let channels = channels.map(|channel| channel_summary_json(&state, channel, user.id));
    Ok(Json(json!({
        "user": user.id,
        "channel": user.channel,
        "messages": messages,
        "names": names,
        "guild": guild.map(|guild| &guild.name),
        "owner": guild.map(|guild| guild.owner),
        "bot": {"id": state.bot_id, "name": state.person_name(state.bot_id)},
        "is_connected": state.sessions.is_connected(),
        "people": people.collect::<Vec<_>>(),
        "channels": channels.collect::<Vec<_>>(),
        "now": state.now_ms(),
        "has_clock": state.clock_requests.is_some(),
        "hints": state.page_hints,
        "commands_mark": commands_fingerprint(&state),
    })))
}

/// Changes when the commands do.
fn commands_fingerprint(state: &World) -> Value {
    let guild = state.guilds.keys().next();
    let own =
        guild.and_then(|guild| state.command_registry.by_guild.get(guild)).into_iter().flatten();
    let all = own.chain(&state.command_registry.global);
    all.map(|command| json!([command["id"], command["version"]])).collect()
}

impl PageViewpoint {
    /// Where the page opens.
    fn choose_defaults(&mut self, shared: &SharedState) {
        let state = shared.lock();
        let mut people = state.people.values().filter(|person| !person.is_bot);
        let first = state.page_user.or_else(|| people.next().map(|person| person.id));
        let mut channels = state.channels.values();
        let channel = channels.find(|channel| channel.kind == ChannelKind::Text);
        self.user = first.unwrap_or(state.bot_id).to_string();
        self.channel = channel.map_or_else(|| "dm".into(), |channel| channel.id.to_string());
    }
}

fn is_listed_for(channel: &Channel, user: Snowflake) -> bool {
    match channel.kind {
        ChannelKind::Dm { user: with } => with == user,
        ChannelKind::Text | ChannelKind::Thread { .. } => true,
    }
}

fn channel_summary_json(state: &World, channel: &Channel, user: Snowflake) -> Value {
    let (kind, parent) = match channel.kind {
        ChannelKind::Text => ("text", None),
        ChannelKind::Dm { .. } => ("dm", None),
        ChannelKind::Thread { parent, .. } => ("thread", Some(parent)),
    };
    let seen = |id: &&Snowflake| state.messages.get(*id).is_some_and(|m| m.is_visible_to(user));
    json!({
        "id": channel.id,
        "name": channel.name,
        "kind": kind,
        "parent": parent,
        "is_archived": channel.is_archived,
        "last": channel.messages.iter().rev().find(seen),
    })
}

/// A person, and the messages that pinged them: all of the bot's direct messages do.
fn person_summary_json(state: &World, person: &Account) -> Value {
    let pinging = state.messages.values().filter(|message| {
        let channel = state.channels.get(&message.channel);
        let is_direct = channel.is_some_and(|c| c.kind == ChannelKind::Dm { user: person.id });
        let is_bots = message.author == state.bot_id;
        let is_loud = message.pings.contains(&person.id)
            || is_direct && is_bots && message.visible_only_to.is_none();
        is_loud && message.is_visible_to(person.id)
    });
    let mut pings: Vec<(Snowflake, Snowflake)> = pinging.map(|m| (m.id, m.channel)).collect();
    pings.sort_unstable_by(|a, b| b.cmp(a));
    pings.truncate(MAX_PINGS);
    let pings: Vec<Value> =
        pings.iter().map(|(id, channel)| json!({"message": id, "channel": channel})).collect();
    json!({"id": person.id, "name": person.name, "pings": pings})
}

fn message_view_json(state: &World, message: &VisibleMessage, reader: &User) -> Value {
    let stored = state.messages.get(&message.id);
    let user = &message.json["interaction_metadata"]["user"]["id"];
    let command = stored.and_then(|stored| stored.command_name.as_ref());
    json!({
        "id": message.id,
        "author": {"id": message.author, "name": message.author_name},
        "is_bot": message.author == state.bot_id,
        "is_notice": stored.is_some_and(|stored| matches!(stored.kind, 6 | 18)),
        "at": format_timestamp(stored.map_or_else(|| message.id.created_ms(), |stored| stored.posted_ms)),
        "content": message.content,
        "embeds": strip_base_url(state, &message.json["embeds"]),
        "attachments": strip_base_url(state, &message.json["attachments"]),
        "components": message.json["components"],
        "is_private": message.ephemeral_to.is_some(),
        "reactions": message.reactions(),
        "is_edited": message.is_edited,
        "is_pinned": message.is_pinned,
        "is_loading": message.is_loading,
        "is_ping": message.pings.contains(&reader.id),
        "command": command.map(|command| json!({"name": command, "user": user})),
        "replies_to": message.json["message_reference"]["message_id"],
    })
}

/// Addresses of this server without its name, so that the page may be opened as `localhost` too.
fn strip_base_url(state: &World, value: &Value) -> Value {
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
