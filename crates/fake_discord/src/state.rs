//! The state of the fake Discord behind one lock, and the notification of its changes.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use super::api_error::ApiError;
use super::clock::{ClockAdvanceRequest, FakeClock};
use super::fault_injection::FaultInjector;
use super::gateway::{self, GatewaySessions, ShardingLimits};
use super::interactions::InteractionLog;
use super::messages::{MessageChange, StoredMessage};
use super::page::PageHint;
use super::payloads;
use super::permissions;
use super::snowflake::{Snowflake, SnowflakeGenerator};
use super::traffic_log::TrafficLog;
use super::violations::{ProtocolViolation, ViolationKind};

/// The state with its lock and its change counter, shared by users, server and gateway.
pub(crate) struct SharedState {
    state: Mutex<DiscordState>,
    change_count: watch::Sender<u64>,
}

impl SharedState {
    pub fn new(state: DiscordState) -> SharedState {
        SharedState { state: Mutex::new(state), change_count: watch::Sender::new(0) }
    }

    /// Locks the state without notifying anybody. A test that panicked while it held the lock
    /// poisons nothing.
    pub fn lock(&self) -> MutexGuard<'_, DiscordState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes everything that waits for a change.
    pub fn change_and_notify<T>(&self, change: impl FnOnce(&mut DiscordState) -> T) -> T {
        let result = change(&mut self.lock());
        self.notify_change();
        result
    }

    pub fn notify_change(&self) {
        self.change_count.send_modify(|count| *count += 1);
    }

    pub fn subscribe_to_changes(&self) -> watch::Receiver<u64> {
        self.change_count.subscribe()
    }

    /// Calls `poll` at every change until it returns a value, and returns that.
    pub async fn wait_until_some<T>(
        &self,
        mut poll: impl FnMut(&mut DiscordState) -> Option<T>,
    ) -> T {
        let mut changes = self.subscribe_to_changes();
        loop {
            changes.borrow_and_update();
            if let Some(value) = poll(&mut self.lock()) {
                return value;
            }
            // The sender lives in `self`, so this never fails.
            let _ = changes.changed().await;
        }
    }
}

/// The language of clients and guilds that have not chosen another.
pub(crate) const DEFAULT_LOCALE: &str = "en-US";

pub(crate) struct DiscordState {
    pub clock: FakeClock,
    /// Whether the web page is served. Until then its requests wait.
    pub is_page_open: bool,
    pub sharding: ShardingLimits,
    pub snowflakes: SnowflakeGenerator,
    pub token: String,
    /// How many requests and IDENTIFYs came without the bot's token. They are no violations: ports
    /// are reused, so the bot of another test may still look for its own Discord here.
    pub unauthorized_request_count: usize,
    /// `http://127.0.0.1:PORT`.
    pub base_url: String,
    /// The id of the bot's user, which is also the id of its application.
    pub bot_id: Snowflake,
    pub people: BTreeMap<Snowflake, Account>,
    pub guilds: BTreeMap<Snowflake, Guild>,
    pub channels: BTreeMap<Snowflake, Channel>,
    pub messages: HashMap<Snowflake, StoredMessage>,
    pub interactions: InteractionLog,
    pub command_registry: CommandRegistry,
    /// The names of the application's own emoji. Their pictures are among the files.
    pub application_emoji: BTreeMap<Snowflake, String>,
    pub message_changes: Vec<MessageChange>,
    /// By channel and nonce: the message, and when it was posted.
    pub nonces: HashMap<(Snowflake, String), (Snowflake, i64)>,
    pub files: HashMap<Snowflake, StoredFile>,
    pub webhooks: BTreeMap<Snowflake, IncomingWebhook>,
    /// When the last requests through webhooks were made, by webhook and by channel.
    pub webhook_requests: HashMap<Snowflake, VecDeque<i64>>,
    pub webhook_posts: HashMap<Snowflake, VecDeque<i64>>,
    pub sessions: GatewaySessions,
    pub fault_injector: FaultInjector,
    pub violations: Vec<ProtocolViolation>,
    pub traffic_log: TrafficLog,
    pub requests_in_flight: usize,
    /// How often a message older than an hour may be edited in an hour.
    pub max_old_edits_per_hour: usize,
    /// Where the web page's requests to advance the clock go.
    pub clock_requests: Option<mpsc::Sender<ClockAdvanceRequest>>,
    /// The user as whom the web page opens.
    pub page_user: Option<Snowflake>,
    pub page_hints: Vec<PageHint>,
}

