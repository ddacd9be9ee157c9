//! Runs the searches that messages need besides the bot's own work: the odds of acts, and advice
//! for NPCs.
//!
//! Each worker runs one job at a time. A table or two get all that they ask for. Where many ask at
//! once, the worker uses only a part of the CPU time and some messages go without: no message waits
//! for long, and no reply is late. Public messages and GM messages have a worker each, so that no
//! public message waits for what is hidden.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// Each second of work costs this many seconds of rest, so that a worker takes at most a tenth of a
/// core.
const REST_FACTOR: u32 = 10;

/// The rest that may be owed before anybody has to wait: it allows some seconds of work.
const MAX_DEBT: Duration = Duration::from_secs(30);

/// How long a job waits for its turn.
const MAX_WAIT: Duration = Duration::from_millis(600);

#[derive(Default)]
pub(crate) struct BackgroundWorker {
    /// Whether the worker rests between jobs. Without it every job waits until its turn comes
    /// (scripts and tests).
    pub is_cpu_limited: AtomicBool,
    /// Whoever holds the lock may run a job.
    budget: Arc<Mutex<CpuBudget>>,
}

/// The rest that is owed for past work, as the time at which all of it is paid.
#[derive(Default)]
struct CpuBudget {
    free_at: Option<Instant>,
}

impl CpuBudget {
    /// Charges for the work until now, and returns how long the next job has to wait.
    fn charge_and_get_rest(&mut self, worked: Duration, now: Instant) -> Duration {
        let paid_off = self.free_at.unwrap_or(now).max(now) + worked * REST_FACTOR;
        self.free_at = Some(paid_off);
        (paid_off - now).saturating_sub(MAX_DEBT)
    }
}

impl BackgroundWorker {
    /// Runs the job and returns its result; `None` where there is no time for it, or it panics.
    ///
    /// One job runs at a time. If CPU time is limited, the worker rests after each job for as long
    /// as the budget demands, and a job that would wait too long for its turn is not run.
    pub async fn run_if_cpu_budget_allows<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let is_limited = self.is_cpu_limited.load(Ordering::Relaxed);
        let lock = Arc::clone(&self.budget).lock_owned();
        let mut budget = match is_limited {
            true => tokio::time::timeout(MAX_WAIT, lock).await.ok()?,
            false => lock.await,
        };
        let started_at = Instant::now();
        let result = tokio::task::spawn_blocking(work).await;
        if is_limited {
            let now = Instant::now();
            let rest = budget.charge_and_get_rest(now - started_at, now);
            tokio::spawn(async move {
                tokio::time::sleep(rest).await;
                drop(budget);
            });
        }
        result.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_budget_lets_one_table_run_freely_and_caps_many_at_a_tenth() {
        let mut now = Instant::now();
        let mut budget = CpuBudget::default();
        for _ in 0..100 {
            assert!(budget.charge_and_get_rest(Duration::from_millis(500), now).is_zero());
            now += Duration::from_secs(6);
        }
        let started_at = now;
        let mut worked = Duration::ZERO;
        while worked < Duration::from_secs(100) {
            let job_time = Duration::from_millis(300);
            worked += job_time;
            now += job_time;
            now += budget.charge_and_get_rest(job_time, now);
        }
        let share = worked.as_secs_f64() / (now - started_at).as_secs_f64();
        assert!((0.09..0.11).contains(&share), "{share} of the time");
    }
}
