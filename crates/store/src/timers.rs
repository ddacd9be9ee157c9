//! Reads and sets the timers that run.

use sqlx::AssertSqlSafe;

use super::Store;
use super::commit::upsert_or_delete_timer;
use super::error::StoreError;
use super::ids::Millis;
use super::rows::{Deadline, DeadlineKind};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// Returns the timer that is due first, and when. Of several that are due at the same time the
    /// one with the oldest fight and prompt comes first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_next_timer(&self) -> Result<Option<(DeadlineKind, Millis)>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("timer.fight");
        let sql = format!(
            "SELECT fight, kind, revision, place, due FROM timer WHERE due IS NOT NULL{and_own}
             ORDER BY due, fight, revision, place, kind LIMIT 1"
        );
        let row: Option<(i64, String, i64, i64, i64)> =
            query(AssertSqlSafe(sql)).fetch_optional(&self.readers).await?;
        Ok(row.map(|(fight, kind, revision, place, due)| {
            (DeadlineKind::from_columns(fight, &kind, revision, place), due)
        }))
    }

    /// Sets a timer to a time, whether or not it runs or exists.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn set_timer_due(&self, timer: DeadlineKind, due: Millis) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        upsert_or_delete_timer(&mut batch, timer.fight_id(), timer, Some(Deadline::At(due)));
        self.add_owner_notification(&mut batch, timer.fight_id());
        Ok(self.write_batch(batch).await?)
    }

    /// Postpones a timer, if it exists, because its fight cannot continue at the moment.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn postpone_timer_if_present(
        &self,
        timer: DeadlineKind,
        due: Millis,
    ) -> Result<(), StoreError> {
        let (kind, revision, place) = timer.to_kind_revision_and_place();
        query(
            "UPDATE timer SET due = ? WHERE fight = ? AND kind = ? AND revision = ? AND place = ?",
        )
        .bind(due)
        .bind(timer.fight_id().0)
        .bind(kind)
        .bind(revision)
        .bind(place)
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}
