//! The secrets of dice without a rule, by the name that is sealed with them, and how many dice of
//! each have fallen.

use super::Store;
use super::error::StoreError;
use super::sql::query;

impl Store {
    /// The secret of this name, which is this one where there is none yet, and how many have
    /// fallen.
    ///
    /// # Errors
    /// The file could not be used.
    pub async fn load_or_insert_daily_secret(
        &self,
        name: &str,
        secret: &str,
    ) -> Result<(String, i64), StoreError> {
        query(
            "INSERT INTO day_of_dice (name, secret, drawn) VALUES (?, ?, 0)
             ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(secret)
        .execute(&self.writer)
        .await?;
        Ok(query("SELECT secret, drawn FROM day_of_dice WHERE name = ?")
            .bind(name)
            .fetch_one(&self.writer)
            .await?)
    }

    /// Counts on from what had fallen; false where that is not so any more.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn advance_daily_dice_count(
        &self,
        name: &str,
        expected: i64,
        next: i64,
    ) -> Result<bool, StoreError> {
        let taken = query("UPDATE day_of_dice SET drawn = ? WHERE name = ? AND drawn = ?")
            .bind(next)
            .bind(name)
            .bind(expected)
            .execute(&self.writer)
            .await?;
        Ok(taken == 1)
    }

    /// The secret of this name, where somebody has rolled.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_daily_secret(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT secret FROM day_of_dice WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?)
    }
}
