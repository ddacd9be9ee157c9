//! Everything the stand-in knows, behind one lock, and the bell that rings at every change.

use std::collections::{BTreeMap, HashMap, VecDeque};
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

/// The lock and the bell; users, server and gateway share it.
pub(crate) struct SharedState {
    state: Mutex<DiscordState>,
    change_count: watch::Sender<u64>,
}

impl SharedState {
    pub fn new(state: DiscordState) -> SharedState {
        SharedState { state: Mutex::new(state), change_count: watch::Sender::new(0) }
    }

    /// Reads without ringing the bell. A test that panicked under the lock poisons nothing.
    pub fn lock(&self) -> MutexGuard<'_, DiscordState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes whoever waits for a change.
    pub fn change_and_notify<T>(&self, action: impl FnOnce(&mut DiscordState) -> T) -> T {
        let result = action(&mut self.lock());
        self.notify_change();
        result
    }

    pub fn notify_change(&self) {
        self.change_count.send_modify(|count| *count += 1);
    }

    pub fn subscribe_to_changes(&self) -> watch::Receiver<u64> {
        self.change_count.subscribe()
    }

    /// Waits until `seen` gives something, looking again at every change.
    pub async fn wait_until_some<T>(
        &self,
        mut poll: impl FnMut(&mut DiscordState) -> Option<T>,
    ) -> T {
        let mut changes = self.subscribe_to_changes();
        loop {
            changes.borrow_and_update();
            if let Some(found) = poll(&mut self.lock()) {
                return found;
            }
            // The sender lives in `self`, so this never fails.
            let _ = changes.changed().await;
        }
    }
}

pub(crate) struct DiscordState {
    pub clock: FakeClock,
    pub sharding: ShardingLimits,
    pub snowflakes: SnowflakeGenerator,
    pub token: String,
    /// Requests and IDENTIFYs without the bot's token. Ports are given out again, so a bot whose
    /// Discord is gone may look for it here: no fault of the bot at this table.
    pub unauthorized_requests: usize,
    /// `http://127.0.0.1:PORT`.
    pub base_url: String,
    /// The bot's user, which is also the application's id.
    pub bot_id: Snowflake,
    pub people: BTreeMap<Snowflake, Account>,
    pub guilds: BTreeMap<Snowflake, Guild>,
    pub channels: BTreeMap<Snowflake, Channel>,
    pub messages: HashMap<Snowflake, StoredMessage>,
    pub interactions: InteractionLog,
    pub command_registry: CommandRegistry,
    /// What became of messages, in order.
    pub message_changes: Vec<MessageChange>,
    pub nonces: HashMap<(Snowflake, String), (Snowflake, i64)>,
    pub files: HashMap<Snowflake, StoredFile>,
    pub sessions: GatewaySessions,
    pub fault_injector: FaultInjector,
    pub violations: Vec<ProtocolViolation>,
    pub traffic_log: TrafficLog,
    /// Requests that are being answered.
    pub requests_in_flight: usize,
    /// How many edits Discord allows in an hour of a message older than an hour.
    pub max_old_edits_per_hour: usize,
    /// Moves the clock when the page asks.
    pub clock_requests: Option<mpsc::Sender<ClockAdvanceRequest>>,
    /// As whom the page opens, and what it tells a newcomer.
    pub page_user: Option<Snowflake>,
    pub page_hints: Vec<PageHint>,
}

/// A user, the bot among them.
pub(crate) struct Account {
    pub id: Snowflake,
    pub name: String,
    pub is_bot: bool,
    pub permissions: u64,
    pub roles: Vec<Snowflake>,
    pub accepts_dms: bool,
    /// Files this user has at hand for attachment options, by name.
    pub uploads: BTreeMap<String, Value>,
}

pub(crate) struct Guild {
    pub id: Snowflake,
    pub name: String,
    pub owner: Snowflake,
    pub roles: BTreeMap<Snowflake, GuildRole>,
    /// It has let the bot in.
    pub has_bot: bool,
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
    /// In the order they were posted, ephemeral ones too.
    pub messages: Vec<Snowflake>,
    pub is_archived: bool,
    pub is_locked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Text,
    Dm { user: Snowflake },
    Thread { parent: Snowflake, owner: Snowflake, is_private: bool },
}

