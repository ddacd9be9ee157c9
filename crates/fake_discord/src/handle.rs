//! The running fake Discord, and the setup with which it starts.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::clock::{ClockAdvanceRequest, FakeClock};
use super::fault_injection::{FaultInjector, InjectedFault, ResponseHold};
use super::gateway::{GatewaySessions, ShardingLimits};
use super::interactions::{self, InteractionLog};
use super::messages::{self, MessageChange, StoredMessage, WebhookAuthor};
use super::page::PageHint;
use super::payloads::{guild_create_json, guild_json};
use super::permissions;
use super::server;
use super::snowflake::{Snowflake, SnowflakeGenerator};
use super::state::{
    AccountKind, ChannelKind, CommandRegistry, DEFAULT_LOCALE, DiscordState, Guild, GuildRole,
    SharedState,
};
use super::traffic_log::TrafficLog;
use super::user::User;
use super::violations::ProtocolViolation;
use super::visible_message::VisibleMessage;

/// The guild, users and channels at the start, and the options of the server.
#[derive(Clone, Debug)]
pub struct DiscordSetup {
    guild_name: String,
    user_names: Vec<String>,
    channel_names: Vec<String>,
    token: String,
    port: u16,
    sharding: ShardingLimits,
    clock: FakeClock,
    traffic_file: Option<PathBuf>,
    is_traffic_logged: bool,
    clock_requests: Option<mpsc::Sender<ClockAdvanceRequest>>,
    is_page_open: bool,
}

impl Default for DiscordSetup {
    fn default() -> DiscordSetup {
        DiscordSetup::new()
    }
}

impl DiscordSetup {
    /// Returns the default setup: a guild with only the bot in it, one channel, a free port, the
    /// clock of the machine, and traffic logged in memory.
    pub fn new() -> DiscordSetup {
        DiscordSetup {
            guild_name: "The Table".into(),
            user_names: Vec::new(),
            channel_names: Vec::new(),
            // The client library requires three parts. A random one tells other bots apart.
            token: format!("standin.local.{:016x}", rand::random::<u64>()),
            port: 0,
            sharding: ShardingLimits::default(),
            clock: FakeClock::system(),
            traffic_file: None,
            is_traffic_logged: true,
            clock_requests: None,
            is_page_open: true,
        }
    }

    /// Sets the name of the guild.
    pub fn with_guild(mut self, name: &str) -> DiscordSetup {
        self.guild_name = name.into();
        self
    }

    /// Adds a user. The first one owns the guild.
    pub fn with_user(mut self, name: &str) -> DiscordSetup {
        self.user_names.push(name.into());
        self
    }

    /// Adds a text channel. The first one is open on every user's screen. Without any there is one
    /// called `general`.
    pub fn with_channel(mut self, name: &str) -> DiscordSetup {
        self.channel_names.push(name.into());
        self
    }

    pub fn with_port(mut self, port: u16) -> DiscordSetup {
        self.port = port;
        self
    }

    /// Sets how many shards the bot needs at least, as if it was in many servers.
    pub fn with_min_shards(mut self, min_shards: u64) -> DiscordSetup {
        self.sharding.min_shards = min_shards;
        self
    }

    /// Sets how many shards may identify at once. A shard that identifies too early is refused,
    /// which counts as a violation. By default there is no limit.
    pub fn with_max_concurrency(mut self, max_concurrency: u64) -> DiscordSetup {
        self.sharding.concurrency_limit = Some(max_concurrency);
        self
    }

    pub fn with_clock(mut self, clock: FakeClock) -> DiscordSetup {
        self.clock = clock;
        self
    }

    /// Logs every REST request to a file, one line of JSON each, instead of in memory.
    pub fn with_traffic_file(mut self, path: impl Into<PathBuf>) -> DiscordSetup {
        self.traffic_file = Some(path.into());
        self
    }

    /// Logs no requests. For benchmarks.
    pub fn without_traffic_log(mut self) -> DiscordSetup {
        self.is_traffic_logged = false;
        self
    }

