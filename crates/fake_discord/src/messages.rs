//! The stored messages: posting, editing, deleting, mentions and attachments.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::limits::messages::{EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS};
use super::payloads;
use super::permissions;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, DiscordState, StoredFile};

/// The types of messages in which Discord itself tells of a pin and of a new thread.
pub(crate) const PIN_NOTICE_TYPE: u8 = 6;
pub(crate) const THREAD_NOTICE_TYPE: u8 = 18;

/// The files of a request, by their numbers.
pub(crate) type UploadedFiles = BTreeMap<u64, StoredFile>;

/// A change of a message that all readers of its channel see. Tests count them, since every change
/// draws the readers' attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageChange {
    pub message: Snowflake,
    pub channel: Snowflake,
    pub kind: MessageChangeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageChangeKind {
    Posted,
    /// It was edited in its first hour.
    Edited,
    /// It was edited after its first hour, when the number of edits is limited.
    EditedLate,
    /// An edit after its first hour was refused with the error 30046.
    EditRefused,
    /// The response to an interaction has changed it.
    Updated,
    Deleted,
}

/// As whom a message was posted through an incoming webhook, whose id is that of the author.
#[derive(Clone, Debug)]
pub(crate) struct WebhookAuthor {
    pub name: String,
    pub avatar_url: Option<String>,
    /// The application that made the webhook.
    pub application: Option<Snowflake>,
}

/// A message. Deleted ones are kept, since an outdated client may still show them.
#[derive(Clone, Debug)]
pub(crate) struct StoredMessage {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    pub webhook: Option<WebhookAuthor>,
    /// Discord's message type: 0 plain, 6 pin notice, 18 thread created, 19 reply, 20 slash
    /// command.
    pub kind: u8,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Value>,
    pub flags: i64,
    pub is_tts: bool,
    /// The users that the content mentions and `allowed_mentions` permits.
    pub mentions: Vec<Snowflake>,
    /// The roles that the content mentions and `allowed_mentions` permits.
    pub mention_roles: Vec<Snowflake>,
    pub mentions_everyone: bool,
    /// The users who were notified when it was posted. Edits notify nobody.
    pub pings: Vec<Snowflake>,
    pub posted_ms: i64,
    pub edited_ms: Option<i64>,
    pub pinned_ms: Option<i64>,
    /// The emoji of the bot's reactions, in the order in which they were added.
    pub reactions: Vec<String>,
    /// When it was edited after its first hour.
    pub late_edits_ms: Vec<i64>,
    pub is_deleted: bool,
    /// The only user who sees an ephemeral message.
    pub visible_only_to: Option<Snowflake>,
    pub nonce: Option<Value>,
    /// The `message_reference` of a reply or notice.
    pub reference: Option<Value>,
    /// The `interaction_metadata` of a response.
    pub interaction_metadata: Option<Value>,
    /// The command to which it responds, such as `/init new`.
    pub command_name: Option<String>,
}

