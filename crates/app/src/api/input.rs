//! Inputs of the app, and the replies to whoever gave them.
//!
//! Nothing here is a sentence: refusals, narratives and cards are typed, and the `narration` crate
//! renders them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use content::creatures::CreatureProfile;
use engine::core::command::{Command, Offer, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::core::time_limits::TimeLimit;
use engine::game::Narrative;
use engine::visibility::view::FightView;
use store::ids::{ChannelId, FightId, PromptId, TurnId};

use crate::api::encounter::EncounterCard;
use crate::api::export::FightExport;
use crate::api::fight_log::{LogEntry, LogPage};
use crate::api::forecast::ForecastCard;
use crate::api::free_rolls::{DiceDay, FreeRoll};
use crate::api::guide::{GuideReply, Rule};
use crate::api::inbox::PendingDecision;
use crate::api::library::{LibraryReply, SheetCardPage};
use crate::api::outbox::{Actor, AwaitedPlayer, Notice, Presentation, Surroundings, UndoneAct};
use crate::api::plans::Plan;
use crate::api::privacy::PrivacyReply;
use crate::api::servers::{AddedSystem, ServerCard};
use crate::api::speech::SpeechAuthor;
use crate::api::standing_orders::StandingOrder;

/// The user who gives an input, and the place where they give it.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestContext {
    pub user: UserId,
    pub place: RequestPlace,
    /// The chat service says that the user runs the server: they may take over a fight without a
    /// GM.
    pub is_admin: bool,
    /// The user may delete anybody's messages there.
    pub manages_messages: bool,
    /// The id of the interaction, which tells this input from every other. An input whose key is
    /// stored already is not played again.
    pub idempotency_key: Option<u64>,
    /// The fight that the user has chosen for this one input.
    pub chosen_fight: Option<FightId>,
}

/// What a request does with the settings of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingsUse {
    Show,
    Change,
}

impl SettingsUse {
    /// Returns `Change` for a command that has one of these slots.
    pub fn from_slots(command: &Command, changing_slots: &[&str]) -> Self {
        let has_changing_slot = changing_slots.iter().any(|slot| command.has_slot(slot));
        if has_changing_slot { Self::Change } else { Self::Show }
    }
}

