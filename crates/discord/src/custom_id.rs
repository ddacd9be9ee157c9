//! What buttons, menus and forms carry: `<verb>:<version>:<id>:<choice>`.
//!
//! The id names one asking of a question or one turn, for ever; so a button is good for exactly
//! that, also after a restart and a week later. The version changes when the form of the rest
//! does. Ids that are not known any more are answered too: with "too late".

use std::fmt;

use app::ids::{FightId, PromptId, TurnId};
use engine::command::Command;
use engine::game::Member;

const VERSION: &str = "1";

/// What Discord allows.
pub const LONGEST: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// A choice of a prompt, by its place.
    Answer { prompt: PromptId, choice: usize },
    /// Opens the form of a prompt, or of one of its choices.
    Ask { prompt: PromptId, choice: Option<usize> },
    /// The filled form of a prompt, or of one of its choices.
    Form { prompt: PromptId, choice: Option<usize> },
    /// An act that somebody is invited to in a round, spelled out.
    Invited { fight: FightId, round: u16, said: ButtonPayload },
    /// An act of a turn, spelled out.
    Turn { turn: TurnId, said: ButtonPayload },
    /// An act of a turn, by somebody who knows what is lost by it.
    Sure { turn: TurnId, act: Chosen, is_quiet: bool },
    /// A menu of a turn's message; what is chosen is in its values, each a [`Chosen`].
    Menu { turn: TurnId, place: usize },
    /// A choice of a menu, as a button.
    Choice { turn: TurnId, chosen: Chosen },
    /// The filled form of an act.
    Told { turn: TurnId, chosen: Chosen },
    /// A command, said by a button: as if it were typed.
    Say { said: ButtonPayload },
    /// Opens a form of the name that the verb is.
    Open { said: ButtonPayload },
    /// The filled form of a command: its fields are slots.
    Fill { said: ButtonPayload },
    /// A menu whose values are ids of these kinds.
    Pick { place: usize },
}

/// Words and whoever says them, in few characters: `attack|target=Wolf|as=Ana`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPayload {
    pub words: Command,
    pub acting_as: Option<String>,
}

impl CustomId {
    /// None where the id would be too long for Discord.
    pub fn write(&self) -> Option<String> {
        let text = match self {
            Self::Answer { prompt, choice } => format!("answer:{VERSION}:{prompt}:{choice}"),
            Self::Ask { prompt, choice: None } => format!("ask:{VERSION}:{prompt}"),
            Self::Ask { prompt, choice: Some(at) } => format!("ask:{VERSION}:{prompt}:{at}"),
            Self::Form { prompt, choice: None } => format!("form:{VERSION}:{prompt}"),
            Self::Form { prompt, choice: Some(at) } => format!("form:{VERSION}:{prompt}:{at}"),
            Self::Invited { fight, round, said } => {
                format!("invited:{VERSION}:{fight}-{round}:{}", said.write())
            }
            Self::Turn { turn, said } => format!("turn:{VERSION}:{turn}:{}", said.write()),
            Self::Sure { turn, act, is_quiet } => {
                let verb = if *is_quiet { "sure-quiet" } else { "sure" };
                format!("{verb}:{VERSION}:{turn}:{}", act.text())
            }
            Self::Menu { turn, place } => format!("menu:{VERSION}:{turn}:{place}"),
            Self::Choice { turn, chosen } => {
                format!("choice:{VERSION}:{turn}:{}", chosen.text())
            }
            Self::Told { turn, chosen } => format!("told:{VERSION}:{turn}:{}", chosen.text()),
            Self::Say { said } => format!("say:{VERSION}:-:{}", said.write()),
            Self::Open { said } => format!("open:{VERSION}:-:{}", said.write()),
            Self::Fill { said } => format!("fill:{VERSION}:-:{}", said.write()),
            Self::Pick { place } => format!("pick:{VERSION}:-:{place}"),
        };
        (text.chars().count() <= LONGEST).then_some(text)
    }

