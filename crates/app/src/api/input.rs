//! What comes in at the door, and what goes back to whoever stood there.
//!
//! No sentence is made here: refusals, tellings and cards are typed, and `narration` words them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use engine::core::command::{Command, Offer, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::core::time_limits::TimeLimit;
use engine::game::Narrative;
use engine::visibility::view::FightView;
use store::ids::{ChannelId, FightId, PromptId, TurnId};

use crate::api::export::FightExport;
use crate::api::fight_log::LogPage;
use crate::api::forecast::ForecastCard;
use crate::api::free_rolls::{DiceDay, FreeRoll};
use crate::api::guide::GuideReply;
use crate::api::inbox::PendingDecision;
use crate::api::library::{LibraryReply, SheetCardPage};
use crate::api::outbox::{Notice, Surroundings};
use crate::api::plans::Plan;
use crate::api::privacy::PrivacyReply;
use crate::api::servers::{AddedSystem, ServerCard};
use crate::api::standing_orders::StandingOrder;

/// Who says something, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestContext {
    pub user: UserId,
    pub place: RequestPlace,
    /// The chat service says that they run the server: they may take over a fight without a GM.
    pub is_admin: bool,
    /// What tells this input from every other (the interaction's id): an input that is stored
    /// under the same key already is not done again.
    pub idempotency_key: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestPlace {
    Channel {
        guild: u64,
        channel: ChannelId,
    },
    /// A direct message with the bot: the user's only fight, or the one chosen with `fight`.
    Dm {
        channel: ChannelId,
    },
}

impl RequestPlace {
    pub fn channel(self) -> ChannelId {
        match self {
            Self::Channel { channel, .. } | Self::Dm { channel } => channel,
        }
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq)]
pub enum UserInput {
    /// Everything that is typed. See [`permissions`](crate::permissions) for the verbs.
    Command {
        command: Command,
        /// The combatant's name; without it the user's only one, or the one whose turn it is.
        actor_name: Option<String>,
        /// For the GM: nothing of it is shown in the channel.
        is_private: bool,
    },
    /// A button or menu of a prompt: the place of the choice in its list.
    PromptButton { prompt: PromptId, choice: usize },
    /// An answer that is spelled out, where the question takes more than its choices.
    PromptForm { prompt: PromptId, command: Command },
    /// A button of an invitation: a command, good only while that is open.
    InvitationButton { fight: FightId, round: u16, command: Command, actor_name: Option<String> },
    /// A button or menu of a turn's message: a command, good only while that turn lasts.
    TurnButton { turn: TurnId, command: Command, actor_name: Option<String> },
    /// A command that was said before, by somebody who was told what is lost by it and wants it all
    /// the same: good only while that turn lasts.
    Confirmed { turn: TurnId, command: Command, actor_name: Option<String>, is_private: bool },
}

impl UserInput {
    /// A command by whoever the user plays, shown to all.
    pub fn from_command(command: Command) -> Self {
        Self::Command { command, actor_name: None, is_private: false }
    }

    /// A command by the combatant of that name.
    pub fn from_command_as(actor_name: &str, command: Command) -> Self {
        Self::Command { command, actor_name: Some(actor_name.into()), is_private: false }
    }
}

/// What goes back to whoever said it, and to nobody else.
#[derive(Clone, Debug, PartialEq)]
pub enum InputReply {
    /// It is done and stored; what the table sees of it is in the outbox.
    Done(Box<ActDone>),
    /// It may not be done. Nothing has happened.
    Refused(Box<Refusal>),
    /// Something is lost for good by it. Nothing has happened: whoever said it is asked first.
    NeedsConfirmation(Box<ConfirmationRequest>),
    /// A look at something; nothing has changed.
    QueryResult(Box<QueryResult>),
    /// Something that is kept outside of fights was looked at or changed.
    Library(Box<LibraryReply>),
}

/// What somebody is to confirm once.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmationRequest {
    /// What is lost by it.
    pub warning: Refusal,
    /// What to say to do it all the same: [`Input::Sure`].
    pub turn: TurnId,
    pub command: Command,
    pub actor_name: String,
    pub is_private: bool,
    /// It is among the offers, just so.
    pub is_offered: bool,
}

