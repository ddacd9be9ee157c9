//! Servers and the systems they play: whose commands each is shown, and who must be told so.
//!
//! A system comes with its first fight in a server, or with `systems add:`; it goes when it was not
//! played for [`USUAL_DAYS`], or for as long as the server says. That is in the store. What is
//! to be looked at is in memory only: a front looks at all servers when it starts.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::watch;

use crate::content::no_such_system;
use crate::engine::game::{Game, SYSTEMS};
use crate::engine::ids::UserId;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;

use super::App;
use super::clock::moment;
use super::door::{refused, shown};
use super::input::{Place, Reply, Seat, Shown};

/// How long a server keeps a system without a fight of it, where it does not say so itself.
pub const USUAL_DAYS: i64 = 60;
const MOST_DAYS: i64 = 999;

const DAY_MILLIS: i64 = 86_400_000;

/// How often systems that are not played any more are looked for.
const BETWEEN_LOOKS_MILLIS: i64 = 3_600_000;

/// Where commands are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// In direct messages.
    Direct,
    Server(u64),
}

/// How a look at the commands of a scope has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// They are as they should be.
    Settled,
    /// It is tried again, after the others.
    Again,
    /// It is of no use before tomorrow.
    Tomorrow,
}

/// The systems of a server, for whoever asks.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerCard {
    pub guild: u64,
    /// Each with the time until which it stays; none while a fight of it is open.
    pub systems: Vec<(String, Option<Timestamp>)>,
    pub days: i64,
    /// The commands in the server are those of these systems.
    pub is_shown: bool,
}

/// A system that a fight has brought into a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    pub guild: u64,
    pub system: String,
    /// Its commands are in the server.
    pub is_shown: bool,
}

/// The scopes that are to be looked at, one after the other.
pub(super) struct Servers {
    waiting: Mutex<Waiting>,
    /// Counts the changes of what waits.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Waiting {
    /// Somebody waits for it.
    urgent: VecDeque<Scope>,
    rest: VecDeque<Scope>,
    /// Being looked at now.
    busy: Option<Scope>,
    /// Until when each is put off.
    put_off: BTreeMap<Scope, i64>,
    /// The front has said which servers there are.
    has_servers: bool,
    /// When systems that are not played any more are looked for again.
    next_look: i64,
}

impl Default for Servers {
    fn default() -> Self {
        Self { waiting: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Waiting {
    fn is_settled(&self, scope: Scope) -> bool {
        self.busy != Some(scope) && !self.urgent.contains(&scope) && !self.rest.contains(&scope)
    }

    fn is_at_rest(&self) -> bool {
        self.has_servers && self.busy.is_none() && self.urgent.is_empty() && self.rest.is_empty()
    }
}

impl Servers {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        let done = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        done
    }

    fn look_at(&self, scope: Scope, is_urgent: bool) {
        self.change(|waiting| {
            waiting.put_off.remove(&scope);
            waiting.has_servers |= scope != Scope::Direct;
            if is_urgent {
                waiting.rest.retain(|one| *one != scope);
            }
            if waiting.urgent.contains(&scope) || waiting.rest.contains(&scope) {
                return;
            }
            let queue = if is_urgent { &mut waiting.urgent } else { &mut waiting.rest };
            queue.push_back(scope);
        });
    }

    /// Waits until that can be found.
    async fn until<T>(&self, found: impl Fn(&mut Waiting) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        loop {
            changes.borrow_and_update();
            if let Some(found) = found(&mut self.lock()) {
                return found;
            }
            // The sender lives in `self`, so this never fails.
            let _ = changes.changed().await;
        }
    }
}

impl App {
    /// The commands of a scope may not be as they should be: a front sees to that.
    pub fn look_at_commands(&self, scope: Scope) {
        self.inner.servers.look_at(scope, false);
    }

    /// The next scope whose commands are to be looked at. Whoever takes it says later how that has
    /// ended: [`App::looked_at_commands`].
    pub async fn next_commands(&self) -> Scope {
        let next = |waiting: &mut Waiting| {
            let next = waiting.urgent.pop_front().or_else(|| waiting.rest.pop_front())?;
            waiting.busy = Some(next);
            Some(next)
        };
        self.inner.servers.until(next).await
    }

    pub fn looked_at_commands(&self, scope: Scope, looked: Looked) {
        let tomorrow = self.millis() + DAY_MILLIS;
        self.inner.servers.change(|waiting| {
            waiting.busy = None;
            match looked {
                Looked::Settled => {}
                Looked::Again if waiting.is_settled(scope) => waiting.rest.push_back(scope),
                Looked::Again => {}
                Looked::Tomorrow => {
                    waiting.put_off.insert(scope, tomorrow);
                }
            }
        });
    }

    /// Waits until the commands of a server were looked at. Whether they are as they should be.
    pub async fn commands_settled(&self, guild: u64) -> bool {
        let scope = Scope::Server(guild);
        let settled = |waiting: &mut Waiting| {
            waiting.is_settled(scope).then(|| !waiting.put_off.contains_key(&scope))
        };
        self.inner.servers.until(settled).await
    }

    /// Waits until the front has found its servers, and no commands are to be looked at any more.
    pub async fn all_commands_settled(&self) {
        self.inner.servers.until(|waiting| waiting.is_at_rest().then_some(())).await;
    }

    /// The systems whose commands a server is shown, in order.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn systems_in(&self, guild: u64) -> Result<Vec<&'static str>, Fault> {
        let played = self.inner.store.systems_of(guild).await?;
        let is_played = |system: &&&str| played.iter().any(|(one, _)| one == **system);
        Ok(SYSTEMS.iter().filter(is_played).copied().collect())
    }

    /// Whom to tell that a server gets no new commands today: once, until it gets them.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn to_be_told_of_limit(&self, guild: u64) -> Result<Option<UserId>, Fault> {
        if self.memo(&told_of_limit(guild)).await?.is_some_and(|told| !told.is_empty()) {
            return Ok(None);
        }
        Ok(self.inner.store.last_gm_in(guild).await?.map(UserId))
    }

