//! The user side: what a person at Discord's client can do and see.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::command_input::{self, TypingContext};
use super::interactions::{self, InteractionKind, InteractionResponse, UserAction};
use super::limits::count_chars;
use super::messages::{self, StoredMessage};
use super::payloads;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, DiscordState, SharedState, StoredFile};
use super::visible_message::{
    AutocompleteChoice, MessageButton, Modal, SelectMenu, TextInput, VisibleMessage,
};

/// How long a user waits for the first answer, in real time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a user waits for what "thinking…" becomes, in real time.
const DEFERRED_TIMEOUT: Duration = Duration::from_secs(10);

/// What Discord's client refuses by itself, before the bot hears of it, or says when the bot is
/// silent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("a command begins with /")]
    NotACommand,
    #[error("there is no command {0}")]
    UnknownCommand(String),
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
    /// "The application did not respond": no answer within 3 seconds, or no bot to hear.
    #[error("the application did not respond")]
    NoAnswer,
}

/// How the bot answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotAnswerKind {
    /// A new message.
    Message,
    /// "Thinking…", which became the message since (or is still thinking).
    Deferred,
    /// The message with the button was changed.
    Update,
    /// Nothing to see (yet): the press was taken.
    Nothing,
    /// A form opened.
    Modal,
}

/// The bot's answer to what a user did.
#[derive(Clone, Debug)]
pub struct BotAnswer {
    pub kind: BotAnswerKind,
    /// The new or changed message; `None` for a form, or if it is gone again.
    pub message: Option<VisibleMessage>,
    pub is_ephemeral: bool,
    pub modal: Option<Modal>,
}

impl BotAnswer {
    /// The plain text of the answer: its message, or the title of its form.
    pub fn text(&self) -> String {
        match (&self.message, &self.modal) {
            (Some(message), _) => message.full_text(),
            (None, Some(modal)) => modal.title.clone(),
            (None, None) => String::new(),
        }
    }
}

/// A person at a client, with one channel open.
#[derive(Clone)]
pub struct User {
    shared: Arc<SharedState>,
    pub id: Snowflake,
    pub name: String,
    /// The channel that is open.
    pub channel: Snowflake,
}

impl User {
    pub(crate) fn new(shared: &Arc<SharedState>, id: Snowflake, channel: Snowflake) -> User {
        let name = shared.lock().person_name(id).to_owned();
        User { shared: shared.clone(), id, name, channel }
    }

    /// The user with another channel or thread open.
    pub fn in_channel(&self, channel: Snowflake) -> User {
        User { channel, ..self.clone() }
    }

    /// The user in the direct messages with the bot.
    pub fn in_dm(&self) -> User {
        self.in_channel(self.shared.change_and_notify(|state| state.find_or_add_dm(self.id)))
    }

    /// How this user is mentioned: `<@id>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    // What a user does.

    /// Types a command and waits for the answer.
    pub async fn run_command(&self, text: &str) -> Result<BotAnswer, ClientError> {
        self.send_command(text)?.wait_for_answer().await
    }

    /// Types a command that is for all places, whether it shows here or not, as a client that
    /// shows an old list may.
    pub async fn run_stale_command(&self, text: &str) -> Result<BotAnswer, ClientError> {
        let typist = TypingContext { has_stale_command_list: true, ..self.typing_context() };
        self.send_typed_command(typist, text)?.wait_for_answer().await
    }

    /// Types a command and does not wait.
    pub fn send_command(&self, text: &str) -> Result<PendingAnswer, ClientError> {
        self.send_typed_command(self.typing_context(), text)
    }

    fn send_typed_command(
        &self,
        context: TypingContext,
        text: &str,
    ) -> Result<PendingAnswer, ClientError> {
        self.start_interaction(|state| {
            let typed = command_input::parse_command(state, context, text, false)?;
            Ok(self.user_action(InteractionKind::Command, typed.name, None, typed.data))
        })
    }

