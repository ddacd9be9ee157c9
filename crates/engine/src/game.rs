//! The public interface of the engine: fights of all systems behind one enum, driven by commands.
//!
//! Code outside the engine (app, chat client, scripts) uses only this module. It may show people
//! [`FightView`]s, [`Narrative`]s, [`Prompt`]s and [`Offer`]s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agents::evaluator::{self, Advice, SearchBudget, Temperament};
use crate::agents::forecast::{self, Forecast};
use crate::agents::odds;
use crate::core::body_fields::{AskedField, BodyFields, FieldAudience, FieldReference};
use crate::core::command::{Command, Offer, Refusal, Risk};
use crate::core::dice::{Dice, ScriptedDice};
use crate::core::fight::{Combatant, Event, Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Initiator, SheetRef, UserId, ZoneId};
use crate::core::json;
pub use crate::core::json_fields::{set_existing_json_field, with_field_set};
use crate::core::refusal_reason::UNKNOWN_TARGET;
use crate::core::time_limits::TimeLimit;
use crate::core::verbs::{ActMenu, Slot, Verb};
use crate::resolution::commands::{
    answer_with_command, find_verb, parse_order, perform_act_command, perform_order_command,
};
use crate::resolution::fight_record::{ActResult, FightInput, FightRecord, RecordedAction};
use crate::resolution::orders::{CANCELLED_OUTCOME, Orders};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, PromptRequest};
use crate::resolution::tape::Tape;
use crate::visibility::disclosure::{self, Disclosure};
use crate::visibility::knowledge::Redact;
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, Viewer, VisibleAttack, VisibleEvents, names_known_to, visible_events_for,
};
use crate::visibility::visible_turn;
use crate::{Acts, ChatPolicy, Codec, PendingTurn, Prompts, Rules, System, Turns, for_each_system};

/// The slots of acts that name combatants.
pub const COMBATANT_SLOTS: &[&str] = &["target", "near", "after", "enemy"];

/// Evaluates `$body` for the content of an enum with one variant per system, such as [`Game`].
/// `$inner` names the content, `$S` (optional) its system. `else` is for variants of no system.
#[macro_export]
macro_rules! match_system {
    ([$($System:ident $module:ident),*]
        $Enum:ident, $value:expr, $inner:ident, $S:ident, $body:expr, $($rest:expr)?) => {
        match $value {
            $($Enum::$System($inner) => {
                #[allow(dead_code)]
                type $S = $crate::rules::$module::$System;
                $body
            })*
            $(_ => $rest,)?
        }
    };
    ($Enum:ident, $value:expr, $inner:ident: $S:ident => $body:expr $(, else $rest:expr)?) => {
        $crate::for_each_system!(match_system!, $Enum, $value, $inner, $S, $body, $($rest)?)
    };
    ($Enum:ident, $value:expr, $inner:ident => $body:expr) => {
        $crate::match_system!($Enum, $value, $inner: _S => $body)
    };
}

/// Evaluates `$body` for the system `$S` with this key, or gives `None` if there is no such system.
macro_rules! with_system_key {
    ([$($System:ident $module:ident),*] $key:expr, $S:ident, $body:expr) => {
        match $key {
            $($System::KEY => {
                type $S = $System;
                Some($body)
            })*
            _ => None,
        }
    };
    ($key:expr, $S:ident => $body:expr) => {
        for_each_system!(with_system_key!, $key, $S, $body)
    };
}

/// Defines what exists once for each rule system: its variant of the enums of this module, and the
/// conversions from and to it.
macro_rules! define_system_enums {
    ([$($System:ident $module:ident),*]) => {
        $(use crate::rules::$module::$System;)*

        /// The keys of all rule systems.
        pub const SYSTEM_KEYS: &[&str] = &[$($System::KEY),*];

        /// A stored fight of any system.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Game {
            $($System(FightRecord<$System>),)*
        }

        /// The events of an input, redacted for one viewer.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Narrative {
            $($System(VisibleEvents<$System>),)*
        }

        /// The request behind a prompt, of any system.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case", remote = "Self")]
        pub enum PromptSubject {
            $($System(PromptRequest<$System>),)*
            /// A decoy delay with its tape index. Nobody is asked; its one answer comes when time
            /// runs out.
            #[serde(rename = "lull")]
            DecoyDelay(usize),
            /// A request of rules that no longer exist. Nobody can answer it (I7).
            #[serde(skip)]
            Lost(Value),
        }

        enum AnyActOutcome {
            $($System(Box<ActOutcome<$System>>),)*
        }

        $(
            impl From<FightRecord<$System>> for Game {
                fn from(record: FightRecord<$System>) -> Self {
                    Self::$System(record)
                }
            }

            impl GameSystem for $System {
                fn wrap_record(record: FightRecord<Self>) -> Game {
                    Game::$System(record)
                }
                fn wrap_request(request: PromptRequest<Self>) -> PromptSubject {
                    PromptSubject::$System(request)
                }
                fn unwrap_request(subject: &PromptSubject) -> Option<&PromptRequest<Self>> {
                    if let PromptSubject::$System(request) = subject { Some(request) } else { None }
                }
                fn wrap_events(events: VisibleEvents<Self>) -> Narrative {
                    Narrative::$System(events)
                }
                fn unwrap_events(narrative: &Narrative) -> Option<&VisibleEvents<Self>> {
                    if let Narrative::$System(events) = narrative { Some(events) } else { None }
                }
                fn wrap_outcome(outcome: ActOutcome<Self>) -> AnyActOutcome {
                    AnyActOutcome::$System(Box::new(outcome))
                }
                fn unwrap_outcome_mut(
                    outcomes: &mut AnyActOutcome,
                ) -> Option<&mut ActOutcome<Self>> {
                    match outcomes {
                        AnyActOutcome::$System(outcome) => Some(outcome),
                        _ => None,
                    }
                }
            }
        )*
    };
}

for_each_system!(define_system_enums!);

json::keep_unreadable_as_lost!(PromptSubject);

impl PromptSubject {
    /// Returns the key of the system. `None` for a decoy delay and for a lost request.
    pub fn system_key(&self) -> Option<&'static str> {
        match_system!(PromptSubject, self, _request: S => Some(S::KEY), else None)
    }

    /// Returns whether both have the same respondent and question. The choices may differ.
    pub fn has_same_respondent_and_question(&self, other: &Self) -> bool {
        match_system!(PromptSubject, self, request: S => {
            S::unwrap_request(other).is_some_and(|other| {
                (request.respondent, &request.question) == (other.respondent, &other.question)
            })
        }, else self == other)
    }
}

/// An open prompt. Its respondent may know all that it holds, and so may everybody if the
/// respondent is a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    #[serde(rename = "to")]
    pub respondent: Initiator,
    #[serde(rename = "asked")]
    pub subject: PromptSubject,
    /// The names of the combatants that the respondent knows.
    #[serde(rename = "names")]
    pub known_names: BTreeMap<CombatantId, String>,
    /// The answers that are offered.
    pub choices: Vec<Command>,
    /// The risks of each choice, as far as the respondent knows. Empty if no choice has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "risks")]
    pub choice_risks: Vec<Vec<Risk>>,
    /// The choice that counts when time runs out.
    #[serde(rename = "default")]
    pub default_choice: Command,
    /// Seconds until the default counts. 0 means never.
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    /// Whether the act goes on without waiting for this answer.
    pub is_optional: bool,
    /// Whether prompts of this kind to several respondents share one message.
    #[serde(default)]
    #[serde(rename = "is_shared")]
    pub shares_message: bool,
    /// Whether the respondent is only reminded when time runs out, and no default is taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_patient")]
    pub only_reminds_on_timeout: bool,
    /// Whether the public must not see that anybody is asked, nor when they answer. The answer
    /// counts only at the end of the delay that hides it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_unseen")]
    pub is_hidden_from_public: bool,
}

