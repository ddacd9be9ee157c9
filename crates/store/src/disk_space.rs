//! Disk space of a database file. SQLite keeps freed pages in the file for later use; this module
//! gives surplus pages back to the disk, a few at a time. A server does that by itself.

use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions};

use super::Store;
use super::error::StoreError;
use super::sql::{Pool, query};

/// How many pages are given back at once. Writers wait meanwhile, so there are few.
const PAGES_PER_VACUUM: i64 = 64;

/// Lets a file that is still empty give pages back later. SQLite fixes that setting when it
/// creates the first table.
pub(super) fn with_incremental_vacuum(options: SqliteConnectOptions) -> SqliteConnectOptions {
    match std::fs::metadata(options.get_filename()) {
        Ok(file) if file.len() > 0 => options,
        _ => options.auto_vacuum(SqliteAutoVacuum::Incremental),
    }
}

impl Store {
    /// Returns the size of the file in bytes, or `None` for a server.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_file_size(&self) -> Result<Option<i64>, StoreError> {
        if !self.is_file() {
            return Ok(None);
        }
        Ok(Some(self.read_pragma("page_count").await? * self.read_pragma("page_size").await?))
    }

    /// Returns how many bytes of the file are free; 0 for a server.
    pub(super) async fn load_free_bytes(&self) -> Result<i64, StoreError> {
        if !self.is_file() {
            return Ok(0);
        }
        Ok(self.read_pragma("freelist_count").await? * self.read_pragma("page_size").await?)
    }

    fn is_file(&self) -> bool {
        matches!(self.writer, Pool::Sqlite(_))
    }

    /// Gives some free pages back to the disk, if more than `kept_percent` of all pages are free.
    /// Returns whether any were given back; if so there may be more. A file that an earlier version
    /// has created gives nothing back before a [`Self::vacuum`].
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn release_some_free_pages_if_above(
        &self,
        kept_percent: i64,
    ) -> Result<bool, StoreError> {
        if !self.is_file() {
            return Ok(false);
        }
        let free = self.read_pragma("freelist_count").await?;
        if free * 100 <= self.read_pragma("page_count").await? * kept_percent {
            return Ok(false);
        }
        let vacuum = sqlx::AssertSqlSafe(format!("PRAGMA incremental_vacuum({PAGES_PER_VACUUM})"));
        query(vacuum).execute(&self.writer).await?;
        Ok(self.read_pragma("freelist_count").await? < free)
    }

    /// Rewrites a file that nobody else uses, without its free pages. From then on it can give
    /// pages back. Does nothing on a server.
    ///
    /// # Errors
    /// Fails if the file cannot be written; then it is unchanged.
    pub(super) async fn vacuum(&self) -> Result<(), StoreError> {
        if self.is_file() {
            query("PRAGMA auto_vacuum = INCREMENTAL").execute(&self.writer).await?;
            query("VACUUM").execute(&self.writer).await?;
        }
        Ok(())
    }

    /// Reads a setting or a count of SQLite that is a number.
    async fn read_pragma(&self, name: &'static str) -> Result<i64, StoreError> {
        let pragma = sqlx::AssertSqlSafe(format!("PRAGMA {name}"));
        Ok(query(pragma).fetch_one(&self.writer).await?)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteJournalMode;
    use sqlx::{Connection, SqliteConnection};

    use super::*;

    /// Fills a file with a megabyte and deletes that again. Returns the size of the file before and
    /// after the deletion.
    async fn fill_and_empty(store: &Store) -> (i64, i64) {
        store.store_key_value("big", &"x".repeat(1_000_000)).await.unwrap();
        let full = store.load_file_size().await.unwrap().unwrap();
        query("DELETE FROM memo").execute(&store.writer).await.unwrap();
        while store.release_some_free_pages_if_above(10).await.unwrap() {}
        (full, store.load_file_size().await.unwrap().unwrap())
    }

    #[tokio::test]
    async fn new_file_gives_free_pages_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
        let (full, emptied) = fill_and_empty(&store).await;
        assert!(emptied < full - 900_000, "{full}, {emptied}");
    }

    #[tokio::test]
    async fn file_of_an_earlier_version_gives_free_pages_back_only_after_vacuum() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let old = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let old = old.journal_mode(SqliteJournalMode::Wal);
        SqliteConnection::connect_with(&old).await.unwrap().close().await.unwrap();
        let store = Store::open(&path).await.unwrap();
        let (full, emptied) = fill_and_empty(&store).await;
        assert_eq!(emptied, full);
        store.vacuum().await.unwrap();
        assert!(store.load_file_size().await.unwrap().unwrap() < full - 900_000);
        let (full, emptied) = fill_and_empty(&store).await;
        assert!(emptied < full - 900_000, "{full}, {emptied}");
    }
}
