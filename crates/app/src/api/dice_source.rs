//! Dice sources of a table: a factory makes fresh dice for each input.

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

/// Dice from the entropy of the operating system, for real tables.
pub fn os_random_dice() -> DiceFactory {
    Arc::new(|| Box::new(OsRandomDice))
}

struct OsRandomDice;

impl Dice for OsRandomDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        UnwrapErr(SysRng).random_range(1..=sides.max(1))
    }
}

/// Dice that repeat in every run with the same seed, for the sandbox and tests.
pub fn seeded_dice(seed: u64) -> DiceFactory {
    shared_dice(Arc::new(Mutex::new(SeededDice::new(seed))))
}

/// Dice that the caller scripts in advance and settles through the same lock, for scripts.
pub fn scripted_dice(dice: &Arc<Mutex<ScriptedDice>>) -> DiceFactory {
    shared_dice(Arc::clone(dice))
}

/// Dice that use up the scripted rolls first and then the fallback, for prepared fights.
pub fn scripted_dice_then(
    scripted: &Arc<Mutex<ScriptedDice>>,
    fallback: DiceFactory,
) -> DiceFactory {
    let scripted_rolls = Arc::clone(scripted);
    Arc::new(move || {
        Box::new(ScriptedThenDice { scripted: Arc::clone(&scripted_rolls), fallback: fallback() })
    })
}

struct ScriptedThenDice {
    scripted: Arc<Mutex<ScriptedDice>>,
    fallback: Box<dyn Dice + Send>,
}

impl Dice for ScriptedThenDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let mut scripted = self.scripted.lock().unwrap_or_else(PoisonError::into_inner);
        if scripted.remaining_count() > 0 {
            scripted.roll_die(sides)
        } else {
            self.fallback.roll_die(sides)
        }
    }

    fn draw_card(&mut self, cards: &[u8]) -> u8 {
        let mut scripted = self.scripted.lock().unwrap_or_else(PoisonError::into_inner);
        if scripted.remaining_count() > 0 {
            scripted.draw_card(cards)
        } else {
            self.fallback.draw_card(cards)
        }
    }
}

/// The rolls of one input, and the rolls that come before any new one: those of acts that were
/// undone. So nobody gets different luck by undoing an act and acting again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RollLog {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "fallen")]
    pub rolled: Vec<RecordedRoll>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "ahead")]
    pub queued: Vec<RecordedRoll>,
    /// The draws of the fight so far. The count never shrinks, whatever is undone.
    #[serde(skip_serializing_if = "DrawCounts::is_zero")]
    #[serde(rename = "drawn")]
    pub draw_counts: DrawCounts,
}

/// A die or a card that was rolled or drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRoll {
    #[serde(flatten)]
    pub result: ScriptedRoll,
    /// The cards that were left to draw from; filled only for a card that follows from a secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "left")]
    pub remaining_cards: Vec<u8>,
    /// `None` for a roll that follows from no secret.
    #[serde(flatten)]
    pub position: Option<DrawPosition>,
    /// Some people must not know that this was rolled.
    #[serde(default, rename = "unseen", skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
}

impl From<ScriptedRoll> for RecordedRoll {
    fn from(result: ScriptedRoll) -> Self {
        Self { result, remaining_cards: Vec::new(), position: None, is_unseen: false }
    }
}

/// The dice of one input: each roll takes the first queued roll of its kind, and a new one where
/// none is queued.
pub(crate) struct RecordingDice {
    pub roll_log: RollLog,
    /// The lane that new rolls are drawn from, unless they are secret.
    pub lane: DiceLane,
    is_secret: bool,
    source: DiceSource,
}

/// The source of new rolls.
pub(crate) enum DiceSource {
    Random(Box<dyn Dice + Send>),
    Stream(DrawStream),
}

impl RecordingDice {
    /// Creates dice for one input: the queued rolls fall first, then those of the source, from this
    /// lane.
    pub fn new(
        queued: Vec<RecordedRoll>,
        draw_counts: DrawCounts,
        lane: DiceLane,
        source: DiceSource,
    ) -> Self {
        let roll_log = RollLog { rolled: Vec::new(), queued, draw_counts };
        Self { roll_log, lane, is_secret: false, source }
    }

