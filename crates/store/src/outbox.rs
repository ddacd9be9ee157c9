//! The outbox: reading what is still to be told, and crossing off what was.

use sqlx::AssertSqlSafe;

use super::ids::Millis;

use super::Store;
use super::commit::insert_outbox_row;
use super::error::StoreError;
use super::ids::{ChannelId, FightId, MessageId};
use super::rows::{MessageRecordRow, NewOutboxRow, OutboxRow, SentMessage};
use super::sql::{Pool, query};
use super::transaction::Batch;

/// Marks posts as tried that were not.
pub(super) const MARK_PENDING_AS_TRIED: &str =
    "UPDATE post SET tries = 1 WHERE tries = 0 AND failure IS NULL";

/// What waits when the file is opened counts as tried: whoever had the file before may have sent it
/// and not have heard so, or not have lived to cross it off.
pub(super) async fn mark_pending_as_tried(writer: &Pool) -> Result<(), StoreError> {
    let marked = query(MARK_PENDING_AS_TRIED).execute(writer).await;
    match marked.map_err(StoreError::from) {
        // Whoever may only read has nothing to send.
        Ok(_) | Err(StoreError::ReadOnly) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Where the word of a failure has its place, behind the posts that an input itself makes.
const FAILURE_NOTICE_PLACE: i64 = 1000;

impl Store {
    /// How many posts wait.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn count_pending_outbox_rows(&self) -> Result<u32, StoreError> {
        let ours = self.own_fights_condition("post.fight");
        let waiting = format!("SELECT count(*) FROM post WHERE failure IS NULL{ours}");
        Ok(query(AssertSqlSafe(waiting)).fetch_one(&self.readers).await?)
    }

    /// Everybody for whom something waits.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_pending_audiences(&self) -> Result<Vec<String>, StoreError> {
        let ours = self.own_fights_condition("post.fight");
        let audiences = format!(
            "SELECT DISTINCT audience FROM post WHERE failure IS NULL{ours} ORDER BY audience"
        );
        Ok(query(AssertSqlSafe(audiences)).fetch_all(&self.readers).await?)
    }

    /// What goes out next to an audience.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_next_outbox_row(
        &self,
        audience: &str,
    ) -> Result<Option<OutboxRow>, StoreError> {
        let ours = self.own_fights_condition("post.fight");
        let next = format!(
            "SELECT * FROM post WHERE audience = ? AND failure IS NULL{ours} ORDER BY id LIMIT 1"
        );
        Ok(query(AssertSqlSafe(next)).bind(audience).fetch_optional(&self.readers).await?)
    }

    /// The message a subject has, where it has one.
    ///
    /// # Errors
    /// The file could not be read.
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
        Ok(row.map(|(channel, message, mark)| SentMessage {
            channel: ChannelId(channel as u64),
            message: MessageId(message as u64),
            fingerprint: mark,
        }))
    }

    /// What a message tells, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_message_records(
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

    /// The messages that tell of a row of the journal: for whom, and their subjects.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_messages_showing(
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

    /// A post has arrived as this message. It goes, unless it must reach further by now, or the
    /// message may show something else (it has no mark).
    ///
    /// # Errors
    /// The file could not be written; the post will be tried again.
    pub async fn record_delivery(
        &self,
        row: &OutboxRow,
        message: Option<SentMessage>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        let is_doubtful = message.is_some_and(|sent| sent.fingerprint.is_none());
        if let (Some(subject), Some(sent)) = (&row.subject, message) {
            // Whom it was for may be forgotten by now.
            batch
                .add_sql(
                    "INSERT INTO message (fight, subject, channel, message, mark)
                     SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM post WHERE id = ?)
                     ON CONFLICT (fight, subject) DO UPDATE SET
                     channel = excluded.channel, message = excluded.message, mark = excluded.mark",
                )
                .bind_value(row.fight)
                .bind_value(subject.clone())
                .bind_value(sent.channel.0 as i64)
                .bind_value(sent.message.0 as i64)
                .bind_value(sent.fingerprint)
                .bind_value(row.id);
        }
        if row.subject.is_none() || !is_doubtful {
            batch.add_sql("DELETE FROM post WHERE id = ? AND reaches = ?");
            batch.bind_value(row.id).bind_value(row.reaches);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// A post has taken its message away, or there is nothing to take away.
    ///
    /// # Errors
    /// The file could not be written; the post will be tried again.
    pub async fn record_message_removed(&self, row: &OutboxRow) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM post WHERE id = ? AND reaches = ?");
        batch.bind_value(row.id).bind_value(row.reaches);
        batch.add_sql("DELETE FROM message WHERE fight = ? AND subject = ?");
        batch.bind_value(row.fight).bind_value(row.subject.clone());
        Ok(self.write_batch(batch).await?)
    }

    /// The message of a subject is gone: it will be sent anew.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn delete_sent_message(
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

    /// A post did not arrive: it is tried again at that time.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn reschedule_outbox_row(
        &self,
        row: &OutboxRow,
        not_before: Millis,
    ) -> Result<(), StoreError> {
        query("UPDATE post SET tries = tries + 1, not_before = ? WHERE id = ?")
            .bind(not_before)
            .bind(row.id)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// A post will never arrive: it is marked, and word of it goes to somebody else.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn mark_undeliverable(
        &self,
        row: &OutboxRow,
        failure: &str,
        failure_notice: Option<NewOutboxRow>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("UPDATE post SET failure = ? WHERE id = ?");
        batch.bind_value(failure.to_string()).bind_value(row.id);
        if let Some(word) = failure_notice {
            let place = (row.revision, FAILURE_NOTICE_PLACE + row.place);
            insert_outbox_row(&mut batch, row.fight_id(), place, row.at, word);
        }
        Ok(self.write_batch(batch).await?)
    }

    /// Whether anything for this audience has been given up before.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn has_undeliverable_row(
        &self,
        fight: FightId,
        audience: &str,
    ) -> Result<bool, StoreError> {
        let failed: Option<i64> = query(
            "SELECT id FROM post WHERE fight = ? AND audience = ? AND failure IS NOT NULL LIMIT 1",
        )
        .bind(fight.0)
        .bind(audience)
        .fetch_optional(&self.readers)
        .await?;
        Ok(failed.is_some())
    }

    /// When the next post for each audience may go out.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_next_delivery_times(&self) -> Result<Vec<i64>, StoreError> {
        let ours = self.own_fights_condition("post.fight");
        let next = format!(
            "SELECT not_before FROM post WHERE id IN
             (SELECT min(id) FROM post WHERE failure IS NULL{ours} GROUP BY audience)"
        );
        Ok(query(AssertSqlSafe(next)).fetch_all(&self.readers).await?)
    }
}
