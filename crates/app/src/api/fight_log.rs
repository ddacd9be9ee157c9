//! The query of `/log`, and a page of the log as one viewer may know it.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::Value;

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::core::time_limits::{is_unit_of_time, parse_duration_secs};
use engine::game::Narrative;

use crate::api::speech::Speech;

/// One row of the journal, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry {
    pub revision: i64,
    #[serde(serialize_with = "serialize_as_text")]
    #[serde(rename = "at")]
    pub timestamp: Timestamp,
    /// The round in which the input was played: that of the fight before it.
    pub round: u16,
    #[serde(rename = "user")]
    pub author: LogAuthor,
    #[serde(rename = "told")]
    pub narrative: Option<Narrative>,
    /// For the GM only: the command that was given. `tape` has the dice and answers of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "words")]
    pub command: Option<Command>,
    /// For the GM only: the combatant for whom the command was given, if it is still in the fight.
    #[serde(skip)]
    pub actor_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tape: Option<Value>,
    pub is_undone: bool,
    /// The words that the input posted as a combatant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "said")]
    pub speech: Option<Speech>,
}

/// Who gave an input, as the viewer may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogAuthor {
    User(UserId),
    /// A GM who wrote words as an NPC. Players do not learn which one.
    UnnamedGm,
    Clock,
}

impl Serialize for LogAuthor {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::User(user) => user.serialize(out),
            Self::UnnamedGm => out.serialize_str("gm"),
            Self::Clock => out.serialize_none(),
        }
    }
}

/// Serializes a time as in ISO 8601.
fn serialize_as_text<S: Serializer>(timestamp: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(timestamp)
}

/// A page of the log, oldest entry first. It holds more entries than are shown: the renderer leaves
/// out those that tell nothing, and those that do not mention the wanted subject.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPage {
    pub entries: Vec<LogEntry>,
    /// The names that the wanted subject has had; empty where every entry is wanted.
    pub subject_names: Vec<String>,
    pub limit: usize,
    /// The query as a command, without the position of the page.
    pub command: Command,
    /// There are later entries than those of this page.
    pub has_later_entries: bool,
    /// The entries are shown with their revisions (to the GM).
    pub is_numbered: bool,
    /// The revision before which the next page ends; `None` where there are no earlier entries.
    pub next_before: Option<i64>,
}

/// How many entries a page shows if the query does not say.
const DEFAULT_ENTRIES: usize = 10;

/// The most entries that a page shows.
const MAX_ENTRIES: usize = 50;

/// The parsed slots of `/log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogQuery {
    pub(crate) command: Command,
    pub(crate) limit: usize,
    pub(crate) before: Option<i64>,
    pub(crate) round: Option<u16>,
    pub(crate) filter: Option<LogFilter>,
    pub(crate) since: LogSince,
}

/// Which inputs are wanted, by who gave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFilter {
    Players,
    Gm,
    Clock,
    /// Inputs that were undone, whoever gave them.
    Undone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogSince {
    Beginning,
    /// What the user has not seen yet.
    LastSeen,
    SecsAgo(i64),
    /// A moment as it was typed, which depends on the user's time zone: `yesterday 8pm`.
    Moment(String),
}

/// Parses how long ago something was, to seconds: `12h`, `3 days`, `a week ago`, `the last hour`.
/// `None` for a time of day or a date: `10:00`, `24.12.`.
pub(crate) fn parse_secs_ago(text: &str) -> Option<i64> {
    let text = text.trim().to_lowercase();
    let is_counted = |word: &&str| !matches!(*word, "since" | "the" | "last" | "past");
    let text = text.split_whitespace().filter(is_counted).collect::<Vec<_>>().join(" ");
    let is_clock_or_date = text.contains([':', '/']) || text.ends_with('.');
    if is_clock_or_date && !text.contains(char::is_alphabetic) {
        return None;
    }
    // Some languages say `ago` first.
    let span = text.strip_suffix(" ago").or_else(|| text.strip_prefix("ago ")).unwrap_or(&text);
    let secs = match parse_duration_secs(span) {
        Some(secs) => secs,
        // `the last hour`
        None if is_unit_of_time(span) => parse_duration_secs(&format!("1 {span}"))?,
        None => return None,
    };
    if secs > 0 { Some(i64::from(secs)) } else { None }
}

/// Returns the refusal of a slot that cannot be read.
fn bad_slot_refusal(command: &Command, slot: &str) -> Refusal {
    Refusal::new("bad-setup", "").with(slot, command.get(slot))
}

/// Parses a slot of a command; `None` for an empty one. Refuses what cannot be read.
fn parse_slot_if_given<T: FromStr>(command: &Command, slot: &str) -> Result<Option<T>, Refusal> {
    let text = command.get(slot);
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(bad_slot_refusal(command, slot)),
    }
}

impl LogQuery {
    /// Parses the slots of a `/log` command.
    ///
    /// # Errors
    /// Refuses a slot that cannot be read with `bad-setup`, naming the slot.
    pub fn parse(command: &Command) -> Result<Self, Refusal> {
        let limit: Option<usize> = parse_slot_if_given(command, "last")?;
        let filter = match command.get("kind") {
            "" => None,
            "players" => Some(LogFilter::Players),
            "gm" => Some(LogFilter::Gm),
            "clock" => Some(LogFilter::Clock),
            "undone" => Some(LogFilter::Undone),
            _ => return Err(bad_slot_refusal(command, "kind")),
        };
        let since = match command.get("since") {
            "" => LogSince::Beginning,
            "seen" => LogSince::LastSeen,
            text => match parse_secs_ago(text) {
                Some(secs) => LogSince::SecsAgo(secs),
                None => LogSince::Moment(text.into()),
            },
        };
        Ok(Self {
            limit: limit.unwrap_or(DEFAULT_ENTRIES).clamp(1, MAX_ENTRIES),
            before: parse_slot_if_given(command, "before")?,
            round: parse_slot_if_given(command, "round")?,
            filter,
            since,
            command: command.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_of_day_are_no_spans() {
        for text in ["12/24", "24.12.", "10:00", "last", "and"] {
            assert_eq!(parse_secs_ago(text), None, "{text}");
        }
        for (text, secs) in [("the last hour", 3600), ("1/2 h", 1800), ("2", 7200)] {
            assert_eq!(parse_secs_ago(text), Some(secs), "{text}");
        }
    }
}
