//! One input, from what was said to what it does: the fight it is about, what it means there,
//! whether whoever says it may, and what the rules make of it.

pub mod arrangements;
pub mod command_resources;
mod confirmation;
mod find_fight;
pub mod game_command;
pub mod nearest_verb;
pub mod permissions;
pub mod roster;
mod undo;
