//! The engine: fights and their rules as pure code, without I/O, clock, async or global randomness.
//!
//! A rule is one function that reads like the rule book: it checks, asks, rolls and emits events.
//! Begin here:
//!
//! 1. [`game::Game`] is a fight of any system, and all that the rest of the program sees of the
//!    engine.
//! 2. [`System`] and [`Rules`] are the traits that a rule system implements. The five systems are
//!    in [`rules`].
//! 3. [`resolver::Resolver`](resolution::resolver::Resolver) is what a rule rolls, asks and emits
//!    events through.
//! 4. [`fight_record::FightRecord`](resolution::fight_record::FightRecord) is a stored fight. It
//!    shows how an act waits for days for an answer.
//!
//! [`core`] has the data types, [`visibility`] decides who may know what, and [`agents`] play and
//! forecast fights without a person.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::float_arithmetic)]

// The derive macros name this crate as its users do.
extern crate self as engine;

pub mod agents;
pub mod core;
pub mod game;
pub mod resolution;
pub mod rules;
pub mod visibility;

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::agents::evaluation::Evaluation;
use crate::core::body_fields::BodyFields;
use crate::core::command::{Command, Refusal, Risk};
use crate::core::fight::{Combatant, Exit, Fight};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::items::ItemLike;
use crate::core::time_limits::TimeLimits;
use crate::core::verbs::Verb;
use crate::resolution::orders::Orders;
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, PromptRequest};
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::visibility::knowledge::Redact;
use crate::visibility::view::{FightView, Viewer, VisibleAttack};

/// The bounds on every type that is stored or part of an event.
pub trait StoredPart:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T> StoredPart for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// The way to treat chat messages that players write in a fight's channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChatPolicy {
    #[default]
    Allow,
    /// Marks the message with a warning.
    Warn,
    Delete,
}

/// A rule system: its types, and how an event changes them.
///
/// One type per system implements it in `rules/<system>/mod.rs`. The other traits of [`Rules`] are
/// implemented in the files that their docs name.
pub trait System: Clone + Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The key of the system in commands, files and storage.
    const KEY: &'static str;
    /// The default sides of a player's character and of an NPC.
    const DEFAULT_SIDES: [&'static str; 2];
    /// Whether there are no other sides than these.
    const HAS_FIXED_SIDES: bool = false;
    /// The system's settings behind the time limits that all systems have.
    const TIME_LIMITS: TimeLimits;

    /// A combatant's sheet and its state in the fight.
    type Body: StoredPart + BodyFields;
    /// The state of the fight as a whole.
    type State: StoredPart + Default;
    type Settings: StoredPart + Default;
    /// The properties of a zone besides its name and neighbours.
    type Terrain: StoredPart + Default;
    /// An item that a combatant carries or that lies in a zone.
    type Item: ItemLike<Self>;
    /// An act that a combatant attempts.
    type Act: StoredPart;
    /// An order of the GM that only this system has.
    type Order: StoredPart;
    type Question: StoredPart;
    type Answer: StoredPart;
    /// A fact of what happened. Invariant: applying the events in order gives the state.
    type Event: StoredPart + Redact<Self>;

    /// Applies an event to the fight. The system's state changes nowhere else.
    fn apply(fight: &mut Fight<Self>, event: &Self::Event);
    /// Returns the side that a combatant is on, or "" if it is on none.
    fn side(body: &Self::Body) -> &str;
    /// Returns how a combatant has dropped out of the fight, or `None` if it is still in it.
    fn exit(body: &Self::Body) -> Option<Exit>;
    /// Returns the hit points or the like, or `None` if the system has no such number.
    fn health(_body: &Self::Body) -> Option<u16> {
        None
    }
    /// Returns the key of the outcome once it is certain, whether or not the aftermath still runs.
    fn decided_outcome(fight: &Fight<Self>) -> Option<&str>;
    /// Returns the body that a combatant keeps after the fight, by the "End" of the rule text.
    /// What belongs to the fight alone (zone, turn, holds) is reset.
    fn body_after_fight(body: &Self::Body) -> Self::Body {
        let mut kept = body.clone();
        kept.reset_fight_fields();
        kept
    }
    /// Returns the outcomes with which the GM may end a running fight: each side, and "truce".
    fn outcomes_gm_may_end_with(fight: &Fight<Self>) -> Vec<String> {
        let sides: BTreeSet<&str> =
            fight.present_combatants().map(|(_, combatant)| Self::side(&combatant.body)).collect();
        let named_sides = sides.into_iter().filter(|side| !side.is_empty());
        named_sides.chain(["truce"]).map(String::from).collect()
    }
    /// Returns how to treat chat messages in the fight's channel.
    fn chat_policy(_fight: &Fight<Self>) -> ChatPolicy {
        ChatPolicy::Allow
    }
}

