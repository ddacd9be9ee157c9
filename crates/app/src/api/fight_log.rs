//! The query of `/log`, and a page of the log as one viewer may know it.

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
    let parse_one_unit =
        || is_unit_of_time(span).then(|| parse_duration_secs(&format!("1 {span}"))).flatten();
    let secs = parse_duration_secs(span).or_else(parse_one_unit)?;
    (secs > 0).then_some(i64::from(secs))
}

impl LogQuery {
    /// Parses the slots of a `/log` command.
    ///
    /// # Errors
    /// Refuses a slot that cannot be read with `bad-setup`, naming the slot.
    pub fn parse(command: &Command) -> Result<Self, Refusal> {
        let bad_slot = |slot: &str| Refusal::new("bad-setup", "").with(slot, command.get(slot));
        /// Parses a slot that may be empty: `Some(None)` for an empty one, `None` for one that
        /// cannot be read.
        fn parse_optional<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        }
        let limit: usize =
            parse_optional(command.get("last")).ok_or_else(|| bad_slot("last"))?.unwrap_or(10);
        let filter = match command.get("kind") {
            "" => None,
            "players" => Some(LogFilter::Players),
            "gm" => Some(LogFilter::Gm),
            "clock" => Some(LogFilter::Clock),
            "undone" => Some(LogFilter::Undone),
            _ => return Err(bad_slot("kind")),
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
            limit: limit.clamp(1, 50),
            before: parse_optional(command.get("before")).ok_or_else(|| bad_slot("before"))?,
            round: parse_optional(command.get("round")).ok_or_else(|| bad_slot("round"))?,
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
