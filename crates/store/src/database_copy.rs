//! Copies everything from one database to another: from a file to a server, or back.
//!
//! Copies all tables (`table_schema.rs`) row by row, those first that others refer to, and in the
//! end compares all rows.

use std::fs::{self, File};
use std::path::{self, Path, PathBuf};

use sqlx::AssertSqlSafe;

use super::backup::{self, MaintenanceError};
use super::database::Database;
use super::error::StoreError;
use super::sql::{Connection, Pool, query};
use super::table_schema::{RowValues, TableSchema, load_table_schemas};
use super::{open_and_migrate_file, postgres};

/// How many rows are held in memory at once.
const PAGE_SIZE: usize = 200;

/// The reason why nothing was copied. The target is unchanged.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopySummary {
    pub table_count: usize,
    pub row_count: u64,
}

/// Copies everything from one database into an empty one. Nobody may use either meanwhile.
///
/// # Errors
/// Fails if both are the same database, the source is missing, damaged or of another version, the
/// target is not empty, either is in use, or a row cannot be copied. Then the target stays empty.
pub async fn copy_database(
    source: &Database,
    target: &Database,
) -> Result<CopySummary, DatabaseCopyError> {
    if is_same_database(source, target) {
        return Err(DatabaseCopyError::SameDatabase(target.clone()));
    }
    backup::check_current_version(source).await?;
    match target {
        Database::File(file) => copy_to_new_file(source, file).await,
        Database::Server(_) => copy_and_compare_in_transaction(source, target).await,
    }
}

/// Copies everything into a new file, which has a temporary name until it is complete. Fails if
/// there is such a file or a log of it.
async fn copy_to_new_file(
    source: &Database,
    file: &Path,
) -> Result<CopySummary, DatabaseCopyError> {
    // SQLite would take a stray log for the new file's own.
    let log = backup::path_with_suffix(file, "-wal");
    for path in [file, log.as_path()] {
        if path.exists() {
            return Err(MaintenanceError::AlreadyExists(path.into()).into());
        }
    }
    let temporary = TemporaryFile(backup::path_with_suffix(file, "-copying"));
    // An interrupted copy may have left one.
    temporary.delete();
    let temporary_database = Database::File(temporary.0.clone());
    let summary = copy_and_compare_in_transaction(source, &temporary_database).await?;
    fs::rename(&temporary.0, file)
        .map_err(|error| MaintenanceError::Io { file: file.into(), error })?;
    Ok(summary)
}

/// Returns whether two addresses name the same file, or are the same server address.
fn is_same_database(source: &Database, target: &Database) -> bool {
    match (source, target) {
        (Database::File(source), Database::File(target)) => {
            let absolute =
                |file: &PathBuf| fs::canonicalize(file).or_else(|_| path::absolute(file));
            match (absolute(source), absolute(target)) {
                (Ok(source), Ok(target)) => source == target,
                _ => false,
            }
        }
        (source, target) => source == target,
    }
}

/// A database file that is deleted when this is dropped, with its log, index and lock file.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// Deletes the file with what SQLite keeps beside it. Files that are not there do not matter.
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

/// An open database that nobody else uses: the source or the target of a copy.
struct CopyEndpoint {
    database: Database,
    pool: Pool,
    connection: Connection,
    _lock: Option<File>,
}

impl CopyEndpoint {
    /// Opens a database that nobody else may use meanwhile, and runs the missing migrations. Fails
    /// if it is in use.
    async fn open_exclusively_and_migrate(database: &Database) -> Result<Self, DatabaseCopyError> {
        let to_store_error = |error| MaintenanceError::Store { file: database.clone(), error };
        let (lock, opened) = match database {
            Database::File(file) => {
                (Some(backup::lock_exclusively(file)?), open_and_migrate_file(file).await)
            }
            Database::Server(address) => (
                None,
                postgres::open_exclusively_and_migrate(address).await.map(|(writer, _)| writer),
            ),
        };
        let pool = match opened {
            Err(StoreError::Locked) => return Err(MaintenanceError::InUse(database.clone()).into()),
            opened => opened.map_err(to_store_error)?,
        };
        let connection = pool.acquire().await.map_err(|error| to_store_error(error.into()))?;
        Ok(Self { database: database.clone(), pool, connection, _lock: lock })
    }

