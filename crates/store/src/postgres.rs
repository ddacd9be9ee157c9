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

use super::backup::{DatabaseSummary, MaintenanceError};
use super::database::DatabaseAddressError;
use super::error::{StoreError, postgres_error_code};
use super::migrations::{POSTGRES_MIGRATIONS, newest_version};
use super::outbox::MARK_PENDING_AS_TRIED;
use super::shards::{ShardClaim, ShardRange};
use super::sql::{Pool, query};

/// How long an input waits for a connection: a server that starts anew is back by then.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to write with, and connections to read with; the database is in today's form.
pub async fn open_exclusively(address: &str) -> Result<(Pool, Pool), StoreError> {
    let (writer, readers) = connect_exclusively(address).await?;
    if let Pool::Postgres(writer) = &writer {
        let migrated = POSTGRES_MIGRATIONS.run(writer).await;
        migrated.map_err(|wrong| StoreError::from_migrate_error(wrong, newest_version()))?;
    }
    Ok((writer, readers))
}

/// … in whatever form it is.
async fn connect_exclusively(address: &str) -> Result<(Pool, Pool), StoreError> {
    let readers = connect_readers(address).await?;
    // By itself, since a pool would not say why it has no connection.
    let mut first = readers.acquire().await?;
    lock_writer(&mut first).await?;
    sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut *first).await?;
    drop(first);
    let writer = pool_options(1).min_connections(1).idle_timeout(None).max_lifetime(None);
    let writer = writer.after_connect(|open, _| Box::pin(lock_writer(open)));
    let writer = writer.connect_with(connect_options(address)?).await?;
    Ok((Pool::Postgres(writer), Pool::Postgres(readers)))
}

/// … for a program with some of the shards. Waits until no other has one of them.
pub async fn open_for_shards(shard_claim: &Arc<ShardClaim>) -> Result<(Pool, Pool), StoreError> {
    let readers = connect_readers(&shard_claim.address).await?;
    let mut is_said = false;
    let writer = loop {
        migrate_if_alone(shard_claim).await?;
        // By itself, since a pool would not say why it has no connection.
        let mut first = connect(&shard_claim.address).await?;
        let claimed = lock_and_announce_shards(&mut first, shard_claim.shards).await;
        first.close().await?;
        match claimed {
            Ok(()) => {
                let of_pool = Arc::clone(shard_claim);
                let writer =
                    pool_options(1).min_connections(1).idle_timeout(None).max_lifetime(None);
                let writer = writer.after_connect(move |open, _| {
                    let part = Arc::clone(&of_pool);
                    Box::pin(async move {
                        let claimed = lock_and_announce_shards(open, part.shards).await;
                        let is_held = claimed.as_ref().is_err_and(|wrong| {
                            postgres_error_code(wrong) == Some(LOCK_TIMEOUT_CODE)
                        });
                        part.record_lock_attempt(!is_held, Instant::now());
                        claimed
                    })
                });
                match writer.connect_with(connect_options(&shard_claim.address)?).await {
                    Ok(writer) => break writer,
                    Err(sqlx::Error::PoolTimedOut) => {}
                    Err(wrong) => return Err(wrong.into()),
                }
            }
            // Whoever was to make its tables has died.
            Err(wrong) if postgres_error_code(&wrong) == Some("42P01") => continue,
            Err(wrong) if postgres_error_code(&wrong) == Some(LOCK_TIMEOUT_CODE) => {}
            Err(wrong) => return Err(wrong.into()),
        }
        if !is_said {
            let shards = shard_claim.shards;
            tracing::warn!("shards {shards} are another process's: this one waits for its end");
            is_said = true;
        }
    };
    shard_claim.record_lock_attempt(true, Instant::now());
    Ok((Pool::Postgres(writer), Pool::Postgres(readers)))
}

/// If nobody else runs on it: brings the database to today's form, and says how many shards there
/// are.
async fn migrate_if_alone(shard_claim: &ShardClaim) -> Result<(), StoreError> {
    let one = pool_options(1).connect_with(connect_options(&shard_claim.address)?).await?;
    let lock = format!("SELECT pg_try_advisory_lock({WRITER_LOCK_KEY})");
    if sqlx::query_scalar(AssertSqlSafe(lock)).fetch_one(&one).await? {
        let migrated = POSTGRES_MIGRATIONS.run(&one).await;
        migrated.map_err(|wrong| StoreError::from_migrate_error(wrong, newest_version()))?;
        let total = "INSERT INTO memo (name, text) VALUES ('shards', $1)
                     ON CONFLICT (name) DO UPDATE SET text = excluded.text";
        sqlx::query(total).bind(shard_claim.shards.total().to_string()).execute(&one).await?;
    }
    one.close().await;
    Ok(())
}

