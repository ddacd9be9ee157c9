//! The Ranks system: a skirmish system with six-sided dice.
//!
//! A check sums a code of dice and is compared with a fixed value; its result points are cut into
//! ranks. Combatants stand on a line measured in feet. Full and bonus actions belong to the round
//! and not to the turn, because opponents also spend them out of turn.
//!
//! There is one file for each heading of the rule text (docs/rules/ranks.md). Start at [`acts`]
//! (what a combatant may do, and which rule resolves it) and [`turns`] (what happens without a
//! command). What a combatant does by a check of its own is a [`maneuvers::Maneuver`], whether on
//! its own turn, held or readied. [`movement`] resolves a movement mark by mark; a readied check
//! ([`readied`]) or a hazard that interrupts it is a call inside that loop. [`state`] has the
//! events and the only function that changes a fight; [`visibility`] decides who may know what;
//! [`codec`] parses and formats commands.

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
use crate::core::fight::{Exit, Fight as CoreFight};
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

    /// Returns `Down` for a combatant that is Out of Action, else `Left` if it is not active.
    fn exit(body: &sheet::Body) -> Option<Exit> {
        if body.is_out_of_action() {
            Some(Exit::Down)
        } else if !body.is_active() {
            Some(Exit::Left)
        } else {
            None
        }
    }

    fn decided_outcome(fight: &Fight) -> Option<&str> {
        fight.state.outcome.as_deref()
    }

    /// Returns the body without what belongs to this fight alone.
    fn body_after_fight(body: &sheet::Body) -> sheet::Body {
        body.without_fight_state()
    }
}
