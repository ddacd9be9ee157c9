//! What comes in at the door, and what goes back to whoever stood there.
//!
//! No sentence is made here: refusals, tellings and cards are typed, and `narration` words them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use engine::command::{Command, Offer, Refusal};
use engine::game::Telling;
use engine::ids::{CombatantId, UserId};
use engine::limits::Limit;
use engine::view::View;
use store::ids::{ChannelId, FightId, PromptId, TurnId};

use crate::terms::export::Export;
use crate::terms::forecast::ForecastCard;
use crate::terms::guide::Guide;
use crate::terms::inbox::Waits;
use crate::terms::log::LogPage;
use crate::terms::orders::StandingOrder;
use crate::terms::outbox::{Around, Notice};
use crate::terms::plans::Plan;
use crate::terms::privacy::Privacy;
use crate::terms::rolls::{DayOfDice, Roll};
use crate::terms::servers::{Brought, ServerCard};
use crate::terms::shelf::{PageCard, Shelf};

/// Who says something, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub user: UserId,
    pub place: Place,
    /// The chat service says that they run the server: they may take over a fight without a GM.
    pub is_admin: bool,
    /// What tells this input from every other (the interaction's id): an input that is stored
    /// under the same key already is not done again.
    pub input_key: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Channel {
        guild: u64,
        channel: ChannelId,
    },
    /// A direct message with the bot: the user's only fight, or the one chosen with `fight`.
    Dm {
        channel: ChannelId,
    },
}

impl Place {
    pub fn channel(self) -> ChannelId {
        match self {
            Self::Channel { channel, .. } | Self::Dm { channel } => channel,
        }
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Everything that is typed. See [`permissions`](crate::permissions) for the verbs.
    Command {
        words: Command,
        /// The combatant's name; without it the user's only one, or the one whose turn it is.
        acting_as: Option<String>,
        /// For the GM: nothing of it is shown in the channel.
        is_quiet: bool,
    },
    /// A button or menu of a prompt: the place of the choice in its list.
    Press { prompt: PromptId, choice: usize },
    /// An answer that is spelled out, where the question takes more than its choices.
    Form { prompt: PromptId, words: Command },
    /// A button of an invitation: a command, good only while that is open.
    Invited { fight: FightId, round: u16, words: Command, acting_as: Option<String> },
    /// A button or menu of a turn's message: a command, good only while that turn lasts.
    Turn { turn: TurnId, words: Command, acting_as: Option<String> },
    /// A command that was said before, by somebody who was told what is lost by it and wants it all
    /// the same: good only while that turn lasts.
    Sure { turn: TurnId, words: Command, acting_as: Option<String>, is_quiet: bool },
}

impl Input {
    /// A command by whoever the user plays, shown to all.
    pub fn command(words: Command) -> Self {
        Self::Command { words, acting_as: None, is_quiet: false }
    }

    /// A command by the combatant of that name.
    pub fn acting_as(name: &str, words: Command) -> Self {
        Self::Command { words, acting_as: Some(name.into()), is_quiet: false }
    }
}

/// What goes back to whoever said it, and to nobody else.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is done and stored; what the table sees of it is in the outbox.
    Done(Box<Done>),
    /// It may not be done. Nothing has happened.
    Refused(Box<Refusal>),
    /// Something is lost for good by it. Nothing has happened: whoever said it is asked first.
    Unsure(Box<Unsure>),
    /// A look at something; nothing has changed.
    Shown(Box<Shown>),
    /// Something that is kept outside of fights was looked at or changed.
    Shelf(Box<Shelf>),
}

/// What somebody is to confirm once.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsure {
    /// What is lost by it.
    pub why: Refusal,
    /// What to say to do it all the same: [`Input::Sure`].
    pub turn: TurnId,
    pub words: Command,
    pub acting_as: String,
    pub is_quiet: bool,
    /// It is among the offers, just so.
    pub is_offered: bool,
}

