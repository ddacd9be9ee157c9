//! The cache of loaded fights, each behind a lock: one input at a time (I9).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use store::ids::FightId;
use store::shards::ShardRange;

use crate::state::fight_state::FightState;

/// Fights that were used lately, each behind the lock that admits one input at a time.
///
/// Where several programs share a database, the owner of a fight keeps it for as long as it is
/// notified of changes by the others; every other program reads it again each time.
pub(crate) struct FightCache {
    entries: Mutex<BTreeMap<FightId, Arc<CachedFight>>>,
    /// `None`: this program owns all fights.
    own_shards: Option<ShardRange>,
    is_disconnected: AtomicBool,
}

#[derive(Default)]
struct CachedFight {
    state: Arc<tokio::sync::Mutex<Option<Arc<FightState>>>>,
    /// Another program has changed the fight.
    is_stale: AtomicBool,
}

const MAX_CACHED_FIGHTS: usize = 1024;

/// The right to change one fight, until it is dropped.
pub(crate) struct FightLock {
    _entry: Arc<CachedFight>,
    guard: OwnedMutexGuard<Option<Arc<FightState>>>,
    own_shards: Option<ShardRange>,
    /// The state was read or stored since the fight was locked.
    is_fresh: bool,
}

impl FightLock {
    /// Caches the state that an input has stored.
    pub fn set_state(&mut self, state: Arc<FightState>) {
        *self.guard = Some(state);
        self.is_fresh = true;
    }

    /// Returns whether the state was read or stored since the fight was locked.
    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Drops the cached state, because another one may be stored.
    pub fn clear_state(&mut self) {
        *self.guard = None;
    }

    /// Returns the cached state; `None` where it must be read first.
    pub fn cached_state(&self) -> Option<Arc<FightState>> {
        self.guard.clone()
    }
}

impl Drop for FightLock {
    fn drop(&mut self) {
        let Some(state) = self.guard.as_ref() else { return };
        if self.own_shards.is_some_and(|shards| !shards.contains_guild(state.guild)) {
            self.clear_state();
        }
    }
}

impl FightCache {
    /// Creates a cache that keeps the fights of these shards; `None` keeps all.
    pub fn for_shards(own_shards: Option<ShardRange>) -> Self {
        Self {
            entries: Mutex::default(),
            own_shards,
            is_disconnected: AtomicBool::new(own_shards.is_some()),
        }
    }

    /// Waits until no other input of this fight is played, and locks it.
    pub async fn lock_fight(&self, fight: FightId) -> FightLock {
        let entry = {
            let mut entries = self.lock_entries();
            if entries.len() >= MAX_CACHED_FIGHTS {
                // Fights that nobody has locked can be read again.
                entries.retain(|_, entry| Arc::strong_count(entry) > 1);
            }
            Arc::clone(entries.entry(fight).or_default())
        };
        let mut guard = Arc::clone(&entry.state).lock_owned().await;
        // A read from now on sees every change that was notified until now.
        if entry.is_stale.swap(false, Ordering::SeqCst)
            || self.is_disconnected.load(Ordering::SeqCst)
        {
            *guard = None;
        }
        FightLock { _entry: entry, guard, own_shards: self.own_shards, is_fresh: false }
    }

    /// Records that another program has changed a fight.
    pub fn mark_stale(&self, fight: FightId) {
        if let Some(entry) = self.lock_entries().get(&fight) {
            entry.is_stale.store(true, Ordering::SeqCst);
        }
    }

    /// Records that other programs may have changed any fight.
    pub fn mark_all_stale(&self) {
        self.lock_entries().values().for_each(|entry| entry.is_stale.store(true, Ordering::SeqCst));
    }

    /// Uses the cache again, because the notifications of other programs arrive.
    pub fn mark_connected(&self) {
        self.is_disconnected.store(false, Ordering::SeqCst);
    }

    /// Does not use the cache any more, because the notifications of other programs do not arrive.
    pub fn mark_disconnected(&self) {
        self.is_disconnected.store(true, Ordering::SeqCst);
    }

    fn lock_entries(&self) -> MutexGuard<'_, BTreeMap<FightId, Arc<CachedFight>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
