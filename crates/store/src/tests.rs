//! The store on real files: migrations over sample data, and every fault a file can have. What it
//! keeps is tried on a server as well, where there is one (`server_tests.rs` has its faults).

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
    Commit, CommitOutcome, Deadline, DeadlineKind, FightRow, JournalKind, JournalRow, NewOutboxRow,
    SUMMARY_SUBJECT, StoredAnswer,
};
use super::sql::query;

#[path = "../../../tests/support/databases.rs"]
pub(super) mod databases;

/// For each migration: what it makes room for.
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
];

pub(super) fn row() -> FightRow {
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

pub(super) fn input(revision: i64) -> Commit {
    let text = "{}".to_string();
    let post = |subject: Option<&str>| NewOutboxRow {
        audience: "channel 5".into(),
        subject: subject.map(String::from),
        message_body: text.clone(),
    };
    Commit {
        journal: JournalRow {
            revision,
            at: revision * 1000,
            user: Some(1),
            kind: JournalKind::Played,
            back_to: None,
            said: text.clone(),
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
        outbox_rows: vec![post(None), post(Some(SUMMARY_SUBJECT))],
        message_records: Vec::new(),
        undone_flags: Vec::new(),
        plans: Vec::new(),
        checkouts: Vec::new(),
        first_removed_combatant: None,
    }
}

/// An empty store, on the server where there is one.
pub(super) async fn fresh() -> Store {
    match databases::fresh_path().await {
        Some(place) => Store::open(&place).await.unwrap(),
        None => Store::in_memory().await.unwrap(),
    }
}

pub(super) async fn open_fight(store: &Store) -> FightId {
    match store.create_fight(&row(), input(1)).await.unwrap() {
        CommitOutcome::Stored(fight) => fight,
        other => panic!("{other:?}"),
    }
}

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap()
}

/// A file grows from version to version, with something in it at each.
#[tokio::test]
async fn migrations_keep_what_is_there() {
    let versions: Vec<i64> = SQLITE_MIGRATIONS.iter().map(|one| one.version).collect();
    let sampled: Vec<i64> = SAMPLES.iter().map(|(version, _)| *version).collect();
    assert_eq!(versions, sampled, "a migration without sample data");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    fill_with_samples(&path).await;
    let options = SqliteConnectOptions::new().filename(&path);
    check_sample(&Store::open_checked_sqlite(options).await.unwrap()).await;
}

/// A file of today's form, with something of every version in it.
pub(super) async fn fill_with_samples(path: &Path) {
    let made = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut file = SqliteConnection::connect_with(&made).await.unwrap();
    for (version, sample) in SAMPLES {
        SQLITE_MIGRATIONS.run_to(*version, &mut file).await.unwrap();
        sqlx::raw_sql(*sample).execute(&mut file).await.unwrap();
    }
    let broken = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut file).await.unwrap();
    assert!(broken.is_empty());
    file.close().await.unwrap();
}

