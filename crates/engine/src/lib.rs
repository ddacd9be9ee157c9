//! The engine: fights and their rules, pure. No I/O, no clock, no async, no global randomness.
//!
//! A rule is one function that reads like the rule book: check, ask, roll, apply. Start at
//! [`System`] and [`Rules`] (what a rule system is), [`scene::Scene`] (how a rule rolls, asks and
//! changes things), [`saved::Saved`] (how an act waits for days), [`game::Game`] (the edge that the
//! rest of the program sees). The rules themselves are in [`rules`].

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::float_arithmetic)]

pub mod command;
pub mod dice;
pub mod fight;
pub mod forecast;
pub mod game;
pub mod ids;
pub mod json;
pub mod judgement;
pub mod kept;
pub mod keyed;
pub mod ladder;
pub mod limits;
pub mod mind;
pub mod modifier;
pub mod odds;
pub mod orders;
pub mod prompt;
pub mod rules;
pub mod saved;
pub mod scene;
pub mod scramble;
pub mod simulation;
pub mod stakes;
pub mod tape;
pub mod things;
pub mod verbs;
pub mod view;
pub mod visible_turn;
pub mod why;
pub mod zones;

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use command::{Command, Refusal, Risk};
use fight::{Combatant, Fight};
use ids::{By, CombatantId, ZoneId};
use limits::Limits;
use orders::Orders;
use prompt::{About, Ask, Kind, Price};
use scene::{Scene, Step};
use stakes::Stakes;
use things::Thing;
use verbs::Verb;
use view::{View, Viewer};

/// What every stored or noted thing can do.
pub trait Part:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T> Part for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// What becomes of words that are said past the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chatter {
    #[default]
    Free,
    /// They get a warning mark.
    Marked,
    Deleted,
}

/// What a rule system is made of. One type implements it, in `rules/<system>/mod.rs`, and the parts
/// of [`Rules`] in the file where their matter is.
pub trait System: Clone + Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The name of the system in commands, files and storage.
    const KEY: &'static str;
    /// The side of a player, and that of an NPC, where nobody says another.
    const SIDES: [&'static str; 2];
    /// The settings behind the limits that all systems have.
    const LIMITS: Limits;

    /// One combatant: its sheet and its state in the fight.
    type Body: Part;
    /// What the fight as a whole remembers.
    type State: Part + Default;
    type Settings: Part + Default;
    /// What a zone is besides its name and neighbours.
    type Ground: Part + Default;
    /// A thing that is carried or lies about.
    type Item: Thing<Self>;
    /// What a combatant attempts.
    type Act: Part;
    /// What the GM orders beyond the orders common to all systems.
    type Order: Part;
    type Question: Part;
    type Answer: Part;
    /// One fact of what happened. Invariant: applying the notes in order gives the state.
    type Note: Part;

    /// Makes a noted fact true. The only place where the system's state changes.
    fn apply(fight: &mut Fight<Self>, note: &Self::Note);
    /// The side that a combatant is on.
    fn side(body: &Self::Body) -> &str;
    /// What of a combatant outlasts the fight, as the rule text's "End" has it: what belongs to
    /// the fight alone (zone, turn, holds) is as it was before.
    fn lasting(body: &Self::Body) -> Self::Body;
    /// The outcomes with which the GM may end a fight that runs: a side has won, or none.
    fn endings(fight: &Fight<Self>) -> Vec<String> {
        let sides: BTreeSet<&str> = fight.iter().map(|(_, one)| Self::side(&one.body)).collect();
        let sides = sides.into_iter().filter(|side| !side.is_empty());
        sides.chain(["truce"]).map(String::from).collect()
    }
    /// What becomes of what players say in the fight's channel past the bot.
    fn chatter(_fight: &Fight<Self>) -> Chatter {
        Chatter::Free
    }
}

/// Makes an act in its place in a list: to move one there costs as much as to find it.
pub fn put<A>(acts: &mut Vec<A>, act: impl FnOnce() -> A) {
    acts.extend(std::iter::once_with(act));
}

