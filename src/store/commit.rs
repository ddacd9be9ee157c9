//! Writing: what one input changes, in one transaction (I8).

use sqlx::sqlite::SqliteConnection;

use super::Store;
use super::fault::Fault;
use super::ids::FightId;
use super::rows::{
    Alarm, Commit, Committed, FightRow, JournalRow, NewPost, PromptRow, SUMMARY, Timed, TurnRow,
};
use super::transaction::Transaction;

impl Store {
    /// Stores a new fight with its first journal row; the id in `fight` is not looked at.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn open_fight(&self, fight: &FightRow, commit: &Commit) -> Result<Committed, Fault> {
        let mut change = self.begin().await?;
        let written = match insert_fight(&mut change, fight).await {
            Ok(id) => write(&mut change, FightId(id), commit).await.map(|()| FightId(id)),
            Err(wrong) => Err(wrong),
        };
        let committed = self.finish(change, written, &commit.journal).await?;
        Ok(if committed == Committed::Overtaken { Committed::Occupied } else { committed })
    }

    /// Stores all that an input changes, or nothing of it.
    ///
    /// # Errors
    /// The file could not be written; nothing is stored.
    pub async fn commit(&self, fight: FightId, commit: &Commit) -> Result<Committed, Fault> {
        let mut change = self.begin().await?;
        let written = write(&mut change, fight, commit).await.map(|()| fight);
        self.finish(change, written, &commit.journal).await
    }

    async fn finish(
        &self,
        change: Transaction,
        written: Result<FightId, sqlx::Error>,
        journal: &JournalRow,
    ) -> Result<Committed, Fault> {
        match written {
            Ok(fight) => {
                change.commit().await?;
                Ok(Committed::Stored(fight))
            }
            Err(wrong) if is_taken(&wrong) => {
                change.take_back().await;
                Ok(self.repeated(journal).await?.unwrap_or(Committed::Overtaken))
            }
            Err(wrong) => {
                change.take_back().await;
                Err(wrong.into())
            }
        }
    }

    async fn repeated(&self, journal: &JournalRow) -> Result<Option<Committed>, Fault> {
        let Some(key) = journal.input_key else { return Ok(None) };
        let found = self.by_key(key as u64).await?;
        Ok(found.map(|(fight, revision)| Committed::Repeated { fight, revision }))
    }
}

/// Somebody else has the row already.
fn is_taken(wrong: &sqlx::Error) -> bool {
    wrong.as_database_error().is_some_and(|wrong| wrong.is_unique_violation())
}

async fn insert_fight(change: &mut SqliteConnection, fight: &FightRow) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "INSERT INTO fight (system, guild, channel, gm, is_open, is_paused, is_gm_told)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
    )
    .bind(&fight.system)
    .bind(fight.guild as i64)
    .bind(fight.channel as i64)
    .bind(fight.gm as i64)
    .bind(fight.is_open)
    .bind(fight.is_paused)
    .bind(fight.is_gm_told)
    .fetch_one(change)
    .await
}

async fn write(
    change: &mut SqliteConnection,
    fight: FightId,
    commit: &Commit,
) -> Result<(), sqlx::Error> {
    // First, because it is what fails when another input was faster.
    insert_journal(change, fight, &commit.journal).await?;
    if let Some(row) = &commit.fight {
        update_fight(change, fight, row).await?;
    }
    if let Some(users) = &commit.participants {
        set_participants(change, fight, users).await?;
    }
    for prompt in &commit.prompts {
        put_prompt(change, fight, prompt).await?;
    }
    for turn in &commit.turns {
        put_turn(change, fight, turn).await?;
    }
    for (timed, alarm) in &commit.timers {
        set_timer(change, fight, *timed, *alarm).await?;
    }
    for post in &commit.posts {
        insert_post(change, fight, &commit.journal, post).await?;
    }
    Ok(())
}

