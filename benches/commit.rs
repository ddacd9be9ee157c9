//! Benches (b) and (c): command to commit through the app, against a bare commit of the same bytes
//! to a file of the same kind, in the same run, for each system; and the same with a long journal,
//! and with many fights in the file.

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

/// What is played, and the field that is measured by changing it.
#[derive(Clone, Copy)]
struct Kit {
    system: &'static str,
    archetype: &'static str,
    creature: &'static str,
    field: &'static str,
}

const KITS: [Kit; 5] = [
    Kit { system: "cards", archetype: "hunter", creature: "brigand", field: "phys" },
    Kit { system: "dr12", archetype: "adept", creature: "raider", field: "hp" },
    Kit { system: "factions", archetype: "hunter", creature: "bandit", field: "health" },
    Kit { system: "fates", archetype: "sharpshooter", creature: "trooper", field: "resolve" },
    Kit { system: "ranks", archetype: "blade", creature: "thug", field: "luck" },
];

struct Table {
    kit: Kit,
    app: App,
    origin: RequestContext,
}

impl Table {
    async fn at(path: &Path, kit: Kit) -> Self {
        let store = Store::open(path).await.unwrap();
        let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(1));
        let place = RequestPlace::Channel { guild: 1, channel: ChannelId(3) };
        let origin =
            RequestContext { user: UserId(2), place, is_admin: false, idempotency_key: None };
        Self { kit, app, origin }
    }

    async fn says(&self, words: Command) {
        let reply =
            self.app.handle_input(&self.origin, UserInput::from_command(words)).await.unwrap();
        assert!(matches!(reply, InputReply::Done(_)), "{reply:?}");
    }

    /// Four against four, in the fight.
    async fn sets_up(&self) {
        self.says(Command::new("new").with("system", self.kit.system)).await;
        self.says(Command::new("zones").with("layout", "Gate - Yard - Hall")).await;
        for n in 0..4 {
            let join = Command::new("join").with("from", self.kit.archetype);
            self.says(join.with("name", format!("Ana {n}"))).await;
        }
        let add = Command::new("add").with("from", self.kit.creature).with("name", "Foe");
        self.says(add.with("count", 4)).await;
        self.says(Command::new("start")).await;
    }

    /// The command that is measured.
    async fn harms(&self, n: u64) {
        let who = format!("Foe {}", n % 4 + 1);
        let words = Command::new("adjust").with("who", who).with("field", self.kit.field);
        self.says(words.with("value", n % 3 + 1)).await;
    }

    async fn time_one(&self, n: u64) -> Duration {
        let start = Instant::now();
        self.harms(n).await;
        start.elapsed()
    }

    async fn time(&self, times: u64) -> Duration {
        let start = Instant::now();
        for n in 0..times {
            self.harms(n).await;
        }
        start.elapsed()
    }
}

async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// How many bytes the measured command leaves in the file.
async fn bytes(path: &Path) -> usize {
    let mut file = connect(path).await;
    let journal = sqlx::query(
        "SELECT length(said) + length(tape) + length(notes) + length(state) AS bytes
         FROM journal ORDER BY rowid DESC LIMIT 1",
    )
    .fetch_one(&mut file)
    .await
    .unwrap();
    let posts = sqlx::query("SELECT avg(length(letter)) AS bytes FROM post WHERE subject IS NULL")
        .fetch_one(&mut file)
        .await
        .unwrap();
    journal.get::<i64, _>(0) as usize + posts.get::<f64, _>(0) as usize + 100
}

async fn bare(file: &mut SqliteConnection, bytes: usize, times: u64) -> Duration {
    file.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, bytes TEXT) STRICT")
        .await
        .unwrap();
    let text = "x".repeat(bytes);
    let start = Instant::now();
    for _ in 0..times {
        file.execute("BEGIN IMMEDIATE").await.unwrap();
        sqlx::query("INSERT INTO bare (bytes) VALUES (?)")
            .bind(&text)
            .execute(&mut *file)
            .await
            .unwrap();
        file.execute("COMMIT").await.unwrap();
    }
    start.elapsed()
}

/// Medians in microseconds of both, one after the other in turns: so whatever else the machine does
/// slows both down alike.
async fn in_turns(table: &Table, path: &Path, bytes: usize) -> (u128, u128) {
    let mut file = connect(path).await;
    let (mut bares, mut apps) = (Vec::new(), Vec::new());
    for n in 0..2000 {
        bares.push(bare(&mut file, bytes, 1).await.as_micros());
        apps.push(table.time_one(n).await.as_micros());
    }
    bares.sort_unstable();
    apps.sort_unstable();
    (bares[1000], apps[1000])
}

/// Copies of the first fight's rows, as many as it takes.
async fn fill(path: &Path, sql: &'static str) {
    let mut file = connect(path).await;
    file.execute(sql).await.unwrap();
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
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

/// What is in the file besides the fight that is measured.
const FULL: [(&str, Option<&str>); 3] = [
    ("alone", None),
    ("10,000 journal rows", Some(LONG_JOURNAL)),
    ("100,000 fights", Some(MANY_FIGHTS)),
];

fn commit(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let folder = tempfile::tempdir_in("target").unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut group = c.benchmark_group("commit");
    group.sample_size(20).measurement_time(Duration::from_secs(6));
    println!("in turns with a bare commit of as many bytes (µs, µs, ratio):");
    for kit in KITS {
        let mut plain = None;
        for (full, sql) in FULL {
            let path = path(&format!("{}, {full}", kit.system));
            let (table, bytes) = runtime.block_on(async {
                let table = Table::at(&path, kit).await;
                table.sets_up().await;
                table.harms(1).await;
                let bytes = bytes(&path).await;
                if let Some(sql) = sql {
                    fill(&path, sql).await;
                }
                (Table::at(&path, kit).await, bytes)
            });
            let bares = path.with_extension("bare");
            let (bare, app) = runtime.block_on(in_turns(&table, &bares, bytes));
            let ratio = app as f64 / bare as f64;
            println!("{}, {full}: {bytes} bytes: {bare}, {app}, {ratio:.2}", kit.system);
            plain = plain.or(Some((table, bytes)));
        }
        let Some((table, bytes)) = plain else { continue };
        group.bench_function(format!("{}: a bare commit of the same bytes", kit.system), |b| {
            b.iter_custom(|times| {
                runtime.block_on(async {
                    bare(&mut connect(&path("bare.db")).await, bytes, times).await
                })
            });
        });
        group.bench_function(format!("{}: command to commit", kit.system), |b| {
            b.iter_custom(|times| runtime.block_on(table.time(times)));
        });
    }
    group.finish();
}

criterion_group!(benches, commit);
criterion_main!(benches);