    fn to_copy_error(&self, error: sqlx::Error) -> DatabaseCopyError {
        MaintenanceError::Store { file: self.database.clone(), error: error.into() }.into()
    }

    async fn execute(&mut self, sql: &'static str) -> Result<(), DatabaseCopyError> {
        query(sql)
            .execute_on(&mut self.connection)
            .await
            .map(drop)
            .map_err(|error| self.to_copy_error(error))
    }

    /// Returns the number in the first row and column of a query, or 0 if it gives no rows.
    async fn fetch_number_or_zero(&mut self, sql: &'static str) -> Result<i64, DatabaseCopyError> {
        let rows = query(sql)
            .fetch_rows_on(&mut self.connection)
            .await
            .map_err(|error| self.to_copy_error(error))?;
        let Some(row) = rows.first() else { return Ok(0) };
        row.try_get(0).map_err(|error| self.to_copy_error(error))
    }

    async fn close(self) {
        drop(self.connection);
        self.pool.close().await;
    }
}

/// Copies all rows and compares them, in one transaction of the target that is rolled back if
/// anything fails.
async fn copy_and_compare_in_transaction(
    source: &Database,
    target: &Database,
) -> Result<CopySummary, DatabaseCopyError> {
    let mut source = CopyEndpoint::open_exclusively_and_migrate(source).await?;
    let mut target = CopyEndpoint::open_exclusively_and_migrate(target).await?;
    target.execute("BEGIN").await?;
    let mut result = copy_and_compare_all_into_empty_target(&mut source, &mut target).await;
    if result.is_ok()
        && let Err(error) = target.execute("COMMIT").await
    {
        result = Err(error);
    }
    if result.is_err() {
        // A rollback only fails if no transaction is open, which is just as well.
        let _ = target.execute("ROLLBACK").await;
    }
    source.close().await;
    target.close().await;
    result
}

/// Copies all tables into an empty target, compares every row, and continues the id sequences.
/// Fails if the target has rows.
async fn copy_and_compare_all_into_empty_target(
    source: &mut CopyEndpoint,
    target: &mut CopyEndpoint,
) -> Result<CopySummary, DatabaseCopyError> {
    let tables = load_table_schemas()
        .await
        .map_err(|error| DatabaseCopyError::Row { table: "tables".into(), error })?;
    for table in &tables {
        if !table.fetch_page(&mut target.connection, None).await?.is_empty() {
            return Err(DatabaseCopyError::TargetNotEmpty(target.database.clone()));
        }
    }
    let mut summary = CopySummary { table_count: tables.len(), row_count: 0 };
    for table in &tables {
        summary.row_count +=
            table.copy_rows(&mut source.connection, &mut target.connection).await?;
    }
    for table in &tables {
        table.compare_rows(&mut source.connection, &mut target.connection).await?;
    }
    copy_id_sequences(source, target).await?;
    Ok(summary)
}

