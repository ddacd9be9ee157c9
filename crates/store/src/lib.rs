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

mod commit;
pub mod copying;
pub mod database;
mod days;
pub mod fault;
pub mod fights;
mod forgetting;
pub mod ids;
pub mod io_problem;
mod journal;
pub mod keeping;
mod memos;
mod migrations;
mod orders;
mod people;
mod posts;
pub mod pruning;
mod room;
mod row_cache;
pub mod rows;
mod server;
mod servers;
pub mod shards;
mod shelf;
mod sql;
mod states;
mod tables;
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
use fault::Fault;
use io_problem::describe_io_error;
use migrations::{MIGRATIONS, newest};
use row_cache::RowCache;
use rows::PersonRow;
use shards::{Part, Shards};
use sql::{Pool, query};

/// How long an input waits for another program that is writing: shorter than a chat service waits
/// for an answer.
const BUSY: Duration = Duration::from_secs(2);

/// What takes its time. In a box, so that it is compiled once, and not again in each program that
/// waits for it.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The database of state. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    /// One connection: there is one writer.
    writer: Pool,
    /// Where the database is in memory, the writer.
    readers: Pool,
    memos: RowCache<String, String>,
    persons: RowCache<u64, PersonRow>,
    /// None in memory, and of a server.
    file: Option<Arc<Place>>,
    /// None of a program that is alone.
    part: Option<Arc<Part>>,
}

/// Where the file is.
struct Place {
    path: PathBuf,
    /// Which file it is, whatever its name.
    id: Option<keeping::FileId>,
    /// Says that the file is in use.
    _mark: Option<File>,
}

impl Store {
    /// Opens a database, makes a file where it is not there, and brings it to this version's form.
    ///
    /// # Errors
    /// Why it cannot be used, as a sentence.
    pub async fn open(database: impl Into<Database>) -> Result<Self, Fault> {
        match database.into() {
            Database::File(path) => Self::open_file(&path).await,
            Database::Server(address) => {
                let (writer, readers) = server::open(&address).await?;
                posts::may_have_gone_out(&writer).await?;
                Ok(Self::of(writer, readers))
            }
        }
    }

    /// … for a program that has some of the bot's shards, beside others that have the rest. Waits
    /// until no other has one of them.
    ///
    /// # Errors
    /// Why it cannot be used, as a sentence.
    pub async fn open_part(database: impl Into<Database>, shards: Shards) -> Result<Self, Fault> {
        match database.into() {
            Database::File(_) => Err(Fault::Missing(format!(
                "one process alone uses a file, and it has all shards; for {shards} set \
                 RIPOSTE_DATABASE=postgres://…"
            ))),
            Database::Server(address) => {
                let part = Arc::new(Part::new(&address, shards));
                let (writer, readers) = server::open_part(&part).await?;
                let (memos, persons) = (RowCache::shared(), RowCache::shared());
                Ok(Self { part: Some(part), memos, persons, ..Self::of(writer, readers) })
            }
        }
    }

    async fn open_file(path: &Path) -> Result<Self, Fault> {
        keeping::make(path).map_err(|error| Fault::Missing(describe_io_error(&error)))?;
        let options = SqliteConnectOptions::new().filename(path);
        let mark = keeping::hold(path);
        let store = Self::over(options.busy_timeout(BUSY)).await?;
        let place = Place { path: path.into(), id: keeping::id_of(path), _mark: mark };
        Ok(Self { file: Some(Arc::new(place)), ..store })
    }

    /// Opens a database beside the bot that may run on it: as it is, and what waits in it is the
    /// bot's.
    async fn beside(database: &Database) -> Result<Self, Fault> {
        match database {
            Database::File(path) => {
                let options = safe(SqliteConnectOptions::new().filename(path)).busy_timeout(BUSY);
                let place = Place {
                    path: path.into(),
                    id: keeping::id_of(path),
                    _mark: keeping::hold(path),
                };
                let writer = Pool::File(lasting().connect_with(options.clone()).await?);
                let store = Self::of(writer, readers(options).await?);
                Ok(Self { file: Some(Arc::new(place)), ..store })
            }
            Database::Server(address) => {
                let (writer, readers) = server::beside(address).await?;
                Ok(Self::of(writer, readers))
            }
        }
    }

