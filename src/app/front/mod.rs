//! The top floor: the one door, which knows everything below, and what the bot does by itself.

pub mod complete;
pub mod door;
pub mod errands;
