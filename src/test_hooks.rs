//! `riposte run --rehearse`: runs the whole bot with a controlled clock and seeded dice, so that a
//! test can repeat a run exactly, even when it kills the process at any instant. It works against a
//! local test server only, and only in builds with the `sandbox` feature.
//!
//! Each line of standard input sets the time and the seed of the dice from then on:
//! `<milliseconds since 1970> <seed>`, followed by anything. The bot prints the line again once
//! everything that is due at that time has been done and delivered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::app::dice_source::DiceFactory;
use riposte::app::{App, StoreError};
use riposte::engine::core::dice::SeededDice;

/// How often the outbox is polled while deliveries are due.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Returns whether `url` is an HTTP address on this machine, and so cannot be the real Discord.
pub fn is_local_test_server(url: Option<&str>) -> bool {
    let port = url.and_then(|url| url.strip_prefix("http://127.0.0.1:"));
    port.is_some_and(|port| port.parse::<u16>().is_ok())
}

/// The clock and dice seed, as set by the last input line.
#[derive(Default)]
pub struct TestHooks {
    pub clock: Arc<ManualClock>,
    seed: Arc<AtomicU64>,
    last_line: String,
}

impl TestHooks {
    /// Blocks until the first line arrives. Returns `None` if standard input ends or the line is
    /// malformed.
    pub fn from_first_stdin_line() -> Option<Self> {
        let mut hooks = Self::default();
        hooks.set_clock_and_seed_from_line(std::io::stdin().lines().next()?.ok()?)?;
        Some(hooks)
    }

    /// Returns a factory for dice that depend only on the current line, so they are the same after
    /// a restart.
    pub fn dice_factory(&self) -> DiceFactory {
        let seed = Arc::clone(&self.seed);
        Arc::new(move || Box::new(SeededDice::new(seed.load(Ordering::SeqCst))))
    }

    /// Handles further input lines in the background until standard input or the program ends.
    pub fn spawn_input_loop(mut self, app: App) {
        let (line_sender, mut lines) = tokio::sync::mpsc::unbounded_channel();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lines().map_while(Result::ok);
            input.all(|line| line_sender.send(line).is_ok());
        });
        tokio::spawn(async move {
            loop {
                match self.fire_and_deliver_due(&app).await {
                    Ok(()) => println!("{}", self.last_line),
                    // The database is closed once the program has been asked to stop.
                    Err(error) => tracing::warn!(%error, "could not do what is due"),
                }
                let Some(line) = lines.recv().await else { return };
                if self.set_clock_and_seed_from_line(line).is_none() {
                    tracing::error!("malformed line; expected a time in milliseconds and a seed");
                }
            }
        });
    }

    /// Sets the clock and the seed. Returns `None` if the line is malformed.
    fn set_clock_and_seed_from_line(&mut self, line: String) -> Option<()> {
        let mut parts = line.split_whitespace();
        let time = Timestamp::from_millisecond(parts.next()?.parse().ok()?).ok()?;
        self.seed.store(parts.next()?.parse().ok()?, Ordering::SeqCst);
        self.clock.set(time);
        self.last_line = line;
        Some(())
    }

    /// Does what is due (expired servers, deadlines), and waits until all due deliveries have been
    /// made.
    async fn fire_and_deliver_due(&self, app: &App) -> Result<(), StoreError> {
        app.delete_expired_servers_and_queue_due_scopes().await?;
        app.fire_due_deadlines().await?;
        while app
            .next_delivery_time()
            .await?
            .is_some_and(|delivery_time| delivery_time <= self.clock.now())
        {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_addresses_are_test_servers() {
        assert!(is_local_test_server(Some("http://127.0.0.1:7700")));
        for url in ["https://discord.com", "http://127.0.0.1:1@discord.com", "http://127.0.0.1:"] {
            assert!(!is_local_test_server(Some(url)), "{url}");
        }
        assert!(!is_local_test_server(None));
    }

    #[test]
    fn input_line_sets_time_and_seed() {
        let mut hooks = TestHooks::default();
        assert_eq!(hooks.set_clock_and_seed_from_line("1900000000000 7".into()), Some(()));
        assert_eq!(hooks.clock.now().as_second(), 1_900_000_000);
        let dice = hooks.dice_factory();
        let roll = || dice().roll_die(20);
        assert_eq!(roll(), roll());
        assert_eq!(hooks.set_clock_and_seed_from_line("noon".into()), None);
    }
}