/// A webhook through which messages are posted in a channel and its threads.
#[derive(Clone, Debug)]
pub(crate) struct IncomingWebhook {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub name: String,
    pub token: String,
    /// The application that made it; `None` for one that a person made.
    pub application: Option<Snowflake>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AccountKind {
    User,
    Bot,
}

/// The account of a user or of the bot.
pub(crate) struct Account {
    pub id: Snowflake,
    pub name: String,
    /// The language of their client, such as `en-US`.
    pub locale: String,
    pub is_bot: bool,
    pub permissions: u64,
    pub roles: Vec<Snowflake>,
    pub accepts_dms: bool,
    /// The files that this user can give as attachment options, by name, as attachment objects.
    pub uploads: BTreeMap<String, Value>,
}

pub(crate) struct Guild {
    pub id: Snowflake,
    pub name: String,
    /// The language that the guild says it has.
    pub locale: String,
    pub owner: Snowflake,
    pub roles: BTreeMap<Snowflake, GuildRole>,
    pub has_bot: bool,
    /// In an outage: requests about its channels fail.
    pub is_unavailable: bool,
    /// Words that AutoMod allows in no message, in lower case.
    pub blocked_words: Vec<String>,
}

pub(crate) struct GuildRole {
    pub name: String,
    pub permissions: u64,
}

pub(crate) struct Channel {
    pub id: Snowflake,
    pub guild: Option<Snowflake>,
    pub kind: ChannelKind,
    pub name: String,
    pub bot_permissions: u64,
    /// The users who do not see it, by an overwrite of their own.
    pub hidden_from: BTreeSet<Snowflake>,
    /// All messages in the order in which they were posted, with deleted and ephemeral ones.
    pub messages: Vec<Snowflake>,
    pub is_archived: bool,
    pub is_locked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Text,
    /// A forum, which has threads and no messages of its own.
    Forum,
    Dm {
        user: Snowflake,
    },
    Thread {
        parent: Snowflake,
        owner: Snowflake,
        is_private: bool,
    },
}

/// The registered commands: global ones, and those of single guilds.
pub(crate) struct CommandRegistry {
    pub global: Vec<Value>,
    pub by_guild: BTreeMap<Snowflake, Vec<Value>>,
    /// When commands were created, globally (`None`) and for each guild.
    pub created_ms: BTreeMap<Option<Snowflake>, VecDeque<i64>>,
    /// How many commands may be created in a day, globally and for each guild.
    pub max_new_per_day: usize,
}

impl Default for CommandRegistry {
    fn default() -> CommandRegistry {
        CommandRegistry {
            global: Vec::new(),
            by_guild: BTreeMap::new(),
            created_ms: BTreeMap::new(),
            max_new_per_day: 200,
        }
    }
}

/// Discord's number for the context in which commands are used in a guild.
pub(crate) const GUILD_CONTEXT: u8 = 0;
/// Discord's number for the context in which commands are used in direct messages with the bot.
pub(crate) const BOT_DM_CONTEXT: u8 = 1;

/// Returns whether a global command can be used in a context. A command without contexts can be
/// used in guilds and in direct messages with the bot.
pub(crate) fn is_usable_in_context(command: &Value, context: u8) -> bool {
    let contexts = command["contexts"].as_array().filter(|contexts| !contexts.is_empty());
    let is_forbidden = context == BOT_DM_CONTEXT && command["dm_permission"] == false;
    !is_forbidden && contexts.is_none_or(|contexts| contexts.iter().any(|known| *known == context))
}

/// An uploaded file, served by the CDN.
#[derive(Clone)]
pub(crate) struct StoredFile {
    pub name: String,
    pub content_type: String,
    pub bytes: axum::body::Bytes,
}

impl DiscordState {
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    pub fn next_snowflake(&mut self) -> Snowflake {
        let now = self.clock.now_ms();
        self.snowflakes.next_snowflake(now)
    }

    pub fn record_violation(&mut self, kind: ViolationKind, description: impl Into<String>) {
        self.violations.push(ProtocolViolation { kind, description: description.into() });
    }

    pub fn person(&self, id: Snowflake) -> Option<&Account> {
        self.people.get(&id)
    }

    pub fn person_name(&self, id: Snowflake) -> &str {
        self.people.get(&id).map_or("somebody", |person| &person.name)
    }

    pub fn channel_or_refuse(&self, id: Snowflake) -> Result<&Channel, ApiError> {
        self.channels.get(&id).ok_or_else(ApiError::unknown_channel)
    }

    /// Adds a user or bot with the default permissions, who accepts direct messages. Returns the
    /// id.
    pub fn add_person(&mut self, name: &str, kind: AccountKind) -> Snowflake {
        let (id, is_bot) = (self.next_snowflake(), kind == AccountKind::Bot);
        let person = Account {
            id,
            name: name.into(),
            locale: DEFAULT_LOCALE.into(),
            is_bot,
            permissions: if is_bot {
                permissions::BOT_DEFAULT
            } else {
                permissions::EVERYONE_DEFAULT
            },
            roles: Vec::new(),
            accepts_dms: true,
            uploads: BTreeMap::new(),
        };
        self.people.insert(id, person);
        id
    }

    /// Returns the language that a guild says it has.
    pub fn guild_locale(&self, guild: Snowflake) -> &str {
        self.guilds.get(&guild).map_or(DEFAULT_LOCALE, |guild| &guild.locale)
    }

