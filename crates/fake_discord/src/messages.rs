//! Messages as they are kept: posting, editing, who is pinged, attachments.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::limits::messages::{EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS};
use super::payloads;
use super::permissions;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, DiscordState, StoredFile};

/// Files of a request by their number.
pub(crate) type UploadedFiles = BTreeMap<u64, StoredFile>;

/// What became of a message that all readers of its channel see: what a table is asked to put up
/// with can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageChange {
    pub message: Snowflake,
    pub channel: Snowflake,
    pub kind: MessageChangeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageChangeKind {
    Posted,
    /// In its first hour.
    Edited,
    /// After its first hour, when edits are rationed.
    EditedLate,
    /// Too often after its first hour: refused with code 30046.
    EditRefused,
    /// By the answer to a press on it.
    Updated,
    Deleted,
}

/// One message. Deleted ones are kept: an old client may still show them.
#[derive(Clone, Debug)]
pub(crate) struct StoredMessage {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    /// Discord's type: 0 plain, 6 pin notice, 18 thread created, 19 reply, 20 slash command.
    pub kind: u8,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Value>,
    pub flags: i64,
    pub is_tts: bool,
    /// Users and roles named in the content that `allowed_mentions` lets through.
    pub mentions: Vec<Snowflake>,
    pub mention_roles: Vec<Snowflake>,
    pub mentions_everyone: bool,
    /// Whose screen lit up when it was posted. Editing pings nobody.
    pub pings: Vec<Snowflake>,
    pub posted_ms: i64,
    pub edited_ms: Option<i64>,
    pub pinned_ms: Option<i64>,
    /// The bot's own, in the order in which they were added.
    pub reactions: Vec<String>,
    /// When it was edited after its first hour.
    pub late_edits_ms: Vec<i64>,
    pub is_deleted: bool,
    /// The only user who sees it.
    pub visible_only_to: Option<Snowflake>,
    pub nonce: Option<Value>,
    pub reference: Option<Value>,
    /// The `interaction_metadata` of an answer.
    pub interaction_metadata: Option<Value>,
    /// The command that it answers: `/init new`.
    pub command_name: Option<String>,
}

impl StoredMessage {
    pub fn new(id: Snowflake, channel: Snowflake, author: Snowflake) -> StoredMessage {
        StoredMessage {
            id,
            channel,
            author,
            kind: 0,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            is_tts: false,
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mentions_everyone: false,
            pings: Vec::new(),
            posted_ms: id.created_ms(),
            edited_ms: None,
            pinned_ms: None,
            reactions: Vec::new(),
            late_edits_ms: Vec::new(),
            is_deleted: false,
            visible_only_to: None,
            nonce: None,
            reference: None,
            interaction_metadata: None,
            command_name: None,
        }
    }

    pub fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    pub fn is_visible_to(&self, user: Snowflake) -> bool {
        !self.is_deleted && self.visible_only_to.is_none_or(|only| only == user)
    }

    fn is_empty(&self) -> bool {
        self.content.trim().is_empty()
            && self.embeds.is_empty()
            && self.components.is_empty()
            && self.attachments.is_empty()
    }
}

/// Puts the fields of a checked body into a message. A field that is missing leaves what is there,
/// so that this serves posts and edits.
pub(crate) fn apply_body(
    state: &mut DiscordState,
    message: &mut StoredMessage,
    body: &Value,
    files: UploadedFiles,
) -> Result<(), ApiError> {
    if let Some(content) = body.get("content") {
        message.content = content.as_str().unwrap_or("").trim().to_owned();
    }
    if let Some(flags) = body.get("flags").and_then(Value::as_i64) {
        let kept = EPHEMERAL | LOADING;
        message.flags = message.flags & kept | flags & !kept;
    }
    apply_attachments(state, message, body, files);
    if let Some(embeds) = body.get("embeds") {
        let embeds = embeds.as_array().map_or(&[][..], Vec::as_slice);
        message.embeds = embeds.iter().map(|embed| normalize_embed(embed, message)).collect();
    }
    if let Some(rows) = body.get("components") {
        let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
        let mut next = 1;
        message.components = rows.iter().map(|row| normalize_component(row, &mut next)).collect();
    }
    apply_mentions(state, message, body.get("allowed_mentions"));
    if message.is_empty() { Err(ApiError::empty_message()) } else { Ok(()) }
}

