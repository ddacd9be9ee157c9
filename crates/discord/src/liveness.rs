//! Records when something was last received from Discord or done for players. From this, the bot
//! reports whether it is well or what is wrong. Where it cannot recover, the program ends, so that
//! its supervisor restarts it.
//!
//! Nothing is polled here: the code that receives and delivers calls the `record_…` methods.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics::gauge;
use tokio::time::Instant;

use app::outbox::{DeliveredMessage, Delivery, DeliveryError, MessageSender};
use app::servers::{Shard, ShardRange};

/// How long a shard may be disconnected before the bot counts as unwell.
const MAX_DISCONNECTED: Duration = Duration::from_secs(60);
/// How long nothing may be received. Discord answers a heartbeat within 45 seconds, and serenity
/// sends one every 30.
const MAX_SILENCE: Duration = Duration::from_secs(120);
/// How long no message may be delivered while some are waiting. They are retried within minutes.
const MAX_DELIVERY_WAIT: Duration = Duration::from_secs(10 * 60);
/// After this long without movement, a part of the bot counts as stuck for good.
const MAX_STANDSTILL: Duration = Duration::from_secs(15 * 60);

pub struct Liveness(Mutex<LivenessState>);

struct LivenessState {
    /// The status of each shard, by its number.
    shards: BTreeMap<u32, ShardStatus>,
    /// When serenity last sent a frame.
    client_heard: Instant,
    /// When a message was last delivered or given up, or when the first of those that wait began to
    /// wait.
    last_delivery: Instant,
    outbox_depth: u32,
    store_probe: Result<(), String>,
}

enum ShardStatus {
    /// The shard is connected. `down_before` says since when it was down before that.
    Up { since: Instant, down_before: Instant, last_heard: Instant },
    /// The shard is disconnected. `next_attempt` says when it was last due to reconnect.
    Down { since: Instant, reason: String, next_attempt: Instant },
    /// The shard is disconnected, and waits until other shards have identified.
    Queued { since: Instant },
}

impl ShardStatus {
    fn is_up(&self) -> bool {
        matches!(self, Self::Up { .. })
    }

    /// Returns when the shard last made progress: received a frame, went down or was due to
    /// reconnect. For one that waits for its turn, now.
    fn last_progress_or_now_if_queued(&self) -> Instant {
        match self {
            Self::Up { last_heard, .. } => *last_heard,
            Self::Down { since, next_attempt, .. } => *since.max(next_attempt),
            Self::Queued { .. } => Instant::now(),
        }
    }

    /// Returns when the shard went down, or now if its connection has lasted for
    /// [`MAX_DISCONNECTED`]. A younger connection counts as down, so that a shard that keeps losing
    /// its connection is noticed.
    fn unstable_since_or_now(&self) -> Instant {
        match self {
            Self::Up { since, down_before, .. } if since.elapsed() < MAX_DISCONNECTED => {
                *down_before
            }
            Self::Up { .. } => Instant::now(),
            Self::Down { since, .. } | Self::Queued { since } => *since,
        }
    }
}

impl Liveness {
    /// Starts with all shards down.
    pub fn new(shards: ShardRange) -> Self {
        let now = Instant::now();
        let down = |number| {
            let reason = "the bot has just been started".into();
            (number, ShardStatus::Down { since: now, reason, next_attempt: now })
        };
        let liveness = Self(Mutex::new(LivenessState {
            shards: shards.shard_numbers().map(down).collect(),
            client_heard: now,
            last_delivery: now,
            outbox_depth: 0,
            store_probe: Ok(()),
        }));
        liveness.update_gauges();
        liveness
    }

    /// Sets the metrics about connected shards.
    fn update_gauges(&self) {
        let state = self.lock_state();
        let up_count = state.shards.values().filter(|status| status.is_up()).count();
        gauge!("riposte_gateway_up").set(u8::from(up_count == state.shards.len()));
        gauge!("riposte_shards").set(state.shards.len() as f64);
        gauge!("riposte_shards_up").set(up_count as f64);
    }

    /// Changes the status of a shard. One that this process does not run is ignored.
    fn update_shard(&self, shard: Shard, change: impl FnOnce(&mut ShardStatus)) {
        if let Some(status) = self.lock_state().shards.get_mut(&shard.number) {
            change(status);
        }
    }