/// Makes the target continue the id sequence of sheets, since the id of a deleted sheet is never
/// reused; on a server also the sequence of outbox rows. A file needs no sequence for those.
async fn copy_id_sequences(
    source: &mut CopyEndpoint,
    target: &mut CopyEndpoint,
) -> Result<(), DatabaseCopyError> {
    let last_sheet_sql = match &source.connection {
        Connection::Sqlite(_) => {
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'sheet'"
        }
        Connection::Postgres(_) => {
            "SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM sheet_id_seq"
        }
    };
    let last_sheet = source.fetch_number_or_zero(last_sheet_sql).await?;
    let last_post = target.fetch_number_or_zero("SELECT coalesce(max(id), 0) FROM post").await?;
    let set_sequences = match &target.connection {
        Connection::Sqlite(_) => {
            target.execute("DELETE FROM sqlite_sequence WHERE name = 'sheet'").await?;
            query("INSERT INTO sqlite_sequence (name, seq) VALUES ('sheet', ?)").bind(last_sheet)
        }
        Connection::Postgres(_) => {
            let sql = "SELECT setval('sheet_id_seq', ? + 1, false),
                              setval('post_id_seq', ? + 1, false)";
            query(sql).bind(last_sheet).bind(last_post)
        }
    };
    let result = set_sequences.execute_on(&mut target.connection).await;
    result.map(drop).map_err(|error| target.to_copy_error(error))
}

impl TableSchema {
    fn to_copy_error(&self, error: sqlx::Error) -> DatabaseCopyError {
        DatabaseCopyError::Row { table: self.name.clone(), error: error.into() }
    }

    /// Returns the values of the key columns in a row.
    fn key_values(&self, row: &RowValues) -> RowValues {
        self.key_columns.iter().map(|column| row[*column].clone()).collect()
    }

    /// Returns the next rows in the order of their keys, after a row or from the start.
    async fn fetch_page(
        &self,
        connection: &mut Connection,
        after: Option<&RowValues>,
    ) -> Result<Vec<RowValues>, DatabaseCopyError> {
        let keys = self.key_list();
        let placeholders = vec!["?"; self.key_columns.len()].join(", ");
        let condition = match after {
            Some(_) => format!("WHERE ({keys}) > ({placeholders})"),
            None => String::new(),
        };
        let sql = format!(
            "SELECT {} FROM {} {condition} ORDER BY {keys} LIMIT {PAGE_SIZE}",
            self.column_list(),
            self.name
        );
        let mut select = query(AssertSqlSafe(sql));
        if let Some(row) = after {
            for key in self.key_values(row) {
                select.push_value(key);
            }
        }
        let rows = select.fetch_rows_on(connection).await;
        let rows = rows.map_err(|error| self.to_copy_error(error))?;
        let mut page = Vec::new();
        for row in &rows {
            page.push(self.read_values(row).map_err(|error| self.to_copy_error(error))?);
        }
        Ok(page)
    }

    /// Copies all rows of the table, and returns how many there were.
    async fn copy_rows(
        &self,
        source: &mut Connection,
        target: &mut Connection,
    ) -> Result<u64, DatabaseCopyError> {
        let placeholders = vec!["?"; self.columns.len()].join(", ");
        let columns = self.column_list();
        let sql = format!("INSERT INTO {} ({columns}) VALUES ({placeholders})", self.name);
        let insert = query(AssertSqlSafe(sql));
        let mut row_count = 0;
        let mut page = self.fetch_page(source, None).await?;
        while let Some(last) = page.last() {
            for row in &page {
                let mut insert_row = insert.clone();
                for value in row {
                    insert_row.push_value(value.clone());
                }
                insert_row.execute_on(target).await.map_err(|error| self.to_copy_error(error))?;
            }
            row_count += page.len() as u64;
            page = self.fetch_page(source, Some(last)).await?;
        }
        Ok(row_count)
    }

    /// Compares the rows of a table page by page. Fails at the first page that differs.
    async fn compare_rows(
        &self,
        source: &mut Connection,
        target: &mut Connection,
    ) -> Result<(), DatabaseCopyError> {
        let mut last: Option<RowValues> = None;
        loop {
            let page = self.fetch_page(source, last.as_ref()).await?;
            if page != self.fetch_page(target, last.as_ref()).await? {
                let after = last.map(|row| self.key_values(&row)).unwrap_or_default();
                return Err(DatabaseCopyError::Mismatch { table: self.name.clone(), after });
            }
            last = page.into_iter().last();
            if last.is_none() {
                return Ok(());
            }
        }
    }
}
