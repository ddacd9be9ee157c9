//! The rule systems, one folder each. A folder can be read by itself: systems never import each
//! other.

pub mod cards;
pub mod dr12;
pub mod factions;
pub mod fates;
pub mod ranks;
