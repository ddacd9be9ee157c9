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

use super::clock::{Clock, Winding};
use super::faults::Fault;
use super::gateway::{Sessions, Shards};
use super::ids::{Id, Ids};
use super::interactions::{self, Interactions};
use super::messages::Touch;
use super::page::Hint;
use super::permissions;
use super::recording::Recording;
use super::server;
use super::state::{ChannelKind, Guild, Registry, Role, Shared, State};
use super::trouble::{Hold, Trouble, Troubles};
use super::user::User;
use super::view::Message;

/// What there is at the start.
#[derive(Clone, Debug)]
pub struct World {
    guild: String,
    users: Vec<String>,
    channels: Vec<String>,
    token: String,
    port: u16,
    shards: Shards,
    clock: Clock,
    record_to: Option<PathBuf>,
    is_recorded: bool,
    winder: Option<mpsc::Sender<Winding>>,
}

impl Default for World {
    fn default() -> World {
        World::new()
    }
}

impl World {
    /// A guild with a bot and nobody else, on a free port, recorded in memory.
    pub fn new() -> World {
        World {
            guild: "The Table".into(),
            users: Vec::new(),
            channels: Vec::new(),
            // Three parts, or the client refuses it; its own, so that strangers are told apart.
            token: format!("standin.local.{:016x}", rand::random::<u64>()),
            port: 0,
            shards: Shards::default(),
            clock: Clock::system(),
            record_to: None,
            is_recorded: true,
            winder: None,
        }
    }

    /// Names the guild.
    pub fn guild(mut self, name: &str) -> World {
        self.guild = name.into();
        self
    }

    /// Adds a user. The first one owns the guild.
    pub fn user(mut self, name: &str) -> World {
        self.users.push(name.into());
        self
    }

    /// Adds a text channel. The first one is open on every user's screen.
    pub fn channel(mut self, name: &str) -> World {
        self.channels.push(name.into());
        self
    }

    /// A fixed port.
    pub fn port(mut self, port: u16) -> World {
        self.port = port;
        self
    }

    /// As if the bot was in so many servers that it needs this many shards, which may all identify
    /// at once.
    pub fn shards(mut self, shards: u64) -> World {
        self.shards.at_least = shards;
        self
    }

    /// Only so many shards may identify at once; whoever comes too early is sent away.
    pub fn at_once(mut self, shards: u64) -> World {
        self.shards.at_once = Some(shards);
        self
    }

    pub fn clock(mut self, clock: Clock) -> World {
        self.clock = clock;
        self
    }

    /// Records every REST call to a file, line by line.
    pub fn record_to(mut self, path: impl Into<PathBuf>) -> World {
        self.record_to = Some(path.into());
        self
    }

    /// Records nothing; for measuring.
    pub fn unrecorded(mut self) -> World {
        self.is_recorded = false;
        self
    }

    /// Whoever moves the clock on when the page asks; without one the page does not offer it.
    pub fn winder(mut self, winder: mpsc::Sender<Winding>) -> World {
        self.winder = Some(winder);
        self
    }

    fn into_state(self, base: String) -> io::Result<State> {
        let recording = match (&self.record_to, self.is_recorded) {
            (Some(path), _) => Recording::to_file(path)?,
            (None, true) => Recording::Memory(Vec::new()),
            (None, false) => Recording::Off,
        };
        let mut state = State {
            clock: self.clock,
            shards: self.shards,
            ids: Ids::default(),
            token: self.token,
            strangers: 0,
            base,
            bot: Id(0),
            people: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            interactions: Interactions::default(),
            commands: Registry::default(),
            touches: Vec::new(),
            nonces: HashMap::new(),
            files: HashMap::new(),
            sessions: Sessions::default(),
            troubles: Troubles::default(),
            faults: Vec::new(),
            recording,
            in_flight: 0,
            old_edits_an_hour: 5,
            winder: self.winder,
            opens_as: None,
            hints: Vec::new(),
        };
        state.bot = state.add_person("Riposte", true);
        let users: Vec<Id> = self.users.iter().map(|name| state.add_person(name, false)).collect();
        let owner = users.first().copied().unwrap_or(state.bot);
        let guild = add_guild(&mut state, &self.guild, owner);
        let channels =
            if self.channels.is_empty() { vec!["general".into()] } else { self.channels };
        for name in channels {
            state.add_channel(Some(guild), ChannelKind::Text, &name);
        }
        Ok(state)
    }
}

