//! What is wanted of the log, and a page of it as one viewer may know it.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::Value;

use engine::command::{Command, Refusal};
use engine::game::Telling;
use engine::ids::UserId;

/// One row of the journal, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    pub revision: i64,
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// In which it was done: that of the fight before it.
    pub round: u16,
    /// None where the clock did it.
    pub user: Option<UserId>,
    pub told: Option<Telling>,
    /// For the GM: what was said, and the dice and answers of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Command>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tape: Option<Value>,
    pub is_undone: bool,
}

fn as_text<S: Serializer>(at: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(at)
}

/// A page of the log, oldest first: more than is shown, where only those are wanted in which
/// somebody is spoken of.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPage {
    pub entries: Vec<Entry>,
    /// The one who must be spoken of, by the names they have had; nobody where there are none.
    pub who: Vec<String>,
    pub most: usize,
    /// What was asked for, without the place of the page.
    pub asked: Command,
    /// Not the latest page.
    pub is_earlier: bool,
    /// Its rows are shown by their numbers: to the GM.
    pub is_numbered: bool,
    /// There are rows before these; the last that was looked at.
    pub goes_on_before: Option<i64>,
}

/// What is wanted of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) words: Command,
    pub(crate) most: usize,
    pub(crate) before: Option<i64>,
    pub(crate) round: Option<u16>,
    pub(crate) whose: Option<Whose>,
    pub(crate) since: Since,
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Players,
    Gm,
    Clock,
    /// Whoever did it, it was taken back.
    Undone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    Ever,
    /// What they have not seen yet.
    Seen,
    Hours(i64),
}

impl Wanted {
    /// # Errors
    /// `bad-setup`: which slot cannot be read.
    pub fn read(words: &Command) -> Result<Self, Refusal> {
        let wrong = |slot: &str| Refusal::new("bad-setup", "").with(slot, words.get(slot));
        fn number<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        }
        let most: usize = number(words.get("last")).ok_or_else(|| wrong("last"))?.unwrap_or(10);
        let whose = match words.get("kind") {
            "" => None,
            "players" => Some(Whose::Players),
            "gm" => Some(Whose::Gm),
            "clock" => Some(Whose::Clock),
            "undone" => Some(Whose::Undone),
            _ => return Err(wrong("kind")),
        };
        let hours = |text: &str| match text.split_at_checked(text.len().checked_sub(1)?)? {
            (count, "h") => count.parse().ok().map(|count: u16| i64::from(count)),
            (count, "d") => count.parse().ok().map(|count: u16| i64::from(count) * 24),
            _ => None,
        };
        let since = match words.get("since") {
            "" => Since::Ever,
            "seen" => Since::Seen,
            text => Since::Hours(hours(text).ok_or_else(|| wrong("since"))?),
        };
        Ok(Self {
            most: most.clamp(1, 50),
            before: number(words.get("before")).ok_or_else(|| wrong("before"))?,
            round: number(words.get("round")).ok_or_else(|| wrong("round"))?,
            whose,
            since,
            words: words.clone(),
        })
    }
}
