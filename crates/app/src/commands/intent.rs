//! What an authorised input means.

use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator, UserId};
use store::ids::{ChannelId, MessageId, PromptId};

use crate::api::encounter::EncounterRequest;
use crate::api::export::ExportFormat;
use crate::api::fight_log::LogQuery;
use crate::commands::people_changes::PeopleChange;

/// The meaning of an authorised input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
    Command(GameCommand),
    /// Undoes the last acts.
    Undo {
        steps: usize,
        /// Refuses it unless this is still the journal row of the last act.
        expected_last: Option<i64>,
    },
    /// Undoes the user's own last act.
    TakeBack,
    /// Undoes what a message tells.
    UndoMessage(MessageId),
    /// Redoes what the last undo undid.
    Redo,
    Query(Query),
    Forecast,
    /// Searches for line-ups that fit the party.
    Encounter(EncounterRequest),
    /// Lists available acts, or explains why `blocked_act` is not possible.
    Guide {
        blocked_act: String,
        actor_name: Option<String>,
    },
    /// A free roll that the GM sees.
    Roll {
        command: Command,
    },
    /// Adds, removes, tests or lists standing orders.
    StandingOrders {
        command: Command,
        actor_name: Option<String>,
    },
    /// Plans the user's next turn, or shows or clears the plan.
    Plan {
        command: Command,
        actor_name: Option<String>,
    },
    /// Posts words as a combatant.
    Describe {
        speaker: CombatantId,
        text: String,
    },
    /// Changes words that the user posted, or takes them away.
    EditOrDeleteSpeech {
        /// `None` means the last ones.
        message: Option<MessageId>,
        /// `None` deletes them.
        text: Option<String>,
    },
    /// Saves the setup of the fight as a template.
    SaveTemplate {
        name: String,
    },
}

/// A command that needs only the fight, its resources and dice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GameCommand {
    Act {
        actor: CombatantId,
        command: Command,
    },
    GmOrder(Command),
    Answer {
        prompt: PromptId,
        command: Command,
    },
    /// Skips one awaited combatant or the GM; `None` skips whoever is awaited.
    Skip {
        awaited: Option<Initiator>,
    },
    Join(Command),
    AddNpcs(Command),
    /// Sets up a scene of the kit.
    SetScene(Command),
    /// Brings an item of the kit into the fight.
    SupplyItem(Command),
    SetPaused(bool),
    /// Lets the fight go on in another channel.
    Relocate(ChannelId),
    HandOver(UserId),
    /// Whether the GM gets the details that the channel does not.
    SetGmTold(bool),
    /// Whether everybody may see the dice secrets after the fight.
    SetDiceUnsealed(bool),
    /// Mixes a user's line into the dice.
    SaltDice(String),
    ChangePeople(PeopleChange),
}

/// A read-only request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    Status {
        is_short: bool,
    },
    Map,
    OwnCombatants,
    /// The combatants of another user.
    Combatants(UserId),
    /// What a message tells, with the rules behind it.
    Explanation(MessageId),
    Log(LogQuery),
    Export(ExportFormat),
    /// Who wrote the words of a message.
    SpeechAuthor(MessageId),
}