    /// Returns the hidden lane if the input or the next roll is hidden, else the open one.
    fn lane_of_next_roll(&self) -> DiceLane {
        self.lane.max(DiceLane::from_is_hidden(self.is_secret))
    }

    /// Takes the first queued roll that fits and is of the lane of the next roll. A roll that
    /// follows from no secret has no lane, and fits any.
    fn take_first_queued_roll_in_lane(
        &mut self,
        fits: impl Fn(&ScriptedRoll) -> bool,
    ) -> Option<RecordedRoll> {
        let lane = self.lane_of_next_roll();
        let is_of_lane =
            |roll: &RecordedRoll| roll.position.is_none_or(|position| position.lane == lane);
        let mut queued = self.roll_log.queued.iter();
        let index = queued.position(|roll| is_of_lane(roll) && fits(&roll.result))?;
        Some(self.roll_log.queued.remove(index))
    }

    /// Rolls a die that no queued roll replaces. It counts as a draw if it follows from a secret.
    fn roll_new_die(&mut self, sides: u8) -> RecordedRoll {
        let lane = self.lane_of_next_roll();
        let (face, position) = match &mut self.source {
            DiceSource::Random(dice) => (dice.roll_die(sides), None),
            DiceSource::Stream(stream) => {
                let position = self.roll_log.draw_counts.take_next_position(lane);
                (stream.face_at(position, sides), Some(position))
            }
        };
        RecordedRoll { position, ..ScriptedRoll::Die { sides, face }.into() }
    }

    /// Draws a card that no queued one replaces. It counts as a draw if it follows from a secret.
    fn draw_new_card(&mut self, remaining_cards: &[u8]) -> RecordedRoll {
        let lane = self.lane_of_next_roll();
        match &mut self.source {
            DiceSource::Random(dice) => ScriptedRoll::Card(dice.draw_card(remaining_cards)).into(),
            DiceSource::Stream(stream) => {
                let position = self.roll_log.draw_counts.take_next_position(lane);
                let card = ScriptedRoll::Card(stream.card_at(position, remaining_cards));
                RecordedRoll {
                    remaining_cards: remaining_cards.into(),
                    position: Some(position),
                    ..card.into()
                }
            }
        }
    }

    /// Adds a roll to the rolls of this input and returns its result. It counts as unseen if it
    /// follows from a secret and is now drawn from the hidden lane.
    fn record_roll(&mut self, roll: RecordedRoll) -> ScriptedRoll {
        let is_unseen = roll.position.is_some() && self.lane_of_next_roll() == DiceLane::Hidden;
        let result = roll.result;
        self.roll_log.rolled.push(RecordedRoll { is_unseen, ..roll });
        result
    }
}

impl Dice for RecordingDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let queued = self.take_first_queued_roll_in_lane(|roll| {
            matches!(roll, ScriptedRoll::Die { sides: queued_sides, .. } if *queued_sides == sides)
        });
        let roll = queued.unwrap_or_else(|| self.roll_new_die(sides));
        match self.record_roll(roll) {
            ScriptedRoll::Die { face, .. } => face,
            // Never: only a die was looked for.
            ScriptedRoll::Card(_) => 1,
        }
    }

    /// Takes the first queued card that is still in the deck, else draws a new one, and records it.
    fn draw_card(&mut self, remaining_cards: &[u8]) -> u8 {
        let queued = self.take_first_queued_roll_in_lane(
            |roll| matches!(roll, ScriptedRoll::Card(card) if remaining_cards.contains(card)),
        );
        let roll = queued.unwrap_or_else(|| self.draw_new_card(remaining_cards));
        match self.record_roll(roll) {
            ScriptedRoll::Card(card) => card,
            // Never: only a card was looked for.
            ScriptedRoll::Die { .. } => remaining_cards[0],
        }
    }

    fn set_secrecy(&mut self, is_secret: bool) {
        self.is_secret = is_secret;
    }
}

