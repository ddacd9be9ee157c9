//! Tests of the store on a PostgreSQL server: its schema, its faults, and copies there and back.
//! Skipped where there is no server (`RIPOSTE_POSTGRES`, see `.ci/postgres`).

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::Store;
use super::backup::{self, MaintenanceError};
use super::database::Database;
use super::database_copy::{self, DatabaseCopyError};
use super::error::StoreError;
use super::rows::CommitOutcome;
use super::sql::{Pool, query};
use super::tests::{
    check_sample, check_untouched, commit_at, databases, fill_with_samples, open_fight,
};

/// Returns the address of a new schema on the server. Without a server, ends the test.
macro_rules! fresh_address_or_skip {
    () => {
        match databases::fresh_path().await {
            Some(address) => address,
            None => return eprintln!("skipped: RIPOSTE_POSTGRES is not set"),
        }
    };
}

/// Lets the next `times` commits fail: a trigger executes `action` when a journal row is inserted.
async fn make_commits_fail(store: &Store, times: u32, action: &str) {
    let Pool::Postgres(writer) = &store.writer else { panic!("not on a server") };
    let trigger = format!(
        "DROP SEQUENCE IF EXISTS failed; CREATE SEQUENCE failed;
         CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF nextval('failed') <= {times} THEN {action}; END IF; RETURN NEW; END $$;
         CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON journal
         FOR EACH ROW EXECUTE FUNCTION fail()"
    );
    sqlx::raw_sql(AssertSqlSafe(trigger)).execute(writer).await.unwrap();
}

/// Table, column, type, whether it may be null, and whether it belongs to the primary key.
type ColumnSchema = (String, String, String, bool, bool);

#[tokio::test]
async fn sqlite_and_postgres_have_the_same_schema() {
    let address = fresh_address_or_skip!();
    let (file, server) = (Store::in_memory().await.unwrap(), Store::open(&address).await.unwrap());
    let mut file_columns: Vec<ColumnSchema> = query(
        "SELECT made.name, it.name, CASE it.type WHEN 'INTEGER' THEN 'bigint' ELSE 'text' END,
         it.\"notnull\" = 0 AND it.pk = 0, it.pk > 0
         FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS it
         WHERE made.type = 'table' AND made.name NOT IN ('_sqlx_migrations', 'sqlite_sequence')",
    )
    .fetch_all(&file.readers)
    .await
    .unwrap();
    let mut server_columns: Vec<ColumnSchema> = query(
        "SELECT it.table_name::text, it.column_name::text, it.data_type::text,
         (it.is_nullable = 'YES')::int::bigint,
         (SELECT count(*) FROM pg_index
          JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
          WHERE indisprimary AND indrelid = quote_ident(it.table_name)::regclass
          AND attname = it.column_name)
         FROM information_schema.columns AS it
         WHERE it.table_schema = current_schema() AND it.table_name <> '_sqlx_migrations'",
    )
    .fetch_all(&server.readers)
    .await
    .unwrap();
    file_columns.sort();
    server_columns.sort();
    assert!(file_columns.len() > 100);
    assert_eq!(file_columns, server_columns);
    let file_indexes: Vec<String> = query(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    )
    .fetch_all(&file.readers)
    .await
    .unwrap();
    let server_indexes: Vec<String> = query(
        "SELECT relname::text FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
         WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
         ORDER BY relname::text COLLATE \"C\"",
    )
    .fetch_all(&server.readers)
    .await
    .unwrap();
    assert_eq!(file_indexes, server_indexes);
    // Texts in indexes must sort as they do in SQLite.
    let other_collations: Vec<String> = query(
        "SELECT table_name || '.' || it.column_name FROM information_schema.columns AS it
         JOIN pg_index ON indrelid = (quote_ident(table_name))::regclass
         JOIN pg_attribute ON attrelid = indexrelid AND attname = it.column_name
         WHERE table_schema = current_schema() AND data_type = 'text'
         AND collation_name IS DISTINCT FROM 'C'
         AND table_name <> '_sqlx_migrations'",
    )
    .fetch_all(&server.readers)
    .await
    .unwrap();
    assert!(other_collations.is_empty(), "not COLLATE \"C\": {other_collations:?}");
}

