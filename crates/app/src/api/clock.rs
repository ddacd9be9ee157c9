//! The injected clock: nothing else in the program asks for the current time, and nothing sleeps
//! until a due time.

use std::sync::atomic::{AtomicI64, Ordering};
use store::ids::Millis;

use jiff::{SignedDuration, Timestamp};

pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The system clock.
pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock that the program moves. It either stands still between moves (scripts and tests) or
/// keeps running from where it was moved to (the sandbox).
pub struct ManualClock {
    offset_millis: AtomicI64,
    /// Returns the time that the offset is added to, in milliseconds since 1970.
    base_millis: fn() -> i64,
}

impl Default for ManualClock {
    /// A clock that stands at noon on 1 January 2030 (UTC).
    fn default() -> Self {
        Self { offset_millis: AtomicI64::new(1_893_499_200_000), base_millis: || 0 }
    }
}

impl ManualClock {
    /// A clock that shows the system time, and keeps running from any time that it is moved to.
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

/// Converts a stored time (milliseconds since 1970); times beyond the calendar become its last one.
pub(crate) fn timestamp_from_millis(millis: Millis) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
}
