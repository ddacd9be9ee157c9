//! Several processes on one server's database, each with some of the shards into which Discord
//! divides a bot's servers.
//!
//! A process holds its shards by locks of its writing connection (`postgres.rs`): a process that
//! has lost that connection writes nothing more, and another takes over. So each fight has one
//! owner, the process with the shard of its server. Only the owner runs the fight's timers, sends
//! its messages, packs its states and erases its users. Direct messages arrive at the process with
//! shard 0. That process may change the fights of others as well; the same transaction notifies the
//! owner ([`Store::add_owner_notification`]), which listens ([`ShardListener`]) and reloads the
//! fight.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::PgConnection;
use sqlx::postgres::PgListener;
use tokio::time::timeout;

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::postgres;
use super::sql::query;
use super::transaction::Batch;

/// The highest number of shards that is accepted. No bot on Discord has so many.
const MAX_SHARDS: u32 = 4096;

/// After this time without its locks, a process has lost its shards to another one. A server
/// releases the locks of a dead session within half a minute.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(45);

/// After this time without a notification the listener's connection is tested.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long that test may take.
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// A range of a bot's shards: some of them, written `0-3/16`, or all of them, written `16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRange {
    first: u32,
    last: u32,
    total: u32,
}

/// Returns the shard, of `total`, that a server belongs to:
/// <https://discord.com/developers/docs/events/gateway#sharding>.
pub fn shard_for_guild(guild: u64, total: u32) -> u32 {
    // The remainder is less than `total`, so it fits.
    ((guild >> 22) % u64::from(total)) as u32
}

impl ShardRange {
    /// Returns the range of all shards. A total of 0 counts as 1.
    pub fn all(total: u32) -> Self {
        let total = total.max(1);
        Self { first: 0, last: total - 1, total }
    }

    pub fn is_all(self) -> bool {
        self == Self::all(self.total)
    }

    pub fn total(self) -> u32 {
        self.total
    }

    pub fn shard_numbers(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// Returns the share of all shards that is in this range: more than 0, at most 1.
    pub fn share_of_servers(self) -> f64 {
        f64::from(self.last - self.first + 1) / f64::from(self.total)
    }

    /// Returns whether a server belongs to one of these shards.
    pub fn contains_guild(self, guild: u64) -> bool {
        self.shard_numbers().contains(&shard_for_guild(guild, self.total))
    }
}

impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, total } = self;
        match (self.is_all(), first == last) {
            (true, _) => write!(f, "{total}"),
            (false, true) => write!(f, "{first}/{total}"),
            (false, false) => write!(f, "{first}-{last}/{total}"),
        }
    }
}

/// A text could not be parsed as a range of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number of shards, such as 16, or some of them, such as 0-3/16")]
pub struct ShardRangeParseError;

impl FromStr for ShardRange {
    type Err = ShardRangeParseError;

    /// Parses `8` (all of eight shards), `2/8` (one of them) or `0-3/8` (several).
    fn from_str(text: &str) -> Result<Self, ShardRangeParseError> {
        let parse = |text: &str| text.parse::<u32>().map_err(|_| ShardRangeParseError);
        let shards = match text.split_once('/') {
            None => match parse(text)? {
                0 => return Err(ShardRangeParseError),
                total => Self::all(total),
            },
            Some((range, total)) => {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                Self { first: parse(first)?, last: parse(last)?, total: parse(total)? }
            }
        };
        let Self { first, last, total } = shards;
        let is_valid = first <= last && last < total && total <= MAX_SHARDS;
        if is_valid { Ok(shards) } else { Err(ShardRangeParseError) }
    }
}

/// The shards of a process that shares its database with others.
pub(super) struct ShardClaim {
    pub address: String,
    pub shards: ShardRange,
    /// Since when another process has held the locks. `None` while this process holds them.
    blocked_since: Mutex<Option<Instant>>,
}

impl ShardClaim {
    pub fn new(address: &str, shards: ShardRange) -> Self {
        Self { address: address.into(), shards, blocked_since: Mutex::default() }
    }

    /// Records whether this process got the locks of its shards when it needed them.
    pub fn record_lock_attempt(&self, is_acquired: bool, now: Instant) {
        let mut blocked_since = self.blocked_since.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked_since = if is_acquired { None } else { Some(blocked_since.unwrap_or(now)) };
    }