    /// None for what this version did not write.
    pub fn read(text: &str) -> Option<Self> {
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
            ("ask", choice) => Self::Ask { prompt: id.parse().ok()?, choice: place(choice)? },
            ("form", choice) => Self::Form { prompt: id.parse().ok()?, choice: place(choice)? },
            ("invited", Some(said)) => {
                let (fight, round) = id.split_once('-')?;
                let fight = FightId(fight.parse().ok()?);
                Self::Invited {
                    fight,
                    round: round.parse().ok()?,
                    said: ButtonPayload::read(said)?,
                }
            }
            ("turn", Some(said)) => {
                Self::Turn { turn: id.parse().ok()?, said: ButtonPayload::read(said)? }
            }
            ("sure" | "sure-quiet", Some(act)) => {
                let (turn, act) = (id.parse().ok()?, Chosen::read(act)?);
                Self::Sure { turn, act, is_quiet: verb == "sure-quiet" }
            }
            ("menu", Some(place)) => {
                Self::Menu { turn: id.parse().ok()?, place: place.parse().ok()? }
            }
            ("choice", Some(chosen)) => {
                Self::Choice { turn: id.parse().ok()?, chosen: Chosen::read(chosen)? }
            }
            ("told", Some(chosen)) => {
                Self::Told { turn: id.parse().ok()?, chosen: Chosen::read(chosen)? }
            }
            ("say", Some(said)) => Self::Say { said: ButtonPayload::read(said)? },
            ("open", Some(said)) => Self::Open { said: ButtonPayload::read(said)? },
            ("fill", Some(said)) => Self::Fill { said: ButtonPayload::read(said)? },
            ("pick", Some(place)) => Self::Pick { place: place.parse().ok()? },
            _ => return None,
        })
    }
}

/// A place that may be left out.
fn place(text: Option<&str>) -> Option<Option<usize>> {
    text.map(|text| text.parse().ok()).map_or(Some(None), |place| place.map(Some))
}

impl From<Command> for ButtonPayload {
    fn from(words: Command) -> Self {
        Self { words, acting_as: None }
    }
}

impl ButtonPayload {
    pub fn write(&self) -> String {
        let mut text = self.words.verb.clone();
        let slots = self.words.slots.iter().map(|(slot, value)| (slot.as_str(), value.as_str()));
        for (slot, value) in slots.chain(self.acting_as.as_deref().map(|name| ("as", name))) {
            text += &format!("|{slot}={}", value.replace('\\', "\\\\").replace('|', "\\p"));
        }
        text
    }

    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('|');
        let mut words = Command::new(parts.next().filter(|verb| !verb.is_empty())?);
        for part in parts {
            let (slot, value) = part.split_once('=')?;
            words = words.with(slot, unescaped(value));
        }
        let acting_as = words.slots.remove("as");
        Some(Self { words, acting_as })
    }
}

/// What an option of a turn's menu carries: an act spelled out, or where that would be too long
/// whose act it is and a mark of it, by which it is found among what they may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    ButtonPayload(ButtonPayload),
    Marked {
        who: Whose,
        mark: u64,
    },
    /// An act of which its actor first says more in a form.
    Tells {
        who: Whose,
        mark: u64,
    },
    /// Shows more to choose from: all that somebody may do, or what is in a group of that mark.
    Opens {
        who: Whose,
        group: Option<u64>,
    },
}

/// Whose acts they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// By a mark of the name that everybody knows.
    Named(u64),
    /// By a number that counts who has joined, hidden ones as well: on buttons of earlier releases.
    Numbered(u32),
}

impl Whose {
    pub fn of(acting_as: &str) -> Self {
        Self::Named(mark_of(acting_as))
    }

    pub fn is(self, one: &Member) -> bool {
        match self {
            Self::Named(mark) => mark == mark_of(&one.name),
            Self::Numbered(number) => number == u32::from(one.id.0),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.strip_prefix('n') {
            Some(mark) => Some(Self::Named(u64::from_str_radix(mark, 16).ok()?)),
            None => Some(Self::Numbered(text.parse().ok()?)),
        }
    }
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(mark) => write!(f, "n{mark:x}"),
            Self::Numbered(number) => write!(f, "{number}"),
        }
    }
}

impl Chosen {
    pub fn write(said: ButtonPayload, who: Whose) -> String {
        let marked = Self::Marked { who, mark: mark(&said.words) };
        let text = said.write();
        if text.chars().count() <= LONGEST { text } else { marked.text() }
    }

