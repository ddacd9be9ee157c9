//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::attacks::Means;
use super::sheet::{Ability, ItemId, Name, Stance};
use super::zones::Place;
use super::{Fight, Scene, Step};
use crate::engine::ids::{CombatantId, ZoneId};

/// What a combatant attempts (FACT-TURN-1 to FACT-TURN-6), and what is done between turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// FACT-ROUND-3: takes the slot.
    Turn,
    /// FACT-ROUND-4: for oneself, or, by the captain, for all.
    Pass {
        for_all: bool,
    },
    /// FACT-TURN-1: ends the turn.
    Done,
    /// FACT-INIT-3.
    Initiative(Name),
    /// FACT-OPP-4.
    Stance(Stance),
    Attack(Attack),
    Blast(Blast),
    /// FACT-ATK-7: with what an attack on a guard would be made.
    FinalBlow {
        target: CombatantId,
        weapon: ItemId,
    },
    /// FACT-STUNT-1: only while its window is open, and there it is an answer.
    Stunt,
    /// FACT-GRAP-3: half a zone in this direction, or the zone's hazard, or both.
    Shove {
        to: Option<ZoneId>,
        hazard: bool,
    },
    /// FACT-GRAP-5.
    Break,
    /// FACT-GRAP-2: lets go.
    Release,
    Move {
        to: Place,
        sneak: bool,
    },
    Dash,
    Item {
        handling: Handling,
        item: ItemId,
    },
    Interact {
        text: String,
        complex: bool,
    },
    /// FACT-PROT-3: gets behind the barrier, or leaves it.
    Cover {
        is_on: bool,
    },
    Say(String),
    Skill {
        ability: Ability,
        text: String,
    },
    Hide(String),
    /// FACT-CHASE-1.
    Flee,
    /// FACT-SURR-1.
    Surrender,
    /// The act, and then the end of the turn.
    Last(Box<Act>),
}

/// FACT-ATK-1: an attack on one character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack {
    pub target: CombatantId,
    pub means: Means,
    /// FACT-ATK-6.
    pub hold_back: bool,
    /// FACT-ATK-11.
    pub indirect: bool,
    /// FACT-STUNT-1: what is offered in place of damage.
    pub stunt: Option<String>,
}

/// FACT-BLAST-1: an attack on one zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blast {
    pub zone: ZoneId,
    pub weapon: ItemId,
    pub hold_back: bool,
    pub indirect: bool,
}

/// What one does with an item (FACT-TURN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    Equip,
    Unequip,
    PickUp,
    PutDown,
    /// On oneself or another.
    Use(CombatantId),
    /// Poison on a held weapon.
    Coat(ItemId),
    Reload,
}

impl Act {
    /// What the act costs, for its label.
    pub fn cost(&self) -> &'static str {
        match self {
            Self::Turn
            | Self::Pass { .. }
            | Self::Done
            | Self::Initiative(_)
            | Self::Stance(_)
            | Self::Stunt
            | Self::Release => "",
            Self::Attack(_)
            | Self::Blast(_)
            | Self::FinalBlow { .. }
            | Self::Shove { .. }
            | Self::Break
            | Self::Dash
            | Self::Skill { .. }
            | Self::Hide(_)
            | Self::Interact { complex: true, .. } => "Main action",
            Self::Item { .. } | Self::Cover { .. } | Self::Say(_) | Self::Interact { .. } => {
                "Bonus action"
            }
            Self::Move { .. } | Self::Flee => "Movement",
            Self::Surrender => "Turn",
            Self::Last(act) => act.cost(),
        }
    }
}

pub fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
    let _ = (scene, who, act);
    todo!()
}

pub fn legal(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
    let _ = (fight, who, out);
    todo!()
}
