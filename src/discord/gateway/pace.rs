//! How long to wait before the next attempt to connect.
//!
//! Discord takes a thousand IDENTIFYs a day from a bot, and then takes its token away. So attempts
//! that come to nothing are spread out more and more; and before each IDENTIFY Discord is asked
//! how many are left, of which the last half is spread over what is left of the day. Nothing of
//! that has to be remembered over a restart.

use std::time::Duration;

use serenity::all::SessionStartLimit;
use tokio::time::Instant;

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
    /// … and up to this without: then no day has a thousand IDENTIFYs.
    pub longest_wait_to_identify: Duration,
    /// At least this lies between two IDENTIFYs.
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
            between_identifies: Duration::from_secs(5),
        }
    }
}

#[derive(Debug)]
pub struct Pace {
    tempo: Tempo,
    /// How many connections in a row came to nothing.
    in_vain: u32,
    identified: Option<Instant>,
}

impl Pace {
    pub fn new(tempo: Tempo) -> Self {
        Self { tempo, in_vain: 0, identified: None }
    }

    /// A connection has ended that was up for so long, or never.
    pub fn ended(&mut self, up: Option<Duration>) {
        let was_good = up.is_some_and(|up| up >= self.tempo.good);
        self.in_vain = if was_good { 0 } else { self.in_vain.saturating_add(1) };
    }

    pub fn identifies(&mut self, now: Instant) {
        self.identified = Some(now);
    }

    /// Before the next connection, if it is to resume a session.
    pub fn to_resume(&self) -> Duration {
        self.after_attempts(self.tempo.longest_wait)
    }

    /// Before the next connection, if it is to identify.
    pub fn to_identify(&self, left: Option<&SessionStartLimit>, now: Instant) -> Duration {
        let since = self.identified.map(|last| now.saturating_duration_since(last));
        let between = since
            .map_or(Duration::ZERO, |since| self.tempo.between_identifies.saturating_sub(since));
        let wait = self.after_attempts(self.tempo.longest_wait_to_identify);
        wait.max(between).max(left.map_or(Duration::ZERO, spread))
    }

    fn after_attempts(&self, longest: Duration) -> Duration {
        let Some(doublings) = self.in_vain.checked_sub(1) else { return Duration::ZERO };
        let wait = self.tempo.first_wait.saturating_mul(1 << doublings.min(16)).min(longest);
        // Not all at once with the others that Discord has lost.
        wait.mul_f64(rand::random_range(0.5..1.0))
    }
}

/// The last half of a day's IDENTIFYs is spread over what is left of the day.
fn spread(limit: &SessionStartLimit) -> Duration {
    let until_reset = Duration::from_millis(limit.reset_after);
    match u32::try_from(limit.remaining) {
        _ if limit.remaining * 2 > limit.total => Duration::ZERO,
        Ok(0) | Err(_) => until_reset,
        Ok(remaining) => until_reset / remaining,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often it connects in so many seconds, if each connection ends at once.
    fn attempts(seconds: u64, wait: impl Fn(&Pace, Instant) -> Duration) -> u32 {
        let mut pace = Pace::new(Tempo::default());
        let began = Instant::now();
        let (mut now, mut count) = (began, 0);
        while now < began + Duration::from_secs(seconds) {
            count += 1;
            pace.identifies(now);
            pace.ended(Some(Duration::ZERO));
            now += wait(&pace, now);
        }
        count
    }

    #[test]
    fn attempts_in_vain_are_spread_out() {
        let resumes = |seconds: u64| attempts(seconds, |pace, _| pace.to_resume());
        assert!((5..=9).contains(&resumes(40)), "{}", resumes(40));
        let identify = |pace: &Pace, now: Instant| pace.to_identify(None, now);
        assert!((3..=7).contains(&attempts(40, identify)));
        let a_day = attempts(24 * 3600, identify);
        assert!(a_day < 1_000, "{a_day} IDENTIFYs a day");
    }

    #[test]
    fn a_good_connection_is_taken_up_at_once() {
        let mut pace = Pace::new(Tempo::default());
        assert_eq!(pace.to_identify(None, Instant::now()), Duration::ZERO);
        pace.ended(None);
        assert!(pace.to_resume() >= Duration::from_millis(500));
        pace.ended(Some(Duration::from_secs(61)));
        assert_eq!(pace.to_resume(), Duration::ZERO);
        let now = Instant::now();
        pace.identifies(now);
        assert_eq!(pace.to_identify(None, now), Duration::from_secs(5));
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
        let wait = |remaining| {
            let limit = limit(remaining);
            Pace::new(Tempo::default()).to_identify(Some(&limit), Instant::now())
        };
        assert_eq!(wait(999), Duration::ZERO);
        assert_eq!(wait(360), Duration::from_secs(10));
        assert_eq!(wait(1), Duration::from_secs(3_600));
        assert_eq!(wait(0), Duration::from_secs(3_600));
    }
}
