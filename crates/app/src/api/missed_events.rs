//! What somebody has missed of a fight while they were away.

use engine::visibility::view::VisibleWounds;
use store::ids::FightId;

/// What somebody has missed of a fight, as they may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct MissedEvents {
    pub fight: FightId,
    pub system: String,
    /// The whole hours since they were there.
    pub hours: i64,
    /// Turns that others had.
    pub others_turns: u32,
    /// Their own who were hurt.
    pub hurt_combatants: Vec<HurtCombatant>,
}

/// How somebody was hurt meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub struct HurtCombatant {
    pub name: String,
    pub hurt_count: u32,
    /// What is left.
    pub wounds: VisibleWounds,
}
