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

mod change;
mod deeds;
mod features;
mod fight;
mod front;
mod held;
mod messages;
mod terms;
mod waiting;

pub use store::fault::Fault;
pub use store::ids;

pub use deeds::permissions;
pub use features::{audit, journal};
pub use fight::{acting, fight_state, people, roles};
pub use held::app::App;
pub use terms::{
    chance, clock, export, forecast, guide, inbox, input, log, missed, orders, outbox, plans,
    privacy, report, rolls, seals, servers, shelf,
};
