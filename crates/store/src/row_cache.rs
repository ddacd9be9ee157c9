//! Rows that are read at every input and seldom change, kept in memory once they were read. Only
//! the program that has the file open writes them, and it writes the file first. Where several
//! programs write them nothing is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is known of each key; none where the file has no row of it.
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
    /// Of rows that other programs write as well.
    pub fn disabled() -> Self {
        Self { is_disabled: true, ..Self::default() }
    }
}

impl<K: Ord, V: Clone> RowCache<K, V> {
    /// What is kept of it; none if it was not read yet.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<Option<V>>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.lock_rows().get(key).cloned()
    }

    /// Keeps what was read, unless something newer was written meanwhile.
    pub fn insert_if_absent(&self, key: K, row: Option<V>) {
        if !self.is_disabled {
            self.lock_rows().entry(key).or_insert(row);
        }
    }

    /// Keeps what was written.
    pub fn insert_written(&self, key: K, row: V) {
        if !self.is_disabled {
            self.lock_rows().insert(key, Some(row));
        }
    }

    /// The rows of such keys were deleted.
    pub fn mark_deleted(&self, matches_key: impl Fn(&K) -> bool) {
        self.lock_rows()
            .iter_mut()
            .filter(|(key, _)| matches_key(key))
            .for_each(|(_, row)| *row = None);
    }

    fn lock_rows(&self) -> MutexGuard<'_, BTreeMap<K, Option<V>>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
