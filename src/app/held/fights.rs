//! The fights that are held, each behind a lock: one input at a time (I9).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

use crate::store::ids::FightId;

use crate::app::fight::fight_state::FightState;

/// The fights that were asked for lately, each behind the lock that lets one input in at a time.
#[derive(Default)]
pub(in crate::app) struct Fights {
    entries: Mutex<BTreeMap<FightId, Entry>>,
}

type Entry = Arc<tokio::sync::Mutex<Option<Arc<FightState>>>>;

/// The most fights that are kept in memory.
const MOST_KEPT: usize = 1024;

/// The right to change one fight.
pub(in crate::app) struct Exclusive {
    guard: OwnedMutexGuard<Option<Arc<FightState>>>,
}

impl Exclusive {
    /// What holds once an input is stored.
    pub fn keep(&mut self, now: Arc<FightState>) {
        *self.guard = Some(now);
    }

    /// What was kept is not what is stored.
    pub fn forget(&mut self) {
        *self.guard = None;
    }

    /// The fight as it stands; none where it must be read first.
    pub fn kept(&self) -> Option<Arc<FightState>> {
        self.guard.clone()
    }
}

impl Fights {
    /// Waits until no other input of this fight is being taken.
    pub async fn enter(&self, fight: FightId) -> Exclusive {
        let entry = {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            if entries.len() >= MOST_KEPT {
                // Those nobody holds can be read again.
                entries.retain(|_, entry| Arc::strong_count(entry) > 1);
            }
            Arc::clone(entries.entry(fight).or_default())
        };
        Exclusive { guard: entry.lock_owned().await }
    }
}