/// What may be done, and the way to its rule; in `acts.rs`.
pub trait Acts: System {
    /// An act, from its checks to its last consequence.
    fn perform(scene: &mut Scene<Self>, who: CombatantId, act: &Self::Act) -> Step<Self>;
    /// Whether an act is taken also while a question is open, as an order is: it settles nothing
    /// and asks nothing (talk, a standing order).
    fn is_aside(_act: &Self::Act) -> bool {
        false
    }
    /// Every legal act of a combatant, fully spelled out, as its controller knows the fight.
    fn acts(fight: &Fight<Self>, who: CombatantId, out: &mut Vec<Self::Act>);
    /// What is lost for good by a legal act, beyond what it is for: whoever attempts it is told so
    /// in private, and confirms it once. Of what they may not know nothing is said.
    fn lapses(_fight: &Fight<Self>, _who: CombatantId, _act: &Self::Act) -> Option<Refusal> {
        None
    }
    /// Acts by which somebody may answer an act of another, though nobody waits for it: who, and
    /// the acts.
    fn invitations(_fight: &Fight<Self>) -> Vec<(CombatantId, Vec<Self::Act>)> {
        Vec::new()
    }
    /// What an act costs, for its label; "" when free.
    fn cost(act: &Self::Act) -> &'static str;
    /// What an act costs or brings on as things stand, for its label, as far as its actor can know.
    fn cost_now(_fight: &Fight<Self>, _who: CombatantId, act: &Self::Act) -> &'static str {
        Self::cost(act)
    }
    /// What a legal act may bring on at once, as far as its actor can know: of what is hidden from
    /// them (who lies in wait, what an enemy can do) it says nothing.
    fn risks(_fight: &Fight<Self>, _who: CombatantId, _act: &Self::Act) -> Vec<Risk> {
        Vec::new()
    }
    /// The standing orders that the rules themselves know, as the acts that gave them.
    fn standing(_body: &Self::Body) -> Vec<Self::Act> {
        Vec::new()
    }
}

/// What is asked, and what it is about; in `prompts.rs`.
pub trait Prompts: System {
    /// The kinds of questions that combatants are asked.
    const KINDS: &'static [Kind] = &[];
    /// The key of a refusal: the question or the turn is somebody else's.
    const NOT_YOURS: &'static str = "bad-target";
    /// Whether an open question has lost its point, because an order given meanwhile has put out of
    /// the fight whom it is about: then its default counts.
    fn is_pointless(_fight: &Fight<Self>, _ask: &Ask<Self>) -> bool {
        false
    }
    /// An open question as it stands now: without the choices that an order given meanwhile has
    /// taken away. Invariant: the default is among the choices.
    fn left(_fight: &Fight<Self>, ask: Ask<Self>) -> Ask<Self> {
        ask
    }
    /// Whether it takes answers that are spelled out besides its choices, or is asked for the press
    /// alone. What else has one possible answer a player is not asked.
    fn takes_more(_question: &Self::Question) -> bool {
        false
    }
    /// Whether those who are asked this at once are asked in one message.
    fn is_shared(_question: &Self::Question) -> bool {
        false
    }
    /// Whether no answer is taken for whoever is asked, however long it takes: when the clock runs
    /// out they are only reminded.
    fn is_patient(_question: &Self::Question) -> bool {
        false
    }
    /// Whether the public must not see that somebody is asked this; for hidden ones in any case.
    fn is_unseen(fight: &Fight<Self>, ask: &Ask<Self>) -> bool {
        fight.is_hidden(ask.to)
    }
    /// What a question to a combatant is about, by what they may know. None: no standing order is
    /// given for it.
    fn about(_fight: &Fight<Self>, _ask: &Ask<Self>) -> Option<About> {
        None
    }
    /// What an answer takes from whoever gives it.
    fn price(_answer: &Self::Answer) -> Price {
        Price::Nothing
    }
    /// Whether an answer lets come what the question is about ([`About::threat`]).
    fn lets_come(_answer: &Self::Answer) -> bool {
        false
    }
    /// Why somebody who says an answer is not asked, as far as the rules have a key for it: the
    /// questions that are open now are other people's, or none.
    fn unasked(
        _fight: &Fight<Self>,
        _open: &[Ask<Self>],
        _who: CombatantId,
        _words: &Command,
    ) -> Option<Refusal> {
        None
    }
    /// Why a question that is closed takes this answer no more, where the rules have a key of
    /// their own for it.
    fn too_late(_fight: &Fight<Self>, _ask: &Ask<Self>, _words: &Command) -> Option<Refusal> {
        None
    }
}

