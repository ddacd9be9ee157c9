//! Interactions: what a user typed or pressed, sent to the bot, and the bot's one answer to it.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::gateway;
use super::limits::messages::{EPHEMERAL, LOADING, MessageRequestKind, check_message_body};
use super::limits::modals::{check_autocomplete_choices, check_modal};
use super::messages::{self, MessageChangeKind, StoredMessage, UploadedFiles};
use super::payloads;
use super::snowflake::Snowflake;
use super::state::DiscordState;
use super::violations::ViolationKind;

/// The first answer is due within this time.
pub(crate) const ANSWER_DEADLINE_MS: i64 = 3_000;
/// The token lives this long.
const TOKEN_LIFETIME_MS: i64 = 15 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// How the bot answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionResponse {
    Message,
    Deferred,
    Update,
    DeferredUpdate,
    Choices,
    Modal,
}

pub(crate) struct Interaction {
    pub id: Snowflake,
    pub token: String,
    pub kind: InteractionKind,
    /// For people: `/attack`, `press [Parry]`.
    pub name: String,
    pub user: Snowflake,
    pub channel: Snowflake,
    /// The message whose button was pressed, or whose button opened the modal.
    pub source_message: Option<Snowflake>,
    pub response: Option<InteractionResponse>,
    /// What `@original` means.
    pub original_message: Option<Snowflake>,
    pub modal: Option<Value>,
    pub choices: Vec<Value>,
    /// The gateway connection it went out on.
    sent_on_connection: Option<u64>,
    metadata: Value,
}

/// All of the last quarter of an hour.
#[derive(Default)]
pub(crate) struct InteractionLog {
    by_id: HashMap<Snowflake, Interaction>,
    by_token: HashMap<String, Snowflake>,
    in_order: VecDeque<Snowflake>,
    /// Those without an answer.
    unanswered: Vec<Snowflake>,
}

impl InteractionLog {
    pub fn get(&self, id: Snowflake) -> Option<&Interaction> {
        self.by_id.get(&id)
    }

    pub fn get_mut(&mut self, id: Snowflake) -> Option<&mut Interaction> {
        self.by_id.get_mut(&id)
    }

    pub fn unanswered_count(&self) -> usize {
        self.unanswered.len()
    }

    /// Those that were answered with "thinking…" and nothing since.
    pub fn deferred_interactions(&self) -> impl Iterator<Item = &Interaction> {
        self.by_id.values().filter(|i| i.response == Some(InteractionResponse::Deferred))
    }

    fn add_and_remove_expired(&mut self, interaction: Interaction, now_ms: i64) {
        while let Some(&oldest) = self.in_order.front()
            && now_ms - oldest.created_ms() > 2 * TOKEN_LIFETIME_MS
        {
            self.in_order.pop_front();
            if let Some(old) = self.by_id.remove(&oldest) {
                self.by_token.remove(&old.token);
            }
        }
        self.in_order.push_back(interaction.id);
        self.unanswered.push(interaction.id);
        self.by_token.insert(interaction.token.clone(), interaction.id);
        self.by_id.insert(interaction.id, interaction);
    }
}

/// What a user does.
pub(crate) struct UserAction {
    pub kind: InteractionKind,
    pub name: String,
    pub user: Snowflake,
    pub channel: Snowflake,
    pub source_message: Option<Snowflake>,
    pub data: Value,
}

/// Sends an interaction to the bot.
pub(crate) fn send_interaction(state: &mut DiscordState, action: UserAction) -> Snowflake {
    let now = state.now_ms();
    let id = state.next_snowflake();
    let token = format!("standin-{id}-{:016x}", rand::random::<u64>());
    let guild = state.channels.get(&action.channel).and_then(|channel| channel.guild);
    let event = interaction_json(state, id, &token, guild, &action);
    let origin = interaction_metadata_json(state, id, guild, &action);
    let interaction = Interaction {
        id,
        token,
        kind: action.kind,
        name: action.name,
        user: action.user,
        channel: action.channel,
        source_message: action.source_message,
        response: None,
        original_message: None,
        modal: None,
        choices: Vec::new(),
        sent_on_connection: None,
        metadata: origin,
    };
    state.interactions.add_and_remove_expired(interaction, now);
    let sent_on = gateway::dispatch_event(state, guild, "INTERACTION_CREATE", &event);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.sent_on_connection = sent_on;
    }
    id
}

