//! When each user last visited each fight, and summaries that still have to be shown to users who
//! came back.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::core::ids::UserId;
use store::ids::{FightId, Millis};

use crate::api::missed_events::MissedEvents;

const MAX_CACHED_VISITS: usize = 10_000;

#[derive(Default)]
pub struct PresenceTracker {
    last_visits: Mutex<BTreeMap<(UserId, FightId), LastVisit>>,
    missed_events: Mutex<BTreeMap<UserId, MissedEvents>>,
}

/// A user's last visit to a fight.
#[derive(Clone, Copy)]
pub struct LastVisit {
    pub time: Millis,
    pub revision: i64,
    /// The time of the visit that is stored.
    pub stored_at: Millis,
}

impl PresenceTracker {
    pub fn last_visit(&self, user: UserId, fight: FightId) -> Option<LastVisit> {
        lock_unpoisoned(&self.last_visits).get(&(user, fight)).copied()
    }

    /// Records a visit of a user. Forgets all visits first where too many are kept.
    pub fn record_visit(&self, user: UserId, fight: FightId, visit: LastVisit) {
        let mut visits = lock_unpoisoned(&self.last_visits);
        if visits.len() >= MAX_CACHED_VISITS {
            visits.clear();
        }
        visits.insert((user, fight), visit);
    }

    /// Keeps what a user has missed until they read it, in the place of what was kept before.
    pub fn queue_missed_events(&self, user: UserId, missed: MissedEvents) {
        lock_unpoisoned(&self.missed_events).insert(user, missed);
    }

    pub fn forget_user(&self, user: UserId) {
        lock_unpoisoned(&self.last_visits).retain(|(visitor, _), _| *visitor != user);
        lock_unpoisoned(&self.missed_events).remove(&user);
    }

    /// Returns what a user has missed, once.
    pub fn take_missed_events(&self, user: UserId) -> Option<MissedEvents> {
        lock_unpoisoned(&self.missed_events).remove(&user)
    }
}

fn lock_unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
