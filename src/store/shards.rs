//! Shards: the parts into which Discord divides a bot's servers, each with a connection of its own.
//! See <https://discord.com/developers/docs/events/gateway#sharding>.

use std::fmt;
use std::str::FromStr;

/// The shards that one process has, in a row, of so many. Written `0-3/16`, or `5/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// More than any bot has.
const MOST: u32 = 100_000;

impl Shards {
    /// One for all: a bot that is not divided.
    pub const SOLE: Self = Self { first: 0, last: 0, total: 1 };

    /// All of so many; none of no shards, or of too many.
    pub fn all_of(total: u32) -> Option<Self> {
        (1..=MOST).contains(&total).then(|| Self { first: 0, last: total - 1, total })
    }

    pub fn total(self) -> u32 {
        self.total
    }

    pub fn each(self) -> impl Iterator<Item = u32> {
        self.first..=self.last
    }

    pub fn has(self, shard: u32) -> bool {
        (self.first..=self.last).contains(&shard)
    }

    /// The shard of a server. Whatever is in no server, as direct messages are, comes to shard 0.
    pub fn of_server(self, guild: u64) -> u32 {
        ((guild >> 22) % u64::from(self.total)) as u32
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}/{}", self.first, self.total),
            false => write!(f, "{}-{}/{}", self.first, self.last, self.total),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shards are written 0-3/16, or 5/16, counted from 0, and not {0:?}")]
pub struct NoShards(String);

impl FromStr for Shards {
    type Err = NoShards;

    fn from_str(text: &str) -> Result<Self, NoShards> {
        let read = || {
            let (some, total) = text.split_once('/')?;
            let (first, last) = some.split_once('-').unwrap_or((some, some));
            let number = |text: &str| text.trim().parse::<u32>().ok();
            let shards = Self { first: number(first)?, last: number(last)?, total: number(total)? };
            let Self { first, last, total } = shards;
            (first <= last && last < total && total <= MOST).then_some(shards)
        };
        read().ok_or_else(|| NoShards(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_row_of_so_many() {
        for text in ["0-3/16", "5/16", "0/1", "12-15/16"] {
            assert_eq!(text.parse::<Shards>().unwrap().to_string(), text);
        }
        assert_eq!("0/1".parse(), Ok(Shards::SOLE));
        for wrong in ["", "3", "3-0/16", "0-16/16", "1/1", "0/0", "a/2", "-1/2", "0-3/1000000"] {
            assert!(wrong.parse::<Shards>().is_err(), "{wrong}");
        }
        assert_eq!((Shards::all_of(0), Shards::all_of(1)), (None, Some(Shards::SOLE)));
    }

    #[test]
    fn a_server_has_its_shard() {
        let some: Shards = "2-3/4".parse().unwrap();
        // The example of Discord's documents.
        let server = 197_038_439_483_310_086_u64;
        assert_eq!(some.of_server(server), ((server >> 22) % 4) as u32);
        assert_eq!((some.of_server(3 << 22), some.of_server(5 << 22)), (3, 1));
        assert_eq!((some.has(some.of_server(6 << 22)), some.has(1)), (true, false));
        assert_eq!(some.each().collect::<Vec<_>>(), [2, 3]);
    }
}
