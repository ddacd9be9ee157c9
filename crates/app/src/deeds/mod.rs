//! One input, from what was said to what it does: the fight it is about, what it means there,
//! whether whoever says it may, and what the rules make of it.

pub mod arrangements;
mod find;
pub mod nearest;
pub mod permissions;
pub mod resolve;
pub mod roster;
pub mod supplies;
mod sure;
mod undo;
