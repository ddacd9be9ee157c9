//! The custom ids of buttons, menus and forms: `<verb>:<version>:<id>:<choice>`.
//!
//! The id names one prompt or one turn for ever, so a button is valid for exactly that, even after
//! a restart and a week later. The version changes whenever the form of the rest does. A press
//! with an id that is not known any more gets the answer that it is too late.

use std::fmt;

use app::ids::{FightId, PromptId, TurnId};
use app::input::BlockAct;
use engine::core::command::Command;
use engine::game::Member;

const VERSION: &str = "1";

/// Discord's limit for a custom id, in characters.
pub const MAX_LENGTH: usize = 100;

/// What a button, menu or form does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Answers a prompt with one of its choices, by position.
    Answer { prompt: PromptId, choice: usize },
    /// Opens the form of a prompt, or of one of its choices.
    OpenPromptForm { prompt: PromptId, choice: Option<usize> },
    /// Submits the form of a prompt, or of one of its choices.
    PromptForm { prompt: PromptId, choice: Option<usize> },
    /// Performs an act that somebody is invited to in a round.
    InvitedAct { fight: FightId, round: u16, payload: ButtonPayload },
    /// Performs an act of a turn.
    TurnAct { turn: TurnId, payload: ButtonPayload },
    /// Performs an act of a turn after its costs have been confirmed.
    ConfirmedAct { turn: TurnId, act: MenuValue, is_quiet: bool },
    /// A menu of a turn's message. Each of its values is a [`MenuValue`].
    TurnMenu { turn: TurnId, position: usize },
    /// A menu value on a button.
    TurnChoice { turn: TurnId, value: MenuValue },
    /// Acts on all NPCs of a turn at once: previews, plays or ends their turns.
    Block { turn: TurnId, act: BlockAct },
    /// Submits the form of an act.
    ActForm { turn: TurnId, value: MenuValue },
    /// Runs a command as if it were typed.
    RunCommand { payload: ButtonPayload },
    /// Opens the form whose name is the command's verb.
    OpenForm { payload: ButtonPayload },
    /// Submits the form of a command; its fields become slots.
    CommandForm { payload: ButtonPayload },
    /// Opens a refused form again, filled in.
    RetryForm { held_form: i64 },
    /// Says which fight a held command is meant for.
    ChooseFight { held_input: i64, fight: FightId },
    /// A menu whose values are custom ids themselves.
    PickMenu { position: usize },
}

/// A command and who acts, in few characters: `attack|target=Wolf|as=Ana`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPayload {
    pub command: Command,
    pub actor_name: Option<String>,
}

impl CustomId {
    /// Returns the id as text: verb, version, id and choice. `None` if it would be too long for
    /// Discord.
    pub fn encode(&self) -> Option<String> {
        let text = match self {
            Self::Answer { prompt, choice } => format!("answer:{VERSION}:{prompt}:{choice}"),
            Self::OpenPromptForm { prompt, choice: None } => format!("ask:{VERSION}:{prompt}"),
            Self::OpenPromptForm { prompt, choice: Some(position) } => {
                format!("ask:{VERSION}:{prompt}:{position}")
            }
            Self::PromptForm { prompt, choice: None } => format!("form:{VERSION}:{prompt}"),
            Self::PromptForm { prompt, choice: Some(position) } => {
                format!("form:{VERSION}:{prompt}:{position}")
            }
            Self::InvitedAct { fight, round, payload } => {
                format!("invited:{VERSION}:{fight}-{round}:{}", payload.encode())
            }
            Self::TurnAct { turn, payload } => {
                format!("turn:{VERSION}:{turn}:{}", payload.encode())
            }
            Self::ConfirmedAct { turn, act, is_quiet } => {
                let verb = if *is_quiet { "sure-quiet" } else { "sure" };
                format!("{verb}:{VERSION}:{turn}:{}", act.encode())
            }
            Self::TurnMenu { turn, position } => format!("menu:{VERSION}:{turn}:{position}"),
            Self::TurnChoice { turn, value } => {
                format!("choice:{VERSION}:{turn}:{}", value.encode())
            }
            Self::Block { turn, act } => format!("block:{VERSION}:{turn}:{}", block_act_key(*act)),
            Self::ActForm { turn, value } => {
                format!("told:{VERSION}:{turn}:{}", value.encode())
            }
            Self::RunCommand { payload } => format!("say:{VERSION}:-:{}", payload.encode()),
            Self::OpenForm { payload } => format!("open:{VERSION}:-:{}", payload.encode()),
            Self::CommandForm { payload } => format!("fill:{VERSION}:-:{}", payload.encode()),
            Self::RetryForm { held_form } => format!("again:{VERSION}:{held_form}"),
            Self::ChooseFight { held_input, fight } => {
                format!("fight:{VERSION}:{held_input}:{fight}")
            }
            Self::PickMenu { position } => format!("pick:{VERSION}:-:{position}"),
        };
        (text.chars().count() <= MAX_LENGTH).then_some(text)
    }

