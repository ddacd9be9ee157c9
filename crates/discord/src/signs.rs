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

use app::outbox::{Courier, Parcel, Sent, Undelivered};
use app::servers::{Shard, Shards};

/// A connection may be away for so long before the bot is ill.
const LONGEST_ABSENCE: Duration = Duration::from_secs(60);
/// Discord answers a heartbeat within 45 seconds, and the bot's own client within 30.
const LONGEST_SILENCE: Duration = Duration::from_secs(120);
/// Posts that wait are tried again within minutes.
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);
/// A part of the bot that stands still for so long will not move any more.
const HOPELESS: Duration = Duration::from_secs(15 * 60);

pub struct Signs(Mutex<Noted>);

struct Noted {
    /// One for each shard, by its number.
    gateway: BTreeMap<u32, Line>,
    client: Instant,
    /// The last post that was not put off. While none waits, that is now.
    delivered: Instant,
    waiting: u32,
    store: Result<(), String>,
}

enum Line {
    /// … since then, after it was down since `before`. When anything was heard last.
    Up { at: Instant, before: Instant, heard: Instant },
    /// … since then, for that reason. When the last attempt to come back was to begin.
    Down { since: Instant, why: String, tries_at: Instant },
    /// … and other shards come first.
    Queued { since: Instant },
}

impl Line {
    fn is_up(&self) -> bool {
        matches!(self, Self::Up { .. })
    }

    /// Since when it does not move.
    fn stands_still_since(&self) -> Instant {
        match self {
            Self::Up { heard, .. } => *heard,
            Self::Down { since, tries_at, .. } => *since.max(tries_at),
            Self::Queued { .. } => Instant::now(),
        }
    }

    /// Since when it is down, if it is down now. A moment in between does not count.
    fn down_since(&self) -> Instant {
        match self {
            Self::Up { at, before, .. } if at.elapsed() < LONGEST_ABSENCE => *before,
            Self::Up { .. } => Instant::now(),
            Self::Down { since, .. } | Self::Queued { since } => *since,
        }
    }
}

impl Signs {
    /// Of a bot with these shards.
    pub fn new(shards: Shards) -> Self {
        let now = Instant::now();
        let down = |number| {
            let why = "the bot has just been started".into();
            (number, Line::Down { since: now, why, tries_at: now })
        };
        let signs = Self(Mutex::new(Noted {
            gateway: shards.numbers().map(down).collect(),
            client: now,
            delivered: now,
            waiting: 0,
            store: Ok(()),
        }));
        signs.measure();
        signs
    }

    fn measure(&self) {
        let noted = self.note();
        let up = noted.gateway.values().filter(|line| line.is_up()).count();
        gauge!("riposte_gateway_up").set(u8::from(up == noted.gateway.len()));
        gauge!("riposte_shards").set(noted.gateway.len() as f64);
        gauge!("riposte_shards_up").set(up as f64);
    }

    fn with(&self, shard: Shard, change: impl FnOnce(&mut Line)) {
        if let Some(line) = self.note().gateway.get_mut(&shard.number) {
            change(line);
        }
    }

