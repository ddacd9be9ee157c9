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
use super::fault::Fault;
use super::ids::FightId;
use super::server;
use super::sql::query;
use super::transaction::Batch;

/// Discord's bots have fewer.
const MOST: u32 = 4096;

/// The lock of a dead session goes within half a minute. Who waits for longer has lost it.
const TAKEN_OVER: Duration = Duration::from_secs(45);

/// How often a connection on which nothing comes is tried, and how long that may take.
const SILENCE: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(5);

/// Some of a bot's shards: `0-3/16`, or all of them: `16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// To which of so many shards a server belongs:
/// <https://discord.com/developers/docs/events/gateway#sharding>.
pub fn shard_of(guild: u64, total: u32) -> u32 {
    // Less than the total, so it fits.
    ((guild >> 22) % u64::from(total)) as u32
}

impl Shards {
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

    pub fn numbers(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// Which part of all servers belongs to them: more than 0, at most 1.
    pub fn share(self) -> f64 {
        f64::from(self.last - self.first + 1) / f64::from(self.total)
    }

    /// Whether a server belongs to one of them.
    pub fn has(self, guild: u64) -> bool {
        self.numbers().contains(&shard_of(guild, self.total))
    }
}

impl fmt::Display for Shards {
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
pub struct NoShards;

impl FromStr for Shards {
    type Err = NoShards;

    fn from_str(text: &str) -> Result<Self, NoShards> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| NoShards);
        let shards = match text.split_once('/') {
            None => Self::all(number(text).ok().filter(|total| *total > 0).ok_or(NoShards)?),
            Some((some, total)) => {
                let (first, last) = some.split_once('-').unwrap_or((some, some));
                Self { first: number(first)?, last: number(last)?, total: number(total)? }
            }
        };
        let Self { first, last, total } = shards;
        let is_one = first <= last && last < total && total <= MOST;
        if is_one { Ok(shards) } else { Err(NoShards) }
    }
}

/// The part of a program that is not alone on its database.
pub(super) struct Part {
    pub address: String,
    pub shards: Shards,
    /// Since when another program has the locks.
    blocked: Mutex<Option<Instant>>,
}

impl Part {
    pub fn new(address: &str, shards: Shards) -> Self {
        Self { address: address.into(), shards, blocked: Mutex::default() }
    }

    /// The locks were needed: whether they were to be had.
    pub fn is_free(&self, is_free: bool, now: Instant) {
        let mut blocked = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked = if is_free { None } else { Some(blocked.unwrap_or(now)) };
    }

    fn blocked(&self) -> Option<Instant> {
        *self.blocked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_taken_over(&self, now: Instant) -> bool {
        self.blocked().is_some_and(|since| now.duration_since(since) > TAKEN_OVER)
    }
}

/// What another program has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// … to a fight of this one.
    Fight(FightId),
    /// Somebody is to be forgotten.
    Leaver,
    /// It has taken shards: what is in memory may be old.
    Start,
}

/// Hears what other programs do.
pub struct Listening(PgListener);

impl Listening {
    /// The next that is heard.
    ///
    /// # Errors
    /// The connection is lost, and what was said meanwhile.
    pub async fn next(&mut self) -> Result<Heard, Fault> {
        let lost = || Fault::Lost("nothing is heard of other programs".into());
        loop {
            let Ok(heard) = timeout(SILENCE, self.0.try_recv()).await else {
                // A connection can end without a word.
                let tried = timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut self.0)).await;
                tried.map_err(|_| lost())??;
                continue;
            };
            let heard = heard?.ok_or_else(lost)?;
            match heard.payload() {
                "leaver" => return Ok(Heard::Leaver),
                "start" => return Ok(Heard::Start),
                fight => {
                    if let Ok(fight) = fight.parse() {
                        return Ok(Heard::Fight(fight));
                    }
                }
            }
        }
    }
}

