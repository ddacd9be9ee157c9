//! Registers commands with Discord: all of them for direct messages, and for each server those of
//! the systems that are played there.
//!
//! Commands are sent only if they have changed, since a bot may create only 200 a day in a server.
//! Scopes are registered one after the other, so that a start with thousands of servers does not
//! flood Discord.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poise::Command;
use serde_json::{Value, json};
use serenity::all::{CreateMessage, GuildId, Http, HttpError, LightMethod, Request, Route, UserId};
use siphasher::sip::SipHasher13;
use tokio::time::sleep;

use super::super::BotContext;
use super::super::error::{BotError, RequestFailure, classify_error};
use super::super::messages::reader_style;
use super::super::reader;
use super::localizations::remove_translations_discord_rejects;
use super::mentions::{self, CommandIds};
use super::{build_all_commands, build_commands_for};
use app::App;
use app::servers::{CommandScope, CommandSyncResult};
use narration::say;

/// The wait after the first failed attempt; it doubles after each further one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Discord's interaction context for direct messages with the bot.
const BOT_DM: u8 = 1;

/// Converts commands to the JSON that Discord expects, without translations beyond Discord's
/// limits.
pub fn to_json(commands: &[Command<BotContext, BotError>]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    let mut commands = serde_json::to_value(commands).unwrap_or_default();
    remove_translations_discord_rejects(&mut commands);
    commands
}

/// Returns all commands as JSON, for direct messages only.
fn direct_message_commands_json() -> Value {
    let mut commands = to_json(&build_all_commands());
    for command in commands.as_array_mut().into_iter().flatten() {
        command["contexts"] = json!([BOT_DM]);
    }
    commands
}

/// Commands as JSON text, with a hash by which changes are noticed.
struct SerializedCommands {
    json: String,
    count: Option<usize>,
    hash: u64,
}

impl SerializedCommands {
    /// Writes the commands as JSON text, counts them, and hashes the text with SipHash-1-3.
    fn serialize_count_and_hash(commands: &Value) -> Self {
        let count = commands.as_array().map(Vec::len);
        let json = commands.to_string();
        // Stored, so it is the same in every build.
        let mut hasher = SipHasher13::new();
        hasher.write(json.as_bytes());
        hasher.write_u8(0xff);
        Self { json, count, hash: hasher.finish() }
    }
}

/// Returns the commands for these systems, or for `None` those for direct messages. They never
/// change while the program runs, so they are built once.
fn cached_server_or_dm_commands(systems: Option<Vec<&'static str>>) -> Arc<SerializedCommands> {
    static CACHE: Mutex<BTreeMap<Option<Vec<&str>>, Arc<SerializedCommands>>> =
        Mutex::new(BTreeMap::new());
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let build = |systems: &Option<Vec<&str>>| match systems {
        Some(systems) => {
            SerializedCommands::serialize_count_and_hash(&to_json(&build_commands_for(systems)))
                .into()
        }
        None => {
            SerializedCommands::serialize_count_and_hash(&direct_message_commands_json()).into()
        }
    };
    Arc::clone(cache.entry(systems).or_insert_with_key(build))
}

/// Keeps the registered commands up to date in all servers and in direct messages.
pub struct CommandRegistrar {
    app: App,
    /// A client without a rate limiter: failures are retried here, and hold up nothing else.
    http: Http,
    /// Registers commands in this server only.
    only_guild: Option<u64>,
    /// Registers commands once even if they have not changed.
    is_forced: bool,
    /// Scopes that have been registered since the start.
    registered_scopes: BTreeSet<CommandScope>,
}

impl CommandRegistrar {
    /// Creates the registrar, and queues the first scope: the only server if one is given, and
    /// otherwise direct messages if this process receives them.
    pub fn new_and_queue_first_scope(
        app: App,
        http: Http,
        only_guild: Option<u64>,
        is_forced: bool,
    ) -> Self {
        match only_guild {
            Some(only) => app.queue_command_sync(CommandScope::Server(only)),
            None if app.receives_direct_messages() => {
                app.queue_command_sync(CommandScope::DirectMessages)
            }
            None => {}
        }
        Self { app, http, only_guild, is_forced, registered_scopes: BTreeSet::new() }
    }

