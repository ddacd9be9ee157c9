//! The app: one door. It takes (who, where, what is said) and gives back what to show to whom.
//!
//! The way of an input: find the fight, authorise, resolve by the engine, commit, deliver.
//!
//! - **I8** One transaction of the store an input: fight, journal, prompts, timers, outbox. Killed
//!   at any instant, nothing is lost and nothing happens twice.
//! - **I9** One input at a time per fight, different fights in parallel.
//! - **I10** Every verb is checked against the table in [`permissions`].
//!
//! Start at [`App`] and [`input`]; [`outbox`] is what a front must implement. The app knows no
//! rule system, makes no sentence, and never sleeps: the clock is handed in.

pub mod chance;
pub mod clock;
pub mod input;
pub mod outbox;
pub mod permissions;

use std::future::Future;
use std::sync::Arc;

use jiff::Timestamp;

use crate::engine::game::{Game, Prompt};
use crate::engine::ids::{By, UserId};
use crate::store::Store;
use crate::store::ids::{ChannelId, FightId, PromptId, TurnId};

pub use crate::store::fault::Fault;

use chance::DiceFactory;
use clock::Clock;
use input::{Input, Reply, Seat, Unfinished};
use outbox::{Audience, Courier};

/// The one door. Cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    dice: DiceFactory,
}

/// A fight as it stands: for scripts, tests and the GM's export. Secrets included, so never to be
/// shown to people.
#[derive(Clone, Debug, PartialEq)]
pub struct FightNow {
    pub id: FightId,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub is_open: bool,
    /// The clocks stand still, and nobody may act.
    pub is_paused: bool,
    /// The number of the last journal row.
    pub revision: i64,
    pub game: Game,
    pub prompts: Vec<OpenPrompt>,
    pub turn: Option<OpenTurn>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    /// Where it is shown.
    pub shown: Audience,
    /// Who answers.
    pub user: UserId,
    /// None while the clocks stand still.
    pub due: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenTurn {
    pub id: TurnId,
    pub on: Vec<By>,
    pub is_skipped: bool,
    /// None while the clocks stand still, and once the GM has been reminded.
    pub due: Option<Timestamp>,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, dice: DiceFactory) -> Self {
        Self { inner: Arc::new(Inner { store, clock, dice }) }
    }

    /// One input, from who may say it to what is stored of it.
    ///
    /// # Errors
    /// The store could not be used; nothing has happened.
    pub async fn handle(&self, seat: &Seat, input: Input) -> Result<Reply, Fault> {
        let _ = (seat, input, &self.inner.store, &self.inner.clock, &self.inner.dice);
        todo!()
    }

    /// What may be typed in a slot: at most 25, what begins with the typed text first. Changes
    /// nothing, and knows no more than the user does.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn complete(&self, seat: &Seat, typing: &Unfinished) -> Result<Vec<String>, Fault> {
        let _ = (seat, typing);
        todo!()
    }

    /// Does what is overdue, oldest first, each as an input of its own; how many there were.
    ///
    /// # Errors
    /// The store could not be used; what was not done yet stays due.
    pub async fn fire_due(&self) -> Result<usize, Fault> {
        todo!()
    }

    /// When the next clock runs out.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, Fault> {
        todo!()
    }

    /// Delivers what is in the outbox, in order for each audience, until nothing is left that may
    /// be tried now; how many went out. May run several times at once.
    ///
    /// # Errors
    /// The store could not be used; nothing is lost, and nothing will be sent twice.
    pub async fn deliver_pending<C: Courier>(&self, courier: &Arc<C>) -> Result<usize, Fault> {
        let _ = courier;
        todo!()
    }

    /// Fires timers and delivers posts until `stop` is done: what the running bot does besides
    /// answering.
    pub async fn run_errands<C: Courier>(&self, courier: Arc<C>, stop: impl Future<Output = ()>) {
        let _ = (courier, stop);
        todo!()
    }

    /// The open fight of a channel or thread, else the last one there was.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn fight_in(&self, channel: ChannelId) -> Result<Option<FightId>, Fault> {
        let _ = channel;
        todo!()
    }

    /// A fight as it stands.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn now(&self, fight: FightId) -> Result<Option<FightNow>, Fault> {
        let _ = fight;
        todo!()
    }
}
