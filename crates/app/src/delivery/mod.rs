//! What is told: the outbox delivered, the messages of a fight drawn as their readers may know
//! them, and all that waits for somebody.

mod inbox;
mod outbox_delivery;
mod plain_mode;
pub mod report;
