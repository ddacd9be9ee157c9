//! Whose commands are to be looked at, one server after the other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use store::fault::Fault;
use store::ids::Millis;

use crate::held::app::App;
use crate::terms::servers::Scope;

/// How often systems that are not played any more are looked for.
const BETWEEN_LOOKS_MILLIS: i64 = 3_600_000;

/// How long a server keeps a system without a fight of it, where it does not say so itself.
pub const USUAL_DAYS: i64 = 60;

/// The scopes that are to be looked at, one after the other.
pub(crate) struct Servers {
    waiting: Mutex<Waiting>,
    /// Counts the changes of what waits.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
pub(crate) struct Waiting {
    /// Somebody waits for it.
    pub(crate) urgent: VecDeque<Scope>,
    pub(crate) rest: VecDeque<Scope>,
    /// Being looked at now.
    pub(crate) busy: Option<Scope>,
    /// Until when each is put off.
    pub(crate) put_off: BTreeMap<Scope, Millis>,
    /// The front has said which servers there are.
    pub(crate) has_servers: bool,
    /// When systems that are not played any more are looked for again.
    pub(crate) next_look: Millis,
}

impl Default for Servers {
    fn default() -> Self {
        Self { waiting: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Waiting {
    pub(crate) fn is_settled(&self, scope: Scope) -> bool {
        self.busy != Some(scope) && !self.urgent.contains(&scope) && !self.rest.contains(&scope)
    }

    pub(crate) fn is_at_rest(&self) -> bool {
        self.has_servers && self.busy.is_none() && self.urgent.is_empty() && self.rest.is_empty()
    }
}

impl Servers {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        let done = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        done
    }

    pub(crate) fn look_at(&self, scope: Scope, is_urgent: bool) {
        self.change(|waiting| {
            waiting.put_off.remove(&scope);
            waiting.has_servers |= scope != Scope::Direct;
            if is_urgent {
                waiting.rest.retain(|one| *one != scope);
            }
            if waiting.urgent.contains(&scope) || waiting.rest.contains(&scope) {
                return;
            }
            let queue = if is_urgent { &mut waiting.urgent } else { &mut waiting.rest };
            queue.push_back(scope);
        });
    }

    /// Waits until that can be found.
    pub(crate) async fn until<T>(&self, found: impl Fn(&mut Waiting) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        loop {
            changes.borrow_and_update();
            if let Some(found) = found(&mut self.lock()) {
                return found;
            }
            // The sender lives in `self`, so this never fails.
            let _ = changes.changed().await;
        }
    }
}

impl App {
    /// Now and then: what is not played any more goes, what was put off is tried again.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn look_at_servers(&self) -> Result<(), Fault> {
        let (now, servers) = (self.millis(), &self.inner.servers);
        let (is_time, due) = {
            let mut waiting = servers.lock();
            let is_time = now >= waiting.next_look;
            if is_time {
                waiting.next_look = now + BETWEEN_LOOKS_MILLIS;
            }
            let due = waiting.put_off.iter().filter(|(_, until)| **until <= now);
            (is_time, due.map(|(scope, _)| *scope).collect::<Vec<_>>())
        };
        due.into_iter().for_each(|scope| servers.look_at(scope, false));
        if is_time {
            self.forget_left_servers().await?;
            for guild in self.inner.store.forget_unplayed(now, USUAL_DAYS).await? {
                servers.look_at(Scope::Server(guild), false);
            }
        }
        Ok(())
    }
}
