//! A cache of rows that every input reads and that seldom change. Only this process writes these
//! rows, and it writes the database before the cache. Where several processes write them, the
//! cache is disabled.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A cache of rows by key. `None` under a key says that the database has no such row.
#[derive(Clone)]
pub struct RowCache<K, V> {
    rows: Arc<Mutex<BTreeMap<K, Option<V>>>>,
    is_disabled: bool,
}

impl<K, V> Default for RowCache<K, V> {
    fn default() -> Self {
        Self { rows: Arc::default(), is_disabled: false }
    }
}

impl<K, V> RowCache<K, V> {
    /// Returns a cache that stays empty, for rows that other processes write as well.
    pub fn disabled() -> Self {
        Self { is_disabled: true, ..Self::default() }
    }
}

impl<K: Ord, V: Clone> RowCache<K, V> {
    /// Returns the cached row. The outer `None` says that the key is not cached, the inner one that
    /// the database has no such row.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<Option<V>>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.lock_rows().get(key).cloned()
    }

    /// Caches a row that was read, unless a newer one was written meanwhile.
    pub fn insert_if_absent(&self, key: K, row: Option<V>) {
        if !self.is_disabled {
            self.lock_rows().entry(key).or_insert(row);
        }
    }

    /// Caches a row that was written.
    pub fn insert_written(&self, key: K, row: V) {
        if !self.is_disabled {
            self.lock_rows().insert(key, Some(row));
        }
    }

    /// Stores that the database has no rows any more under these cached keys.
    pub fn mark_cached_rows_deleted(&self, matches_key: impl Fn(&K) -> bool) {
        for (key, row) in self.lock_rows().iter_mut() {
            if matches_key(key) {
                *row = None;
            }
        }
    }

    fn lock_rows(&self) -> MutexGuard<'_, BTreeMap<K, Option<V>>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
