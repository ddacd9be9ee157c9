//! Reading fights: where they are, who is in them, how they stand.

use sqlx::AssertSqlSafe;

use super::Store;
use super::fault::Fault;
use super::ids::{ChannelId, FightId, PromptId, TurnId};
use super::rows::{Alarm, FightRow, JournalRow, KeptAnswer, PlanRow, PromptRow, Timed, TurnRow};
use super::sql::query;
use super::transaction::Batch;

/// A fight as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub fight: FightRow,
    pub revision: i64,
    pub state: String,
    pub dice: String,
    pub prompts: Vec<PromptRow>,
    /// The turn that runs, and when it was begun.
    pub turn: Option<(TurnRow, i64)>,
    pub timers: Vec<(Timed, Alarm)>,
    /// Standing orders, by combatant.
    pub orders: Vec<(u8, String)>,
    pub plans: Vec<PlanRow>,
    pub kept: Vec<KeptAnswer>,
}

/// How often a fight is read that changes meanwhile.
const MOST_TRIES: usize = 5;

type PromptColumns = (i64, i64, String, Option<i64>, Option<String>, Option<i64>);

fn read_prompt(fight: FightId, row: PromptColumns) -> PromptRow {
    let (revision, place, asked, closed, outcome, millis_left) = row;
    let (id, closed) = (PromptId { fight, revision, place }, closed.zip(outcome));
    PromptRow { id, asked, closed, millis_left }
}

impl Store {
    /// The last fight of a channel: the open one, where one is.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn fight_in(&self, channel: ChannelId) -> Result<Option<FightId>, Fault> {
        let id =
            query("SELECT id FROM fight WHERE channel = ? ORDER BY is_open DESC, id DESC LIMIT 1")
                .bind(channel.0 as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(id.map(FightId))
    }

