//! The JSON of users, members, channels, guilds and messages, with all fields that the client
//! library and Discord's own API description require.

use serde_json::{Map, Value, json};

use super::messages::{StoredMessage, WebhookAuthor};
use super::permissions;
use super::snowflake::{Snowflake, format_timestamp};
use super::state::{Account, Channel, ChannelKind, DiscordState, Guild};

/// Parses an id or a number, given as a number or as a string.
pub(crate) fn parse_number(value: Option<&Value>) -> Option<u64> {
    let value = value?;
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Parses an id. Returns `None` for zero.
pub(crate) fn parse_id(value: Option<&Value>) -> Option<Snowflake> {
    parse_number(value).filter(|&number| number != 0).map(Snowflake)
}

/// Removes all fields that are null, as Discord does in its responses.
pub(crate) fn remove_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let fields = map.iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(key, value)| (key.clone(), remove_nulls(value))).collect())
        }
        Value::Array(list) => list.iter().map(remove_nulls).collect(),
        other => other.clone(),
    }
}

/// Returns a user as Discord's API writes it.
pub(crate) fn user_json(person: &Account) -> Value {
    let mut user = json!({
        "id": person.id,
        "username": person.name,
        "global_name": if person.is_bot { None } else { Some(&person.name) },
        "discriminator": if person.is_bot { "0001" } else { "0" },
        "avatar": null,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": null,
    });
    if person.is_bot {
        user["bot"] = json!(true);
    }
    user
}

pub(crate) fn user_json_by_id(state: &DiscordState, id: Snowflake) -> Value {
    state.person(id).map_or(Value::Null, user_json)
}

/// Returns a member without its user, as in resolved options.
pub(crate) fn partial_member_json(
    state: &DiscordState,
    person: &Account,
    guild: Snowflake,
) -> Value {
    let mut member = common_member_json(person, guild);
    member["permissions"] = json!(state.effective_permissions(person.id, guild).to_string());
    member
}

/// Returns a member of a guild as Discord's API writes it.
pub(crate) fn member_json(person: &Account, guild: Snowflake) -> Value {
    let mut member = common_member_json(person, guild);
    member["user"] = user_json(person);
    member["deaf"] = json!(false);
    member["mute"] = json!(false);
    member
}

/// Returns the fields that a member has wherever Discord's API writes it.
fn common_member_json(person: &Account, guild: Snowflake) -> Value {
    json!({
        "roles": person.roles,
        "joined_at": format_timestamp(guild.created_ms()),
        "nick": null,
        "avatar": null,
        "banner": null,
        "communication_disabled_until": null,
        "premium_since": null,
        "pending": false,
        "flags": 0,
    })
}

/// Returns a channel, thread or DM as Discord's API writes it.
pub(crate) fn channel_json(state: &DiscordState, channel: &Channel) -> Value {
    let last = channel.messages.last();
    match channel.kind {
        ChannelKind::Text | ChannelKind::Forum => json!({
            "id": channel.id,
            "type": if channel.kind == ChannelKind::Forum { 15 } else { 0 },
            "flags": 0,
            "guild_id": channel.guild,
            "name": channel.name,
            "position": 0,
            "parent_id": null,
            "topic": null,
            "nsfw": false,
            "rate_limit_per_user": 0,
            "permission_overwrites": overwrites_json(channel),
            "last_message_id": last,
        }),
        ChannelKind::Dm { user } => json!({
            "id": channel.id,
            "type": 1,
            "flags": 0,
            "recipients": [user_json_by_id(state, user)],
            "last_message_id": last,
        }),
        ChannelKind::Thread { parent, owner, is_private } => json!({
            "id": channel.id,
            "type": if is_private { 12 } else { 11 },
            "flags": 0,
            "guild_id": channel.guild,
            "name": channel.name,
            "parent_id": parent,
            "owner_id": owner,
            "rate_limit_per_user": 0,
            "message_count": channel.messages.len(),
            "member_count": 1,
            "total_message_sent": channel.messages.len(),
            "last_message_id": last,
            "thread_metadata": {
                "archived": channel.is_archived,
                "archive_timestamp": format_timestamp(channel.id.created_ms()),
                "auto_archive_duration": 10080,
                "locked": channel.is_locked,
            },
        }),
    }
}

/// Returns the overwrites that hide a channel from users.
fn overwrites_json(channel: &Channel) -> Vec<Value> {
    let deny = permissions::VIEW_CHANNEL.to_string();
    let hidden_from = channel.hidden_from.iter();
    hidden_from.map(|user| json!({"id": user, "type": 1, "allow": "0", "deny": deny})).collect()
}

/// Returns a channel as it comes with an interaction, with the user's permissions in it.
pub(crate) fn channel_with_permissions_json(
    state: &DiscordState,
    source_channel: &Channel,
    user: Snowflake,
) -> Value {
    let mut channel = channel_json(state, source_channel);
    if let Some(guild) = source_channel.guild {
        channel["permissions"] = json!(state.effective_permissions(user, guild).to_string());
    }
    channel
}

/// Returns the roles of a guild as Discord's API writes them.
pub(crate) fn roles_json(guild: &Guild) -> Vec<Value> {
    // The role of everyone has the guild's id.
    let mut roles = vec![role_json(0, guild.id, "@everyone", permissions::EVERYONE_DEFAULT)];
    for (id, role) in &guild.roles {
        let position = roles.len();
        roles.push(role_json(position, *id, &role.name, role.permissions));
    }
    roles
}

