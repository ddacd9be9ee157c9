//! Writing: what one input changes, in one transaction (I8).

use super::ids::Millis;
use std::time::Instant;

use super::Store;
use super::fault::{Fault, is_doubtful};
use super::ids::FightId;
use super::orders::put_plan;
use super::rows::{
    Alarm, Commit, Committed, FightRow, JournalRow, NewPost, NewRecord, PromptRow, Timed, TurnRow,
};
use super::servers::play;
use super::shelf::lend;
use super::sql::{Pool, query};
use super::transaction::Batch;

impl Store {
    /// Stores a new fight with its first journal row, under the id it is given.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn open_fight(&self, fight: &FightRow, commit: Commit) -> Result<Committed, Fault> {
        let mut batch = Batch::default();
        insert_fight(&mut batch, fight);
        play(&mut batch, fight.guild, &fight.system, commit.journal.at);
        let committed = self.store(batch, fight.id(), commit).await?;
        Ok(if committed == Committed::Overtaken { Committed::Occupied } else { committed })
    }

    /// Stores all that an input changes, or nothing of it.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn commit(&self, fight: FightId, commit: Commit) -> Result<Committed, Fault> {
        self.store(Batch::default(), fight, commit).await
    }

    /// An id that no fight has or had. Of two fights opened under the same the second is
    /// [`Committed::Occupied`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn next_fight(&self) -> Result<FightId, Fault> {
        let last: i64 = query(
            "SELECT coalesce(max(id), 0) FROM
             (SELECT id FROM fight UNION ALL
              SELECT CAST(text AS BIGINT) FROM memo WHERE name = 'last fight') AS known",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(FightId(last + 1))
    }

    async fn store(
        &self,
        mut batch: Batch,
        fight: FightId,
        commit: Commit,
    ) -> Result<Committed, Fault> {
        self.check_place()?;
        let input_key = commit.journal.input_key;
        let is_served = matches!(self.writer, Pool::Server(_));
        let journal = is_served.then(|| commit.journal.clone());
        add(&mut batch, fight, commit);
        self.tell(&mut batch, fight);
        let begun = Instant::now();
        let written = match journal {
            None => self.write(batch).await,
            Some(journal) => self.write_surely(batch, fight, journal).await,
        };
        metrics::histogram!("riposte_commit_seconds").record(begun.elapsed());
        match written {
            Ok(()) => Ok(Committed::Stored(fight)),
            Err(wrong) if is_taken(&wrong) => {
                let known = match input_key {
                    Some(key) => self.by_key(key as u64).await?,
                    None => None,
                };
                let repeated = |(fight, revision)| Committed::Repeated { fight, revision };
                Ok(known.map_or(Committed::Overtaken, repeated))
            }
            Err(wrong) => Err(wrong.into()),
        }
    }
}

impl Store {
    /// Where a server is lost on the way, nobody knows whether it has committed. So all is written
    /// once more: what is stored already is in the way of itself.
    async fn write_surely(
        &self,
        batch: Batch,
        fight: FightId,
        journal: JournalRow,
    ) -> Result<(), sqlx::Error> {
        match self.write(batch.clone()).await {
            Err(wrong) if is_doubtful(&wrong) => {
                tracing::warn!(%wrong, "a commit is tried again");
            }
            written => return written,
        }
        let Err(wrong) = self.write(batch).await else { return Ok(()) };
        let is_stored = is_taken(&wrong) && {
            let rows = query("SELECT * FROM journal WHERE fight = ? AND revision = ?");
            let rows = rows.bind(fight.0).bind(journal.revision).fetch_optional(&self.readers);
            rows.await? == Some(journal)
        };
        if is_stored { Ok(()) } else { Err(wrong) }
    }
}

/// Somebody else has the row already, or the sheet is not any more as it was.
pub(super) fn is_taken(wrong: &sqlx::Error) -> bool {
    let is_taken = |wrong: &dyn sqlx::error::DatabaseError| {
        wrong.is_unique_violation() || wrong.is_foreign_key_violation()
    };
    wrong.as_database_error().is_some_and(is_taken)
}

fn add(batch: &mut Batch, fight: FightId, commit: Commit) {
    let Commit { journal, fight: row, joined, left, prompts, turns, timers, .. } = commit;
    let Commit { posts, records, undone, plans, lendings, empty, .. } = commit;
    let (revision, at) = (journal.revision, journal.at);
    // First, because it is what fails when another input was faster.
    insert_journal(batch, fight, journal);
    if let Some(row) = row {
        update_fight(batch, fight, &row);
        if !row.is_open {
            play(batch, row.guild, &row.system, at);
        }
    }
    for user in left {
        // A fight that is over stays the one that their direct messages are about.
        batch.add(
            "DELETE FROM participant WHERE user = ? AND fight = ?
             AND (is_chosen = 0 OR (SELECT is_open FROM fight WHERE id = participant.fight) = 1)",
        );
        batch.bind(user as i64).bind(fight.0);
    }
    for user in joined {
        batch.add("INSERT INTO participant (user, fight) VALUES (?, ?) ON CONFLICT DO NOTHING");
        batch.bind(user as i64).bind(fight.0);
    }
    for prompt in prompts {
        put_prompt(batch, fight, prompt);
    }
    for turn in turns {
        put_turn(batch, fight, turn);
    }
    for (timed, alarm) in timers {
        set_timer(batch, fight, timed, alarm);
    }
    for plan in plans {
        put_plan(batch, fight, plan);
    }
    if let Some(empty) = empty {
        batch.add("DELETE FROM plan WHERE fight = ? AND combatant >= ?");
        batch.bind(fight.0).bind(empty);
        batch.add("DELETE FROM standing_order WHERE fight = ? AND combatant >= ?");
        batch.bind(fight.0).bind(empty);
    }
    for lending in lendings {
        lend(batch, fight, lending);
    }
    for NewRecord { subject, audience, told } in records {
        batch.add(
            "INSERT INTO record (fight, subject, audience, revision, told) VALUES (?, ?, ?, ?, ?)",
        );
        batch.bind(fight.0).bind(subject).bind(audience).bind(revision).bind(told);
    }
    for (revision, is_undone) in undone {
        batch.add("UPDATE record SET is_undone = ? WHERE fight = ? AND revision = ?");
        batch.bind(is_undone).bind(fight.0).bind(revision);
    }
    for (place, post) in posts.into_iter().enumerate() {
        insert_post(batch, fight, (revision, place as i64), at, post);
    }
}

