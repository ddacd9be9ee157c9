//! What the program holds in memory: the [`App`](app::App) itself, the fights behind their locks,
//! and who is heard, delivered to, or looked at next.

pub mod app;
mod beside;
pub mod coming_back;
pub mod fights;
pub mod figures;
pub mod guard;
mod lanes;
mod left_servers;
mod odds;
mod persons;
pub mod servers;
mod shards;
