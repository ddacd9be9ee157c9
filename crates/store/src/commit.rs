//! Commits: all changes of one input, in one transaction (I8).

use std::time::Instant;

use super::Store;
use super::error::{StoreError, is_retryable_write_error};
use super::guild_systems::upsert_latest_played_time;
use super::ids::{ChannelId, FightId, Millis};
use super::library::add_checkout_statements;
use super::preparations::upsert_or_delete_plan;
use super::rows::{
    Commit, CommitOutcome, Deadline, DeadlineKind, FightRow, JournalRow, NewMessageRecord,
    NewOutboxRow, OPEN_THREAD_SUBJECT, PromptRow, TurnRow,
};
use super::sql::{Pool, query};
use super::transaction::Batch;

impl Store {
    /// Stores a new fight under the id in its row, with its first journal row. Returns
    /// [`CommitOutcome::ChannelOccupied`] if the channel has an open fight, or the id is taken.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is stored.
    pub async fn create_fight_if_channel_free(
        &self,
        fight: &FightRow,
        commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        let mut batch = Batch::default();
        insert_fight(&mut batch, fight);
        upsert_latest_played_time(&mut batch, fight.guild, &fight.system, commit.journal.at);
        let committed =
            self.write_commit_if_fight_is_owned(batch, fight.fight_id(), commit).await?;
        Ok(if committed == CommitOutcome::Conflict {
            CommitOutcome::ChannelOccupied
        } else {
            committed
        })
    }

    /// Stores all changes of one input, or none of them. Returns [`CommitOutcome::Conflict`] if
    /// another input has taken the revision.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is stored.
    pub async fn commit(
        &self,
        fight: FightId,
        commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        self.write_commit_if_fight_is_owned(Batch::default(), fight, commit).await
    }

    /// Returns an id that no fight has or had. It is not reserved: of two fights that are created
    /// under the same id, the second gets [`CommitOutcome::ChannelOccupied`].
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn next_unused_fight_id_unreserved(&self) -> Result<FightId, StoreError> {
        let last: i64 = query(
            "SELECT coalesce(max(id), 0) FROM
             (SELECT id FROM fight UNION ALL
              SELECT CAST(text AS BIGINT) FROM memo WHERE name = 'last fight') AS known",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(FightId(last + 1))
    }

    /// Writes a commit after the statements of `batch`, if this process still owns the fight. A
    /// violated key means that the input is stored already (by its key) or that another input was
    /// faster.
    async fn write_commit_if_fight_is_owned(
        &self,
        mut batch: Batch,
        fight: FightId,
        mut commit: Commit,
    ) -> Result<CommitOutcome, StoreError> {
        self.check_file_and_shards_still_owned()?;
        let guild = commit.guild;
        let whole_row = commit.journal.clone();
        let is_earlier_row_edited = !commit.edited_inputs.is_empty();
        let stored_state =
            self.pack_state_if_previous_is_cached(fight, whole_row.revision, &whole_row.state);
        commit.journal.state = stored_state.text;
        let input_key = commit.journal.input_key;
        // A retry compares it with what the server has stored.
        let row_for_retry = match &self.writer {
            Pool::Sqlite(_) => None,
            Pool::Postgres(_) => Some(commit.journal.clone()),
        };
        add_commit_statements(&mut batch, fight, commit, stored_state.is_packed);
        self.add_owner_notification(&mut batch, fight);
        let started_at = Instant::now();
        let result = match row_for_retry {
            None => self.write_batch(batch).await,
            Some(row) => self.write_batch_retrying_once(batch, fight, row).await,
        };
        metrics::histogram!("riposte_commit_seconds").record(started_at.elapsed());
        if let Err(error) = result {
            self.recent_rows.forget(fight);
            if !is_constraint_violation(&error) {
                return Err(error.into());
            }
            return self.outcome_of_violated_key(input_key).await;
        }
        if is_earlier_row_edited {
            self.recent_rows.forget(fight);
        }
        // Another process may rewrite the rows of its fights.
        if self.owns_guild(guild) {
            self.recent_rows.add_dropping_oldest(fight, whole_row);
        }
        Ok(CommitOutcome::Stored(fight))
    }

    /// Returns why a commit has violated a key: its input is stored already, or else another input
    /// was faster.
    async fn outcome_of_violated_key(
        &self,
        input_key: Option<i64>,
    ) -> Result<CommitOutcome, StoreError> {
        let Some(key) = input_key else { return Ok(CommitOutcome::Conflict) };
        Ok(match self.find_input_by_key(key as u64).await? {
            Some((fight, revision)) => CommitOutcome::AlreadyStored { fight, revision },
            None => CommitOutcome::Conflict,
        })
    }
}

impl Store {
    /// Writes a batch to a server, and once more if the first outcome is unknown.
    ///
    /// When the connection is lost during a commit, nobody knows whether the server has committed.
    /// If it has, the second attempt violates the key of the journal; the batch then counts as
    /// written if the stored journal row is this one.
    async fn write_batch_retrying_once(
        &self,
        batch: Batch,
        fight: FightId,
        journal: JournalRow,
    ) -> Result<(), sqlx::Error> {
        match self.write_batch(batch.clone()).await {
            Err(error) if is_retryable_write_error(&error) => {
                tracing::warn!(%error, "lost the connection during a commit; retrying once");
            }
            result => return result,
        }
        let Err(error) = self.write_batch(batch).await else { return Ok(()) };
        if !is_constraint_violation(&error) {
            return Err(error);
        }
        let stored_row: Option<JournalRow> =
            query("SELECT * FROM journal WHERE fight = ? AND revision = ?")
                .bind(fight.0)
                .bind(journal.revision)
                .fetch_optional(&self.readers)
                .await?;
        if stored_row == Some(journal) { Ok(()) } else { Err(error) }
    }
}

/// Returns whether a write failed because another input has stored the row already, or because a
/// sheet has changed or is gone.
pub(super) fn is_constraint_violation(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.is_unique_violation() || error.is_foreign_key_violation())
}

