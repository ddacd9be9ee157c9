//! Interactions: what a user typed or pressed, sent to the bot, and the bot's one answer to it.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};

use super::faults::FaultKind;
use super::gateway;
use super::ids::Id;
use super::limits::messages::{Carrier, EPHEMERAL, LOADING, check};
use super::limits::modals::{check_choices, check_modal};
use super::messages::{self, Files, How, Stored};
use super::refusal::Refusal;
use super::state::State;
use super::wire;

/// The first answer is due within this time.
pub(crate) const ANSWER_MS: i64 = 3_000;
/// The token lives this long.
const TOKEN_MS: i64 = 15 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// How the bot answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    Message,
    Deferred,
    Update,
    DeferredUpdate,
    Choices,
    Modal,
}

pub(crate) struct Interaction {
    pub id: Id,
    pub token: String,
    pub kind: InteractionKind,
    /// For people: `/attack`, `press [Parry]`.
    pub name: String,
    pub user: Id,
    pub channel: Id,
    /// The message whose button was pressed, or whose button opened the modal.
    pub source: Option<Id>,
    pub answered: Option<Answered>,
    /// What `@original` means.
    pub original: Option<Id>,
    pub modal: Option<Value>,
    pub choices: Vec<Value>,
    /// The gateway connection it went out on.
    sent_on: Option<u64>,
    origin: Value,
}

/// All of the last quarter of an hour.
#[derive(Default)]
pub(crate) struct Interactions {
    by_id: HashMap<Id, Interaction>,
    by_token: HashMap<String, Id>,
    in_order: VecDeque<Id>,
    /// Those without an answer.
    waiting: Vec<Id>,
}

impl Interactions {
    pub fn get(&self, id: Id) -> Option<&Interaction> {
        self.by_id.get(&id)
    }

    pub fn get_mut(&mut self, id: Id) -> Option<&mut Interaction> {
        self.by_id.get_mut(&id)
    }

    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Those that were answered with "thinking…" and nothing since.
    pub fn deferred(&self) -> impl Iterator<Item = &Interaction> {
        self.by_id.values().filter(|i| i.answered == Some(Answered::Deferred))
    }

    fn add(&mut self, interaction: Interaction, now_ms: i64) {
        while let Some(&oldest) = self.in_order.front()
            && now_ms - oldest.made_ms() > 2 * TOKEN_MS
        {
            self.in_order.pop_front();
            if let Some(old) = self.by_id.remove(&oldest) {
                self.by_token.remove(&old.token);
            }
        }
        self.in_order.push_back(interaction.id);
        self.waiting.push(interaction.id);
        self.by_token.insert(interaction.token.clone(), interaction.id);
        self.by_id.insert(interaction.id, interaction);
    }
}

/// What a user does.
pub(crate) struct Doing {
    pub kind: InteractionKind,
    pub name: String,
    pub user: Id,
    pub channel: Id,
    pub source: Option<Id>,
    pub data: Value,
}

/// Sends an interaction to the bot.
pub(crate) fn begin(state: &mut State, doing: Doing) -> Id {
    let now = state.now_ms();
    let id = state.next_id();
    let token = format!("standin-{id}-{:016x}", rand::random::<u64>());
    let guild = state.channels.get(&doing.channel).and_then(|channel| channel.guild);
    let event = event(state, id, &token, guild, &doing);
    let origin = origin(state, id, guild, &doing);
    let interaction = Interaction {
        id,
        token,
        kind: doing.kind,
        name: doing.name,
        user: doing.user,
        channel: doing.channel,
        source: doing.source,
        answered: None,
        original: None,
        modal: None,
        choices: Vec::new(),
        sent_on: None,
        origin,
    };
    state.interactions.add(interaction, now);
    let sent_on = gateway::dispatch(state, guild, "INTERACTION_CREATE", &event);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.sent_on = sent_on;
    }
    id
}

