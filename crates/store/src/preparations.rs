//! Preparations for combatants: standing orders, turn plans, and stored answers, which do not count
//! yet.

use super::Store;
use super::commit::{insert_or_extend_outbox_row, make_untried_dm_rows_due};
use super::error::StoreError;
use super::ids::{FightId, Millis, PromptId};
use super::rows::{DeadlineKind, NewOutboxRow, PlanRow, StoredAnswer};
use super::sql::query;
use super::transaction::Batch;

impl Store {
    /// Returns the standing orders of a fight, each with its combatant, in the order in which they
    /// apply.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
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

    /// Replaces all standing orders of a combatant.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn replace_standing_orders(
        &self,
        fight: FightId,
        combatant: u8,
        orders: Vec<String>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM standing_order WHERE fight = ? AND combatant = ?");
        batch.bind_value(fight.0).bind_value(combatant);
        for (place, order) in orders.into_iter().enumerate() {
            batch.add_sql(
                "INSERT INTO standing_order (fight, combatant, place, given) VALUES (?, ?, ?, ?)",
            );
            batch
                .bind_value(fight.0)
                .bind_value(combatant)
                .bind_value(place as i64)
                .bind_value(order);
        }
        self.add_owner_notification(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// Returns the stored answers to open prompts.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_answers_to_open_prompts(
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

    /// Stores an answer to a prompt in place of an earlier one, and inserts outbox rows.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn replace_answer_and_insert_outbox_rows(
        &self,
        prompt: PromptId,
        answer: String,
        outbox_rows: Vec<NewOutboxRow>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let PromptId { fight, revision, place } = prompt;
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM kept_answer WHERE fight = ? AND revision = ? AND place = ?");
        batch.bind_value(fight.0).bind_value(revision).bind_value(place);
        batch.add_sql("INSERT INTO kept_answer (fight, revision, place, said) VALUES (?, ?, ?, ?)");
        batch.bind_value(fight.0).bind_value(revision).bind_value(place).bind_value(answer);
        for (row_place, row) in outbox_rows.into_iter().enumerate() {
            make_untried_dm_rows_due(&mut batch, &row.audience, now);
            insert_or_extend_outbox_row(&mut batch, fight, revision, row_place as i64, now, row);
        }
        self.add_owner_notification(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// Returns the turn plans of a fight, by combatant.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_plans(&self, fight: FightId) -> Result<Vec<PlanRow>, StoreError> {
        Ok(query("SELECT combatant, planned FROM plan WHERE fight = ? ORDER BY combatant")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Stores a turn plan in place of the combatant's earlier one. One without `planned` deletes
    /// that.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn store_or_delete_plan(
        &self,
        fight: FightId,
        plan: PlanRow,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        upsert_or_delete_plan(&mut batch, fight, plan);
        self.add_owner_notification(&mut batch, fight);
        Ok(self.write_batch(batch).await?)
    }

    /// Deletes a timer that has run out and has nothing to do.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn delete_timer(&self, timer: DeadlineKind) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        super::commit::upsert_or_delete_timer(&mut batch, timer.fight_id(), timer, None);
        Ok(self.write_batch(batch).await?)
    }
}

/// Adds a statement that stores a turn plan in place of the previous one, or deletes it.
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
