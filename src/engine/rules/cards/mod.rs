//! Cards: a numbered card for each combatant, the lowest acts first, a slow and a fast Maneuver for
//! each card and round, and pools of d6 whose sixes count. A file for each heading of the rule text
//! (docs/rules/cards.md).
//!
//! Start at [`acts`] (what may be done, and the way to its rule) and [`turns`] (what follows by
//! itself). [`state`] has the notes and the only place that changes a fight; [`sight`] decides who
//! may know what; [`edge`] reads and writes the common form.

pub mod acts;
mod ambush;
mod attacks;
mod damage;
mod edge;
mod end;
mod extras;
mod flee;
mod gear;
mod hazards;
mod holding;
mod initiative;
mod movement;
mod pools;
pub mod prompts;
mod reactions;
pub mod sheet;
mod sight;
mod skills;
pub mod start;
pub mod state;
mod swapping;
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
pub struct Cards;

pub type Fight = CoreFight<Cards>;
pub type Scene<'a> = CoreScene<'a, Cards>;
pub type Step<T = ()> = CoreStep<Cards, T>;
pub type Ask = CoreAsk<Cards>;

impl System for Cards {
    const KEY: &'static str = "cards";

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

    fn is_shared(question: &prompts::Question) -> bool {
        matches!(question, prompts::Question::Chase { .. })
    }

    fn is_patient(question: &prompts::Question) -> bool {
        matches!(question, prompts::Question::End { .. })
    }

    fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<acts::Act>)> {
        swapping::invitations(fight)
    }

    fn lapses(fight: &Fight, who: CombatantId, act: &acts::Act) -> Option<Refusal> {
        swapping::lapses(fight, who, act)
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
    const DEFENCES: &'static [&'static str] = &["take-cover"];
    const AFTERMATH: &'static [&'static str] = verbs::AFTERMATH;

    fn read_act(fight: &Fight, who: CombatantId, words: &Words) -> acts::Act {
        edge::read_act(fight, who, words)
    }

    fn write_act(fight: &Fight, act: &acts::Act) -> Words {
        edge::write_act(fight, act)
    }

    fn cost(act: &acts::Act) -> &'static str {
        act.cost().label()
    }

    fn risks(fight: &Fight, who: CombatantId, act: &acts::Act) -> Vec<Risk> {
        movement::risks(fight, who, act)
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

    fn unasked(fight: &Fight, _: &[Ask], who: CombatantId, words: &Words) -> Option<Refusal> {
        reactions::unasked(fight, who, words)
    }

    const KINDS: &'static [Kind] = prompts::KINDS;
    const SIDES: [&'static str; 2] = ["Heroes", "Foes"];
    const LIMITS: Limits =
        Limits { turn: &["turn_secs"], answer: &["answer_secs"], ruling: &["gm_secs"], other: &[] };

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        prompts::about(fight, ask)
    }

    fn price(answer: &prompts::Answer) -> Price {
        prompts::price(answer)
    }

    fn standing(body: &sheet::Body) -> Vec<acts::Act> {
        acts::standing(body)
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
