//! The table with a chat: inputs are typed and pressed in the stand-in, go through the real client
//! and the whole bot, and what everybody sees is read from their screens.
//!
//! A refusal is read from the screen as well; its key comes from asking the app the same, which
//! changes nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{
    GM, ScriptTable, ScriptUsers, SharedTable, ShownText, ShownTo, TableReply, added_lines,
    store_error_text,
};
use app::App;
use app::clock::Clock;
use app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use discord;
use discord::bot::{self, BotOptions};
use discord::commands::command_specs::{OptionKind, SlashCommand, VerbCommand, list_commands};
use discord::custom_id::{ButtonPayload, CustomId, MenuValue};
use discord::http_client::DiscordAddress;
use engine::core::command::{Command, quote_text};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Prompt, SYSTEM_KEYS};
use fake_discord::{
    self, ClientError, DiscordSetup, FakeDiscord, SelectMenu, Snowflake, User, VisibleMessage,
};
use narration;
use store::Store;
use store::ids::{ChannelId, PromptId};

/// How long anything at the stand-in may take, in real time.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// How often the outbox is looked at until it is empty, in real time.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The type of the message by which Discord tells that another one was pinned.
const PINNED_MESSAGE_TYPE: u64 = 6;
/// The name of somebody who only looks on.
pub const ONLOOKER: &str = "Onlooker";

/// Where `RIPOSTE_TRAFFIC` names a folder, the traffic of each script is recorded in it, a file
/// each, for a checker; elsewhere nothing is recorded.
fn with_traffic_recording(world: DiscordSetup) -> DiscordSetup {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    match std::env::var("RIPOSTE_TRAFFIC") {
        Ok(folder) => {
            let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            world.with_traffic_file(
                Path::new(&folder).join(format!("script-{process}-{count}.jsonl")),
            )
        }
        Err(_) => world.without_traffic_log(),
    }
}

/// Where everybody is.
pub fn onlooker_channel(discord: &FakeDiscord) -> ChannelId {
    ChannelId(discord.find_or_add_user(ONLOOKER).channel.0)
}

#[derive(Clone, PartialEq)]
struct ShownButton {
    message: Snowflake,
    id: String,
    /// The menu it is an option of.
    menu: Option<String>,
}

pub struct ChatTable {
    shared: SharedTable,
    discord: FakeDiscord,
    users: BTreeMap<String, User>,
    onlooker: User,
    /// The text of every message as each reader saw it last: how things stand, and what is told.
    last_texts: BTreeMap<(String, Snowflake, bool), String>,
    /// Every button that was ever shown, and all in menus that is as good as one.
    shown_buttons: Vec<ShownButton>,
    shown_texts: Vec<ShownText>,
    /// What was typed last is not shown in the server.
    is_command_missing: bool,
    bot: JoinHandle<()>,
    /// Dropped with the table: the bot stops, with all it has started.
    stop: oneshot::Sender<()>,
}

impl ChatTable {
    /// A stand-in with the bot on it.
    ///
    /// # Errors
    /// Why it does not come up.
    pub async fn start(store: Store) -> Result<Self, String> {
        let world = with_traffic_recording(
            DiscordSetup::new().with_user(GM).with_user(ONLOOKER).with_channel("arena"),
        );
        let discord = FakeDiscord::start(world).await.map_err(|wrong| wrong.to_string())?;
        let common = SharedTable::new(store, onlooker_channel(&discord));
        Self::attach(discord, common).await
    }

    /// The bot on a stand-in that runs.
    ///
    /// # Errors
    /// Why it does not come up.
    pub async fn attach(discord: FakeDiscord, common: SharedTable) -> Result<Self, String> {
        let (gm, onlooker) = (discord.find_or_add_user(GM), discord.find_or_add_user(ONLOOKER));
        let start = BotOptions {
            address: DiscordAddress {
                token: discord.token().into(),
                url: Some(discord.url().into()),
                proxy: None,
            },
            test_guild: None,
            must_reregister_commands: true,
            status_file: None,
            shards: None,
        };
        let (stop, stopped) = oneshot::channel();
        let bot = tokio::spawn({
            let app = common.app.clone();
            async move {
                let stop = async { drop(stopped.await) };
                if let Err(trouble) = bot::run(app, start, stop).await {
                    tracing::error!(%trouble, "the bot stopped");
                }
            }
        });
        if !discord.wait_until_ready(MAX_WAIT).await {
            return Err("the bot does not come up".into());
        }
        wait_for_commands(&common.app).await?;
        Ok(Self {
            shared: common,
            discord,
            users: BTreeMap::from([(GM.to_string(), gm)]),
            onlooker,
            last_texts: BTreeMap::new(),
            shown_buttons: Vec::new(),
            shown_texts: Vec::new(),
            is_command_missing: false,
            bot,
            stop,
        })
    }

