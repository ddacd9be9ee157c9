//! Servers that have removed the bot: recorded when the client hears of it, and deleted after the
//! retention time.

use std::sync::PoisonError;

use store::error::StoreError;
use store::ids::FightId;

use crate::api::servers::Shard;
use crate::runtime::app::App;

const DAY_MILLIS: i64 = 86_400_000;

impl App {
    /// Deletes the data of servers this many days after they removed the bot, from now on.
    #[must_use]
    pub fn with_server_retention(self, days: u32) -> Self {
        // The first call wins, as for the rate limiter.
        let _ = self.inner.server_retention_days.set(days);
        self
    }

    /// Records in which servers of a shard the bot is now.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn sync_current_servers_of_shard(
        &self,
        guilds: &[u64],
        shard: Shard,
    ) -> Result<(), StoreError> {
        let store = &self.inner.store;
        store
            .record_servers_left_and_rejoined(
                guilds,
                |guild| shard.contains_guild(guild),
                self.now_millis(),
            )
            .await?;
        let known_shards = &self.inner.known_shards;
        known_shards.lock().unwrap_or_else(PoisonError::into_inner).insert(shard);
        Ok(())
    }

    /// Returns whether the list of servers is known for the shard of this one.
    fn has_synced_shard_of(&self, guild: u64) -> bool {
        let known_shards = self.inner.known_shards.lock().unwrap_or_else(PoisonError::into_inner);
        known_shards.iter().any(|shard| shard.contains_guild(guild))
    }

    /// Records that a server has removed the bot.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn record_server_left(&self, guild: u64) -> Result<(), StoreError> {
        self.inner.store.record_server_left(guild, self.now_millis()).await
    }

    /// Records that a server has added the bot, for the first time or again.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn record_server_joined(&self, guild: u64) -> Result<(), StoreError> {
        self.inner.store.record_server_rejoined(guild).await
    }

    /// Deletes the servers whose retention time is over. Skips a server until the client has listed
    /// those of its shard: it may have added the bot again while the bot did not run.
    ///
    /// # Errors
    /// Fails when the store cannot be used; the rest is tried again later.
    pub(crate) async fn delete_synced_servers_past_retention(&self) -> Result<(), StoreError> {
        let Some(days) = self.inner.server_retention_days.get() else { return Ok(()) };
        let left_before = self.now_millis() - i64::from(*days) * DAY_MILLIS;
        let mut expired = self.inner.store.load_servers_left_before(left_before).await?;
        expired.retain(|guild| self.has_synced_shard_of(*guild));
        for guild in expired {
            let fights = self.inner.store.load_all_server_fights(guild).await?;
            for fight in &fights {
                self.delete_fight(*fight).await?;
            }
            self.inner.store.delete_rest_of_server_data(guild).await?;
            self.forget_server_language(guild);
            tracing::info!(
                fights = fights.len(),
                days,
                "deleted a server that has removed the bot"
            );
        }
        Ok(())
    }

    /// Deletes a fight with all that belongs to it, in the store and in memory.
    async fn delete_fight(&self, fight: FightId) -> Result<(), StoreError> {
        let mut lock = self.inner.fight_cache.lock_fight(fight).await;
        lock.clear_state();
        self.inner.store.delete_fight(fight).await?;
        let mut latest_fights =
            self.inner.latest_fights.lock().unwrap_or_else(PoisonError::into_inner);
        latest_fights.retain(|_, latest| *latest != fight);
        Ok(())
    }
}
