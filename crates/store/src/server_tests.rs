//! The store on a PostgreSQL server: its form, its faults, and moving there and back. Skipped where
//! there is none (`RIPOSTE_POSTGRES`, see `.ci/postgres`).

use std::collections::BTreeMap;
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
    check_sample, check_untouched, databases, fill_with_samples, input, open_fight,
};

/// A place on the server, or the end of the test.
macro_rules! place {
    () => {
        match databases::fresh_path().await {
            Some(place) => place,
            None => return eprintln!("skipped: RIPOSTE_POSTGRES is not set"),
        }
    };
}

/// Lets commits fail so many times, by what is done when a row of the journal is written.
async fn fail(store: &Store, times: u32, how: &str) {
    let Pool::Postgres(writer) = &store.writer else { panic!("not on a server") };
    let trigger = format!(
        "DROP SEQUENCE IF EXISTS failed; CREATE SEQUENCE failed;
         CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF nextval('failed') <= {times} THEN {how}; END IF; RETURN NEW; END $$;
         CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON journal
         FOR EACH ROW EXECUTE FUNCTION fail()"
    );
    sqlx::raw_sql(AssertSqlSafe(trigger)).execute(writer).await.unwrap();
}

type Form = BTreeMap<(String, String), (String, bool, bool)>;

