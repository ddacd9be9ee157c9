//! Simulated users: what a person at Discord's client can do and see.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::command_input::{self, MenuTarget, TypingContext};
use super::interactions::{self, InteractionKind, InteractionResponseKind, UserAction};
use super::limits::count_chars;
use super::messages::{self, StoredMessage};
use super::payloads;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, DiscordState, SharedState, StoredFile};
use super::visible_message::{
    AutocompleteChoice, MessageButton, Modal, ModalField, SEVERAL_MARK, SelectMenu, VisibleMessage,
    component_type,
};

/// How long a user waits for the first answer, in real time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a user waits for the content of a "thinking…" message, in real time.
const DEFERRED_TIMEOUT: Duration = Duration::from_secs(10);

/// The reason why Discord's client refuses an action without asking the bot, or reports that the
/// bot did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("a command begins with /")]
    NotACommand,
    #[error("there is no command {0}")]
    UnknownCommand(String),
    /// The name of a group, and the commands in it.
    #[error("{0} is a group of commands; type one of them: {1}")]
    CommandGroup(String, String),
    #[error("{0} cannot be used here")]
    WrongContext(String),
    #[error("{0} needs a permission that this user has not")]
    NotAllowed(String),
    #[error("cannot read {0:?}: options are written name:value or name:\"two words\"")]
    UnreadableOptions(String),
    #[error("the command has no option {0}")]
    UnknownOption(String),
    #[error("the option {0} is required")]
    MissingOption(String),
    #[error("{option}: {why}")]
    BadValue { option: String, why: String },
    #[error("the option {0} offers nothing while typing")]
    NoAutocomplete(String),
    #[error("this user sees no such message")]
    NoSuchMessage,
    #[error("the message has no {0:?}; it shows {1}")]
    NoSuchComponent(String, String),
    #[error("{0:?} is disabled")]
    Disabled(String),
    #[error("the form is not open any more")]
    NoSuchModal,
    /// No response within 3 seconds, or no bot that could receive the interaction.
    #[error("the application did not respond")]
    NoAnswer,
}

/// The kind of the bot's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotAnswerKind {
    /// A new message.
    Message,
    /// "Thinking…". The message has its content by now, or is still loading.
    Deferred,
    /// The message with the used component was edited.
    Update,
    /// The bot acknowledged the interaction, with nothing to see yet.
    Nothing,
    /// A modal opened.
    Modal,
}

/// The bot's answer to a user's action.
#[derive(Clone, Debug)]
pub struct BotAnswer {
    pub kind: BotAnswerKind,
    /// The new or edited message. `None` for a modal, or if the message was deleted.
    pub message: Option<VisibleMessage>,
    pub is_ephemeral: bool,
    pub modal: Option<Modal>,
}

impl BotAnswer {
    /// Returns the answer as plain text: its message, or the title of its modal.
    pub fn text(&self) -> String {
        match (&self.message, &self.modal) {
            (Some(message), _) => message.full_text(),
            (None, Some(modal)) => modal.title.clone(),
            (None, None) => String::new(),
        }
    }
}

/// A user at a client, with one channel open.
#[derive(Clone)]
pub struct User {
    shared: Arc<SharedState>,
    pub id: Snowflake,
    pub name: String,
    /// The open channel.
    pub channel: Snowflake,
}

impl User {
    pub(crate) fn new(shared: &Arc<SharedState>, id: Snowflake, channel: Snowflake) -> User {
        let name = shared.lock().person_name(id).to_owned();
        User { shared: shared.clone(), id, name, channel }
    }