fn event(state: &State, id: Id, token: &str, guild: Option<Id>, doing: &Doing) -> Value {
    let mut event = json!({
        "id": id,
        "application_id": state.bot,
        "type": doing.kind as u8,
        "token": token,
        "version": 1,
        "channel_id": doing.channel,
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": owners(guild),
        "context": if guild.is_some() { 0 } else { 1 },
        "data": doing.data,
    });
    if let Some(channel) = state.channels.get(&doing.channel) {
        event["channel"] = wire::channel_part(state, channel, doing.user);
        event["app_permissions"] = json!(channel.bot_permissions.to_string());
    }
    let person = state.person(doing.user);
    match (guild, person) {
        (Some(guild), Some(person)) => {
            let mut member = wire::member(person, guild);
            member["permissions"] = json!(state.permissions_of(doing.user, guild).to_string());
            event["member"] = member;
            event["guild_id"] = json!(guild);
            event["guild_locale"] = json!("en-US");
            event["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
        }
        (_, Some(person)) => event["user"] = wire::user(person),
        (_, None) => {}
    }
    if let Some(message) = doing.source.and_then(|source| state.messages.get(&source)) {
        event["message"] = wire::message(state, message);
    }
    event
}

fn owners(guild: Option<Id>) -> Value {
    json!({"0": guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string())})
}

