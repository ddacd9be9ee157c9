//! The lanes of delivery: one post at a time for each audience, few under way at once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::terms::outbox::Audience;

/// The most posts that are under way at once: after an outage there are some for every fight.
const MOST_TO_CHANNELS: usize = 24;

const MOST_IN_PRIVATE: usize = 8;

/// The audiences that somebody is delivering to.
pub(crate) struct Lanes {
    busy: Mutex<BTreeSet<String>>,
    /// Places for posts under way; who comes first has the next. What goes out in private has its
    /// own: first messages to many people take long, and the channels do not wait for that.
    to_channels: Semaphore,
    in_private: Semaphore,
}

impl Default for Lanes {
    fn default() -> Self {
        Self {
            busy: Mutex::default(),
            to_channels: Semaphore::new(MOST_TO_CHANNELS),
            in_private: Semaphore::new(MOST_IN_PRIVATE),
        }
    }
}

/// The right to deliver to one audience.
pub(crate) struct Lane<'a> {
    lanes: &'a Lanes,
    audience: &'a str,
}

impl Lanes {
    pub(crate) fn enter<'a>(&'a self, audience: &'a str) -> Option<Lane<'a>> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        // Lazily: a lane that is made and dropped here would leave the lane of another.
        busy.insert(audience.to_string()).then(|| Lane { lanes: self, audience })
    }

    pub(crate) fn places(&self, to: Audience) -> &Semaphore {
        match to {
            Audience::Channel(_) => &self.to_channels,
            Audience::Dm(_) => &self.in_private,
        }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        let mut busy = self.lanes.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(self.audience);
    }
}
