//! What is told: the outbox delivered, the messages of a fight drawn as their readers may know
//! them, and all that waits for somebody.

pub mod delivery;
pub mod inbox;
pub mod plain;
pub mod report;
