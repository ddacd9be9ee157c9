//! Things that keep how they are written.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A thing that keeps its JSON from when it is written until it is changed, for itself and for its
/// copies: a fight is written after every act, and an act changes few of those who are in it.
pub struct CachedJson<T> {
    value: T,
    json: OnceLock<Arc<RawValue>>,
}

impl<T> From<T> for CachedJson<T> {
    fn from(thing: T) -> Self {
        Self { value: thing, json: OnceLock::new() }
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
    /// Whoever has it in hand may change it.
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
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        if let Some(json) = self.json.get() {
            return json.serialize(to);
        }
        let json: Arc<RawValue> = to_raw_value(&self.value).map_err(W::Error::custom)?.into();
        self.json.get_or_init(|| json).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CachedJson<T> {
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        T::deserialize(from).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<T: Serialize>(thing: &CachedJson<T>) -> String {
        serde_json::to_string(thing).unwrap()
    }

    #[test]
    fn what_is_changed_is_written_anew() {
        let mut one = CachedJson::from(vec![1, 2]);
        assert_eq!(written(&one), "[1,2]");
        let kept = one.json.get().map(Arc::as_ptr);
        assert!(kept.is_some());
        let copy = one.clone();
        one.push(3);
        assert!(one.json.get().is_none());
        assert_eq!((written(&one), written(&copy)), ("[1,2,3]".into(), "[1,2]".into()));
        assert_eq!(copy.json.get().map(Arc::as_ptr), kept, "a copy is written as what it is of");
        assert_eq!(
            serde_json::from_str::<CachedJson<Vec<u8>>>("[1,2]").unwrap(),
            CachedJson::from(vec![1, 2])
        );
    }
}
