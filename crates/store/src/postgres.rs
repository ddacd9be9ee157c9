//! A database on a PostgreSQL server: one connection that writes, and some that read.
//!
//! The writing connection holds an advisory lock for as long as it lives. So there is one writer,
//! as for a file: a second process does not start, and a process that has lost its connection to
//! another one writes nothing any more.
//!
//! Processes that run some shards each (`shards.rs`) share that lock, and the writer of each also
//! holds one lock for each of its shards. All must agree on the number of shards and the version.

use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};

use super::backup::{DatabaseSummary, MaintenanceError};
use super::database::DatabaseAddressError;
use super::error::{ShardsRefused, StoreError, postgres_error_code};
use super::migrations::{POSTGRES_MIGRATIONS, newest_version};
use super::outbox::MARK_PENDING_AS_TRIED;
use super::shards::{ShardClaim, ShardRange};
use super::sql::{Pool, query};

/// How long an input waits for a connection. A server that restarts is back by then.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens a database for a process that has it to itself, and runs the missing migrations. Returns
/// the writing connection and the readers.
pub async fn open_exclusively_and_migrate(address: &str) -> Result<(Pool, Pool), StoreError> {
    let (writer, readers) = connect_exclusively(address).await?;
    if let Pool::Postgres(writer) = &writer {
        let result = POSTGRES_MIGRATIONS.run(writer).await;
        result.map_err(|error| StoreError::from_migrate_error(error, newest_version()))?;
    }
    Ok((writer, readers))
}

/// Connects as [`open_exclusively_and_migrate`] does, without running migrations.
async fn connect_exclusively(address: &str) -> Result<(Pool, Pool), StoreError> {
    let readers = connect_readers(address).await?;
    // Tries the lock outside of the writer's pool, which would not say why it has no connection.
    let mut trial_connection = readers.acquire().await?;
    lock_writer(&mut trial_connection).await?;
    sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut *trial_connection).await?;
    drop(trial_connection);
    let writer = pool_options(1).min_connections(1).idle_timeout(None).max_lifetime(None);
    let writer = writer.after_connect(|connection, _| Box::pin(lock_writer(connection)));
    let writer = writer.connect_with(connect_options(address)?).await?;
    Ok((Pool::Postgres(writer), Pool::Postgres(readers)))
}

/// Opens a database for a process with some of the shards. Waits until no other process holds one
/// of them. Returns the writing connection and the readers.
pub async fn open_server_when_shards_are_free(
    shard_claim: &Arc<ShardClaim>,
) -> Result<(Pool, Pool), StoreError> {
    let readers = connect_readers(&shard_claim.address).await?;
    let mut has_warned = false;
    let writer = loop {
        migrate_and_store_shards_if_alone(shard_claim).await?;
        match try_connect_writer_with_shards(shard_claim).await? {
            WriterAttempt::Connected(writer) => break writer,
            // The process that should have created the tables has died: this one does it now.
            WriterAttempt::TablesMissing => {}
            WriterAttempt::ShardsHeldByOther if has_warned => {}
            WriterAttempt::ShardsHeldByOther => {
                let shards = shard_claim.shards;
                tracing::warn!("shards {shards} are another process's: this one waits for its end");
                has_warned = true;
            }
        }
    };
    shard_claim.record_lock_attempt(true, Instant::now());
    Ok((Pool::Postgres(writer), Pool::Postgres(readers)))
}

/// What came of an attempt to open the writing connection of a process with some of the shards.
enum WriterAttempt {
    Connected(sqlx::PgPool),
    ShardsHeldByOther,
    TablesMissing,
}

/// Tries to open the writing connection of a process with some of the shards. Waits for their locks
/// as long as the server lets a statement wait for a lock.
async fn try_connect_writer_with_shards(
    shard_claim: &Arc<ShardClaim>,
) -> Result<WriterAttempt, StoreError> {
    // Tries the locks outside of the writer's pool, which would not say why it has no connection.
    let mut trial_connection = connect(&shard_claim.address).await?;
    let trial =
        lock_shards_mark_rows_tried_and_announce(&mut trial_connection, shard_claim.shards).await;
    trial_connection.close().await?;
    if let Err(error) = trial {
        return match postgres_error_code(&error) {
            Some(MISSING_TABLE_CODE) => Ok(WriterAttempt::TablesMissing),
            Some(LOCK_TIMEOUT_CODE) => Ok(WriterAttempt::ShardsHeldByOther),
            _ => Err(error.into()),
        };
    }
    let options = connect_options(&shard_claim.address)?;
    let writer_options = writer_options_locking_and_reporting_shards(Arc::clone(shard_claim));
    match writer_options.connect_with(options).await {
        Ok(writer) => Ok(WriterAttempt::Connected(writer)),
        Err(sqlx::Error::PoolTimedOut) => Ok(WriterAttempt::ShardsHeldByOther),
        Err(error) => Err(error.into()),
    }
}

