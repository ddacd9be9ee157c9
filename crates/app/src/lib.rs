//! The application layer: takes an input (who, where, which command) and returns the reply and the
//! messages to show to whom.
//!
//! Each input goes through the same steps: find the fight, authorise, play, commit, deliver.
//!
//! - **I8** One input is one transaction of the store: fight, journal, prompts, deadlines and
//!   outbox. A process that is killed at any instant loses nothing and does nothing twice.
//! - **I9** Each fight takes one input at a time; different fights run in parallel.
//! - **I10** Every verb is checked against the table in [`permissions`].
//!
//! Start at [`App`] and [`input`]; a chat client implements the traits of [`outbox`]. The app knows
//! no rule system, writes no sentences, and never sleeps until a due time: its clock is injected.
//!
//! The modules form layers; each knows only those below it (docs/ARCHITECTURE.md has the table).
//! This file re-exports what other crates need.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod api;
mod commands;
mod delivery;
mod features;
mod runtime;
mod service;
mod state;
mod timers;
mod transaction;

pub use store::BoxFuture;
pub use store::backup::replace_owner_only_file;
pub use store::error::StoreError;
pub use store::ids;
pub use store::io_problem::describe_network_error;

pub use api::{
    bestiary, channel_access, clock, dice_source, encounter, export, fight_log, forecast,
    free_rolls, guide, inbox, input, library, missed_events, outbox, plans, privacy, report,
    sealed_dice, servers, speech, standing_orders, value_reader,
};
pub use commands::{permissions, relocation, slot_source};
pub use features::{audit, forecast as simulations, journal};
pub use runtime::app::App;
pub use runtime::{held_items, languages};
pub use service::completion;
pub use state::{fight_state, people, roles, surroundings};
