//! Cards: each combatant has a numbered card and the lowest card acts first. Each card gives a slow
//! and a fast Maneuver per round, and tests roll pools of d6 whose sixes count.
//!
//! Each module covers one heading of the rule text (docs/rules/cards.md). Start at [`acts`] (what
//! combatants may do) and [`turns`] (what follows by itself). [`state`] has the events and the only
//! function that changes a fight; [`visibility`] decides who may know what; [`codec`] converts
//! commands.

pub mod acts;
mod ambush;
mod attacks;
mod card_swaps;
mod codec;
mod damage;
mod evaluation;
mod extra_successes;
mod fight_end;
mod flee;
mod grapple;
mod hazards;
mod initiative;
mod items;
mod movement;
pub mod orders;
pub mod prompts;
mod reactions;
mod rolls;
pub mod sheet;
mod skills;
pub mod state;
mod turns;
mod verbs;
mod visibility;
mod zones;

pub use initiative::DECK;

use crate::System;
use crate::core::fight::{Exit, Fight as CoreFight};
use crate::core::time_limits::TimeLimits;
use crate::resolution::prompt::PromptRequest as CorePromptRequest;
use crate::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};

#[derive(Clone, Debug, PartialEq)]
pub struct Cards;

pub type Fight = CoreFight<Cards>;
pub type Resolver<'a> = CoreResolver<'a, Cards>;
pub type RuleResult<T = ()> = CoreRuleResult<Cards, T>;
pub type PromptRequest = CorePromptRequest<Cards>;

impl System for Cards {
    const KEY: &'static str = "cards";
    const DEFAULT_SIDES: [&'static str; 2] = ["Heroes", "Foes"];
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs"],
        answer_settings: &["answer_secs"],
        ruling_settings: &["gm_secs"],
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

    /// Returns `Down` for a combatant that is Out or dead, else `Left` if it has fled.
    fn exit(body: &sheet::Body) -> Option<Exit> {
        match body {
            body if body.is_out || body.is_dead() => Some(Exit::Down),
            body => body.has_fled.then_some(Exit::Left),
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
