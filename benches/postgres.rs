//! Measures the app on PostgreSQL: the time from a command to its commit compared with a bare
//! commit of the same text, with one process and with several, and how many inputs per second one,
//! two and four processes take. `RIPOSTE_POSTGRES=… cargo bench --bench postgres` prints the
//! results. The "processes" are several apps in one program here, which share the machine's cores.

#[path = "../tests/support/databases.rs"]
mod databases;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use riposte::app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use riposte::app::{App, clock::WallClock, dice_source};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::UserId;
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::task::JoinSet;

const SAMPLES: usize = 600;
const FIGHTS: u64 = 16;
const RATE_DURATION: Duration = Duration::from_secs(6);

/// A fight's channel, and the app that handles inputs for it.
#[derive(Clone)]
struct Table {
    app: App,
    context: RequestContext,
}

fn start_app(store: Store) -> App {
    let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(1));
    tokio::spawn(app.clone().listen_to_other_programs());
    app
}

impl Table {
    /// Starts a fight of four against four in a server that belongs to this shard.
    async fn start_fight(app: &App, shard: u64) -> Self {
        let place =
            RequestPlace::Channel { guild: shard << 22 | 1, channel: ChannelId(500 + shard) };
        let context = RequestContext {
            user: UserId(2 + shard),
            place,
            is_admin: false,
            idempotency_key: None,
        };
        let table = Self { app: app.clone(), context };
        table.run_command(Command::new("new").with("system", "dr12")).await;
        table.run_command(Command::new("zones").with("layout", "Gate - Yard - Hall")).await;
        for n in 0..4 {
            let join = Command::new("join").with("from", "adept");
            table.run_command(join.with("name", format!("Ana {n}"))).await;
        }
        let add = Command::new("add").with("from", "raider").with("name", "Foe");
        table.run_command(add.with("count", 4)).await;
        table.run_command(Command::new("start")).await;
        table
    }

    async fn run_command(&self, command: Command) {
        let reply =
            self.app.handle_input(&self.context, UserInput::from_command(command)).await.unwrap();
        assert!(matches!(reply, InputReply::Done(_)), "{reply:?}");
    }

    async fn harm_foe(&self, n: usize) {
        let who = format!("Foe {}", n % 4 + 1);
        let command = Command::new("adjust").with("who", who).with("field", "hp");
        self.run_command(command.with("value", n % 3 + 1)).await;
    }
}

async fn open_for_shards(database: &Path, shards: &str) -> Store {
    Store::open_for_shards(database, shards.parse().unwrap()).await.unwrap()
}

/// Returns the medians in microseconds of a bare commit and of an input at each table. They are
/// measured in turns, so that other work of the machine slows all of them alike.
async fn measure_medians(database: &Path, tables: &[Table]) -> Vec<u128> {
    let mut connection = PgConnection::connect(database.to_str().unwrap()).await.unwrap();
    connection.execute("CREATE TABLE bare (bytes TEXT)").await.unwrap();
    // PostgreSQL compresses texts, so the bare commit needs the same text, not only the same
    // length.
    let state = "SELECT state FROM journal ORDER BY revision DESC LIMIT 1";
    let text: String = sqlx::query_scalar(state).fetch_one(&mut connection).await.unwrap();
    let mut samples = vec![Vec::new(); 1 + tables.len()];
    for n in 0..SAMPLES {
        let started_at = Instant::now();
        connection.execute("BEGIN").await.unwrap();
        let row = sqlx::query("INSERT INTO bare (bytes) VALUES ($1)").bind(&text);
        row.execute(&mut connection).await.unwrap();
        connection.execute("COMMIT").await.unwrap();
        samples[0].push(started_at.elapsed().as_micros());
        for (index, table) in tables.iter().enumerate() {
            let started_at = Instant::now();
            table.harm_foe(n).await;
            samples[index + 1].push(started_at.elapsed().as_micros());
        }
    }
    for table_samples in &mut samples {
        table_samples.sort_unstable();
    }
    samples.iter().map(|table_samples| table_samples[SAMPLES / 2]).collect()
}

/// Returns how many inputs per second all tables together take.
async fn measure_rate(tables: Vec<Table>) -> f64 {
    let mut running = JoinSet::new();
    let started_at = Instant::now();
    for table in tables {
        running.spawn(async move {
            let mut count = 0;
            while started_at.elapsed() < RATE_DURATION {
                table.harm_foe(count).await;
                count += 1;
            }
            count
        });
    }
    let count: usize = running.join_all().await.into_iter().sum();
    count as f64 / started_at.elapsed().as_secs_f64()
}

async fn create_database() -> PathBuf {
    databases::fresh().await.unwrap()
}

#[tokio::main]
async fn main() {
    if databases::server().is_none() {
        return println!("RIPOSTE_POSTGRES is not set");
    }
    let (alone_database, shared_database) = (create_database().await, create_database().await);
    let alone = start_app(Store::open(&alone_database).await.unwrap());
    let (other_app, owner_app) = (
        start_app(open_for_shards(&shared_database, "0/2").await),
        start_app(open_for_shards(&shared_database, "1/2").await),
    );
    let owned = Table::start_fight(&owner_app, 1).await;
    let foreign = Table { app: other_app, ..Table::start_fight(&owner_app, 3).await };
    let tables = [Table::start_fight(&alone, 0).await, owned, foreign];
    let medians = measure_medians(&alone_database, &tables).await;
    let names = ["a bare commit", "alone", "by its owner", "by another process"];
    println!("µs, and against a bare commit:");
    for (name, micros) in names.iter().zip(&medians) {
        println!("{name}: {micros}, {:.2}", *micros as f64 / medians[0] as f64);
    }
    println!("inputs a second in {FIGHTS} fights, by how many processes:");
    for processes in
        [&["0-15/16"][..], &["0-7/16", "8-15/16"], &["0-3/16", "4-7/16", "8-11/16", "12-15/16"]]
    {
        let database = create_database().await;
        let mut tables = Vec::new();
        for (process, shards) in processes.iter().enumerate() {
            let app = match processes.len() {
                1 => start_app(Store::open(&database).await.unwrap()),
                _ => start_app(open_for_shards(&database, shards).await),
            };
            let fights_per_process = FIGHTS / processes.len() as u64;
            for shard in 0..fights_per_process {
                tables.push(
                    Table::start_fight(&app, process as u64 * fights_per_process + shard).await,
                );
            }
        }
        println!("{}: {:.0}", processes.len(), measure_rate(tables).await);
    }
}
