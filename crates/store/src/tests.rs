//! Tests of the store on real files: migrations over sample data, and every fault that a file can
//! have. Tests without such faults run on a PostgreSQL server where there is one; the faults of a
//! server are in `server_tests.rs`.

use std::path::Path;
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::Store;
use super::backup::{self, MaintenanceError};
use super::database_copy;
use super::error::StoreError;
use super::ids::{ChannelId, FightId, PromptId, TurnId};
use super::migrations::SQLITE_MIGRATIONS;
use super::rows::{
    Commit, CommitOutcome, Deadline, DeadlineKind, FightRow, JournalKind, JournalRow, LastPresence,
    NewOutboxRow, SUMMARY_SUBJECT, StoredAnswer,
};
use super::sql::query;

#[path = "../../../tests/support/databases.rs"]
pub(super) mod databases;

/// For each migration, sample data that uses its changes.
const SAMPLES: &[(i64, &str)] = &[
    (1, include_str!("sample_0001.sql")),
    (2, include_str!("sample_0002.sql")),
    (3, include_str!("sample_0003.sql")),
    (4, include_str!("sample_0004.sql")),
    (5, include_str!("sample_0005.sql")),
    (7, include_str!("sample_0007.sql")),
    (8, include_str!("sample_0008.sql")),
    (9, include_str!("sample_0009.sql")),
    (10, include_str!("sample_0010.sql")),
    (11, include_str!("sample_0011.sql")),
    (12, include_str!("sample_0012.sql")),
    (13, include_str!("sample_0013.sql")),
    (14, include_str!("sample_0014.sql")),
    (15, include_str!("sample_0015.sql")),
    (16, include_str!("sample_0016.sql")),
    (17, include_str!("sample_0017.sql")),
    (18, include_str!("sample_0018.sql")),
];

/// Returns the row of an open fight in a channel.
pub(super) fn new_fight_row() -> FightRow {
    FightRow {
        id: 1,
        system: "dr12".into(),
        guild: 4,
        channel: 5,
        gm: 1,
        is_open: true,
        is_paused: false,
        is_gm_told: true,
        people: "{}".into(),
        seals: "{}".into(),
    }
}

/// Returns what an input with this revision stores: a journal row and some outbox rows. The first
/// one has two participants, too.
pub(super) fn commit_at(revision: i64) -> Commit {
    let empty_json = "{}".to_string();
    let outbox_row = |subject: Option<&str>| NewOutboxRow {
        audience: "channel 5".into(),
        subject: subject.map(String::from),
        message_body: empty_json.clone(),
    };
    Commit {
        guild: 4,
        journal: JournalRow {
            revision,
            at: revision * 1000,
            user: Some(1),
            kind: JournalKind::Played,
            back_to: None,
            said: empty_json.clone(),
            tape: "[]".into(),
            notes: "[]".into(),
            state: "x".repeat(2000),
            input_key: None,
            dice: "{}".into(),
        },
        fight: None,
        joined_users: if revision == 1 { vec![1, 2] } else { Vec::new() },
        left_users: Vec::new(),
        prompts: Vec::new(),
        turns: Vec::new(),
        timers: Vec::new(),
        outbox_rows: vec![outbox_row(None), outbox_row(Some(SUMMARY_SUBJECT))],
        message_records: Vec::new(),
        undone_flags: Vec::new(),
        plans: Vec::new(),
        checkouts: Vec::new(),
        first_removed_combatant: None,
        left_channel: None,
        opened_thread: None,
        edited_inputs: Vec::new(),
    }
}

/// Opens an empty store, on the server where there is one, otherwise in memory.
pub(super) async fn fresh() -> Store {
    match databases::fresh_path().await {
        Some(place) => Store::open(&place).await.unwrap(),
        None => Store::in_memory().await.unwrap(),
    }
}

/// Stores a fight with its first input.
pub(super) async fn open_fight(store: &Store) -> FightId {
    match store.create_fight_if_channel_free(&new_fight_row(), commit_at(1)).await.unwrap() {
        CommitOutcome::Stored(fight) => fight,
        other => panic!("{other:?}"),
    }
}

/// Opens a file apart from the store, to look into it or to damage it.
async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap()
}

