//! The secrets from which dice outside of fights are drawn, one for each server and day (or
//! server, day and user), and how many dice have been drawn from each.

use super::Store;
use super::error::StoreError;
use super::sql::query;

/// The secret that the dice of a day follow from.
pub struct DailySecret {
    /// In hexadecimal digits.
    pub secret: String,
    /// How many dice have been drawn from it.
    pub drawn_count: i64,
}

impl Store {
    /// Returns the secret of a name. Stores `new_secret` if the name has none yet.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn load_or_insert_daily_secret(
        &self,
        name: &str,
        new_secret: &str,
    ) -> Result<DailySecret, StoreError> {
        query(
            "INSERT INTO day_of_dice (name, secret, drawn) VALUES (?, ?, 0)
             ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(new_secret)
        .execute(&self.writer)
        .await?;
        let (secret, drawn_count) = query("SELECT secret, drawn FROM day_of_dice WHERE name = ?")
            .bind(name)
            .fetch_one(&self.writer)
            .await?;
        Ok(DailySecret { secret, drawn_count })
    }

    /// Sets the number of dice that were drawn to `next`. Returns `false`, and changes nothing, if
    /// the number is not `expected` any more.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn advance_daily_dice_count_if_unchanged(
        &self,
        name: &str,
        expected: i64,
        next: i64,
    ) -> Result<bool, StoreError> {
        let updated_rows = query("UPDATE day_of_dice SET drawn = ? WHERE name = ? AND drawn = ?")
            .bind(next)
            .bind(name)
            .bind(expected)
            .execute(&self.writer)
            .await?;
        Ok(updated_rows == 1)
    }

    /// Returns the secret of a name, or `None` if nobody has rolled under that name.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_daily_secret(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT secret FROM day_of_dice WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?)
    }
}
