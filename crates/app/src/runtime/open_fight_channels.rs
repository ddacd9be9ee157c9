//! Which channels have an open fight, known without the store: most chat is in other channels.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::Store;
use store::error::StoreError;
use store::ids::ChannelId;

use crate::api::servers::ShardRange;

/// The channels with an open fight, as far as this process knows. May hold channels whose fight has
/// just ended.
pub(crate) struct OpenFightChannels {
    known: Mutex<KnownChannels>,
}

#[derive(Default)]
struct KnownChannels {
    channels: BTreeSet<ChannelId>,
    /// Whether a channel that is not in `channels` has no open fight.
    is_complete: bool,
    /// Counts the changes, so that a load notices those that happened meanwhile.
    change_count: u64,
    /// Whether changes by other processes are not heard.
    is_disconnected: bool,
}

impl OpenFightChannels {
    /// Creates an empty list for a process that runs these shards; `None` runs all.
    pub fn for_shards(own_shards: Option<ShardRange>) -> Self {
        let is_disconnected = own_shards.is_some();
        Self { known: Mutex::new(KnownChannels { is_disconnected, ..KnownChannels::default() }) }
    }

    /// Records that changes by other processes are heard again.
    pub fn mark_connected(&self) {
        self.lock().is_disconnected = false;
        self.mark_outdated();
    }

    /// Records that changes by other processes are not heard.
    pub fn mark_disconnected(&self) {
        self.lock().is_disconnected = true;
        self.mark_outdated();
    }

    /// Adds a channel in which a fight was opened.
    pub fn insert(&self, channel: ChannelId) {
        let mut known = self.lock();
        if known.channels.insert(channel) {
            known.change_count += 1;
        }
    }

    /// Makes the next look at another channel read the store: a fight has ended or moved, here or
    /// in another process.
    pub fn mark_outdated(&self) {
        let mut known = self.lock();
        known.is_complete = false;
        known.change_count += 1;
    }

    /// Returns whether a channel has an open fight; `None` if only the store knows.
    pub fn contains(&self, channel: ChannelId) -> Option<bool> {
        let known = self.lock();
        let is_listed = known.channels.contains(&channel);
        let is_list_current = known.is_complete && !known.is_disconnected;
        if is_listed || is_list_current { Some(is_listed) } else { None }
    }

    /// Reads the channels from the store. If the list changes meanwhile, the channels that were
    /// read are only added to it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_or_extend_from_store(&self, store: &Store) -> Result<(), StoreError> {
        let change_count = self.lock().change_count;
        let loaded = store.load_channels_with_open_fights().await?;
        let mut known = self.lock();
        if known.change_count == change_count {
            known.channels = loaded;
            known.is_complete = true;
        } else {
            known.channels.extend(loaded);
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, KnownChannels> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChannelId = ChannelId(1);
    const ELSEWHERE: ChannelId = ChannelId(2);

    #[tokio::test]
    async fn channels_are_known_until_a_fight_ends_or_moves() {
        let store = Store::in_memory().await.unwrap();
        let channels = OpenFightChannels::for_shards(None);
        assert_eq!(channels.contains(HERE), None, "nothing has been read");
        channels.load_or_extend_from_store(&store).await.unwrap();
        assert_eq!(channels.contains(HERE), Some(false));
        channels.insert(HERE);
        let both = |channels: &OpenFightChannels| [HERE, ELSEWHERE].map(|c| channels.contains(c));
        assert_eq!(both(&channels), [Some(true), Some(false)]);
        channels.mark_outdated();
        assert_eq!(both(&channels), [Some(true), None], "listed ones are looked up as before");
        channels.load_or_extend_from_store(&store).await.unwrap();
        assert_eq!(both(&channels), [Some(false), Some(false)], "the store has no fight");
    }
}
