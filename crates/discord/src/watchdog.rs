//! Watches whether the bot is well, and writes the result to a status file next to the database:
//! its modification time says when the bot was last checked, its text what is wrong. `riposte
//! health` and `/healthz` read it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use metrics::gauge;
use serenity::all::Http;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::error::BotError;
use super::http_client::evict_expired_rate_limits;
use super::liveness::Liveness;
use app::{App, replace_owner_only_file};

const CHECK_INTERVAL: Duration = Duration::from_secs(20);
const EVICTION_INTERVAL: Duration = Duration::from_secs(600);
/// A store that takes longer than this to answer counts as unusable.
const STORE_TIMEOUT: Duration = Duration::from_secs(10);
/// A status file older than this means that the bot has stopped.
const MAX_STATUS_AGE: Duration = Duration::from_secs(60);
/// The key that is written to probe the store.
const PROBE_DIGEST: &str = "last beat";

/// Checks the bot regularly and writes the status file.
pub struct Watchdog {
    pub app: App,
    pub http: Arc<Http>,
    pub liveness: Arc<Liveness>,
    pub status_file: Option<PathBuf>,
}

impl Watchdog {
    /// Checks the bot and evicts old rate limits at regular intervals, for ever.
    ///
    /// # Errors
    /// The bot cannot recover; the error is a sentence that says why.
    pub async fn run(self) -> Result<(), BotError> {
        let (mut check_timer, mut eviction_timer) =
            (interval(CHECK_INTERVAL), interval(EVICTION_INTERVAL));
        check_timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut was_unhealthy, mut last_check) = (false, Instant::now());
        loop {
            tokio::select! {
                _ = check_timer.tick() => {
                    if last_check.elapsed() > MAX_STATUS_AGE {
                        self.liveness.restart_silence_timers_after_standstill();
                    }
                    was_unhealthy = self.check_and_report_changes(was_unhealthy).await?;
                    last_check = Instant::now();
                }
                _ = eviction_timer.tick() => {
                    let evicted = evict_expired_rate_limits(&self.http).await;
                    tracing::debug!(evicted, "removed expired rate limits");
                }
            }
        }
    }

    /// Checks the bot, updates status file, metrics and log, and returns whether it is unhealthy.
    /// The log only says what has changed since `was_unhealthy`; while shards are still coming up,
    /// no file is written that says all is well.
    ///
    /// # Errors
    /// The bot cannot recover, or another process has taken over its shards.
    async fn check_and_report_changes(&self, was_unhealthy: bool) -> Result<bool, BotError> {
        self.liveness.record_store_probe(self.probe_store_by_writing().await);
        // Whether the store can be read was probed by the line above.
        self.liveness
            .record_outbox_depth_and_stall_start(self.app.outbox_depth().await.unwrap_or(0));
        let now = Instant::now();
        let problem = self.liveness.find_problem(now);
        gauge!("riposte_healthy").set(u8::from(problem.is_none()));
        if let Some(reason) = self.liveness.find_fatal_problem(now) {
            return Err(BotError::Fatal(reason));
        }
        if self.app.has_lost_shards() {
            let reason = "Another process has taken over the shards of this one.";
            return Err(BotError::Fatal(reason.into()));
        }
        match &problem {
            Some(reason) if !was_unhealthy => tracing::error!(%reason, "the bot is unhealthy"),
            None if was_unhealthy => tracing::info!("the bot is healthy again"),
            _ => {}
        }
        if let Some(file) = &self.status_file
            && (problem.is_some() || self.liveness.are_all_shards_up())
        {
            write_status_file(file, problem.as_deref().unwrap_or_default());
        }
        Ok(problem.is_some())
    }

    /// Writes to the store. Fails if that fails or takes too long.
    async fn probe_store_by_writing(&self) -> Result<(), String> {
        let now = jiff::Timestamp::now().to_string();
        match timeout(STORE_TIMEOUT, self.app.store_key_value(PROBE_DIGEST, &now)).await {
            Ok(outcome) => outcome.map_err(|error| error.to_string()),
            Err(_) => Err("it does not answer".into()),
        }
    }
}

/// Writes what is wrong with the bot, or an empty text if it is well.
pub fn write_status_file(file: &Path, problem: &str) {
    if let Err(error) = replace_owner_only_file(file, problem) {
        tracing::warn!(%error, "could not write the status file");
    }
}

/// Removes the status file before the first connection and after a clean stop. One that cannot be
/// removed will become too old.
pub fn remove_status_file(file: &Path) {
    let _ = std::fs::remove_file(file);
}

/// Returns the path of the status file for this database.
pub fn status_file_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".pulse");
    name.into()
}

/// Checks by the status file whether the bot is well.
///
/// # Errors
/// The bot is not connected, has stopped, or is unwell; the error is a sentence.
pub fn check_status_file(file: &Path) -> Result<(), String> {
    let problem = std::fs::read_to_string(file);
    let modified = std::fs::metadata(file).and_then(|metadata| metadata.modified());
    let (Ok(problem), Ok(modified)) = (problem, modified) else {
        return Err("the bot is not connected".into());
    };
    // A time in the future has no age: the clock was set back.
    if let Ok(age) = modified.elapsed()
        && age > MAX_STATUS_AGE
    {
        return Err(format!("the bot has shown no sign of life for {} seconds", age.as_secs()));
    }
    if problem.is_empty() { Ok(()) } else { Err(problem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_file_reports_problems_and_becomes_too_old() {
        let folder = tempfile::tempdir().unwrap();
        let file = status_file_path(&folder.path().join("fights.db"));
        assert!(file.ends_with("fights.db.pulse"));
        assert!(check_status_file(&file).is_err());
        write_status_file(&file, "");
        assert_eq!(check_status_file(&file), Ok(()));
        write_status_file(&file, "it is deaf");
        assert_eq!(check_status_file(&file), Err("it is deaf".into()));
        write_status_file(&file, "");
        let old = std::time::SystemTime::now() - 2 * MAX_STATUS_AGE;
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();
        assert!(check_status_file(&file).unwrap_err().contains("120 seconds"));
        remove_status_file(&file);
        assert!(check_status_file(&file).is_err());
    }
}
