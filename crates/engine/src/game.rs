//! The edge of the engine: fights of all systems behind one enum, spoken to in the common form.
//!
//! Whoever is outside the engine (app, chat, scripts) knows only what is here. What they may show
//! to people are [`View`]s, [`Telling`]s, [`Prompt`]s and [`Offer`]s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::command::{Command, Offer, Refusal, Risk};
use super::dice::{Dice, Scripted};
use super::fight::{Combatant, Fight, Note, Order, Phase};
use super::forecast::{self, Forecast};
use super::ids::{By, CombatantId, SheetRef, UserId, ZoneId};
use super::json;
use super::judgement::{self, Advice, Effort, Nature};
use super::ladder::{self, Disclosure, DisclosureLevel};
use super::limits::{Limit, read_span, write_span};
use super::odds;
use super::orders::{CALLED_OFF, Orders};
use super::prompt::{About, Ask, Kind, Price};
use super::rules::cards::Cards;
use super::rules::dr12::Dr12;
use super::rules::factions::Factions;
use super::rules::fates::Fates;
use super::rules::ranks::Ranks;
use super::saved::{Deed, Input, RunResult, Saved};
use super::scramble;
use super::tape::Tape;
use super::things::{self, Thing};
use super::verbs::{Slot, Verb};
use super::view::{Told, View, Viewer, names, tell};
use super::visible_turn;
use super::why::UNKNOWN;
use super::zones::Zones;
use super::{Acts, Chatter, Codec, Prompts, Rules, System, Turns, Wait};

/// The keys of the rule systems that are there.
pub const SYSTEMS: &[&str] = &[Cards::KEY, Dr12::KEY, Factions::KEY, Fates::KEY, Ranks::KEY];

/// The slots of acts that name combatants.
pub const NAMING: &[&str] = &["target", "near", "after", "enemy"];

/// A stored fight of any system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    Cards(Saved<Cards>),
    Dr12(Saved<Dr12>),
    Factions(Saved<Factions>),
    Fates(Saved<Fates>),
    Ranks(Saved<Ranks>),
}

/// What happened, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Telling {
    Cards(Told<Cards>),
    Dr12(Told<Dr12>),
    Factions(Told<Factions>),
    Fates(Told<Fates>),
    Ranks(Told<Ranks>),
}

/// A question of any system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
pub enum Asked {
    Cards(Ask<Cards>),
    Dr12(Ask<Dr12>),
    Factions(Ask<Factions>),
    Fates(Ask<Fates>),
    Ranks(Ask<Ranks>),
    /// Nobody is asked: a decoy wait, by its place on the tape. It has one answer, which the clock
    /// gives.
    #[serde(rename = "lull")]
    DecoyWait(usize),
    /// A question of rules that are no more: nobody can answer it (I7).
    #[serde(skip)]
    Lost(Value),
}

json::lost_if_unread!(Asked);

impl Asked {
    /// Of a decoy wait, and of a question that is lost, it is not known.
    pub fn system(&self) -> Option<&'static str> {
        match self {
            Self::Cards(_) => Some(Cards::KEY),
            Self::Dr12(_) => Some(Dr12::KEY),
            Self::Factions(_) => Some(Factions::KEY),
            Self::Fates(_) => Some(Fates::KEY),
            Self::Ranks(_) => Some(Ranks::KEY),
            Self::DecoyWait(_) | Self::Lost(_) => None,
        }
    }

    /// Whether it is the same question, whatever may be answered to it now.
    pub fn is_still(&self, was: &Self) -> bool {
        fn is_same<S: System>(one: &Ask<S>, was: &Ask<S>) -> bool {
            (one.to, &one.question) == (was.to, &was.question)
        }
        match (self, was) {
            (Self::Cards(one), Self::Cards(was)) => is_same(one, was),
            (Self::Dr12(one), Self::Dr12(was)) => is_same(one, was),
            (Self::Factions(one), Self::Factions(was)) => is_same(one, was),
            (Self::Fates(one), Self::Fates(was)) => is_same(one, was),
            (Self::Ranks(one), Self::Ranks(was)) => is_same(one, was),
            _ => self == was,
        }
    }
}

/// An open question as the edge shows it. What it holds is known to whoever is asked, and, where
/// that is a player, to everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub to: By,
    pub asked: Asked,
    /// The names that the question needs, as whoever is asked knows them.
    pub names: BTreeMap<CombatantId, String>,
    /// What may be pressed, in the common form.
    pub choices: Vec<Command>,
    /// What each of them may bring on, as far as whoever is asked knows; empty: of none anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Vec<Risk>>,
    /// The choice taken when the clock runs out.
    pub default: Command,
    pub clock_secs: u32,
    pub is_optional: bool,
    /// Asked in one message with others of its kind.
    #[serde(default)]
    pub is_shared: bool,
    /// When the clock runs out nothing is answered: whoever is asked is only reminded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_patient: bool,
    /// The public must not see whether anybody is asked, nor when they answer: the answer counts
    /// when the wait is over that hides it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
}

/// Acts by which somebody may answer an act of another in this round, though nobody waits for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invitation {
    pub who: CombatantId,
    pub round: u16,
    pub choices: Vec<Command>,
}

/// Somebody about to join a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Joining {
    /// How it is shown: of an NPC perhaps by another name than its own.
    pub guise: Disclosure,
    pub user: Option<UserId>,
    /// The sheet that the body is copied from.
    pub sheet: Option<SheetRef>,
    /// The system's body in its serialised form, as `content` makes it.
    pub body: Value,
}

/// A combatant as the app needs to know it: for permissions and addresses, never to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub id: CombatantId,
    /// What everybody calls it.
    pub name: String,
    /// The GM's alone, where it goes by another.
    pub true_name: Option<String>,
    /// What players called it before.
    pub known_as: Vec<String>,
    pub user: Option<UserId>,
    pub is_hidden: bool,
    pub sheet: Option<SheetRef>,
}

impl Member {
    /// As a viewer calls it: the GM by both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        ladder::name_for(viewer, &self.name, self.true_name.as_deref())
    }
}

/// What was said to a fight, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub enum Replay {
    Act(CombatantId, Command),
    Order(Command),
    /// The answer is on the tape.
    Answer,
}