/// Returns the options of the writer's pool. Its connection takes the locks of the shards whenever
/// it is made, and tells the claim whether another process holds them.
fn writer_options_locking_and_reporting_shards(shard_claim: Arc<ShardClaim>) -> PgPoolOptions {
    let options = pool_options(1).min_connections(1).idle_timeout(None).max_lifetime(None);
    options.after_connect(move |connection, _| {
        let claim = Arc::clone(&shard_claim);
        Box::pin(async move {
            let result = lock_shards_mark_rows_tried_and_announce(connection, claim.shards).await;
            let is_held_by_other = result
                .as_ref()
                .is_err_and(|error| postgres_error_code(error) == Some(LOCK_TIMEOUT_CODE));
            claim.record_lock_attempt(!is_held_by_other, Instant::now());
            result
        })
    })
}

/// Runs the missing migrations and stores the number of shards, if no other process runs on the
/// database.
async fn migrate_and_store_shards_if_alone(shard_claim: &ShardClaim) -> Result<(), StoreError> {
    let pool = pool_options(1).connect_with(connect_options(&shard_claim.address)?).await?;
    let lock = format!("SELECT pg_try_advisory_lock({WRITER_LOCK_KEY})");
    if sqlx::query_scalar(AssertSqlSafe(lock)).fetch_one(&pool).await? {
        let result = POSTGRES_MIGRATIONS.run(&pool).await;
        result.map_err(|error| StoreError::from_migrate_error(error, newest_version()))?;
        let store_total = "INSERT INTO memo (name, text) VALUES ('shards', $1)
                           ON CONFLICT (name) DO UPDATE SET text = excluded.text";
        let total = shard_claim.shards.total().to_string();
        sqlx::query(store_total).bind(total).execute(&pool).await?;
    }
    pool.close().await;
    Ok(())
}

/// Takes the locks of some shards, as soon as no other session holds them. Then marks the pending
/// outbox rows of these shards as tried, and announces the start to the other processes.
///
/// # Errors
/// Fails with [`LOCK_TIMEOUT_CODE`] if another session holds a lock for too long, and if the other
/// processes run another version or another number of shards.
async fn lock_shards_mark_rows_tried_and_announce(
    connection: &mut PgConnection,
    shards: ShardRange,
) -> Result<(), sqlx::Error> {
    let lock_shared = format!("SELECT pg_advisory_lock_shared({WRITER_LOCK_KEY})");
    sqlx::query(AssertSqlSafe(lock_shared)).execute(&mut *connection).await?;
    check_version_and_shard_count(connection, shards.total()).await?;
    for number in shards.shard_numbers() {
        let lock = "SELECT pg_advisory_lock(hashtext('riposte shard ' || current_schema()), $1)";
        sqlx::query(lock).bind(number.cast_signed()).execute(&mut *connection).await?;
    }
    mark_pending_rows_of_shards_as_tried(connection, shards).await?;
    let announce = "SELECT pg_notify('riposte ' || current_schema(), 'start')";
    sqlx::query(announce).execute(connection).await.map(drop)
}

/// Checks that the processes on a database run this version and divide the bot into as many shards
/// as this one.
async fn check_version_and_shard_count(
    connection: &mut PgConnection,
    own_total: u32,
) -> Result<(), sqlx::Error> {
    let (stored_total, version): (Option<String>, Option<i64>) = sqlx::query_as(
        "SELECT (SELECT text FROM memo WHERE name = 'shards'),
                (SELECT max(version) FROM _sqlx_migrations)",
    )
    .fetch_one(connection)
    .await?;
    let refuse = |reason: String| Err(sqlx::Error::Configuration(ShardsRefused(reason).into()));
    if version != Some(newest_version()) {
        let reason = "processes of another version run on it, which keeps them in another form";
        return refuse(format!("{reason}; stop all of them first"));
    }
    let other_total = stored_total.unwrap_or_default();
    if other_total != own_total.to_string() {
        return refuse(format!(
            "other processes divide the bot into {other_total} shards, and this one into \
             {own_total}; stop all of them first"
        ));
    }
    Ok(())
}