pub(super) async fn check_sample(store: &Store) {
    let fight = FightId(1);
    assert_eq!(store.load_channel_fight(ChannelId(500)).await.unwrap(), Some(fight));
    let stored = store.load_fight(fight).await.unwrap().unwrap();
    assert_eq!((stored.revision, stored.state.as_str()), (5, "{\"n\":2}"));
    assert_eq!(store.load_last_seen_revision(11, fight).await.unwrap(), 3);
    assert_eq!(store.load_last_presence(11, fight).await.unwrap(), Some((5, 90000)));
    assert!(stored.dice.contains("ahead"), "{}", stored.dice);
    assert_eq!(stored.prompts.len(), 2);
    let left: Vec<_> = store.load_prompts_closed_after(fight, 1).await.unwrap();
    assert_eq!(left.iter().map(|row| row.millis_left).collect::<Vec<_>>(), [Some(7000)]);
    let turn = store.load_turn_after(fight, 3).await.unwrap().unwrap();
    assert_eq!((turn.id.revision, turn.millis_left), (2, Some(8000)));
    let prompt = PromptId { fight, revision: 4, place: 0 };
    let turn = TurnId { fight, revision: 4 };
    assert_eq!(stored.running_turn.unwrap().0.id, turn);
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
    let said = "{\"verb\":\"no\"}".into();
    assert_eq!(stored.stored_answers, [StoredAnswer { revision: 4, place: 0, said }]);
    assert_eq!(stored.plans[0].planned.as_deref(), Some("{\"acts\":[]}"));
    assert_eq!(stored.fight.seals, "{\"all\":[]}");
    let of_day = store.load_or_insert_daily_secret("400/2026-11-22", "bb").await.unwrap();
    assert_eq!(of_day, ("aa".into(), 3));
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
    assert_eq!(store.load_next_outbox_row("dm 1").await.unwrap().unwrap().id, 2);
    let summary = store.load_sent_message(fight, SUMMARY_SUBJECT).await.unwrap();
    assert_eq!(summary.and_then(|sent| sent.fingerprint), Some(77));
    let told = store.load_message_records(fight, "turn 4").await.unwrap();
    assert_eq!((told[0].told.as_str(), told[0].is_undone), ("{\"n\":3}", true));
    assert_eq!(store.load_messages_showing(fight, 5).await.unwrap().len(), 1);
    // What was waiting to be told is told by messages that show it.
    let told = store.load_message_records(FightId(2), "record 7-0 channel 500").await.unwrap();
    assert_eq!(told[0].told, "{\"dr12\":{\"notes\":[]}}");
    let posts: Vec<(i64, String)> = query("SELECT id, letter FROM post WHERE id > 900 ORDER BY id")
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
    assert_eq!(posts, expected);
    assert!(store.load_memo("commands").await.unwrap().is_some());
    let sheets = store.load_user_sheets(11).await.unwrap();
    let known: Vec<_> = sheets.iter().map(|one| (one.name.as_str(), one.fight)).collect();
    assert_eq!(known, [("Ana", None), ("Bea", Some(1))]);
    assert_eq!(store.load_checked_out_sheets(fight).await.unwrap(), [sheets[1].clone()]);
    let returned = store.load_overwritten_sheets(FightId(2)).await.unwrap();
    assert_eq!((returned[0].sheet, returned[0].body.as_str()), (1, "{\"hp\":8}"));
    assert_eq!(store.load_user_templates(1).await.unwrap()[0].name, "The Yard");
    assert!(store.load_kit(400, "dr12").await.unwrap().is_some());
    // What was played before servers kept that in mind counts from the last input.
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
async fn an_input_that_comes_second_is_not_stored() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Conflict);
    assert_eq!(store.create_fight(&row(), input(1)).await.unwrap(), CommitOutcome::ChannelOccupied);
    let mut keyed = input(3);
    keyed.journal.input_key = Some(9);
    assert_eq!(store.commit(fight, keyed.clone()).await.unwrap(), CommitOutcome::Stored(fight));
    keyed.journal.revision = 4;
    let repeated = CommitOutcome::AlreadyStored { fight, revision: 3 };
    assert_eq!(store.commit(fight, keyed.clone()).await.unwrap(), repeated);
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 3);
}

/// A post that must reach further by now stays when it has arrived.
#[tokio::test]
async fn a_summary_reaches_as_far_as_the_fight() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    let summary = async || {
        let first = store.load_next_outbox_row("channel 5").await.unwrap()?;
        if first.subject.is_some() {
            return Some(first);
        }
        store.record_delivery(&first, None).await.unwrap();
        store.load_next_outbox_row("channel 5").await.unwrap().filter(|post| post.subject.is_some())
    };
    let rendered = summary().await.unwrap();
    store.commit(fight, input(2)).await.unwrap();
    store.record_delivery(&rendered, None).await.unwrap();
    let again = summary().await.unwrap();
    assert_eq!((again.id, again.revision, again.reaches), (rendered.id, 1, 2));
    store.record_delivery(&again, None).await.unwrap();
    assert!(summary().await.is_none());
}

#[tokio::test]
async fn clocks_run_out_in_order() {
    let store = fresh().await;
    let fight = open_fight(&store).await;
    let timed = |revision| DeadlineKind::TurnLimit(TurnId { fight, revision });
    let mut commit = input(2);
    commit.timers = vec![
        (timed(1), Some(Deadline::At(300))),
        (timed(2), Some(Deadline::At(100))),
        (timed(3), Some(Deadline::Paused(1))),
        (timed(4), Some(Deadline::At(200))),
    ];
    store.commit(fight, commit).await.unwrap();
    assert_eq!(store.load_next_timer().await.unwrap(), Some((timed(2), 100)));
    let mut commit = input(3);
    commit.timers = vec![(timed(2), None), (timed(4), Some(Deadline::Paused(7)))];
    store.commit(fight, commit).await.unwrap();
    assert_eq!(store.load_next_timer().await.unwrap(), Some((timed(1), 300)));
}

