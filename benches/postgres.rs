//! A PostgreSQL server: command to commit through the app against a bare commit of the same text
//! there, alone and beside other processes; and how many inputs a second one, two and four
//! processes take. `RIPOSTE_POSTGRES=… cargo bench --bench served` prints the figures. The
//! processes are apps of one program here, so that the machine's cores are shared by all of them.

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

const TIMES: usize = 600;
const FIGHTS: u64 = 16;
const LONG: Duration = Duration::from_secs(6);

/// Where a fight is, and the process that takes its inputs.
#[derive(Clone)]
struct Table {
    app: App,
    origin: RequestContext,
}

fn opened(store: Store) -> App {
    let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(1));
    tokio::spawn(app.clone().listen_to_other_programs());
    app
}

impl Table {
    /// A fight of four against four in a server of that shard.
    async fn begin(app: &App, shard: u64) -> Self {
        let place =
            RequestPlace::Channel { guild: shard << 22 | 1, channel: ChannelId(500 + shard) };
        let origin = RequestContext {
            user: UserId(2 + shard),
            place,
            is_admin: false,
            idempotency_key: None,
            chosen_fight: None,
        };
        let table = Self { app: app.clone(), origin };
        table.says(Command::new("new").with("system", "dr12")).await;
        table.says(Command::new("zones").with("layout", "Gate - Yard - Hall")).await;
        for n in 0..4 {
            let join = Command::new("join").with("from", "adept");
            table.says(join.with("name", format!("Ana {n}"))).await;
        }
        let add = Command::new("add").with("from", "raider").with("name", "Foe");
        table.says(add.with("count", 4)).await;
        table.says(Command::new("start")).await;
        table
    }

    async fn says(&self, words: Command) {
        let reply =
            self.app.handle_input(&self.origin, UserInput::from_command(words)).await.unwrap();
        assert!(matches!(reply, InputReply::Done(_)), "{reply:?}");
    }

    async fn harms(&self, n: usize) {
        let who = format!("Foe {}", n % 4 + 1);
        let words = Command::new("adjust").with("who", who).with("field", "hp");
        self.says(words.with("value", n % 3 + 1)).await;
    }
}

async fn part(place: &Path, shards: &str) -> Store {
    Store::open_server_when_shards_are_free(place, shards.parse().unwrap()).await.unwrap()
}

/// Medians in microseconds of a bare commit, and of an input of each table, in turns.
async fn in_turns(place: &Path, tables: &[Table]) -> Vec<u128> {
    let mut server = PgConnection::connect(place.to_str().unwrap()).await.unwrap();
    server.execute("CREATE TABLE bare (bytes TEXT)").await.unwrap();
    // The server packs texts: so it must be the same one.
    let state = "SELECT state FROM journal ORDER BY revision DESC LIMIT 1";
    let text: String = sqlx::query_scalar(state).fetch_one(&mut server).await.unwrap();
    let mut all = vec![Vec::new(); 1 + tables.len()];
    for n in 0..TIMES {
        let begun = Instant::now();
        server.execute("BEGIN").await.unwrap();
        let row = sqlx::query("INSERT INTO bare (bytes) VALUES ($1)").bind(&text);
        row.execute(&mut server).await.unwrap();
        server.execute("COMMIT").await.unwrap();
        all[0].push(begun.elapsed().as_micros());
        for (at, table) in tables.iter().enumerate() {
            let begun = Instant::now();
            table.harms(n).await;
            all[at + 1].push(begun.elapsed().as_micros());
        }
    }
    for times in &mut all {
        times.sort_unstable();
    }
    all.iter().map(|times| times[TIMES / 2]).collect()
}

/// How many inputs a second all tables have taken.
async fn rate(tables: Vec<Table>) -> f64 {
    let mut playing = JoinSet::new();
    let begun = Instant::now();
    for table in tables {
        playing.spawn(async move {
            let mut count = 0;
            while begun.elapsed() < LONG {
                table.harms(count).await;
                count += 1;
            }
            count
        });
    }
    let count: usize = playing.join_all().await.into_iter().sum();
    count as f64 / begun.elapsed().as_secs_f64()
}

async fn fresh() -> PathBuf {
    databases::fresh_path().await.unwrap()
}

#[tokio::main]
async fn main() {
    if databases::server_address().is_none() {
        return println!("RIPOSTE_POSTGRES is not set");
    }
    let (alone_at, shared_at) = (fresh().await, fresh().await);
    let alone = opened(Store::open(&alone_at).await.unwrap());
    let (near, far) =
        (opened(part(&shared_at, "0/2").await), opened(part(&shared_at, "1/2").await));
    let owned = Table::begin(&far, 1).await;
    let foreign = Table { app: near, ..Table::begin(&far, 3).await };
    let tables = [Table::begin(&alone, 0).await, owned, foreign];
    let medians = in_turns(&alone_at, &tables).await;
    let names = ["a bare commit", "alone", "by its owner", "by another process"];
    println!("µs, and against a bare commit:");
    for (name, micros) in names.iter().zip(&medians) {
        println!("{name}: {micros}, {:.2}", *micros as f64 / medians[0] as f64);
    }
    println!("inputs a second in {FIGHTS} fights, by how many processes:");
    for parts in
        [&["0-15/16"][..], &["0-7/16", "8-15/16"], &["0-3/16", "4-7/16", "8-11/16", "12-15/16"]]
    {
        let place = fresh().await;
        let mut tables = Vec::new();
        for (nth, shards) in parts.iter().enumerate() {
            let app = match parts.len() {
                1 => opened(Store::open(&place).await.unwrap()),
                _ => opened(part(&place, shards).await),
            };
            let share = FIGHTS / parts.len() as u64;
            for shard in 0..share {
                tables.push(Table::begin(&app, nth as u64 * share + shard).await);
            }
        }
        println!("{}: {:.0}", parts.len(), rate(tables).await);
    }
}
