//! Holds deadlines back while the bot cannot hear players, so that nobody loses a turn or a
//! defence that they played in time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::runtime::app::App;

/// Until when no deadline fires. This is real time, since connections do not follow the app's
/// clock.
#[derive(Default)]
pub(crate) struct DeadlineHold(Mutex<Option<Instant>>);

impl DeadlineHold {
    /// Returns how long deadlines are still held; zero if they are not.
    pub(crate) fn remaining(&self) -> Duration {
        let until = *self.lock();
        until.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Makes the background tasks fire no deadline for `duration` from now, in place of an earlier
    /// hold, be it longer or shorter. Deadlines that come due meanwhile fire afterwards, in their
    /// order.
    pub fn hold_deadlines_for(&self, duration: Duration) {
        *self.inner.deadline_hold.lock() = Some(Instant::now() + duration);
        self.wake_background_tasks();
    }
}
