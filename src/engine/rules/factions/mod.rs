//! Factions: one character at a time or a pass, attacks that land without a roll, and one turn a
//! round that a defender spends to answer. A file for each heading of the rule text
//! (docs/rules/factions.md).
//!
//! Start at [`acts`] (what may be done, and the way to its rule) and [`rounds`] (what follows by
//! itself). [`state`] has the notes and the only place that changes a fight; [`sight`] decides who
//! may know what; [`edge`] reads and writes the common form.

pub mod acts;
pub mod attacks;
mod blast;
mod chases;
mod damage;
mod edge;
mod end;
mod gear;
mod grapple;
mod initiative;
mod morale;
mod movement;
mod opportunity;
mod options;
pub mod prompts;
mod protection;
mod reactions;
mod rounds;
mod saves;
pub mod sheet;
mod sight;
mod sneaking;
pub mod start;
pub mod state;
mod stunts;
mod turns;
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
use crate::engine::{Chatter, System, Wait};

#[derive(Clone, Debug, PartialEq)]
pub struct Factions;

pub type Fight = CoreFight<Factions>;
pub type Scene<'a> = CoreScene<'a, Factions>;
pub type Step<T = ()> = CoreStep<Factions, T>;
pub type Ask = CoreAsk<Factions>;

impl System for Factions {
    const KEY: &'static str = "factions";

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
        rounds::settle(scene)
    }

    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<acts::Act>) {
        acts::legal(fight, who, out);
    }

    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        prompts::is_pointless(fight, ask)
    }

    fn is_unseen(fight: &Fight, ask: &Ask) -> bool {
        prompts::is_unseen(fight, ask)
    }

    fn waits(fight: &Fight) -> Option<Wait> {
        rounds::waits(fight)
    }

    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const DEFENCES: &'static [&'static str] = &["take-cover"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Words) -> acts::Act {
        edge::read_act(fight, who, words)
    }

    fn write_act(fight: &Fight, act: &acts::Act) -> Words {
        edge::write_act(fight, act)
    }

    fn cost(act: &acts::Act) -> &'static str {
        act.cost()
    }

    fn cost_now(fight: &Fight, who: CombatantId, act: &acts::Act) -> &'static str {
        act.cost_now(fight, who)
    }

    fn risks(fight: &Fight, who: CombatantId, act: &acts::Act) -> Vec<Risk> {
        opportunity::risks(fight, who, act)
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

    fn chatter(fight: &Fight) -> Chatter {
        options::chatter(fight)
    }

    fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Words) -> Option<Refusal> {
        reactions::unasked(fight, open, who, words)
    }

    const KINDS: &'static [Kind] = prompts::KINDS;
    const SIDES: [&'static str; 2] = ["party", "enemies"];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs", "slot_secs"],
        answer: &["answer_secs"],
        ruling: &["ruling_secs"],
        other: &[("chaos_secs", 15)],
    };

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        prompts::about(fight, ask)
    }

    fn price(answer: &prompts::Answer) -> Price {
        prompts::price(answer)
    }

    fn standing(body: &sheet::Body) -> Vec<acts::Act> {
        acts::standing(body)
    }

    fn endings(fight: &Fight) -> Vec<String> {
        let factions = fight.state.factions.iter().map(ToString::to_string);
        factions.chain(["truce".into()]).collect()
    }

    fn side(body: &sheet::Body) -> &str {
        &body.faction
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
