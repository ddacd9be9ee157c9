//! Limits deliveries: one at a time for each audience, and few at once in total.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::api::outbox::Audience;

/// The most channel deliveries at once: after an outage every fight has some.
const MAX_CHANNEL_DELIVERIES: usize = 24;

const MAX_DM_DELIVERIES: usize = 8;

pub(crate) struct DeliveryLanes {
    busy_audiences: Mutex<BTreeSet<String>>,
    /// Permits, given in the order of the requests. Direct messages have their own: first messages
    /// to many users take long, and the channels must not wait for them.
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

/// The right to deliver to one audience, until it is dropped.
pub(crate) struct DeliveryLane<'a> {
    lanes: &'a DeliveryLanes,
    audience: &'a str,
}

impl DeliveryLanes {
    /// Returns `None` while another task delivers to the audience.
    pub(crate) fn try_enter<'a>(&'a self, audience: &'a str) -> Option<DeliveryLane<'a>> {
        let mut busy = self.busy_audiences.lock().unwrap_or_else(PoisonError::into_inner);
        // Built lazily: a lane that is built and dropped here would release that of another task.
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
