//! The user side: what a person at Discord's client can do and see.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::ids::Id;
use super::interactions::{self, Answered, Doing, InteractionKind};
use super::limits::chars;
use super::messages::{self, Stored};
use super::state::{ChannelKind, File, Shared, State};
use super::typing::{self, Typist};
use super::view::{Button, Choice, Input, Menu, Message, Modal};
use super::wire;

/// How long a user waits for the first answer, in real time.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a user waits for what "thinking…" becomes, in real time.
const LONG_PATIENCE: Duration = Duration::from_secs(10);

/// What Discord's client refuses by itself, before the bot hears of it, or says when the bot is
/// silent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("a command begins with /")]
    NotACommand,
    #[error("there is no command {0}")]
    UnknownCommand(String),
    #[error("{0} cannot be used here")]
    NotHere(String),
    #[error("{0} needs a permission that this user has not")]
    NotAllowed(String),
    #[error("cannot read {0:?}: options are written name:value or name:\"two words\"")]
    Unreadable(String),
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
pub enum AnswerKind {
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
pub struct Answer {
    pub kind: AnswerKind,
    /// The new or changed message; `None` for a form, or if it is gone again.
    pub message: Option<Message>,
    pub is_ephemeral: bool,
    pub modal: Option<Modal>,
}

impl Answer {
    /// The plain text of the answer: its message, or the title of its form.
    pub fn text(&self) -> String {
        match (&self.message, &self.modal) {
            (Some(message), _) => message.text(),
            (None, Some(modal)) => modal.title.clone(),
            (None, None) => String::new(),
        }
    }
}

/// A person at a client, with one channel open.
#[derive(Clone)]
pub struct User {
    shared: Arc<Shared>,
    pub id: Id,
    pub name: String,
    /// The channel that is open.
    pub channel: Id,
}

impl User {
    pub(crate) fn new(shared: &Arc<Shared>, id: Id, channel: Id) -> User {
        let name = shared.look().name_of(id).to_owned();
        User { shared: shared.clone(), id, name, channel }
    }

    /// The user with another channel or thread open.
    pub fn at(&self, channel: Id) -> User {
        User { channel, ..self.clone() }
    }

    /// The user in the direct messages with the bot.
    pub fn in_dm(&self) -> User {
        self.at(self.shared.change(|state| state.dm_with(self.id)))
    }

    /// How this user is mentioned: `<@id>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    // What a user does.

    /// Types a command and waits for the answer.
    pub async fn slash(&self, text: &str) -> Result<Answer, ClientError> {
        self.send_slash(text)?.answer().await
    }

    /// Types a command that is for all places, whether it shows here or not, as a client that
    /// shows an old list may.
    pub async fn slash_stale(&self, text: &str) -> Result<Answer, ClientError> {
        let typist = Typist { is_stale: true, ..self.typist() };
        self.send_typed(typist, text)?.answer().await
    }

    /// Types a command and does not wait.
    pub fn send_slash(&self, text: &str) -> Result<Pending, ClientError> {
        self.send_typed(self.typist(), text)
    }

    fn send_typed(&self, typist: Typist, text: &str) -> Result<Pending, ClientError> {
        self.act(|state| {
            let typed = typing::read(state, typist, text, false)?;
            Ok(self.doing(InteractionKind::Command, typed.name, None, typed.data))
        })
    }

    /// What the bot offers for the last option of an unfinished command.
    pub async fn autocomplete(&self, text: &str) -> Result<Vec<Choice>, ClientError> {
        let pending = self.act(|state| {
            let typed = typing::read(state, self.typist(), text, true)?;
            Ok(self.doing(InteractionKind::Autocomplete, typed.name, None, typed.data))
        })?;
        pending.choices().await
    }

    /// Presses the button with this label or custom id and waits for the answer.
    pub async fn press(&self, message: Id, name: &str) -> Result<Answer, ClientError> {
        self.send_press(message, name)?.answer().await
    }

    /// Presses a button and does not wait.
    pub fn send_press(&self, message: Id, name: &str) -> Result<Pending, ClientError> {
        let button = self.button(message, name)?;
        let absent = || ClientError::NoSuchComponent(name.into(), "a link of that name".into());
        self.send_press_raw(message, &button.custom_id.ok_or_else(absent)?)
    }

    /// Presses a button whether it is there or not, as a client that shows an old state may.
    pub async fn press_raw(&self, message: Id, custom_id: &str) -> Result<Answer, ClientError> {
        self.send_press_raw(message, custom_id)?.answer().await
    }

