//! The top floor: the one door, which knows everything below, and what the bot does by itself.

mod background_tasks;
mod completion;
mod dispatch;
