//! The running stand-in, and what it is started with.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::clock::{ClockAdvanceRequest, FakeClock};
use super::fault_injection::{FaultInjector, InjectedFault, ResponseHold};
use super::gateway::{GatewaySessions, ShardingLimits};
use super::interactions::{self, InteractionLog};
use super::messages::MessageChange;
use super::page::PageHint;
use super::permissions;
use super::server;
use super::snowflake::{Snowflake, SnowflakeGenerator};
use super::state::{ChannelKind, CommandRegistry, DiscordState, Guild, GuildRole, SharedState};
use super::traffic_log::TrafficLog;
use super::user::User;
use super::violations::ProtocolViolation;
use super::visible_message::VisibleMessage;

/// What there is at the start.
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
}

impl Default for DiscordSetup {
    fn default() -> DiscordSetup {
        DiscordSetup::new()
    }
}

impl DiscordSetup {
    /// A guild with a bot and nobody else, on a free port, recorded in memory.
    pub fn new() -> DiscordSetup {
        DiscordSetup {
            guild_name: "The Table".into(),
            user_names: Vec::new(),
            channel_names: Vec::new(),
            // Three parts, or the client refuses it; its own, so that strangers are told apart.
            token: format!("standin.local.{:016x}", rand::random::<u64>()),
            port: 0,
            sharding: ShardingLimits::default(),
            clock: FakeClock::system(),
            traffic_file: None,
            is_traffic_logged: true,
            clock_requests: None,
        }
    }

    /// Names the guild.
    pub fn with_guild(mut self, name: &str) -> DiscordSetup {
        self.guild_name = name.into();
        self
    }

    /// Adds a user. The first one owns the guild.
    pub fn with_user(mut self, name: &str) -> DiscordSetup {
        self.user_names.push(name.into());
        self
    }

    /// Adds a text channel. The first one is open on every user's screen.
    pub fn with_channel(mut self, name: &str) -> DiscordSetup {
        self.channel_names.push(name.into());
        self
    }

    /// A fixed port.
    pub fn with_port(mut self, port: u16) -> DiscordSetup {
        self.port = port;
        self
    }

    /// As if the bot was in so many servers that it needs this many shards, which may all identify
    /// at once.
    pub fn with_min_shards(mut self, shards: u64) -> DiscordSetup {
        self.sharding.min_shards = shards;
        self
    }

    /// Only so many shards may identify at once; whoever comes too early is sent away.
    pub fn with_max_concurrency(mut self, max_concurrency: u64) -> DiscordSetup {
        self.sharding.concurrency_limit = Some(max_concurrency);
        self
    }

    pub fn with_clock(mut self, clock: FakeClock) -> DiscordSetup {
        self.clock = clock;
        self
    }

    /// Records every REST call to a file, line by line.
    pub fn with_traffic_file(mut self, path: impl Into<PathBuf>) -> DiscordSetup {
        self.traffic_file = Some(path.into());
        self
    }

    /// Records nothing; for measuring.
    pub fn without_traffic_log(mut self) -> DiscordSetup {
        self.is_traffic_logged = false;
        self
    }

    /// Whoever moves the clock on when the page asks; without one the page does not offer it.
    pub fn with_clock_requests(
        mut self,
        clock_requests: mpsc::Sender<ClockAdvanceRequest>,
    ) -> DiscordSetup {
        self.clock_requests = Some(clock_requests);
        self
    }

