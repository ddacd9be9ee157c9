//! Several programs on one database of a server, each with some of the shards into which Discord
//! divides a bot's servers.
//!
//! A program has its shards by locks of its one writer (`server.rs`): whoever has lost that
//! connection writes nothing more, and another takes over. So each fight has one owner, the program
//! with the shard of its server, which alone lets its clocks run out, delivers, packs and forgets.
//! What somebody says in direct messages comes to whoever has shard 0; that one changes the fights
//! of others as well, by revision, and the owner is told of it in the same transaction
//! ([`Store::tell`]). The owner hears it ([`Listening`]), and reads the fight anew.

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

/// Discord's bots have fewer.
const MAX_SHARDS: u32 = 4096;

/// The lock of a dead session goes within half a minute. Who waits for longer has lost it.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(45);

/// How often a connection on which nothing comes is tried, and how long that may take.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// Some of a bot's shards: `0-3/16`, or all of them: `16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRange {
    first: u32,
    last: u32,
    total: u32,
}

/// To which of so many shards a server belongs:
/// <https://discord.com/developers/docs/events/gateway#sharding>.
pub fn shard_for_guild(guild: u64, total: u32) -> u32 {
    // Less than the total, so it fits.
    ((guild >> 22) % u64::from(total)) as u32
}

impl ShardRange {
    /// All of so many, at least one.
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

    /// Which part of all servers belongs to them: more than 0, at most 1.
    pub fn share_of_servers(self) -> f64 {
        f64::from(self.last - self.first + 1) / f64::from(self.total)
    }

    /// Whether a server belongs to one of them.
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

/// A text that names no shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number of shards, such as 16, or some of them, such as 0-3/16")]
pub struct ShardRangeParseError;

impl FromStr for ShardRange {
    type Err = ShardRangeParseError;

    fn from_str(text: &str) -> Result<Self, ShardRangeParseError> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| ShardRangeParseError);
        let shards = match text.split_once('/') {
            None => {
                Self::all(number(text).ok().filter(|total| *total > 0).ok_or(ShardRangeParseError)?)
            }
            Some((some, total)) => {
                let (first, last) = some.split_once('-').unwrap_or((some, some));
                Self { first: number(first)?, last: number(last)?, total: number(total)? }
            }
        };
        let Self { first, last, total } = shards;
        let is_one = first <= last && last < total && total <= MAX_SHARDS;
        if is_one { Ok(shards) } else { Err(ShardRangeParseError) }
    }
}

/// The part of a program that is not alone on its database.
pub(super) struct ShardClaim {
    pub address: String,
    pub shards: ShardRange,
    /// Since when another program has the locks.
    blocked_since: Mutex<Option<Instant>>,
}

impl ShardClaim {
    pub fn new(address: &str, shards: ShardRange) -> Self {
        Self { address: address.into(), shards, blocked_since: Mutex::default() }
    }

    /// The locks were needed: whether they were to be had.
    pub fn record_lock_attempt(&self, is_acquired: bool, now: Instant) {
        let mut blocked = self.blocked_since.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked = if is_acquired { None } else { Some(blocked.unwrap_or(now)) };
    }

    fn blocked_since(&self) -> Option<Instant> {
        *self.blocked_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_taken_over(&self, now: Instant) -> bool {
        self.blocked_since().is_some_and(|since| now.duration_since(since) > TAKEOVER_TIMEOUT)
    }
}

/// What another program has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardMessage {
    /// … to a fight of this one.
    FightChanged(FightId),
    /// Somebody is to be forgotten.
    UserErasure,
    /// It has taken shards: what is in memory may be old.
    ProcessStarted,
}

/// Hears what other programs do.
pub struct ShardListener(PgListener);