impl StoredMessage {
    /// Creates an empty message, posted at the time that its id holds.
    pub fn new(id: Snowflake, channel: Snowflake, author: Snowflake) -> StoredMessage {
        StoredMessage {
            id,
            channel,
            author,
            webhook: None,
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
        !self.is_deleted && self.visible_only_to.is_none_or(|reader| reader == user)
    }

    /// Returns whether Discord would refuse the message because it shows nothing.
    fn is_empty(&self) -> bool {
        self.content.trim().is_empty()
            && self.embeds.is_empty()
            && self.components.is_empty()
            && self.attachments.is_empty()
    }
}

/// Applies the fields of a checked body to a new or edited message. A missing field changes
/// nothing.
///
/// # Errors
/// Fails if the message would be empty.
pub(crate) fn apply_body_and_check_not_empty(
    state: &mut DiscordState,
    message: &mut StoredMessage,
    body: &Value,
    files: UploadedFiles,
) -> Result<(), ApiError> {
    if let Some(content) = body.get("content") {
        message.content = content.as_str().unwrap_or("").trim().to_owned();
    }
    if let Some(flags) = body.get("flags").and_then(Value::as_i64) {
        let unchangeable = EPHEMERAL | LOADING;
        message.flags = message.flags & unchangeable | flags & !unchangeable;
    }
    remove_unlisted_and_add_uploaded_attachments(state, message, body, files);
    if let Some(embeds) = body.get("embeds") {
        let embeds = embeds.as_array().map_or(&[][..], Vec::as_slice);
        message.embeds = embeds.iter().map(|embed| normalize_embed(embed, message)).collect();
    }
    if let Some(rows) = body.get("components") {
        let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
        let mut next_id = 1;
        message.components =
            rows.iter().map(|row| assign_id_and_fill_defaults(row, &mut next_id)).collect();
    }
    apply_mentions(state, message, body.get("allowed_mentions"));
    if message.is_empty() { Err(ApiError::empty_message()) } else { Ok(()) }
}

/// Removes the attachments that an edit does not list, and adds the uploaded files.
fn remove_unlisted_and_add_uploaded_attachments(
    state: &mut DiscordState,
    message: &mut StoredMessage,
    body: &Value,
    files: UploadedFiles,
) {
    let listed = body.get("attachments").and_then(Value::as_array);
    if let Some(listed) = listed {
        let is_listed = |attachment: &Value| {
            let id = payloads::parse_id(attachment.get("id"));
            listed.iter().any(|item| payloads::parse_id(item.get("id")) == id)
        };
        message.attachments.retain(is_listed);
    }
    for (number, file) in files {
        let item = listed
            .into_iter()
            .flatten()
            .find(|item| payloads::parse_number(item.get("id")) == Some(number));
        let name = item.and_then(|item| item["filename"].as_str()).unwrap_or(&file.name).to_owned();
        let mut attachment =
            store_file_as_attachment(state, message.channel, StoredFile { name, ..file });
        if let Some(description) = item.and_then(|item| item["description"].as_str()) {
            attachment["description"] = json!(description);
        }
        if message.visible_only_to.is_some() {
            attachment["ephemeral"] = json!(true);
        }
        message.attachments.push(attachment);
    }
}

/// Stores a file for the CDN, and returns its attachment object.
pub(crate) fn store_file_as_attachment(
    state: &mut DiscordState,
    channel: Snowflake,
    file: StoredFile,
) -> Value {
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

/// Returns the width and height of a PNG picture, or `None` for other files.
fn read_png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    let read_u32 =
        |start: usize| Some(u32::from_be_bytes(bytes.get(start..start + 4)?.try_into().ok()?));
    // The header follows the 8 bytes above, a length and a name of 4 bytes each.
    let (width, height) = (read_u32(16)?, read_u32(20)?);
    Some((width, height))
}

/// Returns an embed as Discord sends it back: with defaults filled in, and `attachment://` replaced
/// by the address of the file.
fn normalize_embed(embed: &Value, message: &StoredMessage) -> Value {
    let mut normalized = payloads::remove_nulls(embed);
    normalized["type"] = json!("rich");
    for part in ["image", "thumbnail", "footer", "author"] {
        for key in ["url", "icon_url"] {
            let url = normalized.pointer(&format!("/{part}/{key}")).and_then(Value::as_str);
            let file_name = url.and_then(|url| url.strip_prefix("attachment://"));
            let Some(file_name) = file_name else { continue };
            let file = message.attachments.iter().find(|file| file["filename"] == file_name);
            if let Some(file) = file {
                normalized[part][key] = file["url"].clone();
            }
        }
    }
    if let Some(fields) = normalized.get_mut("fields").and_then(Value::as_array_mut) {
        for field in fields {
            if field.get("inline").is_none() {
                field["inline"] = json!(false);
            }
        }
    }
    normalized
}

/// Returns a component as Discord sends it back: with a number as its id, and defaults filled in.
fn assign_id_and_fill_defaults(component: &Value, next_id: &mut u32) -> Value {
    let mut normalized = payloads::remove_nulls(component);
    normalized["id"] = json!(*next_id);
    *next_id += 1;
    let is_menu = matches!(normalized["type"].as_u64(), Some(3 | 5..=8));
    if is_menu {
        for key in ["min_values", "max_values"] {
            if normalized.get(key).is_none() {
                normalized[key] = json!(1);
            }
        }
    }
    if let Some(inner) = component.get("components").and_then(Value::as_array) {
        normalized["components"] =
            inner.iter().map(|component| assign_id_and_fill_defaults(component, next_id)).collect();
    }
    normalized
}

/// Which mentions the `allowed_mentions` of a request permit. `None`: all of them.
struct AllowedMentions<'a>(Option<&'a Value>);