    /// What the bot offers for the last option of an unfinished command.
    pub async fn request_autocomplete(
        &self,
        text: &str,
    ) -> Result<Vec<AutocompleteChoice>, ClientError> {
        let pending = self.start_interaction(|state| {
            let typed = command_input::parse_command(state, self.typing_context(), text, true)?;
            Ok(self.user_action(InteractionKind::Autocomplete, typed.name, None, typed.data))
        })?;
        pending.wait_for_choices().await
    }

    /// Presses the button with this label or custom id and waits for the answer.
    pub async fn press_button(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<BotAnswer, ClientError> {
        self.send_button_press(message, name)?.wait_for_answer().await
    }

    /// Presses a button and does not wait.
    pub fn send_button_press(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<PendingAnswer, ClientError> {
        let button = self.enabled_button_or_refuse(message, name)?;
        let absent = || ClientError::NoSuchComponent(name.into(), "a link of that name".into());
        self.send_custom_id_press(message, &button.custom_id.ok_or_else(absent)?)
    }

    /// Presses a button whether it is there or not, as a client that shows an old state may.
    pub async fn press_custom_id(
        &self,
        message: Snowflake,
        custom_id: &str,
    ) -> Result<BotAnswer, ClientError> {
        self.send_custom_id_press(message, custom_id)?.wait_for_answer().await
    }

    /// [`User::press_raw`] without waiting.
    pub fn send_custom_id_press(
        &self,
        message: Snowflake,
        custom_id: &str,
    ) -> Result<PendingAnswer, ClientError> {
        let data = json!({"custom_id": custom_id, "component_type": 2});
        self.use_component(message, format!("press {custom_id}"), data)
    }

    /// Chooses in the menu with this custom id or placeholder, by labels or values (for user menus
    /// by names), and waits for the answer.
    pub async fn choose_in_menu(
        &self,
        message: Snowflake,
        menu: &str,
        values: &[&str],
    ) -> Result<BotAnswer, ClientError> {
        let menu = self.enabled_menu_or_refuse(message, menu)?;
        let data = self.menu_choice_data(&menu, values)?;
        self.use_component(message, format!("choose {}", menu.custom_id), data)?
            .wait_for_answer()
            .await
    }

    /// Chooses a value whether the menu is there or not, as a client that shows an old state may.
    pub async fn choose_custom_id(
        &self,
        message: Snowflake,
        custom_id: &str,
        value: &str,
    ) -> Result<BotAnswer, ClientError> {
        let data = json!({"custom_id": custom_id, "component_type": 3, "values": [value]});
        self.use_component(message, format!("choose {custom_id}"), data)?.wait_for_answer().await
    }

    /// Fills a form, fields named by label or custom id, and waits for the answer. Fields that are
    /// not named keep the value they came with.
    pub async fn submit_modal(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> Result<BotAnswer, ClientError> {
        let rows = modal_rows(modal, fields)?;
        let pending = self.start_interaction(|state| {
            let opener = state.interactions.get(modal.interaction);
            let opener = opener.ok_or(ClientError::NoSuchModal)?;
            let data = json!({"custom_id": modal.custom_id, "components": rows});
            let name = format!("submit {}", modal.custom_id);
            Ok(self.user_action(InteractionKind::Modal, name, opener.source_message, data))
        })?;
        pending.wait_for_answer().await
    }

    /// Writes an ordinary message, which bots without the privilege cannot read.
    pub fn post_text(&self, text: &str) -> Snowflake {
        self.shared.change_and_notify(|state| {
            let id = state.next_snowflake();
            let mut message = StoredMessage::new(id, self.channel, self.id);
            message.content = text.into();
            messages::post_message(state, message)
        })
    }

    /// Puts a file at hand, to be named in an attachment option.
    pub fn add_upload(&self, name: &str, bytes: impl Into<Vec<u8>>) {
        let bytes: Vec<u8> = bytes.into();
        self.shared.change_and_notify(|state| {
            let kind = if name.ends_with(".png") { "image/png" } else { "text/plain" };
            let file =
                StoredFile { name: name.into(), content_type: kind.into(), bytes: bytes.into() };
            let attachment = messages::store_file(state, self.channel, file);
            if let Some(person) = state.people.get_mut(&self.id) {
                person.uploads.insert(name.into(), attachment);
            }
        });
    }

    /// Allows or forbids direct messages from the bot.
    pub fn set_accepts_dms(&self, accepts_dms: bool) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&self.id) {
                person.accepts_dms = accepts_dms;
            }
        });
    }

    // What a user sees.

    /// The messages of a channel in order, this user's ephemeral ones among them.
    pub fn visible_messages(&self, channel: Snowflake) -> Vec<VisibleMessage> {
        self.visible_messages_after(channel, Snowflake(0))
    }

    /// [`User::sees`] of the messages that came after another.
    pub fn visible_messages_after(
        &self,
        channel: Snowflake,
        after: Snowflake,
    ) -> Vec<VisibleMessage> {
        let state = self.shared.lock();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        // Ids grow, so the new ones stand together at the end.
        let new = &ids[ids.partition_point(|id| *id <= after)..];
        let messages = new.iter().filter_map(|id| state.messages.get(id));
        let visible = messages.filter(|message| message.is_visible_to(self.id));
        visible.map(|message| VisibleMessage::from_stored(&state, message)).collect()
    }

    /// The open channel: [`User::sees`] of it.
    pub fn screen_messages(&self) -> Vec<VisibleMessage> {
        self.visible_messages(self.channel)
    }

    /// The open channel as plain text.
    pub fn screen_text(&self) -> String {
        let lines = self
            .screen_messages()
            .into_iter()
            .map(|m| format!("{}: {}\n", m.author_name, m.full_text()));
        lines.collect()
    }

    /// One message, if this user sees it.
    pub fn visible_message(&self, id: Snowflake) -> Option<VisibleMessage> {
        let state = self.shared.lock();
        let message = state.messages.get(&id).filter(|message| message.is_visible_to(self.id))?;
        Some(VisibleMessage::from_stored(&state, message))
    }

    /// The ephemeral messages to this user, in all channels.
    pub fn ephemeral_messages(&self) -> Vec<VisibleMessage> {
        self.find_visible_messages(|message| message.visible_only_to == Some(self.id))
    }

    /// The direct messages with the bot, both ways.
    pub fn direct_messages(&self) -> Vec<VisibleMessage> {
        let channel = self.shared.change_and_notify(|state| state.find_or_add_dm(self.id));
        self.visible_messages(channel)
    }

    /// The messages that pinged this user when they came. Those of the direct messages always do,
    /// and are not listed here unless they mention.
    pub fn pinging_messages(&self) -> Vec<VisibleMessage> {
        self.find_visible_messages(|message| message.pings.contains(&self.id))
    }

    fn find_visible_messages(
        &self,
        is_wanted: impl Fn(&StoredMessage) -> bool,
    ) -> Vec<VisibleMessage> {
        let state = self.shared.lock();
        let found = state.messages.values().filter(|m| m.is_visible_to(self.id) && is_wanted(m));
        let mut found: Vec<VisibleMessage> =
            found.map(|m| VisibleMessage::from_stored(&state, m)).collect();
        found.sort_by_key(|message| message.id);
        found
    }

    /// Waits for a message in the open channel whose text contains `text`; the newest such one.
    pub async fn wait_for_message(&self, text: &str, within: Duration) -> Option<VisibleMessage> {
        let found = self.shared.wait_until_some(|state| {
            let ids = state.channels.get(&self.channel).map_or(&[][..], |c| &c.messages);
            let messages = ids.iter().rev().filter_map(|id| state.messages.get(id));
            let visible = messages.filter(|message| message.is_visible_to(self.id));
            let mut shown = visible.map(|message| VisibleMessage::from_stored(state, message));
            shown.find(|message| message.full_text().contains(text))
        });
        timeout(within, found).await.ok()
    }

    // The rest.

    fn typing_context(&self) -> TypingContext {
        TypingContext { user: self.id, channel: self.channel, has_stale_command_list: false }
    }

    fn user_action(
        &self,
        kind: InteractionKind,
        name: String,
        source_message: Option<Snowflake>,
        data: Value,
    ) -> UserAction {
        UserAction { kind, name, user: self.id, channel: self.channel, source_message, data }
    }

    fn start_interaction(
        &self,
        build_action: impl FnOnce(&DiscordState) -> Result<UserAction, ClientError>,
    ) -> Result<PendingAnswer, ClientError> {
        let id = self.shared.change_and_notify(|state| {
            let doing = build_action(state)?;
            Ok(interactions::send_interaction(state, doing))
        })?;
        Ok(PendingAnswer {
            shared: self.shared.clone(),
            interaction: id,
            deadline: Instant::now() + ANSWER_TIMEOUT,
        })
    }

    /// Something done to a component. The message may be gone meanwhile, but must have been seen.
    fn use_component(
        &self,
        message: Snowflake,
        name: String,
        data: Value,
    ) -> Result<PendingAnswer, ClientError> {
        self.start_interaction(|state| {
            let stored = state.messages.get(&message).ok_or(ClientError::NoSuchMessage)?;
            if stored.visible_only_to.is_some_and(|only| only != self.id) {
                return Err(ClientError::NoSuchMessage);
            }
            if let Some(ChannelKind::Dm { user: with }) =
                state.channels.get(&stored.channel).map(|channel| channel.kind)
                && with != self.id
            {
                return Err(ClientError::NoSuchMessage);
            }
            let mut doing = self.user_action(InteractionKind::Component, name, Some(message), data);
            doing.channel = stored.channel;
            Ok(doing)
        })
    }

    fn enabled_button_or_refuse(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<MessageButton, ClientError> {
        let message = self.visible_message(message).ok_or(ClientError::NoSuchMessage)?;
        let absent = || ClientError::NoSuchComponent(name.into(), message.full_text());
        let button = message.find_button(name).ok_or_else(absent)?;
        if button.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(button) }
    }

    fn enabled_menu_or_refuse(
        &self,
        message: Snowflake,
        name: &str,
    ) -> Result<SelectMenu, ClientError> {
        let message = self.visible_message(message).ok_or(ClientError::NoSuchMessage)?;
        let absent = || ClientError::NoSuchComponent(name.into(), message.full_text());
        let menu = message.find_menu(name).ok_or_else(absent)?;
        if menu.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(menu) }
    }

    fn menu_choice_data(&self, menu: &SelectMenu, values: &[&str]) -> Result<Value, ClientError> {
        let bad = |why: String| ClientError::BadValue { option: menu.custom_id.clone(), why };
        let count = values.len() as u64;
        if count < menu.min_values || count > menu.max_values {
            return Err(bad(format!("takes {} to {} values", menu.min_values, menu.max_values)));
        }
        let state = self.shared.lock();
        let mut data = json!({"custom_id": menu.custom_id, "component_type": menu.kind});
        let mut chosen = Vec::new();
        for &value in values {
            if menu.kind == 3 {
                let by_value = menu.options.iter().find(|(_, known)| known == value);
                let by_label = || menu.options.iter().find(|(label, _)| label == value);
                let found = by_value.or_else(by_label);
                let (_, known) = found.ok_or_else(|| bad(format!("offers no {value:?}")))?;
                chosen.push(known.clone());
            } else {
                let id = state.find_person(value).or_else(|| Snowflake::parse(value));
                let id = id.ok_or_else(|| bad(format!("nobody is called {value:?}")))?;
                data["resolved"]["users"][id.to_string()] = payloads::user_json_by_id(&state, id);
                chosen.push(id.to_string());
            }
        }
        data["values"] = json!(chosen);
        Ok(data)
    }
}