    /// Returns `None` for a text that this version did not write.
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
            ("invited", Some(payload)) => {
                let (fight, round) = id.split_once('-')?;
                let fight = FightId(fight.parse().ok()?);
                Self::InvitedAct {
                    fight,
                    round: round.parse().ok()?,
                    payload: ButtonPayload::parse(payload)?,
                }
            }
            ("turn", Some(payload)) => {
                Self::TurnAct { turn: id.parse().ok()?, payload: ButtonPayload::parse(payload)? }
            }
            ("sure" | "sure-quiet", Some(act)) => {
                let (turn, act) = (id.parse().ok()?, MenuValue::parse(act)?);
                Self::ConfirmedAct { turn, act, is_quiet: verb == "sure-quiet" }
            }
            ("menu", Some(position)) => {
                Self::TurnMenu { turn: id.parse().ok()?, position: position.parse().ok()? }
            }
            ("choice", Some(value)) => {
                Self::TurnChoice { turn: id.parse().ok()?, value: MenuValue::parse(value)? }
            }
            ("block", Some(key)) => Self::Block {
                turn: id.parse().ok()?,
                act: BLOCK_ACTS.into_iter().find(|act| block_act_key(*act) == key)?,
            },
            ("told", Some(value)) => {
                Self::ActForm { turn: id.parse().ok()?, value: MenuValue::parse(value)? }
            }
            ("again", None) => Self::RetryForm { held_form: id.parse().ok()? },
            ("fight", Some(fight)) => Self::ChooseFight {
                held_input: id.parse().ok()?,
                fight: FightId(fight.parse().ok()?),
            },
            ("say", Some(payload)) => Self::RunCommand { payload: ButtonPayload::parse(payload)? },
            ("open", Some(payload)) => Self::OpenForm { payload: ButtonPayload::parse(payload)? },
            ("fill", Some(payload)) => {
                Self::CommandForm { payload: ButtonPayload::parse(payload)? }
            }
            ("pick", Some(position)) => Self::PickMenu { position: position.parse().ok()? },
            _ => return None,
        })
    }
}

const BLOCK_ACTS: [BlockAct; 3] = [BlockAct::Preview, BlockAct::PlaySuggested, BlockAct::EndAll];

/// Returns the word for an act on all NPCs in a custom id.
fn block_act_key(act: BlockAct) -> &'static str {
    match act {
        BlockAct::Preview => "look",
        BlockAct::PlaySuggested => "play",
        BlockAct::EndAll => "finish",
    }
}

/// Parses a position that may be absent: the inner `None`. Returns the outer `None` if it is
/// malformed.
fn parse_optional_position(text: Option<&str>) -> Option<Option<usize>> {
    match text {
        None => Some(None),
        Some(position) => Some(Some(position.parse().ok()?)),
    }
}

impl From<Command> for ButtonPayload {
    fn from(command: Command) -> Self {
        Self { command, actor_name: None }
    }
}

