//! Recovery (RANKS-REC): treating conditions, one's own and those of others.

use serde::{Deserialize, Serialize};

use super::conditions::Condition;
use super::sheet::keyed;

keyed! {
    /// RANKS-REC-3, RANKS-REC-4: what is done about a condition.
    Cure {
        Remove = "remove",
        Lower = "lower",
        Shorten = "shorten",
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    Removed(Condition),
    /// Lowered or shortened.
    Changed { from: Condition, to: Condition },
    Recovering,
}
