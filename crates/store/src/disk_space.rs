//! Room on the disk. A file keeps what becomes free in it, and fills it again; what is more than
//! it needs soon is given back, a little at a time. A server looks after that by itself.

use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions};

use super::Store;
use super::error::StoreError;
use super::sql::{Pool, query};

/// So many pages are given back at once, while others wait to write.
const PAGES_PER_VACUUM: i64 = 64;

/// A file that is empty yet will be one that can give room back.
pub(super) fn with_incremental_vacuum(options: SqliteConnectOptions) -> SqliteConnectOptions {
    match std::fs::metadata(options.get_filename()) {
        Ok(file) if file.len() > 0 => options,
        _ => options.auto_vacuum(SqliteAutoVacuum::Incremental),
    }
}

impl Store {
    /// How many bytes the file has; none of a server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_file_size(&self) -> Result<Option<i64>, StoreError> {
        if !self.is_file() {
            return Ok(None);
        }
        Ok(Some(self.read_pragma("page_count").await? * self.read_pragma("page_size").await?))
    }

    /// How many of them are free; none of a server's are told.
    pub(super) async fn load_free_bytes(&self) -> Result<i64, StoreError> {
        if !self.is_file() {
            return Ok(0);
        }
        Ok(self.read_pragma("freelist_count").await? * self.read_pragma("page_size").await?)
    }

    fn is_file(&self) -> bool {
        matches!(self.writer, Pool::Sqlite(_))
    }

    /// Gives some of what is free back, but for so many pages in a hundred; whether there may be
    /// more to give. A file of an earlier version has to be made anew first ([`Self::vacuum`]).
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn release_some_free_pages(&self, kept_percent: i64) -> Result<bool, StoreError> {
        if !self.is_file() {
            return Ok(false);
        }
        let free = self.read_pragma("freelist_count").await?;
        if free * 100 <= self.read_pragma("page_count").await? * kept_percent {
            return Ok(false);
        }
        let step = sqlx::AssertSqlSafe(format!("PRAGMA incremental_vacuum({PAGES_PER_VACUUM})"));
        query(step).execute(&self.writer).await?;
        Ok(self.read_pragma("freelist_count").await? < free)
    }

    /// Makes a file that nobody else uses anew, without what is free in it, and so that it can
    /// give back from then on.
    ///
    /// # Errors
    /// The file could not be written; it is as it was.
    pub(super) async fn vacuum(&self) -> Result<(), StoreError> {
        if self.is_file() {
            query("PRAGMA auto_vacuum = INCREMENTAL").execute(&self.writer).await?;
            query("VACUUM").execute(&self.writer).await?;
        }
        Ok(())
    }

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

    /// A file with a megabyte in it that is taken away again: its size in full and now.
    async fn emptied(store: &Store) -> (i64, i64) {
        store.store_memo("big", &"x".repeat(1_000_000)).await.unwrap();
        let full = store.load_file_size().await.unwrap().unwrap();
        query("DELETE FROM memo").execute(&store.writer).await.unwrap();
        while store.release_some_free_pages(10).await.unwrap() {}
        (full, store.load_file_size().await.unwrap().unwrap())
    }

    #[tokio::test]
    async fn what_is_free_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
        let (full, now) = emptied(&store).await;
        assert!(now < full - 900_000, "{full}, {now}");
    }

    /// Files of earlier versions keep it, until they are made anew.
    #[tokio::test]
    async fn an_old_file_has_to_be_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let old = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let old = old.journal_mode(SqliteJournalMode::Wal);
        SqliteConnection::connect_with(&old).await.unwrap().close().await.unwrap();
        let store = Store::open(&path).await.unwrap();
        let (full, now) = emptied(&store).await;
        assert_eq!(now, full);
        store.vacuum().await.unwrap();
        assert!(store.load_file_size().await.unwrap().unwrap() < full - 900_000);
        let (full, now) = emptied(&store).await;
        assert!(now < full - 900_000, "{full}, {now}");
    }
}
