//! The messages of a fight that are kept true for as long as they matter: what each is about, whom
//! it calls, and what it tells.
//!
//! An input does not say which message is to be sent, edited or taken away. It compares what waits
//! for somebody before it with what waits after it, and touches the messages of what differs;
//! delivery shows each as it should be then.
//!
//! What happened is told in the message that it belongs to: in that of the question that was
//! answered, of the question that it asks, or of the turn in which it was done.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::core::ids::{Initiator, UserId};
use engine::game::{OptionalResponse, PromptSubject};
use store::ids::{FightId, Millis, PromptId, TurnId};
use store::rows::SUMMARY_SUBJECT;

use crate::api::outbox::Audience;
use crate::state::fight_state::{FightState, OpenPrompt, OpenTurn};

/// What a message is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageKind {
    /// A turn, and what is done in it.
    Turn(TurnId),
    /// A question, and what comes of it.
    Prompt(PromptId),
    /// Questions that share a message.
    Prompts(PromptGroup),
    Invitation(OptionalResponse),
    /// What is done in no turn that has a message here, or goes on where one has no more room.
    Record(RecordSpan),
    Summary,
}

/// Which questions share a message: some of those that one input has opened, as many as have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PromptGroup {
    pub revision: i64,
    pub block: i64,
}

impl PromptGroup {
    /// As many as have a row of buttons each.
    const MAX_PROMPTS: i64 = 5;

    pub fn containing(prompt: PromptId) -> Self {
        Self { revision: prompt.revision, block: prompt.place / Self::MAX_PROMPTS }
    }
}

/// A record that is a message of its own: the revision with which it begins, and that of the turn
/// it belongs to (0: of none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RecordSpan {
    #[serde(rename = "revision")]
    pub first_revision: i64,
    #[serde(rename = "turn")]
    pub turn_revision: i64,
}

impl MessageKind {
    /// A question, by itself or with those that share its message.
    pub fn for_prompt(id: PromptId, is_shared: bool) -> Self {
        if is_shared { Self::Prompts(PromptGroup::containing(id)) } else { Self::Prompt(id) }
    }
}

/// A message: what it is about, and whom it is for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MessageSlot {
    pub kind: MessageKind,
    pub audience: Audience,
    /// For somebody besides those it is meant for, in private.
    pub copy_for: Option<UserId>,
}

impl MessageSlot {
    pub fn new(kind: MessageKind, audience: Audience) -> Self {
        Self { kind, audience, copy_for: None }
    }

    pub fn new_copy(kind: MessageKind, user: UserId) -> Self {
        Self { kind, audience: Audience::Dm(user), copy_for: Some(user) }
    }

    /// As it is stored, the same in every release.
    pub fn to_subject(&self) -> String {
        let copy = self.copy_for.map(|to| format!(" {}", to.0)).unwrap_or_default();
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
            MessageKind::Record(RecordSpan { first_revision: revision, turn_revision: turn }) => {
                format!("record {revision}-{turn} {}", self.audience.to_key())
            }
            MessageKind::Summary => SUMMARY_SUBJECT.into(),
        }
    }

    /// The message of a subject that was stored; none where it does not tell what happened.
    pub fn parse_subject(fight: FightId, subject: &str, audience: Audience) -> Option<Self> {
        let (kind, rest) = subject.split_once(' ')?;
        let numbers = rest.split_once(' ').map_or(rest, |(numbers, _)| numbers);
        let (first, second) = numbers.split_once('-').unwrap_or((numbers, "0"));
        let (revision, place): (i64, i64) = (first.parse().ok()?, second.parse().ok()?);
        let what = match kind {
            "turn" => MessageKind::Turn(TurnId { fight, revision }),
            "prompt" => MessageKind::Prompt(PromptId { fight, revision, place }),
            "prompts" => MessageKind::Prompts(PromptGroup { revision, block: place }),
            "record" => {
                MessageKind::Record(RecordSpan { first_revision: revision, turn_revision: place })
            }
            _ => return None,
        };
        Some(Self::new(what, audience))
    }

    /// The subject under which is kept what this message tells: copies tell what the message does
    /// of which they are copies.
    pub fn record_subject(&self) -> String {
        match self.kind {
            MessageKind::Prompts(_) | MessageKind::Record(_) => self.to_subject(),
            _ => Self { copy_for: None, ..self.clone() }.to_subject(),
        }
    }
}

/// A message that waits for somebody.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingMessage {
    pub slot: MessageSlot,
    /// Whom it calls.
    pub called_users: BTreeSet<UserId>,
    /// When it stops waiting; none while the clock stands.
    pub deadline: Option<Millis>,
    /// There is a limit, whether or not it runs.
    pub has_time_limit: bool,
}

impl OpenPrompt {
    pub(crate) fn message_kind(&self) -> MessageKind {
        MessageKind::for_prompt(self.id, self.prompt.shares_message)
    }
}

