//! Moving everything from one database to another: from a file to a server, or back.
//!
//! All tables (`tables.rs`), row by row, in the order in which they refer to each other, and all of
//! it looked at again in the end.

use std::fs::{self, File};
use std::path::{self, PathBuf};

use sqlx::AssertSqlSafe;

use super::backup::{self, MaintenanceError};
use super::database::Database;
use super::error::StoreError;
use super::sql::{Connection, Pool, SqlQuery, query};
use super::table_schema::{RowValues, TableSchema, load_table_schemas};
use super::{open_and_migrate_file, postgres};

/// How many rows are in memory at once.
const PAGE_SIZE: usize = 200;

/// Why nothing was moved. The target is as it was.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseCopyError {
    #[error("{0}")]
    Maintenance(#[from] MaintenanceError),
    #[error("{0} has fights or other rows in it. Name one that is empty.")]
    TargetNotEmpty(Database),
    #[error("Both names are of {0}. Name two different ones: the old one, and an empty new one.")]
    SameDatabase(Database),
    #[error("{table}: {error}")]
    Row { table: String, error: StoreError },
    #[error("{table}: what was read again is not what was written, after the row {after:?}.")]
    Mismatch { table: String, after: RowValues },
}

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopySummary {
    pub table_count: usize,
    pub row_count: u64,
}

/// Copies all of one database into another, which has nothing in it. Nobody uses either.
///
/// # Errors
/// Why it cannot be done. Then the target has nothing in it.
pub async fn copy_database(
    source: &Database,
    target: &Database,
) -> Result<CopySummary, DatabaseCopyError> {
    if is_same_database(source, target) {
        return Err(DatabaseCopyError::SameDatabase(target.clone()));
    }
    backup::check_current_version(source).await?;
    match target {
        // Under another name until all is in it. A log that lies there would be taken for its own.
        Database::File(file) => {
            let log = backup::path_with_suffix(file, "-wal");
            if let Some(there) = [file, &log].into_iter().find(|it| it.exists()) {
                return Err(MaintenanceError::AlreadyExists(there.clone()).into());
            }
            let fresh = TemporaryFile(backup::path_with_suffix(file, "-copying"));
            fresh.delete();
            let moved = copy_in_transaction(source, &Database::File(fresh.0.clone())).await?;
            let moving = fs::rename(&fresh.0, file);
            moving.map_err(|error| MaintenanceError::Io { file: file.clone(), error })?;
            Ok(moved)
        }
        Database::Server(_) => copy_in_transaction(source, target).await,
    }
}

/// Whether two names are of one file, or of one server's database.
fn is_same_database(one: &Database, other: &Database) -> bool {
    match (one, other) {
        (Database::File(one), Database::File(other)) => {
            let absolute =
                |file: &PathBuf| fs::canonicalize(file).or_else(|_| path::absolute(file));
            absolute(one).ok().zip(absolute(other).ok()).is_some_and(|(one, other)| one == other)
        }
        (one, other) => one == other,
    }
}

/// A file that is taken away again, with what belongs to it.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn delete(&self) {
        for ending in ["", "-wal", "-shm", "-lock"] {
            let _ = fs::remove_file(backup::path_with_suffix(&self.0, ending));
        }
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        self.delete();
    }
}

/// An open database that nobody else has.
struct CopyEndpoint {
    database: Database,
    pool: Pool,
    connection: Connection,
    _lock: Option<File>,
}

impl CopyEndpoint {
    async fn open(database: &Database) -> Result<Self, DatabaseCopyError> {
        let at = |fault| MaintenanceError::Store { file: database.clone(), error: fault };
        let (mark, pool) = match database {
            Database::File(file) => {
                (Some(backup::lock_exclusively(file)?), open_and_migrate_file(file).await)
            }
            Database::Server(address) => {
                (None, postgres::open_exclusively(address).await.map(|(writer, _)| writer))
            }
        };
        let pool = match pool {
            Err(StoreError::Locked) => return Err(MaintenanceError::InUse(database.clone()).into()),
            pool => pool.map_err(at)?,
        };
        let open = pool.acquire().await.map_err(|wrong| at(wrong.into()))?;
        Ok(Self { database: database.clone(), pool, connection: open, _lock: mark })
    }

    fn to_copy_error(&self, error: sqlx::Error) -> DatabaseCopyError {
        MaintenanceError::Store { file: self.database.clone(), error: error.into() }.into()
    }

    async fn execute(&mut self, sql: &'static str) -> Result<(), DatabaseCopyError> {
        query(sql)
            .execute_on(&mut self.connection)
            .await
            .map(drop)
            .map_err(|wrong| self.to_copy_error(wrong))
    }

    /// The one number that a statement gives.
    async fn fetch_number(&mut self, sql: &'static str) -> Result<i64, DatabaseCopyError> {
        let rows = query(sql).fetch_rows_on(&mut self.connection).await;
        let number = rows.and_then(|rows| rows.first().map_or(Ok(0), |row| row.try_get(0)));
        number.map_err(|wrong| self.to_copy_error(wrong))
    }

    async fn close(self) {
        drop(self.connection);
        self.pool.close().await;
    }
}

