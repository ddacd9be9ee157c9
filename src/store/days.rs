//! The secrets of dice without a rule, a day and server each, and how many have fallen.

use super::Store;
use super::fault::Fault;

impl Store {
    /// The secret of a day, which is this one where there is none yet, and what has been drawn.
    ///
    /// # Errors
    /// The file could not be used.
    pub async fn day_of_dice(
        &self,
        guild: u64,
        day: &str,
        secret: &str,
    ) -> Result<(String, String), Fault> {
        sqlx::query(
            "INSERT INTO day_of_dice (guild, day, secret, drawn) VALUES (?, ?, ?, '{\"open\":0}')
             ON CONFLICT DO NOTHING",
        )
        .bind(guild as i64)
        .bind(day)
        .bind(secret)
        .execute(&self.writer)
        .await?;
        Ok(sqlx::query_as("SELECT secret, drawn FROM day_of_dice WHERE guild = ? AND day = ?")
            .bind(guild as i64)
            .bind(day)
            .fetch_one(&self.writer)
            .await?)
    }

    /// Counts on from what was drawn; false where that is not so any more.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn take_dice_of_day(
        &self,
        guild: u64,
        day: &str,
        (was, now): (&str, &str),
    ) -> Result<bool, Fault> {
        let taken = sqlx::query(
            "UPDATE day_of_dice SET drawn = ? WHERE guild = ? AND day = ? AND drawn = ?",
        )
        .bind(now)
        .bind(guild as i64)
        .bind(day)
        .bind(was)
        .execute(&self.writer)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// The secret of a day on which somebody rolled.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn secret_of_day(&self, guild: u64, day: &str) -> Result<Option<String>, Fault> {
        Ok(sqlx::query_scalar("SELECT secret FROM day_of_dice WHERE guild = ? AND day = ?")
            .bind(guild as i64)
            .bind(day)
            .fetch_optional(&self.readers)
            .await?)
    }
}
