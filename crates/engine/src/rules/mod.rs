//! The rule systems: a folder each, which reads alone. Systems never import each other.

pub mod cards;
pub mod dr12;
pub mod factions;
pub mod fates;
pub mod ranks;