/// Tables and columns: the type, whether it may be null, and whether it is of the key.
#[tokio::test]
async fn both_databases_have_the_same_form() {
    let place = place!();
    let (file, server) = (Store::in_memory().await.unwrap(), Store::open(&place).await.unwrap());
    let columns: Vec<(String, String, String, bool, bool)> = query(
        "SELECT made.name, it.name, CASE it.type WHEN 'INTEGER' THEN 'bigint' ELSE 'text' END,
         it.\"notnull\" = 0 AND it.pk = 0, it.pk > 0
         FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS it
         WHERE made.type = 'table' AND made.name NOT IN ('_sqlx_migrations', 'sqlite_sequence')",
    )
    .fetch_all(&file.readers)
    .await
    .unwrap();
    let server_columns: Vec<(String, String, String, bool, bool)> = query(
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
    let form = |columns: Vec<(String, String, String, bool, bool)>| -> Form {
        columns
            .into_iter()
            .map(|(table, name, kind, null, key)| ((table, name), (kind, null, key)))
            .collect()
    };
    let (file_form, server_form) = (form(columns), form(server_columns));
    assert!(file_form.len() > 100);
    assert_eq!(file_form, server_form);
    let of_file: Vec<String> = query(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    )
    .fetch_all(&file.readers)
    .await
    .unwrap();
    let of_server: Vec<String> = query(
        "SELECT relname::text FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
         WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
         ORDER BY relname::text COLLATE \"C\"",
    )
    .fetch_all(&server.readers)
    .await
    .unwrap();
    assert_eq!(of_file, of_server);
    // What is found by a text is found in one order.
    let loose: Vec<String> = query(
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
    assert!(loose.is_empty(), "not COLLATE \"C\": {loose:?}");
}

#[tokio::test]
async fn all_moves_to_a_server_and_back() {
    let place = place!();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| Database::from(&folder.path().join(name));
    let (from, server, back) = (file("from.db"), Database::from(&place), file("back.db"));
    fill_with_samples(from.file_path().unwrap()).await;
    let store = Store::open(&from).await.unwrap();
    // The last sheet is gone, and its number with it.
    let gone = "INSERT INTO sheet (id, user, system, name, name_key, body, revision)
                VALUES (9, 1, 'dr12', 'x', 'x', '{}', 1)";
    query(gone).execute(&store.writer).await.unwrap();
    query("DELETE FROM sheet WHERE id = 9").execute(&store.writer).await.unwrap();
    store.close().await;
    drop(store);

    let moved = database_copy::copy_database(&from, &server).await.unwrap();
    assert!(moved.table_count > 20 && moved.row_count > 40, "{moved:?}");
    let again = database_copy::copy_database(&from, &server).await;
    assert!(matches!(again, Err(DatabaseCopyError::TargetNotEmpty(_))), "{again:?}");
    let returned = database_copy::copy_database(&server, &back).await.unwrap();
    assert_eq!(moved, returned);
    let there = database_copy::copy_database(&server, &back).await;
    assert!(
        matches!(there, Err(DatabaseCopyError::Maintenance(MaintenanceError::AlreadyExists(_)))),
        "{there:?}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "two files, and a mark");

    let look =
        async |database| backup::inspect_database(database).await.unwrap().unwrap().fight_count;
    assert_eq!((look(&from).await, look(&server).await, look(&back).await), (2, 2, 2));
    for database in [&server, &back] {
        let store = Store::open(database).await.unwrap();
        let sheet = "INSERT INTO sheet (user, system, name, name_key, body, revision)
                     VALUES (1, 'dr12', 'y', 'y', '{}', 1)";
        query(sheet).execute(&store.writer).await.unwrap();
        let id: i64 = query("SELECT max(id) FROM sheet").fetch_one(&store.readers).await.unwrap();
        assert_eq!(id, 10, "{database}");
        check_sample(&store).await;
        let busy = database_copy::copy_database(database, &file("busy.db")).await;
        assert!(
            matches!(busy, Err(DatabaseCopyError::Maintenance(MaintenanceError::InUse(_)))),
            "{busy:?}"
        );
    }
    let nothing = database_copy::copy_database(&file("none.db"), &server).await;
    assert!(
        matches!(
            nothing,
            Err(DatabaseCopyError::Maintenance(MaintenanceError::DatabaseMissing(_)))
        ),
        "{nothing:?}"
    );
}

/// What fails on the way leaves an empty target.
#[tokio::test]
async fn what_cannot_be_moved_is_not_moved_in_part() {
    let place = place!();
    let folder = tempfile::tempdir().unwrap();
    let (from, server) = (Database::from(&folder.path().join("a.db")), Database::from(&place));
    fill_with_samples(from.file_path().unwrap()).await;
    let store = Store::open(&from).await.unwrap();
    // No text of a server has this in it.
    query("UPDATE memo SET text = 'x' || char(0)").execute(&store.writer).await.unwrap();
    store.close().await;
    drop(store);
    let why = database_copy::copy_database(&from, &server).await.unwrap_err();
    assert!(matches!(&why, DatabaseCopyError::Row { table, .. } if table == "memo"), "{why}");
    assert_eq!(backup::inspect_database(&server).await.unwrap().unwrap().fight_count, 0);
}

#[tokio::test]
async fn a_second_program_does_not_start() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    let Err(fault) = Store::open(&place).await else { panic!("two programs") };
    assert!(matches!(fault, StoreError::Locked), "{fault:?}");
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
    store.close().await;
    let store = Store::open(&place).await.unwrap();
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 2);
}

#[tokio::test]
async fn what_cannot_be_opened_says_why() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    store.close().await;
    let address = place.to_str().unwrap().to_string();
    let why = async |address: &str| match Store::open(address).await {
        Ok(_) => panic!("opened {address}"),
        Err(fault) => fault,
    };
    let wrong = why(&address.replace(":hush@", ":wrong-word@")).await;
    assert!(matches!(wrong, StoreError::CannotOpen(_)), "{wrong:?}");
    assert!(!wrong.to_string().contains("wrong-word"), "{wrong}");
    let wrong = why(&address.replace("/postgres?", "/nowhere?")).await;
    assert!(matches!(wrong, StoreError::CannotOpen(_)), "{wrong:?}");
    assert!(matches!(why("postgres://bot:hush@[x/y").await, StoreError::CannotOpen(_)));
    let copy = Path::new("copy.db");
    assert!(matches!(backup::back_up_file(&place, copy).await, Err(MaintenanceError::OnServer(_))));
    assert!(matches!(
        backup::restore_file(&place, copy, "now").await,
        Err(MaintenanceError::OnServer(_))
    ));

    let store = Store::open(&place).await.unwrap();
    let newer =
        "INSERT INTO _sqlx_migrations VALUES (9999, 'of the future', now(), TRUE, ''::bytea, 0)";
    query(newer).execute(&store.writer).await.unwrap();
    store.close().await;
    let newer = why(&address).await;
    assert!(matches!(newer, StoreError::NewerVersion { found: 9999, .. }), "{newer:?}");
    let newer = backup::inspect_database(&Database::from(&place)).await.unwrap_err();
    assert!(
        matches!(newer, MaintenanceError::Store { error: StoreError::NewerVersion { .. }, .. }),
        "{newer:?}"
    );
}

