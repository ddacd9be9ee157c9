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

use super::super::BotContext;
use super::super::error::{BotError, RequestFailure, classify_error};
use super::super::messages::STYLE;
use super::{build_all_commands, build_commands_for};
use app::App;
use app::servers::{CommandScope, CommandSyncResult};
use narration::say;

/// The wait after the first attempt that failed; twice as long after each other.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Discord's context of direct messages with the bot.
const BOT_DM: u8 = 1;

/// The commands as Discord is told them.
pub fn to_json(commands: &[Command<BotContext, BotError>]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    serde_json::to_value(commands).unwrap_or_default()
}

/// All commands, for direct messages only.
fn dm_commands_json() -> Value {
    let mut all = to_json(&build_all_commands());
    for command in all.as_array_mut().into_iter().flatten() {
        command["contexts"] = json!([BOT_DM]);
    }
    all
}

/// Commands as they are sent, and what tells them from any others.
struct RegisteredCommands {
    json: String,
    count: Option<usize>,
    hash: u64,
}

impl RegisteredCommands {
    fn from_json(commands: &Value) -> Self {
        let count = commands.as_array().map(Vec::len);
        let json = commands.to_string();
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        Self { json, count, hash: hasher.finish() }
    }
}

/// The commands where these systems are played, or those for direct messages. They are the same for
/// as long as the program runs, and are made once.
fn cached_commands(systems: Option<Vec<&'static str>>) -> Arc<RegisteredCommands> {
    static MADE: Mutex<BTreeMap<Option<Vec<&str>>, Arc<RegisteredCommands>>> =
        Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = |systems: &Option<Vec<&str>>| match systems {
        Some(systems) => {
            RegisteredCommands::from_json(&to_json(&build_commands_for(systems))).into()
        }
        None => RegisteredCommands::from_json(&dm_commands_json()).into(),
    };
    Arc::clone(made.entry(systems).or_insert_with_key(make))
}

/// Sees to it that everybody is shown the commands that they should be.
pub struct CommandRegistrar {
    app: App,
    /// Without a rate limiter: what fails is tried again here, and nothing else is held up by it.
    http: Http,
    /// Register commands in this server only.
    only_guild: Option<u64>,
    /// Register commands even if they have not changed, once.
    is_forced: bool,
    forced_scopes: BTreeSet<CommandScope>,
}

impl CommandRegistrar {
    pub fn new(app: App, http: Http, only_guild: Option<u64>, is_forced: bool) -> Self {
        match only_guild {
            Some(only) => app.queue_command_sync(CommandScope::Server(only)),
            None if app.receives_direct_messages() => {
                app.queue_command_sync(CommandScope::DirectMessages)
            }
            None => {}
        }
        Self { app, http, only_guild, is_forced, forced_scopes: BTreeSet::new() }
    }