    /// Whether the limit holds up a server, and its GM knows.
    ///
    /// # Errors
    /// The store could not be written.
    pub async fn is_told_of_limit(&self, guild: u64, is_told: bool) -> Result<(), Fault> {
        let name = told_of_limit(guild);
        let known = self.memo(&name).await?.unwrap_or_default();
        let now = if is_told { "told" } else { "" };
        if known == now { Ok(()) } else { self.set_memo(&name, now).await }
    }

    /// Now and then: what is not played any more goes, what was put off is tried again.
    ///
    /// # Errors
    /// The store could not be used.
    pub(super) async fn look_at_servers(&self) -> Result<(), Fault> {
        let (now, servers) = (self.millis(), &self.inner.servers);
        let (is_time, due) = {
            let mut waiting = servers.lock();
            let is_time = now >= waiting.next_look;
            if is_time {
                waiting.next_look = now + BETWEEN_LOOKS_MILLIS;
            }
            let due = waiting.put_off.iter().filter(|(_, until)| **until <= now);
            (is_time, due.map(|(scope, _)| *scope).collect::<Vec<_>>())
        };
        due.into_iter().for_each(|scope| servers.look_at(scope, false));
        if is_time {
            for guild in self.inner.store.forget_unplayed(now, USUAL_DAYS).await? {
                servers.look_at(Scope::Server(guild), false);
            }
        }
        Ok(())
    }

    /// A fight of this system is open in a server now. None where that has brought no commands.
    pub(super) fn brings(&self, guild: u64, system: &str, before: &[&str]) -> Option<Brought> {
        if before.contains(&system) {
            return None;
        }
        self.inner.servers.look_at(Scope::Server(guild), true);
        Some(Brought { guild, system: system.into(), is_shown: false })
    }

    /// `systems [add: days:]`: which systems the server plays; who runs it may add some, and say
    /// for how long they stay.
    pub(super) async fn server_systems(&self, seat: &Seat, words: &Words) -> Result<Reply, Fault> {
        let Place::Channel { guild, .. } = seat.place else {
            return Ok(refused(Refusal::new("not-here", "")));
        };
        if words.has("add") || words.has("days") {
            if !seat.is_admin {
                return Ok(refused(Refusal::new("not-admin", "")));
            }
            let (systems, days) = match read(words) {
                Ok(read) => read,
                Err(refusal) => return Ok(refused(refusal)),
            };
            self.inner.store.put_systems(guild, &systems, self.millis(), days).await?;
            self.inner.servers.look_at(Scope::Server(guild), true);
        }
        Ok(shown(Shown::Server(self.server_card(guild).await?)))
    }

    async fn server_card(&self, guild: u64) -> Result<ServerCard, Fault> {
        let store = &self.inner.store;
        let days = store.days_of(guild).await?.unwrap_or(USUAL_DAYS);
        let open = store.open_systems(guild).await?;
        let until = |(system, at): (String, i64)| {
            let is_open = open.contains(&system);
            let until = (!is_open).then(|| moment(at + days * DAY_MILLIS));
            (system, until)
        };
        let systems = store.systems_of(guild).await?.into_iter().map(until).collect();
        Ok(ServerCard { guild, systems, days, is_shown: false })
    }

    /// A command of a system that this server does not play says how to get it.
    pub(super) async fn or_of_another_system(
        &self,
        seat: &Seat,
        refusal: Refusal,
    ) -> Result<Refusal, Fault> {
        let Place::Channel { guild, .. } = seat.place else { return Ok(refusal) };
        let verb = refusal.details.get("verb").filter(|_| refusal.key == "not-in-system");
        let Some(verb) = verb.cloned() else { return Ok(refusal) };
        let played = self.systems_in(guild).await?;
        if played.iter().any(|system| is_verb_of(system, &verb)) {
            return Ok(refusal);
        }
        Ok(match SYSTEMS.iter().find(|system| is_verb_of(system, &verb)) {
            Some(system) => refusal.with("elsewhere", system),
            None => refusal,
        })
    }
}

/// Whether an act, an order or an answer of a system is called that.
fn is_verb_of(system: &str, verb: &str) -> bool {
    Game::said(system).any(|one| one.name == verb)
}

fn told_of_limit(guild: u64) -> String {
    format!("told of limit of commands {guild}")
}

fn read(words: &Words) -> Result<(Vec<&str>, Option<i64>), Refusal> {
    let named = words.get("add").split(',').map(str::trim).filter(|name| !name.is_empty());
    let systems: Vec<&str> = named.collect();
    if let Some(unknown) = systems.iter().find(|name| !SYSTEMS.contains(name)) {
        return Err(no_such_system(unknown));
    }
    if !words.has("days") {
        return Ok((systems, None));
    }
    let days = words.get("days").parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let wrong = || Refusal::new("bad-days", "").with("most", MOST_DAYS);
    Ok((systems, Some(days.ok_or_else(wrong)?)))
}
