//! The outbox: rows that say what to tell whom, written with the input they tell of, delivered in
//! order, each at most once.
//!
//! The rendering and sending is the [`Courier`]'s, outside this room. It gets a [`Parcel`], which
//! holds only what its audience may know (I6).

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::engine::game::{Asked, Invitation, Telling};
use crate::engine::ids::{By, CombatantId, UserId};
use crate::engine::view::{View, Wounds};
use crate::engine::words::{Offer, Refusal, Words};
use crate::store::fault::Fault;
use crate::store::ids::{ChannelId, FightId, MessageId, PromptId, TurnId};
use crate::store::rows::{NewPost, SUMMARY};

use super::change::json;
use super::input::Waiting;
use super::report::Report;
use super::rolls::Roll;

/// Whom a post is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody who can read the fight's channel.
    Channel(ChannelId),
    /// One user, in their direct messages with the bot.
    Dm(UserId),
}

impl Audience {
    /// As it is stored: `channel 12`, `dm 34`.
    pub(super) fn key(self) -> String {
        match self {
            Self::Channel(channel) => format!("channel {}", channel.0),
            Self::Dm(user) => format!("dm {}", user.0),
        }
    }

    pub(super) fn from_key(key: &str) -> Option<Self> {
        match key.split_once(' ')? {
            ("channel", number) => Some(Self::Channel(ChannelId(number.parse().ok()?))),
            ("dm", number) => Some(Self::Dm(UserId(number.parse().ok()?))),
            _ => None,
        }
    }
}

/// A post as it is stored. What else its parcel needs is looked up when it is delivered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Post {
    Told(Vec<Telling>),
    /// What was told of that row, taken back or holding again: an edit.
    Retold {
        revision: i64,
        to: Audience,
        told: Box<Telling>,
        is_undone: bool,
    },
    Turn {
        turn: TurnId,
        ping: Option<UserId>,
        until: Option<i64>,
        #[serde(default)]
        is_silent: bool,
        /// Who is pinged where several must act.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        pings: BTreeSet<UserId>,
        /// For one of the other GMs, of a turn that only the GM is told of.
        #[serde(default)]
        copy: Option<UserId>,
    },
    /// The message of a turn as it stands now: with what can be done in it, or over.
    #[serde(alias = "turn_over")]
    TurnNow {
        turn: TurnId,
        #[serde(default)]
        copy: Option<UserId>,
    },
    Invitation {
        invitation: Invitation,
        /// None where they are not to be pinged now.
        ping: Option<UserId>,
    },
    InvitationOver {
        invitation: Invitation,
    },
    Prompt {
        prompt: PromptId,
        ping: UserId,
        until: Option<i64>,
        #[serde(default)]
        is_silent: bool,
    },
    PromptClosed {
        prompt: PromptId,
    },
    /// A copy of a question, for one of the GMs.
    Mirror {
        prompt: PromptId,
        to: UserId,
        until: Option<i64>,
        #[serde(default)]
        is_silent: bool,
    },
    MirrorClosed {
        prompt: PromptId,
        to: UserId,
    },
    /// The questions that share a message: asked now, or shown as they stand now.
    Shared {
        prompts: Together,
        to: Audience,
        until: Option<i64>,
        is_new: bool,
        /// Who is asked, but not to be pinged.
        #[serde(default)]
        silent: BTreeSet<UserId>,
    },
    Summary,
    /// Some are waited for, still.
    Nudge {
        of: Nudged,
        on: Vec<By>,
        pings: BTreeSet<UserId>,
        /// When the limit is over.
        until: i64,
    },
    Reminder {
        turn: TurnId,
    },
    Notice(Notice),
    /// How a fight went that is over.
    Report,
}

impl Post {
    /// As it is put into the outbox.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn to(&self, audience: Audience) -> Result<NewPost, Fault> {
        Ok(NewPost { audience: audience.key(), subject: self.subject(), letter: json(self)? })
    }

    /// The message of a question as it stands now, which may be shared with others.
    pub fn closing(prompt: PromptId, is_shared: bool, to: Audience) -> Self {
        let (prompts, silent) = (Together::of(prompt), BTreeSet::new());
        match is_shared {
            true => Self::Shared { prompts, to, until: None, is_new: false, silent },
            false => Self::PromptClosed { prompt },
        }
    }

    /// The message it sends or edits, where that is more than a passing word.
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::Turn { turn, copy, .. } | Self::TurnNow { turn, copy } => {
                let copy = copy.map(|to| format!(" {}", to.0)).unwrap_or_default();
                Some(format!("turn {}{copy}", turn.revision))
            }
            Self::Prompt { prompt, .. } | Self::PromptClosed { prompt } => {
                Some(format!("prompt {}-{}", prompt.revision, prompt.place))
            }
            Self::Mirror { prompt, to, .. } | Self::MirrorClosed { prompt, to } => {
                Some(format!("mirror {}-{} {}", prompt.revision, prompt.place, to.0))
            }
            Self::Invitation { invitation, .. } | Self::InvitationOver { invitation } => {
                let Invitation { who, round, choices } = invitation;
                let first = choices.first().map(Words::to_string).unwrap_or_default();
                Some(format!("invitation {round}-{} {first}", who.0))
            }
            Self::Shared { prompts: Together { revision, block }, to, .. } => {
                Some(format!("prompts {revision}-{block} {}", to.key()))
            }
            Self::Retold { revision, to, .. } => Some(told_subject(*revision, *to)),
            Self::Summary => Some(SUMMARY.into()),
            Self::Told(_)
            | Self::Nudge { .. }
            | Self::Reminder { .. }
            | Self::Notice(_)
            | Self::Report => None,
        }
    }
}

