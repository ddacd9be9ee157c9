//! The app behind its door: who may do what, what is stored, what is told to whom.

mod absence;
mod clocks;
mod completing;
mod crash;
mod guide;
mod inbox;
mod log;
mod matrix;
mod orders;
mod outbox;
mod parallel;
mod people;
mod permissions;
mod plans;
mod presses;
mod random;
mod refit;
mod restart;
mod rolls;
mod saved;
mod shelf;
mod table;
mod tells;
mod timers;
mod undo;
mod undoing;