/// Adds all statements of a commit to a batch. The first one fails if another input has the same
/// revision. `is_packed` says whether the journal row holds its state in the packed form.
fn add_commit_statements(batch: &mut Batch, fight: FightId, commit: Commit, is_packed: bool) {
    let Commit {
        guild: _,
        journal,
        fight: fight_row,
        joined_users,
        left_users,
        prompts,
        turns,
        timers,
        outbox_rows,
        message_records,
        undone_flags,
        plans,
        checkouts,
        first_removed_combatant,
        left_channel,
        opened_thread,
        edited_inputs,
    } = commit;
    let (revision, played_at) = (journal.revision, journal.at);
    let new_channel = fight_row.as_ref().map(|row| row.channel);
    // First, because this statement fails when another input was faster.
    insert_journal(batch, fight, journal, is_packed);
    if let Some(row) = fight_row {
        update_fight(batch, fight, &row);
        if !row.is_open {
            upsert_latest_played_time(batch, row.guild, &row.system, played_at);
        }
    }
    if let Some((from, to)) = opened_thread {
        move_outbox_and_records_to_opened_thread(batch, fight, from, to);
    }
    if let Some(channel) = left_channel {
        if let Some(new_channel) = new_channel {
            move_unposted_speech(batch, fight, channel, new_channel);
        }
        forget_messages_in_channel(batch, fight, channel);
    }
    delete_participants_unless_chosen_and_closed(batch, fight, left_users);
    insert_participants(batch, fight, joined_users);
    for prompt in prompts {
        upsert_prompt(batch, fight, prompt);
    }
    for turn in turns {
        upsert_turn(batch, fight, turn);
    }
    for (timer, deadline) in timers {
        upsert_or_delete_timer(batch, fight, timer, deadline);
    }
    for plan in plans {
        upsert_or_delete_plan(batch, fight, plan);
    }
    if let Some(first_removed) = first_removed_combatant {
        delete_plans_and_orders_from(batch, fight, first_removed);
    }
    for checkout in checkouts {
        add_checkout_statements(batch, fight, checkout);
    }
    for record in message_records {
        insert_message_record(batch, fight, revision, record);
    }
    for (edited_revision, input) in edited_inputs {
        batch.add_sql("UPDATE journal SET said = ? WHERE fight = ? AND revision = ?");
        batch.bind_value(input).bind_value(fight.0).bind_value(edited_revision);
    }
    for (undone_revision, is_undone) in undone_flags {
        batch.add_sql("UPDATE record SET is_undone = ? WHERE fight = ? AND revision = ?");
        batch.bind_value(is_undone).bind_value(fight.0).bind_value(undone_revision);
    }
    for (place, row) in outbox_rows.into_iter().enumerate() {
        make_untried_dm_rows_due(batch, &row.audience, played_at);
        insert_or_extend_outbox_row(batch, fight, revision, place as i64, played_at, row);
    }
}

