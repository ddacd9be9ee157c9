//! Measures how many bytes an act adds to the database file, by system: as written, after packing,
//! and after a vacuum. The fights are four against four, played at random. `cargo bench --bench
//! growth` prints the figures; nothing is timed.

#[path = "../tests/support/app_table.rs"]
#[allow(dead_code)]
mod app_table;
#[path = "../tests/support/databases.rs"]
#[allow(dead_code)]
mod databases;
#[path = "../tests/support/random_player.rs"]
#[allow(dead_code)]
mod random_player;

use std::path::Path;

use app_table::{Table, archetypes};
use random_player::RandomPlayer;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

/// The number of fights of each system, and the largest number of inputs of each.
const FIGHTS: u64 = 6;
const MAX_INPUTS: usize = 150;

/// The measured parts, each with the query for its size.
const PARTS: [(&str, &str); 8] = [
    ("states", "SELECT sum(length(state)) FROM journal"),
    ("notes", "SELECT sum(length(notes)) FROM journal"),
    ("tapes", "SELECT sum(length(tape)) FROM journal"),
    ("said", "SELECT sum(length(said)) FROM journal"),
    ("dice", "SELECT sum(length(dice)) FROM journal"),
    ("prompts", "SELECT sum(length(asked) + coalesce(length(outcome), 0)) FROM prompt"),
    ("turns", "SELECT sum(length(waited)) FROM turn"),
    ("records", "SELECT sum(length(told)) FROM record"),
];

async fn play_fights(path: &Path, system: &str) -> Table {
    let table = Table::open_file(path).await;
    let (ana, _, foe) = archetypes(system);
    for seed in 0..FIGHTS {
        let table = Table { channel: ChannelId(500 + seed), ..table.with_next_channel() };
        table.run_command("GM", &format!("new system:{system}")).await;
        table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        for who in ["Ana", "Ben", "Cleo", "Dora"] {
            table.run_command(who, &format!("join name:{who} from:{ana} at:Yard")).await;
        }
        table.run_command("GM", &format!("add name:Brute from:{foe} count:4 at:Yard")).await;
        if system == "factions" {
            table.run_command("GM", "started faction:party").await;
        }
        table.run_command("GM", "start").await;
        let mut player = RandomPlayer::new(seed);
        for _ in 0..MAX_INPUTS {
            if !player.play_input(&table).await {
                break;
            }
            table.deliver_posts().await;
        }
    }
    table
}

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap()
}

/// Returns the bytes of each part per act, and those of the file beyond an empty one.
async fn measure_bytes(path: &Path, empty: f64) -> Vec<f64> {
    let mut file = connect(path).await;
    let mut number = async |sql: &'static str| {
        let row = sqlx::query(sql).fetch_one(&mut file).await.unwrap();
        row.get::<Option<i64>, _>(0).unwrap_or(0) as f64
    };
    let act_count = number("SELECT count(*) FROM journal").await;
    let mut weights = Vec::new();
    for (_, sql) in PARTS {
        weights.push(number(sql).await / act_count);
    }
    let pages = number("PRAGMA page_count").await - number("PRAGMA freelist_count").await;
    let bytes = pages * number("PRAGMA page_size").await;
    weights.push((bytes - empty) / act_count);
    weights
}

fn print_row(system: &str, when: &str, weights: &[f64]) {
    let weights: Vec<String> = weights.iter().map(|bytes| format!("{bytes:>8.0}")).collect();
    println!("{system:<9}{when:<9}{}", weights.join(""));
}

#[tokio::main]
async fn main() {
    let headings: Vec<String> = PARTS.iter().map(|(name, _)| format!("{name:>8}")).collect();
    println!("bytes an act      {}    file", headings.join(""));
    for system in SYSTEM_KEYS {
        let folder = tempfile::tempdir_in("target").unwrap();
        let path = folder.path().join("fights.db");
        let empty = Store::open(&folder.path().join("empty.db")).await.unwrap();
        let empty = empty.load_file_size().await.unwrap().unwrap_or(0) as f64;
        let table = play_fights(&path, system).await;
        print_row(system, "written", &measure_bytes(&path, empty).await);
        table.app.compact_store().await.unwrap();
        print_row(system, "packed", &measure_bytes(&path, empty).await);
        sqlx::query("VACUUM").execute(&mut connect(&path).await).await.unwrap();
        print_row(system, "anew", &measure_bytes(&path, empty).await);
    }
}