    /// Sets the language of this user's client, such as `de`.
    pub fn set_locale(&self, locale: &str) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&self.id) {
                person.locale = locale.into();
            }
        });
    }

    /// Returns this user with another channel or thread open.
    pub fn in_channel(&self, channel: Snowflake) -> User {
        User { channel, ..self.clone() }
    }

    /// Returns this user with the direct messages with the bot open.
    pub fn in_dm(&self) -> User {
        self.in_channel(self.shared.change_and_notify(|state| state.find_or_add_dm(self.id)))
    }

    /// Returns the mention of this user: `<@id>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    // --- actions ---

    /// Types a command and waits for the answer.
    pub async fn run_command(&self, text: &str) -> Result<BotAnswer, ClientError> {
        self.send_command(text)?.wait_for_answer().await
    }

    /// Types a global command, whether it can be used here or not, as a client with an outdated
    /// list of commands may.
    pub async fn run_stale_command(&self, text: &str) -> Result<BotAnswer, ClientError> {
        let context = TypingContext { has_stale_command_list: true, ..self.typing_context() };
        self.send_typed_command(context, text)?.wait_for_answer().await
    }

    /// Types a command without waiting for the answer.
    pub fn send_command(&self, text: &str) -> Result<PendingAnswer, ClientError> {
        self.send_typed_command(self.typing_context(), text)
    }

    fn send_typed_command(
        &self,
        context: TypingContext,
        text: &str,
    ) -> Result<PendingAnswer, ClientError> {
        self.start_interaction(|state| {
            let command =
                command_input::parse_command(state, context, text, InteractionKind::Command)?;
            Ok(self.build_user_action(InteractionKind::Command, command.name, None, command.data))
        })
    }

    /// Returns the bot's choices for the last option of an unfinished command.
    pub async fn request_autocomplete(
        &self,
        text: &str,
    ) -> Result<Vec<AutocompleteChoice>, ClientError> {
        let pending = self.start_interaction(|state| {
            let command = command_input::parse_command(
                state,
                self.typing_context(),
                text,
                InteractionKind::Autocomplete,
            )?;
            Ok(self.build_user_action(
                InteractionKind::Autocomplete,
                command.name,
                None,
                command.data,
            ))
        })?;
        pending.wait_for_choices().await
    }

    /// Chooses a command in the context menu of a person, and waits for the answer.
    pub async fn choose_on_person(
        &self,
        person: Snowflake,
        command: &str,
    ) -> Result<BotAnswer, ClientError> {
        self.choose_menu_command(self.channel, command, MenuTarget::Person(person)).await
    }

    /// Chooses a command in the context menu of a message that this user sees, and waits for the
    /// answer.
    pub async fn choose_on_message(
        &self,
        message: Snowflake,
        command: &str,
    ) -> Result<BotAnswer, ClientError> {
        let visible = self.visible_message(message).ok_or(ClientError::NoSuchMessage)?;
        self.choose_menu_command(visible.channel, command, MenuTarget::Message(message)).await
    }

    async fn choose_menu_command(
        &self,
        channel: Snowflake,
        command: &str,
        target: MenuTarget,
    ) -> Result<BotAnswer, ClientError> {
        let pending = self.start_interaction(|state| {
            let context = TypingContext { channel, ..self.typing_context() };
            let command = command_input::choose_menu_command(state, context, command, target)?;
            let action =
                self.build_user_action(InteractionKind::Command, command.name, None, command.data);
            Ok(UserAction { channel, ..action })
        })?;
        pending.wait_for_answer().await
    }

    /// Presses the button with this label or custom id and waits for the answer.
    pub async fn press_button(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<BotAnswer, ClientError> {
        self.send_button_press(message, name)?.wait_for_answer().await
    }

    /// Presses a button without waiting for the answer.
    pub fn send_button_press(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<PendingAnswer, ClientError> {
        let button = self.enabled_button_or_refuse(message, name)?;
        let is_link = || ClientError::NoSuchComponent(name.into(), "a link of that name".into());
        self.send_custom_id_press(message, &button.custom_id.ok_or_else(is_link)?)
    }

    /// Presses a button by its custom id, whether the message has it or not, as an outdated client
    /// may.
    pub async fn press_custom_id(
        &self,
        message: Snowflake,
        custom_id: &str,
    ) -> Result<BotAnswer, ClientError> {
        self.send_custom_id_press(message, custom_id)?.wait_for_answer().await
    }

    /// Does as [`User::press_custom_id`], without waiting for the answer.
    pub fn send_custom_id_press(
        &self,
        message: Snowflake,
        custom_id: &str,
    ) -> Result<PendingAnswer, ClientError> {
        let data = json!({"custom_id": custom_id, "component_type": component_type::BUTTON});
        self.send_component_use(message, format!("press {custom_id}"), data)
    }

    /// Chooses options by their labels or values (in a user menu: users by name) in the menu with
    /// this custom id or placeholder, and waits for the answer.
    pub async fn choose_in_menu(
        &self,
        message: Snowflake,
        menu: &str,
        values: &[&str],
    ) -> Result<BotAnswer, ClientError> {
        let menu = self.enabled_menu_or_refuse(message, menu)?;
        let data = self.build_menu_choice_data(&menu, values)?;
        self.send_component_use(message, format!("choose {}", menu.custom_id), data)?
            .wait_for_answer()
            .await
    }

    /// Chooses a value in a menu by its custom id, whether the message has it or not, as an
    /// outdated client may.
    pub async fn choose_custom_id(
        &self,
        message: Snowflake,
        custom_id: &str,
        value: &str,
    ) -> Result<BotAnswer, ClientError> {
        let kind = component_type::STRING_SELECT;
        let data = json!({"custom_id": custom_id, "component_type": kind, "values": [value]});
        self.send_component_use(message, format!("choose {custom_id}"), data)?
            .wait_for_answer()
            .await
    }

    /// Submits a modal and waits for the answer. Fields are named by label or custom id; the others
    /// keep their initial values.
    pub async fn submit_modal(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> Result<BotAnswer, ClientError> {
        let rows = build_modal_rows(modal, fields)?;
        let pending = self.start_interaction(|state| {
            let opener = state.interactions.get(modal.interaction);
            let opener = opener.ok_or(ClientError::NoSuchModal)?;
            let data = json!({"custom_id": modal.custom_id, "components": rows});
            let name = format!("submit {}", modal.custom_id);
            Ok(self.build_user_action(InteractionKind::Modal, name, opener.source_message, data))
        })?;
        pending.wait_for_answer().await
    }

    /// Posts a plain message in the open channel. The bot cannot read its text, unless it is
    /// mentioned.
    pub fn post_text(&self, text: &str) -> Snowflake {
        self.shared.change_and_notify(|state| {
            let id = state.next_snowflake();
            let mut message = StoredMessage::new(id, self.channel, self.id);
            message.content = text.into();
            messages::store_and_announce_message(state, message)
        })
    }

    /// Uploads a file, which the user can then name in an attachment option. Returns its address.
    pub fn upload_file_and_get_url(&self, name: &str, bytes: impl Into<Vec<u8>>) -> String {
        let bytes: Vec<u8> = bytes.into();
        self.shared.change_and_notify(|state| {
            let content_type = if name.ends_with(".png") { "image/png" } else { "text/plain" };
            let file = StoredFile {
                name: name.into(),
                content_type: content_type.into(),
                bytes: bytes.into(),
            };
            let attachment = messages::store_file_as_attachment(state, self.channel, file);
            let address = attachment["url"].as_str().unwrap_or_default().to_string();
            if let Some(person) = state.people.get_mut(&self.id) {
                person.uploads.insert(name.into(), attachment);
            }
            address
        })
    }

    /// Allows or forbids direct messages from the bot.
    pub fn set_accepts_dms(&self, accepts_dms: bool) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&self.id) {
                person.accepts_dms = accepts_dms;
            }
        });
    }

    // --- views ---

    /// Returns the messages of a channel in order, with this user's ephemeral ones.
    pub fn visible_messages(&self, channel: Snowflake) -> Vec<VisibleMessage> {
        self.visible_messages_after(channel, Snowflake(0))
    }

    /// Returns the messages of a channel after another one, with this user's ephemeral ones.
    pub fn visible_messages_after(
        &self,
        channel: Snowflake,
        after: Snowflake,
    ) -> Vec<VisibleMessage> {
        let state = self.shared.lock();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        // Ids increase, so the later ones are together at the end.
        let later_ids = &ids[ids.partition_point(|id| *id <= after)..];
        let messages = later_ids.iter().filter_map(|id| state.messages.get(id));
        let visible = messages.filter(|message| message.is_visible_to(self.id));
        visible.map(|message| VisibleMessage::from_stored(&state, message)).collect()
    }

    /// Returns the messages of the open channel, with this user's ephemeral ones.
    pub fn screen_messages(&self) -> Vec<VisibleMessage> {
        self.visible_messages(self.channel)
    }

    /// Returns the messages of the open channel as plain text.
    pub fn screen_text(&self) -> String {
        let messages = self.screen_messages();
        let lines = messages
            .iter()
            .map(|message| format!("{}: {}\n", message.author_name, message.full_text()));
        lines.collect()
    }

    /// Returns a message, or `None` if this user does not see it.
    pub fn visible_message(&self, id: Snowflake) -> Option<VisibleMessage> {
        let state = self.shared.lock();
        let message = state.messages.get(&id).filter(|message| message.is_visible_to(self.id))?;
        Some(VisibleMessage::from_stored(&state, message))
    }

    /// Returns the ephemeral messages to this user, in all channels.
    pub fn ephemeral_messages(&self) -> Vec<VisibleMessage> {
        self.find_messages_visible_to_user(|message| message.visible_only_to == Some(self.id))
    }

    /// Returns the direct messages with the bot, in both directions.
    pub fn direct_messages(&self) -> Vec<VisibleMessage> {
        let channel = self.shared.change_and_notify(|state| state.find_or_add_dm(self.id));
        self.visible_messages(channel)
    }

    /// Returns the messages that pinged this user by a mention. Direct messages always ping, and
    /// are not among them unless they mention the user.
    pub fn pinging_messages(&self) -> Vec<VisibleMessage> {
        self.find_messages_visible_to_user(|message| message.pings.contains(&self.id))
    }

    /// Returns the wanted messages that the user can see, the oldest first.
    fn find_messages_visible_to_user(
        &self,
        is_wanted: impl Fn(&StoredMessage) -> bool,
    ) -> Vec<VisibleMessage> {
        let state = self.shared.lock();
        let mut visible: Vec<VisibleMessage> = state
            .messages
            .values()
            .filter(|message| message.is_visible_to(self.id) && is_wanted(message))
            .map(|message| VisibleMessage::from_stored(&state, message))
            .collect();
        visible.sort_by_key(|message| message.id);
        visible
    }

    /// Waits until the open channel has a message whose text contains `text`, and returns the
    /// newest one. Returns `None` after `within`.
    pub async fn wait_for_message(&self, text: &str, within: Duration) -> Option<VisibleMessage> {
        let newest_match = self.shared.wait_until_some(|state| {
            let ids =
                state.channels.get(&self.channel).map_or(&[][..], |channel| &channel.messages);
            ids.iter()
                .rev()
                .filter_map(|id| state.messages.get(id))
                .filter(|message| message.is_visible_to(self.id))
                .map(|message| VisibleMessage::from_stored(state, message))
                .find(|message| message.full_text().contains(text))
        });
        timeout(within, newest_match).await.ok()
    }

    // --- helpers ---

    fn typing_context(&self) -> TypingContext {
        TypingContext { user: self.id, channel: self.channel, has_stale_command_list: false }
    }

    fn build_user_action(
        &self,
        kind: InteractionKind,
        name: String,
        source_message: Option<Snowflake>,
        data: Value,
    ) -> UserAction {
        UserAction { kind, name, user: self.id, channel: self.channel, source_message, data }
    }

    /// Sends an interaction to the bot, and returns the handle to wait for its answer.
    fn start_interaction(
        &self,
        build_action: impl FnOnce(&DiscordState) -> Result<UserAction, ClientError>,
    ) -> Result<PendingAnswer, ClientError> {
        let id = self.shared.change_and_notify(|state| {
            let action = build_action(state)?;
            Ok(interactions::send_interaction(state, action))
        })?;
        Ok(PendingAnswer {
            shared: self.shared.clone(),
            interaction: id,
            deadline: Instant::now() + ANSWER_TIMEOUT,
        })
    }

    /// Sends the use of a component. The message may be deleted by now, but the user must have been
    /// able to see it.
    fn send_component_use(
        &self,
        message: Snowflake,
        name: String,
        data: Value,
    ) -> Result<PendingAnswer, ClientError> {
        self.start_interaction(|state| {
            let stored = state.messages.get(&message).ok_or(ClientError::NoSuchMessage)?;
            if stored.visible_only_to.is_some_and(|reader| reader != self.id) {
                return Err(ClientError::NoSuchMessage);
            }
            let channel_kind = state.channels.get(&stored.channel).map(|channel| channel.kind);
            if let Some(ChannelKind::Dm { user }) = channel_kind
                && user != self.id
            {
                return Err(ClientError::NoSuchMessage);
            }
            let mut action =
                self.build_user_action(InteractionKind::Component, name, Some(message), data);
            action.channel = stored.channel;
            Ok(action)
        })
    }

    /// Finds a button of a message by its id or label. Fails if it is missing or disabled.
    fn enabled_button_or_refuse(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<MessageButton, ClientError> {
        let message = self.visible_message(message).ok_or(ClientError::NoSuchMessage)?;
        let missing = || ClientError::NoSuchComponent(name.into(), message.full_text());
        let button = message.find_button(name).ok_or_else(missing)?;
        if button.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(button) }
    }

    /// Finds a menu of a message by its id or placeholder. Fails if it is missing or disabled.
    fn enabled_menu_or_refuse(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<SelectMenu, ClientError> {
        let message = self.visible_message(message).ok_or(ClientError::NoSuchMessage)?;
        let missing = || ClientError::NoSuchComponent(name.into(), message.full_text());
        let menu = message.find_menu(name).ok_or_else(missing)?;
        if menu.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(menu) }
    }

    /// Returns the interaction data for the choice of these options or users in a menu.
    fn build_menu_choice_data(
        &self,
        menu: &SelectMenu,
        values: &[&str],
    ) -> Result<Value, ClientError> {
        let bad_value = |why: String| ClientError::BadValue { option: menu.custom_id.clone(), why };
        let count = values.len() as u64;
        if count < menu.min_values || count > menu.max_values {
            let why = format!("takes {} to {} values", menu.min_values, menu.max_values);
            return Err(bad_value(why));
        }
        let state = self.shared.lock();
        let mut data = json!({"custom_id": menu.custom_id, "component_type": menu.kind});
        let mut chosen = Vec::new();
        for &value in values {
            if menu.kind == component_type::STRING_SELECT {
                let option_value = find_option_value(&menu.options, value)
                    .ok_or_else(|| bad_value(format!("offers no {value:?}")))?;
                chosen.push(option_value.to_owned());
            } else {
                let id = state.find_person(value).or_else(|| Snowflake::parse(value));
                let id = id.ok_or_else(|| bad_value(format!("nobody is called {value:?}")))?;
                data["resolved"]["users"][id.to_string()] = payloads::user_json_by_id(&state, id);
                chosen.push(id.to_string());
            }
        }
        data["values"] = json!(chosen);
        Ok(data)
    }
}