    /// [`User::press_raw`] without waiting.
    pub fn send_press_raw(&self, message: Id, custom_id: &str) -> Result<Pending, ClientError> {
        let data = json!({"custom_id": custom_id, "component_type": 2});
        self.component(message, format!("press {custom_id}"), data)
    }

    /// Chooses in the menu with this custom id or placeholder, by labels or values (for user menus
    /// by names), and waits for the answer.
    pub async fn choose(
        &self,
        message: Id,
        menu: &str,
        values: &[&str],
    ) -> Result<Answer, ClientError> {
        let menu = self.menu(message, menu)?;
        let data = self.chosen(&menu, values)?;
        self.component(message, format!("choose {}", menu.custom_id), data)?.answer().await
    }

    /// Chooses a value whether the menu is there or not, as a client that shows an old state may.
    pub async fn choose_raw(
        &self,
        message: Id,
        menu: &str,
        value: &str,
    ) -> Result<Answer, ClientError> {
        let data = json!({"custom_id": menu, "component_type": 3, "values": [value]});
        self.component(message, format!("choose {menu}"), data)?.answer().await
    }

    /// Fills a form, fields named by label or custom id, and waits for the answer. Fields that are
    /// not named keep the value they came with.
    pub async fn fill(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> Result<Answer, ClientError> {
        let rows = filled(modal, fields)?;
        let pending = self.act(|state| {
            let opener = state.interactions.get(modal.opened_by);
            let opener = opener.ok_or(ClientError::NoSuchModal)?;
            let data = json!({"custom_id": modal.custom_id, "components": rows});
            let name = format!("submit {}", modal.custom_id);
            Ok(self.doing(InteractionKind::Modal, name, opener.source, data))
        })?;
        pending.answer().await
    }

    /// Writes an ordinary message, which bots without the privilege cannot read.
    pub fn say(&self, text: &str) -> Id {
        self.shared.change(|state| {
            let id = state.next_id();
            let mut message = Stored::new(id, self.channel, self.id);
            message.content = text.into();
            messages::post(state, message)
        })
    }

    /// Puts a file at hand, to be named in an attachment option.
    pub fn attach(&self, name: &str, bytes: impl Into<Vec<u8>>) {
        let bytes: Vec<u8> = bytes.into();
        self.shared.change(|state| {
            let kind = if name.ends_with(".png") { "image/png" } else { "text/plain" };
            let file = File { name: name.into(), kind: kind.into(), bytes: bytes.into() };
            let attachment = messages::keep_file(state, self.channel, file);
            if let Some(person) = state.people.get_mut(&self.id) {
                person.uploads.insert(name.into(), attachment);
            }
        });
    }

    /// Allows or forbids direct messages from the bot.
    pub fn take_dms(&self, takes: bool) {
        self.shared.change(|state| {
            if let Some(person) = state.people.get_mut(&self.id) {
                person.takes_dms = takes;
            }
        });
    }

    // What a user sees.

    /// The messages of a channel in order, this user's ephemeral ones among them.
    pub fn sees(&self, channel: Id) -> Vec<Message> {
        self.sees_after(channel, Id(0))
    }

    /// [`User::sees`] of the messages that came after another.
    pub fn sees_after(&self, channel: Id, after: Id) -> Vec<Message> {
        let state = self.shared.look();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        // Ids grow, so the new ones stand together at the end.
        let new = &ids[ids.partition_point(|id| *id <= after)..];
        let messages = new.iter().filter_map(|id| state.messages.get(id));
        let visible = messages.filter(|message| message.is_visible_to(self.id));
        visible.map(|message| Message::of(&state, message)).collect()
    }

    /// The open channel: [`User::sees`] of it.
    pub fn screen(&self) -> Vec<Message> {
        self.sees(self.channel)
    }

    /// The open channel as plain text.
    pub fn screen_text(&self) -> String {
        let lines = self.screen().into_iter().map(|m| format!("{}: {}\n", m.author_name, m.text()));
        lines.collect()
    }

    /// One message, if this user sees it.
    pub fn message(&self, id: Id) -> Option<Message> {
        let state = self.shared.look();
        let message = state.messages.get(&id).filter(|message| message.is_visible_to(self.id))?;
        Some(Message::of(&state, message))
    }

    /// The ephemeral messages to this user, in all channels.
    pub fn whispers(&self) -> Vec<Message> {
        self.all(|message| message.only_for == Some(self.id))
    }

    /// The direct messages with the bot, both ways.
    pub fn dms(&self) -> Vec<Message> {
        let channel = self.shared.change(|state| state.dm_with(self.id));
        self.sees(channel)
    }

    /// The messages that pinged this user when they came. Those of the direct messages always do,
    /// and are not listed here unless they mention.
    pub fn pings(&self) -> Vec<Message> {
        self.all(|message| message.pings.contains(&self.id))
    }

    fn all(&self, wanted: impl Fn(&Stored) -> bool) -> Vec<Message> {
        let state = self.shared.look();
        let found = state.messages.values().filter(|m| m.is_visible_to(self.id) && wanted(m));
        let mut found: Vec<Message> = found.map(|m| Message::of(&state, m)).collect();
        found.sort_by_key(|message| message.id);
        found
    }

    /// Waits for a message in the open channel whose text contains `text`; the newest such one.
    pub async fn waits_for(&self, text: &str, within: Duration) -> Option<Message> {
        let found = self.shared.until(|state| {
            let ids = state.channels.get(&self.channel).map_or(&[][..], |c| &c.messages);
            let messages = ids.iter().rev().filter_map(|id| state.messages.get(id));
            let visible = messages.filter(|message| message.is_visible_to(self.id));
            let mut shown = visible.map(|message| Message::of(state, message));
            shown.find(|message| message.text().contains(text))
        });
        timeout(within, found).await.ok()
    }

    // The rest.

    fn typist(&self) -> Typist {
        Typist { user: self.id, channel: self.channel, is_stale: false }
    }

    fn doing(&self, kind: InteractionKind, name: String, source: Option<Id>, data: Value) -> Doing {
        Doing { kind, name, user: self.id, channel: self.channel, source, data }
    }

    fn act(
        &self,
        what: impl FnOnce(&State) -> Result<Doing, ClientError>,
    ) -> Result<Pending, ClientError> {
        let id = self.shared.change(|state| {
            let doing = what(state)?;
            Ok(interactions::begin(state, doing))
        })?;
        Ok(Pending { shared: self.shared.clone(), id, until: Instant::now() + PATIENCE })
    }

    /// Something done to a component. The message may be gone meanwhile, but must have been seen.
    fn component(&self, message: Id, name: String, data: Value) -> Result<Pending, ClientError> {
        self.act(|state| {
            let stored = state.messages.get(&message).ok_or(ClientError::NoSuchMessage)?;
            if stored.only_for.is_some_and(|only| only != self.id) {
                return Err(ClientError::NoSuchMessage);
            }
            if let Some(ChannelKind::Dm { with }) =
                state.channels.get(&stored.channel).map(|channel| channel.kind)
                && with != self.id
            {
                return Err(ClientError::NoSuchMessage);
            }
            let mut doing = self.doing(InteractionKind::Component, name, Some(message), data);
            doing.channel = stored.channel;
            Ok(doing)
        })
    }

    fn button(&self, message: Id, name: &str) -> Result<Button, ClientError> {
        let message = self.message(message).ok_or(ClientError::NoSuchMessage)?;
        let absent = || ClientError::NoSuchComponent(name.into(), message.text());
        let button = message.button(name).ok_or_else(absent)?;
        if button.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(button) }
    }

