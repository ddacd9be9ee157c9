//! Signs of life: what was heard of Discord and done for the players, and when. By them the bot
//! says that it is well, or what is wrong with it; and the program ends where it cannot help
//! itself, so that whoever watches over it starts it again.
//!
//! Nobody is asked here: those who hear and do something leave a note.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics::gauge;
use tokio::time::Instant;

use app::outbox::{DeliveredMessage, Delivery, DeliveryError, MessageSender};
use app::servers::{Shard, ShardRange};

/// A connection may be away for so long before the bot is ill.
const MAX_DISCONNECTED: Duration = Duration::from_secs(60);
/// Discord answers a heartbeat within 45 seconds, and the bot's own client within 30.
const MAX_SILENCE: Duration = Duration::from_secs(120);
/// Posts that wait are tried again within minutes.
const MAX_DELIVERY_WAIT: Duration = Duration::from_secs(10 * 60);
/// A part of the bot that stands still for so long will not move any more.
const MAX_STANDSTILL: Duration = Duration::from_secs(15 * 60);

pub struct Liveness(Mutex<LivenessState>);

struct LivenessState {
    /// One for each shard, by its number.
    shards: BTreeMap<u32, ShardStatus>,
    client_heard: Instant,
    /// The last post that was not put off. While none waits, that is now.
    last_delivery: Instant,
    outbox_depth: u32,
    store_probe: Result<(), String>,
}

enum ShardStatus {
    /// … since then, after it was down since `before`. When anything was heard last.
    Up { since: Instant, down_before: Instant, last_heard: Instant },
    /// … since then, for that reason. When the last attempt to come back was to begin.
    Down { since: Instant, reason: String, next_attempt: Instant },
    /// … and other shards come first.
    Queued { since: Instant },
}

impl ShardStatus {
    fn is_up(&self) -> bool {
        matches!(self, Self::Up { .. })
    }

    /// Since when it does not move.
    fn last_movement(&self) -> Instant {
        match self {
            Self::Up { last_heard: heard, .. } => *heard,
            Self::Down { since, next_attempt: tries_at, .. } => *since.max(tries_at),
            Self::Queued { .. } => Instant::now(),
        }
    }

    /// Since when it is down, if it is down now. A moment in between does not count.
    fn down_since(&self) -> Instant {
        match self {
            Self::Up { since: at, down_before: before, .. } if at.elapsed() < MAX_DISCONNECTED => {
                *before
            }
            Self::Up { .. } => Instant::now(),
            Self::Down { since, .. } | Self::Queued { since } => *since,
        }
    }
}

impl Liveness {
    /// Of a bot with these shards.
    pub fn new(shards: ShardRange) -> Self {
        let now = Instant::now();
        let down = |number| {
            let why = "the bot has just been started".into();
            (number, ShardStatus::Down { since: now, reason: why, next_attempt: now })
        };
        let signs = Self(Mutex::new(LivenessState {
            shards: shards.shard_numbers().map(down).collect(),
            client_heard: now,
            last_delivery: now,
            outbox_depth: 0,
            store_probe: Ok(()),
        }));
        signs.update_gauges();
        signs
    }

    fn update_gauges(&self) {
        let noted = self.lock_state();
        let up = noted.shards.values().filter(|line| line.is_up()).count();
        gauge!("riposte_gateway_up").set(u8::from(up == noted.shards.len()));
        gauge!("riposte_shards").set(noted.shards.len() as f64);
        gauge!("riposte_shards_up").set(up as f64);
    }

    fn update_shard(&self, shard: Shard, change: impl FnOnce(&mut ShardStatus)) {
        if let Some(line) = self.lock_state().shards.get_mut(&shard.number) {
            change(line);
        }
    }