/// Keeps the attachments that an edit names and adds the uploaded files.
fn apply_attachments(
    state: &mut DiscordState,
    message: &mut StoredMessage,
    body: &Value,
    files: UploadedFiles,
) {
    let listed = body.get("attachments").and_then(Value::as_array);
    if let Some(listed) = listed {
        let stays = |attachment: &Value| {
            let own = payloads::parse_id(attachment.get("id"));
            listed.iter().any(|item| payloads::parse_id(item.get("id")) == own)
        };
        message.attachments.retain(stays);
    }
    for (index, file) in files {
        let item = listed
            .into_iter()
            .flatten()
            .find(|i| payloads::parse_number(i.get("id")) == Some(index));
        let name = item.and_then(|item| item["filename"].as_str()).unwrap_or(&file.name).to_owned();
        let mut attachment = store_file(state, message.channel, StoredFile { name, ..file });
        if let Some(description) = item.and_then(|item| item["description"].as_str()) {
            attachment["description"] = json!(description);
        }
        if message.visible_only_to.is_some() {
            attachment["ephemeral"] = json!(true);
        }
        message.attachments.push(attachment);
    }
}

/// Stores a file for the CDN and gives its attachment object.
pub(crate) fn store_file(state: &mut DiscordState, channel: Snowflake, file: StoredFile) -> Value {
    let id = state.next_snowflake();
    let name = file.name.replace(|c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c), "_");
    let url = format!("{}/attachments/{channel}/{id}/{name}", state.base_url);
    let mut attachment = json!({
        "id": id,
        "filename": name,
        "size": file.bytes.len(),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    });
    if let Some((width, height)) = read_png_size(&file.bytes) {
        attachment["width"] = json!(width);
        attachment["height"] = json!(height);
    }
    state.files.insert(id, StoredFile { name, ..file });
    attachment
}

/// Width and height of a PNG picture.
fn read_png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let word = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(())?;
    Some((word(16)?, word(20)?))
}

fn normalize_embed(embed: &Value, message: &StoredMessage) -> Value {
    let mut shown = payloads::remove_nulls(embed);
    shown["type"] = json!("rich");
    for key in ["image", "thumbnail", "footer", "author"] {
        for address in ["url", "icon_url"] {
            let Some(name) = shown.pointer(&format!("/{key}/{address}")).and_then(Value::as_str)
            else {
                continue;
            };
            let Some(name) = name.strip_prefix("attachment://") else { continue };
            let file = message.attachments.iter().find(|file| file["filename"] == name);
            if let Some(file) = file {
                shown[key][address] = file["url"].clone();
            }
        }
    }
    if let Some(fields) = shown.get_mut("fields").and_then(Value::as_array_mut) {
        for field in fields {
            if field.get("inline").is_none() {
                field["inline"] = json!(false);
            }
        }
    }
    shown
}

fn normalize_component(component: &Value, next_id: &mut u32) -> Value {
    let mut shown = payloads::remove_nulls(component);
    shown["id"] = json!(*next_id);
    *next_id += 1;
    if matches!(shown["type"].as_u64(), Some(3 | 5..=8)) {
        for key in ["min_values", "max_values"] {
            if shown.get(key).is_none() {
                shown[key] = json!(1);
            }
        }
    }
    if let Some(inner) = component.get("components").and_then(Value::as_array) {
        shown["components"] = inner.iter().map(|c| normalize_component(c, next_id)).collect();
    }
    shown
}

/// Finds the mentions in the content that `allowed` lets through.
fn apply_mentions(
    state: &DiscordState,
    message: &mut StoredMessage,
    allowed_mentions: Option<&Value>,
) {
    let allowed = allowed_mentions.filter(|allowed| !allowed.is_null());
    let parses = |kind: &str| match allowed {
        None => true,
        Some(allowed) => {
            allowed["parse"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k == kind))
        }
    };
    let lists = |key: &str, id: Snowflake| {
        let ids = allowed.and_then(|allowed| allowed[key].as_array());
        ids.into_iter().flatten().any(|item| payloads::parse_id(Some(item)) == Some(id))
    };
    message.mentions.clear();
    message.mention_roles.clear();
    for (id, is_role) in parse_mentions(&message.content) {
        if is_role {
            let known = state.guilds.values().any(|guild| guild.roles.contains_key(&id));
            if known && (parses("roles") || lists("roles", id)) {
                message.mention_roles.push(id);
            }
        } else if state.people.contains_key(&id) && (parses("users") || lists("users", id)) {
            message.mentions.push(id);
        }
    }
    let loud = message.content.contains("@everyone") || message.content.contains("@here");
    let may = state
        .channels
        .get(&message.channel)
        .is_some_and(|channel| channel.bot_permissions & permissions::MENTION_EVERYONE != 0);
    message.mentions_everyone = loud && may && parses("everyone");
    message.mentions.sort();
    message.mentions.dedup();
}

/// `<@1>`, `<@!1>` and `<@&1>` in the order they stand; `true` for roles.
fn parse_mentions(content: &str) -> Vec<(Snowflake, bool)> {
    content
        .split("<@")
        .skip(1)
        .filter_map(|rest| {
            let (inside, _) = rest.split_once('>')?;
            let is_role = inside.starts_with('&');
            Some((Snowflake::parse(inside.trim_start_matches(['!', '&']))?, is_role))
        })
        .collect()
}

