//! Features besides fighting. None uses another; only `service` and callers of the crate use them.

pub mod audit;
pub mod availability;
mod explanation;
mod export;
pub mod forecast;
pub mod guide;
pub mod journal;
pub mod library;
mod log;
mod missed_events;
mod planned_acts;
mod privacy;
mod queries;
pub mod rematch;
mod rolls;
mod server_systems;
mod standing_orders;