fn add_guild(state: &mut State, name: &str, owner: Id) -> Id {
    let id = state.next_id();
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
pub struct Discord {
    shared: Arc<Shared>,
    base: String,
    server: JoinHandle<io::Result<()>>,
}

impl Drop for Discord {
    fn drop(&mut self) {
        self.shared.look().sessions.cut();
        self.server.abort();
    }
}

impl Discord {
    /// Starts the server on the loopback interface.
    pub async fn start(world: World) -> io::Result<Discord> {
        let listener = TcpListener::bind(("127.0.0.1", world.port)).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared::new(world.into_state(base.clone())?));
        let server = tokio::spawn(server::serve(shared.clone(), listener));
        Ok(Discord { shared, base, server })
    }

    /// `http://127.0.0.1:PORT`: for the bot as its Discord, for a browser as the page.
    pub fn url(&self) -> &str {
        &self.base
    }

    pub fn token(&self) -> String {
        self.shared.look().token.clone()
    }

    /// The bot's user, which is also the id of its application.
    pub fn bot(&self) -> Id {
        self.shared.look().bot
    }

    /// The first guild.
    pub fn guild(&self) -> Id {
        let state = self.shared.look();
        state.guilds.keys().next().copied().unwrap_or(state.bot)
    }

    // The world.

    /// The user of this name, who joins if they are new. Their screen shows the first channel.
    pub fn add_user(&self, name: &str) -> User {
        let (id, channel) = self.shared.change(|state| {
            let id = state.person_named(name).unwrap_or_else(|| state.add_person(name, false));
            let first = state.channels.values().find(|channel| channel.guild.is_some());
            (id, first.map_or(state.bot, |channel| channel.id))
        });
        User::new(&self.shared, id, channel)
    }

    /// The text channel of this name in the first guild, made if it is new.
    pub fn add_channel(&self, name: &str) -> Id {
        let guild = self.guild();
        self.shared.change(|state| {
            let known = state.channel_named(name);
            known.unwrap_or_else(|| state.add_channel(Some(guild), ChannelKind::Text, name))
        })
    }

    /// Another guild with a text channel, which lets the bot in: the ids of both.
    pub fn add_guild(&self, name: &str, owner: &User, channel: &str) -> (Id, Id) {
        let (guild, channel) = self.shared.change(|state| {
            let guild = add_guild(state, name, owner.id);
            (guild, state.add_channel(Some(guild), ChannelKind::Text, channel))
        });
        self.let_bot_in(guild);
        (guild, channel)
    }

    /// A guild lets the bot go; its commands go with it.
    pub fn let_bot_go(&self, guild: Id) {
        self.shared.change(|state| {
            state.commands.by_guild.remove(&guild);
            if let Some(guild) = state.guilds.get_mut(&guild) {
                guild.has_bot = false;
            }
            let gone = serde_json::json!({"id": guild});
            super::gateway::dispatch(state, Some(guild), "GUILD_DELETE", &gone);
        });
    }

    /// A guild cannot be reached for now; it comes back as if it had let the bot in.
    pub fn fall_silent(&self, guild: Id) {
        self.shared.change(|state| {
            let silent = serde_json::json!({"id": guild, "unavailable": true});
            super::gateway::dispatch(state, Some(guild), "GUILD_DELETE", &silent);
        });
    }

    /// A guild lets the bot in, for the first time or again.
    pub fn let_bot_in(&self, guild: Id) {
        self.shared.change(|state| {
            let Some(made) = state.guilds.get_mut(&guild) else { return };
            made.has_bot = true;
            let Some(made) = state.guilds.get(&guild) else { return };
            let shown = super::wire::guild_create(state, made);
            super::gateway::dispatch(state, Some(guild), "GUILD_CREATE", &shown);
        });
    }

    /// A role of the first guild.
    pub fn add_role(&self, name: &str, permissions: u64) -> Id {
        let guild = self.guild();
        self.shared.change(|state| {
            let id = state.next_id();
            if let Some(guild) = state.guilds.get_mut(&guild) {
                guild.roles.insert(id, Role { name: name.into(), permissions });
            }
            id
        })
    }

    pub fn give_role(&self, user: &User, role: Id) {
        self.shared.change(|state| {
            if let Some(person) = state.people.get_mut(&user.id) {
                person.roles.push(role);
            }
        });
    }

    /// What a user may do in all guilds; see [`permissions`]. An owner may do everything.
    pub fn set_permissions(&self, user: &User, bits: u64) {
        self.shared.change(|state| {
            if let Some(person) = state.people.get_mut(&user.id) {
                person.permissions = bits;
            }
        });
    }

    /// Takes permissions from the bot in a channel.
    pub fn deny_bot(&self, channel: Id, bits: u64) {
        self.shared.change(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions &= !bits;
            }
        });
    }

    /// Gives the bot more permissions in a channel.
    pub fn let_bot(&self, channel: Id, bits: u64) {
        self.shared.change(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions |= bits;
            }
        });
    }

    /// Gives the bot all usual permissions in a channel again.
    pub fn allow_bot(&self, channel: Id) {
        self.shared.change(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.bot_permissions = permissions::BOT;
            }
        });
    }

    /// As whom the page opens, and what it tells a newcomer to do, step by step.
    pub fn welcome(&self, user: &str, hints: Vec<Hint>) {
        self.shared.change(|state| {
            state.opens_as = state.person_named(user);
            state.hints = hints;
        });
    }

    /// Somebody deletes a channel or thread.
    pub fn delete_channel(&self, channel: Id) {
        self.shared.change(|state| {
            let Ok(gone) = state.channel(channel) else { return };
            let (guild, shown) = (gone.guild, super::wire::channel(state, gone));
            let is_thread = matches!(gone.kind, ChannelKind::Thread { .. });
            state.channels.remove(&channel);
            let event = if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
            super::gateway::dispatch(state, guild, event, &shown);
        });
    }

    /// Somebody deletes a message.
    pub fn delete_message(&self, message: Id) {
        self.shared.change(|state| super::messages::delete(state, message));
    }

    /// A moderator archives (and locks) a thread.
    pub fn archive_thread(&self, thread: Id, locked: bool) {
        self.shared.change(|state| {
            let Some(thread) = state.channels.get_mut(&thread) else { return };
            (thread.archived, thread.locked) = (true, locked);
            let (id, guild) = (thread.id, thread.guild);
            if let Ok(thread) = state.channel(id) {
                let shown = super::wire::channel(state, thread);
                super::gateway::dispatch(state, guild, "THREAD_UPDATE", &shown);
            }
        });
    }

    pub fn is_archived(&self, thread: Id) -> bool {
        self.shared.look().channels.get(&thread).is_some_and(|thread| thread.archived)
    }

    /// Somebody opens a thread under a channel.
    pub fn add_thread(&self, parent: Id, user: &User, name: &str) -> Id {
        let guild = self.guild();
        let kind = ChannelKind::Thread { parent, owner: user.id, private: false };
        self.shared.change(|state| state.open_channel(guild, kind, name))
    }

    /// The threads under a channel.
    pub fn threads(&self, channel: Id) -> Vec<(Id, String)> {
        let state = self.shared.look();
        let threads = state.channels.values().filter(
            |thread| matches!(thread.kind, ChannelKind::Thread { parent, .. } if parent == channel),
        );
        threads.map(|thread| (thread.id, thread.name.clone())).collect()
    }

    /// How many edits an hour a message older than an hour takes before code 30046.
    pub fn limit_old_edits(&self, an_hour: usize) {
        self.shared.change(|state| state.old_edits_an_hour = an_hour);
    }

    /// Moves a clock made by [`Clock::by_hand`] and wakes whoever waits for a deadline.
    pub fn advance(&self, by: Duration) {
        self.shared.change(|state| state.clock.advance(by));
    }

    // The bot.

    /// How often somebody without the bot's token has called; they are thrown out, and nothing
    /// else is kept of them.
    pub fn strangers(&self) -> usize {
        self.shared.look().strangers
    }

    /// Is the bot connected to the gateway?
    pub fn is_connected(&self) -> bool {
        self.shared.look().sessions.is_connected()
    }

    /// Whether this shard of the bot is connected.
    pub fn has_shard(&self, number: u64) -> bool {
        self.shared.look().sessions.has_shard(number)
    }

    /// Waits until the bot is connected and the first guild has commands.
    pub async fn ready(&self, within: Duration) -> bool {
        let ready = self.shared.until(|state| {
            let first = state.guilds.keys().next().copied();
            let has_commands = state.commands_in(first).next().is_some();
            let is_complete = state.sessions.is_complete(state.shards.at_least);
            (has_commands && is_complete).then_some(())
        });
        timeout(within, ready).await.is_ok()
    }

    /// The commands that show in a channel, those of its guild, or those of direct
    /// messages.
    pub fn commands_at(&self, channel: Id) -> Vec<Value> {
        let state = self.shared.look();
        let guild = state.channels.get(&channel).and_then(|channel| channel.guild);
        state.commands_in(guild).cloned().collect()
    }

    /// How many commands a guild takes in a day before code 30034; 200 at Discord.
    pub fn limit_new_commands(&self, a_day: usize) {
        self.shared.change(|state| state.commands.most_a_day = a_day);
    }

    /// Breaks the bot's gateway connection without a word. It can resume.
    pub fn cut_gateway(&self) {
        self.shared.look().sessions.cut();
    }

    /// Closes the bot's gateway connection with a code.
    pub fn close_gateway(&self, code: u16) {
        self.shared.look().sessions.close(code);
    }

    /// Op 7: asks the bot to reconnect and resume.
    pub fn ask_to_reconnect(&self) {
        self.shared.look().sessions.ask_to_reconnect();
    }

    /// Op 9: ends the sessions; the bot must identify anew.
    pub fn invalidate_sessions(&self) {
        self.shared.change(|state| state.sessions.invalidate());
    }

    /// Forgets the sessions of bots that are gone, so that nothing waits for them to resume.
    pub fn forget_lost_sessions(&self) {
        self.shared.change(|state| state.sessions.forget_lost());
    }

    /// Troubles the next `times` requests that contain `matching`, written `METHOD /path`.
    pub fn trouble(&self, matching: &str, trouble: Trouble, times: u32) {
        self.shared.change(|state| state.troubles.order(matching, trouble, times));
    }

    /// Ends the trouble that was ordered and has not come.
    pub fn no_trouble(&self) {
        self.shared.change(|state| state.troubles = Troubles::default());
    }

    /// Does the next request that contains `matching`, but holds its answer until released.
    pub fn hold(&self, matching: &str) -> Hold {
        let hold = Hold::new();
        self.trouble(matching, Trouble::Hold(hold.clone()), 1);
        hold
    }

    // What happened.

    /// The mistakes of the bot so far.
    pub fn faults(&self) -> Vec<Fault> {
        self.shared.change(|state| {
            interactions::report_overdue(state);
            state.faults.clone()
        })
    }

    /// [`Discord::faults`], and forgets them.
    pub fn take_faults(&self) -> Vec<Fault> {
        let faults = self.faults();
        self.shared.change(|state| state.faults.clear());
        faults
    }

    /// Panics with the list if the bot made mistakes.
    #[track_caller]
    pub fn assert_no_faults(&self) {
        let faults: Vec<String> = self.faults().iter().map(Fault::to_string).collect();
        assert!(faults.is_empty(), "the bot made mistakes:\n{}", faults.join("\n"));
    }

    /// What became of messages, in order, from that number on: edits that were refused are in it.
    pub fn touches(&self, from: usize) -> Vec<Touch> {
        self.shared.look().touches.get(from..).unwrap_or_default().to_vec()
    }

    /// Waits until `seen` gives something, asking again at every change; `None` after `within`.
    pub async fn wait_for<T>(
        &self,
        within: Duration,
        mut seen: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.shared.listen();
        let found = async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = seen() {
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
    pub async fn quiet(&self, within: Duration) -> bool {
        let quiet = self.shared.until(|state| {
            let thinks = |id: Id| state.messages.get(&id).is_some_and(|m| m.is_loading());
            let mut deferred = state.interactions.deferred().filter_map(|i| i.original);
            let is_quiet = state.in_flight == 0 && state.interactions.waiting() == 0;
            (is_quiet && !deferred.any(thinks)).then_some(())
        });
        timeout(within, quiet).await.is_ok()
    }

    /// What all saw, and each alone, in a channel: comparable between runs.
    pub fn channel_transcript(&self, channel: Id) -> Vec<TranscriptLine> {
        let state = self.shared.look();
        let ids = state.channels.get(&channel).map_or(&[][..], |channel| &channel.messages);
        let messages = ids.iter().filter_map(|id| state.messages.get(id));
        let line = |message: Message| TranscriptLine {
            text: self.without_ids(&state, &message.text()),
            author: message.author_name,
            ephemeral_to: message.ephemeral_to.map(|id| state.name_of(id).to_owned()),
            is_edited: message.is_edited,
        };
        let left = messages.filter(|message| !message.is_deleted);
        left.map(|message| line(Message::of(&state, message))).collect()
    }

    /// Mentions become names.
    fn without_ids(&self, state: &State, text: &str) -> String {
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
    pub fn write_recording(&self, path: &Path) -> io::Result<()> {
        let mut state = self.shared.look();
        if let Some(error) = state.recording.error() {
            return Err(error);
        }
        let lines = state.recording.lines();
        drop(state);
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        std::fs::write(path, text)
    }

    /// The REST calls recorded in memory.
    pub fn recorded(&self) -> Vec<Value> {
        let lines = self.shared.look().recording.lines();
        lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}