/// A file is migrated from version to version, and gets sample data at each.
#[tokio::test]
async fn migrations_keep_the_data_of_every_version() {
    let versions: Vec<i64> = SQLITE_MIGRATIONS.iter().map(|migration| migration.version).collect();
    let sampled: Vec<i64> = SAMPLES.iter().map(|(version, _)| *version).collect();
    assert_eq!(versions, sampled, "a migration without sample data");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    fill_with_samples(&path).await;
    let options = SqliteConnectOptions::new().filename(&path);
    check_sample(&Store::open_checked_and_migrated_sqlite(options).await.unwrap()).await;
}

/// Creates a file of the newest version, with sample data of every version.
pub(super) async fn fill_with_samples(path: &Path) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut file = SqliteConnection::connect_with(&options).await.unwrap();
    for (version, sample) in SAMPLES {
        SQLITE_MIGRATIONS.run_to(*version, &mut file).await.unwrap();
        sqlx::raw_sql(*sample).execute(&mut file).await.unwrap();
    }
    let dangling_rows = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut file).await.unwrap();
    assert!(dangling_rows.is_empty());
    file.close().await.unwrap();
}

/// Checks that the sample data of every version is read as it was written.
pub(super) async fn check_sample(store: &Store) {
    let fight = FightId(1);
    assert_eq!(store.load_open_or_latest_fight(ChannelId(500)).await.unwrap(), Some(fight));
    let stored = store.load_fight(fight).await.unwrap().unwrap();
    assert_eq!((stored.revision, stored.state.as_str()), (5, "{\"n\":2}"));
    assert_eq!(store.load_last_seen_or_input_revision_or_zero(11, fight).await.unwrap(), 3);
    assert_eq!(
        store.load_last_presence_or_input(11, fight).await.unwrap(),
        Some(LastPresence { revision: 5, time: 90000 })
    );
    assert!(stored.dice.contains("ahead"), "{}", stored.dice);
    assert_eq!(stored.prompts.len(), 2);
    let closed = store.load_prompts_open_at_but_since_closed(fight, 1).await.unwrap();
    assert_eq!(closed.iter().map(|row| row.millis_left).collect::<Vec<_>>(), [Some(7000)]);
    let turn = store.load_turn_in_force_after_row(fight, 3).await.unwrap().unwrap();
    assert_eq!((turn.id.revision, turn.millis_left), (2, Some(8000)));
    let prompt = PromptId { fight, revision: 4, place: 0 };
    let turn = TurnId { fight, revision: 4 };
    assert_eq!(stored.running_turn.unwrap().row.id, turn);
    assert_eq!(
        stored.timers,
        [
            (DeadlineKind::StandingOrder(prompt), Deadline::At(95000)),
            (DeadlineKind::TurnPlan(turn), Deadline::Paused(70000)),
            (DeadlineKind::TurnLimit(turn), Deadline::Paused(60000)),
            (DeadlineKind::PromptLimit(prompt), Deadline::At(90000)),
            (DeadlineKind::PromptReminder(prompt), Deadline::At(70000)),
            (DeadlineKind::Availability(fight), Deadline::At(95000)),
        ]
    );
    assert_eq!(stored.standing_orders, [(0, "{\"n\":1}".into()), (0, "{\"n\":2}".into())]);
    let answer = StoredAnswer { revision: 4, place: 0, said: "{\"verb\":\"no\"}".into() };
    assert_eq!(stored.stored_answers, [answer]);
    assert_eq!(stored.plans[0].planned.as_deref(), Some("{\"acts\":[]}"));
    assert_eq!(stored.fight.seals, "{\"all\":[]}");
    let daily_secret = store.load_or_insert_daily_secret("400/2026-11-22", "bb").await.unwrap();
    assert_eq!((daily_secret.secret.as_str(), daily_secret.drawn_count), ("aa", 3));
    assert_eq!(stored.fight.people, "{\"co_gms\":[12]}");
    assert_eq!(
        store.load_next_timer().await.unwrap(),
        Some((DeadlineKind::PromptReminder(prompt), 70000))
    );
    let persons = store.load_persons(&[12, 11, 99]).await.unwrap();
    assert_eq!(persons[0].zone.as_deref(), Some("Europe/Berlin"));
    assert_eq!((persons.len(), persons[1].away_until), (2, Some(95000)));
    assert_eq!(store.find_input_by_key(7001).await.unwrap(), Some((fight, 1)));
    assert_eq!(store.load_pending_audiences().await.unwrap(), ["channel 500", "dm 1"]);
    assert_eq!(store.load_oldest_pending_row("dm 1").await.unwrap().unwrap().id, 2);
    let summary = store.load_sent_message(fight, SUMMARY_SUBJECT).await.unwrap();
    assert_eq!(summary.and_then(|sent| sent.content_hash), Some(77));
    let records = store.load_records_shown_by_message(fight, "turn 4").await.unwrap();
    assert_eq!((records[0].told.as_str(), records[0].is_undone), ("{\"n\":3}", true));
    assert_eq!(store.load_audiences_and_subjects_showing(fight, 5).await.unwrap().len(), 1);
    // Migration 12 turns the pending outbox rows of earlier versions into message records.
    let records =
        store.load_records_shown_by_message(FightId(2), "record 7-0 channel 500").await.unwrap();
    assert_eq!(records[0].told, "{\"dr12\":{\"notes\":[]}}");
    let outbox_rows: Vec<(i64, String)> =
        query("SELECT id, letter FROM post WHERE id > 900 ORDER BY id")
            .fetch_all(&store.readers)
            .await
            .unwrap();
    let shows = |what: &str, pings: &str| format!("{{\"show\":{{{what},\"pings\":{pings}}}}}");
    let turn = "\"what\":{\"turn\":{\"fight\":2,\"revision\":7}},\"copy\":null";
    let prompt = "\"what\":{\"prompt\":{\"fight\":2,\"revision\":7,\"place\":0}},\"copy\":1";
    let record = "\"what\":{\"record\":{\"revision\":7,\"turn\":0}}";
    let expected = [
        (901, shows(record, "[]")),
        (902, shows(turn, "[11]")),
        (904, shows(prompt, "[]")),
        (905, "{\"notice\":\"asleep\"}".to_string()),
    ];
    assert_eq!(outbox_rows, expected);
    assert!(store.load_key_value("commands").await.unwrap().is_some());
    let sheets = store.load_user_sheets(11).await.unwrap();
    let names_and_fights: Vec<_> =
        sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.fight)).collect();
    assert_eq!(names_and_fights, [("Ana", None), ("Bea", Some(1))]);
    assert_eq!(store.load_checked_out_sheets(fight).await.unwrap(), [sheets[1].clone()]);
    let overwritten = store.load_overwritten_sheets(FightId(2)).await.unwrap();
    assert_eq!((overwritten[0].sheet, overwritten[0].body.as_str()), (1, "{\"hp\":8}"));
    assert_eq!(store.load_user_templates(1).await.unwrap()[0].name, "The Yard");
    assert!(store.load_kit(400, "dr12").await.unwrap().is_some());
    // For systems played before that was stored, the time of the last input counts.
    let systems = [("cards".to_string(), 6000), ("dr12".to_string(), 5000)];
    assert_eq!(store.load_played_systems(400).await.unwrap(), systems);
    assert_eq!(store.load_system_retention_days(400).await.unwrap(), Some(30));
    assert_eq!(store.load_users_being_erased().await.unwrap(), [13]);
    assert_eq!(store.load_servers_left_before(8000).await.unwrap(), [401]);
    let kinds: Vec<JournalKind> = store
        .load_journal_rows_before(fight, i64::MAX, 9)
        .await
        .unwrap()
        .iter()
        .map(|row| row.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            JournalKind::Redone,
            JournalKind::Undone,
            JournalKind::Administrative,
            JournalKind::Played,
            JournalKind::Opened
        ]
    );
}

