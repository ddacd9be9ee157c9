//! A value that caches its own JSON.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value whose JSON is cached from its first serialisation until it is next borrowed mutably.
///
/// Clones share the cached JSON. A fight is written after every act, and an act changes only a few
/// of its combatants.
pub struct CachedJson<T> {
    value: T,
    json: OnceLock<Arc<RawValue>>,
}

impl<T> From<T> for CachedJson<T> {
    fn from(value: T) -> Self {
        Self { value, json: OnceLock::new() }
    }
}

impl<T> Deref for CachedJson<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for CachedJson<T> {
    /// Borrows the value and drops the cached JSON, because the borrower may change the value.
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.json.take();
        &mut self.value
    }
}

impl<T: Clone> Clone for CachedJson<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), json: self.json.clone() }
    }
}

impl<T: PartialEq> PartialEq for CachedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: fmt::Debug> fmt::Debug for CachedJson<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Serialize> Serialize for CachedJson<T> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        if let Some(json) = self.json.get() {
            return json.serialize(serializer);
        }
        let json: Arc<RawValue> = to_raw_value(&self.value).map_err(W::Error::custom)?.into();
        self.json.get_or_init(|| json).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CachedJson<T> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serialize<T: Serialize>(cached: &CachedJson<T>) -> String {
        serde_json::to_string(cached).unwrap()
    }

    #[test]
    fn cached_json_is_dropped_on_mutable_borrow_and_shared_by_clones() {
        let mut original = CachedJson::from(vec![1, 2]);
        assert_eq!(serialize(&original), "[1,2]");
        let cached = original.json.get().map(Arc::as_ptr);
        assert!(cached.is_some());
        let copy = original.clone();
        original.push(3);
        assert!(original.json.get().is_none());
        assert_eq!((serialize(&original), serialize(&copy)), ("[1,2,3]".into(), "[1,2]".into()));
        assert_eq!(copy.json.get().map(Arc::as_ptr), cached, "a clone shares the cached JSON");
        assert_eq!(
            serde_json::from_str::<CachedJson<Vec<u8>>>("[1,2]").unwrap(),
            CachedJson::from(vec![1, 2])
        );
    }
}
