//! A table with a chat: inputs are typed and pressed in a fake Discord and go through the real
//! client and the whole bot, and what everybody sees is read from their screens.
//!
//! A refusal is read from the screen as well; its key comes from submitting the same input to the
//! app, which changes nothing.

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
use discord::commands::command_specs::{
    OptionKind, SlashCommand, VerbCommand, list_server_commands,
};
use discord::custom_id::{ButtonPayload, CustomId, MenuValue};
use discord::http_client::DiscordAddress;
use engine::core::command::{Command, quote_and_escape_text};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Prompt, SYSTEM_KEYS};
use fake_discord::{
    self, ClientError, DiscordSetup, FakeDiscord, SelectMenu, Snowflake, User, VisibleMessage,
};
use narration::{self, PLAIN};
use store::Store;
use store::ids::{ChannelId, PromptId};
use store::io_problem::describe_network_error;

/// How long the fake Discord may take for anything, in real time.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// How often the outbox is checked until it is empty, in real time.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The type of the message by which Discord reports that another one was pinned.
const PINNED_MESSAGE_TYPE: u64 = 6;
/// The name of a user who does not play.
pub const ONLOOKER: &str = "Onlooker";

/// Records the traffic of each script in a file of its own, for a checker, if `RIPOSTE_TRAFFIC`
/// names a folder.
fn with_traffic_log_from_env(setup: DiscordSetup) -> DiscordSetup {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    match std::env::var("RIPOSTE_TRAFFIC") {
        Ok(folder) => {
            let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            setup.with_traffic_file(
                Path::new(&folder).join(format!("script-{process}-{count}.jsonl")),
            )
        }
        Err(_) => setup.without_traffic_log(),
    }
}

/// Returns the channel that everybody is in.
pub fn onlooker_channel(discord: &FakeDiscord) -> ChannelId {
    ChannelId(discord.find_or_add_user(ONLOOKER).channel.0)
}

#[derive(Clone, PartialEq)]
struct ShownButton {
    message: Snowflake,
    id: String,
    /// The menu that it is an option of.
    menu: Option<String>,
}

/// A button that opens the form of a prompt.
struct FormButton {
    button: ShownButton,
    /// What the press of the button already says of the answer; the form asks for the rest.
    given: Command,
}

pub struct ChatTable {
    shared: SharedTable,
    discord: FakeDiscord,
    users: BTreeMap<String, User>,
    onlooker: User,
    /// The last text of every message for each reader: the state that it shows (`false`), and the
    /// events that it tells (`true`).
    last_texts: BTreeMap<(String, Snowflake, bool), String>,
    /// Every button that was ever shown, and every menu option that works like one.
    shown_buttons: Vec<ShownButton>,
    shown_texts: Vec<ShownText>,
    /// The server does not show the command that was typed last.
    is_command_missing: bool,
    bot: JoinHandle<()>,
    /// Stops the bot, and all tasks that it has started, when it is dropped.
    stop: oneshot::Sender<()>,
}

/// Whether the bot uploads emoji of its own, and writes dice and bars with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnEmoji {
    Uploaded,
    None,
}

impl ChatTable {
    /// Starts a fake Discord with the bot on it.
    ///
    /// # Errors
    /// Fails when it does not start.
    pub async fn start(store: Store) -> Result<Self, String> {
        let setup = with_traffic_log_from_env(
            DiscordSetup::new().with_user(GM).with_user(ONLOOKER).with_channel("arena"),
        );
        let discord = FakeDiscord::start(setup).await;
        let discord = discord.map_err(|error| {
            format!("no fake Discord starts here: {}", describe_network_error(&error))
        })?;
        let shared = SharedTable::new(store, onlooker_channel(&discord));
        Self::start_bot_and_attach(discord, shared, OwnEmoji::None).await
    }

