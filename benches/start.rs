//! How long a start takes with many fights stored, each in the middle of a turn: from opening the
//! database to the first answer in Discord, against a start with one fight. `RIPOSTE_FIGHTS` says
//! how many (100,000 if nothing is said), `RIPOSTE_POSTGRES` that they are kept on a server.
//!
//! `cargo bench --bench start` prints the figures.

#[path = "../tests/support/databases.rs"]
#[allow(dead_code)]
mod databases;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use riposte::app::clock::WallClock;
use riposte::app::{App, dice_source};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::fake_discord::{DiscordSetup, FakeDiscord};
use riposte::store::Store;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::oneshot;

const SOON: Duration = Duration::from_secs(120);
const TIMES: usize = 5;
/// What a fight has in the middle of a turn when all is delivered.
const TABLES: [&str; 7] = ["fight", "participant", "journal", "prompt", "turn", "timer", "record"];

/// The bot on a database, from opening it to its first answer, and its end.
async fn start(place: &Path, says: &[(&str, &str)]) -> Duration {
    let world = DiscordSetup::new()
        .with_user("GM")
        .with_user("Ana")
        .with_channel("arena")
        .without_traffic_log();
    let discord = FakeDiscord::start(world).await.unwrap();
    let (gm, address) = (
        discord.find_or_add_user("GM"),
        DiscordAddress {
            token: discord.token().into(),
            url: Some(discord.url().into()),
            proxy: None,
        },
    );
    let begun = Instant::now();
    let app = App::new(
        Store::open(place).await.unwrap(),
        Arc::new(WallClock),
        dice_source::seeded_dice(2),
    );
    let (stop, stopped) = oneshot::channel::<()>();
    let start = BotOptions {
        address,
        test_guild: None,
        must_reregister_commands: false,
        status_file: None,
        has_own_emoji: false,
        shards: None,
    };
    let bot = tokio::spawn(bot::run(app.clone(), start, async { drop(stopped.await) }));
    assert!(discord.wait_until_ready(SOON).await);
    gm.run_command("/status").await.unwrap();
    let took = begun.elapsed();
    for (user, command) in says {
        discord.find_or_add_user(user).run_command(command).await.unwrap();
    }
    assert!(discord.wait_until_idle(SOON).await);
    drop(stop);
    bot.await.unwrap().unwrap();
    app.close().await;
    took
}

/// A database with one fight in it.
async fn one(place: &Path) {
    let says = [
        ("GM", "/init new system:dr12"),
        ("GM", "/init add from:brute count:3"),
        ("Ana", "/init join from:rogue name:Ana"),
        ("GM", "/init start"),
        ("GM", "/npc pass-all"),
        ("Ana", "/item drop item:bow"),
    ];
    start(place, &says).await;
}

/// Makes the one fight many, each in a channel of its own.
macro_rules! multiply {
    ($open:expr, $columns:literal, $count:expr) => {
        for table in TABLES {
            let columns: Vec<String> =
                sqlx::query_scalar($columns).bind(table).fetch_all(&mut $open).await.unwrap();
            let as_copied = |column: &String| match (table, column.as_str()) {
                ("fight", "id") | (_, "fight") => "n.i".to_string(),
                ("fight", "channel") => "channel + n.i".to_string(),
                ("journal", "input_key") => "input_key + 1000 * n.i".to_string(),
                (_, column) => format!("t.\"{column}\""),
            };
            let copied: Vec<String> = columns.iter().map(as_copied).collect();
            let quoted = |column: &String| format!("\"{column}\"");
            let columns: Vec<String> = columns.iter().map(quoted).collect();
            let such = match table {
                "fight" => "t.id = 1",
                // A start reads no older ones.
                "journal" => "t.fight = 1 AND t.revision > (SELECT max(revision) - 2 FROM journal)",
                _ => "t.fight = 1",
            };
            let sql = format!(
                "INSERT INTO {table} ({}) WITH RECURSIVE n(i) AS
                 (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {})
                 SELECT {} FROM n CROSS JOIN {table} AS t WHERE {such}",
                columns.join(", "),
                $count,
                copied.join(", ")
            );
            $open.execute(AssertSqlSafe(sql)).await.unwrap();
        }
    };
}

async fn many(place: &Path, count: usize) {
    let address = place.to_str().unwrap();
    if databases::server_address().is_some() {
        let mut open = PgConnection::connect(address).await.unwrap();
        multiply!(
            open,
            "SELECT column_name FROM information_schema.columns
             WHERE table_name = $1 AND table_schema = current_schema()",
            count
        );
        open.execute("ANALYZE").await.unwrap();
    } else {
        let mut open = SqliteConnection::connect(address).await.unwrap();
        multiply!(open, "SELECT name FROM pragma_table_info(?)", count);
    }
}

async fn place(folder: &TempDir, name: &str) -> PathBuf {
    databases::path_for(&folder.path().join(name)).await
}

#[tokio::main]
async fn main() {
    let count = std::env::var("RIPOSTE_FIGHTS").ok().and_then(|n| n.parse().ok());
    let count = count.unwrap_or(100_000);
    let folder = tempfile::tempdir_in("target").unwrap();
    let (few, all) = (place(&folder, "one.db").await, place(&folder, "many.db").await);
    one(&few).await;
    one(&all).await;
    many(&all, count).await;
    let mut times = [Vec::new(), Vec::new()];
    // What is done once after an update is done.
    start(&all, &[]).await;
    for _ in 0..TIMES {
        times[0].push(start(&few, &[]).await);
        times[1].push(start(&all, &[]).await);
    }
    let [few, all] = times.map(|mut times| {
        times.sort_unstable();
        times[TIMES / 2].as_secs_f64() * 1000.0
    });
    println!("ms to the first answer, medians of {TIMES}:");
    println!("with one fight stored: {few:.0}");
    println!("with {count}: {all:.0}, {:.2} times as long", all / few);
}