/// The acts with which a combatant may respond to somebody's act this round, although nobody waits
/// for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionalResponse {
    pub who: CombatantId,
    pub round: u16,
    pub choices: Vec<Command>,
}

/// A combatant that is about to join a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinRequest {
    /// The name and what is disclosed of the combatant. An NPC may have another public name.
    pub disclosure: Disclosure,
    /// The user who plays the combatant. `None` for an NPC.
    pub user: Option<UserId>,
    /// The sheet that the body is copied from.
    pub sheet: Option<SheetRef>,
    /// The system's body as JSON, as the `content` crate makes it.
    pub body: Value,
}

/// A combatant as the app needs it for permissions and addresses. It holds secrets, so it must not
/// be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub id: CombatantId,
    /// The name that everybody uses.
    pub name: String,
    /// The true name, known only to the GM. `None` if `name` is the true name.
    pub true_name: Option<String>,
    /// Earlier public names.
    pub former_names: Vec<String>,
    pub user: Option<UserId>,
    pub is_hidden: bool,
    pub sheet: Option<SheetRef>,
}

impl Member {
    /// Returns the name for a viewer. The GM gets both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        disclosure::format_name_for(viewer, &self.name, self.true_name.as_deref())
    }
}

/// One input of the journal, to be replayed.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayStep {
    Act(CombatantId, Command),
    Order(Command),
    /// An answer, which is on the tape.
    Answer,
}

/// What the journal stores of an act.
pub struct JournalJson {
    pub events: String,
    /// The dice and answers.
    pub tape: String,
}

/// What standing orders decide by.
pub struct StandingOrderBasis {
    /// What the open prompt is about.
    pub context: PromptContext,
    /// The cost of each choice, in the order of the choices.
    pub answer_costs: Vec<AnswerCost>,
}

/// The result of an input that was not refused.
pub struct GameOutcome {
    /// The fight to store.
    pub game: Game,
    /// The prompts that are open now.
    pub prompts: Vec<Prompt>,
    /// Whether the rules no longer matched the stored tape. The GM should be told.
    pub was_migrated: bool,
    details: AnyActOutcome,
}

/// The events of an input, and the fight after it, including the effects of a pending act so far.
struct ActOutcome<S: Rules> {
    fight: Fight<S>,
    events: Vec<Event<S>>,
    tape: Tape<S>,
}

/// The conversions between a system's types and the enums of this module. To unwrap a value of
/// another system gives `None`.
trait GameSystem: Rules {
    fn wrap_record(record: FightRecord<Self>) -> Game;
    fn wrap_request(request: PromptRequest<Self>) -> PromptSubject;
    fn unwrap_request(subject: &PromptSubject) -> Option<&PromptRequest<Self>>;
    fn wrap_events(events: VisibleEvents<Self>) -> Narrative;
    fn unwrap_events(narrative: &Narrative) -> Option<&VisibleEvents<Self>>;
    fn wrap_outcome(outcome: ActOutcome<Self>) -> AnyActOutcome;
    fn unwrap_outcome_mut(outcomes: &mut AnyActOutcome) -> Option<&mut ActOutcome<Self>>;
}

impl GameOutcome {
    /// Wraps the result of one system, and builds its prompts for the app.
    fn from_act_result<S: GameSystem>(result: ActResult<S>) -> Self {
        Self {
            game: S::wrap_record(result.record),
            prompts: build_prompts_and_decoy_delay(
                &result.current_fight,
                &result.requests,
                result.decoy_delay_index,
            ),
            was_migrated: result.was_migrated,
            details: S::wrap_outcome(ActOutcome {
                fight: result.current_fight,
                events: result.events,
                tape: result.tape,
            }),
        }
    }

    /// Returns the events and the tape of dice and answers, each as the JSON text that the journal
    /// stores.
    pub fn to_journal_json(&self) -> JournalJson {
        const PLAIN: &str = "events and tapes are plain data";
        match_system!(AnyActOutcome, &self.details, outcome => JournalJson {
            events: serde_json::to_string(&outcome.events).expect(PLAIN),
            tape: serde_json::to_string(&outcome.tape).expect(PLAIN),
        })
    }

    /// Changes hidden facts of the fight and the events at random. What the public is told stays
    /// the same. For the tests of I6.
    pub fn randomize_hidden(&mut self, pick: &mut dyn FnMut(usize) -> usize) {
        match_system!(AnyActOutcome, &mut self.details, outcome => {
            randomize::randomize_hidden_parts_of_fight(&mut outcome.fight, pick);
            randomize::randomize_hidden_parts_of_events(&outcome.fight, &mut outcome.events, pick);
        });
    }

    /// Merges this outcome with the one that directly followed it. Its events say who was hidden
    /// then and was revealed by the later ones.
    pub fn merge_with_next_outcome(mut self, mut later: Self) -> Self {
        /// Adds an event to the first outcome that says who was hidden then and is revealed in the
        /// later one, if there is anybody.
        fn record_revealed_since<S: GameSystem>(first: &mut ActOutcome<S>, later: &ActOutcome<S>) {
            let hidden = revealed_between(&first.fight, &later.fight);
            if !hidden.is_empty() {
                first.events.push(Event::ActsOverWhileHidden { hidden });
            }
        }
        /// Moves the events and the tape of the first outcome before those of the later one.
        fn prepend_events_and_tape<S: GameSystem>(
            first: &mut ActOutcome<S>,
            later: &mut ActOutcome<S>,
        ) {
            let mut events = std::mem::take(&mut first.events);
            events.append(&mut later.events);
            later.events = events;
            let mut tape = std::mem::take(&mut first.tape);
            tape.0.append(&mut later.tape.0);
            later.tape = tape;
        }
        match_system!(AnyActOutcome, &mut later.details, later_outcome: S => {
            // Outcomes of one fight are never of different systems.
            if let Some(first) = S::unwrap_outcome_mut(&mut self.details) {
                record_revealed_since(first, later_outcome);
                prepend_events_and_tape(first, later_outcome);
            }
        });
        later.was_migrated |= self.was_migrated;
        later
    }

    /// Returns the events that a viewer may know, or `None` if there are none.
    pub fn narrative_for(&self, viewer: Viewer) -> Option<Narrative> {
        match_system!(AnyActOutcome, &self.details, outcome: S => {
            visible_events_for(&outcome.fight, viewer, &outcome.events).map(S::wrap_events)
        })
    }
}

/// Returns the combatants who were hidden in the earlier state of a fight and are not in the later
/// one.
fn revealed_between<S: GameSystem>(earlier: &Fight<S>, later: &Fight<S>) -> Vec<CombatantId> {
    let mut revealed = Vec::new();
    let combatants = earlier.combatants.iter().zip(&later.combatants);
    for (index, (combatant_before, combatant_after)) in combatants.enumerate() {
        if combatant_before.is_hidden && !combatant_after.is_hidden {
            revealed.push(CombatantId(index as u8));
        }
    }
    revealed
}

/// Events of a narrative, up to the next round that begins.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundPart {
    /// The round that begins with these events; its beginning itself is not among them. `None` for
    /// events before any round begins.
    pub started_round: Option<u16>,
    pub narrative: Narrative,
}

/// Returns the name of the variant of an enum in its JSON form, or `None` if the value is not in
/// that form.
fn enum_variant_name_from_json(value: &Value) -> Option<String> {
    match value {
        Value::String(key) => Some(key.clone()),
        Value::Object(fields) => fields.keys().next().cloned(),
        _ => None,
    }
}

