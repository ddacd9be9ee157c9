//! The app behind its door: who may do what, what is stored, what is told to whom.

mod absence;
mod clocks;
mod completing;
mod crash;
mod guide;
mod inbox;
mod matrix;
mod outbox;
mod parallel;
mod people;
mod permissions;
mod presses;
mod refit;
mod restart;
mod rolls;
mod saved;
mod shelf;
mod table;
mod timers;
mod undo;
