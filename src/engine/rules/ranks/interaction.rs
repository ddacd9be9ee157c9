//! Interaction (RANKS-TALK): insults, threats and doubts.

use super::sheet::keyed;

keyed! {
    /// RANKS-TALK-1.
    Talk {
        Insult = "insult",
        Startle = "startle",
        Demoralize = "demoralize",
    }
}