/// Adds the statements that end the part of these users in a fight. A closed fight that a user has
/// chosen for their direct messages stays theirs.
fn delete_participants_unless_chosen_and_closed(
    batch: &mut Batch,
    fight: FightId,
    users: Vec<u64>,
) {
    for user in users {
        batch.add_sql(
            "DELETE FROM participant WHERE user = ? AND fight = ?
             AND (is_chosen = 0 OR (SELECT is_open FROM fight WHERE id = participant.fight) = 1)",
        );
        batch.bind_value(user as i64).bind_value(fight.0);
    }
}

/// Adds the statements that make these users participants of a fight, if they are not yet.
fn insert_participants(batch: &mut Batch, fight: FightId, users: Vec<u64>) {
    for user in users {
        batch.add_sql("INSERT INTO participant (user, fight) VALUES (?, ?) ON CONFLICT DO NOTHING");
        batch.bind_value(user as i64).bind_value(fight.0);
    }
}

/// Adds the statements that delete the plans and standing orders of all combatants from this number
/// on.
fn delete_plans_and_orders_from(batch: &mut Batch, fight: FightId, first_removed: u8) {
    batch.add_sql("DELETE FROM plan WHERE fight = ? AND combatant >= ?");
    batch.bind_value(fight.0).bind_value(first_removed);
    batch.add_sql("DELETE FROM standing_order WHERE fight = ? AND combatant >= ?");
    batch.bind_value(fight.0).bind_value(first_removed);
}

/// Adds the statement that inserts what a message shows of the input of this revision.
fn insert_message_record(
    batch: &mut Batch,
    fight: FightId,
    revision: i64,
    record: NewMessageRecord,
) {
    let NewMessageRecord { subject, audience, narrative } = record;
    batch.add_sql(
        "INSERT INTO record (fight, subject, audience, revision, told) VALUES (?, ?, ?, ?, ?)",
    );
    batch
        .bind_value(fight.0)
        .bind_value(subject)
        .bind_value(audience)
        .bind_value(revision)
        .bind_value(narrative);
}

/// Adds the statement that inserts a new fight.
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

