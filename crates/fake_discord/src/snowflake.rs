//! Snowflakes: the ids of everything, which also say when the thing was made.

use std::fmt;

use serde::{Serialize, Serializer};

/// Discord counts milliseconds from the first second of 2015.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// An id of a user, channel, message, guild, command or interaction. On the wire it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Snowflake(pub u64);

impl Snowflake {
    /// Reads a decimal string; zero and anything else is `None`.
    pub fn parse(text: &str) -> Option<Snowflake> {
        text.parse().ok().filter(|&n| n != 0).map(Snowflake)
    }

    /// When the thing was made, in Unix milliseconds.
    pub fn created_ms(self) -> i64 {
        (self.0 >> 22) as i64 + DISCORD_EPOCH_MS
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Snowflake {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Makes ids: never the same twice, and later ones are greater.
#[derive(Debug, Default)]
pub(crate) struct SnowflakeGenerator {
    last: u64,
}

impl SnowflakeGenerator {
    pub fn next_snowflake(&mut self, now_ms: i64) -> Snowflake {
        let since = u64::try_from(now_ms - DISCORD_EPOCH_MS).unwrap_or(0);
        self.last = (since << 22).max(self.last + 1);
        Snowflake(self.last)
    }
}

/// A moment as Discord writes it.
pub(crate) fn format_timestamp(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string()
}