    /// Sets the receiver of the web page's requests to advance the clock. Without one the page does
    /// not offer that.
    pub fn with_clock_requests(
        mut self,
        clock_requests: mpsc::Sender<ClockAdvanceRequest>,
    ) -> DiscordSetup {
        self.clock_requests = Some(clock_requests);
        self
    }

    /// Lets the requests of the web page wait until [`FakeDiscord::open_page`].
    pub fn with_closed_page(mut self) -> DiscordSetup {
        self.is_page_open = false;
        self
    }

    /// Creates the state of the server, with the guilds, channels and users of the setup. Fails if
    /// the traffic file cannot be created.
    fn into_state(self, base_url: String) -> io::Result<DiscordState> {
        let traffic_log = match (&self.traffic_file, self.is_traffic_logged) {
            (Some(path), _) => TrafficLog::create_file(path)?,
            (None, true) => TrafficLog::Memory(Vec::new()),
            (None, false) => TrafficLog::Off,
        };
        let mut state = DiscordState {
            clock: self.clock,
            is_page_open: self.is_page_open,
            sharding: self.sharding,
            snowflakes: SnowflakeGenerator::default(),
            token: self.token,
            unauthorized_request_count: 0,
            base_url,
            bot_id: Snowflake(0),
            people: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            interactions: InteractionLog::default(),
            command_registry: CommandRegistry::default(),
            application_emoji: BTreeMap::new(),
            message_changes: Vec::new(),
            nonces: HashMap::new(),
            files: HashMap::new(),
            webhooks: BTreeMap::new(),
            webhook_requests: HashMap::new(),
            webhook_posts: HashMap::new(),
            sessions: GatewaySessions::default(),
            fault_injector: FaultInjector::default(),
            violations: Vec::new(),
            traffic_log,
            requests_in_flight: 0,
            max_old_edits_per_hour: 5,
            clock_requests: self.clock_requests,
            page_user: None,
            page_hints: Vec::new(),
        };
        state.bot_id = state.add_person("Riposte", AccountKind::Bot);
        let users: Vec<Snowflake> =
            self.user_names.iter().map(|name| state.add_person(name, AccountKind::User)).collect();
        let owner = users.first().copied().unwrap_or(state.bot_id);
        let guild = insert_empty_guild_with_bot(&mut state, &self.guild_name, owner);
        let mut channel_names = self.channel_names;
        if channel_names.is_empty() {
            channel_names.push("general".into());
        }
        for name in channel_names {
            state.add_channel(Some(guild), ChannelKind::Text, &name);
        }
        Ok(state)
    }
}

/// Adds a guild with the bot in it and no channel, and returns its id.
fn insert_empty_guild_with_bot(
    state: &mut DiscordState,
    name: &str,
    owner: Snowflake,
) -> Snowflake {
    let id = state.next_snowflake();
    let (name, roles) = (name.into(), BTreeMap::new());
    let guild = Guild {
        id,
        name,
        locale: DEFAULT_LOCALE.into(),
        owner,
        roles,
        has_bot: true,
        is_unavailable: false,
        blocked_words: Vec::new(),
    };
    state.guilds.insert(id, guild);
    id
}

/// Changes a guild, and tells the bot by an event with the data that `build_data` makes of the
/// changed guild. Without such a guild it does nothing.
fn change_guild_and_tell_bot(
    state: &mut DiscordState,
    id: Snowflake,
    change: impl FnOnce(&mut Guild),
    event: &str,
    build_data: impl FnOnce(&DiscordState, &Guild) -> Value,
) {
    let Some(guild) = state.guilds.get_mut(&id) else { return };
    change(guild);
    let Some(guild) = state.guilds.get(&id) else { return };
    let data = build_data(state, guild);
    super::gateway::send_event_to_intended_sessions(state, Some(id), event, &data);
}

/// The event by which the bot learns that its permissions have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermissionEvent {
    ChannelUpdate,
    GuildRoleUpdate,
    /// The bot's own roles have changed.
    GuildMemberUpdate,
    /// The event was lost.
    None,
}