#[tokio::test]
async fn copy_to_a_server_and_back_keeps_all_rows() {
    let address = fresh_address_or_skip!();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| Database::from(&folder.path().join(name));
    let (source, server, back) = (file("from.db"), Database::from(&address), file("back.db"));
    fill_with_samples(source.file_path().unwrap()).await;
    let store = Store::open(&source).await.unwrap();
    // The last sheet is deleted. Its id must not be reused.
    let last_sheet = "INSERT INTO sheet (id, user, system, name, name_key, body, revision)
                      VALUES (9, 1, 'dr12', 'x', 'x', '{}', 1)";
    query(last_sheet).execute(&store.writer).await.unwrap();
    query("DELETE FROM sheet WHERE id = 9").execute(&store.writer).await.unwrap();
    store.close().await;
    drop(store);

    let copied = database_copy::copy_database(&source, &server).await.unwrap();
    assert!(copied.table_count > 20 && copied.row_count > 40, "{copied:?}");
    let second_copy = database_copy::copy_database(&source, &server).await;
    assert!(matches!(second_copy, Err(DatabaseCopyError::TargetNotEmpty(_))), "{second_copy:?}");
    let copied_back = database_copy::copy_database(&server, &back).await.unwrap();
    assert_eq!(copied, copied_back);
    let onto_file = database_copy::copy_database(&server, &back).await;
    assert!(
        matches!(
            onto_file,
            Err(DatabaseCopyError::Maintenance(MaintenanceError::AlreadyExists(_)))
        ),
        "{onto_file:?}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "two files, and a lock");

    let count_fights =
        async |database| backup::inspect_database(database).await.unwrap().unwrap().fight_count;
    for database in [&source, &server, &back] {
        assert_eq!(count_fights(database).await, 2, "{database}");
    }
    for database in [&server, &back] {
        let store = Store::open(database).await.unwrap();
        let next_sheet = "INSERT INTO sheet (user, system, name, name_key, body, revision)
                          VALUES (1, 'dr12', 'y', 'y', '{}', 1)";
        query(next_sheet).execute(&store.writer).await.unwrap();
        let id: i64 = query("SELECT max(id) FROM sheet").fetch_one(&store.readers).await.unwrap();
        assert_eq!(id, 10, "{database}");
        check_sample(&store).await;
        let busy = database_copy::copy_database(database, &file("busy.db")).await;
        assert!(
            matches!(busy, Err(DatabaseCopyError::Maintenance(MaintenanceError::InUse(_)))),
            "{busy:?}"
        );
    }
    let missing = database_copy::copy_database(&file("none.db"), &server).await;
    assert!(
        matches!(
            missing,
            Err(DatabaseCopyError::Maintenance(MaintenanceError::DatabaseMissing(_)))
        ),
        "{missing:?}"
    );
}

#[tokio::test]
async fn failed_copy_leaves_the_target_empty() {
    let address = fresh_address_or_skip!();
    let folder = tempfile::tempdir().unwrap();
    let (source, server) = (Database::from(&folder.path().join("a.db")), Database::from(&address));
    fill_with_samples(source.file_path().unwrap()).await;
    let store = Store::open(&source).await.unwrap();
    // PostgreSQL stores no NUL characters.
    query("UPDATE memo SET text = 'x' || char(0)").execute(&store.writer).await.unwrap();
    store.close().await;
    drop(store);
    let error = database_copy::copy_database(&source, &server).await.unwrap_err();
    assert!(matches!(&error, DatabaseCopyError::Row { table, .. } if table == "memo"), "{error}");
    assert_eq!(backup::inspect_database(&server).await.unwrap().unwrap().fight_count, 0);
}

#[tokio::test]
async fn second_process_does_not_start_on_a_server_in_use() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    let Err(fault) = Store::open(&address).await else { panic!("two programs") };
    assert!(matches!(fault, StoreError::Locked), "{fault:?}");
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
    store.close().await;
    let store = Store::open(&address).await.unwrap();
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 2);
}