    fn menu(&self, message: Id, name: &str) -> Result<Menu, ClientError> {
        let message = self.message(message).ok_or(ClientError::NoSuchMessage)?;
        let absent = || ClientError::NoSuchComponent(name.into(), message.text());
        let menu = message.menu(name).ok_or_else(absent)?;
        if menu.is_disabled { Err(ClientError::Disabled(name.into())) } else { Ok(menu) }
    }

    fn chosen(&self, menu: &Menu, values: &[&str]) -> Result<Value, ClientError> {
        let bad = |why: String| ClientError::BadValue { option: menu.custom_id.clone(), why };
        let count = values.len() as u64;
        if count < menu.least || count > menu.most {
            return Err(bad(format!("takes {} to {} values", menu.least, menu.most)));
        }
        let state = self.shared.look();
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
                let id = state.person_named(value).or_else(|| Id::parse(value));
                let id = id.ok_or_else(|| bad(format!("nobody is called {value:?}")))?;
                data["resolved"]["users"][id.to_string()] = wire::user_of(&state, id);
                chosen.push(id.to_string());
            }
        }
        data["values"] = json!(chosen);
        Ok(data)
    }
}

/// The rows of a filled form.
fn filled(modal: &Modal, fields: &[(&str, &str)]) -> Result<Vec<Value>, ClientError> {
    let is_named = |input: &Input, name: &str| input.custom_id == name || input.label == name;
    for (name, _) in fields {
        if !modal.inputs.iter().any(|input| is_named(input, name)) {
            let labels: Vec<&str> = modal.inputs.iter().map(|i| i.label.as_str()).collect();
            return Err(ClientError::NoSuchComponent((*name).into(), labels.join(", ")));
        }
    }
    let row = |input: &Input| {
        let given = fields.iter().find(|(name, _)| is_named(input, name));
        let value = given.map_or(input.value.as_str(), |(_, value)| value);
        let bad = |why: String| ClientError::BadValue { option: input.label.clone(), why };
        let count = chars(value);
        if count == 0 && input.is_required {
            return Err(bad("is required".into()));
        }
        if count > input.most || (count > 0 && count < input.least) {
            return Err(bad(format!("takes {} to {} characters", input.least, input.most)));
        }
        let field = json!({"type": 4, "custom_id": input.custom_id, "value": value});
        Ok(json!({"type": 1, "components": [field]}))
    };
    modal.inputs.iter().map(row).collect()
}