impl RequestContext {
    /// Returns the server whose settings the request shows or changes.
    ///
    /// # Errors
    /// `not-here` in a direct message; `not-admin` for a change by somebody who may not manage the
    /// server.
    pub(crate) fn server_of_settings_or_refuse(
        &self,
        settings_use: SettingsUse,
    ) -> Result<u64, Refusal> {
        match (self.place, settings_use) {
            (RequestPlace::Dm { .. }, _) => Err(Refusal::new("not-here", "")),
            (RequestPlace::Channel { .. }, SettingsUse::Change) if !self.is_admin => {
                Err(Refusal::new("not-admin", ""))
            }
            (RequestPlace::Channel { guild, .. }, _) => Ok(guild),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestPlace {
    Channel {
        guild: u64,
        channel: ChannelId,
    },
    /// A direct message with the bot: it is about the user's only fight, or the one they chose with
    /// `fight`.
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

#[derive(Clone, Debug, PartialEq)]
pub enum UserInput {
    /// Any typed command. See [`permissions`](crate::permissions) for the verbs.
    Command {
        command: Command,
        /// The combatant's name. `None` means the user's only combatant, or the one whose turn it
        /// is.
        actor_name: Option<String>,
        /// For the GM: the channel is shown nothing of it.
        is_private: bool,
    },
    /// A button or menu option of a prompt: the index of the choice in its list.
    PromptButton { prompt: PromptId, choice: usize },
    /// An answer that the user spelled out, for a prompt that accepts more than its choices.
    PromptForm { prompt: PromptId, command: Command },
    /// A button of an invitation: a command that is valid only while the invitation is open.
    InvitationButton { fight: FightId, round: u16, command: Command, actor_name: Option<String> },
    /// A button or menu option of a turn message: a command that is valid only while that turn
    /// lasts.
    TurnButton { turn: TurnId, command: Command, actor_name: Option<String> },
    /// A command that the user gave before and confirms after a warning about what is lost by it.
    /// It is valid only while that turn lasts.
    Confirmed { turn: TurnId, command: Command, actor_name: Option<String>, is_private: bool },
}

impl UserInput {
    /// A command by the user's own combatant, shown to everybody.
    pub fn from_command(command: Command) -> Self {
        Self::Command { command, actor_name: None, is_private: false }
    }

    /// A command by the combatant of that name, shown to everybody.
    pub fn from_command_as(actor_name: &str, command: Command) -> Self {
        Self::Command { command, actor_name: Some(actor_name.into()), is_private: false }
    }
}

/// The reply to an input. Only the user who gave it sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum InputReply {
    /// The input is played and stored; the outbox has what others see of it.
    Done(Box<ActDone>),
    /// The input is refused, and nothing has changed.
    Refused(Box<Refusal>),
    /// Something is lost for good by the input. Nothing has changed yet; the user is asked first.
    NeedsConfirmation(Box<ConfirmationRequest>),
    /// A read-only request; nothing has changed.
    QueryResult(Box<QueryResult>),
    /// Something that is stored outside of fights was shown or changed.
    Library(Box<LibraryReply>),
}

/// A command that the user has to confirm.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmationRequest {
    /// What is lost by the command.
    pub warning: Refusal,
    /// The key of the fight's system.
    pub system: &'static str,
    /// The turn of the input that confirms the command: [`UserInput::Confirmed`].
    pub turn: TurnId,
    pub command: Command,
    pub actor_name: String,
    pub is_private: bool,
    /// The command equals one of the combatant's offers.
    pub is_offered: bool,
}

impl ConfirmationRequest {
    /// Returns the input that confirms the command.
    pub fn to_confirmed_input(&self) -> UserInput {
        let Self { turn, command, actor_name, is_private, .. } = self.clone();
        UserInput::Confirmed { turn, command, actor_name: Some(actor_name), is_private }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActDone {
    pub fight: FightId,
    /// The number of the journal row that has the input.
    pub revision: i64,
    /// The input was already stored under the same key, and was not played again.
    pub is_duplicate: bool,
    /// The events, as this user may know them.
    pub narrative: Option<Narrative>,
    /// The narrative tells the user more than the channel gets.
    pub has_more_than_public: bool,
    /// An NPC was added of which players do not know.
    pub is_hidden_newcomer: bool,
    /// The key and value of the setting that was changed.
    pub changed_setting: Option<(String, String)>,
    /// Set where no rule event happened: what the channel, or only this user, is told instead.
    pub notice: Option<Notice>,
    /// The channel in which the fight gets a thread of its own, which is not open yet.
    pub wanted_thread_parent: Option<ChannelId>,
    /// The combatant who acted or answered.
    pub combatant: Option<CombatantId>,
    /// The name that everybody knows that combatant by.
    pub public_name: String,
    /// The system whose verbs the offers use.
    pub system: &'static str,
    /// What that combatant can do now.
    pub offers: Vec<Offer>,
    /// The combatants and zones around that combatant.
    pub surroundings: Surroundings,
    /// The combatant had the turn, and has it no longer.
    pub has_ended_turn: bool,
    /// The input did nothing but end the turn. In some systems nothing is narrated of that.
    pub is_turn_end: bool,
    /// The fight waits for an answer of the GM, as far as this player may know.
    pub waits_for_gm: bool,
    /// Whose answers are still awaited after one that a GM gave or skipped. The GM's name is empty.
    pub awaited_names: Vec<String>,
    /// The turn that waits for this user, if any: for buttons that are valid only in it.
    pub turn: Option<TurnId>,
    /// The fight, as this user may know it.
    pub view: FightView,
    /// For the GM before the fight starts.
    pub setup: Option<FightSetup>,
    /// Set when the fight is the first of its system in the server.
    pub added_system: Option<AddedSystem>,
}

/// What the GM can choose from before the fight starts.
#[derive(Clone, Debug, PartialEq)]
pub struct FightSetup {
    /// The likely ones first.
    pub creatures: Vec<CreatureProfile>,
    pub scenes: Vec<SceneSummary>,
    /// The scene that the input has set up.
    pub set_scene: Option<SceneSummary>,
    /// The current settings by their keys.
    pub settings: Value,
    pub time_limits: Vec<TimeLimit>,
    /// The order that sets where a side starts, in systems that have one.
    pub start_zone_order: Option<&'static str>,
}

/// A scene of the kit, as the GM chooses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSummary {
    pub name: String,
    /// What it is about, in one line.
    pub about: String,
}

/// What a GM does with all NPCs of a turn by one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockAct {
    /// Shows what is suggested for each.
    Preview,
    /// Plays each as suggested, until its turn is over.
    PlaySuggested,
    EndAll,
}

/// What was played of a block of NPCs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedBlock {
    pub acts: u32,
    /// Who acted, or whose turns were ended.
    pub names: Vec<String>,
    /// The press ended turns instead of playing them.
    pub ends_turns: bool,
    /// Who could act at the press and has done nothing, where it plays turns and waits for nobody.
    pub idle_names: Vec<String>,
    /// The rest waits until somebody has answered.
    pub is_waiting_for_answer: bool,
    /// Whose answers it waits for. The GM's name is empty.
    pub awaited_names: Vec<String>,
    /// The turn in which other NPCs can still go on as suggested, after the answer or at once.
    pub turn_to_go_on_with: Option<TurnId>,
}

/// Whom a user may attack who means another user, and with whom.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackChoices {
    /// The other user's combatants, as the user knows them.
    pub target_names: Vec<String>,
    /// The turn that is open, and those who may act in it and whom the user plays.
    pub turn: Option<TurnId>,
    pub actors: Vec<Actor>,
    /// The verb of the commonest attack in the fight's system.
    pub verb: Option<&'static str>,
}