/// How every fault is met: what was stored before is there, nothing of the input is, and the same
/// input goes through once the trouble is over.
pub(super) async fn check_untouched(store: &Store, fight: FightId) {
    assert_eq!(store.load_fight(fight).await.unwrap().unwrap().revision, 1);
    let posts: i64 = query("SELECT count(*) FROM post").fetch_one(&store.readers).await.unwrap();
    assert_eq!(posts, 2);
}

#[tokio::test]
async fn a_locked_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let store =
        Store::open_checked_sqlite(options.busy_timeout(Duration::from_millis(50))).await.unwrap();
    let fight = open_fight(&store).await;
    let mut other = connect(&path).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let fault = store.commit(fight, input(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::Locked) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

/// Whoever had the file before may have sent what waits in it.
#[tokio::test]
async fn what_waits_at_the_start_counts_as_tried() {
    let folder = tempfile::tempdir().unwrap();
    let path = databases::path_for(&folder.path().join("fights.db")).await;
    let store = Store::open(&path).await.unwrap();
    open_fight(&store).await;
    let first =
        async |store: &Store| store.load_next_outbox_row("channel 5").await.unwrap().unwrap();
    assert_eq!(first(&store).await.tries, 0);
    store.close().await;
    let again = Store::open(&path).await.unwrap();
    assert_eq!(first(&again).await.tries, 1);
}

#[tokio::test]
async fn a_read_only_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    let read_only = SqliteConnectOptions::new().filename(&path).read_only(true);
    let second = Store::open_checked_sqlite(read_only).await.unwrap();
    let fault = second.commit(fight, input(2)).await.unwrap_err();
    assert!(matches!(fault, StoreError::ReadOnly), "{fault:?}");
    check_untouched(&second, fight).await;
    assert_eq!(store.commit(fight, input(2)).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test]
async fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let fight = open_fight(&store).await;
    store.limit_file_pages(1).await.unwrap();
    let mut big = input(2);
    big.journal.state = "x".repeat(1_000_000);
    let fault = store.commit(fight, big.clone()).await.unwrap_err();
    assert!(matches!(fault, StoreError::DiskFull) && fault.is_transient(), "{fault:?}");
    check_untouched(&store, fight).await;
    store.limit_file_pages(1_000_000).await.unwrap();
    assert_eq!(store.commit(fight, big.clone()).await.unwrap(), CommitOutcome::Stored(fight));
}

#[tokio::test]
async fn a_file_of_a_newer_version() {
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
    let newest = SQLITE_MIGRATIONS.iter().map(|one| one.version).max().unwrap();
    let is_newer =
        matches!(fault, StoreError::NewerVersion { found: 9999, known } if known == newest);
    assert!(is_newer, "{fault:?}");
    check_untouched(&store, fight).await;
}

#[tokio::test]
async fn what_is_not_a_file_of_fights() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Sir or Madam, ".repeat(500)).unwrap();
    let Err(fault) = Store::open(&path).await else { panic!("opened a letter") };
    assert!(matches!(fault, StoreError::Corrupt(_)), "{fault:?}");
    let nowhere = folder.path().join("no/such/folder/fights.db");
    let Err(fault) = Store::open(&nowhere).await else { panic!("opened nothing") };
    assert!(matches!(fault, StoreError::CannotOpen(_)), "{fault:?}");
}

/// A copy of a file in use is whole, and comes back once nobody uses the file.
#[tokio::test]
async fn copies_are_made_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    assert_eq!(backup::back_up_file(&path, &copy).await.unwrap().fight_count, 1);
    let again = backup::back_up_file(&path, &copy).await;
    assert!(matches!(again, Err(MaintenanceError::AlreadyExists(_))));
    store.commit(fight, input(2)).await.unwrap();
    assert!(matches!(
        backup::restore_file(&path, &copy, "now").await,
        Err(MaintenanceError::InUse(_))
    ));
    store.close().await;
    drop(store);

    let old = backup::restore_file(&path, &copy, "now").await.unwrap().unwrap();
    let revision = async |file| {
        let store = Store::open(file).await.unwrap();
        store.load_fight(fight).await.unwrap().unwrap().revision
    };
    assert_eq!((revision(&path).await, revision(&old).await), (1, 2));
    // Onto nothing, and what a program that was killed has left in its log is kept as well.
    std::fs::remove_file(&path).unwrap();
    assert_eq!(backup::restore_file(&path, &copy, "now").await.unwrap(), None);
}

