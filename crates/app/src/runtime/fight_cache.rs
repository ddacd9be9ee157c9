//! The fights that are held, each behind a lock: one input at a time (I9).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use store::ids::FightId;
use store::shards::ShardRange;

use crate::state::fight_state::FightState;

/// The fights that were asked for lately, each behind the lock that lets one input in at a time.
///
/// Of several programs on one database the owner of a fight keeps it, for as long as it hears of
/// what others do to it; others read it anew each time.
pub(crate) struct FightCache {
    entries: Mutex<BTreeMap<FightId, Arc<CachedFight>>>,
    /// None: all fights are this program's.
    own_shards: Option<ShardRange>,
    is_disconnected: AtomicBool,
}

#[derive(Default)]
struct CachedFight {
    state: Arc<tokio::sync::Mutex<Option<Arc<FightState>>>>,
    /// Another program has changed it.
    is_stale: AtomicBool,
}

/// The most fights that are kept in memory.
const MAX_CACHED_FIGHTS: usize = 1024;

/// The right to change one fight.
pub(crate) struct FightLock {
    _entry: Arc<CachedFight>,
    guard: OwnedMutexGuard<Option<Arc<FightState>>>,
    own_shards: Option<ShardRange>,
    /// What is kept was read or stored since the fight was entered.
    is_fresh: bool,
}

impl FightLock {
    /// What holds once an input is stored.
    pub fn set_state(&mut self, state: Arc<FightState>) {
        *self.guard = Some(state);
        self.is_fresh = true;
    }

    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// What was kept is not what is stored.
    pub fn clear_state(&mut self) {
        *self.guard = None;
    }

    /// The fight as it stands; none where it must be read first.
    pub fn cached_state(&self) -> Option<Arc<FightState>> {
        self.guard.clone()
    }
}

impl Drop for FightLock {
    fn drop(&mut self) {
        let is_ours =
            |now: &Arc<FightState>| self.own_shards.is_none_or(|it| it.contains_guild(now.guild));
        if !self.guard.as_ref().is_none_or(is_ours) {
            self.clear_state();
        }
    }
}

impl FightCache {
    /// Those of such shards; none: all.
    pub fn for_shards(own_shards: Option<ShardRange>) -> Self {
        Self {
            entries: Mutex::default(),
            own_shards,
            is_disconnected: AtomicBool::new(own_shards.is_some()),
        }
    }

    /// Waits until no other input of this fight is being taken.
    pub async fn lock_fight(&self, fight: FightId) -> FightLock {
        let entry = {
            let mut entries = self.lock_entries();
            if entries.len() >= MAX_CACHED_FIGHTS {
                // Those nobody holds can be read again.
                entries.retain(|_, entry| Arc::strong_count(entry) > 1);
            }
            Arc::clone(entries.entry(fight).or_default())
        };
        let mut guard = Arc::clone(&entry.state).lock_owned().await;
        // What is read from now on is newer than what was heard of until now.
        if entry.is_stale.swap(false, Ordering::SeqCst)
            || self.is_disconnected.load(Ordering::SeqCst)
        {
            *guard = None;
        }
        FightLock { _entry: entry, guard, own_shards: self.own_shards, is_fresh: false }
    }

    /// Another program has changed a fight.
    pub fn mark_stale(&self, fight: FightId) {
        if let Some(entry) = self.lock_entries().get(&fight) {
            entry.is_stale.store(true, Ordering::SeqCst);
        }
    }

    /// Others may have changed any fight.
    pub fn mark_all_stale(&self) {
        self.lock_entries().values().for_each(|entry| entry.is_stale.store(true, Ordering::SeqCst));
    }

    /// Whether nothing is heard of what other programs do.
    pub fn set_disconnected(&self, is_disconnected: bool) {
        self.is_disconnected.store(is_disconnected, Ordering::SeqCst);
    }

    fn lock_entries(&self) -> MutexGuard<'_, BTreeMap<FightId, Arc<CachedFight>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
