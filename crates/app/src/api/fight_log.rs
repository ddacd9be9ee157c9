//! What is wanted of the log, and a page of it as one viewer may know it.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::Value;

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::game::Narrative;

/// One row of the journal, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry {
    pub revision: i64,
    #[serde(serialize_with = "serialize_as_text")]
    #[serde(rename = "at")]
    pub timestamp: Timestamp,
    /// In which it was done: that of the fight before it.
    pub round: u16,
    /// None where the clock did it.
    pub user: Option<UserId>,
    #[serde(rename = "told")]
    pub narrative: Option<Narrative>,
    /// For the GM: what was said, and the dice and answers of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "words")]
    pub command: Option<Command>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tape: Option<Value>,
    pub is_undone: bool,
}

fn serialize_as_text<S: Serializer>(timestamp: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(timestamp)
}

/// A page of the log, oldest first: more than is shown, where only those are wanted in which
/// somebody is spoken of.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPage {
    pub entries: Vec<LogEntry>,
    /// The one who must be spoken of, by the names they have had; nobody where there are none.
    pub subject_names: Vec<String>,
    pub limit: usize,
    /// What was asked for, without the place of the page.
    pub command: Command,
    /// Not the latest page.
    pub is_earlier: bool,
    /// Its rows are shown by their numbers: to the GM.
    pub is_numbered: bool,
    /// There are rows before these; the last that was looked at.
    pub next_before: Option<i64>,
}

/// What is wanted of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogQuery {
    pub(crate) command: Command,
    pub(crate) limit: usize,
    pub(crate) before: Option<i64>,
    pub(crate) round: Option<u16>,
    pub(crate) filter: Option<LogFilter>,
    pub(crate) since: LogSince,
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFilter {
    Players,
    Gm,
    Clock,
    /// Whoever did it, it was taken back.
    Undone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogSince {
    Beginning,
    /// What they have not seen yet.
    LastSeen,
    Hours(i64),
}

impl LogQuery {
    /// # Errors
    /// `bad-setup`: which slot cannot be read.
    pub fn parse(command: &Command) -> Result<Self, Refusal> {
        let wrong = |slot: &str| Refusal::new("bad-setup", "").with(slot, command.get(slot));
        fn number<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        }
        let most: usize = number(command.get("last")).ok_or_else(|| wrong("last"))?.unwrap_or(10);
        let whose = match command.get("kind") {
            "" => None,
            "players" => Some(LogFilter::Players),
            "gm" => Some(LogFilter::Gm),
            "clock" => Some(LogFilter::Clock),
            "undone" => Some(LogFilter::Undone),
            _ => return Err(wrong("kind")),
        };
        let hours = |text: &str| match text.split_at_checked(text.len().checked_sub(1)?)? {
            (count, "h") => count.parse().ok().map(|count: u16| i64::from(count)),
            (count, "d") => count.parse().ok().map(|count: u16| i64::from(count) * 24),
            _ => None,
        };
        let since = match command.get("since") {
            "" => LogSince::Beginning,
            "seen" => LogSince::LastSeen,
            text => LogSince::Hours(hours(text).ok_or_else(|| wrong("since"))?),
        };
        Ok(Self {
            limit: most.clamp(1, 50),
            before: number(command.get("before")).ok_or_else(|| wrong("before"))?,
            round: number(command.get("round")).ok_or_else(|| wrong("round"))?,
            filter: whose,
            since,
            command: command.clone(),
        })
    }
}