impl FightState {
    /// The message by which a user is asked.
    pub(crate) fn prompt_slot_for(&self, open_prompt: &OpenPrompt, user: UserId) -> MessageSlot {
        match self.prompt_copy_recipients(open_prompt.audience).contains(&user) {
            true => MessageSlot::new_copy(MessageKind::Prompt(open_prompt.id), user),
            false => MessageSlot::new(open_prompt.message_kind(), open_prompt.audience),
        }
    }

    /// The message of a turn that a user has.
    pub(crate) fn turn_slot_for(&self, turn: &OpenTurn, audience: Audience) -> MessageSlot {
        match audience {
            Audience::Dm(user) if self.turn_copy_recipients(turn).contains(&user) => {
                MessageSlot::new_copy(MessageKind::Turn(turn.id), user)
            }
            _ => MessageSlot::new(MessageKind::Turn(turn.id), self.turn_audience(turn)),
        }
    }

    /// All messages that wait for somebody, in the order in which they are sent.
    pub(crate) fn pending_messages(&self) -> Vec<PendingMessage> {
        if self.revision == 0 || !self.is_open {
            return Vec::new();
        }
        let mut all: Vec<PendingMessage> = Vec::new();
        // Nobody is asked by a decoy wait.
        let is_asked =
            |open: &&OpenPrompt| !matches!(open.prompt.subject, PromptSubject::DecoyDelay(_));
        for open in self.prompts.iter().filter(is_asked) {
            let (slot, is_limited) =
                (MessageSlot::new(open.message_kind(), open.audience), open.deadline.is_some());
            let until = open.default_answer_time().map(|until| until.as_millisecond());
            let calls = Some(open.user).filter(|_| !self.is_answered_by_autoplay(open));
            match all.iter_mut().find(|live| live.slot == slot) {
                Some(live) => live.called_users.extend(calls),
                None => {
                    let calls = calls.into_iter().collect();
                    all.push(PendingMessage {
                        slot,
                        called_users: calls,
                        deadline: until,
                        has_time_limit: is_limited,
                    });
                }
            }
            for gm in self.prompt_copy_recipients(open.audience) {
                let slot = MessageSlot::new_copy(MessageKind::Prompt(open.id), gm);
                all.push(PendingMessage {
                    slot,
                    called_users: [gm].into(),
                    deadline: until,
                    has_time_limit: true,
                });
            }
        }
        if let Some(turn) = &self.turn {
            let until = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
            let (until, is_limited) =
                (until.map(|at| at.as_millisecond()), turn.deadline.is_some());
            let told = self.turn_audience(turn);
            let mut calls = match self.sole_turn_user(turn) {
                Some(user) => [user].into(),
                None => self.awaited_by_audience(turn).remove(&told).unwrap_or_default().1,
            };
            calls.retain(|user| self.is_called_to_turn(&turn.awaited, *user));
            let slot = MessageSlot::new(MessageKind::Turn(turn.id), told);
            all.push(PendingMessage {
                slot,
                called_users: calls,
                deadline: until,
                has_time_limit: is_limited,
            });
            for user in self.turn_copy_recipients(turn) {
                let slot = MessageSlot::new_copy(MessageKind::Turn(turn.id), user);
                all.push(PendingMessage {
                    slot,
                    called_users: [user].into(),
                    deadline: until,
                    has_time_limit: is_limited,
                });
            }
        }
        for invitation in self.game.list_optional_responses() {
            let by = Initiator::Combatant(invitation.who);
            let slot = MessageSlot::new(MessageKind::Invitation(invitation), self.audience_for(by));
            let calls = [self.controller_of(by)].into();
            all.push(PendingMessage {
                slot,
                called_users: calls,
                deadline: None,
                has_time_limit: true,
            });
        }
        all
    }
}

/// How long a message grows that only tells: those that are older than an hour take few edits. That
/// of a turn is edited anyway by whatever is done in it.
const RECORD_GROWTH_MILLIS: i64 = 50 * 60 * 1000;
/// The rows of the journal that have room in one message.
const MAX_RECORD_ROWS: usize = 8;

/// The message in which an audience is told what is done now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CurrentRecord {
    #[serde(rename = "what")]
    pub kind: MessageKind,
    /// The revision of the turn it belongs to.
    #[serde(rename = "turn")]
    pub turn_revision: i64,
    /// When it was begun.
    #[serde(rename = "since")]
    pub started_at: Millis,
    #[serde(rename = "rows")]
    pub row_count: usize,
}

impl CurrentRecord {
    pub fn has_room_for_turn(&self, turn_revision: i64, now: Millis) -> bool {
        let is_turn = matches!(self.kind, MessageKind::Turn(_));
        let is_young = is_turn || now - self.started_at < RECORD_GROWTH_MILLIS;
        self.turn_revision == turn_revision && self.row_count < MAX_RECORD_ROWS && is_young
    }
}
