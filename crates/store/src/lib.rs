//! The store: the only room that speaks to the database. Rows in, rows out; what they mean is the
//! app's affair.
//!
//! Through sqlx, to a file of SQLite (WAL, `synchronous=FULL`, foreign keys, strict tables) or to a
//! PostgreSQL server. Either has one writer. The SQL is small and plain, and the same for both
//! (`sql.rs`); beside it, `keeping.rs` looks after files and `server.rs` after servers, `shards.rs`
//! is for several programs on one server, `copying.rs` moves all from one to another, and
//! `pruning.rs` takes away what is over. What an input changes is written by [`Store::commit`] in
//! one transaction; the tables are in `migrations/`.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

pub mod backup;
mod commit;
mod daily_dice;
pub mod database;
pub mod database_copy;
mod disk_space;
mod erasure;
pub mod error;
pub mod fights;
mod guild_systems;
pub mod ids;
pub mod io_problem;
mod journal;
mod key_values;
mod library;
mod migrations;
mod outbox;
mod people;
mod postgres;
mod preparations;
pub mod pruning;
mod row_cache;
pub mod rows;
pub mod shards;
mod sql;
mod state_packing;
mod table_schema;
mod timers;
mod transaction;

#[cfg(test)]
mod server_tests;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use database::Database;
use error::StoreError;
use io_problem::describe_io_error;
use migrations::{SQLITE_MIGRATIONS, newest_version};
use row_cache::RowCache;
use rows::PersonRow;
use shards::{ShardClaim, ShardRange};
use sql::{Pool, query};

/// How long an input waits for another program that is writing: shorter than a chat service waits
/// for an answer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// What takes its time. In a box, so that it is compiled once, and not again in each program that
/// waits for it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The database of state. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    /// One connection: there is one writer.
    writer: Pool,
    /// Where the database is in memory, the writer.
    readers: Pool,
    memo_cache: RowCache<String, String>,
    person_cache: RowCache<u64, PersonRow>,
    /// None in memory, and of a server.
    database_file: Option<Arc<DatabaseFile>>,
    /// None of a program that is alone.
    shard_claim: Option<Arc<ShardClaim>>,
}

/// Where the file is.
struct DatabaseFile {
    path: PathBuf,
    /// Which file it is, whatever its name.
    file_id: Option<backup::FileId>,
    /// Says that the file is in use.
    _lock: Option<File>,
}

impl Store {
    /// Opens a database, makes a file where it is not there, and brings it to this version's form.
    ///
    /// # Errors
    /// Why it cannot be used, as a sentence.
    pub async fn open(database: impl Into<Database>) -> Result<Self, StoreError> {
        match database.into() {
            Database::File(path) => Self::open_sqlite_file(&path).await,
            Database::Server(address) => {
                let (writer, readers) = postgres::open_exclusively(&address).await?;
                outbox::mark_pending_as_tried(&writer).await?;
                Ok(Self::from_pools(writer, readers))
            }
        }
    }

    /// … for a program that has some of the bot's shards, beside others that have the rest. Waits
    /// until no other has one of them.
    ///
    /// # Errors
    /// Why it cannot be used, as a sentence.
    pub async fn open_for_shards(
        database: impl Into<Database>,
        shards: ShardRange,
    ) -> Result<Self, StoreError> {
        match database.into() {
            Database::File(_) => Err(StoreError::CannotOpen(format!(
                "one process alone uses a file, and it has all shards; for {shards} set \
                 RIPOSTE_DATABASE=postgres://…"
            ))),
            Database::Server(address) => {
                let part = Arc::new(ShardClaim::new(&address, shards));
                let (writer, readers) = postgres::open_for_shards(&part).await?;
                let (memos, persons) = (RowCache::disabled(), RowCache::disabled());
                Ok(Self {
                    shard_claim: Some(part),
                    memo_cache: memos,
                    person_cache: persons,
                    ..Self::from_pools(writer, readers)
                })
            }
        }
    }

    async fn open_sqlite_file(path: &Path) -> Result<Self, StoreError> {
        backup::create_file_if_missing(path)
            .map_err(|error| StoreError::CannotOpen(describe_io_error(&error)))?;
        let options = SqliteConnectOptions::new().filename(path);
        let mark = backup::lock_shared(path);
        let store = Self::open_checked_sqlite(options.busy_timeout(BUSY_TIMEOUT)).await?;
        let place =
            DatabaseFile { path: path.into(), file_id: backup::read_file_id(path), _lock: mark };
        Ok(Self { database_file: Some(Arc::new(place)), ..store })
    }