    pub fn discord(&self) -> &FakeDiscord {
        &self.discord
    }

    /// Done when the bot stopped by itself.
    pub async fn wait_until_stopped(&mut self) {
        // A task that panicked has stopped as well.
        let _ = (&mut self.bot).await;
    }

    /// Lets the bot finish what it is doing.
    pub async fn close(&mut self) {
        let (over, _) = oneshot::channel();
        drop(std::mem::replace(&mut self.stop, over));
        self.wait_until_stopped().await;
        self.shared.app.close().await;
    }

    /// Everybody who has said something, by name.
    pub fn script_users(&self) -> ScriptUsers {
        let named = |(name, user): (&String, &User)| (name.clone(), UserId(user.id.0));
        ScriptUsers(self.users.iter().map(named).collect())
    }

    fn user_or_join(&mut self, name: &str) -> User {
        let discord = &self.discord;
        let user = self.users.entry(name.into()).or_insert_with(|| discord.find_or_add_user(name));
        user.clone()
    }

    /// Waits until all that is to be told is told, and reads the screens.
    async fn wait_and_read_screens(&mut self) -> Result<(), String> {
        let told = async {
            loop {
                let due = self.shared.app.next_delivery_time().await.map_err(store_error_text)?;
                if due.is_none_or(|due| due > self.shared.clock.now()) {
                    return Ok::<_, String>(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let told = tokio::time::timeout(MAX_WAIT, told).await;
        told.map_err(|_| "something is not delivered".to_string())??;
        wait_for_commands(&self.shared.app).await?;
        if !self.discord.wait_until_idle(MAX_WAIT).await {
            return Err("the bot does not come to rest".into());
        }
        self.read_messages(&ShownTo::Everybody, self.onlooker.screen_messages());
        for (name, user) in self.users.clone() {
            let to = ShownTo::User(name);
            self.read_messages(&to, user.ephemeral_messages());
            self.read_messages(&to, user.direct_messages());
        }
        Ok(())
    }

    fn read_messages(&mut self, audience: &ShownTo, messages: Vec<VisibleMessage>) {
        let reader = match audience {
            ShownTo::Everybody => String::new(),
            ShownTo::User(name) => name.clone(),
        };
        for message in messages.into_iter().filter(|one| one.author == self.discord.bot_id()) {
            for button in message_buttons(&message) {
                if !self.shown_buttons.contains(&button) {
                    self.shown_buttons.push(button);
                }
            }
            let (standing, told) = split_state_and_events(&message);
            for (text, is_news) in [(standing, false), (told, true)] {
                let text = self.to_plain_text(&text);
                let key = (reader.clone(), message.id, is_news);
                let before = self.last_texts.insert(key, text.clone()).unwrap_or_default();
                // Of what it told before nothing is news.
                let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
                let text = match is_news {
                    true => added_lines(&lines(&before), &lines(&text)).join("\n"),
                    false => text,
                };
                if !text.is_empty() && text != before {
                    self.shown_texts.push(ShownText { audience: audience.clone(), text, is_news });
                }
            }
        }
    }

    /// The channel as somebody reads it who was away: a quotation for each message as it stands
    /// now, and last the pinned one.
    pub fn transcript(&self) -> String {
        let said = |one: &VisibleMessage| {
            one.author == self.discord.bot_id() && one.json["type"] != PINNED_MESSAGE_TYPE
        };
        let (pinned, others): (Vec<_>, Vec<_>) =
            self.onlooker.screen_messages().into_iter().filter(said).partition(|one| one.is_pinned);
        let quoted = |one: &VisibleMessage| {
            let lines = self.to_readable_text(&one.prose_text());
            let lines: Vec<String> = lines
                .lines()
                .filter(|line| !line.is_empty())
                .map(|line| format!("> {line}\n"))
                .collect();
            lines.join(">\n")
        };
        let all: Vec<String> = others.iter().chain(&pinned).map(quoted).collect();
        all.join("\n")
    }

    /// With names for mentions, and the time of day (UTC) for points in time.
    fn to_readable_text(&self, text: &str) -> String {
        let mut text = text.replace('\u{200b}', "");
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), &format!("@{name}"));
        }
        let mut parts = text.split("<t:");
        let mut read = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (point, rest) = part.split_once('>').unwrap_or((part, ""));
            let second = point.split(':').next().and_then(|second| second.parse().ok());
            let at = second.and_then(|second| Timestamp::from_second(second).ok());
            read += &at.map_or_else(String::new, |at| at.strftime("at %H:%M").to_string());
            read += rest;
        }
        read
    }

