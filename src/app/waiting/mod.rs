//! What happens because time goes by: limits run out, absent players are acted for, and what was
//! prepared is done.

pub mod absence;
pub mod follow;
pub mod timers;
pub mod unseen;
