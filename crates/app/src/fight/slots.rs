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

use engine::command::Command;
use engine::game::{Asked, Invitation};
use engine::ids::{By, UserId};
use store::ids::{FightId, Millis, PromptId, TurnId};
use store::rows::SUMMARY;

use crate::fight::fight_state::{FightState, OpenPrompt, OpenTurn};
use crate::terms::outbox::Audience;

/// What a message is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// A turn, and what is done in it.
    Turn(TurnId),
    /// A question, and what comes of it.
    Prompt(PromptId),
    /// Questions that share a message.
    Prompts(Together),
    Invitation(Invitation),
    /// What is done in no turn that has a message here, or goes on where one has no more room.
    Record(Chapter),
    Summary,
}

/// Which questions share a message: some of those that one input has opened, as many as have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Together {
    pub revision: i64,
    pub block: i64,
}

impl Together {
    /// As many as have a row of buttons each.
    const MOST: i64 = 5;

    pub fn of(prompt: PromptId) -> Self {
        Self { revision: prompt.revision, block: prompt.place / Self::MOST }
    }
}

/// A record that is a message of its own: the revision with which it begins, and that of the turn
/// it belongs to (0: of none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Chapter {
    pub revision: i64,
    pub turn: i64,
}

impl What {
    /// A question, by itself or with those that share its message.
    pub fn question(id: PromptId, is_shared: bool) -> Self {
        if is_shared { Self::Prompts(Together::of(id)) } else { Self::Prompt(id) }
    }
}

/// A message: what it is about, and whom it is for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub what: What,
    pub to: Audience,
    /// For somebody besides those it is meant for, in private.
    pub copy: Option<UserId>,
}

impl Slot {
    pub fn of(what: What, to: Audience) -> Self {
        Self { what, to, copy: None }
    }

    pub fn copy(what: What, to: UserId) -> Self {
        Self { what, to: Audience::Dm(to), copy: Some(to) }
    }

    /// As it is stored, the same in every release.
    pub fn subject(&self) -> String {
        let copy = self.copy.map(|to| format!(" {}", to.0)).unwrap_or_default();
        match &self.what {
            What::Turn(turn) => format!("turn {}{copy}", turn.revision),
            What::Prompt(prompt) => {
                let kind = if self.copy.is_some() { "mirror" } else { "prompt" };
                format!("{kind} {}-{}{copy}", prompt.revision, prompt.place)
            }
            What::Prompts(Together { revision, block }) => {
                format!("prompts {revision}-{block} {}", self.to.key())
            }
            What::Invitation(Invitation { who, round, choices }) => {
                let first = choices.first().map(Command::to_string).unwrap_or_default();
                format!("invitation {round}-{} {first}", who.0)
            }
            What::Record(Chapter { revision, turn }) => {
                format!("record {revision}-{turn} {}", self.to.key())
            }
            What::Summary => SUMMARY.into(),
        }
    }

    /// The message of a subject that was stored; none where it does not tell what happened.
    pub fn read(fight: FightId, subject: &str, to: Audience) -> Option<Self> {
        let (kind, rest) = subject.split_once(' ')?;
        let numbers = rest.split_once(' ').map_or(rest, |(numbers, _)| numbers);
        let (first, second) = numbers.split_once('-').unwrap_or((numbers, "0"));
        let (revision, place): (i64, i64) = (first.parse().ok()?, second.parse().ok()?);
        let what = match kind {
            "turn" => What::Turn(TurnId { fight, revision }),
            "prompt" => What::Prompt(PromptId { fight, revision, place }),
            "prompts" => What::Prompts(Together { revision, block: place }),
            "record" => What::Record(Chapter { revision, turn: place }),
            _ => return None,
        };
        Some(Self::of(what, to))
    }

    /// The subject under which is kept what this message tells: copies tell what the message does
    /// of which they are copies.
    pub fn record(&self) -> String {
        match self.what {
            What::Prompts(_) | What::Record(_) => self.subject(),
            _ => Self { copy: None, ..self.clone() }.subject(),
        }
    }
}