    /// Opens a database beside the bot that may run on it: as it is, and what waits in it is the
    /// bot's.
    async fn open_alongside_bot(database: &Database) -> Result<Self, StoreError> {
        match database {
            Database::File(path) => {
                let options = with_durable_settings(SqliteConnectOptions::new().filename(path))
                    .busy_timeout(BUSY_TIMEOUT);
                let place = DatabaseFile {
                    path: path.into(),
                    file_id: backup::read_file_id(path),
                    _lock: backup::lock_shared(path),
                };
                let writer =
                    Pool::Sqlite(single_connection_options().connect_with(options.clone()).await?);
                let store = Self::from_pools(writer, connect_file_readers(options).await?);
                Ok(Self { database_file: Some(Arc::new(place)), ..store })
            }
            Database::Server(address) => {
                let (writer, readers) = postgres::connect_alongside_bot(address).await?;
                Ok(Self::from_pools(writer, readers))
            }
        }
    }

    /// Whether the file is still where it was opened, and the shards are still this program's.
    ///
    /// # Errors
    /// It is not: what is written goes nowhere.
    pub fn check_still_owned(&self) -> Result<(), StoreError> {
        self.check_shards_owned()?;
        match &self.database_file {
            Some(place) if backup::read_file_id(&place.path) != place.file_id => {
                Err(StoreError::FileReplaced(place.path.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    async fn open_checked_sqlite(options: SqliteConnectOptions) -> Result<Self, StoreError> {
        let options = with_durable_settings(options);
        let writer = single_connection_options()
            .connect_with(disk_space::with_incremental_vacuum(options.clone()))
            .await?;
        let wrong: Vec<String> =
            sqlx::query_scalar("PRAGMA quick_check").fetch_all(&writer).await?;
        if wrong != ["ok"] {
            return Err(StoreError::Corrupt(wrong.join("; ")));
        }
        migrate_sqlite(&writer).await?;
        let writer = Pool::Sqlite(writer);
        outbox::mark_pending_as_tried(&writer).await?;
        Ok(Self::from_pools(writer, connect_file_readers(options).await?))
    }

    /// A store that lives as long as the program: for scripts and tests.
    ///
    /// # Errors
    /// There is no memory for it.
    pub async fn in_memory() -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        let writer = single_connection_options().connect_with(options).await?;
        migrate_sqlite(&writer).await?;
        let writer = Pool::Sqlite(writer);
        Ok(Self::from_pools(writer.clone(), writer))
    }

    fn from_pools(writer: Pool, readers: Pool) -> Self {
        Self {
            writer,
            readers,
            memo_cache: RowCache::default(),
            person_cache: RowCache::default(),
            database_file: None,
            shard_claim: None,
        }
    }

    /// The file may not grow beyond this many pages, as if the disk was full. For tests.
    ///
    /// # Errors
    /// The file does not answer.
    pub async fn limit_file_pages(&self, max_pages: u32) -> Result<(), StoreError> {
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {max_pages}"));
        query(limit).execute(&self.writer).await?;
        Ok(())
    }

    /// Closes it in good order: all that was written is in the file, and not in its log.
    pub async fn close(&self) {
        self.readers.close().await;
        self.checkpoint_log().await;
        self.writer.close().await;
    }

    /// Writes all that is in the log of the file into the file, and empties the log.
    async fn checkpoint_log(&self) {
        if let Pool::Sqlite(writer) = &self.writer {
            let folded = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await;
            if let Err(error) = folded {
                tracing::warn!(%error, "the log of the file of fights is not folded into it");
            }
        }
    }
}

fn with_durable_settings(options: SqliteConnectOptions) -> SqliteConnectOptions {
    let options = options.journal_mode(SqliteJournalMode::Wal);
    // What is deleted is overwritten: nothing of it stays in the pages of the file.
    let options = options.pragma("secure_delete", "ON");
    options.synchronous(SqliteSynchronous::Full).foreign_keys(true)
}

async fn connect_file_readers(options: SqliteConnectOptions) -> Result<Pool, StoreError> {
    let options = options.read_only(true);
    Ok(Pool::Sqlite(single_connection_options().max_connections(4).connect_with(options).await?))
}

/// A file that nobody else uses, in today's form.
async fn open_and_migrate_file(path: &Path) -> Result<Pool, StoreError> {
    backup::create_file_if_missing(path)
        .map_err(|error| StoreError::CannotOpen(describe_io_error(&error)))?;
    let options = with_durable_settings(SqliteConnectOptions::new().filename(path));
    let pool = single_connection_options()
        .connect_with(disk_space::with_incremental_vacuum(options))
        .await?;
    migrate_sqlite(&pool).await?;
    Ok(Pool::Sqlite(pool))
}

/// One connection that is never given up: an in-memory database lives in it.
fn single_connection_options() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

async fn migrate_sqlite(pool: &SqlitePool) -> Result<(), StoreError> {
    SQLITE_MIGRATIONS
        .run(pool)
        .await
        .map_err(|wrong| StoreError::from_migrate_error(wrong, newest_version()))
}