impl ButtonPayload {
    /// Writes the payload: the verb, then each slot, and the actor as `as`. Backslashes and bars in
    /// values are escaped.
    pub fn encode(&self) -> String {
        let mut text = self.command.verb.clone();
        let slots = self.command.slots.iter().map(|(slot, value)| (slot.as_str(), value.as_str()));
        for (slot, value) in slots.chain(self.actor_name.as_deref().map(|name| ("as", name))) {
            text += &format!("|{slot}={}", value.replace('\\', "\\\\").replace('|', "\\p"));
        }
        text
    }

    /// Parses what [`encode`](Self::encode) returns. Returns `None` if there is no verb or a slot
    /// has no value.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('|');
        let mut command = Command::new(parts.next().filter(|verb| !verb.is_empty())?);
        for part in parts {
            let (slot, value) = part.split_once('=')?;
            command = command.with(slot, unescape(value));
        }
        let actor_name = command.slots.remove("as");
        Some(Self { command, actor_name })
    }
}

/// The value of an option in a turn's menu. An act that would be too long for a custom id is
/// replaced by its actor and a hash, by which it is found again among the acts on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuValue {
    Act(ButtonPayload),
    HashedAct {
        actor: ActorRef,
        hash: u64,
    },
    /// An act that first needs a text from a form.
    HashedActForm {
        actor: ActorRef,
        hash: u64,
    },
    /// Opens a submenu: all acts of the actor, or those of the group whose key has this hash.
    Submenu {
        actor: ActorRef,
        group: Option<u64>,
    },
}

/// Identifies an actor in a custom id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorRef {
    /// The hash of the public name.
    NameHash(u64),
    /// The combatant's number. It also counts hidden combatants, so only buttons of earlier
    /// releases have it.
    CombatantNumber(u32),
}

impl ActorRef {
    /// Refers to an actor by the hash of the public name.
    pub fn from_name(actor_name: &str) -> Self {
        Self::NameHash(hash_text(actor_name))
    }

    pub fn matches(self, member: &Member) -> bool {
        match self {
            Self::NameHash(hash) => hash == hash_text(&member.name),
            Self::CombatantNumber(number) => number == u32::from(member.id.0),
        }
    }

    /// Parses what `to_string` returns: `n` and a hash in hexadecimal, or a number.
    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('n') {
            Some(hash) => Some(Self::NameHash(u64::from_str_radix(hash, 16).ok()?)),
            None => Some(Self::CombatantNumber(text.parse().ok()?)),
        }
    }
}

impl fmt::Display for ActorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameHash(hash) => write!(f, "n{hash:x}"),
            Self::CombatantNumber(number) => write!(f, "{number}"),
        }
    }
}

impl MenuValue {
    /// Encodes an act in full, or as its actor and a hash if that would be too long.
    pub fn encode_act_or_hash(payload: ButtonPayload, actor: ActorRef) -> String {
        let hashed = Self::HashedAct { actor, hash: hash_command(&payload.command) };
        let text = payload.encode();
        if text.chars().count() <= MAX_LENGTH { text } else { hashed.encode() }
    }

    /// Writes the value: an act in full, or a mark for its kind, then the actor and the hash.
    pub fn encode(&self) -> String {
        match self {
            Self::Act(payload) => payload.encode(),
            Self::HashedAct { actor, hash } => format!("#{actor}-{hash:x}"),
            Self::HashedActForm { actor, hash } => format!("?{actor}-{hash:x}"),
            Self::Submenu { actor, group: None } => format!("@{actor}"),
            Self::Submenu { actor, group: Some(hash) } => format!("@{actor}-{hash:x}"),
        }
    }

    /// Parses the value of a menu's option: an act, or a hash of one with its actor, a form or a
    /// submenu. Returns `None` for a text that this version did not write.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((kind, rest)) = text.split_at_checked(1).filter(|(kind, _)| "#?@".contains(*kind))
        else {
            return ButtonPayload::parse(text).map(Self::Act);
        };
        let (actor, hash) = match rest.split_once('-') {
            Some((actor, hash)) => (actor, Some(u64::from_str_radix(hash, 16).ok()?)),
            None => (rest, None),
        };
        let actor = ActorRef::parse(actor)?;
        match (kind, hash) {
            ("@", group) => Some(Self::Submenu { actor, group }),
            ("?", Some(hash)) => Some(Self::HashedActForm { actor, hash }),
            ("#", Some(hash)) => Some(Self::HashedAct { actor, hash }),
            _ => None,
        }
    }
}

