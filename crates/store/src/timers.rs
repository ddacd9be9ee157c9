//! Reading the clocks that run.

use sqlx::AssertSqlSafe;

use super::Store;
use super::commit::set_timer;
use super::fault::Fault;
use super::ids::Millis;
use super::rows::{Alarm, Timed};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// The clock that runs out first, and when. Of several at the same time the oldest fight and
    /// question comes first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn next_timer(&self) -> Result<Option<(Timed, Millis)>, Fault> {
        let ours = self.ours("timer.fight");
        let next = format!(
            "SELECT fight, kind, revision, place, due FROM timer WHERE due IS NOT NULL{ours}
             ORDER BY due, fight, revision, place, kind LIMIT 1"
        );
        let row: Option<(i64, String, i64, i64, i64)> =
            query(AssertSqlSafe(next)).fetch_optional(&self.readers).await?;
        let read = |(fight, kind, revision, place, due): (i64, String, i64, i64, i64)| {
            (Timed::read(fight, &kind, revision, place), due)
        };
        Ok(row.map(read))
    }

    /// Lets a clock run out at that time, whether or not it runs.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn let_run_out(&self, timed: Timed, due: Millis) -> Result<(), Fault> {
        let mut batch = Batch::default();
        set_timer(&mut batch, timed.fight(), timed, Some(Alarm::At(due)));
        self.tell(&mut batch, timed.fight());
        Ok(self.write(batch).await?)
    }

    /// Puts off a clock whose fight cannot be played on at the moment.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn put_off(&self, timed: Timed, due: Millis) -> Result<(), Fault> {
        let (kind, revision, place) = timed.columns();
        query(
            "UPDATE timer SET due = ? WHERE fight = ? AND kind = ? AND revision = ? AND place = ?",
        )
        .bind(due)
        .bind(timed.fight().0)
        .bind(kind)
        .bind(revision)
        .bind(place)
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}