    fn lock_state(&self) -> MutexGuard<'_, LivenessState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a shard is connected. Since when it was down counts on, until the connection
    /// has lasted for [`MAX_DISCONNECTED`].
    pub fn record_shard_up(&self, shard: Shard) {
        let now = Instant::now();
        self.update_shard(shard, |status| {
            *status = ShardStatus::Up {
                since: now,
                down_before: status.unstable_since_or_now(),
                last_heard: now,
            };
        });
        self.update_gauges();
    }

    /// Records that a shard has lost its connection or was refused one, and why. Since when it is
    /// down stays as it was, if it was down or had only just been connected.
    pub fn record_shard_down(&self, shard: Shard, reason: &str) {
        let (now, reason) = (Instant::now(), reason.into());
        self.update_shard(shard, |status| {
            *status = ShardStatus::Down {
                since: status.unstable_since_or_now(),
                reason,
                next_attempt: now,
            };
        });
        self.update_gauges();
    }

    /// Records that the next attempt to connect follows after `wait`.
    pub fn record_reconnect_wait(&self, shard: Shard, wait: Duration) {
        self.update_shard(shard, |status| {
            if let ShardStatus::Down { next_attempt, .. } = status {
                *next_attempt = Instant::now() + wait;
            }
        });
    }

    /// Records that a shard waits for its turn to identify, which is no problem of the bot however
    /// long it takes.
    pub fn record_waiting_to_identify(&self, shard: Shard) {
        self.update_shard(shard, |status| {
            *status = ShardStatus::Queued { since: status.unstable_since_or_now() };
        });
    }

    /// Records that the turn of a shard to identify has come, so it counts as down from now on.
    pub fn restart_downtime_at_turn_to_identify(&self, shard: Shard) {
        let now = Instant::now();
        self.update_shard(shard, |status| {
            let reason = "it has just had its turn".into();
            *status = ShardStatus::Down { since: now, reason, next_attempt: now };
        });
    }

    /// Restarts the silence timers of the client, of deliveries and of all shards. Called after the
    /// whole program or machine was suspended, because nothing could be received meanwhile.
    pub fn restart_silence_timers_after_standstill(&self) {
        let now = Instant::now();
        let mut state = self.lock_state();
        (state.client_heard, state.last_delivery) = (now, now);
        for status in state.shards.values_mut() {
            match status {
                ShardStatus::Up { last_heard, .. } => *last_heard = now,
                ShardStatus::Down { next_attempt, .. } => *next_attempt = now,
                ShardStatus::Queued { .. } => {}
            }
        }
    }

    /// Records that a frame has arrived from Discord's gateway.
    pub fn record_gateway_frame(&self, shard: Shard) {
        gauge!("riposte_gateway_heard_timestamp_seconds").set(unix_now());
        self.update_shard(shard, |status| {
            if let ShardStatus::Up { last_heard, .. } = status {
                *last_heard = Instant::now();
            }
        });
    }

    /// Records that serenity has sent a frame.
    pub fn record_client_frame(&self) {
        self.lock_state().client_heard = Instant::now();
    }

    /// Records how many messages wait in the outbox. If none waited before, the time within which
    /// one must be delivered begins now.
    pub fn record_outbox_depth_and_stall_start(&self, depth: u32) {
        let mut state = self.lock_state();
        if state.outbox_depth == 0 {
            state.last_delivery = Instant::now();
        }
        state.outbox_depth = depth;
    }

    /// Records that a message was delivered or given up for good.
    pub fn record_delivery_settled(&self) {
        gauge!("riposte_delivered_timestamp_seconds").set(unix_now());
        self.lock_state().last_delivery = Instant::now();
    }

    /// Records whether the store could be written, or why not.
    pub fn record_store_probe(&self, outcome: Result<(), String>) {
        self.lock_state().store_probe = outcome;
    }

    pub fn are_all_shards_up(&self) -> bool {
        self.lock_state().shards.values().all(ShardStatus::is_up)
    }

