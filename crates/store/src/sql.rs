//! One SQL for two databases: an SQLite file, and a PostgreSQL server.
//!
//! Every statement of the store is written once, in the SQL that both understand. All values and
//! columns are integers and texts (flags are 0 or 1), so a row is the same in both.
//! [`replace_placeholders_and_quote_user_for_postgres`] changes what PostgreSQL spells differently.
//! `sqlx::Any` would keep a second form of each row in memory, and supports neither SQLite's
//! pragmas nor PostgreSQL's search path.
//!
//! Rules for statements: use `CASE` instead of `max(a, b)`; compare flags (`= 1`); in `DO UPDATE`
//! name a column with its table; name a subquery in `FROM`; give an order where one is needed.

use std::io::ErrorKind;
use std::slice;
use std::time::Duration;

use sqlx::error::UnexpectedNullError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, ColumnIndex, PgPool, Postgres, Row as _, SqlSafeStr, SqlStr};
use sqlx::{Sqlite, SqlitePool};
use tokio::time::timeout;

use super::BoxFuture;
use super::error::{is_connection_lost, is_stale_connection};

/// How long a server may take for a statement: longer than any statement of the store takes. A
/// server that does not answer in time is taken for dead, since a connection reports no error when
/// the machine at the other end fails.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 60 });

/// A pool of connections to an SQLite file or a PostgreSQL server.
#[derive(Clone)]
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    /// Waits for a connection.
    ///
    /// # Errors
    /// Fails if none is free in time, for instance because the server does not answer.
    pub fn acquire(&self) -> BoxFuture<'_, sqlx::Result<Connection>> {
        Box::pin(async move {
            match self {
                Self::Sqlite(pool) => Ok(Connection::Sqlite(pool.acquire().await?)),
                Self::Postgres(pool) => match pool.acquire().await {
                    Ok(connection) => Ok(Connection::Postgres(connection)),
                    Err(sqlx::Error::PoolTimedOut) => {
                        let reason = "no connection in time (or another program writes there)";
                        Err(sqlx::Error::Io(std::io::Error::other(reason)))
                    }
                    Err(error) => Err(error),
                },
            }
        })
    }

    /// Returns how many connections of the pool may turn out to be dead when they are used, since
    /// the pool does not test them before.
    fn untested_connection_count(&self) -> u32 {
        match self {
            Self::Postgres(pool) if !pool.options().get_test_before_acquire() => {
                pool.options().get_max_connections()
            }
            _ => 0,
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

pub enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    /// Executes all queries in one transaction, in one round trip. If that fails, the caller must
    /// call [`Self::roll_back`].
    pub fn execute_in_transaction_without_rollback(
        &mut self,
        queries: Vec<SqlQuery>,
    ) -> BoxFuture<'_, sqlx::Result<()>> {
        Box::pin(async move {
            match self {
                Self::Sqlite(connection) => {
                    let (sql, values) = join_for_sqlite(&queries)?;
                    let sql = AssertSqlSafe(format!("BEGIN IMMEDIATE;\n{};\nCOMMIT", sql.as_str()));
                    sqlx::query_with(sql, values).execute(&mut **connection).await?;
                }
                // The protocol takes values for one statement only, and that is a transaction.
                Self::Postgres(connection) => {
                    let (statements, values) = build_postgres_batch_statements_and_values(queries)?;
                    let call = sqlx::query("SELECT execute_batch($1, $2)");
                    let call = call.bind(statements).bind(values);
                    await_with_timeout(call.execute(&mut **connection)).await?;
                }
            }
            Ok(())
        })
    }

    /// Rolls back an open transaction. A server has already done that by itself.
    pub async fn roll_back(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(_) => query("ROLLBACK").execute_on(self).await.map(drop),
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Gives the connection back to the pool, or drops it if the result says that it is lost.
    pub fn release_or_discard_lost<T>(self, result: &sqlx::Result<T>) {
        if let Self::Postgres(connection) = self
            && result.as_ref().is_err_and(is_connection_lost)
        {
            drop(connection.detach());
        }
    }
}

/// Waits for a server's answer, at most [`STATEMENT_TIMEOUT`].
async fn await_with_timeout<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match timeout(STATEMENT_TIMEOUT, answer).await {
        Ok(result) => result,
        Err(_) => Err(sqlx::Error::Io(ErrorKind::TimedOut.into())),
    }
}

