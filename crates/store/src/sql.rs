//! One SQL for two databases: a file of SQLite, and a PostgreSQL server.
//!
//! Every statement of the store is written once, in what both understand. Its values are whole
//! numbers and texts, and so are all columns (truth is 0 or 1), so that a row is the same in both.
//! What a server needs spelled otherwise is done by [`spelled_for_server`]. `sqlx::Any` would do
//! the same with a second form of each row in memory, and knows neither the pragmas of a file nor
//! the search path of a server.
//!
//! To be kept to, in a statement: `CASE` in place of `max(a, b)`; a flag is compared (`= 1`); in
//! `DO UPDATE` a column is named with its table; a subquery in `FROM` has a name; what has an order
//! says which.

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

/// How long a server may take for a statement: longer than any of ours, so that one which has
/// fallen silent is found out. A connection ends without a word when the machine at its other end
/// does.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 60 });

/// Connections to the one or the other.
#[derive(Clone)]
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    /// A connection. None comes while a server does not answer.
    pub fn acquire(&self) -> BoxFuture<'_, sqlx::Result<Connection>> {
        Box::pin(async move {
            match self {
                Self::Sqlite(pool) => Ok(Connection::Sqlite(pool.acquire().await?)),
                Self::Postgres(pool) => match pool.acquire().await {
                    Ok(open) => Ok(Connection::Postgres(open)),
                    Err(sqlx::Error::PoolTimedOut) => {
                        let why = "no connection in time (or another program writes there)";
                        Err(sqlx::Error::Io(std::io::Error::other(why)))
                    }
                    Err(wrong) => Err(wrong),
                },
            }
        })
    }

    /// How many connections may turn out to be dead when they are used: all that are not tried
    /// before.
    fn untested_connections(&self) -> u32 {
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
    /// Does all of these, or nothing: where that fails, what is open is to be taken back.
    pub fn execute_in_transaction(
        &mut self,
        queries: Vec<SqlQuery>,
    ) -> BoxFuture<'_, sqlx::Result<()>> {
        Box::pin(async move {
            match self {
                // In one trip.
                Self::Sqlite(open) => {
                    let (sql, values) = join_for_sqlite(&queries)?;
                    let sql = AssertSqlSafe(format!("BEGIN IMMEDIATE;\n{};\nCOMMIT", sql.as_str()));
                    sqlx::query_with(sql, values).execute(&mut **open).await?;
                }
                // In one trip as well: a text of several statements is all or nothing there.
                Self::Postgres(open) => {
                    let texts: Vec<String> = queries
                        .iter()
                        .map(SqlQuery::to_inlined_sql)
                        .collect::<sqlx::Result<_>>()?;
                    let sql = AssertSqlSafe(texts.join(";\n"));
                    await_with_timeout(sqlx::raw_sql(sql).execute(&mut **open)).await?;
                }
            }
            Ok(())
        })
    }

    /// Takes back what is open: a server has done that by itself.
    pub async fn roll_back(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(_) => query("ROLLBACK").execute_on(self).await.map(drop),
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Where nothing is heard of it any more, it does not come back to those that are used.
    pub fn discard_if_lost<T>(self, result: &sqlx::Result<T>) {
        if let Self::Postgres(open) = self
            && result.as_ref().is_err_and(is_connection_lost)
        {
            drop(open.detach());
        }
    }
}

/// What a server answers, if it does.
async fn await_with_timeout<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let silent = || sqlx::Error::Io(ErrorKind::TimedOut.into());
    timeout(STATEMENT_TIMEOUT, answer).await.unwrap_or_else(|_| Err(silent()))
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
pub enum SqlValue {
    Number(Option<i64>),
    Text(Option<String>),
}

macro_rules! value {
    ($($from:ty => $kind:ident($value:ident => $as:expr),)*) => {$(
        impl From<$from> for SqlValue {
            fn from($value: $from) -> Self {
                Self::$kind($as)
            }
        }
    )*};
}

