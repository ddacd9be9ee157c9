//! Interactions: what a user typed or pressed, sent to the bot, and the bot's responses.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::gateway;
use super::limits::UnknownFields;
use super::limits::messages::{EPHEMERAL, LOADING, MessageRequestKind, check_message_body};
use super::limits::modals::{check_autocomplete_choices, check_modal};
use super::messages::{self, MessageChangeKind, StoredMessage, UploadedFiles};
use super::payloads;
use super::snowflake::Snowflake;
use super::state::{DEFAULT_LOCALE, DiscordState};
use super::violations::ViolationKind;

/// How long the bot has for its first response.
pub(crate) const ANSWER_DEADLINE_MS: i64 = 3_000;
/// How long an interaction's token is valid.
const TOKEN_LIFETIME_MS: i64 = 15 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// The kind of the bot's first response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionResponseKind {
    Message,
    Deferred,
    Update,
    DeferredUpdate,
    Choices,
    Modal,
}

/// Discord's types of the first response to an interaction:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding>.
pub(crate) mod response_type {
    pub const MESSAGE: u64 = 4;
    pub const DEFERRED_MESSAGE: u64 = 5;
    pub const DEFERRED_UPDATE: u64 = 6;
    pub const UPDATE: u64 = 7;
    pub const CHOICES: u64 = 8;
    pub const MODAL: u64 = 9;
}

pub(crate) struct Interaction {
    pub id: Snowflake,
    pub token: String,
    pub kind: InteractionKind,
    /// The action in plain words, such as `/attack` or `press [Parry]`.
    pub name: String,
    pub user: Snowflake,
    pub channel: Snowflake,
    /// The message whose button was pressed, or whose button opened the modal.
    pub source_message: Option<Snowflake>,
    /// `None` until the first response.
    pub response: Option<InteractionResponseKind>,
    /// The message that `@original` stands for.
    pub original_message: Option<Snowflake>,
    /// The modal that the bot responded with.
    pub modal: Option<Value>,
    /// The autocomplete choices that the bot responded with.
    pub choices: Vec<Value>,
    /// The gateway connection on which it was sent.
    sent_on_connection: Option<u64>,
    /// The `interaction_metadata` of its messages.
    metadata: Value,
}

/// The interactions whose tokens are valid, or have expired not long ago.
#[derive(Default)]
pub(crate) struct InteractionLog {
    by_id: HashMap<Snowflake, Interaction>,
    by_token: HashMap<String, Snowflake>,
    /// Oldest first.
    in_order: VecDeque<Snowflake>,
    /// The interactions that wait for their first response.
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

    /// Returns the interactions whose first response was "thinking…".
    pub fn deferred_interactions(&self) -> impl Iterator<Item = &Interaction> {
        self.by_id
            .values()
            .filter(|interaction| interaction.response == Some(InteractionResponseKind::Deferred))
    }

    /// Stores a new interaction, and drops those whose tokens have long expired.
    fn insert_and_evict_expired(&mut self, interaction: Interaction, now_ms: i64) {
        while let Some(&oldest) = self.in_order.front()
            && now_ms - oldest.created_ms() > 2 * TOKEN_LIFETIME_MS
        {
            self.in_order.pop_front();
            if let Some(expired) = self.by_id.remove(&oldest) {
                self.by_token.remove(&expired.token);
            }
        }
        self.in_order.push_back(interaction.id);
        self.unanswered.push(interaction.id);
        self.by_token.insert(interaction.token.clone(), interaction.id);
        self.by_id.insert(interaction.id, interaction);
    }
}

/// An action of a user, to be sent to the bot as an interaction.
pub(crate) struct UserAction {
    pub kind: InteractionKind,
    pub name: String,
    pub user: Snowflake,
    pub channel: Snowflake,
    pub source_message: Option<Snowflake>,
    pub data: Value,
}

/// Sends an interaction to the bot, and returns its id.
pub(crate) fn send_interaction(state: &mut DiscordState, action: UserAction) -> Snowflake {
    let now = state.now_ms();
    let id = state.next_snowflake();
    let token = format!("standin-{id}-{:016x}", rand::random::<u64>());
    let guild = state.channels.get(&action.channel).and_then(|channel| channel.guild);
    let event = interaction_json(state, id, &token, guild, &action);
    let metadata = interaction_metadata_json(state, id, guild, &action);
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
        metadata,
    };
    state.interactions.insert_and_evict_expired(interaction, now);
    let connection_id = gateway::send_interaction_and_get_open_connection(state, guild, &event);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.sent_on_connection = connection_id;
    }
    id
}

