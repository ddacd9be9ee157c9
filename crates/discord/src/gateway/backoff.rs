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
pub struct GatewayTimings {
    /// For one step: a connection, an answer, a frame that goes out.
    pub step_timeout: Duration,
    /// For READY or RESUMED, which may be long in coming.
    pub ready_timeout: Duration,
    /// A connection that has lasted so long was a good one.
    pub good_uptime: Duration,
    /// The wait after the first attempt that came to nothing; twice as long after each other.
    pub first_delay: Duration,
    /// … up to this, with a session to resume,
    pub max_delay_to_resume: Duration,
    /// … and up to this without: then no shard has a thousand IDENTIFYs a day.
    pub max_delay_to_identify: Duration,
    /// At least this lies between two IDENTIFYs that Discord counts together.
    pub identify_interval: Duration,
}

impl Default for GatewayTimings {
    fn default() -> Self {
        Self {
            step_timeout: Duration::from_secs(10),
            ready_timeout: Duration::from_secs(60),
            good_uptime: Duration::from_secs(60),
            first_delay: Duration::from_secs(1),
            max_delay_to_resume: Duration::from_secs(30),
            max_delay_to_identify: Duration::from_secs(240),
            // Discord counts five seconds from one's arrival to the next one's.
            identify_interval: Duration::from_millis(5_500),
        }
    }
}

#[derive(Debug)]
pub struct Backoff {
    timings: GatewayTimings,
    /// How many connections in a row came to nothing.
    failed_attempts: u32,
}

impl Backoff {
    pub fn new(timings: GatewayTimings) -> Self {
        Self { timings, failed_attempts: 0 }
    }

    /// A connection has ended that was up for so long, or never.
    pub fn record_connection_end(&mut self, uptime: Option<Duration>) {
        let was_good = uptime.is_some_and(|up| up >= self.timings.good_uptime);
        self.failed_attempts = if was_good { 0 } else { self.failed_attempts.saturating_add(1) };
    }

    /// Before the next connection, if it is to resume a session.
    pub fn delay_to_resume(&self) -> Duration {
        self.delay_up_to(self.timings.max_delay_to_resume)
    }

    /// Before the next connection, if it is to identify; after that it waits for its turn.
    pub fn delay_to_identify(&self) -> Duration {
        self.delay_up_to(self.timings.max_delay_to_identify)
    }

    fn delay_up_to(&self, max: Duration) -> Duration {
        let Some(doublings) = self.failed_attempts.checked_sub(1) else { return Duration::ZERO };
        let wait = self.timings.first_delay.saturating_mul(1 << doublings.min(16)).min(max);
        // Not all at once with the others that Discord has lost.
        wait.mul_f64(rand::random_range(0.5..1.0))
    }
}

/// Whose turn it is to identify. Shards with the same remainder by Discord's `max_concurrency`
/// share one row: <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
pub struct IdentifyQueue {
    buckets: u64,
    /// Knows of other processes.
    app: Option<App>,
    last_identified: std::sync::Mutex<BTreeMap<u64, Arc<Mutex<Option<Instant>>>>>,
}

impl IdentifyQueue {
    /// In so many rows.
    pub fn new(buckets: u64) -> Self {
        Self { buckets: buckets.max(1), app: None, last_identified: std::sync::Mutex::default() }
    }

    /// … that are shared with other processes.
    pub fn shared_with_processes(self, app: App) -> Self {
        Self { app: Some(app), ..self }
    }

    /// Waits for the turn of a shard.
    pub async fn wait_for_permit(&self, shard: u32, interval: Duration) -> IdentifyPermit {
        let number = u64::from(shard) % self.buckets;
        let row = {
            let mut all = self.last_identified.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(number).or_default())
        };
        let last = row.lock_owned().await;
        if let Some(last) = *last {
            sleep_until(last + interval).await;
        }
        let others = match &self.app {
            Some(app) => app.wait_for_identify_slot(number).await,
            None => None,
        };
        IdentifyPermit { last_identified: last, process_permit: others, interval }
    }
}

/// While it is held, no other shard of the row identifies.
pub struct IdentifyPermit {
    last_identified: OwnedMutexGuard<Option<Instant>>,
    /// … of another process.
    process_permit: Option<servers::IdentifySlot>,
    interval: Duration,
}

impl IdentifyPermit {
    /// The shard has identified.
    pub fn mark_used(mut self) {
        let now = Instant::now();
        *self.last_identified = Some(now);
        if let Some(others) = self.process_permit {
            tokio::spawn(async move {
                sleep_until(now + self.interval).await;
                drop(others);
            });
        }
    }
}

/// The wait before an IDENTIFY: the last half of a day's is spread over what is left of the day.
pub fn identify_delay(limit: &SessionStartLimit) -> Duration {
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
    fn attempts(seconds: u64, next: impl Fn(&Backoff, Instant) -> Instant) -> u32 {
        let mut pace = Backoff::new(GatewayTimings::default());
        let began = Instant::now();
        let (mut now, mut count) = (began, 0);
        while now < began + Duration::from_secs(seconds) {
            count += 1;
            pace.record_connection_end(Some(Duration::ZERO));
            now = next(&pace, now);
        }
        count
    }

    #[test]
    fn attempts_in_vain_are_spread_out() {
        let resumes = |seconds: u64| attempts(seconds, |pace, now| now + pace.delay_to_resume());
        assert!((5..=9).contains(&resumes(40)), "{}", resumes(40));
        let identifies =
            |seconds: u64| attempts(seconds, |pace, now| now + pace.delay_to_identify());
        assert!((3..=9).contains(&identifies(40)));
        let a_day = identifies(24 * 3600);
        assert!(a_day < 1_000, "{a_day} IDENTIFYs a day");
    }

    #[test]
    fn a_good_connection_is_taken_up_at_once() {
        let mut pace = Backoff::new(GatewayTimings::default());
        assert_eq!(pace.delay_to_identify(), Duration::ZERO);
        pace.record_connection_end(None);
        assert!(pace.delay_to_resume() >= Duration::from_millis(500));
        pace.record_connection_end(Some(Duration::from_secs(61)));
        assert_eq!(pace.delay_to_resume(), Duration::ZERO);
    }

    #[tokio::test]
    async fn shards_that_are_counted_together_take_turns() {
        let (turns, between) = (IdentifyQueue::new(2), Duration::from_millis(50));
        let first = turns.wait_for_permit(0, between).await;
        let mut others = turns.wait_for_permit(1, between).await;
        let waits = timeout(between, turns.wait_for_permit(2, between)).await;
        assert!(waits.is_err(), "shard 0 has not said anything yet");
        // A turn that came to nothing costs the others nothing.
        others = {
            drop(others);
            turns.wait_for_permit(3, between).await
        };
        others.mark_used();
        let used = Instant::now();
        first.mark_used();
        drop(turns.wait_for_permit(2, between).await);
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
        let wait = |remaining| identify_delay(&limit(remaining));
        assert_eq!(wait(999), Duration::ZERO);
        assert_eq!(wait(360), Duration::from_secs(10));
        assert_eq!(wait(1), Duration::from_secs(3_600));
        assert_eq!(wait(0), Duration::from_secs(3_600));
    }
}
