//! What is put into the outbox: rows that say what to tell whom.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use engine::ids::{By, UserId};
use store::fault::Fault;
use store::ids::{Millis, TurnId};
use store::rows::NewPost;

use crate::fight::fight_state::json;
use crate::fight::slots::{Slot, What};
use crate::terms::outbox::{Audience, Notice, Nudged};

/// A post as it is stored. What else its parcel needs is looked up when it is delivered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutboxEntry {
    /// A message as it should be: sent where there is none, edited where it shows something else,
    /// taken away where nothing is left to show.
    Show {
        what: What,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copy: Option<UserId>,
        /// Whom it pings where it is sent.
        #[serde(default)]
        pings: BTreeSet<UserId>,
    },
    /// Some are waited for, still.
    Nudge {
        of: Nudged,
        on: Vec<By>,
        pings: BTreeSet<UserId>,
        /// When the limit is over.
        until: Millis,
    },
    /// Nobody is waited for there any more: the nudge goes.
    Nudged(Nudged),
    Reminder {
        turn: TurnId,
    },
    Notice(Notice),
    /// How a fight went that is over.
    Report,
}

impl OutboxEntry {
    /// A message as it should be, which pings nobody.
    pub fn shows(slot: &Slot) -> Self {
        Self::Show { what: slot.what.clone(), copy: slot.copy, pings: BTreeSet::new() }
    }

    /// As it is put into the outbox.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn to(&self, audience: Audience) -> Result<NewPost, Fault> {
        let subject = self.subject(audience);
        Ok(NewPost { audience: audience.key(), subject, letter: json(self)? })
    }

    /// The message it is about, where that is more than a passing word.
    pub fn subject(&self, to: Audience) -> Option<String> {
        match self {
            Self::Show { what, copy, .. } => {
                Some(Slot { what: what.clone(), to, copy: *copy }.subject())
            }
            Self::Nudge { of, .. } | Self::Nudged(of) => Some(of.subject(to)),
            Self::Reminder { .. } | Self::Notice(_) | Self::Report => None,
        }
    }
}
