//! A database of a PostgreSQL server: one connection that writes, and some that read.
//!
//! The one that writes has a lock of the database, and has it for as long as it lives. So there is
//! one writer, as in a file, and none without the lock: a second program does not start, and one
//! that has lost its connection, and another has come meanwhile, writes nothing any more.
//!
//! Programs that have some shards each (`shards.rs`) share that lock, and the writer of each has
//! one for each of its shards. All know the same number of shards and have the same version.

use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};

use super::database::BadAddress;
use super::fault::{Fault, state};
use super::keeping::{Unkept, Whole};
use super::migrations::{SERVER_MIGRATIONS, newest};
use super::posts::WHICH_MAY_HAVE_GONE_OUT;
use super::shards::{Part, Shards};
use super::sql::{Pool, query};

/// How long an input waits for a connection: a server that starts anew is back by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to write with, and connections to read with; the database is in today's form.
pub async fn open(address: &str) -> Result<(Pool, Pool), Fault> {
    let (writer, readers) = connect_alone(address).await?;
    if let Pool::Server(writer) = &writer {
        let migrated = SERVER_MIGRATIONS.run(writer).await;
        migrated.map_err(|wrong| Fault::migrating(wrong, newest()))?;
    }
    Ok((writer, readers))
}

/// … in whatever form it is.
async fn connect_alone(address: &str) -> Result<(Pool, Pool), Fault> {
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

/// … for a program with some of the shards. Waits until no other has one of them.
pub async fn open_part(part: &Arc<Part>) -> Result<(Pool, Pool), Fault> {
    let readers = readers(&part.address).await?;
    let mut is_said = false;
    let writer = loop {
        prepare(part).await?;
        // By itself, since a pool would not say why it has no connection.
        let mut first = connect(&part.address).await?;
        let claimed = claim(&mut first, part.shards).await;
        first.close().await?;
        match claimed {
            Ok(()) => {
                let of_pool = Arc::clone(part);
                let writer = some(1).min_connections(1).idle_timeout(None).max_lifetime(None);
                let writer = writer.after_connect(move |open, _| {
                    let part = Arc::clone(&of_pool);
                    Box::pin(async move {
                        let claimed = claim(open, part.shards).await;
                        let is_held =
                            claimed.as_ref().is_err_and(|wrong| state(wrong) == Some(HELD));
                        part.is_free(!is_held, Instant::now());
                        claimed
                    })
                });
                match writer.connect_with(options(&part.address)?).await {
                    Ok(writer) => break writer,
                    Err(sqlx::Error::PoolTimedOut) => {}
                    Err(wrong) => return Err(wrong.into()),
                }
            }
            // Whoever was to make its tables has died.
            Err(wrong) if state(&wrong) == Some("42P01") => continue,
            Err(wrong) if state(&wrong) == Some(HELD) => {}
            Err(wrong) => return Err(wrong.into()),
        }
        if !is_said {
            let shards = part.shards;
            tracing::warn!("shards {shards} are another process's: this one waits for its end");
            is_said = true;
        }
    };
    part.is_free(true, Instant::now());
    Ok((Pool::Server(writer), Pool::Server(readers)))
}

/// If nobody else runs on it: brings the database to today's form, and says how many shards there
/// are.
async fn prepare(part: &Part) -> Result<(), Fault> {
    let one = some(1).connect_with(options(&part.address)?).await?;
    let lock = format!("SELECT pg_try_advisory_lock({SOLE})");
    if sqlx::query_scalar(AssertSqlSafe(lock)).fetch_one(&one).await? {
        let migrated = SERVER_MIGRATIONS.run(&one).await;
        migrated.map_err(|wrong| Fault::migrating(wrong, newest()))?;
        let total = "INSERT INTO memo (name, text) VALUES ('shards', $1)
                     ON CONFLICT (name) DO UPDATE SET text = excluded.text";
        sqlx::query(total).bind(part.shards.total().to_string()).execute(&one).await?;
    }
    one.close().await;
    Ok(())
}

/// Takes the locks of some shards, as soon as whoever has them has gone.
async fn claim(open: &mut PgConnection, shards: Shards) -> Result<(), sqlx::Error> {
    let shared = format!("SELECT pg_advisory_lock_shared({SOLE})");
    sqlx::query(AssertSqlSafe(shared)).execute(&mut *open).await?;
    let (total, version): (Option<String>, Option<i64>) = sqlx::query_as(
        "SELECT (SELECT text FROM memo WHERE name = 'shards'),
                (SELECT max(version) FROM _sqlx_migrations)",
    )
    .fetch_one(&mut *open)
    .await?;
    let other = |why: String| Err(sqlx::Error::Configuration(why.into()));
    if version != Some(newest()) {
        let why = "processes of another version run on it, which keeps them in another form";
        return other(format!("{why}; stop all of them first"));
    }
    let (ours, total) = (shards.total(), total.unwrap_or_default());
    if total != ours.to_string() {
        return other(format!(
            "other processes divide the bot into {total} shards, and this one into {ours}; \
             stop all of them first"
        ));
    }
    for number in shards.numbers() {
        let one = "SELECT pg_advisory_lock(hashtext('riposte shard ' || current_schema()), $1)";
        sqlx::query(one).bind(number.cast_signed()).execute(&mut *open).await?;
    }
    let (first, last) = (shards.numbers().start().to_owned(), shards.numbers().end().to_owned());
    let posts = format!(
        "{WHICH_MAY_HAVE_GONE_OUT} AND EXISTS (SELECT 1 FROM fight WHERE fight.id = post.fight
         AND (fight.guild >> 22) % {ours} BETWEEN {first} AND {last})"
    );
    sqlx::query(AssertSqlSafe(posts)).execute(&mut *open).await?;
    let said = "SELECT pg_notify('riposte ' || current_schema(), 'start')";
    sqlx::query(said).execute(open).await.map(drop)
}