    /// # Errors
    /// The file could not be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, Fault> {
        Ok(query("SELECT count(*) FROM fight WHERE channel = ? AND is_open = 1")
            .bind(channel.0 as i64)
            .fetch_one(&self.readers)
            .await?)
    }

    /// How many fights are open that this user has opened, whoever is their GM now, and how many
    /// in that server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn count_open(&self, user: u64, guild: u64) -> Result<(i64, i64), Fault> {
        Ok(query(
            "SELECT count(*) FILTER (WHERE journal.user = ?),
                    count(*) FILTER (WHERE fight.guild = ?)
             FROM fight JOIN journal ON journal.fight = fight.id AND journal.revision = 1
             WHERE fight.is_open = 1",
        )
        .bind(user as i64)
        .bind(guild as i64)
        .fetch_one(&self.readers)
        .await?)
    }

    /// The open fights somebody is in, and whether they chose it for their direct messages.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn fights_of(&self, user: u64) -> Result<Vec<(FightRow, bool)>, Fault> {
        let rows: Vec<(i64, bool)> =
            query("SELECT fight, is_chosen FROM participant WHERE user = ? ORDER BY fight")
                .bind(user as i64)
                .fetch_all(&self.readers)
                .await?;
        let mut fights = Vec::new();
        for (fight, is_chosen) in rows {
            if let Some(row) = self.fight(FightId(fight)).await?.filter(|row| row.is_open) {
                fights.push((row, is_chosen));
            }
        }
        Ok(fights)
    }

    /// The fight that somebody's direct messages are about, open or over.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn chosen_by(&self, user: u64) -> Result<Option<FightId>, Fault> {
        let id: Option<i64> =
            query("SELECT fight FROM participant WHERE user = ? AND is_chosen = 1")
                .bind(user as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(id.map(FightId))
    }

    /// The last fight of which somebody is the GM, open or over.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn last_led_by(&self, user: u64) -> Result<Option<FightId>, Fault> {
        let id: Option<i64> = query("SELECT id FROM fight WHERE gm = ? ORDER BY id DESC LIMIT 1")
            .bind(user as i64)
            .fetch_optional(&self.readers)
            .await?;
        Ok(id.map(FightId))
    }

    /// Remembers which fight somebody's direct messages are about.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn choose(&self, user: u64, fight: FightId) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch.add(
            "UPDATE participant SET is_chosen = CASE fight WHEN ? THEN 1 ELSE 0 END WHERE user = ?",
        );
        batch.bind(fight.0).bind(user as i64);
        batch.add(
            "DELETE FROM participant WHERE user = ? AND is_chosen = 0
             AND (SELECT is_open FROM fight WHERE id = participant.fight) = 0",
        );
        batch.bind(user as i64);
        Ok(self.write(batch).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn fight(&self, fight: FightId) -> Result<Option<FightRow>, Fault> {
        Ok(query("SELECT * FROM fight WHERE id = ?")
            .bind(fight.0)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// The fights of this program in which a question is open.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn waiting(&self) -> Result<Vec<FightId>, Fault> {
        let ours = self.ours("prompt.fight");
        let waiting =
            format!("SELECT DISTINCT fight FROM prompt WHERE closed IS NULL{ours} ORDER BY fight");
        let ids: Vec<i64> = query(AssertSqlSafe(waiting)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// All of a fight that its next input needs.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load(&self, id: FightId) -> Result<Option<Stored>, Fault> {
        // It is read piece by piece, and another program may write in between.
        for _ in 0..MOST_TRIES {
            let Some(stored) = self.load_in_pieces(id).await? else { return Ok(None) };
            if self.last_revision(id).await? == Some(stored.revision) {
                return Ok(Some(stored));
            }
        }
        Err(Fault::Locked)
    }

    /// The last row of a fight's journal; none where there is no such fight.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn last_revision(&self, id: FightId) -> Result<Option<i64>, Fault> {
        let last = query("SELECT max(revision) FROM journal WHERE fight = ?").bind(id.0);
        Ok(last.fetch_one(&self.readers).await?)
    }

    async fn load_in_pieces(&self, id: FightId) -> Result<Option<Stored>, Fault> {
        let last = self.journal_before(id, i64::MAX, 1).await?.pop();
        let Some(JournalRow { revision, state, dice, .. }) = last else { return Ok(None) };
        let Some(fight) = self.fight(id).await? else { return Ok(None) };
        let prompts = self.prompts(id).await?;
        let turn = self.running_turn(id).await?;
        let timers = self.timers_of(id).await?;
        let (orders, plans) = (self.orders(id).await?, self.plans(id).await?);
        let kept = self.kept_answers(id).await?;
        let stored =
            Stored { fight, revision, state, dice, prompts, turn, timers, orders, plans, kept };
        Ok(Some(stored))
    }

    /// The open prompts, and those that were closed while one of these was open.
    async fn prompts(&self, fight: FightId) -> Result<Vec<PromptRow>, Fault> {
        let mut rows: Vec<PromptColumns> = query(
            "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt
             WHERE fight = ? AND closed IS NULL ORDER BY revision, place",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?;
        if let Some((first, ..)) = rows.first() {
            let closed: Vec<PromptColumns> = query(
                "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt
                 WHERE fight = ? AND closed > ? ORDER BY revision, place",
            )
            .bind(fight.0)
            .bind(*first)
            .fetch_all(&self.readers)
            .await?;
            rows.extend(closed);
        }
        Ok(rows.into_iter().map(|row| read_prompt(fight, row)).collect())
    }

    async fn running_turn(&self, fight: FightId) -> Result<Option<(TurnRow, i64)>, Fault> {
        let row: Option<(i64, String, i64)> = query(
            "SELECT revision, waited, coalesce(at, 0) FROM turn
             LEFT JOIN journal USING (fight, revision)
             WHERE fight = ? AND is_over = 0 ORDER BY revision DESC LIMIT 1",
        )
        .bind(fight.0)
        .fetch_optional(&self.readers)
        .await?;
        let read = |(revision, waited, since)| {
            let id = TurnId { fight, revision };
            (TurnRow { id, waited, is_over: false, millis_left: None }, since)
        };
        Ok(row.map(read))
    }

    async fn timers_of(&self, fight: FightId) -> Result<Vec<(Timed, Alarm)>, Fault> {
        type Columns = (String, i64, i64, Option<i64>, Option<i64>);
        let rows: Vec<Columns> = query(
            "SELECT kind, revision, place, due, millis_left FROM timer WHERE fight = ?
             ORDER BY kind, revision, place",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?;
        let read = |(kind, revision, place, due, left): Columns| {
            let alarm = match due {
                Some(due) => Alarm::At(due),
                None => Alarm::Standing(left.unwrap_or(0)),
            };
            (Timed::read(fight.0, &kind, revision, place), alarm)
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// A prompt, open or closed.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn prompt(&self, id: PromptId) -> Result<Option<PromptRow>, Fault> {
        let row: Option<PromptColumns> = query(
            "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt
             WHERE fight = ? AND revision = ? AND place = ?",
        )
        .bind(id.fight.0)
        .bind(id.revision)
        .bind(id.place)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|row| read_prompt(id.fight, row)))
    }

    /// The prompts that one input has opened, open or closed.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn prompts_of(&self, fight: FightId, revision: i64) -> Result<Vec<PromptRow>, Fault> {
        let rows: Vec<PromptColumns> = query(
            "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt
             WHERE fight = ? AND revision = ? ORDER BY place",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| read_prompt(fight, row)).collect())
    }

    /// The revision of the turn that ran, or had just begun, at a row of the journal.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn turn_at(&self, fight: FightId, revision: i64) -> Result<Option<i64>, Fault> {
        Ok(query("SELECT max(revision) FROM turn WHERE fight = ? AND revision <= ?")
            .bind(fight.0)
            .bind(revision)
            .fetch_one(&self.readers)
            .await?)
    }

    /// A turn, running or over.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn turn(&self, id: TurnId) -> Result<Option<TurnRow>, Fault> {
        let row: Option<(String, bool, Option<i64>)> =
            query("SELECT waited, is_over, millis_left FROM turn WHERE fight = ? AND revision = ?")
                .bind(id.fight.0)
                .bind(id.revision)
                .fetch_optional(&self.readers)
                .await?;
        let read = |(waited, is_over, millis_left)| TurnRow { id, waited, is_over, millis_left };
        Ok(row.map(read))
    }

    /// The questions that were open after a row of the journal and have been closed since, first
    /// closed first: its own, and those that were asked again when its state was gone back to.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn prompts_after(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Vec<PromptRow>, Fault> {
        let rows: Vec<PromptColumns> = query(
            "SELECT revision, place, asked, closed, outcome, millis_left FROM prompt
             WHERE fight = ?1 AND closed > ?2 AND (revision <= ?2 OR revision IN
                 (SELECT revision FROM journal WHERE fight = ?1 AND back_to = ?2))
             ORDER BY closed, revision, place",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| read_prompt(fight, row)).collect())
    }

    /// The turn that ran after a row of the journal; the last one that did since that state was
    /// gone back to.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn turn_after(
        &self,
        fight: FightId,
        revision: i64,
    ) -> Result<Option<TurnRow>, Fault> {
        let last: Option<i64> = query(
            "SELECT max(revision) FROM turn WHERE fight = ?1 AND (revision <= ?2 OR revision IN
                 (SELECT revision FROM journal WHERE fight = ?1 AND back_to = ?2))",
        )
        .bind(fight.0)
        .bind(revision)
        .fetch_one(&self.readers)
        .await?;
        match last {
            Some(revision) => self.turn(TurnId { fight, revision }).await,
            None => Ok(None),
        }
    }
}
