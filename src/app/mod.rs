//! The app: one door. It takes (who, where, what is said) and gives back what to show to whom.
//!
//! The way of an input: find the fight, authorise, play, commit, deliver.
//!
//! - **I8** One transaction of the store an input: fight, journal, prompts, timers, outbox. Killed
//!   at any instant, nothing is lost and nothing happens twice.
//! - **I9** One input at a time per fight, different fights in parallel.
//! - **I10** Every verb is checked against the table in [`permissions`].
//!
//! Start at [`App`] and [`input`]; [`outbox`] is what a front must implement. The app knows no
//! rule system, makes no sentence, and never sleeps to wait for a due time: the clock is handed in.

mod absence;
pub mod acting;
mod again;
mod arrangements;
pub mod chance;
mod change;
pub mod clock;
pub mod coming_back;
mod complete;
mod delivery;
mod door;
mod errands;
pub mod export;
pub mod fight_now;
mod figures;
mod guard;
pub mod guide;
pub mod inbox;
pub mod input;
pub mod journal;
pub mod log;
mod looks;
mod nearest;
mod nudges;
pub mod orders;
pub mod outbox;
pub mod people;
pub mod permissions;
pub mod person;
mod plain;
pub mod plans;
mod quiet;
mod refit;
pub mod report;
mod resolve;
mod roles;
pub mod rolls;
mod roster;
pub mod servers;
pub mod shelf;
mod sleep;
mod slots;
mod sure;
mod timers;
mod undo;
mod unseen;
mod winding;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::Notify;

use crate::engine::Chatter;
use crate::engine::ids::{CombatantId, UserId};
use crate::engine::words::Words;
use crate::store::Store;
use crate::store::ids::{ChannelId, FightId, TurnId};

pub use crate::store::fault::Fault;
pub use crate::store::ids;

use chance::{DiceFactory, WaitFactory};
use clock::Clock;
use delivery::Lanes;
use fight_now::Fights;
use guard::Guard;
use permissions::Role;
use servers::Servers;

/// The one door. Cheap to clone.
///
/// What goes through it: [`App::handle`] (inputs), [`App::complete`] (autocomplete),
/// [`App::fire_due`] (clocks), [`App::deliver_pending`] (the outbox); [`App::run_errands`] does the
/// last two while the bot runs. [`App::now`] is for scripts and tests.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    dice: DiceFactory,
    waits: WaitFactory,
    fights: Fights,
    /// The last fight of each channel that was asked for.
    channels: Mutex<BTreeMap<ChannelId, FightId>>,
    /// One fight is opened at a time.
    opening: tokio::sync::Mutex<()>,
    lanes: Lanes,
    /// Whose commands are to be looked at.
    servers: Servers,
    /// None: everybody may take what they like, in scripts and tests.
    guard: OnceLock<Guard>,
    /// Who was there when, and what they have missed.
    coming_back: coming_back::ComingBack,
    /// Something was stored: there may be posts and clocks.
    news: Notify,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, dice: DiceFactory) -> Self {
        Self::waiting(store, clock, dice, chance::drawn_waits())
    }

    /// The same, with waits of the caller's.
    pub fn waiting(
        store: Store,
        clock: Arc<dyn Clock>,
        dice: DiceFactory,
        waits: WaitFactory,
    ) -> Self {
        let inner = Inner {
            store,
            clock,
            dice,
            waits,
            fights: Fights::default(),
            channels: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            lanes: Lanes::default(),
            servers: Servers::default(),
            guard: OnceLock::new(),
            coming_back: coming_back::ComingBack::default(),
            news: Notify::new(),
        };
        Self { inner: Arc::new(inner) }
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
        if known.is_some() {
            return Ok(known);
        }
        let found = self.inner.store.fight_in(channel).await?;
        if let Some(fight) = found {
            self.remember(channel, fight);
        }
        Ok(found)
    }

    /// Whether a fight is going on in a channel or thread.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(false) };
        Ok(self.now(fight).await?.is_some_and(|now| now.is_open))
    }

    /// What becomes of what a user says in a channel past the bot. Words of the GM, and of those
    /// who have no part in the fight, are free.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn chatter(&self, channel: ChannelId, user: UserId) -> Result<Chatter, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(Chatter::Free) };
        let now = self.now(fight).await?;
        let fought = now.filter(|now| now.is_open && now.is_running());
        let forbids = fought.filter(|now| matches!(now.role(user), Role::Player | Role::StandIn));
        Ok(forbids.map_or(Chatter::Free, |now| now.game.chatter()))
    }

    /// The fight that is going on in a channel, and its GM.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn gm_in(&self, channel: ChannelId) -> Result<Option<(FightId, UserId)>, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(None) };
        let now = self.now(fight).await?.filter(|now| now.is_open);
        Ok(now.map(|now| (fight, now.gm)))
    }

    /// What somebody may do now in the fight of a turn, if it is what is looked for, and the name
    /// that they do it by.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn offered(
        &self,
        turn: TurnId,
        who: CombatantId,
        is_it: impl Fn(&Words) -> bool,
    ) -> Result<Option<(Words, String)>, Fault> {
        let Some(now) = self.now(turn.fight).await? else { return Ok(None) };
        let Some(member) = now.member(who) else { return Ok(None) };
        let found = now.game.offers(who).into_iter().find(|offer| is_it(&offer.words));
        Ok(found.map(|offer| (offer.words, member.name.clone())))
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

    fn remember(&self, channel: ChannelId, fight: FightId) {
        self.channels().insert(channel, fight);
    }

    fn channels(&self) -> std::sync::MutexGuard<'_, BTreeMap<ChannelId, FightId>> {
        self.inner.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