    /// Registers commands wherever they are not as they should be, for as long as the bot runs.
    pub async fn run(mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            let scope = self.app.take_next_command_sync().await;
            let looked = match self.register(scope).await {
                Ok(()) => CommandSyncResult::UpToDate,
                Err(trouble) => self.handle_failure(scope, &trouble).await,
            };
            self.app.finish_command_sync(scope, looked);
            if looked == CommandSyncResult::Retry {
                sleep(wait).await;
                wait = (2 * wait).min(LONGEST_WAIT);
            } else {
                wait = FIRST_WAIT;
            }
        }
    }

    /// Registers the commands of a scope, unless that was done with the same ones before.
    async fn register(&mut self, scope: CommandScope) -> Result<(), BotError> {
        if self.only_guild.is_some_and(|only| scope != CommandScope::Server(only)) {
            return Ok(());
        }
        let told = cached_commands(match scope {
            CommandScope::DirectMessages => None,
            CommandScope::Server(guild) => Some(self.app.load_server_systems(guild).await?),
        });
        let (name, memo) = (digest_key(scope), self.format_digest(&told));
        let is_anew = self.is_forced && !self.forced_scopes.contains(&scope);
        if is_anew || self.app.load_command_digest(&name).await?.as_ref() != Some(&memo) {
            self.put_commands(scope, &told.json).await?;
            self.app.store_command_digest(&name, &memo).await?;
            self.forced_scopes.insert(scope);
            tracing::info!(?scope, count = told.count, "commands registered");
        }
        if let CommandScope::Server(guild) = scope {
            self.app.set_told_of_limit(guild, false).await?;
        }
        Ok(())
    }

    /// Replaces the commands of a scope. What Discord makes of them is of no interest here.
    async fn put_commands(
        &self,
        scope: CommandScope,
        commands: &str,
    ) -> Result<(), serenity::Error> {
        let application_id = self.http.application_id().ok_or(HttpError::ApplicationIdMissing)?;
        let route = match scope {
            CommandScope::DirectMessages => Route::Commands { application_id },
            CommandScope::Server(guild) => {
                Route::GuildCommands { application_id, guild_id: GuildId::new(guild) }
            }
        };
        let request = Request::new(route, LightMethod::Put).body(Some(commands.into()));
        self.http.fire::<IgnoredAny>(request).await.map(drop)
    }

    /// What is remembered of commands that this application was given.
    fn format_digest(&self, registered: &RegisteredCommands) -> String {
        let application = self.http.application_id().map_or(0, |id| id.get());
        format!("{:016x} application {application}", registered.hash)
    }

    /// What becomes of a scope whose commands were not taken.
    async fn handle_failure(&self, scope: CommandScope, trouble: &BotError) -> CommandSyncResult {
        let failure = match trouble {
            BotError::Discord(error) => classify_error(error),
            _ => RequestFailure::Transient { retry_after: None },
        };
        let is_final = !matches!(failure, RequestFailure::Transient { .. });
        tracing::error!(%trouble, ?scope, is_final, "the commands could not be registered");
        if let (RequestFailure::DailyLimitReached, CommandScope::Server(guild)) = (&failure, scope)
            && let Err(trouble) = self.notify_gm_of_limit(guild).await
        {
            tracing::warn!(%trouble, guild, "the GM was not told that commands are missing");
        }
        if is_final { CommandSyncResult::RetryTomorrow } else { CommandSyncResult::Retry }
    }

    /// Tells the GM of a fight that goes on without new commands, once.
    async fn notify_gm_of_limit(&self, guild: u64) -> Result<(), BotError> {
        let Some(gm) = self.app.load_user_to_tell_of_limit(guild).await? else { return Ok(()) };
        let message = CreateMessage::new().content(say!(STYLE, "commands-tomorrow"));
        let dm = UserId::new(gm.0).create_dm_channel(&self.http).await?;
        dm.id.send_message(&self.http, message).await?;
        Ok(self.app.set_told_of_limit(guild, true).await?)
    }
}

/// A server has none of our commands any more. Should it let the bot in again, it gets them anew.
///
/// # Errors
/// The store could not be written.
pub async fn forget_registration(app: &App, server: GuildId) -> Result<(), BotError> {
    Ok(app.store_command_digest(&digest_key(CommandScope::Server(server.get())), "").await?)
}

/// Under which name it is kept what commands a scope has.
fn digest_key(scope: CommandScope) -> String {
    match scope {
        CommandScope::DirectMessages => "commands in direct messages".into(),
        CommandScope::Server(guild) => format!("commands in server {guild}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_apart_by_all_that_is_in_them() {
        let mut commands = dm_commands_json();
        let mark = RegisteredCommands::from_json(&commands).hash;
        assert_eq!(mark, cached_commands(None).hash);
        commands[0]["description"] = "Something else".into();
        assert_ne!(mark, RegisteredCommands::from_json(&commands).hash);
        let server = |systems: &[&'static str]| cached_commands(Some(systems.to_vec())).hash;
        assert_eq!(
            server(&["dr12"]),
            RegisteredCommands::from_json(&to_json(&build_commands_for(&["dr12"]))).hash
        );
        assert_ne!(server(&["dr12"]), server(&["dr12", "cards"]));
    }

    /// Contexts are of global commands only; those of a server are there and nowhere else.
    #[test]
    fn only_direct_messages_are_a_context() {
        let direct = dm_commands_json();
        assert!(direct.as_array().unwrap().iter().all(|one| one["contexts"] == json!([1])));
        let server = to_json(&build_commands_for(&["dr12"]));
        assert!(server.as_array().unwrap().iter().all(|one| one.get("contexts").is_none()));
    }
}
