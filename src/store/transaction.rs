//! Writing: statements that are done all or not at all, in one trip to the database.
//!
//! Not sqlx's own transactions: on a full disk SQLite takes one back by itself, sqlx does not
//! notice, and its connection would refuse every later one.

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Encode, Sqlite, Type};
use tokio::runtime::Handle;

use super::Store;

/// Plain statements and their values, in order.
#[derive(Default)]
pub(super) struct Batch {
    sql: String,
    values: SqliteArguments,
    wrong: Option<sqlx::error::BoxDynError>,
}

impl Batch {
    /// Adds a statement; its values follow.
    pub fn add(&mut self, sql: &'static str) -> &mut Self {
        self.sql.push_str(sql);
        self.sql.push_str(";\n");
        self
    }

    pub fn bind<'t, T: Encode<'t, Sqlite> + Type<Sqlite>>(&mut self, value: T) -> &mut Self {
        if let Err(wrong) = self.values.add(value) {
            self.wrong.get_or_insert(wrong);
        }
        self
    }
}

/// The writer while a transaction may be open. What is not committed is taken back, also where the
/// input is broken off.
struct Transaction {
    writer: Option<PoolConnection<Sqlite>>,
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let (Some(writer), Ok(runtime)) = (self.writer.take(), Handle::try_current()) {
            // The writer is free for others only after that.
            runtime.spawn(take_back(writer));
        }
    }
}

async fn take_back(mut writer: PoolConnection<Sqlite>) {
    // It fails where there is nothing left to take back, which is as good.
    let _ = sqlx::query("ROLLBACK").execute(&mut *writer).await;
}

impl Store {
    /// Does all of a batch, or nothing of it.
    pub(super) async fn write(&self, batch: Batch) -> Result<(), sqlx::Error> {
        let Batch { sql, values, wrong } = batch;
        if let Some(wrong) = wrong {
            return Err(sqlx::Error::Encode(wrong));
        }
        let sql = AssertSqlSafe(format!("BEGIN IMMEDIATE;\n{sql}COMMIT"));
        let mut transaction = Transaction { writer: Some(self.writer.acquire().await?) };
        let Some(writer) = &mut transaction.writer else { return Ok(()) };
        let written = sqlx::query_with(sql, values).execute(&mut **writer).await;
        if let Some(writer) = transaction.writer.take()
            && written.is_err()
        {
            take_back(writer).await;
        }
        written.map(drop)
    }
}
