//! Benches (b) and (c): the time from a command to its commit, through the app, for each system.
//! The reference, in the same run, is a bare commit of as many bytes to the same kind of file. This
//! is repeated with a long journal and with many fights in the file.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use riposte::app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use riposte::app::{App, clock::WallClock, dice_source};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::UserId;
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, Executor, Row};
use tokio::runtime::Runtime;

/// The system and the combatants of a fight, and the field that the measured command changes.
#[derive(Clone, Copy)]
struct FightKit {
    system: &'static str,
    archetype: &'static str,
    creature: &'static str,
    field: &'static str,
}

const FIGHT_KITS: [FightKit; 5] = [
    FightKit { system: "cards", archetype: "hunter", creature: "brigand", field: "phys" },
    FightKit { system: "dr12", archetype: "adept", creature: "raider", field: "hp" },
    FightKit { system: "factions", archetype: "hunter", creature: "bandit", field: "health" },
    FightKit { system: "fates", archetype: "sharpshooter", creature: "trooper", field: "resolve" },
    FightKit { system: "ranks", archetype: "blade", creature: "thug", field: "luck" },
];

struct Table {
    kit: FightKit,
    app: App,
    context: RequestContext,
}

impl Table {
    /// Opens the app on a database file.
    async fn open(path: &Path, kit: FightKit) -> Self {
        let store = Store::open(path).await.unwrap();
        let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(1));
        let place = RequestPlace::Channel { guild: 1, channel: ChannelId(3) };
        let context = RequestContext {
            user: UserId(2),
            place,
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
        };
        Self { kit, app, context }
    }

    /// Runs a command that must be done.
    async fn run_command(&self, command: Command) {
        let reply =
            self.app.handle_input(&self.context, UserInput::from_command(command)).await.unwrap();
        assert!(matches!(reply, InputReply::Done(_)), "{reply:?}");
    }

    /// Starts a fight of four against four.
    async fn start_fight(&self) {
        self.run_command(Command::new("new").with("system", self.kit.system)).await;
        self.run_command(Command::new("zones").with("layout", "Gate - Yard - Hall")).await;
        for n in 0..4 {
            let join = Command::new("join").with("from", self.kit.archetype);
            self.run_command(join.with("name", format!("Ana {n}"))).await;
        }
        let add = Command::new("add").with("from", self.kit.creature).with("name", "Foe");
        self.run_command(add.with("count", 4)).await;
        self.run_command(Command::new("start")).await;
    }

    /// Runs the measured command, which changes a field of one foe.
    async fn harm_foe(&self, n: u64) {
        let who = format!("Foe {}", n % 4 + 1);
        let command = Command::new("adjust").with("who", who).with("field", self.kit.field);
        self.run_command(command.with("value", n % 3 + 1)).await;
    }

    /// Returns how long the n-th measured command takes.
    async fn time_command(&self, n: u64) -> Duration {
        let started_at = Instant::now();
        self.harm_foe(n).await;
        started_at.elapsed()
    }

    /// Returns how long so many measured commands take, one after another.
    async fn time_commands(&self, times: u64) -> Duration {
        let started_at = Instant::now();
        for n in 0..times {
            self.harm_foe(n).await;
        }
        started_at.elapsed()
    }
}

/// Connects to a database file with the settings that the app has.
async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Returns the number of bytes that the measured command stores.
async fn load_stored_bytes(path: &Path) -> usize {
    let mut connection = connect(path).await;
    let journal = sqlx::query(
        "SELECT length(said) + length(tape) + length(notes) + length(state) AS bytes
         FROM journal ORDER BY rowid DESC LIMIT 1",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    let posts = sqlx::query("SELECT avg(length(letter)) AS bytes FROM post WHERE subject IS NULL")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    journal.get::<i64, _>(0) as usize + posts.get::<f64, _>(0) as usize + 100
}

/// Measures bare commits of as many bytes.
async fn time_bare_commits(
    connection: &mut SqliteConnection,
    bytes: usize,
    times: u64,
) -> Duration {
    connection
        .execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, bytes TEXT) STRICT")
        .await
        .unwrap();
    let text = "x".repeat(bytes);
    let started_at = Instant::now();
    for _ in 0..times {
        connection.execute("BEGIN IMMEDIATE").await.unwrap();
        sqlx::query("INSERT INTO bare (bytes) VALUES (?)")
            .bind(&text)
            .execute(&mut *connection)
            .await
            .unwrap();
        connection.execute("COMMIT").await.unwrap();
    }
    started_at.elapsed()
}

