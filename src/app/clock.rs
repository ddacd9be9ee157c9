//! The clock is handed in: nothing else in the program asks what time it is, and nothing sleeps to
//! wait for a due time.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The time of day.
pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock that stands still until it is moved: for scripts and tests.
pub struct ManualClock(AtomicI64);

impl Default for ManualClock {
    /// Noon of the first day of 2030.
    fn default() -> Self {
        Self(AtomicI64::new(1_893_499_200_000))
    }
}

impl ManualClock {
    pub fn advance(&self, by: SignedDuration) {
        self.0.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
    }

    pub fn set(&self, to: Timestamp) {
        self.0.store(to.as_millisecond(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        moment(self.0.load(Ordering::SeqCst))
    }
}

/// A stored time: milliseconds since 1970, as far as the calendar goes.
pub(super) fn moment(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
}
