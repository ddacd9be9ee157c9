//! The systems that a server plays, and whose commands it is shown.

use jiff::Timestamp;

use store::shards::shard_of;
pub use store::shards::{Shards, Turn};

/// One of the parts into which Discord divides a bot's servers, each with a connection of its own.
/// See <https://discord.com/developers/docs/events/gateway#sharding>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Counted from 0.
    pub number: u32,
    /// How many there are, at least 1.
    pub total: u32,
}

impl Shard {
    /// Of a bot that is not divided.
    pub const SOLE: Self = Self { number: 0, total: 1 };

    pub fn has(self, guild: u64) -> bool {
        shard_of(guild, self.total) == self.number
    }
}

/// Where commands are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// In direct messages.
    Direct,
    Server(u64),
}

/// How a look at the commands of a scope has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// They are as they should be.
    Settled,
    /// It is tried again, after the others.
    Again,
    /// It is of no use before tomorrow.
    Tomorrow,
}

/// The systems of a server, for whoever asks.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerCard {
    pub guild: u64,
    /// Each with the time until which it stays; none while a fight of it is open.
    pub systems: Vec<(String, Option<Timestamp>)>,
    pub days: i64,
    /// The commands in the server are those of these systems.
    pub is_shown: bool,
}

/// A system that a fight has brought into a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    pub guild: u64,
    pub system: String,
    /// Its commands are in the server.
    pub is_shown: bool,
}
