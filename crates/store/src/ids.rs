//! Ids of stored fights, prompts and turns, and of Discord's channels and messages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A time in milliseconds since 1970, or a duration in milliseconds.
pub type Millis = i64;

/// The id of a fight. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FightId(pub i64);

/// Discord's id of a channel or thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

/// Discord's id of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageId(pub u64);

/// The id of a prompt: its fight, the revision that opened it, and its place among the prompts that
/// were opened with it. A question that is asked again after an undo is another prompt, so a button
/// with this id answers exactly one of them. Displayed as `12-40-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PromptId {
    pub fight: FightId,
    pub revision: i64,
    pub place: i64,
}

/// The id of a turn: its fight, and the revision that began it. Displayed as `12-40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnId {
    pub fight: FightId,
    pub revision: i64,
}

impl fmt::Display for FightId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for PromptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.fight, self.revision, self.place)
    }
}

impl fmt::Display for TurnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.fight, self.revision)
    }
}

/// A text could not be parsed as an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct IdParseError;

/// Parses exactly `N` numbers with dashes between them.
fn parse_numbers<const N: usize>(text: &str) -> Result<[i64; N], IdParseError> {
    let parts: Vec<i64> = text
        .split('-')
        .map(|part| part.parse().map_err(|_| IdParseError))
        .collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| IdParseError)
}

impl FromStr for FightId {
    type Err = IdParseError;

    fn from_str(text: &str) -> Result<Self, IdParseError> {
        let [fight] = parse_numbers(text)?;
        Ok(Self(fight))
    }
}

impl FromStr for PromptId {
    type Err = IdParseError;

    fn from_str(text: &str) -> Result<Self, IdParseError> {
        let [fight, revision, place] = parse_numbers(text)?;
        Ok(Self { fight: FightId(fight), revision, place })
    }
}

impl FromStr for TurnId {
    type Err = IdParseError;

    fn from_str(text: &str) -> Result<Self, IdParseError> {
        let [fight, revision] = parse_numbers(text)?;
        Ok(Self { fight: FightId(fight), revision })
    }
}
