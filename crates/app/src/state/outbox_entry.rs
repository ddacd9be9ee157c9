//! What is put into the outbox: rows that say what to tell whom.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use engine::core::ids::{Initiator, UserId};
use store::error::StoreError;
use store::ids::{Millis, TurnId};
use store::rows::NewOutboxRow;

use crate::api::outbox::{Audience, Notice, ReminderSubject};
use crate::state::fight_state::to_json;
use crate::state::message_slots::{MessageKind, MessageSlot};

/// A post as it is stored. What else its parcel needs is looked up when it is delivered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutboxEntry {
    /// A message as it should be: sent where there is none, edited where it shows something else,
    /// taken away where nothing is left to show.
    Show {
        #[serde(rename = "what")]
        kind: MessageKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(rename = "copy")]
        copy_for: Option<UserId>,
        /// Whom it pings where it is sent.
        #[serde(default)]
        #[serde(rename = "pings")]
        pinged_users: BTreeSet<UserId>,
    },
    /// Some are waited for, still.
    #[serde(rename = "nudge")]
    Reminder {
        #[serde(rename = "of")]
        subject: ReminderSubject,
        #[serde(rename = "on")]
        awaited: Vec<Initiator>,
        #[serde(rename = "pings")]
        pinged_users: BTreeSet<UserId>,
        /// When the limit is over.
        #[serde(rename = "until")]
        deadline: Millis,
    },
    /// Nobody is waited for there any more: the nudge goes.
    #[serde(rename = "nudged")]
    RemoveReminder(ReminderSubject),
    #[serde(rename = "reminder")]
    GmReminder {
        turn: TurnId,
    },
    Notice(Notice),
    /// How a fight went that is over.
    Report,
}

impl OutboxEntry {
    /// A message as it should be, which pings nobody.
    pub fn show_without_ping(slot: &MessageSlot) -> Self {
        Self::Show {
            kind: slot.kind.clone(),
            copy_for: slot.copy_for,
            pinged_users: BTreeSet::new(),
        }
    }

    /// As it is put into the outbox.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn to_new_post(&self, audience: Audience) -> Result<NewOutboxRow, StoreError> {
        let subject = self.message_subject(audience);
        Ok(NewOutboxRow { audience: audience.to_key(), subject, message_body: to_json(self)? })
    }

    /// The message it is about, where that is more than a passing word.
    pub fn message_subject(&self, audience: Audience) -> Option<String> {
        match self {
            Self::Show { kind: what, copy_for: copy, .. } => {
                Some(MessageSlot { kind: what.clone(), audience, copy_for: *copy }.to_subject())
            }
            Self::Reminder { subject: of, .. } | Self::RemoveReminder(of) => {
                Some(of.outbox_subject(audience))
            }
            Self::GmReminder { .. } | Self::Notice(_) | Self::Report => None,
        }
    }
}
