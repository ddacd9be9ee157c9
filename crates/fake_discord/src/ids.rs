//! Snowflakes: the ids of everything, which also say when the thing was made.

use std::fmt;

use serde::{Serialize, Serializer};

/// Discord counts milliseconds from the first second of 2015.
const EPOCH_MS: i64 = 1_420_070_400_000;

/// An id of a user, channel, message, guild, command or interaction. On the wire it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// Reads a decimal string; zero and anything else is `None`.
    pub fn parse(text: &str) -> Option<Id> {
        text.parse().ok().filter(|&n| n != 0).map(Id)
    }

    /// When the thing was made, in Unix milliseconds.
    pub fn made_ms(self) -> i64 {
        (self.0 >> 22) as i64 + EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Makes ids: never the same twice, and later ones are greater.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    last: u64,
}

impl Ids {
    pub fn next(&mut self, now_ms: i64) -> Id {
        let since = u64::try_from(now_ms - EPOCH_MS).unwrap_or(0);
        self.last = (since << 22).max(self.last + 1);
        Id(self.last)
    }
}

/// A moment as Discord writes it.
pub(crate) fn timestamp(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string()
}