/// Marks the pending outbox rows of the fights of some shards as tried.
async fn mark_pending_rows_of_shards_as_tried(
    connection: &mut PgConnection,
    shards: ShardRange,
) -> Result<(), sqlx::Error> {
    let own_total = shards.total();
    let numbers = shards.shard_numbers();
    let (first, last) = (numbers.start(), numbers.end());
    let mark_own_as_tried = format!(
        "{MARK_PENDING_AS_TRIED} AND EXISTS (SELECT 1 FROM fight WHERE fight.id = post.fight
         AND (fight.guild >> 22) % {own_total} BETWEEN {first} AND {last})"
    );
    sqlx::query(AssertSqlSafe(mark_own_as_tried)).execute(connection).await.map(drop)
}

/// PostgreSQL's error code for a wait for a lock that took too long.
const LOCK_TIMEOUT_CODE: &str = "55P03";

/// PostgreSQL's error code for a table that does not exist.
const MISSING_TABLE_CODE: &str = "42P01";

/// Connects without taking any lock, while the bot may be running on the database.
pub async fn connect_alongside_bot(address: &str) -> Result<(Pool, Pool), StoreError> {
    let readers = Pool::Postgres(connect_readers(address).await?);
    let writer = pool_options(1).connect_with(connect_options(address)?).await?;
    Ok((Pool::Postgres(writer), readers))
}

/// Opens connections that can only read. Fails with `Unreachable` where the server does not answer
/// in time.
async fn connect_readers(address: &str) -> Result<sqlx::PgPool, StoreError> {
    let options = connect_options(address)?.options([("default_transaction_read_only", "on")]);
    // Connections need no test: a read on a dead one is repeated on another.
    match pool_options(4).test_before_acquire(false).connect_with(options).await {
        Ok(readers) => Ok(readers),
        Err(sqlx::Error::PoolTimedOut) => {
            Err(StoreError::Unreachable("it did not answer in time".into()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Opens a single connection, without any lock.
pub(super) async fn connect(address: &str) -> Result<PgConnection, StoreError> {
    Ok(PgConnection::connect_with(&connect_options(address)?).await?)
}

pub(super) fn pool_options(max_connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(max_connections).acquire_timeout(CONNECT_TIMEOUT)
}

/// Returns the options of a connection. With these keepalives a server notices a dead process
/// soon, and releases its locks.
///
/// # Errors
/// Fails if the address is malformed.
pub(super) fn connect_options(address: &str) -> Result<PgConnectOptions, StoreError> {
    // The library's own error may quote a part of the address, and so of the password.
    let options = PgConnectOptions::from_str(address)
        .map_err(|_| StoreError::CannotOpen(DatabaseAddressError::Malformed.to_string()))?;
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
    // Statements have the stored values in their texts, and those must not get into a log.
    let options = options.disable_statement_logging();
    Ok(options.statement_cache_capacity(300).options(settings))
}

/// The SQL expression for the key of the writer's lock.
const WRITER_LOCK_KEY: &str = "hashtext('riposte ' || coalesce(current_schema(), ''))";

/// Takes the writer's lock, as soon as no other session holds it.
async fn lock_writer(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock = format!("SELECT pg_advisory_lock({WRITER_LOCK_KEY})");
    sqlx::query(AssertSqlSafe(lock)).execute(connection).await.map(drop)
}

/// Inspects a database without changing it. Returns `None` if it has no tables of Riposte.
///
/// # Errors
/// Fails if the server cannot be reached, only some of the tables are there, or a newer version
/// has written them.
pub async fn inspect_server_database(
    address: &str,
) -> Result<Option<DatabaseSummary>, MaintenanceError> {
    let to_store_error = |error| MaintenanceError::Store { file: address.into(), error };
    let readers = Pool::Postgres(connect_readers(address).await.map_err(to_store_error)?);
    let inspection = async {
        let table_count: i64 = query(
            "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()
             AND tablename IN ('_sqlx_migrations', 'fight', 'journal')",
        )
        .fetch_one(&readers)
        .await?;
        if table_count < 3 {
            return Ok((table_count, None));
        }
        let summary = DatabaseSummary {
            version: query("SELECT max(version) FROM _sqlx_migrations").fetch_one(&readers).await?,
            newest_version: newest_version(),
            fight_count: query("SELECT count(*) FROM fight").fetch_one(&readers).await?,
        };
        Ok((table_count, Some(summary)))
    };
    let result = inspection.await.map_err(|error: sqlx::Error| to_store_error(error.into()));
    readers.close().await;
    match result? {
        (0, _) => Ok(None),
        (_, Some(DatabaseSummary { version, newest_version: newest, .. })) if version > newest => {
            Err(to_store_error(StoreError::NewerVersion { found: version, known: newest }))
        }
        (_, Some(summary)) => Ok(Some(summary)),
        (_, None) => Err(MaintenanceError::NotFightDatabase(address.into())),
    }
}
