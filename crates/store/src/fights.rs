//! Reads fights: their channels, participants, prompts, turns and current states.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::Store;
use super::error::StoreError;
use super::ids::{ChannelId, FightId, PromptId, TurnId};
use super::rows::{
    Deadline, DeadlineKind, FightRow, JournalRow, PlanRow, PromptRow, StoredAnswer, TurnRow,
};
use super::sql::query;
use super::transaction::Batch;

/// All that is stored of a fight's present: what its next input needs.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFight {
    pub fight: FightRow,
    pub revision: i64,
    pub state: String,
    pub dice: String,
    pub prompts: Vec<PromptRow>,
    pub running_turn: Option<RunningTurn>,
    pub timers: Vec<(DeadlineKind, Deadline)>,
    /// The standing orders, each with the combatant that has it.
    pub standing_orders: Vec<(u8, String)>,
    pub plans: Vec<PlanRow>,
    pub stored_answers: Vec<StoredAnswer>,
}

/// A turn that is not over.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningTurn {
    pub row: TurnRow,
    /// When it began, in milliseconds since 1970.
    pub started_at: i64,
}

/// How often a fight is read again that changes while it is read.
const MAX_READ_ATTEMPTS: usize = 5;

/// A statement that selects the columns of [`PromptColumns`] of the prompts that fit.
macro_rules! select_prompts {
    ($condition:literal) => {
        concat!(
            "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt ",
            $condition
        )
    };
}

type PromptColumns = (i64, i64, String, Option<i64>, Option<String>, Option<i64>);

/// Builds the row of a prompt. It is closed if it has both a revision and an outcome.
fn prompt_from_columns(fight: FightId, columns: PromptColumns) -> PromptRow {
    let (revision, place, question, closed, outcome, millis_left) = columns;
    let id = PromptId { fight, revision, place };
    PromptRow { id, question, closed: closed.zip(outcome), millis_left }
}

/// How many fights are open.
pub struct OpenFightCounts {
    /// Those that the user has opened, whoever is their GM now.
    pub opened_by_user: i64,
    /// Those on the server.
    pub in_guild: i64,
}