    /// Returns since when another process has had the shards.
    fn blocked_since(&self) -> Option<Instant> {
        *self.blocked_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether another process has had the shards for so long that this one must stop.
    fn is_taken_over(&self, now: Instant) -> bool {
        self.blocked_since().is_some_and(|since| now.duration_since(since) > TAKEOVER_TIMEOUT)
    }
}

/// A notification from another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardMessage {
    /// It has changed a fight of this process.
    FightChanged(FightId),
    /// The erasure of a user has begun.
    UserErasure,
    /// It has taken its shards, so cached data may be out of date.
    ProcessStarted,
}

/// Receives the notifications of other processes.
pub struct ShardListener(PgListener);

impl ShardListener {
    /// Waits for the next notification. Ignores unknown ones.
    ///
    /// # Errors
    /// Fails if the connection is lost. Notifications may then be lost as well.
    pub async fn receive(&mut self) -> Result<ShardMessage, StoreError> {
        let lost = || StoreError::Unreachable("nothing is heard of other programs".into());
        loop {
            let Ok(received) = timeout(PING_INTERVAL, self.0.try_recv()).await else {
                // A connection can be lost without an error, so it is tested.
                let ping = sqlx::query("SELECT 1").execute(&mut self.0);
                let Ok(answer) = timeout(PING_TIMEOUT, ping).await else { return Err(lost()) };
                answer?;
                continue;
            };
            let notification = received?.ok_or_else(lost)?;
            match notification.payload() {
                "leaver" => return Ok(ShardMessage::UserErasure),
                "start" => return Ok(ShardMessage::ProcessStarted),
                fight => {
                    if let Ok(fight) = fight.parse() {
                        return Ok(ShardMessage::FightChanged(fight));
                    }
                }
            }
        }
    }
}

/// The right to identify at Discord's gateway. No other process has it while this value lives.
pub struct IdentifySlot(
    #[expect(dead_code, reason = "the connection holds the lock")] PgConnection,
);

impl Store {
    /// Returns the shards of this process, or `None` if it runs alone and has all of them.
    pub fn shard_range(&self) -> Option<ShardRange> {
        self.shard_claim.as_ref().map(|claim| claim.shards)
    }

    /// Returns whether a server belongs to this process. Direct messages count as server 0.
    pub fn owns_guild(&self, guild: u64) -> bool {
        self.shard_range().is_none_or(|shards| shards.contains_guild(guild))
    }

    /// Returns whether another process has held the shards of this one for so long that it will
    /// keep them.
    pub fn is_taken_over(&self) -> bool {
        self.shard_claim.as_ref().is_some_and(|claim| claim.is_taken_over(Instant::now()))
    }

    /// Checks that this process still has its shards.
    ///
    /// # Errors
    /// Fails if another process holds the shards of this one.
    pub(super) fn check_shards_owned(&self) -> Result<(), StoreError> {
        match &self.shard_claim {
            Some(claim) if claim.blocked_since().is_some() => Err(StoreError::Locked),
            _ => Ok(()),
        }
    }

