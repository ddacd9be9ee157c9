//! The entries of the outbox: rows that say what to tell whom.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use engine::core::ids::{Initiator, UserId};
use store::error::StoreError;
use store::ids::{Millis, TurnId};
use store::rows::{NewOutboxRow, OPEN_THREAD_SUBJECT};

use crate::api::outbox::{Audience, Notice, ReminderSubject};
use crate::state::fight_state::to_json;
use crate::state::message_slots::{MessageKind, MessageSlot};

/// The first word of the subject of words in character. The revision of their input follows.
const SPEECH_SUBJECT: &str = "words";

/// Returns the revision of the input whose words a message shows; `None` for other messages.
pub(crate) fn parse_speech_subject(subject: &str) -> Option<i64> {
    let (kind, revision) = subject.split_once(' ')?;
    if kind == SPEECH_SUBJECT { revision.parse().ok() } else { None }
}

/// Returns the subject of the notice that a user takes no direct messages.
pub(crate) fn closed_dms_subject(user: UserId) -> String {
    format!("closed dm {}", user.0)
}

/// A message as it is stored. What else its delivery needs is looked up when it is delivered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutboxEntry {
    /// A message that must be as it should: sent if it does not exist, edited if it shows something
    /// else, deleted if nothing is left to show.
    Show {
        #[serde(rename = "what")]
        kind: MessageKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(rename = "copy")]
        copy_for: Option<UserId>,
        /// Whom it pings when it is sent.
        #[serde(default)]
        #[serde(rename = "pings")]
        pinged_users: BTreeSet<UserId>,
    },
    /// Some players are still awaited.
    #[serde(rename = "nudge")]
    Reminder {
        #[serde(rename = "of")]
        subject: ReminderSubject,
        #[serde(rename = "on")]
        awaited: Vec<Initiator>,
        #[serde(rename = "pings")]
        pinged_users: BTreeSet<UserId>,
        /// The deadline of the prompt or turn, in milliseconds since 1970.
        #[serde(rename = "until")]
        deadline: Millis,
    },
    /// The prompt or turn is not open any more, so its reminder is deleted.
    #[serde(rename = "nudged")]
    RemoveReminder(ReminderSubject),
    #[serde(rename = "reminder")]
    GmReminder {
        turn: TurnId,
    },
    Notice(Notice),
    /// Somebody takes no direct messages. The notice is deleted when they do again.
    DmsClosed {
        user: UserId,
        #[serde(rename = "why")]
        reason: String,
    },
    /// Words in character: those of the input of this revision, as they are at the delivery.
    #[serde(rename = "words")]
    Speech {
        revision: i64,
        /// The words are posted if no message has them. An edit of words whose message is gone
        /// posts nothing.
        #[serde(default)]
        is_first_post: bool,
    },
    /// How a round went, for somebody who follows the fight.
    #[serde(rename = "digest")]
    RoundDigest {
        round: u16,
    },
    /// How a finished fight went.
    Report,
    /// The fight gets a thread of its own, and goes on there.
    OpenThread,
    /// The fight's own thread must be archived while the fight is over, and open otherwise.
    ArchiveOrReopenThread,
}

impl OutboxEntry {
    /// Returns an entry that shows the message, and pings nobody.
    pub fn show_without_ping(slot: &MessageSlot) -> Self {
        Self::Show {
            kind: slot.kind.clone(),
            copy_for: slot.copy_for,
            pinged_users: BTreeSet::new(),
        }
    }

    /// Builds the row of the outbox.
    ///
    /// # Errors
    /// Fails when the entry cannot be written as JSON.
    pub fn to_new_outbox_row(&self, audience: Audience) -> Result<NewOutboxRow, StoreError> {
        let subject = self.message_subject(audience);
        Ok(NewOutboxRow { audience: audience.to_key(), subject, message_body: to_json(self)? })
    }

    /// Returns the subject of the message that the entry sends, edits or deletes; `None` for
    /// messages that never change.
    pub fn message_subject(&self, audience: Audience) -> Option<String> {
        match self {
            Self::Show { kind, copy_for, .. } => {
                let slot = MessageSlot { kind: kind.clone(), audience, copy_for: *copy_for };
                Some(slot.to_subject())
            }
            Self::Reminder { subject, .. } | Self::RemoveReminder(subject) => {
                Some(subject.outbox_subject(audience))
            }
            Self::RoundDigest { round } => Some(format!("digest {round} {}", audience.to_key())),
            Self::DmsClosed { user, .. } => Some(closed_dms_subject(*user)),
            Self::Speech { revision, .. } => Some(format!("{SPEECH_SUBJECT} {revision}")),
            Self::Notice(Notice::Undone { revision: Some(revision), .. }) => {
                Some(format!("undone {revision} {}", audience.to_key()))
            }
            Self::OpenThread => Some(OPEN_THREAD_SUBJECT.into()),
            Self::ArchiveOrReopenThread => Some("archive thread".into()),
            Self::GmReminder { .. } | Self::Notice(_) | Self::Report => None,
        }
    }
}
