//! The data that fights of every system are made of.
//!
//! - [`fight`]: the fight, its combatants, the orders common to all systems, and the events.
//! - [`ids`], [`zones`], [`items`]: ids of combatants and zones, the map, what combatants carry.
//! - [`command`], [`verbs`]: the text form of acts and orders, and the table that describes them;
//!   [`refusal_reason`]: why a rule refuses one.
//! - [`dice`], [`dice_expression`], [`modifier`]: where rolled faces come from, dice as people type
//!   them, and what changes a roll.
//! - [`body_fields`]: what the fields of a body declare.
//! - [`alliances`]: sides that are no enemies because the GM says so.
//! - [`names`]: which names combatants may have, and which ones look alike; [`similarity`]: which
//!   one a mistyped name means.
//! - [`time_limits`]: the limits of turns and answers.
//! - [`lists`]: taking an entry out of a list.
//! - [`json`], [`cached_json`], [`keyed_enum`]: serialisation.

pub mod alliances;
pub mod body_fields;
pub mod cached_json;
pub mod command;
pub mod dice;
pub mod dice_expression;
pub mod fight;
pub mod ids;
pub mod items;
pub mod json;
pub mod json_fields;
pub mod keyed_enum;
pub mod lists;
pub mod modifier;
pub mod names;
pub mod refusal_reason;
pub mod similarity;
pub mod time_limits;
pub mod values;
pub mod verbs;
pub mod zones;
