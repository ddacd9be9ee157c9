//! Where the dice of a table come from: one fresh set for each input.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use engine::core::dice::{Dice, ScriptedDice, ScriptedRoll, SeededDice};
use store::ids::Millis;

use crate::api::sealed_dice::{DiceLane, DrawCounts, DrawPosition, DrawStream};
use crate::api::standing_orders::OrderTrigger;

/// Makes the dice for one input.
pub type DiceFactory = Arc<dyn Fn() -> Box<dyn Dice + Send> + Send + Sync>;

/// Entropy of the operating system: for real tables.
pub fn os_random_dice() -> DiceFactory {
    Arc::new(|| Box::new(OsRandomDice))
}

struct OsRandomDice;

impl Dice for OsRandomDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        UnwrapErr(SysRng).random_range(1..=sides.max(1))
    }
}

/// The same dice every time the program runs with this seed: for the sandbox and tests.
pub fn seeded_dice(seed: u64) -> DiceFactory {
    shared_dice(Arc::new(Mutex::new(SeededDice::new(seed))))
}

/// Dice that the caller lays out and settles through the same lock: for scripts.
pub fn scripted_dice(dice: &Arc<Mutex<ScriptedDice>>) -> DiceFactory {
    shared_dice(Arc::clone(dice))
}

/// The dice that are laid out as long as there are some, then others: for prepared scenes.
pub fn scripted_dice_then(
    scripted: &Arc<Mutex<ScriptedDice>>,
    fallback: DiceFactory,
) -> DiceFactory {
    let laid = Arc::clone(scripted);
    Arc::new(move || {
        Box::new(ScriptedThenDice { scripted: Arc::clone(&laid), fallback: fallback() })
    })
}

struct ScriptedThenDice {
    scripted: Arc<Mutex<ScriptedDice>>,
    fallback: Box<dyn Dice + Send>,
}

impl Dice for ScriptedThenDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let mut laid = self.scripted.lock().unwrap_or_else(PoisonError::into_inner);
        if laid.remaining_count() > 0 {
            laid.roll_die(sides)
        } else {
            self.fallback.roll_die(sides)
        }
    }

    fn draw_card(&mut self, cards: &[u8]) -> u8 {
        let mut laid = self.scripted.lock().unwrap_or_else(PoisonError::into_inner);
        if laid.remaining_count() > 0 {
            laid.draw_card(cards)
        } else {
            self.fallback.draw_card(cards)
        }
    }
}

/// What fell in an input, and what is to fall before anything new: the dice of acts that were taken
/// back. So nobody gets other luck by taking an act back and doing it, or another one, again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RollLog {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "fallen")]
    pub rolled: Vec<RecordedRoll>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "ahead")]
    pub queued: Vec<RecordedRoll>,
    /// The draws of the fight so far; never fewer, whatever is taken back.
    #[serde(skip_serializing_if = "DrawCounts::is_zero")]
    #[serde(rename = "drawn")]
    pub draw_counts: DrawCounts,
}

/// A die or a card that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRoll {
    #[serde(flatten)]
    pub result: ScriptedRoll,
    /// The cards that were left: of a card that follows from a secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "left")]
    pub remaining_cards: Vec<u8>,
    /// None where it follows from no secret.
    #[serde(flatten)]
    pub position: Option<DrawPosition>,
    /// Not everybody may know that it fell.
    #[serde(default, rename = "unseen", skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
}

impl From<ScriptedRoll> for RecordedRoll {
    fn from(laid: ScriptedRoll) -> Self {
        Self { result: laid, remaining_cards: Vec::new(), position: None, is_unseen: false }
    }
}

/// The dice of one input: those that are ahead, each when one of its kind is thrown, then new ones.
pub(crate) struct ReplayDice {
    pub roll_log: RollLog,
    /// Of which numbers new ones are.
    pub lane: DiceLane,
    source: DiceSource,
}

/// Where new dice come from.
pub(crate) enum DiceSource {
    Random(Box<dyn Dice + Send>),
    Stream(DrawStream),
}

impl ReplayDice {
    pub fn new(
        queued: Vec<RecordedRoll>,
        draw_counts: DrawCounts,
        lane: DiceLane,
        source: DiceSource,
    ) -> Self {
        Self { roll_log: RollLog { rolled: Vec::new(), queued, draw_counts }, lane, source }
    }

    fn take_queued(&mut self, fits: impl Fn(&ScriptedRoll) -> bool) -> Option<RecordedRoll> {
        let at = self.roll_log.queued.iter().position(|fallen| fits(&fallen.result))?;
        Some(self.roll_log.queued.remove(at))
    }

    fn record_roll(&mut self, roll: RecordedRoll) -> ScriptedRoll {
        let is_unseen = roll.position.is_some() && self.lane == DiceLane::Hidden;
        let laid = roll.result;
        self.roll_log.rolled.push(RecordedRoll { is_unseen, ..roll });
        laid
    }
}

