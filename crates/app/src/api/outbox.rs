//! The outbox: stored rows that say what to tell whom. They are written in the same transaction as
//! the input that they report, and delivered in order, each at most once.
//!
//! A [`MessageSender`] outside of this crate renders and sends them. It gets a [`Delivery`], which
//! holds only what its audience may know (I6).

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use engine::agents::evaluator::{Advice, Temperament};
use engine::core::command::{Command, Offer, Refusal, Risk};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Narrative, PromptSubject};
use engine::visibility::view::{FightView, VisibleWounds};
use store::ids::{ChannelId, FightId, MessageId, Millis, PromptId, TurnId};
use store::rows::SentMessage;

use crate::api::free_rolls::FreeRoll;
use crate::api::report::FightReport;
use crate::api::speech::{SpeechCard, SpeechChangeKind, UnpostedReason};

/// The receivers of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody who can read the fight's channel.
    Channel(ChannelId),
    /// One user, in their direct messages with the bot.
    Dm(UserId),
}

impl Audience {
    /// Returns the stored form: `channel 12`, `dm 34`.
    pub(crate) fn to_key(self) -> String {
        match self {
            Self::Channel(channel) => format!("channel {}", channel.0),
            Self::Dm(user) => format!("dm {}", user.0),
        }
    }

    /// Parses what [`Self::to_key`] writes.
    pub(crate) fn from_key(key: &str) -> Option<Self> {
        match key.split_once(' ')? {
            ("channel", number) => Some(Self::Channel(ChannelId(number.parse().ok()?))),
            ("dm", number) => Some(Self::Dm(UserId(number.parse().ok()?))),
            _ => None,
        }
    }
}

/// How somebody reads the messages of the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presentation {
    /// With embeds, and pictures for a dark chat.
    #[default]
    Rich,
    /// With embeds, and pictures for a light chat.
    LightPictures,
    /// Text alone.
    PlainText,
}

/// What a reminder is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReminderSubject {
    Prompt(PromptId),
    /// Older outbox rows may call it `resumed`.
    #[serde(alias = "resumed")]
    Turn(TurnId),
}

impl ReminderSubject {
    /// Returns the subject under which a reminder to this audience is stored.
    pub(crate) fn outbox_subject(self, audience: Audience) -> String {
        match self {
            Self::Prompt(id) => format!("nudge {}-{} {}", id.revision, id.place, audience.to_key()),
            Self::Turn(id) => format!("nudge {} {}", id.revision, audience.to_key()),
        }
    }

    /// Whether the turn or prompt that the reminder is about is still open.
    pub(crate) fn is_still_open(
        self,
        open_turn: Option<TurnId>,
        is_prompt_open: impl Fn(PromptId) -> bool,
    ) -> bool {
        match self {
            Self::Prompt(id) => is_prompt_open(id),
            Self::Turn(id) => open_turn == Some(id),
        }
    }
}

/// The location of a message, to edit it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRef {
    pub channel: ChannelId,
    pub message: MessageId,
}

impl MessageRef {
    pub(crate) fn from_sent_message(sent: &SentMessage) -> Self {
        Self { channel: sent.channel, message: sent.message }
    }
}

/// One message to send, with all that is needed to render it.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    pub audience: Audience,
    pub fight: FightId,
    /// The server of the fight.
    pub guild: u64,
    /// The channel of the fight, wherever this message goes.
    pub fight_channel: ChannelId,
    pub system: String,
    /// At most 25 characters, and the same on every try: the chat service drops a second message
    /// with the same nonce.
    pub nonce: String,
    /// The message may have been sent before, perhaps with another text, without a confirmation.
    pub may_be_duplicate: bool,
    /// When the message was first due. Earlier tries are not older.
    pub enqueued_at: Timestamp,
    /// The newest message of the channel that is known, if words in character may have been posted
    /// there already. Only what is newer can be theirs.
    pub newest_known: Option<MessageId>,
    /// The reader has a right to it only while they see the fight's channel.
    pub needs_access: bool,
    /// The chat service refused the last message for this audience: text alone is sent, with one
    /// request, and the whole message follows once that arrives.
    pub is_probe: bool,
    /// The message to edit, and the mark of its current content. `None` sends a new message.
    pub edit_target: Option<(MessageRef, Option<i64>)>,
    /// How the audience reads it.
    pub presentation: Presentation,
    /// The tag of the language in which the audience reads it; `None` if that is unknown.
    pub language: Option<String>,
    /// The current fight, as the audience may know it.
    pub view: FightView,
    pub body: MessageBody,
    /// The journal entries that this message tells.
    pub record: MessageRecord,
}

