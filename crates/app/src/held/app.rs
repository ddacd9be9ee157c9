//! The app as it is held: the store, the clock, the dice, and what is kept in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::Notify;

use engine::judgement::Effort;
use store::Store;
use store::fault::Fault;
use store::ids::{ChannelId, FightId, Millis};

use crate::held::beside::Beside;
use crate::held::coming_back::ComingBack;
use crate::held::fights::Fights;
use crate::held::guard::Guard;
use crate::held::lanes::Lanes;
use crate::held::odds::Odds;
use crate::held::servers::Servers;
use crate::terms::chance::{DiceFactory, WaitFactory};
use crate::terms::clock::Clock;
use crate::terms::seals::SecretFactory;
use crate::terms::servers::Shard;

/// The one door. Cheap to clone.
///
/// What goes through it: [`App::handle`] (inputs), [`App::complete`] (autocomplete),
/// [`App::fire_due`] (clocks), [`App::deliver_pending`] (the outbox); [`App::run_errands`] does the
/// last two while the bot runs. [`App::now`] is for scripts and tests.
#[derive(Clone)]
pub struct App {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) dice: DiceFactory,
    pub(crate) waits: WaitFactory,
    pub(crate) fights: Fights,
    /// The last fight of each channel that was asked for.
    pub(crate) channels: Mutex<BTreeMap<ChannelId, FightId>>,
    /// One fight is opened at a time.
    pub(crate) opening: tokio::sync::Mutex<()>,
    pub(crate) lanes: Lanes,
    /// Whose commands are to be looked at.
    pub(crate) servers: Servers,
    /// None: dice follow from no secret, in scripts and tests.
    pub(crate) secrets: OnceLock<SecretFactory>,
    /// None: GMs are told nothing of what NPCs had best do, in scripts and tests.
    pub(crate) advises: OnceLock<Effort>,
    pub(crate) odds: Odds,
    /// For what everybody reads, and for what only GMs do: so nobody waits for what is hidden.
    pub(crate) for_all: Beside,
    pub(crate) for_gms: Beside,
    /// None: everybody may take what they like, in scripts and tests.
    pub(crate) guard: OnceLock<Guard>,
    /// Who was there when, and what they have missed.
    pub(crate) coming_back: ComingBack,
    /// One person is forgotten at a time.
    pub(crate) forgetting: tokio::sync::Mutex<()>,
    /// For how many days servers are kept that have removed the bot. None: for ever, in scripts and
    /// tests.
    pub(crate) servers_are_kept: OnceLock<u32>,
    /// The shards of which the front has said since the start in which servers the bot is.
    pub(crate) known_shards: Mutex<BTreeSet<Shard>>,
    /// Something was stored: there may be posts and clocks.
    pub(crate) news: Notify,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, dice: DiceFactory) -> Self {
        Self::waiting(store, clock, dice, crate::terms::chance::drawn_waits())
    }

    /// An app with waits of the caller's.
    pub fn waiting(
        store: Store,
        clock: Arc<dyn Clock>,
        dice: DiceFactory,
        waits: WaitFactory,
    ) -> Self {
        let inner = Inner {
            fights: Fights::of(store.shards()),
            store,
            clock,
            dice,
            waits,
            channels: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            lanes: Lanes::default(),
            servers: Servers::default(),
            secrets: OnceLock::new(),
            advises: OnceLock::new(),
            odds: Odds::default(),
            for_all: Beside::default(),
            for_gms: Beside::default(),
            guard: OnceLock::new(),
            coming_back: ComingBack::default(),
            forgetting: tokio::sync::Mutex::default(),
            servers_are_kept: OnceLock::new(),
            known_shards: Mutex::default(),
            news: Notify::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The dice of fights that are opened from now on follow from a secret that is sealed first.
    #[must_use]
    pub fn sealed(self, secrets: SecretFactory) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.secrets.set(secrets);
        self
    }

    /// GMs are told what their NPCs had best do, from now on.
    #[must_use]
    pub fn advising(self, effort: Effort) -> Self {
        let _ = self.inner.advises.set(effort);
        self
    }

    /// What is worked out beside the bot takes a part of the time only, from now on.
    #[must_use]
    pub fn sparing(self) -> Self {
        for beside in [&self.inner.for_all, &self.inner.for_gms] {
            let _ = beside.is_sparing.set(());
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
    pub async fn fight_in(&self, channel: ChannelId) -> Result<Option<FightId>, Fault> {
        let known = self.channels().get(&channel).copied();
        // An end may be taken back by another program, and then that is the fight of the channel.
        if known.is_some() && self.inner.store.shards().is_none() {
            return Ok(known);
        }
        let found = self.inner.store.fight_in(channel).await?;
        if let Some(fight) = found {
            self.remember(channel, fight);
        }
        Ok(found)
    }

    /// What a front has noted about itself, under that name.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn memo(&self, name: &str) -> Result<Option<String>, Fault> {
        self.inner.store.memo(name).await
    }

    /// Notes something for the next start.
    ///
    /// # Errors
    /// The store could not be written.
    pub async fn set_memo(&self, name: &str, text: &str) -> Result<(), Fault> {
        self.inner.store.set_memo(name, text).await
    }

    pub(crate) fn remember(&self, channel: ChannelId, fight: FightId) {
        self.channels().insert(channel, fight);
    }

    fn channels(&self) -> std::sync::MutexGuard<'_, BTreeMap<ChannelId, FightId>> {
        self.inner.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the errands look again: an input was answered, or somebody moved the clock.
    pub fn look_again(&self) {
        self.inner.news.notify_one();
    }

    pub(crate) fn millis(&self) -> Millis {
        self.inner.clock.now().as_millisecond()
    }
}