/// Returns the INTERACTION_CREATE event for what a user does.
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
        "locale": state.person(action.user).map_or(DEFAULT_LOCALE, |person| &person.locale),
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": integration_owners_json(guild),
        "context": if guild.is_some() { 0 } else { 1 },
        "data": action.data,
    });
    if let Some(channel) = state.channels.get(&action.channel) {
        event["channel"] = payloads::channel_with_permissions_json(state, channel, action.user);
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
            let locale = state.guild_locale(guild);
            event["guild_locale"] = json!(locale);
            event["guild"] = json!({"id": guild, "locale": locale, "features": []});
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

/// Returns the `interaction_metadata` of the messages that respond to an interaction.
fn interaction_metadata_json(
    state: &DiscordState,
    id: Snowflake,
    guild: Option<Snowflake>,
    action: &UserAction,
) -> Value {
    let user = payloads::user_json_by_id(state, action.user);
    let mut metadata = json!({
        "id": id,
        "type": action.kind as u8,
        "user": user,
        "authorizing_integration_owners": integration_owners_json(guild),
    });
    match action.kind {
        InteractionKind::Component => {
            metadata["interacted_message_id"] = json!(action.source_message);
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
            metadata["triggering_interaction_metadata"] = opener;
        }
        InteractionKind::Command | InteractionKind::Autocomplete => {}
    }
    metadata
}

/// Returns whether the time for the first response is over.
pub(crate) fn is_overdue(state: &DiscordState, interaction: &Interaction) -> bool {
    state.now_ms() - interaction.id.created_ms() > ANSWER_DEADLINE_MS
}

/// Gives up all interactions that got no response in time, and records each as a violation.
pub(crate) fn give_up_overdue_interactions_as_violations(state: &mut DiscordState) {
    let unanswered = std::mem::take(&mut state.interactions.unanswered);
    let (overdue, waiting): (Vec<Snowflake>, Vec<Snowflake>) =
        unanswered.into_iter().partition(|id| {
            state.interactions.get(*id).is_none_or(|interaction| is_overdue(state, interaction))
        });
    state.interactions.unanswered = waiting;
    for id in overdue {
        give_up_waiting_and_blame_connected_bot(state, id);
    }
}

/// Stops waiting for the response to an interaction, and records a violation. A bot whose
/// connection was lost meanwhile is not to blame.
pub(crate) fn give_up_waiting_and_blame_connected_bot(state: &mut DiscordState, id: Snowflake) {
    state.interactions.unanswered.retain(|unanswered| *unanswered != id);
    let Some(interaction) = state.interactions.get_mut(id) else { return };
    let connection_id = interaction.sent_on_connection.take();
    let description = format!("{}: no answer within 3 s", interaction.name);
    if connection_id.is_some_and(|connection| state.sessions.is_connection_open(connection)) {
        state.record_violation(ViolationKind::Unanswered, description);
    }
}

/// Applies the bot's first response: `POST /interactions/{id}/{token}/callback`.
pub(crate) fn apply_callback(
    state: &mut DiscordState,
    id: Snowflake,
    token: &str,
    body: &Value,
    files: UploadedFiles,
) -> Result<(), ApiError> {
    let interaction = find_unanswered_interaction_or_refuse(state, id, token)?;
    let callback_type = body.get("type").and_then(Value::as_u64).unwrap_or(0);
    let response = response_kind_or_refuse(interaction, callback_type)?;
    let data = body.get("data").filter(|data| !data.is_null());
    let unknown_fields = check_and_apply_response_data(state, id, response, data, files)?;
    state.interactions.unanswered.retain(|unanswered| *unanswered != id);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.response = Some(response);
    }
    report_unknown_fields(state, "interaction callback", &unknown_fields);
    Ok(())
}

/// Returns the interaction with this id and token.
///
/// # Errors
/// Fails if there is none, or if it has a response already or the time for that is over.
fn find_unanswered_interaction_or_refuse<'s>(
    state: &'s DiscordState,
    id: Snowflake,
    token: &str,
) -> Result<&'s Interaction, ApiError> {
    let unknown_interaction =
        || ApiError::from_violation(ViolationKind::AnsweredLate, 404, 10062, "Unknown interaction");
    let interaction = state.interactions.get(id).filter(|interaction| interaction.token == token);
    let interaction = interaction.ok_or_else(unknown_interaction)?;
    if interaction.response.is_some() {
        let message = "Interaction has already been acknowledged.";
        return Err(ApiError::from_violation(ViolationKind::AnsweredTwice, 400, 40060, message));
    }
    if is_overdue(state, interaction) {
        return Err(unknown_interaction());
    }
    Ok(interaction)
}

