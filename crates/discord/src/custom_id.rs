//! What buttons, menus and forms carry: `<verb>:<version>:<id>:<choice>`.
//!
//! The id names one asking of a question or one turn, for ever; so a button is good for exactly
//! that, also after a restart and a week later. The version changes when the form of the rest
//! does. Ids that are not known any more are answered too: with "too late".

use std::fmt;

use app::ids::{FightId, PromptId, TurnId};
use engine::core::command::Command;
use engine::game::Member;

const VERSION: &str = "1";

/// What Discord allows.
pub const MAX_LENGTH: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// A choice of a prompt, by its place.
    Answer { prompt: PromptId, choice: usize },
    /// Opens the form of a prompt, or of one of its choices.
    OpenPromptForm { prompt: PromptId, choice: Option<usize> },
    /// The filled form of a prompt, or of one of its choices.
    PromptForm { prompt: PromptId, choice: Option<usize> },
    /// An act that somebody is invited to in a round, spelled out.
    InvitedAct { fight: FightId, round: u16, payload: ButtonPayload },
    /// An act of a turn, spelled out.
    TurnAct { turn: TurnId, payload: ButtonPayload },
    /// An act of a turn, by somebody who knows what is lost by it.
    ConfirmedAct { turn: TurnId, act: MenuValue, is_quiet: bool },
    /// A menu of a turn's message; what is chosen is in its values, each a [`Chosen`].
    TurnMenu { turn: TurnId, position: usize },
    /// A choice of a menu, as a button.
    TurnChoice { turn: TurnId, value: MenuValue },
    /// The filled form of an act.
    ActForm { turn: TurnId, value: MenuValue },
    /// A command, said by a button: as if it were typed.
    RunCommand { payload: ButtonPayload },
    /// Opens a form of the name that the verb is.
    OpenForm { payload: ButtonPayload },
    /// The filled form of a command: its fields are slots.
    CommandForm { payload: ButtonPayload },
    /// A menu whose values are ids of these kinds.
    PickMenu { position: usize },
}

/// Words and whoever says them, in few characters: `attack|target=Wolf|as=Ana`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPayload {
    pub command: Command,
    pub acting_as: Option<String>,
}

impl CustomId {
    /// None where the id would be too long for Discord.
    pub fn encode(&self) -> Option<String> {
        let text = match self {
            Self::Answer { prompt, choice } => format!("answer:{VERSION}:{prompt}:{choice}"),
            Self::OpenPromptForm { prompt, choice: None } => format!("ask:{VERSION}:{prompt}"),
            Self::OpenPromptForm { prompt, choice: Some(at) } => {
                format!("ask:{VERSION}:{prompt}:{at}")
            }
            Self::PromptForm { prompt, choice: None } => format!("form:{VERSION}:{prompt}"),
            Self::PromptForm { prompt, choice: Some(at) } => {
                format!("form:{VERSION}:{prompt}:{at}")
            }
            Self::InvitedAct { fight, round, payload: said } => {
                format!("invited:{VERSION}:{fight}-{round}:{}", said.encode())
            }
            Self::TurnAct { turn, payload: said } => {
                format!("turn:{VERSION}:{turn}:{}", said.encode())
            }
            Self::ConfirmedAct { turn, act, is_quiet } => {
                let verb = if *is_quiet { "sure-quiet" } else { "sure" };
                format!("{verb}:{VERSION}:{turn}:{}", act.encode())
            }
            Self::TurnMenu { turn, position: place } => format!("menu:{VERSION}:{turn}:{place}"),
            Self::TurnChoice { turn, value: chosen } => {
                format!("choice:{VERSION}:{turn}:{}", chosen.encode())
            }
            Self::ActForm { turn, value: chosen } => {
                format!("told:{VERSION}:{turn}:{}", chosen.encode())
            }
            Self::RunCommand { payload: said } => format!("say:{VERSION}:-:{}", said.encode()),
            Self::OpenForm { payload: said } => format!("open:{VERSION}:-:{}", said.encode()),
            Self::CommandForm { payload: said } => format!("fill:{VERSION}:-:{}", said.encode()),
            Self::PickMenu { position: place } => format!("pick:{VERSION}:-:{place}"),
        };
        (text.chars().count() <= MAX_LENGTH).then_some(text)
    }