/// The rows of a filled form.
fn modal_rows(modal: &Modal, fields: &[(&str, &str)]) -> Result<Vec<Value>, ClientError> {
    let is_named = |input: &TextInput, name: &str| input.custom_id == name || input.label == name;
    for (name, _) in fields {
        if !modal.inputs.iter().any(|input| is_named(input, name)) {
            let labels: Vec<&str> = modal.inputs.iter().map(|i| i.label.as_str()).collect();
            return Err(ClientError::NoSuchComponent((*name).into(), labels.join(", ")));
        }
    }
    let row = |input: &TextInput| {
        let given = fields.iter().find(|(name, _)| is_named(input, name));
        let value = given.map_or(input.value.as_str(), |(_, value)| value);
        let bad = |why: String| ClientError::BadValue { option: input.label.clone(), why };
        let count = count_chars(value);
        if count == 0 && input.is_required {
            return Err(bad("is required".into()));
        }
        if count > input.max_chars || (count > 0 && count < input.min_chars) {
            return Err(bad(format!(
                "takes {} to {} characters",
                input.min_chars, input.max_chars
            )));
        }
        let field = json!({"type": 4, "custom_id": input.custom_id, "value": value});
        Ok(json!({"type": 1, "components": [field]}))
    };
    modal.inputs.iter().map(row).collect()
}

