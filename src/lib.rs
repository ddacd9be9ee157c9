//! Riposte: a Discord bot that referees role-playing fights played by chat.
//!
//! This crate re-exports the crates of the workspace. `docs/ARCHITECTURE.md` describes them, and
//! which of them may depend on which.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

pub use app;
pub use content;
pub use discord;
pub use engine;
#[cfg(feature = "sandbox")]
pub use fake_discord;
pub use fight_script;
pub use narration;
pub use store;