    /// Returns a sentence about what is wrong with the bot at `now`, or `None` if it is well.
    pub fn find_problem(&self, now: Instant) -> Option<String> {
        let state = self.lock_state();
        if let Some(secs) = seconds_if_longer(state.client_heard, now, MAX_SILENCE) {
            return Some(format!("the bot's own client has been silent for {secs} seconds"));
        }
        let shard_problem = state.find_shard_problem(now);
        if shard_problem.is_some() {
            return shard_problem;
        }
        if let Err(reason) = &state.store_probe {
            return Some(format!("the file of fights cannot be written: {reason}"));
        }
        let depth = state.outbox_depth;
        if depth == 0 {
            return None;
        }
        let secs = seconds_if_longer(state.last_delivery, now, MAX_DELIVERY_WAIT)?;
        Some(format!("{depth} posts wait, and none was delivered for {secs} seconds"))
    }

    /// Returns why the program must end, or `None`: a part of it is stuck. That Discord is
    /// unreachable is no reason as long as the bot keeps trying to reconnect.
    pub fn find_fatal_problem(&self, now: Instant) -> Option<String> {
        let state = self.lock_state();
        let movements = state.shards.values().map(ShardStatus::last_progress_or_now_if_queued);
        let last_progress = movements.fold(state.client_heard, Ord::min);
        let standstill = now.saturating_duration_since(last_progress);
        let minutes = standstill.as_secs() / 60;
        (standstill > MAX_STANDSTILL)
            .then(|| format!("The bot's line to Discord has stood still for {minutes} minutes."))
    }
}

impl LivenessState {
    /// Returns a sentence about what is wrong with one of the shards. Of several shards it says
    /// which.
    fn find_shard_problem(&self, now: Instant) -> Option<String> {
        let is_divided = self.shards.len() > 1;
        self.shards.iter().find_map(|(number, status)| {
            let problem = status.find_problem(now)?;
            Some(if is_divided { format!("shard {number}: {problem}") } else { problem })
        })
    }
}

impl ShardStatus {
    /// Returns a sentence about what is wrong with the shard. Nothing is if it waits until others
    /// have identified.
    fn find_problem(&self, now: Instant) -> Option<String> {
        match self {
            Self::Queued { .. } => None,
            Self::Down { since, reason, .. } => {
                let secs = seconds_if_longer(*since, now, MAX_DISCONNECTED)?;
                Some(format!("the bot has not been connected for {secs} seconds: {reason}"))
            }
            Self::Up { last_heard, .. } => {
                let secs = seconds_if_longer(*last_heard, now, MAX_SILENCE)?;
                Some(format!("Discord has been silent for {secs} seconds"))
            }
        }
    }
}

/// Returns how many seconds have passed since a time, if that is longer than a limit.
fn seconds_if_longer(since: Instant, now: Instant, limit: Duration) -> Option<u64> {
    let duration = now.saturating_duration_since(since);
    (duration > limit).then_some(duration.as_secs())
}

/// Returns the seconds since 1970.
fn unix_now() -> f64 {
    jiff::Timestamp::now().as_duration().as_secs_f64()
}

/// A message sender that records each delivery as a sign of life.
pub struct RecordingSender<S> {
    pub sender: S,
    pub liveness: std::sync::Arc<Liveness>,
}

