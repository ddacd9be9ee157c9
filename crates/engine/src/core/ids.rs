//! What names things inside one fight: small numbers, and short words.

use serde::{Deserialize, Serialize};

/// What a thing is called, or a side. Acts are listed by the hundred, and a short name is copied
/// with them as it stands.
pub type Name = smol_str::SmolStr;

/// What somebody says in their own words; as they are listed, acts say nothing.
pub type FreeText = smol_str::SmolStr;

/// A combatant of a fight: its place in the join order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CombatantId(pub u8);

impl CombatantId {
    /// What a name that fits nobody is read as; every lookup of it finds nobody.
    pub const NOBODY: Self = Self(u8::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A zone of a fight: its place on the map, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

impl ZoneId {
    /// What a name that fits no zone is read as; every lookup of it finds nothing.
    pub const NOWHERE: Self = Self(u8::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An item of one fight, or what is fought with besides.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ItemId(pub u8);

impl ItemId {
    /// The armour worn, where somebody tries to handle it.
    pub const WORN_ARMOUR: Self = Self(253);
    /// Bare hands.
    pub const UNARMED: Self = Self(254);
    /// What a name that fits no item is read as.
    pub const NONE: Self = Self(u8::MAX);
}

/// The sheet a combatant was copied from: its number in the file of state, and as which of its
/// revisions it stood then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SheetRef {
    pub id: i64,
    pub revision: i64,
}

/// A person, by the number the chat service gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UserId(pub u64);

impl UserId {
    /// Who is no person: the chat service gives nobody this number.
    pub const NOBODY: Self = Self(0);

    /// From here on numbers stand for people who are forgotten: the chat service comes so far in
    /// 2084.
    const FIRST_FORGOTTEN: u64 = i64::MAX as u64 - u16::MAX as u64;

    /// Who stands in a fight for somebody who is forgotten, after so many others.
    pub fn forgotten(index: u16) -> Self {
        Self(Self::FIRST_FORGOTTEN + u64::from(index))
    }

    pub fn is_forgotten(self) -> bool {
        self.0 >= Self::FIRST_FORGOTTEN
    }
}

/// Who acts, and who is asked: a combatant (through whoever controls it) or the game master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Initiator {
    Gm,
    Combatant(CombatantId),
}