/// Adds a new message to its channel, pings, and tells the bot if it listens to messages.
pub(crate) fn post_message(state: &mut DiscordState, mut message: StoredMessage) -> Snowflake {
    let everyone = message.mentions_everyone;
    let is_silent = message.flags & SUPPRESS_NOTIFICATIONS != 0;
    let of_roles =
        |roles: &[Snowflake]| roles.iter().any(|role| message.mention_roles.contains(role));
    let pinged = state.people.values().filter(|person| {
        !person.is_bot
            && (everyone || message.mentions.contains(&person.id) || of_roles(&person.roles))
    });
    message.pings = pinged
        .map(|person| person.id)
        .filter(|id| !is_silent && message.visible_only_to.is_none_or(|only| only == *id))
        .collect();
    let id = message.id;
    if let Some(channel) = state.channels.get_mut(&message.channel) {
        channel.messages.push(id);
    }
    state.messages.insert(id, message);
    record_change(state, id, MessageChangeKind::Posted);
    announce_message(state, "MESSAGE_CREATE", id);
    id
}

/// Notes what became of a message, unless it is one user's alone.
pub(crate) fn record_change(state: &mut DiscordState, id: Snowflake, kind: MessageChangeKind) {
    let Some(message) = state.messages.get(&id).filter(|one| one.visible_only_to.is_none()) else {
        return;
    };
    let touch = MessageChange { message: id, channel: message.channel, kind };
    state.message_changes.push(touch);
}

/// Tells the bot of a message, if it asked for such events.
pub(crate) fn announce_message(state: &mut DiscordState, event: &str, message: Snowflake) {
    let Some(stored) = state.messages.get(&message) else { return };
    if stored.visible_only_to.is_some() || !state.sessions.wants_message_events() {
        return;
    }
    let (channel, author) = (stored.channel, stored.author);
    let guild = state.channels.get(&channel).and_then(|channel| channel.guild);
    let mut wire = if event == "MESSAGE_DELETE" {
        json!({"id": message, "channel_id": channel})
    } else {
        payloads::message_json(state, stored)
    };
    if let Some(guild) = guild {
        wire["guild_id"] = json!(guild);
        let is_readable = author == state.bot_id || stored.mentions.contains(&state.bot_id);
        if event != "MESSAGE_DELETE" && !is_readable {
            clear_content(&mut wire);
        }
        if event != "MESSAGE_DELETE"
            && let Some(person) = state.people.get(&author)
        {
            wire["member"] = payloads::partial_member_json(state, person, guild);
        }
    }
    super::gateway::dispatch_event(state, guild, event, &wire);
}

/// What is left of other people's messages without the privilege to read them.
fn clear_content(message_json: &mut Value) {
    message_json["content"] = json!("");
    for part in ["embeds", "attachments", "components"] {
        message_json[part] = json!([]);
    }
}

/// Adds a reaction of the bot; a second time changes nothing.
pub(crate) fn add_bot_reaction(
    state: &mut DiscordState,
    message: Snowflake,
    emoji: &str,
) -> Result<(), ApiError> {
    if emoji.is_empty() || emoji.is_ascii() {
        return Err(ApiError::new(400, 10014, "Unknown Emoji"));
    }
    let stored = state.messages.get_mut(&message);
    if let Some(stored) = stored.filter(|stored| !stored.reactions.iter().any(|one| one == emoji)) {
        stored.reactions.push(emoji.to_owned());
    }
    Ok(())
}

/// Marks a message as gone.
pub(crate) fn delete_message(state: &mut DiscordState, id: Snowflake) {
    if let Some(message) = state.messages.get_mut(&id) {
        message.is_deleted = true;
    }
    record_change(state, id, MessageChangeKind::Deleted);
    announce_message(state, "MESSAGE_DELETE", id);
}

/// A public message of a channel.
pub(crate) fn public_message_or_refuse(
    state: &DiscordState,
    channel: Snowflake,
    id: Snowflake,
) -> Result<&StoredMessage, ApiError> {
    state.channel_or_refuse(channel)?;
    state
        .messages
        .get(&id)
        .filter(|m| m.channel == channel && !m.is_deleted && m.visible_only_to.is_none())
        .ok_or_else(ApiError::unknown_message)
}

/// Refuses messages to a user who closed their DMs.
pub(crate) fn check_accepts_dms(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    if let ChannelKind::Dm { user: with } = state.channel_or_refuse(channel)?.kind
        && state.person(with).is_some_and(|person| !person.accepts_dms)
    {
        return Err(ApiError::new(403, 50007, "Cannot send messages to this user"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found() {
        let found = parse_mentions("<@12> and <@!13>, <@&14>; <@x> <@15");
        assert_eq!(
            found,
            vec![(Snowflake(12), false), (Snowflake(13), false), (Snowflake(14), true)]
        );
    }

    #[test]
    fn a_png_knows_its_size() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 1, 0, 0, 0, 0, 2]);
        assert_eq!(read_png_size(&png), Some((256, 2)));
    }
}