impl Narrative {
    /// Returns the key of the system.
    pub fn system_key(&self) -> &'static str {
        match_system!(Narrative, self, _narrative: S => S::KEY)
    }

    /// Returns whether somebody joins in these events, and all other events are of the system's own
    /// rules, as those that follow a joining are.
    pub fn has_joins_and_otherwise_only_system_events(&self) -> bool {
        match_system!(Narrative, self, visible => {
            let has_joins =
                visible.events.iter().any(|event| matches!(event.event(), Event::Joined(..)));
            let is_of_join =
                |event: &Event<_>| matches!(event, Event::Joined(..) | Event::System(_));
            has_joins && visible.events.iter().all(|event| is_of_join(event.event()))
        })
    }

    /// Returns the stored names of the events of the system's own rules, each once, in their order.
    pub fn distinct_system_event_keys(&self) -> Vec<String> {
        match_system!(Narrative, self, visible => {
            let mut keys = Vec::new();
            for event in &visible.events {
                if let Event::System(event) = event.event()
                    && let Ok(event) = json::to_value(event)
                    && let Some(key) = enum_variant_name_from_json(&event)
                    && !keys.contains(&key)
                {
                    keys.push(key);
                }
            }
            keys
        })
    }

    /// Returns the attacks in the events, in their order, where the viewer knows both sides by
    /// name.
    pub fn attacks_between_known_combatants(&self) -> Vec<VisibleAttack> {
        match_system!(Narrative, self, visible => visible.attacks_between_known_combatants())
    }

    /// Appends the events of an input that directly followed, in the same system and for the same
    /// viewer.
    pub fn append_later_narrative(&mut self, later: Self) {
        /// Appends the events, and takes over the names of the later narrative. Does nothing if it
        /// is of another system.
        fn append_events_and_take_names_if_same_system<S: GameSystem>(
            earlier: &mut VisibleEvents<S>,
            later: &Narrative,
        ) {
            if let Some(later) = S::unwrap_events(later) {
                earlier.names.clone_from(&later.names);
                earlier.zone_names.clone_from(&later.zone_names);
                earlier.events.extend(later.events.iter().cloned());
            }
        }
        match_system!(Narrative, self, earlier => {
            append_events_and_take_names_if_same_system(earlier, &later);
        });
    }

    /// Splits the events where rounds begin. What was before the first round that begins is a part
    /// of its own, if there is anything.
    pub fn split_at_round_starts(&self) -> Vec<RoundPart> {
        match_system!(Narrative, self, visible: S => {
            // Each part is the round that begins with it, and its events. No round begins with the
            // first one.
            let mut parts = vec![(None, Vec::new())];
            for event in &visible.events {
                if let Event::RoundStarted(round) = event.event() {
                    parts.push((Some(*round), Vec::new()));
                } else if let Some((_, events)) = parts.last_mut() {
                    events.push(event.clone());
                }
            }
            parts.retain(|(round, events)| round.is_some() || !events.is_empty());
            let to_part = |(started_round, events)| RoundPart {
                started_round,
                narrative: S::wrap_events(VisibleEvents { events, ..visible.clone() }),
            };
            parts.into_iter().map(to_part).collect()
        })
    }

    /// Returns whether both narratives tell the same events.
    pub fn has_same_events_as(&self, other: &Self) -> bool {
        match_system!(Narrative, self, narrative: S => {
            S::unwrap_events(other).is_some_and(|other| narrative.events == other.events)
        })
    }

    /// Marks the narrative as the end of a turn in which more was done.
    #[must_use]
    pub fn mark_follows_other_acts(mut self) -> Self {
        match_system!(Narrative, &mut self, narrative => narrative.follows_other_acts = true);
        self
    }
}

/// Builds what the app needs of each open request, in order, and the prompt of the decoy delay.
fn build_prompts_and_decoy_delay<S: GameSystem>(
    fight: &Fight<S>,
    requests: &[PromptRequest<S>],
    decoy_delay_index: Option<usize>,
) -> Vec<Prompt> {
    let build_prompt = |request: &PromptRequest<S>| Prompt {
        respondent: request.respondent,
        known_names: names_known_to(fight, fight.viewer_of(request.respondent)),
        choices: request.choices.iter().map(|answer| S::format_answer(fight, answer)).collect(),
        choice_risks: risks_by_choice_or_empty_if_riskless(fight, request),
        default_choice: S::format_answer(fight, &request.default),
        timeout_secs: request.timeout_secs,
        is_optional: request.is_optional,
        shares_message: S::shares_message(&request.question)
            && request.choices.len() <= MAX_SHARED_CHOICES,
        only_reminds_on_timeout: S::only_reminds_on_timeout(&request.question),
        is_hidden_from_public: fight.has_decoys && S::is_hidden_from_public(fight, request),
        subject: S::wrap_request(request.clone()),
    };
    requests
        .iter()
        .map(build_prompt)
        .chain(decoy_delay_index.map(build_decoy_delay_prompt))
        .collect()
}

/// The most choices of a prompt that may share a message with others. More do not fit into a menu.
const MAX_SHARED_CHOICES: usize = 25;

/// Returns the risks of each choice, in their order: the threat of the prompt for each answer that
/// accepts it, nothing for the others. Empty if no choice has a risk.
fn risks_by_choice_or_empty_if_riskless<S: GameSystem>(
    fight: &Fight<S>,
    request: &PromptRequest<S>,
) -> Vec<Vec<Risk>> {
    // Standing orders decide by the threat, as far as the respondent knows it.
    let context = S::context_for_standing_orders(fight, request);
    let Some(threat) = context.and_then(|context| context.threat) else { return Vec::new() };
    let risks_of = |answer: &S::Answer| {
        if S::accepts_threat(answer) { vec![Risk::new(threat.key())] } else { Vec::new() }
    };
    let risks: Vec<Vec<Risk>> = request.choices.iter().map(risks_of).collect();
    if risks.iter().all(Vec::is_empty) { Vec::new() } else { risks }
}

/// Returns the values that serde says it expected: those between backticks in "unknown variant `x`,
/// expected one of `a`, `b`", or true and false for "…, expected a boolean". Empty for any other
/// error.
fn expected_values_from_serde_error(error: &str) -> Vec<String> {
    match error.split_once(", expected ") {
        Some((_, "a boolean")) => vec!["true".into(), "false".into()],
        Some((problem, values)) if problem.starts_with("unknown variant") => {
            // Split at the backticks, every second part is a value; the others are between values.
            values.split('`').skip(1).step_by(2).map(String::from).collect()
        }
        _ => Vec::new(),
    }
}

/// Builds the GM's prompt for a decoy delay: a wait in which nobody is asked, so that the length of
/// real waits tells nothing.
fn build_decoy_delay_prompt(tape_index: usize) -> Prompt {
    let delay_over = Command::new("wait-over");
    Prompt {
        respondent: Initiator::Gm,
        subject: PromptSubject::DecoyDelay(tape_index),
        known_names: BTreeMap::new(),
        choices: vec![delay_over.clone()],
        choice_risks: Vec::new(),
        default_choice: delay_over,
        timeout_secs: 0,
        is_optional: false,
        shares_message: false,
        only_reminds_on_timeout: false,
        is_hidden_from_public: true,
    }
}

impl Game {
    /// Makes a new fight of a system, or returns `None` if no system has this key.
    pub fn new(system: &str) -> Option<Self> {
        with_system_key!(system, S => S::wrap_record(FightRecord::default()))
    }

