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
pub mod combined_actions;
pub mod conditions;
mod damage;
mod end;
mod engagement;
mod evaluation;
pub mod fleeing;
pub mod force;
pub mod free_actions;
mod holding;
mod initiative;
pub mod interaction;
pub mod maneuvers;
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
pub mod state;
mod turns;
mod verbs;
mod visibility;
mod zones;

use crate::System;
use crate::core::fight::Fight as CoreFight;
use crate::core::time_limits::TimeLimits;
use crate::resolution::prompt::PromptRequest as CorePromptRequest;
use crate::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};

#[derive(Clone, Debug, PartialEq)]
pub struct Ranks;

pub type Fight = CoreFight<Ranks>;
pub type Resolver<'a> = CoreResolver<'a, Ranks>;
pub type RuleResult<T = ()> = CoreRuleResult<Ranks, T>;
pub type PromptRequest = CorePromptRequest<Ranks>;

impl System for Ranks {
    const KEY: &'static str = "ranks";
    const DEFAULT_SIDES: [&'static str; 2] = ["party", "opposition"];
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs"],
        answer_settings: &["answer_secs"],
        ruling_settings: &["ruling_secs"],
        other_settings: &[],
    };

    type Body = sheet::Body;
    type State = state::State;
    type Settings = state::Settings;
    type Terrain = state::Terrain;
    type Item = sheet::Item;
    type Act = acts::Act;
    type Order = orders::Order;
    type Question = prompts::Question;
    type Answer = prompts::Answer;
    type Event = state::Event;

    fn apply(fight: &mut Fight, event: &state::Event) {
        state::apply_event(fight, event);
    }

    fn side(body: &sheet::Body) -> &str {
        &body.side
    }

    fn body_after_fight(body: &sheet::Body) -> sheet::Body {
        body.without_fight_state()
    }
}