/// The value of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum SqlValue {
    Number(Option<i64>),
    Text(Option<String>),
}

macro_rules! impl_sql_value_from {
    ($($from:ty => $variant:ident($value:ident => $converted:expr),)*) => {$(
        impl From<$from> for SqlValue {
            fn from($value: $from) -> Self {
                Self::$variant($converted)
            }
        }
    )*};
}

impl_sql_value_from! {
    i64 => Number(number => Some(number)),
    Option<i64> => Number(number => number),
    u8 => Number(number => Some(number.into())),
    u32 => Number(number => Some(number.into())),
    bool => Number(flag => Some(flag.into())),
    &str => Text(text => Some(text.into())),
    String => Text(text => Some(text)),
    Option<String> => Text(text => text),
}

/// A statement and its values, in order.
#[derive(Clone)]
pub struct SqlQuery {
    sql: SqlStr,
    values: Vec<SqlValue>,
}

/// Makes a statement without values. They are added by [`SqlQuery::bind`].
pub fn query(sql: impl SqlSafeStr) -> SqlQuery {
    SqlQuery { sql: sql.into_sql_str(), values: Vec::new() }
}

impl SqlQuery {
    pub fn bind(mut self, value: impl Into<SqlValue>) -> Self {
        self.push_value(value.into());
        self
    }

    pub fn push_value(&mut self, value: SqlValue) {
        self.values.push(value);
    }

    /// Runs the query and reads all rows.
    pub async fn fetch_all<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Vec<T>> {
        self.fetch_rows_retrying_stale_connections(pool).await?.iter().map(T::from_row).collect()
    }

    /// Returns the first row, or `None` if there are no rows.
    pub async fn fetch_optional<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Option<T>> {
        self.fetch_rows_retrying_stale_connections(pool).await?.first().map(T::from_row).transpose()
    }

