//! Writing: what one input changes, in one transaction (I8).

use super::ids::Millis;
use std::time::Instant;

use super::Store;
use super::error::{StoreError, is_outcome_unknown};
use super::guild_systems::upsert_played_system;
use super::ids::FightId;
use super::library::apply_checkout;
use super::preparations::upsert_or_delete_plan;
use super::rows::{
    Commit, CommitOutcome, Deadline, DeadlineKind, FightRow, JournalRow, NewMessageRecord,
    NewOutboxRow, PromptRow, TurnRow,
};
use super::sql::{Pool, query};
use super::transaction::Batch;

impl Store {
    /// Stores a new fight with its first journal row, under the id it is given.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn create_fight(
        &self,
        fight: &FightRow,
        commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        let mut batch = Batch::default();
        insert_fight(&mut batch, fight);
        upsert_played_system(&mut batch, fight.guild, &fight.system, commit.journal.at);
        let committed = self.write_commit(batch, fight.fight_id(), commit).await?;
        Ok(if committed == CommitOutcome::Conflict {
            CommitOutcome::ChannelOccupied
        } else {
            committed
        })
    }

    /// Stores all that an input changes, or nothing of it.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn commit(
        &self,
        fight: FightId,
        commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        self.write_commit(Batch::default(), fight, commit).await
    }

    /// An id that no fight has or had. Of two fights opened under the same the second is
    /// [`Committed::Occupied`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn next_free_fight_id(&self) -> Result<FightId, StoreError> {
        let last: i64 = query(
            "SELECT coalesce(max(id), 0) FROM
             (SELECT id FROM fight UNION ALL
              SELECT CAST(text AS BIGINT) FROM memo WHERE name = 'last fight') AS known",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(FightId(last + 1))
    }

    async fn write_commit(
        &self,
        mut batch: Batch,
        fight: FightId,
        commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        self.check_still_owned()?;
        let input_key = commit.journal.input_key;
        let is_served = matches!(self.writer, Pool::Postgres(_));
        let journal = is_served.then(|| commit.journal.clone());
        add_commit_statements(&mut batch, fight, commit);
        self.notify_fight_owner(&mut batch, fight);
        let begun = Instant::now();
        let written = match journal {
            None => self.write_batch(batch).await,
            Some(journal) => self.write_batch_with_retry(batch, fight, journal).await,
        };
        metrics::histogram!("riposte_commit_seconds").record(begun.elapsed());
        match written {
            Ok(()) => Ok(CommitOutcome::Stored(fight)),
            Err(wrong) if is_constraint_violation(&wrong) => {
                let known = match input_key {
                    Some(key) => self.find_input_by_key(key as u64).await?,
                    None => None,
                };
                let repeated = |(fight, revision)| CommitOutcome::AlreadyStored { fight, revision };
                Ok(known.map_or(CommitOutcome::Conflict, repeated))
            }
            Err(wrong) => Err(wrong.into()),
        }
    }
}

impl Store {
    /// Where a server is lost on the way, nobody knows whether it has committed. So all is written
    /// once more: what is stored already is in the way of itself.
    async fn write_batch_with_retry(
        &self,
        batch: Batch,
        fight: FightId,
        journal: JournalRow,
    ) -> Result<(), sqlx::Error> {
        match self.write_batch(batch.clone()).await {
            Err(wrong) if is_outcome_unknown(&wrong) => {
                tracing::warn!(%wrong, "a commit is tried again");
            }
            written => return written,
        }
        let Err(wrong) = self.write_batch(batch).await else { return Ok(()) };
        let is_stored = is_constraint_violation(&wrong) && {
            let rows = query("SELECT * FROM journal WHERE fight = ? AND revision = ?");
            let rows = rows.bind(fight.0).bind(journal.revision).fetch_optional(&self.readers);
            rows.await? == Some(journal)
        };
        if is_stored { Ok(()) } else { Err(wrong) }
    }
}