fn interaction_json(
    state: &DiscordState,
    id: Snowflake,
    token: &str,
    guild: Option<Snowflake>,
    action: &UserAction,
) -> Value {
    let mut event = json!({
        "id": id,
        "application_id": state.bot_id,
        "type": action.kind as u8,
        "token": token,
        "version": 1,
        "channel_id": action.channel,
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": integration_owners_json(guild),
        "context": if guild.is_some() { 0 } else { 1 },
        "data": action.data,
    });
    if let Some(channel) = state.channels.get(&action.channel) {
        event["channel"] = payloads::partial_channel_json(state, channel, action.user);
        event["app_permissions"] = json!(channel.bot_permissions.to_string());
    }
    let person = state.person(action.user);
    match (guild, person) {
        (Some(guild), Some(person)) => {
            let mut member = payloads::member_json(person, guild);
            member["permissions"] =
                json!(state.effective_permissions(action.user, guild).to_string());
            event["member"] = member;
            event["guild_id"] = json!(guild);
            event["guild_locale"] = json!("en-US");
            event["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
        }
        (_, Some(person)) => event["user"] = payloads::user_json(person),
        (_, None) => {}
    }
    if let Some(message) = action.source_message.and_then(|source| state.messages.get(&source)) {
        event["message"] = payloads::message_json(state, message);
    }
    event
}

fn integration_owners_json(guild: Option<Snowflake>) -> Value {
    json!({"0": guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string())})
}

/// The `interaction_metadata` that answers carry.
fn interaction_metadata_json(
    state: &DiscordState,
    id: Snowflake,
    guild: Option<Snowflake>,
    action: &UserAction,
) -> Value {
    let user = payloads::user_json_by_id(state, action.user);
    let mut origin = json!({
        "id": id,
        "type": action.kind as u8,
        "user": user,
        "authorizing_integration_owners": integration_owners_json(guild),
    });
    match action.kind {
        InteractionKind::Component => {
            origin["interacted_message_id"] = json!(action.source_message);
        }
        InteractionKind::Modal => {
            let mut opener = json!({
                "id": id,
                "type": 2,
                "user": user,
                "authorizing_integration_owners": integration_owners_json(guild),
            });
            if let Some(source) = action.source_message {
                opener["type"] = json!(3);
                opener["interacted_message_id"] = json!(source);
            }
            origin["triggering_interaction_metadata"] = opener;
        }
        InteractionKind::Command | InteractionKind::Autocomplete => {}
    }
    origin
}

/// Has the time for the first answer passed?
pub(crate) fn is_overdue(state: &DiscordState, interaction: &Interaction) -> bool {
    state.now_ms() - interaction.id.created_ms() > ANSWER_DEADLINE_MS
}

/// Reports the interactions that got no answer in time. A bot that was killed meanwhile is not
/// to blame.
pub(crate) fn report_overdue(state: &mut DiscordState) {
    let waiting = std::mem::take(&mut state.interactions.unanswered);
    let (overdue, still): (Vec<Snowflake>, Vec<Snowflake>) = waiting.into_iter().partition(|id| {
        state.interactions.get(*id).is_none_or(|interaction| is_overdue(state, interaction))
    });
    state.interactions.unanswered = still;
    for id in overdue {
        give_up_waiting(state, id);
    }
}

/// The user stops waiting.
pub(crate) fn give_up_waiting(state: &mut DiscordState, id: Snowflake) {
    state.interactions.unanswered.retain(|waiting| *waiting != id);
    let Some(interaction) = state.interactions.get_mut(id) else { return };
    let connection = interaction.sent_on_connection.take();
    let what = format!("{}: no answer within 3 s", interaction.name);
    if connection.is_some_and(|connection| state.sessions.is_connection_open(connection)) {
        state.record_violation(ViolationKind::Unanswered, what);
    }
}