    /// Without the marks of Discord, with names for mentions.
    fn to_plain_text(&self, text: &str) -> String {
        let mut text = text.replace("**", "").replace(['\u{200b}', '\\'], "");
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), name);
        }
        text
    }

    async fn load_revision(&self) -> Result<Option<i64>, String> {
        let Some(fight) = self
            .shared
            .app
            .find_latest_fight(self.shared.channel)
            .await
            .map_err(store_error_text)?
        else {
            return Ok(None);
        };
        let now = self.shared.app.load_fight(fight).await.map_err(store_error_text)?;
        Ok(now.map(|now| now.revision))
    }

    /// Says it in chat: what the user reads, or why the client does not let them.
    async fn submit_in_chat(
        &mut self,
        user: &User,
        input: &UserInput,
    ) -> Result<String, ChatInputError> {
        let answer = match input {
            UserInput::Command { command: words, actor_name: acting_as, is_private: is_quiet } => {
                let text = self.build_slash_command(words, acting_as.as_deref(), *is_quiet).await;
                self.type_command(user, &text.ok_or(ChatInputError::NoCommand)?).await?
            }
            UserInput::PromptButton { prompt, choice } => {
                let prompt = self.load_prompt_on_button(*prompt).await;
                let form = self.find_shown_button(&format!("ask:1:{prompt}:{choice}"));
                let at_once = || self.find_shown_button(&format!("answer:1:{prompt}:{choice}"));
                let pressed = form.or_else(|_| at_once())?.press(user).await?;
                match &pressed.modal {
                    // Nothing more is said than was pressed.
                    Some(form) => user.submit_modal(form, &[]).await?,
                    None => pressed,
                }
            }
            UserInput::PromptForm { prompt, command: words } => {
                return self.fill_form(user, *prompt, words).await;
            }
            // The button that was shown last: it was asked just now.
            UserInput::Confirmed { turn, .. } => {
                let turn_of = |id: &str| match CustomId::parse(id)? {
                    CustomId::ConfirmedAct { turn, .. } => Some(turn),
                    _ => None,
                };
                let mut shown = self.shown_buttons.iter().rev();
                let found = shown.find(|button| turn_of(&button.id) == Some(*turn));
                found.ok_or_else(|| ChatInputError::NoButton("sure".into()))?.press(user).await?
            }
            UserInput::TurnButton { .. } | UserInput::InvitationButton { .. } => {
                return Err(ChatInputError::NoCommand);
            }
        };
        Ok(self.to_plain_text(&answer.text()))
    }

    /// Opens the form of a prompt, or of the choice that is meant, and fills it; what has no form,
    /// or no room in it, is typed.
    async fn fill_form(
        &mut self,
        user: &User,
        prompt: PromptId,
        command: &Command,
    ) -> Result<String, ChatInputError> {
        let open = self.load_open_prompt(prompt).await.ok_or(ChatInputError::NoCommand)?;
        let asked = match open.respondent {
            Initiator::Combatant(who) => self.load_combatant_name(prompt, who).await,
            Initiator::Gm => None,
        };
        let typed = self.build_slash_command(command, asked.as_deref(), false).await;
        let repeats = |choice: &&Command| {
            let mut slots = choice.slots.iter();
            let same = |(slot, value): (&String, &String)| command.get(slot) == value;
            choice.verb == command.verb && slots.all(|one| one.1.is_empty() || same(one))
        };
        let meant = open.choices.iter().enumerate().find(|(_, choice)| repeats(choice));
        let prompt = self.load_prompt_on_button(prompt).await;
        let own = meant.and_then(|(place, choice)| {
            Some((self.find_shown_button(&format!("ask:1:{prompt}:{place}")).ok()?, choice.clone()))
        });
        let whole =
            || Some((self.find_shown_button(&format!("ask:1:{prompt}")).ok()?, Command::default()));
        let Some((button, said)) = own.or_else(whole) else {
            let answer = self.type_command(user, &typed.ok_or(ChatInputError::NoCommand)?).await?;
            return Ok(self.to_plain_text(&answer.text()));
        };
        let opened = button.press(user).await?;
        let Some(form) = opened.modal else { return Ok(self.to_plain_text(&opened.text())) };
        let left = command.slots.iter().filter(|(slot, _)| said.get(slot).is_empty());
        let fields: Vec<(&str, &str)> =
            left.map(|(slot, value)| (slot.as_str(), value.as_str())).collect();
        let has = |slot: &str| form.inputs.iter().any(|input| input.custom_id == slot);
        let answer = if fields.iter().all(|(slot, _)| has(slot)) {
            user.submit_modal(&form, &fields).await?
        } else {
            self.type_command(user, &typed.ok_or(ChatInputError::NoCommand)?).await?
        };
        Ok(self.to_plain_text(&answer.text()))
    }

    /// A command that says these words: one that the server has, else one of any.
    async fn build_slash_command(
        &self,
        command: &Command,
        acting_as: Option<&str>,
        is_quiet: bool,
    ) -> Option<String> {
        let systems = self
            .shared
            .app
            .load_server_systems(self.discord.first_guild().0)
            .await
            .unwrap_or_default();
        let by = |systems: &[&str]| format_slash_command(systems, command, acting_as, is_quiet);
        let unknown = || {
            let table = list_commands(SYSTEM_KEYS);
            SlashCommand::flatten(&table).iter().all(|(_, saying)| saying.verb != command.verb)
        };
        by(&systems)
            .or_else(|| by(SYSTEM_KEYS))
            .or_else(|| unknown().then(|| format!("/{command}")))
    }

    /// Types a command. What the server is not shown is typed all the same, as a client may that
    /// has an old list: it is refused in words.
    async fn type_command(
        &mut self,
        user: &User,
        text: &str,
    ) -> Result<fake_discord::BotAnswer, ClientError> {
        let typed = user.run_command(text).await;
        self.is_command_missing = matches!(
            &typed,
            Err(ClientError::WrongContext(_)
                | ClientError::UnknownCommand(_)
                | ClientError::UnknownOption(_))
        );
        if self.is_command_missing { user.run_stale_command(text).await } else { typed }
    }

    /// A question as its buttons name it.
    async fn load_prompt_on_button(&self, prompt: PromptId) -> PromptId {
        let now = self.shared.app.load_fight(prompt.fight).await.ok().flatten();
        now.map_or(prompt, |now| now.encrypt_prompt_id(prompt))
    }

    async fn load_open_prompt(&self, prompt: PromptId) -> Option<Prompt> {
        let now = self.shared.app.load_fight(prompt.fight).await.ok()??;
        let open = now.prompts.iter().find(|open| open.id == prompt)?;
        Some(open.prompt.clone())
    }

    async fn load_combatant_name(&self, prompt: PromptId, who: CombatantId) -> Option<String> {
        let now = self.shared.app.load_fight(prompt.fight).await.ok()??;
        now.members.get(who.index()).map(|one| one.name.clone())
    }

    fn find_shown_button(&self, id: &str) -> Result<ShownButton, ChatInputError> {
        let found = self.shown_buttons.iter().rev().find(|button| button.id == id);
        found.cloned().ok_or_else(|| ChatInputError::NoButton(id.into()))
    }

    /// Asks the app the same: to know the key of what was refused in chat, or to set up what no
    /// command can say.
    async fn submit_to_app(&mut self, user: &User, input: UserInput) -> Result<InputReply, String> {
        let place = RequestPlace::Channel {
            guild: self.discord.first_guild().0,
            channel: self.shared.channel,
        };
        let origin = RequestContext {
            user: UserId(user.id.0),
            place,
            is_admin: false,
            idempotency_key: None,
        };
        let reply = self.shared.app.handle_input(&origin, input).await.map_err(store_error_text);
        self.shared.app.wake_background_tasks();
        reply
    }
}