    /// Starts the bot on a running fake Discord.
    ///
    /// # Errors
    /// Fails when the bot does not start.
    pub async fn start_bot_and_attach(
        discord: FakeDiscord,
        shared: SharedTable,
        emoji: OwnEmoji,
    ) -> Result<Self, String> {
        let (gm, onlooker) = (discord.find_or_add_user(GM), discord.find_or_add_user(ONLOOKER));
        let address = DiscordAddress::of_fake_discord(discord.token(), discord.url());
        let options = BotOptions {
            must_reregister_commands: true,
            has_own_emoji: emoji == OwnEmoji::Uploaded,
            ..BotOptions::new(address)
        };
        let (stop, stopped) = oneshot::channel();
        let bot = tokio::spawn({
            let app = shared.app.clone();
            async move {
                let stop = async { drop(stopped.await) };
                if let Err(error) = bot::run(app, options, stop).await {
                    tracing::error!(%error, "the bot stopped");
                }
            }
        });
        if !discord.wait_until_ready(MAX_WAIT).await {
            return Err("the bot does not come up".into());
        }
        wait_for_commands(&shared.app).await?;
        Ok(Self {
            shared,
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

    /// Waits until the bot has stopped by itself.
    pub async fn wait_until_stopped(&mut self) {
        // A task that panicked has stopped as well.
        let _ = (&mut self.bot).await;
    }

    /// Stops the bot, which finishes what it is doing.
    pub async fn close(&mut self) {
        let (new_stop, _) = oneshot::channel();
        drop(std::mem::replace(&mut self.stop, new_stop));
        self.wait_until_stopped().await;
        self.shared.app.close().await;
    }

    /// Returns all users who have given an input, by name.
    pub fn script_users(&self) -> ScriptUsers {
        let to_entry = |(name, user): (&String, &User)| (name.clone(), UserId(user.id.0));
        ScriptUsers(self.users.iter().map(to_entry).collect())
    }

    /// Returns the user with this name, who joins the fake Discord if they are new.
    fn find_or_add_user(&mut self, name: &str) -> User {
        let discord = &self.discord;
        let user = self.users.entry(name.into()).or_insert_with(|| discord.find_or_add_user(name));
        user.clone()
    }

    /// Waits until everything is delivered and the bot is at rest, and records what each user sees.
    async fn wait_until_idle_and_record_screens(&mut self) -> Result<(), String> {
        let delivered = async {
            loop {
                let due = self.shared.app.next_delivery_time().await.map_err(store_error_text)?;
                if due.is_none_or(|due| due > self.shared.clock.now()) {
                    return Ok::<_, String>(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let delivered = tokio::time::timeout(MAX_WAIT, delivered).await;
        delivered.map_err(|_| "something is not delivered".to_string())??;
        wait_for_commands(&self.shared.app).await?;
        if !self.discord.wait_until_idle(MAX_WAIT).await {
            return Err("the bot does not come to rest".into());
        }
        self.record_new_texts_and_buttons(&ShownTo::Everybody, self.onlooker.screen_messages());
        for (name, user) in self.users.clone() {
            let audience = ShownTo::User(name);
            self.record_new_texts_and_buttons(&audience, user.ephemeral_messages());
            self.record_new_texts_and_buttons(&audience, user.direct_messages());
        }
        Ok(())
    }

    /// Records the buttons of the bot's messages, and as shown texts what is new in each message
    /// since this reader last saw it.
    fn record_new_texts_and_buttons(&mut self, audience: &ShownTo, messages: Vec<VisibleMessage>) {
        let reader = match audience {
            ShownTo::Everybody => String::new(),
            ShownTo::User(name) => name.clone(),
        };
        let own_messages = messages.into_iter().filter(|message| self.is_of_bot(message));
        for message in own_messages.collect::<Vec<_>>() {
            for button in buttons_and_pick_options(&message) {
                if !self.shown_buttons.contains(&button) {
                    self.shown_buttons.push(button);
                }
            }
            let (state, events) = split_state_and_events(&message);
            for (text, is_news) in [(state, false), (events, true)] {
                let text = self.strip_markup_and_name_mentions(&text);
                let key = (reader.clone(), message.id, is_news);
                let previous = self.last_texts.insert(key, text.clone()).unwrap_or_default();
                // A message repeats events that it told before: those are no news.
                let to_lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
                let new_text = match is_news {
                    true => added_lines(&to_lines(&previous), &to_lines(&text)).join("\n"),
                    false => text,
                };
                if !new_text.is_empty() && new_text != previous {
                    let audience = audience.clone();
                    self.shown_texts.push(ShownText { audience, text: new_text, is_news });
                }
            }
        }
    }

    /// Returns whether the bot has posted a message, itself or through a webhook of its own.
    fn is_of_bot(&self, message: &VisibleMessage) -> bool {
        let bot = self.discord.bot_id();
        message.author == bot || message.json["application_id"] == bot.to_string()
    }

    /// Returns the channel as a returning reader sees it: a quotation for each message as it stands
    /// now, with the pinned one last.
    pub fn transcript(&self) -> String {
        let is_bots_text = |message: &VisibleMessage| {
            self.is_of_bot(message) && message.json["type"] != PINNED_MESSAGE_TYPE
        };
        let (pinned, others): (Vec<_>, Vec<_>) = self
            .onlooker
            .screen_messages()
            .into_iter()
            .filter(is_bots_text)
            .partition(|message| message.is_pinned);
        let quote = |message: &VisibleMessage| {
            let text = self.replace_mentions_and_times(&message.prose_text());
            let lines: Vec<String> = text
                .lines()
                .filter(|line| !line.is_empty())
                .map(|line| format!("> {line}\n"))
                .collect();
            lines.join(">\n")
        };
        let quotations: Vec<String> = others.iter().chain(&pinned).map(quote).collect();
        quotations.join("\n")
    }

    /// Replaces mentions by names, and timestamps by the time of day (UTC).
    fn replace_mentions_and_times(&self, text: &str) -> String {
        let mut text = text.replace('\u{200b}', "");
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), &format!("@{name}"));
        }
        let mut parts = text.split("<t:");
        let mut readable = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (timestamp, rest) = part.split_once('>').unwrap_or((part, ""));
            let second = timestamp.split(':').next().and_then(|second| second.parse().ok());
            let time = second.and_then(|second| Timestamp::from_second(second).ok());
            readable +=
                &time.map_or_else(String::new, |time| time.strftime("at %H:%M").to_string());
            readable += rest;
        }
        readable
    }

    /// Removes Discord's markup and bars of health, and replaces mentions by names.
    fn strip_markup_and_name_mentions(&self, text: &str) -> String {
        let mut text = text.replace("**", "").replace(['\u{200b}', '\\'], "");
        // Of who is unhurt the board shows a full bar and no number or word.
        for end in [" ·", "\n"] {
            text = text.replace(&format!("▰▰▰▰{end}"), &format!("unhurt{end}"));
        }
        for bar in ["▰▰▰▰ ", "▰▰▰▱ ", "▰▰▱▱ ", "▰▱▱▱ ", "▱▱▱▱ "]
        {
            text = text.replace(bar, "");
        }
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), name);
        }
        text
    }

