//! Set-up and the start (FACT-INIT), and everything else that the GM orders.

use serde::{Deserialize, Serialize};

use super::sheet::{Name, Pool};
use super::state::{Flag, Manoeuvre, Tag};
use super::zones::Place;
use super::{Factions, Scene, Step};
use crate::engine::fight::Order as CoreOrder;
use crate::engine::ids::{CombatantId, ZoneId};

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// FACT-INIT-1; an empty group is the faction.
    Assign {
        who: CombatantId,
        faction: Name,
        group: Name,
    },
    /// FACT-INIT-1.
    Ally {
        one: Name,
        other: Name,
        is_on: bool,
    },
    /// FACT-ROUND-4.
    Captain(CombatantId),
    /// FACT-INIT-2: who started the fight.
    Started(Name),
    /// FACT-ROUND-3: hands the slot to this one.
    Slot(CombatantId),
    Link(ZoneId, ZoneId),
    /// FACT-ZONE-4.
    Tag {
        zone: ZoneId,
        tag: Tag,
        is_on: bool,
    },
    /// FACT-ZONE-4: damage that ignores armour; none: no hazard.
    Hazard(ZoneId, Option<Pool>),
    /// FACT-ZONE-3: whether two zones cannot see each other.
    Blocked {
        zone: ZoneId,
        to: ZoneId,
        is_on: bool,
    },
    /// FACT-ZONE-4, FACT-ATK-2, and conditions.
    Flag {
        who: CombatantId,
        flag: Flag,
        is_on: bool,
    },
    /// FACT-SNEAK-1: whether an enemy is aware of a concealed one.
    Noticed {
        who: CombatantId,
        by: CombatantId,
        is_on: bool,
    },
    /// FACT-NL-3.
    Manoeuvre(Manoeuvre),
    Harm {
        who: CombatantId,
        amount: u8,
    },
    Heal {
        who: CombatantId,
        amount: u8,
    },
    Place {
        who: CombatantId,
        to: Place,
    },
    /// FACT-CHASE-2: a long chase; who gets away, where the GM says so (FACT-CHASE-3).
    Chase {
        leavers: Vec<CombatantId>,
        pursuers: Vec<CombatantId>,
        escapes: Option<bool>,
    },
    /// FACT-MORALE-3.
    Stretch,
    /// FACT-GEAR-4.
    Durability {
        who: CombatantId,
        is_on: bool,
    },
}

pub fn order(scene: &mut Scene, order: &CoreOrder<Factions>) -> Step {
    let _ = (scene, order);
    todo!()
}