#[tokio::test]
async fn commit_with_a_taken_revision_or_input_key_is_not_stored() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Conflict);
    assert_eq!(
        store.create_fight_if_channel_free(&new_fight_row(), commit_at(1)).await.unwrap(),
        CommitOutcome::ChannelOccupied
    );
    let mut keyed = commit_at(3);
    keyed.journal.input_key = Some(9);
    assert_eq!(store.commit(fight, keyed.clone()).await.unwrap(), CommitOutcome::Stored(fight));
    keyed.journal.revision = 4;
    let repeated = CommitOutcome::AlreadyStored { fight, revision: 3 };
    assert_eq!(store.commit(fight, keyed.clone()).await.unwrap(), repeated);
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 3);
}

/// A commit during a delivery raises the revision that the message must show.
#[tokio::test]
async fn delivered_summary_stays_pending_after_a_later_commit() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    let summary = async || {
        let first = store.load_oldest_pending_row("channel 5").await.unwrap()?;
        if first.subject.is_some() {
            return Some(first);
        }
        store.record_sent_message_and_delete_row_if_settled(&first, None).await.unwrap();
        store
            .load_oldest_pending_row("channel 5")
            .await
            .unwrap()
            .filter(|row| row.subject.is_some())
    };
    let first = summary().await.unwrap();
    store.commit(fight, commit_at(2)).await.unwrap();
    store.record_sent_message_and_delete_row_if_settled(&first, None).await.unwrap();
    let second = summary().await.unwrap();
    assert_eq!((second.id, second.revision, second.reaches), (first.id, 1, 2));
    store.record_sent_message_and_delete_row_if_settled(&second, None).await.unwrap();
    assert!(summary().await.is_none());
}

