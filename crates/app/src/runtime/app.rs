//! Shared state of the application: store, clock, dice source and in-memory caches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::Notify;

use engine::agents::evaluator::SearchBudget;
use store::Store;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, Millis};

use crate::api::channel_access::ChannelAccess;
use crate::api::clock::Clock;
use crate::api::dice_source::{DecoyDelayFactory, DiceFactory};
use crate::api::encounter::EncounterSearchLimits;
use crate::api::input::UserInput;
use crate::api::sealed_dice::SecretFactory;
use crate::api::servers::Shard;
use crate::api::value_reader::{ServerNames, ValueNamer, ValueReader, read_key};
use crate::runtime::background_worker::BackgroundWorker;
use crate::runtime::channel_probes::ChannelProbes;
use crate::runtime::command_sync::CommandSyncQueue;
use crate::runtime::deadline_hold::DeadlineHold;
use crate::runtime::delivery_lanes::DeliveryLanes;
use crate::runtime::fight_cache::FightCache;
use crate::runtime::held_items::HeldItems;
use crate::runtime::languages::{AUTOMATIC, NotedLanguages, RecentLanguages};
use crate::runtime::odds_cache::OddsCache;
use crate::runtime::open_fight_channels::OpenFightChannels;
use crate::runtime::presence::PresenceTracker;
use crate::runtime::rate_limiter::RateLimiter;
use crate::state::fight_state::FightState;

/// The application. Cheap to clone.
///
/// Its entry points are [`App::handle_input`], [`App::complete_slot`] (autocomplete),
/// [`App::fire_due_deadlines`] and [`App::deliver_due_outbox`] (the outbox).
/// [`App::run_background_tasks`] does the last two while the bot runs.
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
    /// The fight that was looked up last for each channel.
    pub(crate) latest_fights: Mutex<BTreeMap<ChannelId, FightId>>,
    pub(crate) open_fight_channels: OpenFightChannels,
    pub(crate) deadline_hold: DeadlineHold,
    /// Held while a fight is opened: one at a time.
    pub(crate) opening_lock: tokio::sync::Mutex<()>,
    pub(crate) delivery_lanes: DeliveryLanes,
    pub(crate) channel_probes: ChannelProbes,
    /// The fights, and the kinds of messages, whose GM knows that the server blocks some text.
    pub(crate) reported_blocks: Mutex<BTreeSet<(FightId, String)>>,
    /// Scopes whose slash commands must be checked or registered.
    pub(crate) command_sync: CommandSyncQueue,
    /// `None`: dice follow from no secret (scripts and tests).
    pub(crate) secret_factory: OnceLock<SecretFactory>,
    /// `None`: GMs get no advice for their NPCs (scripts and tests).
    pub(crate) advice_budget: OnceLock<SearchBudget>,
    /// `None`: a coarse search (scripts and tests).
    pub(crate) encounter_search_limits: OnceLock<EncounterSearchLimits>,
    pub(crate) odds_cache: OddsCache,
    /// Works for public messages. GM messages have a worker of their own, so that nobody waits for
    /// what is hidden.
    pub(crate) public_worker: BackgroundWorker,
    pub(crate) gm_worker: BackgroundWorker,
    /// `None` disables rate limiting (scripts and tests).
    pub(crate) rate_limiter: OnceLock<RateLimiter>,
    /// Commands in direct messages that wait until the user says which fight they mean.
    pub(crate) held_inputs: HeldItems<UserInput>,
    /// When users were last there, and what they have missed.
    pub(crate) presence: PresenceTracker,
    pub(crate) noted_languages: NotedLanguages,
    pub(crate) recent_languages: RecentLanguages,
    /// The tags of the front end's languages.
    pub(crate) languages: OnceLock<Vec<&'static str>>,
    /// Held while the data of a user is deleted: one user at a time.
    pub(crate) forgetting_lock: tokio::sync::Mutex<()>,
    /// Held while the kit of a server is replaced by what follows from it.
    pub(crate) kit_lock: tokio::sync::Mutex<()>,
    /// How many days the data of a server stays after it removed the bot. `None`: for ever (scripts
    /// and tests).
    pub(crate) server_retention_days: OnceLock<u32>,
    /// The shards whose servers the client has listed since the start.
    pub(crate) known_shards: Mutex<BTreeSet<Shard>>,
    /// `None`: everybody may write everywhere (scripts and tests).
    pub(crate) channel_access: OnceLock<Arc<dyn ChannelAccess>>,
    /// `None`: keys have no names (an app without a front end).
    pub(crate) value_namer: OnceLock<ValueNamer>,
    /// `None`: only keys are read, no names (an app without a front end).
    pub(crate) value_reader: OnceLock<ValueReader>,
    /// Wakes the background tasks: something was stored, so there may be new deliveries and
    /// deadlines.
    pub(crate) wakeup: Notify,
}