#[tokio::test]
async fn open_says_why_a_server_database_cannot_be_used() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    store.close().await;
    let address_text = address.to_str().unwrap().to_string();
    let open_error = async |address: &str| match Store::open(address).await {
        Ok(_) => panic!("opened {address}"),
        Err(fault) => fault,
    };
    let wrong_password = open_error(&address_text.replace(":hush@", ":wrong-word@")).await;
    assert!(matches!(wrong_password, StoreError::CannotOpen(_)), "{wrong_password:?}");
    assert!(!wrong_password.to_string().contains("wrong-word"), "{wrong_password}");
    let no_database = open_error(&address_text.replace("/postgres?", "/nowhere?")).await;
    assert!(matches!(no_database, StoreError::CannotOpen(_)), "{no_database:?}");
    assert!(matches!(open_error("postgres://bot:hush@[x/y").await, StoreError::CannotOpen(_)));
    let copy = Path::new("copy.db");
    let backed_up = backup::back_up_and_check_file(&address, copy).await;
    assert!(matches!(backed_up, Err(MaintenanceError::OnServer(_))));
    let restored = backup::restore_file_keeping_previous(&address, copy, "now").await;
    assert!(matches!(restored, Err(MaintenanceError::OnServer(_))));

    let store = Store::open(&address).await.unwrap();
    let newer =
        "INSERT INTO _sqlx_migrations VALUES (9999, 'of the future', now(), TRUE, ''::bytea, 0)";
    query(newer).execute(&store.writer).await.unwrap();
    store.close().await;
    let newer = open_error(&address_text).await;
    assert!(matches!(newer, StoreError::NewerVersion { found: 9999, .. }), "{newer:?}");
    let newer = backup::inspect_database(&Database::from(&address)).await.unwrap_err();
    assert!(
        matches!(newer, MaintenanceError::Store { error: StoreError::NewerVersion { .. }, .. }),
        "{newer:?}"
    );
}

#[tokio::test]
async fn commit_to_a_read_only_server_fails_and_changes_nothing() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    let execute = async |sql: &'static str| query(sql).execute(&store.writer).await.unwrap();
    execute("SET default_transaction_read_only = on").await;
    let fault = store.commit(fight, commit_at(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::ReadOnly), "{fault:?}");
    check_untouched(&store, fight).await;
    execute("SET default_transaction_read_only = off").await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// The server's error codes give the same errors as the same faults of a file.
#[tokio::test]
async fn every_error_code_of_a_server_gives_its_store_error() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    for (code, variant, is_transient) in [
        ("53100", "DiskFull", true),
        ("40001", "Locked", true),
        ("40P01", "Locked", true),
        ("55P03", "Locked", true),
        ("57P03", "Unreachable", true),
        ("25P04", "Unreachable", true),
        ("57014", "Unreachable", true),
        ("53200", "Unreachable", true),
        ("42501", "ReadOnly", false),
        ("XX001", "Corrupt", false),
        ("22003", "Other", false),
    ] {
        let raise = format!("RAISE EXCEPTION USING ERRCODE = '{code}'");
        make_commits_fail(&store, 2, &raise).await;
        let fault = store.commit(fight, commit_at(2)).await.unwrap_err();
        assert!(format!("{fault:?}").starts_with(variant), "{code}: {fault:?}");
        assert_eq!(fault.is_transient(), is_transient, "{code}");
        check_untouched(&store, fight).await;
    }
    // After a single failure the store tries again by itself.
    make_commits_fail(&store, 1, "RAISE EXCEPTION USING ERRCODE = '40001'").await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// The server ends the session in the middle of a commit, as it does when it restarts.
#[tokio::test]
async fn commit_succeeds_when_the_server_ends_the_session() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    make_commits_fail(&store, 1, "PERFORM pg_terminate_backend(pg_backend_pid())").await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
    end_sessions(&address).await;
    assert_eq!(store.commit(fight, commit_at(3)).await.unwrap(), CommitOutcome::Stored(fight));
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 3);
}

