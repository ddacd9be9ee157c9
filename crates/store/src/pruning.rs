//! Deletes fights that have been over for long, with all their rows.
//!
//! Each is deleted in a transaction of its own, so this can be done while a bot runs on the
//! database. A fight that is opened again in that moment stays.

use serde_json::{Map, Value as Json};
use sqlx::AssertSqlSafe;

use super::Store;
use super::backup::{self, MaintenanceError};
use super::commit::is_constraint_violation;
use super::database::Database;
use super::erasure::store_last_fight_id_and_delete_fight_rows_if;
use super::error::StoreError;
use super::ids::{FightId, Millis};
use super::sql::{SqlValue, query};
use super::table_schema::{TableSchema, load_table_schemas};
use super::transaction::Batch;

/// An open database from which old fights are deleted.
pub struct FightPruner {
    pub store: Store,
    tables: Vec<TableSchema>,
    /// Whether no bot runs on the file. `false` for a server.
    is_alone: bool,
}

/// All rows of a fight as they are stored, by the names of their tables.
pub type FightRows = Map<String, Json>;

impl FightPruner {
    /// Opens a database, also while a bot runs on it.
    ///
    /// # Errors
    /// Fails if the database is missing, damaged or of another version, or cannot be opened.
    pub async fn open(database: &Database) -> Result<Self, MaintenanceError> {
        backup::check_current_version(database).await?;
        let to_store_error = |error| MaintenanceError::Store { file: database.clone(), error };
        let is_alone = match database {
            Database::File(file) => backup::lock_exclusively(file).is_ok(),
            Database::Server(_) => false,
        };
        let store = Store::open_alongside_bot(database).await.map_err(to_store_error)?;
        let tables = load_table_schemas().await.map_err(to_store_error)?;
        Ok(Self { store, tables, is_alone })
    }

    /// Returns the closed fights without any input since `cutoff` and without pending outbox rows.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_closed_fights_idle_and_delivered(
        &self,
        cutoff: Millis,
    ) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = query(
            "SELECT id FROM fight WHERE is_open = 0
             AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id AND at >= ?)
             AND NOT EXISTS (SELECT 1 FROM post WHERE post.fight = fight.id AND failure IS NULL)
             ORDER BY id",
        )
        .bind(cutoff)
        .fetch_all(&self.store.readers)
        .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Returns all rows of a fight as JSON objects, by their table.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fight_rows(&self, fight: FightId) -> Result<FightRows, StoreError> {
        let mut fight_rows = FightRows::new();
        for table in &self.tables {
            let Some(fight_column) = table.fight_column() else { continue };
            let sql = format!(
                "SELECT {} FROM {} WHERE {fight_column} = ? ORDER BY {}",
                table.column_list(),
                table.name,
                table.key_list()
            );
            let select = query(AssertSqlSafe(sql)).bind(fight.0);
            let mut objects = Vec::new();
            for row in &select.fetch_rows_retrying_stale_connections(&self.store.readers).await? {
                let values = table.read_values(row)?.into_iter().map(sql_value_to_json);
                let names = table.columns.iter().map(|(name, _)| name.clone());
                objects.push(Json::Object(names.zip(values).collect()));
            }
            fight_rows.insert(table.name.clone(), Json::Array(objects));
        }
        Ok(fight_rows)
    }

    /// Deletes a fight, unless it was opened again or written meanwhile. Returns whether the fight
    /// is gone.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing of the fight is deleted.
    pub async fn delete_fight_if_closed(&self, fight: FightId) -> Result<bool, StoreError> {
        let mut batch = Batch::default();
        // Locks the row: whoever wants to open the fight again waits until it is deleted.
        batch
            .add_sql("UPDATE fight SET is_open = 0 WHERE id = ? AND is_open = 0")
            .bind_value(fight.0);
        store_last_fight_id_and_delete_fight_rows_if(&mut batch, fight, "is_open = 0");
        self.store.recent_rows.forget(fight);
        match self.store.write_batch(batch).await {
            // A row was added to the fight meanwhile.
            Err(error) if is_constraint_violation(&error) => Ok(false),
            Err(error) => Err(error.into()),
            Ok(()) => Ok(self.store.load_fight_row(fight).await?.is_none()),
        }
    }

    /// Gives the free pages of the file back to the disk, and returns how many bytes stay free in
    /// it. If no bot runs on the file, it is written anew, which leaves none. Otherwise free pages
    /// are given back bit by bit, which leaves all in a file that an earlier version has created.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn shrink_and_load_free_bytes(&self) -> Result<i64, StoreError> {
        if self.is_alone {
            self.store.vacuum().await?;
        } else {
            let mut may_release_more = true;
            while may_release_more {
                may_release_more = self.store.release_some_free_pages_if_above(0).await?;
            }
        }
        self.store.load_free_bytes().await
    }
}

fn sql_value_to_json(value: SqlValue) -> Json {
    match value {
        SqlValue::Number(number) => number.into(),
        SqlValue::Text(text) => text.into(),
    }
}
