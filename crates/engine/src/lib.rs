//! The engine: fights and their rules, pure. No I/O, no clock, no async, no global randomness.
//!
//! A rule is one function that reads like the rule book: check, ask, roll, apply. Start at
//! [`System`] and [`Rules`] (what a rule system is), [`scene::Scene`] (how a rule rolls, asks and
//! changes things), [`saved::Saved`] (how an act waits for days), [`game::Game`] (the edge that the
//! rest of the program sees). The rules themselves are in [`rules`].

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::float_arithmetic)]

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
use crate::core::command::{Command, Refusal, Risk};
use crate::core::fight::{Combatant, Fight};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::items::ItemLike;
use crate::core::time_limits::TimeLimits;
use crate::core::verbs::Verb;
use crate::resolution::orders::Orders;
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, PromptRequest};
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::visibility::view::{FightView, Viewer};

/// What every stored or noted thing can do.
pub trait StoredPart:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T> StoredPart for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// What becomes of words that are said past the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChatPolicy {
    #[default]
    Allow,
    /// They get a warning mark.
    Warn,
    Delete,
}

/// What a rule system is made of. One type implements it, in `rules/<system>/mod.rs`, and the parts
/// of [`Rules`] in the file where their matter is.
pub trait System: Clone + Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The name of the system in commands, files and storage.
    const KEY: &'static str;
    /// The side of a player, and that of an NPC, where nobody says another.
    const DEFAULT_SIDES: [&'static str; 2];
    /// The settings behind the limits that all systems have.
    const TIME_LIMITS: TimeLimits;

    /// One combatant: its sheet and its state in the fight.
    type Body: StoredPart;
    /// What the fight as a whole remembers.
    type State: StoredPart + Default;
    type Settings: StoredPart + Default;
    /// What a zone is besides its name and neighbours.
    type Terrain: StoredPart + Default;
    /// A thing that is carried or lies about.
    type Item: ItemLike<Self>;
    /// What a combatant attempts.
    type Act: StoredPart;
    /// What the GM orders beyond the orders common to all systems.
    type Order: StoredPart;
    type Question: StoredPart;
    type Answer: StoredPart;
    /// One fact of what happened. Invariant: applying the notes in order gives the state.
    type Event: StoredPart;

    /// Makes a noted fact true. The only place where the system's state changes.
    fn apply(fight: &mut Fight<Self>, event: &Self::Event);
    /// The side that a combatant is on.
    fn side(body: &Self::Body) -> &str;
    /// What of a combatant outlasts the fight, as the rule text's "End" has it: what belongs to
    /// the fight alone (zone, turn, holds) is as it was before.
    fn body_after_fight(body: &Self::Body) -> Self::Body;
    /// The outcomes with which the GM may end a fight that runs: a side has won, or none.
    fn possible_outcomes(fight: &Fight<Self>) -> Vec<String> {
        let sides: BTreeSet<&str> = fight.iter().map(|(_, one)| Self::side(&one.body)).collect();
        let sides = sides.into_iter().filter(|side| !side.is_empty());
        sides.chain(["truce"]).map(String::from).collect()
    }
    /// What becomes of what players say in the fight's channel past the bot.
    fn chat_policy(_fight: &Fight<Self>) -> ChatPolicy {
        ChatPolicy::Allow
    }
}

/// Makes an act in its place in a list: to move one there costs as much as to find it.
pub fn push_with<A>(acts: &mut Vec<A>, build_act: impl FnOnce() -> A) {
    acts.extend(std::iter::once_with(build_act));
}

