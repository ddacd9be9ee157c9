//! Who was last there when, and what is still to be told to those who came back.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::ids::UserId;
use store::ids::{FightId, Millis};

use crate::terms::missed::Missed;

/// Of whom it is kept in memory.
const MOST_KEPT: usize = 10_000;

#[derive(Default)]
pub struct ComingBack {
    last: Mutex<BTreeMap<(UserId, FightId), Last>>,
    missed: Mutex<BTreeMap<UserId, Missed>>,
}

/// When somebody was last there.
#[derive(Clone, Copy)]
pub struct Last {
    pub at: Millis,
    pub revision: i64,
    /// What the file says of it.
    pub kept_at: Millis,
}

impl ComingBack {
    pub fn last(&self, user: UserId, fight: FightId) -> Option<Last> {
        locked(&self.last).get(&(user, fight)).copied()
    }

    pub fn is_here(&self, user: UserId, fight: FightId, last: Last) {
        let mut all = locked(&self.last);
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert((user, fight), last);
    }

    pub fn tell(&self, user: UserId, missed: Missed) {
        locked(&self.missed).insert(user, missed);
    }

    pub fn forget(&self, user: UserId) {
        locked(&self.last).retain(|(one, _), _| *one != user);
        locked(&self.missed).remove(&user);
    }

    pub fn told(&self, user: UserId) -> Option<Missed> {
        locked(&self.missed).remove(&user)
    }
}

fn locked<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}
