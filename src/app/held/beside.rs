//! What is worked out beside the bot, for messages: the odds of acts, and what NPCs had best do.
//!
//! One thing at a time, and where many ask at once for a part of the time only: then some go
//! without, so that no message waits for long and nobody's answer is late.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// It rests so many times as long as it has worked: a tenth of a core is all it takes.
const REST: u32 = 9;

/// How long a message waits until there is time for it.
const PATIENCE: Duration = Duration::from_millis(600);

pub(in crate::app) struct Beside {
    /// None: whoever asks waits until their turn comes, in tests.
    pub is_sparing: OnceLock<()>,
    turn: Arc<Semaphore>,
}

impl Default for Beside {
    fn default() -> Self {
        Self { is_sparing: OnceLock::new(), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Beside {
    /// What comes of the work; none where there is no time for it.
    pub async fn work_out<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let is_sparing = self.is_sparing.get().is_some();
        let turn = Arc::clone(&self.turn).acquire_owned();
        let turn = match is_sparing {
            true => tokio::time::timeout(PATIENCE, turn).await.ok()?,
            false => turn.await,
        };
        let turn = turn.ok()?;
        let began = Instant::now();
        let done = tokio::task::spawn_blocking(work).await;
        if is_sparing {
            let rest = began.elapsed() * REST;
            tokio::spawn(async move {
                tokio::time::sleep(rest).await;
                drop(turn);
            });
        }
        done.ok()
    }
}