/// Adds the statement that inserts a row of the journal.
fn insert_journal(batch: &mut Batch, fight: FightId, row: JournalRow, is_packed: bool) {
    batch
        .add_sql(
            "INSERT INTO journal
             (fight, revision, at, user, kind, back_to, said, tape, notes, state, input_key, dice,
              is_packed)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        .bind_value(row.dice)
        .bind_value(is_packed);
}

/// Adds the statement that updates a fight. Its system and server never change.
fn update_fight(batch: &mut Batch, fight: FightId, row: &FightRow) {
    batch
        .add_sql(
            "UPDATE fight SET channel = ?, gm = ?, is_open = ?, is_paused = ?, is_gm_told = ?,
             people = ?, seals = ? WHERE id = ?",
        )
        .bind_value(row.channel as i64)
        .bind_value(row.gm as i64)
        .bind_value(row.is_open)
        .bind_value(row.is_paused)
        .bind_value(row.is_gm_told)
        .bind_value(row.people.clone())
        .bind_value(row.seals.clone())
        .bind_value(fight.0);
}

/// Moves the outbox rows of speech that is in no message yet to the new channel of a fight.
fn move_unposted_speech(batch: &mut Batch, fight: FightId, from: ChannelId, to: u64) {
    batch.add_sql(
        "UPDATE post SET audience = ?, tries = 0, not_before = 0
         WHERE fight = ? AND audience = ? AND failure IS NULL AND subject LIKE 'words %'
         AND NOT EXISTS (SELECT 1 FROM message
                         WHERE message.fight = post.fight AND message.subject = post.subject)",
    );
    let (old, new) = (format!("channel {}", from.0), format!("channel {to}"));
    batch.bind_value(new).bind_value(fight.0).bind_value(old);
}

/// Forgets what a fight has sent to a channel and still owes it. Before new rows are stored, since
/// there is only one for each message.
fn forget_messages_in_channel(batch: &mut Batch, fight: FightId, channel: ChannelId) {
    batch.add_sql("DELETE FROM message WHERE fight = ? AND channel = ?");
    batch.bind_value(fight.0).bind_value(channel.0 as i64);
    batch.add_sql("DELETE FROM post WHERE fight = ? AND audience = ? AND failure IS NULL");
    batch.bind_value(fight.0).bind_value(format!("channel {}", channel.0));
}

/// Sends what a fight was to tell a channel to its thread instead. The row that opens the thread is
/// done.
fn move_outbox_and_records_to_opened_thread(
    batch: &mut Batch,
    fight: FightId,
    from: ChannelId,
    to: ChannelId,
) {
    batch.add_sql("DELETE FROM post WHERE fight = ? AND subject = ?");
    batch.bind_value(fight.0).bind_value(OPEN_THREAD_SUBJECT.to_string());
    let (old, new) = (format!("channel {}", from.0), format!("channel {}", to.0));
    for sql in [
        "UPDATE post SET audience = ?, subject = replace(subject, ?, ?)
         WHERE fight = ? AND audience = ?",
        "UPDATE record SET audience = ?, subject = replace(subject, ?, ?)
         WHERE fight = ? AND audience = ?",
    ] {
        batch.add_sql(sql);
        batch
            .bind_value(new.clone())
            .bind_value(old.clone())
            .bind_value(new.clone())
            .bind_value(fight.0)
            .bind_value(old.clone());
    }
}

/// Inserts a prompt that opens, or stores the outcome of one that closes.
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

/// Adds the statement that inserts a turn, or updates whom it waits for and whether it is over.
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

/// Adds the statement that stores a timer, running or paused, or deletes it if there is no
/// deadline.
pub(super) fn upsert_or_delete_timer(
    batch: &mut Batch,
    fight: FightId,
    timer: DeadlineKind,
    deadline: Option<Deadline>,
) {
    let (kind, revision, place) = timer.to_kind_revision_and_place();
    let (due, millis_left) = match deadline {
        None => {
            batch.add_sql(
                "DELETE FROM timer WHERE fight = ? AND kind = ? AND revision = ? AND place = ?",
            );
            batch.bind_value(fight.0).bind_value(kind).bind_value(revision).bind_value(place);
            return;
        }
        Some(Deadline::At(due)) => (Some(due), None),
        Some(Deadline::Paused(millis_left)) => (None, Some(millis_left)),
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
        .bind_value(millis_left);
}

/// How the keys of audiences begin that are direct messages.
const DM_AUDIENCE: &str = "dm ";

/// Adds the statement that makes the delayed rows of an audience of direct messages due, unless
/// they have been tried: somebody who took no direct messages may take the next one. Does nothing
/// for channels.
pub(super) fn make_untried_dm_rows_due(batch: &mut Batch, audience: &str, now: Millis) {
    if audience.starts_with(DM_AUDIENCE) {
        batch.add_sql(
            "UPDATE post SET not_before = 0
             WHERE audience = ? AND failure IS NULL AND tries = 0 AND not_before > ?",
        );
        batch.bind_value(audience.to_string()).bind_value(now);
    }
}

/// Adds the statement that inserts an outbox row. If one is pending for the same message (fight and
/// subject), only raises the revision up to which that message must be brought.
pub(super) fn insert_or_extend_outbox_row(
    batch: &mut Batch,
    fight: FightId,
    revision: i64,
    place: i64,
    created_at: Millis,
    row: NewOutboxRow,
) {
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
        .bind_value(created_at)
        .bind_value(revision);
}
