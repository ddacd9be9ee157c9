//! How an act is resolved: the rules run, ask, roll and emit events; what waits is kept as a record.

pub mod fight_record;
pub mod orders;
pub mod prompt;
pub mod resolver;
pub mod tape;
