//! The statements of a fight script. `docs/SCRIPTS.md` explains their syntax.

use jiff::SignedDuration;

use engine::core::command::Command;
use engine::core::dice::ScriptedRoll;
use engine::game::Game;

#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    pub file: String,
    pub lines: Vec<ScriptLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScriptLine {
    /// Counted from 1.
    pub number: usize,
    /// As it is written, without its comment.
    pub text: String,
    pub statement: Statement,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `system dr12`
    System(String),
    /// `template '{"dr12": …}'`: an exported set-up, in place of `system`.
    Template(Box<Game>),
    /// `rules DR12-ATK-2 DR12-TEST-1`
    Rules(Vec<String>),
    /// `set npc_provoke true`
    Set { key: String, value: String },
    /// `zones Gate - Yard - Hall`
    Zones(String),
    /// `zone Yard limit=2`
    Zone { zone: String, tags: Vec<(String, String)> },
    /// `pc Ana from warrior at Gate with hp=5`
    Pc(Newcomer),
    /// `npc Wolf from raider side enemy hidden`
    Npc(Newcomer),
    /// `start`
    Start,
    /// `dice d20=4 d6=3 card=7`: the next dice and cards.
    QueueDice(Vec<ScriptedRoll>),
    /// `Ana: /attack target:Wolf`, `Ana: [Avoid]`
    Input(ScriptInput),
    /// `! Ana: /attack target:Wolf` with the refusal's key on the next line, indented.
    ExpectRefusal { input: ScriptInput, key: String, text: Option<String> },
    /// `? Ana: Sacrifice shield, Take the hit*`. Without choices: no prompt is open.
    ExpectPrompt { addressee: String, choices: Vec<ExpectedButton> },
    /// `= Wolf hp 5, stuck none`
    ExpectFacts { subject: FactSubject, facts: Vec<(String, String)> },
    /// `time +12h`
    AdvanceTime(SignedDuration),
    /// `turn Ana`
    ExpectTurn(Vec<String>),
    /// `public "text"`, `public not "text"`
    ExpectPublic(ExpectedText),
    /// `hidden "text"`
    ExpectUnreadable(String),
    /// `whisper Ana "text"`, `gm "text"`
    ExpectPrivate { user: String, text: ExpectedText },
    /// `end won`
    ExpectEnd(String),
    /// `undo 2`
    Undo(u32),
}

/// A combatant that joins the fight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Newcomer {
    pub name: String,
    /// The user who plays it, if not the user of the same name.
    pub user: Option<String>,
    pub kit_entry: String,
    pub zone: Option<String>,
    /// Fields of the body, by their paths.
    pub fields: Vec<(String, String)>,
    pub is_hidden: bool,
    /// The name that players know it by.
    pub alias: Option<String>,
}

/// An input of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptInput {
    /// The name of a combatant, `GM`, or the name of a user.
    pub actor: String,
    pub action: ScriptAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ScriptAction {
    /// `/attack target:Wolf`
    Command(Command),
    /// `[Avoid] Ana`: a button, and whose prompt it belongs to.
    Press { button: String, addressee: Option<String> },
    /// `[Rule] attribute:con dr:15`: a spelled-out answer.
    Form { button: String, addressee: Option<String>, slots: Vec<(String, String)> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedButton {
    pub label: String,
    pub is_default: bool,
}

/// What the expected facts are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactSubject {
    Combatant(String),
    /// The sheet of a combatant as it is after the fight.
    Sheet(String),
    Zone(String),
    Fight,
}

/// A text that must be shown, or must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedText {
    pub text: String,
    pub is_expected: bool,
}
