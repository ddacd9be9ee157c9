//! The entry point of the application, which uses everything below, and the background tasks.

mod background_tasks;
pub mod completion;
mod dispatch;
mod npc_blocks;
mod numbered_names;
mod typed_values;
