//! Reading the journal. States come whole, however they are stored (`states.rs`).

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::ids::Millis;
use super::rows::{JournalHeader, JournalRow};
use super::sql::query;

impl Store {
    /// Whether an input is stored already: the fight, and the row.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn find_input_by_key(&self, key: u64) -> Result<Option<(FightId, i64)>, StoreError> {
        let row: Option<(i64, i64)> =
            query("SELECT fight, revision FROM journal WHERE input_key = ?")
                .bind(key as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(fight, revision)| (FightId(fight), revision)))
    }

    /// One row.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_journal_row(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<JournalRow>, StoreError> {
        let mut rows: Vec<JournalRow> =
            query("SELECT * FROM journal WHERE fight = ? AND revision = ?")
                .bind(fight.0)
                .bind(revision)
                .fetch_all(&self.readers)
                .await?;
        self.unpack_rows(fight, &mut rows).await?;
        Ok(rows.pop())
    }

    /// The rows before a revision, latest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_journal_rows_before(
        &self,
        fight: FightId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<JournalRow>, StoreError> {
        let mut rows: Vec<JournalRow> = query(
            "SELECT * FROM journal WHERE fight = ? AND revision < ?
             ORDER BY revision DESC LIMIT ?",
        )
        .bind(fight.0)
        .bind(before)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.reverse();
        self.unpack_rows(fight, &mut rows).await?;
        rows.reverse();
        Ok(rows)
    }

    /// What all rows are records of, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_journal_headers(
        &self,
        fight: FightId,
    ) -> Result<Vec<JournalHeader>, StoreError> {
        Ok(query("SELECT revision, kind, back_to FROM journal WHERE fight = ? ORDER BY revision")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// The last row that somebody has seen: when they looked, or did something themselves.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_last_seen_revision(
        &self,
        user: u64,
        fight: FightId,
    ) -> Result<i64, StoreError> {
        Ok(query(
            "SELECT coalesce(max(revision), 0) FROM
             (SELECT revision FROM seen WHERE user = ?1 AND fight = ?2 UNION ALL
              SELECT max(revision) FROM journal WHERE user = ?1 AND fight = ?2) AS known",
        )
        .bind(user as i64)
        .bind(fight.0)
        .fetch_one(&self.readers)
        .await?)
    }

    /// Somebody has seen all up to this row.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn store_last_seen_revision(
        &self,
        user: u64,
        fight: FightId,
        revision: i64,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO seen (user, fight, revision) VALUES (?, ?, ?)
             ON CONFLICT (user, fight) DO UPDATE SET revision = excluded.revision",
        )
        .bind(user as i64)
        .bind(fight.0)
        .bind(revision)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// The last row of a fight when somebody was last there, and when that was: what they did
    /// themselves is in the journal.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_last_presence(
        &self,
        user: u64,
        fight: FightId,
    ) -> Result<Option<(i64, i64)>, StoreError> {
        Ok(query(
            "SELECT revision, at FROM
             (SELECT revision, at FROM here WHERE user = ?1 AND fight = ?2 UNION ALL
              SELECT * FROM (SELECT revision, at FROM journal WHERE user = ?1 AND fight = ?2
                             ORDER BY revision DESC LIMIT 1) AS own) AS known
             ORDER BY at DESC, revision DESC LIMIT 1",
        )
        .bind(user as i64)
        .bind(fight.0)
        .fetch_optional(&self.readers)
        .await?)
    }

    /// Somebody is there.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn store_presence(
        &self,
        user: u64,
        fight: FightId,
        revision: i64,
        at: Millis,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO here (user, fight, revision, at) VALUES (?, ?, ?, ?)
             ON CONFLICT (user, fight)
             DO UPDATE SET revision = excluded.revision, at = excluded.at",
        )
        .bind(user as i64)
        .bind(fight.0)
        .bind(revision)
        .bind(at)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// What a row is a record of.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_journal_header(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<JournalHeader>, StoreError> {
        Ok(query("SELECT revision, kind, back_to FROM journal WHERE fight = ? AND revision = ?")
            .bind(fight.0)
            .bind(revision)
            .fetch_optional(&self.readers)
            .await?)
    }
}
