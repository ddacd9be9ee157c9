//! Attacks (FACT-ATK).

use serde::{Deserialize, Serialize};

use super::Fight;
use super::sheet::{Item, ItemId, Name};
use crate::engine::ids::CombatantId;

/// With what an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    Weapon(ItemId),
    /// FACT-NL-3: the weapon that is to be dropped.
    Disarm(ItemId),
    /// FACT-GRAP-1.
    Grapple,
    /// FACT-NL-3: one that the GM added, by its place.
    Manoeuvre(u8),
}

impl Means {
    /// FACT-NL-1: a non-lethal attack does no damage.
    pub fn is_lethal(self) -> bool {
        matches!(self, Self::Weapon(_))
    }
}

/// The same in names, for notes and questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    Weapon(Name),
    Disarm(Name),
    Grapple,
    Manoeuvre(Name),
    FinalBlow,
}

/// Whether a weapon reaches a target from where its holder stands.
pub fn suits(_: &Fight, _: CombatantId, _: CombatantId, _: &Item) -> bool {
    todo!()
}
