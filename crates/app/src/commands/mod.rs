//! Handles one input: finds its fight, decides what it means there, checks permissions and lets the
//! rules resolve it.

pub(crate) mod access;
pub(crate) mod bestiary;
pub(crate) mod combatant_names;
pub mod command_resources;
mod confirmation;
pub(crate) mod find_fight;
pub mod game_command;
pub(crate) mod intent;
pub mod nearest_verb;
pub mod people_changes;
pub mod permissions;
pub mod relocation;
pub mod roster;
pub(crate) mod scenes;
pub mod slot_source;
pub(crate) mod speech;
pub mod typed_slots;
pub mod undo;
