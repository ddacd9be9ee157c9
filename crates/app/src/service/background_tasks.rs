//! Errands: what the running bot does besides answering. Clocks run out, posts go out, and what is
//! stored is made smaller.
//!
//! Nothing is kept here: an alarm only wakes the loop, which looks at the rows anew.

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

/// The longest time between two looks.
const MAX_SLEEP: Duration = Duration::from_secs(60);

/// How long what is stored is left as it is.
const PACK_INTERVAL: Duration = Duration::from_secs(600);

/// So much of a file may be free, in percent: it is filled again.
const MAX_FREE_PERCENT: i64 = 10;

/// How long it takes until other programs are listened to again.
const RELISTEN_DELAY: Duration = Duration::from_secs(1);

/// How long a store that cannot be used is left alone.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(5);

impl App {
    /// Fires timers and delivers posts until `stop` is done; what is being delivered then is
    /// finished first.
    pub async fn run_background_tasks<C: MessageSender>(
        &self,
        sender: Arc<C>,
        stop: impl Future<Output = ()>,
    ) {
        let mut stop = pin!(stop);
        let mut deliveries = JoinSet::new();
        // By itself, since errands may wait for the very fight that is packed; it ends with them.
        let mut beside = JoinSet::new();
        beside.spawn(self.clone().pack_periodically());
        beside.spawn(self.clone().listen_to_other_programs());
        if let Err(fault) = self.migrate_all_pending().await {
            tracing::error!(%fault, "fights are refitted when they are read");
        }
        if let Err(fault) = self.resume_forgetting().await {
            tracing::error!(%fault, "somebody is forgotten at the next start");
        }
        loop {
            let nap = match self.run_due_tasks(&sender, &mut deliveries).await {
                Ok(wake) => self.sleep_until(wake),
                Err(fault) => {
                    tracing::error!(%fault, "errands have to wait");
                    STORE_RETRY_DELAY
                }
            };
            tokio::select! {
                () = &mut stop => break,
                () = self.inner.wakeup.notified() => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
        while deliveries.join_next().await.is_some() {}
    }

    /// Hears what other programs on the same database do, for as long as there may be any.
    pub async fn listen_to_other_programs(self) {
        let mut forgetting = JoinSet::new();
        loop {
            match self.inner.store.open_shard_listener().await {
                Ok(None) => return,
                Ok(Some(listening)) => self.handle_shard_messages(listening, &mut forgetting).await,
                Err(fault) => tracing::warn!(%fault, "other processes are not heard"),
            }
            tokio::time::sleep(RELISTEN_DELAY).await;
        }
    }

    /// … until the connection is lost. Then fights are read anew whenever they are needed.
    async fn handle_shard_messages(
        &self,
        mut listener: ShardListener,
        forgetting: &mut JoinSet<()>,
    ) {
        self.inner.fight_cache.mark_all_stale();
        self.inner.fight_cache.set_disconnected(false);
        self.wake_background_tasks();
        loop {
            match listener.receive().await {
                Ok(ShardMessage::FightChanged(fight)) => self.inner.fight_cache.mark_stale(fight),
                Ok(ShardMessage::ProcessStarted) => self.inner.fight_cache.mark_all_stale(),
                Ok(ShardMessage::UserErasure) => {
                    let app = self.clone();
                    forgetting.spawn(async move {
                        if let Err(fault) = app.resume_forgetting().await {
                            tracing::error!(%fault, "somebody is forgotten at the next start");
                        }
                    });
                }
                Err(fault) => {
                    self.inner.fight_cache.set_disconnected(true);
                    return tracing::warn!(%fault, "other processes are not heard for a moment");
                }
            }
            self.wake_background_tasks();
        }
    }

    async fn pack_periodically(self) {
        loop {
            if let Err(fault) = self.pack_store().await {
                tracing::warn!(%fault, "what is stored is packed later");
            }
            tokio::time::sleep(PACK_INTERVAL).await;
        }
    }

    /// Makes what is stored smaller, a few rows at a time: others go first.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn pack_store(&self) -> Result<(), StoreError> {
        for fight in self.inner.store.load_fights_to_pack().await? {
            loop {
                let _exclusive = self.inner.fight_cache.lock_fight(fight).await;
                match self.inner.store.pack_some_rows(fight).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(StoreError::Corrupt(why)) => {
                        tracing::error!(%fight, %why, "a fight is damaged");
                        break;
                    }
                    Err(fault) => return Err(fault),
                }
            }
        }
        while self.inner.store.release_some_free_pages(MAX_FREE_PERCENT).await? {}
        Ok(())
    }

    /// One look: what is due is done, what is to be told is on its way. When to look again.
    async fn run_due_tasks<C: MessageSender>(
        &self,
        sender: &Arc<C>,
        deliveries: &mut JoinSet<()>,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.inner.store.check_still_owned()?;
        self.fire_due_deadlines().await?;
        while deliveries.try_join_next().is_some() {}
        let now = self.inner.clock.now();
        let posts = self.next_delivery_times().await?;
        if posts.iter().any(|at| *at <= now) {
            let (app, courier) = (self.clone(), Arc::clone(sender));
            deliveries.spawn(async move {
                if let Err(fault) = app.deliver_pending(&courier).await {
                    tracing::error!(%fault, "posts have to wait");
                }
            });
        }
        // What may go out already is on its way: it must not hide what may later.
        let later = posts.into_iter().filter(|at| *at > now);
        Ok(self.next_deadline_time().await?.into_iter().chain(later).min())
    }

    fn sleep_until(&self, wake: Option<Timestamp>) -> Duration {
        let Some(wake) = wake else { return MAX_SLEEP };
        let left = wake.duration_since(self.inner.clock.now());
        Duration::try_from(left).unwrap_or(Duration::ZERO).min(MAX_SLEEP)
    }
}