impl Store {
    /// Returns the open fight of a channel, or else its latest fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_open_or_latest_fight(
        &self,
        channel: ChannelId,
    ) -> Result<Option<FightId>, StoreError> {
        let id =
            query("SELECT id FROM fight WHERE channel = ? ORDER BY is_open DESC, id DESC LIMIT 1")
                .bind(channel.0 as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(id.map(FightId))
    }

    /// Returns the channels with an open fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_channels_with_open_fights(&self) -> Result<BTreeSet<ChannelId>, StoreError> {
        let channels: Vec<i64> =
            query("SELECT channel FROM fight WHERE is_open = 1").fetch_all(&self.readers).await?;
        Ok(channels.into_iter().map(|channel| ChannelId(channel as u64)).collect())
    }

    /// Returns whether a channel has an open fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, StoreError> {
        Ok(query("SELECT count(*) FROM fight WHERE channel = ? AND is_open = 1")
            .bind(channel.0 as i64)
            .fetch_one(&self.readers)
            .await?)
    }

    /// Counts the open fights of a user and those of a server.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn count_open_fights(
        &self,
        opener: u64,
        guild: u64,
    ) -> Result<OpenFightCounts, StoreError> {
        let (opened_by_user, in_guild) = query(
            "SELECT count(*) FILTER (WHERE journal.user = ?),
                    count(*) FILTER (WHERE fight.guild = ?)
             FROM fight JOIN journal ON journal.fight = fight.id AND journal.revision = 1
             WHERE fight.is_open = 1",
        )
        .bind(opener as i64)
        .bind(guild as i64)
        .fetch_one(&self.readers)
        .await?;
        Ok(OpenFightCounts { opened_by_user, in_guild })
    }

    /// Returns the open fights that a user takes part in.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_open_fights_of_user(&self, user: u64) -> Result<Vec<FightRow>, StoreError> {
        let ids: Vec<i64> = query("SELECT fight FROM participant WHERE user = ? ORDER BY fight")
            .bind(user as i64)
            .fetch_all(&self.readers)
            .await?;
        let mut fights = Vec::new();
        for id in ids {
            let row = self.load_fight_row(FightId(id)).await?;
            fights.extend(row.filter(|row| row.is_open));
        }
        Ok(fights)
    }

    /// Returns the fight that a user has chosen for their direct messages, open or closed.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fight_chosen_for_dms(
        &self,
        user: u64,
    ) -> Result<Option<FightId>, StoreError> {
        let id: Option<i64> =
            query("SELECT fight FROM participant WHERE user = ? AND is_chosen = 1")
                .bind(user as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(id.map(FightId))
    }

    /// Returns the latest fight of which a user is the GM, open or closed.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_gm_fight(&self, user: u64) -> Result<Option<FightId>, StoreError> {
        let id: Option<i64> = query("SELECT id FROM fight WHERE gm = ? ORDER BY id DESC LIMIT 1")
            .bind(user as i64)
            .fetch_optional(&self.readers)
            .await?;
        Ok(id.map(FightId))
    }

    /// Stores which fight a user has chosen for their direct messages. Closed fights that they have
    /// not chosen are no longer kept as theirs.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn store_fight_chosen_for_dms_and_drop_closed(
        &self,
        user: u64,
        fight: FightId,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql(
            "UPDATE participant SET is_chosen = CASE fight WHEN ? THEN 1 ELSE 0 END WHERE user = ?",
        );
        batch.bind_value(fight.0).bind_value(user as i64);
        batch.add_sql(
            "DELETE FROM participant WHERE user = ? AND is_chosen = 0
             AND (SELECT is_open FROM fight WHERE id = participant.fight) = 0",
        );
        batch.bind_value(user as i64);
        Ok(self.write_batch(batch).await?)
    }

    /// Returns the row of a fight; `None` if there is no such fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fight_row(&self, fight: FightId) -> Result<Option<FightRow>, StoreError> {
        Ok(query("SELECT * FROM fight WHERE id = ?")
            .bind(fight.0)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Returns the fights of this process that have an open prompt.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fights_of_process_with_open_prompts(
        &self,
    ) -> Result<Vec<FightId>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("prompt.fight");
        let sql = format!(
            "SELECT DISTINCT fight FROM prompt WHERE closed IS NULL{and_own} ORDER BY fight"
        );
        let ids: Vec<i64> = query(AssertSqlSafe(sql)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Returns a fight with all that its next input needs, or `None` if there is no such fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read, or the fight changes at every attempt.
    pub async fn load_fight(&self, id: FightId) -> Result<Option<StoredFight>, StoreError> {
        // The tables are read one by one, and another process may write in between.
        for _ in 0..MAX_READ_ATTEMPTS {
            let Some(stored) = self.load_fight_parts_unsynchronised(id).await? else {
                return Ok(None);
            };
            if self.load_last_revision(id).await? == Some(stored.revision) {
                return Ok(Some(stored));
            }
        }
        Err(StoreError::Locked)
    }

    /// Returns the revision of the last row in a fight's journal, or `None` if there is no such
    /// fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_last_revision(&self, id: FightId) -> Result<Option<i64>, StoreError> {
        let last = query("SELECT max(revision) FROM journal WHERE fight = ?").bind(id.0);
        Ok(last.fetch_one(&self.readers).await?)
    }

    /// Loads a fight table by table; if another process writes in between, the parts do not fit
    /// together. Returns `None` if there is no such fight.
    async fn load_fight_parts_unsynchronised(
        &self,
        id: FightId,
    ) -> Result<Option<StoredFight>, StoreError> {
        let last_row = self.load_journal_rows_before(id, i64::MAX, 1).await?.pop();
        let Some(JournalRow { revision, state, dice, .. }) = last_row else { return Ok(None) };
        let Some(fight) = self.load_fight_row(id).await? else { return Ok(None) };
        Ok(Some(StoredFight {
            fight,
            revision,
            state,
            dice,
            prompts: self.load_open_and_since_closed_prompts(id).await?,
            running_turn: self.load_running_turn(id).await?,
            timers: self.load_timers(id).await?,
            standing_orders: self.load_standing_orders(id).await?,
            plans: self.load_plans(id).await?,
            stored_answers: self.load_answers_to_open_prompts(id).await?,
        }))
    }

    /// Returns the open prompts, and those that were closed since the first of them was opened.
    async fn load_open_and_since_closed_prompts(
        &self,
        fight: FightId,
    ) -> Result<Vec<PromptRow>, StoreError> {
        let mut rows: Vec<PromptColumns> =
            query(select_prompts!("WHERE fight = ? AND closed IS NULL ORDER BY revision, place"))
                .bind(fight.0)
                .fetch_all(&self.readers)
                .await?;
        if let Some((first, ..)) = rows.first() {
            let closed: Vec<PromptColumns> =
                query(select_prompts!("WHERE fight = ? AND closed > ? ORDER BY revision, place"))
                    .bind(fight.0)
                    .bind(*first)
                    .fetch_all(&self.readers)
                    .await?;
            rows.extend(closed);
        }
        Ok(rows.into_iter().map(|row| prompt_from_columns(fight, row)).collect())
    }

    /// Returns the turn that is not over, with the time at which it began.
    async fn load_running_turn(&self, fight: FightId) -> Result<Option<RunningTurn>, StoreError> {
        let row: Option<(i64, String, i64)> = query(
            "SELECT revision, waited, coalesce(at, 0) FROM turn
             LEFT JOIN journal USING (fight, revision)
             WHERE fight = ? AND is_over = 0 ORDER BY revision DESC LIMIT 1",
        )
        .bind(fight.0)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|(revision, awaited, started_at)| {
            let id = TurnId { fight, revision };
            let row = TurnRow { id, awaited, is_over: false, millis_left: None };
            RunningTurn { row, started_at }
        }))
    }

    /// Returns the timers of a fight, running and paused.
    async fn load_timers(
        &self,
        fight: FightId,
    ) -> Result<Vec<(DeadlineKind, Deadline)>, StoreError> {
        type Columns = (String, i64, i64, Option<i64>, Option<i64>);
        let rows: Vec<Columns> = query(
            "SELECT kind, revision, place, due, millis_left FROM timer WHERE fight = ?
             ORDER BY kind, revision, place",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?;
        let to_timer = |(kind, revision, place, due, millis_left): Columns| {
            let deadline = match due {
                Some(due) => Deadline::At(due),
                None => Deadline::Paused(millis_left.unwrap_or(0)),
            };
            (DeadlineKind::from_columns(fight.0, &kind, revision, place), deadline)
        };
        Ok(rows.into_iter().map(to_timer).collect())
    }

    /// Returns a prompt, open or closed.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_prompt(&self, id: PromptId) -> Result<Option<PromptRow>, StoreError> {
        let row: Option<PromptColumns> =
            query(select_prompts!("WHERE fight = ? AND revision = ? AND place = ?"))
                .bind(id.fight.0)
                .bind(id.revision)
                .bind(id.place)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|row| prompt_from_columns(id.fight, row)))
    }

    /// Returns the prompts that the input with this revision has opened, open or closed.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_prompts_opened_by(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Vec<PromptRow>, StoreError> {
        let rows: Vec<PromptColumns> =
            query(select_prompts!("WHERE fight = ? AND revision = ? ORDER BY place"))
                .bind(fight.0)
                .bind(revision)
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.into_iter().map(|row| prompt_from_columns(fight, row)).collect())
    }

    /// Returns the revision that began the turn that ran at a row of the journal.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_turn_revision_at(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<i64>, StoreError> {
        Ok(query("SELECT max(revision) FROM turn WHERE fight = ? AND revision <= ?")
            .bind(fight.0)
            .bind(revision)
            .fetch_one(&self.readers)
            .await?)
    }

    /// Returns a turn, running or over.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_turn(&self, id: TurnId) -> Result<Option<TurnRow>, StoreError> {
        let row: Option<(String, bool, Option<i64>)> =
            query("SELECT waited, is_over, millis_left FROM turn WHERE fight = ? AND revision = ?")
                .bind(id.fight.0)
                .bind(id.revision)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(awaited, is_over, millis_left)| TurnRow { id, awaited, is_over, millis_left }))
    }

    /// Returns the prompts that were open after a row of the journal but have been closed since, in
    /// the order in which they were closed. These include the prompts that an undo opened again
    /// when it went back to that row.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_prompts_open_at_but_since_closed(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Vec<PromptRow>, StoreError> {
        let rows: Vec<PromptColumns> = query(select_prompts!(
            "WHERE fight = ?1 AND closed > ?2 AND (revision <= ?2 OR revision IN
                 (SELECT revision FROM journal WHERE fight = ?1 AND back_to = ?2))
             ORDER BY closed, revision, place"
        ))
        .bind(fight.0)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| prompt_from_columns(fight, row)).collect())
    }

    /// Returns the turn that ran after a row of the journal. Where an undo has gone back to that
    /// row, the turn that ran after the last such undo.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_turn_in_force_after_row(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<TurnRow>, StoreError> {
        let last: Option<i64> = query(
            "SELECT max(revision) FROM turn WHERE fight = ?1 AND (revision <= ?2 OR revision IN
                 (SELECT revision FROM journal WHERE fight = ?1 AND back_to = ?2))",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_one(&self.readers)
        .await?;
        match last {
            Some(revision) => self.load_turn(TurnId { fight, revision }).await,
            None => Ok(None),
        }
    }
}