/// The `interaction_metadata` that answers carry.
fn origin(state: &State, id: Id, guild: Option<Id>, doing: &Doing) -> Value {
    let user = wire::user_of(state, doing.user);
    let mut origin = json!({
        "id": id,
        "type": doing.kind as u8,
        "user": user,
        "authorizing_integration_owners": owners(guild),
    });
    match doing.kind {
        InteractionKind::Component => {
            origin["interacted_message_id"] = json!(doing.source);
        }
        InteractionKind::Modal => {
            let mut opener = json!({
                "id": id,
                "type": 2,
                "user": user,
                "authorizing_integration_owners": owners(guild),
            });
            if let Some(source) = doing.source {
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
pub(crate) fn is_overdue(state: &State, interaction: &Interaction) -> bool {
    state.now_ms() - interaction.id.made_ms() > ANSWER_MS
}

/// Reports the interactions that got no answer in time. A bot that was killed meanwhile is not
/// to blame.
pub(crate) fn report_overdue(state: &mut State) {
    let waiting = std::mem::take(&mut state.interactions.waiting);
    let (overdue, still): (Vec<Id>, Vec<Id>) = waiting.into_iter().partition(|id| {
        state.interactions.get(*id).is_none_or(|interaction| is_overdue(state, interaction))
    });
    state.interactions.waiting = still;
    for id in overdue {
        abandon(state, id);
    }
}

/// The user stops waiting.
pub(crate) fn abandon(state: &mut State, id: Id) {
    state.interactions.waiting.retain(|waiting| *waiting != id);
    let Some(interaction) = state.interactions.get_mut(id) else { return };
    let connection = interaction.sent_on.take();
    let what = format!("{}: no answer within 3 s", interaction.name);
    if connection.is_some_and(|connection| state.sessions.is_live(connection)) {
        state.fault(FaultKind::Unanswered, what);
    }
}

/// Takes the bot's answer: `POST /interactions/{id}/{token}/callback`.
pub(crate) fn answer(
    state: &mut State,
    id: Id,
    token: &str,
    body: &Value,
    files: Files,
) -> Result<(), Refusal> {
    let late = || Refusal::mistake(FaultKind::AnsweredLate, 404, 10062, "Unknown interaction");
    let interaction = state.interactions.get(id).filter(|i| i.token == token).ok_or_else(late)?;
    if interaction.answered.is_some() {
        let message = "Interaction has already been acknowledged.";
        return Err(Refusal::mistake(FaultKind::AnsweredTwice, 400, 40060, message));
    }
    if is_overdue(state, interaction) {
        return Err(late());
    }
    let wanted = body.get("type").and_then(Value::as_u64).unwrap_or(0);
    let answered = fitting_answer(interaction, wanted)?;
    let data = body.get("data").filter(|data| !data.is_null());
    let unknown = match answered {
        Answered::Message => answer_with_message(state, id, data, files, false)?,
        Answered::Deferred => answer_with_message(state, id, data, Files::new(), true)?,
        Answered::Update => update_source(state, id, data, files)?,
        Answered::DeferredUpdate => {
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.original = interaction.source;
            }
            Vec::new()
        }
        Answered::Choices => {
            let data = data.unwrap_or(&Value::Null);
            let unknown = check_choices(data)?;
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.choices = choices;
            }
            unknown
        }
        Answered::Modal => {
            let data = data.unwrap_or(&Value::Null);
            let unknown = check_modal(data)?;
            if let Some(interaction) = state.interactions.get_mut(id) {
                interaction.modal = Some(wire::without_nulls(data));
            }
            unknown
        }
    };
    state.interactions.waiting.retain(|waiting| *waiting != id);
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.answered = Some(answered);
    }
    report_unknown_fields(state, "interaction callback", &unknown);
    Ok(())
}

pub(crate) fn report_unknown_fields(state: &mut State, request: &str, unknown: &[String]) {
    for field in unknown {
        state.fault(FaultKind::UnknownField, format!("{request}: {field}"));
    }
}

/// Which answers fit which interactions.
fn fitting_answer(interaction: &Interaction, wanted: u64) -> Result<Answered, Refusal> {
    use InteractionKind::{Autocomplete, Command, Component, Modal};
    let on_message = interaction.source.is_some();
    match (interaction.kind, wanted) {
        (Command | Component | Modal, 4) => Ok(Answered::Message),
        (Command | Component | Modal, 5) => Ok(Answered::Deferred),
        (Component | Modal, 6) if on_message => Ok(Answered::DeferredUpdate),
        (Component | Modal, 7) if on_message => Ok(Answered::Update),
        (Autocomplete, 8) => Ok(Answered::Choices),
        (Command | Component, 9) => Ok(Answered::Modal),
        (kind, wanted) => {
            let message = format!("Answer of type {wanted} does not fit {kind:?}");
            Err(Refusal::field("type", "BASE_TYPE_CHOICES", &message))
        }
    }
}

fn answer_with_message(
    state: &mut State,
    id: Id,
    data: Option<&Value>,
    files: Files,
    is_deferred: bool,
) -> Result<Vec<String>, Refusal> {
    let empty = json!({});
    let data = data.unwrap_or(&empty);
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check(data, Carrier::Callback, "data", &numbers)?;
    let message = fresh_answer(state, id, data, files, is_deferred)?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original = Some(message);
    }
    Ok(unknown)
}

/// Posts a message that answers an interaction, first or later.
fn fresh_answer(
    state: &mut State,
    id: Id,
    data: &Value,
    files: Files,
    is_deferred: bool,
) -> Result<Id, Refusal> {
    let message_id = state.next_id();
    let bot = state.bot;
    let interaction = state.interactions.get(id).ok_or_else(Refusal::unknown_message)?;
    let mut message = Stored::new(message_id, interaction.channel, bot);
    message.origin = Some(interaction.origin.clone());
    let flags = data.get("flags").and_then(Value::as_i64).unwrap_or(0);
    if flags & EPHEMERAL != 0 {
        message.only_for = Some(interaction.user);
        message.flags |= EPHEMERAL;
    }
    message.is_tts = data.get("tts") == Some(&Value::Bool(true));
    if interaction.kind == InteractionKind::Command {
        message.kind = 20;
        message.command = Some(interaction.name.clone());
    } else if let Some(source) = interaction.source {
        message.kind = 19;
        message.reference =
            Some(json!({"type": 0, "channel_id": message.channel, "message_id": source}));
    }
    if is_deferred {
        message.flags |= LOADING;
    } else {
        messages::fill(state, &mut message, data, files)?;
    }
    Ok(messages::post(state, message))
}