#[tokio::test]
async fn next_timer_is_the_running_one_that_is_due_first() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    let timer = |revision| DeadlineKind::TurnLimit(TurnId { fight, revision });
    let mut commit = commit_at(2);
    commit.timers = vec![
        (timer(1), Some(Deadline::At(300))),
        (timer(2), Some(Deadline::At(100))),
        (timer(3), Some(Deadline::Paused(1))),
        (timer(4), Some(Deadline::At(200))),
    ];
    store.commit(fight, commit).await.unwrap();
    assert_eq!(store.load_next_timer().await.unwrap(), Some((timer(2), 100)));
    let mut commit = commit_at(3);
    commit.timers = vec![(timer(2), None), (timer(4), Some(Deadline::Paused(7)))];
    store.commit(fight, commit).await.unwrap();
    assert_eq!(store.load_next_timer().await.unwrap(), Some((timer(1), 300)));
}

/// Checks that a failed commit has changed nothing: the fight is as it was after its first input.
/// The callers then check that the same input can be stored once the fault is over.
pub(super) async fn check_untouched(store: &Store, fight: FightId) {
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 1);
    let outbox_rows: i64 =
        query("SELECT count(*) FROM post").fetch_one(&store.readers).await.unwrap();
    assert_eq!(outbox_rows, 2);
}

#[tokio::test]
async fn commit_to_a_locked_file_fails_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let store =
        Store::open_checked_and_migrated_sqlite(options.busy_timeout(Duration::from_millis(50)))
            .await
            .unwrap();
    let fight = open_fight(&store).await;
    let mut other = connect(&path).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let fault = store.commit(fight, commit_at(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Locked) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// The previous process may have sent pending messages without storing that.
#[tokio::test]
async fn pending_outbox_rows_count_as_tried_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let path = databases::path_for(&folder.path().join("fights.db")).await;
    let store = Store::open(&path).await.unwrap();
    open_fight(&store).await;
    let first =
        async |store: &Store| store.load_oldest_pending_row("channel 5").await.unwrap().unwrap();
    assert_eq!(first(&store).await.tries, 0);
    store.close().await;
    let reopened = Store::open(&path).await.unwrap();
    assert_eq!(first(&reopened).await.tries, 1);
}

#[tokio::test]
async fn commit_to_a_read_only_file_fails_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    let read_only = SqliteConnectOptions::new().filename(&path).read_only(true);
    let second = Store::open_checked_and_migrated_sqlite(read_only).await.unwrap();
    let fault = second.commit(fight, commit_at(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::ReadOnly), "{fault:?}");
    check_untouched(&second, fight).await;
    assert_eq!(store.commit(fight, commit_at(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test]
async fn commit_on_a_full_disk_fails_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let fight = open_fight(&store).await;
    store.limit_file_pages(1).await.unwrap();
    let mut big = commit_at(2);
    big.journal.notes = "x".repeat(1_000_000);
    let fault = store.commit(fight, big.clone()).await.unwrap_err();
    assert!(matches!(fault, StoreError::DiskFull) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    store.limit_file_pages(1_000_000).await.unwrap();
    assert_eq!(store.commit(fight, big.clone()).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test]
async fn file_of_a_newer_version_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    let mut other = connect(&path).await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations
         VALUES (9999, 'of the future', CURRENT_TIMESTAMP, TRUE, x'00', 0)",
    )
    .execute(&mut other)
    .await
    .unwrap();
    let Err(fault) = Store::open(&path).await else { panic!("opened a newer file") };
    let newest = SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max().unwrap();
    let is_newer =
        matches!(fault, StoreError::NewerVersion { found: 9999, known } if known == newest);
    assert!(is_newer, "{fault:?}");
    check_untouched(&store, fight).await;
}

#[tokio::test]
async fn file_that_is_no_database_or_missing_folder_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Sir or Madam, ".repeat(500)).unwrap();
    let Err(fault) = Store::open(&path).await else { panic!("opened a letter") };
    assert!(matches!(fault, StoreError::Corrupt(_)), "{fault:?}");
    let missing = folder.path().join("no/such/folder/fights.db");
    let Err(fault) = Store::open(&missing).await else { panic!("opened nothing") };
    assert!(matches!(fault, StoreError::CannotOpen(_)), "{fault:?}");
}