/// What came of an input.
pub struct Happened {
    /// To be stored.
    pub game: Game,
    /// The questions that are open now.
    pub prompts: Vec<Prompt>,
    /// The rules no longer fitted the stored tape: the GM should know.
    pub was_refitted: bool,
    outcome: Outcomes,
}

enum Outcomes {
    Cards(Box<Outcome<Cards>>),
    Dr12(Box<Outcome<Dr12>>),
    Factions(Box<Outcome<Factions>>),
    Fates(Box<Outcome<Fates>>),
    Ranks(Box<Outcome<Ranks>>),
}

/// What happened, and the fight after it, a paused act included as far as it has come.
struct Outcome<S: Rules> {
    shown: Fight<S>,
    notes: Vec<Note<S>>,
    tape: Tape<S>,
}

/// What is in one of the enums above, whatever its system, which may go by a name.
macro_rules! each {
    ($Of:ident, $it:expr, $one:ident: $S:ident => $body:expr) => {
        each!(@ $Of, $it, $one, $S, $body, Cards Dr12 Factions Fates Ranks)
    };
    ($Of:ident, $it:expr, $one:ident => $body:expr) => {
        each!($Of, $it, $one: _S => $body)
    };
    (@ $Of:ident, $it:expr, $one:pat, $S:ident, $body:expr, $($System:ident)*) => {
        match $it {
            $($Of::$System($one) => {
                #[allow(dead_code)]
                type $S = $System;
                $body
            })*
        }
    };
}

/// Something of the system of that key; none where there is no such system.
macro_rules! of_key {
    ($key:expr, $S:ident => $body:expr) => {
        of_key!(@ $key, $S, $body, Cards Dr12 Factions Fates Ranks)
    };
    (@ $key:expr, $S:ident, $body:expr, $($System:ident)*) => {
        match $key {
            $($System::KEY => {
                type $S = $System;
                Some($body)
            })*
            _ => None,
        }
    };
}

/// The wrapping of each system at the edge.
trait AtEdge: Rules {
    fn game(saved: Saved<Self>) -> Game;
    fn asked(ask: Ask<Self>) -> Asked;
    fn unask(asked: &Asked) -> Option<&Ask<Self>>;
    fn telling(told: Told<Self>) -> Telling;
    fn told(telling: &Telling) -> Option<&Told<Self>>;
    fn outcomes(outcome: Outcome<Self>) -> Outcomes;
    fn outcome(outcomes: &mut Outcomes) -> Option<&mut Outcome<Self>>;
}

macro_rules! at_codec {
    ($system:ident) => {
        impl AtEdge for $system {
            fn game(saved: Saved<Self>) -> Game {
                Game::$system(saved)
            }
            fn asked(ask: Ask<Self>) -> Asked {
                Asked::$system(ask)
            }
            fn unask(asked: &Asked) -> Option<&Ask<Self>> {
                if let Asked::$system(ask) = asked { Some(ask) } else { None }
            }
            fn telling(told: Told<Self>) -> Telling {
                Telling::$system(told)
            }
            fn told(telling: &Telling) -> Option<&Told<Self>> {
                if let Telling::$system(told) = telling { Some(told) } else { None }
            }
            fn outcomes(outcome: Outcome<Self>) -> Outcomes {
                Outcomes::$system(Box::new(outcome))
            }
            fn outcome(outcomes: &mut Outcomes) -> Option<&mut Outcome<Self>> {
                if let Outcomes::$system(outcome) = outcomes { Some(outcome) } else { None }
            }
        }
    };
}

at_codec!(Cards);
at_codec!(Dr12);
at_codec!(Factions);
at_codec!(Fates);
at_codec!(Ranks);

impl Happened {
    fn from<S: AtEdge>(result: RunResult<S>) -> Self {
        let RunResult { saved, shown, notes, asks, lull, tape, was_refitted } = result;
        Self {
            game: S::game(saved),
            prompts: prompts(&shown, &asks, lull),
            was_refitted,
            outcome: S::outcomes(Outcome { shown, notes, tape }),
        }
    }

    /// What happened, as the journal keeps it: the notes, and the tape.
    pub fn texts(&self) -> (String, String) {
        const PLAIN: &str = "notes and tapes are plain data";
        each!(Outcomes, &self.outcome, it => (
            serde_json::to_string(&it.notes).expect(PLAIN),
            serde_json::to_string(&it.tape).expect(PLAIN),
        ))
    }

    /// What happened, with hidden facts changed at random in the fight and in the notes: what
    /// the public is told of it is the same. Proof of I6 by test.
    pub fn scramble(&mut self, pick: &mut dyn FnMut(usize) -> usize) {
        each!(Outcomes, &mut self.outcome, it => {
            scramble::scramble_fight(&mut it.shown, pick);
            scramble::scramble_notes(&it.shown, &mut it.notes, pick);
        });
    }

    /// This and what was done right after it, as one happening.
    pub fn then(mut self, mut later: Self) -> Self {
        fn joined<S: AtEdge>(first: &mut Outcomes, then: &mut Outcome<S>) {
            if let Some(first) = S::outcome(first) {
                first.notes.append(&mut then.notes);
                then.notes = std::mem::take(&mut first.notes);
                first.tape.0.append(&mut then.tape.0);
                then.tape = std::mem::take(&mut first.tape);
            }
        }
        each!(Outcomes, &mut later.outcome, then => joined(&mut self.outcome, then));
        later.was_refitted |= self.was_refitted;
        later
    }

    /// What happened, as one viewer may know it; none when nothing of it is for them.
    pub fn tell(&self, viewer: Viewer) -> Option<Telling> {
        each!(Outcomes, &self.outcome, it: S => tell(&it.shown, viewer, &it.notes).map(S::telling))
    }
}

impl Telling {
    pub fn system(&self) -> &'static str {
        each!(Telling, self, _told: S => S::KEY)
    }

    /// Whether it tells the same of what happened as another telling of it.
    pub fn tells_as_much_as(&self, other: &Self) -> bool {
        each!(Telling, self, one: S => S::told(other).is_some_and(|other| one.notes == other.notes))
    }

    /// What ends a turn in which more was done.
    #[must_use]
    pub fn after_more(mut self) -> Self {
        each!(Telling, &mut self, told => told.is_after_more = true);
        self
    }
}