impl Dice for ReplayDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let kept = self.take_queued(
            |laid| matches!(laid, ScriptedRoll::Die { sides: of, .. } if *of == sides),
        );
        let fallen = kept.unwrap_or_else(|| {
            let (face, at) = match &mut self.source {
                DiceSource::Random(dice) => (dice.roll_die(sides), None),
                DiceSource::Stream(stream) => {
                    let at = self.roll_log.draw_counts.take_next_position(self.lane);
                    (stream.face_at(at, sides), Some(at))
                }
            };
            RecordedRoll { position: at, ..ScriptedRoll::Die { sides, face }.into() }
        });
        match self.record_roll(fallen) {
            ScriptedRoll::Die { face, .. } => face,
            ScriptedRoll::Card(_) => 1,
        }
    }

    fn draw_card(&mut self, left: &[u8]) -> u8 {
        let kept = self
            .take_queued(|laid| matches!(laid, ScriptedRoll::Card(card) if left.contains(card)));
        let fallen = kept.unwrap_or_else(|| match &mut self.source {
            DiceSource::Random(dice) => ScriptedRoll::Card(dice.draw_card(left)).into(),
            DiceSource::Stream(stream) => {
                let at = self.roll_log.draw_counts.take_next_position(self.lane);
                let card = ScriptedRoll::Card(stream.card_at(at, left));
                RecordedRoll { remaining_cards: left.into(), position: Some(at), ..card.into() }
            }
        });
        match self.record_roll(fallen) {
            ScriptedRoll::Card(card) => card,
            ScriptedRoll::Die { .. } => left[0],
        }
    }
}

/// Makes the waits of one input.
pub type DecoyDelayFactory = Arc<dyn Fn() -> DecoyDelays + Send + Sync>;

/// How long people take who look in after a while: all by one distribution, whoever they are and
/// whatever they do, so that nothing can be read from it.
pub struct DecoyDelays(SeededDice);

/// The shortest and the longest of them, in seconds.
const DELAY_RANGE_SECS: (usize, usize) = (180, 2700);

impl DecoyDelays {
    /// The next one, in milliseconds: also how long a window waits that hides who is asked.
    pub(crate) fn draw_delay(&mut self) -> Millis {
        let (least, most) = DELAY_RANGE_SECS;
        (least + self.0.number_below(most - least + 1)) as i64 * 1000
    }

    /// How long it is until something prepared is used; none where it waits for the deadline.
    pub(crate) fn draw_trigger_delay(&mut self, trigger: OrderTrigger) -> Option<Millis> {
        // Drawn in any case: the next one does not tell whether there was this.
        let wait = self.draw_delay();
        match trigger {
            OrderTrigger::AfterDelay => Some(wait),
            OrderTrigger::Immediately => Some(0),
            OrderTrigger::AtDeadline => None,
        }
    }
}

/// Waits drawn by the operating system: for real tables.
pub fn os_random_delays() -> DecoyDelayFactory {
    Arc::new(|| DecoyDelays(SeededDice::new(UnwrapErr(SysRng).random())))
}

/// The same waits in every program that runs with this seed: for the sandbox and tests.
pub fn seeded_delays(seed: u64) -> DecoyDelayFactory {
    let seeds = Mutex::new(SeededDice::new(seed));
    Arc::new(move || {
        let mut seeds = seeds.lock().unwrap_or_else(PoisonError::into_inner);
        DecoyDelays(SeededDice::new(seeds.number_below(usize::MAX) as u64))
    })
}

fn shared_dice<D: Dice + Send + 'static>(dice: Arc<Mutex<D>>) -> DiceFactory {
    Arc::new(move || Box::new(SharedDice(Arc::clone(&dice))))
}

struct SharedDice<D>(Arc<Mutex<D>>);

impl<D: Dice> Dice for SharedDice<D> {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).roll_die(sides)
    }

    fn draw_card(&mut self, cards: &[u8]) -> u8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).draw_card(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is done next, and in whatever order: each kind of dice falls as it fell.
    #[test]
    fn dice_that_are_ahead_fall_first() {
        let ahead = [
            ScriptedRoll::Die { sides: 20, face: 3 },
            ScriptedRoll::Card(5),
            ScriptedRoll::Die { sides: 20, face: 17 },
            ScriptedRoll::Die { sides: 6, face: 2 },
        ];
        let ahead = ahead.map(RecordedRoll::from);
        let others = DiceSource::Random(Box::new(SeededDice::new(1)));
        let mut dice = ReplayDice::new(ahead.into(), DrawCounts::default(), DiceLane::Open, others);
        assert_eq!((dice.roll_die(6), dice.roll_die(20), dice.roll_die(20)), (2, 3, 17));
        // A card that is not left is not drawn.
        assert_ne!(dice.draw_card(&[1, 2]), 5);
        assert_eq!(dice.draw_card(&[4, 5]), 5);
        assert_eq!((dice.roll_log.queued.len(), dice.roll_log.rolled.len()), (0, 5));
    }
}
