//! Forcing an opponent to move (RANKS-FORCE).

use super::sheet::keyed;

keyed! {
    /// RANKS-FORCE-1.
    Forcing {
        Arena = "arena",
        Grapple = "grapple",
    }
}

keyed! {
    /// RANKS-FORCE-2, RANKS-FORCE-5.
    Direction {
        Left = "left",
        Right = "right",
        Down = "down",
        /// From whoever forces.
        Away = "away",
    }
}
