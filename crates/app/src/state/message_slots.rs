//! The messages of a fight that are kept up to date for as long as they matter: what each is about,
//! whom it pings, and which journal rows it tells.
//!
//! An input does not say which message is sent, edited or deleted. The app compares what is pending
//! before the input with what is pending after it, and touches the messages of what differs;
//! delivery then shows each as it should be at that time.
//!
//! An event is told in the message that it belongs to: that of the prompt that was answered, of the
//! prompt that it asks, or of the turn in which it was played.

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::core::ids::UserId;
use engine::game::OptionalResponse;
use store::ids::{FightId, Millis, PromptId, TurnId};
use store::rows::SUMMARY_SUBJECT;

use crate::api::outbox::Audience;

/// The subject of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageKind {
    /// A turn, and what is done in it.
    Turn(TurnId),
    /// A prompt, and what comes of the answer.
    Prompt(PromptId),
    /// Prompts that share a message.
    Prompts(PromptGroup),
    Invitation(OptionalResponse),
    /// A record of its own: of what is done outside of any turn with a message here, or of what no
    /// longer fits into the message of a turn.
    Record(RecordSpan),
    Summary,
}

/// The prompts that share a message: a block of those that one input has opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PromptGroup {
    pub revision: i64,
    pub block: i64,
}

impl PromptGroup {
    /// The most prompts in one message: each needs a row of buttons.
    const MAX_PROMPTS: i64 = 5;

    /// Returns the group of a prompt: those that the same input opened, in blocks that fit into a
    /// message.
    pub fn from_prompt(prompt: PromptId) -> Self {
        Self { revision: prompt.revision, block: prompt.place / Self::MAX_PROMPTS }
    }
}

/// A record that is a message of its own: the revision it starts with, and the revision of the turn
/// it belongs to (0 for none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RecordSpan {
    #[serde(rename = "revision")]
    pub first_revision: i64,
    #[serde(rename = "turn")]
    pub turn_revision: i64,
}

impl MessageKind {
    /// Returns the kind of message for a prompt, alone or with those that share its message.
    pub fn for_prompt(id: PromptId, is_shared: bool) -> Self {
        if is_shared { Self::Prompts(PromptGroup::from_prompt(id)) } else { Self::Prompt(id) }
    }
}

/// The identity of a message: its subject and its audience.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MessageSlot {
    pub kind: MessageKind,
    pub audience: Audience,
    /// Set for a copy, in private, for somebody besides the audience of the original.
    pub copy_for: Option<UserId>,
}

impl MessageSlot {
    pub fn new(kind: MessageKind, audience: Audience) -> Self {
        Self { kind, audience, copy_for: None }
    }

    /// Returns the place of a copy in the direct messages of a user.
    pub fn new_copy(kind: MessageKind, user: UserId) -> Self {
        Self { kind, audience: Audience::Dm(user), copy_for: Some(user) }
    }

    /// Returns the stored form, which is the same in every release.
    pub fn to_subject(&self) -> String {
        let copy = self.copy_for.map(|user| format!(" {}", user.0)).unwrap_or_default();
        match &self.kind {
            MessageKind::Turn(turn) => format!("turn {}{copy}", turn.revision),
            MessageKind::Prompt(prompt) => {
                let kind = if self.copy_for.is_some() { "mirror" } else { "prompt" };
                format!("{kind} {}-{}{copy}", prompt.revision, prompt.place)
            }
            MessageKind::Prompts(PromptGroup { revision, block }) => {
                format!("prompts {revision}-{block} {}", self.audience.to_key())
            }
            MessageKind::Invitation(OptionalResponse { who, round, choices }) => {
                let first = choices.first().map(Command::to_string).unwrap_or_default();
                format!("invitation {round}-{} {first}", who.0)
            }
            MessageKind::Record(RecordSpan { first_revision, turn_revision }) => {
                format!("record {first_revision}-{turn_revision} {}", self.audience.to_key())
            }
            MessageKind::Summary => SUMMARY_SUBJECT.into(),
        }
    }

    /// Parses a stored subject; `None` for a message that tells no events.
    pub fn parse_subject_of_message_with_events(
        fight: FightId,
        subject: &str,
        audience: Audience,
    ) -> Option<Self> {
        // The kind, the numbers, and perhaps the audience: `record 12-7 channel 3`.
        let (kind, numbers_and_audience) = subject.split_once(' ')?;
        let numbers = numbers_and_audience.split(' ').next().unwrap_or_default();
        let (first, second) = numbers.split_once('-').unwrap_or((numbers, "0"));
        let (revision, place): (i64, i64) = (first.parse().ok()?, second.parse().ok()?);
        let message_kind = match kind {
            "turn" => MessageKind::Turn(TurnId { fight, revision }),
            "prompt" | "mirror" => MessageKind::Prompt(PromptId { fight, revision, place }),
            "prompts" => MessageKind::Prompts(PromptGroup { revision, block: place }),
            "record" => {
                MessageKind::Record(RecordSpan { first_revision: revision, turn_revision: place })
            }
            _ => return None,
        };
        Some(Self::new(message_kind, audience))
    }

    /// Returns the subject under which the record of this message is stored: copies share that of
    /// the original.
    pub fn record_subject(&self) -> String {
        match self.kind {
            MessageKind::Prompts(_) | MessageKind::Record(_) => self.to_subject(),
            _ => Self { copy_for: None, ..self.clone() }.to_subject(),
        }
    }
}

/// How long a record of its own grows: Discord limits the edits of messages that are older than an
/// hour. The message of a turn is edited anyway by whatever is done in it.
pub(crate) const RECORD_GROWTH_MILLIS: Millis = 50 * 60 * 1000;
/// The most journal rows in one message.
const MAX_RECORD_ROWS: usize = 8;

/// The message in which an audience is told what is done now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CurrentRecord {
    #[serde(rename = "what")]
    pub kind: MessageKind,
    /// The revision of the turn it belongs to.
    #[serde(rename = "turn")]
    pub turn_revision: i64,
    #[serde(rename = "since")]
    pub started_at: Millis,
    #[serde(rename = "rows")]
    pub row_count: usize,
}

impl CurrentRecord {
    /// Returns whether the message can take another row of this turn: it is not full and, unless it
    /// is the message of the turn, not too old.
    pub fn has_room_for_turn(&self, turn_revision: i64, now: Millis) -> bool {
        let is_turn = matches!(self.kind, MessageKind::Turn(_));
        let can_grow = is_turn || now - self.started_at < RECORD_GROWTH_MILLIS;
        self.turn_revision == turn_revision && self.row_count < MAX_RECORD_ROWS && can_grow
    }
}
