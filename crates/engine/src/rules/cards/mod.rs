//! Cards: a numbered card for each combatant, the lowest acts first, a slow and a fast Maneuver for
//! each card and round, and pools of d6 whose sixes count. A file for each heading of the rule text
//! (docs/rules/cards.md).
//!
//! Start at [`acts`] (what may be done, and the way to its rule) and [`turns`] (what follows by
//! itself). [`state`] has the notes and the only place that changes a fight;
//! [`visibility`] decides who
//! may know what; [`codec`] reads and writes the common form.

pub mod acts;
mod ambush;
mod attacks;
mod codec;
mod damage;
mod end;
mod extras;
mod flee;
mod gear;
mod hazards;
mod holding;
mod initiative;
mod movement;
pub mod orders;
mod pools;
pub mod prompts;
mod reactions;
pub mod sheet;
mod skills;
mod stakes;
pub mod state;
mod swapping;
mod turns;
mod verbs;
mod visibility;
mod zones;

use crate::System;
use crate::fight::Fight as CoreFight;
use crate::limits::Limits;
use crate::prompt::Ask as CoreAsk;
use crate::scene::{Scene as CoreScene, Step as CoreStep};

#[derive(Clone, Debug, PartialEq)]
pub struct Cards;

pub type Fight = CoreFight<Cards>;
pub type Scene<'a> = CoreScene<'a, Cards>;
pub type Step<T = ()> = CoreStep<Cards, T>;
pub type Ask = CoreAsk<Cards>;

impl System for Cards {
    const KEY: &'static str = "cards";
    const SIDES: [&'static str; 2] = ["Heroes", "Foes"];
    const LIMITS: Limits =
        Limits { turn: &["turn_secs"], answer: &["answer_secs"], ruling: &["gm_secs"], other: &[] };

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

    fn side(body: &sheet::Body) -> &str {
        &body.side
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }
}