/// Wherever the start fails for the file's place, the trial fails too, and with the same advice.
#[tokio::test]
async fn trial_finds_what_would_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("letter.txt"), "Dear Sir or Madam").unwrap();
    std::fs::create_dir(path("chest")).unwrap();
    let list_files = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let files_before = list_files();
    let wrong_files = [
        path("no/such/folder/fights.db"),
        path("letter.txt/fights.db"),
        path("chest"),
        path(&"f".repeat(300)),
        #[cfg(target_os = "linux")]
        "/proc/fights.db".into(),
    ];
    for file in &wrong_files {
        let error = backup::check_sqlite_files_are_writable(&file.as_path().into()).unwrap_err();
        assert!(matches!(error, MaintenanceError::Io { .. }), "{error:?}");
        let error = error.to_string();
        assert!(!error.contains("os error") && error.contains(':'), "{error}");
    }
    backup::check_sqlite_files_are_writable(&path("fights.db").as_path().into()).unwrap();
    assert_eq!(list_files(), files_before);
    for file in &wrong_files {
        assert!(Store::open(file).await.is_err(), "{file:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn trial_changes_nothing_of_a_file_and_notices_if_it_may_only_be_read() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    Store::open(&path).await.unwrap().close().await;
    let read_state = || {
        let metadata = std::fs::metadata(&path).unwrap();
        (std::fs::read(&path).unwrap(), metadata.modified().unwrap())
    };
    let state_before = read_state();
    backup::check_sqlite_files_are_writable(&path.as_path().into()).unwrap();
    assert!(read_state() == state_before);

    let forbid_writing = |file: &Path, mode| {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
        // Root may write whatever the mode says.
        std::fs::File::options().append(true).open(&path).is_err()
            || std::fs::write(folder.path().join("trial"), "").is_err()
    };
    for (file, read_only, writable) in
        [(path.as_path(), 0o400, 0o600), (folder.path(), 0o500, 0o700)]
    {
        let is_forbidden = forbid_writing(file, read_only);
        let result = backup::check_sqlite_files_are_writable(&path.as_path().into());
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(writable)).unwrap();
        assert_eq!(result.is_err(), is_forbidden, "{file:?}: {result:?}");
    }
}

#[tokio::test]
async fn backup_works_while_in_use_and_restore_only_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    assert_eq!(backup::back_up_and_check_file(&path, &copy).await.unwrap().fight_count, 1);
    let second_backup = backup::back_up_and_check_file(&path, &copy).await;
    assert!(matches!(second_backup, Err(MaintenanceError::AlreadyExists(_))));
    store.commit(fight, commit_at(2)).await.unwrap();
    assert!(matches!(
        backup::restore_file_keeping_previous(&path, &copy, "now").await,
        Err(MaintenanceError::InUse(_))
    ));
    store.close().await;
    drop(store);

    let previous =
        backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap().unwrap();
    let revision = async |file| {
        let store = Store::open(file).await.unwrap();
        store.load_fight(fight).await.unwrap().unwrap().revision
    };
    assert_eq!((revision(&path).await, revision(&previous).await), (1, 2));
    // Where there is no file, nothing is set aside.
    std::fs::remove_file(&path).unwrap();
    assert_eq!(backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap(), None);
}

