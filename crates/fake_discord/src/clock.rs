//! The clock that measures Discord's deadlines (3 s for a response, 15 min for a token). A test
//! advances it instead of sleeping.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

/// The time source of the fake Discord.
#[derive(Clone)]
pub struct FakeClock(ClockSource);

#[derive(Clone)]
enum ClockSource {
    System,
    Manual(Arc<AtomicI64>),
    Custom(Arc<dyn Fn() -> i64 + Send + Sync>),
}

impl FakeClock {
    /// Returns the clock of the machine.
    pub fn system() -> FakeClock {
        FakeClock(ClockSource::System)
    }

    /// Returns a clock that stands at 1 January 2026 until [`FakeClock::advance`] moves it.
    pub fn manual() -> FakeClock {
        FakeClock(ClockSource::Manual(Arc::new(AtomicI64::new(1_767_225_600_000))))
    }

    /// Returns a clock that reads the time, in Unix milliseconds, from a function.
    pub fn from_fn(now_ms: impl Fn() -> i64 + Send + Sync + 'static) -> FakeClock {
        FakeClock(ClockSource::Custom(Arc::new(now_ms)))
    }

    /// Advances a clock made by [`FakeClock::manual`]. Does nothing to any other clock.
    pub fn advance(&self, by: Duration) {
        if let FakeClock(ClockSource::Manual(now_ms)) = self {
            now_ms.fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Returns the time in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            ClockSource::System => jiff::Timestamp::now().as_millisecond(),
            ClockSource::Manual(now_ms) => now_ms.load(Ordering::SeqCst),
            ClockSource::Custom(now_ms) => now_ms(),
        }
    }
}

/// A request of the web page to the owner of the clock to advance it.
#[derive(Debug)]
pub struct ClockAdvanceRequest {
    pub step: ClockStep,
    /// Signals that the clock is advanced and everything that was due has happened.
    pub done_sender: oneshot::Sender<()>,
}

/// How far a clock is advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockStep {
    By(Duration),
    /// To the next deadline.
    ToNextDeadline,
}

impl fmt::Debug for FakeClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now_ms())
    }
}
