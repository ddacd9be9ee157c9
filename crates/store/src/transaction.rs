//! Writing: statements that are done all or not at all.
//!
//! Not by sqlx's own transactions: on a full disk SQLite takes one back by itself, sqlx does not
//! notice, and its connection would refuse every later one.

use tokio::runtime::Handle;

use super::Store;
use super::fault::is_lost;
use super::sql::{Connection, Query, Value, query};

/// Plain statements and their values, in order.
#[derive(Clone, Default)]
pub(super) struct Batch(Vec<Query>);

impl Batch {
    /// Adds a statement; its values follow.
    pub fn add(&mut self, sql: &'static str) -> &mut Self {
        self.0.push(query(sql));
        self
    }

    /// Adds one that has its values.
    pub fn push(&mut self, query: Query) {
        self.0.push(query);
    }

    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        let value = value.into();
        if let Some(last) = self.0.last_mut() {
            last.add(value);
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
            runtime.spawn(take_back(writer));
        }
    }
}

async fn take_back(mut writer: Connection) {
    // It fails where there is nothing left to take back, which is as good.
    let done = writer.take_back().await;
    writer.settle(&done);
}

impl Store {
    /// Does all of a batch, or nothing of it.
    pub(super) async fn write(&self, Batch(queries): Batch) -> Result<(), sqlx::Error> {
        let mut transaction = Transaction { writer: Some(self.writer.acquire().await?) };
        let Some(writer) = &mut transaction.writer else { return Ok(()) };
        let written = writer.transact(queries).await;
        match (transaction.writer.take(), &written) {
            (Some(writer), Err(wrong)) if !is_lost(wrong) => take_back(writer).await,
            (Some(writer), written) => writer.settle(written),
            (None, _) => {}
        }
        written
    }
}
