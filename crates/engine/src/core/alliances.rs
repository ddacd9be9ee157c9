//! Pairs of sides that the GM has allied.

use crate::core::ids::Name;

/// Returns whether two sides are one of the pairs, in whatever order.
pub fn are_allied(pairs: &[(Name, Name)], one: &str, other: &str) -> bool {
    pairs.iter().any(|pair| is_pair_of(pair, one, other))
}

/// Adds two sides to the pairs, or removes them, in whatever order they are named.
pub fn set_alliance(pairs: &mut Vec<(Name, Name)>, one: &Name, other: &Name, is_allied: bool) {
    pairs.retain(|pair| !is_pair_of(pair, one, other));
    if is_allied {
        pairs.push((one.clone(), other.clone()));
    }
}

fn is_pair_of((first, second): &(Name, Name), one: &str, other: &str) -> bool {
    let pair: (&str, &str) = (first, second);
    pair == (one, other) || pair == (other, one)
}
