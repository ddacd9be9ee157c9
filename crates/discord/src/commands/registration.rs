//! Telling Discord what commands there are: all of them in direct messages, and in each server
//! those of the systems that are played there.
//!
//! Commands are sent only where they have changed, since a bot may create only 200 a day and
//! server. One scope after the other, so that a start in thousands of servers floods nobody.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poise::Command;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use serenity::all::{CreateMessage, GuildId, Http, HttpError, LightMethod, Request, Route, UserId};
use tokio::time::sleep;

use super::super::Front;
use super::super::messages::STYLE;
use super::super::trouble::{Failure, Trouble, failure};
use super::{commands, commands_of};
use app::App;
use app::servers::{Looked, Scope};
use narration::say;

/// The wait after the first attempt that failed; twice as long after each other.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Discord's context of direct messages with the bot.
const BOT_DM: u8 = 1;

/// The commands as Discord is told them.
pub fn json(commands: &[Command<Front, Trouble>]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    serde_json::to_value(commands).unwrap_or_default()
}

/// All commands, for direct messages only.
fn for_direct_messages() -> Value {
    let mut all = json(&commands());
    for command in all.as_array_mut().into_iter().flatten() {
        command["contexts"] = json!([BOT_DM]);
    }
    all
}

/// Commands as they are sent, and what tells them from any others.
struct Told {
    commands: String,
    count: Option<usize>,
    mark: u64,
}

impl Told {
    fn of(commands: &Value) -> Self {
        let count = commands.as_array().map(Vec::len);
        let commands = commands.to_string();
        let mut hasher = DefaultHasher::new();
        commands.hash(&mut hasher);
        Self { commands, count, mark: hasher.finish() }
    }
}

/// The commands where these systems are played, or those for direct messages. They are the same for
/// as long as the program runs, and are made once.
fn told(systems: Option<Vec<&'static str>>) -> Arc<Told> {
    static MADE: Mutex<BTreeMap<Option<Vec<&str>>, Arc<Told>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = |systems: &Option<Vec<&str>>| match systems {
        Some(systems) => Told::of(&json(&commands_of(systems))).into(),
        None => Told::of(&for_direct_messages()).into(),
    };
    Arc::clone(made.entry(systems).or_insert_with_key(make))
}

/// Sees to it that everybody is shown the commands that they should be.
pub struct Registrar {
    app: App,
    /// Without a rate limiter: what fails is tried again here, and nothing else is held up by it.
    http: Http,
    /// Register commands in this server only.
    only: Option<u64>,
    /// Register commands even if they have not changed, once.
    is_anew: bool,
    done_anew: BTreeSet<Scope>,
}

impl Registrar {
    pub fn new(app: App, http: Http, only: Option<u64>, is_anew: bool) -> Self {
        match only {
            Some(only) => app.look_at_commands(Scope::Server(only)),
            None if app.hears_direct_messages() => app.look_at_commands(Scope::Direct),
            None => {}
        }
        Self { app, http, only, is_anew, done_anew: BTreeSet::new() }
    }