/// What a moderator makes of a thread.
struct ThreadState {
    is_archived: bool,
    is_locked: bool,
}

/// Returns the name and the data of the event that tells the bot of its changed permissions. `None`
/// if the event is lost, or its channel, guild or member does not exist.
fn build_permission_event(
    state: &DiscordState,
    event: PermissionEvent,
    guild: Snowflake,
    channel: Snowflake,
) -> Option<(&'static str, Value)> {
    match event {
        PermissionEvent::ChannelUpdate => {
            let channel = state.channel_or_refuse(channel).ok()?;
            Some(("CHANNEL_UPDATE", super::payloads::channel_json(state, channel)))
        }
        PermissionEvent::GuildRoleUpdate => {
            let roles = super::payloads::roles_json(state.guilds.get(&guild)?);
            let role_of_everyone = roles.first();
            Some(("GUILD_ROLE_UPDATE", json!({"guild_id": guild, "role": role_of_everyone})))
        }
        PermissionEvent::GuildMemberUpdate => {
            let bot = state.person(state.bot_id)?;
            let mut member = super::payloads::member_json(bot, guild);
            member["guild_id"] = json!(guild);
            Some(("GUILD_MEMBER_UPDATE", member))
        }
        PermissionEvent::None => None,
    }
}

/// One message of a transcript, without ids and times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    pub author: String,
    pub text: String,
    pub ephemeral_to: Option<String>,
    pub is_edited: bool,
}

/// The running fake Discord. Dropping it ends the server and all connections.
pub struct FakeDiscord {
    shared: Arc<SharedState>,
    base_url: String,
    server: JoinHandle<io::Result<()>>,
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        self.shared.lock().sessions.drop_connections();
        self.server.abort();
    }
}

impl FakeDiscord {
    /// Starts the server on the loopback interface.
    pub async fn start(setup: DiscordSetup) -> io::Result<FakeDiscord> {
        let listener = TcpListener::bind(("127.0.0.1", setup.port)).await?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(SharedState::new(setup.into_state(base_url.clone())?));
        let server = tokio::spawn(server::serve_http(shared.clone(), listener));
        Ok(FakeDiscord { shared, base_url, server })
    }

    /// Returns `http://127.0.0.1:PORT`: Discord's address for the bot, and the address of the web
    /// page.
    pub fn url(&self) -> &str {
        &self.base_url
    }

    pub fn token(&self) -> String {
        self.shared.lock().token.clone()
    }

    /// Returns the id of the bot's user, which is also the id of its application.
    pub fn bot_id(&self) -> Snowflake {
        self.shared.lock().bot_id
    }

    /// Returns the first guild, or the bot's id if it is in none.
    pub fn first_guild(&self) -> Snowflake {
        let state = self.shared.lock();
        state.guilds.keys().next().copied().unwrap_or(state.bot_id)
    }

    // --- users, guilds and channels ---

    /// Returns the user of this name, and adds them if they are new. The first channel is open on
    /// their screen.
    pub fn find_or_add_user(&self, name: &str) -> User {
        let (id, channel) = self.shared.change_and_notify(|state| {
            let id = state
                .find_person(name)
                .unwrap_or_else(|| state.add_person(name, AccountKind::User));
            let first_channel = state.channels.values().find(|channel| channel.guild.is_some());
            (id, first_channel.map_or(state.bot_id, |channel| channel.id))
        });
        User::new(&self.shared, id, channel)
    }

    /// Returns the text channel of this name, and adds it to the first guild if it is new.
    pub fn find_or_add_channel(&self, name: &str) -> Snowflake {
        let guild = self.first_guild();
        self.shared.change_and_notify(|state| {
            let existing = state.find_guild_channel(name);
            existing.unwrap_or_else(|| state.add_channel(Some(guild), ChannelKind::Text, name))
        })
    }

