//! Players without a person: choosing acts by simulation, odds of an act, forecasts of a fight.

pub mod agent;
pub mod evaluation;
pub mod evaluator;
pub mod forecast;
pub mod odds;
pub mod simulation;
