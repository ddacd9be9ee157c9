//! The edge of the engine: fights of all systems behind one enum, spoken to in the common form.
//!
//! Whoever is outside the engine (app, chat, scripts) knows only what is here. What they may show
//! to people are [`View`]s, [`Telling`]s, [`Prompt`]s and [`Offer`]s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::agents::evaluator::{self, Advice, SearchBudget, Temperament};
use crate::agents::forecast::{self, Forecast};
use crate::agents::odds;
use crate::core::command::{Command, Offer, Refusal, Risk};
use crate::core::dice::{Dice, ScriptedDice};
use crate::core::fight::{Combatant, Event, Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Initiator, SheetRef, UserId, ZoneId};
use crate::core::items::{self, ItemLike};
use crate::core::json;
use crate::core::refusal_reason::UNKNOWN_TARGET;
use crate::core::time_limits::{TimeLimit, format_duration, parse_duration};
use crate::core::verbs::{Slot, Verb};
use crate::core::zones::ZoneMap;
use crate::resolution::fight_record::{ActResult, FightInput, FightRecord, RecordedAction};
use crate::resolution::orders::{CANCELLED_OUTCOME, Orders};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, PromptRequest};
use crate::resolution::tape::Tape;
use crate::rules::cards::Cards;
use crate::rules::dr12::Dr12;
use crate::rules::factions::Factions;
use crate::rules::fates::Fates;
use crate::rules::ranks::Ranks;
use crate::visibility::disclosure::{self, Disclosure, DisclosureLevel};
use crate::visibility::randomize;
use crate::visibility::view::{FightView, Viewer, VisibleEvents, filter_for, names_known_to};
use crate::visibility::visible_turn;
use crate::{Acts, ChatPolicy, Codec, PendingTurn, Prompts, Rules, System, Turns};

/// The keys of the rule systems that are there.
pub const SYSTEM_KEYS: &[&str] = &[Cards::KEY, Dr12::KEY, Factions::KEY, Fates::KEY, Ranks::KEY];

/// The slots of acts that name combatants.
pub const COMBATANT_SLOTS: &[&str] = &["target", "near", "after", "enemy"];

/// A stored fight of any system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    Cards(FightRecord<Cards>),
    Dr12(FightRecord<Dr12>),
    Factions(FightRecord<Factions>),
    Fates(FightRecord<Fates>),
    Ranks(FightRecord<Ranks>),
}

/// What happened, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Narrative {
    Cards(VisibleEvents<Cards>),
    Dr12(VisibleEvents<Dr12>),
    Factions(VisibleEvents<Factions>),
    Fates(VisibleEvents<Fates>),
    Ranks(VisibleEvents<Ranks>),
}

/// A question of any system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
pub enum PromptSubject {
    Cards(PromptRequest<Cards>),
    Dr12(PromptRequest<Dr12>),
    Factions(PromptRequest<Factions>),
    Fates(PromptRequest<Fates>),
    Ranks(PromptRequest<Ranks>),
    /// Nobody is asked: a decoy wait, by its place on the tape. It has one answer, which the clock
    /// gives.
    #[serde(rename = "lull")]
    DecoyDelay(usize),
    /// A question of rules that are no more: nobody can answer it (I7).
    #[serde(skip)]
    Lost(Value),
}

json::keep_unreadable_as_lost!(PromptSubject);

impl PromptSubject {
    /// Of a decoy wait, and of a question that is lost, it is not known.
    pub fn system_key(&self) -> Option<&'static str> {
        match self {
            Self::Cards(_) => Some(Cards::KEY),
            Self::Dr12(_) => Some(Dr12::KEY),
            Self::Factions(_) => Some(Factions::KEY),
            Self::Fates(_) => Some(Fates::KEY),
            Self::Ranks(_) => Some(Ranks::KEY),
            Self::DecoyDelay(_) | Self::Lost(_) => None,
        }
    }

    /// Whether it is the same question, whatever may be answered to it now.
    pub fn is_same_question(&self, other: &Self) -> bool {
        fn is_same_request<S: System>(
            request: &PromptRequest<S>,
            other: &PromptRequest<S>,
        ) -> bool {
            (request.respondent, &request.question) == (other.respondent, &other.question)
        }
        match (self, other) {
            (Self::Cards(one), Self::Cards(was)) => is_same_request(one, was),
            (Self::Dr12(one), Self::Dr12(was)) => is_same_request(one, was),
            (Self::Factions(one), Self::Factions(was)) => is_same_request(one, was),
            (Self::Fates(one), Self::Fates(was)) => is_same_request(one, was),
            (Self::Ranks(one), Self::Ranks(was)) => is_same_request(one, was),
            _ => self == other,
        }
    }
}

/// An open question as the edge shows it. What it holds is known to whoever is asked, and, where
/// that is a player, to everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    #[serde(rename = "to")]
    pub respondent: Initiator,
    #[serde(rename = "asked")]
    pub subject: PromptSubject,
    /// The names that the question needs, as whoever is asked knows them.
    #[serde(rename = "names")]
    pub known_names: BTreeMap<CombatantId, String>,
    /// What may be pressed, in the common form.
    pub choices: Vec<Command>,
    /// What each of them may bring on, as far as whoever is asked knows; empty: of none anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "risks")]
    pub choice_risks: Vec<Vec<Risk>>,
    /// The choice taken when the clock runs out.
    #[serde(rename = "default")]
    pub default_choice: Command,
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    pub is_optional: bool,
    /// Asked in one message with others of its kind.
    #[serde(default)]
    #[serde(rename = "is_shared")]
    pub shares_message: bool,
    /// When the clock runs out nothing is answered: whoever is asked is only reminded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_patient")]
    pub only_reminds_on_timeout: bool,
    /// The public must not see whether anybody is asked, nor when they answer: the answer counts
    /// when the wait is over that hides it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_unseen")]
    pub is_hidden_from_public: bool,
}

/// Acts by which somebody may answer an act of another in this round, though nobody waits for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionalResponse {
    pub who: CombatantId,
    pub round: u16,
    pub choices: Vec<Command>,
}

/// Somebody about to join a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinRequest {
    /// How it is shown: of an NPC perhaps by another name than its own.
    pub disclosure: Disclosure,
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
    pub former_names: Vec<String>,
    pub user: Option<UserId>,
    pub is_hidden: bool,
    pub sheet: Option<SheetRef>,
}

impl Member {
    /// As a viewer calls it: the GM by both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        disclosure::format_name_for(viewer, &self.name, self.true_name.as_deref())
    }
}

/// What was said to a fight, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayStep {
    Act(CombatantId, Command),
    Order(Command),
    /// The answer is on the tape.
    Answer,
}

