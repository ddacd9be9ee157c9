//! Bench: the time from opening the database to the first answer in Discord, with many fights
//! stored, each in the middle of a turn. The reference, in the same run, is a database with one
//! fight. `RIPOSTE_FIGHTS` is the number of fights (100,000 by default). With `RIPOSTE_POSTGRES`,
//! they are stored on that server.
//!
//! `cargo bench --bench start` prints the figures.

#[path = "../tests/support/databases.rs"]
#[allow(dead_code)]
mod databases;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use riposte::app::clock::WallClock;
use riposte::app::{App, dice_source};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::fake_discord::{DiscordSetup, FakeDiscord};
use riposte::store::Store;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection};
use tokio::sync::oneshot;

const TIMEOUT: Duration = Duration::from_secs(120);

const STARTS: usize = 5;

/// The tables that have rows of a fight in the middle of a turn, when everything is delivered.
const TABLES: [&str; 7] = ["fight", "participant", "journal", "prompt", "turn", "timer", "record"];

/// Starts the bot on a database, runs some commands, and stops it. Returns the time from opening
/// the database to the first answer.
async fn time_start(path: &Path, commands: &[(&str, &str)]) -> Duration {
    let setup = DiscordSetup::new()
        .with_user("GM")
        .with_user("Ana")
        .with_channel("arena")
        .without_traffic_log();
    let discord = FakeDiscord::start(setup).await.unwrap();
    let (gm, address) = (
        discord.find_or_add_user("GM"),
        DiscordAddress::of_fake_discord(discord.token(), discord.url()),
    );
    let started_at = Instant::now();
    let app = App::new(
        Store::open(path).await.unwrap(),
        Arc::new(WallClock),
        dice_source::seeded_dice(2),
    );
    let (stop, stopped) = oneshot::channel::<()>();
    let options = BotOptions::new(address);
    let bot = tokio::spawn(bot::run(app.clone(), options, async { drop(stopped.await) }));
    assert!(discord.wait_until_ready(TIMEOUT).await);
    gm.run_command("/status").await.unwrap();
    let duration = started_at.elapsed();
    for (user, command) in commands {
        discord.find_or_add_user(user).run_command(command).await.unwrap();
    }
    assert!(discord.wait_until_idle(TIMEOUT).await);
    drop(stop);
    bot.await.unwrap().unwrap();
    app.close().await;
    // Nobody answers at the address where this session could be resumed.
    execute_sql(path, "DELETE FROM memo WHERE name LIKE 'gateway session%'").await;
    duration
}

async fn execute_sql(path: &Path, sql: &'static str) {
    let address = path.to_str().unwrap();
    if databases::server_address().is_some() {
        PgConnection::connect(address).await.unwrap().execute(sql).await.unwrap();
    } else {
        SqliteConnection::connect(address).await.unwrap().execute(sql).await.unwrap();
    }
}

/// Creates a database with one fight.
async fn create_fight(path: &Path) {
    let commands = [
        ("GM", "/init new system:dr12"),
        ("GM", "/init add from:brute count:3"),
        ("Ana", "/init join from:rogue name:Ana"),
        ("GM", "/init start"),
        ("GM", "/npc pass-all"),
        ("Ana", "/item drop item:bow"),
    ];
    time_start(path, &commands).await;
}

/// Copies the only fight until there are `$count`, each in a channel of its own.
macro_rules! copy_fight {
    ($connection:expr, $columns:literal, $count:expr) => {
        for table in TABLES {
            let columns: Vec<String> =
                sqlx::query_scalar($columns).bind(table).fetch_all(&mut $connection).await.unwrap();
            let copied_value = |column: &String| match (table, column.as_str()) {
                ("fight", "id") | (_, "fight") => "n.i".to_string(),
                ("fight", "channel") => "channel + n.i".to_string(),
                ("journal", "input_key") => "input_key + 1000 * n.i".to_string(),
                (_, column) => format!("t.\"{column}\""),
            };
            let copied_values: Vec<String> = columns.iter().map(copied_value).collect();
            let quoted = |column: &String| format!("\"{column}\"");
            let columns: Vec<String> = columns.iter().map(quoted).collect();
            let condition = match table {
                "fight" => "t.id = 1",
                // A start reads no older rows.
                "journal" => "t.fight = 1 AND t.revision > (SELECT max(revision) - 2 FROM journal)",
                _ => "t.fight = 1",
            };
            let sql = format!(
                "INSERT INTO {table} ({}) WITH RECURSIVE n(i) AS
                 (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {})
                 SELECT {} FROM n CROSS JOIN {table} AS t WHERE {condition}",
                columns.join(", "),
                $count,
                copied_values.join(", ")
            );
            $connection.execute(AssertSqlSafe(sql)).await.unwrap();
        }
    };
}

async fn copy_fights(path: &Path, count: usize) {
    let address = path.to_str().unwrap();
    if databases::server_address().is_some() {
        let mut connection = PgConnection::connect(address).await.unwrap();
        copy_fight!(
            connection,
            "SELECT column_name FROM information_schema.columns
             WHERE table_name = $1 AND table_schema = current_schema()",
            count
        );
        connection.execute("ANALYZE").await.unwrap();
    } else {
        let mut connection = SqliteConnection::connect(address).await.unwrap();
        copy_fight!(connection, "SELECT name FROM pragma_table_info(?)", count);
    }
}

#[tokio::main]
async fn main() {
    let count = std::env::var("RIPOSTE_FIGHTS").ok().and_then(|n| n.parse().ok());
    let count = count.unwrap_or(100_000);
    let folder = tempfile::tempdir_in("target").unwrap();
    let one_fight = databases::path_for(&folder.path().join("one.db")).await;
    let many_fights = databases::path_for(&folder.path().join("many.db")).await;
    create_fight(&one_fight).await;
    create_fight(&many_fights).await;
    copy_fights(&many_fights, count).await;
    // The first start does what is done once after an update.
    time_start(&many_fights, &[]).await;
    let mut durations = [Vec::new(), Vec::new()];
    for _ in 0..STARTS {
        durations[0].push(time_start(&one_fight, &[]).await);
        durations[1].push(time_start(&many_fights, &[]).await);
    }
    let [one, many] = durations.map(|mut durations| {
        durations.sort_unstable();
        durations[STARTS / 2].as_secs_f64() * 1000.0
    });
    println!("ms to the first answer, medians of {STARTS}:");
    println!("with one fight stored: {one:.0}");
    println!("with {count}: {many:.0}, {:.2} times as long", many / one);
}