/// Does what a first response of this kind says: posts or edits a message, or keeps the choices or
/// the modal for the user. Returns the fields of `data` that Discord does not know.
fn check_and_apply_response_data(
    state: &mut DiscordState,
    id: Snowflake,
    response: InteractionResponseKind,
    data: Option<&Value>,
    files: UploadedFiles,
) -> Result<UnknownFields, ApiError> {
    match response {
        InteractionResponseKind::Message => {
            check_and_post_first_response(state, id, data, files, ResponseContent::Given)
        }
        InteractionResponseKind::Deferred => check_and_post_first_response(
            state,
            id,
            data,
            UploadedFiles::new(),
            ResponseContent::Deferred,
        ),
        InteractionResponseKind::Update => update_source_message(state, id, data, files),
        InteractionResponseKind::DeferredUpdate => {
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.original_message = interaction.source_message;
            }
            Ok(Vec::new())
        }
        InteractionResponseKind::Choices => {
            let data = data.unwrap_or(&Value::Null);
            let unknown_fields = check_autocomplete_choices(data)?;
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.choices = choices;
            }
            Ok(unknown_fields)
        }
        InteractionResponseKind::Modal => {
            let data = data.unwrap_or(&Value::Null);
            let unknown_fields = check_modal(data)?;
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.modal = Some(payloads::remove_nulls(data));
            }
            Ok(unknown_fields)
        }
    }
}

/// Records a violation for each field that Discord does not know.
pub(crate) fn report_unknown_fields(
    state: &mut DiscordState,
    request: &str,
    unknown_fields: &[String],
) {
    for field in unknown_fields {
        state.record_violation(ViolationKind::UnknownField, format!("{request}: {field}"));
    }
}

/// Returns the kind of a response by its callback type.
///
/// # Errors
/// Fails if such a response does not fit the interaction.
fn response_kind_or_refuse(
    interaction: &Interaction,
    callback_type: u64,
) -> Result<InteractionResponseKind, ApiError> {
    use InteractionKind::{Autocomplete, Command, Component, Modal};
    let kind = interaction.kind;
    let takes_message = kind != Autocomplete;
    let takes_update = matches!(kind, Component | Modal) && interaction.source_message.is_some();
    let takes_modal = matches!(kind, Command | Component);
    match callback_type {
        response_type::MESSAGE if takes_message => Ok(InteractionResponseKind::Message),
        response_type::DEFERRED_MESSAGE if takes_message => Ok(InteractionResponseKind::Deferred),
        response_type::DEFERRED_UPDATE if takes_update => {
            Ok(InteractionResponseKind::DeferredUpdate)
        }
        response_type::UPDATE if takes_update => Ok(InteractionResponseKind::Update),
        response_type::CHOICES if kind == Autocomplete => Ok(InteractionResponseKind::Choices),
        response_type::MODAL if takes_modal => Ok(InteractionResponseKind::Modal),
        _ => {
            let message = format!("Answer of type {callback_type} does not fit {kind:?}");
            Err(ApiError::invalid_field("type", "BASE_TYPE_CHOICES", &message))
        }
    }
}

/// Whether a response has its content already.
#[derive(Clone, Copy, PartialEq)]
enum ResponseContent {
    Given,
    /// It follows later; until then the message reads "thinking…".
    Deferred,
}

/// The types of messages that respond to commands and to components:
/// <https://discord.com/developers/docs/resources/message#message-object-message-types>.
const COMMAND_RESPONSE_TYPE: u8 = 20;
pub(crate) const REPLY_TYPE: u8 = 19;

/// Posts the first response to an interaction, or "thinking…" if it is deferred. Returns the fields
/// of the body that Discord does not know.
fn check_and_post_first_response(
    state: &mut DiscordState,
    id: Snowflake,
    data: Option<&Value>,
    files: UploadedFiles,
    content: ResponseContent,
) -> Result<UnknownFields, ApiError> {
    let empty = json!({});
    let data = data.unwrap_or(&empty);
    let file_numbers: Vec<u64> = files.keys().copied().collect();
    let unknown_fields =
        check_message_body(data, MessageRequestKind::Callback, "data", &file_numbers)?;
    let message = create_interaction_message(state, id, data, files, content)?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original_message = Some(message);
    }
    Ok(unknown_fields)
}

/// Posts and announces a new message as a response to an interaction: the first one, a follow-up,
/// or "thinking…". The caller records it as the interaction's response.
fn create_interaction_message(
    state: &mut DiscordState,
    id: Snowflake,
    data: &Value,
    files: UploadedFiles,
    content: ResponseContent,
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
        message.kind = COMMAND_RESPONSE_TYPE;
        message.command_name = Some(interaction.name.clone());
    } else if let Some(source) = interaction.source_message {
        message.kind = REPLY_TYPE;
        message.reference =
            Some(json!({"type": 0, "channel_id": message.channel, "message_id": source}));
    }
    if content == ResponseContent::Deferred {
        message.flags |= LOADING;
    } else {
        messages::apply_body_and_check_not_empty(state, &mut message, data, files)?;
    }
    Ok(messages::store_and_announce_message(state, message))
}