    /// Returns the key of the system.
    pub fn system_key(&self) -> &'static str {
        match_system!(Game, self, _record: S => S::KEY)
    }

    /// Returns the verbs of acts and of the orders that only this system has. `None` if no system
    /// has this key.
    pub fn act_and_order_verbs(system: &str) -> Option<(&'static [Verb], &'static [Verb])> {
        with_system_key!(system, S => (S::ACT_VERBS, S::ORDER_VERBS))
    }

    /// Returns the default sides of a player's character and of an NPC.
    pub fn default_sides(&self) -> [&'static str; 2] {
        match_system!(Game, self, _record: S => S::DEFAULT_SIDES)
    }

    /// Returns whether combatants can be on no other side than the default ones.
    pub fn has_fixed_sides(&self) -> bool {
        match_system!(Game, self, _record: S => S::HAS_FIXED_SIDES)
    }

    /// Returns the sides to suggest to a viewer, each once: the default ones, then those of
    /// combatants. The GM gets the sides of all combatants, everybody else only those of players'
    /// characters that they know of, never that of an NPC.
    pub fn list_default_and_known_sides_for(&self, viewer: Viewer) -> Vec<String> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            let mut sides: Vec<String> = S::DEFAULT_SIDES.map(String::from).to_vec();
            let has_visible_side = |combatant: &Combatant<S>| {
                viewer == Viewer::Gm || (!combatant.is_npc() && combatant.is_known_to(viewer))
            };
            for (_, combatant) in fight.present_combatants() {
                let side = S::side(&combatant.body);
                let is_new = !side.is_empty() && !sides.iter().any(|known| known == side);
                if is_new && has_visible_side(combatant) {
                    sides.push(side.into());
                }
            }
            sides
        })
    }

    /// Returns the kinds of prompts that combatants of a system get. Empty if no system has this
    /// key.
    pub fn prompt_kinds(system: &str) -> &'static [PromptKind] {
        with_system_key!(system, S => S::PROMPT_KINDS).unwrap_or_default()
    }

    /// Returns what standing orders to answer an open prompt of a combatant decide by. `None` for
    /// prompts to the GM and those that standing orders cannot answer.
    pub fn context_and_costs_if_orders_may_answer(
        &self,
        subject: &PromptSubject,
    ) -> Option<StandingOrderBasis> {
        match_system!(Game, self, record: S => {
            let request = S::unwrap_request(subject)
                .filter(|request| request.respondent != Initiator::Gm)?;
            Some(StandingOrderBasis {
                context: S::context_for_standing_orders(record.current_fight(), request)?,
                answer_costs: request.choices.iter().map(S::answer_cost).collect(),
            })
        })
    }

    /// Returns the standing orders of a combatant that the rules themselves have.
    pub fn rule_standing_orders(&self, who: CombatantId) -> Vec<Command> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            let Some(combatant) = fight.get_present(who) else { return Vec::new() };
            let acts = S::list_changed_standing_orders(&combatant.body);
            acts.iter().map(|act| S::format_act(fight, act)).collect()
        })
    }

    /// Returns the number of combatants who ever joined, including removed ones.
    pub fn ever_joined_count(&self) -> usize {
        match_system!(Game, self, record => record.base_fight.combatants.len())
    }

    /// Returns whether the fight has decoy delays.
    pub fn has_decoys(&self) -> bool {
        match_system!(Game, self, record => record.base_fight.has_decoys)
    }

    /// Returns whether orders with this verb are also allowed when the fight is over.
    pub fn is_order_allowed_after_fight(&self, verb: &str) -> bool {
        match_system!(Game, self, _record: S => S::AFTER_FIGHT_VERBS.contains(&verb))
    }

    /// Returns whether the rules infer the rest of this answer from the verb and the slots it has.
    pub fn can_infer_answer(&self, command: &Command) -> bool {
        match_system!(Game, self, _record: S => {
            let mut inferable = S::INFERABLE_ANSWERS.iter();
            inferable.any(|(verb, slot)| command.verb == *verb && command.has_slot(slot))
        })
    }

    /// Returns the verbs of answers, or `None` if no system has this key.
    pub fn answer_verbs(system: &str) -> Option<&'static [Verb]> {
        with_system_key!(system, S => S::ANSWER_VERBS)
    }

    /// Returns all verbs that belong to a system: acts, then orders, then answers. A name may occur
    /// in more than one of them.
    pub fn all_verbs(system: &str) -> impl Iterator<Item = &'static Verb> + use<> {
        let (acts, orders) = Self::act_and_order_verbs(system).unwrap_or_default();
        acts.iter().chain(orders).chain(Self::answer_verbs(system).unwrap_or_default())
    }

    /// Returns who may know each field of a system's bodies: the field, its audience, and whether
    /// its presence is public ([`BodyFields::DECLARED_AUDIENCES`]).
    pub fn declared_field_audiences(
        system: &str,
    ) -> &'static [(&'static str, Option<FieldAudience>, bool)] {
        with_system_key!(system, S => <<S as System>::Body as BodyFields>::DECLARED_AUDIENCES)
            .unwrap_or_default()
    }

    /// Returns what the field of a body with this key refers to ([`BodyFields::REFERENCES`]).
    pub fn reference_of_field(&self, key: &str) -> Option<FieldReference> {
        match_system!(Game, self, _record: S => {
            <<S as System>::Body as BodyFields>::reference_of_field(key)
        })
    }

    /// Returns the first field of a body that refers to this; `None` if none does in this system.
    pub fn field_referring_to(&self, reference: FieldReference) -> Option<&'static str> {
        let references = match_system!(Game, self, _record: S => {
            <<S as System>::Body as BodyFields>::REFERENCES
        });
        let mut declarations = references.iter();
        let (key, _) = declarations.find(|(_, declared)| *declared == reference)?;
        Some(*key)
    }

    /// Returns the fields for which the forms of new combatants of a system ask
    /// ([`BodyFields::ASKED_FIELDS`]).
    pub fn asked_fields(system: &str) -> &'static [AskedField] {
        with_system_key!(system, S => <<S as System>::Body as BodyFields>::ASKED_FIELDS)
            .unwrap_or_default()
    }

    /// Returns who may know each event of a system and what is in it
    /// ([`Redact::DECLARED_AUDIENCES`]).
    pub fn declared_event_audiences(system: &str) -> &'static [(&'static str, &'static str)] {
        with_system_key!(system, S => <<S as System>::Event as Redact<S>>::DECLARED_AUDIENCES)
            .unwrap_or_default()
    }

    /// Returns the slots of a system for text in people's own words, also by their names in stored
    /// fights.
    pub fn free_text_slots(system: &str) -> &'static [&'static str] {
        with_system_key!(system, S => S::FREE_TEXT_SLOTS).unwrap_or_default()
    }

    /// Returns the slots with this name of all verbs with that name.
    pub fn find_slots(
        system: &str,
        verb_name: &str,
        slot_name: &str,
    ) -> impl Iterator<Item = &'static Slot> {
        let named_verbs = Self::all_verbs(system).filter(move |verb| verb.name == verb_name);
        named_verbs.filter_map(move |verb| verb.slot(slot_name))
    }

    /// Returns the verb of acts with this name. `None` if the system has no such act, or no system
    /// has this key.
    pub fn find_act_verb(system: &str, verb_name: &str) -> Option<&'static Verb> {
        let (act_verbs, _) = Self::act_and_order_verbs(system)?;
        act_verbs.iter().find(|verb| verb.name == verb_name)
    }

    /// Returns whether the verb of an act only ends the turn.
    pub fn is_turn_end(&self, command: &Command) -> bool {
        Self::find_act_verb(self.system_key(), &command.verb).is_some_and(|verb| verb.is_turn_end)
    }

    /// Returns the side that a combatant is on, or "" if it is on none.
    pub fn side_of(&self, who: CombatantId) -> String {
        match_system!(Game, self, record: S => {
            let combatant = record.current_fight().get_present(who);
            combatant.map_or_else(String::new, |combatant| S::side(&combatant.body).into())
        })
    }

    /// Returns the verbs of all systems that mean nearly the same as this one, best first.
    pub fn verbs_of_similar_meaning(verb_name: &str) -> impl Iterator<Item = &'static str> {
        let all_verbs = || SYSTEM_KEYS.iter().flat_map(|system| Self::all_verbs(system));
        let named_by_it = all_verbs()
            .filter(move |verb| verb.name == verb_name)
            .flat_map(|verb| verb.similar_verbs);
        let naming_it = all_verbs()
            .filter(move |verb| verb.similar_verbs.contains(&verb_name))
            .map(|verb| &verb.name);
        named_by_it.chain(naming_it).copied()
    }

    /// Returns the verbs of acts with which a combatant only defends itself, best first.
    pub fn defence_verbs(system: &str) -> &'static [&'static str] {
        with_system_key!(system, S => S::DEFENCE_VERBS).unwrap_or_default()
    }

    /// Returns whether the fight is in its set-up, running, or over.
    pub fn phase(&self) -> FightPhase {
        match_system!(Game, self, record => record.current_fight().phase.clone())
    }

    /// Returns the round (or Moment) being played, from 1. It is 0 before the start.
    pub fn round(&self) -> u16 {
        match_system!(Game, self, record => record.current_fight().round)
    }

    /// Returns all combatants who were not removed, in join order. The character of a user whose
    /// data was erased has no user here, so the GM plays it, but by the rules it is no NPC.
    pub fn list_present_members(&self) -> Vec<Member> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            let build_member = |(id, combatant): (CombatantId, &Combatant<S>)| Member {
                id,
                name: combatant.name.clone(),
                true_name: combatant.true_name.clone(),
                former_names: combatant.former_names.clone(),
                user: combatant.user.filter(|user| !user.is_forgotten()),
                is_hidden: combatant.is_hidden,
                sheet: combatant.sheet,
            };
            fight.present_combatants().map(build_member).collect()
        })
    }

    /// Finds the combatant with this name, if the viewer may know of it.
    pub fn find_combatant(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        match_system!(Game, self, record => record.current_fight().find_combatant(viewer, name))
    }

    /// Returns the current fight as a viewer may know it.
    pub fn view_for(&self, viewer: Viewer) -> FightView {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            let mut view = visible_turn::view_without_signs_of_hidden_turns(fight, viewer);
            if view.is_gm_view {
                disclosure::add_unusual_disclosure_facts(fight, &mut view);
            }
            view
        })
    }

    /// Returns a copy of the current fight in which `user` plays these combatants. It shows the
    /// fight through that user's eyes and must not be played on.
    pub fn viewing_copy_with_combatants_played_by(
        &self,
        combatants: &[CombatantId],
        user: UserId,
    ) -> Self {
        match_system!(Game, self, record: S => {
            let (mut fight, _) = record.clone_fight_and_requests();
            for who in combatants {
                if let Some(combatant) = fight.combatants.get_mut(who.index()) {
                    combatant.user = Some(user);
                }
            }
            S::wrap_record(FightRecord::new(fight))
        })
    }

    /// Checks that the GM may give this name to a combatant.
    ///
    /// # Errors
    /// `bad-setup` if the name is in use, empty or too long.
    pub fn check_name_is_usable(&self, name: &str) -> Result<(), Refusal> {
        match_system!(Game, self, record => {
            record.current_fight().check_name_is_usable(None, name, Viewer::Gm)
        })
    }

    /// Returns the names by which a viewer knows the combatants that are present.
    pub fn names_known_to(&self, viewer: Viewer) -> Vec<String> {
        match_system!(Game, self, record => {
            let combatants = record.current_fight().present_combatants();
            let names = combatants.flat_map(|(_, combatant)| combatant.names_known_to(viewer));
            names.map(String::from).collect()
        })
    }

    /// Returns the outcomes with which the GM may end the fight now.
    pub fn outcomes_gm_may_end_with(&self) -> Vec<String> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            match fight.phase {
                FightPhase::Setup => vec![CANCELLED_OUTCOME.into()],
                FightPhase::Running => S::outcomes_gm_may_end_with(fight),
                FightPhase::Over(_) => Vec::new(),
            }
        })
    }

    /// Returns the values of a setting that takes one of a few words, or true and false; empty for
    /// any other setting.
    ///
    /// They are read from the error that serde gives for a value that fits none.
    pub fn list_values_of_enum_or_bool_setting(&self, key: &str) -> Vec<String> {
        const EMPTY_JSON_TEXT: &str = "\"\"";
        let refusal = match_system!(Game, self, record => {
            with_field_set(&record.current_fight().settings, key, EMPTY_JSON_TEXT).err()
        });
        let reason = refusal.and_then(|mut refusal| refusal.details.remove("reason"));
        expected_values_from_serde_error(&reason.unwrap_or_default())
    }

    /// Finds the zone of this name, ignoring case.
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        match_system!(Game, self, record => record.current_fight().zones.find_by_name(name))
    }

    /// Returns what a viewer may know of events from the journal, or `None` if nothing. `self` must
    /// be the fight directly after those events.
    pub fn narrative_from_journal(&self, events_json: &str, viewer: Viewer) -> Option<Narrative> {
        match_system!(Game, self, record: S => {
            let events: Vec<Event<S>> = serde_json::from_str(events_json).ok()?;
            visible_events_for(record.current_fight(), viewer, &events).map(S::wrap_events)
        })
    }

    /// Returns the prompts that are open now, that of a decoy delay included.
    pub fn open_prompts(&self) -> Vec<Prompt> {
        match_system!(Game, self, record => {
            let (fight, open_prompts) = record.current_state();
            build_prompts_and_decoy_delay(
                fight,
                &open_prompts.requests,
                open_prompts.decoy_delay_index,
            )
        })
    }

    /// Returns who must act now. `None` if a prompt is open or the fight is not running;
    /// [`Self::visible_pending_turn`] ignores open prompts.
    pub fn pending_turn(&self) -> Option<PendingTurn> {
        match_system!(Game, self, record: S => {
            if record.pending.is_some() { None } else { S::pending_turn(&record.base_fight) }
        })
    }

    /// Returns who must act, as a viewer may know it. It is given even while a prompt is open.
    pub fn visible_pending_turn(&self, viewer: Viewer) -> Option<PendingTurn> {
        match_system!(Game, self, record => {
            visible_turn::visible_pending_turn(record.current_fight(), viewer)
        })
    }

    /// Returns whether only hidden NPCs may act now.
    pub fn can_only_hidden_npcs_act(&self) -> bool {
        match_system!(Game, self, record => {
            visible_turn::can_only_hidden_npcs_act(record.current_fight())
        })
    }

    /// Returns every legal act of a combatant, complete with all slots, as far as its controller
    /// knows the fight. The list is empty while a prompt is open.
    pub fn list_legal_act_offers(&self, who: CombatantId) -> Vec<Offer> {
        match_system!(Game, self, record: S => {
            let acts = list_legal_acts_unless_pending(record, who);
            let offers = acts.iter().map(|act| Offer {
                command: S::format_act(&record.base_fight, act),
                cost_label: S::current_cost_label(&record.base_fight, who, act)
                    .map(Into::into),
                risks: S::known_risks(&record.base_fight, who, act),
                odds_percent: None,
            });
            offers.collect()
        })
    }

    /// Returns the legal acts of a visible combatant. Hidden player characters that its controller
    /// also plays do not occur in them, so that all may read the list.
    pub fn list_offers_without_hidden_characters(&self, who: CombatantId) -> Vec<Offer> {
        match_system!(Game, self, record: S => {
            let is_hidden_character =
                |combatant: &Combatant<S>| combatant.is_hidden && !combatant.is_npc();
            let mut combatants = record.base_fight.combatants.iter();
            let has_hidden_character = combatants.any(|combatant| is_hidden_character(combatant));
            if record.pending.is_some() || !has_hidden_character {
                return self.list_legal_act_offers(who);
            }
            // A hidden character is known to its user alone, so one of nobody is unknown to all.
            let mut fight = record.base_fight.clone();
            for combatant in &mut fight.combatants {
                if is_hidden_character(combatant) {
                    combatant.user = Some(UserId::NOBODY);
                }
            }
            S::wrap_record(FightRecord::new(fight)).list_legal_act_offers(who)
        })
    }

    /// Returns the chances of success in percent of a combatant's legal acts, as far as everybody
    /// can know them. Acts without known odds are left out; see [`odds`].
    pub fn find_public_odds(&self, who: CombatantId) -> BTreeMap<Command, u8> {
        match_system!(Game, self, record: S => {
            let mut acts = list_legal_acts_unless_pending(record, who);
            // Common acts come first, because the limit on runs may not suffice for all.
            acts.sort_by_cached_key(|act| {
                let command = S::format_act(&record.base_fight, act);
                find_verb(S::ACT_VERBS, &command)
                    .map(|verb| verb.add_on_and_payment_score(&command))
            });
            let odds = odds::public_odds_percent_by_act(&record.base_fight, who, &acts);
            let mut known_odds = BTreeMap::new();
            for (act, odds_percent) in acts.iter().zip(odds) {
                if let Some(percent) = odds_percent {
                    known_odds.insert(S::format_act(&record.base_fight, act), percent);
                }
            }
            known_odds
        })
    }

    /// Returns the best act of a combatant and why it is best, or `None` if it has no act to
    /// choose.
    pub fn advise_act(
        &self,
        who: CombatantId,
        temperament: Temperament,
        seed: u64,
        budget: SearchBudget,
    ) -> Option<Advice> {
        match_system!(Game, self, record: S => {
            let mut acts = list_legal_acts_unless_pending(record, who);
            // Any act begins the turn, so beginning it is no advice.
            acts.retain(|act| {
                let command = S::format_act(&record.base_fight, act);
                !find_verb(S::ACT_VERBS, &command).is_some_and(|verb| verb.is_turn_start)
            });
            let fight = &record.base_fight;
            let chosen = evaluator::search_best_act_unless_all_unwanted(
                fight,
                who,
                &acts,
                temperament,
                seed,
                budget,
            )?;
            let command = S::format_act(fight, &acts[chosen.index]);
            Some(Advice { command, reason: chosen.reason })
        })
    }

    /// Returns the best answer to an open prompt of a combatant, or `None` if the prompt is not
    /// open or is the GM's.
    pub fn choose_combatants_answer_if_open(
        &self,
        subject: &PromptSubject,
        temperament: Temperament,
        seed: u64,
        budget: SearchBudget,
    ) -> Option<Command> {
        match_system!(Game, self, record: S => {
            let (fight, open_prompts) = record.current_state();
            let asked = S::unwrap_request(subject)
                .filter(|request| request.respondent != Initiator::Gm)?;
            let is_same_request = |open: &&PromptRequest<S>| {
                open.respondent == asked.respondent && open.question == asked.question
            };
            let open_request = open_prompts.requests.iter().find(is_same_request)?;
            let answer =
                evaluator::choose_answer_or_default(
                    record,
                    open_request,
                    temperament,
                    seed,
                    budget,
                );
            Some(S::format_answer(fight, &answer))
        })
    }

    /// Forecasts the fight from many simulated runs. It stops early, but not before the first run,
    /// once `should_continue` returns false.
    ///
    /// # Errors
    /// Returns the refusal to start if the fight is in the set-up and cannot begin yet.
    pub fn forecast(
        &self,
        run_count: u32,
        seed: u64,
        should_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Forecast, Refusal> {
        match_system!(Game, self, record => {
            forecast::forecast_fight(record, run_count, seed, should_continue)
        })
    }

    /// Returns the fight with an ambush by the NPCs at its start. `None` if it has begun, the rules
    /// have no ambushes, or one is already set.
    pub fn with_npc_ambush_unless_begun_or_set(&self) -> Option<Self> {
        match_system!(Game, self, record => {
            forecast::with_npc_ambush_unless_begun_or_set(record).map(GameSystem::wrap_record)
        })
    }

    /// Returns the responses that combatants may give now although nobody waits for them.
    pub fn list_optional_responses(&self) -> Vec<OptionalResponse> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            let responses = S::list_optional_responses(fight).into_iter().map(|(who, acts)| {
                let choices = acts.iter().map(|act| S::format_act(fight, act)).collect();
                OptionalResponse { who, round: fight.round, choices }
            });
            responses.collect()
        })
    }

    /// Returns whether an act may be performed while a prompt is open.
    pub fn is_act_allowed_during_prompt(&self, who: CombatantId, command: &Command) -> bool {
        match_system!(Game, self, record: S => {
            let act = S::parse_act_without_checks(&record.base_fight, who, command);
            act.is_some_and(|act| S::is_act_allowed_during_prompt(&act))
        })
    }

    /// Returns a warning of what an act would lose for good, as its controller may know it. `None`
    /// if it loses nothing or cannot be performed now.
    pub fn permanent_loss_warning(&self, who: CombatantId, command: &Command) -> Option<Refusal> {
        match_system!(Game, self, record: S => {
            find_verb(S::ACT_VERBS, command)?.check_slots(command).ok()?;
            let fight = &record.base_fight;
            if record.pending.is_some() || fight.get_present(who).is_none() {
                return None;
            }
            let act = S::parse_act_without_checks(fight, who, command)?;
            S::permanent_loss_warning(fight, who, &act)
        })
    }

    /// Performs an act of a combatant.
    ///
    /// # Errors
    /// Returns the refusal, with alternatives, if the act is not allowed. Nothing has happened
    /// then. If there are several reasons, the rule text says which comes first.
    pub fn perform_act(
        &self,
        who: CombatantId,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        let result = match_system!(Game, self, record => {
            perform_act_command(record, who, command, dice).map(GameOutcome::from_act_result)
        });
        result.map_err(|refusal| {
            let explained = self.explain_unknown_target_with_known_names(who, command, refusal);
            self.add_alternatives(who, explained)
        })
    }

    /// Returns why a combatant cannot perform an act now, or `None` if it can. Unlike the refusal
    /// of [`Self::perform_act`] it has no alternatives, which are the same for all acts.
    pub fn explain_act_refusal(
        &self,
        who: CombatantId,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Option<Refusal> {
        let refusal = match_system!(Game, self, record => {
            perform_act_command(record, who, command, dice).err()
        })?;
        Some(self.explain_unknown_target_with_known_names(who, command, refusal))
    }

    /// Performs an order of the GM (or of the set-up).
    ///
    /// All systems have `zones layout:`, `set key: value:`, `adjust who: field: value:`, `supply
    /// who: item:`, `loose zone: item:`, `reveal who: show: alias:`, `remove who:`, `start`, `skip`
    /// and `end outcome:`. Each system adds its [`Codec::ORDER_VERBS`].
    ///
    /// # Errors
    /// Returns the refusal if the order is not allowed. Nothing has happened then.
    pub fn perform_order(
        &self,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        match_system!(Game, self, record => {
            perform_order_command(record, command, dice).map(GameOutcome::from_act_result)
        })
    }

    /// Adds a combatant to the fight.
    ///
    /// # Errors
    /// `bad-setup` if the name is in use, the fight is full or over, or the body is not one of this
    /// system.
    pub fn add_combatant(
        &self,
        request: JoinRequest,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        match_system!(Game, self, record => {
            let body = json::from_value(&request.body).map_err(Refusal::parse_error)?;
            let Disclosure { is_hidden, name, true_name, public_detail } = request.disclosure;
            let combatant = Combatant {
                is_hidden,
                true_name,
                public_detail,
                sheet: request.sheet,
                ..Combatant::new(&name, request.user, body)
            };
            let join = RecordedAction::Order(Order::Join(Box::new(combatant)));
            apply_input(record, FightInput::Action(join), dice)
        })
    }

    /// Answers an open prompt. The prompt of a decoy delay ends that delay, whatever the command
    /// says. The app must check who may answer it.
    ///
    /// # Errors
    /// `prompt-closed` if the prompt is no longer open; another refusal if the prompt does not take
    /// this answer.
    pub fn answer_prompt(
        &self,
        subject: &PromptSubject,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<GameOutcome, Refusal> {
        /// Answers the prompt in its own system. Refuses with `prompt-closed` if the subject is of
        /// another one.
        fn answer_prompt_of_this_system<S: GameSystem>(
            record: &FightRecord<S>,
            subject: &PromptSubject,
            command: &Command,
            dice: &mut dyn Dice,
        ) -> Result<GameOutcome, Refusal> {
            if let PromptSubject::DecoyDelay(_) = subject {
                return apply_input(record, FightInput::DecoyDelayOver, dice);
            }
            let request =
                S::unwrap_request(subject).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
            answer_with_command(record, request, command, dice).map(GameOutcome::from_act_result)
        }
        match_system!(Game, self, record => {
            answer_prompt_of_this_system(record, subject, command, dice)
        })
    }

    /// Runs the pending act again under the current rules (I7); see
    /// [`FightRecord::rerun_or_drop_pending_under_current_rules`]. Returns `None` if no act is
    /// pending.
    ///
    /// Call it on every fight that was loaded from the store. All other functions assume that a
    /// pending act waits at the end of its tape.
    pub fn rerun_or_drop_pending_under_current_rules(
        &self,
        dice: &mut dyn Dice,
    ) -> Option<GameOutcome> {
        match_system!(Game, self, record => {
            record.rerun_or_drop_pending_under_current_rules(dice).map(GameOutcome::from_act_result)
        })
    }

    /// Returns, for each kind of limit (turns, answers, rulings), the shortest and the longest time
    /// in seconds of the settings behind it.
    pub fn shortest_and_longest_current_limits_by_kind(&self) -> Vec<TimeLimit> {
        match_system!(Game, self, record: S => {
            let settings = json::to_value(&record.current_fight().settings).unwrap_or_default();
            let secs = |key: &&str| settings[*key].as_u64().unwrap_or(0) as u32;
            let build_limit = |(key, setting_keys): (&'static str, &[&str])| {
                let min_secs = setting_keys.iter().map(secs).min().unwrap_or(0);
                let max_secs = setting_keys.iter().map(secs).max().unwrap_or(0);
                TimeLimit { key, min_secs, max_secs }
            };
            S::TIME_LIMITS.settings_by_limit().into_iter().map(build_limit).collect()
        })
    }

    /// Returns how to treat players' chat messages. They are allowed unless the rules forbid them.
    pub fn chat_policy(&self) -> ChatPolicy {
        match_system!(Game, self, record: S => S::chat_policy(record.current_fight()))
    }

    /// Returns the refusal for a prompt or a turn that is somebody else's.
    pub fn not_yours_refusal(&self) -> Refusal {
        Refusal::new(match_system!(Game, self, _record: S => S::NOT_YOURS_KEY), "")
    }

    /// Returns why a combatant who answers has no open prompt, if the rules have a key for it.
    pub fn explain_answer_without_prompt(
        &self,
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        match_system!(Game, self, record: S => {
            let (fight, open_prompts) = record.current_state();
            let is_npc = fight.get_present(who)?.is_npc();
            // Players must learn nothing from prompts that they may not see.
            let mut visible_requests = open_prompts.requests.clone();
            visible_requests
                .retain(|request| is_npc || !S::is_hidden_from_public(fight, request));
            S::explain_answer_without_prompt(fight, &visible_requests, who, command)
        })
    }

    /// Returns why a closed prompt no longer takes this answer, if the rules have a key for it.
    pub fn explain_answer_after_prompt_closed(
        &self,
        subject: &PromptSubject,
        command: &Command,
    ) -> Option<Refusal> {
        match_system!(Game, self, record: S => {
            let request = S::unwrap_request(subject)?;
            S::explain_answer_after_prompt_closed(record.current_fight(), request, command)
        })
    }

    /// Returns a combatant's sheet and state under the field names of the rule text. Only for the
    /// GM, the combatant's controller, and scripts. `None` if there is no such combatant or it was
    /// removed.
    pub fn body_json(&self, who: CombatantId) -> Option<Value> {
        match_system!(Game, self, record => {
            let fight = record.current_fight();
            json::to_value(&fight.get_present(who)?.body).ok()
        })
    }

    /// Returns the sheet with which a combatant leaves the fight. `None` if there is no such
    /// combatant or it was removed.
    pub fn body_json_after_fight(&self, who: CombatantId) -> Option<Value> {
        match_system!(Game, self, record: S => {
            let fight = record.current_fight();
            json::to_value(&S::body_after_fight(&fight.get_present(who)?.body)).ok()
        })
    }

    /// Returns a new fight with the zones, settings and NPCs of this one, to be played later.
    ///
    /// # Errors
    /// `bad-setup` if the fight has begun or has neither zones nor NPCs.
    pub fn to_template_without_players(&self) -> Result<Self, Refusal> {
        /// Returns whether the fight has neither zones nor NPCs.
        fn has_no_zones_or_npcs<S: System>(fight: &Fight<S>) -> bool {
            fight.zones.is_empty()
                && fight.present_combatants().all(|(_, combatant)| !combatant.is_npc())
        }
        if self.phase() != FightPhase::Setup {
            return Err(Refusal::bad_setup("", "already-started"));
        }
        if match_system!(Game, self, record => has_no_zones_or_npcs(&record.base_fight)) {
            return Err(Refusal::bad_setup("", "nothing-to-keep"));
        }
        self.copy_zones_settings_and_npcs()
    }

    /// Copies the zones, settings and NPCs of a fight that has not begun to a new one. It rolls no
    /// dice, because joining before the start needs none.
    ///
    /// # Errors
    /// Returns the refusal if an NPC that joined this fight may not join the new one.
    pub fn copy_zones_settings_and_npcs(&self) -> Result<Self, Refusal> {
        /// Copies them in one system.
        fn copy_zones_settings_and_npcs<S: GameSystem>(
            record: &FightRecord<S>,
        ) -> Result<FightRecord<S>, Refusal> {
            let mut no_dice = ScriptedDice::default();
            let original = &record.base_fight;
            let mut copy = FightRecord::new(Fight {
                zones: original.zones.clone(),
                settings: original.settings.clone(),
                has_decoys: original.has_decoys,
                asks_single_choices: original.asks_single_choices,
                ..Fight::default()
            });
            for (_, npc) in
                original.present_combatants().filter(|(_, combatant)| combatant.is_npc())
            {
                let join = RecordedAction::Order(Order::Join(Box::new(npc.clone())));
                copy = copy.apply_input(FightInput::Action(join), &mut no_dice)?.record;
            }
            debug_assert_eq!(no_dice.take_errors_and_unused(), Vec::<String>::new());
            Ok(copy)
        }
        Ok(match_system!(Game, self, record => {
            GameSystem::wrap_record(copy_zones_settings_and_npcs(record)?)
        }))
    }

    /// Returns the whole current fight, secrets included. Only for tests and the GM's export.
    pub fn full_state_json(&self) -> Value {
        match_system!(Game, self, record => {
            json::to_value(record.current_fight()).unwrap_or_default()
        })
    }

    /// Returns the current fight and its open prompts with hidden facts changed at random. What the
    /// public may know stays the same. For the tests of I6.
    pub fn randomize_hidden_in_fight_and_prompts(
        &self,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> (Self, Vec<Prompt>) {
        match_system!(Game, self, record: S => {
            let (mut fight, open_prompts) = record.clone_current_state();
            randomize::randomize_hidden_parts_of_fight(&mut fight, pick);
            let prompts = build_prompts_and_decoy_delay(
                &fight,
                &open_prompts.requests,
                open_prompts.decoy_delay_index,
            );
            (S::wrap_record(FightRecord::new(fight)), prompts)
        })
    }

    /// Returns the current fight without the hidden NPCs, and the events with hidden NPCs taken out
    /// of all optional fields. For the tests of I6.
    pub fn remove_hidden_npcs_from_fight_and_events(&self, events_json: &str) -> (Self, String) {
        match_system!(Game, self, record: S => {
            let (mut fight, _) = record.clone_fight_and_requests();
            let mut events: Vec<Event<S>> = serde_json::from_str(events_json).unwrap_or_default();
            randomize::remove_hidden_npcs_from_events(&fight, &mut events);
            randomize::remove_hidden_npcs(&mut fight);
            let events_json = serde_json::to_string(&events).unwrap_or_default();
            (S::wrap_record(FightRecord::new(fight)), events_json)
        })
    }

    /// Returns events of the journal with hidden facts changed at random. For the tests of I6.
    pub fn randomize_hidden_in_events(
        &self,
        events_json: &str,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> String {
        match_system!(Game, self, record: S => {
            let mut events: Vec<Event<S>> = serde_json::from_str(events_json).unwrap_or_default();
            randomize::randomize_hidden_parts_of_events(&record.base_fight, &mut events, pick);
            serde_json::to_string(&events).unwrap_or_default()
        })
    }

    /// Applies events of the journal to the current fight and returns the resulting state. For the
    /// tests of I5, that events alone and not the rules that emitted them change a fight.
    ///
    /// # Errors
    /// Fails if the events are not of this system.
    pub fn state_after_events(&self, events_json: &str) -> Result<Value, String> {
        let message = |error: serde_json::Error| error.to_string();
        match_system!(Game, self, record: S => {
            let events: Vec<Event<S>> = serde_json::from_str(events_json).map_err(message)?;
            let mut fight = record.clone_fight_and_requests().0;
            events.iter().for_each(|event| fight.apply(event));
            json::to_value(&fight).map_err(message)
        })
    }

    /// Replays recorded inputs over their recorded tape, which gives the same fight (I1).
    ///
    /// # Errors
    /// Fails if an input is refused, or if the tape is not used as it was recorded.
    pub fn replay_steps(&self, steps: &[ReplayStep], tape_json: &str) -> Result<Self, String> {
        /// Replays the inputs in one system.
        fn replay_steps<S: GameSystem>(
            record: &FightRecord<S>,
            steps: &[ReplayStep],
            tape_json: &str,
        ) -> Result<FightRecord<S>, String> {
            let parsed_tape = serde_json::from_str(tape_json);
            let mut tape: Tape<S> =
                parsed_tape.map_err(|_| "the tape has another form".to_string())?;
            let mut current = record.clone();
            for step in steps {
                let action = find_action_to_replay(&current, step)?;
                current = current.replay_action_from_tape(&action, &mut tape)?;
            }
            if tape.0.is_empty() { Ok(current) } else { Err("the tape does not fit".into()) }
        }
        match_system!(Game, self, record => {
            replay_steps(record, steps, tape_json).map(GameSystem::wrap_record)
        })
    }

    /// Adds the names of all combatants that the actor knows to a refusal with an unknown target.
    /// If the command names nobody at all, the refusal says so. It does not repeat the unknown
    /// name.
    fn explain_unknown_target_with_known_names(
        &self,
        who: CombatantId,
        command: &Command,
        refusal: Refusal,
    ) -> Refusal {
        /// Returns the names of all combatants but `who` that the controller of `who` knows of.
        fn known_other_names<S: Rules>(fight: &Fight<S>, who: CombatantId) -> Vec<String> {
            let viewer = fight.viewer_of(Initiator::Combatant(who));
            let others = fight.present_combatants().filter(|(other, _)| *other != who);
            let known = others.filter(|(other, _)| fight.viewer_knows(viewer, *other));
            known.map(|(other, _)| fight.name(other).to_string()).collect()
        }
        if refusal.details.get("because").is_none_or(|because| because != UNKNOWN_TARGET) {
            return refusal;
        }
        let mut names =
            match_system!(Game, self, record => known_other_names(record.current_fight(), who));
        names.sort_by_key(|name| name.to_lowercase());
        let refusal = refusal.with("names", names.join(", "));
        let is_named = COMBATANT_SLOTS.iter().any(|slot| !command.get(slot).is_empty());
        if is_named { refusal } else { refusal.with("because", "nobody-named") }
    }

    /// Adds the acts that a combatant can do instead to its refusal (I2), attacks on friends last.
    fn add_alternatives(&self, who: CombatantId, mut refusal: Refusal) -> Refusal {
        let mut offers = self.list_legal_act_offers(who);
        offers.sort_by_cached_key(|offer| self.is_attack_on_friend(who, &offer.command));
        refusal.system = self.system_key().into();
        refusal.alternatives = offers;
        refusal
    }

    /// Returns whether an act of a combatant attacks somebody who is not its enemy.
    fn is_attack_on_friend(&self, who: CombatantId, command: &Command) -> bool {
        fn attacks_no_enemy<S: Rules>(
            fight: &Fight<S>,
            who: CombatantId,
            command: &Command,
        ) -> bool {
            let is_attack =
                find_verb(S::ACT_VERBS, command).is_some_and(|verb| verb.menu == ActMenu::Attack);
            if !is_attack {
                return false;
            }
            let viewer = fight.viewer_of(Initiator::Combatant(who));
            let target = fight.find_combatant(viewer, command.get("target"));
            target.is_some_and(|target| !S::are_enemies(fight, who, target))
        }
        match_system!(Game, self, record => attacks_no_enemy(&record.base_fight, who, command))
    }
}

/// Returns the action that a recorded input runs: its own or, if one is pending, the pending one
/// again, because answers, and orders given meanwhile, are on the tape of that.
///
/// # Errors
/// Returns a message if the input is no act or order, or is an answer and nothing is pending.
fn find_action_to_replay<S: GameSystem>(
    record: &FightRecord<S>,
    step: &ReplayStep,
) -> Result<RecordedAction<S>, String> {
    if let Some(pending) = &record.pending {
        return Ok(pending.action.clone());
    }
    match step {
        ReplayStep::Act(who, command) => {
            let act = S::parse_act_without_checks(&record.base_fight, *who, command)
                .ok_or_else(|| format!("{} is no act", command.verb))?;
            Ok(RecordedAction::Act { who: *who, act })
        }
        ReplayStep::Order(command) => match parse_order(record, command) {
            Ok(order) => Ok(RecordedAction::Order(order)),
            Err(refusal) => Err(format!("refused: {}", refusal.key)),
        },
        ReplayStep::Answer => Err("nothing was asked".into()),
    }
}

/// Returns every legal act of a combatant. The list is empty while an act is pending, and for
/// combatants who were removed.
fn list_legal_acts_unless_pending<S: GameSystem>(
    record: &FightRecord<S>,
    who: CombatantId,
) -> Vec<S::Act> {
    let mut acts = Vec::new();
    if record.pending.is_none() && record.base_fight.get_present(who).is_some() {
        S::list_legal_acts(&record.base_fight, who, &mut acts);
    }
    acts
}

/// Applies an input to a fight of one system, and wraps the result.
fn apply_input<S: GameSystem>(
    record: &FightRecord<S>,
    input: FightInput<S>,
    dice: &mut dyn Dice,
) -> Result<GameOutcome, Refusal> {
    record.apply_input(input, dice).map(GameOutcome::from_act_result)
}
