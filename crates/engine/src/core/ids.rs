//! Ids and short names inside one fight.

use serde::{Deserialize, Serialize};

/// The name of an item or a side. Acts are listed by the hundred, and a `SmolStr` of up to 23 bytes
/// is cloned without allocation.
pub type Name = smol_str::SmolStr;

/// Text in a player's own words. It is empty in listed acts.
pub type FreeText = smol_str::SmolStr;

/// The id of a combatant in a fight: its index in the join order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CombatantId(pub u8);

impl CombatantId {
    /// The id that a name which matches no combatant is parsed to. Every lookup of it fails.
    pub const NOBODY: Self = Self(u8::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The id of a zone in a fight: its index in the map, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

impl ZoneId {
    /// The id that a name which matches no zone is parsed to. Every lookup of it fails.
    pub const NOWHERE: Self = Self(u8::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The id of an item in a fight, with special ids for worn armour and bare hands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ItemId(pub u16);

impl ItemId {
    /// The armour that a combatant wears, named in an act that handles items.
    pub const WORN_ARMOUR: Self = Self(253);
    /// The bare hands, used as a weapon.
    pub const UNARMED: Self = Self(254);
    /// The id that a name which matches no item is parsed to.
    pub const NONE: Self = Self(255);
    /// The first id of items that are only imagined ([`randomize`](crate::visibility::randomize)).
    /// No item of a fight has it or a higher one.
    pub(crate) const FIRST_IMAGINED: Self = Self(50_000);

    /// Returns the lowest id above all of these that an item of a fight may have.
    #[must_use]
    pub fn after_all(used: impl Iterator<Item = Self>) -> Self {
        used.max().unwrap_or_default().next()
    }

    /// Returns the id that follows this one, skipping the special ids and never reaching the
    /// imagined ones.
    #[must_use]
    pub fn next(self) -> Self {
        match self.0 + 1 {
            special if (Self::WORN_ARMOUR.0..=Self::NONE.0).contains(&special) => {
                Self(Self::NONE.0 + 1)
            }
            next => Self(next.min(Self::FIRST_IMAGINED.0 - 1)),
        }
    }
}

/// The sheet that a combatant was copied from: its id in the store, and the revision that was
/// current then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SheetRef {
    pub id: i64,
    pub revision: i64,
}

/// A user by the id that the chat service gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UserId(pub u64);

impl UserId {
    /// An id that the chat service gives to nobody.
    pub const NOBODY: Self = Self(0);

    /// The first of the ids that stand for users whose data was erased. The chat service's own ids
    /// reach it in 2084.
    const FIRST_FORGOTTEN: u64 = i64::MAX as u64 - u16::MAX as u64;

    /// Returns the id that stands in a fight for the erased user with this index.
    pub fn forgotten(index: u16) -> Self {
        Self(Self::FIRST_FORGOTTEN + u64::from(index))
    }

    /// Returns whether the id stands for a user whose data was erased.
    pub fn is_forgotten(self) -> bool {
        self.0 >= Self::FIRST_FORGOTTEN
    }
}

/// The one who acts or is asked: a combatant (through whoever controls it) or the game master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Initiator {
    Gm,
    Combatant(CombatantId),
}
