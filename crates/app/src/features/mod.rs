//! What may be done besides fighting, each on its own: none of them knows another, and nobody
//! knows them but the front.

pub mod audit;
pub mod availability;
mod export;
mod forecast;
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