/// Returns the component rows of a submitted modal.
///
/// # Errors
/// Fails if a named field does not exist, or a value is missing or has a wrong length.
fn build_modal_rows(modal: &Modal, fields: &[(&str, &str)]) -> Result<Vec<Value>, ClientError> {
    let is_named = |input: &ModalField, name: &str| input.custom_id == name || input.label == name;
    for (name, _) in fields {
        if !modal.inputs.iter().any(|input| is_named(input, name)) {
            let labels: Vec<&str> = modal.inputs.iter().map(|input| input.label.as_str()).collect();
            return Err(ClientError::NoSuchComponent((*name).into(), labels.join(", ")));
        }
    }
    let mut rows = Vec::new();
    for input in &modal.inputs {
        let given = fields.iter().find(|(name, _)| is_named(input, name));
        let value = given.map_or(input.value.as_str(), |(_, value)| value);
        let field = build_submitted_field(input, value)
            .map_err(|why| ClientError::BadValue { option: input.label.clone(), why })?;
        rows.push(match input.is_in_label {
            true => json!({"type": component_type::LABEL, "component": field}),
            false => json!({"type": component_type::ACTION_ROW, "components": [field]}),
        });
    }
    Ok(rows)
}

/// Returns the JSON of a field that is submitted with this value. The error says why the field does
/// not take it.
fn build_submitted_field(input: &ModalField, value: &str) -> Result<Value, String> {
    let count = count_chars(value);
    if count == 0 && input.is_required {
        return Err("is required".into());
    }
    if count > input.max_chars || (count > 0 && count < input.min_chars) {
        return Err(format!("takes {} to {} characters", input.min_chars, input.max_chars));
    }
    let id = &input.custom_id;
    match input.kind {
        component_type::STRING_SELECT => {
            let values = find_chosen_values(input, value)?;
            Ok(json!({"type": component_type::STRING_SELECT, "custom_id": id, "values": values}))
        }
        component_type::CHECKBOX => {
            let is_checked = match value {
                "true" => true,
                "false" => false,
                _ => return Err("is true or false".into()),
            };
            Ok(json!({"type": component_type::CHECKBOX, "custom_id": id, "value": is_checked}))
        }
        _ => Ok(json!({"type": component_type::TEXT_INPUT, "custom_id": id, "value": value})),
    }
}

