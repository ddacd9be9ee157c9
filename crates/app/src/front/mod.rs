//! The top floor: the one door, which knows everything below, and what the bot does by itself.

mod background;
mod complete;
mod door;
