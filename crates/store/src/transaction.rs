//! Writing: statements that are done all or not at all.
//!
//! Not by sqlx's own transactions: on a full disk SQLite takes one back by itself, sqlx does not
//! notice, and its connection would refuse every later one.

use tokio::runtime::Handle;

use super::Store;
use super::error::is_connection_lost;
use super::sql::{Connection, SqlQuery, SqlValue, query};

/// Plain statements and their values, in order.
#[derive(Clone, Default)]
pub(super) struct Batch(Vec<SqlQuery>);

impl Batch {
    /// Adds a statement; its values follow.
    pub fn add_sql(&mut self, sql: &'static str) -> &mut Self {
        self.0.push(query(sql));
        self
    }

    /// Adds one that has its values.
    pub fn add_query(&mut self, query: SqlQuery) {
        self.0.push(query);
    }

    pub fn bind_value(&mut self, value: impl Into<SqlValue>) -> &mut Self {
        let value = value.into();
        if let Some(last) = self.0.last_mut() {
            last.push_value(value);
        }
        self
    }
}

/// The writer while a transaction may be open. What is not committed is taken back, also where the
/// input is broken off.
struct Transaction {
    writer: Option<Connection>,
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let (Some(writer), Ok(runtime)) = (self.writer.take(), Handle::try_current()) {
            // The writer is free for others only after that.
            runtime.spawn(roll_back(writer));
        }
    }
}

async fn roll_back(mut writer: Connection) {
    // It fails where there is nothing left to take back, which is as good.
    let done = writer.roll_back().await;
    writer.discard_if_lost(&done);
}

impl Store {
    /// Does all of a batch, or nothing of it.
    pub(super) async fn write_batch(&self, Batch(queries): Batch) -> Result<(), sqlx::Error> {
        let mut transaction = Transaction { writer: Some(self.writer.acquire().await?) };
        let Some(writer) = &mut transaction.writer else { return Ok(()) };
        let written = writer.execute_in_transaction(queries).await;
        match (transaction.writer.take(), &written) {
            (Some(writer), Err(wrong)) if !is_connection_lost(wrong) => roll_back(writer).await,
            (Some(writer), written) => writer.discard_if_lost(written),
            (None, _) => {}
        }
        written
    }
}