impl ShownButton {
    async fn press(&self, user: &User) -> Result<fake_discord::BotAnswer, ClientError> {
        match &self.menu {
            None => user.press_custom_id(self.message, &self.id).await,
            Some(menu) => user.choose_custom_id(self.message, menu, &self.id).await,
        }
    }
}

fn message_buttons(message: &VisibleMessage) -> impl Iterator<Item = ShownButton> {
    let button = |id, menu| ShownButton { message: message.id, id, menu };
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let is_pick = |menu: &SelectMenu| {
        matches!(CustomId::parse(&menu.custom_id), Some(CustomId::PickMenu { .. }))
    };
    let menus = message.menus().into_iter().filter(is_pick);
    let options = menus.flat_map(|menu| {
        let options = menu.options.into_iter();
        options.map(move |(_, value)| (value, Some(menu.custom_id.clone())))
    });
    ids.map(|id| (id, None)).chain(options).map(move |(id, menu)| button(id, menu))
}

impl ScriptTable for ChatTable {
    async fn submit(&mut self, user: &str, input: UserInput) -> Result<TableReply, String> {
        let user = self.user_or_join(user);
        let before = self.load_revision().await?;
        self.is_command_missing = false;
        let heard = self.submit_in_chat(&user, &input).await;
        self.wait_and_read_screens().await?;
        if self.load_revision().await? != before {
            if std::mem::take(&mut self.is_command_missing) {
                return Err("the server is not shown the command of what was done".into());
            }
            return Ok(TableReply::Done);
        }
        let is_newcomer = matches!(&input, UserInput::Command { command, .. }
            if matches!(command.verb.as_str(), "join" | "add"));
        let is_past_chat = is_newcomer || is_too_long_to_confirm(&input);
        match (self.submit_to_app(&user, input).await?, heard) {
            (InputReply::QueryResult(_) | InputReply::Library(_), Ok(_)) => Ok(TableReply::Done),
            (InputReply::Refused(mut refusal), Ok(text)) => {
                // To be kept as a standing order: that stands on buttons.
                refusal.alternatives.retain(|offer| offer.command.verb != "orders-add");
                let said =
                    self.to_plain_text(&narration::explain_refusal(discord::STYLE, &refusal));
                if text.contains(&said) {
                    Ok(TableReply::Refused(refusal))
                } else {
                    Err(format!("expected in chat: {said}\nfound: {text}"))
                }
            }
            (InputReply::NeedsConfirmation(unsure), Ok(text)) => {
                let said = self
                    .to_plain_text(&narration::refusal_with_rule(discord::STYLE, &unsure.warning));
                match text.contains(&said) {
                    true => Ok(TableReply::NeedsConfirmation(
                        Box::new(unsure.warning.clone()),
                        unsure.to_confirmed_input(),
                    )),
                    false => Err(format!("expected in chat: {said}\nfound: {text}")),
                }
            }
            // The client sees itself that it cannot be done.
            (InputReply::Refused(refusal), Err(_)) => Ok(TableReply::Refused(refusal)),
            (InputReply::Done(_), Err(_)) if is_past_chat => {
                self.wait_and_read_screens().await?;
                Ok(TableReply::Done)
            }
            (InputReply::Done(_), Ok(text)) => Err(format!("the chat did not do it: {text}")),
            (
                InputReply::Done(_)
                | InputReply::NeedsConfirmation(_)
                | InputReply::QueryResult(_)
                | InputReply::Library(_),
                Err(unsaid),
            ) => Err(format!("it cannot be said in chat: {unsaid}")),
        }
    }

