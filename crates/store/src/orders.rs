//! What is prepared for combatants: standing orders, plans for their next turn, and answers that do
//! not count yet.

use super::Store;
use super::commit::insert_post;
use super::fault::Fault;
use super::ids::Millis;
use super::ids::{FightId, PromptId};
use super::rows::{KeptAnswer, NewPost, PlanRow, Timed};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// The standing orders of a fight: the combatant, and what was given, in order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn orders(&self, fight: FightId) -> Result<Vec<(u8, String)>, Fault> {
        Ok(query(
            "SELECT combatant, given FROM standing_order WHERE fight = ? ORDER BY combatant, place",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Keeps all orders of a combatant in the place of those it had.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn put_orders(
        &self,
        fight: FightId,
        combatant: u8,
        given: Vec<String>,
    ) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch.add("DELETE FROM standing_order WHERE fight = ? AND combatant = ?");
        batch.bind(fight.0).bind(combatant);
        for (place, given) in given.into_iter().enumerate() {
            batch.add(
                "INSERT INTO standing_order (fight, combatant, place, given) VALUES (?, ?, ?, ?)",
            );
            batch.bind(fight.0).bind(combatant).bind(place as i64).bind(given);
        }
        self.tell(&mut batch, fight);
        Ok(self.write(batch).await?)
    }

    /// The answers kept for open questions.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn kept_answers(&self, fight: FightId) -> Result<Vec<KeptAnswer>, Fault> {
        Ok(query(
            "SELECT kept.revision, kept.place, kept.said FROM kept_answer AS kept
             JOIN prompt ON prompt.fight = kept.fight AND prompt.revision = kept.revision
                 AND prompt.place = kept.place
             WHERE kept.fight = ? AND prompt.closed IS NULL ORDER BY kept.revision, kept.place",
        )
        .bind(fight.0)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Keeps an answer in the place of the one that was kept before.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn keep_answer(
        &self,
        prompt: PromptId,
        said: String,
        posts: Vec<NewPost>,
        at: Millis,
    ) -> Result<(), Fault> {
        let PromptId { fight, revision, place } = prompt;
        let mut batch = Batch::default();
        batch.add("DELETE FROM kept_answer WHERE fight = ? AND revision = ? AND place = ?");
        batch.bind(fight.0).bind(revision).bind(place);
        batch.add("INSERT INTO kept_answer (fight, revision, place, said) VALUES (?, ?, ?, ?)");
        batch.bind(fight.0).bind(revision).bind(place).bind(said);
        for (place, post) in posts.into_iter().enumerate() {
            insert_post(&mut batch, fight, (revision, place as i64), at, post);
        }
        self.tell(&mut batch, fight);
        Ok(self.write(batch).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn plans(&self, fight: FightId) -> Result<Vec<PlanRow>, Fault> {
        Ok(query("SELECT combatant, planned FROM plan WHERE fight = ? ORDER BY combatant")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// # Errors
    /// The file could not be written.
    pub async fn put_plan(&self, fight: FightId, plan: PlanRow) -> Result<(), Fault> {
        let mut batch = Batch::default();
        put_plan(&mut batch, fight, plan);
        self.tell(&mut batch, fight);
        Ok(self.write(batch).await?)
    }

    /// A clock that has run out with nothing to do goes.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn forget_timer(&self, timed: Timed) -> Result<(), Fault> {
        let mut batch = Batch::default();
        super::commit::set_timer(&mut batch, timed.fight(), timed, None);
        Ok(self.write(batch).await?)
    }
}

/// A plan in the place of the one there was, or none any more.
pub(super) fn put_plan(batch: &mut Batch, fight: FightId, plan: PlanRow) {
    let Some(planned) = plan.planned else {
        batch.add("DELETE FROM plan WHERE fight = ? AND combatant = ?");
        batch.bind(fight.0).bind(plan.combatant);
        return;
    };
    batch
        .add(
            "INSERT INTO plan (fight, combatant, planned) VALUES (?, ?, ?)
             ON CONFLICT (fight, combatant) DO UPDATE SET planned = excluded.planned",
        )
        .bind(fight.0)
        .bind(plan.combatant)
        .bind(planned);
}