/// Somebody else has the row already, or the sheet is not any more as it was.
pub(super) fn is_constraint_violation(error: &sqlx::Error) -> bool {
    let is_taken = |wrong: &dyn sqlx::error::DatabaseError| {
        wrong.is_unique_violation() || wrong.is_foreign_key_violation()
    };
    error.as_database_error().is_some_and(is_taken)
}

fn add_commit_statements(batch: &mut Batch, fight: FightId, commit: Commit) {
    let Commit {
        journal,
        fight: row,
        joined_users: joined,
        left_users: left,
        prompts,
        turns,
        timers,
        ..
    } = commit;
    let Commit {
        outbox_rows: posts,
        message_records: records,
        undone_flags: undone,
        plans,
        checkouts: lendings,
        first_removed_combatant: empty,
        ..
    } = commit;
    let (revision, at) = (journal.revision, journal.at);
    // First, because it is what fails when another input was faster.
    insert_journal(batch, fight, journal);
    if let Some(row) = row {
        update_fight(batch, fight, &row);
        if !row.is_open {
            upsert_played_system(batch, row.guild, &row.system, at);
        }
    }
    for user in left {
        // A fight that is over stays the one that their direct messages are about.
        batch.add_sql(
            "DELETE FROM participant WHERE user = ? AND fight = ?
             AND (is_chosen = 0 OR (SELECT is_open FROM fight WHERE id = participant.fight) = 1)",
        );
        batch.bind_value(user as i64).bind_value(fight.0);
    }
    for user in joined {
        batch.add_sql("INSERT INTO participant (user, fight) VALUES (?, ?) ON CONFLICT DO NOTHING");
        batch.bind_value(user as i64).bind_value(fight.0);
    }
    for prompt in prompts {
        upsert_prompt(batch, fight, prompt);
    }
    for turn in turns {
        upsert_turn(batch, fight, turn);
    }
    for (timed, alarm) in timers {
        upsert_or_delete_timer(batch, fight, timed, alarm);
    }
    for plan in plans {
        upsert_or_delete_plan(batch, fight, plan);
    }
    if let Some(empty) = empty {
        batch.add_sql("DELETE FROM plan WHERE fight = ? AND combatant >= ?");
        batch.bind_value(fight.0).bind_value(empty);
        batch.add_sql("DELETE FROM standing_order WHERE fight = ? AND combatant >= ?");
        batch.bind_value(fight.0).bind_value(empty);
    }
    for lending in lendings {
        apply_checkout(batch, fight, lending);
    }
    for NewMessageRecord { subject, audience, narrative: told } in records {
        batch.add_sql(
            "INSERT INTO record (fight, subject, audience, revision, told) VALUES (?, ?, ?, ?, ?)",
        );
        batch
            .bind_value(fight.0)
            .bind_value(subject)
            .bind_value(audience)
            .bind_value(revision)
            .bind_value(told);
    }
    for (revision, is_undone) in undone {
        batch.add_sql("UPDATE record SET is_undone = ? WHERE fight = ? AND revision = ?");
        batch.bind_value(is_undone).bind_value(fight.0).bind_value(revision);
    }
    for (place, post) in posts.into_iter().enumerate() {
        insert_outbox_row(batch, fight, (revision, place as i64), at, post);
    }
}

