//! Reading the journal.

use super::Store;
use super::fault::Fault;
use super::ids::FightId;
use super::rows::{JournalRow, Step};

impl Store {
    /// Whether an input is stored already: the fight, and the row.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn by_key(&self, key: u64) -> Result<Option<(FightId, i64)>, Fault> {
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT fight, revision FROM journal WHERE input_key = ?")
                .bind(key as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(fight, revision)| (FightId(fight), revision)))
    }

    /// One row.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn journal_row(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<JournalRow>, Fault> {
        Ok(sqlx::query_as("SELECT * FROM journal WHERE fight = ? AND revision = ?")
            .bind(fight.0)
            .bind(revision)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// The last rows, latest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn journal_tail(&self, fight: FightId, most: u32) -> Result<Vec<JournalRow>, Fault> {
        Ok(sqlx::query_as("SELECT * FROM journal WHERE fight = ? ORDER BY revision DESC LIMIT ?")
            .bind(fight.0)
            .bind(most)
            .fetch_all(&self.readers)
            .await?)
    }

    /// What a row is a record of.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn step(&self, fight: FightId, revision: i64) -> Result<Option<Step>, Fault> {
        Ok(sqlx::query_as(
            "SELECT revision, kind, back_to FROM journal WHERE fight = ? AND revision = ?",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_optional(&self.readers)
        .await?)
    }
}