    /// Loads the revision of the channel's fight, open or over; `None` if there was none.
    async fn load_latest_revision(&self) -> Result<Option<i64>, String> {
        let Some(fight) = self
            .shared
            .app
            .find_open_or_latest_fight(self.shared.channel)
            .await
            .map_err(store_error_text)?
        else {
            return Ok(None);
        };
        let state = self.shared.app.load_fight(fight).await.map_err(store_error_text)?;
        Ok(state.map(|state| state.revision))
    }

    /// Gives the input in chat: types the command, presses the button or fills in the form. Returns
    /// what the user reads, without markup.
    ///
    /// # Errors
    /// The client cannot give it: there is no such command or button, or Discord refuses it.
    async fn submit_in_chat(
        &mut self,
        user: &User,
        input: &UserInput,
    ) -> Result<String, ChatInputError> {
        let answer = match input {
            UserInput::Command { command, actor_name, is_private } => {
                let text =
                    self.build_slash_command(command, actor_name.as_deref(), *is_private).await;
                self.type_command_even_if_missing(user, &text.ok_or(ChatInputError::NoCommand)?)
                    .await?
            }
            UserInput::PromptButton { prompt, choice } => {
                let prompt = self.encrypt_prompt_id_for_button(*prompt).await;
                let form_button = self.find_shown_button(&format!("ask:1:{prompt}:{choice}"));
                let answer_button =
                    || self.find_shown_button(&format!("answer:1:{prompt}:{choice}"));
                let pressed = form_button.or_else(|_| answer_button())?.press(user).await?;
                match &pressed.modal {
                    // The script only presses the button, so the form stays empty.
                    Some(form) => user.submit_modal(form, &[]).await?,
                    None => pressed,
                }
            }
            UserInput::PromptForm { prompt, command } => {
                return self.fill_form_or_type_command(user, *prompt, command).await;
            }
            // The latest button of that turn belongs to the confirmation that was just asked for.
            UserInput::Confirmed { turn, .. } => {
                let turn_of = |id: &str| match CustomId::parse(id)? {
                    CustomId::ConfirmedAct { turn, .. } => Some(turn),
                    _ => None,
                };
                let mut latest_first = self.shown_buttons.iter().rev();
                let button = latest_first.find(|button| turn_of(&button.id) == Some(*turn));
                button.ok_or_else(|| ChatInputError::NoButton("sure".into()))?.press(user).await?
            }
            UserInput::TurnButton { .. } | UserInput::InvitationButton { .. } => {
                return Err(ChatInputError::NoCommand);
            }
        };
        Ok(self.strip_markup_and_name_mentions(&answer.text()))
    }