/// What may be done, and the way to its rule; in `acts.rs`.
pub trait Acts: System {
    /// An act, from its checks to its last consequence.
    fn perform(
        resolver: &mut Resolver<Self>,
        who: CombatantId,
        act: &Self::Act,
    ) -> RuleResult<Self>;
    /// Whether an act is taken also while a question is open, as an order is: it settles nothing
    /// and asks nothing (talk, a standing order).
    fn is_act_allowed_during_prompt(_act: &Self::Act) -> bool {
        false
    }
    /// Every legal act of a combatant, fully spelled out, as its controller knows the fight.
    fn list_legal_acts(fight: &Fight<Self>, who: CombatantId, acts: &mut Vec<Self::Act>);
    /// What is lost for good by a legal act, beyond what it is for: whoever attempts it is told so
    /// in private, and confirms it once. Of what they may not know nothing is said.
    fn permanent_loss_warning(
        _fight: &Fight<Self>,
        _who: CombatantId,
        _act: &Self::Act,
    ) -> Option<Refusal> {
        None
    }
    /// Acts by which somebody may answer an act of another, though nobody waits for it: who, and
    /// the acts.
    fn list_optional_responses(_fight: &Fight<Self>) -> Vec<(CombatantId, Vec<Self::Act>)> {
        Vec::new()
    }
    /// What an act costs, for its label; "" when free.
    fn cost_label(act: &Self::Act) -> &'static str;
    /// What an act costs or brings on as things stand, for its label, as far as its actor can know.
    fn current_cost_label(
        _fight: &Fight<Self>,
        _who: CombatantId,
        act: &Self::Act,
    ) -> &'static str {
        Self::cost_label(act)
    }
    /// What a legal act may bring on at once, as far as its actor can know: of what is hidden from
    /// them (who lies in wait, what an enemy can do) it says nothing.
    fn known_risks(_fight: &Fight<Self>, _who: CombatantId, _act: &Self::Act) -> Vec<Risk> {
        Vec::new()
    }
    /// The standing orders that the rules themselves know, as the acts that gave them.
    fn standing_orders(_body: &Self::Body) -> Vec<Self::Act> {
        Vec::new()
    }
}

/// What is asked, and what it is about; in `prompts.rs`.
pub trait Prompts: System {
    /// The kinds of questions that combatants are asked.
    const PROMPT_KINDS: &'static [PromptKind] = &[];
    /// The key of a refusal: the question or the turn is somebody else's.
    const NOT_YOURS_KEY: &'static str = "bad-target";
    /// Whether an open question has lost its point, because an order given meanwhile has put out of
    /// the fight whom it is about: then its default counts.
    fn is_obsolete(_fight: &Fight<Self>, _request: &PromptRequest<Self>) -> bool {
        false
    }
    /// An open question as it stands now: without the choices that an order given meanwhile has
    /// taken away. Invariant: the default is among the choices.
    fn remove_unavailable_choices(
        _fight: &Fight<Self>,
        request: PromptRequest<Self>,
    ) -> PromptRequest<Self> {
        request
    }
    /// Whether it takes answers that are spelled out besides its choices, or is asked for the press
    /// alone. What else has one possible answer a player is not asked.
    fn needs_explicit_answer(_question: &Self::Question) -> bool {
        false
    }
    /// Whether those who are asked this at once are asked in one message.
    fn shares_message(_question: &Self::Question) -> bool {
        false
    }
    /// Whether no answer is taken for whoever is asked, however long it takes: when the clock runs
    /// out they are only reminded.
    fn only_reminds_on_timeout(_question: &Self::Question) -> bool {
        false
    }
    /// Whether the public must not see that somebody is asked this; for hidden ones in any case.
    fn is_hidden_from_public(fight: &Fight<Self>, request: &PromptRequest<Self>) -> bool {
        fight.is_hidden_npc(request.respondent)
    }
    /// What a question to a combatant is about, by what they may know. None: no standing order is
    /// given for it.
    fn prompt_context(
        _fight: &Fight<Self>,
        _request: &PromptRequest<Self>,
    ) -> Option<PromptContext> {
        None
    }
    /// What an answer takes from whoever gives it.
    fn answer_cost(_answer: &Self::Answer) -> AnswerCost {
        AnswerCost::Nothing
    }
    /// Whether an answer lets come what the question is about ([`About::threat`]).
    fn accepts_threat(_answer: &Self::Answer) -> bool {
        false
    }
    /// Why somebody who says an answer is not asked, as far as the rules have a key for it: the
    /// questions that are open now are other people's, or none.
    fn explain_not_asked(
        _fight: &Fight<Self>,
        _open_requests: &[PromptRequest<Self>],
        _who: CombatantId,
        _command: &Command,
    ) -> Option<Refusal> {
        None
    }
    /// Why a question that is closed takes this answer no more, where the rules have a key of
    /// their own for it.
    fn explain_too_late(
        _fight: &Fight<Self>,
        _request: &PromptRequest<Self>,
        _command: &Command,
    ) -> Option<Refusal> {
        None
    }
}

