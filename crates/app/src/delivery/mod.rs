//! Delivers the outbox, renders the messages of a fight as their readers may know them, and
//! collects everything that awaits a user.

mod inbox;
mod message_cards;
mod outbox_delivery;
mod plain_mode;
mod reachability;
pub(crate) mod recent_events;
pub mod report;
mod round_digest;
mod speech;
mod threads;