/// A message that waits for somebody.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Live {
    pub slot: Slot,
    /// Whom it calls.
    pub calls: BTreeSet<UserId>,
    /// When it stops waiting; none while the clock stands.
    pub until: Option<Millis>,
    /// There is a limit, whether or not it runs.
    pub is_limited: bool,
}

impl OpenPrompt {
    pub(crate) fn what(&self) -> What {
        What::question(self.id, self.prompt.is_shared)
    }
}

impl FightState {
    /// The message by which a user is asked.
    pub(crate) fn slot_of(&self, open: &OpenPrompt, user: UserId) -> Slot {
        match self.mirrors(open.shown).contains(&user) {
            true => Slot::copy(What::Prompt(open.id), user),
            false => Slot::of(open.what(), open.shown),
        }
    }

    /// The message of a turn that a user has.
    pub(crate) fn slot_of_turn(&self, turn: &OpenTurn, to: Audience) -> Slot {
        match to {
            Audience::Dm(user) if self.turn_copies(turn).contains(&user) => {
                Slot::copy(What::Turn(turn.id), user)
            }
            _ => Slot::of(What::Turn(turn.id), self.turn_audience(turn)),
        }
    }

    /// All messages that wait for somebody, in the order in which they are sent.
    pub(crate) fn live(&self) -> Vec<Live> {
        if self.revision == 0 || !self.is_open {
            return Vec::new();
        }
        let mut all: Vec<Live> = Vec::new();
        // Nobody is asked by a decoy wait.
        let is_asked = |open: &&OpenPrompt| !matches!(open.prompt.asked, Asked::DecoyWait(_));
        for open in self.prompts.iter().filter(is_asked) {
            let (slot, is_limited) = (Slot::of(open.what(), open.shown), open.alarm.is_some());
            let until = open.until().map(|until| until.as_millisecond());
            let calls = Some(open.user).filter(|_| !self.thinks(open));
            match all.iter_mut().find(|live| live.slot == slot) {
                Some(live) => live.calls.extend(calls),
                None => {
                    let calls = calls.into_iter().collect();
                    all.push(Live { slot, calls, until, is_limited });
                }
            }
            for gm in self.mirrors(open.shown) {
                let slot = Slot::copy(What::Prompt(open.id), gm);
                all.push(Live { slot, calls: [gm].into(), until, is_limited: true });
            }
        }
        if let Some(turn) = &self.turn {
            let until = turn.due().filter(|_| turn.waited.is_skipped);
            let (until, is_limited) = (until.map(|at| at.as_millisecond()), turn.alarm.is_some());
            let told = self.turn_audience(turn);
            let mut calls = match self.turn_user(turn) {
                Some(user) => [user].into(),
                None => self.places(turn).remove(&told).unwrap_or_default().1,
            };
            calls.retain(|user| self.is_called(&turn.waited, *user));
            let slot = Slot::of(What::Turn(turn.id), told);
            all.push(Live { slot, calls, until, is_limited });
            for user in self.turn_copies(turn) {
                let slot = Slot::copy(What::Turn(turn.id), user);
                all.push(Live { slot, calls: [user].into(), until, is_limited });
            }
        }
        for invitation in self.game.invitations() {
            let by = By::Combatant(invitation.who);
            let slot = Slot::of(What::Invitation(invitation), self.audience(by));
            let calls = [self.controller(by)].into();
            all.push(Live { slot, calls, until: None, is_limited: true });
        }
        all
    }
}

/// How long a message grows that only tells: those that are older than an hour take few edits. That
/// of a turn is edited anyway by whatever is done in it.
const GROWS_MILLIS: i64 = 50 * 60 * 1000;
/// The rows of the journal that have room in one message.
const MOST_ROWS: usize = 8;

/// The message in which an audience is told what is done now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Recording {
    pub what: What,
    /// The revision of the turn it belongs to.
    pub turn: i64,
    /// When it was begun.
    pub since: Millis,
    pub rows: usize,
}

impl Recording {
    pub fn takes_more(&self, turn: i64, at: Millis) -> bool {
        let is_turn = matches!(self.what, What::Turn(_));
        let is_young = is_turn || at - self.since < GROWS_MILLIS;
        self.turn == turn && self.rows < MOST_ROWS && is_young
    }
}
