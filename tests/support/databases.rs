//! Databases for tests: SQLite files and memory, or schemas of a PostgreSQL server where
//! `RIPOSTE_POSTGRES` has its address (`.ci/postgres` starts one).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Returns the address of the server, if there is one.
pub fn server() -> Option<String> {
    std::env::var("RIPOSTE_POSTGRES").ok().filter(|address| !address.is_empty())
}

/// Returns this file, or the address of a schema that stands for it on the server. The same file
/// always gets the same schema.
pub async fn place(file: &Path) -> PathBuf {
    let Some(server) = server() else { return file.into() };
    let mut hash = DefaultHasher::new();
    file.hash(&mut hash);
    let schema = format!("t_{:016x}", hash.finish());
    let mut open = PgConnection::connect(&server).await.unwrap();
    let make = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
    sqlx::query(make).execute(&mut open).await.unwrap();
    open.close().await.unwrap();
    let and = if server.contains('?') { '&' } else { '?' };
    format!("{server}{and}options[search_path]={schema}&application_name={schema}").into()
}

/// Returns the address of a new schema, or `None` without a server.
pub async fn fresh() -> Option<PathBuf> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    server()?;
    let now = std::time::SystemTime::now();
    let nth = MADE.fetch_add(1, Ordering::Relaxed);
    Some(place(Path::new(&format!("{now:?} {} {nth}", std::process::id()))).await)
}