    /// Adds another guild, with a text channel and the bot. Returns the ids of the guild and the
    /// channel.
    pub fn add_guild_with_bot(
        &self,
        name: &str,
        owner: &User,
        channel: &str,
    ) -> (Snowflake, Snowflake) {
        let (guild, channel) = self.shared.change_and_notify(|state| {
            let guild = insert_empty_guild_with_bot(state, name, owner.id);
            (guild, state.add_channel(Some(guild), ChannelKind::Text, channel))
        });
        self.add_bot_to_guild(guild);
        (guild, channel)
    }

    /// Removes the bot from a guild, with the commands that it has registered there.
    pub fn remove_bot_from_guild(&self, guild: Snowflake) {
        self.shared.change_and_notify(|state| {
            state.command_registry.by_guild.remove(&guild);
            let change = |guild: &mut Guild| guild.has_bot = false;
            change_guild_and_tell_bot(
                state,
                guild,
                change,
                "GUILD_DELETE",
                |_, guild| json!({"id": guild.id}),
            );
        });
    }

    /// Makes a guild unavailable for now, and tells the bot: requests about its channels get the
    /// status 503. [`Self::add_bot_to_guild`] ends that.
    pub fn make_guild_unavailable(&self, guild_id: Snowflake) {
        self.shared.change_and_notify(|state| {
            let change = |guild: &mut Guild| guild.is_unavailable = true;
            change_guild_and_tell_bot(
                state,
                guild_id,
                change,
                "GUILD_DELETE",
                |_, guild| json!({"id": guild.id, "unavailable": true}),
            );
        });
    }

    /// Makes AutoMod of the first guild block messages of the bot that have one of these words.
    pub fn block_words_of_bot_in_first_guild(&self, words: &[&str]) {
        let guild = self.first_guild();
        self.shared.change_and_notify(|state| {
            if let Some(guild) = state.guilds.get_mut(&guild) {
                guild.blocked_words = words.iter().map(|word| word.to_lowercase()).collect();
            }
        });
    }

    /// Adds the bot to a guild, for the first time or again.
    pub fn add_bot_to_guild(&self, guild_id: Snowflake) {
        self.shared.change_and_notify(|state| {
            let change = |guild: &mut Guild| (guild.has_bot, guild.is_unavailable) = (true, false);
            change_guild_and_tell_bot(state, guild_id, change, "GUILD_CREATE", guild_create_json);
        });
    }

    /// Sets the language that a guild says it has, and tells the bot.
    pub fn set_guild_locale(&self, guild_id: Snowflake, locale: &str) {
        self.shared.change_and_notify(|state| {
            let change = |guild: &mut Guild| guild.locale = locale.into();
            change_guild_and_tell_bot(state, guild_id, change, "GUILD_UPDATE", guild_json);
        });
    }

    /// Adds a role to the first guild, and returns its id.
    pub fn add_role_to_first_guild(&self, name: &str, permissions: u64) -> Snowflake {
        let guild = self.first_guild();
        self.shared.change_and_notify(|state| {
            let id = state.next_snowflake();
            if let Some(guild) = state.guilds.get_mut(&guild) {
                guild.roles.insert(id, GuildRole { name: name.into(), permissions });
            }
            id
        })
    }