/// The commands as registered, for all places and for one guild.
pub(crate) struct CommandRegistry {
    pub global: Vec<Value>,
    pub by_guild: BTreeMap<Snowflake, Vec<Value>>,
    /// When commands were created, by the place they are for.
    pub created_ms: BTreeMap<Option<Snowflake>, VecDeque<i64>>,
    /// How many commands a place takes in a day.
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

/// Where a command can be used, as Discord numbers it.
pub(crate) const GUILD_CONTEXT: u8 = 0;
pub(crate) const BOT_DM_CONTEXT: u8 = 1;

/// Does a command for all places show there? Without contexts it shows in guilds and in the direct
/// messages with the bot.
pub(crate) fn is_usable_in_context(command: &Value, context: u8) -> bool {
    let listed = command["contexts"].as_array().filter(|list| !list.is_empty());
    let forbids = context == BOT_DM_CONTEXT && command["dm_permission"] == false;
    !forbids && listed.is_none_or(|list| list.iter().any(|known| *known == context))
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

    pub fn add_person(&mut self, name: &str, is_bot: bool) -> Snowflake {
        let id = self.next_snowflake();
        let person = Account {
            id,
            name: name.into(),
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

    pub fn find_person(&self, name: &str) -> Option<Snowflake> {
        let wanted = name.trim_start_matches('@');
        self.people.values().find(|p| p.name.eq_ignore_ascii_case(wanted)).map(|p| p.id)
    }

    pub fn find_guild_channel(&self, name: &str) -> Option<Snowflake> {
        let wanted = name.trim_start_matches('#');
        let shared = self.channels.values().filter(|c| c.guild.is_some());
        shared.into_iter().find(|c| c.name == wanted).map(|c| c.id)
    }

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
            messages: Vec::new(),
            is_archived: false,
            is_locked: false,
        };
        self.channels.insert(id, channel);
        id
    }

    /// [`State::add_channel`] while a bot is connected, which is told.
    pub fn add_and_announce_channel(
        &mut self,
        guild: Snowflake,
        kind: ChannelKind,
        name: &str,
    ) -> Snowflake {
        let id = self.add_channel(Some(guild), kind, name);
        let event = match kind {
            ChannelKind::Thread { .. } => "THREAD_CREATE",
            ChannelKind::Text | ChannelKind::Dm { .. } => "CHANNEL_CREATE",
        };
        if let Some(made) = self.channels.get(&id) {
            let shown = payloads::channel_json(self, made);
            gateway::dispatch_event(self, Some(guild), event, &shown);
        }
        id
    }

    /// The one DM channel of the bot with this user.
    pub fn find_or_add_dm(&mut self, user: Snowflake) -> Snowflake {
        let known = self.find_dm(user);
        known.unwrap_or_else(|| self.add_channel(None, ChannelKind::Dm { user }, ""))
    }

    /// [`State::dm_with`], if somebody opened it.
    pub fn find_dm(&self, user: Snowflake) -> Option<Snowflake> {
        let kind = ChannelKind::Dm { user };
        self.channels.values().find(|channel| channel.kind == kind).map(|channel| channel.id)
    }

    /// The guilds that the bot is in.
    pub fn bot_guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values().filter(|guild| guild.has_bot)
    }

    /// What a user may do in a guild: own, roles', or everything.
    pub fn effective_permissions(&self, user: Snowflake, guild: Snowflake) -> u64 {
        let (Some(person), Some(guild)) = (self.people.get(&user), self.guilds.get(&guild)) else {
            return 0;
        };
        if user == self.bot_id && !guild.has_bot {
            return 0;
        }
        let of_roles = person.roles.iter().filter_map(|role| guild.roles.get(role));
        let bits = of_roles.fold(person.permissions, |bits, role| bits | role.permissions);
        if guild.owner == user || bits & permissions::ADMINISTRATOR != 0 {
            permissions::ALL_PERMISSIONS
        } else {
            bits
        }
    }

    /// Refuses unless the bot has all of `needed` in the channel. DMs have no permissions.
    pub fn check_bot_permissions(&self, channel: Snowflake, needed: u64) -> Result<(), ApiError> {
        let channel = self.channel_or_refuse(channel)?;
        if channel.guild.is_none() {
            return Ok(());
        }
        let has = channel.bot_permissions;
        if has & permissions::VIEW_CHANNEL == 0 {
            Err(ApiError::missing_access())
        } else if has & needed != needed {
            Err(ApiError::missing_permissions())
        } else {
            Ok(())
        }
    }

    /// The commands that can be typed in a guild (or, without one, in a DM): its own, and those
    /// for all places that have this context.
    pub fn usable_commands(&self, guild: Option<Snowflake>) -> impl Iterator<Item = &Value> {
        let own = guild.and_then(|guild| self.command_registry.by_guild.get(&guild));
        let context = if guild.is_some() { GUILD_CONTEXT } else { BOT_DM_CONTEXT };
        let all = self.command_registry.global.iter();
        let fitting = all.filter(move |command| is_usable_in_context(command, context));
        own.into_iter().flatten().chain(fitting)
    }
}