async fn copy_in_transaction(
    source: &Database,
    target: &Database,
) -> Result<CopySummary, DatabaseCopyError> {
    let (mut from, mut to) = (CopyEndpoint::open(source).await?, CopyEndpoint::open(target).await?);
    to.execute("BEGIN").await?;
    let mut filled = copy_and_compare_tables(&mut from, &mut to).await;
    if filled.is_ok()
        && let Err(wrong) = to.execute("COMMIT").await
    {
        filled = Err(wrong);
    }
    if filled.is_err() {
        // It fails where there is nothing left to take back, which is as good.
        let _ = to.execute("ROLLBACK").await;
    }
    from.close().await;
    to.close().await;
    filled
}

async fn copy_and_compare_tables(
    source: &mut CopyEndpoint,
    target: &mut CopyEndpoint,
) -> Result<CopySummary, DatabaseCopyError> {
    let tables = load_table_schemas()
        .await
        .map_err(|fault| DatabaseCopyError::Row { table: "tables".into(), error: fault })?;
    for table in &tables {
        if !table.fetch_page(&mut target.connection, None).await?.is_empty() {
            return Err(DatabaseCopyError::TargetNotEmpty(target.database.clone()));
        }
    }
    let mut moved = CopySummary { table_count: tables.len(), row_count: 0 };
    for table in &tables {
        moved.row_count += table.copy_rows(&mut source.connection, &mut target.connection).await?;
    }
    for table in &tables {
        table.compare_rows(&mut source.connection, &mut target.connection).await?;
    }
    copy_id_sequences(source, target).await?;
    Ok(moved)
}

/// The number of a sheet is never given twice, also where its sheet is gone. A file counts posts by
/// itself.
async fn copy_id_sequences(
    source: &mut CopyEndpoint,
    target: &mut CopyEndpoint,
) -> Result<(), DatabaseCopyError> {
    let last = match &source.connection {
        Connection::Sqlite(_) => {
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'sheet'"
        }
        Connection::Postgres(_) => {
            "SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM sheet_id_seq"
        }
    };
    let sheet = source.fetch_number(last).await?;
    let post = target.fetch_number("SELECT coalesce(max(id), 0) FROM post").await?;
    match &target.connection {
        Connection::Sqlite(_) => {
            target.execute("DELETE FROM sqlite_sequence WHERE name = 'sheet'").await?;
            let counted = "INSERT INTO sqlite_sequence (name, seq) VALUES ('sheet', ?)";
            query(counted).bind(sheet).execute_on(&mut target.connection).await
        }
        Connection::Postgres(_) => {
            let counted = "SELECT setval('sheet_id_seq', ? + 1, false),
                                  setval('post_id_seq', ? + 1, false)";
            query(counted).bind(sheet).bind(post).execute_on(&mut target.connection).await
        }
    }
    .map(drop)
    .map_err(|wrong| target.to_copy_error(wrong))
}

impl TableSchema {
    fn to_copy_error(&self, error: sqlx::Error) -> DatabaseCopyError {
        DatabaseCopyError::Row { table: self.name.clone(), error: error.into() }
    }

    /// The next rows after one, by their keys.
    async fn fetch_page(
        &self,
        connection: &mut Connection,
        after: Option<&RowValues>,
    ) -> Result<Vec<RowValues>, DatabaseCopyError> {
        let (keys, places) = (self.key_list(), vec!["?"; self.key_columns.len()].join(", "));
        let beyond = after.map(|_| format!("WHERE ({keys}) > ({places})")).unwrap_or_default();
        let sql = format!(
            "SELECT {} FROM {} {beyond} ORDER BY {keys} LIMIT {PAGE_SIZE}",
            self.column_list(),
            self.name
        );
        let key =
            after.iter().flat_map(|after| self.key_columns.iter().map(|at| after[*at].clone()));
        let page = key.fold(query(AssertSqlSafe(sql)), SqlQuery::bind);
        let rows = page.fetch_rows_on(connection).await;
        let rows = rows.and_then(|rows| rows.iter().map(|row| self.read_values(row)).collect());
        rows.map_err(|wrong| self.to_copy_error(wrong))
    }

    /// How many rows there were.
    async fn copy_rows(
        &self,
        source: &mut Connection,
        target: &mut Connection,
    ) -> Result<u64, DatabaseCopyError> {
        let places = vec!["?"; self.columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", self.name, self.column_list());
        let insert = query(AssertSqlSafe(sql));
        let (mut rows, mut page) = (0, self.fetch_page(source, None).await?);
        while let Some(last) = page.last() {
            for values in &page {
                let insert = values.iter().cloned().fold(insert.clone(), SqlQuery::bind);
                insert.execute_on(target).await.map_err(|wrong| self.to_copy_error(wrong))?;
            }
            rows += page.len() as u64;
            page = self.fetch_page(source, Some(last)).await?;
        }
        Ok(rows)
    }

    async fn compare_rows(
        &self,
        source: &mut Connection,
        target: &mut Connection,
    ) -> Result<(), DatabaseCopyError> {
        let mut last: Option<RowValues> = None;
        loop {
            let page = self.fetch_page(source, last.as_ref()).await?;
            if page != self.fetch_page(target, last.as_ref()).await? {
                let key = last
                    .iter()
                    .flat_map(|last| self.key_columns.iter().map(|at| last[*at].clone()));
                return Err(DatabaseCopyError::Mismatch {
                    table: self.name.clone(),
                    after: key.collect(),
                });
            }
            last = match page.into_iter().last() {
                None => return Ok(()),
                last => last,
            };
        }
    }
}