/// Takes the bot's answer: `POST /interactions/{id}/{token}/callback`.
pub(crate) fn apply_callback(
    state: &mut DiscordState,
    id: Snowflake,
    token: &str,
    body: &Value,
    files: UploadedFiles,
) -> Result<(), ApiError> {
    let late =
        || ApiError::from_violation(ViolationKind::AnsweredLate, 404, 10062, "Unknown interaction");
    let interaction = state.interactions.get(id).filter(|i| i.token == token).ok_or_else(late)?;
    if interaction.response.is_some() {
        let message = "Interaction has already been acknowledged.";
        return Err(ApiError::from_violation(ViolationKind::AnsweredTwice, 400, 40060, message));
    }
    if is_overdue(state, interaction) {
        return Err(late());
    }
    let wanted = body.get("type").and_then(Value::as_u64).unwrap_or(0);
    let answered = response_kind_or_refuse(interaction, wanted)?;
    let data = body.get("data").filter(|data| !data.is_null());
    let unknown = match answered {
        InteractionResponse::Message => post_first_response(state, id, data, files, false)?,
        InteractionResponse::Deferred => {
            post_first_response(state, id, data, UploadedFiles::new(), true)?
        }
        InteractionResponse::Update => update_source_message(state, id, data, files)?,
        InteractionResponse::DeferredUpdate => {
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.original_message = interaction.source_message;
            }
            Vec::new()
        }
        InteractionResponse::Choices => {
            let data = data.unwrap_or(&Value::Null);
            let unknown = check_autocomplete_choices(data)?;
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.choices = choices;
            }
            unknown
        }
        InteractionResponse::Modal => {
            let data = data.unwrap_or(&Value::Null);
            let unknown = check_modal(data)?;
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.modal = Some(payloads::remove_nulls(data));
            }
            unknown
        }
    };
    state.interactions.unanswered.retain(|waiting| *waiting != id);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.response = Some(answered);
    }
    report_unknown_fields(state, "interaction callback", &unknown);
    Ok(())
}

pub(crate) fn report_unknown_fields(state: &mut DiscordState, request: &str, unknown: &[String]) {
    for field in unknown {
        state.record_violation(ViolationKind::UnknownField, format!("{request}: {field}"));
    }
}

/// Which answers fit which interactions.
fn response_kind_or_refuse(
    interaction: &Interaction,
    callback_type: u64,
) -> Result<InteractionResponse, ApiError> {
    use InteractionKind::{Autocomplete, Command, Component, Modal};
    let on_message = interaction.source_message.is_some();
    match (interaction.kind, callback_type) {
        (Command | Component | Modal, 4) => Ok(InteractionResponse::Message),
        (Command | Component | Modal, 5) => Ok(InteractionResponse::Deferred),
        (Component | Modal, 6) if on_message => Ok(InteractionResponse::DeferredUpdate),
        (Component | Modal, 7) if on_message => Ok(InteractionResponse::Update),
        (Autocomplete, 8) => Ok(InteractionResponse::Choices),
        (Command | Component, 9) => Ok(InteractionResponse::Modal),
        (kind, wanted) => {
            let message = format!("Answer of type {wanted} does not fit {kind:?}");
            Err(ApiError::invalid_field("type", "BASE_TYPE_CHOICES", &message))
        }
    }
}

fn post_first_response(
    state: &mut DiscordState,
    id: Snowflake,
    data: Option<&Value>,
    files: UploadedFiles,
    is_deferred: bool,
) -> Result<Vec<String>, ApiError> {
    let empty = json!({});
    let data = data.unwrap_or(&empty);
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check_message_body(data, MessageRequestKind::Callback, "data", &numbers)?;
    let message = post_response_message(state, id, data, files, is_deferred)?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original_message = Some(message);
    }
    Ok(unknown)
}

/// Posts a message that answers an interaction, first or later.
fn post_response_message(
    state: &mut DiscordState,
    id: Snowflake,
    data: &Value,
    files: UploadedFiles,
    is_deferred: bool,
) -> Result<Snowflake, ApiError> {
    let message_id = state.next_snowflake();
    let bot = state.bot_id;
    let interaction = state.interactions.get(id).ok_or_else(ApiError::unknown_message)?;
    let mut message = StoredMessage::new(message_id, interaction.channel, bot);
    message.interaction_metadata = Some(interaction.metadata.clone());
    let flags = data.get("flags").and_then(Value::as_i64).unwrap_or(0);
    if flags & EPHEMERAL != 0 {
        message.visible_only_to = Some(interaction.user);
        message.flags |= EPHEMERAL;
    }
    message.is_tts = data.get("tts") == Some(&Value::Bool(true));
    if interaction.kind == InteractionKind::Command {
        message.kind = 20;
        message.command_name = Some(interaction.name.clone());
    } else if let Some(source) = interaction.source_message {
        message.kind = 19;
        message.reference =
            Some(json!({"type": 0, "channel_id": message.channel, "message_id": source}));
    }
    if is_deferred {
        message.flags |= LOADING;
    } else {
        messages::apply_body(state, &mut message, data, files)?;
    }
    Ok(messages::post_message(state, message))
}

