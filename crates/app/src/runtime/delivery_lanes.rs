//! The lanes of delivery: one post at a time for each audience, few under way at once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::api::outbox::Audience;

/// The most posts that are under way at once: after an outage there are some for every fight.
const MAX_CHANNEL_DELIVERIES: usize = 24;

const MAX_DM_DELIVERIES: usize = 8;

/// The audiences that somebody is delivering to.
pub(crate) struct DeliveryLanes {
    busy_audiences: Mutex<BTreeSet<String>>,
    /// Places for posts under way; who comes first has the next. What goes out in private has its
    /// own: first messages to many people take long, and the channels do not wait for that.
    channel_permits: Semaphore,
    dm_permits: Semaphore,
}

impl Default for DeliveryLanes {
    fn default() -> Self {
        Self {
            busy_audiences: Mutex::default(),
            channel_permits: Semaphore::new(MAX_CHANNEL_DELIVERIES),
            dm_permits: Semaphore::new(MAX_DM_DELIVERIES),
        }
    }
}

/// The right to deliver to one audience.
pub(crate) struct DeliveryLane<'a> {
    lanes: &'a DeliveryLanes,
    audience: &'a str,
}

impl DeliveryLanes {
    pub(crate) fn try_enter<'a>(&'a self, audience: &'a str) -> Option<DeliveryLane<'a>> {
        let mut busy = self.busy_audiences.lock().unwrap_or_else(PoisonError::into_inner);
        // Lazily: a lane that is made and dropped here would leave the lane of another.
        busy.insert(audience.to_string()).then(|| DeliveryLane { lanes: self, audience })
    }

    pub(crate) fn permits_for(&self, audience: Audience) -> &Semaphore {
        match audience {
            Audience::Channel(_) => &self.channel_permits,
            Audience::Dm(_) => &self.dm_permits,
        }
    }
}

impl Drop for DeliveryLane<'_> {
    fn drop(&mut self) {
        let mut busy = self.lanes.busy_audiences.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(self.audience);
    }
}
