//! Snowflakes: Discord's ids, which contain the time of their creation.

use std::fmt;

use serde::{Serialize, Serializer};

/// The first second of 2015, in Unix milliseconds. Snowflakes count from then.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// The id of a user, channel, message, guild, command or interaction. It is serialized as a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Snowflake(pub u64);

impl Snowflake {
    /// Parses a decimal number. Returns `None` for zero and any other text.
    pub fn parse(text: &str) -> Option<Snowflake> {
        text.parse().ok().filter(|&number| number != 0).map(Snowflake)
    }

    /// Returns the time of creation in Unix milliseconds.
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

/// Generates unique, increasing ids.
#[derive(Debug, Default)]
pub(crate) struct SnowflakeGenerator {
    last: u64,
}

impl SnowflakeGenerator {
    /// Returns an id of this time that is above all earlier ones.
    pub fn next_snowflake(&mut self, now_ms: i64) -> Snowflake {
        let ms_since_epoch = u64::try_from(now_ms - DISCORD_EPOCH_MS).unwrap_or(0);
        self.last = (ms_since_epoch << 22).max(self.last + 1);
        Snowflake(self.last)
    }
}

/// Returns a time, given in Unix milliseconds, as Discord writes it (ISO 8601).
pub(crate) fn format_timestamp(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string()
}