value! {
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

/// A statement; its values follow.
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

    pub async fn fetch_all<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Vec<T>> {
        self.fetch_rows(pool).await?.iter().map(T::from_row).collect()
    }

    /// The first row, of statements that have one at most.
    pub async fn fetch_optional<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Option<T>> {
        self.fetch_rows(pool).await?.first().map(T::from_row).transpose()
    }

    pub async fn fetch_one<T: FromRow>(self, pool: &Pool) -> sqlx::Result<T> {
        self.fetch_optional(pool).await?.ok_or(sqlx::Error::RowNotFound)
    }

    pub async fn fetch_rows(self, pool: &Pool) -> sqlx::Result<Vec<SqlRow>> {
        let mut untried = pool.untested_connections();
        loop {
            let mut open = pool.acquire().await?;
            let rows = self.fetch_rows_on(&mut open).await;
            open.discard_if_lost(&rows);
            match rows {
                Err(wrong) if untried > 0 && is_stale_connection(&wrong) => untried -= 1,
                rows => return rows,
            }
        }
    }

    pub fn fetch_rows_on<'a>(
        &'a self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, sqlx::Result<Vec<SqlRow>>> {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(open) => {
                    let (sql, values) = join_for_sqlite(slice::from_ref(self))?;
                    let rows = sqlx::query_with(sql, values).fetch_all(&mut **open).await?;
                    Ok(rows.into_iter().map(SqlRow::Sqlite).collect())
                }
                Connection::Postgres(open) => {
                    let (sql, values) = self.to_postgres()?;
                    let rows =
                        await_with_timeout(sqlx::query_with(sql, values).fetch_all(&mut **open))
                            .await?;
                    Ok(rows.into_iter().map(SqlRow::Postgres).collect())
                }
            }
        })
    }

    /// How many rows it has changed.
    pub async fn execute(self, pool: &Pool) -> sqlx::Result<u64> {
        let mut open = pool.acquire().await?;
        let done = self.execute_on(&mut open).await;
        open.discard_if_lost(&done);
        done
    }

    pub fn execute_on<'a>(
        &'a self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, sqlx::Result<u64>> {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(open) => {
                    let (sql, values) = join_for_sqlite(slice::from_ref(self))?;
                    Ok(sqlx::query_with(sql, values).execute(&mut **open).await?.rows_affected())
                }
                Connection::Postgres(open) => {
                    let (sql, values) = self.to_postgres()?;
                    let done =
                        await_with_timeout(sqlx::query_with(sql, values).execute(&mut **open))
                            .await?;
                    Ok(done.rows_affected())
                }
            }
        })
    }

    fn to_postgres(&self) -> sqlx::Result<(SqlStr, PgArguments)> {
        let sql = rewrite_for_postgres(self.sql.as_str(), |place| Ok(format!("${place}")))?;
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

    /// With its values in it, for a server: its protocol has values for one statement at a time.
    fn to_inlined_sql(&self) -> sqlx::Result<String> {
        rewrite_for_postgres(self.sql.as_str(), |place| match self.values.get(place - 1) {
            Some(value) => format_postgres_literal(value),
            None => Err(sqlx::Error::Encode("a value is missing".into())),
        })
    }
}

/// A value as PostgreSQL reads it in a statement, whatever is in it: escaped as libpq's
/// [`PQescapeLiteral`](https://www.postgresql.org/docs/current/libpq-exec.html) does.
fn format_postgres_literal(value: &SqlValue) -> sqlx::Result<String> {
    Ok(match value {
        SqlValue::Number(None) => "NULL::bigint".into(),
        SqlValue::Number(Some(number)) => format!("'{number}'::bigint"),
        SqlValue::Text(None) => "NULL::text".into(),
        SqlValue::Text(Some(text)) if text.contains('\0') => {
            return Err(sqlx::Error::Encode("a text has a character that no text may have".into()));
        }
        SqlValue::Text(Some(text)) => {
            format!("E'{}'::text", text.replace('\\', r"\\").replace('\'', "''"))
        }
    })
}