    /// Opens the form of a prompt, or of the choice that is meant, and fills it in. An answer
    /// without a form, or without a field for it, is typed as a command.
    async fn fill_form_or_type_command(
        &mut self,
        user: &User,
        prompt: PromptId,
        command: &Command,
    ) -> Result<String, ChatInputError> {
        let open_prompt = self.load_open_prompt(prompt).await.ok_or(ChatInputError::NoCommand)?;
        let respondent_name = match open_prompt.respondent {
            Initiator::Combatant(who) => self.load_combatant_name(prompt, who).await,
            Initiator::Gm => None,
        };
        let typed_command =
            self.build_slash_command(command, respondent_name.as_deref(), false).await;
        let shown_prompt = self.encrypt_prompt_id_for_button(prompt).await;
        let form_button = self.find_form_button(shown_prompt, &open_prompt.choices, command);
        if let Some(FormButton { button, given }) = form_button {
            let opened = button.press(user).await?;
            let Some(form) = opened.modal else {
                return Ok(self.strip_markup_and_name_mentions(&opened.text()));
            };
            let mut fields: Vec<(&str, &str)> = Vec::new();
            for (slot, value) in &command.slots {
                let is_given_by_choice = !given.get(slot).is_empty();
                if !is_given_by_choice {
                    fields.push((slot.as_str(), value.as_str()));
                }
            }
            let has_field = |slot: &str| form.inputs.iter().any(|input| input.custom_id == slot);
            if fields.iter().all(|(slot, _)| has_field(slot)) {
                let answer = user.submit_modal(&form, &fields).await?;
                return Ok(self.strip_markup_and_name_mentions(&answer.text()));
            }
        }
        let text = typed_command.ok_or(ChatInputError::NoCommand)?;
        let answer = self.type_command_even_if_missing(user, &text).await?;
        Ok(self.strip_markup_and_name_mentions(&answer.text()))
    }

    /// Returns the button of the first of the prompt's choices that the command means. If there is
    /// none, or it was never shown, returns the button of the whole prompt; `None` if that was
    /// never shown either.
    fn find_form_button(
        &self,
        shown_prompt: PromptId,
        choices: &[Command],
        command: &Command,
    ) -> Option<FormButton> {
        let meant_choice = choices.iter().position(|choice| is_choice_of_command(choice, command));
        if let Some(index) = meant_choice
            && let Ok(button) = self.find_shown_button(&format!("ask:1:{shown_prompt}:{index}"))
        {
            return Some(FormButton { button, given: choices[index].clone() });
        }
        let button = self.find_shown_button(&format!("ask:1:{shown_prompt}")).ok()?;
        Some(FormButton { button, given: Command::default() })
    }

    /// Returns the slash command for a command: one that the server shows, otherwise one of any
    /// system.
    async fn build_slash_command(
        &self,
        command: &Command,
        actor_name: Option<&str>,
        is_quiet: bool,
    ) -> Option<String> {
        let systems = self
            .shared
            .app
            .load_server_systems(self.discord.first_guild().0)
            .await
            .unwrap_or_default();
        let format_for = |systems: &[&str]| {
            format_simplest_slash_command(systems, command, actor_name, is_quiet)
        };
        let is_unknown_verb = || {
            let commands = list_server_commands(SYSTEM_KEYS);
            SlashCommand::flatten(&commands).iter().all(|(_, spec)| spec.verb != command.verb)
        };
        format_for(&systems)
            .or_else(|| format_for(SYSTEM_KEYS))
            .or_else(|| is_unknown_verb().then(|| format!("/{command}")))
    }