/// Makes the decoy delays of one input.
pub type DecoyDelayFactory = Arc<dyn Fn() -> DecoyDelays + Send + Sync>;

/// Random delays that imitate how long a person takes to look in. All of them follow one
/// distribution, whoever they are drawn for and whatever that person does, so that nobody can read
/// anything from a delay.
pub struct DecoyDelays(SeededDice);

/// The shortest and the longest decoy delay, in seconds.
const DELAY_RANGE_SECS: (usize, usize) = (180, 2700);

impl DecoyDelays {
    /// Draws the next delay, in milliseconds. A prompt that hides whether anybody is asked stays
    /// open for one such delay.
    pub(crate) fn draw_delay(&mut self) -> Millis {
        let (min_secs, max_secs) = DELAY_RANGE_SECS;
        (min_secs + self.0.number_below(max_secs - min_secs + 1)) as i64 * 1000
    }

    /// Draws how many milliseconds pass until a standing order or plan is used; `None` where it
    /// waits for the deadline.
    pub(crate) fn draw_trigger_delay(&mut self, trigger: OrderTrigger) -> Option<Millis> {
        // Draws in any case, so that the next delay does not reveal whether this one was needed.
        let delay = self.draw_delay();
        match trigger {
            OrderTrigger::AfterDelay => Some(delay),
            OrderTrigger::Immediately => Some(0),
            OrderTrigger::AtDeadline => None,
        }
    }
}

/// Decoy delays from the entropy of the operating system, for real tables.
pub fn os_random_delays() -> DecoyDelayFactory {
    Arc::new(|| DecoyDelays(SeededDice::new(UnwrapErr(SysRng).random())))
}

/// Decoy delays that repeat in every run with the same seed, for the sandbox and tests.
pub fn seeded_delays(seed: u64) -> DecoyDelayFactory {
    let seeds = Mutex::new(SeededDice::new(seed));
    Arc::new(move || {
        let mut seeds = seeds.lock().unwrap_or_else(PoisonError::into_inner);
        DecoyDelays(SeededDice::new(seeds.number_below(usize::MAX) as u64))
    })
}

/// Returns a factory whose dice all draw from the same source.
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

    /// After an undo each kind of die repeats its rolls, whatever is done next in whatever order.
    #[test]
    fn queued_rolls_come_before_new_ones() {
        let queued = [
            ScriptedRoll::Die { sides: 20, face: 3 },
            ScriptedRoll::Card(5),
            ScriptedRoll::Die { sides: 20, face: 17 },
            ScriptedRoll::Die { sides: 6, face: 2 },
        ];
        let queued = queued.map(RecordedRoll::from);
        let new_rolls = DiceSource::Random(Box::new(SeededDice::new(1)));
        let mut dice =
            RecordingDice::new(queued.into(), DrawCounts::default(), DiceLane::Open, new_rolls);
        assert_eq!((dice.roll_die(6), dice.roll_die(20), dice.roll_die(20)), (2, 3, 17));
        // A queued card that is not among the remaining ones is not drawn.
        assert_ne!(dice.draw_card(&[1, 2]), 5);
        assert_eq!(dice.draw_card(&[4, 5]), 5);
        assert_eq!((dice.roll_log.queued.len(), dice.roll_log.rolled.len()), (0, 5));
    }

    /// A die of a hidden combatant that was taken back waits for the next such die.
    #[test]
    fn queued_roll_falls_in_its_own_lane() {
        let position = DrawPosition { lane: DiceLane::Hidden, index: 7 };
        let result = ScriptedRoll::Die { sides: 20, face: 3 };
        let queued = RecordedRoll { position: Some(position), ..result.into() };
        let new_rolls = DiceSource::Random(Box::new(SeededDice::new(1)));
        let mut dice =
            RecordingDice::new(vec![queued], DrawCounts::default(), DiceLane::Open, new_rolls);
        dice.roll_die(20);
        assert_eq!(dice.roll_log.rolled[0].position, None);
        dice.set_secrecy(true);
        assert_eq!(dice.roll_die(20), 3);
        assert!(dice.roll_log.rolled[1].is_unseen);
    }
}
