//! What is worked out beside the bot, for messages: the odds of acts, and what NPCs had best do.
//!
//! One thing at a time. A table or two have all they ask for; where many ask at once, it takes a
//! part of the time only, and some go without: no message waits for long, and nobody's answer is
//! late. What everybody reads and what only GMs read have a turn each, so that no public message
//! waits for what is hidden.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// What it has worked is paid off in so many times as long: a tenth of a core is all it takes.
const REST_FACTOR: u32 = 10;

/// How much time may be owed before anybody has to wait: some seconds of work.
const MAX_DEBT: Duration = Duration::from_secs(30);

/// How long a message waits until there is time for it.
const MAX_WAIT: Duration = Duration::from_millis(600);

#[derive(Default)]
pub(crate) struct BackgroundWorker {
    /// None: whoever asks waits until their turn comes, in scripts and tests.
    pub is_cpu_limited: OnceLock<()>,
    /// Whoever has the turn holds it.
    budget: Arc<Mutex<CpuBudget>>,
}

/// The time that was worked, and when all of it is paid off.
#[derive(Default)]
struct CpuBudget {
    free_at: Option<Instant>,
}

impl CpuBudget {
    /// Adds what was worked until now: how long to rest until the next may work.
    fn charge_and_get_rest(&mut self, worked: Duration, now: Instant) -> Duration {
        let paid_off = self.free_at.unwrap_or(now).max(now) + worked * REST_FACTOR;
        self.free_at = Some(paid_off);
        (paid_off - now).saturating_sub(MAX_DEBT)
    }
}

impl BackgroundWorker {
    /// What comes of the work; none where there is no time for it.
    pub async fn try_run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let is_sparing = self.is_cpu_limited.get().is_some();
        let turn = Arc::clone(&self.budget).lock_owned();
        let mut turn = match is_sparing {
            true => tokio::time::timeout(MAX_WAIT, turn).await.ok()?,
            false => turn.await,
        };
        let began = Instant::now();
        let done = tokio::task::spawn_blocking(work).await;
        if is_sparing {
            let now = Instant::now();
            let rest = turn.charge_and_get_rest(now - began, now);
            tokio::spawn(async move {
                tokio::time::sleep(rest).await;
                drop(turn);
            });
        }
        done.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_does_not_wait_and_many_have_a_tenth_of_the_time() {
        let mut now = Instant::now();
        let mut debt = CpuBudget::default();
        for _ in 0..100 {
            assert!(debt.charge_and_get_rest(Duration::from_millis(500), now).is_zero());
            now += Duration::from_secs(6);
        }
        let (begun, mut worked) = (now, Duration::ZERO);
        while worked < Duration::from_secs(100) {
            let one = Duration::from_millis(300);
            worked += one;
            now += one;
            now += debt.charge_and_get_rest(one, now);
        }
        let share = worked.as_secs_f64() / (now - begun).as_secs_f64();
        assert!((0.09..0.11).contains(&share), "{share} of the time");
    }
}
