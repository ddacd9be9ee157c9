//! What the program holds in memory: the [`App`](app::App) itself, the cached fights behind their
//! locks, queues, limits and counters.

pub mod app;
mod availability;
mod background_worker;
mod channel_probes;
pub mod command_sync;
pub mod counters;
mod deadline_hold;
pub(crate) mod delivery_lanes;
pub mod fight_cache;
pub mod held_items;
pub mod languages;
mod odds_cache;
mod open_fight_channels;
pub mod presence;
pub mod rate_limiter;
mod removed_servers;
mod shard_status;