/// The message that told an audience of a row of the journal.
pub(super) fn told_subject(revision: i64, to: Audience) -> String {
    format!("told {revision} {}", to.key())
}

/// What a nudge is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nudged {
    Prompt(PromptId),
    Turn(TurnId),
    /// It stood still, and goes on.
    Resumed(TurnId),
}

/// Which questions share a message: some of those that one input has opened, as many as have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Together {
    pub revision: i64,
    pub block: i64,
}

impl Together {
    /// So many have a row of buttons each.
    const MOST: i64 = 5;

    pub fn of(prompt: PromptId) -> Self {
        Self { revision: prompt.revision, block: prompt.place / Self::MOST }
    }
}

/// Where a message is, so that it can be edited later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRef {
    pub channel: ChannelId,
    pub message: MessageId,
}

/// One thing to send, with all that is needed to render it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parcel {
    pub to: Audience,
    pub fight: FightId,
    /// The channel of the fight, wherever this goes.
    pub home: ChannelId,
    pub system: String,
    /// At most 25 characters, the same on every try: the chat service drops a second message
    /// that carries it.
    pub nonce: String,
    /// It may have gone out before, perhaps with other words, without our hearing of it.
    pub is_doubtful: bool,
    /// The message to edit. None: send a new one.
    pub edit: Option<MessageRef>,
    /// Its audience wants text alone.
    pub is_plain: bool,
    /// The fight now, as the audience may know it.
    pub view: View,
    pub letter: Letter,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Letter {
    /// What happened.
    Told(Vec<Telling>),
    /// The same, taken back or holding again: edits what told it.
    Retold {
        told: Box<Telling>,
        is_undone: bool,
    },
    /// Whose turn it is: pings one user, or all who must act before it goes on. Edited once,
    /// without buttons, when the turn is over.
    Turn(TurnCard),
    /// What somebody may answer, though nobody waits for it: pings one user. Edited once, without
    /// buttons, when it is over.
    Invitation(InvitationCard),
    /// A question: pings one user. Edited once, without buttons, when it is closed.
    Prompt(Box<PromptCard>),
    /// Questions that share a message: pings all who are asked. Edited as they are closed.
    Prompts(Vec<PromptCard>),
    /// The pinned message: sent once, then edited in place.
    Summary {
        waiting: Vec<Waiting>,
    },
    /// Some have kept everybody waiting for a while: pings them.
    Nudge(NudgeCard),
    /// The GM has kept everybody waiting.
    Reminder(TurnCard),
    Notice(Notice),
    /// How a fight went that is over.
    Report(Report),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnCard {
    pub id: TurnId,
    /// The round it belongs to, whichever is played when the card is delivered.
    pub round: u16,
    pub ping: Option<UserId>,
    /// They are named, but not pinged.
    pub is_silent: bool,
    /// Who is pinged where several must act.
    pub pings: BTreeSet<UserId>,
    /// Who may act, by name, and what they may do; empty once the turn is over.
    pub actors: Vec<Actor>,
    /// When it is over by itself; none while the clock stands or where only a reminder follows.
    pub until: Option<Timestamp>,
    pub is_over: bool,
    /// It goes on, and is played from another message.
    pub is_elsewhere: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    pub who: CombatantId,
    /// As the reader calls it.
    pub name: String,
    /// As everybody does: what buttons say who acts by.
    pub acting_as: String,
    /// Whose verbs the offers have.
    pub system: &'static str,
    pub offers: Vec<Offer>,
    pub around: Around,
}

/// Whom and what somebody has around them, as the reader knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// The nearest first.
    pub others: Vec<Near>,
    /// Zones from which it is less far to an enemy, the best first.
    pub nearer: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// As acts name them.
    pub name: String,
    pub wounds: Wounds,
    pub zone: Option<String>,
    pub is_enemy: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InvitationCard {
    pub round: u16,
    pub ping: Option<UserId>,
    /// Who is invited, and to what.
    pub actor: Actor,
    pub is_over: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NudgeCard {
    /// The message it replies to, where that is in the same place.
    pub about: Option<MessageRef>,
    pub pings: BTreeSet<UserId>,
    /// Who is waited for, by name; nobody where the GM is.
    pub names: Vec<String>,
    pub of: Nudged,
    /// When the default is taken or the turn passes; none where only a reminder follows.
    pub until: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptCard {
    pub id: PromptId,
    pub ping: Option<UserId>,
    /// They are named, but not pinged.
    pub is_silent: bool,
    /// The combatant who is asked; none where the GM is.
    pub who: Option<(CombatantId, String)>,
    pub asked: Asked,
    /// The names that the question needs, as whoever is asked knows them.
    pub names: BTreeMap<CombatantId, String>,
    pub choices: Vec<Words>,
    pub default: Words,
    pub is_optional: bool,
    /// Nothing is answered for whoever is asked, however long it takes.
    pub is_patient: bool,
    /// The answer counts only when the time is over.
    pub is_unseen: bool,
    pub until: Option<Timestamp>,
    /// None while it is open.
    pub outcome: Option<Outcome>,
    /// What was answered to one that is unseen; it may be answered anew until the time is over.
    pub kept: Option<Words>,
    /// A copy for somebody who may not answer it.
    pub is_copy: bool,
}

/// How a prompt was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Answered(Words),
    /// The clock ran out, or the GM did not wait: the default was taken.
    Defaulted(Words),
    /// Answered, and sealed until those asked with it have answered too.
    Sealed,
    /// It is not asked any more.
    Void,
    /// It was answered like this, and the answer was taken back.
    TakenBack(Box<Outcome>),
}

impl Outcome {
    /// It was answered, and the answer holds.
    pub(super) fn holds(&self) -> bool {
        match self {
            Self::Answered(_) | Self::Defaulted(_) | Self::Sealed => true,
            Self::Void | Self::TakenBack(_) => false,
        }
    }
}

/// News about the fight that are not of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A fight was opened here by this user, its GM.
    Opened {
        gm: UserId,
    },
    /// What was undone, latest first, as the audience may know it.
    Undone {
        by: UserId,
        acts: Vec<UndoneAct>,
    },
    /// An undo was taken back.
    Redone {
        by: UserId,
    },
    /// The clocks stand still, and nobody may act.
    Paused {
        by: UserId,
    },
    Resumed {
        by: UserId,
    },
    /// Nobody has been there for a while: the clocks stand until somebody is.
    Asleep,
    Awake,
    HandedOver {
        from: UserId,
        to: UserId,
    },
    /// A user helps the GM from now on, or does so no longer.
    CoGm {
        user: UserId,
        is_added: bool,
    },
    /// A user plays a combatant in its player's place from now on; none: nobody any more.
    StandsIn {
        name: String,
        user: Option<UserId>,
        until: Option<i64>,
    },
    /// The rules have changed since the act began: what fitted was kept, the rest is asked again.
    Refitted,
    /// Something could not be told where it belonged (the channel or direct message is closed).
    Undelivered {
        to: Audience,
        why: String,
    },
    /// Dice without a rule, for the GM to see.
    Rolled {
        by: UserId,
        roll: Roll,
    },
    /// A planned act could not be played: the rest is given up, and the turn is theirs as ever.
    PlanGivenUp {
        who: String,
        words: Words,
        why: Refusal,
    },
    /// The rest of a plan is dropped, from this act on: the turn is over, or what was done of the
    /// plan was taken back.
    PlanDropped {
        who: String,
        words: Words,
        is_undone: bool,
    },
    /// The clock of something ran out, but its default was refused.
    Stuck(Refusal),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoneAct {
    /// None where the clock did it.
    pub user: Option<UserId>,
    /// What was said, for the GM only.
    pub words: Option<Words>,
    pub told: Option<Telling>,
}

/// Whoever renders and sends parcels.
pub trait Courier: Send + Sync + 'static {
    /// Sends (or edits) one message and says where it is.
    fn deliver(
        &self,
        parcel: &Parcel,
    ) -> impl Future<Output = Result<MessageRef, Undelivered>> + Send;
}

/// Why a parcel did not arrive.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Undelivered {
    /// It is worth trying again (no connection, 5xx, 429).
    #[error("not delivered for now: {why}")]
    ForNow { why: String, retry_after: Option<Duration> },
    /// The message to edit is gone: a summary is sent anew, the rest is let go.
    #[error("the message to edit is gone")]
    Gone,
    /// There is nothing in it for its audience: it is let go.
    #[error("nothing to send")]
    Empty,
    /// It will never arrive (403, 404).
    #[error("never to be delivered: {why}")]
    ForGood { why: String },
}