/// The common form; in `codec.rs`.
pub trait Codec: System {
    /// The verbs of acts.
    const VERBS: &'static [Verb];
    /// The verbs of the system's own orders.
    const ORDERS: &'static [Verb];
    /// The verbs of answers.
    const ANSWERS: &'static [Verb];
    /// Answers, by their verb and a slot that they say, of which the rules know what else is meant
    /// where nothing more is said.
    const FILLED_IN: &'static [(&'static str, &'static str)] = &[];
    /// The slots in which people say in their own words what they do or what comes of it, and what
    /// such words are called where a fight is stored. Names are none of them.
    const PROSE: &'static [&'static str];
    /// The verbs of acts with which somebody defends themselves who does nothing else, best first.
    const DEFENCES: &'static [&'static str] = &[];
    /// Reads an act whose verb is one of [`Codec::VERBS`]. Names that fit nothing the actor knows
    /// become ids that fit nothing, so that `perform` refuses them in the order of the rules.
    fn read_act(fight: &Fight<Self>, who: CombatantId, words: &Command) -> Self::Act;
    fn write_act(fight: &Fight<Self>, act: &Self::Act) -> Command;
    fn read_order(fight: &Fight<Self>, words: &Command) -> Result<Self::Order, Refusal>;
    /// Reads an answer and checks that it is one this question takes.
    fn read_answer(
        fight: &Fight<Self>,
        ask: &Ask<Self>,
        words: &Command,
    ) -> Result<Self::Answer, Refusal>;
    fn write_answer(fight: &Fight<Self>, answer: &Self::Answer) -> Command;
}

/// Who may know what (I6); in `visibility.rs`.
pub trait Visibility: System {
    /// A note as one viewer may know it; none where it is not for them.
    fn seen(fight: &Fight<Self>, viewer: Viewer, note: &Self::Note) -> Option<Self::Note>;
    /// A combatant who joins, as one viewer may know them.
    fn seen_body(fight: &Fight<Self>, viewer: Viewer, who: &Combatant<Self>) -> Self::Body;
    /// The fight as one viewer may know it.
    fn view(fight: &Fight<Self>, viewer: Viewer) -> View;
    /// Numbers in notes that are not secret as soon as anybody in the note is closed, by the field
    /// or by note and field (`lost.amount`): the field that says whose they are, "" where they lie
    /// on the table. See [`scramble`].
    const NUMBERS: &'static [(&'static str, &'static str)];
    /// A combatant all of whose fields hold something.
    fn sample() -> Self::Body;
    /// All of an NPC is another's now but what everybody may know of it, and what must fit to that:
    /// that it takes back here. Proof of I6 by test, as all that follows.
    fn take_back(fight: &Fight<Self>, was: &Combatant<Self>, is: &mut Self::Body);
    /// What everybody may know of the ground.
    fn take_back_ground(fight: &Fight<Self>, zone: ZoneId, is: &mut Self::Ground);
    /// What everybody may know of the state, and what must fit to that.
    fn take_back_state(fight: &Fight<Self>, is: &mut Self::State);
    /// What is hidden in a note besides numbers, changed at random.
    fn scramble_note(_fight: &Fight<Self>, _note: &mut Self::Note, _pick: scramble::Pick) {}
}

/// Turns and rounds; in `turns.rs` or `rounds.rs`.
pub trait Turns: System {
    /// One step of what follows by itself: false when somebody must decide, or the fight is over.
    fn advance(scene: &mut Scene<Self>) -> Step<Self, bool>;
    /// Who must act now while no question is open.
    fn waits(fight: &Fight<Self>) -> Option<Wait>;
    /// Whether a turn of this combatant is skipped when its clock runs out, and the GM not only
    /// reminded.
    fn is_turn_skipped(fight: &Fight<Self>, who: CombatantId) -> bool;
}

/// The rules of a system, whole.
pub trait Rules: Acts + Turns + Orders + Prompts + Codec + Visibility + Stakes {}
impl<S: Acts + Turns + Orders + Prompts + Codec + Visibility + Stakes> Rules for S {}

/// Who must act, and for how long they are waited for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wait {
    pub on: Vec<By>,
    /// What tells this wait from the next, whoever is in it; "" where `on` does.
    pub part: &'static str,
    /// 0: for ever.
    pub clock_secs: u32,
    /// When the clock runs out: skipped ([`Order::Skip`](fight::Order::Skip)), or only reminded.
    pub is_skipped: bool,
    /// It goes on only when each of them has acted, not as soon as one of them does.
    pub is_each: bool,
}
