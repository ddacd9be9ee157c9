//! What one user sees: people, channels, the messages of one channel; and the commands.

use std::sync::Arc;

use axum::extract::{Json, Query, State};
use serde_json::{Value, json};

use super::seat::{Reply, Seat};
use crate::ids::{Id, timestamp};
use crate::state::{Channel, ChannelKind, IN_GUILDS, Person, Shared, State as World};
use crate::user::User;
use crate::view::Message;

/// The most pings of a person that are told, the latest.
const MOST_PINGS: usize = 50;

/// The commands that can be typed, as they were registered.
pub(super) async fn commands(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let state = shared.look();
    let guild = state.guilds.keys().next();
    let own = guild.and_then(|guild| state.commands.by_guild.get(guild)).into_iter().flatten();
    // The page goes by contexts, and a guild's own have none.
    let own = own.map(|command| {
        let mut command = command.clone();
        command["contexts"] = json!([IN_GUILDS]);
        command
    });
    Json(own.chain(state.commands.everywhere.iter().cloned()).collect())
}

/// All that one user sees while a channel is open. A user or channel that is not there is replaced
/// by one that is.
pub(super) async fn view(State(shared): State<Arc<Shared>>, Query(mut seat): Query<Seat>) -> Reply {
    let user = match Id::parse(&seat.user) {
        Some(_) => seat.take(&shared),
        None => {
            seat.settle(&shared);
            seat.take(&shared)
        }
    }?;
    let messages = user.screen();
    let state = shared.look();
    let shown = messages.iter().map(|message| shown(&state, message, &user));
    let messages: Vec<Value> = shown.collect();
    let names = state.people.values().map(|p| (p.id.to_string(), json!(p.name)));
    let channels = state.channels.values().map(|c| (c.id.to_string(), json!(c.name)));
    let names: Value = names.chain(channels).collect();
    let guild = state.guilds.values().next();
    let people = state.people.values().filter(|person| !person.is_bot);
    let people = people.map(|person| shown_person(&state, person));
    let channels = state.channels.values().filter(|channel| is_listed(channel, user.id));
    let channels = channels.map(|channel| shown_channel(&state, channel, user.id));
    Ok(Json(json!({
        "user": user.id,
        "channel": user.channel,
        "messages": messages,
        "names": names,
        "guild": guild.map(|guild| &guild.name),
        "owner": guild.map(|guild| guild.owner),
        "bot": {"id": state.bot, "name": state.name_of(state.bot)},
        "is_connected": state.sessions.is_connected(),
        "people": people.collect::<Vec<_>>(),
        "channels": channels.collect::<Vec<_>>(),
        "now": state.now_ms(),
        "has_clock": state.winder.is_some(),
        "hints": state.hints,
        "commands_mark": commands_mark(&state),
    })))
}

/// Changes when the commands do.
fn commands_mark(state: &World) -> Value {
    let guild = state.guilds.keys().next();
    let own = guild.and_then(|guild| state.commands.by_guild.get(guild)).into_iter().flatten();
    let all = own.chain(&state.commands.everywhere);
    all.map(|command| json!([command["id"], command["version"]])).collect()
}

impl Seat {
    /// Where the page opens.
    fn settle(&mut self, shared: &Shared) {
        let state = shared.look();
        let mut people = state.people.values().filter(|person| !person.is_bot);
        let first = state.opens_as.or_else(|| people.next().map(|person| person.id));
        let mut channels = state.channels.values();
        let channel = channels.find(|channel| channel.kind == ChannelKind::Text);
        self.user = first.unwrap_or(state.bot).to_string();
        self.channel = channel.map_or_else(|| "dm".into(), |channel| channel.id.to_string());
    }
}

fn is_listed(channel: &Channel, user: Id) -> bool {
    match channel.kind {
        ChannelKind::Dm { with } => with == user,
        ChannelKind::Text | ChannelKind::Thread { .. } => true,
    }
}

fn shown_channel(state: &World, channel: &Channel, user: Id) -> Value {
    let (kind, parent) = match channel.kind {
        ChannelKind::Text => ("text", None),
        ChannelKind::Dm { .. } => ("dm", None),
        ChannelKind::Thread { parent, .. } => ("thread", Some(parent)),
    };
    let seen = |id: &&Id| state.messages.get(*id).is_some_and(|m| m.is_visible_to(user));
    json!({
        "id": channel.id,
        "name": channel.name,
        "kind": kind,
        "parent": parent,
        "is_archived": channel.archived,
        "last": channel.messages.iter().rev().find(seen),
    })
}

/// A person, and the messages that pinged them: all of the bot's direct messages do.
fn shown_person(state: &World, person: &Person) -> Value {
    let pinging = state.messages.values().filter(|message| {
        let channel = state.channels.get(&message.channel);
        let is_direct = channel.is_some_and(|c| c.kind == ChannelKind::Dm { with: person.id });
        let is_bots = message.author == state.bot;
        let is_loud = message.pings.contains(&person.id)
            || is_direct && is_bots && message.only_for.is_none();
        is_loud && message.is_visible_to(person.id)
    });
    let mut pings: Vec<(Id, Id)> = pinging.map(|m| (m.id, m.channel)).collect();
    pings.sort_unstable_by(|a, b| b.cmp(a));
    pings.truncate(MOST_PINGS);
    let pings: Vec<Value> =
        pings.iter().map(|(id, channel)| json!({"message": id, "channel": channel})).collect();
    json!({"id": person.id, "name": person.name, "pings": pings})
}

fn shown(state: &World, message: &Message, reader: &User) -> Value {
    let stored = state.messages.get(&message.id);
    let user = &message.wire["interaction_metadata"]["user"]["id"];
    let command = stored.and_then(|stored| stored.command.as_ref());
    json!({
        "id": message.id,
        "author": {"id": message.author, "name": message.author_name},
        "is_bot": message.author == state.bot,
        "is_notice": stored.is_some_and(|stored| matches!(stored.kind, 6 | 18)),
        "at": timestamp(stored.map_or_else(|| message.id.made_ms(), |stored| stored.posted_ms)),
        "content": message.content,
        "embeds": local(state, &message.wire["embeds"]),
        "attachments": local(state, &message.wire["attachments"]),
        "components": message.wire["components"],
        "is_private": message.ephemeral_to.is_some(),
        "reactions": message.reactions(),
        "is_edited": message.is_edited,
        "is_pinned": message.is_pinned,
        "is_loading": message.is_loading,
        "is_ping": message.pings.contains(&reader.id),
        "command": command.map(|command| json!({"name": command, "user": user})),
        "replies_to": message.wire["message_reference"]["message_id"],
    })
}

/// Addresses of this server without its name, so that the page may be opened as `localhost` too.
fn local(state: &World, value: &Value) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix(&state.base) {
            Some(path) => json!(path),
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|item| local(state, item)).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(k, v)| (k.clone(), local(state, v))).collect())
        }
        other => other.clone(),
    }
}
