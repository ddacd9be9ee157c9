//! The pulse: a file beside the file of fights that is touched while the bot is well, and says
//! what is wrong while it is not. Other programs read it (`riposte health`), and `/healthz` does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use metrics::gauge;
use serenity::all::Http;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::connection::forget_old_routes;
use super::signs::Signs;
use super::trouble::Trouble;
use app::App;

const BEAT: Duration = Duration::from_secs(20);
const SWEEP: Duration = Duration::from_secs(600);
/// A store that does not answer in this time cannot be used.
const PATIENCE: Duration = Duration::from_secs(10);
/// A pulse older than this means that nothing beats any more.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);
/// What is written to see whether the file of fights takes it.
const MEMO: &str = "last beat";

/// What it takes to see whether the bot is well.
pub struct Pulse {
    pub app: App,
    pub http: Arc<Http>,
    pub signs: Arc<Signs>,
    pub file: Option<PathBuf>,
}

impl Pulse {
    /// Looks after the bot, and forgets what need not be kept.
    ///
    /// # Errors
    /// The bot is past help: a sentence that says why.
    pub async fn beat(self) -> Result<(), Trouble> {
        let (mut beat, mut sweep) = (interval(BEAT), interval(SWEEP));
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut was_ill, mut looked) = (false, Instant::now());
        loop {
            tokio::select! {
                _ = beat.tick() => {
                    if looked.elapsed() > LONGEST_SILENCE {
                        self.signs.everything_stood_still();
                    }
                    was_ill = self.look(was_ill).await?;
                    looked = Instant::now();
                }
                _ = sweep.tick() => {
                    let forgotten = forget_old_routes(&self.http).await;
                    tracing::debug!(forgotten, "old routes of the rate limiter");
                }
            }
        }
    }

    /// Whether the bot is ill.
    async fn look(&self, was_ill: bool) -> Result<bool, Trouble> {
        self.signs.store_was_tried(self.try_store().await);
        // Whether it can be read was seen with that.
        self.signs.posts_wait(self.app.outbox_depth().await.unwrap_or(0));
        let now = Instant::now();
        let ill = self.signs.ill(now);
        gauge!("riposte_healthy").set(u8::from(ill.is_none()));
        if let Some(why) = self.signs.hopeless(now) {
            return Err(Trouble::Start(why));
        }
        if self.app.is_taken_over() {
            let why = "Another process has taken over the shards of this one.";
            return Err(Trouble::Start(why.into()));
        }
        match &ill {
            Some(why) if !was_ill => tracing::error!(%why, "the bot is ill"),
            None if was_ill => tracing::info!("the bot is well again"),
            _ => {}
        }
        if let Some(file) = &self.file
            && (ill.is_some() || self.signs.is_up())
        {
            write(file, ill.as_deref().unwrap_or_default());
        }
        Ok(ill.is_some())
    }

    async fn try_store(&self) -> Result<(), String> {
        let now = jiff::Timestamp::now().to_string();
        match timeout(PATIENCE, self.app.set_memo(MEMO, &now)).await {
            Ok(tried) => tried.map_err(|fault| fault.to_string()),
            Err(_) => Err("it does not answer".into()),
        }
    }
}

/// The bot is well, or what is wrong with it.
pub fn write(file: &Path, wrong: &str) {
    if let Err(error) = std::fs::write(file, wrong) {
        tracing::warn!(%error, "the pulse cannot be written");
    }
}

/// No pulse after a good stop, and none before the first connection. One that cannot be taken
/// away will grow old.
pub fn stop(file: &Path) {
    let _ = std::fs::remove_file(file);
}

/// The pulse of a bot with this database.
pub fn of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".pulse");
    name.into()
}

/// Whether a bot with this pulse is well.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check(file: &Path) -> Result<(), String> {
    let said = std::fs::read_to_string(file).and_then(|wrong| {
        let touched = std::fs::metadata(file)?.modified()?;
        Ok((wrong, touched))
    });
    let Ok((wrong, touched)) = said else { return Err("the bot is not connected".into()) };
    match touched.elapsed() {
        Ok(age) if age > LONGEST_SILENCE => {
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
        let pulse = of(&folder.path().join("fights.db"));
        assert!(pulse.ends_with("fights.db.pulse"));
        assert!(check(&pulse).is_err());
        write(&pulse, "");
        assert_eq!(check(&pulse), Ok(()));
        write(&pulse, "it is deaf");
        assert_eq!(check(&pulse), Err("it is deaf".into()));
        write(&pulse, "");
        let old = std::time::SystemTime::now() - 2 * LONGEST_SILENCE;
        std::fs::File::options().write(true).open(&pulse).unwrap().set_modified(old).unwrap();
        assert!(check(&pulse).unwrap_err().contains("120 seconds"));
        stop(&pulse);
        assert!(check(&pulse).is_err());
    }
}