    /// Runs the query and reads the first row. Fails with `RowNotFound` where there is none.
    pub async fn fetch_one<T: FromRow>(self, pool: &Pool) -> sqlx::Result<T> {
        self.fetch_optional(pool).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Returns all rows. Tries again on another connection where one turns out to be dead.
    pub async fn fetch_rows_retrying_stale_connections(
        self,
        pool: &Pool,
    ) -> sqlx::Result<Vec<SqlRow>> {
        let mut retries_left = pool.untested_connection_count();
        loop {
            let mut connection = pool.acquire().await?;
            let result = self.fetch_rows_on(&mut connection).await;
            connection.release_or_discard_lost(&result);
            match result {
                Err(error) if retries_left > 0 && is_stale_connection(&error) => retries_left -= 1,
                result => return result,
            }
        }
    }

    /// Runs the query on this connection and returns all rows.
    pub fn fetch_rows_on<'a>(
        &'a self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, sqlx::Result<Vec<SqlRow>>> {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(connection) => {
                    let (sql, values) = join_for_sqlite(slice::from_ref(self))?;
                    let rows = sqlx::query_with(sql, values).fetch_all(&mut **connection).await?;
                    Ok(rows.into_iter().map(SqlRow::Sqlite).collect())
                }
                Connection::Postgres(connection) => {
                    let (sql, values) = self.to_postgres_statement()?;
                    let select = sqlx::query_with(sql, values);
                    let rows = await_with_timeout(select.fetch_all(&mut **connection)).await?;
                    Ok(rows.into_iter().map(SqlRow::Postgres).collect())
                }
            }
        })
    }

    /// Executes the statement, and returns how many rows it has changed.
    pub async fn execute(self, pool: &Pool) -> sqlx::Result<u64> {
        let mut connection = pool.acquire().await?;
        let result = self.execute_on(&mut connection).await;
        connection.release_or_discard_lost(&result);
        result
    }

    /// Runs the statement on this connection and returns how many rows it has changed.
    pub fn execute_on<'a>(
        &'a self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, sqlx::Result<u64>> {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(connection) => {
                    let (sql, values) = join_for_sqlite(slice::from_ref(self))?;
                    let statement = sqlx::query_with(sql, values);
                    Ok(statement.execute(&mut **connection).await?.rows_affected())
                }
                Connection::Postgres(connection) => {
                    let (sql, values) = self.to_postgres_statement()?;
                    let statement = sqlx::query_with(sql, values);
                    let result = await_with_timeout(statement.execute(&mut **connection)).await?;
                    Ok(result.rows_affected())
                }
            }
        })
    }

    /// Returns the query with numbered parameters, as PostgreSQL takes them, and its values.
    fn to_postgres_statement(&self) -> sqlx::Result<(SqlStr, PgArguments)> {
        let sql = replace_placeholders_and_quote_user_for_postgres(self.sql.as_str(), |number| {
            Ok(format!("${number}"))
        })?;
        let sql = AssertSqlSafe(sql).into_sql_str();
        let mut values = PgArguments::default();
        for value in &self.values {
            let added = match value {
                SqlValue::Number(number) => values.add(number),
                SqlValue::Text(text) => values.add(text),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        Ok((sql, values))
    }
}

/// Returns the statements and their values for `execute_batch` (`migrations/postgres/`), which
/// binds all values to each statement as `$1`, an array of texts.
///
/// # Errors
/// Fails if a statement has fewer values than places for them.
fn build_postgres_batch_statements_and_values(
    queries: Vec<SqlQuery>,
) -> sqlx::Result<(Vec<String>, Vec<Option<String>>)> {
    let (mut statements, mut values) = (Vec::new(), Vec::new());
    for query in queries {
        let first = values.len();
        statements.push(replace_placeholders_and_quote_user_for_postgres(
            query.sql.as_str(),
            |number| {
                let place = first + number;
                match query.values.get(number - 1) {
                    Some(SqlValue::Number(_)) => Ok(format!("($1[{place}])::bigint")),
                    Some(SqlValue::Text(_)) => Ok(format!("($1[{place}])")),
                    None => Err(sqlx::Error::Encode("a value is missing".into())),
                }
            },
        )?);
        values.extend(query.values.into_iter().map(|value| match value {
            SqlValue::Number(number) => number.map(|number| number.to_string()),
            SqlValue::Text(text) => text,
        }));
    }
    Ok((statements, values))
}

/// Joins statements into one text, and their values into one list. SQLite takes several at once.
fn join_for_sqlite(queries: &[SqlQuery]) -> sqlx::Result<(SqlStr, SqliteArguments)> {
    let sql = match queries {
        [query] => query.sql.clone(),
        queries => {
            let statements: Vec<&str> = queries.iter().map(|query| query.sql.as_str()).collect();
            AssertSqlSafe(statements.join(";\n")).into_sql_str()
        }
    };
    let mut values = SqliteArguments::default();
    for value in queries.iter().flat_map(|query| &query.values) {
        let added = match value {
            SqlValue::Number(number) => values.add(number),
            SqlValue::Text(text) => values.add(text),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok((sql, values))
}

/// Rewrites a statement for PostgreSQL. Replaces the placeholders `?` and `?2` by what
/// `render_placeholder` returns for the number of the value (from 1), and quotes the column `user`,
/// which is a keyword there. No statement of the store has either inside a string literal.
fn replace_placeholders_and_quote_user_for_postgres(
    sql: &str,
    render_placeholder: impl Fn(usize) -> sqlx::Result<String>,
) -> sqlx::Result<String> {
    let mut rewritten = String::with_capacity(sql.len() + 16);
    let mut rest = sql;
    let mut placeholder_count = 0;
    let is_word: fn(char) -> bool = |c| c.is_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        let is_same_token: fn(char) -> bool = match first {
            '?' => |c| c.is_ascii_digit(),
            first if is_word(first) => is_word,
            _ => |_| false,
        };
        let first_length = first.len_utf8();
        let token_end = match rest[first_length..].find(|c| !is_same_token(c)) {
            Some(offset) => first_length + offset,
            None => rest.len(),
        };
        let (token, after_token) = rest.split_at(token_end);
        if token == "user" {
            rewritten.push_str("\"user\"");
        } else if first == '?' {
            placeholder_count += 1;
            let number = token[1..].parse().unwrap_or(placeholder_count);
            rewritten.push_str(&render_placeholder(number)?);
        } else {
            rewritten.push_str(token);
        }
        rest = after_token;
    }
    Ok(rewritten)
}

/// A row of a query's result.
pub enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A column of a row, by its name or its index, for either database.
pub trait ColumnIndexAny: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> ColumnIndexAny for T {}

impl SqlRow {
    /// Reads a column. Fails if it is NULL.
    pub fn try_get<T: SqlColumn>(&self, index: impl ColumnIndexAny) -> sqlx::Result<T> {
        T::from_column(self, index)?
            .ok_or_else(|| sqlx::Error::Decode(Box::new(UnexpectedNullError)))
    }

    /// Returns the value of a column, which holds texts, or else numbers.
    pub fn get_text_or_number(
        &self,
        index: impl ColumnIndexAny,
        is_text: bool,
    ) -> sqlx::Result<SqlValue> {
        match is_text {
            true => String::from_column(self, index).map(SqlValue::Text),
            false => i64::from_column(self, index).map(SqlValue::Number),
        }
    }
}

/// A type that can be read from a column.
pub trait SqlColumn: Sized {
    /// Returns the value of a column, or `None` if it is NULL and this type has no value for that.
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>>;
}

macro_rules! impl_column_for_stored_types {
    ($($stored:ty)*) => {$(
        impl SqlColumn for $stored {
            fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
                match row {
                    SqlRow::Sqlite(row) => row.try_get(index),
                    SqlRow::Postgres(row) => row.try_get(index),
                }
            }
        }
    )*};
}

impl_column_for_stored_types!(i64 String);

impl<T: SqlColumn> SqlColumn for Option<T> {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        Ok(Some(T::from_column(row, index)?))
    }
}