fn prompts<S: AtEdge>(fight: &Fight<S>, asks: &[Ask<S>], lull: Option<usize>) -> Vec<Prompt> {
    let prompt = |ask: &Ask<S>| Prompt {
        to: ask.to,
        names: names(fight, fight.viewer_of(ask.to)),
        choices: ask.choices.iter().map(|answer| S::write_answer(fight, answer)).collect(),
        risks: risks(fight, ask),
        default: S::write_answer(fight, &ask.default),
        clock_secs: ask.clock_secs,
        is_optional: ask.is_optional,
        is_shared: S::is_shared(&ask.question) && ask.choices.len() <= MOST_SHARED,
        is_patient: S::is_patient(&ask.question),
        is_unseen: fight.decoys && S::is_unseen(fight, ask),
        asked: S::asked(ask.clone()),
    };
    asks.iter().map(prompt).chain(lull.map(lull_prompt)).collect()
}

/// Where there are more choices, they have no room beside those of others: not even in a menu.
const MOST_SHARED: usize = 25;

/// The worst that may come of the answers that let it come.
fn risks<S: AtEdge>(fight: &Fight<S>, ask: &Ask<S>) -> Vec<Vec<Risk>> {
    let Some(About { threat: Some(threat), .. }) = S::about(fight, ask) else { return Vec::new() };
    let risk = || Risk::of(threat.key());
    let of = |answer: &S::Answer| Vec::from_iter(S::lets_come(answer).then(risk));
    let all: Vec<Vec<Risk>> = ask.choices.iter().map(of).collect();
    if all.iter().all(Vec::is_empty) { Vec::new() } else { all }
}

/// A decoy wait has the form of a question to the GM.
fn lull_prompt(at: usize) -> Prompt {
    let over = Command::new("wait-over");
    Prompt {
        to: By::Gm,
        asked: Asked::DecoyWait(at),
        names: BTreeMap::new(),
        choices: vec![over.clone()],
        risks: Vec::new(),
        default: over,
        clock_secs: 0,
        is_optional: false,
        is_shared: false,
        is_patient: false,
        is_unseen: true,
    }
}

impl Game {
    /// A new fight of the system of that key.
    pub fn new(system: &str) -> Option<Self> {
        of_key!(system, S => S::game(Saved::default()))
    }