#[tokio::test]
async fn a_server_that_may_only_be_read() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    let set = async |sql: &'static str| query(sql).execute(&store.writer).await.unwrap();
    set("SET default_transaction_read_only = on").await;
    let fault = store.commit(fight, input(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::ReadOnly), "{fault:?}");
    check_untouched(&store, fight).await;
    set("SET default_transaction_read_only = off").await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// By the server's codes: each is what the same trouble is in a file.
#[tokio::test]
async fn every_fault_of_a_server_has_its_kind() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    for (code, kind, is_passing) in [
        ("53100", "Full", true),
        ("40001", "Locked", true),
        ("40P01", "Locked", true),
        ("55P03", "Locked", true),
        ("57P03", "Lost", true),
        ("25P04", "Lost", true),
        ("57014", "Lost", true),
        ("53200", "Lost", true),
        ("42501", "ReadOnly", false),
        ("XX001", "Damaged", false),
        ("22003", "Other", false),
    ] {
        fail(&store, 2, &format!("RAISE EXCEPTION USING ERRCODE = '{code}'")).await;
        let fault = store.commit(fight, input(2)).await.unwrap_err();
        assert!(format!("{fault:?}").starts_with(kind), "{code}: {fault:?}");
        assert_eq!(fault.is_transient(), is_passing, "{code}");
        check_untouched(&store, fight).await;
    }
    // Once, it is tried again.
    fail(&store, 1, "RAISE EXCEPTION USING ERRCODE = '40001'").await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// The server ends the session in the middle of a commit, as it does when it is started anew.
#[tokio::test]
async fn a_session_that_ends_in_a_commit() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    fail(&store, 1, "PERFORM pg_terminate_backend(pg_backend_pid())").await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
    end_all(&place).await;
    assert_eq!(store.commit(fight, input(3)).await.unwrap(), CommitOutcome::Stored(fight));
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 3);
}

/// Ends all sessions of a place.
async fn end_all(place: &Path) {
    let mut other = PgConnection::connect(place.to_str().unwrap()).await.unwrap();
    let all = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE application_name = current_schema() AND pid <> pg_backend_pid()";
    let ended: i64 = sqlx::query_scalar(all).fetch_one(&mut other).await.unwrap();
    assert!(ended > 0);
}

/// Connections that read are not tried before. Nobody notices that all of them are dead.
#[tokio::test]
async fn what_is_read_on_a_dead_connection() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    for _ in 0..3 {
        let load = async || store.load_fight(fight).await.unwrap().unwrap().revision;
        let at_once = tokio::join!(load(), load(), load(), load());
        assert_eq!(at_once, (1, 1, 1, 1));
        end_all(&place).await;
    }
    check_untouched(&store, fight).await;
}

/// A slow server, that ends what takes too long for it.
#[tokio::test]
async fn a_statement_that_takes_too_long() {
    let place = place!();
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    fail(&store, 1, "PERFORM pg_sleep(60)").await;
    query("SET statement_timeout = '50ms'").execute(&store.writer).await.unwrap();
    let fault = store.commit(fight, input(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Unreachable(_)) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// Between the store and the server: it can be taken away, or cut off after a commit was sent.
struct Cable {
    port: u16,
    to: String,
    cut: Arc<AtomicBool>,
    /// What the server says does not arrive.
    is_mute: Arc<AtomicBool>,
    open: JoinSet<()>,
}

impl Cable {
    /// The cable, and the place as it is reached through it.
    async fn lay(place: &Path) -> (Self, PathBuf) {
        let address = place.to_str().unwrap();
        let known: PgConnectOptions = address.parse().unwrap();
        let to = format!("{}:{}", known.get_host(), known.get_port());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (cut, is_mute) = (Arc::default(), Arc::default());
        let mut cable = Self { port, to: to.clone(), cut, is_mute, open: JoinSet::new() };
        cable.carry(listener);
        (cable, address.replace(&to, &format!("127.0.0.1:{port}")).into())
    }

    fn carry(&mut self, listener: TcpListener) {
        let (to, cut) = (self.to.clone(), Arc::clone(&self.cut));
        let is_mute = Arc::clone(&self.is_mute);
        self.open.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(&to).await.unwrap();
                let ((near_in, near_out), (far_in, far_out)) =
                    (near.into_split(), far.into_split());
                let (cut, is_mute) = (Arc::clone(&cut), Arc::clone(&is_mute));
                let is_over = Arc::<AtomicBool>::default();
                open.spawn(async move {
                    tokio::select! {
                        () = pass(near_in, far_out, cut, Arc::clone(&is_over)) => {}
                        () = pass_back(far_in, near_out, is_mute, is_over) => {}
                    }
                });
            }
        });
    }

    async fn down(&mut self) {
        self.open.shutdown().await;
    }

    async fn up(&mut self) {
        self.carry(TcpListener::bind(("127.0.0.1", self.port)).await.unwrap());
    }
}