fn insert_fight(batch: &mut Batch, fight: &FightRow) {
    batch
        .add(
            "INSERT INTO fight
             (id, system, guild, channel, gm, is_open, is_paused, is_gm_told, people, seals)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(fight.id)
        .bind(fight.system.clone())
        .bind(fight.guild as i64)
        .bind(fight.channel as i64)
        .bind(fight.gm as i64)
        .bind(fight.is_open)
        .bind(fight.is_paused)
        .bind(fight.is_gm_told)
        .bind(fight.people.clone())
        .bind(fight.seals.clone());
}

fn insert_journal(batch: &mut Batch, fight: FightId, row: JournalRow) {
    batch
        .add(
            "INSERT INTO journal
             (fight, revision, at, user, kind, back_to, said, tape, notes, state, input_key, dice)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(fight.0)
        .bind(row.revision)
        .bind(row.at)
        .bind(row.user)
        .bind(row.kind.key())
        .bind(row.back_to)
        .bind(row.said)
        .bind(row.tape)
        .bind(row.notes)
        .bind(row.state)
        .bind(row.input_key)
        .bind(row.dice);
}

fn update_fight(batch: &mut Batch, fight: FightId, row: &FightRow) {
    batch
        .add(
            "UPDATE fight SET gm = ?, is_open = ?, is_paused = ?, is_gm_told = ?, people = ?,
             seals = ? WHERE id = ?",
        )
        .bind(row.gm as i64)
        .bind(row.is_open)
        .bind(row.is_paused)
        .bind(row.is_gm_told)
        .bind(row.people.clone())
        .bind(row.seals.clone())
        .bind(fight.0);
}

/// A prompt is written when it opens, and its outcome when it closes.
fn put_prompt(batch: &mut Batch, fight: FightId, prompt: PromptRow) {
    let (closed, outcome) = prompt.closed.unzip();
    batch
        .add(
            "INSERT INTO prompt (fight, revision, place, asked, closed, outcome, millis_left)
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fight, revision, place)
             DO UPDATE SET asked = excluded.asked,
             closed = excluded.closed, outcome = excluded.outcome,
             millis_left = coalesce(excluded.millis_left, prompt.millis_left)",
        )
        .bind(fight.0)
        .bind(prompt.id.revision)
        .bind(prompt.id.place)
        .bind(prompt.asked)
        .bind(closed)
        .bind(outcome)
        .bind(prompt.millis_left);
}

fn put_turn(batch: &mut Batch, fight: FightId, turn: TurnRow) {
    batch
        .add(
            "INSERT INTO turn (fight, revision, waited, is_over, millis_left) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (fight, revision)
             DO UPDATE SET waited = excluded.waited, is_over = excluded.is_over,
             millis_left = excluded.millis_left",
        )
        .bind(fight.0)
        .bind(turn.id.revision)
        .bind(turn.waited)
        .bind(turn.is_over)
        .bind(turn.millis_left);
}

pub(super) fn set_timer(batch: &mut Batch, fight: FightId, timed: Timed, alarm: Option<Alarm>) {
    let (kind, revision, place) = timed.columns();
    let (due, left) = match alarm {
        None => {
            batch.add(
                "DELETE FROM timer WHERE fight = ? AND kind = ? AND revision = ? AND place = ?",
            );
            batch.bind(fight.0).bind(kind).bind(revision).bind(place);
            return;
        }
        Some(Alarm::At(due)) => (Some(due), None),
        Some(Alarm::Standing(left)) => (None, Some(left)),
    };
    batch
        .add(
            "INSERT INTO timer (fight, kind, revision, place, due, millis_left)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (fight, kind, revision, place)
             DO UPDATE SET due = excluded.due, millis_left = excluded.millis_left",
        )
        .bind(fight.0)
        .bind(kind)
        .bind(revision)
        .bind(place)
        .bind(due)
        .bind(left);
}

pub(super) fn insert_post(
    batch: &mut Batch,
    fight: FightId,
    (revision, place): (i64, i64),
    at: Millis,
    post: NewPost,
) {
    // Of a message at most one post waits: the later one only says how far it must reach.
    let sql = "INSERT INTO post
             (fight, audience, subject, letter, revision, place, at, reaches)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (fight, subject) WHERE subject IS NOT NULL AND failure IS NULL
         DO UPDATE SET reaches = excluded.reaches";
    batch
        .add(sql)
        .bind(fight.0)
        .bind(post.audience)
        .bind(post.subject)
        .bind(post.letter)
        .bind(revision)
        .bind(place)
        .bind(at)
        .bind(revision);
}
