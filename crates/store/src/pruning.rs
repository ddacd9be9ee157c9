//! Taking away fights that have been over for long, with all rows of theirs.
//!
//! Each goes in a transaction of its own, so this may be done while a bot runs on the database:
//! nobody waits for long. Nobody waits for such a fight either, and one that is opened again in
//! that moment stays.

use serde_json::{Map, Value as Json};
use sqlx::AssertSqlSafe;

use super::Store;
use super::backup::{self, MaintenanceError};
use super::commit::is_constraint_violation;
use super::database::Database;
use super::erasure::delete_fight_rows;
use super::error::StoreError;
use super::ids::{FightId, Millis};
use super::sql::{SqlValue, query};
use super::table_schema::{TableSchema, load_table_schemas};
use super::transaction::Batch;

/// A database from which something is to be taken away.
pub struct FightPruner {
    pub store: Store,
    tables: Vec<TableSchema>,
    /// No bot runs on its file.
    is_alone: bool,
}

/// All rows of a fight, by their tables, as they are stored.
pub type FightRows = Map<String, Json>;

impl FightPruner {
    /// A database that is whole and in today's form, whoever uses it meanwhile.
    ///
    /// # Errors
    /// It is not, or it cannot be used.
    pub async fn open(database: &Database) -> Result<Self, MaintenanceError> {
        backup::check_current_version(database).await?;
        let at = |fault| MaintenanceError::Store { file: database.clone(), error: fault };
        let is_alone = match database {
            Database::File(file) => backup::lock_exclusively(file).is_ok(),
            Database::Server(_) => false,
        };
        let store = Store::open_alongside_bot(database).await.map_err(at)?;
        Ok(Self { store, tables: load_table_schemas().await.map_err(at)?, is_alone })
    }

    /// The fights that were over before that, nothing has happened in since, and that have nothing
    /// left to tell.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_fights_over_before(&self, at: Millis) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = query(
            "SELECT id FROM fight WHERE is_open = 0
             AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id AND at >= ?)
             AND NOT EXISTS (SELECT 1 FROM post WHERE post.fight = fight.id AND failure IS NULL)
             ORDER BY id",
        )
        .bind(at)
        .fetch_all(&self.store.readers)
        .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// # Errors
    /// The file could not be read.
    pub async fn load_fight_rows(&self, fight: FightId) -> Result<FightRows, StoreError> {
        let mut all = FightRows::new();
        for table in &self.tables {
            let Some(of) = table.fight_column() else { continue };
            let (names, name, keys) = (table.column_list(), &table.name, table.key_list());
            let sql = format!("SELECT {names} FROM {name} WHERE {of} = ? ORDER BY {keys}");
            let rows = query(AssertSqlSafe(sql)).bind(fight.0);
            let rows = rows.fetch_rows(&self.store.readers).await?;
            let mut objects = Vec::new();
            for row in &rows {
                let values = table.read_values(row)?.into_iter().map(sql_value_to_json);
                let names = table.columns.iter().map(|(name, _)| name.clone());
                objects.push(Json::Object(names.zip(values).collect()));
            }
            all.insert(name.clone(), Json::Array(objects));
        }
        Ok(all)
    }

    /// Takes a fight away, unless somebody has opened it again: whether it is gone.
    ///
    /// # Errors
    /// The file could not be written; all of the fight is there.
    pub async fn delete_closed_fight(&self, fight: FightId) -> Result<bool, StoreError> {
        let mut batch = Batch::default();
        // Whoever would open it again waits until it is gone.
        batch
            .add_sql("UPDATE fight SET is_open = 0 WHERE id = ? AND is_open = 0")
            .bind_value(fight.0);
        delete_fight_rows(&mut batch, fight, "is_open = 0");
        match self.store.write_batch(batch).await {
            // Something was added to it meanwhile.
            Err(wrong) if is_constraint_violation(&wrong) => Ok(false),
            written => {
                written?;
                Ok(self.store.load_fight_row(fight).await?.is_none())
            }
        }
    }

    /// Gives back to the disk what has become free; how many bytes could not be, since a bot runs
    /// on a file of an earlier version.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn release_free_space(&self) -> Result<i64, StoreError> {
        match self.is_alone {
            true => self.store.vacuum().await?,
            false => while self.store.release_some_free_pages(0).await? {},
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
