//! Dice: the sources of rolled faces and drawn cards.
//!
//! Rules roll only through [`Resolver`](crate::resolution::resolver::Resolver). The source that
//! uses the operating system's entropy is outside the engine, in the app.

use std::collections::VecDeque;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// A source of rolled faces and drawn cards.
pub trait Dice {
    /// Rolls one face from 1 to `sides`.
    fn roll_die(&mut self, sides: u8) -> u8;

    /// Rolls several dice at once. The order of the faces has no meaning.
    fn roll_dice(&mut self, count: u8, sides: u8) -> Vec<u8> {
        (0..count).map(|_| self.roll_die(sides)).collect()
    }

    /// Draws one of the remaining cards, each with the same chance. Invariant: `remaining` is not
    /// empty.
    fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        remaining[usize::from(self.roll_die(remaining.len() as u8)) - 1]
    }

    /// Says whether the next rolls and draws are secret, until it is said again. Dice that keep no
    /// account of secret rolls ignore it.
    fn set_secrecy(&mut self, _is_secret: bool) {}
}

/// Dice that roll the same faces for the same seed (xoshiro256++). Only for simulations, the
/// sandbox and tests, never for a real fight.
pub struct SeededDice(Xoshiro256PlusPlus);

impl SeededDice {
    /// Makes dice that roll the faces of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a random number below `bound`, for choices that are not dice. 0 if `bound` is 0.
    pub fn number_below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }
}

impl Dice for SeededDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.0.random_range(1..=sides.max(1))
    }
}

/// A roll or a draw whose result is fixed in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptedRoll {
    Die { sides: u8, face: u8 },
    Card(u8),
}

impl std::fmt::Display for ScriptedRoll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Die { sides, face } => write!(f, "d{sides}={face}"),
            Self::Card(card) => write!(f, "card={card}"),
        }
    }
}

/// Dice and cards fixed in advance. They must be asked for in exactly this order and all be used.
#[derive(Default)]
pub struct ScriptedDice {
    upcoming: VecDeque<ScriptedRoll>,
    errors: Vec<String>,
}

impl ScriptedDice {
    /// Appends a die with `sides` sides that will show `face`.
    pub fn push_die(&mut self, sides: u8, face: u8) {
        self.upcoming.push_back(ScriptedRoll::Die { sides, face });
    }

    /// Appends a card that will be drawn.
    pub fn push_card(&mut self, card: u8) {
        self.upcoming.push_back(ScriptedRoll::Card(card));
    }

    /// Takes the mismatches so far and removes the unused rolls, one message each. Returns an empty
    /// list if all rolls were used as fixed.
    pub fn take_errors_and_unused(&mut self) -> Vec<String> {
        let mut errors = std::mem::take(&mut self.errors);
        errors.extend(self.upcoming.drain(..).map(|unused| format!("{unused} not used")));
        errors
    }

    /// Takes the mismatches since the last call.
    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// Returns the number of rolls and draws not yet used.
    pub fn remaining_count(&self) -> usize {
        self.upcoming.len()
    }
}

/// Where something else comes next than is asked for, it stays, a mismatch is noted, and the result
/// is a 1 or the first remaining card.
impl Dice for ScriptedDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        match self.upcoming.front() {
            Some(&ScriptedRoll::Die { sides: expected, face }) if expected == sides => {
                self.upcoming.pop_front();
                face
            }
            next => {
                let action = format!("a d{sides} is rolled");
                self.errors.push(format_mismatch(&action, next));
                1
            }
        }
    }

    fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        match self.upcoming.front() {
            Some(&ScriptedRoll::Card(card)) if remaining.contains(&card) => {
                self.upcoming.pop_front();
                card
            }
            next => {
                let action = format!("a card of {remaining:?} is drawn");
                self.errors.push(format_mismatch(&action, next));
                remaining[0]
            }
        }
    }
}

/// Says that the next scripted roll is not the one that `action` needs, or that there is none.
fn format_mismatch(action: &str, next: Option<&ScriptedRoll>) -> String {
    match next {
        Some(next) => format!("{action}, but {next} comes next"),
        None => format!("{action}, but no dice are left"),
    }
}

/// A number of equal dice and a modifier: `2d6`, `d8`, `d4+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DicePool {
    pub count: u8,
    pub sides: u8,
    pub modifier: i8,
}

impl DicePool {
    /// Makes a pool of one die without a modifier.
    pub const fn one_die(sides: u8) -> Self {
        Self { count: 1, sides, modifier: 0 }
    }

    /// Returns the highest total that the dice can show, at least 0.
    pub fn max_total(self) -> u16 {
        let highest = i32::from(self.count) * i32::from(self.sides) + i32::from(self.modifier);
        highest.max(0) as u16
    }
}

/// The rolled faces of a [`DicePool`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceRoll {
    pub sides: u8,
    pub faces: Vec<u8>,
    #[serde(rename = "plus")]
    pub modifier: i8,
}

impl DiceRoll {
    /// Returns the sum of the faces and the modifier, at least 0.
    pub fn total(&self) -> u16 {
        let sum: i32 = self.faces.iter().copied().map(i32::from).sum();
        (sum + i32::from(self.modifier)).max(0) as u16
    }
}

impl std::fmt::Display for DicePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        write!(f, "d{}", self.sides)?;
        if self.modifier != 0 { write!(f, "{:+}", self.modifier) } else { Ok(()) }
    }
}

/// Parses 1 to 20 dice with 1 to 100 sides: `2d6+1`, `2D6 + 1`. The error is a sentence with an
/// example.
impl std::str::FromStr for DicePool {
    type Err = String;

    /// Parses dice such as `d8`, `2d6` or `d4+1`: 1 to 20 dice of 1 to 100 sides.
    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("`{text}` is not dice: write for example d8, 2d6 or d4+1");
        let compact = text.replace(char::is_whitespace, "").replace('−', "-").to_lowercase();
        let (count_text, behind_d) = compact.split_once('d').ok_or_else(error)?;
        let sign_index = behind_d.find(['+', '-']).unwrap_or(behind_d.len());
        let (sides_text, modifier_text) = behind_d.split_at(sign_index);
        let count: u8 = match count_text {
            "" => 1,
            _ => count_text.parse().map_err(|_| error())?,
        };
        let sides: u8 = sides_text.parse().map_err(|_| error())?;
        let modifier: i8 = match modifier_text {
            "" => 0,
            _ => modifier_text.parse().map_err(|_| error())?,
        };
        let is_in_range = (1..=20).contains(&count) && (1..=100).contains(&sides);
        if is_in_range { Ok(Self { count, sides, modifier }) } else { Err(error()) }
    }
}

impl TryFrom<String> for DicePool {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<DicePool> for String {
    fn from(pool: DicePool) -> Self {
        pool.to_string()
    }
}
