//! DR12: a player-facing d20 system. A Character rolls d20 + attribute against a Difficulty Rating
//! (DR), both to hit and to avoid being hit; NPCs roll only damage.
//!
//! Each file implements one heading of `docs/rules/dr12.md`. [`acts`] checks an act and calls its
//! rule; [`turns`] and [`fight_end`] run what follows without a command. Only [`state`] changes a
//! fight, and only [`visibility`] decides which viewer may know what.

pub mod acts;
pub mod ailments;
pub mod attacks;
pub mod codec;
pub mod damage;
mod evaluation;
pub mod fight_end;
pub mod morale;
pub mod movement;
pub mod orders;
pub mod other_actions;
pub mod prompts;
pub mod sheet;
pub mod state;
pub mod stunts;
pub mod test_rolls;
pub mod turns;
mod verbs;
pub mod visibility;
pub mod zones;

use crate::System;
use crate::core::fight::{Exit, Fight as CoreFight};
use crate::core::time_limits::TimeLimits;
use crate::resolution::prompt::PromptRequest as CorePromptRequest;
use crate::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};

/// The DR12 rule system.
#[derive(Clone, Debug, PartialEq)]
pub struct Dr12;

pub type Fight = CoreFight<Dr12>;
pub type Resolver<'a> = CoreResolver<'a, Dr12>;
pub type RuleResult<T = ()> = CoreRuleResult<Dr12, T>;
pub type PromptRequest = CorePromptRequest<Dr12>;

impl System for Dr12 {
    const KEY: &'static str = "dr12";
    const DEFAULT_SIDES: [&'static str; 2] = [sheet::Side::Party.key(), sheet::Side::Enemy.key()];
    const HAS_FIXED_SIDES: bool = true;
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs"],
        answer_settings: &["window_secs"],
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

    /// Returns `won`, `lost` and `truce`, as the party sees it.
    fn outcomes_gm_may_end_with(_: &Fight) -> Vec<String> {
        ["won", "lost", "truce"].map(String::from).to_vec()
    }

    fn side(body: &sheet::Body) -> &str {
        body.side.key()
    }

    /// Returns `Left` for a combatant that has fled, else `Down` at 0 HP.
    fn exit(body: &sheet::Body) -> Option<Exit> {
        if body.has_fled {
            Some(Exit::Left)
        } else if body.hp == 0 {
            Some(Exit::Down)
        } else {
            None
        }
    }

    /// Returns the HP.
    fn health(body: &sheet::Body) -> Option<u16> {
        Some(body.hp.into())
    }

    fn decided_outcome(fight: &Fight) -> Option<&str> {
        fight.state.outcome.map(state::Outcome::key)
    }

    /// Returns the body without what belongs to this fight alone.
    fn body_after_fight(body: &sheet::Body) -> sheet::Body {
        body.without_fight_state()
    }
}