impl AllowedMentions<'_> {
    /// Returns whether all mentions of a kind are permitted: `users`, `roles` or `everyone`.
    fn allows_kind(&self, kind: &str) -> bool {
        match self.0 {
            None => true,
            Some(allowed) => allowed["parse"]
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|allowed_kind| allowed_kind == kind)),
        }
    }

    /// Returns whether the mention of this one user or role (`kind`) is permitted.
    fn allows(&self, kind: &str, id: Snowflake) -> bool {
        let ids = self.0.and_then(|allowed| allowed[kind].as_array());
        let mut ids = ids.into_iter().flatten();
        self.allows_kind(kind) || ids.any(|item| payloads::parse_id(Some(item)) == Some(id))
    }
}

/// Sets the mentions of a message: those in the content that `allowed_mentions` permits.
fn apply_mentions(
    state: &DiscordState,
    message: &mut StoredMessage,
    allowed_mentions: Option<&Value>,
) {
    let allowed = AllowedMentions(allowed_mentions.filter(|allowed| !allowed.is_null()));
    message.mentions.clear();
    message.mention_roles.clear();
    for mention in parse_user_and_role_mentions(&message.content) {
        match mention {
            Mention::User(id) => {
                let is_known = state.people.contains_key(&id);
                if is_known && allowed.allows("users", id) {
                    message.mentions.push(id);
                }
            }
            Mention::Role(id) => {
                let is_known = state.guilds.values().any(|guild| guild.roles.contains_key(&id));
                if is_known && allowed.allows("roles", id) {
                    message.mention_roles.push(id);
                }
            }
        }
    }
    let names_everyone = message.content.contains("@everyone") || message.content.contains("@here");
    let is_permitted_here = state
        .channels
        .get(&message.channel)
        .is_some_and(|channel| channel.bot_permissions & permissions::MENTION_EVERYONE != 0);
    // A webhook needs no permission.
    let may_mention_everyone = is_permitted_here || message.webhook.is_some();
    message.mentions_everyone =
        names_everyone && may_mention_everyone && allowed.allows_kind("everyone");
    message.mentions.sort();
    message.mentions.dedup();
}

/// Whom a mention in a text names.
#[derive(Debug, PartialEq)]
enum Mention {
    User(Snowflake),
    Role(Snowflake),
}

/// Returns all mentions of users (`<@1>`, `<@!1>`) and roles (`<@&1>`) in order.
fn parse_user_and_role_mentions(content: &str) -> Vec<Mention> {
    let mut mentions = Vec::new();
    for text_after_mark in content.split("<@").skip(1) {
        let Some((target, _)) = text_after_mark.split_once('>') else { continue };
        let Some(id) = Snowflake::parse(target.trim_start_matches(['!', '&'])) else { continue };
        let is_role = target.starts_with('&');
        mentions.push(if is_role { Mention::Role(id) } else { Mention::User(id) });
    }
    mentions
}

/// Adds a new message to its channel, pings the users it mentions, and sends the bot an event if it
/// listens to messages. Returns the message's id.
pub(crate) fn store_and_announce_message(
    state: &mut DiscordState,
    mut message: StoredMessage,
) -> Snowflake {
    let is_silent = message.flags & SUPPRESS_NOTIFICATIONS != 0;
    for person in state.people.values().filter(|person| !person.is_bot && !is_silent) {
        let is_mentioned = message.mentions_everyone
            || message.mentions.contains(&person.id)
            || person.roles.iter().any(|role| message.mention_roles.contains(role));
        let is_reader = message.visible_only_to.is_none_or(|reader| reader == person.id);
        if is_mentioned && is_reader {
            message.pings.push(person.id);
        }
    }
    let id = message.id;
    if let Some(channel) = state.channels.get_mut(&message.channel) {
        channel.messages.push(id);
    }
    state.messages.insert(id, message);
    record_public_change(state, id, MessageChangeKind::Posted);
    send_public_message_event_if_wanted(state, "MESSAGE_CREATE", id);
    id
}