    fn into_state(self, base: String) -> io::Result<DiscordState> {
        let recording = match (&self.traffic_file, self.is_traffic_logged) {
            (Some(path), _) => TrafficLog::create_file(path)?,
            (None, true) => TrafficLog::Memory(Vec::new()),
            (None, false) => TrafficLog::Off,
        };
        let mut state = DiscordState {
            clock: self.clock,
            sharding: self.sharding,
            snowflakes: SnowflakeGenerator::default(),
            token: self.token,
            unauthorized_requests: 0,
            base_url: base,
            bot_id: Snowflake(0),
            people: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            interactions: InteractionLog::default(),
            command_registry: CommandRegistry::default(),
            message_changes: Vec::new(),
            nonces: HashMap::new(),
            files: HashMap::new(),
            sessions: GatewaySessions::default(),
            fault_injector: FaultInjector::default(),
            violations: Vec::new(),
            traffic_log: recording,
            requests_in_flight: 0,
            max_old_edits_per_hour: 5,
            clock_requests: self.clock_requests,
            page_user: None,
            page_hints: Vec::new(),
        };
        state.bot_id = state.add_person("Riposte", true);
        let users: Vec<Snowflake> =
            self.user_names.iter().map(|name| state.add_person(name, false)).collect();
        let owner = users.first().copied().unwrap_or(state.bot_id);
        let guild = insert_guild(&mut state, &self.guild_name, owner);
        let channels =
            if self.channel_names.is_empty() { vec!["general".into()] } else { self.channel_names };
        for name in channels {
            state.add_channel(Some(guild), ChannelKind::Text, &name);
        }
        Ok(state)
    }
}

fn insert_guild(state: &mut DiscordState, name: &str, owner: Snowflake) -> Snowflake {
    let id = state.next_snowflake();
    let (name, roles) = (name.into(), BTreeMap::new());
    state.guilds.insert(id, Guild { id, name, owner, roles, has_bot: true });
    id
}

/// One message of a transcript: what it says, without ids and times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    pub author: String,
    pub text: String,
    pub ephemeral_to: Option<String>,
    pub is_edited: bool,
}

