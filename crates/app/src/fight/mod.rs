//! A fight as the app holds it, and what can be said of it by looking: who is in it and may know
//! what, who is waited for, what is prepared, and which messages there are. Nothing here asks the
//! store or changes anything.

pub mod acting;
pub mod fight_state;
mod on_buttons;
pub mod ordered;
pub mod people;
pub mod person;
pub mod planned;
pub mod posts;
pub mod quiet;
pub mod roles;
pub mod slots;
pub mod thinking;
mod turns;
mod waiting;
