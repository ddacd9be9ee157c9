//! Fates: a cinematic d6 system. A fixed order of turns, zones read as range bands, one pool called
//! Resolve; help after a roll is seen, held actions that break into other turns, and a Fate that
//! ends somebody else's turn.
//!
//! A file for each heading of the rule text (docs/rules/fates.md). Start at [`acts`] (what may be
//! done, and the way to its rule) and [`turns`] (what follows by itself). Held actions ([`holds`])
//! and Fates ([`fallen`]) are calls inside whatever they break into; a Blaze of Glory cuts them
//! all. [`state`] has the notes and the only place that changes a fight;
//! [`visibility`] decides who may
//! know what; [`codec`] reads and writes the common form.

pub mod acts;
mod aim;
mod attacks;
pub mod checks;
mod codec;
mod damage;
pub mod deeds;
mod defend;
mod end;
mod escape;
pub mod fallen;
mod grapple;
mod help;
pub mod holds;
mod initiative;
pub mod items;
pub mod orders;
pub mod prompts;
mod rolls;
pub mod sheet;
mod stakes;
pub mod state;
mod turns;
mod verbs;
mod visibility;
mod wounded;
pub mod zones;

use crate::System;
use crate::fight::Fight as CoreFight;
use crate::limits::Limits;
use crate::prompt::Ask as CoreAsk;
use crate::scene::{Scene as CoreScene, Step as CoreStep};

#[derive(Clone, Debug, PartialEq)]
pub struct Fates;

pub type Fight = CoreFight<Fates>;
pub type Scene<'a> = CoreScene<'a, Fates>;
pub type Step<T = ()> = CoreStep<Fates, T>;
pub type Ask = CoreAsk<Fates>;

impl System for Fates {
    const KEY: &'static str = "fates";
    const SIDES: [&'static str; 2] = [sheet::Side::Party.key(), sheet::Side::Opposition.key()];
    const LIMITS: Limits = Limits {
        turn: &["turn_secs"],
        answer: &["fate_secs", "init_secs", "tie_secs", "help_secs"],
        ruling: &["difficulty_secs", "second_fate_secs", "end_secs"],
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
        body.side.map_or("", sheet::Side::key)
    }

    fn lasting(body: &sheet::Body) -> sheet::Body {
        body.lasting()
    }
}