/// Something done, whose answer is still to come.
pub struct PendingAnswer {
    shared: Arc<SharedState>,
    interaction: Snowflake,
    deadline: Instant,
}

impl PendingAnswer {
    /// Waits for the first answer, and if that is "thinking…", for what it becomes.
    pub async fn wait_for_answer(self) -> Result<BotAnswer, ClientError> {
        let first = self.wait_for_first_answer().await?;
        let thinking = first.message.as_ref().filter(|message| message.is_loading);
        let Some(thinking) = thinking.map(|message| message.id) else { return Ok(first) };
        let became = self.shared.wait_until_some(|state| {
            let message = state.messages.get(&thinking)?;
            (message.is_deleted || !message.is_loading()).then_some(())
        });
        // Without patience the answer is what there is: still thinking.
        let _ = timeout(DEFERRED_TIMEOUT, became).await;
        Ok(self.current_answer(&self.shared.lock()))
    }

    /// Waits for the first answer only.
    pub async fn wait_for_first_answer(&self) -> Result<BotAnswer, ClientError> {
        self.wait_for_acknowledgement().await?;
        Ok(self.current_answer(&self.shared.lock()))
    }

    async fn wait_for_choices(self) -> Result<Vec<AutocompleteChoice>, ClientError> {
        self.wait_for_acknowledgement().await?;
        let state = self.shared.lock();
        let choices = state.interactions.get(self.interaction).map_or(&[][..], |i| &i.choices);
        let choice = |choice: &Value| AutocompleteChoice {
            name: choice["name"].as_str().unwrap_or("").to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.iter().map(choice).collect())
    }

