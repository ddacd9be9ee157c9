//! Every die of a fight that is over, in its place: what an export has of them, and what is checked
//! (docs/DICE.md, "The export").

use serde::{Deserialize, Serialize};

use crate::terms::chance::Fallen;
use crate::terms::seals::{Lane, Salt};

pub(crate) const VERSION: u8 = 1;

#[derive(Serialize, Deserialize)]
pub(crate) struct Ledger {
    pub version: u8,
    pub seals: Vec<Sealed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub name: String,
    pub seal: String,
    pub from: Drawn,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    pub salts: Vec<Salt>,
}

/// Nobody but the GM hears how many dice fell unseen.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Drawn {
    pub open: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<u64>,
}

impl Drawn {
    pub fn of(self, lane: Lane) -> Option<u64> {
        match lane {
            Lane::Open => Some(self.open),
            Lane::Hidden => self.hidden,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub row: i64,
    pub kind: RowKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_to: Option<i64>,
    pub fell: Vec<Fallen>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowKind {
    Played,
    Aside,
    Undone,
    Redone,
}