/// Takes the locks of some shards, as soon as whoever has them has gone.
async fn lock_and_announce_shards(
    connection: &mut PgConnection,
    shards: ShardRange,
) -> Result<(), sqlx::Error> {
    let shared = format!("SELECT pg_advisory_lock_shared({WRITER_LOCK_KEY})");
    sqlx::query(AssertSqlSafe(shared)).execute(&mut *connection).await?;
    let (total, version): (Option<String>, Option<i64>) = sqlx::query_as(
        "SELECT (SELECT text FROM memo WHERE name = 'shards'),
                (SELECT max(version) FROM _sqlx_migrations)",
    )
    .fetch_one(&mut *connection)
    .await?;
    let other = |why: String| Err(sqlx::Error::Configuration(why.into()));
    if version != Some(newest_version()) {
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
    for number in shards.shard_numbers() {
        let one = "SELECT pg_advisory_lock(hashtext('riposte shard ' || current_schema()), $1)";
        sqlx::query(one).bind(number.cast_signed()).execute(&mut *connection).await?;
    }
    let (first, last) =
        (shards.shard_numbers().start().to_owned(), shards.shard_numbers().end().to_owned());
    let posts = format!(
        "{MARK_PENDING_AS_TRIED} AND EXISTS (SELECT 1 FROM fight WHERE fight.id = post.fight
         AND (fight.guild >> 22) % {ours} BETWEEN {first} AND {last})"
    );
    sqlx::query(AssertSqlSafe(posts)).execute(&mut *connection).await?;
    let said = "SELECT pg_notify('riposte ' || current_schema(), 'start')";
    sqlx::query(said).execute(connection).await.map(drop)
}

/// PostgreSQL's code where another session has a lock for too long.
const LOCK_TIMEOUT_CODE: &str = "55P03";

/// … beside the bot that may run on it and has the lock: for what may be done all the same.
pub async fn connect_alongside_bot(address: &str) -> Result<(Pool, Pool), StoreError> {
    let readers = Pool::Postgres(connect_readers(address).await?);
    let writer = pool_options(1).connect_with(connect_options(address)?).await?;
    Ok((Pool::Postgres(writer), readers))
}

async fn connect_readers(address: &str) -> Result<sqlx::PgPool, StoreError> {
    let options = connect_options(address)?.options([("default_transaction_read_only", "on")]);
    // What is read on one that is dead is read on another.
    pool_options(4).test_before_acquire(false).connect_with(options).await.map_err(|wrong| {
        match wrong {
            sqlx::Error::PoolTimedOut => {
                StoreError::Unreachable("it did not answer in time".into())
            }
            wrong => wrong.into(),
        }
    })
}

/// One connection, as it is.
pub(super) async fn connect(address: &str) -> Result<PgConnection, StoreError> {
    Ok(PgConnection::connect_with(&connect_options(address)?).await?)
}

pub(super) fn pool_options(max_connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(max_connections).acquire_timeout(CONNECT_TIMEOUT)
}

/// A server that hears nothing any more of a program forgets it and its lock soon.
pub(super) fn connect_options(address: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(address);
    // What the library says may quote a part of the address.
    let options =
        options.map_err(|_| StoreError::CannotOpen(DatabaseAddressError::Malformed.to_string()))?;
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
const WRITER_LOCK_KEY: &str = "hashtext('riposte ' || coalesce(current_schema(), ''))";

/// Takes the lock of whoever writes, as soon as the one before has gone.
async fn lock_writer(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock = format!("SELECT pg_advisory_lock({WRITER_LOCK_KEY})");
    sqlx::query(AssertSqlSafe(lock)).execute(connection).await.map(drop)
}

/// Looks at a database, and changes nothing; none where nothing is in it yet.
pub async fn inspect_server_database(
    address: &str,
) -> Result<Option<DatabaseSummary>, MaintenanceError> {
    let at = || address.into();
    let fault = |fault| MaintenanceError::Store { file: at(), error: fault };
    let readers = Pool::Postgres(connect_readers(address).await.map_err(fault)?);
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
        Ok((
            tables,
            Some(DatabaseSummary {
                version,
                newest_version: newest_version(),
                fight_count: fights,
            }),
        ))
    };
    let looked = looked.await.map_err(|wrong: sqlx::Error| fault(wrong.into()));
    readers.close().await;
    match looked? {
        (0, _) => Ok(None),
        (_, Some(DatabaseSummary { version, newest_version: newest, .. })) if version > newest => {
            Err(fault(StoreError::NewerVersion { found: version, known: newest }))
        }
        (_, Some(whole)) => Ok(Some(whole)),
        _ => Err(MaintenanceError::NotFightDatabase(at())),
    }
}
