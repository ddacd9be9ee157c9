//! Lists of items, conditions and the like.

/// Removes the first entry for which `is_meant` holds and returns it, or `None` if there is none.
pub fn remove_first<T>(list: &mut Vec<T>, is_meant: impl FnMut(&T) -> bool) -> Option<T> {
    let index = list.iter().position(is_meant)?;
    Some(list.remove(index))
}
