//! Servers and the systems they play: which slash commands each server has.
//!
//! A system is added with its first fight in a server, or with `systems add:`; it is removed when
//! it was not played for [`DEFAULT_RETENTION_DAYS`], or for as long as the server says. That is
//! stored. Which commands still need a check is in memory only: the front end checks all servers
//! when it starts.

use content::no_such_system;
use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::game::{Game, SYSTEM_KEYS};
use store::error::StoreError;

use crate::api::clock::timestamp_from_millis;
use crate::api::input::{
    InputReply, QueryResult, RequestContext, RequestPlace, SettingsUse, query_reply, refusal_reply,
};
use crate::api::servers::{AddedSystem, CommandScope, CommandSyncResult, ServerCard};
use crate::runtime::app::App;
use crate::runtime::command_sync::{DEFAULT_RETENTION_DAYS, PendingScopes, ScopePriority};
use crate::runtime::languages::parse_language_choice;

const MAX_DAYS: i64 = 999;

const DAY_MILLIS: i64 = 86_400_000;

impl App {
    /// Queues a check of the slash commands of a scope.
    pub fn queue_command_sync(&self, scope: CommandScope) {
        self.inner.command_sync.enqueue_scope_or_promote_to_urgent(scope, ScopePriority::Normal);
    }

    /// Waits for the next scope whose commands need a check, removes it from the queue and marks it
    /// as in progress. The caller reports the outcome with [`App::finish_or_requeue_command_sync`].
    pub async fn wait_and_start_next_command_sync(&self) -> CommandScope {
        let take_next = |scopes: &mut PendingScopes| {
            let next_scope = scopes.urgent.pop_front().or_else(|| scopes.normal.pop_front())?;
            scopes.in_progress = Some(next_scope);
            Some(next_scope)
        };
        self.inner.command_sync.wait_until(take_next).await
    }

    /// Reports how the check of a scope ended. A failed scope is queued again behind the others, or
    /// for tomorrow.
    pub fn finish_or_requeue_command_sync(&self, scope: CommandScope, outcome: CommandSyncResult) {
        let tomorrow = self.now_millis() + DAY_MILLIS;
        self.inner.command_sync.update(|scopes| {
            scopes.in_progress = None;
            match outcome {
                CommandSyncResult::UpToDate => {}
                CommandSyncResult::Retry if scopes.is_settled(scope) => {
                    scopes.normal.push_back(scope)
                }
                CommandSyncResult::Retry => {}
                CommandSyncResult::RetryTomorrow => {
                    scopes.postponed_until.insert(scope, tomorrow);
                }
            }
        });
    }

    /// Waits until the commands of a server are checked. Returns `false` where the service's limit
    /// postponed them.
    pub async fn wait_for_commands_unless_postponed(&self, guild: u64) -> bool {
        let scope = CommandScope::Server(guild);
        let is_checked_once_settled = |scopes: &mut PendingScopes| {
            let is_postponed = scopes.postponed_until.contains_key(&scope);
            if scopes.is_settled(scope) { Some(!is_postponed) } else { None }
        };
        self.inner.command_sync.wait_until(is_checked_once_settled).await
    }

    /// Waits until the front end has found its servers and no commands need a check.
    pub async fn wait_for_all_commands(&self) {
        self.inner.command_sync.wait_until(|scopes| scopes.is_idle().then_some(())).await;
    }

