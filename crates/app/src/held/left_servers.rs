//! Servers that have removed the bot: noted when the front hears of it, and forgotten once they
//! have been away for a while.

use std::sync::PoisonError;

use store::fault::Fault;
use store::ids::FightId;

use crate::held::app::App;
use crate::terms::servers::Shard;

const DAY_MILLIS: i64 = 86_400_000;

impl App {
    /// Servers that have removed the bot are forgotten after so many days, from now on.
    #[must_use]
    pub fn forgetting_servers_after(self, days: u32) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.servers_are_kept.set(days);
        self
    }

    /// The front knows in which servers of a shard the bot is.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn servers_are(&self, guilds: &[u64], shard: Shard) -> Result<(), Fault> {
        let store = &self.inner.store;
        store.servers_are(guilds, |guild| shard.has(guild), self.millis()).await?;
        let known = &self.inner.known_shards;
        known.lock().unwrap_or_else(PoisonError::into_inner).insert(shard);
        Ok(())
    }

    fn is_known_whether_it_left(&self, guild: u64) -> bool {
        let known = self.inner.known_shards.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|shard| shard.has(guild))
    }

    /// A server has removed the bot.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn server_has_left(&self, guild: u64) -> Result<(), Fault> {
        self.inner.store.server_has_left(guild, self.millis()).await
    }

    /// A server has let the bot in, for the first time or again.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn server_is_back(&self, guild: u64) -> Result<(), Fault> {
        self.inner.store.server_is_back(guild).await
    }

    /// Forgets the servers that have been away for long enough. Not before the front has said which
    /// are there: one may have come back while the bot did not run.
    ///
    /// # Errors
    /// The store could not be used; what is left is tried again.
    pub(crate) async fn forget_left_servers(&self) -> Result<(), Fault> {
        let Some(days) = self.inner.servers_are_kept.get() else { return Ok(()) };
        let since = self.millis() - i64::from(*days) * DAY_MILLIS;
        let mut left = self.inner.store.left_before(since).await?;
        left.retain(|guild| self.is_known_whether_it_left(*guild));
        for guild in left {
            let fights = self.inner.store.fights_in_server(guild).await?;
            for fight in &fights {
                self.delete_fight(*fight).await?;
            }
            self.inner.store.delete_server(guild).await?;
            tracing::info!(fights = fights.len(), days, "a server that has left is forgotten");
        }
        Ok(())
    }

    async fn delete_fight(&self, fight: FightId) -> Result<(), Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        exclusive.forget();
        self.inner.store.delete_fight(fight).await?;
        let mut channels = self.inner.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.retain(|_, known| *known != fight);
        Ok(())
    }
}
