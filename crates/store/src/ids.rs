//! Numbers that name stored things.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A time, in milliseconds since 1970, or how long something takes, in milliseconds.
pub type Millis = i64;

/// A fight in the file. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FightId(pub i64);

/// A channel or thread of the chat service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

/// A message of the chat service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageId(pub u64);

/// A question that was asked: the fight, the revision of the fight that opened it, and its place
/// among those opened with it. A question that is asked again (after an undo) is another prompt,
/// so a button that carries this id is good for exactly one asking. Written `12-40-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PromptId {
    pub fight: FightId,
    pub revision: i64,
    pub place: i64,
}

/// A time of waiting for somebody to act: the fight, and the revision that began it. Written
/// `12-40`.
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

/// A text that is not the id it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct IdParseError;

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