    /// None for what this version did not write.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, ':');
        let (verb, version, id) = (parts.next()?, parts.next()?, parts.next()?);
        if version != VERSION {
            return None;
        }
        let rest = parts.next();
        Some(match (verb, rest) {
            ("answer", Some(choice)) => {
                Self::Answer { prompt: id.parse().ok()?, choice: choice.parse().ok()? }
            }
            ("ask", choice) => Self::OpenPromptForm {
                prompt: id.parse().ok()?,
                choice: parse_optional_position(choice)?,
            },
            ("form", choice) => Self::PromptForm {
                prompt: id.parse().ok()?,
                choice: parse_optional_position(choice)?,
            },
            ("invited", Some(said)) => {
                let (fight, round) = id.split_once('-')?;
                let fight = FightId(fight.parse().ok()?);
                Self::InvitedAct {
                    fight,
                    round: round.parse().ok()?,
                    payload: ButtonPayload::parse(said)?,
                }
            }
            ("turn", Some(said)) => {
                Self::TurnAct { turn: id.parse().ok()?, payload: ButtonPayload::parse(said)? }
            }
            ("sure" | "sure-quiet", Some(act)) => {
                let (turn, act) = (id.parse().ok()?, MenuValue::parse(act)?);
                Self::ConfirmedAct { turn, act, is_quiet: verb == "sure-quiet" }
            }
            ("menu", Some(place)) => {
                Self::TurnMenu { turn: id.parse().ok()?, position: place.parse().ok()? }
            }
            ("choice", Some(chosen)) => {
                Self::TurnChoice { turn: id.parse().ok()?, value: MenuValue::parse(chosen)? }
            }
            ("told", Some(chosen)) => {
                Self::ActForm { turn: id.parse().ok()?, value: MenuValue::parse(chosen)? }
            }
            ("say", Some(said)) => Self::RunCommand { payload: ButtonPayload::parse(said)? },
            ("open", Some(said)) => Self::OpenForm { payload: ButtonPayload::parse(said)? },
            ("fill", Some(said)) => Self::CommandForm { payload: ButtonPayload::parse(said)? },
            ("pick", Some(place)) => Self::PickMenu { position: place.parse().ok()? },
            _ => return None,
        })
    }
}

/// A place that may be left out.
fn parse_optional_position(text: Option<&str>) -> Option<Option<usize>> {
    text.map(|text| text.parse().ok()).map_or(Some(None), |place| place.map(Some))
}

impl From<Command> for ButtonPayload {
    fn from(command: Command) -> Self {
        Self { command, acting_as: None }
    }
}

impl ButtonPayload {
    pub fn encode(&self) -> String {
        let mut text = self.command.verb.clone();
        let slots = self.command.slots.iter().map(|(slot, value)| (slot.as_str(), value.as_str()));
        for (slot, value) in slots.chain(self.acting_as.as_deref().map(|name| ("as", name))) {
            text += &format!("|{slot}={}", value.replace('\\', "\\\\").replace('|', "\\p"));
        }
        text
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('|');
        let mut words = Command::new(parts.next().filter(|verb| !verb.is_empty())?);
        for part in parts {
            let (slot, value) = part.split_once('=')?;
            words = words.with(slot, unescape(value));
        }
        let acting_as = words.slots.remove("as");
        Some(Self { command: words, acting_as })
    }
}

/// What an option of a turn's menu carries: an act spelled out, or where that would be too long
/// whose act it is and a mark of it, by which it is found among what they may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuValue {
    Act(ButtonPayload),
    HashedAct {
        actor: ActorRef,
        hash: u64,
    },
    /// An act of which its actor first says more in a form.
    HashedActForm {
        actor: ActorRef,
        hash: u64,
    },
    /// Shows more to choose from: all that somebody may do, or what is in a group of that mark.
    Submenu {
        actor: ActorRef,
        group: Option<u64>,
    },
}

/// Whose acts they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorRef {
    /// By a mark of the name that everybody knows.
    NameHash(u64),
    /// By a number that counts who has joined, hidden ones as well: on buttons of earlier releases.
    CombatantNumber(u32),
}

impl ActorRef {
    pub fn from_name(acting_as: &str) -> Self {
        Self::NameHash(hash_text(acting_as))
    }

    pub fn matches(self, member: &Member) -> bool {
        match self {
            Self::NameHash(mark) => mark == hash_text(&member.name),
            Self::CombatantNumber(number) => number == u32::from(member.id.0),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('n') {
            Some(mark) => Some(Self::NameHash(u64::from_str_radix(mark, 16).ok()?)),
            None => Some(Self::CombatantNumber(text.parse().ok()?)),
        }
    }
}

impl fmt::Display for ActorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameHash(mark) => write!(f, "n{mark:x}"),
            Self::CombatantNumber(number) => write!(f, "{number}"),
        }
    }
}

impl MenuValue {
    pub fn encode_act(payload: ButtonPayload, actor: ActorRef) -> String {
        let marked = Self::HashedAct { actor, hash: hash_command(&payload.command) };
        let text = payload.encode();
        if text.chars().count() <= MAX_LENGTH { text } else { marked.encode() }
    }

