//! Everything the stand-in knows, behind one lock, and the bell that rings at every change.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use super::clock::{Clock, Winding};
use super::faults::{Fault, FaultKind};
use super::gateway::{self, Sessions, Shards};
use super::ids::{Id, Ids};
use super::interactions::Interactions;
use super::messages::{Stored, Touch};
use super::page::Hint;
use super::permissions;
use super::recording::Recording;
use super::refusal::Refusal;
use super::trouble::Troubles;
use super::wire;

/// The lock and the bell; users, server and gateway share it.
pub(crate) struct Shared {
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

impl Shared {
    pub fn new(state: State) -> Shared {
        Shared { state: Mutex::new(state), changes: watch::Sender::new(0) }
    }

    /// Reads without ringing the bell. A test that panicked under the lock poisons nothing.
    pub fn look(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes whoever waits for a change.
    pub fn change<T>(&self, action: impl FnOnce(&mut State) -> T) -> T {
        let result = action(&mut self.look());
        self.ring();
        result
    }

    pub fn ring(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until `seen` gives something, looking again at every change.
    pub async fn until<T>(&self, mut seen: impl FnMut(&mut State) -> Option<T>) -> T {
        let mut changes = self.listen();
        loop {
            changes.borrow_and_update();
            if let Some(found) = seen(&mut self.look()) {
                return found;
            }
            // The sender lives in `self`, so this never fails.
            let _ = changes.changed().await;
        }
    }
}

pub(crate) struct State {
    pub clock: Clock,
    pub shards: Shards,
    pub ids: Ids,
    pub token: String,
    /// Requests and IDENTIFYs without the bot's token. Ports are given out again, so a bot whose
    /// Discord is gone may look for it here: no fault of the bot at this table.
    pub strangers: usize,
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    /// The bot's user, which is also the application's id.
    pub bot: Id,
    pub people: BTreeMap<Id, Person>,
    pub guilds: BTreeMap<Id, Guild>,
    pub channels: BTreeMap<Id, Channel>,
    pub messages: HashMap<Id, Stored>,
    pub interactions: Interactions,
    pub commands: Registry,
    /// What became of messages, in order.
    pub touches: Vec<Touch>,
    pub nonces: HashMap<(Id, String), (Id, i64)>,
    pub files: HashMap<Id, File>,
    pub sessions: Sessions,
    pub troubles: Troubles,
    pub faults: Vec<Fault>,
    pub recording: Recording,
    /// Requests that are being answered.
    pub in_flight: usize,
    /// How many edits Discord allows in an hour of a message older than an hour.
    pub old_edits_an_hour: usize,
    /// Moves the clock when the page asks.
    pub winder: Option<mpsc::Sender<Winding>>,
    /// As whom the page opens, and what it tells a newcomer.
    pub opens_as: Option<Id>,
    pub hints: Vec<Hint>,
}

/// A user, the bot among them.
pub(crate) struct Person {
    pub id: Id,
    pub name: String,
    pub is_bot: bool,
    pub permissions: u64,
    pub roles: Vec<Id>,
    pub takes_dms: bool,
    /// Files this user has at hand for attachment options, by name.
    pub uploads: BTreeMap<String, Value>,
}

pub(crate) struct Guild {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    pub roles: BTreeMap<Id, Role>,
    /// It has let the bot in.
    pub has_bot: bool,
}

pub(crate) struct Role {
    pub name: String,
    pub permissions: u64,
}

pub(crate) struct Channel {
    pub id: Id,
    pub guild: Option<Id>,
    pub kind: ChannelKind,
    pub name: String,
    pub bot_permissions: u64,
    /// In the order they were posted, ephemeral ones too.
    pub messages: Vec<Id>,
    pub archived: bool,
    pub locked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Text,
    Dm { with: Id },
    Thread { parent: Id, owner: Id, private: bool },
}

/// The commands as registered, for all places and for one guild.
pub(crate) struct Registry {
    pub everywhere: Vec<Value>,
    pub by_guild: BTreeMap<Id, Vec<Value>>,
    /// When commands were created, by the place they are for.
    pub created: BTreeMap<Option<Id>, VecDeque<i64>>,
    /// How many commands a place takes in a day.
    pub most_a_day: usize,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry {
            everywhere: Vec::new(),
            by_guild: BTreeMap::new(),
            created: BTreeMap::new(),
            most_a_day: 200,
        }
    }
}

/// Where a command can be used, as Discord numbers it.
pub(crate) const IN_GUILDS: u8 = 0;
pub(crate) const IN_DM: u8 = 1;

/// Does a command for all places show there? Without contexts it shows in guilds and in the direct
/// messages with the bot.
pub(crate) fn has_context(command: &Value, context: u8) -> bool {
    let listed = command["contexts"].as_array().filter(|list| !list.is_empty());
    let forbids = context == IN_DM && command["dm_permission"] == false;
    !forbids && listed.is_none_or(|list| list.iter().any(|known| *known == context))
}

/// An uploaded file, served by the CDN.
#[derive(Clone)]
pub(crate) struct File {
    pub name: String,
    pub kind: String,
    pub bytes: axum::body::Bytes,
}

impl State {
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    pub fn next_id(&mut self) -> Id {
        let now = self.clock.now_ms();
        self.ids.next(now)
    }