impl App {
    /// Creates an app whose decoy delays are random.
    pub fn new(store: Store, clock: Arc<dyn Clock>, dice: DiceFactory) -> Self {
        Self::new_with_decoy_delays(store, clock, dice, crate::api::dice_source::os_random_delays())
    }

    /// Creates an app with the caller's decoy delays.
    pub fn new_with_decoy_delays(
        store: Store,
        clock: Arc<dyn Clock>,
        dice: DiceFactory,
        delays: DecoyDelayFactory,
    ) -> Self {
        let inner = AppState {
            fight_cache: FightCache::for_shards(store.shard_range()),
            open_fight_channels: OpenFightChannels::for_shards(store.shard_range()),
            store,
            clock,
            dice_factory: dice,
            delay_factory: delays,
            latest_fights: Mutex::default(),
            deadline_hold: DeadlineHold::default(),
            opening_lock: tokio::sync::Mutex::default(),
            delivery_lanes: DeliveryLanes::default(),
            channel_probes: ChannelProbes::default(),
            reported_blocks: Mutex::default(),
            command_sync: CommandSyncQueue::default(),
            secret_factory: OnceLock::new(),
            advice_budget: OnceLock::new(),
            encounter_search_limits: OnceLock::new(),
            odds_cache: OddsCache::default(),
            public_worker: BackgroundWorker::default(),
            gm_worker: BackgroundWorker::default(),
            rate_limiter: OnceLock::new(),
            held_inputs: HeldItems::default(),
            presence: PresenceTracker::default(),
            noted_languages: NotedLanguages::default(),
            recent_languages: RecentLanguages::default(),
            languages: OnceLock::new(),
            forgetting_lock: tokio::sync::Mutex::default(),
            kit_lock: tokio::sync::Mutex::default(),
            server_retention_days: OnceLock::new(),
            known_shards: Mutex::default(),
            channel_access: OnceLock::new(),
            value_reader: OnceLock::new(),
            value_namer: OnceLock::new(),
            wakeup: Notify::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Makes the dice of fights that are opened from now on follow from a secret that is sealed
    /// first.
    #[must_use]
    pub fn with_secrets(self, secrets: SecretFactory) -> Self {
        // The first call wins, as for the rate limiter.
        let _ = self.inner.secret_factory.set(secrets);
        self
    }

    /// Makes the app ask whether a member may write in a channel, where no interaction says so.
    #[must_use]
    pub fn with_channel_access(self, access: Arc<dyn ChannelAccess>) -> Self {
        let _ = self.inner.channel_access.set(access);
        self
    }

    /// Makes the app read the names that the front end gives to the keys of the rules.
    #[must_use]
    pub fn with_value_reader(self, reader: ValueReader) -> Self {
        let _ = self.inner.value_reader.set(reader);
        self
    }

    /// Makes the app show and give the names that the front end has for the keys of the rules.
    #[must_use]
    pub fn with_value_namer(self, namer: ValueNamer) -> Self {
        let _ = self.inner.value_namer.set(namer);
        self
    }

    /// Loads what a server calls the entries of kits.
    pub(crate) async fn load_server_names(&self, guild: u64) -> Result<ServerNames, StoreError> {
        let namer = self.inner.value_namer.get().copied();
        Ok(ServerNames { namer, language: self.language_of_server(guild).await? })
    }

    /// Lets users and servers choose among the front end's languages, which have these tags.
    #[must_use]
    pub fn with_languages(self, tags: impl Iterator<Item = &'static str>) -> Self {
        let _ = self.inner.languages.set(tags.collect());
        self
    }

    /// Returns the words for the languages that can be chosen: their tags, and the word for none of
    /// one's own.
    pub(crate) fn list_language_choices(&self) -> Vec<String> {
        let tags = self.inner.languages.get().into_iter().flatten();
        [AUTOMATIC].iter().chain(tags).map(|tag| (*tag).to_string()).collect()
    }

    /// Returns the reader of the front end; without one, keys alone are read.
    pub(crate) fn value_reader(&self) -> ValueReader {
        self.inner.value_reader.get().copied().unwrap_or(read_key)
    }

    /// Gives GMs advice for their NPCs from now on.
    #[must_use]
    pub fn with_advice(self, budget: SearchBudget) -> Self {
        let _ = self.inner.advice_budget.set(budget);
        self
    }

    /// Searches for line-ups within these limits from now on.
    #[must_use]
    pub fn with_encounter_search(self, limits: EncounterSearchLimits) -> Self {
        let _ = self.inner.encounter_search_limits.set(limits);
        self
    }

    /// Limits the background workers to a part of the CPU time from now on.
    #[must_use]
    pub fn with_cpu_limit(self) -> Self {
        for worker in [&self.inner.public_worker, &self.inner.gm_worker] {
            worker.is_cpu_limited.store(true, Ordering::Relaxed);
        }
        self
    }

    /// Closes the store. The app cannot be used after that.
    pub async fn close(&self) {
        self.inner.store.close().await;
    }

    /// Returns the open fight of a channel or thread, otherwise its latest one.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn find_open_or_latest_fight(
        &self,
        channel: ChannelId,
    ) -> Result<Option<FightId>, StoreError> {
        let cached = self.lock_latest_fights().get(&channel).copied();
        // With several programs on one database another one may undo the end of a fight, which
        // then is the fight of the channel again: only the store knows.
        if cached.is_some() && self.inner.store.shard_range().is_none() {
            return Ok(cached);
        }
        let found = self.inner.store.load_open_or_latest_fight(channel).await?;
        if let Some(fight) = found {
            self.cache_latest_fight(channel, fight);
        }
        Ok(found)
    }

    /// Loads the text that is stored under a name: a setting of a user or server, or what a client
    /// keeps from one start to the next.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_key_value(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.inner.store.load_key_value(name).await
    }