/// Returns the value of the option of a menu that has this value or, if none has, this label. The
/// options are pairs of label and value.
fn find_option_value<'o>(options: &'o [(String, String)], name: &str) -> Option<&'o str> {
    let by_value = options.iter().find(|(_, value)| value == name);
    let option = by_value.or_else(|| options.iter().find(|(label, _)| label == name));
    let (_, value) = option?;
    Some(value)
}

/// Finds the options of a menu in a form by their values or labels, and returns their values.
/// Several are separated by [`SEVERAL_MARK`].
fn find_chosen_values<'a>(input: &'a ModalField, text: &str) -> Result<Vec<&'a str>, String> {
    let names: Vec<&str> = match find_option_value(&input.options, text) {
        // The mark may also stand within a single value or label.
        Some(_) => vec![text],
        None => text.split(SEVERAL_MARK).filter(|name| !name.is_empty()).collect(),
    };
    let mut values: Vec<&str> = Vec::new();
    for name in names {
        let value =
            find_option_value(&input.options, name).ok_or_else(|| format!("offers no {name:?}"))?;
        values.push(value);
    }
    if values.len() > input.max_values {
        return Err(format!("takes at most {} options", input.max_values));
    }
    Ok(values)
}

/// The answer to an action, which is still awaited.
pub struct PendingAnswer {
    shared: Arc<SharedState>,
    interaction: Snowflake,
    deadline: Instant,
}

