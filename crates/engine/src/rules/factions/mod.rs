//! Factions: one character at a time acts or passes, attacks land without a roll, and a defender
//! spends its one turn a round to answer. Each file implements one heading of
//! `docs/rules/factions.md`.
//!
//! Start at [`acts`] (what may be done, and the dispatch to its rule) and [`rounds`] (what follows
//! without a command). [`state`] has the events and the only function that changes a fight;
//! [`visibility`] decides which viewer may know what; [`codec`] converts from and to commands.

pub mod acts;
pub mod attacks;
mod blast;
mod chases;
mod codec;
mod damage;
mod evaluation;
mod fight_end;
mod gear;
mod grapple;
mod initiative;
mod morale;
mod movement;
mod opportunity_attacks;
mod optional_rules;
pub mod orders;
pub mod prompts;
mod protection;
mod reactions;
mod rounds;
mod saves;
pub mod sheet;
mod sneaking;
pub mod state;
mod stunts;
mod turns;
mod verbs;
mod visibility;
pub mod zones;

use crate::core::fight::{Exit, Fight as CoreFight};
use crate::core::time_limits::TimeLimits;
use crate::resolution::prompt::PromptRequest as CorePromptRequest;
use crate::resolution::resolver::{Resolver as CoreResolver, RuleResult as CoreRuleResult};
use crate::{ChatPolicy, System};

/// The FACTIONS rule system.
#[derive(Clone, Debug, PartialEq)]
pub struct Factions;

pub type Fight = CoreFight<Factions>;
pub type Resolver<'a> = CoreResolver<'a, Factions>;
pub type RuleResult<T = ()> = CoreRuleResult<Factions, T>;
pub type PromptRequest = CorePromptRequest<Factions>;

impl System for Factions {
    const KEY: &'static str = "factions";
    const DEFAULT_SIDES: [&'static str; 2] = ["party", "enemies"];
    const TIME_LIMITS: TimeLimits = TimeLimits {
        turn_settings: &["turn_secs", "slot_secs"],
        answer_settings: &["answer_secs"],
        ruling_settings: &["ruling_secs"],
        other_settings: &[("chaos_secs", 15)],
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

    /// Returns the names of all factions, and `truce`.
    fn outcomes_gm_may_end_with(fight: &Fight) -> Vec<String> {
        let factions = fight.state.factions.iter().map(ToString::to_string);
        factions.chain(["truce".into()]).collect()
    }

    fn chat_policy(fight: &Fight) -> ChatPolicy {
        optional_rules::chat_policy(fight)
    }

    fn side(body: &sheet::Body) -> &str {
        &body.faction
    }

    /// Returns `Left` for a combatant that has fled, is off the map, or has surrendered and lives;
    /// else `Down` if it is not active.
    fn exit(body: &sheet::Body) -> Option<Exit> {
        let has_fled = body.fled || body.left_through.is_some();
        if has_fled || (body.surrendered && !body.dead) {
            return Some(Exit::Left);
        }
        (!body.is_active()).then_some(Exit::Down)
    }

    /// Returns the health points.
    fn health(body: &sheet::Body) -> Option<u16> {
        Some(body.health.into())
    }

    fn decided_outcome(fight: &Fight) -> Option<&str> {
        fight.state.outcome.as_deref()
    }

    fn body_after_fight(body: &sheet::Body) -> sheet::Body {
        body.without_fight_state()
    }
}
