//! Bench (d): from a slash command to its answer, through the stand-in and the real client: a look
//! and an act in two systems against a bare poise bot that says "pong". An act is stored before it
//! is answered, so there is a second reference: a bare bot that stores a row of the same size first.
//!
//! Then the slowest of a hundred acts, with forecasts of that fight running all the time and without.
//!
//! `cargo bench --bench answering`. What counts are the ratios in one run. `RIPOSTE_BENCH_DIR` says
//! where the files are (`target` if nothing is said): on a memory disk storing costs nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use poise::{Framework, FrameworkOptions};
use riposte::app::clock::WallClock;
use riposte::app::{App, dice_source};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::fake_discord::{DiscordSetup, FakeDiscord, User};
use riposte::store::Store;
use serenity::all::{ClientBuilder, GatewayIntents, HttpBuilder};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::Mutex;

const SOON: Duration = Duration::from_secs(5);

type Error = Box<dyn std::error::Error + Send + Sync>;

type File = Mutex<SqliteConnection>;
type Here<'a> = poise::Context<'a, File, Error>;

/// About what an act leaves in the file.
const STORED_BYTES: usize = 11_500;

/// Say pong.
#[poise::command(slash_command, ephemeral)]
async fn ping(here: Here<'_>) -> Result<(), Error> {
    here.say("pong").await?;
    Ok(())
}

/// Store something, then say pong.
#[poise::command(slash_command, ephemeral)]
async fn store(here: Here<'_>) -> Result<(), Error> {
    let text = "x".repeat(STORED_BYTES);
    let mut file = here.data().lock().await;
    file.execute("BEGIN IMMEDIATE").await?;
    sqlx::query("INSERT INTO bare (bytes) VALUES (?)").bind(&text).execute(&mut *file).await?;
    file.execute("COMMIT").await?;
    here.say("pong").await?;
    Ok(())
}

async fn bare_file(folder: &TempDir) -> File {
    let options = SqliteConnectOptions::new()
        .filename(folder.path().join("bare.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut file = SqliteConnection::connect_with(&options).await.unwrap();
    file.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, bytes TEXT) STRICT").await.unwrap();
    Mutex::new(file)
}

fn folder() -> TempDir {
    let place = std::env::var("RIPOSTE_BENCH_DIR").unwrap_or_else(|_| "target".into());
    tempfile::tempdir_in(place).unwrap()
}

fn world() -> DiscordSetup {
    DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena").without_traffic_log()
}

/// The bare bot.
async fn pong() -> (FakeDiscord, TempDir) {
    let folder = folder();
    let file = bare_file(&folder).await;
    let discord = FakeDiscord::start(world()).await.unwrap();
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true);
    let framework = Framework::builder()
        .options(FrameworkOptions { commands: vec![ping(), store()], ..Default::default() })
        .initialize_owners(false)
        .setup(|ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(file)
            })
        })
        .build();
    tokio::spawn(async move {
        let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS);
        client.framework(framework).await.unwrap().start().await.unwrap();
    });
    assert!(discord.wait_until_ready(SOON).await);
    (discord, folder)
}

/// What the GM and Ana say until she has the turn, and what she then may do again and again.
struct Table {
    system: &'static str,
    begun: &'static [(&'static str, &'static str)],
    acts: [&'static str; 2],
}

const TABLES: [Table; 2] = [
    Table {
        system: "dr12",
        begun: &[
            ("GM", "/init add from:brute"),
            ("Ana", "/init join from:rogue name:Ana"),
            ("GM", "/init start"),
            ("GM", "/npc pass-all"),
            ("Ana", "/item drop item:bow"),
        ],
        acts: ["/item draw item:dagger", "/item stow item:dagger"],
    },
    Table {
        system: "factions",
        begun: &[
            ("GM", "/init add from:wolf"),
            ("Ana", "/init join from:hunter name:Ana"),
            ("GM", "/init started faction:party"),
            ("GM", "/init start"),
        ],
        acts: ["/orders stance opportunity:always", "/orders stance opportunity:ask"],
    },
];

/// Our bot, with a fight in which Ana has the turn.
async fn ours(table: &Table) -> (FakeDiscord, App, TempDir) {
    let discord = FakeDiscord::start(world()).await.unwrap();
    let folder = folder();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(2));
    let start = BotOptions {
        address: DiscordAddress {
            token: discord.token().into(),
            url: Some(discord.url().into()),
            proxy: None,
        },
        test_guild: None,
        must_reregister_commands: false,
        status_file: None,
        shards: None,
    };
    tokio::spawn(bot::run(app.clone(), start, std::future::pending()));
    assert!(discord.wait_until_ready(SOON).await);
    let new = format!("/init new system:{}", table.system);
    discord.find_or_add_user("GM").run_command(&new).await.unwrap();
    for (user, command) in table.begun {
        discord.find_or_add_user(user).run_command(command).await.unwrap();
    }
    assert!(discord.wait_until_idle(SOON).await);
    (discord, app, folder)
}

