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

use engine::agents::evaluator::{Advice, Temperament};
use engine::core::command::{Command, Offer, Refusal, Risk};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Narrative, PromptSubject};
use engine::visibility::view::{FightView, VisibleWounds};
use store::ids::{ChannelId, FightId, MessageId, Millis, PromptId, TurnId};
use store::rows::SentMessage;

use crate::api::free_rolls::FreeRoll;
use crate::api::input::AwaitedPlayer;
use crate::api::report::FightReport;

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
    pub(crate) fn to_key(self) -> String {
        match self {
            Self::Channel(channel) => format!("channel {}", channel.0),
            Self::Dm(user) => format!("dm {}", user.0),
        }
    }

    pub(crate) fn from_key(key: &str) -> Option<Self> {
        match key.split_once(' ')? {
            ("channel", number) => Some(Self::Channel(ChannelId(number.parse().ok()?))),
            ("dm", number) => Some(Self::Dm(UserId(number.parse().ok()?))),
            _ => None,
        }
    }
}

/// What a nudge is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReminderSubject {
    Prompt(PromptId),
    /// Older posts may say that it goes on.
    #[serde(alias = "resumed")]
    Turn(TurnId),
}

impl ReminderSubject {
    pub(crate) fn outbox_subject(self, audience: Audience) -> String {
        match self {
            Self::Prompt(id) => format!("nudge {}-{} {}", id.revision, id.place, audience.to_key()),
            Self::Turn(id) => format!("nudge {} {}", id.revision, audience.to_key()),
        }
    }

    /// It is about this turn, or about that question.
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

/// Where a message is, so that it can be edited later.
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

/// One thing to send, with all that is needed to render it.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    pub audience: Audience,
    pub fight: FightId,
    /// The channel of the fight, wherever this goes.
    pub fight_channel: ChannelId,
    pub system: String,
    /// At most 25 characters, the same on every try: the chat service drops a second message
    /// that carries it.
    pub nonce: String,
    /// It may have gone out before, perhaps with other words, without our hearing of it.
    pub may_be_duplicate: bool,
    /// The message to edit, and the mark of what it shows. None: send a new one.
    pub edit_target: Option<(MessageRef, Option<i64>)>,
    /// Its audience wants text alone.
    pub is_plain_text: bool,
    /// The fight now, as the audience may know it.
    pub view: FightView,
    pub body: MessageBody,
    /// What happened, and is told in this message.
    pub record: MessageRecord,
}

/// What happened, and in whose time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessageRecord {
    /// None where no turn ran.
    pub round: Option<u16>,
    /// Who acted, by the names their reader has for them; nobody where that is not told.
    pub actors: Vec<(CombatantId, String)>,
    /// The keys of the groups whose time it was.
    pub group_keys: Vec<String>,
    /// The address of a picture of the only one who acted, from their sheet.
    pub portrait_url: Option<String>,
    /// Pictures of NPCs, by the names that their reader has for them.
    pub npc_portraits: Vec<(String, String)>,
    /// Oldest first.
    pub entries: Vec<RecordEntry>,
}

/// A row of the journal, as it was told.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordEntry {
    pub revision: i64,
    pub narrative: Narrative,
    /// It was taken back.
    pub is_undone: bool,
    /// It ends a turn whose time was over.
    pub is_timed_out: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MessageBody {
    /// What happened: the parcel's record alone.
    Record,
    /// Nothing is left to show: the message goes.
    Deleted,
    /// Whose turn it is: pings one user, or all who must act before it goes on. What is done in
    /// it is told below.
    Turn(TurnCard),
    /// What somebody may answer, though nobody waits for it: pings one user.
    Invitation(InvitationCard),
    /// A question: pings one user. What comes of it is told below.
    Prompt(Box<PromptCard>),
    /// Questions that share a message: pings all who are asked.
    Prompts(Vec<PromptCard>),
    /// The pinned message: sent once, then edited in place.
    Summary {
        awaited: Vec<AwaitedPlayer>,
    },
    /// Some have kept everybody waiting for a while: pings them.
    Reminder(ReminderCard),
    /// The GM has kept everybody waiting.
    GmReminder(TurnCard),
    Notice(Notice),
    /// How a fight went that is over.
    Report(FightReport),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnCard {
    pub id: TurnId,
    /// The round it belongs to, whichever is played when the card is delivered.
    pub round: u16,
    /// Who plays it.
    pub users: BTreeSet<UserId>,
    /// Those of them who are pinged.
    pub pinged_users: BTreeSet<UserId>,
    /// Who may act, by name, and what they may do.
    pub actors: Vec<Actor>,
    /// When it is over by itself; none while the clock stands or where only a reminder follows.
    pub deadline: Option<Timestamp>,
    /// It stands still until these have answered: nobody acts now.
    pub awaited_names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    pub combatant: CombatantId,
    /// As the reader calls it.
    pub name: String,
    /// As everybody does: what buttons say who acts by.
    pub public_name: String,
    /// Whose verbs the offers have.
    pub system: &'static str,
    pub offers: Vec<Offer>,
    pub surroundings: Surroundings,
    /// For whoever plays it as a GM.
    pub gm_controls: Option<GmControls>,
}

/// What a GM has beside the controls of an NPC.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GmControls {
    /// What it had best do; none where nobody has thought of it.
    pub advice: Option<Advice>,
}