/// Lets the server end all sessions of a schema.
async fn end_sessions(address: &Path) {
    let mut other = PgConnection::connect(address.to_str().unwrap()).await.unwrap();
    let terminate = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                     WHERE application_name = current_schema() AND pid <> pg_backend_pid()";
    let ended: i64 = sqlx::query_scalar(terminate).fetch_one(&mut other).await.unwrap();
    assert!(ended > 0);
}

/// The pool does not test its readers before they are used.
#[tokio::test]
async fn reads_succeed_when_all_pooled_connections_are_dead() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    for _ in 0..3 {
        let load = async || store.load_fight(fight).await.unwrap().unwrap().revision;
        let revisions = tokio::join!(load(), load(), load(), load());
        assert_eq!(revisions, (1, 1, 1, 1));
        end_sessions(&address).await;
    }
    check_untouched(&store, fight).await;
}

#[tokio::test]
async fn commit_that_the_server_cancels_fails_and_changes_nothing() {
    let address = fresh_address_or_skip!();
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    make_commits_fail(&store, 1, "PERFORM pg_sleep(60)").await;
    query("SET statement_timeout = '50ms'").execute(&store.writer).await.unwrap();
    let fault = store.commit(fight, commit_at(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Unreachable(_)) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// A TCP proxy between the store and the server. It can be stopped, fall silent, or break the
/// connection after a commit was sent.
struct FaultyProxy {
    port: u16,
    server_address: String,
    /// Breaks the connection that sends the next commit, before the server's answer.
    breaks_next_commit: Arc<AtomicBool>,
    /// Holds back everything that the server sends.
    is_silent: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl FaultyProxy {
    /// Starts a proxy. Returns it, and the database's address through it.
    async fn start(database_address: &Path) -> (Self, PathBuf) {
        let address = database_address.to_str().unwrap();
        let options: PgConnectOptions = address.parse().unwrap();
        let server_address = format!("{}:{}", options.get_host(), options.get_port());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let proxied_address = address.replace(&server_address, &format!("127.0.0.1:{port}"));
        let mut proxy = Self {
            port,
            server_address,
            breaks_next_commit: Arc::default(),
            is_silent: Arc::default(),
            tasks: JoinSet::new(),
        };
        proxy.serve(listener);
        (proxy, proxied_address.into())
    }

    fn serve(&mut self, listener: TcpListener) {
        let server_address = self.server_address.clone();
        let breaks_next_commit = Arc::clone(&self.breaks_next_commit);
        let is_silent = Arc::clone(&self.is_silent);
        self.tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server_address).await.unwrap();
                let (client_reader, client_writer) = client.into_split();
                let (server_reader, server_writer) = server.into_split();
                let breaks_next_commit = Arc::clone(&breaks_next_commit);
                let is_silent = Arc::clone(&is_silent);
                let is_broken = Arc::<AtomicBool>::default();
                connections.spawn(async move {
                    let broken = Arc::clone(&is_broken);
                    tokio::select! {
                        () = forward_requests(
                            client_reader, server_writer, breaks_next_commit, broken,
                        ) => {}
                        () = forward_responses(
                            server_reader, client_writer, is_silent, is_broken,
                        ) => {}
                    }
                });
            }
        });
    }

    async fn stop(&mut self) {
        self.tasks.shutdown().await;
    }

    async fn restart(&mut self) {
        self.serve(TcpListener::bind(("127.0.0.1", self.port)).await.unwrap());
    }
}

/// Forwards what the client sends. If the connection is to break with the next commit, marks it as
/// broken when a commit is sent.
async fn forward_requests(
    mut client: OwnedReadHalf,
    mut server: OwnedWriteHalf,
    breaks_next_commit: Arc<AtomicBool>,
    is_broken: Arc<AtomicBool>,
) {
    const COMMIT_STATEMENT: &[u8] = b"INSERT INTO journal";
    let mut buffer = [0; 65536];
    while let Ok(length @ 1..) = client.read(&mut buffer).await {
        let sent = &buffer[..length];
        if sent.windows(COMMIT_STATEMENT.len()).any(|window| window == COMMIT_STATEMENT) {
            let breaks = breaks_next_commit.swap(false, Ordering::SeqCst);
            is_broken.store(breaks, Ordering::SeqCst);
        }
        if server.write_all(sent).await.is_err() {
            return;
        }
    }
}

