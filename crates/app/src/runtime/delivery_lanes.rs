//! Limits deliveries: one at a time for each audience, and few at once in total.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use store::rows::OutboxRow;

use crate::api::outbox::{Audience, DeliveredMessage, Delivery, DeliveryError};

/// The most channel deliveries at once: after an outage every fight has some.
const MAX_CHANNEL_DELIVERIES: usize = 24;

const MAX_DM_DELIVERIES: usize = 8;

pub(crate) struct DeliveryLanes {
    busy_audiences: Mutex<BTreeSet<String>>,
    /// Permits, given in the order of the requests. Direct messages have their own: first messages
    /// to many users take long, and the channels must not wait for them.
    channel_permits: Semaphore,
    dm_permits: Semaphore,
    /// Attempts whose result could not be stored, by audience.
    unsettled_attempts: Mutex<BTreeMap<String, DeliveryAttempt>>,
}

/// An attempt to deliver an outbox row, and its result.
pub(crate) struct DeliveryAttempt {
    pub(crate) row: OutboxRow,
    pub(crate) delivery: Delivery,
    /// Nothing could be posted for the audience until now.
    pub(crate) was_unreachable: bool,
    /// It is a direct message to somebody who has no part in the fight.
    pub(crate) is_for_onlooker: bool,
    pub(crate) delivered: Result<DeliveredMessage, DeliveryError>,
}

impl Default for DeliveryLanes {
    fn default() -> Self {
        Self {
            busy_audiences: Mutex::default(),
            channel_permits: Semaphore::new(MAX_CHANNEL_DELIVERIES),
            dm_permits: Semaphore::new(MAX_DM_DELIVERIES),
            unsettled_attempts: Mutex::default(),
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

    /// Returns the permits that limit how many messages are sent at once to audiences of this kind.
    pub(crate) fn permits_for(&self, audience: Audience) -> &Semaphore {
        match audience {
            Audience::Channel(_) => &self.channel_permits,
            Audience::Dm(_) => &self.dm_permits,
        }
    }

    /// Keeps an attempt whose result could not be stored. Sent again, its message would stand there
    /// twice.
    pub(crate) fn remember_unsettled_attempt(&self, attempt: DeliveryAttempt) {
        self.lock_unsettled_attempts().insert(attempt.row.audience.clone(), attempt);
    }

    /// Returns the attempt to deliver this row if its result is still to be stored, and forgets
    /// what is kept for the audience.
    pub(crate) fn take_unsettled_attempt(&self, row: &OutboxRow) -> Option<DeliveryAttempt> {
        let attempt = self.lock_unsettled_attempts().remove(&row.audience);
        attempt.filter(|attempt| attempt.row.is_same_row(row))
    }

    fn lock_unsettled_attempts(&self) -> MutexGuard<'_, BTreeMap<String, DeliveryAttempt>> {
        self.unsettled_attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for DeliveryLane<'_> {
    fn drop(&mut self) {
        let mut busy = self.lanes.busy_audiences.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(self.audience);
    }
}
