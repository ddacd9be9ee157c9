//! The fights that are held, each behind a lock: one input at a time (I9).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use store::ids::FightId;
use store::shards::Shards;

use crate::fight::fight_state::FightState;

/// The fights that were asked for lately, each behind the lock that lets one input in at a time.
///
/// Of several programs on one database the owner of a fight keeps it, for as long as it hears of
/// what others do to it; others read it anew each time.
pub(crate) struct Fights {
    entries: Mutex<BTreeMap<FightId, Arc<Entry>>>,
    /// None: all fights are this program's.
    shards: Option<Shards>,
    is_deaf: AtomicBool,
}

#[derive(Default)]
struct Entry {
    now: Arc<tokio::sync::Mutex<Option<Arc<FightState>>>>,
    /// Another program has changed it.
    is_old: AtomicBool,
}

/// The most fights that are kept in memory.
const MOST_KEPT: usize = 1024;

/// The right to change one fight.
pub(crate) struct Exclusive {
    _entry: Arc<Entry>,
    guard: OwnedMutexGuard<Option<Arc<FightState>>>,
    shards: Option<Shards>,
    /// What is kept was read or stored since the fight was entered.
    is_fresh: bool,
}

impl Exclusive {
    /// What holds once an input is stored.
    pub fn keep(&mut self, now: Arc<FightState>) {
        *self.guard = Some(now);
        self.is_fresh = true;
    }

    pub fn is_fresh(&self) -> bool {
        self.is_fresh
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

impl Drop for Exclusive {
    fn drop(&mut self) {
        let is_ours = |now: &Arc<FightState>| self.shards.is_none_or(|it| it.has(now.guild));
        if !self.guard.as_ref().is_none_or(is_ours) {
            self.forget();
        }
    }
}

impl Fights {
    /// Those of such shards; none: all.
    pub fn of(shards: Option<Shards>) -> Self {
        Self { entries: Mutex::default(), shards, is_deaf: AtomicBool::new(shards.is_some()) }
    }

    /// Waits until no other input of this fight is being taken.
    pub async fn enter(&self, fight: FightId) -> Exclusive {
        let entry = {
            let mut entries = self.entries();
            if entries.len() >= MOST_KEPT {
                // Those nobody holds can be read again.
                entries.retain(|_, entry| Arc::strong_count(entry) > 1);
            }
            Arc::clone(entries.entry(fight).or_default())
        };
        let mut guard = Arc::clone(&entry.now).lock_owned().await;
        // What is read from now on is newer than what was heard of until now.
        if entry.is_old.swap(false, Ordering::SeqCst) || self.is_deaf.load(Ordering::SeqCst) {
            *guard = None;
        }
        Exclusive { _entry: entry, guard, shards: self.shards, is_fresh: false }
    }

    /// Another program has changed a fight.
    pub fn is_old(&self, fight: FightId) {
        if let Some(entry) = self.entries().get(&fight) {
            entry.is_old.store(true, Ordering::SeqCst);
        }
    }

    /// Others may have changed any fight.
    pub fn are_old(&self) {
        self.entries().values().for_each(|entry| entry.is_old.store(true, Ordering::SeqCst));
    }

    /// Whether nothing is heard of what other programs do.
    pub fn are_deaf(&self, is_deaf: bool) {
        self.is_deaf.store(is_deaf, Ordering::SeqCst);
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<FightId, Arc<Entry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
