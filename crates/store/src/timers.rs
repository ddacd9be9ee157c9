//! Reading the clocks that run.

use sqlx::AssertSqlSafe;

use super::Store;
use super::commit::upsert_or_delete_timer;
use super::error::StoreError;
use super::ids::Millis;
use super::rows::{Deadline, DeadlineKind};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// The clock that runs out first, and when. Of several at the same time the oldest fight and
    /// question comes first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_next_timer(&self) -> Result<Option<(DeadlineKind, Millis)>, StoreError> {
        let ours = self.own_fights_condition("timer.fight");
        let next = format!(
            "SELECT fight, kind, revision, place, due FROM timer WHERE due IS NOT NULL{ours}
             ORDER BY due, fight, revision, place, kind LIMIT 1"
        );
        let row: Option<(i64, String, i64, i64, i64)> =
            query(AssertSqlSafe(next)).fetch_optional(&self.readers).await?;
        let read = |(fight, kind, revision, place, due): (i64, String, i64, i64, i64)| {
            (DeadlineKind::from_columns(fight, &kind, revision, place), due)
        };
        Ok(row.map(read))
    }

    /// Lets a clock run out at that time, whether or not it runs.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn set_timer_due(&self, timer: DeadlineKind, due: Millis) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        upsert_or_delete_timer(&mut batch, timer.fight_id(), timer, Some(Deadline::At(due)));
        self.notify_fight_owner(&mut batch, timer.fight_id());
        Ok(self.write_batch(batch).await?)
    }

    /// Puts off a clock whose fight cannot be played on at the moment.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn postpone_running_timer(
        &self,
        timer: DeadlineKind,
        due: Millis,
    ) -> Result<(), StoreError> {
        let (kind, revision, place) = timer.to_columns();
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
