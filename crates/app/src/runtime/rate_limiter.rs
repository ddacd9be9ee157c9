//! Rate limits and bans: nobody uses so much of the bot that others go short, and users and servers
//! that the operator has banned are refused.
//!
//! The limits are far above what any honest table needs. Only the running bot has them; scripts and
//! tests are not limited.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use engine::core::command::Refusal;
use engine::core::ids::UserId;
use store::ids::Millis;

use crate::api::RefusableResult;
use crate::api::input::{RequestContext, RequestPlace};
use crate::runtime::app::App;

/// The most fights that are open at once.
const MAX_OPEN_FIGHTS_OF_USER: i64 = 20;
const MAX_OPEN_FIGHTS_IN_SERVER: i64 = 1_000;

const MAX_USER_INPUTS_PER_MINUTE: i64 = 120;
const MAX_CHANNEL_INPUTS_PER_MINUTE: i64 = 300;
/// Each typed letter may ask for completions.
const MAX_USER_COMPLETIONS_PER_MINUTE: i64 = 300;

const MINUTE_MILLIS: i64 = 60_000;

/// From this number on, sources that have been silent for a minute are dropped.
const MAX_TRACKED_SOURCES: usize = 10_000;

/// The kind of a request; each has its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateClass {
    Input,
    /// An autocomplete request.
    Completion,
}

/// A source whose requests are counted together.
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

    /// Returns the word by which a refusal says whose limit is reached.
    fn refusal_label(self) -> &'static str {
        match self {
            Self::User(_) | Self::CompletingUser(_) => "user",
            Self::Channel(_) => "channel",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct RateLimiter {
    /// Ids of users and servers.
    banned_ids: BTreeSet<u64>,
    /// The time until which each source has used up its allowance (milliseconds since 1970), never
    /// more than a minute ahead.
    used_until: Mutex<BTreeMap<RateSource, i64>>,
}

impl RateLimiter {
    /// Refuses banned users and servers with `not-served`, else counts the request against the
    /// limits of its user and, for an input, of its channel.
    fn refuse_banned_and_count_request(
        &self,
        context: &RequestContext,
        rate_class: RateClass,
        now: Millis,
    ) -> Result<(), Refusal> {
        let refuse_banned = |kind: &str| Err(Refusal::new("not-served", "").with("of", kind));
        if self.banned_ids.contains(&context.user.0) {
            return refuse_banned("user");
        }
        if let RequestPlace::Channel { guild, .. } = context.place
            && self.banned_ids.contains(&guild)
        {
            return refuse_banned("server");
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

    /// Counts one more request. With `n` requests allowed per minute each uses up one `n`th of a
    /// minute, which comes back as time passes. Refuses with `too-fast` when the minute is used up,
    /// and then counts nothing.
    fn count_against_limit(&self, source: RateSource, now: Millis) -> Result<(), Refusal> {
        let mut used_until = self.used_until.lock().unwrap_or_else(PoisonError::into_inner);
        if used_until.len() >= MAX_TRACKED_SOURCES {
            used_until.retain(|_, until| *until > now);
        }
        let source_until = used_until.entry(source).or_insert(now);
        // Clamped, since the clock may have been set back.
        let used_before = (*source_until - now).clamp(0, MINUTE_MILLIS);
        let used_millis = used_before + MINUTE_MILLIS / source.max_per_minute();
        if used_millis <= MINUTE_MILLIS {
            *source_until = now + used_millis;
            return Ok(());
        }
        // Rounded up, so that the next try after the wait is not refused again.
        let secs = (used_millis - MINUTE_MILLIS + 999) / 1_000;
        let refusal = Refusal::new("too-fast", "").with("of", source.refusal_label());
        Err(refusal.with("most", source.max_per_minute()).with("secs", secs))
    }
}

impl App {
    /// Enables the rate limits, and bans these users and servers.
    pub fn with_rate_limits(self, banned_ids: BTreeSet<u64>) -> Self {
        self.inner
            .rate_limiter
            .get_or_init(|| RateLimiter { banned_ids, used_until: Mutex::default() });
        self
    }

    /// Checks whether a request is accepted now, and counts it.
    ///
    /// # Errors
    /// Refuses with `not-served` (banned) or `too-fast`.
    pub(crate) fn check_and_count_request(
        &self,
        context: &RequestContext,
        rate_class: RateClass,
    ) -> Result<(), Refusal> {
        match self.inner.rate_limiter.get() {
            Some(limiter) => {
                limiter.refuse_banned_and_count_request(context, rate_class, self.now_millis())
            }
            None => Ok(()),
        }
    }

    /// Checks whether the user may open one more fight in the server.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner result refuses with `too-many-fights`.
    pub(crate) async fn check_open_fight_limits(
        &self,
        user: UserId,
        guild: u64,
    ) -> RefusableResult<()> {
        if self.inner.rate_limiter.get().is_none() {
            return Ok(Ok(()));
        }
        let open_fights = self.inner.store.count_open_fights(user.0, guild).await?;
        let too_many = |kind: &str, limit: i64| {
            Err(Refusal::new("too-many-fights", "").with("of", kind).with("most", limit))
        };
        if open_fights.opened_by_user >= MAX_OPEN_FIGHTS_OF_USER {
            return Ok(too_many("user", MAX_OPEN_FIGHTS_OF_USER));
        }
        if open_fights.in_guild >= MAX_OPEN_FIGHTS_IN_SERVER {
            return Ok(too_many("server", MAX_OPEN_FIGHTS_IN_SERVER));
        }
        Ok(Ok(()))
    }
}