/// Returns a role as Discord's API writes it, with its position among those of its guild.
fn role_json(position: usize, id: Snowflake, name: &str, permission_bits: u64) -> Value {
    json!({
        "id": id,
        "name": name,
        "permissions": permission_bits.to_string(),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "managed": false,
        "mentionable": false,
        "icon": null,
        "unicode_emoji": null,
        "flags": 0,
    })
}

/// Returns a guild as Discord's API writes it.
pub(crate) fn guild_json(state: &DiscordState, guild: &Guild) -> Value {
    let mut guild_json = json!({
        "id": guild.id,
        "name": guild.name,
        "icon": null,
        "description": null,
        "home_header": null,
        "splash": null,
        "discovery_splash": null,
        "features": [],
        "banner": null,
        "owner_id": guild.owner,
        "application_id": null,
        "region": "deprecated",
        "afk_channel_id": null,
        "afk_timeout": 300,
        "system_channel_id": null,
        "system_channel_flags": 0,
    });
    let more_fields = json!({
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "roles": roles_json(guild),
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": null,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "rules_channel_id": null,
        "safety_alerts_channel_id": null,
        "public_updates_channel_id": null,
        "premium_progress_bar_enabled": false,
        "nsfw": false,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": null,
        "approximate_member_count": state.people.len(),
        "approximate_presence_count": state.people.len(),
    });
    extend_object(&mut guild_json, more_fields);
    guild_json
}

fn extend_object(object: &mut Value, more_fields: Value) {
    if let (Value::Object(object), Value::Object(more_fields)) = (object, more_fields) {
        object.extend(more_fields);
    }
}

/// Returns the data of a GUILD_CREATE event.
pub(crate) fn guild_create_json(state: &DiscordState, source_guild: &Guild) -> Value {
    let is_in_guild = |channel: &&Channel| channel.guild == Some(source_guild.id);
    let (threads, channels): (Vec<_>, Vec<_>) = state
        .channels
        .values()
        .filter(is_in_guild)
        .partition(|channel| matches!(channel.kind, ChannelKind::Thread { .. }));
    let mut guild = guild_json(state, source_guild);
    let more_fields = json!({
        "joined_at": format_timestamp(source_guild.id.created_ms()),
        "large": false,
        "unavailable": false,
        "member_count": state.people.len(),
        "voice_states": [],
        "members": state
            .people
            .values()
            .map(|user| member_json(user, source_guild.id))
            .collect::<Vec<_>>(),
        "channels": channels.into_iter().map(|c| channel_json(state, c)).collect::<Vec<_>>(),
        "threads": threads.into_iter().map(|c| channel_json(state, c)).collect::<Vec<_>>(),
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    });
    extend_object(&mut guild, more_fields);
    guild
}

/// Returns a reaction of the bot, as the bot sees it.
fn reaction_json(emoji: &str) -> Value {
    json!({
        "count": 1,
        "count_details": {"burst": 0, "normal": 1},
        "me": true,
        "me_burst": false,
        "emoji": {"id": null, "name": emoji},
        "burst_colors": [],
    })
}

/// Returns a message as Discord's API writes it.
pub(crate) fn message_json(state: &DiscordState, stored: &StoredMessage) -> Value {
    let mentions: Vec<Value> =
        stored.mentions.iter().filter_map(|id| state.person(*id)).map(user_json).collect();
    let mut message = Map::new();
    let mut set = |key: &str, value: Value| {
        message.insert(key.to_owned(), value);
    };
    set("id", json!(stored.id));
    set("channel_id", json!(stored.channel));
    set("type", json!(stored.kind));
    set(
        "author",
        match &stored.webhook {
            Some(webhook) => webhook_author_json(stored.author, webhook),
            None => user_json_by_id(state, stored.author),
        },
    );
    set("content", json!(stored.content));
    set("timestamp", json!(format_timestamp(stored.posted_ms)));
    set("edited_timestamp", stored.edited_ms.map_or(Value::Null, |ms| json!(format_timestamp(ms))));
    set("tts", json!(stored.is_tts));
    set("mention_everyone", json!(stored.mentions_everyone));
    set("mentions", json!(mentions));
    set("mention_roles", json!(stored.mention_roles));
    set("attachments", json!(stored.attachments));
    set("embeds", json!(stored.embeds));
    set("components", json!(stored.components));
    set("pinned", json!(stored.pinned_ms.is_some()));
    set("flags", json!(stored.flags));
    if !stored.reactions.is_empty() {
        set("reactions", stored.reactions.iter().map(|emoji| reaction_json(emoji)).collect());
    }
    if let Some(nonce) = &stored.nonce {
        set("nonce", nonce.clone());
    }
    if let Some(reference) = &stored.reference {
        set("message_reference", reference.clone());
    }
    if let Some(metadata) = &stored.interaction_metadata {
        set("application_id", json!(state.bot_id));
        set("webhook_id", json!(state.bot_id));
        set("interaction_metadata", metadata.clone());
    }
    if let Some(webhook) = &stored.webhook {
        set("webhook_id", json!(stored.author));
        if let Some(application) = webhook.application {
            set("application_id", json!(application));
        }
    }
    Value::Object(message)
}

/// Returns as whom a webhook has posted, as Discord's API writes it.
fn webhook_author_json(id: Snowflake, webhook: &WebhookAuthor) -> Value {
    // Discord copies the picture, and gives its hash.
    let avatar = webhook.avatar_url.as_ref().map(|url| format!("{:032x}", url.len()));
    json!({
        "id": id,
        "username": webhook.name,
        "global_name": null,
        "discriminator": "0000",
        "avatar": avatar,
        "bot": true,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": null,
    })
}
