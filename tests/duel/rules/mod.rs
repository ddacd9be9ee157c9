//! A duel with blades: whoever misses may be hit back.
//!
//! Each file implements one part of the rule text. [`acts`] checks an act and performs it;
//! [`turns`] runs what follows without a command. Only [`state`] changes a fight, and only
//! [`visibility`] decides which viewer may know what.

pub mod acts;
mod codec;
mod evaluation;
mod orders;
pub mod prompts;
pub mod sheet;
pub mod state;
mod turns;
mod verbs;
mod visibility;

use engine::System;
use engine::core::fight::{Exit, Fight as CoreFight, NoOrder};
use engine::core::items::NoItem;
use engine::core::time_limits::TimeLimits;
use engine::resolution::prompt::PromptRequest as CorePromptRequest;
use engine::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};

/// The rule system of the duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel;

pub type Fight = CoreFight<Duel>;
pub type Resolver<'a> = CoreResolver<'a, Duel>;
pub type RuleResult<T = ()> = CoreRuleResult<Duel, T>;
pub type PromptRequest = CorePromptRequest<Duel>;

impl System for Duel {
    const KEY: &'static str = "duel";
    const DEFAULT_SIDES: [&'static str; 2] = ["party", "enemy"];
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs"],
        answer_settings: &["answer_secs"],
        ruling_settings: &[],
        other_settings: &[],
    };

    type Body = sheet::Body;
    type State = state::State;
    type Settings = state::Settings;
    type Terrain = ();
    type Item = NoItem;
    type Act = acts::Act;
    type Order = NoOrder;
    type Question = prompts::Question;
    type Answer = prompts::Answer;
    type Event = state::Event;

    fn apply(fight: &mut Fight, event: &state::Event) {
        state::apply_event(fight, event);
    }

    fn side(body: &sheet::Body) -> &str {
        &body.side
    }

    fn exit(body: &sheet::Body) -> Option<Exit> {
        (!body.is_standing()).then_some(Exit::Down)
    }

    fn health(body: &sheet::Body) -> Option<u16> {
        Some(body.hp.into())
    }

    fn decided_outcome(fight: &Fight) -> Option<&str> {
        fight.state.outcome.as_deref()
    }
}
