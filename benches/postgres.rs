//! Bench on a PostgreSQL server: the time from a command to its commit, through the app. The
//! reference, in the same run, is a bare commit of the same text on the same server. This is
//! repeated with several processes. Then it prints how many inputs a second one, two and four
//! processes take. The processes are apps within one program, which share the machine's cores.
//!
//! `RIPOSTE_POSTGRES=… cargo bench --bench postgres` prints the figures. Through a proxy that
//! delays what it passes on, they are those of a network.

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

const COMMITS: usize = 600;
const FIGHTS: u64 = 16;
const RATE_DURATION: Duration = Duration::from_secs(6);

/// A fight, and the process that takes its inputs.
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
    /// Starts a fight of four against four in a server of this shard.
    async fn start_fight(app: &App, shard: u64) -> Self {
        let place =
            RequestPlace::Channel { guild: shard << 22 | 1, channel: ChannelId(500 + shard) };
        let context = RequestContext {
            user: UserId(2 + shard),
            place,
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
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

    /// Runs the measured command, which changes the hit points of one foe.
    async fn harm_foe(&self, n: usize) {
        let who = format!("Foe {}", n % 4 + 1);
        let command = Command::new("adjust").with("who", who).with("field", "hp");
        self.run_command(command.with("value", n % 3 + 1)).await;
    }
}

/// Opens the store of a process that owns some shards, such as `0-7/16`.
async fn open_shards(path: &Path, shards: &str) -> Store {
    Store::open_server_when_shards_are_free(path, shards.parse().unwrap()).await.unwrap()
}

/// Returns the medians in microseconds of a bare commit, and of an input of each table. They are
/// measured in turns, so that other work of the machine slows all of them down alike.
async fn measure_medians(path: &Path, tables: &[Table]) -> Vec<u128> {
    let mut server = PgConnection::connect(path.to_str().unwrap()).await.unwrap();
    server.execute("CREATE TABLE bare (bytes TEXT)").await.unwrap();
    // The server compresses texts, so it must be the same one.
    let state = "SELECT state FROM journal ORDER BY revision DESC LIMIT 1";
    let text: String = sqlx::query_scalar(state).fetch_one(&mut server).await.unwrap();
    let mut durations = vec![Vec::new(); 1 + tables.len()];
    for n in 0..COMMITS {
        let started_at = Instant::now();
        server.execute("BEGIN").await.unwrap();
        let row = sqlx::query("INSERT INTO bare (bytes) VALUES ($1)").bind(&text);
        row.execute(&mut server).await.unwrap();
        server.execute("COMMIT").await.unwrap();
        durations[0].push(started_at.elapsed().as_micros());
        for (index, table) in tables.iter().enumerate() {
            let started_at = Instant::now();
            table.harm_foe(n).await;
            durations[index + 1].push(started_at.elapsed().as_micros());
        }
    }
    for durations in &mut durations {
        durations.sort_unstable();
    }
    durations.iter().map(|durations| durations[COMMITS / 2]).collect()
}

/// Returns how many inputs a second all tables take together.
async fn measure_rate(tables: Vec<Table>) -> f64 {
    let mut playing = JoinSet::new();
    let started_at = Instant::now();
    for table in tables {
        playing.spawn(async move {
            let mut count = 0;
            while started_at.elapsed() < RATE_DURATION {
                table.harm_foe(count).await;
                count += 1;
            }
            count
        });
    }
    let count: usize = playing.join_all().await.into_iter().sum();
    count as f64 / started_at.elapsed().as_secs_f64()
}

async fn create_schema() -> PathBuf {
    databases::fresh_path().await.unwrap()
}

#[tokio::main]
async fn main() {
    if databases::server_address().is_none() {
        return println!("RIPOSTE_POSTGRES is not set");
    }
    let (single_path, shared_path) = (create_schema().await, create_schema().await);
    let single = start_app(Store::open(&single_path).await.unwrap());
    let first_half = start_app(open_shards(&shared_path, "0/2").await);
    let second_half = start_app(open_shards(&shared_path, "1/2").await);
    let owned = Table::start_fight(&second_half, 1).await;
    let foreign = Table { app: first_half, ..Table::start_fight(&second_half, 3).await };
    let tables = [Table::start_fight(&single, 0).await, owned, foreign];
    let medians = measure_medians(&single_path, &tables).await;
    let names = ["a bare commit", "a single process", "the owner of the shard", "another process"];
    println!("µs, and against a bare commit:");
    for (name, micros) in names.iter().zip(&medians) {
        println!("{name}: {micros}, {:.2}", *micros as f64 / medians[0] as f64);
    }
    println!("inputs a second in {FIGHTS} fights, by the number of processes:");
    for shards_of_processes in
        [&["0-15/16"][..], &["0-7/16", "8-15/16"], &["0-3/16", "4-7/16", "8-11/16", "12-15/16"]]
    {
        let path = create_schema().await;
        let process_count = shards_of_processes.len() as u64;
        let fights_per_process = FIGHTS / process_count;
        let mut tables = Vec::new();
        for (first_shard, shards) in
            (0..FIGHTS).step_by(fights_per_process as usize).zip(shards_of_processes)
        {
            let app = match process_count {
                1 => start_app(Store::open(&path).await.unwrap()),
                _ => start_app(open_shards(&path, shards).await),
            };
            for shard in first_shard..first_shard + fights_per_process {
                tables.push(Table::start_fight(&app, shard).await);
            }
        }
        println!("{process_count}: {:.0}", measure_rate(tables).await);
    }
}
