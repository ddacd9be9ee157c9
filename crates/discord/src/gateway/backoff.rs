//! How long each shard waits before the next attempt to connect.
//!
//! Discord allows a bot a thousand IDENTIFYs a day, and then resets its token. So failed
//! attempts are spread out further and further. Also, before each IDENTIFY the bot asks
//! Discord how many are left, and spreads the last half of them over the rest of the day. Nothing
//! of this has to be remembered over a restart.
//!
//! Shards take turns ([`IdentifyQueue`]): of the shards in one rate limit bucket, one identifies
//! every five seconds, whichever process runs it.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serenity::all::SessionStartLimit;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep_until};

use app::{App, servers};

/// The time limits of the gateway, in one place so that tests can shorten them.
#[derive(Clone, Copy, Debug)]
pub struct GatewayTimings {
    /// The limit for one step: connecting, waiting for an answer, sending a frame.
    pub step_timeout: Duration,
    /// The limit for READY or RESUMED, which may take long.
    pub ready_timeout: Duration,
    /// A connection that lasted at least this long resets the backoff.
    pub good_uptime: Duration,
    /// The wait after the first failed attempt; it doubles after each further one.
    pub first_delay: Duration,
    /// The longest wait if there is a session to resume.
    pub max_delay_to_resume: Duration,
    /// The longest wait if there is none. It keeps each shard below a thousand IDENTIFYs a day.
    pub max_delay_to_identify: Duration,
    /// The least time between two IDENTIFYs in the same rate limit bucket.
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
            // Discord requires five seconds between arrivals, so a little more is left between
            // departures.
            identify_interval: Duration::from_millis(5_500),
        }
    }
}

/// The backoff of one shard.
#[derive(Debug)]
pub struct Backoff {
    timings: GatewayTimings,
    /// How many connections in a row failed or ended early.
    failed_attempts: u32,
}

impl Backoff {
    pub fn new(timings: GatewayTimings) -> Self {
        Self { timings, failed_attempts: 0 }
    }

    /// Records that a connection has ended that was up for `uptime`, or never up if `None`.
    pub fn record_connection_end(&mut self, uptime: Option<Duration>) {
        let was_good = uptime.is_some_and(|up| up >= self.timings.good_uptime);
        self.failed_attempts = if was_good { 0 } else { self.failed_attempts.saturating_add(1) };
    }

    /// Returns the wait before the next connection if it resumes a session.
    pub fn delay_to_resume(&self) -> Duration {
        self.jittered_delay(self.timings.max_delay_to_resume)
    }

    /// Returns the wait before the next connection if it identifies. The shard must then also wait
    /// for its turn ([`IdentifyQueue::wait_for_permit`]).
    pub fn delay_to_identify(&self) -> Duration {
        self.jittered_delay(self.timings.max_delay_to_identify)
    }

    /// Returns zero after a good connection, and otherwise the doubled wait up to `max`, reduced by
    /// up to half at random.
    fn jittered_delay(&self, max: Duration) -> Duration {
        let Some(doublings) = self.failed_attempts.checked_sub(1) else { return Duration::ZERO };
        let wait = self.timings.first_delay.saturating_mul(1 << doublings.min(16)).min(max);
        // Jitter, so that the many bots that Discord has lost do not all return at once.
        wait.mul_f64(rand::random_range(0.5..1.0))
    }
}

/// Lets shards identify one after the other. Shards with the same remainder by Discord's
/// `max_concurrency` share one bucket:
/// <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
pub struct IdentifyQueue {
    buckets: u64,
    /// Coordinates with other processes, if set.
    app: Option<App>,
    /// When a shard of each bucket last identified.
    last_identified: std::sync::Mutex<BTreeMap<u64, Arc<Mutex<Option<Instant>>>>>,
}

impl IdentifyQueue {
    /// Creates a queue in which shards of different buckets do not wait for each other. It knows
    /// only the shards of this process.
    pub fn new(buckets: u64) -> Self {
        Self { buckets: buckets.max(1), app: None, last_identified: std::sync::Mutex::default() }
    }

    /// Makes the queue wait for shards of other processes as well, through the database.
    pub fn shared_with_processes(self, app: App) -> Self {
        Self { app: Some(app), ..self }
    }