/// What a message tells, as one viewer may know it, and the rules behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub entries: Vec<LogEntry>,
    /// The entries are shown with their revisions (to the GM).
    pub is_numbered: bool,
    pub rules: Vec<Rule>,
}

/// How far a GM can go back because of one message.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoChoice {
    /// The last acts, latest first, back to the earliest that the message tells.
    pub acts: Vec<UndoneAct>,
    /// How many acts each choice undoes.
    pub steps: Vec<usize>,
    /// The journal row of the last act. Each choice is valid only while it is the last.
    pub last_revision: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum QueryResult {
    Status {
        fight: FightId,
        /// Show only one line for each combatant.
        is_short: bool,
        view: FightView,
        awaited: Vec<AwaitedPlayer>,
        time_limits: Vec<TimeLimit>,
        /// The seal of the secret that the dice to come follow from.
        dice_seal: Option<String>,
        /// Whether that seal stands in the message that opened the fight.
        is_first_seal: bool,
        /// The user's own combatants whose next turn can be planned now.
        plannable_names: Vec<String>,
    },
    /// How the fight is likely to go, for its GM.
    Forecast(Box<ForecastCard>),
    /// Line-ups that fit the party, for the GM.
    Encounter(Box<EncounterCard>),
    /// Where the combatants are.
    Map(FightView),
    /// What the user can do, why not, and what the rules say.
    Guide(GuideReply),
    /// The user's own combatants: their sheets by field name, and what they can do now.
    OwnCombatants {
        view: FightView,
        sheets: Vec<CombatantSheet>,
    },
    /// What the user may know of another user's combatants.
    Combatants {
        view: FightView,
        combatants: Vec<CombatantId>,
        awaited: Vec<AwaitedPlayer>,
    },
    /// What a message tells, and the rules behind it.
    Explanation(Explanation),
    /// A message tells acts that can be undone, but not alone: the GM says how far to go back.
    UndoChoice(UndoChoice),
    Log(LogPage),
    /// An export of a finished fight.
    Export(FightExport),
    /// The current standing orders.
    StandingOrders(Vec<OrderList>),
    /// How the standing orders would answer prompts to a combatant.
    OrderPreviews {
        combatant_name: String,
        previews: Vec<OrderPreview>,
    },
    /// The current plan for a combatant's next turn.
    Plan {
        combatant_name: String,
        plan: Option<Plan>,
    },
    /// The answer is stored, and counts when the decoy delay ends that hides whether anybody was
    /// asked.
    AnswerHeld {
        until: Option<Timestamp>,
    },
    /// The GM has ended that decoy delay early.
    DecoyDelayEnded,
    /// A free roll, and who can see it.
    FreeRoll {
        /// `None` for a user who must not see what they rolled.
        roll: Option<FreeRoll>,
        visibility: RollVisibility,
    },
    /// The secrets that the free rolls of a day follow from: everybody's, and that of the rolls
    /// that only the user has seen.
    DiceDays(Vec<DiceDay>),
    /// The decisions that wait for the user, in all their fights.
    Inbox(Vec<PendingDecision>),
    /// What the user has set about their time.
    Availability {
        away_until: Option<Timestamp>,
        time_zone: String,
        /// The time of day there: `18:05`.
        local_time: String,
        /// Start and end, in minutes since midnight in the user's time zone.
        quiet_hours: Option<(i64, i64)>,
        /// The tag of the language that they chose; `None` is that of their client.
        language: Option<String>,
    },
    /// A command in a direct message may mean several fights: it is held under this id until the
    /// user chooses one
    /// ([`App::resume_held_input_in_fight`](crate::App::resume_held_input_in_fight)).
    FightChoice {
        held_input: i64,
        fights: Vec<FightSummary>,
    },
    /// The open fights of the user, to choose one of them in a direct message.
    OpenFights(Vec<FightSummary>),
    /// How messages look from now on: to the user, or in the whole server.
    PresentationChosen {
        presentation: Presentation,
        is_server_wide: bool,
    },
    /// What is suggested for each NPC of a turn.
    BlockPreview {
        turn: TurnId,
        actors: Vec<Actor>,
    },
    BlockPlayed(PlayedBlock),
    /// What is stored about the user.
    Privacy(PrivacyReply),
    /// The systems that a server plays.
    ServerSystems(ServerCard),
    /// Who wrote the words of a message.
    SpeechAuthor(SpeechAuthor),
    /// Whether the server lets the bot post words as characters.
    SpeechAllowed(bool),
    /// The user's direct messages are about this fight from now on.
    FightChosen(FightSummary),
}

