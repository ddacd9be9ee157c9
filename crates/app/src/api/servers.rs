//! The systems that a server plays, and whose commands it is shown.

use jiff::Timestamp;

use store::shards::shard_for_guild;
pub use store::shards::{IdentifySlot, ShardRange};

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
    pub const UNSHARDED: Self = Self { number: 0, total: 1 };

    pub fn contains_guild(self, guild: u64) -> bool {
        shard_for_guild(guild, self.total) == self.number
    }
}

/// Where commands are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandScope {
    /// In direct messages.
    DirectMessages,
    Server(u64),
}

/// How a look at the commands of a scope has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandSyncResult {
    /// They are as they should be.
    UpToDate,
    /// It is tried again, after the others.
    Retry,
    /// It is of no use before tomorrow.
    RetryTomorrow,
}

/// The systems of a server, for whoever asks.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerCard {
    pub guild: u64,
    /// Each with the time until which it stays; none while a fight of it is open.
    pub systems: Vec<(String, Option<Timestamp>)>,
    pub retention_days: i64,
    /// The commands in the server are those of these systems.
    pub has_commands: bool,
}

/// A system that a fight has brought into a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedSystem {
    pub guild: u64,
    pub system: String,
    /// Its commands are in the server.
    pub has_commands: bool,
}
