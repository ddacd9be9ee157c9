//! DR12: a player-facing d20 system. A Character rolls d20 + attribute against a Difficulty
//! Rating, both to hit and to avoid being hit; NPCs roll only damage.
//!
//! A file a heading of `docs/rules/dr12.md`. The way through an act: [`acts`] checks it and calls
//! its rule; what follows by itself is in [`turns`] and [`end`]. [`state`] is the only place where
//! anything changes, [`visibility`] the only place that decides who may know what.

pub mod actions;
pub mod acts;
pub mod attacks;
pub mod checks;
pub mod codec;
pub mod damage;
pub mod end;
pub mod hindrances;
pub mod morale;
pub mod movement;
pub mod orders;
pub mod prompts;
pub mod sheet;
mod stakes;
pub mod state;
pub mod stunts;
pub mod turns;
mod verbs;
pub mod visibility;
pub mod zones;

use crate::System;
use crate::fight::Fight as CoreFight;
use crate::limits::Limits;
use crate::prompt::Ask as CoreAsk;
use crate::scene::{Scene as CoreScene, Step as CoreStep};

#[derive(Clone, Debug, PartialEq)]
pub struct Dr12;

pub type Fight = CoreFight<Dr12>;
pub type Scene<'a> = CoreScene<'a, Dr12>;
pub type Step<T = ()> = CoreStep<Dr12, T>;
pub type Ask = CoreAsk<Dr12>;

impl System for Dr12 {
    const KEY: &'static str = "dr12";
    const SIDES: [&'static str; 2] = [sheet::Side::Party.key(), sheet::Side::Enemy.key()];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["window_secs"],
        ruling: &["ruling_secs"],
        other: &[],
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

    fn endings(_: &Fight) -> Vec<String> {
        ["won", "lost", "truce"].map(String::from).to_vec()
    }

    fn side(body: &sheet::Body) -> &str {
        body.side.key()
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }
}
