//! How hurt a combatant looks.

use serde::{Deserialize, Serialize};

/// How hurt a combatant looks: what players may know of an NPC's hit points without the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WoundLevel {
    Unhurt,
    Hurt,
    BadlyHurt,
    Down,
}

impl WoundLevel {
    /// Returns how somebody with `hp` of `hp_max` looks: badly hurt at half of them or less.
    pub fn from_hp(hp: u8, hp_max: u8) -> Self {
        if hp == 0 {
            Self::Down
        } else if u16::from(hp) * 2 <= u16::from(hp_max) {
            Self::BadlyHurt
        } else if hp < hp_max {
            Self::Hurt
        } else {
            Self::Unhurt
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Unhurt => "unhurt",
            Self::Hurt => "hurt",
            Self::BadlyHurt => "badly-hurt",
            Self::Down => "down",
        }
    }
}