impl Delivery {
    /// Returns whether posted speech in character is edited or deleted. True for a deletion even if
    /// the speech may never have been posted.
    pub fn edits_or_deletes_speech(&self) -> bool {
        match self.body {
            MessageBody::Speech(_) => self.edit_target.is_some(),
            MessageBody::SpeechDeleted { .. } => true,
            _ => false,
        }
    }
}

/// The journal entries that one message tells, and the turn in which they were played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessageRecord {
    /// `None` where no turn was running.
    pub round: Option<u16>,
    /// Who acted, by the names that the reader knows; empty where that is not told.
    pub actors: Vec<(CombatantId, String)>,
    /// The keys of the initiative groups that had the turn.
    pub group_keys: Vec<String>,
    /// The address of a picture of the only combatant who acted, from their sheet.
    pub portrait_url: Option<String>,
    /// Pictures of NPCs, by the names that the reader knows.
    pub npc_portraits: Vec<(String, String)>,
    /// The message before it has the same heading, and was posted not long ago.
    pub continues_heading: bool,
    /// Oldest first.
    pub entries: Vec<RecordEntry>,
}

/// A journal row, as the audience may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordEntry {
    pub revision: i64,
    pub narrative: Narrative,
    pub is_undone: bool,
    /// It ended a turn whose deadline had passed.
    pub is_timed_out: bool,
    /// It is an act of the actors of the record, or an answer to it. What the GM orders, and what
    /// somebody does of whom the audience does not know, is none.
    pub is_of_actors: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MessageBody {
    /// The events alone: [`Delivery::record`].
    Record,
    /// Nothing is left to show, so the message is deleted.
    Deleted,
    /// Words in character, posted as the character.
    Speech(SpeechCard),
    /// The words were taken away, so their message is deleted. Where no message is known, the one
    /// that an earlier try may have posted under this name is looked for.
    SpeechDeleted {
        name: String,
    },
    /// The turn of somebody: pings one user, or all who must act before the fight goes on. The
    /// record below it tells what is done in the turn.
    Turn(TurnCard),
    /// An optional response that nobody waits for: pings one user.
    Invitation(OutOfTurnInvitation),
    /// A prompt: pings one user. The record below it tells what comes of the answer.
    Prompt(Box<PromptCard>),
    /// Prompts that share a message: pings everybody who is asked.
    Prompts(Vec<PromptCard>),
    /// The pinned message: sent once, then edited in place.
    Summary {
        awaited: Vec<AwaitedPlayer>,
    },
    /// Some players have kept everybody waiting for a while: pings them.
    Reminder(ReminderCard),
    /// The GM has kept everybody waiting: pings the GM.
    GmReminder(TurnCard),
    Notice(Notice),
    /// How a finished fight went.
    Report(FightReport),
    /// How a round went, for somebody who does not play.
    RoundDigest(RoundDigest),
    /// No message: a thread for the fight is to be opened. The reference of the delivered message
    /// says where it is.
    OpenThread(WantedThread),
    /// No message: the fight's thread is to be archived or reopened.
    ArchiveOrReopenThread {
        is_archived: bool,
    },
}

/// What an onlooker has seen of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundDigest {
    pub round: u16,
    pub attack_count: u32,
    /// Who attacked most often and whom most often, by name.
    pub busiest_attacker: Option<(String, String)>,
    /// Who went down in the round, by name.
    pub fallen_names: Vec<String>,
    /// How many of the players' side and of their foes are left, of how many.
    pub players_left: (usize, usize),
    pub foes_left: (usize, usize),
    /// Who is waited for at the end of it.
    pub awaited: Vec<AwaitedPlayer>,
}

