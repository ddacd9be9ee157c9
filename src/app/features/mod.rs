//! What may be done besides fighting, each on its own: none of them knows another, and nobody
//! knows them but the front.

pub mod again;
pub mod coming_back;
pub mod export;
pub mod guide;
pub mod journal;
pub mod log;
pub mod looks;
pub mod orders;
pub mod person;
pub mod plans;
pub mod rolls;
pub mod servers;
pub mod shelf;
