//! The outbox: reading what is still to be told, and crossing off what was.

use sqlx::AssertSqlSafe;

use super::ids::Millis;

use super::Store;
use super::commit::insert_post;
use super::fault::Fault;
use super::ids::{ChannelId, FightId, MessageId};
use super::rows::{NewPost, PostRow, RecordRow, SentMessage};
use super::sql::{Pool, query};
use super::transaction::Batch;

/// Marks posts as tried that were not.
pub(super) const WHICH_MAY_HAVE_GONE_OUT: &str =
    "UPDATE post SET tries = 1 WHERE tries = 0 AND failure IS NULL";

/// What waits when the file is opened counts as tried: whoever had the file before may have sent it
/// and not have heard so, or not have lived to cross it off.
pub(super) async fn may_have_gone_out(writer: &Pool) -> Result<(), Fault> {
    let marked = query(WHICH_MAY_HAVE_GONE_OUT).execute(writer).await;
    match marked.map_err(Fault::from) {
        // Whoever may only read has nothing to send.
        Ok(_) | Err(Fault::ReadOnly) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Where the word of a failure has its place, behind the posts that an input itself makes.
const WORD_OF_FAILURE: i64 = 1000;

impl Store {
    /// How many posts wait.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn outbox_depth(&self) -> Result<u32, Fault> {
        let ours = self.ours("post.fight");
        let waiting = format!("SELECT count(*) FROM post WHERE failure IS NULL{ours}");
        Ok(query(AssertSqlSafe(waiting)).fetch_one(&self.readers).await?)
    }

    /// Everybody for whom something waits.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn audiences(&self) -> Result<Vec<String>, Fault> {
        let ours = self.ours("post.fight");
        let audiences = format!(
            "SELECT DISTINCT audience FROM post WHERE failure IS NULL{ours} ORDER BY audience"
        );
        Ok(query(AssertSqlSafe(audiences)).fetch_all(&self.readers).await?)
    }

    /// What goes out next to an audience.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn next_post(&self, audience: &str) -> Result<Option<PostRow>, Fault> {
        let ours = self.ours("post.fight");
        let next = format!(
            "SELECT * FROM post WHERE audience = ? AND failure IS NULL{ours} ORDER BY id LIMIT 1"
        );
        Ok(query(AssertSqlSafe(next)).bind(audience).fetch_optional(&self.readers).await?)
    }

    /// The message a subject has, where it has one.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn message(
        &self,
        fight: FightId,
        subject: &str,
    ) -> Result<Option<SentMessage>, Fault> {
        let row: Option<(i64, i64, Option<i64>)> =
            query("SELECT channel, message, mark FROM message WHERE fight = ? AND subject = ?")
                .bind(fight.0)
                .bind(subject)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(channel, message, mark)| SentMessage {
            channel: ChannelId(channel as u64),
            message: MessageId(message as u64),
            mark,
        }))
    }

    /// What a message tells, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn told_by(&self, fight: FightId, subject: &str) -> Result<Vec<RecordRow>, Fault> {
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
    pub async fn telling_of(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Vec<(String, String)>, Fault> {
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
    pub async fn arrived(&self, post: &PostRow, message: Option<SentMessage>) -> Result<(), Fault> {
        let mut batch = Batch::default();
        let is_doubtful = message.is_some_and(|sent| sent.mark.is_none());
        if let (Some(subject), Some(sent)) = (&post.subject, message) {
            // Whom it was for may be forgotten by now.
            batch
                .add(
                    "INSERT INTO message (fight, subject, channel, message, mark)
                     SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM post WHERE id = ?)
                     ON CONFLICT (fight, subject) DO UPDATE SET
                     channel = excluded.channel, message = excluded.message, mark = excluded.mark",
                )
                .bind(post.fight)
                .bind(subject.clone())
                .bind(sent.channel.0 as i64)
                .bind(sent.message.0 as i64)
                .bind(sent.mark)
                .bind(post.id);
        }
        if post.subject.is_none() || !is_doubtful {
            batch.add("DELETE FROM post WHERE id = ? AND reaches = ?");
            batch.bind(post.id).bind(post.reaches);
        }
        Ok(self.write(batch).await?)
    }

    /// A post has taken its message away, or there is nothing to take away.
    ///
    /// # Errors
    /// The file could not be written; the post will be tried again.
    pub async fn taken_away(&self, post: &PostRow) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch.add("DELETE FROM post WHERE id = ? AND reaches = ?");
        batch.bind(post.id).bind(post.reaches);
        batch.add("DELETE FROM message WHERE fight = ? AND subject = ?");
        batch.bind(post.fight).bind(post.subject.clone());
        Ok(self.write(batch).await?)
    }

    /// The message of a subject is gone: it will be sent anew.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn forget_message(&self, fight: FightId, subject: &str) -> Result<(), Fault> {
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
    pub async fn try_again(&self, post: &PostRow, not_before: Millis) -> Result<(), Fault> {
        query("UPDATE post SET tries = tries + 1, not_before = ? WHERE id = ?")
            .bind(not_before)
            .bind(post.id)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// A post will never arrive: it is marked, and word of it goes to somebody else.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn give_up(
        &self,
        post: &PostRow,
        failure: &str,
        word: Option<NewPost>,
    ) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch.add("UPDATE post SET failure = ? WHERE id = ?");
        batch.bind(failure.to_string()).bind(post.id);
        if let Some(word) = word {
            let place = (post.revision, WORD_OF_FAILURE + post.place);
            insert_post(&mut batch, post.fight(), place, post.at, word);
        }
        Ok(self.write(batch).await?)
    }

    /// Whether anything for this audience has been given up before.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn has_failed(&self, fight: FightId, audience: &str) -> Result<bool, Fault> {
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
    pub async fn next_deliveries(&self) -> Result<Vec<i64>, Fault> {
        let ours = self.ours("post.fight");
        let next = format!(
            "SELECT not_before FROM post WHERE id IN
             (SELECT min(id) FROM post WHERE failure IS NULL{ours} GROUP BY audience)"
        );
        Ok(query(AssertSqlSafe(next)).fetch_all(&self.readers).await?)
    }
}