fn insert_fight(batch: &mut Batch, fight: &FightRow) {
    batch
        .add_sql(
            "INSERT INTO fight
             (id, system, guild, channel, gm, is_open, is_paused, is_gm_told, people, seals)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind_value(fight.id)
        .bind_value(fight.system.clone())
        .bind_value(fight.guild as i64)
        .bind_value(fight.channel as i64)
        .bind_value(fight.gm as i64)
        .bind_value(fight.is_open)
        .bind_value(fight.is_paused)
        .bind_value(fight.is_gm_told)
        .bind_value(fight.people.clone())
        .bind_value(fight.seals.clone());
}

fn insert_journal(batch: &mut Batch, fight: FightId, row: JournalRow) {
    batch
        .add_sql(
            "INSERT INTO journal
             (fight, revision, at, user, kind, back_to, said, tape, notes, state, input_key, dice)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind_value(fight.0)
        .bind_value(row.revision)
        .bind_value(row.at)
        .bind_value(row.user)
        .bind_value(row.kind.as_str())
        .bind_value(row.back_to)
        .bind_value(row.said)
        .bind_value(row.tape)
        .bind_value(row.notes)
        .bind_value(row.state)
        .bind_value(row.input_key)
        .bind_value(row.dice);
}

fn update_fight(batch: &mut Batch, fight: FightId, row: &FightRow) {
    batch
        .add_sql(
            "UPDATE fight SET gm = ?, is_open = ?, is_paused = ?, is_gm_told = ?, people = ?,
             seals = ? WHERE id = ?",
        )
        .bind_value(row.gm as i64)
        .bind_value(row.is_open)
        .bind_value(row.is_paused)
        .bind_value(row.is_gm_told)
        .bind_value(row.people.clone())
        .bind_value(row.seals.clone())
        .bind_value(fight.0);
}

/// A prompt is written when it opens, and its outcome when it closes.
fn upsert_prompt(batch: &mut Batch, fight: FightId, prompt: PromptRow) {
    let (closed, outcome) = prompt.closed.unzip();
    batch
        .add_sql(
            "INSERT INTO prompt (fight, revision, place, asked, closed, outcome, millis_left)
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fight, revision, place)
             DO UPDATE SET asked = excluded.asked,
             closed = excluded.closed, outcome = excluded.outcome,
             millis_left = coalesce(excluded.millis_left, prompt.millis_left)",
        )
        .bind_value(fight.0)
        .bind_value(prompt.id.revision)
        .bind_value(prompt.id.place)
        .bind_value(prompt.question)
        .bind_value(closed)
        .bind_value(outcome)
        .bind_value(prompt.millis_left);
}

fn upsert_turn(batch: &mut Batch, fight: FightId, turn: TurnRow) {
    batch
        .add_sql(
            "INSERT INTO turn (fight, revision, waited, is_over, millis_left) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (fight, revision)
             DO UPDATE SET waited = excluded.waited, is_over = excluded.is_over,
             millis_left = excluded.millis_left",
        )
        .bind_value(fight.0)
        .bind_value(turn.id.revision)
        .bind_value(turn.awaited)
        .bind_value(turn.is_over)
        .bind_value(turn.millis_left);
}

pub(super) fn upsert_or_delete_timer(
    batch: &mut Batch,
    fight: FightId,
    timer: DeadlineKind,
    deadline: Option<Deadline>,
) {
    let (kind, revision, place) = timer.to_columns();
    let (due, left) = match deadline {
        None => {
            batch.add_sql(
                "DELETE FROM timer WHERE fight = ? AND kind = ? AND revision = ? AND place = ?",
            );
            batch.bind_value(fight.0).bind_value(kind).bind_value(revision).bind_value(place);
            return;
        }
        Some(Deadline::At(due)) => (Some(due), None),
        Some(Deadline::Paused(left)) => (None, Some(left)),
    };
    batch
        .add_sql(
            "INSERT INTO timer (fight, kind, revision, place, due, millis_left)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (fight, kind, revision, place)
             DO UPDATE SET due = excluded.due, millis_left = excluded.millis_left",
        )
        .bind_value(fight.0)
        .bind_value(kind)
        .bind_value(revision)
        .bind_value(place)
        .bind_value(due)
        .bind_value(left);
}

pub(super) fn insert_outbox_row(
    batch: &mut Batch,
    fight: FightId,
    (revision, place): (i64, i64),
    at: Millis,
    row: NewOutboxRow,
) {
    // Of a message at most one post waits: the later one only says how far it must reach.
    let sql = "INSERT INTO post
             (fight, audience, subject, letter, revision, place, at, reaches)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (fight, subject) WHERE subject IS NOT NULL AND failure IS NULL
         DO UPDATE SET reaches = excluded.reaches";
    batch
        .add_sql(sql)
        .bind_value(fight.0)
        .bind_value(row.audience)
        .bind_value(row.subject)
        .bind_value(row.message_body)
        .bind_value(revision)
        .bind_value(place)
        .bind_value(at)
        .bind_value(revision);
}