/// A thread, or a post of a forum, that is to be opened for a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedThread {
    /// The channel or forum.
    pub parent: ChannelId,
    /// Who is to be in it from the beginning.
    pub gm: UserId,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnCard {
    pub id: TurnId,
    /// The round of the turn, whatever round is played when the card is delivered.
    pub round: u16,
    /// The users who play the turn.
    pub users: BTreeSet<UserId>,
    pub pinged_users: BTreeSet<UserId>,
    /// Who can act, by name, and what they can do.
    pub actors: Vec<Actor>,
    /// When the turn ends by itself; `None` while the clocks are stopped, or where only a reminder
    /// follows.
    pub deadline: Option<Timestamp>,
    /// The turn is interrupted until these have answered: nobody can act now.
    pub awaited_names: Vec<String>,
    /// The turn is interrupted for a while in which the GM may be asked something in secret: nobody
    /// can act now.
    pub waits_for_gm: bool,
}

/// A combatant who can act, and all that the controls of its turn need.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    pub combatant: CombatantId,
    /// The name that the reader knows.
    pub name: String,
    /// The name that everybody knows: buttons carry it as the actor.
    pub public_name: String,
    /// The system whose verbs the offers use.
    pub system: &'static str,
    pub offers: Vec<Offer>,
    pub surroundings: Surroundings,
    /// The reader can post words as this combatant.
    pub can_speak: bool,
    /// Set for a GM who plays this NPC.
    pub gm_controls: Option<GmControls>,
}

/// Controls that a GM has besides the offers of an NPC.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GmControls {
    /// The best act for the NPC; `None` where no agent has searched for one.
    pub advice: Option<Advice>,
}

