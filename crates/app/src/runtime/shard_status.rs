//! The shards of this program, where several programs share them.

use store::shards::IdentifySlot;

use crate::runtime::app::App;

impl App {
    /// Whether direct messages arrive at this program: they go to the owner of shard 0.
    pub fn receives_direct_messages(&self) -> bool {
        self.inner.store.owns_guild(0)
    }

    /// Whether another program has taken over the shards of this one.
    pub fn has_lost_shards(&self) -> bool {
        self.inner.store.is_taken_over()
    }

    /// Waits until no other program identifies a shard of this rate-limit bucket. Returns `None` at
    /// once if the store fails: Discord itself rejects whoever identifies too early.
    pub async fn wait_for_identify_slot(&self, bucket: u64) -> Option<IdentifySlot> {
        self.inner.store.wait_for_identify_slot(bucket).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "could not wait for the identify slot; identifying at once");
            None
        })
    }
}