impl ShardListener {
    /// The next that is heard.
    ///
    /// # Errors
    /// The connection is lost, and what was said meanwhile.
    pub async fn receive(&mut self) -> Result<ShardMessage, StoreError> {
        let lost = || StoreError::Unreachable("nothing is heard of other programs".into());
        loop {
            let Ok(heard) = timeout(PING_INTERVAL, self.0.try_recv()).await else {
                // A connection can end without a word.
                let tried =
                    timeout(PING_TIMEOUT, sqlx::query("SELECT 1").execute(&mut self.0)).await;
                tried.map_err(|_| lost())??;
                continue;
            };
            let heard = heard?.ok_or_else(lost)?;
            match heard.payload() {
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

/// A turn to identify at Discord. While it is held, no other program has it.
pub struct IdentifySlot(#[expect(dead_code, reason = "it is held")] PgConnection);

impl Store {
    /// The shards of this program; none if it is alone, and has all of them.
    pub fn shard_range(&self) -> Option<ShardRange> {
        self.shard_claim.as_ref().map(|part| part.shards)
    }

    /// Whether the fights of a server are this program's. Direct messages are as of server 0.
    pub fn owns_guild(&self, guild: u64) -> bool {
        self.shard_range().is_none_or(|shards| shards.contains_guild(guild))
    }

    /// Another program has had the shards of this one for so long that it will keep them.
    pub fn is_taken_over(&self) -> bool {
        self.shard_claim.as_ref().is_some_and(|part| part.is_taken_over(Instant::now()))
    }

    /// # Errors
    /// Another program has the shards of this one.
    pub(super) fn check_shards_owned(&self) -> Result<(), StoreError> {
        let blocked = self.shard_claim.as_ref().and_then(|part| part.blocked_since());
        blocked.map_or(Ok(()), |_| Err(StoreError::Locked))
    }

    /// Of rows of fights, those whose fights are this program's: goes on after another condition.
    pub(super) fn own_fights_condition(&self, fight_column: &str) -> String {
        let Some(ShardRange { first, last, total }) = self.shard_range() else {
            return String::new();
        };
        format!(
            " AND EXISTS (SELECT 1 FROM fight AS home WHERE home.id = {fight_column}
              AND (home.guild >> 22) % {total} BETWEEN {first} AND {last})"
        )
    }

    /// Tells the owner of a fight that it has changed, if that is another program.
    pub(super) fn notify_fight_owner(&self, batch: &mut Batch, fight: FightId) {
        let Some(ShardRange { first, last, total }) = self.shard_range() else { return };
        let sql = format!(
            "SELECT pg_notify('riposte ' || current_schema(), CAST(id AS TEXT)) FROM fight
             WHERE id = ? AND (guild >> 22) % {total} NOT BETWEEN {first} AND {last}"
        );
        batch.add_query(query(sqlx::AssertSqlSafe(sql)).bind(fight.0));
    }

    /// Tells all programs that somebody is to be forgotten.
    pub(super) fn notify_user_erasure(&self, batch: &mut Batch) {
        if self.shard_claim.is_some() {
            batch.add_sql("SELECT pg_notify('riposte ' || current_schema(), 'leaver')");
        }
    }

    /// Listens to other programs; none if there are no others.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn open_shard_listener(&self) -> Result<Option<ShardListener>, StoreError> {
        let Some(part) = &self.shard_claim else { return Ok(None) };
        let one =
            postgres::pool_options(1).connect_lazy_with(postgres::connect_options(&part.address)?);
        let mut listener = PgListener::connect_with(&one).await?;
        listener.eager_reconnect(false);
        let channel = "SELECT 'riposte ' || current_schema()";
        let channel: String = sqlx::query_scalar(channel).fetch_one(&mut listener).await?;
        listener.listen(&channel).await?;
        Ok(Some(ShardListener(listener)))
    }

    /// Waits until no other program identifies in this row (Discord's `max_concurrency`). None if
    /// there are no others.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn acquire_identify_slot(
        &self,
        bucket: u64,
    ) -> Result<Option<IdentifySlot>, StoreError> {
        let Some(part) = &self.shard_claim else { return Ok(None) };
        let mut open = postgres::connect(&part.address).await?;
        sqlx::query("SET lock_timeout = 0").execute(&mut open).await?;
        let lock = "SELECT pg_advisory_lock(
                        hashtext('riposte identifies ' || current_schema()), $1)";
        sqlx::query(lock).bind(bucket as i32).execute(&mut open).await?;
        Ok(Some(IdentifySlot(open)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_named() {
        let read =
            |text: &str| text.parse::<ShardRange>().map(|it| (it.shard_numbers(), it.total()));
        assert_eq!(read("0-3/16"), Ok((0..=3, 16)));
        assert_eq!(read("15/16"), Ok((15..=15, 16)));
        assert_eq!((read("16"), read("0-15/16")), (Ok((0..=15, 16)), Ok((0..=15, 16))));
        for wrong in ["", "0", "4097", "-1", "3-0/16", "16/16", "0-3", "0-3/0", "a/2", "0-3/5000"] {
            assert_eq!(read(wrong), Err(ShardRangeParseError), "{wrong}");
        }
        for text in ["0-3/16", "15/16", "16"] {
            assert_eq!(text.parse::<ShardRange>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn who_waits_for_its_locks_for_too_long_has_lost_them() {
        let part = ShardClaim::new("", ShardRange::all(4));
        let begun = Instant::now();
        let after = |secs: u64| begun + Duration::from_secs(secs);
        assert!(!part.is_taken_over(after(99)), "it has them");
        part.record_lock_attempt(false, after(100));
        part.record_lock_attempt(false, after(130));
        assert!(!part.is_taken_over(after(145)), "the lock of a dead session goes by itself");
        assert!(part.is_taken_over(after(146)));
        part.record_lock_attempt(true, after(147));
        assert!(!part.is_taken_over(after(300)), "they were to be had after all");
        part.record_lock_attempt(false, after(301));
        assert!(!part.is_taken_over(after(346)), "what was before does not count");
    }

    #[test]
    fn every_server_is_of_one_part() {
        let parts: [ShardRange; 3] = ["0-1/4", "2/4", "3/4"].map(|it| it.parse().unwrap());
        for guild in (0..40).map(|number: u64| number << 22 | 99) {
            assert_eq!(
                parts.iter().filter(|part| part.contains_guild(guild)).count(),
                1,
                "{guild}"
            );
        }
        assert!(parts[0].contains_guild(0), "direct messages are as of server 0");
        assert_eq!(parts.map(ShardRange::share_of_servers), [0.5, 0.25, 0.25]);
    }
}