    /// Types a slash command. One that the server does not show is sent all the same, as a client
    /// with an old command list does: the bot refuses it.
    async fn type_command_even_if_missing(
        &mut self,
        user: &User,
        text: &str,
    ) -> Result<fake_discord::BotAnswer, ClientError> {
        let answer = user.run_command(text).await;
        self.is_command_missing = matches!(
            &answer,
            Err(ClientError::WrongContext(_)
                | ClientError::UnknownCommand(_)
                | ClientError::CommandGroup(..)
                | ClientError::UnknownOption(_))
        );
        if self.is_command_missing { user.run_stale_command(text).await } else { answer }
    }

    /// Returns the id of a prompt in the encrypted form that the custom ids of its buttons have;
    /// unencrypted if the fight cannot be loaded.
    async fn encrypt_prompt_id_for_button(&self, prompt: PromptId) -> PromptId {
        let state = self.shared.app.load_fight(prompt.fight).await.ok().flatten();
        state.map_or(prompt, |state| state.encrypt_prompt_id(prompt))
    }

    /// Loads a prompt; `None` if it is not open.
    async fn load_open_prompt(&self, prompt: PromptId) -> Option<Prompt> {
        let state = self.shared.app.load_fight(prompt.fight).await.ok()??;
        let open_prompt = state.prompts.iter().find(|open_prompt| open_prompt.id == prompt)?;
        Some(open_prompt.prompt.clone())
    }

    /// Loads the name of a combatant in the fight of a prompt; `None` if it cannot be loaded.
    async fn load_combatant_name(&self, prompt: PromptId, who: CombatantId) -> Option<String> {
        let state = self.shared.app.load_fight(prompt.fight).await.ok()??;
        state.members.get(who.index()).map(|member| member.name.clone())
    }

    /// Returns the button with this custom id that was shown last.
    fn find_shown_button(&self, id: &str) -> Result<ShownButton, ChatInputError> {
        let found = self.shown_buttons.iter().rev().find(|button| button.id == id);
        found.cloned().ok_or_else(|| ChatInputError::NoButton(id.into()))
    }

    /// Submits the same input to the app: to get the key of what was refused in chat, or to set up
    /// what no slash command can say.
    async fn submit_to_app(&mut self, user: &User, input: UserInput) -> Result<InputReply, String> {
        let place = RequestPlace::Channel {
            guild: self.discord.first_guild().0,
            channel: self.shared.channel,
        };
        let context = RequestContext {
            user: UserId(user.id.0),
            place,
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
        };
        let reply = self.shared.app.handle_input(&context, input).await.map_err(store_error_text);
        self.shared.app.wake_background_tasks();
        reply
    }
}

impl ShownButton {
    /// Presses the button, or chooses the option of its menu.
    async fn press(&self, user: &User) -> Result<fake_discord::BotAnswer, ClientError> {
        match &self.menu {
            None => user.press_custom_id(self.message, &self.id).await,
            Some(menu) => user.choose_custom_id(self.message, menu, &self.id).await,
        }
    }
}

/// Returns the buttons of a message, and the options of its menus from which something is picked.
fn buttons_and_pick_options(message: &VisibleMessage) -> Vec<ShownButton> {
    let mut shown = Vec::new();
    for button in message.buttons() {
        if let Some(id) = button.custom_id {
            shown.push(ShownButton { message: message.id, id, menu: None });
        }
    }
    for SelectMenu { custom_id, options, .. } in message.menus() {
        if let Some(CustomId::PickMenu { .. }) = CustomId::parse(&custom_id) {
            for (_, value) in options {
                let menu = Some(custom_id.clone());
                shown.push(ShownButton { message: message.id, id: value, menu });
            }
        }
    }
    shown
}

