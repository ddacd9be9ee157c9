//! Whose commands are to be looked at, one server after the other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use store::error::StoreError;
use store::ids::Millis;

use crate::api::servers::CommandScope;
use crate::runtime::app::App;

/// How often systems that are not played any more are looked for.
const CLEANUP_INTERVAL_MILLIS: i64 = 3_600_000;

/// How long a server keeps a system without a fight of it, where it does not say so itself.
pub const DEFAULT_RETENTION_DAYS: i64 = 60;

/// The scopes that are to be looked at, one after the other.
pub(crate) struct CommandSyncQueue {
    pending: Mutex<PendingScopes>,
    /// Counts the changes of what waits.
    change_count: watch::Sender<u64>,
}

#[derive(Default)]
pub(crate) struct PendingScopes {
    /// Somebody waits for it.
    pub(crate) urgent: VecDeque<CommandScope>,
    pub(crate) normal: VecDeque<CommandScope>,
    /// Being looked at now.
    pub(crate) in_progress: Option<CommandScope>,
    /// Until when each is put off.
    pub(crate) postponed_until: BTreeMap<CommandScope, Millis>,
    /// The front has said which servers there are.
    pub(crate) is_server_list_known: bool,
    /// When systems that are not played any more are looked for again.
    pub(crate) next_cleanup: Millis,
}

impl Default for CommandSyncQueue {
    fn default() -> Self {
        Self { pending: Mutex::default(), change_count: watch::Sender::new(0) }
    }
}

impl PendingScopes {
    pub(crate) fn is_synced(&self, scope: CommandScope) -> bool {
        self.in_progress != Some(scope)
            && !self.urgent.contains(&scope)
            && !self.normal.contains(&scope)
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.is_server_list_known
            && self.in_progress.is_none()
            && self.urgent.is_empty()
            && self.normal.is_empty()
    }
}

impl CommandSyncQueue {
    pub(crate) fn lock(&self) -> MutexGuard<'_, PendingScopes> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn update<T>(&self, update: impl FnOnce(&mut PendingScopes) -> T) -> T {
        let done = update(&mut self.lock());
        self.change_count.send_modify(|count| *count += 1);
        done
    }

    pub(crate) fn enqueue(&self, scope: CommandScope, is_urgent: bool) {
        self.update(|waiting| {
            waiting.postponed_until.remove(&scope);
            waiting.is_server_list_known |= scope != CommandScope::DirectMessages;
            if is_urgent {
                waiting.normal.retain(|one| *one != scope);
            }
            if waiting.urgent.contains(&scope) || waiting.normal.contains(&scope) {
                return;
            }
            let queue = if is_urgent { &mut waiting.urgent } else { &mut waiting.normal };
            queue.push_back(scope);
        });
    }

    /// Waits until that can be found.
    pub(crate) async fn wait_until<T>(&self, find: impl Fn(&mut PendingScopes) -> Option<T>) -> T {
        let mut changes = self.change_count.subscribe();
        loop {
            changes.borrow_and_update();
            if let Some(found) = find(&mut self.lock()) {
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
    pub(crate) async fn run_server_maintenance(&self) -> Result<(), StoreError> {
        let (now, servers) = (self.now_millis(), &self.inner.command_sync);
        let (is_time, due) = {
            let mut waiting = servers.lock();
            let is_time = now >= waiting.next_cleanup;
            if is_time {
                waiting.next_cleanup = now + CLEANUP_INTERVAL_MILLIS;
            }
            let due = waiting.postponed_until.iter().filter(|(_, until)| **until <= now);
            (is_time, due.map(|(scope, _)| *scope).collect::<Vec<_>>())
        };
        due.into_iter().for_each(|scope| servers.enqueue(scope, false));
        if is_time {
            self.delete_expired_servers().await?;
            for guild in
                self.inner.store.delete_expired_systems(now, DEFAULT_RETENTION_DAYS).await?
            {
                servers.enqueue(CommandScope::Server(guild), false);
            }
        }
        Ok(())
    }
}
