//! Fates: a cinematic d6 system. A fixed order of turns, zones read as range bands, one pool called
//! Resolve; help after a roll is seen, held actions that break into other turns, and a Fate that
//! ends somebody else's turn.
//!
//! A file for each heading of the rule text (docs/rules/fates.md). Start at [`acts`] (what may be
//! done, and the way to its rule) and [`turns`] (what follows by itself). Held actions ([`holds`])
//! and Fates ([`fallen`]) are calls inside whatever they break into; a Blaze of Glory cuts them
//! all. [`state`] has the notes and the only place that changes a fight; [`sight`] decides who may
//! know what; [`edge`] reads and writes the common form.

pub mod acts;
mod aim;
mod attacks;
pub mod checks;
mod damage;
pub mod deeds;
mod defend;
mod edge;
mod end;
mod escape;
pub mod fallen;
mod grapple;
mod help;
pub mod holds;
mod initiative;
pub mod items;
pub mod prompts;
mod rolls;
pub mod sheet;
mod sight;
pub mod start;
pub mod state;
mod turns;
mod verbs;
mod wounded;
pub mod zones;

use crate::engine::fight::{Combatant, Fight as CoreFight, Order as CoreOrder};
use crate::engine::ids::CombatantId;
use crate::engine::limits::Limits;
use crate::engine::prompt::{About, Ask as CoreAsk, Kind, Price};
use crate::engine::scene::{Scene as CoreScene, Step as CoreStep};
use crate::engine::verbs::Verb;
use crate::engine::view::{View, Viewer};
use crate::engine::words::{Refusal, Words};
use crate::engine::{System, Wait};

#[derive(Clone, Debug, PartialEq)]
pub struct Fates;

pub type Fight = CoreFight<Fates>;
pub type Scene<'a> = CoreScene<'a, Fates>;
pub type Step<T = ()> = CoreStep<Fates, T>;
pub type Ask = CoreAsk<Fates>;

impl System for Fates {
    const KEY: &'static str = "fates";

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
    const DEFENCES: &'static [&'static str] = &["defend"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Words) -> acts::Act {
        edge::read_act(fight, who, words)
    }

    fn write_act(fight: &Fight, act: &acts::Act) -> Words {
        edge::write_act(fight, act)
    }

    fn cost(act: &acts::Act) -> &'static str {
        act.cost()
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

    fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Words) -> Option<Refusal> {
        edge::unasked(fight, open, who, words)
    }

    fn too_late(fight: &Fight, ask: &Ask, words: &Words) -> Option<Refusal> {
        edge::too_late(fight, ask, words)
    }

    const KINDS: &'static [Kind] = prompts::KINDS;
    const SIDES: [&'static str; 2] = [sheet::Side::Party.key(), sheet::Side::Opposition.key()];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["fate_secs", "init_secs", "tie_secs", "help_secs"],
        ruling: &["difficulty_secs", "second_fate_secs", "end_secs"],
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
        body.side.map_or("", sheet::Side::key)
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
