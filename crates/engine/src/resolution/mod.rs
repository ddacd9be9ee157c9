//! How an act or order is resolved, and how it waits for answers.
//!
//! - [`resolver`]: the context in which a rule runs; it rolls, asks, and emits events.
//! - [`hidden_actor`]: how a hidden NPC shows itself before its act is seen.
//! - [`prompt`]: the questions that a rule asks.
//! - [`tape`]: the recorded rolls and answers of one act.
//! - [`fight_record`]: a stored fight, with the act that is pending. All input goes through it.
//! - [`orders`]: the orders of the GM that are common to all systems; [`amounts`]: dice in orders.

pub mod amounts;
pub mod commands;
pub mod fight_record;
pub mod hidden_actor;
pub mod orders;
pub mod prompt;
pub mod resolver;
pub mod tape;