    pub fn system(&self) -> &'static str {
        each!(Game, self, _saved: S => S::KEY)
    }

    /// The verbs of acts and of the system's own orders.
    pub fn verbs(system: &str) -> Option<(&'static [Verb], &'static [Verb])> {
        of_key!(system, S => (S::VERBS, S::ORDERS))
    }

    /// The side of a player, and that of an NPC, where nobody says another.
    pub fn usual_sides(&self) -> [&'static str; 2] {
        each!(Game, self, _saved: S => S::SIDES)
    }

    /// The sides that there are, each once: the GM knows all, everybody else those of players.
    pub fn sides(&self, viewer: Viewer) -> Vec<String> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            let mut all: Vec<String> = S::SIDES.map(String::from).to_vec();
            let is_open = |one: &Combatant<S>| !one.is_npc() && one.is_known_to(viewer);
            let known = fight.iter().filter(|(_, one)| viewer == Viewer::Gm || is_open(one));
            for (_, one) in known {
                let side = S::side(&one.body);
                if !side.is_empty() && !all.iter().any(|known| known == side) {
                    all.push(side.into());
                }
            }
            all
        })
    }

    /// The kinds of questions that combatants of a system are asked.
    pub fn kinds(system: &str) -> &'static [Kind] {
        of_key!(system, S => S::KINDS).unwrap_or_default()
    }

    /// What an open question to a combatant is about, and what each of its choices takes.
    pub fn about(&self, asked: &Asked) -> Option<(About, Vec<Price>)> {
        each!(Game, self, saved: S => {
            let ask = S::unask(asked).filter(|ask| ask.to != By::Gm)?;
            let prices = ask.choices.iter().map(S::price).collect();
            Some((S::about(saved.shown().0, ask)?, prices))
        })
    }

    /// The standing orders of a combatant that the rules themselves know.
    pub fn standing(&self, who: CombatantId) -> Vec<Command> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            let acts = fight.get(who).map(|one| S::standing(&one.body)).unwrap_or_default();
            acts.iter().map(|act| S::write_act(fight, act)).collect()
        })
    }

    /// How many have ever joined: those who were removed keep their place.
    pub fn seats(&self) -> usize {
        each!(Game, self, saved => saved.fight.combatants.len())
    }

    pub fn has_decoys(&self) -> bool {
        each!(Game, self, saved => saved.fight.decoys)
    }

    /// Whether an order of that verb is given also once the fight is over.
    pub fn is_of_aftermath(&self, verb: &str) -> bool {
        each!(Game, self, _saved: S => S::AFTERMATH.contains(&verb))
    }

    /// Whether the rules know what else is meant by an answer in these words.
    pub fn fills_in(&self, words: &Command) -> bool {
        each!(Game, self, _saved: S => {
            let mut all = S::FILLED_IN.iter();
            all.any(|(verb, slot)| words.verb == *verb && words.has(slot))
        })
    }

    /// The verbs of answers.
    pub fn answers(system: &str) -> Option<&'static [Verb]> {
        of_key!(system, S => S::ANSWERS)
    }

    /// All that is said in fights of a system besides what is said in every fight: acts, then
    /// orders, then answers. One verb may be several of them.
    pub fn said(system: &str) -> impl Iterator<Item = &'static Verb> + use<> {
        let (acts, orders) = Self::verbs(system).unwrap_or_default();
        acts.iter().chain(orders).chain(Self::answers(system).unwrap_or_default())
    }

    /// What words of people's own are called, where they are said and where they are stored.
    pub fn prose(system: &str) -> &'static [&'static str] {
        of_key!(system, S => S::PROSE).unwrap_or_default()
    }

    /// A slot of the verbs of that name.
    pub fn slots(system: &str, verb: &str, slot: &str) -> impl Iterator<Item = &'static Slot> {
        let named = Self::said(system).filter(move |one| one.name == verb);
        named.filter_map(move |one| one.slot(slot))
    }

    /// The verb of an act.
    pub fn act_verb(system: &str, verb: &str) -> Option<&'static Verb> {
        let (acts, _) = Self::verbs(system)?;
        acts.iter().find(|one| one.name == verb)
    }

    /// Whether an act is called the end of a turn.
    pub fn is_end(&self, words: &Command) -> bool {
        Self::act_verb(self.system(), &words.verb).is_some_and(|verb| verb.is_end)
    }

    /// The side that a combatant is on; "" where they are on none.
    pub fn side_of(&self, who: CombatantId) -> String {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            fight.get(who).map_or_else(String::new, |one| S::side(&one.body).into())
        })
    }

    /// The verbs that mean about the same as this one by what any system says, best first.
    pub fn near(verb: &str) -> impl Iterator<Item = &'static str> {
        let all = || SYSTEMS.iter().flat_map(|system| Self::said(system));
        let of_it = all().filter(move |one| one.name == verb).flat_map(|one| one.like);
        let to_it = all().filter(move |one| one.like.contains(&verb)).map(|one| &one.name);
        of_it.chain(to_it).copied()
    }

    /// The verbs of acts with which somebody defends themselves who does nothing else.
    pub fn defences(system: &str) -> &'static [&'static str] {
        of_key!(system, S => S::DEFENCES).unwrap_or_default()
    }

    pub fn phase(&self) -> Phase {
        each!(Game, self, saved => saved.shown().0.phase.clone())
    }

    /// The round (or Moment) that is being played, from 1; 0 before the start.
    pub fn round(&self) -> u16 {
        each!(Game, self, saved => saved.shown().0.round)
    }

    /// All who have not been removed, in join order. Whoever was played by somebody who is
    /// forgotten is the GM's to play, and by the rules a player's character as before.
    pub fn members(&self) -> Vec<Member> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            let member = |(id, one): (CombatantId, &Combatant<S>)| Member {
                id,
                name: one.name.clone(),
                true_name: one.true_name.clone(),
                known_as: one.known_as.clone(),
                user: one.user.filter(|user| !user.is_gone()),
                is_hidden: one.is_hidden,
                sheet: one.sheet,
            };
            fight.iter().map(member).collect()
        })
    }

    /// The combatant of that name, if the viewer may know of it.
    pub fn find(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        each!(Game, self, saved => saved.shown().0.find(viewer, name))
    }

    /// What a viewer may know of the fight as it stands now.
    pub fn view(&self, viewer: Viewer) -> View {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            let mut view = visible_turn::visible_view(fight, viewer);
            if view.is_whole {
                ladder::mark(fight, &mut view);
            }
            view
        })
    }

    /// The fight as it stands now, with these combatants played by another user: for looking at it
    /// through that user's eyes, not to be played on.
    pub fn as_if_played(&self, who: &[CombatantId], by: UserId) -> Self {
        each!(Game, self, saved: S => {
            let (mut fight, _) = saved.now();
            for who in who {
                if let Some(one) = fight.combatants.get_mut(who.index()) {
                    one.user = Some(by);
                }
            }
            S::game(Saved::of(fight))
        })
    }

    /// Whether the GM may give somebody a name.
    ///
    /// # Errors
    /// `bad-setup`: somebody goes by it, or it is none.
    pub fn check_name(&self, name: &str) -> Result<(), Refusal> {
        each!(Game, self, saved => saved.shown().0.check_name(None, name, Viewer::Gm))
    }

    /// Whether somebody whom a viewer knows goes by that name.
    pub fn goes_by(&self, viewer: Viewer, name: &str) -> bool {
        each!(Game, self, saved => saved.shown().0.iter().any(|(_, one)| one.goes_by(viewer, name)))
    }

    /// The outcomes with which the GM may end the fight as it stands.
    pub fn endings(&self) -> Vec<String> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            match fight.phase {
                Phase::Setup => vec![CALLED_OFF.into()],
                Phase::Running => S::endings(fight),
                Phase::Over(_) => Vec::new(),
            }
        })
    }

    /// The zone of that name.
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        each!(Game, self, saved => saved.shown().0.zones.find(name))
    }

    /// What happened long ago, as one viewer may know it: the notes of the journal, told of the
    /// fight as it stood after them. None when nothing of it is for them.
    pub fn retell(&self, notes: &str, viewer: Viewer) -> Option<Telling> {
        each!(Game, self, saved: S => {
            let notes: Vec<Note<S>> = serde_json::from_str(notes).ok()?;
            tell(saved.shown().0, viewer, &notes).map(S::telling)
        })
    }

    /// The questions that are open now.
    pub fn prompts(&self) -> Vec<Prompt> {
        each!(Game, self, saved => {
            let (fight, open) = saved.shown();
            prompts(fight, &open.asks, open.lull)
        })
    }

    /// Who must act now; none while a question is open or nothing is running.
    pub fn waits(&self) -> Option<Wait> {
        each!(Game, self, saved: S => {
            if saved.paused.is_some() { None } else { S::waits(&saved.fight) }
        })
    }

    /// Returns who is waited for to act, as one viewer may know it, also while a question is open.
    pub fn visible_wait(&self, viewer: Viewer) -> Option<Wait> {
        each!(Game, self, saved => visible_turn::visible_wait(saved.shown().0, viewer))
    }

    /// Whether only hidden NPCs may act now.
    pub fn is_hidden_turn(&self) -> bool {
        each!(Game, self, saved => visible_turn::is_hidden_turn(saved.shown().0))
    }

    /// Every legal act of a combatant now, fully spelled out, as its controller knows the fight.
    pub fn offers(&self, who: CombatantId) -> Vec<Offer> {
        each!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.paused.is_none() && saved.fight.get(who).is_some() {
                S::acts(&saved.fight, who, &mut acts);
            }
            let offered = acts.iter().map(|act| Offer {
                words: S::write_act(&saved.fight, act),
                cost: S::cost_now(&saved.fight, who, act).into(),
                risks: S::risks(&saved.fight, who, act),
                odds: None,
            });
            offered.collect()
        })
    }

    /// What it may do as far as everybody knows the fight: of somebody hidden whom its controller
    /// plays as well there is nothing in it. For a combatant who is seen.
    pub fn public_offers(&self, who: CombatantId) -> Vec<Offer> {
        each!(Game, self, saved: S => {
            let is_known_to_few = |one: &Combatant<S>| one.is_hidden && !one.is_npc();
            let mut all = saved.fight.combatants.iter();
            if saved.paused.is_some() || !all.any(|one| is_known_to_few(one)) {
                return self.offers(who);
            }
            let mut fight = saved.fight.clone();
            for one in fight.combatants.iter_mut().filter(|one| is_known_to_few(one)) {
                one.user = Some(UserId::NOBODY);
            }
            S::game(Saved::of(fight)).offers(who)
        })
    }

    /// The odds of what a combatant may do now, in hundredths, as far as everybody can know them;
    /// see [`odds`].
    pub fn odds(&self, who: CombatantId) -> BTreeMap<Command, u8> {
        each!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.paused.is_none() && saved.fight.get(who).is_some() {
                S::acts(&saved.fight, who, &mut acts);
            }
            // What is plain comes first: there may be too much for all of it.
            acts.sort_by_cached_key(|act| {
                let words = S::write_act(&saved.fight, act);
                verb(S::VERBS, &words).map(|verb| verb.rareness(&words))
            });
            let odds = odds::odds(&saved.fight, who, &acts);
            let known = acts.iter().zip(odds);
            known.filter_map(|(act, odds)| Some((S::write_act(&saved.fight, act), odds?))).collect()
        })
    }

    /// What somebody had best do now, and why; none where nothing is theirs to choose.
    pub fn advice(
        &self,
        who: CombatantId,
        nature: Nature,
        thought: (u64, Effort),
    ) -> Option<Advice> {
        each!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.paused.is_none() && saved.fight.get(who).is_some() {
                S::acts(&saved.fight, who, &mut acts);
            }
            // A turn begins with whatever is done first in it.
            acts.retain(|act| {
                let words = S::write_act(&saved.fight, act);
                !verb(S::VERBS, &words).is_some_and(|verb| verb.is_begin)
            });
            let (at, why) = judgement::act(&saved.fight, who, &acts, nature, thought)?;
            Some(Advice { words: S::write_act(&saved.fight, &acts[at]), why })
        })
    }

    /// What a combatant had best answer to an open question; none where it is not open for them.
    pub fn retort(&self, asked: &Asked, nature: Nature, thought: (u64, Effort)) -> Option<Command> {
        each!(Game, self, saved: S => {
            let (fight, open) = saved.shown();
            let ask = S::unask(asked).filter(|ask| ask.to != By::Gm)?;
            let is_it = |one: &&Ask<S>| (one.to, &one.question) == (ask.to, &ask.question);
            let ask = open.asks.iter().find(is_it)?;
            Some(S::write_answer(fight, &judgement::answer(saved, ask, nature, thought)))
        })
    }

    /// How the fight will go from here, played so many times, or fewer where it must stop.
    ///
    /// # Errors
    /// It cannot begin yet.
    pub fn forecast(
        &self,
        thought: (u32, u64),
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Forecast, Refusal> {
        each!(Game, self, saved => forecast::foretell(saved, thought, goes_on))
    }

    /// In the set-up: the fight in which the NPCs begin with an ambush; none where the rules know
    /// none, or there is one already.
    pub fn ambushed(&self) -> Option<Self> {
        each!(Game, self, saved => forecast::ambushed(saved).map(AtEdge::game))
    }

    /// What somebody may answer now, though nobody waits for it.
    pub fn invitations(&self) -> Vec<Invitation> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            let invited = S::invitations(fight).into_iter().map(|(who, acts)| {
                let choices = acts.iter().map(|act| S::write_act(fight, act)).collect();
                Invitation { who, round: fight.round, choices }
            });
            invited.collect()
        })
    }

    /// It can be done while a question is open.
    pub fn is_aside(&self, who: CombatantId, words: &Command) -> bool {
        each!(Game, self, saved: S => S::is_aside(&S::read_act(&saved.fight, who, words)))
    }

    /// What is lost for good if a combatant does this now, as its controller may know it. None
    /// where nothing is, and where it is refused.
    pub fn lapses(&self, who: CombatantId, words: &Command) -> Option<Refusal> {
        each!(Game, self, saved: S => {
            verb(S::VERBS, words)?.check_slots(words).ok()?;
            saved.fight.get(who).filter(|_| saved.paused.is_none())?;
            S::lapses(&saved.fight, who, &S::read_act(&saved.fight, who, words))
        })
    }

    /// A combatant attempts something.
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened: the precedence of keys is the rule text's.
    pub fn act(
        &self,
        who: CombatantId,
        words: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Happened, Refusal> {
        each!(Game, self, saved => act(saved, who, words, dice).map(Happened::from))
            .map_err(|refusal| self.with_instead(who, self.with_names(who, words, refusal)))
    }

    /// Why a combatant cannot do this now; none where they can. Unlike a refusal of [`Self::act`]
    /// it does not say what they can do instead, which is the same whatever they tried.
    pub fn refuses(
        &self,
        who: CombatantId,
        words: &Command,
        dice: &mut dyn Dice,
    ) -> Option<Refusal> {
        let refusal = each!(Game, self, saved => act(saved, who, words, dice).err())?;
        Some(self.with_names(who, words, refusal))
    }

    /// The GM (or the set-up) orders something.
    ///
    /// Common to all systems: `zones layout:`, `set key: value:`, `adjust who: field: value:`,
    /// `reveal who: show: alias:`, `remove who:`, `start`, `skip`, `end outcome:`; the rest are
    /// [`Codec::ORDERS`].
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened.
    pub fn order(&self, words: &Command, dice: &mut dyn Dice) -> Result<Happened, Refusal> {
        each!(Game, self, saved: S => {
            verb(S::ORDERS, words).map_or(Ok(()), |verb| verb.check_slots(words))?;
            let order = read_order(saved, words)?;
            take(saved, Input::Deed(Deed::Order(order)), dice)
        })
    }

    /// Somebody joins.
    ///
    /// # Errors
    /// The refusal (`bad-setup`: a name in use, too many, a body that does not fit).
    pub fn join(&self, joining: Joining, dice: &mut dyn Dice) -> Result<Happened, Refusal> {
        each!(Game, self, saved => {
            let body = json::read(&joining.body).map_err(Refusal::unread)?;
            let Disclosure { is_hidden, name, true_name, look } = joining.guise;
            let one = Combatant::new(&name, joining.user, body);
            let one = Combatant { is_hidden, true_name, look, sheet: joining.sheet, ..one };
            take(saved, Input::Deed(Deed::Order(Order::Join(Box::new(one)))), dice)
        })
    }

    /// An answer to an open question. Who may give it is for the app to judge.
    ///
    /// # Errors
    /// `prompt-closed` when the question is not open any more; the refusal of an answer that the
    /// question does not take.
    pub fn answer(
        &self,
        asked: &Asked,
        words: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Happened, Refusal> {
        fn answer<S: AtEdge>(
            saved: &Saved<S>,
            asked: &Asked,
            words: &Command,
            dice: &mut dyn Dice,
        ) -> Result<Happened, Refusal> {
            if let Asked::DecoyWait(_) = asked {
                return take(saved, Input::DecoyWait, dice);
            }
            let ask = S::unask(asked).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
            verb(S::ANSWERS, words).map_or(Ok(()), |verb| verb.check_slots(words))?;
            let answer = S::read_answer(saved.shown().0, ask, words)?;
            let (to, question) = (ask.to, ask.question.clone());
            take(saved, Input::Answer { to, question, answer }, dice)
        }
        each!(Game, self, saved => answer(saved, asked, words, dice))
    }

    /// The act that waits, run again by the rules as they are now (I7); see [`Saved::refit`]. None
    /// where nothing waits. To be used on every fight that was stored: elsewhere an act that waits
    /// is taken to wait at the end of its tape.
    pub fn refit(&self, dice: &mut dyn Dice) -> Option<Happened> {
        each!(Game, self, saved => saved.refit(dice).map(Happened::from))
    }

    /// How long turns, answers and rulings may take.
    pub fn limits(&self) -> Vec<Limit> {
        each!(Game, self, saved: S => {
            let settings = json::written(&saved.shown().0.settings).unwrap_or_default();
            let secs = |key: &&str| settings[*key].as_u64().unwrap_or(0) as u32;
            let limit = |(key, kept): (&'static str, &[&str])| {
                let least = kept.iter().map(secs).min().unwrap_or(0);
                let most = kept.iter().map(secs).max().unwrap_or(0);
                Limit { key, least, most }
            };
            S::LIMITS.all().into_iter().map(limit).collect()
        })
    }

    /// What becomes of what players say past the bot: free but in a fight whose rules forbid it.
    pub fn chatter(&self) -> Chatter {
        each!(Game, self, saved: S => S::chatter(saved.shown().0))
    }

    /// The question or the turn is somebody else's.
    pub fn not_yours(&self) -> Refusal {
        Refusal::new(each!(Game, self, _saved: S => S::NOT_YOURS), "")
    }

    /// Why a combatant who says an answer is not asked, as far as the rules have a key for it.
    pub fn unasked(&self, who: CombatantId, words: &Command) -> Option<Refusal> {
        each!(Game, self, saved: S => {
            let (fight, open) = saved.shown();
            let is_npc = fight.get(who)?.is_npc();
            // Players learn nothing from questions that they must not see.
            let mut open = open.asks.clone();
            open.retain(|ask| is_npc || !S::is_unseen(fight, ask));
            S::unasked(fight, &open, who, words)
        })
    }

    /// Why a question that is closed takes this answer no more, where the rules have a key for it.
    pub fn too_late(&self, asked: &Asked, words: &Command) -> Option<Refusal> {
        each!(Game, self, saved: S => S::too_late(saved.shown().0, S::unask(asked)?, words))
    }

    /// A combatant's sheet and state by the rule text's field names. For the GM, the combatant's
    /// own controller, and scripts.
    pub fn body(&self, who: CombatantId) -> Option<Value> {
        each!(Game, self, saved => {
            let fight = saved.shown().0;
            json::written(&fight.get(who)?.body).ok()
        })
    }

    /// What of a combatant outlasts the fight: the sheet it leaves with.
    pub fn lasting(&self, who: CombatantId) -> Option<Value> {
        each!(Game, self, saved: S => {
            let fight = saved.shown().0;
            json::written(&S::lasting(&fight.get(who)?.body)).ok()
        })
    }

    /// The zones, settings and NPCs in a fight of their own, to be played another time.
    ///
    /// # Errors
    /// `bad-setup`: the fight has begun, or there is nothing to keep.
    pub fn template(&self) -> Result<Self, Refusal> {
        fn is_empty<S: System>(fight: &Fight<S>) -> bool {
            fight.zones.is_empty() && fight.iter().all(|(_, one)| !one.is_npc())
        }
        if self.phase() != Phase::Setup {
            return Err(Refusal::setup("", "already-started"));
        }
        if each!(Game, self, saved => is_empty(&saved.fight)) {
            return Err(Refusal::setup("", "nothing-to-keep"));
        }
        self.anew()
    }

    /// The zones, settings and NPCs of a fight that has not begun, in another one. No dice fall
    /// before the start of a fight, so none are thrown for this.
    ///
    /// # Errors
    /// What joined then may not join now.
    pub fn anew(&self) -> Result<Self, Refusal> {
        fn anew<S: AtEdge>(saved: &Saved<S>) -> Result<Saved<S>, Refusal> {
            let mut no_dice = Scripted::default();
            let Fight { zones, settings, decoys, ask_single, .. } = saved.fight.clone();
            let npcs = saved.fight.iter().filter(|(_, one)| one.is_npc());
            let npcs: Vec<_> = npcs.map(|(_, one)| one.clone()).collect();
            let fight = Fight { zones, settings, decoys, ask_single, ..Fight::default() };
            let mut saved = Saved::of(fight);
            for one in npcs {
                let join = Input::Deed(Deed::Order(Order::Join(Box::new(one))));
                saved = saved.take(join, &mut no_dice)?.saved;
            }
            debug_assert_eq!(no_dice.settle(), Vec::<String>::new());
            Ok(saved)
        }
        Ok(each!(Game, self, saved => AtEdge::game(anew(saved)?)))
    }

    /// The whole fight as it stands, secrets included. For tests and the GM's export.
    pub fn facts(&self) -> Value {
        each!(Game, self, saved => json::written(saved.shown().0).unwrap_or_default())
    }

    /// The fight as it stands, and its open questions, with hidden facts changed at random: what
    /// the public may know is the same. Proof of I6 by test.
    pub fn scrambled(&self, pick: &mut dyn FnMut(usize) -> usize) -> (Self, Vec<Prompt>) {
        each!(Game, self, saved: S => {
            let (mut fight, open) = saved.open();
            scramble::scramble_fight(&mut fight, pick);
            let prompts = prompts(&fight, &open.asks, open.lull);
            (S::game(Saved::of(fight)), prompts)
        })
    }

    /// Returns the fight as it stands, without the hidden NPCs, and its notes with nobody in the
    /// place of hidden ones, where a note can do without. Proof of I6 by test.
    pub fn without_hidden(&self, notes: &str) -> (Self, String) {
        each!(Game, self, saved: S => {
            let (mut fight, _) = saved.now();
            let mut notes: Vec<Note<S>> = serde_json::from_str(notes).unwrap_or_default();
            scramble::remove_hidden_from_notes(&fight, &mut notes);
            scramble::remove_hidden(&mut fight);
            (S::game(Saved::of(fight)), serde_json::to_string(&notes).unwrap_or_default())
        })
    }

    /// Notes of the journal with hidden facts changed at random. Proof of I6 by test.
    pub fn scrambled_notes(&self, notes: &str, pick: &mut dyn FnMut(usize) -> usize) -> String {
        each!(Game, self, saved: S => {
            let mut notes: Vec<Note<S>> = serde_json::from_str(notes).unwrap_or_default();
            scramble::scramble_notes(&saved.fight, &mut notes, pick);
            serde_json::to_string(&notes).unwrap_or_default()
        })
    }

    /// This fight as it stands, once the notes of the journal are made true one after the other:
    /// that, and not the rule that left them, makes the fight as it stands afterwards. Proof of I5
    /// by test.
    ///
    /// # Errors
    /// The notes are not of this system.
    pub fn after_notes(&self, notes: &str) -> Result<Value, String> {
        let why = |wrong: serde_json::Error| wrong.to_string();
        each!(Game, self, saved: S => {
            let notes: Vec<Note<S>> = serde_json::from_str(notes).map_err(why)?;
            let mut fight = saved.now().0;
            notes.iter().for_each(|note| fight.apply(note));
            json::written(&fight).map_err(why)
        })
    }

    /// What was said is played again over the tape that it left: it gives the same fight (I1).
    ///
    /// # Errors
    /// Why it does not go through, or that the tape is not used as it was laid.
    pub fn replayed(&self, all: &[Replay], tape: &str) -> Result<Self, String> {
        fn replayed<S: AtEdge>(
            saved: &Saved<S>,
            all: &[Replay],
            tape: &str,
        ) -> Result<Saved<S>, String> {
            let tape = serde_json::from_str(tape);
            let mut tape: Tape<S> = tape.map_err(|wrong| wrong.to_string())?;
            let refused = |refusal: Refusal| format!("refused: {}", refusal.key);
            let mut saved = saved.clone();
            for what in all {
                let deed = match (&saved.paused, what) {
                    // Answers and orders given meanwhile are on its tape.
                    (Some(paused), _) => paused.deed.clone(),
                    (None, Replay::Act(who, words)) => {
                        Deed::Act { who: *who, act: S::read_act(&saved.fight, *who, words) }
                    }
                    (None, Replay::Order(words)) => {
                        Deed::Order(read_order(&saved, words).map_err(refused)?)
                    }
                    (None, Replay::Answer) => return Err("nothing was asked".into()),
                };
                saved = saved.replayed(&deed, &mut tape)?;
            }
            if tape.0.is_empty() { Ok(saved) } else { Err("the tape does not fit".into()) }
        }
        each!(Game, self, saved => replayed(saved, all, tape).map(AtEdge::game))
    }

    /// Adds the names that fit somebody, as the refused one knows them; and that no name was given
    /// at all, where that is so. The name that fits nobody is not said again.
    fn with_names(&self, who: CombatantId, words: &Command, refusal: Refusal) -> Refusal {
        fn known<S: Rules>(fight: &Fight<S>, who: CombatantId) -> Vec<String> {
            let viewer = fight.viewer_of(By::Combatant(who));
            let others = fight.iter().filter(|(other, _)| *other != who);
            let known = others.filter(|(other, _)| fight.knows(viewer, *other));
            known.map(|(other, _)| fight.name(other).to_string()).collect()
        }
        if refusal.details.get("because").is_none_or(|because| because != UNKNOWN) {
            return refusal;
        }
        let mut names = each!(Game, self, saved => known(saved.shown().0, who));
        names.sort_by_key(|name| name.to_lowercase());
        let refusal = refusal.with("names", names.join(", "));
        let is_named = NAMING.iter().any(|slot| !words.get(slot).is_empty());
        if is_named { refusal } else { refusal.with("because", "nobody-named") }
    }

    /// Adds what the refused one can do instead (I2).
    fn with_instead(&self, who: CombatantId, mut refusal: Refusal) -> Refusal {
        refusal.system = self.system().into();
        refusal.instead = self.offers(who);
        refusal
    }
}

/// The verb of these words in a system's table.
fn verb<'a>(all: &'a [Verb], words: &Command) -> Option<&'a Verb> {
    all.iter().find(|verb| verb.name == words.verb)
}

