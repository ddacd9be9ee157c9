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

use super::Boxed;
use super::fault::{is_dead, is_lost};

/// How long a server may take for a statement: longer than any of ours, so that one which has
/// fallen silent is found out. A connection ends without a word when the machine at its other end
/// does.
const ANSWER: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 60 });

/// Connections to the one or the other.
#[derive(Clone)]
pub enum Pool {
    File(SqlitePool),
    Server(PgPool),
}

impl Pool {
    /// A connection. None comes while a server does not answer.
    pub fn acquire(&self) -> Boxed<'_, sqlx::Result<Connection>> {
        Box::pin(async move {
            match self {
                Self::File(pool) => Ok(Connection::File(pool.acquire().await?)),
                Self::Server(pool) => match pool.acquire().await {
                    Ok(open) => Ok(Connection::Server(open)),
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
    fn untried(&self) -> u32 {
        match self {
            Self::Server(pool) if !pool.options().get_test_before_acquire() => {
                pool.options().get_max_connections()
            }
            _ => 0,
        }
    }

    pub async fn close(&self) {
        match self {
            Self::File(pool) => pool.close().await,
            Self::Server(pool) => pool.close().await,
        }
    }
}

pub enum Connection {
    File(PoolConnection<Sqlite>),
    Server(PoolConnection<Postgres>),
}

impl Connection {
    /// Does all of these, or nothing: where that fails, what is open is to be taken back.
    pub fn transact(&mut self, queries: Vec<Query>) -> Boxed<'_, sqlx::Result<()>> {
        Box::pin(async move {
            match self {
                // In one trip.
                Self::File(open) => {
                    let (sql, values) = for_file(&queries)?;
                    let sql = AssertSqlSafe(format!("BEGIN IMMEDIATE;\n{};\nCOMMIT", sql.as_str()));
                    sqlx::query_with(sql, values).execute(&mut **open).await?;
                }
                // In one trip as well: a text of several statements is all or nothing there.
                Self::Server(open) => {
                    let texts: Vec<String> =
                        queries.iter().map(Query::as_text).collect::<sqlx::Result<_>>()?;
                    let sql = AssertSqlSafe(texts.join(";\n"));
                    in_time(sqlx::raw_sql(sql).execute(&mut **open)).await?;
                }
            }
            Ok(())
        })
    }

    /// Takes back what is open: a server has done that by itself.
    pub async fn take_back(&mut self) -> sqlx::Result<()> {
        match self {
            Self::File(_) => query("ROLLBACK").run(self).await.map(drop),
            Self::Server(_) => Ok(()),
        }
    }

    /// Where nothing is heard of it any more, it does not come back to those that are used.
    pub fn settle<T>(self, done: &sqlx::Result<T>) {
        if let Self::Server(open) = self
            && done.as_ref().is_err_and(is_lost)
        {
            drop(open.detach());
        }
    }
}

/// What a server answers, if it does.
async fn in_time<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let silent = || sqlx::Error::Io(ErrorKind::TimedOut.into());
    timeout(ANSWER, answer).await.unwrap_or_else(|_| Err(silent()))
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(Option<i64>),
    Text(Option<String>),
}

macro_rules! value {
    ($($from:ty => $kind:ident($value:ident => $as:expr),)*) => {$(
        impl From<$from> for Value {
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
pub struct Query {
    sql: SqlStr,
    values: Vec<Value>,
}

/// A statement; its values follow.
pub fn query(sql: impl SqlSafeStr) -> Query {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

impl Query {
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.add(value.into());
        self
    }

    pub fn add(&mut self, value: Value) {
        self.values.push(value);
    }

    pub async fn fetch_all<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Vec<T>> {
        self.rows(pool).await?.iter().map(T::from_row).collect()
    }

    /// The first row, of statements that have one at most.
    pub async fn fetch_optional<T: FromRow>(self, pool: &Pool) -> sqlx::Result<Option<T>> {
        self.rows(pool).await?.first().map(T::from_row).transpose()
    }

    pub async fn fetch_one<T: FromRow>(self, pool: &Pool) -> sqlx::Result<T> {
        self.fetch_optional(pool).await?.ok_or(sqlx::Error::RowNotFound)
    }

    pub async fn rows(self, pool: &Pool) -> sqlx::Result<Vec<Row>> {
        let mut untried = pool.untried();
        loop {
            let mut open = pool.acquire().await?;
            let rows = self.rows_of(&mut open).await;
            open.settle(&rows);
            match rows {
                Err(wrong) if untried > 0 && is_dead(&wrong) => untried -= 1,
                rows => return rows,
            }
        }
    }

    pub fn rows_of<'a>(&'a self, open: &'a mut Connection) -> Boxed<'a, sqlx::Result<Vec<Row>>> {
        Box::pin(async move {
            match open {
                Connection::File(open) => {
                    let (sql, values) = for_file(slice::from_ref(self))?;
                    let rows = sqlx::query_with(sql, values).fetch_all(&mut **open).await?;
                    Ok(rows.into_iter().map(Row::File).collect())
                }
                Connection::Server(open) => {
                    let (sql, values) = self.for_server()?;
                    let rows =
                        in_time(sqlx::query_with(sql, values).fetch_all(&mut **open)).await?;
                    Ok(rows.into_iter().map(Row::Server).collect())
                }
            }
        })
    }

    /// How many rows it has changed.
    pub async fn execute(self, pool: &Pool) -> sqlx::Result<u64> {
        let mut open = pool.acquire().await?;
        let done = self.run(&mut open).await;
        open.settle(&done);
        done
    }

    pub fn run<'a>(&'a self, open: &'a mut Connection) -> Boxed<'a, sqlx::Result<u64>> {
        Box::pin(async move {
            match open {
                Connection::File(open) => {
                    let (sql, values) = for_file(slice::from_ref(self))?;
                    Ok(sqlx::query_with(sql, values).execute(&mut **open).await?.rows_affected())
                }
                Connection::Server(open) => {
                    let (sql, values) = self.for_server()?;
                    let done = in_time(sqlx::query_with(sql, values).execute(&mut **open)).await?;
                    Ok(done.rows_affected())
                }
            }
        })
    }

    fn for_server(&self) -> sqlx::Result<(SqlStr, PgArguments)> {
        let sql = spelled_for_server(self.sql.as_str(), |place| Ok(format!("${place}")))?;
        let sql = AssertSqlSafe(sql).into_sql_str();
        let mut values = PgArguments::default();
        for value in &self.values {
            let added = match value {
                Value::Number(number) => values.add(number),
                Value::Text(text) => values.add(text),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        Ok((sql, values))
    }

    /// With its values in it, for a server: its protocol has values for one statement at a time.
    fn as_text(&self) -> sqlx::Result<String> {
        spelled_for_server(self.sql.as_str(), |place| match self.values.get(place - 1) {
            Some(value) => literal(value),
            None => Err(sqlx::Error::Encode("a value is missing".into())),
        })
    }
}

/// A value as PostgreSQL reads it in a statement, whatever is in it: escaped as libpq's
/// [`PQescapeLiteral`](https://www.postgresql.org/docs/current/libpq-exec.html) does.
fn literal(value: &Value) -> sqlx::Result<String> {
    Ok(match value {
        Value::Number(None) => "NULL::bigint".into(),
        Value::Number(Some(number)) => format!("'{number}'::bigint"),
        Value::Text(None) => "NULL::text".into(),
        Value::Text(Some(text)) if text.contains('\0') => {
            return Err(sqlx::Error::Encode("a text has a character that no text may have".into()));
        }
        Value::Text(Some(text)) => {
            format!("E'{}'::text", text.replace('\\', r"\\").replace('\'', "''"))
        }
    })
}

/// SQLite takes statements as they are, and several at once.
fn for_file(queries: &[Query]) -> sqlx::Result<(SqlStr, SqliteArguments)> {
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
            Value::Number(number) => values.add(number),
            Value::Text(text) => values.add(text),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok((sql, values))
}

/// `?` and `?2` become what stands for these values, and the column `user`, which is a word of its
/// own there, is quoted. No statement has either in a text.
fn spelled_for_server(
    sql: &str,
    value: impl Fn(usize) -> sqlx::Result<String>,
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
                spelled.push_str(&value(word[1..].parse().unwrap_or(place))?);
            }
            word => spelled.push_str(word),
        }
        rest = &rest[end..];
    }
    Ok(spelled)
}

/// A row that was read.
pub enum Row {
    File(SqliteRow),
    Server(PgRow),
}

/// Where in a row: a name, or a place.
pub trait At: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> At for T {}

impl Row {
    pub fn try_get<T: Column>(&self, at: impl At) -> sqlx::Result<T> {
        T::read(self, at)?.ok_or_else(|| sqlx::Error::Decode(Box::new(UnexpectedNullError)))
    }

    /// As it is stored.
    pub fn value(&self, at: impl At, is_text: bool) -> sqlx::Result<Value> {
        match is_text {
            true => self.text(at).map(Value::Text),
            false => self.number(at).map(Value::Number),
        }
    }

    fn number(&self, at: impl At) -> sqlx::Result<Option<i64>> {
        match self {
            Self::File(row) => row.try_get(at),
            Self::Server(row) => row.try_get(at),
        }
    }

    fn text(&self, at: impl At) -> sqlx::Result<Option<String>> {
        match self {
            Self::File(row) => row.try_get(at),
            Self::Server(row) => row.try_get(at),
        }
    }
}

/// What a column is read as.
pub trait Column: Sized {
    /// None where the column is null and this is nothing that can be.
    fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>>;
}

impl Column for i64 {
    fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>> {
        row.number(at)
    }
}

impl Column for String {
    fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>> {
        row.text(at)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>> {
        Ok(Some(T::read(row, at)?))
    }
}

impl Column for bool {
    fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>> {
        Ok(row.number(at)?.map(|number| number != 0))
    }
}

macro_rules! smaller {
    ($($kind:ty)*) => {$(
        impl Column for $kind {
            fn read(row: &Row, at: impl At) -> sqlx::Result<Option<Self>> {
                let read = row.number(at)?.map(Self::try_from).transpose();
                read.map_err(|wrong| sqlx::Error::Decode(Box::new(wrong)))
            }
        }
    )*};
}

smaller!(u8 u32);

/// What a whole row is read as: by the names of its columns, or by their places.
pub trait FromRow: Sized {
    fn from_row(row: &Row) -> sqlx::Result<Self>;
}

impl<T: Column> FromRow for T {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        row.try_get(0)
    }
}

macro_rules! tuples {
    ($(($($part:ident $place:literal)*))*) => {$(
        impl<$($part: Column),*> FromRow for ($($part,)*) {
            fn from_row(row: &Row) -> sqlx::Result<Self> {
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
        let spelled = |sql| spelled_for_server(sql, |place| Ok(format!("${place}"))).unwrap();
        let users = spelled("UPDATE seen SET user = ?, users = '–' WHERE s.user = ?");
        assert_eq!(users, "UPDATE seen SET \"user\" = $1, users = '–' WHERE s.\"user\" = $2");
        assert_eq!(spelled("a = ?2 AND b = ?1 AND c = ?2"), "a = $2 AND b = $1 AND c = $2");
    }
}