/// The time of so many commands, each alone: what follows an answer is waited for, not counted.
async fn time(
    discord: &FakeDiscord,
    app: Option<&App>,
    user: &User,
    commands: &mut impl Iterator<Item = &str>,
    times: u64,
) -> Duration {
    let mut sum = Duration::ZERO;
    for command in commands.take(times as usize) {
        let begun = Instant::now();
        let answer = user.run_command(command).await.unwrap();
        sum += begun.elapsed();
        assert!(answer.is_ephemeral && !answer.text().contains("You can"), "{}", answer.text());
        while !discord.wait_until_idle(SOON).await || is_delivering(app).await {
            tokio::task::yield_now().await;
        }
    }
    sum
}

async fn is_delivering(app: Option<&App>) -> bool {
    match app {
        Some(app) => app.next_delivery_time().await.unwrap().is_some(),
        None => false,
    }
}

fn answering(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let (pong, _bare) = runtime.block_on(pong());
    let ping = pong.find_or_add_user("Ana");
    let mut group = criterion.benchmark_group("answering");
    let mut measure =
        |name: &str, discord: &FakeDiscord, app: Option<&App>, user: &User, commands: [&str; 2]| {
            let mut commands = commands.into_iter().cycle();
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|times| {
                    runtime.block_on(time(discord, app, user, &mut commands, times))
                });
            });
        };
    measure("reference: pong", &pong, None, &ping, ["/ping", "/ping"]);
    measure("reference: store, then pong", &pong, None, &ping, ["/store", "/store"]);
    for table in &TABLES {
        let (ours, app, _folder) = runtime.block_on(ours(table));
        let ana = ours.find_or_add_user("Ana");
        let name = |what: &str| format!("{}: {what}", table.system);
        measure(&name("look"), &ours, Some(&app), &ana, ["/status", "/status"]);
        measure(&name("act"), &ours, Some(&app), &ana, table.acts);
    }
    group.finish();
    println!("the 99th of a hundred acts, in ms, without forecasts and with them:");
    for table in &TABLES {
        let (ours, app, _folder) = runtime.block_on(ours(table));
        let [without, with] = runtime.block_on(beside_forecasts(table, &ours, &app));
        println!("{}: {without:.1}, {with:.1}, {:.2}", table.system, with / without);
    }
}

/// Without and with them, in turns: so whatever else the machine does slows both down alike.
async fn beside_forecasts(table: &Table, discord: &FakeDiscord, app: &App) -> [f64; 2] {
    const TURNS: usize = 10;
    const TIMES: usize = 100;
    let ana = discord.find_or_add_user("Ana");
    let gm = discord.find_or_add_user("GM");
    let mut took = [Vec::new(), Vec::new()];
    for turn in 0..2 * TURNS {
        let is_forecast = turn % 2 == 1;
        let forecasts = async {
            loop {
                gm.run_command("/gm forecast").await.unwrap();
            }
        };
        let acts = async {
            for command in table.acts.into_iter().cycle().take(TIMES) {
                let begun = Instant::now();
                ana.run_command(command).await.unwrap();
                took[usize::from(is_forecast)].push(begun.elapsed());
                while is_delivering(Some(app)).await {
                    tokio::task::yield_now().await;
                }
            }
        };
        tokio::select! {
            () = acts => {}
            () = forecasts, if is_forecast => {}
        }
        while !discord.wait_until_idle(SOON).await {}
    }
    took.map(|mut took| {
        took.sort_unstable();
        took[took.len() * 99 / 100].as_secs_f64() * 1000.0
    })
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5));
    targets = answering
}
criterion_main!(benches);
