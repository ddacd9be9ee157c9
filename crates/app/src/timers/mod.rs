//! What happens because time goes by: limits run out, absent players are acted for, and what was
//! prepared is done.

mod absence;
mod expire;
mod planned_acts;
mod unseen_prompts;