    pub fn give_role(&self, user: &User, role: Snowflake) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&user.id) {
                person.roles.push(role);
            }
        });
    }

    /// Sets a user's permissions in all guilds; see [`permissions`]. The owner of a guild has all
    /// permissions there.
    pub fn set_user_permissions(&self, user: &User, bits: u64) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&user.id) {
                person.permissions = bits;
            }
        });
    }

    /// Hides a channel from a user in what the bot is told of it. The user's own client ignores it.
    pub fn hide_channel_from(&self, channel: Snowflake, user: &User) {
        self.shared.change_and_notify(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.hidden_from.insert(user.id);
            }
        });
    }

    /// Takes permissions from the bot in a channel.
    pub fn remove_bot_permissions(&self, channel: Snowflake, bits: u64) {
        self.change_bot_permissions(channel, PermissionEvent::ChannelUpdate, |had| had & !bits);
    }

    /// Gives the bot more permissions in a channel.
    pub fn add_bot_permissions(&self, channel: Snowflake, bits: u64) {
        self.change_bot_permissions(channel, PermissionEvent::ChannelUpdate, |had| had | bits);
    }

    /// Gives the bot its default permissions in a channel again.
    pub fn reset_bot_permissions(&self, channel: Snowflake) {
        self.reset_bot_permissions_by(channel, PermissionEvent::ChannelUpdate);
    }

    /// Gives the bot its default permissions in a channel again, by changing the channel, a role or
    /// the bot's own roles.
    pub fn reset_bot_permissions_by(&self, channel: Snowflake, event: PermissionEvent) {
        self.change_bot_permissions(channel, event, |_| permissions::BOT_DEFAULT);
    }

    /// Changes the bot's permissions in a channel, and sends the bot the event that tells of it.
    fn change_bot_permissions(
        &self,
        channel_id: Snowflake,
        event: PermissionEvent,
        change: impl FnOnce(u64) -> u64,
    ) {
        self.shared.change_and_notify(|state| {
            let Some(channel) = state.channels.get_mut(&channel_id) else { return };
            channel.bot_permissions = change(channel.bot_permissions);
            let Some(guild) = channel.guild else { return };
            // A thread has the permissions of the channel above it.
            let changed_channel = match channel.kind {
                ChannelKind::Thread { parent, .. } => parent,
                ChannelKind::Text | ChannelKind::Forum | ChannelKind::Dm { .. } => channel_id,
            };
            if let Some((name, data)) = build_permission_event(state, event, guild, changed_channel)
            {
                super::gateway::send_event_to_intended_sessions(state, Some(guild), name, &data);
            }
        });
    }

    /// Sets the user as whom the web page opens, and the steps that it suggests to newcomers.
    pub fn set_page_welcome(&self, user: &str, hints: Vec<PageHint>) {
        self.shared.change_and_notify(|state| {
            state.page_user = state.find_person(user);
            state.page_hints = hints;
        });
    }

    /// Serves the web page from now on.
    pub fn open_page(&self) {
        self.shared.change_and_notify(|state| state.is_page_open = true);
    }

    /// Deletes a channel or thread, as a moderator does.
    pub fn delete_channel(&self, channel_id: Snowflake) {
        self.shared.change_and_notify(|state| {
            let Ok(channel) = state.channel_or_refuse(channel_id) else { return };
            let (guild, data) = (channel.guild, super::payloads::channel_json(state, channel));
            let event = match channel.kind {
                ChannelKind::Thread { .. } => "THREAD_DELETE",
                ChannelKind::Text | ChannelKind::Forum | ChannelKind::Dm { .. } => "CHANNEL_DELETE",
            };
            state.channels.remove(&channel_id);
            super::gateway::send_event_to_intended_sessions(state, guild, event, &data);
        });
    }

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, message: Snowflake) {
        self.shared.change_and_notify(|state| {
            super::messages::delete_and_announce_message(state, message)
        });
    }

    /// Adds a webhook that is not the bot's to a channel.
    pub fn add_webhook(&self, channel: Snowflake, name: &str) -> Snowflake {
        self.shared.change_and_notify(|state| state.add_webhook(channel, name, None))
    }

    /// Returns the webhooks of a channel that the bot has made.
    pub fn webhooks_of_bot(&self, channel: Snowflake) -> Vec<Snowflake> {
        let state = self.shared.lock();
        let own = state.webhooks.values().filter(|webhook| {
            webhook.channel == channel && webhook.application == Some(state.bot_id)
        });
        own.map(|webhook| webhook.id).collect()
    }

    /// Deletes a webhook, as a moderator does. Its messages stay.
    pub fn delete_webhook(&self, webhook: Snowflake) {
        self.shared.change_and_notify(|state| state.webhooks.remove(&webhook));
    }

    /// Posts through a webhook that is not the bot's, as a proxy bot does for its users.
    pub fn post_through_webhook(&self, webhook: Snowflake, name: &str, text: &str) -> Snowflake {
        self.shared.change_and_notify(|state| {
            let channel = state.webhooks[&webhook].channel;
            let id = state.next_snowflake();
            let mut message = StoredMessage::new(id, channel, webhook);
            message.content = text.into();
            message.webhook =
                Some(WebhookAuthor { name: name.into(), avatar_url: None, application: None });
            messages::store_and_announce_message(state, message)
        })
    }

    /// Archives a thread and unlocks it, as a moderator does.
    pub fn archive_thread(&self, thread_id: Snowflake) {
        let state = ThreadState { is_archived: true, is_locked: false };
        self.set_thread_state_and_announce(thread_id, state);
    }

    /// Archives and locks a thread, as a moderator does.
    pub fn archive_and_lock_thread(&self, thread_id: Snowflake) {
        let state = ThreadState { is_archived: true, is_locked: true };
        self.set_thread_state_and_announce(thread_id, state);
    }

    /// Reopens and unlocks a thread, as a moderator does.
    pub fn reopen_thread(&self, thread_id: Snowflake) {
        let state = ThreadState { is_archived: false, is_locked: false };
        self.set_thread_state_and_announce(thread_id, state);
    }

    /// Sets whether a thread is archived and locked, and announces it to the bot.
    ///
    /// # Panics
    /// There is no such thread.
    fn set_thread_state_and_announce(&self, thread_id: Snowflake, thread_state: ThreadState) {
        self.shared.change_and_notify(|state| {
            let thread = state
                .channels
                .get_mut(&thread_id)
                .unwrap_or_else(|| panic!("there is no thread {thread_id}"));
            thread.is_archived = thread_state.is_archived;
            thread.is_locked = thread_state.is_locked;
            let thread = &state.channels[&thread_id];
            let (guild, data) = (thread.guild, super::payloads::channel_json(state, thread));
            super::gateway::send_event_to_intended_sessions(state, guild, "THREAD_UPDATE", &data);
        });
    }

    pub fn is_thread_archived(&self, thread: Snowflake) -> bool {
        self.shared.lock().channels.get(&thread).is_some_and(|thread| thread.is_archived)
    }

    /// Opens a thread under a channel, as this user.
    pub fn add_thread(&self, parent: Snowflake, user: &User, name: &str) -> Snowflake {
        let guild = self.first_guild();
        let kind = ChannelKind::Thread { parent, owner: user.id, is_private: false };
        self.shared.change_and_notify(|state| state.add_and_announce_channel(guild, kind, name))
    }

    /// Returns the names of the application's own emoji.
    pub fn application_emoji(&self) -> Vec<String> {
        self.shared.lock().application_emoji.values().cloned().collect()
    }

    /// Adds a forum to the first guild.
    pub fn add_forum(&self, name: &str) -> Snowflake {
        let guild = self.first_guild();
        self.shared.change_and_notify(|state| {
            state.add_and_announce_channel(guild, ChannelKind::Forum, name)
        })
    }

    /// Returns the ids and names of the threads under a channel.
    pub fn threads_under(&self, channel: Snowflake) -> Vec<(Snowflake, String)> {
        let state = self.shared.lock();
        let threads = state.channels.values().filter(
            |thread| matches!(thread.kind, ChannelKind::Thread { parent, .. } if parent == channel),
        );
        threads.map(|thread| (thread.id, thread.name.clone())).collect()
    }

    /// Sets how often a message older than an hour may be edited in an hour. Further edits get the
    /// error 30046.
    pub fn limit_hourly_old_edits(&self, max_edits: usize) {
        self.shared.change_and_notify(|state| state.max_old_edits_per_hour = max_edits);
    }

    /// Advances a clock made by [`FakeClock::manual`], and wakes everything that waits for a
    /// deadline.
    pub fn advance_clock(&self, by: Duration) {
        self.shared.change_and_notify(|state| state.clock.advance(by));
    }

    // --- the bot ---

    /// Counts the requests without the bot's token. They are refused, and neither logged nor taken
    /// for violations.
    pub fn unauthorized_request_count(&self) -> usize {
        self.shared.lock().unauthorized_request_count
    }

    /// Returns whether any shard of the bot is connected to the gateway.
    pub fn is_bot_connected(&self) -> bool {
        self.shared.lock().sessions.is_connected()
    }

    pub fn is_shard_connected(&self, number: u64) -> bool {
        self.shared.lock().sessions.is_shard_connected(number)
    }

    /// Waits until all shards are connected and the first guild has commands. Returns `false` if
    /// that takes longer than `within`.
    pub async fn wait_until_ready(&self, within: Duration) -> bool {
        let ready = self.shared.wait_until_some(|state| {
            let first_guild = state.guilds.keys().next().copied();
            let has_commands = state.guild_and_global_commands_for(first_guild).next().is_some();
            let has_all_shards = state.sessions.has_connected_shards(state.sharding.min_shards);
            if has_commands && has_all_shards { Some(()) } else { None }
        });
        timeout(within, ready).await.is_ok()
    }

    /// Returns the commands that can be used in a channel or in direct messages.
    pub fn visible_commands(&self, channel: Snowflake) -> Vec<Value> {
        let state = self.shared.lock();
        let guild = state.channels.get(&channel).and_then(|channel| channel.guild);
        state.guild_and_global_commands_for(guild).cloned().collect()
    }

    /// Sets how many new commands the bot may register in a day, globally and per guild. More get
    /// the error 30034. Discord allows 200.
    pub fn limit_daily_new_commands(&self, max_commands: usize) {
        self.shared
            .change_and_notify(|state| state.command_registry.max_new_per_day = max_commands);
    }

    /// Breaks the bot's gateway connections without close frames. The bot can resume.
    pub fn drop_gateway_connections(&self) {
        self.shared.lock().sessions.drop_connections();
    }

    /// Closes the bot's gateway connections with a close code.
    pub fn close_gateway(&self, code: u16) {
        self.shared.lock().sessions.close_connections(code);
    }

    /// Sends op 7, which asks the bot to reconnect and resume.
    pub fn send_reconnect(&self) {
        self.shared.lock().sessions.send_reconnect();
    }

    /// Ends all sessions with op 9. The bot must identify anew.
    pub fn invalidate_sessions(&self) {
        self.shared.change_and_notify(|state| state.sessions.invalidate_all());
    }

    /// Deletes the sessions without a connection, so that nothing waits for a dead bot to resume.
    pub fn remove_disconnected_sessions(&self) {
        self.shared.change_and_notify(|state| state.sessions.remove_disconnected());
    }

    /// Injects a fault into the next `times` requests that contain the pattern. A request is
    /// written as `METHOD /path`.
    pub fn inject_fault(&self, request_pattern: &str, fault: InjectedFault, times: u32) {
        self.shared.change_and_notify(|state| {
            state.fault_injector.add_rule(request_pattern, fault, times)
        });
    }

    /// Removes all faults that have not been injected yet.
    pub fn clear_injected_faults(&self) {
        self.shared.change_and_notify(|state| state.fault_injector = FaultInjector::default());
    }

    /// Executes the next request that contains the pattern, but holds its response back until it is
    /// released.
    pub fn hold_next_response(&self, request_pattern: &str) -> ResponseHold {
        let hold = ResponseHold::new();
        self.inject_fault(request_pattern, InjectedFault::ResponseHeld(hold.clone()), 1);
        hold
    }

    // --- what happened ---

    /// Gives up interactions that got no response in time, which records violations, and returns
    /// all mistakes of the bot so far.
    pub fn give_up_overdue_and_list_violations(&self) -> Vec<ProtocolViolation> {
        self.shared.change_and_notify(|state| {
            interactions::give_up_overdue_interactions_as_violations(state);
            state.violations.clone()
        })
    }

    /// Returns the mistakes of the bot so far, and clears the list.
    pub fn take_violations(&self) -> Vec<ProtocolViolation> {
        let violations = self.give_up_overdue_and_list_violations();
        self.shared.change_and_notify(|state| state.violations.clear());
        violations
    }

    /// Panics with a list of the bot's mistakes, if there are any.
    #[track_caller]
    pub fn assert_no_violations(&self) {
        let violations: Vec<String> = self
            .give_up_overdue_and_list_violations()
            .iter()
            .map(ProtocolViolation::to_string)
            .collect();
        assert!(violations.is_empty(), "the bot made mistakes:\n{}", violations.join("\n"));
    }

    /// Returns all changes of messages in order, without the first `skipped`. Refused edits are
    /// among them.
    pub fn message_changes(&self, skipped: usize) -> Vec<MessageChange> {
        self.shared.lock().message_changes.get(skipped..).unwrap_or_default().to_vec()
    }

    /// Calls `poll` at every change until it returns a value, and returns that. Returns `None`
    /// after `within`.
    pub async fn wait_for<T>(
        &self,
        within: Duration,
        mut poll: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.shared.subscribe_to_changes();
        let polling = async {
            loop {
                changes.borrow_and_update();
                if let Some(value) = poll() {
                    return value;
                }
                // The sender lives in `self`, so this never fails.
                let _ = changes.changed().await;
            }
        };
        timeout(within, polling).await.ok()
    }

    /// Waits until the bot is idle as far as can be seen from here: no request in flight, no
    /// unanswered interaction, no "thinking…" message. Returns `false` after `within`. The bot also
    /// looks idle between two requests, so wait for the last expected result first.
    pub async fn wait_until_idle(&self, within: Duration) -> bool {
        let idle = self.shared.wait_until_some(|state| {
            if state.requests_in_flight != 0 || state.interactions.unanswered_count() != 0 {
                return None;
            }
            for interaction in state.interactions.deferred_interactions() {
                let message = interaction.original_message.and_then(|id| state.messages.get(&id));
                if message.is_some_and(|message| message.is_loading()) {
                    return None;
                }
            }
            Some(())
        });
        timeout(within, idle).await.is_ok()
    }

    /// Returns the messages of a channel, with the ephemeral ones of all users, in a form that can
    /// be compared between runs.
    pub fn channel_transcript(&self, channel: Snowflake) -> Vec<TranscriptLine> {
        let state = self.shared.lock();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        let mut lines = Vec::new();
        for message in ids.iter().filter_map(|id| state.messages.get(id)) {
            if message.is_deleted {
                continue;
            }
            let message = VisibleMessage::from_stored(&state, message);
            lines.push(TranscriptLine {
                text: self.replace_mentions_with_names(&state, &message.full_text()),
                author: message.author_name,
                ephemeral_to: message.ephemeral_to.map(|id| state.person_name(id).to_owned()),
                is_edited: message.is_edited,
            });
        }
        lines
    }

    /// Shows mentions of users and channels as a user reads them.
    fn replace_mentions_with_names(&self, state: &DiscordState, text: &str) -> String {
        let mut text = text.to_owned();
        for person in state.people.values() {
            text = text.replace(&format!("<@{}>", person.id), &format!("@{}", person.name));
        }
        for channel in state.channels.values() {
            text = text.replace(&format!("<#{}>", channel.id), &format!("#{}", channel.name));
        }
        text
    }

    /// Writes the logged REST requests to a file, one line of JSON each, if they are kept in
    /// memory.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or an earlier request could not be logged.
    pub fn write_traffic_log(&self, path: &Path) -> io::Result<()> {
        let mut state = self.shared.lock();
        if let Some(error) = state.traffic_log.take_error() {
            return Err(error);
        }
        let lines = state.traffic_log.lines_in_memory();
        drop(state);
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        std::fs::write(path, text)
    }

    /// Returns the REST requests that are logged in memory.
    pub fn logged_requests(&self) -> Vec<Value> {
        let lines = self.shared.lock().traffic_log.lines_in_memory();
        lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}
