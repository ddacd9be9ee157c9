//! The store: the only crate that talks to the database. It reads and writes rows; the app gives
//! them their meaning.
//!
//! The database is an SQLite file (WAL, `synchronous=FULL`, foreign keys, strict tables) or a
//! PostgreSQL server, both through sqlx. Either has one writer. The SQL is plain, and the same for
//! both (`sql.rs`). `backup.rs` looks after files and `postgres.rs` after servers, `shards.rs` lets
//! several processes share one server, `database_copy.rs` copies everything from one database to
//! another, and `pruning.rs` deletes fights that are long over. [`Store::commit`] writes all
//! changes of one input in one transaction. The tables are defined in `migrations/`.

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
use state_packing::RecentRows;

pub use state_packing::pack_state;

/// How long an input waits while another program writes to the file. Shorter than Discord waits
/// for a reply.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// A boxed future. The box lets the future be compiled once, in this crate, and not again in every
/// crate that awaits it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An open database. Clones are cheap and share the connections.
#[derive(Clone)]
pub struct Store {
    /// A pool of a single connection, since there is one writer.
    writer: Pool,
    /// Connections that only read. For a database in memory, the writer's connection.
    readers: Pool,
    key_value_cache: RowCache<String, String>,
    person_cache: RowCache<u64, PersonRow>,
    recent_rows: RecentRows,
    /// `None` for a database in memory or on a server.
    database_file: Option<Arc<DatabaseFile>>,
    /// `None` for a process that has the database to itself.
    shard_claim: Option<Arc<ShardClaim>>,
}

/// The file of an open SQLite database.
struct DatabaseFile {
    path: PathBuf,
    /// Identifies the file itself, so that another file under the same name is noticed.
    file_id: Option<backup::FileId>,
    /// Tells other programs that the file is in use.
    _lock: Option<File>,
}

impl Store {
    /// Opens a database for a process that has it to itself. Creates a missing file, runs the
    /// missing migrations, and marks pending outbox rows as tried.
    ///
    /// # Errors
    /// Fails if the database cannot be opened, is damaged, is in use by another process, or has
    /// the schema of a newer version.
    pub async fn open(database: impl Into<Database>) -> Result<Self, StoreError> {
        match database.into() {
            Database::File(path) => Self::open_or_create_and_lock_sqlite_file(&path).await,
            Database::Server(address) => {
                let (writer, readers) = postgres::open_exclusively_and_migrate(&address).await?;
                outbox::mark_pending_as_tried(&writer).await?;
                Ok(Self::from_pools(writer, readers))
            }
        }
    }

    /// Opens a server's database for a process that runs some of the bot's shards while other
    /// processes run the rest. Waits until no other process holds any of these shards.
    ///
    /// # Errors
    /// Fails for a file, and if the database cannot be opened, or other processes run another
    /// version or another number of shards.
    pub async fn open_server_when_shards_are_free(
        database: impl Into<Database>,
        shards: ShardRange,
    ) -> Result<Self, StoreError> {
        match database.into() {
            Database::File(_) => Err(StoreError::CannotOpen(format!(
                "one process alone uses a file, and it has all shards; for {shards} set \
                 RIPOSTE_DATABASE=postgres://…"
            ))),
            Database::Server(address) => {
                let claim = Arc::new(ShardClaim::new(&address, shards));
                let (writer, readers) = postgres::open_server_when_shards_are_free(&claim).await?;
                Ok(Self {
                    shard_claim: Some(claim),
                    key_value_cache: RowCache::disabled(),
                    person_cache: RowCache::disabled(),
                    ..Self::from_pools(writer, readers)
                })
            }
        }
    }

    /// Opens or creates a database file, locks it against replacement and remembers which file it
    /// is. Marks pending outbox rows as tried.
    async fn open_or_create_and_lock_sqlite_file(path: &Path) -> Result<Self, StoreError> {
        backup::create_file_if_missing(path)
            .map_err(|error| StoreError::CannotOpen(describe_io_error(&error)))?;
        let options = SqliteConnectOptions::new().filename(path);
        let lock = backup::lock_shared(path);
        let store =
            Self::open_checked_and_migrated_sqlite(options.busy_timeout(BUSY_TIMEOUT)).await?;
        outbox::mark_pending_as_tried(&store.writer).await?;
        let database_file =
            DatabaseFile { path: path.into(), file_id: backup::read_file_id(path), _lock: lock };
        Ok(Self { database_file: Some(Arc::new(database_file)), ..store })
    }

    /// Opens a database while the bot may be running on it. Runs no migrations, and leaves pending
    /// outbox rows as they are: they belong to the bot.
    async fn open_alongside_bot(database: &Database) -> Result<Self, StoreError> {
        match database {
            Database::File(path) => {
                let options = with_durable_settings(SqliteConnectOptions::new().filename(path))
                    .busy_timeout(BUSY_TIMEOUT);
                let database_file = DatabaseFile {
                    path: path.into(),
                    file_id: backup::read_file_id(path),
                    _lock: backup::lock_shared(path),
                };
                let writer = Pool::Sqlite(
                    permanent_connection_options().connect_with(options.clone()).await?,
                );
                let store = Self::from_pools(writer, connect_file_readers(options).await?);
                Ok(Self { database_file: Some(Arc::new(database_file)), ..store })
            }
            Database::Server(address) => {
                let (writer, readers) = postgres::connect_alongside_bot(address).await?;
                Ok(Self::from_pools(writer, readers))
            }
        }
    }