/// What came of an input.
pub struct GameOutcome {
    /// To be stored.
    pub game: Game,
    /// The questions that are open now.
    pub prompts: Vec<Prompt>,
    /// The rules no longer fitted the stored tape: the GM should know.
    pub was_migrated: bool,
    details: AnyActOutcome,
}

enum AnyActOutcome {
    Cards(Box<ActOutcome<Cards>>),
    Dr12(Box<ActOutcome<Dr12>>),
    Factions(Box<ActOutcome<Factions>>),
    Fates(Box<ActOutcome<Fates>>),
    Ranks(Box<ActOutcome<Ranks>>),
}

/// What happened, and the fight after it, a paused act included as far as it has come.
struct ActOutcome<S: Rules> {
    fight: Fight<S>,
    events: Vec<Event<S>>,
    tape: Tape<S>,
}

/// What is in one of the enums above, whatever its system, which may go by a name.
macro_rules! match_system {
    ($Of:ident, $it:expr, $one:ident: $S:ident => $body:expr) => {
        match_system!(@ $Of, $it, $one, $S, $body, Cards Dr12 Factions Fates Ranks)
    };
    ($Of:ident, $it:expr, $one:ident => $body:expr) => {
        match_system!($Of, $it, $one: _S => $body)
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
macro_rules! with_system_key {
    ($key:expr, $S:ident => $body:expr) => {
        with_system_key!(@ $key, $S, $body, Cards Dr12 Factions Fates Ranks)
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
trait GameSystem: Rules {
    fn wrap_record(record: FightRecord<Self>) -> Game;
    fn wrap_request(request: PromptRequest<Self>) -> PromptSubject;
    fn unwrap_request(subject: &PromptSubject) -> Option<&PromptRequest<Self>>;
    fn wrap_events(events: VisibleEvents<Self>) -> Narrative;
    fn unwrap_events(narrative: &Narrative) -> Option<&VisibleEvents<Self>>;
    fn wrap_outcome(outcome: ActOutcome<Self>) -> AnyActOutcome;
    fn unwrap_outcome_mut(outcomes: &mut AnyActOutcome) -> Option<&mut ActOutcome<Self>>;
}

macro_rules! impl_game_system {
    ($system:ident) => {
        impl GameSystem for $system {
            fn wrap_record(record: FightRecord<Self>) -> Game {
                Game::$system(record)
            }
            fn wrap_request(request: PromptRequest<Self>) -> PromptSubject {
                PromptSubject::$system(request)
            }
            fn unwrap_request(subject: &PromptSubject) -> Option<&PromptRequest<Self>> {
                if let PromptSubject::$system(request) = subject { Some(request) } else { None }
            }
            fn wrap_events(events: VisibleEvents<Self>) -> Narrative {
                Narrative::$system(events)
            }
            fn unwrap_events(narrative: &Narrative) -> Option<&VisibleEvents<Self>> {
                if let Narrative::$system(events) = narrative { Some(events) } else { None }
            }
            fn wrap_outcome(outcome: ActOutcome<Self>) -> AnyActOutcome {
                AnyActOutcome::$system(Box::new(outcome))
            }
            fn unwrap_outcome_mut(outcomes: &mut AnyActOutcome) -> Option<&mut ActOutcome<Self>> {
                if let AnyActOutcome::$system(outcome) = outcomes { Some(outcome) } else { None }
            }
        }
    };
}

impl_game_system!(Cards);
impl_game_system!(Dr12);
impl_game_system!(Factions);
impl_game_system!(Fates);
impl_game_system!(Ranks);

impl GameOutcome {
    fn from_act_result<S: GameSystem>(result: ActResult<S>) -> Self {
        let ActResult {
            record: saved,
            current_fight: shown,
            events: notes,
            requests: asks,
            decoy_delay_index: lull,
            tape,
            was_migrated,
        } = result;
        Self {
            game: S::wrap_record(saved),
            prompts: build_prompts(&shown, &asks, lull),
            was_migrated,
            details: S::wrap_outcome(ActOutcome { fight: shown, events: notes, tape }),
        }
    }

    /// What happened, as the journal keeps it: the notes, and the tape.
    pub fn to_journal_json(&self) -> (String, String) {
        const PLAIN: &str = "notes and tapes are plain data";
        match_system!(AnyActOutcome, &self.details, it => (
            serde_json::to_string(&it.events).expect(PLAIN),
            serde_json::to_string(&it.tape).expect(PLAIN),
        ))
    }

    /// What happened, with hidden facts changed at random in the fight and in the notes: what
    /// the public is told of it is the same. Proof of I6 by test.
    pub fn randomize_hidden(&mut self, pick: &mut dyn FnMut(usize) -> usize) {
        match_system!(AnyActOutcome, &mut self.details, it => {
            randomize::randomize_fight(&mut it.fight, pick);
            randomize::randomize_events(&it.fight, &mut it.events, pick);
        });
    }

    /// This and what was done right after it, as one happening.
    pub fn merge_with(mut self, mut later: Self) -> Self {
        fn prepend_outcome<S: GameSystem>(first: &mut AnyActOutcome, later: &mut ActOutcome<S>) {
            if let Some(first) = S::unwrap_outcome_mut(first) {
                first.events.append(&mut later.events);
                later.events = std::mem::take(&mut first.events);
                first.tape.0.append(&mut later.tape.0);
                later.tape = std::mem::take(&mut first.tape);
            }
        }
        match_system!(AnyActOutcome, &mut later.details, then => prepend_outcome(&mut self.details, then));
        later.was_migrated |= self.was_migrated;
        later
    }

    /// What happened, as one viewer may know it; none when nothing of it is for them.
    pub fn narrative_for(&self, viewer: Viewer) -> Option<Narrative> {
        match_system!(AnyActOutcome, &self.details, it: S => filter_for(&it.fight, viewer, &it.events).map(S::wrap_events))
    }
}

impl Narrative {
    pub fn system_key(&self) -> &'static str {
        match_system!(Narrative, self, _told: S => S::KEY)
    }

    /// Whether it tells the same of what happened as another telling of it.
    pub fn has_same_events_as(&self, other: &Self) -> bool {
        match_system!(Narrative, self, one: S => S::unwrap_events(other).is_some_and(|other| one.events == other.events))
    }

    /// What ends a turn in which more was done.
    #[must_use]
    pub fn mark_follows_other_acts(mut self) -> Self {
        match_system!(Narrative, &mut self, told => told.follows_other_acts = true);
        self
    }
}

fn build_prompts<S: GameSystem>(
    fight: &Fight<S>,
    requests: &[PromptRequest<S>],
    decoy_delay_index: Option<usize>,
) -> Vec<Prompt> {
    let prompt = |ask: &PromptRequest<S>| Prompt {
        respondent: ask.respondent,
        known_names: names_known_to(fight, fight.viewer_of(ask.respondent)),
        choices: ask.choices.iter().map(|answer| S::format_answer(fight, answer)).collect(),
        choice_risks: choice_risks(fight, ask),
        default_choice: S::format_answer(fight, &ask.default),
        timeout_secs: ask.timeout_secs,
        is_optional: ask.is_optional,
        shares_message: S::shares_message(&ask.question) && ask.choices.len() <= MAX_SHARED_CHOICES,
        only_reminds_on_timeout: S::only_reminds_on_timeout(&ask.question),
        is_hidden_from_public: fight.has_decoys && S::is_hidden_from_public(fight, ask),
        subject: S::wrap_request(ask.clone()),
    };
    requests.iter().map(prompt).chain(decoy_delay_index.map(decoy_delay_prompt)).collect()
}

/// Where there are more choices, they have no room beside those of others: not even in a menu.
const MAX_SHARED_CHOICES: usize = 25;

/// The worst that may come of the answers that let it come.
fn choice_risks<S: GameSystem>(fight: &Fight<S>, request: &PromptRequest<S>) -> Vec<Vec<Risk>> {
    let Some(PromptContext { threat: Some(threat), .. }) = S::prompt_context(fight, request) else {
        return Vec::new();
    };
    let risk = || Risk::new(threat.key());
    let of = |answer: &S::Answer| Vec::from_iter(S::accepts_threat(answer).then(risk));
    let all: Vec<Vec<Risk>> = request.choices.iter().map(of).collect();
    if all.iter().all(Vec::is_empty) { Vec::new() } else { all }
}

/// A decoy wait has the form of a question to the GM.
fn decoy_delay_prompt(tape_index: usize) -> Prompt {
    let over = Command::new("wait-over");
    Prompt {
        respondent: Initiator::Gm,
        subject: PromptSubject::DecoyDelay(tape_index),
        known_names: BTreeMap::new(),
        choices: vec![over.clone()],
        choice_risks: Vec::new(),
        default_choice: over,
        timeout_secs: 0,
        is_optional: false,
        shares_message: false,
        only_reminds_on_timeout: false,
        is_hidden_from_public: true,
    }
}

impl Game {
    /// A new fight of the system of that key.
    pub fn new(system: &str) -> Option<Self> {
        with_system_key!(system, S => S::wrap_record(FightRecord::default()))
    }

    pub fn system_key(&self) -> &'static str {
        match_system!(Game, self, _saved: S => S::KEY)
    }

    /// The verbs of acts and of the system's own orders.
    pub fn act_and_order_verbs(system: &str) -> Option<(&'static [Verb], &'static [Verb])> {
        with_system_key!(system, S => (S::ACT_VERBS, S::ORDER_VERBS))
    }

    /// The side of a player, and that of an NPC, where nobody says another.
    pub fn default_sides(&self) -> [&'static str; 2] {
        match_system!(Game, self, _saved: S => S::DEFAULT_SIDES)
    }

    /// The sides that there are, each once: the GM knows all, everybody else those of players.
    pub fn sides_for(&self, viewer: Viewer) -> Vec<String> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            let mut all: Vec<String> = S::DEFAULT_SIDES.map(String::from).to_vec();
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
    pub fn prompt_kinds(system: &str) -> &'static [PromptKind] {
        with_system_key!(system, S => S::PROMPT_KINDS).unwrap_or_default()
    }

    /// What an open question to a combatant is about, and what each of its choices takes.
    pub fn prompt_context_and_costs(
        &self,
        subject: &PromptSubject,
    ) -> Option<(PromptContext, Vec<AnswerCost>)> {
        match_system!(Game, self, saved: S => {
            let ask = S::unwrap_request(subject).filter(|ask| ask.respondent != Initiator::Gm)?;
            let prices = ask.choices.iter().map(S::answer_cost).collect();
            Some((S::prompt_context(saved.current_state().0, ask)?, prices))
        })
    }

    /// The standing orders of a combatant that the rules themselves know.
    pub fn standing_orders(&self, who: CombatantId) -> Vec<Command> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            let acts = fight.get(who).map(|one| S::standing_orders(&one.body)).unwrap_or_default();
            acts.iter().map(|act| S::format_act(fight, act)).collect()
        })
    }

    /// How many have ever joined: those who were removed keep their place.
    pub fn ever_joined_count(&self) -> usize {
        match_system!(Game, self, saved => saved.base_fight.combatants.len())
    }

    pub fn has_decoys(&self) -> bool {
        match_system!(Game, self, saved => saved.base_fight.has_decoys)
    }

    /// Whether an order of that verb is given also once the fight is over.
    pub fn is_order_allowed_after_fight(&self, verb: &str) -> bool {
        match_system!(Game, self, _saved: S => S::AFTER_FIGHT_VERBS.contains(&verb))
    }

    /// Whether the rules know what else is meant by an answer in these words.
    pub fn can_infer_answer(&self, command: &Command) -> bool {
        match_system!(Game, self, _saved: S => {
            let mut all = S::INFERABLE_ANSWERS.iter();
            all.any(|(verb, slot)| command.verb == *verb && command.has_slot(slot))
        })
    }

    /// The verbs of answers.
    pub fn answer_verbs(system: &str) -> Option<&'static [Verb]> {
        with_system_key!(system, S => S::ANSWER_VERBS)
    }

    /// All that is said in fights of a system besides what is said in every fight: acts, then
    /// orders, then answers. One verb may be several of them.
    pub fn all_verbs(system: &str) -> impl Iterator<Item = &'static Verb> + use<> {
        let (acts, orders) = Self::act_and_order_verbs(system).unwrap_or_default();
        acts.iter().chain(orders).chain(Self::answer_verbs(system).unwrap_or_default())
    }

    /// What words of people's own are called, where they are said and where they are stored.
    pub fn free_text_slots(system: &str) -> &'static [&'static str] {
        with_system_key!(system, S => S::FREE_TEXT_SLOTS).unwrap_or_default()
    }

    /// A slot of the verbs of that name.
    pub fn find_slots(system: &str, verb: &str, slot: &str) -> impl Iterator<Item = &'static Slot> {
        let named = Self::all_verbs(system).filter(move |one| one.name == verb);
        named.filter_map(move |one| one.slot(slot))
    }

    /// The verb of an act.
    pub fn find_act_verb(system: &str, verb: &str) -> Option<&'static Verb> {
        let (acts, _) = Self::act_and_order_verbs(system)?;
        acts.iter().find(|one| one.name == verb)
    }

    /// Whether an act is called the end of a turn.
    pub fn is_turn_end(&self, command: &Command) -> bool {
        Self::find_act_verb(self.system_key(), &command.verb).is_some_and(|verb| verb.is_turn_end)
    }

    /// The side that a combatant is on; "" where they are on none.
    pub fn side_of(&self, who: CombatantId) -> String {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            fight.get(who).map_or_else(String::new, |one| S::side(&one.body).into())
        })
    }

    /// The verbs that mean about the same as this one by what any system says, best first.
    pub fn similar_verbs(verb: &str) -> impl Iterator<Item = &'static str> {
        let all = || SYSTEM_KEYS.iter().flat_map(|system| Self::all_verbs(system));
        let of_it = all().filter(move |one| one.name == verb).flat_map(|one| one.similar_verbs);
        let to_it = all().filter(move |one| one.similar_verbs.contains(&verb)).map(|one| &one.name);
        of_it.chain(to_it).copied()
    }

    /// The verbs of acts with which somebody defends themselves who does nothing else.
    pub fn defence_verbs(system: &str) -> &'static [&'static str] {
        with_system_key!(system, S => S::DEFENCE_VERBS).unwrap_or_default()
    }

    pub fn phase(&self) -> FightPhase {
        match_system!(Game, self, saved => saved.current_state().0.phase.clone())
    }

    /// The round (or Moment) that is being played, from 1; 0 before the start.
    pub fn round(&self) -> u16 {
        match_system!(Game, self, saved => saved.current_state().0.round)
    }

    /// All who have not been removed, in join order. Whoever was played by somebody who is
    /// forgotten is the GM's to play, and by the rules a player's character as before.
    pub fn members(&self) -> Vec<Member> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            let member = |(id, one): (CombatantId, &Combatant<S>)| Member {
                id,
                name: one.name.clone(),
                true_name: one.true_name.clone(),
                former_names: one.former_names.clone(),
                user: one.user.filter(|user| !user.is_forgotten()),
                is_hidden: one.is_hidden,
                sheet: one.sheet,
            };
            fight.iter().map(member).collect()
        })
    }

    /// The combatant of that name, if the viewer may know of it.
    pub fn find_combatant(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        match_system!(Game, self, saved => saved.current_state().0.find_combatant(viewer, name))
    }

    /// What a viewer may know of the fight as it stands now.
    pub fn view_for(&self, viewer: Viewer) -> FightView {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            let mut view = visible_turn::visible_view(fight, viewer);
            if view.is_gm_view {
                disclosure::add_disclosure_facts(fight, &mut view);
            }
            view
        })
    }

    /// The fight as it stands now, with these combatants played by another user: for looking at it
    /// through that user's eyes, not to be played on.
    pub fn with_combatants_played_by(&self, combatants: &[CombatantId], user: UserId) -> Self {
        match_system!(Game, self, saved: S => {
            let (mut fight, _) = saved.clone_fight_and_requests();
            for who in combatants {
                if let Some(one) = fight.combatants.get_mut(who.index()) {
                    one.user = Some(user);
                }
            }
            S::wrap_record(FightRecord::new(fight))
        })
    }

    /// Whether the GM may give somebody a name.
    ///
    /// # Errors
    /// `bad-setup`: somebody goes by it, or it is none.
    pub fn check_name_is_free(&self, name: &str) -> Result<(), Refusal> {
        match_system!(Game, self, saved => saved.current_state().0.check_name_is_free(None, name, Viewer::Gm))
    }

    /// Whether somebody whom a viewer knows goes by that name.
    pub fn has_combatant_named(&self, viewer: Viewer, name: &str) -> bool {
        match_system!(Game, self, saved => saved.current_state().0.iter().any(|(_, one)| one.is_known_as(viewer, name)))
    }

    /// The outcomes with which the GM may end the fight as it stands.
    pub fn possible_outcomes(&self) -> Vec<String> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            match fight.phase {
                FightPhase::Setup => vec![CANCELLED_OUTCOME.into()],
                FightPhase::Running => S::possible_outcomes(fight),
                FightPhase::Over(_) => Vec::new(),
            }
        })
    }

    /// The zone of that name.
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        match_system!(Game, self, saved => saved.current_state().0.zones.find_by_name(name))
    }

    /// What happened long ago, as one viewer may know it: the notes of the journal, told of the
    /// fight as it stood after them. None when nothing of it is for them.
    pub fn narrative_from_journal(&self, events_json: &str, viewer: Viewer) -> Option<Narrative> {
        match_system!(Game, self, saved: S => {
            let notes: Vec<Event<S>> = serde_json::from_str(events_json).ok()?;
            filter_for(saved.current_state().0, viewer, &notes).map(S::wrap_events)
        })
    }

    /// The questions that are open now.
    pub fn open_prompts(&self) -> Vec<Prompt> {
        match_system!(Game, self, saved => {
            let (fight, open) = saved.current_state();
            build_prompts(fight, &open.requests, open.decoy_delay_index)
        })
    }

    /// Who must act now; none while a question is open or nothing is running.
    pub fn pending_turn(&self) -> Option<PendingTurn> {
        match_system!(Game, self, saved: S => {
            if saved.pending.is_some() { None } else { S::pending_turn(&saved.base_fight) }
        })
    }

    /// Returns who is waited for to act, as one viewer may know it, also while a question is open.
    pub fn visible_pending_turn(&self, viewer: Viewer) -> Option<PendingTurn> {
        match_system!(Game, self, saved => visible_turn::visible_pending_turn(saved.current_state().0, viewer))
    }

    /// Whether only hidden NPCs may act now.
    pub fn is_hidden_turn(&self) -> bool {
        match_system!(Game, self, saved => visible_turn::is_hidden_turn(saved.current_state().0))
    }

    /// Every legal act of a combatant now, fully spelled out, as its controller knows the fight.
    pub fn list_offers(&self, who: CombatantId) -> Vec<Offer> {
        match_system!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.pending.is_none() && saved.base_fight.get(who).is_some() {
                S::list_legal_acts(&saved.base_fight, who, &mut acts);
            }
            let offered = acts.iter().map(|act| Offer {
                command: S::format_act(&saved.base_fight, act),
                cost_label: S::current_cost_label(&saved.base_fight, who, act).into(),
                risks: S::known_risks(&saved.base_fight, who, act),
                odds_percent: None,
            });
            offered.collect()
        })
    }

    /// What it may do as far as everybody knows the fight: of somebody hidden whom its controller
    /// plays as well there is nothing in it. For a combatant who is seen.
    pub fn list_public_offers(&self, who: CombatantId) -> Vec<Offer> {
        match_system!(Game, self, saved: S => {
            let is_known_to_few = |one: &Combatant<S>| one.is_hidden && !one.is_npc();
            let mut all = saved.base_fight.combatants.iter();
            if saved.pending.is_some() || !all.any(|one| is_known_to_few(one)) {
                return self.list_offers(who);
            }
            let mut fight = saved.base_fight.clone();
            for one in fight.combatants.iter_mut().filter(|one| is_known_to_few(one)) {
                one.user = Some(UserId::NOBODY);
            }
            S::wrap_record(FightRecord::new(fight)).list_offers(who)
        })
    }

    /// The odds of what a combatant may do now, in hundredths, as far as everybody can know them;
    /// see [`odds`].
    pub fn estimate_odds(&self, who: CombatantId) -> BTreeMap<Command, u8> {
        match_system!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.pending.is_none() && saved.base_fight.get(who).is_some() {
                S::list_legal_acts(&saved.base_fight, who, &mut acts);
            }
            // What is plain comes first: there may be too much for all of it.
            acts.sort_by_cached_key(|act| {
                let words = S::format_act(&saved.base_fight, act);
                find_verb(S::ACT_VERBS, &words).map(|verb| verb.rarity_score(&words))
            });
            let odds = odds::estimate_odds(&saved.base_fight, who, &acts);
            let known = acts.iter().zip(odds);
            known.filter_map(|(act, odds)| Some((S::format_act(&saved.base_fight, act), odds?))).collect()
        })
    }

    /// What somebody had best do now, and why; none where nothing is theirs to choose.
    pub fn advise_act(
        &self,
        who: CombatantId,
        temperament: Temperament,
        seed_and_budget: (u64, SearchBudget),
    ) -> Option<Advice> {
        match_system!(Game, self, saved: S => {
            let mut acts = Vec::new();
            if saved.pending.is_none() && saved.base_fight.get(who).is_some() {
                S::list_legal_acts(&saved.base_fight, who, &mut acts);
            }
            // A turn begins with whatever is done first in it.
            acts.retain(|act| {
                let words = S::format_act(&saved.base_fight, act);
                !find_verb(S::ACT_VERBS, &words).is_some_and(|verb| verb.is_turn_start)
            });
            let (at, reason) = evaluator::choose_act(&saved.base_fight, who, &acts, temperament, seed_and_budget)?;
            Some(Advice { command: S::format_act(&saved.base_fight, &acts[at]), reason })
        })
    }

    /// What a combatant had best answer to an open question; none where it is not open for them.
    pub fn choose_answer(
        &self,
        subject: &PromptSubject,
        temperament: Temperament,
        seed_and_budget: (u64, SearchBudget),
    ) -> Option<Command> {
        match_system!(Game, self, saved: S => {
            let (fight, open) = saved.current_state();
            let ask = S::unwrap_request(subject).filter(|ask| ask.respondent != Initiator::Gm)?;
            let is_it = |one: &&PromptRequest<S>| (one.respondent, &one.question) == (ask.respondent, &ask.question);
            let ask = open.requests.iter().find(is_it)?;
            Some(S::format_answer(fight, &evaluator::choose_answer(saved, ask, temperament, seed_and_budget)))
        })
    }

    /// How the fight will go from here, played so many times, or fewer where it must stop.
    ///
    /// # Errors
    /// It cannot begin yet.
    pub fn forecast(
        &self,
        runs_and_seed: (u32, u64),
        should_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Forecast, Refusal> {
        match_system!(Game, self, saved => forecast::forecast_fight(saved, runs_and_seed, should_continue))
    }

    /// In the set-up: the fight in which the NPCs begin with an ambush; none where the rules know
    /// none, or there is one already.
    pub fn with_npc_ambush(&self) -> Option<Self> {
        match_system!(Game, self, saved => forecast::with_npc_ambush(saved).map(GameSystem::wrap_record))
    }

    /// What somebody may answer now, though nobody waits for it.
    pub fn list_optional_responses(&self) -> Vec<OptionalResponse> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            let invited = S::list_optional_responses(fight).into_iter().map(|(who, acts)| {
                let choices = acts.iter().map(|act| S::format_act(fight, act)).collect();
                OptionalResponse { who, round: fight.round, choices }
            });
            invited.collect()
        })
    }

    /// It can be done while a question is open.
    pub fn is_act_allowed_during_prompt(&self, who: CombatantId, command: &Command) -> bool {
        match_system!(Game, self, saved: S => S::is_act_allowed_during_prompt(&S::parse_act(&saved.base_fight, who, command)))
    }

    /// What is lost for good if a combatant does this now, as its controller may know it. None
    /// where nothing is, and where it is refused.
    pub fn permanent_loss_warning(&self, who: CombatantId, command: &Command) -> Option<Refusal> {
        match_system!(Game, self, saved: S => {
            find_verb(S::ACT_VERBS, command)?.check_slots(command).ok()?;
            saved.base_fight.get(who).filter(|_| saved.pending.is_none())?;
            S::permanent_loss_warning(&saved.base_fight, who, &S::parse_act(&saved.base_fight, who, command))
        })
    }

    /// A combatant attempts something.
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened: the precedence of keys is the rule text's.
    pub fn perform_act(
        &self,
        who: CombatantId,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        match_system!(Game, self, saved => perform_command(saved, who, command, dice).map(GameOutcome::from_act_result))
            .map_err(|refusal| self.add_alternatives(who, self.add_known_names(who, command, refusal)))
    }

    /// Why a combatant cannot do this now; none where they can. Unlike a refusal of [`Self::act`]
    /// it does not say what they can do instead, which is the same whatever they tried.
    pub fn explain_act_refusal(
        &self,
        who: CombatantId,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Option<Refusal> {
        let refusal =
            match_system!(Game, self, saved => perform_command(saved, who, command, dice).err())?;
        Some(self.add_known_names(who, command, refusal))
    }

    /// The GM (or the set-up) orders something.
    ///
    /// Common to all systems: `zones layout:`, `set key: value:`, `adjust who: field: value:`,
    /// `reveal who: show: alias:`, `remove who:`, `start`, `skip`, `end outcome:`; the rest are
    /// [`Codec::ORDERS`].
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened.
    pub fn perform_order(
        &self,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        match_system!(Game, self, saved: S => {
            find_verb(S::ORDER_VERBS, command).map_or(Ok(()), |verb| verb.check_slots(command))?;
            let order = parse_order(saved, command)?;
            apply_input(saved, FightInput::Action(RecordedAction::Order(order)), dice)
        })
    }

    /// Somebody joins.
    ///
    /// # Errors
    /// The refusal (`bad-setup`: a name in use, too many, a body that does not fit).
    pub fn add_combatant(
        &self,
        request: JoinRequest,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        match_system!(Game, self, saved => {
            let body = json::from_value(&request.body).map_err(Refusal::parse_error)?;
            let Disclosure { is_hidden, name, true_name, public_detail } = request.disclosure;
            let one = Combatant::new(&name, request.user, body);
            let one = Combatant { is_hidden, true_name, public_detail, sheet: request.sheet, ..one };
            apply_input(saved, FightInput::Action(RecordedAction::Order(Order::Join(Box::new(one)))), dice)
        })
    }

    /// An answer to an open question. Who may give it is for the app to judge.
    ///
    /// # Errors
    /// `prompt-closed` when the question is not open any more; the refusal of an answer that the
    /// question does not take.
    pub fn answer_prompt(
        &self,
        subject: &PromptSubject,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        fn answer_in_system<S: GameSystem>(
            record: &FightRecord<S>,
            subject: &PromptSubject,
            command: &Command,
            dice: &mut dyn Dice,
        ) -> Result<GameOutcome, Refusal> {
            if let PromptSubject::DecoyDelay(_) = subject {
                return apply_input(record, FightInput::DecoyDelayOver, dice);
            }
            let ask =
                S::unwrap_request(subject).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
            find_verb(S::ANSWER_VERBS, command).map_or(Ok(()), |verb| verb.check_slots(command))?;
            let answer = S::parse_answer(record.current_state().0, ask, command)?;
            let (to, question) = (ask.respondent, ask.question.clone());
            apply_input(record, FightInput::Answer { respondent: to, question, answer }, dice)
        }
        match_system!(Game, self, saved => answer_in_system(saved, subject, command, dice))
    }

    /// The act that waits, run again by the rules as they are now (I7); see [`Saved::refit`]. None
    /// where nothing waits. To be used on every fight that was stored: elsewhere an act that waits
    /// is taken to wait at the end of its tape.
    pub fn migrate_pending(&self, dice: &mut dyn Dice) -> Option<GameOutcome> {
        match_system!(Game, self, saved => saved.migrate_pending(dice).map(GameOutcome::from_act_result))
    }

    /// How long turns, answers and rulings may take.
    pub fn time_limits(&self) -> Vec<TimeLimit> {
        match_system!(Game, self, saved: S => {
            let settings = json::to_value(&saved.current_state().0.settings).unwrap_or_default();
            let secs = |key: &&str| settings[*key].as_u64().unwrap_or(0) as u32;
            let limit = |(key, kept): (&'static str, &[&str])| {
                let min_secs = kept.iter().map(secs).min().unwrap_or(0);
                let max_secs = kept.iter().map(secs).max().unwrap_or(0);
                TimeLimit { key, min_secs, max_secs }
            };
            S::TIME_LIMITS.settings_by_limit().into_iter().map(limit).collect()
        })
    }

    /// What becomes of what players say past the bot: free but in a fight whose rules forbid it.
    pub fn chat_policy(&self) -> ChatPolicy {
        match_system!(Game, self, saved: S => S::chat_policy(saved.current_state().0))
    }

    /// The question or the turn is somebody else's.
    pub fn not_yours_refusal(&self) -> Refusal {
        Refusal::new(match_system!(Game, self, _saved: S => S::NOT_YOURS_KEY), "")
    }

    /// Why a combatant who says an answer is not asked, as far as the rules have a key for it.
    pub fn explain_not_asked(&self, who: CombatantId, command: &Command) -> Option<Refusal> {
        match_system!(Game, self, saved: S => {
            let (fight, open) = saved.current_state();
            let is_npc = fight.get(who)?.is_npc();
            // Players learn nothing from questions that they must not see.
            let mut open = open.requests.clone();
            open.retain(|ask| is_npc || !S::is_hidden_from_public(fight, ask));
            S::explain_not_asked(fight, &open, who, command)
        })
    }

    /// Why a question that is closed takes this answer no more, where the rules have a key for it.
    pub fn explain_too_late(&self, subject: &PromptSubject, command: &Command) -> Option<Refusal> {
        match_system!(Game, self, saved: S => S::explain_too_late(saved.current_state().0, S::unwrap_request(subject)?, command))
    }

    /// A combatant's sheet and state by the rule text's field names. For the GM, the combatant's
    /// own controller, and scripts.
    pub fn body_json(&self, who: CombatantId) -> Option<Value> {
        match_system!(Game, self, saved => {
            let fight = saved.current_state().0;
            json::to_value(&fight.get(who)?.body).ok()
        })
    }

    /// What of a combatant outlasts the fight: the sheet it leaves with.
    pub fn body_json_after_fight(&self, who: CombatantId) -> Option<Value> {
        match_system!(Game, self, saved: S => {
            let fight = saved.current_state().0;
            json::to_value(&S::body_after_fight(&fight.get(who)?.body)).ok()
        })
    }

    /// The zones, settings and NPCs in a fight of their own, to be played another time.
    ///
    /// # Errors
    /// `bad-setup`: the fight has begun, or there is nothing to keep.
    pub fn to_template(&self) -> Result<Self, Refusal> {
        fn has_no_zones_or_npcs<S: System>(fight: &Fight<S>) -> bool {
            fight.zones.is_empty() && fight.iter().all(|(_, one)| !one.is_npc())
        }
        if self.phase() != FightPhase::Setup {
            return Err(Refusal::bad_setup("", "already-started"));
        }
        if match_system!(Game, self, saved => has_no_zones_or_npcs(&saved.base_fight)) {
            return Err(Refusal::bad_setup("", "nothing-to-keep"));
        }
        self.copy_setup()
    }

    /// The zones, settings and NPCs of a fight that has not begun, in another one. No dice fall
    /// before the start of a fight, so none are thrown for this.
    ///
    /// # Errors
    /// What joined then may not join now.
    pub fn copy_setup(&self) -> Result<Self, Refusal> {
        fn copy_setup<S: GameSystem>(record: &FightRecord<S>) -> Result<FightRecord<S>, Refusal> {
            let mut no_dice = ScriptedDice::default();
            let Fight {
                zones, settings, has_decoys: decoys, asks_single_choices: ask_single, ..
            } = record.base_fight.clone();
            let npcs = record.base_fight.iter().filter(|(_, one)| one.is_npc());
            let npcs: Vec<_> = npcs.map(|(_, one)| one.clone()).collect();
            let fight = Fight {
                zones,
                settings,
                has_decoys: decoys,
                asks_single_choices: ask_single,
                ..Fight::default()
            };
            let mut saved = FightRecord::new(fight);
            for one in npcs {
                let join = FightInput::Action(RecordedAction::Order(Order::Join(Box::new(one))));
                saved = saved.apply_input(join, &mut no_dice)?.record;
            }
            debug_assert_eq!(no_dice.take_errors_and_unused(), Vec::<String>::new());
            Ok(saved)
        }
        Ok(match_system!(Game, self, saved => GameSystem::wrap_record(copy_setup(saved)?)))
    }

    /// The whole fight as it stands, secrets included. For tests and the GM's export.
    pub fn full_state_json(&self) -> Value {
        match_system!(Game, self, saved => json::to_value(saved.current_state().0).unwrap_or_default())
    }

    /// The fight as it stands, and its open questions, with hidden facts changed at random: what
    /// the public may know is the same. Proof of I6 by test.
    pub fn randomize_hidden(&self, pick: &mut dyn FnMut(usize) -> usize) -> (Self, Vec<Prompt>) {
        match_system!(Game, self, saved: S => {
            let (mut fight, open) = saved.clone_current_state();
            randomize::randomize_fight(&mut fight, pick);
            let prompts = build_prompts(&fight, &open.requests, open.decoy_delay_index);
            (S::wrap_record(FightRecord::new(fight)), prompts)
        })
    }

    /// Returns the fight as it stands, without the hidden NPCs, and its notes with nobody in the
    /// place of hidden ones, where a note can do without. Proof of I6 by test.
    pub fn without_hidden_npcs(&self, events_json: &str) -> (Self, String) {
        match_system!(Game, self, saved: S => {
            let (mut fight, _) = saved.clone_fight_and_requests();
            let mut notes: Vec<Event<S>> = serde_json::from_str(events_json).unwrap_or_default();
            randomize::remove_hidden_npcs_from_events(&fight, &mut notes);
            randomize::remove_hidden_npcs(&mut fight);
            (S::wrap_record(FightRecord::new(fight)), serde_json::to_string(&notes).unwrap_or_default())
        })
    }

    /// Notes of the journal with hidden facts changed at random. Proof of I6 by test.
    pub fn randomize_hidden_in_events(
        &self,
        events_json: &str,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> String {
        match_system!(Game, self, saved: S => {
            let mut notes: Vec<Event<S>> = serde_json::from_str(events_json).unwrap_or_default();
            randomize::randomize_events(&saved.base_fight, &mut notes, pick);
            serde_json::to_string(&notes).unwrap_or_default()
        })
    }

    /// This fight as it stands, once the notes of the journal are made true one after the other:
    /// that, and not the rule that left them, makes the fight as it stands afterwards. Proof of I5
    /// by test.
    ///
    /// # Errors
    /// The notes are not of this system.
    pub fn state_after_events(&self, events_json: &str) -> Result<Value, String> {
        let why = |wrong: serde_json::Error| wrong.to_string();
        match_system!(Game, self, saved: S => {
            let notes: Vec<Event<S>> = serde_json::from_str(events_json).map_err(why)?;
            let mut fight = saved.clone_fight_and_requests().0;
            notes.iter().for_each(|note| fight.apply(note));
            json::to_value(&fight).map_err(why)
        })
    }

    /// What was said is played again over the tape that it left: it gives the same fight (I1).
    ///
    /// # Errors
    /// Why it does not go through, or that the tape is not used as it was laid.
    pub fn replay_steps(&self, steps: &[ReplayStep], tape_json: &str) -> Result<Self, String> {
        fn replay_steps<S: GameSystem>(
            record: &FightRecord<S>,
            steps: &[ReplayStep],
            tape_json: &str,
        ) -> Result<FightRecord<S>, String> {
            let tape = serde_json::from_str(tape_json);
            let mut tape: Tape<S> = tape.map_err(|wrong| wrong.to_string())?;
            let refused = |refusal: Refusal| format!("refused: {}", refusal.key);
            let mut saved = record.clone();
            for what in steps {
                let deed = match (&saved.pending, what) {
                    // Answers and orders given meanwhile are on its tape.
                    (Some(paused), _) => paused.action.clone(),
                    (None, ReplayStep::Act(who, words)) => RecordedAction::Act {
                        who: *who,
                        act: S::parse_act(&saved.base_fight, *who, words),
                    },
                    (None, ReplayStep::Order(words)) => {
                        RecordedAction::Order(parse_order(&saved, words).map_err(refused)?)
                    }
                    (None, ReplayStep::Answer) => return Err("nothing was asked".into()),
                };
                saved = saved.replay_action(&deed, &mut tape)?;
            }
            if tape.0.is_empty() { Ok(saved) } else { Err("the tape does not fit".into()) }
        }
        match_system!(Game, self, saved => replay_steps(saved, steps, tape_json).map(GameSystem::wrap_record))
    }

    /// Adds the names that fit somebody, as the refused one knows them; and that no name was given
    /// at all, where that is so. The name that fits nobody is not said again.
    fn add_known_names(&self, who: CombatantId, command: &Command, refusal: Refusal) -> Refusal {
        fn known_other_names<S: Rules>(fight: &Fight<S>, who: CombatantId) -> Vec<String> {
            let viewer = fight.viewer_of(Initiator::Combatant(who));
            let others = fight.iter().filter(|(other, _)| *other != who);
            let known = others.filter(|(other, _)| fight.viewer_knows(viewer, *other));
            known.map(|(other, _)| fight.name(other).to_string()).collect()
        }
        if refusal.details.get("because").is_none_or(|because| because != UNKNOWN_TARGET) {
            return refusal;
        }
        let mut names =
            match_system!(Game, self, saved => known_other_names(saved.current_state().0, who));
        names.sort_by_key(|name| name.to_lowercase());
        let refusal = refusal.with("names", names.join(", "));
        let is_named = COMBATANT_SLOTS.iter().any(|slot| !command.get(slot).is_empty());
        if is_named { refusal } else { refusal.with("because", "nobody-named") }
    }

    /// Adds what the refused one can do instead (I2).
    fn add_alternatives(&self, who: CombatantId, mut refusal: Refusal) -> Refusal {
        refusal.system = self.system_key().into();
        refusal.alternatives = self.list_offers(who);
        refusal
    }
}

/// The verb of these words in a system's table.
fn find_verb<'a>(verbs: &'a [Verb], command: &Command) -> Option<&'a Verb> {
    verbs.iter().find(|verb| verb.name == command.verb)
}

