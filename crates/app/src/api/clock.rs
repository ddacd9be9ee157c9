//! The clock is handed in: nothing else in the program asks what time it is, and nothing sleeps to
//! wait for a due time.

use std::sync::atomic::{AtomicI64, Ordering};
use store::ids::Millis;

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

/// A clock moved by hand. It stands still (for scripts and tests), or goes on by itself from where
/// it was moved to (for the sandbox).
pub struct ManualClock {
    offset_millis: AtomicI64,
    /// What `millis` is added to.
    base_millis: fn() -> i64,
}

impl Default for ManualClock {
    /// Stands at noon of the first day of 2030.
    fn default() -> Self {
        Self { offset_millis: AtomicI64::new(1_893_499_200_000), base_millis: || 0 }
    }
}

impl ManualClock {
    /// Shows the time of day until it is moved, and goes on from there.
    pub fn new_running() -> Self {
        Self { offset_millis: AtomicI64::new(0), base_millis: || Timestamp::now().as_millisecond() }
    }

    pub fn advance(&self, duration: SignedDuration) {
        self.offset_millis.fetch_add(duration.as_millis() as i64, Ordering::SeqCst);
    }

    pub fn set(&self, time: Timestamp) {
        self.offset_millis.store(time.as_millisecond() - (self.base_millis)(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        timestamp_from_millis((self.base_millis)() + self.offset_millis.load(Ordering::SeqCst))
    }
}

/// A stored time: milliseconds since 1970, as far as the calendar goes.
pub(crate) fn timestamp_from_millis(millis: Millis) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
}