    pub fn encode(&self) -> String {
        match self {
            Self::Act(said) => said.encode(),
            Self::HashedAct { actor: who, hash: mark } => format!("#{who}-{mark:x}"),
            Self::HashedActForm { actor: who, hash: mark } => format!("?{who}-{mark:x}"),
            Self::Submenu { actor: who, group: None } => format!("@{who}"),
            Self::Submenu { actor: who, group: Some(mark) } => format!("@{who}-{mark:x}"),
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let Some((kind, rest)) = text.split_at_checked(1).filter(|it| "#?@".contains(it.0)) else {
            return ButtonPayload::parse(text).map(Self::Act);
        };
        let (who, mark) = match rest.split_once('-') {
            Some((who, mark)) => (who, Some(u64::from_str_radix(mark, 16).ok()?)),
            None => (rest, None),
        };
        let who = ActorRef::parse(who)?;
        match (kind, mark) {
            ("@", group) => Some(Self::Submenu { actor: who, group }),
            ("?", Some(mark)) => Some(Self::HashedActForm { actor: who, hash: mark }),
            ("#", Some(mark)) => Some(Self::HashedAct { actor: who, hash: mark }),
            _ => None,
        }
    }
}

/// A number for words: equal words have an equal mark in every release, others by chance never.
pub fn hash_command(command: &Command) -> u64 {
    hash_text(&ButtonPayload::from(command.clone()).encode())
}

/// The mark of a text (FNV-1a).
pub fn hash_text(text: &str) -> u64 {
    let mix = |mark: u64, byte: u8| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(if letters.next() == Some('p') { '|' } else { '\\' }),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::FightId;

    #[test]
    fn what_is_written_is_read() {
        let prompt = PromptId { fight: FightId(12), revision: 40, place: 1 };
        let turn = TurnId { fight: FightId(12), revision: 40 };
        let words = Command::new("attack").with("target", "a|b\\p=c:d").with("weapon", "");
        for acting_as in [None, Some("Ana \\ | B".to_string())] {
            let said = ButtonPayload { command: words.clone(), acting_as };
            for id in [
                CustomId::RunCommand { payload: said.clone() },
                CustomId::OpenForm { payload: said.clone() },
                CustomId::CommandForm { payload: said.clone() },
                CustomId::Answer { prompt, choice: 3 },
                CustomId::OpenPromptForm { prompt, choice: None },
                CustomId::OpenPromptForm { prompt, choice: Some(2) },
                CustomId::PromptForm { prompt, choice: None },
                CustomId::PromptForm { prompt, choice: Some(0) },
                CustomId::InvitedAct { fight: turn.fight, round: 3, payload: said.clone() },
                CustomId::ConfirmedAct { turn, act: MenuValue::Act(said.clone()), is_quiet: true },
                CustomId::TurnAct { turn, payload: said },
                CustomId::TurnMenu { turn, position: 2 },
                CustomId::PickMenu { position: 2 },
                CustomId::TurnChoice {
                    turn,
                    value: MenuValue::Submenu { actor: ActorRef::from_name("Ana"), group: None },
                },
                CustomId::TurnChoice {
                    turn,
                    value: MenuValue::Submenu {
                        actor: ActorRef::NameHash(u64::MAX),
                        group: Some(u64::MAX),
                    },
                },
                CustomId::ActForm {
                    turn,
                    value: MenuValue::HashedActForm { actor: ActorRef::from_name("Ana"), hash: 7 },
                },
                CustomId::ConfirmedAct {
                    turn,
                    act: MenuValue::HashedAct { actor: ActorRef::from_name("Ana"), hash: u64::MAX },
                    is_quiet: false,
                },
            ] {
                assert_eq!(CustomId::parse(&id.encode().unwrap()), Some(id));
            }
        }
    }

    #[test]
    fn a_choice_that_is_too_long_is_marked() {
        let who = ActorRef::from_name("Ana");
        let words = |name: &str| Command::new("attack").with("target", name);
        let said =
            |name: &str| ButtonPayload { command: words(name), acting_as: Some("Ana".into()) };
        let read = |said| MenuValue::parse(&MenuValue::encode_act(said, who));
        assert_eq!(read(said("Wolf")), Some(MenuValue::Act(said("Wolf"))));
        let (long, other) = ("|".repeat(60), "\\".repeat(60));
        assert!(MenuValue::encode_act(said(&long), who).len() <= MAX_LENGTH);
        assert_eq!(
            read(said(&long)),
            Some(MenuValue::HashedAct { actor: who, hash: hash_command(&words(&long)) })
        );
        assert_ne!(hash_command(&words(&long)), hash_command(&words(&other)));
        assert_eq!(MenuValue::parse("#3"), None);
        let numbered = MenuValue::HashedAct { actor: ActorRef::CombatantNumber(3), hash: 0xab };
        assert_eq!(MenuValue::parse("#3-ab"), Some(numbered));
    }

    #[test]
    fn what_is_not_ours_is_none() {
        for text in ["", "answer", "answer:1:12-40-0", "answer:2:12-40-0:1", "answer:1:x:1", "a:1:"]
        {
            assert_eq!(CustomId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn too_long_is_none() {
        let turn = TurnId { fight: FightId(1), revision: 1 };
        let words = Command::new("stunt").with("text", "x".repeat(100));
        let said = ButtonPayload { command: words, acting_as: None };
        assert_eq!(CustomId::TurnAct { turn, payload: said }.encode(), None);
    }
}