impl ChatTable {
    /// Gives an input in chat, and reads the screens. If it has changed the fight, it is done.
    /// Otherwise the same input is given to the app, and what the user has read in chat is compared
    /// with what the app replies.
    ///
    /// # Errors
    /// The chat does not say what the app replies, does not let the user give an input that the app
    /// takes, or takes a command that the server is not shown.
    async fn submit_in_chat_and_check_reply(
        &mut self,
        user: &str,
        input: UserInput,
    ) -> Result<TableReply, String> {
        let user = self.find_or_add_user(user);
        let previous_revision = self.load_latest_revision().await?;
        self.is_command_missing = false;
        let chat_answer = self.submit_in_chat(&user, &input).await;
        self.wait_until_idle_and_record_screens().await?;
        if self.load_latest_revision().await? != previous_revision {
            if self.is_command_missing {
                return Err("the server is not shown the command of what was done".into());
            }
            return Ok(TableReply::Done);
        }
        let is_newcomer = matches!(&input, UserInput::Command { command, .. }
            if matches!(command.verb.as_str(), "join" | "add"));
        // No slash command says all that a newcomer may have, and no button holds a long command.
        let exceeds_chat = is_newcomer || is_too_long_to_confirm(&input);
        match (self.submit_to_app(&user, input).await?, chat_answer) {
            (InputReply::QueryResult(_) | InputReply::Library(_), Ok(_)) => Ok(TableReply::Done),
            (InputReply::Refused(mut refusal), Ok(text)) => {
                // Offers to store a standing order are on buttons, not in the text.
                refusal.alternatives.retain(|offer| offer.command.verb != "orders-add");
                let style = discord::style_for(PLAIN.locale);
                self.expect_sentence(&text, &narration::explain_refusal(style, &refusal))?;
                Ok(TableReply::Refused(refusal))
            }
            (InputReply::NeedsConfirmation(request), Ok(text)) => {
                let style = discord::style_for(PLAIN.locale);
                self.expect_sentence(
                    &text,
                    &narration::refusal_with_rule(style, &request.warning),
                )?;
                let warning = Box::new(request.warning.clone());
                Ok(TableReply::NeedsConfirmation(warning, request.to_confirmed_input()))
            }
            // The client itself does not let the user give the input.
            (InputReply::Refused(refusal), Err(_)) => Ok(TableReply::Refused(refusal)),
            (InputReply::Done(_), Err(_)) if exceeds_chat => {
                self.wait_until_idle_and_record_screens().await?;
                Ok(TableReply::Done)
            }
            (InputReply::Done(_), Ok(text)) => Err(format!("the chat did not do it: {text}")),
            (
                InputReply::Done(_)
                | InputReply::NeedsConfirmation(_)
                | InputReply::QueryResult(_)
                | InputReply::Library(_),
                Err(chat_error),
            ) => Err(format!("it cannot be said in chat: {chat_error}")),
        }
    }

    /// Checks that a text from chat, which is without markup, has a sentence of the bot.
    fn expect_sentence(&self, text: &str, sentence: &str) -> Result<(), String> {
        let expected = self.strip_markup_and_name_mentions(sentence);
        match text.contains(&expected) {
            true => Ok(()),
            false => Err(format!("expected in chat: {expected}\nfound: {text}")),
        }
    }
}

impl ScriptTable for ChatTable {
    async fn submit(&mut self, user: &str, input: UserInput) -> Result<TableReply, String> {
        self.submit_in_chat_and_check_reply(user, input).await
    }

    async fn fire_due_deadlines(&mut self) -> Result<(), String> {
        self.shared.app.fire_due_deadlines().await.map_err(store_error_text)?;
        // No input wakes the background tasks here, and there may be something to deliver.
        self.shared.app.wake_background_tasks();
        self.wait_until_idle_and_record_screens().await
    }

    fn take_shown_texts(&mut self) -> Vec<ShownText> {
        std::mem::take(&mut self.shown_texts)
    }

    fn find_or_add_user_id(&mut self, name: &str) -> UserId {
        UserId(self.find_or_add_user(name).id.0)
    }

    fn user_name(&self, user: UserId) -> String {
        let found = self.users.iter().find(|(_, known)| known.id.0 == user.0);
        found.map_or_else(|| "somebody".into(), |(name, _)| name.clone())
    }

    fn shared(&self) -> &SharedTable {
        &self.shared
    }

    fn table_faults(&self) -> Vec<String> {
        self.discord.give_up_overdue_and_list_violations().iter().map(ToString::to_string).collect()
    }
}

/// Splits a message into the state that it shows and the events that it tells: those of a turn are
/// in its embeds, and the pinned message has none.
fn split_state_and_events(message: &VisibleMessage) -> (String, String) {
    let is_turn_control = |id: &str| id.starts_with("turn:") || id.starts_with("menu:");
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let mut ids = ids.chain(message.menus().into_iter().map(|menu| menu.custom_id));
    let text = message.full_text();
    if message.is_pinned {
        return (text, String::new());
    }
    match ids.any(|id| is_turn_control(&id)) && message.ephemeral_to.is_none() {
        true => (text.clone(), message.embed_text()),
        false => (String::new(), text),
    }
}

