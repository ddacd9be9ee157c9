//! What may be done besides fighting, each on its own: none of them knows another, and nobody
//! knows them but the front.

pub mod again;
pub mod audit;
mod coming_back;
mod export;
mod forecast;
pub mod guide;
pub mod journal;
mod log;
mod looks;
mod orders;
pub mod person;
mod plans;
mod privacy;
mod rolls;
mod servers;
pub mod shelf;