impl<S: MessageSender> MessageSender for RecordingSender<S> {
    /// Delivers a message, and records that a delivery is settled. A retryable error settles
    /// nothing; any other outcome does.
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let outcome = self.sender.deliver(delivery).await;
        if !matches!(outcome, Err(DeliveryError::Retryable { .. })) {
            self.liveness.record_delivery_settled();
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time in so many seconds.
    fn later(secs: u64) -> Instant {
        Instant::now() + Duration::from_secs(secs)
    }

    /// Returns the state of a bot with one shard, which is connected.
    fn connected() -> Liveness {
        let liveness = Liveness::new(ShardRange::all(1));
        liveness.record_shard_up(Shard::UNSHARDED);
        liveness
    }

    /// Makes the shard up since `then`, and sets the last frame of Discord and of serenity to
    /// `then`.
    fn set_last_heard(liveness: &Liveness, then: Instant) {
        liveness.update_shard(Shard::UNSHARDED, |status| {
            let down_before = status.unstable_since_or_now();
            *status = ShardStatus::Up { since: then, down_before, last_heard: then };
        });
        liveness.lock_state().client_heard = then;
    }

    #[test]
    fn bot_is_well_only_when_all_shards_are_up() {
        let liveness = Liveness::new(ShardRange::all(3));
        let shard = |number| Shard { number, total: 3 };
        [0, 2].into_iter().for_each(|number| liveness.record_shard_up(shard(number)));
        assert!(!liveness.are_all_shards_up());
        let problem = liveness.find_problem(later(70)).unwrap();
        assert!(problem.starts_with("shard 1: ") && problem.contains("70 seconds"), "{problem}");
        liveness.record_shard_up(shard(1));
        assert_eq!((liveness.are_all_shards_up(), liveness.find_problem(later(70))), (true, None));
        liveness.record_shard_down(shard(2), "it broke");
        assert!(liveness.find_problem(later(70)).unwrap().contains("shard 2: "));
        // The other shards work, and this one keeps trying.
        liveness.record_reconnect_wait(shard(2), Duration::from_secs(3600));
        let now = later(16 * 60);
        liveness.lock_state().client_heard = now;
        [0, 1].into_iter().for_each(|number| {
            liveness.update_shard(shard(number), |status| {
                *status = ShardStatus::Up { since: now, down_before: now, last_heard: now };
            });
        });
        assert_eq!(liveness.find_fatal_problem(now), None);
    }

    #[test]
    fn short_disconnection_is_no_problem() {
        let liveness = connected();
        liveness.record_shard_down(Shard::UNSHARDED, "it broke");
        assert_eq!((liveness.find_problem(later(50)), liveness.are_all_shards_up()), (None, false));
        let problem = liveness.find_problem(later(70)).unwrap();
        assert!(problem.contains("not been connected for 70 seconds: it broke"), "{problem}");
        // A new reason does not restart the time.
        liveness.record_shard_down(Shard::UNSHARDED, "nobody answers");
        assert!(liveness.find_problem(later(70)).unwrap().contains("nobody answers"));
        liveness.record_shard_up(Shard::UNSHARDED);
        assert_eq!(liveness.find_problem(later(70)), None);
        // The shard keeps losing its connection.
        let before = Instant::now().checked_sub(Duration::from_secs(50)).unwrap();
        let now = Instant::now();
        liveness.update_shard(Shard::UNSHARDED, |status| {
            *status = ShardStatus::Up { since: now, down_before: before, last_heard: now }
        });
        liveness.record_shard_down(Shard::UNSHARDED, "thrown out");
        assert!(liveness.find_problem(later(20)).unwrap().contains("70 seconds: thrown out"));
    }

    #[test]
    fn silence_on_an_open_connection_is_a_problem() {
        assert!(connected().find_problem(later(130)).is_some());
        assert_eq!(connected().find_fatal_problem(later(14 * 60)), None);
        assert!(connected().find_fatal_problem(later(16 * 60)).unwrap().contains("16 minutes"));
        // It is none if the whole program was suspended.
        let liveness = connected();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1_000)).unwrap();
        set_last_heard(&liveness, long_ago);
        assert!(
            liveness.find_problem(Instant::now()).is_some()
                && liveness.find_fatal_problem(Instant::now()).is_some()
        );
        liveness.restart_silence_timers_after_standstill();
        assert_eq!(
            (liveness.find_problem(Instant::now()), liveness.find_fatal_problem(Instant::now())),
            (None, None)
        );
    }

    #[test]
    fn shard_that_keeps_trying_is_not_a_fatal_problem() {
        let liveness = Liveness::new(ShardRange::all(1));
        liveness.record_reconnect_wait(Shard::UNSHARDED, Duration::from_secs(3600));
        liveness.record_client_frame();
        let now = later(3600);
        assert!(liveness.find_problem(now).is_some());
        liveness.lock_state().client_heard = now;
        assert_eq!(liveness.find_fatal_problem(now + Duration::from_secs(60)), None);
        assert!(liveness.find_fatal_problem(now + Duration::from_secs(3600)).is_some());
    }

    #[test]
    fn messages_that_wait_too_long_are_a_problem() {
        let liveness = connected();
        let now = later(660);
        let problem_of = |liveness: &Liveness| {
            set_last_heard(liveness, now);
            liveness.find_problem(now)
        };
        liveness.record_outbox_depth_and_stall_start(3);
        assert!(problem_of(&liveness).unwrap().contains("3 posts wait"));
        liveness.record_outbox_depth_and_stall_start(0);
        assert_eq!(problem_of(&liveness), None);
        liveness.record_store_probe(Err("disk full".into()));
        assert!(problem_of(&liveness).unwrap().contains("disk full"));
    }
}
