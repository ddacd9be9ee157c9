//! Ranks: a six-sided-dice skirmish system. Codes of dice against fixed values, result points cut
//! into ranks, a line measured in feet, and full and bonus actions that belong to the round,
//! because opponents spend them out of turn.
//!
//! A file for each heading of the rule text (docs/rules/ranks.md). Start at [`acts`] (what may be
//! done, and the way to its rule) and [`turns`] (what follows by itself). What is done by an own
//! check is a [`deeds::Deed`], on the own turn, held or readied; [`movement`] resolves mark by
//! mark, and what breaks into it ([`readied`], hazards) is a call inside it. [`state`] has the
//! notes and the only place that changes a fight; [`sight`] decides who may know what; [`edge`]
//! reads and writes the common form.

pub mod acts;
pub mod advantages;
mod attacks;
mod checks;
pub mod combine;
pub mod conditions;
mod damage;
pub mod deeds;
mod edge;
mod end;
mod engagement;
pub mod force;
pub mod free;
mod holding;
mod initiative;
pub mod interaction;
pub mod leaving;
mod matching;
mod movement;
mod objects;
mod points;
pub mod prompts;
pub mod readied;
pub mod recovery;
mod responses;
pub mod sheet;
mod sight;
pub mod start;
pub mod state;
mod turns;
mod verbs;
mod zones;

use crate::engine::fight::{Combatant, Fight as CoreFight, Order as CoreOrder};
use crate::engine::ids::CombatantId;
use crate::engine::limits::Limits;
use crate::engine::prompt::{About, Ask as CoreAsk, Kind, Price};
use crate::engine::scene::{Scene as CoreScene, Step as CoreStep};
use crate::engine::verbs::Verb;
use crate::engine::view::{View, Viewer};
use crate::engine::words::{Refusal, Risk, Words};
use crate::engine::{System, Wait};

#[derive(Clone, Debug, PartialEq)]
pub struct Ranks;

pub type Fight = CoreFight<Ranks>;
pub type Scene<'a> = CoreScene<'a, Ranks>;
pub type Step<T = ()> = CoreStep<Ranks, T>;
pub type Ask = CoreAsk<Ranks>;

impl System for Ranks {
    const KEY: &'static str = "ranks";

    type Body = sheet::Body;
    type State = state::State;
    type Settings = state::Settings;
    type Ground = state::Ground;
    type Item = sheet::Item;
    type Act = acts::Act;
    type Order = start::Order;
    type Question = prompts::Question;
    type Answer = prompts::Answer;
    type Note = state::Note;

    fn apply(fight: &mut Fight, note: &state::Note) {
        state::apply(fight, note);
    }

    fn perform(scene: &mut Scene, who: CombatantId, act: &acts::Act) -> Step {
        acts::perform(scene, who, act)
    }

    fn is_aside(act: &acts::Act) -> bool {
        act.is_aside()
    }

    fn order(scene: &mut Scene, order: &CoreOrder<Self>) -> Step {
        start::order(scene, order)
    }

    fn settle(scene: &mut Scene) -> Step {
        turns::settle(scene)
    }

    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<acts::Act>) {
        acts::legal(fight, who, out);
    }

    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        prompts::is_pointless(fight, ask)
    }

    fn left(fight: &Fight, ask: Ask) -> Ask {
        edge::left(fight, ask)
    }

    fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<acts::Act>)> {
        readied::invitations(fight)
    }

    fn is_unseen(fight: &Fight, ask: &Ask) -> bool {
        prompts::is_unseen(fight, ask)
    }

    fn waits(fight: &Fight) -> Option<Wait> {
        turns::waits(fight)
    }

    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const DEFENCES: &'static [&'static str] = &["defend"];
    const FILLED_IN: &'static [(&'static str, &'static str)] = verbs::FILLED_IN;
    const AFTERMATH: &'static [&'static str] = verbs::AFTERMATH;
    const NOT_YOURS: &'static str = "not-yours";

    fn read_act(fight: &Fight, who: CombatantId, words: &Words) -> acts::Act {
        edge::read_act(fight, who, words)
    }

    fn write_act(fight: &Fight, act: &acts::Act) -> Words {
        edge::write_act(fight, act)
    }

    fn cost(act: &acts::Act) -> &'static str {
        act.cost()
    }

    fn risks(fight: &Fight, who: CombatantId, act: &acts::Act) -> Vec<Risk> {
        matching::risks(fight, who, act)
    }

    fn read_order(fight: &Fight, words: &Words) -> Result<start::Order, Refusal> {
        edge::read_order(fight, words)
    }

    fn read_answer(fight: &Fight, ask: &Ask, words: &Words) -> Result<prompts::Answer, Refusal> {
        edge::read_answer(fight, ask, words)
    }

    fn write_answer(fight: &Fight, answer: &prompts::Answer) -> Words {
        edge::write_answer(fight, answer)
    }

    const KINDS: &'static [Kind] = prompts::KINDS;
    const SIDES: [&'static str; 2] = ["party", "opposition"];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["answer_secs"],
        ruling: &["ruling_secs"],
        other: &[],
    };

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        prompts::about(fight, ask)
    }

    fn price(answer: &prompts::Answer) -> Price {
        prompts::price(answer)
    }

    fn side(body: &sheet::Body) -> &str {
        &body.side
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }

    fn seen(fight: &Fight, viewer: Viewer, note: &state::Note) -> Option<state::Note> {
        sight::seen(fight, viewer, note)
    }

    fn seen_body(fight: &Fight, viewer: Viewer, who: &Combatant<Self>) -> sheet::Body {
        sight::seen_body(fight, viewer, who)
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        sight::view(fight, viewer)
    }

    fn scramble(fight: &mut Fight, pick: &mut dyn FnMut(usize) -> usize) {
        sight::scramble(fight, pick);
    }

    fn scramble_note(fight: &Fight, note: &mut state::Note, pick: &mut dyn FnMut(usize) -> usize) {
        sight::scramble_note(fight, note, pick);
    }
}
