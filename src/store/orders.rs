//! What is prepared for combatants: standing orders, and plans for their next turn.

use super::Store;
use super::fault::Fault;
use super::ids::FightId;
use super::rows::{PlanRow, Timed};
use super::transaction::Batch;

impl Store {
    /// The standing orders of a fight: the combatant, and what was given, in order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn orders(&self, fight: FightId) -> Result<Vec<(u8, String)>, Fault> {
        Ok(sqlx::query_as(
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
        Ok(self.write(batch).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn plans(&self, fight: FightId) -> Result<Vec<PlanRow>, Fault> {
        Ok(sqlx::query_as("SELECT combatant, planned FROM plan WHERE fight = ? ORDER BY combatant")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// # Errors
    /// The file could not be written.
    pub async fn put_plan(&self, fight: FightId, plan: PlanRow) -> Result<(), Fault> {
        let mut batch = Batch::default();
        put_plan(&mut batch, fight, plan);
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