/// A combatant attempts what these words say.
fn perform_command<S: Rules>(
    record: &FightRecord<S>,
    who: CombatantId,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<ActResult<S>, Refusal> {
    let verb = find_verb(S::ACT_VERBS, command)
        .ok_or_else(|| Refusal::new("not-in-system", "").with("verb", &command.verb))?;
    // Said as an answer, while nothing is asked that takes it.
    let as_answer =
        self::find_verb(S::ANSWER_VERBS, command).map(|it| it.check_slots(command).is_ok());
    verb.check_slots(command).map_err(|refusal| match as_answer {
        Some(true) => Refusal::new("nothing-asked", "").with("verb", verb.name),
        Some(false) | None => refusal,
    })?;
    if record.base_fight.get(who).is_none() {
        return Err(Refusal::new("bad-target", "").with("name", command.get("as")));
    }
    let act = S::parse_act(&record.base_fight, who, command);
    record.apply_input(FightInput::Action(RecordedAction::Act { who, act }), dice)
}

fn apply_input<S: GameSystem>(
    record: &FightRecord<S>,
    input: FightInput<S>,
    dice: &mut dyn Dice,
) -> Result<GameOutcome, Refusal> {
    record.apply_input(input, dice).map(GameOutcome::from_act_result)
}

fn parse_order<S: Rules>(record: &FightRecord<S>, command: &Command) -> Result<Order<S>, Refusal> {
    let fight = record.current_state().0;
    let who = || fight.find_named_or_refuse(command.get("who"));
    Ok(match command.verb.as_str() {
        "zones" => Order::SetZones(ZoneMap::parse(command.get("layout"))?),
        "set" => {
            let (key, value) = (command.get("key"), command.get("value"));
            let is_on = || value.parse().map_err(|_| Refusal::bad_value(key, value));
            match key {
                "decoys" => return Ok(Order::SetDecoys(is_on()?)),
                "ask_single" => return Ok(Order::SetAskSingle(is_on()?)),
                _ => {}
            }
            let settings = match S::TIME_LIMITS.settings_for(key) {
                Some(limited) => {
                    let secs = parse_duration(value)
                        .ok_or_else(|| Refusal::bad_value(key, value))?
                        .to_string();
                    let one = |settings, key: &&str| with_field_set(&settings, key, &secs);
                    limited.iter().try_fold(fight.settings.clone(), one)
                }
                None => with_field_set(&fight.settings, key, value),
            }?;
            if let Some(least) = find_too_short_limit::<S>(&fight.settings, &settings) {
                let (least, none) = match S::TIME_LIMITS.settings_for(key) {
                    Some(_) => (format_duration(least), "none"),
                    None => (least.to_string(), "0"),
                };
                let refusal = Refusal::bad_setup("", "too-short").with("value", value);
                return Err(refusal.with("slot", key).with("least", least).with("none", none));
            }
            Order::ChangeSettings(Box::new(settings))
        }
        "adjust" => {
            let (who, field) = (who()?, command.get("field").to_string());
            let body = with_field_set(fight.body(who), &field, command.get("value"));
            Order::SetField { who, field, body: Box::new(body?) }
        }
        "supply" => {
            let who = who()?;
            Order::GiveItem { who, item: Box::new(parse_item::<S>(command)?) }
        }
        "loose" => {
            let name = command.get("zone");
            let zone =
                fight.zones.find_by_name(name).ok_or_else(|| Refusal::bad_value("zone", name))?;
            Order::PlaceItem { zone, item: Box::new(parse_item::<S>(command)?) }
        }
        "reveal" if !command.has_slot("show") && !command.has_slot("alias") => {
            Order::Reveal(who()?)
        }
        "reveal" => {
            let rung = match command.get("show") {
                "" => Some(DisclosureLevel::Alias),
                key => DisclosureLevel::parse(key),
            };
            let rung = rung.ok_or_else(|| {
                Refusal::bad_setup("", "no-such-rung").with("name", command.get("show"))
            })?;
            let alias = command.slots.get("alias").cloned().filter(|alias| !alias.is_empty());
            Order::SetDisclosure { who: who()?, level: rung, alias }
        }
        "remove" => Order::Remove(who()?),
        "start" => Order::Start,
        "skip" => Order::Skip,
        // What has not begun can be called off alone, whatever is said.
        "end"
            if fight.phase == FightPhase::Setup && command.get("outcome") == CANCELLED_OUTCOME =>
        {
            Order::End(String::new())
        }
        "end" => Order::End(command.get("outcome").into()),
        verb if S::ORDER_VERBS.iter().any(|own| own.name == verb) => {
            Order::System(S::parse_order(fight, command)?)
        }
        verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
    })
}

/// The thing of an order: `thing:` as the kit has it, else what goes by the name of `item:`.
fn parse_item<S: Rules>(command: &Command) -> Result<S::Item, Refusal> {
    match (command.get("thing"), command.get("item").trim()) {
        ("", name) if (1..=items::MAX_ITEM_NAME_CHARS).contains(&name.chars().count()) => {
            Ok(S::Item::new_improvised(name))
        }
        ("", name) => Err(Refusal::bad_value("item", name)),
        (text, _) => serde_json::from_str(text).map_err(Refusal::parse_error),
    }
}

/// The least that a clock may be, in seconds, which is set to less.
fn find_too_short_limit<S: Rules>(before: &S::Settings, after: &S::Settings) -> Option<u32> {
    let read = |settings| json::to_value(settings).unwrap_or_default();
    let (was, is): (Value, Value) = (read(before), read(after));
    let mut all = S::TIME_LIMITS.min_secs_by_setting();
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
pub fn with_field_set<T: crate::StoredPart>(
    base: &T,
    path: &str,
    value_text: &str,
) -> Result<T, Refusal> {
    let unfit = |wrong: serde_json::Error| {
        let reason = json::message_without_position(&wrong);
        Refusal::parse_error(reason).with("slot", path).with("value", value_text)
    };
    let text = serde_json::to_string(base).map_err(Refusal::parse_error)?;
    // Only the field that is changed is taken apart.
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&text).map_err(unfit)?;
    let mut whole: Value = fields.keys().map(|name| (name.clone(), Value::Null)).collect();
    let name = path.split('.').next().unwrap_or_default();
    if let Some(field) = fields.get(name) {
        whole[name] = serde_json::from_str(field.get()).map_err(unfit)?;
    }
    set_json_field(&mut whole, path, value_text)?;
    fields.insert(name.into(), to_raw_value(&whole[name]).map_err(unfit)?);
    let text = serde_json::to_string(&fields).map_err(unfit)?;
    serde_json::from_str(&text).map_err(unfit)
}

/// Sets the field at a path of a serialised thing; see [`patched`]. What stands in a list is named
/// by its place or its name.
///
/// # Errors
/// Which field there is not.
pub fn set_json_field(json: &mut Value, path: &str, value_text: &str) -> Result<(), Refusal> {
    let mut at = json;
    for step in path.split('.') {
        let fields = match at {
            Value::Object(map) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
        at = match at {
            Value::Object(map) => map.get_mut(step),
            Value::Array(list) => match step.parse::<usize>() {
                Ok(place) => list.get_mut(place),
                Err(_) => list.iter_mut().find(|one| is_json_named(one, step)),
            },
            _ => None,
        }
        .ok_or_else(|| {
            let none = Refusal::bad_setup("", "no-field").with("slot", step);
            if fields.is_empty() { none } else { none.with("names", fields.join(", ")) }
        })?;
    }
    *at = serde_json::from_str(value_text).unwrap_or_else(|_| Value::String(value_text.into()));
    Ok(())
}

/// Whether a thing has this name, blanks written as `_` or as they are.
fn is_json_named(item: &Value, name: &str) -> bool {
    item["name"].as_str().is_some_and(|own| own.replace(' ', "_") == name.replace(' ', "_"))
}
