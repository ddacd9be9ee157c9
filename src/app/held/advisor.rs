//! Works out what NPCs had best do, beside the bot: for one message at a time, and no more than a
//! part of the time. Where many ask at once some go without, so that no message waits for long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::engine::judgement::Effort;

/// It rests so many times as long as it has worked: a fifth of a core is all it takes.
const REST: u32 = 4;

/// How long a message waits until the advisor has time for it.
const PATIENCE: Duration = Duration::from_millis(250);

/// Advises GMs.
pub(in crate::app) struct Advisor {
    pub effort: Effort,
    turn: Arc<Semaphore>,
}

impl Advisor {
    pub fn new(effort: Effort) -> Self {
        Self { effort, turn: Arc::new(Semaphore::new(1)) }
    }

    /// What comes of the work; none where there is no time for it.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(&self.turn).acquire_owned();
        let turn = tokio::time::timeout(PATIENCE, turn).await.ok()?.ok()?;
        let began = Instant::now();
        let done = tokio::task::spawn_blocking(work).await;
        let rest = began.elapsed() * REST;
        tokio::spawn(async move {
            tokio::time::sleep(rest).await;
            drop(turn);
        });
        done.ok()
    }
}