    pub fn fault(&mut self, kind: FaultKind, what: impl Into<String>) {
        self.faults.push(Fault { kind, what: what.into() });
    }

    pub fn person(&self, id: Id) -> Option<&Person> {
        self.people.get(&id)
    }

    pub fn name_of(&self, id: Id) -> &str {
        self.people.get(&id).map_or("somebody", |person| &person.name)
    }

    pub fn channel(&self, id: Id) -> Result<&Channel, Refusal> {
        self.channels.get(&id).ok_or_else(Refusal::unknown_channel)
    }

    pub fn add_person(&mut self, name: &str, is_bot: bool) -> Id {
        let id = self.next_id();
        let person = Person {
            id,
            name: name.into(),
            is_bot,
            permissions: if is_bot { permissions::BOT } else { permissions::EVERYONE },
            roles: Vec::new(),
            takes_dms: true,
            uploads: BTreeMap::new(),
        };
        self.people.insert(id, person);
        id
    }

    pub fn person_named(&self, name: &str) -> Option<Id> {
        let wanted = name.trim_start_matches('@');
        self.people.values().find(|p| p.name.eq_ignore_ascii_case(wanted)).map(|p| p.id)
    }

    pub fn channel_named(&self, name: &str) -> Option<Id> {
        let wanted = name.trim_start_matches('#');
        let shared = self.channels.values().filter(|c| c.guild.is_some());
        shared.into_iter().find(|c| c.name == wanted).map(|c| c.id)
    }

    pub fn add_channel(&mut self, guild: Option<Id>, kind: ChannelKind, name: &str) -> Id {
        let id = self.next_id();
        let channel = Channel {
            id,
            guild,
            kind,
            name: name.into(),
            bot_permissions: permissions::BOT,
            messages: Vec::new(),
            archived: false,
            locked: false,
        };
        self.channels.insert(id, channel);
        id
    }

    /// [`State::add_channel`] while a bot is connected, which is told.
    pub fn open_channel(&mut self, guild: Id, kind: ChannelKind, name: &str) -> Id {
        let id = self.add_channel(Some(guild), kind, name);
        let event = match kind {
            ChannelKind::Thread { .. } => "THREAD_CREATE",
            ChannelKind::Text | ChannelKind::Dm { .. } => "CHANNEL_CREATE",
        };
        if let Some(made) = self.channels.get(&id) {
            let shown = wire::channel(self, made);
            gateway::dispatch(self, Some(guild), event, &shown);
        }
        id
    }

    /// The one DM channel of the bot with this user.
    pub fn dm_with(&mut self, user: Id) -> Id {
        let known = self.known_dm_with(user);
        known.unwrap_or_else(|| self.add_channel(None, ChannelKind::Dm { with: user }, ""))
    }

    /// [`State::dm_with`], if somebody opened it.
    pub fn known_dm_with(&self, user: Id) -> Option<Id> {
        let kind = ChannelKind::Dm { with: user };
        self.channels.values().find(|channel| channel.kind == kind).map(|channel| channel.id)
    }

    /// The guilds that the bot is in.
    pub fn guilds_of_bot(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values().filter(|guild| guild.has_bot)
    }

    /// What a user may do in a guild: own, roles', or everything.
    pub fn permissions_of(&self, user: Id, guild: Id) -> u64 {
        let (Some(person), Some(guild)) = (self.people.get(&user), self.guilds.get(&guild)) else {
            return 0;
        };
        if user == self.bot && !guild.has_bot {
            return 0;
        }
        let of_roles = person.roles.iter().filter_map(|role| guild.roles.get(role));
        let bits = of_roles.fold(person.permissions, |bits, role| bits | role.permissions);
        if guild.owner == user || bits & permissions::ADMINISTRATOR != 0 {
            permissions::ALL
        } else {
            bits
        }
    }

    /// Refuses unless the bot has all of `needed` in the channel. DMs have no permissions.
    pub fn bot_may(&self, channel: Id, needed: u64) -> Result<(), Refusal> {
        let channel = self.channel(channel)?;
        if channel.guild.is_none() {
            return Ok(());
        }
        let has = channel.bot_permissions;
        if has & permissions::VIEW_CHANNEL == 0 {
            Err(Refusal::missing_access())
        } else if has & needed != needed {
            Err(Refusal::missing_permissions())
        } else {
            Ok(())
        }
    }

    /// The commands that can be typed in a guild (or, without one, in a DM): its own, and those
    /// for all places that have this context.
    pub fn commands_in(&self, guild: Option<Id>) -> impl Iterator<Item = &Value> {
        let own = guild.and_then(|guild| self.commands.by_guild.get(&guild));
        let context = if guild.is_some() { IN_GUILDS } else { IN_DM };
        let all = self.commands.everywhere.iter();
        let fitting = all.filter(move |command| has_context(command, context));
        own.into_iter().flatten().chain(fitting)
    }
}
