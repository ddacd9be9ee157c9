//! What a fight is made of: combatants and their ids, zones, items, dice, commands and refusals.

pub mod cached_json;
pub mod command;
pub mod dice;
pub mod fight;
pub mod ids;
pub mod items;
pub mod json;
pub mod keyed_enum;
pub mod modifier;
pub mod refusal_reason;
pub mod time_limits;
pub mod verbs;
pub mod zones;
