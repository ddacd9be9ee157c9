//! The app behind its door: who may do what, what is stored, what is told to whom.

mod absence;
mod clocks;
mod completing;
mod crash;
mod decoys;
mod dice;
mod exporting;
mod full;
mod growth;
mod guard;
mod guide;
mod inbox;
mod ladder;
mod log;
mod matrix;
mod mirrors;
mod natures;
mod odds;
mod orders;
mod outbox;
mod own_server;
mod parallel;
mod people;
mod permissions;
mod plans;
mod presses;
mod privacy;
mod random;
mod refit;
#[path = "../rendered/mod.rs"]
mod rendered;
mod restart;
mod rolls;
mod saved;
#[path = "../served/mod.rs"]
mod served;
mod shards;
mod shelf;
mod sleep;
mod table;
mod tells;
mod timers;
mod turns;
mod twins;
mod undo;
mod undoing;