/// Something done, whose answer is still to come.
pub struct Pending {
    shared: Arc<Shared>,
    id: Id,
    until: Instant,
}

impl Pending {
    /// Waits for the first answer, and if that is "thinking…", for what it becomes.
    pub async fn answer(self) -> Result<Answer, ClientError> {
        let first = self.first().await?;
        let thinking = first.message.as_ref().filter(|message| message.is_loading);
        let Some(thinking) = thinking.map(|message| message.id) else { return Ok(first) };
        let became = self.shared.until(|state| {
            let message = state.messages.get(&thinking)?;
            (message.is_deleted || !message.is_loading()).then_some(())
        });
        // Without patience the answer is what there is: still thinking.
        let _ = timeout(LONG_PATIENCE, became).await;
        Ok(self.as_it_stands(&self.shared.look()))
    }

    /// Waits for the first answer only.
    pub async fn first(&self) -> Result<Answer, ClientError> {
        self.acknowledged().await?;
        Ok(self.as_it_stands(&self.shared.look()))
    }

    async fn choices(self) -> Result<Vec<Choice>, ClientError> {
        self.acknowledged().await?;
        let state = self.shared.look();
        let choices = state.interactions.get(self.id).map_or(&[][..], |i| &i.choices);
        let choice = |choice: &Value| Choice {
            name: choice["name"].as_str().unwrap_or("").to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.iter().map(choice).collect())
    }

    async fn acknowledged(&self) -> Result<(), ClientError> {
        let answered = self.shared.until(|state| {
            let interaction = state.interactions.get(self.id)?;
            if interaction.answered.is_some() {
                return Some(Ok(()));
            }
            let guild = state.channels.get(&interaction.channel).and_then(|c| c.guild);
            let is_lost = !state.sessions.can_reach(guild);
            (is_lost || interactions::is_overdue(state, interaction))
                .then_some(Err(ClientError::NoAnswer))
        });
        let answered = timeout_at(self.until, answered).await;
        let answered = answered.unwrap_or(Err(ClientError::NoAnswer));
        if answered.is_err() {
            self.shared.change(|state| interactions::abandon(state, self.id));
        }
        answered
    }

    fn as_it_stands(&self, state: &State) -> Answer {
        let interaction = state.interactions.get(self.id);
        let kind = match interaction.and_then(|interaction| interaction.answered) {
            Some(Answered::Message) => AnswerKind::Message,
            Some(Answered::Deferred) => AnswerKind::Deferred,
            Some(Answered::Update) => AnswerKind::Update,
            Some(Answered::Modal) => AnswerKind::Modal,
            Some(Answered::DeferredUpdate | Answered::Choices) | None => AnswerKind::Nothing,
        };
        let original = interaction.and_then(|interaction| interaction.original);
        let message = original.and_then(|id| state.messages.get(&id)).filter(|m| !m.is_deleted);
        let modal = interaction.and_then(|i| Some(Modal::of(i.id, i.modal.as_ref()?)));
        Answer {
            kind,
            is_ephemeral: message.is_some_and(|message| message.only_for.is_some()),
            message: message.map(|message| Message::of(state, message)),
            modal,
        }
    }
}
