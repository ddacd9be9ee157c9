//! Limits how often the unreachable channels of a server are tried again: servers may change
//! their channels and roles many times a minute.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use store::ids::Millis;

/// The shortest time between two probes of a server's channels.
const MIN_PROBE_INTERVAL_MILLIS: i64 = 10_000;

/// When the channels of each server were, or will be, probed last.
#[derive(Default)]
pub(crate) struct ChannelProbes {
    last_probes: Mutex<BTreeMap<u64, Millis>>,
}

impl ChannelProbes {
    /// Returns when a server's channels are probed because it has changed now: at once, or some
    /// seconds after the last probe.
    pub(crate) fn schedule_next_probe(&self, guild: u64, now: Millis) -> Millis {
        let mut last_probes = self.last_probes.lock().unwrap_or_else(PoisonError::into_inner);
        // A time far ahead was set before the clock went back.
        last_probes.retain(|_, last| (*last - now).abs() < MIN_PROBE_INTERVAL_MILLIS);
        let next = match last_probes.get(&guild) {
            Some(last) if *last > now => *last,
            Some(last) => *last + MIN_PROBE_INTERVAL_MILLIS,
            None => now,
        };
        last_probes.insert(guild, next);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_of_a_server_are_spread() {
        let probes = ChannelProbes::default();
        assert_eq!(probes.schedule_next_probe(1, 5_000), 5_000);
        assert_eq!(probes.schedule_next_probe(2, 5_001), 5_001);
        // The changes of the next seconds share one probe.
        assert_eq!(probes.schedule_next_probe(1, 5_500), 15_000);
        assert_eq!(probes.schedule_next_probe(1, 9_000), 15_000);
        assert_eq!(probes.schedule_next_probe(1, 15_001), 25_000);
        assert_eq!(probes.schedule_next_probe(1, 60_000), 60_000);
        // The clock went back by an hour.
        assert_eq!(probes.schedule_next_probe(1, -3_600_000), -3_600_000);
    }
}
