//! A cache of rows that every input reads and that seldom change. Only this process writes these
//! rows, and it writes the database before the cache. Where several processes write them, the
//! cache is disabled. A full cache is emptied.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many rows a cache holds at most.
const MAX_ROWS: usize = 10_000;

/// A cache of rows by key.
#[derive(Clone)]
pub struct RowCache<K, V> {
    content: Arc<Mutex<CacheContent<K, V>>>,
    is_disabled: bool,
}

struct CacheContent<K, V> {
    /// `None` under a key says that the database has no such row.
    rows: BTreeMap<K, Option<V>>,
    /// How often the cache was emptied.
    generation: u64,
}

/// The generation of the cache at the moment when a read from the database began.
#[derive(Clone, Copy)]
pub struct ReadToken {
    generation: u64,
}

impl<K, V> Default for RowCache<K, V> {
    fn default() -> Self {
        let content = CacheContent { rows: BTreeMap::new(), generation: 0 };
        Self { content: Arc::new(Mutex::new(content)), is_disabled: false }
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
        self.lock_content().rows.get(key).cloned()
    }

    /// Returns a token that the caller takes before it reads a row from the database.
    /// [`Self::insert_read_unless_stale`] needs it to notice that the cache was emptied meanwhile.
    pub fn begin_read(&self) -> ReadToken {
        ReadToken { generation: self.lock_content().generation }
    }

    /// Caches a row that was read, unless a newer one may have been written meanwhile.
    pub fn insert_read_unless_stale(&self, token: ReadToken, key: K, row: Option<V>) {
        let mut content = self.lock_content();
        // A newer row may have been in the cache when it was emptied.
        if self.is_disabled || content.generation != token.generation {
            return;
        }
        content.make_room();
        content.rows.entry(key).or_insert(row);
    }

    /// Caches a row that was written.
    pub fn insert_written(&self, key: K, row: V) {
        if !self.is_disabled {
            let mut content = self.lock_content();
            content.make_room();
            content.rows.insert(key, Some(row));
        }
    }

    /// Stores that the database has no rows any more under these cached keys.
    pub fn mark_cached_rows_deleted(&self, matches_key: impl Fn(&K) -> bool) {
        for (key, row) in self.lock_content().rows.iter_mut() {
            if matches_key(key) {
                *row = None;
            }
        }
    }

    fn lock_content(&self) -> MutexGuard<'_, CacheContent<K, V>> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord, V> CacheContent<K, V> {
    /// Empties a cache that is full. Reads that have begun before are not kept then.
    fn make_room(&mut self) {
        if self.rows.len() >= MAX_ROWS {
            self.rows.clear();
            self.generation += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_cache_is_emptied() {
        let cache = RowCache::default();
        for key in 0..MAX_ROWS {
            cache.insert_written(key, ());
        }
        assert_eq!(cache.get(&0), Some(Some(())));
        cache.insert_written(MAX_ROWS, ());
        assert_eq!((cache.get(&0), cache.get(&MAX_ROWS)), (None, Some(Some(()))));
    }

    #[test]
    fn row_read_before_the_cache_was_emptied_is_not_cached() {
        let cache = RowCache::default();
        let token = cache.begin_read();
        for key in 0..=MAX_ROWS {
            cache.insert_written(key, "new");
        }
        cache.insert_read_unless_stale(token, 0, Some("old"));
        assert_eq!(cache.get(&0), None);
        cache.insert_read_unless_stale(cache.begin_read(), 0, Some("read"));
        assert_eq!(cache.get(&0), Some(Some("read")));
    }
}