    /// Checks that the file is still at the path where it was opened, and that this process still
    /// holds its shards. Otherwise writes would be lost.
    ///
    /// # Errors
    /// Fails if the file was moved or replaced, or another process holds the shards.
    pub fn check_file_and_shards_still_owned(&self) -> Result<(), StoreError> {
        self.check_shards_owned()?;
        match &self.database_file {
            Some(file) if backup::read_file_id(&file.path) != file.file_id => {
                Err(StoreError::FileReplaced(file.path.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Opens an SQLite database, checks it quickly and runs the missing migrations. Fails if it is
    /// damaged.
    async fn open_checked_and_migrated_sqlite(
        options: SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let options = with_durable_settings(options);
        let writer = permanent_connection_options()
            .connect_with(disk_space::with_incremental_vacuum(options.clone()))
            .await?;
        let check_results: Vec<String> =
            sqlx::query_scalar("PRAGMA quick_check").fetch_all(&writer).await?;
        if check_results != ["ok"] {
            return Err(StoreError::from_integrity_check(&check_results));
        }
        migrate_sqlite(&writer).await?;
        let writer = Pool::Sqlite(writer);
        Ok(Self::from_pools(writer, connect_file_readers(options).await?))
    }

    /// Opens a new database in memory, for scripts and tests. It is lost when the store is dropped.
    ///
    /// # Errors
    /// Fails if SQLite cannot create it.
    pub async fn in_memory() -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        let writer = permanent_connection_options().connect_with(options).await?;
        migrate_sqlite(&writer).await?;
        let writer = Pool::Sqlite(writer);
        Ok(Self::from_pools(writer.clone(), writer))
    }

    fn from_pools(writer: Pool, readers: Pool) -> Self {
        Self {
            writer,
            readers,
            key_value_cache: RowCache::default(),
            person_cache: RowCache::default(),
            recent_rows: RecentRows::default(),
            database_file: None,
            shard_claim: None,
        }
    }

    /// Stops the file from growing beyond `max_pages` pages, as if the disk were full. For tests.
    ///
    /// # Errors
    /// Fails if the limit cannot be set.
    pub async fn limit_file_pages(&self, max_pages: u32) -> Result<(), StoreError> {
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {max_pages}"));
        query(limit).execute(&self.writer).await?;
        Ok(())
    }

    /// Closes all connections, and moves all writes from the write-ahead log into the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.checkpoint_log().await;
        self.writer.close().await;
    }

    /// Moves all writes from the write-ahead log into the file, and empties the log. Does nothing
    /// once the store is closed.
    async fn checkpoint_log(&self) {
        if let Pool::Sqlite(writer) = &self.writer
            && !writer.is_closed()
        {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await;
            if let Err(error) = checkpoint {
                tracing::warn!(%error, "could not move the write-ahead log into the file");
            }
        }
    }
}

/// Adds settings by which a commit survives a power cut, foreign keys hold, and nothing stays of
/// deleted rows.
fn with_durable_settings(options: SqliteConnectOptions) -> SqliteConnectOptions {
    let options = options.journal_mode(SqliteJournalMode::Wal);
    // Deleted rows are overwritten with zeros, so nothing of them stays in the file.
    let options = options.pragma("secure_delete", "ON");
    options.synchronous(SqliteSynchronous::Full).foreign_keys(true)
}

async fn connect_file_readers(options: SqliteConnectOptions) -> Result<Pool, StoreError> {
    let options = options.read_only(true);
    Ok(Pool::Sqlite(permanent_connection_options().max_connections(4).connect_with(options).await?))
}

/// Opens a file that nobody else uses, creates it if missing, and runs the missing migrations.
async fn open_and_migrate_file(path: &Path) -> Result<Pool, StoreError> {
    backup::create_file_if_missing(path)
        .map_err(|error| StoreError::CannotOpen(describe_io_error(&error)))?;
    let options = with_durable_settings(SqliteConnectOptions::new().filename(path));
    let pool = permanent_connection_options()
        .connect_with(disk_space::with_incremental_vacuum(options))
        .await?;
    migrate_sqlite(&pool).await?;
    Ok(Pool::Sqlite(pool))
}

/// Returns pool options for one connection that is never closed: a database in memory lives only
/// as long as its connection.
fn permanent_connection_options() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

/// Brings a database to the newest schema.
async fn migrate_sqlite(pool: &SqlitePool) -> Result<(), StoreError> {
    SQLITE_MIGRATIONS
        .run(pool)
        .await
        .map_err(|error| StoreError::from_migrate_error(error, newest_version()))
}