    async fn wait_for_acknowledgement(&self) -> Result<(), ClientError> {
        let answered = self.shared.wait_until_some(|state| {
            let interaction = state.interactions.get(self.interaction)?;
            if interaction.response.is_some() {
                return Some(Ok(()));
            }
            let guild = state.channels.get(&interaction.channel).and_then(|c| c.guild);
            let is_lost = !state.sessions.can_reach_guild(guild);
            (is_lost || interactions::is_overdue(state, interaction))
                .then_some(Err(ClientError::NoAnswer))
        });
        let answered = timeout_at(self.deadline, answered).await;
        let answered = answered.unwrap_or(Err(ClientError::NoAnswer));
        if answered.is_err() {
            self.shared
                .change_and_notify(|state| interactions::give_up_waiting(state, self.interaction));
        }
        answered
    }

    fn current_answer(&self, state: &DiscordState) -> BotAnswer {
        let interaction = state.interactions.get(self.interaction);
        let kind = match interaction.and_then(|interaction| interaction.response) {
            Some(InteractionResponse::Message) => BotAnswerKind::Message,
            Some(InteractionResponse::Deferred) => BotAnswerKind::Deferred,
            Some(InteractionResponse::Update) => BotAnswerKind::Update,
            Some(InteractionResponse::Modal) => BotAnswerKind::Modal,
            Some(InteractionResponse::DeferredUpdate | InteractionResponse::Choices) | None => {
                BotAnswerKind::Nothing
            }
        };
        let original = interaction.and_then(|interaction| interaction.original_message);
        let message = original.and_then(|id| state.messages.get(&id)).filter(|m| !m.is_deleted);
        let modal = interaction.and_then(|i| Some(Modal::from_json(i.id, i.modal.as_ref()?)));
        BotAnswer {
            kind,
            is_ephemeral: message.is_some_and(|message| message.visible_only_to.is_some()),
            message: message.map(|message| VisibleMessage::from_stored(state, message)),
            modal,
        }
    }
}