    async fn fire_due_deadlines(&mut self) -> Result<(), String> {
        self.shared.app.fire_due_deadlines().await.map_err(store_error_text)?;
        // Nobody asked who is answered first: what the clocks did may be told.
        self.shared.app.wake_background_tasks();
        self.wait_and_read_screens().await
    }

    fn take_shown_texts(&mut self) -> Vec<ShownText> {
        std::mem::take(&mut self.shown_texts)
    }

    fn user_id(&mut self, name: &str) -> UserId {
        UserId(self.user_or_join(name).id.0)
    }

    fn user_name(&self, user: UserId) -> String {
        let found = self.users.iter().find(|(_, one)| one.id.0 == user.0);
        found.map_or_else(|| "somebody".into(), |(name, _)| name.clone())
    }

    fn shared(&self) -> &SharedTable {
        &self.shared
    }

    fn table_faults(&self) -> Vec<String> {
        self.discord.violations().iter().map(ToString::to_string).collect()
    }
}

/// What a message shows of how things stand, and what it tells: of a turn its embeds, of the pinned
/// message nothing.
fn split_state_and_events(message: &VisibleMessage) -> (String, String) {
    let is_turn = |id: &str| id.starts_with("turn:") || id.starts_with("menu:");
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let mut ids = ids.chain(message.menus().into_iter().map(|menu| menu.custom_id));
    let text = message.full_text();
    if message.is_pinned {
        return (text, String::new());
    }
    match ids.any(|id| is_turn(&id)) && message.ephemeral_to.is_none() {
        true => (text.clone(), message.embed_text()),
        false => (String::new(), text),
    }
}