    pub fn text(&self) -> String {
        match self {
            Self::ButtonPayload(said) => said.write(),
            Self::Marked { who, mark } => format!("#{who}-{mark:x}"),
            Self::Tells { who, mark } => format!("?{who}-{mark:x}"),
            Self::Opens { who, group: None } => format!("@{who}"),
            Self::Opens { who, group: Some(mark) } => format!("@{who}-{mark:x}"),
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        let Some((kind, rest)) = text.split_at_checked(1).filter(|it| "#?@".contains(it.0)) else {
            return ButtonPayload::read(text).map(Self::ButtonPayload);
        };
        let (who, mark) = match rest.split_once('-') {
            Some((who, mark)) => (who, Some(u64::from_str_radix(mark, 16).ok()?)),
            None => (rest, None),
        };
        let who = Whose::read(who)?;
        match (kind, mark) {
            ("@", group) => Some(Self::Opens { who, group }),
            ("?", Some(mark)) => Some(Self::Tells { who, mark }),
            ("#", Some(mark)) => Some(Self::Marked { who, mark }),
            _ => None,
        }
    }
}

/// A number for words: equal words have an equal mark in every release, others by chance never.
pub fn mark(words: &Command) -> u64 {
    mark_of(&ButtonPayload::from(words.clone()).write())
}

/// The mark of a text (FNV-1a).
pub fn mark_of(text: &str) -> u64 {
    let mix = |mark: u64, byte: u8| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

fn unescaped(value: &str) -> String {
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
            let said = ButtonPayload { words: words.clone(), acting_as };
            for id in [
                CustomId::Say { said: said.clone() },
                CustomId::Open { said: said.clone() },
                CustomId::Fill { said: said.clone() },
                CustomId::Answer { prompt, choice: 3 },
                CustomId::Ask { prompt, choice: None },
                CustomId::Ask { prompt, choice: Some(2) },
                CustomId::Form { prompt, choice: None },
                CustomId::Form { prompt, choice: Some(0) },
                CustomId::Invited { fight: turn.fight, round: 3, said: said.clone() },
                CustomId::Sure { turn, act: Chosen::ButtonPayload(said.clone()), is_quiet: true },
                CustomId::Turn { turn, said },
                CustomId::Menu { turn, place: 2 },
                CustomId::Pick { place: 2 },
                CustomId::Choice {
                    turn,
                    chosen: Chosen::Opens { who: Whose::of("Ana"), group: None },
                },
                CustomId::Choice {
                    turn,
                    chosen: Chosen::Opens { who: Whose::Named(u64::MAX), group: Some(u64::MAX) },
                },
                CustomId::Told { turn, chosen: Chosen::Tells { who: Whose::of("Ana"), mark: 7 } },
                CustomId::Sure {
                    turn,
                    act: Chosen::Marked { who: Whose::of("Ana"), mark: u64::MAX },
                    is_quiet: false,
                },
            ] {
                assert_eq!(CustomId::read(&id.write().unwrap()), Some(id));
            }
        }
    }

    #[test]
    fn a_choice_that_is_too_long_is_marked() {
        let who = Whose::of("Ana");
        let words = |name: &str| Command::new("attack").with("target", name);
        let said = |name: &str| ButtonPayload { words: words(name), acting_as: Some("Ana".into()) };
        let read = |said| Chosen::read(&Chosen::write(said, who));
        assert_eq!(read(said("Wolf")), Some(Chosen::ButtonPayload(said("Wolf"))));
        let (long, other) = ("|".repeat(60), "\\".repeat(60));
        assert!(Chosen::write(said(&long), who).len() <= LONGEST);
        assert_eq!(read(said(&long)), Some(Chosen::Marked { who, mark: mark(&words(&long)) }));
        assert_ne!(mark(&words(&long)), mark(&words(&other)));
        assert_eq!(Chosen::read("#3"), None);
        let numbered = Chosen::Marked { who: Whose::Numbered(3), mark: 0xab };
        assert_eq!(Chosen::read("#3-ab"), Some(numbered));
    }

    #[test]
    fn what_is_not_ours_is_none() {
        for text in ["", "answer", "answer:1:12-40-0", "answer:2:12-40-0:1", "answer:1:x:1", "a:1:"]
        {
            assert_eq!(CustomId::read(text), None, "{text}");
        }
    }

    #[test]
    fn too_long_is_none() {
        let turn = TurnId { fight: FightId(1), revision: 1 };
        let words = Command::new("stunt").with("text", "x".repeat(100));
        let said = ButtonPayload { words, acting_as: None };
        assert_eq!(CustomId::Turn { turn, said }.write(), None);
    }
}
