//! Agents play fights without a person, for suggestions, absent players, odds and forecasts.
//!
//! - [`agent`]: the agent trait, and agents that decide at once.
//! - [`evaluation`]: what agents ask a system about a position and an act.
//! - [`evaluator`]: chooses acts and answers by simulating what follows from each.
//! - [`odds`]: the chance that an act succeeds.
//! - [`forecast`]: how a fight will probably end.
//! - [`simulation`]: plays fights with an agent.

pub mod agent;
pub mod evaluation;
pub mod evaluator;
pub mod forecast;
pub mod odds;
pub mod simulation;