impl QueryResult {
    /// Returns whether the whole channel sees it, and not only the user.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::FreeRoll { visibility: RollVisibility::Public, .. })
    }
}

/// Who can see a free roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollVisibility {
    /// Everybody in the channel.
    #[default]
    Public,
    #[serde(rename = "secret")]
    RollerOnly,
    #[serde(rename = "gm")]
    RollerAndGm,
    #[serde(rename = "blind")]
    GmOnly,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CombatantSheet {
    pub combatant: CombatantId,
    pub name: String,
    pub fields: Value,
    /// The sheet as laid out for its player; empty for an NPC.
    pub pages: Vec<SheetCardPage>,
    pub offers: Vec<Offer>,
    /// The plan for the next turn.
    pub plan: Option<Plan>,
}

/// The standing orders of a combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderList {
    pub combatant_name: String,
    pub orders: Vec<StandingOrder>,
    /// The system whose verbs `rule_orders` use.
    pub system: &'static str,
    /// Standing orders that the rules themselves have, as the acts that gave them.
    pub rule_orders: Vec<Command>,
}

/// The standing orders that match a kind of prompt: the one that answers it if it is open,
/// otherwise those that may, in the order in which they are tried. Where none matches, the player
/// is asked.
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
    /// The combatants that the user plays.
    pub own_names: Vec<String>,
}

/// A command that the user is still typing, and the slot that they are typing.
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