/// Pushes an act that is built in place. Moving it there would cost as much as finding it.
pub fn push_with<A>(acts: &mut Vec<A>, build_act: impl FnOnce() -> A) {
    acts.extend(std::iter::once_with(build_act));
}

/// The acts of a system: which are legal, and how each is performed. Implemented in `acts.rs`.
pub trait Acts: System {
    /// Checks an act and performs it to its last consequence, with all rolls and prompts.
    ///
    /// # Errors
    /// Refuses an act that the rules do not allow now; nothing has happened then. Interrupts the
    /// act where somebody must answer, and ends it early where it decides the fight.
    fn check_and_perform_act(
        resolver: &mut Resolver<Self>,
        who: CombatantId,
        act: &Self::Act,
    ) -> RuleResult<Self>;
    /// Returns whether an act may be performed while a prompt is open, because it decides and asks
    /// nothing (talk, a standing order).
    fn is_act_allowed_during_prompt(_act: &Self::Act) -> bool {
        false
    }
    /// Appends every legal act of a combatant to `acts`, complete with all choices, as far as its
    /// controller knows the fight.
    fn list_legal_acts(fight: &Fight<Self>, who: CombatantId, acts: &mut Vec<Self::Act>);
    /// Returns a warning if a legal act loses something for good beyond its purpose. The player
    /// gets it in private and confirms once. It reveals nothing that they may not know.
    fn permanent_loss_warning(
        _fight: &Fight<Self>,
        _who: CombatantId,
        _act: &Self::Act,
    ) -> Option<Refusal> {
        None
    }
    /// Returns the combatants who may respond to somebody's act although nobody waits for them,
    /// with the acts that they may use.
    fn list_optional_responses(_fight: &Fight<Self>) -> Vec<(CombatantId, Vec<Self::Act>)> {
        Vec::new()
    }
    /// Returns the cost of an act as a label; `None` if it is free.
    fn cost_label(act: &Self::Act) -> Option<&'static str>;
    /// Returns the cost or effect of an act in the current situation as a label, as far as its
    /// actor can know it.
    fn current_cost_label(
        _fight: &Fight<Self>,
        _who: CombatantId,
        act: &Self::Act,
    ) -> Option<&'static str> {
        Self::cost_label(act)
    }
    /// Returns what a legal act may cause at once, without anything that is hidden from its actor
    /// (held actions of enemies, what an enemy can do).
    fn known_risks(_fight: &Fight<Self>, _who: CombatantId, _act: &Self::Act) -> Vec<Risk> {
        Vec::new()
    }
    /// Returns the standing orders that the rules themselves have and that are not at their
    /// default, as the acts that gave them.
    fn list_changed_standing_orders(_body: &Self::Body) -> Vec<Self::Act> {
        Vec::new()
    }
}

