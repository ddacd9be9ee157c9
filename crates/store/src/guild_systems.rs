//! Which systems a server plays, and for how long it keeps their commands.

use super::Store;
use super::error::StoreError;
use super::ids::Millis;
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// The systems of a server, and when each was played last.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_played_systems(&self, guild: u64) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(query("SELECT system, at FROM played WHERE guild = ? ORDER BY system")
            .bind(guild as i64)
            .fetch_all(&self.readers)
            .await?)
    }

    /// The systems of which a fight is open in a server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_systems_with_open_fights(
        &self,
        guild: u64,
    ) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT DISTINCT system FROM fight WHERE guild = ? AND is_open = 1 ORDER BY system",
        )
        .bind(guild as i64)
        .fetch_all(&self.readers)
        .await?)
    }

    /// The GM of the fight that was opened last of those that are open in a server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_latest_gm(&self, guild: u64) -> Result<Option<u64>, StoreError> {
        let gm: Option<i64> =
            query("SELECT gm FROM fight WHERE guild = ? AND is_open = 1 ORDER BY id DESC LIMIT 1")
                .bind(guild as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(gm.map(i64::cast_unsigned))
    }

    /// For how many days a server keeps a system; none where it has not said so.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_system_retention_days(&self, guild: u64) -> Result<Option<i64>, StoreError> {
        Ok(query("SELECT days FROM server WHERE guild = ?")
            .bind(guild as i64)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// A server plays these systems from now on, and keeps each for so many days.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn store_played_systems(
        &self,
        guild: u64,
        systems: &[&str],
        at: Millis,
        days: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for system in systems {
            upsert_played_system(&mut batch, guild, system, at);
        }
        if let Some(days) = days {
            batch.add_sql(
                "INSERT INTO server (guild, days) VALUES (?, ?)
                 ON CONFLICT (guild) DO UPDATE SET days = excluded.days",
            );
            batch.bind_value(guild as i64).bind_value(days);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// Forgets the systems that were not played for as long as their server keeps them. An open
    /// fight keeps its system. Gives the servers that have lost one.
    ///
    /// # Errors
    /// The file could not be read or written.
    pub async fn delete_expired_systems(
        &self,
        now: Millis,
        default_days: i64,
    ) -> Result<Vec<u64>, StoreError> {
        let mut over: Vec<(i64, String)> = query(
            "SELECT played.guild, played.system FROM played LEFT JOIN server USING (guild)
             WHERE played.at + coalesce(server.days, ?) * 86400000 <= ? AND NOT EXISTS (
                 SELECT 1 FROM fight WHERE fight.guild = played.guild
                 AND fight.system = played.system AND fight.is_open = 1)
             ORDER BY played.guild, played.system",
        )
        .bind(default_days)
        .bind(now)
        .fetch_all(&self.readers)
        .await?;
        over.retain(|(guild, _)| self.owns_guild(guild.cast_unsigned()));
        for (guild, system) in &over {
            // A fight may have been opened meanwhile.
            query(
                "DELETE FROM played WHERE guild = ? AND system = ? AND NOT EXISTS (
                     SELECT 1 FROM fight WHERE fight.guild = played.guild
                     AND fight.system = played.system AND fight.is_open = 1)",
            )
            .bind(*guild)
            .bind(system.as_str())
            .execute(&self.writer)
            .await?;
        }
        let mut guilds: Vec<u64> = over.iter().map(|(guild, _)| guild.cast_unsigned()).collect();
        guilds.dedup();
        Ok(guilds)
    }
}

/// A system is played in a server at that time.
pub(super) fn upsert_played_system(batch: &mut Batch, guild: u64, system: &str, at: Millis) {
    batch.add_sql(
        "INSERT INTO played (guild, system, at) VALUES (?, ?, ?)
         ON CONFLICT (guild, system) DO UPDATE SET at = excluded.at
         WHERE excluded.at > played.at",
    );
    batch.bind_value(guild as i64).bind_value(system.to_string()).bind_value(at);
}
