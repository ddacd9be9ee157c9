//! Databases for tests: SQLite files and memory, or schemas of a PostgreSQL server where
//! `RIPOSTE_POSTGRES` has its address (`.ci/postgres` starts one).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Returns the address of the server, if there is one.
pub fn server_address() -> Option<String> {
    std::env::var("RIPOSTE_POSTGRES").ok().filter(|address| !address.is_empty())
}

/// Returns this file, or the address of a schema that stands for it on the server. The same file
/// always gets the same schema.
pub async fn path_for(file: &Path) -> PathBuf {
    let Some(address) = server_address() else { return file.into() };
    let mut hash = DefaultHasher::new();
    file.hash(&mut hash);
    let schema = format!("t_{:016x}", hash.finish());
    let mut connection = PgConnection::connect(&address).await.unwrap();
    let statement = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
    sqlx::query(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let separator = if address.contains('?') { '&' } else { '?' };
    format!("{address}{separator}options[search_path]={schema}&application_name={schema}").into()
}

/// Returns the address of a new schema, or `None` without a server.
pub async fn fresh_path() -> Option<PathBuf> {
    static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);
    server_address()?;
    let state = std::time::SystemTime::now();
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
    Some(path_for(Path::new(&format!("{state:?} {} {number}", std::process::id()))).await)
}
