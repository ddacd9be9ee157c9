//! The systems that a server plays, and the slash commands that it shows for them.

use jiff::Timestamp;

use store::shards::shard_for_guild;
pub use store::shards::{IdentifySlot, ShardRange};

/// One of the parts into which Discord divides a bot's servers, each with its own connection. See
/// <https://discord.com/developers/docs/events/gateway#sharding>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Counted from 0.
    pub number: u32,
    /// The number of shards, at least 1.
    pub total: u32,
}

impl Shard {
    /// The only shard of a bot that is not divided.
    pub const UNSHARDED: Self = Self { number: 0, total: 1 };

    pub fn contains_guild(self, guild: u64) -> bool {
        shard_for_guild(guild, self.total) == self.number
    }
}

/// A place where slash commands are registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandScope {
    DirectMessages,
    Server(u64),
}

/// The result of registering the commands of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandSyncResult {
    UpToDate,
    /// It failed, and is retried after the other scopes.
    Retry,
    /// Another try is useless before tomorrow.
    RetryTomorrow,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ServerCard {
    pub guild: u64,
    /// Each system with the time until which it stays; `None` while a fight of it is open.
    pub systems: Vec<(String, Option<Timestamp>)>,
    pub retention_days: i64,
    /// The tag of the language of its channels.
    pub language: Option<String>,
    /// The language is chosen here, whatever the chat service says.
    pub has_own_language: bool,
    /// The server shows the commands of these systems.
    pub has_commands: bool,
}

/// A system that a fight has brought into a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedSystem {
    pub guild: u64,
    pub system: String,
    /// The server already shows its commands.
    pub has_commands: bool,
}
