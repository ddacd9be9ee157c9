//! Every die of a finished fight with its position: the part of an export that an audit checks
//! (docs/DICE.md, "The export").

use serde::{Deserialize, Serialize};

use crate::api::dice_source::RecordedRoll;
use crate::api::sealed_dice::{DiceLane, Salt};

pub(crate) const LEDGER_VERSION: u8 = 1;

#[derive(Serialize, Deserialize)]
pub(crate) struct DiceLedger {
    pub version: u8,
    pub seals: Vec<LedgerSeal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "drawn")]
    pub draw_counts: Option<LedgerDrawCounts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RollRow>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct LedgerSeal {
    pub name: String,
    pub seal: String,
    #[serde(rename = "from")]
    pub starts_at: LedgerDrawCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    pub salts: Vec<Salt>,
}

/// The number of draws in each lane. Only the GM gets the number of hidden ones.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct LedgerDrawCounts {
    pub open: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<u64>,
}

impl LedgerDrawCounts {
    /// Returns how many draws were made in a lane; `None` for the hidden one where the reader may
    /// not know.
    pub fn count_in(self, lane: DiceLane) -> Option<u64> {
        match lane {
            DiceLane::Open => Some(self.open),
            DiceLane::Hidden => self.hidden,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RollRow {
    #[serde(rename = "row")]
    pub revision: i64,
    pub kind: RollRowKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_to: Option<i64>,
    #[serde(rename = "fell")]
    pub rolls: Vec<RecordedRoll>,
}

impl RollRow {
    /// Returns whether the row is an undo or a redo.
    pub fn is_rewind(&self) -> bool {
        matches!(self.kind, RollRowKind::Undone | RollRowKind::Redone)
    }

    pub fn has_rolls(&self) -> bool {
        !self.rolls.is_empty()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RollRowKind {
    Played,
    #[serde(rename = "aside")]
    Administrative,
    Undone,
    Redone,
}