fn update_source_message(
    state: &mut DiscordState,
    id: Snowflake,
    data: Option<&Value>,
    files: UploadedFiles,
) -> Result<Vec<String>, ApiError> {
    let source = state.interactions.get(id).and_then(|interaction| interaction.source_message);
    let source = source.ok_or_else(ApiError::unknown_message)?;
    let unknown = edit_message(
        state,
        source,
        data.unwrap_or(&json!({})),
        files,
        MessageRequestKind::Update,
        "data",
    )?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original_message = Some(source);
    }
    Ok(unknown)
}

/// Edits a message that may be edited with the token at hand.
pub(crate) fn edit_message(
    state: &mut DiscordState,
    id: Snowflake,
    body: &Value,
    files: UploadedFiles,
    request_kind: MessageRequestKind,
    body_path: &str,
) -> Result<Vec<String>, ApiError> {
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check_message_body(body, request_kind, body_path, &numbers)?;
    let now = state.now_ms();
    let message = state.messages.get(&id).filter(|message| !message.is_deleted);
    let mut message = message.cloned().ok_or_else(ApiError::unknown_message)?;
    let was_loading = message.is_loading();
    message.flags &= !LOADING;
    messages::apply_body(state, &mut message, body, files)?;
    if was_loading {
        // The real answer takes the place of "thinking…", and pings as a new message would.
        message.pings = message.mentions.clone();
    } else {
        message.edited_ms = Some(now);
    }
    state.messages.insert(id, message);
    if request_kind != MessageRequestKind::ChannelEdit {
        messages::record_change(state, id, MessageChangeKind::Updated);
    }
    messages::announce_message(state, "MESSAGE_UPDATE", id);
    Ok(unknown)
}

/// The interaction a token belongs to, while the token lives.
pub(crate) fn find_by_token<'s>(
    state: &'s DiscordState,
    token: &str,
) -> Result<&'s Interaction, ApiError> {
    let id = state.interactions.by_token.get(token);
    let interaction = id.and_then(|id| state.interactions.get(*id));
    match interaction {
        Some(interaction) if state.now_ms() - interaction.id.created_ms() > TOKEN_LIFETIME_MS => {
            Err(ApiError::new(401, 50027, "Invalid Webhook Token"))
        }
        Some(interaction) if interaction.response.is_none() => {
            Err(ApiError::new(404, 10015, "Unknown Webhook"))
        }
        Some(interaction) => Ok(interaction),
        None => Err(ApiError::new(401, 50027, "Invalid Webhook Token")),
    }
}

/// The message that `@original` or an id means for a token.
pub(crate) fn find_response_message(
    state: &DiscordState,
    token: &str,
    message_key: &str,
) -> Result<Snowflake, ApiError> {
    let interaction = find_by_token(state, token)?;
    let id = match message_key {
        "@original" => interaction.original_message,
        id => Snowflake::parse(id),
    };
    let message = id.and_then(|id| state.messages.get(&id)).filter(|m| !m.is_deleted);
    let own = message.filter(|m| {
        Some(m.id) == interaction.original_message
            || m.interaction_metadata
                .as_ref()
                .is_some_and(|origin| origin["id"] == interaction.metadata["id"])
    });
    own.map(|message| message.id).ok_or_else(ApiError::unknown_message)
}

/// A follow-up: `POST /webhooks/{app}/{token}`. Directly after a deferred answer it is that answer.
pub(crate) fn post_follow_up(
    state: &mut DiscordState,
    token: &str,
    body: &Value,
    files: UploadedFiles,
) -> Result<Snowflake, ApiError> {
    let interaction = find_by_token(state, token)?;
    let (id, original) = (interaction.id, interaction.original_message);
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check_message_body(body, MessageRequestKind::FollowUp, "", &numbers)?;
    report_unknown_fields(state, "follow-up", &unknown);
    let loading =
        original.filter(|id| state.messages.get(id).is_some_and(StoredMessage::is_loading));
    match loading {
        Some(original) => {
            edit_message(state, original, body, files, MessageRequestKind::FollowUp, "")?;
            Ok(original)
        }
        None => post_response_message(state, id, body, files, false),
    }
}