/// The running stand-in. Dropping it ends the server and all connections.
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
        let base = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(SharedState::new(setup.into_state(base.clone())?));
        let server = tokio::spawn(server::serve_http(shared.clone(), listener));
        Ok(FakeDiscord { shared, base_url: base, server })
    }

    /// `http://127.0.0.1:PORT`: for the bot as its Discord, for a browser as the page.
    pub fn url(&self) -> &str {
        &self.base_url
    }

    pub fn token(&self) -> String {
        self.shared.lock().token.clone()
    }

    /// The bot's user, which is also the id of its application.
    pub fn bot_id(&self) -> Snowflake {
        self.shared.lock().bot_id
    }

    /// The first guild.
    pub fn first_guild(&self) -> Snowflake {
        let state = self.shared.lock();
        state.guilds.keys().next().copied().unwrap_or(state.bot_id)
    }

    // The world.

    /// The user of this name, who joins if they are new. Their screen shows the first channel.
    pub fn find_or_add_user(&self, name: &str) -> User {
        let (id, channel) = self.shared.change_and_notify(|state| {
            let id = state.find_person(name).unwrap_or_else(|| state.add_person(name, false));
            let first = state.channels.values().find(|channel| channel.guild.is_some());
            (id, first.map_or(state.bot_id, |channel| channel.id))
        });
        User::new(&self.shared, id, channel)
    }

    /// The text channel of this name in the first guild, made if it is new.
    pub fn find_or_add_channel(&self, name: &str) -> Snowflake {
        let guild = self.first_guild();
        self.shared.change_and_notify(|state| {
            let known = state.find_guild_channel(name);
            known.unwrap_or_else(|| state.add_channel(Some(guild), ChannelKind::Text, name))
        })
    }

    /// Another guild with a text channel, which lets the bot in: the ids of both.
    pub fn add_guild_with_bot(
        &self,
        name: &str,
        owner: &User,
        channel: &str,
    ) -> (Snowflake, Snowflake) {
        let (guild, channel) = self.shared.change_and_notify(|state| {
            let guild = insert_guild(state, name, owner.id);
            (guild, state.add_channel(Some(guild), ChannelKind::Text, channel))
        });
        self.add_bot_to_guild(guild);
        (guild, channel)
    }

    /// A guild lets the bot go; its commands go with it.
    pub fn remove_bot_from_guild(&self, guild: Snowflake) {
        self.shared.change_and_notify(|state| {
            state.command_registry.by_guild.remove(&guild);
            if let Some(guild) = state.guilds.get_mut(&guild) {
                guild.has_bot = false;
            }
            let gone = serde_json::json!({"id": guild});
            super::gateway::dispatch_event(state, Some(guild), "GUILD_DELETE", &gone);
        });
    }

    /// A guild cannot be reached for now; it comes back as if it had let the bot in.
    pub fn make_guild_unavailable(&self, guild: Snowflake) {
        self.shared.change_and_notify(|state| {
            let silent = serde_json::json!({"id": guild, "unavailable": true});
            super::gateway::dispatch_event(state, Some(guild), "GUILD_DELETE", &silent);
        });
    }

    /// A guild lets the bot in, for the first time or again.
    pub fn add_bot_to_guild(&self, guild: Snowflake) {
        self.shared.change_and_notify(|state| {
            let Some(made) = state.guilds.get_mut(&guild) else { return };
            made.has_bot = true;
            let Some(made) = state.guilds.get(&guild) else { return };
            let shown = super::payloads::guild_create_json(state, made);
            super::gateway::dispatch_event(state, Some(guild), "GUILD_CREATE", &shown);
        });
    }

    /// A role of the first guild.
    pub fn add_role(&self, name: &str, permissions: u64) -> Snowflake {
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

    /// What a user may do in all guilds; see [`permissions`]. An owner may do everything.
    pub fn set_user_permissions(&self, user: &User, bits: u64) {
        self.shared.change_and_notify(|state| {
            if let Some(person) = state.people.get_mut(&user.id) {
                person.permissions = bits;
            }
        });
    }

    /// Takes permissions from the bot in a channel.
    pub fn remove_bot_permissions(&self, channel: Snowflake, bits: u64) {
        self.shared.change_and_notify(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions &= !bits;
            }
        });
    }

    /// Gives the bot more permissions in a channel.
    pub fn add_bot_permissions(&self, channel: Snowflake, bits: u64) {
        self.shared.change_and_notify(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions |= bits;
            }
        });
    }

    /// Gives the bot all usual permissions in a channel again.
    pub fn reset_bot_permissions(&self, channel: Snowflake) {
        self.shared.change_and_notify(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions = permissions::BOT_DEFAULT;
            }
        });
    }

    /// As whom the page opens, and what it tells a newcomer to do, step by step.
    pub fn set_page_welcome(&self, user: &str, hints: Vec<PageHint>) {
        self.shared.change_and_notify(|state| {
            state.page_user = state.find_person(user);
            state.page_hints = hints;
        });
    }

    /// Somebody deletes a channel or thread.
    pub fn delete_channel(&self, channel: Snowflake) {
        self.shared.change_and_notify(|state| {
            let Ok(gone) = state.channel_or_refuse(channel) else { return };
            let (guild, shown) = (gone.guild, super::payloads::channel_json(state, gone));
            let is_thread = matches!(gone.kind, ChannelKind::Thread { .. });
            state.channels.remove(&channel);
            let event = if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
            super::gateway::dispatch_event(state, guild, event, &shown);
        });
    }

    /// Somebody deletes a message.
    pub fn delete_message(&self, message: Snowflake) {
        self.shared.change_and_notify(|state| super::messages::delete_message(state, message));
    }

    /// A moderator archives (and locks) a thread.
    pub fn archive_thread(&self, thread: Snowflake, locked: bool) {
        self.shared.change_and_notify(|state| {
            let Some(thread) = state.channels.get_mut(&thread) else { return };
            (thread.is_archived, thread.is_locked) = (true, locked);
            let (id, guild) = (thread.id, thread.guild);
            if let Ok(thread) = state.channel_or_refuse(id) {
                let shown = super::payloads::channel_json(state, thread);
                super::gateway::dispatch_event(state, guild, "THREAD_UPDATE", &shown);
            }
        });
    }

    pub fn is_thread_archived(&self, thread: Snowflake) -> bool {
        self.shared.lock().channels.get(&thread).is_some_and(|thread| thread.is_archived)
    }

    /// Somebody opens a thread under a channel.
    pub fn add_thread(&self, parent: Snowflake, user: &User, name: &str) -> Snowflake {
        let guild = self.first_guild();
        let kind = ChannelKind::Thread { parent, owner: user.id, is_private: false };
        self.shared.change_and_notify(|state| state.add_and_announce_channel(guild, kind, name))
    }

    /// The threads under a channel.
    pub fn threads_under(&self, channel: Snowflake) -> Vec<(Snowflake, String)> {
        let state = self.shared.lock();
        let threads = state.channels.values().filter(
            |thread| matches!(thread.kind, ChannelKind::Thread { parent, .. } if parent == channel),
        );
        threads.map(|thread| (thread.id, thread.name.clone())).collect()
    }

    /// How many edits an hour a message older than an hour takes before code 30046.
    pub fn limit_hourly_old_edits(&self, max_edits: usize) {
        self.shared.change_and_notify(|state| state.max_old_edits_per_hour = max_edits);
    }

    /// Moves a clock made by [`Clock::by_hand`] and wakes whoever waits for a deadline.
    pub fn advance_clock(&self, by: Duration) {
        self.shared.change_and_notify(|state| state.clock.advance(by));
    }

    // The bot.

    /// How often somebody without the bot's token has called; they are thrown out, and nothing
    /// else is kept of them.
    pub fn unauthorized_requests(&self) -> usize {
        self.shared.lock().unauthorized_requests
    }

    /// Is the bot connected to the gateway?
    pub fn is_bot_connected(&self) -> bool {
        self.shared.lock().sessions.is_connected()
    }

    /// Whether this shard of the bot is connected.
    pub fn is_shard_connected(&self, number: u64) -> bool {
        self.shared.lock().sessions.is_shard_connected(number)
    }

    /// Waits until the bot is connected and the first guild has commands.
    pub async fn wait_until_ready(&self, within: Duration) -> bool {
        let ready = self.shared.wait_until_some(|state| {
            let first = state.guilds.keys().next().copied();
            let has_commands = state.usable_commands(first).next().is_some();
            let is_complete = state.sessions.has_all_shards(state.sharding.min_shards);
            (has_commands && is_complete).then_some(())
        });
        timeout(within, ready).await.is_ok()
    }

    /// The commands that show in a channel, those of its guild, or those of direct
    /// messages.
    pub fn visible_commands(&self, channel: Snowflake) -> Vec<Value> {
        let state = self.shared.lock();
        let guild = state.channels.get(&channel).and_then(|channel| channel.guild);
        state.usable_commands(guild).cloned().collect()
    }

    /// How many commands a guild takes in a day before code 30034; 200 at Discord.
    pub fn limit_daily_new_commands(&self, max_commands: usize) {
        self.shared
            .change_and_notify(|state| state.command_registry.max_new_per_day = max_commands);
    }

    /// Breaks the bot's gateway connection without a word. It can resume.
    pub fn drop_gateway_connections(&self) {
        self.shared.lock().sessions.drop_connections();
    }

    /// Closes the bot's gateway connection with a code.
    pub fn close_gateway(&self, code: u16) {
        self.shared.lock().sessions.close_connections(code);
    }

    /// Op 7: asks the bot to reconnect and resume.
    pub fn send_reconnect(&self) {
        self.shared.lock().sessions.send_reconnect();
    }

    /// Op 9: ends the sessions; the bot must identify anew.
    pub fn invalidate_sessions(&self) {
        self.shared.change_and_notify(|state| state.sessions.invalidate_all());
    }

    /// Forgets the sessions of bots that are gone, so that nothing waits for them to resume.
    pub fn remove_disconnected_sessions(&self) {
        self.shared.change_and_notify(|state| state.sessions.remove_disconnected());
    }

    /// Troubles the next `times` requests that contain `matching`, written `METHOD /path`.
    pub fn inject_fault(&self, request_pattern: &str, fault: InjectedFault, times: u32) {
        self.shared.change_and_notify(|state| {
            state.fault_injector.add_rule(request_pattern, fault, times)
        });
    }

    /// Ends the trouble that was ordered and has not come.
    pub fn clear_injected_faults(&self) {
        self.shared.change_and_notify(|state| state.fault_injector = FaultInjector::default());
    }

    /// Does the next request that contains `matching`, but holds its answer until released.
    pub fn hold_next_response(&self, request_pattern: &str) -> ResponseHold {
        let hold = ResponseHold::new();
        self.inject_fault(request_pattern, InjectedFault::ResponseHeld(hold.clone()), 1);
        hold
    }

    // What happened.

    /// The mistakes of the bot so far.
    pub fn violations(&self) -> Vec<ProtocolViolation> {
        self.shared.change_and_notify(|state| {
            interactions::report_overdue(state);
            state.violations.clone()
        })
    }

    /// [`Discord::faults`], and forgets them.
    pub fn take_violations(&self) -> Vec<ProtocolViolation> {
        let faults = self.violations();
        self.shared.change_and_notify(|state| state.violations.clear());
        faults
    }

    /// Panics with the list if the bot made mistakes.
    #[track_caller]
    pub fn assert_no_violations(&self) {
        let faults: Vec<String> =
            self.violations().iter().map(ProtocolViolation::to_string).collect();
        assert!(faults.is_empty(), "the bot made mistakes:\n{}", faults.join("\n"));
    }

    /// What became of messages, in order, from that number on: edits that were refused are in it.
    pub fn message_changes(&self, from: usize) -> Vec<MessageChange> {
        self.shared.lock().message_changes.get(from..).unwrap_or_default().to_vec()
    }

    /// Waits until `seen` gives something, asking again at every change; `None` after `within`.
    pub async fn wait_for<T>(
        &self,
        within: Duration,
        mut poll: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.shared.subscribe_to_changes();
        let found = async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = poll() {
                    return found;
                }
                // The sender lives in `self`, so this never fails.
                let _ = changes.changed().await;
            }
        };
        timeout(within, found).await.ok()
    }

    /// Waits until nothing of the bot is in flight that can be seen from here: no request being
    /// answered, no interaction unanswered, no "thinking…". Between two requests of one job the
    /// bot is as quiet as afterwards, so wait for what must come first.
    pub async fn wait_until_idle(&self, within: Duration) -> bool {
        let quiet = self.shared.wait_until_some(|state| {
            let thinks = |id: Snowflake| state.messages.get(&id).is_some_and(|m| m.is_loading());
            let mut deferred =
                state.interactions.deferred_interactions().filter_map(|i| i.original_message);
            let is_quiet =
                state.requests_in_flight == 0 && state.interactions.unanswered_count() == 0;
            (is_quiet && !deferred.any(thinks)).then_some(())
        });
        timeout(within, quiet).await.is_ok()
    }

    /// What all saw, and each alone, in a channel: comparable between runs.
    pub fn channel_transcript(&self, channel: Snowflake) -> Vec<TranscriptLine> {
        let state = self.shared.lock();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        let messages = ids.iter().filter_map(|id| state.messages.get(id));
        let line = |message: VisibleMessage| TranscriptLine {
            text: self.replace_mentions_with_names(&state, &message.full_text()),
            author: message.author_name,
            ephemeral_to: message.ephemeral_to.map(|id| state.person_name(id).to_owned()),
            is_edited: message.is_edited,
        };
        let left = messages.filter(|message| !message.is_deleted);
        left.map(|message| line(VisibleMessage::from_stored(&state, message))).collect()
    }

    /// Mentions become names.
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

    /// Writes the recorded REST calls, one line of JSON each, if they are kept in memory.
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

    /// The REST calls recorded in memory.
    pub fn logged_requests(&self) -> Vec<Value> {
        let lines = self.shared.lock().traffic_log.lines_in_memory();
        lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}