/// Edits the message whose component was used, which is then the interaction's response. Returns
/// the paths of fields that Discord does not know.
fn update_source_message(
    state: &mut DiscordState,
    id: Snowflake,
    data: Option<&Value>,
    files: UploadedFiles,
) -> Result<UnknownFields, ApiError> {
    let source = state.interactions.get(id).and_then(|interaction| interaction.source_message);
    let source = source.ok_or_else(ApiError::unknown_message)?;
    let empty = json!({});
    let data = data.unwrap_or(&empty);
    let unknown_fields =
        edit_and_announce_message(state, source, data, files, MessageRequestKind::Update, "data")?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original_message = Some(source);
    }
    Ok(unknown_fields)
}

/// Edits a message, and sends the bot the event. The caller has checked that the bot may edit it.
/// Returns the fields of the body that Discord does not know.
pub(crate) fn edit_and_announce_message(
    state: &mut DiscordState,
    id: Snowflake,
    body: &Value,
    files: UploadedFiles,
    request_kind: MessageRequestKind,
    body_path: &str,
) -> Result<UnknownFields, ApiError> {
    let file_numbers: Vec<u64> = files.keys().copied().collect();
    let unknown_fields = check_message_body(body, request_kind, body_path, &file_numbers)?;
    let now = state.now_ms();
    let message = state.messages.get(&id).filter(|message| !message.is_deleted);
    let mut message = message.cloned().ok_or_else(ApiError::unknown_message)?;
    let was_loading = message.is_loading();
    message.flags &= !LOADING;
    messages::apply_body_and_check_not_empty(state, &mut message, body, files)?;
    if was_loading {
        // The real content replaces "thinking…", and pings as a new message would.
        message.pings = message.mentions.clone();
    } else {
        message.edited_ms = Some(now);
    }
    state.messages.insert(id, message);
    if request_kind != MessageRequestKind::ChannelEdit {
        messages::record_public_change(state, id, MessageChangeKind::Updated);
    }
    messages::send_public_message_event_if_wanted(state, "MESSAGE_UPDATE", id);
    Ok(unknown_fields)
}

/// Returns the interaction of a token.
///
/// # Errors
/// Fails if the token is unknown or expired, or the interaction has no response yet.
pub(crate) fn find_answered_interaction_or_refuse<'s>(
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

/// Returns the message that `@original` or an id stands for, among the responses to the token's
/// interaction.
pub(crate) fn response_message_or_refuse(
    state: &DiscordState,
    token: &str,
    message_key: &str,
) -> Result<Snowflake, ApiError> {
    let interaction = find_answered_interaction_or_refuse(state, token)?;
    let id = match message_key {
        "@original" => interaction.original_message,
        id => Snowflake::parse(id),
    };
    let is_response = |message: &&StoredMessage| {
        let metadata = message.interaction_metadata.as_ref();
        Some(message.id) == interaction.original_message
            || metadata.is_some_and(|metadata| metadata["id"] == interaction.metadata["id"])
    };
    let message = id.and_then(|id| state.messages.get(&id));
    let message = message.filter(|message| !message.is_deleted).filter(is_response);
    message.map(|message| message.id).ok_or_else(ApiError::unknown_message)
}

/// Posts a follow-up: `POST /webhooks/{app}/{token}`. Directly after a deferred response it becomes
/// the content of that response, as Discord's documentation says. Returns the message.
pub(crate) fn post_follow_up_or_fill_deferred(
    state: &mut DiscordState,
    token: &str,
    body: &Value,
    files: UploadedFiles,
) -> Result<Snowflake, ApiError> {
    let interaction = find_answered_interaction_or_refuse(state, token)?;
    let (id, original) = (interaction.id, interaction.original_message);
    let file_numbers: Vec<u64> = files.keys().copied().collect();
    let unknown_fields = check_message_body(body, MessageRequestKind::FollowUp, "", &file_numbers)?;
    report_unknown_fields(state, "follow-up", &unknown_fields);
    let loading_original =
        original.filter(|id| state.messages.get(id).is_some_and(StoredMessage::is_loading));
    match loading_original {
        Some(original) => {
            edit_and_announce_message(
                state,
                original,
                body,
                files,
                MessageRequestKind::FollowUp,
                "",
            )?;
            Ok(original)
        }
        None => create_interaction_message(state, id, body, files, ResponseContent::Given),
    }
}