impl PendingAnswer {
    /// Waits for the answer. If that is "thinking…", also waits for its content, at most
    /// [`DEFERRED_TIMEOUT`].
    pub async fn wait_for_answer(self) -> Result<BotAnswer, ClientError> {
        let first_answer = self.wait_for_first_answer().await?;
        let loading_id = match &first_answer.message {
            Some(message) if message.is_loading => message.id,
            _ => return Ok(first_answer),
        };
        let loaded = self.shared.wait_until_some(|state| {
            let message = state.messages.get(&loading_id)?;
            let is_settled = message.is_deleted || !message.is_loading();
            if is_settled { Some(()) } else { None }
        });
        // After the timeout the answer is still "thinking…".
        let _ = timeout(DEFERRED_TIMEOUT, loaded).await;
        Ok(self.current_answer(&self.shared.lock()))
    }

    /// Waits for the first answer, which may be "thinking…".
    pub async fn wait_for_first_answer(&self) -> Result<BotAnswer, ClientError> {
        self.wait_for_response_or_record_violation().await?;
        Ok(self.current_answer(&self.shared.lock()))
    }

    async fn wait_for_choices(self) -> Result<Vec<AutocompleteChoice>, ClientError> {
        self.wait_for_response_or_record_violation().await?;
        let state = self.shared.lock();
        let interaction = state.interactions.get(self.interaction);
        let choices = interaction.map_or(&[][..], |interaction| &interaction.choices);
        let parse_choice = |choice: &Value| AutocompleteChoice {
            name: choice["name"].as_str().unwrap_or("").to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.iter().map(parse_choice).collect())
    }

