//! The state of a fight in the app, and what follows from it alone: who is in it and may know what,
//! who is awaited, what is prepared, and which messages there are. Nothing here uses the store or
//! has effects.

pub mod autoplay;
pub mod availability;
mod awaited_players;
pub(crate) mod awaiting_messages;
mod button_ids;
pub mod fight_state;
pub mod message_slots;
pub mod order_matching;
pub mod outbox_entry;
pub mod people;
pub(crate) mod perspective;
pub mod plan_execution;
pub mod quiet_hours;
pub mod roles;
pub mod surroundings;
pub mod time_zones;
pub(crate) mod turn_audience;
pub mod typed_times;