/// Records a change of a message, unless the message is ephemeral.
pub(crate) fn record_public_change(
    state: &mut DiscordState,
    id: Snowflake,
    kind: MessageChangeKind,
) {
    let Some(message) = state.messages.get(&id) else { return };
    if message.visible_only_to.is_none() {
        let change = MessageChange { message: id, channel: message.channel, kind };
        state.message_changes.push(change);
    }
}

/// Sends the bot an event about a message, if it listens to messages and the message is not
/// ephemeral. What the bot may not read of others' messages is left out.
pub(crate) fn send_public_message_event_if_wanted(
    state: &mut DiscordState,
    event: &str,
    message: Snowflake,
) {
    let Some(stored) = state.messages.get(&message) else { return };
    if stored.visible_only_to.is_some() || !state.sessions.wants_message_events() {
        return;
    }
    let (channel, author) = (stored.channel, stored.author);
    let guild = state.channels.get(&channel).and_then(|channel| channel.guild);
    let is_deletion = event == "MESSAGE_DELETE";
    let mut data = if is_deletion {
        json!({"id": message, "channel_id": channel})
    } else {
        payloads::message_json(state, stored)
    };
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
        let is_readable = author == state.bot_id || stored.mentions.contains(&state.bot_id);
        if !is_deletion && !is_readable {
            clear_content(&mut data);
        }
        if !is_deletion && let Some(person) = state.people.get(&author) {
            data["member"] = payloads::partial_member_json(state, person, guild);
        }
    }
    super::gateway::send_event_to_intended_sessions(state, guild, event, &data);
}

/// Removes from a message what a bot without the message content intent may not read.
fn clear_content(message_json: &mut Value) {
    message_json["content"] = json!("");
    for part in ["embeds", "attachments", "components"] {
        message_json[part] = json!([]);
    }
}

/// Adds a reaction of the bot. Adding it again changes nothing.
pub(crate) fn add_bot_reaction(
    state: &mut DiscordState,
    message: Snowflake,
    emoji: &str,
) -> Result<(), ApiError> {
    if emoji.is_empty() || emoji.is_ascii() {
        return Err(ApiError::new(400, 10014, "Unknown Emoji"));
    }
    if let Some(stored) = state.messages.get_mut(&message)
        && !stored.reactions.iter().any(|reaction| reaction == emoji)
    {
        stored.reactions.push(emoji.to_owned());
    }
    Ok(())
}

/// Marks a message as deleted, and sends the bot an event.
pub(crate) fn delete_and_announce_message(state: &mut DiscordState, id: Snowflake) {
    if let Some(message) = state.messages.get_mut(&id) {
        message.is_deleted = true;
    }
    record_public_change(state, id, MessageChangeKind::Deleted);
    send_public_message_event_if_wanted(state, "MESSAGE_DELETE", id);
}

/// Returns a message of a channel.
///
/// # Errors
/// Fails if the channel is unknown, or has no such message that is neither deleted nor ephemeral.
pub(crate) fn public_message_or_refuse(
    state: &DiscordState,
    channel: Snowflake,
    id: Snowflake,
) -> Result<&StoredMessage, ApiError> {
    state.channel_or_refuse(channel)?;
    state
        .messages
        .get(&id)
        .filter(|message| message.channel == channel)
        .filter(|message| !message.is_deleted && message.visible_only_to.is_none())
        .ok_or_else(ApiError::unknown_message)
}

/// Refuses direct messages to a user who accepts none.
pub(crate) fn check_accepts_dms(state: &DiscordState, channel: Snowflake) -> Result<(), ApiError> {
    if let ChannelKind::Dm { user } = state.channel_or_refuse(channel)?.kind
        && state.person(user).is_some_and(|person| !person.accepts_dms)
    {
        return Err(ApiError::new(403, 50007, "Cannot send messages to this user"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_mentions_finds_users_and_roles() {
        let mentions = parse_user_and_role_mentions("<@12> and <@!13>, <@&14>; <@x> <@15");
        let expected = [
            Mention::User(Snowflake(12)),
            Mention::User(Snowflake(13)),
            Mention::Role(Snowflake(14)),
        ];
        assert_eq!(mentions, expected);
    }

    #[test]
    fn png_size_is_read_from_its_header() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 1, 0, 0, 0, 0, 2]);
        assert_eq!(read_png_size(&png), Some((256, 2)));
    }
}
