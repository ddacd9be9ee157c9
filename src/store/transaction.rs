//! A transaction of the one writer.
//!
//! Not sqlx's own: on a full disk SQLite takes a transaction back by itself, sqlx does not notice,
//! and its connection would refuse every later one.

use std::ops::{Deref, DerefMut};

use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqliteConnection;
use tokio::runtime::Handle;

use super::Store;
use super::fault::Fault;

/// Taken back unless it is committed, also where the input is broken off.
pub(super) struct Transaction {
    /// None once it is over.
    writer: Option<PoolConnection<Sqlite>>,
}

impl Store {
    /// Begins to write, once nobody else does.
    pub(super) async fn begin(&self) -> Result<Transaction, Fault> {
        let mut transaction = Transaction { writer: Some(self.writer.acquire().await?) };
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *transaction).await?;
        Ok(transaction)
    }
}

impl Transaction {
    pub async fn commit(mut self) -> Result<(), Fault> {
        sqlx::query("COMMIT").execute(&mut *self).await?;
        self.writer = None;
        Ok(())
    }

    pub async fn take_back(mut self) {
        if let Some(writer) = self.writer.take() {
            take_back(writer).await;
        }
    }
}

async fn take_back(mut writer: PoolConnection<Sqlite>) {
    // It fails where there is nothing left to take back, which is as good.
    let _ = sqlx::query("ROLLBACK").execute(&mut *writer).await;
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let (Some(writer), Ok(runtime)) = (self.writer.take(), Handle::try_current()) {
            // The writer is free for others only after that.
            runtime.spawn(take_back(writer));
        }
    }
}

const OVER: &str = "a transaction that is over was consumed";

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.writer.as_ref().expect(OVER)
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.writer.as_mut().expect(OVER)
    }
}
