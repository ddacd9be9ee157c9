//! Background tasks: fire deadlines, deliver the outbox and compact the store.
//!
//! Nothing is kept here: a wakeup only makes the loop read the rows again.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::task::JoinSet;

use store::error::StoreError;
use store::shards::{ShardListener, ShardMessage};

use crate::api::outbox::MessageSender;
use crate::runtime::app::App;

/// The longest sleep of the loop.
const MAX_SLEEP: Duration = Duration::from_secs(60);

/// The time between two compactions of the store.
const PACK_INTERVAL: Duration = Duration::from_secs(600);

/// The share of a database file, in percent, that may stay free: it fills again.
const MAX_FREE_PERCENT: i64 = 10;

/// The wait before the connection to other processes is opened again.
const RELISTEN_DELAY: Duration = Duration::from_secs(1);

/// The wait after a store error.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(5);

impl App {
    /// Fires deadlines and delivers the outbox until `stop` completes; deliveries under way are
    /// finished first.
    pub async fn run_background_tasks<C: MessageSender>(
        &self,
        sender: Arc<C>,
        stop: impl Future<Output = ()>,
    ) {
        let mut stop = pin!(stop);
        let mut deliveries = JoinSet::new();
        // Separate tasks, since the loop may wait for the very fight that is packed. They end with
        // this function.
        let mut side_tasks = JoinSet::new();
        side_tasks.spawn(self.clone().compact_store_periodically());
        side_tasks.spawn(self.clone().listen_to_other_programs());
        if let Err(error) = self.migrate_and_count_fights_with_open_prompts().await {
            tracing::error!(%error, "could not migrate pending acts at the start; done on load");
        }
        if let Err(error) = self.resume_user_deletions().await {
            tracing::error!(%error, "could not resume user deletions; retrying at the next start");
        }
        loop {
            let sleep_time = match self.run_due_tasks(&sender, &mut deliveries).await {
                Ok(sleep_time) => sleep_time,
                Err(error) => {
                    tracing::error!(%error, "background tasks failed; retrying");
                    STORE_RETRY_DELAY
                }
            };
            tokio::select! {
                () = &mut stop => break,
                () = self.inner.wakeup.notified() => {}
                () = tokio::time::sleep(sleep_time) => {}
            }
        }
        // What has begun is finished.
        while deliveries.join_next().await.is_some() {}
    }

    /// Listens to other processes on the same database, for as long as there may be any.
    pub async fn listen_to_other_programs(self) {
        let mut forgetting = JoinSet::new();
        loop {
            match self.inner.store.open_shard_listener_unless_alone().await {
                Ok(None) => return,
                Ok(Some(listener)) => self.handle_shard_messages(listener, &mut forgetting).await,
                Err(error) => {
                    tracing::warn!(%error, "could not listen to other processes; retrying")
                }
            }
            tokio::time::sleep(RELISTEN_DELAY).await;
        }
    }

    /// Handles messages until the connection is lost. From then on fights are read from the store
    /// whenever they are needed.
    async fn handle_shard_messages(
        &self,
        mut listener: ShardListener,
        forgetting: &mut JoinSet<()>,
    ) {
        self.inner.fight_cache.mark_all_stale();
        self.inner.open_fight_channels.mark_connected();
        self.inner.fight_cache.mark_connected();
        self.wake_background_tasks();
        loop {
            match listener.receive().await {
                Ok(ShardMessage::FightChanged(fight)) => {
                    self.inner.fight_cache.mark_stale(fight);
                    self.inner.open_fight_channels.mark_outdated();
                }
                Ok(ShardMessage::ProcessStarted) => self.inner.fight_cache.mark_all_stale(),
                Ok(ShardMessage::UserErasure) => {
                    let app = self.clone();
                    forgetting.spawn(async move {
                        if let Err(error) = app.resume_user_deletions().await {
                            tracing::error!(%error, "could not resume user deletions");
                        }
                    });
                }
                Err(error) => {
                    self.inner.fight_cache.mark_disconnected();
                    self.inner.open_fight_channels.mark_disconnected();
                    return tracing::warn!(%error, "lost the connection to other processes");
                }
            }
            self.wake_background_tasks();
        }
    }

    /// Compacts the store from time to time, and never returns. A failure is logged.
    async fn compact_store_periodically(self) {
        loop {
            if let Err(error) = self.compact_store().await {
                tracing::warn!(%error, "compaction of the store failed; retrying later");
            }
            tokio::time::sleep(PACK_INTERVAL).await;
        }
    }

    /// Compacts the store: packs states, a few rows at a time, so that inputs come first, and
    /// releases free pages of the file.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn compact_store(&self) -> Result<(), StoreError> {
        for fight in self.inner.store.load_fights_to_pack().await? {
            loop {
                let _fight_lock = self.inner.fight_cache.lock_fight(fight).await;
                match self.inner.store.pack_some_rows_and_check_for_more(fight).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(StoreError::Corrupt(reason)) => {
                        tracing::error!(%fight, %reason, "a fight is damaged; not compacted");
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        let mut may_release_more = true;
        while may_release_more {
            may_release_more =
                self.inner.store.release_some_free_pages_if_above(MAX_FREE_PERCENT).await?;
        }
        Ok(())
    }

    /// Deletes expired servers and fires what is due, unless deadlines are held, and starts
    /// deliveries. Returns how long there is nothing more to do.
    async fn run_due_tasks<C: MessageSender>(
        &self,
        sender: &Arc<C>,
        deliveries: &mut JoinSet<()>,
    ) -> Result<Duration, StoreError> {
        self.inner.store.check_file_and_shards_still_owned()?;
        if self.inner.deadline_hold.remaining().is_zero() {
            self.delete_expired_servers_and_queue_due_scopes().await?;
            self.fire_due_deadlines().await?;
        }
        // Forgets the deliveries that are done.
        while deliveries.try_join_next().is_some() {}
        let now = self.inner.clock.now();
        let delivery_times = self.next_delivery_time_per_audience().await?;
        if delivery_times.iter().any(|time| *time <= now) {
            let (app, task_sender) = (self.clone(), Arc::clone(sender));
            deliveries.spawn(async move {
                if let Err(error) = app.deliver_due_outbox(&task_sender).await {
                    tracing::error!(%error, "delivery failed; retrying");
                }
            });
        }
        // Due messages are on their way and must not hide later ones.
        let later = delivery_times.into_iter().filter(|time| *time > now);
        let until_delivery = self.sleep_duration_until(later.min());
        let until_deadline = self.sleep_duration_until(self.next_deadline_time().await?);
        Ok(until_delivery.min(until_deadline.max(self.inner.deadline_hold.remaining())))
    }

    /// Returns how long to sleep: not at all for a time that is past, and never longer than
    /// `MAX_SLEEP`.
    fn sleep_duration_until(&self, wake_time: Option<Timestamp>) -> Duration {
        let Some(wake_time) = wake_time else { return MAX_SLEEP };
        let remaining = wake_time.duration_since(self.inner.clock.now());
        Duration::try_from(remaining).unwrap_or(Duration::ZERO).min(MAX_SLEEP)
    }
}
