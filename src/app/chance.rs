//! Where the dice of a table come from: one fresh set for each input.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use crate::engine::dice::{Dice, Scripted, Seeded};

use super::orders::When;

/// Makes the dice for one input.
pub type DiceFactory = Arc<dyn Fn() -> Box<dyn Dice + Send> + Send + Sync>;

/// Entropy of the operating system: for real tables.
pub fn fair() -> DiceFactory {
    Arc::new(|| Box::new(Fair))
}

struct Fair;

impl Dice for Fair {
    fn roll(&mut self, sides: u8) -> u8 {
        UnwrapErr(SysRng).random_range(1..=sides.max(1))
    }
}

/// The same dice every time the program runs with this seed: for the sandbox and tests.
pub fn seeded(seed: u64) -> DiceFactory {
    shared(Arc::new(Mutex::new(Seeded::new(seed))))
}

/// Dice that the caller lays out and settles through the same lock: for scripts.
pub fn scripted(dice: &Arc<Mutex<Scripted>>) -> DiceFactory {
    shared(Arc::clone(dice))
}

/// The dice that are laid out as long as there are some, then others: for prepared scenes.
pub fn scripted_then(laid: &Arc<Mutex<Scripted>>, others: DiceFactory) -> DiceFactory {
    let laid = Arc::clone(laid);
    Arc::new(move || Box::new(Prepared { laid: Arc::clone(&laid), others: others() }))
}

struct Prepared {
    laid: Arc<Mutex<Scripted>>,
    others: Box<dyn Dice + Send>,
}

impl Dice for Prepared {
    fn roll(&mut self, sides: u8) -> u8 {
        let mut laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        if laid.left() > 0 { laid.roll(sides) } else { self.others.roll(sides) }
    }

    fn draw(&mut self, cards: &[u8]) -> u8 {
        let mut laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        if laid.left() > 0 { laid.draw(cards) } else { self.others.draw(cards) }
    }
}

/// Makes the waits of one input.
pub type WaitFactory = Arc<dyn Fn() -> Waits + Send + Sync>;

/// How long people take who look in after a while: all by one distribution, whoever they are and
/// whatever they do, so that nothing can be read from it.
pub struct Waits(Seeded);

/// The shortest and the longest of them, in seconds.
const WAIT_SECS: (usize, usize) = (180, 2700);

impl Waits {
    /// The next one, in milliseconds.
    fn draw(&mut self) -> i64 {
        let (least, most) = WAIT_SECS;
        (least + self.0.below(most - least + 1)) as i64 * 1000
    }

    /// How long it is until something prepared is used; none where it waits for the deadline.
    pub(super) fn until(&mut self, when: When) -> Option<i64> {
        // Drawn in any case: the next one does not tell whether there was this.
        let wait = self.draw();
        match when {
            When::Soon => Some(wait),
            When::AtOnce => Some(0),
            When::Deadline => None,
        }
    }
}

impl Default for Waits {
    /// By the operating system.
    fn default() -> Self {
        Self(Seeded::new(UnwrapErr(SysRng).random()))
    }
}

/// The same waits in every program that runs with this seed: for the sandbox and tests.
pub fn seeded_waits(seed: u64) -> WaitFactory {
    let seeds = Mutex::new(Seeded::new(seed));
    Arc::new(move || {
        let mut seeds = seeds.lock().unwrap_or_else(PoisonError::into_inner);
        Waits(Seeded::new(seeds.below(usize::MAX) as u64))
    })
}

fn shared<D: Dice + Send + 'static>(dice: Arc<Mutex<D>>) -> DiceFactory {
    Arc::new(move || Box::new(Shared(Arc::clone(&dice))))
}

struct Shared<D>(Arc<Mutex<D>>);

impl<D: Dice> Dice for Shared<D> {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).roll(sides)
    }

    fn draw(&mut self, cards: &[u8]) -> u8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).draw(cards)
    }
}
