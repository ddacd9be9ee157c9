//! Moves a fight into the thread that was opened for it.

use engine::core::command::Command;
use store::error::StoreError;
use store::ids::ChannelId;
use store::rows::{CommitOutcome, OutboxRow};

use crate::runtime::app::App;
use crate::state::people::FightThread;
use crate::transaction::StateChange;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;

impl App {
    /// Makes a thread the channel of the fight whose outbox row has opened it. What was to be told
    /// before is told in the thread. One transaction stores all of it and settles the row; after a
    /// crash before that, the row finds the same thread again.
    pub(super) async fn move_fight_to_opened_thread_and_settle_row(
        &self,
        row: &OutboxRow,
        thread: ChannelId,
    ) -> Result<(), StoreError> {
        let mut fight_lock = self.inner.fight_cache.lock_fight(row.fight_id()).await;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let state = self.load_and_migrate_fight(&mut fight_lock, row.fight_id()).await?;
            let Some(state) = state.filter(|state| state.wanted_thread_parent().is_some()) else {
                // The GM has moved the fight elsewhere meanwhile.
                return self
                    .inner
                    .store
                    .record_sent_message_and_delete_row_if_settled(row, None)
                    .await;
            };
            let in_thread = state.with_thread_as_channel(thread);
            let command = Command::new("thread-opened");
            let mut change = StateChange::without_game_change(&in_thread, command);
            change.after.people.thread = Some(FightThread::Open);
            change.after.people.unreachable = None;
            change.opened_thread = Some((state.channel, thread));
            match self
                .commit_and_cache_change_or_clear_cache(&mut fight_lock, &in_thread, change)
                .await?
            {
                CommitOutcome::Stored(_) => {
                    self.update_channel_indexes(&state, &in_thread);
                    self.wake_background_tasks();
                    return Ok(());
                }
                // Another process was first.
                CommitOutcome::Conflict
                | CommitOutcome::ChannelOccupied
                | CommitOutcome::AlreadyStored { .. } => {}
            }
        }
        Err(StoreError::Locked)
    }
}
