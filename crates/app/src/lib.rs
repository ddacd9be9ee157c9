//! The app: one door. It takes (who, where, what is said) and gives back what to show to whom.
//!
//! The way of an input: find the fight, authorise, play, commit, deliver.
//!
//! - **I8** One transaction of the store an input: fight, journal, prompts, timers, outbox. Killed
//!   at any instant, nothing is lost and nothing happens twice.
//! - **I9** One input at a time per fight, different fights in parallel.
//! - **I10** Every verb is checked against the table in [`permissions`].
//!
//! Start at [`App`] and [`input`]; [`outbox`] is what a front must implement. The app knows no
//! rule system, makes no sentence, and never sleeps to wait for a due time: the clock is handed in.
//!
//! It stands on floors, each a folder that knows only those below it (docs/ARCHITECTURE.md has the
//! table). What those outside of the app need is named here.

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

pub use store::error::StoreError;
pub use store::ids;

pub use api::{
    clock, dice_source, export, fight_log, forecast, free_rolls, guide, inbox, input, library,
    missed_events, outbox, plans, privacy, report, sealed_dice, servers, standing_orders,
};
pub use commands::permissions;
pub use features::{audit, journal};
pub use runtime::app::App;
pub use state::{fight_state, people, roles, surroundings};