impl Unsure {
    pub fn sure(&self) -> Input {
        let Self { turn, words, acting_as, is_quiet, .. } = self.clone();
        Input::Sure { turn, words, acting_as: Some(acting_as), is_quiet }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    pub fight: FightId,
    /// The number of its row in the journal.
    pub revision: i64,
    /// It was done before under the same key, and not again now.
    pub is_repeat: bool,
    /// What happened, as this user may know it.
    pub told: Option<Telling>,
    /// The channel is told less of it.
    pub is_more: bool,
    /// The setting that was set, and its value.
    pub set: Option<(String, String)>,
    /// What the channel is told of it, or only this user, where nothing of the rules happened.
    pub notice: Option<Notice>,
    /// The combatant who acted or answered.
    pub who: Option<CombatantId>,
    /// What everybody calls that combatant.
    pub acting_as: String,
    /// Whose verbs the offers have.
    pub system: &'static str,
    /// What that combatant may do now.
    pub offers: Vec<Offer>,
    /// Whom and what that combatant has around them.
    pub around: Around,
    /// It had the turn, and has ended it by something else than its end.
    pub has_ended_turn: bool,
    /// The turn that waits for this user, where one does: for buttons that are good only in it.
    pub turn: Option<TurnId>,
    /// The fight as this user may know it.
    pub view: View,
    /// For the GM before the start.
    pub set_up: Option<SetUp>,
    /// The fight is the first of its system in the server.
    pub brought: Option<Brought>,
}

/// What there is to choose from before the start.
#[derive(Clone, Debug, PartialEq)]
pub struct SetUp {
    pub creatures: Vec<String>,
    /// By their keys, as they are.
    pub settings: Value,
    pub limits: Vec<Limit>,
    /// The order that says where a side begins, where the rules have one.
    pub start_zone: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    Status {
        fight: FightId,
        /// A line a combatant is enough.
        is_short: bool,
        view: View,
        waiting: Vec<Waiting>,
        limits: Vec<Limit>,
        /// Of the secret that the dice to come follow from.
        seal: Option<String>,
        /// The user's own whose next turn can be planned now.
        plannable: Vec<String>,
    },
    /// How the fight will go, for its GM.
    Forecast(Box<ForecastCard>),
    /// Who is where.
    Map(View),
    /// What may be done, why not, and what the rules say.
    Guide(Guide),
    /// The user's own combatants: their sheets by field name, and what they may do now.
    Mine {
        view: View,
        sheets: Vec<Sheet>,
    },
    Log(LogPage),
    /// A finished fight to take away.
    Export(Export),
    /// Standing orders, as they are now.
    Orders(Vec<OrderList>),
    /// What would become of questions to a combatant.
    Trials {
        whose: String,
        trials: Vec<Trial>,
    },
    /// What somebody will do on their next turn, as it is planned now.
    Plan {
        whose: String,
        plan: Option<Plan>,
    },
    /// The answer counts when the wait is over that hides whether anybody is asked.
    Kept {
        until: Option<Timestamp>,
    },
    /// That wait is over before its time: the GM has said so.
    WaitOver,
    /// Dice without a rule, and who may see them.
    Rolled {
        /// None for whoever may not see what they rolled.
        roll: Option<Roll>,
        sight: Visibility,
    },
    /// What the dice of a day follow from: everybody's, and those that only the user has read.
    DaysOfDice(Vec<DayOfDice>),
    /// What waits for the user, in all fights.
    Inbox(Vec<Waits>),
    /// What the user has said about their time.
    Person {
        away_until: Option<Timestamp>,
        /// Of their time zone.
        zone: String,
        /// From and to, in minutes since midnight there.
        quiet: Option<(i64, i64)>,
    },
    /// The open fights the user is in, for choosing one in a direct message.
    Fights(Vec<FightLine>),
    /// What is said is plain text from now on, or not any more: to them, or in all the server.
    Plain {
        is_on: bool,
        is_server: bool,
    },
    /// What is kept about the user.
    Privacy(Privacy),
    /// The systems that a server plays.
    Server(ServerCard),
    /// This fight is the one their direct messages are about, from now on.
    Chosen(FightLine),
}

/// Who sees dice that were rolled without a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody in the channel.
    #[default]
    Public,
    /// Whoever rolls.
    Secret,
    /// Whoever rolls, and the GM.
    Gm,
    /// The GM alone.
    Blind,
}

/// Somebody who is waited for, as the viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The combatant; none for the GM.
    pub who: Option<CombatantId>,
    pub user: Option<UserId>,
    /// A question is open; else it is their turn.
    pub is_prompt: bool,
    pub until: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub who: CombatantId,
    pub name: String,
    pub body: Value,
    /// The sheet as it is laid out for its player; none for an NPC.
    pub pages: Vec<PageCard>,
    pub offers: Vec<Offer>,
    /// For the next turn.
    pub plan: Option<Plan>,
}

/// The standing orders of a combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderList {
    pub whose: String,
    pub orders: Vec<StandingOrder>,
    /// Whose verbs the acts below have.
    pub system: &'static str,
    /// Those that the rules themselves know, as the acts that gave them.
    pub by_rules: Vec<Command>,
}

/// Which orders answer a question: the one that does, where it is open; else those that may, in
/// the order in which they are tried. Where none does, they are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub question: String,
    pub is_open: bool,
    pub orders: Vec<StandingOrder>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FightLine {
    pub fight: FightId,
    pub system: String,
    pub channel: ChannelId,
    pub is_gm: bool,
    pub is_chosen: bool,
}

/// What has been typed so far, and the slot that is being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Unfinished {
    /// The verb and the slots that are filled.
    pub words: Command,
    pub acting_as: Option<String>,
    pub slot: String,
    pub typed: String,
}

pub(crate) fn refused(refusal: Refusal) -> Reply {
    Reply::Refused(Box::new(refusal))
}

pub(crate) fn shown(shown: Shown) -> Reply {
    Reply::Shown(Box::new(shown))
}