/// Returns whether a confirmed command is too long for a button; users must shorten it then.
fn is_too_long_to_confirm(input: &UserInput) -> bool {
    let UserInput::Confirmed { turn, command, actor_name, is_private } = input.clone() else {
        return false;
    };
    let act = MenuValue::Act(ButtonPayload { command, actor_name });
    CustomId::ConfirmedAct { turn, act, is_quiet: is_private }.encode().is_none()
}

/// Waits until the server shows the commands of the systems that it plays.
async fn wait_for_commands(app: &App) -> Result<(), String> {
    let registered = tokio::time::timeout(MAX_WAIT, app.wait_for_all_commands()).await;
    registered.map_err(|_| "the commands of the server are not registered".to_string())
}

/// Why an input could not be given in chat.
#[derive(Debug, thiserror::Error)]
enum ChatInputError {
    #[error("no command says that")]
    NoCommand,
    #[error("there never was a button {0}")]
    NoButton(String),
    #[error("{0}")]
    Client(#[from] ClientError),
}

/// Returns the simplest slash command for a command that has an option for all its slots and all
/// required options. Slots without an option of their own go into the option for other fields.
fn format_simplest_slash_command(
    systems: &[&str],
    command: &Command,
    actor_name: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let commands = list_server_commands(systems);
    let all_specs = SlashCommand::flatten(&commands);
    let specs = all_specs.iter().filter(|(_, spec)| spec.verb == command.verb);
    let candidates = specs.filter_map(|(name, spec)| {
        let text = format_typed_command(name, spec, command, actor_name, is_quiet)?;
        let is_subcommand = name.contains(' ');
        Some((spec.fixed_slots.len(), is_subcommand, text))
    });
    // Users prefer a command of its own to the same command in a group.
    candidates
        .min_by_key(|(fixed_count, is_subcommand, _)| (*fixed_count, *is_subcommand))
        .map(|(.., text)| text)
}

/// Returns whether a choice of a prompt is what a command says, apart from its empty slots, which
/// are still to be filled in.
fn is_choice_of_command(choice: &Command, command: &Command) -> bool {
    choice.verb == command.verb
        && choice.slots.iter().all(|(slot, value)| value.is_empty() || command.get(slot) == value)
}

/// Formats a command in the form of one slash command. Returns `None` if that form cannot express
/// it: a required option has no value, a fixed slot differs, or no option takes the rest.
fn format_typed_command(
    name: &str,
    spec: &VerbCommand,
    command: &Command,
    actor_name: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let mut text = format!("/{name}");
    let mut push_option = |option: &str, value: &str| {
        text += &format!(" {option}:{}", quote_and_escape_text(value, '"'));
    };
    let mut remaining_slots = command.slots.clone();
    for (slot, value) in spec.fixed_slots {
        if remaining_slots.remove(*slot)? != *value {
            return None;
        }
    }
    let mut fields_option = None;
    for option in &spec.options {
        match option.kind {
            OptionKind::Actor => {
                if let Some(name) = actor_name {
                    push_option(option.name, name);
                } else if option.is_required {
                    return None;
                }
            }
            OptionKind::Quiet if is_quiet => push_option(option.name, "true"),
            // Scripts only play fights, whose commands take no files.
            OptionKind::Quiet | OptionKind::File => {}
            OptionKind::Fields => fields_option = Some(option.name),
            OptionKind::Word
            | OptionKind::List
            | OptionKind::Prose
            | OptionKind::Speech
            | OptionKind::Number
            | OptionKind::Amount
            | OptionKind::Flag
            | OptionKind::User => match remaining_slots.remove(option.name) {
                Some(value) => push_option(option.name, &value),
                None if option.is_required => return None,
                None => {}
            },
        }
    }
    if remaining_slots.is_empty() {
        return Some(text);
    }
    let format_field =
        |(slot, value): (&String, &String)| format!("{slot}={}", quote_and_escape_text(value, '"'));
    let pairs: Vec<String> = remaining_slots.iter().map(format_field).collect();
    push_option(fields_option?, &pairs.join(" "));
    Some(text)
}