    /// Registers commands wherever they are outdated, for as long as the bot runs.
    pub async fn run(mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            let scope = self.app.wait_and_start_next_command_sync().await;
            let outcome = match self.register_if_changed_and_clear_limit_notice(scope).await {
                Ok(()) => CommandSyncResult::UpToDate,
                Err(error) => self.log_failure_tell_gm_and_choose_retry(scope, &error).await,
            };
            self.app.finish_or_requeue_command_sync(scope, outcome);
            if outcome == CommandSyncResult::Retry {
                sleep(wait).await;
                wait = (2 * wait).min(LONGEST_WAIT);
            } else {
                wait = FIRST_WAIT;
            }
        }
    }

    /// Registers the commands of a scope, unless the same ones are registered already with known
    /// ids, or the scope is not the only server. With `is_forced`, each scope is registered once in
    /// any case.
    async fn register_if_changed_and_clear_limit_notice(
        &mut self,
        scope: CommandScope,
    ) -> Result<(), BotError> {
        if self.only_guild.is_some_and(|only| scope != CommandScope::Server(only)) {
            return Ok(());
        }
        let commands = cached_server_or_dm_commands(match scope {
            CommandScope::DirectMessages => None,
            CommandScope::Server(guild) => Some(self.app.load_server_systems(guild).await?),
        });
        let (name, digest) = (digest_key(scope), self.format_digest(&commands));
        let is_forced = self.is_forced && !self.registered_scopes.contains(&scope);
        let is_outdated = self.app.load_key_value(&name).await?.as_ref() != Some(&digest);
        if is_forced || is_outdated || !mentions::has_stored_ids(&self.app, scope).await? {
            let ids = self.replace_commands(scope, &commands.json).await?;
            mentions::store_ids(&self.app, scope, &ids).await?;
            self.app.store_key_value(&name, &digest).await?;
            self.registered_scopes.insert(scope);
            tracing::info!(?scope, count = commands.count, "registered commands");
        }
        if let CommandScope::Server(guild) = scope {
            self.app.clear_limit_notice(guild).await?;
        }
        Ok(())
    }

    /// Replaces the commands of a scope, and returns the ids that Discord gives them. A command
    /// that keeps its name keeps its id.
    async fn replace_commands(
        &self,
        scope: CommandScope,
        commands: &str,
    ) -> Result<CommandIds, serenity::Error> {
        let application_id = self.http.application_id().ok_or(HttpError::ApplicationIdMissing)?;
        let route = match scope {
            CommandScope::DirectMessages => Route::Commands { application_id },
            CommandScope::Server(guild) => {
                Route::GuildCommands { application_id, guild_id: GuildId::new(guild) }
            }
        };
        let request = Request::new(route, LightMethod::Put).body(Some(commands.into()));
        let registered: Value = self.http.fire(request).await?;
        Ok(CommandIds::from_registered(&registered))
    }

    /// Returns the text that is stored about registered commands, to notice when they change: their
    /// hash and the application.
    fn format_digest(&self, registered: &SerializedCommands) -> String {
        let application = self.http.application_id().map_or(0, |id| id.get());
        format!("{:016x} application {application}", registered.hash)
    }

    /// Logs why registration failed, tells the GM if the daily limit is reached, and returns when
    /// to try again.
    async fn log_failure_tell_gm_and_choose_retry(
        &self,
        scope: CommandScope,
        error: &BotError,
    ) -> CommandSyncResult {
        let failure = match error {
            BotError::Discord(error) => classify_error(error),
            _ => RequestFailure::Transient { retry_after: None },
        };
        let is_final = !matches!(failure, RequestFailure::Transient { .. });
        tracing::error!(%error, ?scope, is_final, "could not register commands");
        if let (RequestFailure::DailyLimitReached, CommandScope::Server(guild)) = (&failure, scope)
            && let Err(error) = self.notify_gm_of_limit_once(guild).await
        {
            tracing::warn!(%error, guild, "could not tell the GM that commands are missing");
        }
        if is_final { CommandSyncResult::RetryTomorrow } else { CommandSyncResult::Retry }
    }

    /// Sends a direct message to the GM of a fight on the server, whose commands must wait until
    /// tomorrow. A server is told only once.
    async fn notify_gm_of_limit_once(&self, guild: u64) -> Result<(), BotError> {
        let Some(gm) = self.app.find_gm_to_tell_of_command_limit(guild).await? else {
            return Ok(());
        };
        let language = self.app.language_of_user(gm, guild).await?;
        let locale = reader::locale_for_tag(language.as_deref());
        let text = reader::render_in_locale(locale, || say!(reader_style(), "commands-tomorrow"));
        let message = CreateMessage::new().content(text);
        let dm = UserId::new(gm.0).create_dm_channel(&self.http).await?;
        dm.id.send_message(&self.http, message).await?;
        Ok(self.app.record_limit_notice(guild).await?)
    }
}

/// Forgets that a server has commands, because Discord deletes them when the bot is removed. If the
/// bot is added again, they are registered anew.
///
/// # Errors
/// The store cannot be written.
pub async fn forget_registration(app: &App, server: GuildId) -> Result<(), BotError> {
    let scope = CommandScope::Server(server.get());
    mentions::store_ids(app, scope, &CommandIds::default()).await?;
    Ok(app.store_key_value(&digest_key(scope), "").await?)
}

/// Returns the key under which the digest of a scope's commands is stored.
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
    fn changed_description_changes_the_hash() {
        let mut commands = direct_message_commands_json();
        let hash = SerializedCommands::serialize_count_and_hash(&commands).hash;
        assert_eq!(hash, cached_server_or_dm_commands(None).hash);
        commands[0]["description"] = "Something else".into();
        assert_ne!(hash, SerializedCommands::serialize_count_and_hash(&commands).hash);
        let server =
            |systems: &[&'static str]| cached_server_or_dm_commands(Some(systems.to_vec())).hash;
        assert_eq!(
            server(&["dr12"]),
            SerializedCommands::serialize_count_and_hash(&to_json(&build_commands_for(&["dr12"])))
                .hash
        );
        assert_ne!(server(&["dr12"]), server(&["dr12", "cards"]));
    }

    /// Only global commands may have contexts.
    #[test]
    fn only_direct_message_commands_have_a_context() {
        let direct = direct_message_commands_json();
        assert!(direct.as_array().unwrap().iter().all(|one| one["contexts"] == json!([1])));
        let server = to_json(&build_commands_for(&["dr12"]));
        assert!(server.as_array().unwrap().iter().all(|one| one.get("contexts").is_none()));
    }
}
