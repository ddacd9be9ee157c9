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

use store::fault::Fault;
use store::shards::{Heard, Listening};

use crate::held::app::App;
use crate::terms::outbox::Courier;

/// The longest time between two looks.
const LONGEST_NAP: Duration = Duration::from_secs(60);

/// How long what is stored is left as it is.
const PACKING: Duration = Duration::from_secs(600);

/// So much of a file may be free, in percent: it is filled again.
const FREE: i64 = 10;

/// How long it takes until other programs are listened to again.
const BETWEEN_CALLS: Duration = Duration::from_secs(1);

/// How long a store that cannot be used is left alone.
const AFTER_A_FAULT: Duration = Duration::from_secs(5);

impl App {
    /// Fires timers and delivers posts until `stop` is done; what is being delivered then is
    /// finished first.
    pub async fn run_errands<C: Courier>(&self, courier: Arc<C>, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut deliveries = JoinSet::new();
        // By itself, since errands may wait for the very fight that is packed; it ends with them.
        let mut beside = JoinSet::new();
        beside.spawn(self.clone().pack_now_and_then());
        beside.spawn(self.clone().listen());
        if let Err(fault) = self.refit_all().await {
            tracing::error!(%fault, "fights are refitted when they are read");
        }
        if let Err(fault) = self.go_on_forgetting().await {
            tracing::error!(%fault, "somebody is forgotten at the next start");
        }
        loop {
            let nap = match self.errands(&courier, &mut deliveries).await {
                Ok(wake) => self.until(wake),
                Err(fault) => {
                    tracing::error!(%fault, "errands have to wait");
                    AFTER_A_FAULT
                }
            };
            tokio::select! {
                () = &mut stop => break,
                () = self.inner.news.notified() => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
        while deliveries.join_next().await.is_some() {}
    }

    /// Hears what other programs on the same database do, for as long as there may be any.
    pub async fn listen(self) {
        let mut forgetting = JoinSet::new();
        loop {
            match self.inner.store.listen().await {
                Ok(None) => return,
                Ok(Some(listening)) => self.hear(listening, &mut forgetting).await,
                Err(fault) => tracing::warn!(%fault, "other processes are not heard"),
            }
            tokio::time::sleep(BETWEEN_CALLS).await;
        }
    }

    /// … until the connection is lost. Then fights are read anew whenever they are needed.
    async fn hear(&self, mut listening: Listening, forgetting: &mut JoinSet<()>) {
        self.inner.fights.are_old();
        self.inner.fights.are_deaf(false);
        self.look_again();
        loop {
            match listening.next().await {
                Ok(Heard::Fight(fight)) => self.inner.fights.is_old(fight),
                Ok(Heard::Start) => self.inner.fights.are_old(),
                Ok(Heard::Leaver) => {
                    let app = self.clone();
                    forgetting.spawn(async move {
                        if let Err(fault) = app.go_on_forgetting().await {
                            tracing::error!(%fault, "somebody is forgotten at the next start");
                        }
                    });
                }
                Err(fault) => {
                    self.inner.fights.are_deaf(true);
                    return tracing::warn!(%fault, "other processes are not heard for a moment");
                }
            }
            self.look_again();
        }
    }

    async fn pack_now_and_then(self) {
        loop {
            if let Err(fault) = self.pack().await {
                tracing::warn!(%fault, "what is stored is packed later");
            }
            tokio::time::sleep(PACKING).await;
        }
    }

    /// Makes what is stored smaller, a few rows at a time: others go first.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn pack(&self) -> Result<(), Fault> {
        for fight in self.inner.store.unpacked().await? {
            loop {
                let _exclusive = self.inner.fights.enter(fight).await;
                match self.inner.store.pack(fight).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(Fault::Damaged(why)) => {
                        tracing::error!(%fight, %why, "a fight is damaged");
                        break;
                    }
                    Err(fault) => return Err(fault),
                }
            }
        }
        while self.inner.store.give_back(FREE).await? {}
        Ok(())
    }

    /// One look: what is due is done, what is to be told is on its way. When to look again.
    async fn errands<C: Courier>(
        &self,
        courier: &Arc<C>,
        deliveries: &mut JoinSet<()>,
    ) -> Result<Option<Timestamp>, Fault> {
        self.inner.store.check_place()?;
        self.fire_due().await?;
        while deliveries.try_join_next().is_some() {}
        let now = self.inner.clock.now();
        let posts = self.next_deliveries().await?;
        if posts.iter().any(|at| *at <= now) {
            let (app, courier) = (self.clone(), Arc::clone(courier));
            deliveries.spawn(async move {
                if let Err(fault) = app.deliver_pending(&courier).await {
                    tracing::error!(%fault, "posts have to wait");
                }
            });
        }
        // What may go out already is on its way: it must not hide what may later.
        let later = posts.into_iter().filter(|at| *at > now);
        Ok(self.next_due().await?.into_iter().chain(later).min())
    }

    fn until(&self, wake: Option<Timestamp>) -> Duration {
        let Some(wake) = wake else { return LONGEST_NAP };
        let left = wake.duration_since(self.inner.clock.now());
        Duration::try_from(left).unwrap_or(Duration::ZERO).min(LONGEST_NAP)
    }
}