/// The combatants and zones around somebody, as the reader knows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// The nearest first.
    pub nearby: Vec<NearbyCombatant>,
    /// Neighbouring zones that are closer to an enemy, the best first.
    pub zones_closer_to_enemy: Vec<String>,
    /// On a line: their own position and that of the nearest enemy, in feet.
    pub line_positions: Option<(u16, u16)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NearbyCombatant {
    /// The name that commands use.
    pub name: String,
    pub wounds: VisibleWounds,
    pub zone_name: Option<String>,
    /// Of another side, and still in the fight.
    pub is_enemy: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OutOfTurnInvitation {
    pub round: u16,
    pub user: UserId,
    pub is_pinged: bool,
    /// Who is invited, and what they can do.
    pub actor: Actor,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReminderCard {
    /// The message that the reminder replies to, if it is in the same channel.
    pub reply_to: Option<MessageRef>,
    pub pinged_users: BTreeSet<UserId>,
    /// The awaited combatants by name; empty where the GM is awaited.
    pub awaited_names: Vec<String>,
    pub subject: ReminderSubject,
    /// When the default answer is taken or the turn passes; `None` where only a reminder follows.
    pub deadline: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptCard {
    pub id: PromptId,
    /// The user who is asked.
    pub user: Option<UserId>,
    pub is_pinged: bool,
    /// The combatant who is asked, with its name; `None` where the GM is asked.
    pub combatant: Option<(CombatantId, String)>,
    pub subject: PromptSubject,
    /// The names that the prompt mentions, as the user who is asked knows them.
    pub combatant_names: BTreeMap<CombatantId, String>,
    pub choices: Vec<Command>,
    /// What each choice may cause; empty where no choice causes anything.
    pub risks: Vec<Vec<Risk>>,
    pub default_answer: Command,
    pub is_optional: bool,
    /// No default is ever taken, however long the answer takes.
    pub only_reminds_on_timeout: bool,
    /// The answer counts only when the decoy delay ends.
    pub is_hidden_from_public: bool,
    pub deadline: Option<Timestamp>,
    /// `None` while the prompt is open.
    pub outcome: Option<PromptOutcome>,
    /// The answer to a hidden prompt so far; the user can change it until the decoy delay ends.
    pub provisional_answer: Option<Command>,
    /// A copy for a user who must not answer.
    pub is_copy: bool,
}

/// How a prompt was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptOutcome {
    Answered(Command),
    /// The deadline passed, or the GM skipped the prompt: the default was taken.
    Defaulted(Command),
    /// Answered, and hidden until everybody who was asked at the same time has answered.
    Sealed,
    /// The prompt is not asked any more.
    #[serde(rename = "void")]
    Withdrawn,
    /// The prompt was closed like this, and the answer was undone.
    #[serde(rename = "taken_back")]
    Undone(Box<PromptOutcome>),
}

impl PromptOutcome {
    /// Returns whether the prompt has an answer that still holds; a default and a sealed answer
    /// count.
    pub(crate) fn is_answered(&self) -> bool {
        match self {
            Self::Answered(_) | Self::Defaulted(_) | Self::Sealed => true,
            Self::Withdrawn | Self::Undone(_) => false,
        }
    }
}

/// News about a fight that are no events of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// This user has opened a fight in the channel, and is its GM.
    Opened {
        gm: UserId,
        /// The seal of the secret that the dice follow from.
        #[serde(default)]
        #[serde(rename = "seal")]
        dice_seal: Option<String>,
    },
    /// A user has mixed a line into the dice.
    #[serde(rename = "salted")]
    SaltAdded {
        #[serde(rename = "by")]
        user: UserId,
        line: String,
    },
    /// The acts that were undone, latest first, as the audience may know them. Acts that are marked
    /// as undone in the messages that told them are left out.
    Undone {
        #[serde(rename = "by")]
        user: UserId,
        acts: Vec<UndoneAct>,
        /// The journal row of the undo. `None` in notices of early versions, which never change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<i64>,
        /// The undo was reverted since: set when the notice is delivered, not stored.
        #[serde(skip)]
        is_redone: bool,
    },
    /// An undo was reverted.
    Redone {
        #[serde(rename = "by")]
        user: UserId,
    },
    /// All deadlines stand still, and nobody can act.
    Paused {
        #[serde(rename = "by")]
        user: UserId,
    },
    Resumed {
        #[serde(rename = "by")]
        user: UserId,
    },
    /// Nobody has been there for a while: all deadlines stand still until somebody is.
    Asleep,
    Awake,
    /// A user lets the fight go on in this channel, because the old one takes no posts.
    Moved {
        #[serde(rename = "by")]
        user: UserId,
    },
    #[serde(rename = "handed_over")]
    GmHandedOver {
        from: UserId,
        to: UserId,
    },
    /// A user helps the GM from now on, or does so no longer.
    #[serde(rename = "co_gm")]
    CoGmChanged {
        user: UserId,
        is_added: bool,
    },
    /// A user plays a combatant in its player's place from now on; with `None`, nobody does any
    /// more.
    #[serde(rename = "stands_in")]
    StandInChanged {
        name: String,
        user: Option<UserId>,
        until: Option<Millis>,
    },
    /// How a combatant is played while its player is absent; with `None`, as the rules say.
    #[serde(rename = "absence")]
    AbsencePolicyChanged {
        name: String,
        policy: Option<String>,
    },
    /// The data of these combatants' player was deleted: the GM plays them from now on.
    #[serde(rename = "player_gone")]
    PlayerForgotten {
        names: String,
    },
    /// NPCs play themselves with this temperament from now on; with `None`, the GM plays them.
    #[serde(rename = "nature")]
    NpcAutoplayChanged {
        names: String,
        #[serde(rename = "nature")]
        temperament: Option<Temperament>,
    },
    /// An NPC has a new picture, or none any more.
    #[serde(rename = "portrait")]
    PortraitChanged {
        name: String,
        #[serde(rename = "is_given")]
        is_set: bool,
    },
    /// The user follows the fight from now on, or does so no longer.
    Following {
        is_on: bool,
    },
    /// Words of the user in the channel were posted, edited or deleted.
    #[serde(rename = "words")]
    SpeechChanged {
        name: String,
        change: SpeechChangeKind,
    },
    /// The user does not see the channel of a fight any more, and so does not follow it.
    FollowingEnded,
    /// Words of the user could not be posted.
    #[serde(rename = "words_unposted")]
    WordsNotPosted {
        channel: ChannelId,
        name: String,
        text: String,
        reason: UnpostedReason,
    },
    /// The message of words could not be edited or deleted.
    #[serde(rename = "words_unchanged")]
    WordsNotChanged {
        channel: ChannelId,
        name: String,
    },
    /// Somebody else has taken words of the user out of a channel.
    #[serde(rename = "words_taken_out")]
    WordsTakenOut {
        channel: ChannelId,
        name: String,
    },
    /// The rules have changed since the act began: answers that still fit were kept, the rest is
    /// asked again.
    #[serde(rename = "refitted")]
    PendingActMigrated,
    /// The fight got no thread of its own, for this reason. It is tried again.
    ThreadNotOpened {
        parent: ChannelId,
        reason: String,
    },
    /// Something could not be delivered where it belonged, because nothing can be posted in the
    /// channel or the user takes no direct messages.
    Undelivered {
        #[serde(rename = "to")]
        audience: Audience,
        #[serde(rename = "why")]
        reason: String,
    },
    /// The server does not allow this text in the channel. The rest of the fight goes on.
    Blocked {
        channel: ChannelId,
        text: String,
    },
    /// A free roll that the GM can see.
    #[serde(rename = "rolled")]
    FreeRoll {
        #[serde(rename = "by")]
        user: UserId,
        roll: FreeRoll,
    },
    /// A planned act was refused: the rest of the plan is given up, and its owner plays the turn.
    #[serde(rename = "plan_given_up")]
    PlanAbandoned {
        #[serde(rename = "who")]
        name: String,
        #[serde(rename = "words")]
        command: Command,
        #[serde(rename = "why")]
        refusal: Refusal,
    },
    /// The rest of a plan is dropped, from this act on, because the turn is over or a planned act
    /// was undone.
    PlanDropped {
        #[serde(rename = "who")]
        name: String,
        #[serde(rename = "words")]
        command: Command,
        is_undone: bool,
    },
    /// A deadline passed, but the default answer was refused.
    #[serde(rename = "stuck")]
    DefaultRefused(Refusal),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoneAct {
    /// `None` for an act of the clock.
    pub user: Option<UserId>,
    /// The command that was given, for the GM only.
    #[serde(rename = "words")]
    pub command: Option<Command>,
    #[serde(rename = "told")]
    pub narrative: Option<Narrative>,
}

/// Renders and sends deliveries.
pub trait MessageSender: Send + Sync + 'static {
    /// Sends or edits one message, and returns where it is.
    fn deliver(
        &self,
        delivery: &Delivery,
    ) -> impl Future<Output = Result<DeliveredMessage, DeliveryError>> + Send;
}

/// A message that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveredMessage {
    pub message: MessageRef,
    /// A hash of the content: equal for messages that look the same. `None` where the message may
    /// show something else, as when it had been sent before.
    pub content_hash: Option<i64>,
}