    fn lock_state(&self) -> MutexGuard<'_, LivenessState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn record_shard_up(&self, shard: Shard) {
        let now = Instant::now();
        self.update_shard(shard, |line| {
            *line = ShardStatus::Up { since: now, down_before: line.down_since(), last_heard: now };
        });
        self.update_gauges();
    }

    pub fn record_shard_down(&self, shard: Shard, reason: &str) {
        let (now, why) = (Instant::now(), reason.into());
        self.update_shard(shard, |line| {
            *line = ShardStatus::Down { since: line.down_since(), reason: why, next_attempt: now };
        });
        self.update_gauges();
    }

    /// The next connection is tried after this wait.
    pub fn record_reconnect_wait(&self, shard: Shard, wait: Duration) {
        self.update_shard(shard, |line| {
            if let ShardStatus::Down { next_attempt: tries_at, .. } = line {
                *tries_at = Instant::now() + wait;
            }
        });
    }

    /// It waits for its turn to identify, or has it now: that others come first is no illness.
    pub fn record_identify_queue(&self, shard: Shard, is_queued: bool) {
        let now = Instant::now();
        self.update_shard(shard, |line| {
            *line = match is_queued {
                true => ShardStatus::Queued { since: line.down_since() },
                false => ShardStatus::Down {
                    since: now,
                    reason: "it has just had its turn".into(),
                    next_attempt: now,
                },
            };
        });
    }

    /// The whole program was stopped for a while, or the machine: what was not heard meanwhile says
    /// nothing.
    pub fn reset_after_standstill(&self) {
        let now = Instant::now();
        let mut noted = self.lock_state();
        (noted.client_heard, noted.last_delivery) = (now, now);
        for line in noted.shards.values_mut() {
            match line {
                ShardStatus::Up { last_heard: heard, .. } => *heard = now,
                ShardStatus::Down { next_attempt: tries_at, .. } => *tries_at = now,
                ShardStatus::Queued { .. } => {}
            }
        }
    }

    /// Anything came from the gateway.
    pub fn record_gateway_frame(&self, shard: Shard) {
        gauge!("riposte_gateway_heard_timestamp_seconds").set(unix_now());
        self.update_shard(shard, |line| {
            if let ShardStatus::Up { last_heard: heard, .. } = line {
                *heard = Instant::now();
            }
        });
    }

    /// The bot's own client has shown that it lives.
    pub fn record_client_frame(&self) {
        self.lock_state().client_heard = Instant::now();
    }

    pub fn record_outbox_depth(&self, depth: u32) {
        let mut noted = self.lock_state();
        if noted.outbox_depth == 0 {
            noted.last_delivery = Instant::now();
        }
        noted.outbox_depth = depth;
    }

    pub fn record_delivery_settled(&self) {
        gauge!("riposte_delivered_timestamp_seconds").set(unix_now());
        self.lock_state().last_delivery = Instant::now();
    }

    pub fn record_store_probe(&self, outcome: Result<(), String>) {
        self.lock_state().store_probe = outcome;
    }

    pub fn are_all_shards_up(&self) -> bool {
        self.lock_state().shards.values().all(ShardStatus::is_up)
    }

    /// What is wrong with the bot.
    pub fn find_problem(&self, now: Instant) -> Option<String> {
        let noted = self.lock_state();
        let for_long = |since: Instant, longest: Duration| {
            let been = now.saturating_duration_since(since);
            (been > longest).then_some(been.as_secs())
        };
        if let Some(secs) = for_long(noted.client_heard, MAX_SILENCE) {
            return Some(format!("the bot's own client has been silent for {secs} seconds"));
        }
        let ill = noted.shards.iter().find_map(|(number, line)| {
            let what = match line {
                ShardStatus::Queued { .. } => return None,
                ShardStatus::Down { since, reason: why, .. } => {
                    let secs = for_long(*since, MAX_DISCONNECTED)?;
                    format!("the bot has not been connected for {secs} seconds: {why}")
                }
                ShardStatus::Up { last_heard: heard, .. } => {
                    let secs = for_long(*heard, MAX_SILENCE)?;
                    format!("Discord has been silent for {secs} seconds")
                }
            };
            let is_divided = noted.shards.len() > 1;
            Some(if is_divided { format!("shard {number}: {what}") } else { what })
        });
        if ill.is_some() {
            return ill;
        }
        if let Err(why) = &noted.store_probe {
            return Some(format!("the file of fights cannot be written: {why}"));
        }
        let secs =
            for_long(noted.last_delivery, MAX_DELIVERY_WAIT).filter(|_| noted.outbox_depth > 0)?;
        let waiting = noted.outbox_depth;
        Some(format!("{waiting} posts wait, and none was delivered for {secs} seconds"))
    }

    /// Why the program must end: a part of it stands still. That Discord is away is no such reason,
    /// for as long as the bot tries to come back.
    pub fn find_fatal_problem(&self, now: Instant) -> Option<String> {
        let noted = self.lock_state();
        let lines = noted.shards.values().map(ShardStatus::last_movement);
        let since = lines.fold(noted.client_heard, Ord::min);
        let been = now.saturating_duration_since(since);
        let minutes = been.as_secs() / 60;
        (been > MAX_STANDSTILL)
            .then(|| format!("The bot's line to Discord has stood still for {minutes} minutes."))
    }
}

fn unix_now() -> f64 {
    jiff::Timestamp::now().as_duration().as_secs_f64()
}

/// A courier whose deliveries are signs of life.
pub struct RecordingSender<C> {
    pub sender: C,
    pub liveness: std::sync::Arc<Liveness>,
}

impl<C: MessageSender> MessageSender for RecordingSender<C> {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let delivered = self.sender.deliver(delivery).await;
        if !matches!(delivered, Err(DeliveryError::Retryable { .. })) {
            self.liveness.record_delivery_settled();
        }
        delivered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(secs: u64) -> Instant {
        Instant::now() + Duration::from_secs(secs)
    }