impl SqlColumn for bool {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        Ok(i64::from_column(row, index)?.map(|number| number != 0))
    }
}

macro_rules! impl_column_for_integers {
    ($($integer:ty)*) => {$(
        impl SqlColumn for $integer {
            fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
                let number = i64::from_column(row, index)?.map(Self::try_from).transpose();
                number.map_err(|error| sqlx::Error::Decode(Box::new(error)))
            }
        }
    )*};
}

impl_column_for_integers!(u8 u32);

/// A type that can be read from a whole row, by the names or the indexes of its columns.
pub trait FromRow: Sized {
    fn from_row(row: &SqlRow) -> sqlx::Result<Self>;
}

impl<T: SqlColumn> FromRow for T {
    fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
        row.try_get(0)
    }
}

macro_rules! impl_from_row_for_tuples {
    ($(($($column:ident $index:literal)*))*) => {$(
        impl<$($column: SqlColumn),*> FromRow for ($($column,)*) {
            fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
                Ok(($(row.try_get::<$column>($index)?,)*))
            }
        }
    )*};
}

impl_from_row_for_tuples! {
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrite_for_postgres_numbers_placeholders_and_quotes_user() {
        let rewrite = |sql| {
            replace_placeholders_and_quote_user_for_postgres(sql, |number| Ok(format!("${number}")))
                .unwrap()
        };
        let update = rewrite("UPDATE seen SET user = ?, users = '–' WHERE s.user = ?");
        assert_eq!(update, "UPDATE seen SET \"user\" = $1, users = '–' WHERE s.\"user\" = $2");
        assert_eq!(rewrite("a = ?2 AND b = ?1 AND c = ?2"), "a = $2 AND b = $1 AND c = $2");
    }
}