    /// Stores a text under a name, in place of an earlier one.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn store_key_value(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.inner.store.store_key_value(name, value).await
    }

    /// Updates what is in memory about channels after a change of a fight was stored: the latest
    /// fight of each channel, and which channels have an open one.
    pub(crate) fn update_channel_indexes(&self, before: &FightState, after: &FightState) {
        if after.is_open {
            self.inner.open_fight_channels.insert(after.channel);
            self.cache_latest_fight(after.channel, after.id);
        }
        if before.channel != after.channel {
            self.lock_latest_fights().remove(&before.channel);
        }
        if before.is_open && (!after.is_open || before.channel != after.channel) {
            self.inner.open_fight_channels.mark_outdated();
        }
    }

    fn cache_latest_fight(&self, channel: ChannelId, fight: FightId) {
        self.lock_latest_fights().insert(channel, fight);
    }

    fn lock_latest_fights(&self) -> std::sync::MutexGuard<'_, BTreeMap<ChannelId, FightId>> {
        self.inner.latest_fights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the background tasks look for work again: an input was answered, or the clock was
    /// moved.
    pub fn wake_background_tasks(&self) {
        self.inner.wakeup.notify_one();
    }

    pub fn now_millis(&self) -> Millis {
        self.inner.clock.now().as_millisecond()
    }
}
