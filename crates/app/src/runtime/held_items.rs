//! Items that are kept in memory for a quarter of an hour, each for one user: commands that wait
//! for a choice, and forms that were refused.
//!
//! Buttons name a held item by its id. After a restart of the program the items are gone, and a
//! press gets the answer that it came too late.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::core::ids::UserId;
use store::ids::Millis;

/// How long an item is held: as long as Discord takes replies to an interaction.
const HELD_MILLIS: i64 = 15 * 60 * 1_000;
/// The most items of one user, and of all users. The oldest ones are dropped.
const MAX_ITEMS_OF_USER: usize = 10;
const MAX_ITEMS: usize = 2_000;

#[derive(Debug)]
struct HeldItem<T> {
    user: UserId,
    expires_at: Millis,
    item: T,
}

/// Held items by their ids. Ids grow with time, so no id of an earlier start is given again.
#[derive(Debug)]
pub struct HeldItems<T>(Mutex<BTreeMap<i64, HeldItem<T>>>);

impl<T> Default for HeldItems<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> HeldItems<T> {
    /// Holds an item for a user and returns its id. Drops what has expired, and the oldest items
    /// of the user, or of all, if there are too many.
    pub fn hold_evicting_oldest(&self, user: UserId, item: T, now: Millis) -> i64 {
        let mut items = self.lock();
        items.retain(|_, held| held.expires_at > now);
        let own_items = items.iter().filter(|(_, held)| held.user == user);
        let own_ids: Vec<i64> = own_items.map(|(id, _)| *id).collect();
        let excess = (own_ids.len() + 1).saturating_sub(MAX_ITEMS_OF_USER);
        // Ids grow with time, so the first are the oldest.
        for oldest_id in own_ids.iter().take(excess) {
            items.remove(oldest_id);
        }
        if items.len() >= MAX_ITEMS {
            items.pop_first();
        }
        let id = items.last_key_value().map_or(now, |(last_id, _)| now.max(last_id + 1));
        items.insert(id, HeldItem { user, expires_at: now + HELD_MILLIS, item });
        id
    }

    /// Removes an item and returns it. `None` for one that is expired, gone or another user's.
    pub fn take(&self, user: UserId, id: i64, now: Millis) -> Option<T> {
        let mut items = self.lock();
        let held = items.get(&id)?;
        if held.user != user || held.expires_at <= now {
            return None;
        }
        items.remove(&id).map(|held| held.item)
    }

    /// Removes all items of a user.
    pub fn forget_user(&self, user: UserId) {
        self.lock().retain(|_, held| held.user != user);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, HeldItem<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone> HeldItems<T> {
    /// Returns a copy of an item. `None` for one that is expired, gone or another user's.
    pub fn get(&self, user: UserId, id: i64, now: Millis) -> Option<T> {
        let items = self.lock();
        let held = items.get(&id).filter(|held| held.user == user && held.expires_at > now);
        held.map(|held| held.item.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: UserId = UserId(1);
    const BEN: UserId = UserId(2);

    #[test]
    fn item_is_held_once_for_its_user_and_for_a_while() {
        let items = HeldItems::default();
        let (first, second) = (
            items.hold_evicting_oldest(ANA, "first", 100),
            items.hold_evicting_oldest(ANA, "second", 100),
        );
        assert_eq!(items.take(BEN, first, 101), None);
        assert_eq!(items.get(BEN, first, 101), None);
        assert_eq!(items.get(ANA, first, 101), Some("first"));
        assert_eq!(items.take(ANA, first, 101), Some("first"));
        assert_eq!(items.take(ANA, first, 101), None);
        assert_eq!(items.take(ANA, second, 100 + HELD_MILLIS), None);
    }

    #[test]
    fn oldest_items_of_a_user_give_way() {
        let items = HeldItems::default();
        let bens = items.hold_evicting_oldest(BEN, 99, 0);
        let ids: Vec<i64> =
            (0..12).map(|number| items.hold_evicting_oldest(ANA, number, 0)).collect();
        assert_eq!(items.take(ANA, ids[1], 0), None);
        assert_eq!(items.take(ANA, ids[2], 0), Some(2));
        assert_eq!(items.take(BEN, bens, 0), Some(99));
        items.forget_user(ANA);
        assert_eq!(items.take(ANA, ids[11], 0), None);
    }
}
