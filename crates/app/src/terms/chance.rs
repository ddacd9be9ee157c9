//! Where the dice of a table come from: one fresh set for each input.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use engine::dice::{Dice, Laid, Scripted, Seeded};
use store::ids::Millis;

use crate::terms::orders::When;
use crate::terms::seals::{At, Counts, Lane, Stream};

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

/// What fell in an input, and what is to fall before anything new: the dice of acts that were taken
/// back. So nobody gets other luck by taking an act back and doing it, or another one, again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ReplayQueue {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fallen: Vec<Fallen>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Fallen>,
    /// The draws of the fight so far; never fewer, whatever is taken back.
    #[serde(skip_serializing_if = "Counts::is_none")]
    pub drawn: Counts,
}

/// A die or a card that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    #[serde(flatten)]
    pub laid: Laid,
    /// The cards that were left: of a card that follows from a secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u8>,
    /// None where it follows from no secret.
    #[serde(flatten)]
    pub at: Option<At>,
    /// Not everybody may know that it fell.
    #[serde(default, rename = "unseen", skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
}

impl From<Laid> for Fallen {
    fn from(laid: Laid) -> Self {
        Self { laid, left: Vec::new(), at: None, is_unseen: false }
    }
}

/// The dice of one input: those that are ahead, each when one of its kind is thrown, then new ones.
pub(crate) struct ReplayDice {
    pub luck: ReplayQueue,
    /// Of which numbers new ones are.
    pub lane: Lane,
    others: Others,
}

/// Where new dice come from.
pub(crate) enum Others {
    Thrown(Box<dyn Dice + Send>),
    Following(Stream),
}

impl ReplayDice {
    pub fn new(ahead: Vec<Fallen>, drawn: Counts, lane: Lane, others: Others) -> Self {
        Self { luck: ReplayQueue { fallen: Vec::new(), ahead, drawn }, lane, others }
    }

    fn next(&mut self, fits: impl Fn(&Laid) -> bool) -> Option<Fallen> {
        let at = self.luck.ahead.iter().position(|fallen| fits(&fallen.laid))?;
        Some(self.luck.ahead.remove(at))
    }

    fn falls(&mut self, fallen: Fallen) -> Laid {
        let is_unseen = fallen.at.is_some() && self.lane == Lane::Hidden;
        let laid = fallen.laid;
        self.luck.fallen.push(Fallen { is_unseen, ..fallen });
        laid
    }
}

impl Dice for ReplayDice {
    fn roll(&mut self, sides: u8) -> u8 {
        let kept = self.next(|laid| matches!(laid, Laid::Die { sides: of, .. } if *of == sides));
        let fallen = kept.unwrap_or_else(|| {
            let (face, at) = match &mut self.others {
                Others::Thrown(dice) => (dice.roll(sides), None),
                Others::Following(stream) => {
                    let at = self.luck.drawn.next(self.lane);
                    (stream.die(at, sides), Some(at))
                }
            };
            Fallen { at, ..Laid::Die { sides, face }.into() }
        });
        match self.falls(fallen) {
            Laid::Die { face, .. } => face,
            Laid::Card(_) => 1,
        }
    }

    fn draw(&mut self, left: &[u8]) -> u8 {
        let kept = self.next(|laid| matches!(laid, Laid::Card(card) if left.contains(card)));
        let fallen = kept.unwrap_or_else(|| match &mut self.others {
            Others::Thrown(dice) => Laid::Card(dice.draw(left)).into(),
            Others::Following(stream) => {
                let at = self.luck.drawn.next(self.lane);
                let card = Laid::Card(stream.card(at, left));
                Fallen { left: left.into(), at: Some(at), ..card.into() }
            }
        });
        match self.falls(fallen) {
            Laid::Card(card) => card,
            Laid::Die { .. } => left[0],
        }
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
    /// The next one, in milliseconds: also how long a window waits that hides who is asked.
    pub(crate) fn draw(&mut self) -> Millis {
        let (least, most) = WAIT_SECS;
        (least + self.0.below(most - least + 1)) as i64 * 1000
    }

    /// How long it is until something prepared is used; none where it waits for the deadline.
    pub(crate) fn until(&mut self, when: When) -> Option<Millis> {
        // Drawn in any case: the next one does not tell whether there was this.
        let wait = self.draw();
        match when {
            When::Soon => Some(wait),
            When::AtOnce => Some(0),
            When::Deadline => None,
        }
    }
}

/// Waits drawn by the operating system: for real tables.
pub fn drawn_waits() -> WaitFactory {
    Arc::new(|| Waits(Seeded::new(UnwrapErr(SysRng).random())))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is done next, and in whatever order: each kind of dice falls as it fell.
    #[test]
    fn dice_that_are_ahead_fall_first() {
        let ahead = [
            Laid::Die { sides: 20, face: 3 },
            Laid::Card(5),
            Laid::Die { sides: 20, face: 17 },
            Laid::Die { sides: 6, face: 2 },
        ];
        let ahead = ahead.map(Fallen::from);
        let others = Others::Thrown(Box::new(Seeded::new(1)));
        let mut dice = ReplayDice::new(ahead.into(), Counts::default(), Lane::Open, others);
        assert_eq!((dice.roll(6), dice.roll(20), dice.roll(20)), (2, 3, 17));
        // A card that is not left is not drawn.
        assert_ne!(dice.draw(&[1, 2]), 5);
        assert_eq!(dice.draw(&[4, 5]), 5);
        assert_eq!((dice.luck.ahead.len(), dice.luck.fallen.len()), (0, 5));
    }
}