/// A combatant attempts what these words say.
fn act<S: Rules>(
    saved: &Saved<S>,
    who: CombatantId,
    words: &Command,
    dice: &mut dyn Dice,
) -> Result<RunResult<S>, Refusal> {
    let verb = verb(S::VERBS, words)
        .ok_or_else(|| Refusal::new("not-in-system", "").with("verb", &words.verb))?;
    // Said as an answer, while nothing is asked that takes it.
    let as_answer = self::verb(S::ANSWERS, words).map(|it| it.check_slots(words).is_ok());
    verb.check_slots(words).map_err(|refusal| match as_answer {
        Some(true) => Refusal::new("nothing-asked", "").with("verb", verb.name),
        Some(false) | None => refusal,
    })?;
    if saved.fight.get(who).is_none() {
        return Err(Refusal::new("bad-target", "").with("name", words.get("as")));
    }
    let act = S::read_act(&saved.fight, who, words);
    saved.take(Input::Deed(Deed::Act { who, act }), dice)
}

fn take<S: AtEdge>(
    saved: &Saved<S>,
    input: Input<S>,
    dice: &mut dyn Dice,
) -> Result<Happened, Refusal> {
    saved.take(input, dice).map(Happened::from)
}

fn read_order<S: Rules>(saved: &Saved<S>, words: &Command) -> Result<Order<S>, Refusal> {
    let fight = saved.shown().0;
    let who = || fight.named(words.get("who"));
    Ok(match words.verb.as_str() {
        "zones" => Order::Lay(Zones::read(words.get("layout"))?),
        "set" => {
            let (key, value) = (words.get("key"), words.get("value"));
            let is_on = || value.parse().map_err(|_| Refusal::wrong(key, value));
            match key {
                "decoys" => return Ok(Order::Decoys(is_on()?)),
                "ask_single" => return Ok(Order::AskSingle(is_on()?)),
                _ => {}
            }
            let settings = match S::LIMITS.settings(key) {
                Some(limited) => {
                    let secs =
                        read_span(value).ok_or_else(|| Refusal::wrong(key, value))?.to_string();
                    let one = |settings, key: &&str| patched(&settings, key, &secs);
                    limited.iter().try_fold(fight.settings.clone(), one)
                }
                None => patched(&fight.settings, key, value),
            }?;
            if let Some(least) = too_short::<S>(&fight.settings, &settings) {
                let (least, none) = match S::LIMITS.settings(key) {
                    Some(_) => (write_span(least), "none"),
                    None => (least.to_string(), "0"),
                };
                let refusal = Refusal::setup("", "too-short").with("value", value);
                return Err(refusal.with("slot", key).with("least", least).with("none", none));
            }
            Order::Configure(Box::new(settings))
        }
        "adjust" => {
            let (who, field) = (who()?, words.get("field").to_string());
            let body = patched(fight.body(who), &field, words.get("value"));
            Order::Adjust { who, field, body: Box::new(body?) }
        }
        "supply" => {
            let who = who()?;
            Order::Give { who, item: Box::new(item::<S>(words)?) }
        }
        "loose" => {
            let name = words.get("zone");
            let zone = fight.zones.find(name).ok_or_else(|| Refusal::wrong("zone", name))?;
            Order::LayDown { zone, item: Box::new(item::<S>(words)?) }
        }
        "reveal" if !words.has("show") && !words.has("alias") => Order::Reveal(who()?),
        "reveal" => {
            let rung = match words.get("show") {
                "" => Some(DisclosureLevel::Alias),
                key => DisclosureLevel::read(key),
            };
            let rung = rung.ok_or_else(|| {
                Refusal::setup("", "no-such-rung").with("name", words.get("show"))
            })?;
            let alias = words.slots.get("alias").cloned().filter(|alias| !alias.is_empty());
            Order::Show { who: who()?, rung, alias }
        }
        "remove" => Order::Remove(who()?),
        "start" => Order::Start,
        "skip" => Order::Skip,
        // What has not begun can be called off alone, whatever is said.
        "end" if fight.phase == Phase::Setup && words.get("outcome") == CALLED_OFF => {
            Order::End(String::new())
        }
        "end" => Order::End(words.get("outcome").into()),
        verb if S::ORDERS.iter().any(|own| own.name == verb) => {
            Order::Rule(S::read_order(fight, words)?)
        }
        verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
    })
}

