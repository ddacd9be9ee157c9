//! What somebody has missed of a fight while they were away.

use engine::view::Wounds;
use store::ids::FightId;

/// What somebody has missed of a fight, as they may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Missed {
    pub fight: FightId,
    pub system: String,
    /// The whole hours since they were there.
    pub hours: i64,
    /// Turns that others had.
    pub turns: u32,
    /// Their own who were hurt.
    pub hurt: Vec<Hurt>,
}

/// How somebody was hurt meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub struct Hurt {
    pub name: String,
    pub times: u32,
    /// What is left.
    pub wounds: Wounds,
}
