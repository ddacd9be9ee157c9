//! Points (RANKS-LUCK).

/// The most luck or action points that somebody has.
pub const MOST: u8 = 9;
