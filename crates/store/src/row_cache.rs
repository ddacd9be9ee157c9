//! Rows that are read at every input and seldom change, kept in memory once they were read. Only
//! the program that has the file open writes them, and it writes the file first. Where several
//! programs write them nothing is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is known of each key; none where the file has no row of it.
#[derive(Clone)]
pub struct RowCache<K, V> {
    rows: Arc<Mutex<BTreeMap<K, Option<V>>>>,
    is_shared: bool,
}

impl<K, V> Default for RowCache<K, V> {
    fn default() -> Self {
        Self { rows: Arc::default(), is_shared: false }
    }
}

impl<K, V> RowCache<K, V> {
    /// Of rows that other programs write as well.
    pub fn shared() -> Self {
        Self { is_shared: true, ..Self::default() }
    }
}

impl<K: Ord, V: Clone> RowCache<K, V> {
    /// What is kept of it; none if it was not read yet.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<Option<V>>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.all().get(key).cloned()
    }

    /// Keeps what was read, unless something newer was written meanwhile.
    pub fn was_read(&self, key: K, row: Option<V>) {
        if !self.is_shared {
            self.all().entry(key).or_insert(row);
        }
    }

    /// Keeps what was written.
    pub fn was_written(&self, key: K, row: V) {
        if !self.is_shared {
            self.all().insert(key, Some(row));
        }
    }

    /// The rows of such keys were deleted.
    pub fn were_deleted(&self, is_of: impl Fn(&K) -> bool) {
        self.all().iter_mut().filter(|(key, _)| is_of(key)).for_each(|(_, row)| *row = None);
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<K, Option<V>>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