#[tokio::test]
async fn only_whole_files_of_ours_are_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    Store::open(&path).await.unwrap().close().await;
    let before = std::fs::read(&path).unwrap();
    let file = |name: &str| folder.path().join(name);
    let restored = async |copy: &Path| backup::restore_file(&path, copy, "now").await.unwrap_err();

    let none = restored(&file("none.db")).await;
    assert!(matches!(none, MaintenanceError::BackupMissing(_)), "{none}");
    std::fs::write(file("text.db"), "not a database at all, but long enough to be read").unwrap();
    let text = restored(&file("text.db")).await;
    assert!(
        matches!(text, MaintenanceError::Store { error: StoreError::Corrupt(_), .. }),
        "{text}"
    );
    let made = SqliteConnectOptions::new().filename(file("other.db")).create_if_missing(true);
    let mut other = SqliteConnection::connect_with(&made).await.unwrap();
    sqlx::query("CREATE TABLE cake (id)").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    assert!(matches!(restored(&file("other.db")).await, MaintenanceError::NotFightDatabase(_)));
    backup::back_up_file(&path, &file("newer.db")).await.unwrap();
    let mut newer = connect(&file("newer.db")).await;
    let version = "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1";
    sqlx::query(version).execute(&mut newer).await.unwrap();
    newer.close().await.unwrap();
    let newer = restored(&file("newer.db")).await;
    assert!(
        matches!(newer, MaintenanceError::Store { error: StoreError::NewerVersion { .. }, .. }),
        "{newer}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// What somebody else has put into a copy would go on doing things.
#[tokio::test]
async fn a_copy_with_a_trigger_is_not_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    backup::back_up_file(&path, &copy).await.unwrap();
    let mut spoiled = connect(&copy).await;
    let trigger = "CREATE TRIGGER cake AFTER INSERT ON post BEGIN DELETE FROM post; END";
    sqlx::query(trigger).execute(&mut spoiled).await.unwrap();
    spoiled.close().await.unwrap();
    let why = backup::restore_file(&path, &copy, "now").await.unwrap_err();
    assert!(why.to_string().contains("trigger cake"), "{why}");
}

#[tokio::test]
async fn two_copies_are_put_back_in_one_second() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    backup::back_up_file(&path, &copy).await.unwrap();
    let first = backup::restore_file(&path, &copy, "now").await.unwrap().unwrap();
    let second = backup::restore_file(&path, &copy, "now").await.unwrap().unwrap();
    assert!(first != second && first.exists() && second.exists());
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_kept_is_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("fights.db"), folder.path().join("copy.db"));
    let store = Store::open(&path).await.unwrap();
    open_fight(&store).await;
    backup::back_up_file(&path, &copy).await.unwrap();
    let check = |expected: &[&str]| {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        let files: Vec<_> = files.collect();
        for name in expected {
            assert!(files.contains(&folder.path().join(name)), "{name} is not in {files:?}");
        }
        for file in files {
            assert!(!backup::is_readable_by_others(&file), "{file:?}");
        }
    };
    check(&["fights.db", "fights.db-wal", "fights.db-shm", "fights.db-lock", "copy.db"]);
    store.close().await;
    drop(store);
    // What is set aside is, also where others could read what was there.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(&path, open).unwrap();
    backup::restore_file(&path, &copy, "now").await.unwrap();
    database_copy::copy_database(&(&path).into(), &(&folder.path().join("moved.db")).into())
        .await
        .unwrap();
    check(&["fights.db", "fights.db-before-now", "moved.db"]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_is_taken_away_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, away) = (folder.path().join("fights.db"), folder.path().join("away.db"));
    let store = Store::open(&path).await.unwrap();
    let fight = open_fight(&store).await;
    std::fs::rename(&path, &away).unwrap();
    let lost = store.commit(fight, input(2)).await;
    assert!(matches!(lost, Err(StoreError::FileReplaced(_))), "{lost:?}");
    std::fs::copy(&away, &path).unwrap();
    assert!(store.check_still_owned().is_err(), "another file of that name");
    std::fs::rename(&away, &path).unwrap();
    store.commit(fight, input(2)).await.unwrap();
}

/// Damage is found at the start, and not in the middle of a fight.
#[tokio::test]
async fn a_damaged_file_is_not_opened() {
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