    fn note(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn gateway_is_up(&self, shard: Shard) {
        let now = Instant::now();
        self.with(shard, |line| {
            *line = Line::Up { at: now, before: line.down_since(), heard: now };
        });
        self.measure();
    }

    pub fn gateway_is_down(&self, shard: Shard, because: &str) {
        let (now, why) = (Instant::now(), because.into());
        self.with(shard, |line| {
            *line = Line::Down { since: line.down_since(), why, tries_at: now };
        });
        self.measure();
    }

    /// The next connection is tried after this wait.
    pub fn gateway_waits(&self, shard: Shard, wait: Duration) {
        self.with(shard, |line| {
            if let Line::Down { tries_at, .. } = line {
                *tries_at = Instant::now() + wait;
            }
        });
    }

    /// It waits for its turn to identify, or has it now: that others come first is no illness.
    pub fn gateway_queues(&self, shard: Shard, is_queued: bool) {
        let now = Instant::now();
        self.with(shard, |line| {
            *line = match is_queued {
                true => Line::Queued { since: line.down_since() },
                false => {
                    Line::Down { since: now, why: "it has just had its turn".into(), tries_at: now }
                }
            };
        });
    }

    /// The whole program was stopped for a while, or the machine: what was not heard meanwhile says
    /// nothing.
    pub fn everything_stood_still(&self) {
        let now = Instant::now();
        let mut noted = self.note();
        (noted.client, noted.delivered) = (now, now);
        for line in noted.gateway.values_mut() {
            match line {
                Line::Up { heard, .. } => *heard = now,
                Line::Down { tries_at, .. } => *tries_at = now,
                Line::Queued { .. } => {}
            }
        }
    }

    /// Anything came from the gateway.
    pub fn discord_was_heard(&self, shard: Shard) {
        gauge!("riposte_gateway_heard_timestamp_seconds").set(unix_now());
        self.with(shard, |line| {
            if let Line::Up { heard, .. } = line {
                *heard = Instant::now();
            }
        });
    }

    /// The bot's own client has shown that it lives.
    pub fn client_lives(&self) {
        self.note().client = Instant::now();
    }

    pub fn posts_wait(&self, waiting: u32) {
        let mut noted = self.note();
        if noted.waiting == 0 {
            noted.delivered = Instant::now();
        }
        noted.waiting = waiting;
    }

    pub fn post_was_settled(&self) {
        gauge!("riposte_delivered_timestamp_seconds").set(unix_now());
        self.note().delivered = Instant::now();
    }

    pub fn store_was_tried(&self, outcome: Result<(), String>) {
        self.note().store = outcome;
    }

    pub fn is_up(&self) -> bool {
        self.note().gateway.values().all(Line::is_up)
    }

    /// What is wrong with the bot.
    pub fn ill(&self, now: Instant) -> Option<String> {
        let noted = self.note();
        let for_long = |since: Instant, longest: Duration| {
            let been = now.saturating_duration_since(since);
            (been > longest).then_some(been.as_secs())
        };
        if let Some(secs) = for_long(noted.client, LONGEST_SILENCE) {
            return Some(format!("the bot's own client has been silent for {secs} seconds"));
        }
        let ill = noted.gateway.iter().find_map(|(number, line)| {
            let what = match line {
                Line::Queued { .. } => return None,
                Line::Down { since, why, .. } => {
                    let secs = for_long(*since, LONGEST_ABSENCE)?;
                    format!("the bot has not been connected for {secs} seconds: {why}")
                }
                Line::Up { heard, .. } => {
                    let secs = for_long(*heard, LONGEST_SILENCE)?;
                    format!("Discord has been silent for {secs} seconds")
                }
            };
            let is_divided = noted.gateway.len() > 1;
            Some(if is_divided { format!("shard {number}: {what}") } else { what })
        });
        if ill.is_some() {
            return ill;
        }
        if let Err(why) = &noted.store {
            return Some(format!("the file of fights cannot be written: {why}"));
        }
        let secs = for_long(noted.delivered, LONGEST_WAIT).filter(|_| noted.waiting > 0)?;
        let waiting = noted.waiting;
        Some(format!("{waiting} posts wait, and none was delivered for {secs} seconds"))
    }

    /// Why the program must end: a part of it stands still. That Discord is away is no such reason,
    /// for as long as the bot tries to come back.
    pub fn hopeless(&self, now: Instant) -> Option<String> {
        let noted = self.note();
        let lines = noted.gateway.values().map(Line::stands_still_since);
        let since = lines.fold(noted.client, Ord::min);
        let been = now.saturating_duration_since(since);
        let minutes = been.as_secs() / 60;
        (been > HOPELESS)
            .then(|| format!("The bot's line to Discord has stood still for {minutes} minutes."))
    }
}

fn unix_now() -> f64 {
    jiff::Timestamp::now().as_duration().as_secs_f64()
}

/// A courier whose deliveries are signs of life.
pub struct Noting<C> {
    pub courier: C,
    pub signs: std::sync::Arc<Signs>,
}

impl<C: Courier> Courier for Noting<C> {
    async fn deliver(&self, parcel: &Parcel) -> Result<Sent, Undelivered> {
        let delivered = self.courier.deliver(parcel).await;
        if !matches!(delivered, Err(Undelivered::ForNow { .. })) {
            self.signs.post_was_settled();
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

    fn up() -> Signs {
        let signs = Signs::new(Shards::all(1));
        signs.gateway_is_up(Shard::SOLE);
        signs
    }

    /// Nothing was heard since then.
    fn silent_since(signs: &Signs, then: Instant) {
        signs.with(Shard::SOLE, |line| {
            let before = line.down_since();
            *line = Line::Up { at: then, before, heard: then };
        });
        signs.note().client = then;
    }

    #[test]
    fn a_bot_is_well_when_all_its_shards_are() {
        let signs = Signs::new(Shards::all(3));
        let shard = |number| Shard { number, total: 3 };
        [0, 2].into_iter().for_each(|number| signs.gateway_is_up(shard(number)));
        assert!(!signs.is_up());
        let ill = signs.ill(later(70)).unwrap();
        assert!(ill.starts_with("shard 1: ") && ill.contains("70 seconds"), "{ill}");
        signs.gateway_is_up(shard(1));
        assert_eq!((signs.is_up(), signs.ill(later(70))), (true, None));
        signs.gateway_is_down(shard(2), "it broke");
        assert!(signs.ill(later(70)).unwrap().contains("shard 2: "));
        // The others go on, and this one tries.
        signs.gateway_waits(shard(2), Duration::from_secs(3600));
        let noted = later(16 * 60);
        signs.note().client = noted;
        [0, 1].into_iter().for_each(|number| {
            signs.with(shard(number), |line| {
                *line = Line::Up { at: noted, before: noted, heard: noted };
            });
        });
        assert_eq!(signs.hopeless(noted), None);
    }

    #[test]
    fn a_short_absence_is_no_illness() {
        let signs = up();
        signs.gateway_is_down(Shard::SOLE, "it broke");
        assert_eq!((signs.ill(later(50)), signs.is_up()), (None, false));
        let ill = signs.ill(later(70)).unwrap();
        assert!(ill.contains("not been connected for 70 seconds: it broke"), "{ill}");
        // The reason changes, the time goes on.
        signs.gateway_is_down(Shard::SOLE, "nobody answers");
        assert!(signs.ill(later(70)).unwrap().contains("nobody answers"));
        signs.gateway_is_up(Shard::SOLE);
        assert_eq!(signs.ill(later(70)), None);
        // It comes and goes.
        let before = Instant::now().checked_sub(Duration::from_secs(50)).unwrap();
        let now = Instant::now();
        signs.with(Shard::SOLE, |line| *line = Line::Up { at: now, before, heard: now });
        signs.gateway_is_down(Shard::SOLE, "thrown out");
        assert!(signs.ill(later(20)).unwrap().contains("70 seconds: thrown out"));
    }

    #[test]
    fn silence_is_an_illness_though_the_connection_stands() {
        assert!(up().ill(later(130)).is_some());
        assert_eq!(up().hopeless(later(14 * 60)), None);
        assert!(up().hopeless(later(16 * 60)).unwrap().contains("16 minutes"));
        // … unless nothing could be heard.
        let signs = up();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1_000)).unwrap();
        silent_since(&signs, long_ago);
        assert!(signs.ill(Instant::now()).is_some() && signs.hopeless(Instant::now()).is_some());
        signs.everything_stood_still();
        assert_eq!((signs.ill(Instant::now()), signs.hopeless(Instant::now())), (None, None));
    }

    #[test]
    fn who_goes_on_trying_is_ill_but_not_hopeless() {
        let signs = Signs::new(Shards::all(1));
        signs.gateway_waits(Shard::SOLE, Duration::from_secs(3600));
        signs.client_lives();
        let noted = later(3600);
        assert!(signs.ill(noted).is_some());
        signs.note().client = noted;
        assert_eq!(signs.hopeless(noted + Duration::from_secs(60)), None);
        assert!(signs.hopeless(noted + Duration::from_secs(3600)).is_some());
    }

    #[test]
    fn posts_that_wait_for_long_are_an_illness() {
        let signs = up();
        let now = later(660);
        let ill = |signs: &Signs| {
            silent_since(signs, now);
            signs.ill(now)
        };
        signs.posts_wait(3);
        assert!(ill(&signs).unwrap().contains("3 posts wait"));
        signs.posts_wait(0);
        assert_eq!(ill(&signs), None);
        signs.store_was_tried(Err("disk full".into()));
        assert!(ill(&signs).unwrap().contains("disk full"));
    }
}