/// Whom and what somebody has around them, as the reader knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// The nearest first.
    pub nearby: Vec<NearbyCombatant>,
    /// Zones from which it is less far to an enemy, the best first.
    pub zones_closer_to_enemy: Vec<String>,
    /// On a line, their own mark and that of the nearest enemy.
    pub line_positions: Option<(u16, u16)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NearbyCombatant {
    /// As acts name them.
    pub name: String,
    pub wounds: VisibleWounds,
    pub zone_name: Option<String>,
    /// Of another side, and still in the fight.
    pub is_enemy: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InvitationCard {
    pub round: u16,
    pub user: UserId,
    pub is_pinged: bool,
    /// Who is invited, and to what.
    pub actor: Actor,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReminderCard {
    /// The message it replies to, where that is in the same place.
    pub reply_to: Option<MessageRef>,
    pub pinged_users: BTreeSet<UserId>,
    /// Who is waited for, by name; nobody where the GM is.
    pub awaited_names: Vec<String>,
    pub subject: ReminderSubject,
    /// When the default is taken or the turn passes; none where only a reminder follows.
    pub deadline: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptCard {
    pub id: PromptId,
    /// Who is asked.
    pub user: Option<UserId>,
    pub is_pinged: bool,
    /// The combatant who is asked; none where the GM is.
    pub combatant: Option<(CombatantId, String)>,
    pub subject: PromptSubject,
    /// The names that the question needs, as whoever is asked knows them.
    pub combatant_names: BTreeMap<CombatantId, String>,
    pub choices: Vec<Command>,
    /// What each choice may bring on; empty: of none anything.
    pub risks: Vec<Vec<Risk>>,
    pub default_answer: Command,
    pub is_optional: bool,
    /// Nothing is answered for whoever is asked, however long it takes.
    pub only_reminds_on_timeout: bool,
    /// The answer counts only when the time is over.
    pub is_hidden_from_public: bool,
    pub deadline: Option<Timestamp>,
    /// None while it is open.
    pub outcome: Option<PromptOutcome>,
    /// What was answered to one that is unseen; it may be answered anew until the time is over.
    pub provisional_answer: Option<Command>,
    /// A copy for somebody who may not answer it.
    pub is_copy: bool,
}

/// How a prompt was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptOutcome {
    Answered(Command),
    /// The clock ran out, or the GM did not wait: the default was taken.
    Defaulted(Command),
    /// Answered, and sealed until those asked with it have answered too.
    Sealed,
    /// It is not asked any more.
    #[serde(rename = "void")]
    Withdrawn,
    /// It was answered like this, and the answer was taken back.
    #[serde(rename = "taken_back")]
    Undone(Box<PromptOutcome>),
}

impl PromptOutcome {
    /// It was answered, and the answer holds.
    pub(crate) fn is_answered(&self) -> bool {
        match self {
            Self::Answered(_) | Self::Defaulted(_) | Self::Sealed => true,
            Self::Withdrawn | Self::Undone(_) => false,
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
        /// Of the secret that the dice follow from.
        #[serde(default)]
        #[serde(rename = "seal")]
        dice_seal: Option<String>,
    },
    /// Somebody has mixed a line into the dice.
    #[serde(rename = "salted")]
    SaltAdded {
        #[serde(rename = "by")]
        user: UserId,
        line: String,
    },
    /// What was undone, latest first, as the audience may know it.
    Undone {
        #[serde(rename = "by")]
        user: UserId,
        acts: Vec<UndoneAct>,
        /// How much more is marked as taken back where it is told.
        #[serde(default)]
        #[serde(rename = "marked")]
        marked_count: usize,
    },
    /// An undo was taken back.
    Redone {
        #[serde(rename = "by")]
        user: UserId,
    },
    /// The clocks stand still, and nobody may act.
    Paused {
        #[serde(rename = "by")]
        user: UserId,
    },
    Resumed {
        #[serde(rename = "by")]
        user: UserId,
    },
    /// Nobody has been there for a while: the clocks stand until somebody is.
    Asleep,
    Awake,
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
    /// A user plays a combatant in its player's place from now on; none: nobody any more.
    #[serde(rename = "stands_in")]
    StandInChanged {
        name: String,
        user: Option<UserId>,
        until: Option<Millis>,
    },
    /// What is done for a combatant while its player is absent; none: what the rules say.
    #[serde(rename = "absence")]
    AbsencePolicyChanged {
        name: String,
        policy: Option<String>,
    },
    /// The player of these is forgotten: the GM plays them from now on.
    #[serde(rename = "player_gone")]
    PlayerForgotten {
        names: String,
    },
    /// NPCs play themselves from now on, so; or no more.
    #[serde(rename = "nature")]
    NpcAutoplayChanged {
        names: String,
        #[serde(rename = "nature")]
        temperament: Option<Temperament>,
    },
    /// An NPC has a picture from now on, or none any more.
    #[serde(rename = "portrait")]
    PortraitChanged {
        name: String,
        #[serde(rename = "is_given")]
        is_set: bool,
    },
    /// The rules have changed since the act began: what fitted was kept, the rest is asked again.
    #[serde(rename = "refitted")]
    PendingActMigrated,
    /// Something could not be told where it belonged (the channel or direct message is closed).
    Undelivered {
        #[serde(rename = "to")]
        audience: Audience,
        #[serde(rename = "why")]
        reason: String,
    },
    /// Dice without a rule, for the GM to see.
    #[serde(rename = "rolled")]
    FreeRoll {
        #[serde(rename = "by")]
        user: UserId,
        roll: FreeRoll,
    },
    /// A planned act could not be played: the rest is given up, and the turn is theirs as ever.
    #[serde(rename = "plan_given_up")]
    PlanAbandoned {
        #[serde(rename = "who")]
        name: String,
        #[serde(rename = "words")]
        command: Command,
        #[serde(rename = "why")]
        refusal: Refusal,
    },
    /// The rest of a plan is dropped, from this act on: the turn is over, or what was done of the
    /// plan was taken back.
    PlanDropped {
        #[serde(rename = "who")]
        name: String,
        #[serde(rename = "words")]
        command: Command,
        is_undone: bool,
    },
    /// The clock of something ran out, but its default was refused.
    #[serde(rename = "stuck")]
    DefaultRefused(Refusal),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoneAct {
    /// None where the clock did it.
    pub user: Option<UserId>,
    /// What was said, for the GM only.
    #[serde(rename = "words")]
    pub command: Option<Command>,
    #[serde(rename = "told")]
    pub narrative: Option<Narrative>,
}

/// Whoever renders and sends parcels.
pub trait MessageSender: Send + Sync + 'static {
    /// Sends (or edits) one message and says where it is.
    fn deliver(
        &self,
        delivery: &Delivery,
    ) -> impl Future<Output = Result<DeliveredMessage, DeliveryError>> + Send;
}

/// A message that went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveredMessage {
    pub message: MessageRef,
    /// A mark of what it shows: the same for what looks the same. None where it may show something
    /// else, as where it had gone out before.
    pub content_mark: Option<i64>,
}

/// Why a parcel did not arrive.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DeliveryError {
    /// It is worth trying again (no connection, 5xx, 429).
    #[error("not delivered for now: {reason}")]
    Retryable { reason: String, retry_after: Option<Duration> },
    /// The message to edit is gone: a summary is sent anew, the rest is let go.
    #[error("the message to edit is gone")]
    TargetGone,
    /// The message to edit takes no more edits, and was taken away: it is sent anew.
    #[error("the message to edit takes no more edits")]
    EditLimitReached,
    /// There is nothing in it for its audience: it is let go.
    #[error("nothing to send")]
    Empty,
    /// It will never arrive (403, 404).
    #[error("never to be delivered: {reason}")]
    Permanent { reason: String },
}