    /// Waits until the bot has responded. Gives the interaction up if the bot is late or gone.
    async fn wait_for_response_or_record_violation(&self) -> Result<(), ClientError> {
        let acknowledged = self.shared.wait_until_some(|state| {
            let interaction = state.interactions.get(self.interaction)?;
            if interaction.response.is_some() {
                return Some(Ok(()));
            }
            let channel = state.channels.get(&interaction.channel);
            let guild = channel.and_then(|channel| channel.guild);
            let is_bot_gone = !state.sessions.can_reach_guild(guild);
            if is_bot_gone || interactions::is_overdue(state, interaction) {
                return Some(Err(ClientError::NoAnswer));
            }
            None
        });
        let result = timeout_at(self.deadline, acknowledged).await;
        let result = result.unwrap_or(Err(ClientError::NoAnswer));
        if result.is_err() {
            self.shared.change_and_notify(|state| {
                interactions::give_up_waiting_and_blame_connected_bot(state, self.interaction)
            });
        }
        result
    }

    /// Returns what the bot has answered so far, as the user sees it.
    fn current_answer(&self, state: &DiscordState) -> BotAnswer {
        let interaction = state.interactions.get(self.interaction);
        let kind = match interaction.and_then(|interaction| interaction.response) {
            Some(InteractionResponseKind::Message) => BotAnswerKind::Message,
            Some(InteractionResponseKind::Deferred) => BotAnswerKind::Deferred,
            Some(InteractionResponseKind::Update) => BotAnswerKind::Update,
            Some(InteractionResponseKind::Modal) => BotAnswerKind::Modal,
            Some(InteractionResponseKind::DeferredUpdate | InteractionResponseKind::Choices)
            | None => BotAnswerKind::Nothing,
        };
        let original = interaction.and_then(|interaction| interaction.original_message);
        let message = original.and_then(|id| state.messages.get(&id));
        let message = message.filter(|message| !message.is_deleted);
        let modal = interaction.and_then(|interaction| {
            Some(Modal::from_json(interaction.id, interaction.modal.as_ref()?))
        });
        BotAnswer {
            kind,
            is_ephemeral: message.is_some_and(|message| message.visible_only_to.is_some()),
            message: message.map(|message| VisibleMessage::from_stored(state, message)),
            modal,
        }
    }
}