/// The common form; in `codec.rs`.
pub trait Codec: System {
    /// The verbs of acts.
    const ACT_VERBS: &'static [Verb];
    /// The verbs of the system's own orders.
    const ORDER_VERBS: &'static [Verb];
    /// The verbs of answers.
    const ANSWER_VERBS: &'static [Verb];
    /// Answers, by their verb and a slot that they say, of which the rules know what else is meant
    /// where nothing more is said.
    const INFERABLE_ANSWERS: &'static [(&'static str, &'static str)] = &[];
    /// The slots in which people say in their own words what they do or what comes of it, and what
    /// such words are called where a fight is stored. Names are none of them.
    const FREE_TEXT_SLOTS: &'static [&'static str];
    /// The verbs of acts with which somebody defends themselves who does nothing else, best first.
    const DEFENCE_VERBS: &'static [&'static str] = &[];
    /// Reads an act whose verb is one of [`Codec::VERBS`]. Names that fit nothing the actor knows
    /// become ids that fit nothing, so that `perform` refuses them in the order of the rules.
    fn parse_act(fight: &Fight<Self>, who: CombatantId, command: &Command) -> Self::Act;
    fn format_act(fight: &Fight<Self>, act: &Self::Act) -> Command;
    fn parse_order(fight: &Fight<Self>, command: &Command) -> Result<Self::Order, Refusal>;
    /// Reads an answer and checks that it is one this question takes.
    fn parse_answer(
        fight: &Fight<Self>,
        request: &PromptRequest<Self>,
        command: &Command,
    ) -> Result<Self::Answer, Refusal>;
    fn format_answer(fight: &Fight<Self>, answer: &Self::Answer) -> Command;
}

/// Who may know what (I6); in `visibility.rs`.
pub trait Visibility: System {
    /// A note as one viewer may know it; none where it is not for them.
    fn redact_event(
        fight: &Fight<Self>,
        viewer: Viewer,
        event: &Self::Event,
    ) -> Option<Self::Event>;
    /// A combatant who joins, as one viewer may know them.
    fn redact_body(fight: &Fight<Self>, viewer: Viewer, combatant: &Combatant<Self>) -> Self::Body;
    /// The fight as one viewer may know it.
    fn view_for(fight: &Fight<Self>, viewer: Viewer) -> FightView;
    /// Numbers in notes that are not secret as soon as anybody in the note is closed, by the field
    /// or by note and field (`lost.amount`): the field that says whose they are, "" where they lie
    /// on the table. See [`scramble`].
    const NUMBER_OWNERS: &'static [(&'static str, &'static str)];
    /// A combatant all of whose fields hold something.
    fn sample_body() -> Self::Body;
    /// All of an NPC is another's now but what everybody may know of it, and what must fit to that:
    /// that it takes back here. Proof of I6 by test, as all that follows.
    fn restore_public_body(fight: &Fight<Self>, original: &Combatant<Self>, body: &mut Self::Body);
    /// What everybody may know of the ground.
    fn restore_public_terrain(fight: &Fight<Self>, zone: ZoneId, terrain: &mut Self::Terrain);
    /// What everybody may know of the state, and what must fit to that.
    fn restore_public_state(fight: &Fight<Self>, state: &mut Self::State);
    /// What is hidden in a note besides numbers, changed at random.
    fn randomize_event_secrets(
        _fight: &Fight<Self>,
        _event: &mut Self::Event,
        _pick: crate::visibility::randomize::Pick,
    ) {
    }
}

/// Turns and rounds; in `turns.rs` or `rounds.rs`.
pub trait Turns: System {
    /// One step of what follows by itself: false when somebody must decide, or the fight is over.
    fn advance_one_step(resolver: &mut Resolver<Self>) -> RuleResult<Self, bool>;
    /// Who must act now while no question is open.
    fn pending_turn(fight: &Fight<Self>) -> Option<PendingTurn>;
    /// Whether a turn of this combatant is skipped when its clock runs out, and the GM not only
    /// reminded.
    fn is_turn_skipped_on_timeout(fight: &Fight<Self>, who: CombatantId) -> bool;
}

/// The rules of a system, whole.
pub trait Rules: Acts + Turns + Orders + Prompts + Codec + Visibility + Evaluation {}
impl<S: Acts + Turns + Orders + Prompts + Codec + Visibility + Evaluation> Rules for S {}

/// Who must act, and for how long they are waited for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PendingTurn {
    #[serde(rename = "on")]
    pub actors: Vec<Initiator>,
    /// What tells this wait from the next, whoever is in it; "" where `on` does.
    #[serde(rename = "part")]
    pub discriminator: &'static str,
    /// 0: for ever.
    #[serde(rename = "clock_secs")]
    pub timeout_secs: u32,
    /// When the clock runs out: skipped ([`Order::Skip`](fight::Order::Skip)), or only reminded.
    #[serde(rename = "is_skipped")]
    pub is_skipped_on_timeout: bool,
    /// It goes on only when each of them has acted, not as soon as one of them does.
    #[serde(rename = "is_each")]
    pub needs_all_actors: bool,
}
