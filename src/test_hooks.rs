//! `riposte run --rehearse`: the whole bot as a play that can be given again, broken off at any
//! instant, with the same time and the same dice. For tests on a stand-in; a bot that is built
//! without the sandbox does not have it.
//!
//! Each line that comes in says what time it is and which dice fall from then on:
//! `<milliseconds since 1970> <seed>`, and whatever else. It is said back once all that is due at
//! that time is done and told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::app::dice_source::DiceFactory;
use riposte::app::{App, StoreError};
use riposte::engine::core::dice::SeededDice;

/// The time between two looks at what is still to be told.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Whether this is an address on this machine, where no real table can be.
pub fn is_local_test_server(url: Option<&str>) -> bool {
    let port = url.and_then(|url| url.strip_prefix("http://127.0.0.1:"));
    port.is_some_and(|port| port.parse::<u16>().is_ok())
}

/// What time it is and how the dice fall, as the last line has it.
#[derive(Default)]
pub struct TestHooks {
    pub clock: Arc<ManualClock>,
    seed: Arc<AtomicU64>,
    last_line: String,
}

impl TestHooks {
    /// Waits for the first line. None where nobody says one.
    pub fn wait_for_first_line() -> Option<Self> {
        let mut begun = Self::default();
        begun.apply_line(std::io::stdin().lines().next()?.ok()?)?;
        Some(begun)
    }

    /// Dice that depend on nothing but the line: the same after a restart.
    pub fn dice_factory(&self) -> DiceFactory {
        let seed = Arc::clone(&self.seed);
        Arc::new(move || Box::new(SeededDice::new(seed.load(Ordering::SeqCst))))
    }

    /// Goes on with whatever is said, until the program ends.
    pub fn spawn_input_loop(mut self, app: App) {
        let (said, mut lines) = tokio::sync::mpsc::unbounded_channel();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lines().map_while(Result::ok);
            input.all(|line| said.send(line).is_ok());
        });
        tokio::spawn(async move {
            loop {
                match self.run_until_settled(&app).await {
                    Ok(()) => println!("{}", self.last_line),
                    // Once the program has been asked to stop, the file is closed.
                    Err(fault) => tracing::warn!(%fault, "what is due could not be done"),
                }
                let Some(line) = lines.recv().await else { return };
                if self.apply_line(line).is_none() {
                    tracing::error!("that is no time with a seed");
                }
            }
        });
    }

    fn apply_line(&mut self, line: String) -> Option<()> {
        let mut parts = line.split_whitespace();
        let time = Timestamp::from_millisecond(parts.next()?.parse().ok()?).ok()?;
        self.seed.store(parts.next()?.parse().ok()?, Ordering::SeqCst);
        self.clock.set(time);
        self.last_line = line;
        Some(())
    }

    async fn run_until_settled(&self, app: &App) -> Result<(), StoreError> {
        app.fire_due_deadlines().await?;
        while app.next_delivery_time().await?.is_some_and(|at| at <= self.clock.now()) {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_real_table_is_a_stage() {
        assert!(is_local_test_server(Some("http://127.0.0.1:7700")));
        for url in ["https://discord.com", "http://127.0.0.1:1@discord.com", "http://127.0.0.1:"] {
            assert!(!is_local_test_server(Some(url)), "{url}");
        }
        assert!(!is_local_test_server(None));
    }

    #[test]
    fn a_line_is_a_time_and_a_seed() {
        let mut rehearsal = TestHooks::default();
        assert_eq!(rehearsal.apply_line("1900000000000 7".into()), Some(()));
        assert_eq!(rehearsal.clock.now().as_second(), 1_900_000_000);
        let dice = rehearsal.dice_factory();
        let roll = || dice().roll_die(20);
        assert_eq!(roll(), roll());
        assert_eq!(rehearsal.apply_line("noon".into()), None);
    }
}
