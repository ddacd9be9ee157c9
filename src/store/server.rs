//! A database of a PostgreSQL server: one connection that writes, and some that read.
//!
//! The one that writes has a lock of the database, and has it for as long as it lives. So there is
//! one writer, as in a file, and none without the lock: a second program does not start, and one
//! that has lost its connection, and another has come meanwhile, writes nothing any more.

use std::str::FromStr;
use std::time::Duration;

use sqlx::PgConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::fault::Fault;
use super::keeping::{Unkept, Whole};
use super::migrations::{SERVER_MIGRATIONS, newest};
use super::sql::{Pool, query};

/// How long an input waits for a connection: a server that starts anew is back by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to write with, and connections to read with; the database is in today's form.
pub async fn open(address: &str) -> Result<(Pool, Pool), Fault> {
    let (writer, readers) = connect(address).await?;
    if let Pool::Server(writer) = &writer {
        let migrated = SERVER_MIGRATIONS.run(writer).await;
        migrated.map_err(|wrong| Fault::migrating(wrong, newest()))?;
    }
    Ok((writer, readers))
}

/// … in whatever form it is.
async fn connect(address: &str) -> Result<(Pool, Pool), Fault> {
    let readers = readers(address).await?;
    // By itself, since a pool would not say why it has no connection.
    let mut first = readers.acquire().await?;
    hold(&mut first).await?;
    sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut *first).await?;
    drop(first);
    let writer = some(1).min_connections(1).idle_timeout(None).max_lifetime(None);
    let writer = writer.after_connect(|open, _| Box::pin(hold(open)));
    let writer = writer.connect_with(options(address)?).await?;
    Ok((Pool::Server(writer), Pool::Server(readers)))
}

/// … beside the bot that may run on it and has the lock: for what may be done all the same.
pub async fn beside(address: &str) -> Result<(Pool, Pool), Fault> {
    let readers = Pool::Server(readers(address).await?);
    let writer = some(1).connect_with(options(address)?).await?;
    Ok((Pool::Server(writer), readers))
}

async fn readers(address: &str) -> Result<sqlx::PgPool, Fault> {
    let options = options(address)?.options([("default_transaction_read_only", "on")]);
    some(4).connect_with(options).await.map_err(|wrong| match wrong {
        sqlx::Error::PoolTimedOut => Fault::Lost("it did not answer in time".into()),
        wrong => wrong.into(),
    })
}

fn some(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE)
}

/// A server that hears nothing any more of a program forgets it and its lock soon.
fn options(address: &str) -> Result<PgConnectOptions, Fault> {
    let options = PgConnectOptions::from_str(address);
    let options = options.map_err(|wrong| Fault::Missing(wrong.to_string()))?;
    let settings = [
        ("lock_timeout", "4s"),
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
    ];
    let options = match options.get_application_name() {
        None => options.application_name("riposte"),
        Some(_) => options,
    };
    Ok(options.statement_cache_capacity(300).options(settings))
}

/// Takes the lock of whoever writes, as soon as the one before has gone.
async fn hold(open: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock = "SELECT pg_advisory_lock(hashtext('riposte ' || coalesce(current_schema(), '')))";
    sqlx::query(lock).execute(open).await.map(drop)
}

/// Looks at a database, and changes nothing; none where nothing is in it yet.
pub async fn look_through(address: &str) -> Result<Option<Whole>, Unkept> {
    let at = || address.into();
    let fault = |fault| Unkept::Fault { file: at(), fault };
    let readers = Pool::Server(readers(address).await.map_err(fault)?);
    let looked = async {
        let tables: i64 = query(
            "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()
             AND tablename IN ('_sqlx_migrations', 'fight', 'journal')",
        )
        .fetch_one(&readers)
        .await?;
        if tables < 3 {
            return Ok((tables, None));
        }
        let version = query("SELECT max(version) FROM _sqlx_migrations").fetch_one(&readers);
        let version = version.await?;
        let fights = query("SELECT count(*) FROM fight").fetch_one(&readers).await?;
        Ok((tables, Some(Whole { version, newest: newest(), fights })))
    };
    let looked = looked.await.map_err(|wrong: sqlx::Error| fault(wrong.into()));
    readers.close().await;
    match looked? {
        (0, _) => Ok(None),
        (_, Some(Whole { version, newest, .. })) if version > newest => {
            Err(fault(Fault::Newer { found: version, known: newest }))
        }
        (_, Some(whole)) => Ok(Some(whole)),
        _ => Err(Unkept::NotOurs(at())),
    }
}
