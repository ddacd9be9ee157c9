//! Taking away fights that have been over for long, with all rows of theirs.
//!
//! Each goes in a transaction of its own, so this may be done while a bot runs on the database:
//! nobody waits for long. Nobody waits for such a fight either, and one that is opened again in
//! that moment stays.

use serde_json::{Map, Value as Json};
use sqlx::AssertSqlSafe;

use super::Store;
use super::commit::is_taken;
use super::database::Database;
use super::fault::Fault;
use super::forgetting::delete;
use super::ids::{FightId, Millis};
use super::keeping::{self, Unkept};
use super::sql::{Value, query};
use super::tables::{Table, tables};
use super::transaction::Batch;

/// A database from which something is to be taken away.
pub struct Pruning {
    pub store: Store,
    tables: Vec<Table>,
    /// No bot runs on its file.
    is_alone: bool,
}

/// All rows of a fight, by their tables, as they are stored.
pub type Rows = Map<String, Json>;

impl Pruning {
    /// A database that is whole and in today's form, whoever uses it meanwhile.
    ///
    /// # Errors
    /// It is not, or it cannot be used.
    pub async fn open(database: &Database) -> Result<Self, Unkept> {
        keeping::check_form(database).await?;
        let at = |fault| Unkept::Fault { file: database.clone(), fault };
        let is_alone = match database {
            Database::File(file) => keeping::have_alone(file).is_ok(),
            Database::Server(_) => false,
        };
        let store = Store::beside(database).await.map_err(at)?;
        Ok(Self { store, tables: tables().await.map_err(at)?, is_alone })
    }

    /// The fights that were over before that, nothing has happened in since, and that have nothing
    /// left to tell.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn over_before(&self, at: Millis) -> Result<Vec<FightId>, Fault> {
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
    pub async fn rows(&self, fight: FightId) -> Result<Rows, Fault> {
        let mut all = Rows::new();
        for table in &self.tables {
            let Some(of) = table.fight() else { continue };
            let (names, name, keys) = (table.names(), &table.name, table.keys());
            let sql = format!("SELECT {names} FROM {name} WHERE {of} = ? ORDER BY {keys}");
            let rows = query(AssertSqlSafe(sql)).bind(fight.0);
            let rows = rows.rows(&self.store.readers).await?;
            let mut objects = Vec::new();
            for row in &rows {
                let values = table.values(row)?.into_iter().map(json);
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
    pub async fn take_away(&self, fight: FightId) -> Result<bool, Fault> {
        let mut batch = Batch::default();
        // Whoever would open it again waits until it is gone.
        batch.add("UPDATE fight SET is_open = 0 WHERE id = ? AND is_open = 0").bind(fight.0);
        delete(&mut batch, fight, "is_open = 0");
        match self.store.write(batch).await {
            // Something was added to it meanwhile.
            Err(wrong) if is_taken(&wrong) => Ok(false),
            written => {
                written?;
                Ok(self.store.fight(fight).await?.is_none())
            }
        }
    }

    /// Gives back to the disk what has become free; how many bytes could not be, since a bot runs
    /// on a file of an earlier version.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn give_back(&self) -> Result<i64, Fault> {
        match self.is_alone {
            true => self.store.vacuum().await?,
            false => while self.store.give_back(0).await? {},
        }
        self.store.free().await
    }
}

fn json(value: Value) -> Json {
    match value {
        Value::Number(number) => number.into(),
        Value::Text(text) => text.into(),
    }
}