/// A turn to identify at Discord. While it is held, no other program has it.
pub struct Turn(#[expect(dead_code, reason = "it is held")] PgConnection);

impl Store {
    /// The shards of this program; none if it is alone, and has all of them.
    pub fn shards(&self) -> Option<Shards> {
        self.part.as_ref().map(|part| part.shards)
    }

    /// Whether the fights of a server are this program's. Direct messages are as of server 0.
    pub fn has(&self, guild: u64) -> bool {
        self.shards().is_none_or(|shards| shards.has(guild))
    }

    /// Another program has had the shards of this one for so long that it will keep them.
    pub fn is_taken_over(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.is_taken_over(Instant::now()))
    }

    /// # Errors
    /// Another program has the shards of this one.
    pub(super) fn check_shards(&self) -> Result<(), Fault> {
        let blocked = self.part.as_ref().and_then(|part| part.blocked());
        blocked.map_or(Ok(()), |_| Err(Fault::Locked))
    }

    /// Of rows of fights, those whose fights are this program's: goes on after another condition.
    pub(super) fn ours(&self, fight: &str) -> String {
        let Some(Shards { first, last, total }) = self.shards() else { return String::new() };
        format!(
            " AND EXISTS (SELECT 1 FROM fight AS home WHERE home.id = {fight}
              AND (home.guild >> 22) % {total} BETWEEN {first} AND {last})"
        )
    }

    /// Tells the owner of a fight that it has changed, if that is another program.
    pub(super) fn tell(&self, batch: &mut Batch, fight: FightId) {
        let Some(Shards { first, last, total }) = self.shards() else { return };
        let sql = format!(
            "SELECT pg_notify('riposte ' || current_schema(), CAST(id AS TEXT)) FROM fight
             WHERE id = ? AND (guild >> 22) % {total} NOT BETWEEN {first} AND {last}"
        );
        batch.push(query(sqlx::AssertSqlSafe(sql)).bind(fight.0));
    }

    /// Tells all programs that somebody is to be forgotten.
    pub(super) fn tell_of_leaver(&self, batch: &mut Batch) {
        if self.part.is_some() {
            batch.add("SELECT pg_notify('riposte ' || current_schema(), 'leaver')");
        }
    }

    /// Listens to other programs; none if there are no others.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn listen(&self) -> Result<Option<Listening>, Fault> {
        let Some(part) = &self.part else { return Ok(None) };
        let one = server::some(1).connect_lazy_with(server::options(&part.address)?);
        let mut listener = PgListener::connect_with(&one).await?;
        listener.eager_reconnect(false);
        let channel = "SELECT 'riposte ' || current_schema()";
        let channel: String = sqlx::query_scalar(channel).fetch_one(&mut listener).await?;
        listener.listen(&channel).await?;
        Ok(Some(Listening(listener)))
    }

    /// Waits until no other program identifies in this row (Discord's `max_concurrency`). None if
    /// there are no others.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn turn_to_identify(&self, row: u64) -> Result<Option<Turn>, Fault> {
        let Some(part) = &self.part else { return Ok(None) };
        let mut open = server::connect(&part.address).await?;
        sqlx::query("SET lock_timeout = 0").execute(&mut open).await?;
        let lock = "SELECT pg_advisory_lock(
                        hashtext('riposte identifies ' || current_schema()), $1)";
        sqlx::query(lock).bind(row as i32).execute(&mut open).await?;
        Ok(Some(Turn(open)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_named() {
        let read = |text: &str| text.parse::<Shards>().map(|it| (it.numbers(), it.total()));
        assert_eq!(read("0-3/16"), Ok((0..=3, 16)));
        assert_eq!(read("15/16"), Ok((15..=15, 16)));
        assert_eq!((read("16"), read("0-15/16")), (Ok((0..=15, 16)), Ok((0..=15, 16))));
        for wrong in ["", "0", "4097", "-1", "3-0/16", "16/16", "0-3", "0-3/0", "a/2", "0-3/5000"] {
            assert_eq!(read(wrong), Err(NoShards), "{wrong}");
        }
        for text in ["0-3/16", "15/16", "16"] {
            assert_eq!(text.parse::<Shards>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn who_waits_for_its_locks_for_too_long_has_lost_them() {
        let part = Part::new("", Shards::all(4));
        let begun = Instant::now();
        let after = |secs: u64| begun + Duration::from_secs(secs);
        assert!(!part.is_taken_over(after(99)), "it has them");
        part.is_free(false, after(100));
        part.is_free(false, after(130));
        assert!(!part.is_taken_over(after(145)), "the lock of a dead session goes by itself");
        assert!(part.is_taken_over(after(146)));
        part.is_free(true, after(147));
        assert!(!part.is_taken_over(after(300)), "they were to be had after all");
        part.is_free(false, after(301));
        assert!(!part.is_taken_over(after(346)), "what was before does not count");
    }

    #[test]
    fn every_server_is_of_one_part() {
        let parts: [Shards; 3] = ["0-1/4", "2/4", "3/4"].map(|it| it.parse().unwrap());
        for guild in (0..40).map(|number: u64| number << 22 | 99) {
            assert_eq!(parts.iter().filter(|part| part.has(guild)).count(), 1, "{guild}");
        }
        assert!(parts[0].has(0), "direct messages are as of server 0");
        assert_eq!(parts.map(Shards::share), [0.5, 0.25, 0.25]);
    }
}