    /// Registers commands wherever they are not as they should be, for as long as the bot runs.
    pub async fn run(mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            let scope = self.app.next_commands().await;
            let looked = match self.register(scope).await {
                Ok(()) => Looked::Settled,
                Err(trouble) => self.after(scope, &trouble).await,
            };
            self.app.looked_at_commands(scope, looked);
            if looked == Looked::Again {
                sleep(wait).await;
                wait = (2 * wait).min(LONGEST_WAIT);
            } else {
                wait = FIRST_WAIT;
            }
        }
    }

    /// Registers the commands of a scope, unless that was done with the same ones before.
    async fn register(&mut self, scope: Scope) -> Result<(), Trouble> {
        if self.only.is_some_and(|only| scope != Scope::Server(only)) {
            return Ok(());
        }
        let told = told(match scope {
            Scope::Direct => None,
            Scope::Server(guild) => Some(self.app.systems_in(guild).await?),
        });
        let (name, memo) = (memo_of(scope), self.memo(&told));
        let is_anew = self.is_anew && !self.done_anew.contains(&scope);
        if is_anew || self.app.memo(&name).await?.as_ref() != Some(&memo) {
            self.send(scope, &told.commands).await?;
            self.app.set_memo(&name, &memo).await?;
            self.done_anew.insert(scope);
            tracing::info!(?scope, count = told.count, "commands registered");
        }
        if let Scope::Server(guild) = scope {
            self.app.is_told_of_limit(guild, false).await?;
        }
        Ok(())
    }

    /// Replaces the commands of a scope. What Discord makes of them is of no interest here.
    async fn send(&self, scope: Scope, commands: &str) -> Result<(), serenity::Error> {
        let application_id = self.http.application_id().ok_or(HttpError::ApplicationIdMissing)?;
        let route = match scope {
            Scope::Direct => Route::Commands { application_id },
            Scope::Server(guild) => {
                Route::GuildCommands { application_id, guild_id: GuildId::new(guild) }
            }
        };
        let request = Request::new(route, LightMethod::Put).body(Some(commands.into()));
        self.http.fire::<IgnoredAny>(request).await.map(drop)
    }

    /// What is remembered of commands that this application was given.
    fn memo(&self, told: &Told) -> String {
        let application = self.http.application_id().map_or(0, |id| id.get());
        format!("{:016x} application {application}", told.mark)
    }

    /// What becomes of a scope whose commands were not taken.
    async fn after(&self, scope: Scope, trouble: &Trouble) -> Looked {
        let failure = match trouble {
            Trouble::Discord(error) => failure(error),
            _ => Failure::Passing { retry_after: None },
        };
        let is_final = !matches!(failure, Failure::Passing { .. });
        tracing::error!(%trouble, ?scope, is_final, "the commands could not be registered");
        if let (Failure::NotToday, Scope::Server(guild)) = (&failure, scope)
            && let Err(trouble) = self.tell_gm(guild).await
        {
            tracing::warn!(%trouble, guild, "the GM was not told that commands are missing");
        }
        if is_final { Looked::Tomorrow } else { Looked::Again }
    }

    /// Tells the GM of a fight that goes on without new commands, once.
    async fn tell_gm(&self, guild: u64) -> Result<(), Trouble> {
        let Some(gm) = self.app.to_be_told_of_limit(guild).await? else { return Ok(()) };
        let message = CreateMessage::new().content(say!(STYLE, "commands-tomorrow"));
        let dm = UserId::new(gm.0).create_dm_channel(&self.http).await?;
        dm.id.send_message(&self.http, message).await?;
        Ok(self.app.is_told_of_limit(guild, true).await?)
    }
}

/// A server has none of our commands any more. Should it let the bot in again, it gets them anew.
///
/// # Errors
/// The store could not be written.
pub async fn forget(app: &App, server: GuildId) -> Result<(), Trouble> {
    Ok(app.set_memo(&memo_of(Scope::Server(server.get())), "").await?)
}

/// Under which name it is kept what commands a scope has.
fn memo_of(scope: Scope) -> String {
    match scope {
        Scope::Direct => "commands in direct messages".into(),
        Scope::Server(guild) => format!("commands in server {guild}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_apart_by_all_that_is_in_them() {
        let mut commands = for_direct_messages();
        let mark = Told::of(&commands).mark;
        assert_eq!(mark, told(None).mark);
        commands[0]["description"] = "Something else".into();
        assert_ne!(mark, Told::of(&commands).mark);
        let server = |systems: &[&'static str]| told(Some(systems.to_vec())).mark;
        assert_eq!(server(&["dr12"]), Told::of(&json(&commands_of(&["dr12"]))).mark);
        assert_ne!(server(&["dr12"]), server(&["dr12", "cards"]));
    }

    /// Contexts are of global commands only; those of a server are there and nowhere else.
    #[test]
    fn only_direct_messages_are_a_context() {
        let direct = for_direct_messages();
        assert!(direct.as_array().unwrap().iter().all(|one| one["contexts"] == json!([1])));
        let server = json(&commands_of(&["dr12"]));
        assert!(server.as_array().unwrap().iter().all(|one| one.get("contexts").is_none()));
    }
}