/// Hashes a command without its actor. Equal commands have equal hashes in every release.
pub fn hash_command(command: &Command) -> u64 {
    hash_text(&ButtonPayload::from(command.clone()).encode())
}

/// Hashes a text with FNV-1a.
pub fn hash_text(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Reverses the escaping of backslashes and bars in a slot's value.
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
    fn encoded_id_parses_back_to_itself() {
        let prompt = PromptId { fight: FightId(12), revision: 40, place: 1 };
        let turn = TurnId { fight: FightId(12), revision: 40 };
        let command = Command::new("attack").with("target", "a|b\\p=c:d").with("weapon", "");
        for actor_name in [None, Some("Ana \\ | B".to_string())] {
            let payload = ButtonPayload { command: command.clone(), actor_name };
            for id in [
                CustomId::RunCommand { payload: payload.clone() },
                CustomId::OpenForm { payload: payload.clone() },
                CustomId::CommandForm { payload: payload.clone() },
                CustomId::Answer { prompt, choice: 3 },
                CustomId::OpenPromptForm { prompt, choice: None },
                CustomId::OpenPromptForm { prompt, choice: Some(2) },
                CustomId::PromptForm { prompt, choice: None },
                CustomId::PromptForm { prompt, choice: Some(0) },
                CustomId::InvitedAct { fight: turn.fight, round: 3, payload: payload.clone() },
                CustomId::ConfirmedAct {
                    turn,
                    act: MenuValue::Act(payload.clone()),
                    is_quiet: true,
                },
                CustomId::TurnAct { turn, payload },
                CustomId::TurnMenu { turn, position: 2 },
                CustomId::PickMenu { position: 2 },
                CustomId::Block { turn, act: BlockAct::PlaySuggested },
                CustomId::RetryForm { held_form: 1_795_000_000_000 },
                CustomId::ChooseFight { held_input: 1_795_000_000_000, fight: turn.fight },
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
    fn menu_value_that_is_too_long_is_hashed() {
        let actor = ActorRef::from_name("Ana");
        let command = |name: &str| Command::new("attack").with("target", name);
        let payload =
            |name: &str| ButtonPayload { command: command(name), actor_name: Some("Ana".into()) };
        let round_trip = |payload| MenuValue::parse(&MenuValue::encode_act_or_hash(payload, actor));
        assert_eq!(round_trip(payload("Wolf")), Some(MenuValue::Act(payload("Wolf"))));
        let (long, other) = ("|".repeat(60), "\\".repeat(60));
        assert!(MenuValue::encode_act_or_hash(payload(&long), actor).len() <= MAX_LENGTH);
        assert_eq!(
            round_trip(payload(&long)),
            Some(MenuValue::HashedAct { actor, hash: hash_command(&command(&long)) })
        );
        assert_ne!(hash_command(&command(&long)), hash_command(&command(&other)));
        assert_eq!(MenuValue::parse("#3"), None);
        let numbered = MenuValue::HashedAct { actor: ActorRef::CombatantNumber(3), hash: 0xab };
        assert_eq!(MenuValue::parse("#3-ab"), Some(numbered));
    }

    #[test]
    fn foreign_id_is_not_parsed() {
        for text in ["", "answer", "answer:1:12-40-0", "answer:2:12-40-0:1", "answer:1:x:1", "a:1:"]
        {
            assert_eq!(CustomId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn id_that_is_too_long_is_not_encoded() {
        let turn = TurnId { fight: FightId(1), revision: 1 };
        let command = Command::new("stunt").with("text", "x".repeat(100));
        let payload = ButtonPayload { command, actor_name: None };
        assert_eq!(CustomId::TurnAct { turn, payload }.encode(), None);
    }
}