/// PostgreSQL's code where another session has a lock for too long.
const HELD: &str = "55P03";

/// … beside the bot that may run on it and has the lock: for what may be done all the same.
pub async fn beside(address: &str) -> Result<(Pool, Pool), Fault> {
    let readers = Pool::Server(readers(address).await?);
    let writer = some(1).connect_with(options(address)?).await?;
    Ok((Pool::Server(writer), readers))
}

async fn readers(address: &str) -> Result<sqlx::PgPool, Fault> {
    let options = options(address)?.options([("default_transaction_read_only", "on")]);
    // What is read on one that is dead is read on another.
    some(4).test_before_acquire(false).connect_with(options).await.map_err(|wrong| match wrong {
        sqlx::Error::PoolTimedOut => Fault::Lost("it did not answer in time".into()),
        wrong => wrong.into(),
    })
}

/// One connection, as it is.
pub(super) async fn connect(address: &str) -> Result<PgConnection, Fault> {
    Ok(PgConnection::connect_with(&options(address)?).await?)
}

pub(super) fn some(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE)
}

/// A server that hears nothing any more of a program forgets it and its lock soon.
pub(super) fn options(address: &str) -> Result<PgConnectOptions, Fault> {
    let options = PgConnectOptions::from_str(address);
    // What the library says may quote a part of the address.
    let options = options.map_err(|_| Fault::Missing(BadAddress::Form.to_string()))?;
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
    // What is stored stands in the texts of statements, and has no business in a log.
    let options = options.disable_statement_logging();
    Ok(options.statement_cache_capacity(300).options(settings))
}

/// The lock of whoever is alone on a database.
const SOLE: &str = "hashtext('riposte ' || coalesce(current_schema(), ''))";

/// Takes the lock of whoever writes, as soon as the one before has gone.
async fn hold(open: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock = format!("SELECT pg_advisory_lock({SOLE})");
    sqlx::query(AssertSqlSafe(lock)).execute(open).await.map(drop)
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