#[tokio::test]
async fn restore_refuses_missing_damaged_foreign_and_newer_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    Store::open(&path).await.unwrap().close().await;
    let bytes_before = std::fs::read(&path).unwrap();
    let file = |name: &str| folder.path().join(name);
    let restore_error = async |copy: &Path| {
        backup::restore_file_keeping_previous(&path, copy, "now").await.unwrap_err()
    };

    let missing = restore_error(&file("none.db")).await;
    assert!(matches!(missing, MaintenanceError::BackupMissing(_)), "{missing}");
    std::fs::write(file("text.db"), "not a database at all, but long enough to be read").unwrap();
    let text = restore_error(&file("text.db")).await;
    assert!(
        matches!(text, MaintenanceError::Store { error: StoreError::Corrupt(_), .. }),
        "{text}"
    );
    let options = SqliteConnectOptions::new().filename(file("other.db")).create_if_missing(true);
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("CREATE TABLE cake (id)").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let other = restore_error(&file("other.db")).await;
    assert!(matches!(other, MaintenanceError::NotFightDatabase(_)), "{other}");
    backup::back_up_and_check_file(&path, &file("newer.db")).await.unwrap();
    let mut newer = connect(&file("newer.db")).await;
    let set_version = "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1";
    sqlx::query(set_version).execute(&mut newer).await.unwrap();
    newer.close().await.unwrap();
    let newer = restore_error(&file("newer.db")).await;
    assert!(
        matches!(newer, MaintenanceError::Store { error: StoreError::NewerVersion { .. }, .. }),
        "{newer}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), bytes_before);
}

#[tokio::test]
async fn restore_refuses_a_backup_with_a_trigger() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    backup::back_up_and_check_file(&path, &copy).await.unwrap();
    let mut changed_copy = connect(&copy).await;
    let trigger = "CREATE TRIGGER cake AFTER INSERT ON post BEGIN DELETE FROM post; END";
    sqlx::query(trigger).execute(&mut changed_copy).await.unwrap();
    changed_copy.close().await.unwrap();
    let error = backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap_err();
    assert!(error.to_string().contains("trigger cake"), "{error}");
}

#[tokio::test]
async fn two_restores_with_one_timestamp_keep_both_previous_files() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    backup::back_up_and_check_file(&path, &copy).await.unwrap();
    let first = backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap().unwrap();
    let second = backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap().unwrap();
    assert!(first != second && first.exists() && second.exists());
}

#[cfg(unix)]
#[tokio::test]
async fn database_files_are_readable_by_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    let store = Store::open(&path).await.unwrap();
    open_fight(&store).await;
    backup::back_up_and_check_file(&path, &copy).await.unwrap();
    let check = |expected: &[&str]| {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        let files: Vec<_> = files.collect();
        for name in expected {
            assert!(files.contains(&folder.path().join(name)), "{name} is not in {files:?}");
        }
        for file in files {
            assert!(!backup::is_accessible_to_others(&file), "{file:?}");
        }
    };
    check(&["fights.db", "fights.db-wal", "fights.db-shm", "fights.db-lock", "copy.db"]);
    store.close().await;
    drop(store);
    // So is the file that a restore sets aside, even if others could read the original.
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(&path, readable).unwrap();
    backup::restore_file_keeping_previous(&path, &copy, "now").await.unwrap();
    database_copy::copy_database(&(&path).into(), &(&folder.path().join("moved.db")).into())
        .await
        .unwrap();
    check(&["fights.db", "fights.db-before-now", "moved.db"]);
}

#[cfg(unix)]
#[tokio::test]
async fn commit_fails_while_the_file_is_moved_or_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, away) = (folder.path().join("fights.db"), folder.path().join("away.db"));
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    std::fs::rename(&path, &away).unwrap();
    let outcome = store.commit(fight, commit_at(2)).await;
    assert!(matches!(outcome, Err(StoreError::FileReplaced(_))), "{outcome:?}");
    std::fs::copy(&away, &path).unwrap();
    assert!(store.check_file_and_shards_still_owned().is_err(), "another file of that name");
    std::fs::rename(&away, &path).unwrap();
    store.commit(fight, commit_at(2)).await.unwrap();
}

#[tokio::test]
async fn damaged_file_is_not_opened() {
    use std::io::{Seek, SeekFrom, Write};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let store = Store::open(&path).await.unwrap();
    open_fight(&store).await;
    store.close().await;
    let mut file = std::fs::File::options().write(true).open(&path).unwrap();
    let size = file.metadata().unwrap().len();
    assert!(size > 20_000, "all is in the file, not in its log: {size}");
    file.seek(SeekFrom::Start(8192)).unwrap();
    file.write_all(&vec![0xA5; size as usize - 8192]).unwrap();
    drop(file);
    let Err(fault) = Store::open(&path).await else { panic!("opened a damaged file") };
    assert!(matches!(fault, StoreError::Corrupt(_)), "{fault:?}");
}
