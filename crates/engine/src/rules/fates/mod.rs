//! Fates: a cinematic d6 system with a fixed order of turns, zones that are read as range bands,
//! and one pool called Resolve. Help is added after a roll is seen, held actions interrupt other
//! turns, and a Fate can end somebody else's turn.
//!
//! Each module covers one heading of the rule text (docs/rules/fates.md). Start at [`acts`] (what
//! combatants may do) and [`turns`] (what follows by itself). Held actions ([`held_actions`]) and
//! Fates ([`fallen_fates`]) are calls inside whatever they interrupt; a Blaze of Glory cuts them
//! all. [`state`] has the events and the only function that changes a fight; [`visibility`] decides
//! who may know what; [`codec`] converts commands.

pub mod acts;
mod aim;
mod attacks;
pub mod checks;
mod codec;
mod damage;
mod defend;
mod escape;
mod evaluation;
pub mod fallen_fates;
mod fight_end;
mod grapple;
pub mod held_actions;
mod help;
pub mod holdable_actions;
mod initiative;
pub mod items;
pub mod orders;
pub mod prompts;
mod rolls;
pub mod sheet;
pub mod state;
mod turns;
mod verbs;
mod visibility;
mod wounded;
pub mod zones;

use crate::System;
use crate::core::fight::{Exit, Fight as CoreFight};
use crate::core::time_limits::TimeLimits;
use crate::resolution::prompt::PromptRequest as CorePromptRequest;
use crate::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};

#[derive(Clone, Debug, PartialEq)]
pub struct Fates;

pub type Fight = CoreFight<Fates>;
pub type Resolver<'a> = CoreResolver<'a, Fates>;
pub type RuleResult<T = ()> = CoreRuleResult<Fates, T>;
pub type PromptRequest = CorePromptRequest<Fates>;

impl System for Fates {
    const KEY: &'static str = "fates";
    const DEFAULT_SIDES: [&'static str; 2] =
        [sheet::Side::Party.key(), sheet::Side::Opposition.key()];
    const HAS_FIXED_SIDES: bool = true;
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs"],
        answer_settings: &["fate_secs", "init_secs", "tie_secs", "help_secs"],
        ruling_settings: &["difficulty_secs", "second_fate_secs", "end_secs"],
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

    /// Returns `won`, `lost` and `truce`, as the party sees it.
    fn outcomes_gm_may_end_with(_: &Fight) -> Vec<String> {
        ["won", "lost", "truce"].map(String::from).to_vec()
    }

    fn side(body: &sheet::Body) -> &str {
        body.side.map_or("", sheet::Side::key)
    }

    /// Returns `Left` for a combatant that has escaped, else `Down` if it is not active.
    fn exit(body: &sheet::Body) -> Option<Exit> {
        match body {
            body if body.has_escaped => Some(Exit::Left),
            body => (!body.is_active()).then_some(Exit::Down),
        }
    }

    /// Returns the Resolve.
    fn health(body: &sheet::Body) -> Option<u16> {
        Some(body.resolve.into())
    }

    fn decided_outcome(fight: &Fight) -> Option<&str> {
        fight.state.outcome.map(state::FightOutcome::key)
    }
}
