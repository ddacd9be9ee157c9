//! DR12: a player-facing d20 system. A Character rolls d20 + attribute against a Difficulty
//! Rating, both to hit and to avoid being hit; NPCs roll only damage.
//!
//! A file a heading of `docs/rules/dr12.md`. The way through an act: [`acts`] checks it and calls
//! its rule; what follows by itself is in [`turns`] and [`end`]. [`state`] is the only place where
//! anything changes, [`sight`] the only place that decides who may know what.

pub mod actions;
pub mod acts;
pub mod attacks;
pub mod damage;
pub mod edge;
pub mod end;
pub mod hindrances;
pub mod morale;
pub mod movement;
pub mod prompts;
pub mod sheet;
pub mod sight;
pub mod start;
pub mod state;
pub mod stunts;
pub mod tests;
pub mod turns;
mod verbs;
pub mod zones;

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
pub struct Dr12;

pub type Fight = CoreFight<Dr12>;
pub type Scene<'a> = CoreScene<'a, Dr12>;
pub type Step<T = ()> = CoreStep<Dr12, T>;
pub type Ask = CoreAsk<Dr12>;

impl System for Dr12 {
    const KEY: &'static str = "dr12";

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

    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        prompts::is_pointless(fight, ask)
    }

    fn settle(scene: &mut Scene) -> Step {
        turns::settle(scene)
    }

    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<acts::Act>) {
        acts::legal(fight, who, out);
    }

    fn waits(fight: &Fight) -> Option<Wait> {
        turns::waits(fight)
    }

    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;

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

    const KINDS: &'static [Kind] = prompts::KINDS;
    const SIDES: [&'static str; 2] = [sheet::Side::Party.key(), sheet::Side::Enemy.key()];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["window_secs"],
        ruling: &["ruling_secs"],
        other: &[],
    };

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        prompts::about(fight, ask)
    }

    fn price(answer: &prompts::Answer) -> Price {
        prompts::price(answer)
    }

    fn endings(_: &Fight) -> Vec<String> {
        ["won", "lost", "truce"].map(String::from).to_vec()
    }

    fn side(body: &sheet::Body) -> &str {
        body.side.key()
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
