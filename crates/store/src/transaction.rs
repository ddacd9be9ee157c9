//! Transactions: batches of statements of which all or none are executed.
//!
//! They do not use sqlx's own transactions: on a full disk SQLite rolls back by itself, sqlx does
//! not notice, and its connection would refuse every later transaction.

use tokio::runtime::Handle;

use super::Store;
use super::error::is_connection_lost;
use super::sql::{Connection, SqlQuery, SqlValue, query};

/// The statements of one transaction, with their values, in order.
#[derive(Clone, Default)]
pub(super) struct Batch(Vec<SqlQuery>);

impl Batch {
    /// Adds a statement. Its values are added by [`Self::bind_value`].
    pub fn add_sql(&mut self, sql: &'static str) -> &mut Self {
        self.0.push(query(sql));
        self
    }

    /// Adds a statement that already has its values.
    pub fn add_query(&mut self, query: SqlQuery) {
        self.0.push(query);
    }

    /// Adds a value to the statement that was added last.
    pub fn bind_value(&mut self, value: impl Into<SqlValue>) -> &mut Self {
        if let Some(last_query) = self.0.last_mut() {
            last_query.push_value(value.into());
        }
        self
    }
}

/// The writing connection while a transaction may be open. Dropping it rolls the transaction back,
/// also when the future that runs it is dropped.
struct Transaction {
    writer: Option<Connection>,
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let (Some(writer), Ok(runtime)) = (self.writer.take(), Handle::try_current()) {
            // The connection goes back to the pool only after the rollback.
            runtime.spawn(roll_back(writer));
        }
    }
}

/// Takes back what the transaction has written. A connection that is lost is discarded.
async fn roll_back(mut writer: Connection) {
    // A rollback fails if no transaction is open any more, which is just as well.
    let result = writer.roll_back().await;
    writer.release_or_discard_lost(&result);
}

impl Store {
    /// Executes all statements of a batch in one transaction, or none of them.
    pub(super) async fn write_batch(&self, Batch(queries): Batch) -> Result<(), sqlx::Error> {
        let mut transaction = Transaction { writer: Some(self.writer.acquire().await?) };
        let Some(writer) = &mut transaction.writer else { return Ok(()) };
        let result = writer.execute_in_transaction_without_rollback(queries).await;
        match (transaction.writer.take(), &result) {
            (Some(writer), Err(error)) if !is_connection_lost(error) => roll_back(writer).await,
            (Some(writer), result) => writer.release_or_discard_lost(result),
            (None, _) => {}
        }
        result
    }
}