    /// Waits until `shard` may identify: until no other shard of its bucket holds a permit, and
    /// `interval` after the last one identified.
    pub async fn wait_for_permit(&self, shard: u32, interval: Duration) -> IdentifyPermit {
        let bucket = u64::from(shard) % self.buckets;
        let bucket_lock = {
            let mut buckets = self.last_identified.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(buckets.entry(bucket).or_default())
        };
        let last_identified = bucket_lock.lock_owned().await;
        if let Some(identified) = *last_identified {
            sleep_until(identified + interval).await;
        }
        let process_permit = match &self.app {
            Some(app) => app.wait_for_identify_slot(bucket).await,
            None => None,
        };
        IdentifyPermit { last_identified, process_permit, interval }
    }
}

/// The permission to identify. While it is held, no other shard of the bucket identifies.
pub struct IdentifyPermit {
    last_identified: OwnedMutexGuard<Option<Instant>>,
    /// Holds back the shards of other processes.
    process_permit: Option<servers::IdentifySlot>,
    interval: Duration,
}

impl IdentifyPermit {
    /// Records that the shard has identified, so the next one must wait for the interval.
    pub fn mark_identified_and_begin_interval(mut self) {
        let now = Instant::now();
        *self.last_identified = Some(now);
        if let Some(process_permit) = self.process_permit {
            tokio::spawn(async move {
                sleep_until(now + self.interval).await;
                drop(process_permit);
            });
        }
    }
}

/// Returns the wait before an IDENTIFY. It is zero while more than half of the day's IDENTIFYs are
/// left; the remaining ones are spread over the rest of the day.
pub fn delay_spreading_identifies_once_half_used(limit: &SessionStartLimit) -> Duration {
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

    /// Returns how often a shard connects in `seconds` if each connection ends at once.
    fn count_attempts(seconds: u64, next_attempt: impl Fn(&Backoff, Instant) -> Instant) -> u32 {
        let mut backoff = Backoff::new(GatewayTimings::default());
        let start = Instant::now();
        let (mut now, mut count) = (start, 0);
        while now < start + Duration::from_secs(seconds) {
            count += 1;
            backoff.record_connection_end(Some(Duration::ZERO));
            now = next_attempt(&backoff, now);
        }
        count
    }

    #[test]
    fn failed_attempts_are_spread_out() {
        let resumes =
            |seconds: u64| count_attempts(seconds, |backoff, now| now + backoff.delay_to_resume());
        assert!((5..=9).contains(&resumes(40)), "{}", resumes(40));
        let identifies = |seconds: u64| {
            count_attempts(seconds, |backoff, now| now + backoff.delay_to_identify())
        };
        assert!((3..=9).contains(&identifies(40)));
        let a_day = identifies(24 * 3600);
        assert!(a_day < 1_000, "{a_day} IDENTIFYs a day");
    }

    #[test]
    fn good_connection_resets_the_backoff() {
        let mut backoff = Backoff::new(GatewayTimings::default());
        assert_eq!(backoff.delay_to_identify(), Duration::ZERO);
        backoff.record_connection_end(None);
        assert!(backoff.delay_to_resume() >= Duration::from_millis(500));
        backoff.record_connection_end(Some(Duration::from_secs(61)));
        assert_eq!(backoff.delay_to_resume(), Duration::ZERO);
    }

    #[tokio::test]
    async fn shards_of_one_bucket_identify_in_turn() {
        let (queue, interval) = (IdentifyQueue::new(2), Duration::from_millis(50));
        let first = queue.wait_for_permit(0, interval).await;
        let mut others = queue.wait_for_permit(1, interval).await;
        let waits = timeout(interval, queue.wait_for_permit(2, interval)).await;
        assert!(waits.is_err(), "shard 0 has not said anything yet");
        // A permit that is dropped unused does not make the others wait.
        others = {
            drop(others);
            queue.wait_for_permit(3, interval).await
        };
        others.mark_identified_and_begin_interval();
        let used = Instant::now();
        first.mark_identified_and_begin_interval();
        drop(queue.wait_for_permit(2, interval).await);
        assert!(used.elapsed() >= interval);
    }

    #[test]
    fn last_identifies_are_spread_over_the_day() {
        let limit = |remaining: u64| -> SessionStartLimit {
            let limit = serde_json::json!({
                "total": 1000, "remaining": remaining,
                "reset_after": 3_600_000, "max_concurrency": 1
            });
            serde_json::from_value(limit).unwrap()
        };
        let wait = |remaining| delay_spreading_identifies_once_half_used(&limit(remaining));
        assert_eq!(wait(999), Duration::ZERO);
        assert_eq!(wait(360), Duration::from_secs(10));
        assert_eq!(wait(1), Duration::from_secs(3_600));
        assert_eq!(wait(0), Duration::from_secs(3_600));
    }
}