    /// Finds a user by name, with or without an `@` before it, in any case.
    pub fn find_person(&self, name: &str) -> Option<Snowflake> {
        let name = name.trim_start_matches('@');
        let mut people = self.people.values();
        people.find(|person| person.name.eq_ignore_ascii_case(name)).map(|person| person.id)
    }

    /// Finds a channel of a guild by name, with or without a `#` before it.
    pub fn find_guild_channel(&self, name: &str) -> Option<Snowflake> {
        let name = name.trim_start_matches('#');
        let mut guild_channels = self.channels.values().filter(|channel| channel.guild.is_some());
        guild_channels.find(|channel| channel.name == name).map(|channel| channel.id)
    }

    /// Adds an empty channel in which the bot has its default permissions. Returns the id.
    pub fn add_channel(
        &mut self,
        guild: Option<Snowflake>,
        kind: ChannelKind,
        name: &str,
    ) -> Snowflake {
        let id = self.next_snowflake();
        let channel = Channel {
            id,
            guild,
            kind,
            name: name.into(),
            bot_permissions: permissions::BOT_DEFAULT,
            hidden_from: BTreeSet::new(),
            messages: Vec::new(),
            is_archived: false,
            is_locked: false,
        };
        self.channels.insert(id, channel);
        id
    }

    /// Adds a channel or thread, and sends the bot an event.
    pub fn add_and_announce_channel(
        &mut self,
        guild: Snowflake,
        kind: ChannelKind,
        name: &str,
    ) -> Snowflake {
        let id = self.add_channel(Some(guild), kind, name);
        let event = match kind {
            ChannelKind::Thread { .. } => "THREAD_CREATE",
            ChannelKind::Text | ChannelKind::Forum | ChannelKind::Dm { .. } => "CHANNEL_CREATE",
        };
        if let Some(channel) = self.channels.get(&id) {
            let data = payloads::channel_json(self, channel);
            gateway::send_event_to_intended_sessions(self, Some(guild), event, &data);
        }
        id
    }

    /// Returns the bot's DM channel with a user, and adds it if there is none.
    pub fn find_or_add_dm(&mut self, user: Snowflake) -> Snowflake {
        let existing = self.find_dm(user);
        existing.unwrap_or_else(|| self.add_channel(None, ChannelKind::Dm { user }, ""))
    }

    /// Returns the bot's DM channel with a user, or `None` if there is none yet.
    pub fn find_dm(&self, user: Snowflake) -> Option<Snowflake> {
        let kind = ChannelKind::Dm { user };
        self.channels.values().find(|channel| channel.kind == kind).map(|channel| channel.id)
    }

    /// Adds a webhook of a channel, and returns its id.
    pub fn add_webhook(
        &mut self,
        channel: Snowflake,
        name: &str,
        application: Option<Snowflake>,
    ) -> Snowflake {
        let id = self.next_snowflake();
        let token = format!("webhook-{id}");
        let name = name.to_owned();
        self.webhooks.insert(id, IncomingWebhook { id, channel, name, token, application });
        id
    }

    /// Returns the guilds that have the bot.
    pub fn bot_guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values().filter(|guild| guild.has_bot)
    }

    /// Returns a user's permissions in a guild: their own and those of their roles. The owner and
    /// administrators have all.
    pub fn effective_permissions(&self, user: Snowflake, guild: Snowflake) -> u64 {
        let (Some(person), Some(guild)) = (self.people.get(&user), self.guilds.get(&guild)) else {
            return 0;
        };
        if user == self.bot_id && !guild.has_bot {
            return 0;
        }
        let mut granted = person.permissions;
        for role in person.roles.iter().filter_map(|role| guild.roles.get(role)) {
            granted |= role.permissions;
        }
        if guild.owner == user || granted & permissions::ADMINISTRATOR != 0 {
            permissions::ALL_PERMISSIONS
        } else {
            granted
        }
    }

    /// Refuses unless the bot sees a channel and has all `needed` permissions in it; with 0, seeing
    /// it is enough. DMs need none.
    pub fn check_bot_permissions(&self, channel: Snowflake, needed: u64) -> Result<(), ApiError> {
        let channel = self.channel_or_refuse(channel)?;
        if channel.guild.is_none() {
            return Ok(());
        }
        let granted = channel.bot_permissions;
        if granted & permissions::VIEW_CHANNEL == 0 {
            Err(ApiError::missing_access())
        } else if granted & needed != needed {
            Err(ApiError::missing_permissions())
        } else {
            Ok(())
        }
    }

    /// Returns the commands that can be used in a guild, or in DMs (`None`): those of the guild,
    /// and the global ones for this context.
    pub fn guild_and_global_commands_for(
        &self,
        guild: Option<Snowflake>,
    ) -> impl Iterator<Item = &Value> {
        let guild_commands = guild.and_then(|guild| self.command_registry.by_guild.get(&guild));
        let context = if guild.is_some() { GUILD_CONTEXT } else { BOT_DM_CONTEXT };
        let global_commands = self
            .command_registry
            .global
            .iter()
            .filter(move |command| is_usable_in_context(command, context));
        guild_commands.into_iter().flatten().chain(global_commands)
    }
}
