//! The rule systems, one folder each. A folder can be read by itself: systems never import each
//! other.

pub mod cards;
pub mod dr12;
pub mod factions;
pub mod fates;
pub mod ranks;

/// Gives the list of all rule systems, each with its type and its module, to another macro. What
/// exists once for each system is made from this list, in this crate and in those that use it.
///
/// `for_each_system!(show!, "a", 1)` becomes `show! { [Cards cards, Dr12 dr12, …] "a", 1 }`.
#[macro_export]
macro_rules! for_each_system {
    ($callback:ident! $(, $($argument:tt)*)?) => {
        $callback! {
            [Cards cards, Dr12 dr12, Factions factions, Fates fates, Ranks ranks]
            $($($argument)*)?
        }
    };
}
