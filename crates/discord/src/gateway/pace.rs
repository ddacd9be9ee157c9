//! How long to wait before the next attempt to connect, one line for each shard.
//!
//! Discord takes a thousand IDENTIFYs a day from a bot, and then takes its token away. So attempts
//! that come to nothing are spread out more and more; and before each IDENTIFY Discord is asked
//! how many are left, of which the last half is spread over what is left of the day. Nothing of
//! that has to be remembered over a restart.
//!
//! Shards take turns ([`Turns`]): of those that Discord counts together one identifies every five
//! seconds, whichever process has it.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serenity::all::SessionStartLimit;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep_until};

use app::{App, servers};

/// The durations that matter, in one place so that tests can be quick.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// For one step: a connection, an answer, a frame that goes out.
    pub patience: Duration,
    /// For READY or RESUMED, which may be long in coming.
    pub settling: Duration,
    /// A connection that has lasted so long was a good one.
    pub good: Duration,
    /// The wait after the first attempt that came to nothing; twice as long after each other.
    pub first_wait: Duration,
    /// … up to this, with a session to resume,
    pub longest_wait: Duration,
    /// … and up to this without: then no shard has a thousand IDENTIFYs a day.
    pub longest_wait_to_identify: Duration,
    /// At least this lies between two IDENTIFYs that Discord counts together.
    pub between_identifies: Duration,
}

impl Default for Tempo {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(10),
            settling: Duration::from_secs(60),
            good: Duration::from_secs(60),
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(30),
            longest_wait_to_identify: Duration::from_secs(240),
            // Discord counts five seconds from one's arrival to the next one's.
            between_identifies: Duration::from_millis(5_500),
        }
    }
}

#[derive(Debug)]
pub struct Pace {
    tempo: Tempo,
    /// How many connections in a row came to nothing.
    in_vain: u32,
}

impl Pace {
    pub fn new(tempo: Tempo) -> Self {
        Self { tempo, in_vain: 0 }
    }

    /// A connection has ended that was up for so long, or never.
    pub fn ended(&mut self, up: Option<Duration>) {
        let was_good = up.is_some_and(|up| up >= self.tempo.good);
        self.in_vain = if was_good { 0 } else { self.in_vain.saturating_add(1) };
    }

    /// Before the next connection, if it is to resume a session.
    pub fn to_resume(&self) -> Duration {
        self.after_attempts(self.tempo.longest_wait)
    }

    /// Before the next connection, if it is to identify; after that it waits for its turn.
    pub fn to_identify(&self) -> Duration {
        self.after_attempts(self.tempo.longest_wait_to_identify)
    }

    fn after_attempts(&self, longest: Duration) -> Duration {
        let Some(doublings) = self.in_vain.checked_sub(1) else { return Duration::ZERO };
        let wait = self.tempo.first_wait.saturating_mul(1 << doublings.min(16)).min(longest);
        // Not all at once with the others that Discord has lost.
        wait.mul_f64(rand::random_range(0.5..1.0))
    }
}

/// Whose turn it is to identify. Shards with the same remainder by Discord's `max_concurrency`
/// share one row: <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
pub struct Turns {
    rows: u64,
    /// Knows of other processes.
    app: Option<App>,
    last: std::sync::Mutex<BTreeMap<u64, Arc<Mutex<Option<Instant>>>>>,
}

impl Turns {
    /// In so many rows.
    pub fn new(rows: u64) -> Self {
        Self { rows: rows.max(1), app: None, last: std::sync::Mutex::default() }
    }

    /// … that are shared with other processes.
    pub fn with_others(self, app: App) -> Self {
        Self { app: Some(app), ..self }
    }

    /// Waits for the turn of a shard.
    pub async fn next(&self, shard: u32, between: Duration) -> Turn {
        let number = u64::from(shard) % self.rows;
        let row = {
            let mut all = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(number).or_default())
        };
        let last = row.lock_owned().await;
        if let Some(last) = *last {
            sleep_until(last + between).await;
        }
        let others = match &self.app {
            Some(app) => app.turn_to_identify(number).await,
            None => None,
        };
        Turn { last, others, between }
    }
}

