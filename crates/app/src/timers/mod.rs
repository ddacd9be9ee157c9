//! Resolves deadlines: limits run out, absent players are acted for, and prepared commands are
//! performed.

mod absence;
mod expire;
mod planned_acts;
mod unseen_prompts;
