//! The pulse: a file beside the file of fights that is touched while the bot is well, and says
//! what is wrong while it is not. Other programs read it (`riposte health`), and `/healthz` does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use metrics::gauge;
use serenity::all::Http;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::error::BotError;
use super::http_client::evict_expired_rate_limits;
use super::liveness::Liveness;
use app::App;

const CHECK_INTERVAL: Duration = Duration::from_secs(20);
const EVICTION_INTERVAL: Duration = Duration::from_secs(600);
/// A store that does not answer in this time cannot be used.
const STORE_TIMEOUT: Duration = Duration::from_secs(10);
/// A pulse older than this means that nothing beats any more.
const MAX_STATUS_AGE: Duration = Duration::from_secs(60);
/// What is written to see whether the file of fights takes it.
const PROBE_DIGEST: &str = "last beat";

/// What it takes to see whether the bot is well.
pub struct Watchdog {
    pub app: App,
    pub http: Arc<Http>,
    pub liveness: Arc<Liveness>,
    pub status_file: Option<PathBuf>,
}

impl Watchdog {
    /// Looks after the bot, and forgets what need not be kept.
    ///
    /// # Errors
    /// The bot is past help: a sentence that says why.
    pub async fn run(self) -> Result<(), BotError> {
        let (mut beat, mut sweep) = (interval(CHECK_INTERVAL), interval(EVICTION_INTERVAL));
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut was_ill, mut looked) = (false, Instant::now());
        loop {
            tokio::select! {
                _ = beat.tick() => {
                    if looked.elapsed() > MAX_STATUS_AGE {
                        self.liveness.reset_after_standstill();
                    }
                    was_ill = self.check_and_report(was_ill).await?;
                    looked = Instant::now();
                }
                _ = sweep.tick() => {
                    let forgotten = evict_expired_rate_limits(&self.http).await;
                    tracing::debug!(forgotten, "old routes of the rate limiter");
                }
            }
        }
    }

    /// Whether the bot is ill.
    async fn check_and_report(&self, was_ill: bool) -> Result<bool, BotError> {
        self.liveness.record_store_probe(self.probe_store().await);
        // Whether it can be read was seen with that.
        self.liveness.record_outbox_depth(self.app.outbox_depth().await.unwrap_or(0));
        let now = Instant::now();
        let ill = self.liveness.find_problem(now);
        gauge!("riposte_healthy").set(u8::from(ill.is_none()));
        if let Some(why) = self.liveness.find_fatal_problem(now) {
            return Err(BotError::Fatal(why));
        }
        if self.app.has_lost_shards() {
            let why = "Another process has taken over the shards of this one.";
            return Err(BotError::Fatal(why.into()));
        }
        match &ill {
            Some(why) if !was_ill => tracing::error!(%why, "the bot is ill"),
            None if was_ill => tracing::info!("the bot is well again"),
            _ => {}
        }
        if let Some(file) = &self.status_file
            && (ill.is_some() || self.liveness.are_all_shards_up())
        {
            write_status_file(file, ill.as_deref().unwrap_or_default());
        }
        Ok(ill.is_some())
    }

    async fn probe_store(&self) -> Result<(), String> {
        let now = jiff::Timestamp::now().to_string();
        match timeout(STORE_TIMEOUT, self.app.store_command_digest(PROBE_DIGEST, &now)).await {
            Ok(tried) => tried.map_err(|fault| fault.to_string()),
            Err(_) => Err("it does not answer".into()),
        }
    }
}

/// The bot is well, or what is wrong with it.
pub fn write_status_file(file: &Path, problem: &str) {
    if let Err(error) = std::fs::write(file, problem) {
        tracing::warn!(%error, "the pulse cannot be written");
    }
}

/// No pulse after a good stop, and none before the first connection. One that cannot be taken
/// away will grow old.
pub fn remove_status_file(file: &Path) {
    let _ = std::fs::remove_file(file);
}

/// The pulse of a bot with this database.
pub fn status_file_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".pulse");
    name.into()
}

/// Whether a bot with this pulse is well.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check_status_file(file: &Path) -> Result<(), String> {
    let said = std::fs::read_to_string(file).and_then(|wrong| {
        let touched = std::fs::metadata(file)?.modified()?;
        Ok((wrong, touched))
    });
    let Ok((wrong, touched)) = said else { return Err("the bot is not connected".into()) };
    match touched.elapsed() {
        Ok(age) if age > MAX_STATUS_AGE => {
            Err(format!("the bot has shown no sign of life for {} seconds", age.as_secs()))
        }
        _ if wrong.is_empty() => Ok(()),
        _ => Err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse_says_what_is_wrong_and_grows_old() {
        let folder = tempfile::tempdir().unwrap();
        let pulse = status_file_of(&folder.path().join("fights.db"));
        assert!(pulse.ends_with("fights.db.pulse"));
        assert!(check_status_file(&pulse).is_err());
        write_status_file(&pulse, "");
        assert_eq!(check_status_file(&pulse), Ok(()));
        write_status_file(&pulse, "it is deaf");
        assert_eq!(check_status_file(&pulse), Err("it is deaf".into()));
        write_status_file(&pulse, "");
        let old = std::time::SystemTime::now() - 2 * MAX_STATUS_AGE;
        std::fs::File::options().write(true).open(&pulse).unwrap().set_modified(old).unwrap();
        assert!(check_status_file(&pulse).unwrap_err().contains("120 seconds"));
        remove_status_file(&pulse);
        assert!(check_status_file(&pulse).is_err());
    }
}