    /// Returns the systems whose commands a server has, in order.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_server_systems(&self, guild: u64) -> Result<Vec<&'static str>, StoreError> {
        let played = self.inner.store.load_played_systems(guild).await?;
        let is_played = |system: &&&str| played.iter().any(|(key, _)| key == **system);
        Ok(SYSTEM_KEYS.iter().filter(is_played).copied().collect())
    }

    /// Returns the GM of the latest open fight of a server that has reached its limit of new
    /// commands today; `None` once a GM was told. The caller knows that the limit is reached.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn find_gm_to_tell_of_command_limit(
        &self,
        guild: u64,
    ) -> Result<Option<UserId>, StoreError> {
        let stored = self.load_key_value(&limit_notice_key(guild)).await?.unwrap_or_default();
        let was_told = !stored.is_empty();
        if was_told {
            return Ok(None);
        }
        Ok(self.inner.store.load_latest_open_fight_gm(guild).await?.map(UserId))
    }

    /// Stores that a server's GM knows that the limit delays its commands.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn record_limit_notice(&self, guild: u64) -> Result<(), StoreError> {
        self.store_limit_notice(guild, "told").await
    }

    /// Forgets that a server's GM was told of the limit, because it delays nothing any more.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn clear_limit_notice(&self, guild: u64) -> Result<(), StoreError> {
        self.store_limit_notice(guild, "").await
    }

    /// Stores whether the GM was told of the limit of commands: `told`, or an empty text. Writes
    /// nothing if that is stored already.
    async fn store_limit_notice(&self, guild: u64, value: &str) -> Result<(), StoreError> {
        let name = limit_notice_key(guild);
        let stored = self.load_key_value(&name).await?.unwrap_or_default();
        if stored == value { Ok(()) } else { self.store_key_value(&name, value).await }
    }

    /// Queues the commands of a system whose fight has just opened. `None` where the server has
    /// them.
    pub(crate) fn queue_sync_if_system_new(
        &self,
        guild: u64,
        system: &str,
        known_systems: &[&str],
    ) -> Option<AddedSystem> {
        if known_systems.contains(&system) {
            return None;
        }
        self.inner
            .command_sync
            .enqueue_scope_or_promote_to_urgent(CommandScope::Server(guild), ScopePriority::Urgent);
        Some(AddedSystem { guild, system: system.into(), has_commands: false })
    }

    /// Handles `systems [add: days: language:]`: shows which systems the server plays and in which
    /// language its channels are written; admins may add some, and set how long they stay and the
    /// language.
    pub(crate) async fn handle_systems_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let settings_use = SettingsUse::from_slots(command, &["add", "days", "language"]);
        let guild = match context.server_of_settings_or_refuse(settings_use) {
            Ok(guild) => guild,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        if settings_use == SettingsUse::Change {
            let change = match parse_added_systems_and_retention_days(command) {
                Ok(change) => change,
                Err(refusal) => return Ok(refusal_reply(refusal)),
            };
            let SystemsChange { added_systems, retention_days } = change;
            let now = self.now_millis();
            self.inner
                .store
                .store_played_systems_and_days_if_given(guild, &added_systems, now, retention_days)
                .await?;
            if command.has_slot("language") {
                let chosen = parse_language_choice(command.get("language"));
                self.store_server_language(guild, chosen).await?;
            }
            self.inner.command_sync.enqueue_scope_or_promote_to_urgent(
                CommandScope::Server(guild),
                ScopePriority::Urgent,
            );
        }
        Ok(query_reply(QueryResult::ServerSystems(
            self.load_server_systems_and_language_card(guild).await?,
        )))
    }

    /// Loads the settings of a server: its systems, each with the day on which its commands go, and
    /// its language.
    async fn load_server_systems_and_language_card(
        &self,
        guild: u64,
    ) -> Result<ServerCard, StoreError> {
        let store = &self.inner.store;
        let days = store.load_system_retention_days(guild).await?.unwrap_or(DEFAULT_RETENTION_DAYS);
        let open = store.load_systems_with_open_fights(guild).await?;
        let mut systems = Vec::new();
        for (system, played_at) in store.load_played_systems(guild).await? {
            // A system with an open fight stays.
            let removal_time = if open.contains(&system) {
                None
            } else {
                Some(timestamp_from_millis(played_at + days * DAY_MILLIS))
            };
            systems.push((system, removal_time));
        }
        let language = self.load_server_language(guild).await?;
        Ok(ServerCard {
            guild,
            systems,
            retention_days: days,
            has_own_language: language.chosen.is_some(),
            language: language.chosen.or(language.seen),
            has_commands: false,
        })
    }

    /// Adds to a refusal which other system has the command, if this server does not play it.
    pub(crate) async fn with_other_system_hint(
        &self,
        context: &RequestContext,
        refusal: Refusal,
    ) -> Result<Refusal, StoreError> {
        let RequestPlace::Channel { guild, .. } = context.place else { return Ok(refusal) };
        if refusal.key != "not-in-system" {
            return Ok(refusal);
        }
        let Some(verb) = refusal.details.get("verb").cloned() else { return Ok(refusal) };
        let played = self.load_server_systems(guild).await?;
        if played.iter().any(|system| is_verb_of_system(system, &verb)) {
            return Ok(refusal);
        }
        Ok(match SYSTEM_KEYS.iter().find(|system| is_verb_of_system(system, &verb)) {
            Some(system) => refusal.with("elsewhere", system),
            None => refusal,
        })
    }
}

/// Returns whether an act, an order or an answer of a system has this name.
fn is_verb_of_system(system: &str, verb: &str) -> bool {
    Game::all_verbs(system).any(|known| known.name == verb)
}

fn limit_notice_key(guild: u64) -> String {
    format!("told of limit of commands {guild}")
}

/// What `/systems` changes for a server.
struct SystemsChange<'a> {
    /// Keys of the systems that the server plays from now on, as typed in `add:`.
    added_systems: Vec<&'a str>,
    /// Days for which a system stays without a fight, or `None` where `days:` is not given.
    retention_days: Option<i64>,
}

/// Parses the system keys of `add:` and the days of `days:`. Refuses an unknown system, and days
/// out of bounds with `bad-days`.
fn parse_added_systems_and_retention_days(command: &Command) -> Result<SystemsChange<'_>, Refusal> {
    let names = command.get("add").split(',').map(str::trim).filter(|name| !name.is_empty());
    let added_systems: Vec<&str> = names.collect();
    if let Some(unknown) = added_systems.iter().find(|name| !SYSTEM_KEYS.contains(name)) {
        return Err(no_such_system(unknown));
    }
    if !command.has_slot("days") {
        return Ok(SystemsChange { added_systems, retention_days: None });
    }
    let days = command.get("days").parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
    let refusal = || Refusal::new("bad-days", "").with("most", MAX_DAYS);
    let retention_days = Some(days.ok_or_else(refusal)?);
    Ok(SystemsChange { added_systems, retention_days })
}