    /// Returns the end of an SQL condition, ` AND …`, that leaves only rows of this process's
    /// fights; empty for a process that runs alone. `fight_column` holds the ids of the fights.
    pub(super) fn sql_clause_for_own_fights(&self, fight_column: &str) -> String {
        let Some(ShardRange { first, last, total }) = self.shard_range() else {
            return String::new();
        };
        format!(
            " AND EXISTS (SELECT 1 FROM fight AS home WHERE home.id = {fight_column}
              AND (home.guild >> 22) % {total} BETWEEN {first} AND {last})"
        )
    }

    /// Adds a statement that notifies the owner of a fight, if that is another process.
    pub(super) fn add_owner_notification(&self, batch: &mut Batch, fight: FightId) {
        let Some(ShardRange { first, last, total }) = self.shard_range() else { return };
        let sql = format!(
            "SELECT pg_notify('riposte ' || current_schema(), CAST(id AS TEXT)) FROM fight
             WHERE id = ? AND (guild >> 22) % {total} NOT BETWEEN {first} AND {last}"
        );
        batch.add_query(query(sqlx::AssertSqlSafe(sql)).bind(fight.0));
    }

    /// Adds a statement that notifies all processes that the erasure of a user has begun.
    pub(super) fn add_erasure_notification(&self, batch: &mut Batch) {
        if self.shard_claim.is_some() {
            batch.add_sql("SELECT pg_notify('riposte ' || current_schema(), 'leaver')");
        }
    }

    /// Begins to listen for notifications of other processes. Returns `None` for a process that
    /// runs alone.
    ///
    /// # Errors
    /// Fails if the server cannot be reached.
    pub async fn open_shard_listener_unless_alone(
        &self,
    ) -> Result<Option<ShardListener>, StoreError> {
        let Some(claim) = &self.shard_claim else { return Ok(None) };
        let options = postgres::connect_options(&claim.address)?;
        let pool = postgres::pool_options(1).connect_lazy_with(options);
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        let select_channel = "SELECT 'riposte ' || current_schema()";
        let channel: String = sqlx::query_scalar(select_channel).fetch_one(&mut listener).await?;
        listener.listen(&channel).await?;
        Ok(Some(ShardListener(listener)))
    }

    /// Waits until no other process identifies in this bucket of Discord's `max_concurrency`.
    /// Returns `None` for a process that runs alone.
    ///
    /// # Errors
    /// Fails if the server cannot be reached.
    pub async fn wait_for_identify_slot(
        &self,
        bucket: u64,
    ) -> Result<Option<IdentifySlot>, StoreError> {
        let Some(claim) = &self.shard_claim else { return Ok(None) };
        let mut connection = postgres::connect(&claim.address).await?;
        sqlx::query("SET lock_timeout = 0").execute(&mut connection).await?;
        let lock = "SELECT pg_advisory_lock(
                        hashtext('riposte identifies ' || current_schema()), $1)";
        sqlx::query(lock).bind(bucket as i32).execute(&mut connection).await?;
        Ok(Some(IdentifySlot(connection)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_range_is_parsed_and_displayed() {
        let parse = |text: &str| {
            text.parse::<ShardRange>().map(|range| (range.shard_numbers(), range.total()))
        };
        assert_eq!(parse("0-3/16"), Ok((0..=3, 16)));
        assert_eq!(parse("15/16"), Ok((15..=15, 16)));
        assert_eq!((parse("16"), parse("0-15/16")), (Ok((0..=15, 16)), Ok((0..=15, 16))));
        for text in ["", "0", "4097", "-1", "3-0/16", "16/16", "0-3", "0-3/0", "a/2", "0-3/5000"] {
            assert_eq!(parse(text), Err(ShardRangeParseError), "{text}");
        }
        for text in ["0-3/16", "15/16", "16"] {
            assert_eq!(text.parse::<ShardRange>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn shard_claim_is_taken_over_after_waiting_too_long_for_locks() {
        let claim = ShardClaim::new("", ShardRange::all(4));
        let start = Instant::now();
        let after = |secs: u64| start + Duration::from_secs(secs);
        assert!(!claim.is_taken_over(after(99)), "it holds the locks");
        claim.record_lock_attempt(false, after(100));
        claim.record_lock_attempt(false, after(130));
        assert!(!claim.is_taken_over(after(145)), "a dead session may still hold the locks");
        assert!(claim.is_taken_over(after(146)));
        claim.record_lock_attempt(true, after(147));
        assert!(!claim.is_taken_over(after(300)), "it got the locks after all");
        claim.record_lock_attempt(false, after(301));
        assert!(!claim.is_taken_over(after(346)), "an earlier wait does not count");
    }

    #[test]
    fn every_server_is_in_exactly_one_shard_range() {
        let ranges: [ShardRange; 3] = ["0-1/4", "2/4", "3/4"].map(|text| text.parse().unwrap());
        for guild in (0..40).map(|number: u64| number << 22 | 99) {
            let owners = ranges.iter().filter(|range| range.contains_guild(guild)).count();
            assert_eq!(owners, 1, "{guild}");
        }
        assert!(ranges[0].contains_guild(0), "direct messages count as server 0");
        assert_eq!(ranges.map(ShardRange::share_of_servers), [0.5, 0.25, 0.25]);
    }
}
