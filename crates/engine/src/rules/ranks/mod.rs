//! Ranks: a six-sided-dice skirmish system. Codes of dice against fixed values, result points cut
//! into ranks, a line measured in feet, and full and bonus actions that belong to the round,
//! because opponents spend them out of turn.
//!
//! A file for each heading of the rule text (docs/rules/ranks.md). Start at [`acts`] (what may be
//! done, and the way to its rule) and [`turns`] (what follows by itself). What is done by an own
//! check is a [`deeds::Deed`], on the own turn, held or readied; [`movement`] resolves mark by
//! mark, and what breaks into it ([`readied`], hazards) is a call inside it. [`state`] has the
//! notes and the only place that changes a fight;
//! [`visibility`] decides who may know what; [`codec`]
//! reads and writes the common form.

pub mod acts;
pub mod advantages;
mod attacks;
mod checks;
mod codec;
pub mod combine;
pub mod conditions;
mod damage;
pub mod deeds;
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
pub mod orders;
mod points;
pub mod prompts;
pub mod readied;
pub mod recovery;
mod responses;
pub mod sheet;
mod stakes;
pub mod state;
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
pub struct Ranks;

pub type Fight = CoreFight<Ranks>;
pub type Scene<'a> = CoreScene<'a, Ranks>;
pub type Step<T = ()> = CoreStep<Ranks, T>;
pub type Ask = CoreAsk<Ranks>;

impl System for Ranks {
    const KEY: &'static str = "ranks";
    const SIDES: [&'static str; 2] = ["party", "opposition"];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["answer_secs"],
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

    fn side(body: &sheet::Body) -> &str {
        &body.side
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }
}