/// While it is held, no other shard of the row identifies.
pub struct Turn {
    last: OwnedMutexGuard<Option<Instant>>,
    /// … of another process.
    others: Option<servers::Turn>,
    between: Duration,
}

impl Turn {
    /// The shard has identified.
    pub fn used(mut self) {
        let now = Instant::now();
        *self.last = Some(now);
        if let Some(others) = self.others {
            tokio::spawn(async move {
                sleep_until(now + self.between).await;
                drop(others);
            });
        }
    }
}

/// The wait before an IDENTIFY: the last half of a day's is spread over what is left of the day.
pub fn spread(limit: &SessionStartLimit) -> Duration {
    let until_reset = Duration::from_millis(limit.reset_after);
    match u32::try_from(limit.remaining) {
        _ if limit.remaining * 2 > limit.total => Duration::ZERO,
        Ok(0) | Err(_) => until_reset,
        Ok(remaining) => until_reset / remaining,
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// How often it connects in so many seconds, if each connection ends at once.
    fn attempts(seconds: u64, next: impl Fn(&Pace, Instant) -> Instant) -> u32 {
        let mut pace = Pace::new(Tempo::default());
        let began = Instant::now();
        let (mut now, mut count) = (began, 0);
        while now < began + Duration::from_secs(seconds) {
            count += 1;
            pace.ended(Some(Duration::ZERO));
            now = next(&pace, now);
        }
        count
    }

    #[test]
    fn attempts_in_vain_are_spread_out() {
        let resumes = |seconds: u64| attempts(seconds, |pace, now| now + pace.to_resume());
        assert!((5..=9).contains(&resumes(40)), "{}", resumes(40));
        let identifies = |seconds: u64| attempts(seconds, |pace, now| now + pace.to_identify());
        assert!((3..=9).contains(&identifies(40)));
        let a_day = identifies(24 * 3600);
        assert!(a_day < 1_000, "{a_day} IDENTIFYs a day");
    }

    #[test]
    fn a_good_connection_is_taken_up_at_once() {
        let mut pace = Pace::new(Tempo::default());
        assert_eq!(pace.to_identify(), Duration::ZERO);
        pace.ended(None);
        assert!(pace.to_resume() >= Duration::from_millis(500));
        pace.ended(Some(Duration::from_secs(61)));
        assert_eq!(pace.to_resume(), Duration::ZERO);
    }

    #[tokio::test]
    async fn shards_that_are_counted_together_take_turns() {
        let (turns, between) = (Turns::new(2), Duration::from_millis(50));
        let first = turns.next(0, between).await;
        let mut others = turns.next(1, between).await;
        let waits = timeout(between, turns.next(2, between)).await;
        assert!(waits.is_err(), "shard 0 has not said anything yet");
        // A turn that came to nothing costs the others nothing.
        others = {
            drop(others);
            turns.next(3, between).await
        };
        others.used();
        let used = Instant::now();
        first.used();
        drop(turns.next(2, between).await);
        assert!(used.elapsed() >= between);
    }

    #[test]
    fn what_is_left_of_the_day_is_spread_over_it() {
        let limit = |remaining: u64| -> SessionStartLimit {
            let limit = serde_json::json!({
                "total": 1000, "remaining": remaining,
                "reset_after": 3_600_000, "max_concurrency": 1
            });
            serde_json::from_value(limit).unwrap()
        };
        let wait = |remaining| spread(&limit(remaining));
        assert_eq!(wait(999), Duration::ZERO);
        assert_eq!(wait(360), Duration::from_secs(10));
        assert_eq!(wait(1), Duration::from_secs(3_600));
        assert_eq!(wait(0), Duration::from_secs(3_600));
    }
}