/// The thing of an order: `thing:` as the kit has it, else what goes by the name of `item:`.
fn item<S: Rules>(words: &Command) -> Result<S::Item, Refusal> {
    match (words.get("thing"), words.get("item").trim()) {
        ("", name) if (1..=things::LONGEST_NAME).contains(&name.chars().count()) => {
            Ok(S::Item::of_name(name))
        }
        ("", name) => Err(Refusal::wrong("item", name)),
        (text, _) => serde_json::from_str(text).map_err(Refusal::unread),
    }
}

/// The least that a clock may be, in seconds, which is set to less.
fn too_short<S: Rules>(was: &S::Settings, is: &S::Settings) -> Option<u32> {
    let read = |settings| json::written(settings).unwrap_or_default();
    let (was, is): (Value, Value) = (read(was), read(is));
    let mut all = S::LIMITS.least();
    all.find_map(|(key, least)| {
        let secs = is[key].as_u64().filter(|_| is[key] != was[key])?;
        (1..u64::from(least)).contains(&secs).then_some(least)
    })
}

/// A thing with one field set, named by its path (`hp`, `conditions.stuck`, `pack.0.marks`).
/// The value is JSON where it reads as such, else text.
///
/// # Errors
/// Which field there is not, or why the value does not fit.
pub fn patched<T: super::Part>(part: &T, path: &str, value: &str) -> Result<T, Refusal> {
    let unfit = |wrong: serde_json::Error| {
        let reason = json::without_place(&wrong);
        Refusal::unread(reason).with("slot", path).with("value", value)
    };
    let text = serde_json::to_string(part).map_err(Refusal::unread)?;
    // Only the field that is changed is taken apart.
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&text).map_err(unfit)?;
    let mut whole: Value = fields.keys().map(|name| (name.clone(), Value::Null)).collect();
    let name = path.split('.').next().unwrap_or_default();
    if let Some(field) = fields.get(name) {
        whole[name] = serde_json::from_str(field.get()).map_err(unfit)?;
    }
    set_path(&mut whole, path, value)?;
    fields.insert(name.into(), to_raw_value(&whole[name]).map_err(unfit)?);
    let text = serde_json::to_string(&fields).map_err(unfit)?;
    serde_json::from_str(&text).map_err(unfit)
}

/// Sets the field at a path of a serialised thing; see [`patched`]. What stands in a list is named
/// by its place or its name.
///
/// # Errors
/// Which field there is not.
pub fn set_path(whole: &mut Value, path: &str, value: &str) -> Result<(), Refusal> {
    let mut at = whole;
    for step in path.split('.') {
        let fields = match at {
            Value::Object(map) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
        at = match at {
            Value::Object(map) => map.get_mut(step),
            Value::Array(list) => match step.parse::<usize>() {
                Ok(place) => list.get_mut(place),
                Err(_) => list.iter_mut().find(|one| is_named(one, step)),
            },
            _ => None,
        }
        .ok_or_else(|| {
            let none = Refusal::setup("", "no-field").with("slot", step);
            if fields.is_empty() { none } else { none.with("names", fields.join(", ")) }
        })?;
    }
    *at = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.into()));
    Ok(())
}

/// Whether a thing has this name, blanks written as `_` or as they are.
fn is_named(thing: &Value, name: &str) -> bool {
    thing["name"].as_str().is_some_and(|own| own.replace(' ', "_") == name.replace(' ', "_"))
}
