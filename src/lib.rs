//! Riposte: a Discord bot that referees role-playing fights played by chat.
//!
//! The rooms, and which may know which, are told in `docs/ARCHITECTURE.md`.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

pub mod app;
pub mod content;
pub mod discord;
pub mod engine;
pub mod narration;
pub mod script;
pub mod secret;
#[cfg(feature = "sandbox")]
pub mod standin;
pub mod store;
