//! Servers that have removed the bot: noted when the front hears of it, and forgotten once they
//! have been away for a while.

use std::sync::PoisonError;

use store::error::StoreError;
use store::ids::FightId;

use crate::api::servers::Shard;
use crate::runtime::app::App;

const DAY_MILLIS: i64 = 86_400_000;

impl App {
    /// Servers that have removed the bot are forgotten after so many days, from now on.
    #[must_use]
    pub fn with_server_retention(self, days: u32) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.server_retention_days.set(days);
        self
    }

    /// The front knows in which servers of a shard the bot is.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn sync_servers_of_shard(
        &self,
        guilds: &[u64],
        shard: Shard,
    ) -> Result<(), StoreError> {
        let store = &self.inner.store;
        store
            .record_current_servers(guilds, |guild| shard.contains_guild(guild), self.now_millis())
            .await?;
        let known = &self.inner.known_shards;
        known.lock().unwrap_or_else(PoisonError::into_inner).insert(shard);
        Ok(())
    }

    fn has_synced_shard_of(&self, guild: u64) -> bool {
        let known = self.inner.known_shards.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|shard| shard.contains_guild(guild))
    }

    /// A server has removed the bot.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn record_server_left(&self, guild: u64) -> Result<(), StoreError> {
        self.inner.store.record_server_left(guild, self.now_millis()).await
    }

    /// A server has let the bot in, for the first time or again.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn record_server_joined(&self, guild: u64) -> Result<(), StoreError> {
        self.inner.store.record_server_rejoined(guild).await
    }

    /// Forgets the servers that have been away for long enough. Not before the front has said which
    /// are there: one may have come back while the bot did not run.
    ///
    /// # Errors
    /// The store could not be used; what is left is tried again.
    pub(crate) async fn delete_expired_servers(&self) -> Result<(), StoreError> {
        let Some(days) = self.inner.server_retention_days.get() else { return Ok(()) };
        let since = self.now_millis() - i64::from(*days) * DAY_MILLIS;
        let mut left = self.inner.store.load_servers_left_before(since).await?;
        left.retain(|guild| self.has_synced_shard_of(*guild));
        for guild in left {
            let fights = self.inner.store.load_server_fights(guild).await?;
            for fight in &fights {
                self.delete_fight(*fight).await?;
            }
            self.inner.store.delete_server_data(guild).await?;
            tracing::info!(fights = fights.len(), days, "a server that has left is forgotten");
        }
        Ok(())
    }

    async fn delete_fight(&self, fight: FightId) -> Result<(), StoreError> {
        let mut exclusive = self.inner.fight_cache.lock_fight(fight).await;
        exclusive.clear_state();
        self.inner.store.delete_fight(fight).await?;
        let mut channels = self.inner.latest_fights.lock().unwrap_or_else(PoisonError::into_inner);
        channels.retain(|_, known| *known != fight);
        Ok(())
    }
}
