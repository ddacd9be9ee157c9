//! The app as it is held: the store, the clock, the dice, and what is kept in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::Notify;

use engine::agents::evaluator::SearchBudget;
use store::Store;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, Millis};

use crate::api::clock::Clock;
use crate::api::dice_source::{DecoyDelayFactory, DiceFactory};
use crate::api::sealed_dice::SecretFactory;
use crate::api::servers::Shard;
use crate::runtime::background_worker::BackgroundWorker;
use crate::runtime::command_sync::CommandSyncQueue;
use crate::runtime::delivery_lanes::DeliveryLanes;
use crate::runtime::fight_cache::FightCache;
use crate::runtime::odds_cache::OddsCache;
use crate::runtime::presence::PresenceTracker;
use crate::runtime::rate_limiter::RateLimiter;

/// The one door. Cheap to clone.
///
/// What goes through it: [`App::handle`] (inputs), [`App::complete`] (autocomplete),
/// [`App::fire_due`] (clocks), [`App::deliver_pending`] (the outbox); [`App::run_errands`] does the
/// last two while the bot runs. [`App::now`] is for scripts and tests.
#[derive(Clone)]
pub struct App {
    pub(crate) inner: Arc<AppState>,
}

pub(crate) struct AppState {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) dice_factory: DiceFactory,
    pub(crate) delay_factory: DecoyDelayFactory,
    pub(crate) fight_cache: FightCache,
    /// The last fight of each channel that was asked for.
    pub(crate) latest_fights: Mutex<BTreeMap<ChannelId, FightId>>,
    /// One fight is opened at a time.
    pub(crate) opening_lock: tokio::sync::Mutex<()>,
    pub(crate) delivery_lanes: DeliveryLanes,
    /// Whose commands are to be looked at.
    pub(crate) command_sync: CommandSyncQueue,
    /// None: dice follow from no secret, in scripts and tests.
    pub(crate) secret_factory: OnceLock<SecretFactory>,
    /// None: GMs are told nothing of what NPCs had best do, in scripts and tests.
    pub(crate) advice_budget: OnceLock<SearchBudget>,
    pub(crate) odds_cache: OddsCache,
    /// For what everybody reads, and for what only GMs do: so nobody waits for what is hidden.
    pub(crate) public_worker: BackgroundWorker,
    pub(crate) gm_worker: BackgroundWorker,
    /// None: everybody may take what they like, in scripts and tests.
    pub(crate) rate_limiter: OnceLock<RateLimiter>,
    /// Who was there when, and what they have missed.
    pub(crate) presence: PresenceTracker,
    /// One person is forgotten at a time.
    pub(crate) forgetting_lock: tokio::sync::Mutex<()>,
    /// For how many days servers are kept that have removed the bot. None: for ever, in scripts and
    /// tests.
    pub(crate) server_retention_days: OnceLock<u32>,
    /// The shards of which the front has said since the start in which servers the bot is.
    pub(crate) known_shards: Mutex<BTreeSet<Shard>>,
    /// Something was stored: there may be posts and clocks.
    pub(crate) wakeup: Notify,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, dice: DiceFactory) -> Self {
        Self::new_with_delays(store, clock, dice, crate::api::dice_source::os_random_delays())
    }

    /// An app with waits of the caller's.
    pub fn new_with_delays(
        store: Store,
        clock: Arc<dyn Clock>,
        dice: DiceFactory,
        delays: DecoyDelayFactory,
    ) -> Self {
        let inner = AppState {
            fight_cache: FightCache::for_shards(store.shard_range()),
            store,
            clock,
            dice_factory: dice,
            delay_factory: delays,
            latest_fights: Mutex::default(),
            opening_lock: tokio::sync::Mutex::default(),
            delivery_lanes: DeliveryLanes::default(),
            command_sync: CommandSyncQueue::default(),
            secret_factory: OnceLock::new(),
            advice_budget: OnceLock::new(),
            odds_cache: OddsCache::default(),
            public_worker: BackgroundWorker::default(),
            gm_worker: BackgroundWorker::default(),
            rate_limiter: OnceLock::new(),
            presence: PresenceTracker::default(),
            forgetting_lock: tokio::sync::Mutex::default(),
            server_retention_days: OnceLock::new(),
            known_shards: Mutex::default(),
            wakeup: Notify::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The dice of fights that are opened from now on follow from a secret that is sealed first.
    #[must_use]
    pub fn with_secrets(self, secrets: SecretFactory) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.secret_factory.set(secrets);
        self
    }

    /// GMs are told what their NPCs had best do, from now on.
    #[must_use]
    pub fn with_advice(self, budget: SearchBudget) -> Self {
        let _ = self.inner.advice_budget.set(budget);
        self
    }

    /// What is worked out beside the bot takes a part of the time only, from now on.
    #[must_use]
    pub fn with_cpu_limit(self) -> Self {
        for beside in [&self.inner.public_worker, &self.inner.gm_worker] {
            let _ = beside.is_cpu_limited.set(());
        }
        self
    }

    /// Closes the file of state in good order; nothing can be done after that.
    pub async fn close(&self) {
        self.inner.store.close().await;
    }

    /// The open fight of a channel or thread, else the last one there was.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn find_latest_fight(
        &self,
        channel: ChannelId,
    ) -> Result<Option<FightId>, StoreError> {
        let known = self.lock_latest_fights().get(&channel).copied();
        // An end may be taken back by another program, and then that is the fight of the channel.
        if known.is_some() && self.inner.store.shard_range().is_none() {
            return Ok(known);
        }
        let found = self.inner.store.load_channel_fight(channel).await?;
        if let Some(fight) = found {
            self.cache_latest_fight(channel, fight);
        }
        Ok(found)
    }

    /// What a front has noted about itself, under that name.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn load_command_digest(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.inner.store.load_memo(name).await
    }

    /// Notes something for the next start.
    ///
    /// # Errors
    /// The store could not be written.
    pub async fn store_command_digest(&self, name: &str, digest: &str) -> Result<(), StoreError> {
        self.inner.store.store_memo(name, digest).await
    }

    pub(crate) fn cache_latest_fight(&self, channel: ChannelId, fight: FightId) {
        self.lock_latest_fights().insert(channel, fight);
    }

    fn lock_latest_fights(&self) -> std::sync::MutexGuard<'_, BTreeMap<ChannelId, FightId>> {
        self.inner.latest_fights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the errands look again: an input was answered, or somebody moved the clock.
    pub fn wake_background_tasks(&self) {
        self.inner.wakeup.notify_one();
    }

    pub(crate) fn now_millis(&self) -> Millis {
        self.inner.clock.now().as_millisecond()
    }
}