/// No button confirms what is too long for one: people are to use fewer words.
fn is_too_long_to_confirm(input: &UserInput) -> bool {
    let UserInput::Confirmed { turn, command: words, actor_name: acting_as, is_private: is_quiet } =
        input.clone()
    else {
        return false;
    };
    let act = MenuValue::Act(ButtonPayload { command: words, acting_as });
    CustomId::ConfirmedAct { turn, act, is_quiet }.encode().is_none()
}

/// Waits until the server has the commands of what is played in it.
async fn wait_for_commands(app: &App) -> Result<(), String> {
    let settled = tokio::time::timeout(MAX_WAIT, app.wait_for_all_commands()).await;
    settled.map_err(|_| "the commands of the server are not registered".to_string())
}

/// Why something was not said in chat.
#[derive(Debug, thiserror::Error)]
enum ChatInputError {
    #[error("no command says that")]
    NoCommand,
    #[error("there never was a button {0}")]
    NoButton(String),
    #[error("{0}")]
    Client(#[from] ClientError),
}

/// The command that says these words: all slots have an option, nothing that is required is
/// missing. What no option takes goes into the option for other fields.
fn format_slash_command(
    systems: &[&str],
    command: &Command,
    acting_as: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let commands = list_commands(systems);
    let all = SlashCommand::flatten(&commands);
    let saying = all.iter().filter(|(_, saying)| saying.verb == command.verb);
    let said = saying.filter_map(|(name, saying)| {
        let text = format_typed_command(name, saying, command, acting_as, is_quiet)?;
        Some((saying.fixed_slots.len(), name.contains(' '), text))
    });
    // The plainest: people do not say it as one of a group where it is a command of its own.
    said.min_by_key(|(fixed, is_of_group, _)| (*fixed, *is_of_group)).map(|(.., text)| text)
}

fn format_typed_command(
    name: &str,
    spec: &VerbCommand,
    command: &Command,
    acting_as: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let mut text = format!("/{name}");
    let mut say = |option: &str, value: &str| {
        text += &format!(" {option}:{}", quote_text(value, '"'));
    };
    let mut left = command.slots.clone();
    for (slot, value) in spec.fixed_slots {
        if left.remove(*slot)? != *value {
            return None;
        }
    }
    let mut fields = None;
    for option in &spec.options {
        match option.kind {
            OptionKind::Actor => {
                if let Some(name) = acting_as {
                    say(option.name, name);
                } else if option.is_required {
                    return None;
                }
            }
            OptionKind::Quiet if is_quiet => say(option.name, "true"),
            // Scripts are of fights, and those know no files.
            OptionKind::Quiet | OptionKind::File => {}
            OptionKind::Fields => fields = Some(option.name),
            OptionKind::Word
            | OptionKind::List
            | OptionKind::Prose
            | OptionKind::Number
            | OptionKind::Flag
            | OptionKind::User => match left.remove(option.name) {
                Some(value) => say(option.name, &value),
                None if option.is_required => return None,
                None => {}
            },
        }
    }
    if left.is_empty() {
        return Some(text);
    }
    let field = |(slot, value): (&String, &String)| format!("{slot}={}", quote_text(value, '"'));
    let all: Vec<String> = left.iter().map(field).collect();
    say(fields?, &all.join(" "));
    Some(text)
}