/// Forwards what the server sends. Ends instead if the connection is marked as broken.
async fn forward_responses(
    mut server: OwnedReadHalf,
    mut client: OwnedWriteHalf,
    is_silent: Arc<AtomicBool>,
    is_broken: Arc<AtomicBool>,
) {
    let mut buffer = [0; 65536];
    while let Ok(length @ 1..) = server.read(&mut buffer).await {
        if is_silent.load(Ordering::SeqCst) {
            return std::future::pending().await;
        }
        if is_broken.load(Ordering::SeqCst) || client.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

/// The server has stored the commit, but the store does not learn that.
#[tokio::test(flavor = "multi_thread")]
async fn commit_succeeds_when_the_connection_breaks_before_the_answer() {
    let (proxy, address) = FaultyProxy::start(&fresh_address_or_skip!()).await;
    let store = Store::open(&address).await.unwrap();
    proxy.breaks_next_commit.store(true, Ordering::SeqCst);
    let fight = open_fight(&store).await;
    assert!(!proxy.breaks_next_commit.load(Ordering::SeqCst), "the connection was broken");
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 1);
    assert_eq!(store.commit(fight, commit_at(1)).await.unwrap(), CommitOutcome::Conflict);
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// Values are bound, so no text can end a statement.
#[tokio::test]
async fn texts_with_sql_in_them_are_stored_unchanged() {
    let store = Store::open(&fresh_address_or_skip!()).await.unwrap();
    let fight = open_fight(&store).await;
    let sql_text = r#"'); DROP TABLE journal; -- \' \\ \x41 $1 ?1 ? $$ /* E'' "user" ’ 🗡 "#;
    let text = format!("{sql_text}\n\r\t\u{1}");
    let mut commit = commit_at(2);
    commit.journal.said = text.clone();
    assert_eq!(store.commit(fight, commit).await.unwrap(), CommitOutcome::Stored(fight));
    let stored = query("SELECT said FROM journal WHERE revision = 2").fetch_one(&store.readers);
    assert_eq!(stored.await.ok(), Some(text));
    // PostgreSQL stores no NUL characters.
    let mut nul_commit = commit_at(3);
    nul_commit.journal.said = "a\0b".into();
    assert!(matches!(store.commit(fight, nul_commit).await, Err(StoreError::Other(_))));
    assert_eq!(store.commit(fight, commit_at(3)).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test(flavor = "multi_thread")]
async fn commit_fails_while_the_server_is_away_and_succeeds_afterwards() {
    let (mut proxy, address) = FaultyProxy::start(&fresh_address_or_skip!()).await;
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    proxy.stop().await;
    let fault = store.commit(fight, commit_at(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Unreachable(_)) && fault.is_transient(), "{fault:?}");
    assert!(matches!(store.load_fight(fight).await, Err(StoreError::Unreachable(_))));
    proxy.restart().await;
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// The connections stay open, and no answer comes.
#[tokio::test(flavor = "multi_thread")]
async fn commit_and_read_time_out_when_the_server_falls_silent() {
    let (proxy, address) = FaultyProxy::start(&fresh_address_or_skip!()).await;
    let store = Store::open(&address).await.unwrap();
    let fight = open_fight(&store).await;
    // Opens two reading connections.
    let _ = tokio::join!(store.load_fight(fight), store.load_fight(fight));
    proxy.is_silent.store(true, Ordering::SeqCst);
    let faults = tokio::join!(store.commit(fight, commit_at(2)), store.load_fight(fight));
    let (Err(StoreError::Unreachable(_)), Err(StoreError::Unreachable(_))) = faults else {
        panic!("{faults:?}")
    };
    proxy.is_silent.store(false, Ordering::SeqCst);
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}