/// The prompts of a system. Implemented in `prompts.rs`.
pub trait Prompts: System {
    /// The kinds of prompts that combatants get.
    const PROMPT_KINDS: &'static [PromptKind] = &[];
    /// The refusal key if the prompt or the turn is somebody else's.
    const NOT_YOURS_KEY: &'static str = "bad-target";
    /// Returns whether an open prompt is moot because an order took out of the fight the combatant
    /// whom it is about. Its default answer counts then.
    fn is_obsolete(_fight: &Fight<Self>, _request: &PromptRequest<Self>) -> bool {
        false
    }
    /// Returns the request without the choices that an order made impossible since it was opened.
    /// Invariant: the default is among the choices.
    fn remove_unavailable_choices(
        _fight: &Fight<Self>,
        request: PromptRequest<Self>,
    ) -> PromptRequest<Self> {
        request
    }
    /// Returns whether a player is asked even if only one choice is left, because the question also
    /// takes typed answers or exists for its confirmation.
    fn needs_explicit_answer(_question: &Self::Question) -> bool {
        false
    }
    /// Returns whether all who get this prompt at the same time share one message.
    fn shares_message(_question: &Self::Question) -> bool {
        false
    }
    /// Returns whether the respondent is only reminded when time runs out, and no default is taken.
    fn only_reminds_on_timeout(_question: &Self::Question) -> bool {
        false
    }
    /// Returns whether the public must not see that the respondent is asked. It is always so for
    /// hidden NPCs.
    fn is_hidden_from_public(fight: &Fight<Self>, request: &PromptRequest<Self>) -> bool {
        fight.is_hidden_npc(request.respondent)
    }
    /// Returns what standing orders decide a prompt by, as far as its respondent may know it: its
    /// kind, whose act it answers, the weapon or other means, and the worst threat. `None` if
    /// standing orders cannot answer it.
    fn context_for_standing_orders(
        _fight: &Fight<Self>,
        _request: &PromptRequest<Self>,
    ) -> Option<PromptContext> {
        None
    }
    /// Returns what an answer costs its respondent.
    fn answer_cost(_answer: &Self::Answer) -> AnswerCost {
        AnswerCost::Nothing
    }
    /// Returns whether an answer accepts the threat that the prompt is about
    /// ([`PromptContext::threat`]).
    fn accepts_threat(_answer: &Self::Answer) -> bool {
        false
    }
    /// Returns why a combatant who answers has no open prompt, if the rules have a key for it.
    /// `open_requests` are the prompts of others, or empty.
    fn explain_answer_without_prompt(
        _fight: &Fight<Self>,
        _open_requests: &[PromptRequest<Self>],
        _who: CombatantId,
        _command: &Command,
    ) -> Option<Refusal> {
        None
    }
    /// Returns why a closed prompt no longer takes this answer, if the rules have a key for it.
    fn explain_answer_after_prompt_closed(
        _fight: &Fight<Self>,
        _request: &PromptRequest<Self>,
        _command: &Command,
    ) -> Option<Refusal> {
        None
    }
}

/// The conversion between a system's types and [`Command`]s. Implemented in `codec.rs`.
pub trait Codec: System {
    const ACT_VERBS: &'static [Verb];
    /// The verbs of orders that only this system has.
    const ORDER_VERBS: &'static [Verb] = &[];
    const ANSWER_VERBS: &'static [Verb] = &[];
    /// Answers that need no more than this verb and slot, because the rules infer the rest.
    const INFERABLE_ANSWERS: &'static [(&'static str, &'static str)] = &[];
    /// The slots for text in people's own words, also by their names in stored fights. Slots for
    /// names are not among them.
    const FREE_TEXT_SLOTS: &'static [&'static str] = &[];
    /// The verbs of acts with which a combatant only defends itself, best first.
    const DEFENCE_VERBS: &'static [&'static str] = &[];
    /// Parses an act whose verb is one of [`Codec::ACT_VERBS`]; returns `None` for another verb.
    ///
    /// Names that match nothing the actor knows become ids that match nothing, so that
    /// [`Acts::check_and_perform_act`] refuses them in the order of the rules.
    fn parse_act_without_checks(
        fight: &Fight<Self>,
        who: CombatantId,
        command: &Command,
    ) -> Option<Self::Act>;
    /// Formats an act as the command that [`Self::parse_act_without_checks`] parses.
    fn format_act(fight: &Fight<Self>, act: &Self::Act) -> Command;
    /// Parses an order whose verb is one of [`Codec::ORDER_VERBS`].
    fn parse_order(_fight: &Fight<Self>, command: &Command) -> Result<Self::Order, Refusal> {
        Err(Refusal::new("not-in-system", "").with("verb", &command.verb))
    }
    /// Parses an answer and checks that the prompt takes it: one of the choices, if the system
    /// takes no others.
    fn parse_answer(
        fight: &Fight<Self>,
        request: &PromptRequest<Self>,
        command: &Command,
    ) -> Result<Self::Answer, Refusal> {
        let choice = request.find_choice(fight, command).cloned();
        choice.ok_or_else(|| Refusal::new("bad-target", "").with("verb", &command.verb))
    }
    /// Formats an answer as the command that [`Self::parse_answer`] parses.
    fn format_answer(fight: &Fight<Self>, answer: &Self::Answer) -> Command;
}