/// Passes on what comes. With what stores an input it notes, if the cable is to be cut there, that
/// nothing more is to come back.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    cut: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
) {
    const STORES: &[u8] = b"INSERT INTO journal";
    let mut bytes = [0; 65536];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let sent = &bytes[..read];
        if sent.windows(STORES.len()).any(|word| word == STORES) {
            is_over.store(cut.swap(false, Ordering::SeqCst), Ordering::SeqCst);
        }
        if to.write_all(sent).await.is_err() {
            return;
        }
    }
}

/// What the server says to what it has done; it may be the end.
async fn pass_back(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    is_mute: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
) {
    let mut bytes = [0; 65536];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        if is_mute.load(Ordering::SeqCst) {
            return std::future::pending().await;
        }
        if is_over.load(Ordering::SeqCst) || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// It was stored, and nobody heard so.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_lost_after_a_commit() {
    let (cable, place) = Cable::lay(&place!()).await;
    let store = Store::open(&place).await.unwrap();
    cable.cut.store(true, Ordering::SeqCst);
    let fight = open_fight(&store).await;
    assert!(!cable.cut.load(Ordering::SeqCst), "it was cut");
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 1);
    assert_eq!(store.commit(fight, input(1)).await.unwrap(), CommitOutcome::Conflict);
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// What is stored stands in the text of a statement, and ends it nowhere.
#[tokio::test]
async fn whatever_is_said_is_stored_as_it_is() {
    let store = Store::open(&place!()).await.unwrap();
    let fight = open_fight(&store).await;
    let said = r#"'); DROP TABLE journal; -- \' \\ \x41 $1 ?1 ? $$ /* E'' "user" ’ 🗡 "#;
    let mut nasty = input(2);
    nasty.journal.said = format!("{said}\n\r\t\u{1}");
    let said = nasty.journal.said.clone();
    assert_eq!(store.commit(fight, nasty).await.unwrap(), CommitOutcome::Stored(fight));
    let stored = query("SELECT said FROM journal WHERE revision = 2").fetch_one(&store.readers);
    assert_eq!(stored.await.ok(), Some(said));
    // No text of a server has such a character.
    let mut impossible = input(3);
    impossible.journal.said = "a\0b".into();
    assert!(matches!(store.commit(fight, impossible).await, Err(StoreError::Other(_))));
    assert_eq!(store.commit(fight, input(3)).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_for_a_while() {
    let (mut cable, place) = Cable::lay(&place!()).await;
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    cable.down().await;
    let fault = store.commit(fight, input(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Unreachable(_)) && fault.is_transient(), "{fault:?}");
    assert!(matches!(store.load_fight(fight).await, Err(StoreError::Unreachable(_))));
    cable.up().await;
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// Nothing ends, and no answer comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_falls_silent() {
    let (cable, place) = Cable::lay(&place!()).await;
    let store = Store::open(&place).await.unwrap();
    let fight = open_fight(&store).await;
    // Two connections that read.
    let _ = tokio::join!(store.load_fight(fight), store.load_fight(fight));
    cable.is_mute.store(true, Ordering::SeqCst);
    let faults = tokio::join!(store.commit(fight, input(2)), store.load_fight(fight));
    let (Err(StoreError::Unreachable(_)), Err(StoreError::Unreachable(_))) = faults else {
        panic!("{faults:?}")
    };
    cable.is_mute.store(false, Ordering::SeqCst);
    check_untouched(&store, fight).await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}
