//! The queue of scopes (servers and direct messages) whose slash commands must be checked or
//! registered, one after the other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use store::error::StoreError;
use store::ids::Millis;

use crate::api::servers::CommandScope;
use crate::runtime::app::App;

/// How often the app looks for systems that a server does not play any more.
const CLEANUP_INTERVAL_MILLIS: i64 = 3_600_000;

/// How long a server keeps a system without a fight of it, unless the server has set another time.
pub const DEFAULT_RETENTION_DAYS: i64 = 60;

pub(crate) struct CommandSyncQueue {
    pending: Mutex<PendingScopes>,
    /// Counts the changes of `pending`, so that waiters can be notified.
    change_count: watch::Sender<u64>,
}

/// Where a scope is put in the queue.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ScopePriority {
    /// Before all normal scopes, since somebody waits for it.
    Urgent,
    Normal,
}

#[derive(Default)]
pub(crate) struct PendingScopes {
    /// Scopes that somebody waits for.
    pub(crate) urgent: VecDeque<CommandScope>,
    pub(crate) normal: VecDeque<CommandScope>,
    /// The scope that is being synced now.
    pub(crate) in_progress: Option<CommandScope>,
    /// Failed scopes, and the time of their next try.
    pub(crate) postponed_until: BTreeMap<CommandScope, Millis>,
    /// The client has listed the servers of the bot.
    pub(crate) is_server_list_known: bool,
    /// When the app next looks for systems that are not played any more.
    pub(crate) next_cleanup: Millis,
}

impl Default for CommandSyncQueue {
    fn default() -> Self {
        Self { pending: Mutex::default(), change_count: watch::Sender::new(0) }
    }
}

impl PendingScopes {
    /// Returns whether no check of the scope is queued or under way. Also true for a scope whose
    /// check is postponed.
    pub(crate) fn is_settled(&self, scope: CommandScope) -> bool {
        self.in_progress != Some(scope)
            && !self.urgent.contains(&scope)
            && !self.normal.contains(&scope)
    }

    /// Returns whether the servers are known, and none of them waits for its commands.
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

    /// Changes the pending scopes and notifies the waiters.
    pub(crate) fn update<T>(&self, update: impl FnOnce(&mut PendingScopes) -> T) -> T {
        let result = update(&mut self.lock());
        self.change_count.send_modify(|count| *count += 1);
        result
    }

    /// Queues a scope for a check, at once even if it was postponed. An urgent scope comes before
    /// all that are not; a queued one is not queued twice.
    pub(crate) fn enqueue_scope_or_promote_to_urgent(
        &self,
        scope: CommandScope,
        priority: ScopePriority,
    ) {
        self.update(|pending| {
            pending.postponed_until.remove(&scope);
            pending.is_server_list_known |= scope != CommandScope::DirectMessages;
            if priority == ScopePriority::Urgent {
                pending.normal.retain(|queued| *queued != scope);
            }
            if pending.urgent.contains(&scope) || pending.normal.contains(&scope) {
                return;
            }
            let queue = match priority {
                ScopePriority::Urgent => &mut pending.urgent,
                ScopePriority::Normal => &mut pending.normal,
            };
            queue.push_back(scope);
        });
    }

    /// Returns the failed scopes whose next try is due.
    fn list_postponed_scopes_due(&self, now: Millis) -> Vec<CommandScope> {
        let pending = self.lock();
        let due = pending.postponed_until.iter().filter(|(_, until)| **until <= now);
        due.map(|(scope, _)| *scope).collect()
    }

    /// Returns whether the next cleanup is due, and if so sets the time of the one after it.
    fn begin_cleanup_if_due(&self, now: Millis) -> bool {
        let mut pending = self.lock();
        if now < pending.next_cleanup {
            return false;
        }
        pending.next_cleanup = now + CLEANUP_INTERVAL_MILLIS;
        true
    }

    /// Waits until `find` returns a result, and returns it.
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
    /// Deletes servers and systems that have expired (once an hour), and queues the scopes whose
    /// commands are due to be registered again. Background tasks do it before they fire deadlines.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn delete_expired_servers_and_queue_due_scopes(&self) -> Result<(), StoreError> {
        let now = self.now_millis();
        let queue = &self.inner.command_sync;
        for scope in queue.list_postponed_scopes_due(now) {
            queue.enqueue_scope_or_promote_to_urgent(scope, ScopePriority::Normal);
        }
        if !queue.begin_cleanup_if_due(now) {
            return Ok(());
        }
        self.delete_synced_servers_past_retention().await?;
        let changed_servers = self
            .inner
            .store
            .delete_expired_systems_without_open_fight(now, DEFAULT_RETENTION_DAYS)
            .await?;
        for guild in changed_servers {
            let scope = CommandScope::Server(guild);
            queue.enqueue_scope_or_promote_to_urgent(scope, ScopePriority::Normal);
        }
        Ok(())
    }
}