/// The rules on who may know what (I6). Implemented in `visibility.rs`; events declare it
/// themselves ([`Redact`]).
pub trait Visibility: System {
    /// Returns the fight as one viewer may know it.
    fn view_for(fight: &Fight<Self>, viewer: Viewer) -> FightView;
    /// Returns the attacks that an event tells of: who attacks whom, whatever comes of it.
    fn attacks_in_event(event: &Self::Event) -> Vec<VisibleAttack>;
    /// Returns a body in which no field is empty.
    fn sample_body_with_optional_fields() -> Self::Body;
    /// Copies to an NPC's `randomized_body`, in which the public fields of the `original` have been
    /// restored, what everybody may know besides: how hurt it looks, what it holds. Takes from
    /// `random_body`, a body of random values alone, what is hidden in that, and public fields that
    /// nobody knows just now, such as the place of the hidden. Like the functions below, it serves
    /// the tests of I6.
    fn restore_public_looks(
        fight: &Fight<Self>,
        original: &Combatant<Self>,
        random_body: Self::Body,
        randomized_body: &mut Self::Body,
    );
    /// Copies into a randomised terrain what everybody may know of the `original`, the zone's own
    /// terrain. The rest stays random. By default nobody may know anything of it.
    fn copy_public_terrain(_original: &Self::Terrain, _randomized: &mut Self::Terrain) {}
    /// Copies into a randomised state what everybody may know of the `original`, the fight's own
    /// state, and what must fit to that. The rest stays random. By default nobody may know anything
    /// of it.
    fn copy_public_state(_original: &Self::State, _randomized: &mut Self::State) {}
    /// Changes at random what is hidden in an event besides numbers.
    fn randomize_event_secrets(
        _fight: &Fight<Self>,
        _event: &mut Self::Event,
        _pick: crate::visibility::randomize::Pick,
    ) {
    }
}

/// What came of looking for an automatic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// A step was performed, and another may follow.
    Advanced,
    /// No step is left: somebody must decide, or the fight is over.
    Settled,
}

impl StepOutcome {
    /// Returns `Advanced` if `was_performed`, otherwise `Settled`.
    pub fn advanced_if(was_performed: bool) -> Self {
        if was_performed { Self::Advanced } else { Self::Settled }
    }
}

/// The order of turns and rounds. Implemented in `turns.rs` or `rounds.rs`.
pub trait Turns: System {
    /// Performs one automatic step of a running fight, if there is one.
    fn advance_one_step(resolver: &mut Resolver<Self>) -> RuleResult<Self, StepOutcome>;
    /// Returns who must act now, provided that no prompt is open.
    fn pending_turn(fight: &Fight<Self>) -> Option<PendingTurn>;
    /// Returns whether this combatant's turn is skipped when its time runs out. Otherwise the GM is
    /// only reminded.
    fn is_turn_skipped_on_timeout(fight: &Fight<Self>, who: CombatantId) -> bool;
}

/// All traits of a complete rule system.
pub trait Rules: Acts + Turns + Orders + Prompts + Codec + Visibility + Evaluation {}
impl<S: Acts + Turns + Orders + Prompts + Codec + Visibility + Evaluation> Rules for S {}

/// The combatants who must act now, and how long the fight waits for them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PendingTurn {
    #[serde(rename = "on")]
    pub actors: Vec<Initiator>,
    /// A key that distinguishes this wait from the next one with the same actors, or "" if the
    /// actors suffice.
    #[serde(rename = "part")]
    pub discriminator: &'static str,
    /// The time to act in seconds. 0 means no limit.
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    /// Whether the turn is skipped when time runs out
    /// ([`Order::Skip`](core::fight::Order::Skip)). Otherwise the actors are only reminded.
    #[serde(rename = "is_skipped")]
    pub is_skipped_on_timeout: bool,
    /// Whether every actor must act before the fight goes on. Otherwise one of them suffices.
    #[serde(rename = "is_each")]
    pub needs_all_actors: bool,
}

impl PendingTurn {
    /// Returns the turn of one combatant, who has so many seconds to act.
    pub fn for_single_combatant<S: Turns>(
        fight: &Fight<S>,
        who: CombatantId,
        timeout_secs: u32,
    ) -> Self {
        Self {
            actors: vec![Initiator::Combatant(who)],
            discriminator: "",
            timeout_secs,
            is_skipped_on_timeout: S::is_turn_skipped_on_timeout(fight, who),
            needs_all_actors: false,
        }
    }
}
