//! What a program knows of its shards, where it has some of them and others have the rest.

use store::shards::Turn;

use crate::held::app::App;

impl App {
    /// Whether direct messages come to this program: to whoever has shard 0.
    pub fn hears_direct_messages(&self) -> bool {
        self.inner.store.has(0)
    }

    /// Another program has taken over the shards of this one.
    pub fn is_taken_over(&self) -> bool {
        self.inner.store.is_taken_over()
    }

    /// Waits until no other program lets a shard of this row identify. If the store cannot be asked
    /// nobody is kept waiting: Discord sends away whoever comes too early.
    pub async fn turn_to_identify(&self, row: u64) -> Option<Turn> {
        self.inner.store.turn_to_identify(row).await.unwrap_or_else(|fault| {
            tracing::warn!(%fault, "other processes may identify at the same time");
            None
        })
    }
}