    fn up() -> Liveness {
        let signs = Liveness::new(ShardRange::all(1));
        signs.record_shard_up(Shard::UNSHARDED);
        signs
    }

    /// Nothing was heard since then.
    fn silent_since(signs: &Liveness, then: Instant) {
        signs.update_shard(Shard::UNSHARDED, |line| {
            let before = line.down_since();
            *line = ShardStatus::Up { since: then, down_before: before, last_heard: then };
        });
        signs.lock_state().client_heard = then;
    }

    #[test]
    fn a_bot_is_well_when_all_its_shards_are() {
        let signs = Liveness::new(ShardRange::all(3));
        let shard = |number| Shard { number, total: 3 };
        [0, 2].into_iter().for_each(|number| signs.record_shard_up(shard(number)));
        assert!(!signs.are_all_shards_up());
        let ill = signs.find_problem(later(70)).unwrap();
        assert!(ill.starts_with("shard 1: ") && ill.contains("70 seconds"), "{ill}");
        signs.record_shard_up(shard(1));
        assert_eq!((signs.are_all_shards_up(), signs.find_problem(later(70))), (true, None));
        signs.record_shard_down(shard(2), "it broke");
        assert!(signs.find_problem(later(70)).unwrap().contains("shard 2: "));
        // The others go on, and this one tries.
        signs.record_reconnect_wait(shard(2), Duration::from_secs(3600));
        let noted = later(16 * 60);
        signs.lock_state().client_heard = noted;
        [0, 1].into_iter().for_each(|number| {
            signs.update_shard(shard(number), |line| {
                *line = ShardStatus::Up { since: noted, down_before: noted, last_heard: noted };
            });
        });
        assert_eq!(signs.find_fatal_problem(noted), None);
    }

    #[test]
    fn a_short_absence_is_no_illness() {
        let signs = up();
        signs.record_shard_down(Shard::UNSHARDED, "it broke");
        assert_eq!((signs.find_problem(later(50)), signs.are_all_shards_up()), (None, false));
        let ill = signs.find_problem(later(70)).unwrap();
        assert!(ill.contains("not been connected for 70 seconds: it broke"), "{ill}");
        // The reason changes, the time goes on.
        signs.record_shard_down(Shard::UNSHARDED, "nobody answers");
        assert!(signs.find_problem(later(70)).unwrap().contains("nobody answers"));
        signs.record_shard_up(Shard::UNSHARDED);
        assert_eq!(signs.find_problem(later(70)), None);
        // It comes and goes.
        let before = Instant::now().checked_sub(Duration::from_secs(50)).unwrap();
        let now = Instant::now();
        signs.update_shard(Shard::UNSHARDED, |line| {
            *line = ShardStatus::Up { since: now, down_before: before, last_heard: now }
        });
        signs.record_shard_down(Shard::UNSHARDED, "thrown out");
        assert!(signs.find_problem(later(20)).unwrap().contains("70 seconds: thrown out"));
    }

    #[test]
    fn silence_is_an_illness_though_the_connection_stands() {
        assert!(up().find_problem(later(130)).is_some());
        assert_eq!(up().find_fatal_problem(later(14 * 60)), None);
        assert!(up().find_fatal_problem(later(16 * 60)).unwrap().contains("16 minutes"));
        // … unless nothing could be heard.
        let signs = up();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1_000)).unwrap();
        silent_since(&signs, long_ago);
        assert!(
            signs.find_problem(Instant::now()).is_some()
                && signs.find_fatal_problem(Instant::now()).is_some()
        );
        signs.reset_after_standstill();
        assert_eq!(
            (signs.find_problem(Instant::now()), signs.find_fatal_problem(Instant::now())),
            (None, None)
        );
    }

    #[test]
    fn who_goes_on_trying_is_ill_but_not_hopeless() {
        let signs = Liveness::new(ShardRange::all(1));
        signs.record_reconnect_wait(Shard::UNSHARDED, Duration::from_secs(3600));
        signs.record_client_frame();
        let noted = later(3600);
        assert!(signs.find_problem(noted).is_some());
        signs.lock_state().client_heard = noted;
        assert_eq!(signs.find_fatal_problem(noted + Duration::from_secs(60)), None);
        assert!(signs.find_fatal_problem(noted + Duration::from_secs(3600)).is_some());
    }

    #[test]
    fn posts_that_wait_for_long_are_an_illness() {
        let signs = up();
        let now = later(660);
        let ill = |signs: &Liveness| {
            silent_since(signs, now);
            signs.find_problem(now)
        };
        signs.record_outbox_depth(3);
        assert!(ill(&signs).unwrap().contains("3 posts wait"));
        signs.record_outbox_depth(0);
        assert_eq!(ill(&signs), None);
        signs.record_store_probe(Err("disk full".into()));
        assert!(ill(&signs).unwrap().contains("disk full"));
    }
}
