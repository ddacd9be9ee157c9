//! Servers and the systems they play: whose commands each is shown, and who must be told so.
//!
//! A system comes with its first fight in a server, or with `systems add:`; it goes when it was not
//! played for [`USUAL_DAYS`], or for as long as the server says. That is in the store. What is
//! to be looked at is in memory only: a front looks at all servers when it starts.

use content::no_such_system;
use engine::command::{Command, Refusal};
use engine::game::{Game, SYSTEMS};
use engine::ids::UserId;
use store::fault::Fault;

use crate::held::app::App;
use crate::held::servers::{USUAL_DAYS, Waiting};
use crate::terms::clock::moment;
use crate::terms::input::{Origin, Place, Reply, Shown, refused, shown};
use crate::terms::servers::{Brought, Looked, Scope, ServerCard};

const MOST_DAYS: i64 = 999;

const DAY_MILLIS: i64 = 86_400_000;

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

    /// A fight of this system is open in a server now. None where that has brought no commands.
    pub(crate) fn brings(&self, guild: u64, system: &str, before: &[&str]) -> Option<Brought> {
        if before.contains(&system) {
            return None;
        }
        self.inner.servers.look_at(Scope::Server(guild), true);
        Some(Brought { guild, system: system.into(), is_shown: false })
    }

    /// `systems [add: days:]`: which systems the server plays; who runs it may add some, and say
    /// for how long they stay.
    pub(crate) async fn server_systems(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Reply, Fault> {
        let Place::Channel { guild, .. } = origin.place else {
            return Ok(refused(Refusal::new("not-here", "")));
        };
        if words.has("add") || words.has("days") {
            if !origin.is_admin {
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
    pub(crate) async fn or_of_another_system(
        &self,
        origin: &Origin,
        refusal: Refusal,
    ) -> Result<Refusal, Fault> {
        let Place::Channel { guild, .. } = origin.place else { return Ok(refusal) };
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

fn read(words: &Command) -> Result<(Vec<&str>, Option<i64>), Refusal> {
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