fn update_source(
    state: &mut State,
    id: Id,
    data: Option<&Value>,
    files: Files,
) -> Result<Vec<String>, Refusal> {
    let source = state.interactions.get(id).and_then(|interaction| interaction.source);
    let source = source.ok_or_else(Refusal::unknown_message)?;
    let unknown = edit(state, source, data.unwrap_or(&json!({})), files, Carrier::Update, "data")?;
    if let Some(interaction) = state.interactions.get_mut(id) {
        interaction.original = Some(source);
    }
    Ok(unknown)
}

/// Edits a message that may be edited with the token at hand.
pub(crate) fn edit(
    state: &mut State,
    id: Id,
    body: &Value,
    files: Files,
    carrier: Carrier,
    at: &str,
) -> Result<Vec<String>, Refusal> {
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check(body, carrier, at, &numbers)?;
    let now = state.now_ms();
    let message = state.messages.get(&id).filter(|message| !message.is_deleted);
    let mut message = message.cloned().ok_or_else(Refusal::unknown_message)?;
    let was_loading = message.is_loading();
    message.flags &= !LOADING;
    messages::fill(state, &mut message, body, files)?;
    if was_loading {
        // The real answer takes the place of "thinking…", and pings as a new message would.
        message.pings = message.mentions.clone();
    } else {
        message.edited_ms = Some(now);
    }
    state.messages.insert(id, message);
    if carrier != Carrier::ChannelEdit {
        messages::touch(state, id, How::Updated);
    }
    messages::announce(state, "MESSAGE_UPDATE", id);
    Ok(unknown)
}

/// The interaction a token belongs to, while the token lives.
pub(crate) fn by_token<'s>(state: &'s State, token: &str) -> Result<&'s Interaction, Refusal> {
    let id = state.interactions.by_token.get(token);
    let interaction = id.and_then(|id| state.interactions.get(*id));
    match interaction {
        Some(interaction) if state.now_ms() - interaction.id.made_ms() > TOKEN_MS => {
            Err(Refusal::expected(401, 50027, "Invalid Webhook Token"))
        }
        Some(interaction) if interaction.answered.is_none() => {
            Err(Refusal::expected(404, 10015, "Unknown Webhook"))
        }
        Some(interaction) => Ok(interaction),
        None => Err(Refusal::expected(401, 50027, "Invalid Webhook Token")),
    }
}

/// The message that `@original` or an id means for a token.
pub(crate) fn message_of(state: &State, token: &str, which: &str) -> Result<Id, Refusal> {
    let interaction = by_token(state, token)?;
    let id = match which {
        "@original" => interaction.original,
        id => Id::parse(id),
    };
    let message = id.and_then(|id| state.messages.get(&id)).filter(|m| !m.is_deleted);
    let own = message.filter(|m| {
        Some(m.id) == interaction.original
            || m.origin.as_ref().is_some_and(|origin| origin["id"] == interaction.origin["id"])
    });
    own.map(|message| message.id).ok_or_else(Refusal::unknown_message)
}

/// A follow-up: `POST /webhooks/{app}/{token}`. Directly after a deferred answer it is that answer.
pub(crate) fn follow_up(
    state: &mut State,
    token: &str,
    body: &Value,
    files: Files,
) -> Result<Id, Refusal> {
    let interaction = by_token(state, token)?;
    let (id, original) = (interaction.id, interaction.original);
    let numbers: Vec<u64> = files.keys().copied().collect();
    let unknown = check(body, Carrier::FollowUp, "", &numbers)?;
    report_unknown_fields(state, "follow-up", &unknown);
    let loading = original.filter(|id| state.messages.get(id).is_some_and(Stored::is_loading));
    match loading {
        Some(original) => {
            edit(state, original, body, files, Carrier::FollowUp, "")?;
            Ok(original)
        }
        None => fresh_answer(state, id, body, files, false),
    }
}