    /// Whether the file is still where it was opened, and the shards are still this program's.
    ///
    /// # Errors
    /// It is not: what is written goes nowhere.
    pub fn check_place(&self) -> Result<(), Fault> {
        self.check_shards()?;
        match &self.file {
            Some(place) if keeping::id_of(&place.path) != place.id => {
                Err(Fault::Gone(place.path.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    async fn over(options: SqliteConnectOptions) -> Result<Self, Fault> {
        let options = safe(options);
        let writer = lasting().connect_with(room::to_give_back(options.clone())).await?;
        let wrong: Vec<String> =
            sqlx::query_scalar("PRAGMA quick_check").fetch_all(&writer).await?;
        if wrong != ["ok"] {
            return Err(Fault::Damaged(wrong.join("; ")));
        }
        migrate(&writer).await?;
        let writer = Pool::File(writer);
        posts::may_have_gone_out(&writer).await?;
        Ok(Self::of(writer, readers(options).await?))
    }

    /// A store that lives as long as the program: for scripts and tests.
    ///
    /// # Errors
    /// There is no memory for it.
    pub async fn in_memory() -> Result<Self, Fault> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        let writer = lasting().connect_with(options).await?;
        migrate(&writer).await?;
        let writer = Pool::File(writer);
        Ok(Self::of(writer.clone(), writer))
    }

    fn of(writer: Pool, readers: Pool) -> Self {
        Self {
            writer,
            readers,
            memos: RowCache::default(),
            persons: RowCache::default(),
            file: None,
            part: None,
        }
    }

    /// The file may not grow beyond this many pages, as if the disk was full. For tests.
    ///
    /// # Errors
    /// The file does not answer.
    pub async fn limit_pages(&self, most: u32) -> Result<(), Fault> {
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
        query(limit).execute(&self.writer).await?;
        Ok(())
    }

    /// Closes it in good order: all that was written is in the file, and not in its log.
    pub async fn close(&self) {
        self.readers.close().await;
        self.fold().await;
        self.writer.close().await;
    }

    /// Writes all that is in the log of the file into the file, and empties the log.
    async fn fold(&self) {
        if let Pool::File(writer) = &self.writer {
            let folded = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await;
            if let Err(error) = folded {
                tracing::warn!(%error, "the log of the file of fights is not folded into it");
            }
        }
    }
}

fn safe(options: SqliteConnectOptions) -> SqliteConnectOptions {
    let options = options.journal_mode(SqliteJournalMode::Wal);
    // What is deleted is overwritten: nothing of it stays in the pages of the file.
    let options = options.pragma("secure_delete", "ON");
    options.synchronous(SqliteSynchronous::Full).foreign_keys(true)
}

async fn readers(options: SqliteConnectOptions) -> Result<Pool, Fault> {
    let options = options.read_only(true);
    Ok(Pool::File(lasting().max_connections(4).connect_with(options).await?))
}

/// A file that nobody else uses, in today's form.
async fn file_alone(path: &Path) -> Result<Pool, Fault> {
    keeping::make(path).map_err(|error| Fault::Missing(describe_io_error(&error)))?;
    let options = safe(SqliteConnectOptions::new().filename(path));
    let pool = lasting().connect_with(room::to_give_back(options)).await?;
    migrate(&pool).await?;
    Ok(Pool::File(pool))
}

/// One connection that is never given up: an in-memory database lives in it.
fn lasting() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

async fn migrate(writer: &SqlitePool) -> Result<(), Fault> {
    MIGRATIONS.run(writer).await.map_err(|wrong| Fault::migrating(wrong, newest()))
}