async fn insert_journal(
    change: &mut SqliteConnection,
    fight: FightId,
    row: &JournalRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO journal
         (fight, revision, at, user, kind, back_to, said, tape, notes, state, input_key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(fight.0)
    .bind(row.revision)
    .bind(row.at)
    .bind(row.user)
    .bind(row.kind)
    .bind(row.back_to)
    .bind(&row.said)
    .bind(&row.tape)
    .bind(&row.notes)
    .bind(&row.state)
    .bind(row.input_key)
    .execute(change)
    .await?;
    Ok(())
}

async fn update_fight(
    change: &mut SqliteConnection,
    fight: FightId,
    row: &FightRow,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE fight SET gm = ?, is_open = ?, is_paused = ?, is_gm_told = ? WHERE id = ?")
        .bind(row.gm as i64)
        .bind(row.is_open)
        .bind(row.is_paused)
        .bind(row.is_gm_told)
        .bind(fight.0)
        .execute(change)
        .await?;
    Ok(())
}

async fn set_participants(
    change: &mut SqliteConnection,
    fight: FightId,
    users: &[u64],
) -> Result<(), sqlx::Error> {
    let before: Vec<i64> = sqlx::query_scalar("SELECT user FROM participant WHERE fight = ?")
        .bind(fight.0)
        .fetch_all(&mut *change)
        .await?;
    for user in before.iter().filter(|user| !users.contains(&(**user as u64))) {
        sqlx::query("DELETE FROM participant WHERE user = ? AND fight = ?")
            .bind(user)
            .bind(fight.0)
            .execute(&mut *change)
            .await?;
    }
    for user in users.iter().filter(|user| !before.contains(&(**user as i64))) {
        sqlx::query("INSERT INTO participant (user, fight) VALUES (?, ?)")
            .bind(*user as i64)
            .bind(fight.0)
            .execute(&mut *change)
            .await?;
    }
    Ok(())
}

/// A prompt is written when it opens, and its outcome when it closes.
async fn put_prompt(
    change: &mut SqliteConnection,
    fight: FightId,
    prompt: &PromptRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO prompt (fight, revision, place, asked, outcome) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (fight, revision, place) DO UPDATE SET outcome = excluded.outcome",
    )
    .bind(fight.0)
    .bind(prompt.id.revision)
    .bind(prompt.id.place)
    .bind(&prompt.asked)
    .bind(&prompt.outcome)
    .execute(change)
    .await?;
    Ok(())
}

async fn put_turn(
    change: &mut SqliteConnection,
    fight: FightId,
    turn: &TurnRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO turn (fight, revision, waited, is_over) VALUES (?, ?, ?, ?)
         ON CONFLICT (fight, revision) DO UPDATE SET is_over = excluded.is_over",
    )
    .bind(fight.0)
    .bind(turn.id.revision)
    .bind(&turn.waited)
    .bind(turn.is_over)
    .execute(change)
    .await?;
    Ok(())
}

async fn set_timer(
    change: &mut SqliteConnection,
    fight: FightId,
    timed: Timed,
    alarm: Option<Alarm>,
) -> Result<(), sqlx::Error> {
    let (revision, place) = timed.columns();
    let Some(alarm) = alarm else {
        sqlx::query("DELETE FROM timer WHERE fight = ? AND revision = ? AND place = ?")
            .bind(fight.0)
            .bind(revision)
            .bind(place)
            .execute(change)
            .await?;
        return Ok(());
    };
    let (due, left) = match alarm {
        Alarm::At(due) => (Some(due), None),
        Alarm::Standing(left) => (None, Some(left)),
    };
    sqlx::query(
        "INSERT INTO timer (fight, revision, place, due, millis_left) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (fight, revision, place)
         DO UPDATE SET due = excluded.due, millis_left = excluded.millis_left",
    )
    .bind(fight.0)
    .bind(revision)
    .bind(place)
    .bind(due)
    .bind(left)
    .execute(change)
    .await?;
    Ok(())
}

async fn insert_post(
    change: &mut SqliteConnection,
    fight: FightId,
    journal: &JournalRow,
    post: &NewPost,
) -> Result<(), sqlx::Error> {
    // Of a fight's summary at most one post waits: the later one only says how far it must reach.
    let sql = if post.subject.as_deref() == Some(SUMMARY) {
        "INSERT INTO post (fight, audience, subject, letter, revision, at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (fight) WHERE subject = 'summary' AND failure IS NULL
         DO UPDATE SET revision = excluded.revision"
    } else {
        "INSERT INTO post (fight, audience, subject, letter, revision, at)
         VALUES (?, ?, ?, ?, ?, ?)"
    };
    sqlx::query(sql)
        .bind(fight.0)
        .bind(&post.audience)
        .bind(&post.subject)
        .bind(&post.letter)
        .bind(journal.revision)
        .bind(journal.at)
        .execute(change)
        .await?;
    Ok(())
}
