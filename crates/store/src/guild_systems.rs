//! The rule systems that a server plays, and for how long it keeps their commands.

use super::Store;
use super::error::StoreError;
use super::ids::Millis;
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// Returns the systems of a server, and when each was last played.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_played_systems(&self, guild: u64) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(query("SELECT system, at FROM played WHERE guild = ? ORDER BY system")
            .bind(guild as i64)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Returns the systems that have an open fight in a server.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
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

    /// Returns the GM of the open fight in a server that was opened last.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_latest_open_fight_gm(&self, guild: u64) -> Result<Option<u64>, StoreError> {
        let gm: Option<i64> =
            query("SELECT gm FROM fight WHERE guild = ? AND is_open = 1 ORDER BY id DESC LIMIT 1")
                .bind(guild as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(gm.map(i64::cast_unsigned))
    }

    /// Returns for how many days a server keeps the commands of a system that is not played, or
    /// `None` where the default applies.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_system_retention_days(&self, guild: u64) -> Result<Option<i64>, StoreError> {
        Ok(query("SELECT days FROM server WHERE guild = ?")
            .bind(guild as i64)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Stores that a server plays these systems, at `now`, and for how many days it keeps the
    /// commands of each. Without `days_kept` the stored number stays.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is stored.
    pub async fn store_played_systems_and_days_if_given(
        &self,
        guild: u64,
        systems: &[&str],
        now: Millis,
        days_kept: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for system in systems {
            upsert_latest_played_time(&mut batch, guild, system, now);
        }
        if let Some(days_kept) = days_kept {
            batch.add_sql(
                "INSERT INTO server (guild, days) VALUES (?, ?)
                 ON CONFLICT (guild) DO UPDATE SET days = excluded.days",
            );
            batch.bind_value(guild as i64).bind_value(days_kept);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// Deletes the systems that were not played for as long as their server keeps them, except
    /// those with an open fight. Returns the servers that have lost a system.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn delete_expired_systems_without_open_fight(
        &self,
        now: Millis,
        default_days: i64,
    ) -> Result<Vec<u64>, StoreError> {
        let mut expired: Vec<(i64, String)> = query(
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
        expired.retain(|(guild, _)| self.owns_guild(guild.cast_unsigned()));
        for (guild, system) in &expired {
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
        let mut guilds: Vec<u64> = expired.iter().map(|(guild, _)| guild.cast_unsigned()).collect();
        guilds.dedup();
        Ok(guilds)
    }
}

/// Adds a statement that stores when a system was last played in a server. A later time stays.
pub(super) fn upsert_latest_played_time(
    batch: &mut Batch,
    guild: u64,
    system: &str,
    played_at: Millis,
) {
    batch.add_sql(
        "INSERT INTO played (guild, system, at) VALUES (?, ?, ?)
         ON CONFLICT (guild, system) DO UPDATE SET at = excluded.at
         WHERE excluded.at > played.at",
    );
    batch.bind_value(guild as i64).bind_value(system.to_string()).bind_value(played_at);
}
