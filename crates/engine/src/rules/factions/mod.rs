//! Factions: one character at a time or a pass, attacks that land without a roll, and one turn a
//! round that a defender spends to answer. A file for each heading of the rule text
//! (docs/rules/factions.md).
//!
//! Start at [`acts`] (what may be done, and the way to its rule) and [`rounds`] (what follows by
//! itself). [`state`] has the notes and the only place that changes a fight;
//! [`visibility`] decides who
//! may know what; [`codec`] reads and writes the common form.

pub mod acts;
pub mod attacks;
mod blast;
mod chases;
mod codec;
mod damage;
mod end;
mod gear;
mod grapple;
mod initiative;
mod morale;
mod movement;
mod opportunity;
mod options;
pub mod orders;
pub mod prompts;
mod protection;
mod reactions;
mod rounds;
mod saves;
pub mod sheet;
mod sneaking;
mod stakes;
pub mod state;
mod stunts;
mod turns;
mod verbs;
mod visibility;
pub mod zones;

use crate::fight::Fight as CoreFight;
use crate::limits::Limits;
use crate::prompt::Ask as CoreAsk;
use crate::scene::{Scene as CoreScene, Step as CoreStep};
use crate::{Chatter, System};

#[derive(Clone, Debug, PartialEq)]
pub struct Factions;

pub type Fight = CoreFight<Factions>;
pub type Scene<'a> = CoreScene<'a, Factions>;
pub type Step<T = ()> = CoreStep<Factions, T>;
pub type Ask = CoreAsk<Factions>;

impl System for Factions {
    const KEY: &'static str = "factions";
    const SIDES: [&'static str; 2] = ["party", "enemies"];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs", "slot_secs"],
        answer: &["answer_secs"],
        ruling: &["ruling_secs"],
        other: &[("chaos_secs", 15)],
    };

    type Body = sheet::Body;
    type State = state::State;
    type Settings = state::Settings;
    type Ground = state::Ground;
    type Item = sheet::Item;
    type Act = acts::Act;
    type Order = orders::Order;
    type Question = prompts::Question;
    type Answer = prompts::Answer;
    type Note = state::Note;

    fn apply(fight: &mut Fight, note: &state::Note) {
        state::apply(fight, note);
    }

    fn endings(fight: &Fight) -> Vec<String> {
        let factions = fight.state.factions.iter().map(ToString::to_string);
        factions.chain(["truce".into()]).collect()
    }

    fn chatter(fight: &Fight) -> Chatter {
        options::chatter(fight)
    }

    fn side(body: &sheet::Body) -> &str {
        &body.faction
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }
}
