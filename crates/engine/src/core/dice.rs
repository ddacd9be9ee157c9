//! Dice: where faces come from. The engine rolls only through [`Scene`](crate::scene::Scene).
//!
//! Not here: the entropy of the operating system, which is outside the engine (`app`).

use std::collections::VecDeque;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// A source of fair faces.
pub trait Dice {
    /// One face from 1 to `sides`.
    fn roll_die(&mut self, sides: u8) -> u8;

    /// Several faces at once, of which nobody minds the order.
    fn roll_dice(&mut self, count: u8, sides: u8) -> Vec<u8> {
        (0..count).map(|_| self.roll_die(sides)).collect()
    }

    /// One of the cards that are left, each as likely as the others. Invariant: some are left.
    fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        remaining[usize::from(self.roll_die(remaining.len() as u8)) - 1]
    }
}

/// Dice that repeat themselves for the same seed: xoshiro256++ seeded by a number. For simulation,
/// the sandbox and tests; never for a real table.
pub struct SeededDice(Xoshiro256PlusPlus);

impl SeededDice {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, for choices that are not dice.
    pub fn number_below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }
}

impl Dice for SeededDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.0.random_range(1..=sides.max(1))
    }
}

/// What is laid out beforehand: a die with the face it will show, or a card that will be drawn.
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

/// Dice laid out beforehand, which must fall exactly as laid out and be used up.
#[derive(Default)]
pub struct ScriptedDice {
    upcoming: VecDeque<ScriptedRoll>,
    errors: Vec<String>,
}

impl ScriptedDice {
    /// Lays out one more die: its sides and the face it will show.
    pub fn push_die(&mut self, sides: u8, face: u8) {
        self.upcoming.push_back(ScriptedRoll::Die { sides, face });
    }

    /// Lays out the next card that will be drawn.
    pub fn push_card(&mut self, card: u8) {
        self.upcoming.push_back(ScriptedRoll::Card(card));
    }

    /// What went wrong so far, and the dice left over: empty when all fell as laid out.
    pub fn take_errors_and_unused(&mut self) -> Vec<String> {
        let mut faults = std::mem::take(&mut self.errors);
        faults.extend(self.upcoming.drain(..).map(|laid| format!("{laid} not used")));
        faults
    }

    /// What went wrong since this was asked last.
    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// How many dice are still laid out.
    pub fn remaining_count(&self) -> usize {
        self.upcoming.len()
    }
}

impl Dice for ScriptedDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        match self.upcoming.front() {
            Some(&ScriptedRoll::Die { sides: laid, face }) if laid == sides => {
                self.upcoming.pop_front();
                face
            }
            next => {
                self.errors.push(format_mismatch(&format!("a d{sides} is rolled"), next));
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
                self.errors
                    .push(format_mismatch(&format!("a card of {remaining:?} is drawn"), next));
                remaining[0]
            }
        }
    }
}

fn format_mismatch(action: &str, next: Option<&ScriptedRoll>) -> String {
    match next {
        Some(next) => format!("{action}, but {next} comes next"),
        None => format!("{action}, but no dice are left"),
    }
}

/// A number of equal dice, and what is added to them: `2d6`, `d8`, `d4+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DicePool {
    pub count: u8,
    pub sides: u8,
    pub modifier: i8,
}

impl DicePool {
    pub const fn one_die(sides: u8) -> Self {
        Self { count: 1, sides, modifier: 0 }
    }

    /// The highest total.
    pub fn max_total(self) -> u16 {
        let most = i32::from(self.count) * i32::from(self.sides) + i32::from(self.modifier);
        most.max(0) as u16
    }
}

/// Dice of a [`Pool`] that have fallen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceRoll {
    pub sides: u8,
    pub faces: Vec<u8>,
    #[serde(rename = "plus")]
    pub modifier: i8,
}

impl DiceRoll {
    /// Never below 0.
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

impl std::str::FromStr for DicePool {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not dice: write for example d8, 2d6 or d4+1");
        let (count, rest) = text.trim().split_once('d').ok_or_else(wrong)?;
        let cut = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at(cut);
        let pool = Self {
            count: if count.is_empty() { 1 } else { count.parse().map_err(|_| wrong())? },
            sides: sides.parse().map_err(|_| wrong())?,
            modifier: if plus.is_empty() { 0 } else { plus.parse().map_err(|_| wrong())? },
        };
        let fits = (1..=20).contains(&pool.count) && (1..=100).contains(&pool.sides);
        if fits { Ok(pool) } else { Err(wrong()) }
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
