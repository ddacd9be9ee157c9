//! The outbox: messages that are still to be sent, and the messages that were sent.

use sqlx::AssertSqlSafe;

use super::Store;
use super::commit::{insert_or_extend_outbox_row, make_untried_dm_rows_due};
use super::error::StoreError;
use super::ids::{ChannelId, FightId, MessageId, Millis};
use super::rows::{InputEdit, MessageRecordRow, NewOutboxRow, OutboxRow, SentMessage};
use super::sql::{Pool, query};
use super::transaction::Batch;

pub(super) const MARK_PENDING_AS_TRIED: &str =
    "UPDATE post SET tries = 1 WHERE tries = 0 AND failure IS NULL";

/// Marks all pending outbox rows as tried, when a database is opened. The previous process may
/// have sent them without receiving the reply, or ended before it could store that.
pub(super) async fn mark_pending_as_tried(writer: &Pool) -> Result<(), StoreError> {
    let result = query(MARK_PENDING_AS_TRIED).execute(writer).await;
    match result.map_err(StoreError::from) {
        // A program that may only read sends nothing.
        Ok(_) | Err(StoreError::ReadOnly) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The condition for rows of channels in a guild that must not be sent yet at a time.
const DELAYED_IN_GUILD: &str = "failure IS NULL AND not_before > ?
     AND audience LIKE 'channel %' AND fight IN (SELECT id FROM fight WHERE guild = ?)";

/// The condition for an outbox row, with the values of [`bind_row`]. SQLite gives the id of a
/// deleted row to a new one, so the id alone may mean another row.
macro_rules! is_row {
    () => {
        "id = ? AND fight = ? AND revision = ? AND place = ?"
    };
}

/// The condition for an outbox row that must show nothing later than what was delivered, with the
/// values of [`bind_row_and_reach`].
macro_rules! is_row_and_reach {
    () => {
        concat!(is_row!(), " AND reaches = ?")
    };
}

const DELETE_SETTLED_ROW: &str = concat!("DELETE FROM post WHERE ", is_row_and_reach!());

/// The first place of failure notices: after all rows that an input itself inserts.
const FAILURE_NOTICE_PLACE: i64 = 1000;

impl Store {
    /// Counts the pending outbox rows of this process.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn count_pending_outbox_rows(&self) -> Result<u32, StoreError> {
        let and_own = self.sql_clause_for_own_fights("post.fight");
        let sql = format!("SELECT count(*) FROM post WHERE failure IS NULL{and_own}");
        Ok(query(AssertSqlSafe(sql)).fetch_one(&self.readers).await?)
    }

    /// Returns the audiences with pending outbox rows.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_pending_audiences(&self) -> Result<Vec<String>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("post.fight");
        let sql = format!(
            "SELECT DISTINCT audience FROM post WHERE failure IS NULL{and_own} ORDER BY audience"
        );
        Ok(query(AssertSqlSafe(sql)).fetch_all(&self.readers).await?)
    }

    /// Returns the oldest pending outbox row of an audience, also if it may not be sent yet
    /// (`not_before`).
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_oldest_pending_row(
        &self,
        audience: &str,
    ) -> Result<Option<OutboxRow>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("post.fight");
        let sql = format!(
            "SELECT * FROM post WHERE audience = ? AND failure IS NULL{and_own} ORDER BY id LIMIT 1"
        );
        Ok(query(AssertSqlSafe(sql)).bind(audience).fetch_optional(&self.readers).await?)
    }

    /// Returns the oldest pending outbox row of each fight for an audience.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_oldest_pending_row_per_fight(
        &self,
        audience: &str,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("post.fight");
        let sql = format!(
            "SELECT * FROM post WHERE id IN
             (SELECT min(id) FROM post WHERE audience = ? AND failure IS NULL{and_own}
              GROUP BY fight) ORDER BY id"
        );
        Ok(query(AssertSqlSafe(sql)).bind(audience).fetch_all(&self.readers).await?)
    }

    /// Returns the message that was sent for a subject, or `None` if there is none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_sent_message(
        &self,
        fight: FightId,
        subject: &str,
    ) -> Result<Option<SentMessage>, StoreError> {
        let row: Option<(i64, i64, Option<i64>)> =
            query("SELECT channel, message, mark FROM message WHERE fight = ? AND subject = ?")
                .bind(fight.0)
                .bind(subject)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(channel, message, content_hash)| SentMessage {
            channel: ChannelId(channel as u64),
            message: MessageId(message as u64),
            content_hash,
        }))
    }

    /// Returns the fight and the subject of a message that was sent; `None` for messages that are
    /// never edited, and for those of others.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn find_subject_of_message(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Option<(FightId, String)>, StoreError> {
        let row: Option<(i64, String)> =
            query("SELECT fight, subject FROM message WHERE channel = ? AND message = ?")
                .bind(channel.0 as i64)
                .bind(message.0 as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(fight, subject)| (FightId(fight), subject)))
    }

    /// Returns the newest message that was sent to a channel and is kept track of. Ids of messages
    /// grow with time.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_newest_sent_message(
        &self,
        channel: ChannelId,
    ) -> Result<Option<MessageId>, StoreError> {
        let newest: Option<i64> = query("SELECT max(message) FROM message WHERE channel = ?")
            .bind(channel.0 as i64)
            .fetch_one(&self.readers)
            .await?;
        Ok(newest.map(|message| MessageId(message as u64)))
    }

    /// Returns the records that a message shows, oldest first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_records_shown_by_message(
        &self,
        fight: FightId,
        subject: &str,
    ) -> Result<Vec<MessageRecordRow>, StoreError> {
        Ok(query(
            "SELECT record.*, journal.user, journal.said FROM record
             LEFT JOIN journal
             ON journal.fight = record.fight AND journal.revision = record.revision
             WHERE record.fight = ? AND record.subject = ? ORDER BY record.revision",
        )
        .bind(fight.0)
        .bind(subject)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Returns the subject of the message with the last record for an audience before a row of the
    /// journal; `None` if that record is more than `max_age_millis` older than the row.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_previous_record_subject(
        &self,
        fight: FightId,
        audience: &str,
        revision: i64,
        max_age_millis: Millis,
    ) -> Result<Option<String>, StoreError> {
        Ok(query(
            "SELECT record.subject FROM record
             JOIN journal AS earlier
             ON earlier.fight = record.fight AND earlier.revision = record.revision
             JOIN journal AS later ON later.fight = record.fight AND later.revision = ?
             WHERE record.fight = ? AND record.audience = ? AND record.revision < ?
             AND earlier.at >= later.at - ? ORDER BY record.revision DESC LIMIT 1",
        )
        .bind(revision)
        .bind(fight.0)
        .bind(audience)
        .bind(revision)
        .bind(max_age_millis)
        .fetch_optional(&self.readers)
        .await?)
    }

    /// Returns the messages that show a row of the journal, as (audience, subject).
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_audiences_and_subjects_showing(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        Ok(query(
            "SELECT audience, subject FROM record WHERE fight = ? AND revision = ?
             ORDER BY subject",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Stores that an outbox row was delivered as this message, if there is one, and deletes the
    /// row. Keeps the row pending if it must show a later revision by now, or if the content of the
    /// message is unknown (it has no content hash).
    ///
    /// # Errors
    /// Fails if the database cannot be written; then the row stays pending.
    pub async fn record_sent_message_and_delete_row_if_settled(
        &self,
        row: &OutboxRow,
        message: Option<SentMessage>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        let is_content_unknown = message.is_some_and(|sent| sent.content_hash.is_none());
        if let (Some(subject), Some(sent)) = (&row.subject, message) {
            // Only if the row still exists: its recipient may have been erased meanwhile.
            batch
                .add_sql(concat!(
                    "INSERT INTO message (fight, subject, channel, message, mark)
                         SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM post WHERE ",
                    is_row!(),
                    ") ON CONFLICT (fight, subject) DO UPDATE SET channel = excluded.channel,
                         message = excluded.message, mark = excluded.mark"
                ))
                .bind_value(row.fight)
                .bind_value(subject.clone())
                .bind_value(sent.channel.0 as i64)
                .bind_value(sent.message.0 as i64)
                .bind_value(sent.content_hash);
            bind_row(&mut batch, row);
        }
        if row.subject.is_none() || !is_content_unknown {
            batch.add_sql(DELETE_SETTLED_ROW);
            bind_row_and_reach(&mut batch, row);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// Stores that an outbox row's message was deleted, or that there was none to delete.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then the row stays pending.
    pub async fn record_message_gone_and_delete_row(
        &self,
        row: &OutboxRow,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql(DELETE_SETTLED_ROW);
        bind_row_and_reach(&mut batch, row);
        batch.add_sql("DELETE FROM message WHERE fight = ? AND subject = ?");
        batch.bind_value(row.fight).bind_value(row.subject.clone());
        Ok(self.write_batch(batch).await?)
    }

    /// Forgets the message of a subject, because it is gone. The next delivery sends a new one.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn forget_sent_message(
        &self,
        fight: FightId,
        subject: &str,
    ) -> Result<(), StoreError> {
        query("DELETE FROM message WHERE fight = ? AND subject = ?")
            .bind(fight.0)
            .bind(subject)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Counts a failed attempt to deliver an outbox row, which is tried again at `not_before`.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn count_attempt_and_reschedule_row(
        &self,
        row: &OutboxRow,
        not_before: Millis,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql(concat!(
            "UPDATE post SET tries = tries + 1, not_before = ? WHERE ",
            is_row!()
        ));
        batch.bind_value(not_before);
        bind_row(&mut batch, row);
        Ok(self.write_batch(batch).await?)
    }

    /// Holds an outbox row back until `not_before`. Its message was refused for certain, so that
    /// does not count as an attempt that may have succeeded.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn delay_row_without_counting_attempt(
        &self,
        row: &OutboxRow,
        not_before: Millis,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql(concat!("UPDATE post SET not_before = ? WHERE ", is_row!()));
        batch.bind_value(not_before);
        bind_row(&mut batch, row);
        Ok(self.write_batch(batch).await?)
    }

    /// Returns whether outbox rows for channels of a server must not be sent at this time.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn has_delayed_rows(&self, guild: u64, time: Millis) -> Result<bool, StoreError> {
        let sql = format!("SELECT count(*) FROM post WHERE {DELAYED_IN_GUILD}");
        let count: i64 = query(AssertSqlSafe(sql))
            .bind(time)
            .bind(guild as i64)
            .fetch_one(&self.readers)
            .await?;
        Ok(count > 0)
    }

    /// Lets the delayed outbox rows for channels of a server be sent from this time on.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn make_delayed_rows_due(&self, guild: u64, time: Millis) -> Result<(), StoreError> {
        let sql = format!("UPDATE post SET not_before = ? WHERE {DELAYED_IN_GUILD}");
        query(AssertSqlSafe(sql))
            .bind(time)
            .bind(time)
            .bind(guild as i64)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Marks an outbox row as undeliverable, unless it must show something later by now, and
    /// inserts a notice of that to somebody else.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn mark_undeliverable_and_insert_notice(
        &self,
        row: &OutboxRow,
        failure: &str,
        failure_notice: Option<NewOutboxRow>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql(concat!("UPDATE post SET failure = ? WHERE ", is_row_and_reach!()));
        batch.bind_value(failure.to_string());
        bind_row_and_reach(&mut batch, row);
        if let Some(notice) = failure_notice {
            add_failure_notice(&mut batch, row, notice);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// Inserts a notice to somebody else that an outbox row could not be sent as it should be.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn insert_failure_notice(
        &self,
        row: &OutboxRow,
        failure_notice: NewOutboxRow,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        add_failure_notice(&mut batch, row, failure_notice);
        Ok(self.write_batch(batch).await?)
    }

    /// Stores that the speech of an outbox row cannot be posted: replaces its input, unless that
    /// has changed meanwhile, deletes the row, unless it must show something later, and inserts a
    /// notice for the author.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then the row stays pending.
    pub async fn mark_speech_unposted_and_notify_author(
        &self,
        row: &OutboxRow,
        edit: InputEdit<'_>,
        notice: Option<NewOutboxRow>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        let fight = row.fight_id();
        batch.add_sql("UPDATE journal SET said = ? WHERE fight = ? AND revision = ? AND said = ?");
        batch.bind_value(edit.after.to_string()).bind_value(fight.0).bind_value(edit.revision);
        batch.bind_value(edit.before.to_string());
        batch.add_sql(DELETE_SETTLED_ROW);
        bind_row_and_reach(&mut batch, row);
        if let Some(notice) = notice {
            add_failure_notice(&mut batch, row, notice);
        }
        self.write_batch(batch).await?;
        self.recent_rows.forget(fight);
        Ok(())
    }

    /// Returns whether an outbox row for this audience was marked as undeliverable before.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn has_undeliverable_row(
        &self,
        fight: FightId,
        audience: &str,
    ) -> Result<bool, StoreError> {
        let failed_row: Option<i64> = query(
            "SELECT id FROM post WHERE fight = ? AND audience = ? AND failure IS NOT NULL LIMIT 1",
        )
        .bind(fight.0)
        .bind(audience)
        .fetch_optional(&self.readers)
        .await?;
        Ok(failed_row.is_some())
    }

    /// Returns when the next outbox row of each audience may be sent.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_next_delivery_time_per_audience(&self) -> Result<Vec<i64>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("post.fight");
        let sql = format!(
            "SELECT not_before FROM post WHERE id IN
             (SELECT min(id) FROM post WHERE failure IS NULL{and_own} GROUP BY audience)"
        );
        Ok(query(AssertSqlSafe(sql)).fetch_all(&self.readers).await?)
    }
}

/// Binds the four columns by which `is_row!` finds a row.
fn bind_row(batch: &mut Batch, row: &OutboxRow) {
    batch.bind_value(row.id).bind_value(row.fight);
    batch.bind_value(row.revision).bind_value(row.place);
}

/// Binds the columns by which `is_row_and_reach!` finds a row that has not been extended since.
fn bind_row_and_reach(batch: &mut Batch, row: &OutboxRow) {
    bind_row(batch, row);
    batch.bind_value(row.reaches);
}

/// Adds the statement that enqueues a notice of a row that failed. Its place follows from that of
/// the row, so it is enqueued once.
fn add_failure_notice(batch: &mut Batch, row: &OutboxRow, notice: NewOutboxRow) {
    let place = FAILURE_NOTICE_PLACE + row.place;
    make_untried_dm_rows_due(batch, &notice.audience, row.at);
    insert_or_extend_outbox_row(batch, row.fight_id(), row.revision, place, row.at, notice);
}
