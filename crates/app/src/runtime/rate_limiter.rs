//! The guard at the door: nobody takes so much of the bot that others go short, and nobody comes in
//! whom its operator has barred.
//!
//! What one may take is far more than any honest table needs. Only the running bot is guarded:
//! scripts and tests say what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use engine::core::command::Refusal;
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::Millis;

use crate::api::input::{RequestContext, RequestPlace};
use crate::runtime::app::App;

/// The most fights that are open at once.
const MAX_OPEN_FIGHTS_OF_USER: i64 = 20;
const MAX_OPEN_FIGHTS_IN_SERVER: i64 = 1_000;

/// The most inputs in a minute.
const MAX_USER_INPUTS_PER_MINUTE: i64 = 120;
const MAX_CHANNEL_INPUTS_PER_MINUTE: i64 = 300;
/// Every letter that is typed may ask what fits.
const MAX_USER_COMPLETIONS_PER_MINUTE: i64 = 300;

const MINUTE_MILLIS: i64 = 60_000;

/// From how many on those who have not said anything for a minute are forgotten.
const MAX_TRACKED_SOURCES: usize = 10_000;

/// What somebody wants at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateClass {
    Input,
    /// To be told what fits what they have typed so far.
    Completion,
}

/// Whose inputs are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RateSource {
    User(u64),
    CompletingUser(u64),
    Channel(u64),
}

impl RateSource {
    fn max_per_minute(self) -> i64 {
        match self {
            Self::User(_) => MAX_USER_INPUTS_PER_MINUTE,
            Self::CompletingUser(_) => MAX_USER_COMPLETIONS_PER_MINUTE,
            Self::Channel(_) => MAX_CHANNEL_INPUTS_PER_MINUTE,
        }
    }

    fn refusal_label(self) -> &'static str {
        match self {
            Self::User(_) | Self::CompletingUser(_) => "user",
            Self::Channel(_) => "channel",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct RateLimiter {
    /// Users and servers.
    banned_ids: BTreeSet<u64>,
    /// Until when each has used up what it may say: never more than a minute ahead.
    used_until: Mutex<BTreeMap<RateSource, i64>>,
}

impl RateLimiter {
    fn check_input(
        &self,
        context: &RequestContext,
        rate_class: RateClass,
        now: Millis,
    ) -> Result<(), Refusal> {
        let barred = |of: &str| Err(Refusal::new("not-served", "").with("of", of));
        if self.banned_ids.contains(&context.user.0) {
            return barred("user");
        }
        if let RequestPlace::Channel { guild, .. } = context.place
            && self.banned_ids.contains(&guild)
        {
            return barred("server");
        }
        match rate_class {
            RateClass::Completion => {
                self.count_against_limit(RateSource::CompletingUser(context.user.0), now)
            }
            RateClass::Input => {
                self.count_against_limit(RateSource::User(context.user.0), now)?;
                self.count_against_limit(RateSource::Channel(context.place.channel().0), now)
            }
        }
    }

    /// One more input, which uses up its part of a minute.
    fn count_against_limit(&self, source: RateSource, now: Millis) -> Result<(), Refusal> {
        let mut used = self.used_until.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MAX_TRACKED_SOURCES {
            used.retain(|_, until| *until > now);
        }
        let until = used.entry(source).or_insert(now);
        // The clock may have been put back.
        let ahead =
            (*until - now).clamp(0, MINUTE_MILLIS) + MINUTE_MILLIS / source.max_per_minute();
        if ahead <= MINUTE_MILLIS {
            *until = now + ahead;
            return Ok(());
        }
        let secs = (ahead - MINUTE_MILLIS + 999) / 1_000;
        let refusal = Refusal::new("too-fast", "").with("of", source.refusal_label());
        Err(refusal.with("most", source.max_per_minute()).with("secs", secs))
    }
}

impl App {
    /// The app, guarded against too much of anything, and against whom its operator has barred.
    pub fn with_rate_limits(self, banned_ids: BTreeSet<u64>) -> Self {
        self.inner
            .rate_limiter
            .get_or_init(|| RateLimiter { banned_ids, used_until: Mutex::default() });
        self
    }

    /// Whether somebody is heard now.
    ///
    /// # Errors
    /// `not-served`, `too-fast`.
    pub(crate) fn check_rate_limit(
        &self,
        context: &RequestContext,
        rate_class: RateClass,
    ) -> Result<(), Refusal> {
        let guard = self.inner.rate_limiter.get();
        guard.map_or(Ok(()), |guard| guard.check_input(context, rate_class, self.now_millis()))
    }

    /// Whether somebody may open one more fight there.
    ///
    /// # Errors
    /// The store could not be read. Within: `too-many-fights`.
    pub(crate) async fn check_can_open_fight(
        &self,
        user: UserId,
        guild: u64,
    ) -> Result<Result<(), Refusal>, StoreError> {
        if self.inner.rate_limiter.get().is_none() {
            return Ok(Ok(()));
        }
        let (theirs, here) = self.inner.store.count_open_fights(user.0, guild).await?;
        let too_many = |of: &str, most: i64| {
            Err(Refusal::new("too-many-fights", "").with("of", of).with("most", most))
        };
        Ok(match (theirs, here) {
            (MAX_OPEN_FIGHTS_OF_USER.., _) => too_many("user", MAX_OPEN_FIGHTS_OF_USER),
            (_, MAX_OPEN_FIGHTS_IN_SERVER..) => too_many("server", MAX_OPEN_FIGHTS_IN_SERVER),
            _ => Ok(()),
        })
    }
}
