//! Reads the journal, with whole states, also where they are stored packed (`state_packing.rs`).

use super::Store;
use super::error::StoreError;
use super::ids::{FightId, Millis};
use super::rows::{InputEdit, JournalHeader, JournalRow, LastPresence, StoredInput};
use super::sql::query;

impl Store {
    /// Returns the fight and revision where the input with this key is stored, or `None` if it is
    /// not stored.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn find_input_by_key(&self, key: u64) -> Result<Option<(FightId, i64)>, StoreError> {
        let row: Option<(i64, i64)> =
            query("SELECT fight, revision FROM journal WHERE input_key = ?")
                .bind(key as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(fight, revision)| (FightId(fight), revision)))
    }

    /// Returns a row of the journal with its whole state; `None` if there is none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_journal_row(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<JournalRow>, StoreError> {
        if let Some(kept) = self.recent_rows.find(fight, revision) {
            return Ok(Some(JournalRow::clone(&kept)));
        }
        let mut rows: Vec<JournalRow> =
            query("SELECT * FROM journal WHERE fight = ? AND revision = ?")
                .bind(fight.0)
                .bind(revision)
                .fetch_all(&self.readers)
                .await?;
        self.unpack_rows(fight, &mut rows).await?;
        Ok(rows.pop())
    }

    /// Returns the last rows before a revision, latest first, at most `limit`.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
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

    /// Returns the input of a row.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_input(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<StoredInput>, StoreError> {
        let row: Option<(i64, Option<i64>, String)> =
            query("SELECT at, user, said FROM journal WHERE fight = ? AND revision = ?")
                .bind(fight.0)
                .bind(revision)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(at, user, input)| StoredInput {
            at,
            user: user.map(i64::cast_unsigned),
            input,
        }))
    }

    /// Replaces the input of a row of the journal. Returns `false`, and changes nothing, if the
    /// stored input is no longer `edit.before`.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing has changed.
    pub async fn replace_input_if_unchanged(
        &self,
        fight: FightId,
        edit: InputEdit<'_>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE journal SET said = ? WHERE fight = ? AND revision = ? AND said = ?";
        let changed_rows = query(sql)
            .bind(edit.after)
            .bind(fight.0)
            .bind(edit.revision)
            .bind(edit.before)
            .execute(&self.writer)
            .await?;
        self.recent_rows.forget(fight);
        Ok(changed_rows > 0)
    }

    /// Returns the last inputs of a user in a fight with their revisions, latest first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_inputs_of(
        &self,
        user: u64,
        fight: FightId,
        limit: u32,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        Ok(query(
            "SELECT revision, said FROM journal WHERE user = ? AND fight = ?
             ORDER BY revision DESC LIMIT ?",
        )
        .bind(user as i64)
        .bind(fight.0)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Returns the revisions whose inputs post words as a combatant, oldest first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_speech_revisions(&self, fight: FightId) -> Result<Vec<i64>, StoreError> {
        // A quotation mark within a text is escaped, so no text looks like this key.
        Ok(query(
            "SELECT revision FROM journal WHERE fight = ? AND said LIKE '%\"voice\":%'
             ORDER BY revision",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Returns the headers of all rows, oldest first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_journal_headers(
        &self,
        fight: FightId,
    ) -> Result<Vec<JournalHeader>, StoreError> {
        Ok(query("SELECT revision, kind, back_to FROM journal WHERE fight = ? ORDER BY revision")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Returns the last revision that a user has seen, by looking at the fight or by an input of
    /// their own; 0 if none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_seen_or_input_revision_or_zero(
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

    /// Returns the revision of a user's last input in a fight; 0 if they have given none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_input_revision_or_zero(
        &self,
        user: u64,
        fight: FightId,
    ) -> Result<i64, StoreError> {
        if let Some(revision) = self.recent_rows.find_last_input_revision(fight, user) {
            return Ok(revision);
        }
        let sql = "SELECT coalesce(max(revision), 0) FROM journal WHERE user = ? AND fight = ?";
        Ok(query(sql).bind(user as i64).bind(fight.0).fetch_one(&self.readers).await?)
    }

    /// Stores that a user has seen the fight up to this revision.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
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

    /// Returns when a user was last present in a fight. An input of their own counts as presence.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_presence_or_input(
        &self,
        user: u64,
        fight: FightId,
    ) -> Result<Option<LastPresence>, StoreError> {
        let row: Option<(i64, i64)> = query(
            "SELECT revision, at FROM
             (SELECT revision, at FROM here WHERE user = ?1 AND fight = ?2 UNION ALL
              SELECT * FROM (SELECT revision, at FROM journal WHERE user = ?1 AND fight = ?2
                             ORDER BY revision DESC LIMIT 1) AS own) AS known
             ORDER BY at DESC, revision DESC LIMIT 1",
        )
        .bind(user as i64)
        .bind(fight.0)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|(revision, time)| LastPresence { revision, time }))
    }

    /// Stores that a user is present in a fight at `now`, when its last revision is `revision`.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn store_presence(
        &self,
        user: u64,
        fight: FightId,
        revision: i64,
        now: Millis,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO here (user, fight, revision, at) VALUES (?, ?, ?, ?)
             ON CONFLICT (user, fight)
             DO UPDATE SET revision = excluded.revision, at = excluded.at",
        )
        .bind(user as i64)
        .bind(fight.0)
        .bind(revision)
        .bind(now)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Returns a row of the journal without its texts; `None` if there is none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
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