/// Returns the medians in microseconds of bare commits and of commands. Both are measured in turns,
/// so that other work of the machine slows both down alike.
async fn measure_medians(table: &Table, path: &Path, bytes: usize) -> (u128, u128) {
    let mut connection = connect(path).await;
    let (mut bare_times, mut app_times) = (Vec::new(), Vec::new());
    for n in 0..2000 {
        bare_times.push(time_bare_commits(&mut connection, bytes, 1).await.as_micros());
        app_times.push(table.time_command(n).await.as_micros());
    }
    bare_times.sort_unstable();
    app_times.sort_unstable();
    (bare_times[1000], app_times[1000])
}

/// Fills the database by a statement that copies rows of the first fight.
async fn fill_database(path: &Path, sql: &'static str) {
    let mut connection = connect(path).await;
    connection.execute(sql).await.unwrap();
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
}

const LONG_JOURNAL: &str = "
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO journal (fight, revision, at, user, kind, back_to, said, tape, notes, state, dice)
    SELECT 1, i + (SELECT max(revision) FROM journal WHERE fight = 1), at, user, kind, back_to,
        said, tape, notes, state, dice
    FROM n, (SELECT * FROM journal WHERE fight = 1 ORDER BY revision DESC LIMIT 1)";

const MANY_FIGHTS: &str = "
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO fight (id, system, guild, channel, gm, is_open, is_paused, is_gm_told)
    SELECT i + 10, (SELECT system FROM fight WHERE id = 1), 1, i + 100000, i, 1, 0, 1 FROM n;
    INSERT INTO participant SELECT gm, id, 0 FROM fight WHERE id > 10;
    INSERT INTO journal (fight, revision, at, user, kind, said, tape, notes, state, dice)
    SELECT f.id, 1, j.at, j.user, 'opened', '{}', '[]', '[]', j.state, j.dice
    FROM fight f, (SELECT * FROM journal WHERE fight = 1 AND revision = 1) j WHERE f.id > 10;
    INSERT INTO timer SELECT id, 'limit', 1, -1, 9000000000000 + id, NULL FROM fight WHERE id > 10";

/// The databases to measure with, by what they contain besides the measured fight.
const FILLINGS: [(&str, Option<&str>); 3] = [
    ("alone", None),
    ("10,000 journal rows", Some(LONG_JOURNAL)),
    ("100,000 fights", Some(MANY_FIGHTS)),
];

fn bench_commits(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let folder = tempfile::tempdir_in("target").unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut group = criterion.benchmark_group("commit");
    group.sample_size(20).measurement_time(Duration::from_secs(6));
    println!("in turns with a bare commit of as many bytes (µs, µs, ratio):");
    for kit in FIGHT_KITS {
        let mut unfilled = None;
        for (filling, sql) in FILLINGS {
            let path = path(&format!("{}, {filling}", kit.system));
            let (table, bytes) = runtime.block_on(async {
                let table = Table::open(&path, kit).await;
                table.start_fight().await;
                table.harm_foe(1).await;
                let bytes = load_stored_bytes(&path).await;
                if let Some(sql) = sql {
                    fill_database(&path, sql).await;
                }
                (Table::open(&path, kit).await, bytes)
            });
            let bare_path = path.with_extension("bare");
            let (bare_micros, app_micros) =
                runtime.block_on(measure_medians(&table, &bare_path, bytes));
            let ratio = app_micros as f64 / bare_micros as f64;
            println!(
                "{}, {filling}: {bytes} bytes: {bare_micros}, {app_micros}, {ratio:.2}",
                kit.system
            );
            unfilled = unfilled.or(Some((table, bytes)));
        }
        let Some((table, bytes)) = unfilled else { continue };
        group.bench_function(
            format!("{}: a bare commit of the same bytes", kit.system),
            |bencher| {
                bencher.iter_custom(|times| {
                    runtime.block_on(async {
                        time_bare_commits(&mut connect(&path("bare.db")).await, bytes, times).await
                    })
                });
            },
        );
        group.bench_function(format!("{}: command to commit", kit.system), |bencher| {
            bencher.iter_custom(|times| runtime.block_on(table.time_commands(times)));
        });
    }
    group.finish();
}

criterion_group!(benches, bench_commits);
criterion_main!(benches);