impl ConfirmationRequest {
    pub fn to_confirmed_input(&self) -> UserInput {
        let Self { turn, command: words, actor_name: acting_as, is_private: is_quiet, .. } =
            self.clone();
        UserInput::Confirmed {
            turn,
            command: words,
            actor_name: Some(acting_as),
            is_private: is_quiet,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActDone {
    pub fight: FightId,
    /// The number of its row in the journal.
    pub revision: i64,
    /// It was done before under the same key, and not again now.
    pub is_duplicate: bool,
    /// What happened, as this user may know it.
    pub narrative: Option<Narrative>,
    /// The channel is told less of it.
    pub has_more_than_public: bool,
    /// The setting that was set, and its value.
    pub changed_setting: Option<(String, String)>,
    /// What the channel is told of it, or only this user, where nothing of the rules happened.
    pub notice: Option<Notice>,
    /// The combatant who acted or answered.
    pub combatant: Option<CombatantId>,
    /// What everybody calls that combatant.
    pub public_name: String,
    /// Whose verbs the offers have.
    pub system: &'static str,
    /// What that combatant may do now.
    pub offers: Vec<Offer>,
    /// Whom and what that combatant has around them.
    pub surroundings: Surroundings,
    /// It had the turn, and has ended it by something else than its end.
    pub has_ended_turn: bool,
    /// The turn that waits for this user, where one does: for buttons that are good only in it.
    pub turn: Option<TurnId>,
    /// The fight as this user may know it.
    pub view: FightView,
    /// For the GM before the start.
    pub setup: Option<FightSetup>,
    /// The fight is the first of its system in the server.
    pub added_system: Option<AddedSystem>,
}

/// What there is to choose from before the start.
#[derive(Clone, Debug, PartialEq)]
pub struct FightSetup {
    pub creatures: Vec<String>,
    /// By their keys, as they are.
    pub settings: Value,
    pub time_limits: Vec<TimeLimit>,
    /// The order that says where a side begins, where the rules have one.
    pub start_zone_order: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum QueryResult {
    Status {
        fight: FightId,
        /// A line a combatant is enough.
        is_short: bool,
        view: FightView,
        awaited: Vec<AwaitedPlayer>,
        time_limits: Vec<TimeLimit>,
        /// Of the secret that the dice to come follow from.
        dice_seal: Option<String>,
        /// The user's own whose next turn can be planned now.
        plannable_names: Vec<String>,
    },
    /// How the fight will go, for its GM.
    Forecast(Box<ForecastCard>),
    /// Who is where.
    Map(FightView),
    /// What may be done, why not, and what the rules say.
    Guide(GuideReply),
    /// The user's own combatants: their sheets by field name, and what they may do now.
    OwnCombatants {
        view: FightView,
        sheets: Vec<CombatantSheet>,
    },
    Log(LogPage),
    /// A finished fight to take away.
    Export(FightExport),
    /// Standing orders, as they are now.
    StandingOrders(Vec<OrderList>),
    /// What would become of questions to a combatant.
    OrderPreviews {
        combatant_name: String,
        previews: Vec<OrderPreview>,
    },
    /// What somebody will do on their next turn, as it is planned now.
    Plan {
        combatant_name: String,
        plan: Option<Plan>,
    },
    /// The answer counts when the wait is over that hides whether anybody is asked.
    AnswerHeld {
        until: Option<Timestamp>,
    },
    /// That wait is over before its time: the GM has said so.
    DecoyDelayEnded,
    /// Dice without a rule, and who may see them.
    FreeRoll {
        /// None for whoever may not see what they rolled.
        roll: Option<FreeRoll>,
        visibility: RollVisibility,
    },
    /// What the dice of a day follow from: everybody's, and those that only the user has read.
    DiceDays(Vec<DiceDay>),
    /// What waits for the user, in all fights.
    Inbox(Vec<PendingDecision>),
    /// What the user has said about their time.
    Availability {
        away_until: Option<Timestamp>,
        /// Of their time zone.
        time_zone: String,
        /// From and to, in minutes since midnight there.
        quiet_hours: Option<(i64, i64)>,
    },
    /// The open fights the user is in, for choosing one in a direct message.
    OpenFights(Vec<FightSummary>),
    /// What is said is plain text from now on, or not any more: to them, or in all the server.
    PlainText {
        is_enabled: bool,
        is_server_wide: bool,
    },
    /// What is kept about the user.
    Privacy(PrivacyReply),
    /// The systems that a server plays.
    ServerSystems(ServerCard),
    /// This fight is the one their direct messages are about, from now on.
    FightChosen(FightSummary),
}

/// Who sees dice that were rolled without a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollVisibility {
    /// Everybody in the channel.
    #[default]
    Public,
    /// Whoever rolls.
    #[serde(rename = "secret")]
    RollerOnly,
    /// Whoever rolls, and the GM.
    #[serde(rename = "gm")]
    RollerAndGm,
    /// The GM alone.
    #[serde(rename = "blind")]
    GmOnly,
}

/// Somebody who is waited for, as the viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct AwaitedPlayer {
    /// The combatant; none for the GM.
    pub combatant: Option<CombatantId>,
    pub user: Option<UserId>,
    /// A question is open; else it is their turn.
    pub has_open_prompt: bool,
    pub deadline: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CombatantSheet {
    pub combatant: CombatantId,
    pub name: String,
    pub fields: Value,
    /// The sheet as it is laid out for its player; none for an NPC.
    pub pages: Vec<SheetCardPage>,
    pub offers: Vec<Offer>,
    /// For the next turn.
    pub plan: Option<Plan>,
}

/// The standing orders of a combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderList {
    pub combatant_name: String,
    pub orders: Vec<StandingOrder>,
    /// Whose verbs the acts below have.
    pub system: &'static str,
    /// Those that the rules themselves know, as the acts that gave them.
    pub rule_orders: Vec<Command>,
}

/// Which orders answer a question: the one that does, where it is open; else those that may, in
/// the order in which they are tried. Where none does, they are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderPreview {
    pub question_kind: String,
    pub is_open: bool,
    pub matching_orders: Vec<StandingOrder>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FightSummary {
    pub fight: FightId,
    pub system: String,
    pub channel: ChannelId,
    pub is_gm: bool,
    pub is_chosen: bool,
}

/// What has been typed so far, and the slot that is being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialCommand {
    /// The verb and the slots that are filled.
    pub command: Command,
    pub actor_name: Option<String>,
    pub slot: String,
    pub typed_text: String,
}

pub(crate) fn refusal_reply(refusal: Refusal) -> InputReply {
    InputReply::Refused(Box::new(refusal))
}

pub(crate) fn query_reply(result: QueryResult) -> InputReply {
    InputReply::QueryResult(Box::new(result))
}
