//! What a program knows of its shards, where it has some of them and others have the rest.

use store::shards::IdentifySlot;

use crate::runtime::app::App;

impl App {
    /// Whether direct messages come to this program: to whoever has shard 0.
    pub fn receives_direct_messages(&self) -> bool {
        self.inner.store.owns_guild(0)
    }

    /// Another program has taken over the shards of this one.
    pub fn has_lost_shards(&self) -> bool {
        self.inner.store.is_taken_over()
    }

    /// Waits until no other program lets a shard of this row identify. If the store cannot be asked
    /// nobody is kept waiting: Discord sends away whoever comes too early.
    pub async fn wait_for_identify_slot(&self, bucket: u64) -> Option<IdentifySlot> {
        self.inner.store.acquire_identify_slot(bucket).await.unwrap_or_else(|fault| {
            tracing::warn!(%fault, "other processes may identify at the same time");
            None
        })
    }
}
