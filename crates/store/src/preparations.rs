//! What is prepared for combatants: standing orders, plans for their next turn, and answers that do
//! not count yet.

use super::Store;
use super::commit::insert_outbox_row;
use super::error::StoreError;
use super::ids::Millis;
use super::ids::{FightId, PromptId};
use super::rows::{DeadlineKind, NewOutboxRow, PlanRow, StoredAnswer};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// The standing orders of a fight: the combatant, and what was given, in order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_standing_orders(
        &self,
        fight: FightId,
    ) -> Result<Vec<(u8, String)>, StoreError> {
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
    pub async fn replace_standing_orders(
        &self,
        fight: FightId,
        combatant: u8,
        orders: Vec<String>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM standing_order WHERE fight = ? AND combatant = ?");
        batch.bind_value(fight.0).bind_value(combatant);
        for (place, given) in orders.into_iter().enumerate() {
            batch.add_sql(
                "INSERT INTO standing_order (fight, combatant, place, given) VALUES (?, ?, ?, ?)",
            );
            batch
                .bind_value(fight.0)
                .bind_value(combatant)
                .bind_value(place as i64)
                .bind_value(given);
        }
        self.notify_fight_owner(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// The answers kept for open questions.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_stored_answers(
        &self,
        fight: FightId,
    ) -> Result<Vec<StoredAnswer>, StoreError> {
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
    pub async fn store_answer(
        &self,
        prompt: PromptId,
        answer: String,
        outbox_rows: Vec<NewOutboxRow>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let PromptId { fight, revision, place } = prompt;
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM kept_answer WHERE fight = ? AND revision = ? AND place = ?");
        batch.bind_value(fight.0).bind_value(revision).bind_value(place);
        batch.add_sql("INSERT INTO kept_answer (fight, revision, place, said) VALUES (?, ?, ?, ?)");
        batch.bind_value(fight.0).bind_value(revision).bind_value(place).bind_value(answer);
        for (place, post) in outbox_rows.into_iter().enumerate() {
            insert_outbox_row(&mut batch, fight, (revision, place as i64), at, post);
        }
        self.notify_fight_owner(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn load_plans(&self, fight: FightId) -> Result<Vec<PlanRow>, StoreError> {
        Ok(query("SELECT combatant, planned FROM plan WHERE fight = ? ORDER BY combatant")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// # Errors
    /// The file could not be written.
    pub async fn store_plan(&self, fight: FightId, plan: PlanRow) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        upsert_or_delete_plan(&mut batch, fight, plan);
        self.notify_fight_owner(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// A clock that has run out with nothing to do goes.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn delete_timer(&self, timer: DeadlineKind) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        super::commit::upsert_or_delete_timer(&mut batch, timer.fight_id(), timer, None);
        Ok(self.write_batch(batch).await?)
    }
}

/// A plan in the place of the one there was, or none any more.
pub(super) fn upsert_or_delete_plan(batch: &mut Batch, fight: FightId, plan: PlanRow) {
    let Some(planned) = plan.planned else {
        batch.add_sql("DELETE FROM plan WHERE fight = ? AND combatant = ?");
        batch.bind_value(fight.0).bind_value(plan.combatant);
        return;
    };
    batch
        .add_sql(
            "INSERT INTO plan (fight, combatant, planned) VALUES (?, ?, ?)
             ON CONFLICT (fight, combatant) DO UPDATE SET planned = excluded.planned",
        )
        .bind_value(fight.0)
        .bind_value(plan.combatant)
        .bind_value(planned);
}