/// Why a delivery failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DeliveryError {
    /// A later try may succeed (no connection, 5xx, 429).
    #[error("not delivered for now: {reason}")]
    Retryable { reason: String, retry_after: Option<Duration> },
    /// The message to edit is gone: a summary is sent again, anything else is dropped.
    #[error("the message to edit is gone")]
    TargetGone,
    /// The message takes no more edits and was deleted: it is sent again.
    #[error("the message to edit takes no more edits")]
    EditLimitReached,
    /// The delivery has nothing for its audience: it is dropped.
    #[error("nothing to send")]
    Empty,
    /// Nothing can be posted in the channel for now: a permission is missing, the thread is locked,
    /// or the channel is gone.
    #[error("nothing can be posted there: {reason}")]
    Unreachable { reason: String },
    /// The server does not allow this text. `replacement` is the message without names that was
    /// sent or edited instead, if somebody needs one.
    #[error("the server blocks the text: {text}")]
    Blocked { text: String, replacement: Option<DeliveredMessage> },
    /// The reader does not see the fight's channel any more.
    #[error("the reader does not see the channel")]
    AccessLost,
    /// No later try can succeed (403, 404).
    #[error("never to be delivered: {reason}")]
    Permanent { reason: String },
}

/// Somebody who is awaited, as the viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct AwaitedPlayer {
    /// `None` for the GM.
    pub combatant: Option<CombatantId>,
    pub user: Option<UserId>,
    /// A prompt is open for them; otherwise it is their turn.
    pub has_open_prompt: bool,
    pub deadline: Option<Timestamp>,
}