/// SQLite takes statements as they are, and several at once.
fn join_for_sqlite(queries: &[SqlQuery]) -> sqlx::Result<(SqlStr, SqliteArguments)> {
    let sql = match queries {
        [one] => one.sql.clone(),
        many => {
            let all: Vec<&str> = many.iter().map(|one| one.sql.as_str()).collect();
            AssertSqlSafe(all.join(";\n")).into_sql_str()
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

/// `?` and `?2` become what stands for these values, and the column `user`, which is a word of its
/// own there, is quoted. No statement has either in a text.
fn rewrite_for_postgres(
    sql: &str,
    render_value: impl Fn(usize) -> sqlx::Result<String>,
) -> sqlx::Result<String> {
    let mut spelled = String::with_capacity(sql.len() + 16);
    let (mut rest, mut place) = (sql, 0);
    let is_word: fn(char) -> bool = |c| c.is_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        let goes_on: fn(char) -> bool = match first {
            '?' => |c| c.is_ascii_digit(),
            first if is_word(first) => is_word,
            _ => |_| false,
        };
        let after = first.len_utf8();
        let more = rest[after..].find(|c| !goes_on(c));
        let end = more.map_or(rest.len(), |more| after + more);
        match &rest[..end] {
            "user" => spelled.push_str("\"user\""),
            word if first == '?' => {
                place += 1;
                spelled.push_str(&render_value(word[1..].parse().unwrap_or(place))?);
            }
            word => spelled.push_str(word),
        }
        rest = &rest[end..];
    }
    Ok(spelled)
}

/// A row that was read.
pub enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Where in a row: a name, or a place.
pub trait ColumnIndexAny: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> ColumnIndexAny for T {}

impl SqlRow {
    pub fn try_get<T: SqlColumn>(&self, index: impl ColumnIndexAny) -> sqlx::Result<T> {
        T::from_column(self, index)?
            .ok_or_else(|| sqlx::Error::Decode(Box::new(UnexpectedNullError)))
    }

    /// As it is stored.
    pub fn get_value(&self, index: impl ColumnIndexAny, is_text: bool) -> sqlx::Result<SqlValue> {
        match is_text {
            true => self.get_text(index).map(SqlValue::Text),
            false => self.get_number(index).map(SqlValue::Number),
        }
    }

    fn get_number(&self, index: impl ColumnIndexAny) -> sqlx::Result<Option<i64>> {
        match self {
            Self::Sqlite(row) => row.try_get(index),
            Self::Postgres(row) => row.try_get(index),
        }
    }

    fn get_text(&self, index: impl ColumnIndexAny) -> sqlx::Result<Option<String>> {
        match self {
            Self::Sqlite(row) => row.try_get(index),
            Self::Postgres(row) => row.try_get(index),
        }
    }
}

/// What a column is read as.
pub trait SqlColumn: Sized {
    /// None where the column is null and this is nothing that can be.
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>>;
}

impl SqlColumn for i64 {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        row.get_number(index)
    }
}

impl SqlColumn for String {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        row.get_text(index)
    }
}

impl<T: SqlColumn> SqlColumn for Option<T> {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        Ok(Some(T::from_column(row, index)?))
    }
}

impl SqlColumn for bool {
    fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
        Ok(row.get_number(index)?.map(|number| number != 0))
    }
}

macro_rules! impl_column_for_integers {
    ($($kind:ty)*) => {$(
        impl SqlColumn for $kind {
            fn from_column(row: &SqlRow, index: impl ColumnIndexAny) -> sqlx::Result<Option<Self>> {
                let number = row.get_number(index)?.map(Self::try_from).transpose();
                number.map_err(|wrong| sqlx::Error::Decode(Box::new(wrong)))
            }
        }
    )*};
}

impl_column_for_integers!(u8 u32);

/// What a whole row is read as: by the names of its columns, or by their places.
pub trait FromRow: Sized {
    fn from_row(row: &SqlRow) -> sqlx::Result<Self>;
}

impl<T: SqlColumn> FromRow for T {
    fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
        row.try_get(0)
    }
}

macro_rules! tuples {
    ($(($($part:ident $place:literal)*))*) => {$(
        impl<$($part: SqlColumn),*> FromRow for ($($part,)*) {
            fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
                Ok(($(row.try_get::<$part>($place)?,)*))
            }
        }
    )*};
}

tuples! {
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
    fn a_statement_is_spelled_for_a_server() {
        let spelled = |sql| rewrite_for_postgres(sql, |place| Ok(format!("${place}"))).unwrap();
        let users = spelled("UPDATE seen SET user = ?, users = '–' WHERE s.user = ?");
        assert_eq!(users, "UPDATE seen SET \"user\" = $1, users = '–' WHERE s.\"user\" = $2");
        assert_eq!(spelled("a = ?2 AND b = ?1 AND c = ?2"), "a = $2 AND b = $1 AND c = $2");
    }
}
