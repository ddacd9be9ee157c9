//! Sheets: the values and the fight state of a duellist.

use declare::BodyFields;
use engine::core::ids::{Name, ZoneId};
use serde::{Deserialize, Serialize};

/// The sheet of a combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    #[field(public, refers_to = side)]
    pub side: Name,
    #[field(initial = 8)]
    pub hp: u8,
    #[field(initial = 8, range = 1..=99)]
    pub hp_max: u8,
    #[field(range = 0..=10)]
    pub skill: u8,
    /// `None` before the combatant has stepped anywhere: it is where its side begins.
    #[field(public, of_fight, refers_to = zone)]
    pub zone: Option<ZoneId>,
    #[field(public, of_fight)]
    pub is_guarding: bool,
    /// The last round in which it had its turn.
    #[field(public, of_fight)]
    pub last_turn: u16,
}

impl Body {
    pub fn is_standing(&self) -> bool {
        self.hp > 0
    }
}
