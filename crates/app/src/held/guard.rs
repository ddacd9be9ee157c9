//! The guard at the door: nobody takes so much of the bot that others go short, and nobody comes in
//! whom its operator has barred.
//!
//! What one may take is far more than any honest table needs. Only the running bot is guarded:
//! scripts and tests say what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use engine::command::Refusal;
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::Millis;

use crate::held::app::App;
use crate::terms::input::{Origin, Place};

/// The most fights that are open at once.
const MOST_OF_USER: i64 = 20;
const MOST_IN_SERVER: i64 = 1_000;

/// The most inputs in a minute.
const INPUTS_OF_USER: i64 = 120;
const INPUTS_IN_CHANNEL: i64 = 300;
/// Every letter that is typed may ask what fits.
const COMPLETIONS_OF_USER: i64 = 300;

const MINUTE_MILLIS: i64 = 60_000;

/// From how many on those who have not said anything for a minute are forgotten.
const MOST_REMEMBERED: usize = 10_000;

/// What somebody wants at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    Input,
    /// To be told what fits what they have typed so far.
    Typing,
}

/// Whose inputs are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    User(u64),
    Typist(u64),
    Channel(u64),
}

impl Source {
    fn most(self) -> i64 {
        match self {
            Self::User(_) => INPUTS_OF_USER,
            Self::Typist(_) => COMPLETIONS_OF_USER,
            Self::Channel(_) => INPUTS_IN_CHANNEL,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::User(_) | Self::Typist(_) => "user",
            Self::Channel(_) => "channel",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Guard {
    /// Users and servers.
    barred: BTreeSet<u64>,
    /// Until when each has used up what it may say: never more than a minute ahead.
    used: Mutex<BTreeMap<Source, i64>>,
}

impl Guard {
    fn admit(&self, origin: &Origin, entrance: Entrance, now: Millis) -> Result<(), Refusal> {
        let barred = |of: &str| Err(Refusal::new("not-served", "").with("of", of));
        if self.barred.contains(&origin.user.0) {
            return barred("user");
        }
        if let Place::Channel { guild, .. } = origin.place
            && self.barred.contains(&guild)
        {
            return barred("server");
        }
        match entrance {
            Entrance::Typing => self.count(Source::Typist(origin.user.0), now),
            Entrance::Input => {
                self.count(Source::User(origin.user.0), now)?;
                self.count(Source::Channel(origin.place.channel().0), now)
            }
        }
    }

    /// One more input, which uses up its part of a minute.
    fn count(&self, source: Source, now: Millis) -> Result<(), Refusal> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MOST_REMEMBERED {
            used.retain(|_, until| *until > now);
        }
        let until = used.entry(source).or_insert(now);
        // The clock may have been put back.
        let ahead = (*until - now).clamp(0, MINUTE_MILLIS) + MINUTE_MILLIS / source.most();
        if ahead <= MINUTE_MILLIS {
            *until = now + ahead;
            return Ok(());
        }
        let secs = (ahead - MINUTE_MILLIS + 999) / 1_000;
        let refusal = Refusal::new("too-fast", "").with("of", source.key());
        Err(refusal.with("most", source.most()).with("secs", secs))
    }
}

impl App {
    /// The app, guarded against too much of anything, and against whom its operator has barred.
    pub fn guarded(self, barred: BTreeSet<u64>) -> Self {
        self.inner.guard.get_or_init(|| Guard { barred, used: Mutex::default() });
        self
    }

    /// Whether somebody is heard now.
    ///
    /// # Errors
    /// `not-served`, `too-fast`.
    pub(crate) fn let_in(&self, origin: &Origin, entrance: Entrance) -> Result<(), Refusal> {
        let guard = self.inner.guard.get();
        guard.map_or(Ok(()), |guard| guard.admit(origin, entrance, self.millis()))
    }

    /// Whether somebody may open one more fight there.
    ///
    /// # Errors
    /// The store could not be read. Within: `too-many-fights`.
    pub(crate) async fn let_open(
        &self,
        user: UserId,
        guild: u64,
    ) -> Result<Result<(), Refusal>, Fault> {
        if self.inner.guard.get().is_none() {
            return Ok(Ok(()));
        }
        let (theirs, here) = self.inner.store.count_open(user.0, guild).await?;
        let too_many = |of: &str, most: i64| {
            Err(Refusal::new("too-many-fights", "").with("of", of).with("most", most))
        };
        Ok(match (theirs, here) {
            (MOST_OF_USER.., _) => too_many("user", MOST_OF_USER),
            (_, MOST_IN_SERVER..) => too_many("server", MOST_IN_SERVER),
            _ => Ok(()),
        })
    }
}
