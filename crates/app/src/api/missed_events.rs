//! A summary of what a user has missed of a fight while they were away.

use engine::visibility::view::VisibleWounds;
use store::ids::FightId;

#[derive(Clone, Debug, PartialEq)]
pub struct MissedEvents {
    pub fight: FightId,
    pub system: String,
    /// Whole hours since the user was last there.
    pub hours: i64,
    /// The number of turns that others had.
    pub others_turns: u32,
    /// The user's own combatants that were hurt.
    pub hurt_combatants: Vec<HurtCombatant>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct HurtCombatant {
    pub name: String,
    pub hurt_count: u32,
    /// The wounds that the combatant has now.
    pub wounds: VisibleWounds,
}
