//! What time it is. Deadlines (3 s for an answer, 15 min for a token) are measured with this, so a
//! test moves the hands instead of sleeping.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

/// The source of time, handed in at the start.
#[derive(Clone)]
pub struct FakeClock(ClockSource);

#[derive(Clone)]
enum ClockSource {
    System,
    Manual(Arc<AtomicI64>),
    Custom(Arc<dyn Fn() -> i64 + Send + Sync>),
}

impl FakeClock {
    /// The time of the machine.
    pub fn system() -> FakeClock {
        FakeClock(ClockSource::System)
    }

    /// A clock that stands at 1 January 2026 until [`Clock::advance`] moves it.
    pub fn manual() -> FakeClock {
        FakeClock(ClockSource::Manual(Arc::new(AtomicI64::new(1_767_225_600_000))))
    }

    /// Any other source, as Unix milliseconds.
    pub fn from_fn(now_ms: impl Fn() -> i64 + Send + Sync + 'static) -> FakeClock {
        FakeClock(ClockSource::Custom(Arc::new(now_ms)))
    }

    /// Moves a clock made by [`Clock::by_hand`]; the others go by themselves.
    pub fn advance(&self, by: Duration) {
        if let FakeClock(ClockSource::Manual(ms)) = self {
            ms.fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            ClockSource::System => jiff::Timestamp::now().as_millisecond(),
            ClockSource::Manual(ms) => ms.load(Ordering::SeqCst),
            ClockSource::Custom(now_ms) => now_ms(),
        }
    }
}

/// The page asks whoever holds the clock to move it on.
#[derive(Debug)]
pub struct ClockAdvanceRequest {
    pub step: ClockStep,
    /// Told when it is done and all that fell due has happened.
    pub done_sender: oneshot::Sender<()>,
}

/// How far a clock is moved on.
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
