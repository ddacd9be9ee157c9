//! Bench (d): the time from a slash command to its answer, through the fake Discord and the real
//! client. It compares a query and an act, in two systems, with a bare poise bot that says "pong".
//! Because an act is stored before it is answered, a second reference stores a row of the same size
//! before it says "pong".
//!
//! Then it prints the 99th percentile of a hundred acts, with forecasts running all the time and
//! without, and the median of answers to a reader of English and to one of German.
//!
//! `cargo bench --bench answering` runs it. Only the ratios within one run are meaningful.
//! `RIPOSTE_PART` runs one part alone: `ratios`, `forecasts` or `languages`.
//! `RIPOSTE_BENCH_DIR` is the folder for the databases (`target` by default). On a memory disk,
//! storing costs nothing.

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

const TIMEOUT: Duration = Duration::from_secs(5);

type Error = Box<dyn std::error::Error + Send + Sync>;

type Database = Mutex<SqliteConnection>;
type Context<'a> = poise::Context<'a, Database, Error>;

/// About as many bytes as an act stores.
const STORED_BYTES: usize = 11_500;

/// Answers with pong.
#[poise::command(slash_command, ephemeral)]
async fn ping(context: Context<'_>) -> Result<(), Error> {
    context.say("pong").await?;
    Ok(())
}

/// Stores a row, then answers with pong.
#[poise::command(slash_command, ephemeral)]
async fn store(context: Context<'_>) -> Result<(), Error> {
    let text = "x".repeat(STORED_BYTES);
    let mut database = context.data().lock().await;
    database.execute("BEGIN IMMEDIATE").await?;
    sqlx::query("INSERT INTO bare (bytes) VALUES (?)").bind(&text).execute(&mut *database).await?;
    database.execute("COMMIT").await?;
    context.say("pong").await?;
    Ok(())
}

/// Creates the database of the bare bot, with the settings that ours has.
async fn open_bare_database(folder: &TempDir) -> Database {
    let options = SqliteConnectOptions::new()
        .filename(folder.path().join("bare.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    database
        .execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, bytes TEXT) STRICT")
        .await
        .unwrap();
    Mutex::new(database)
}

/// Creates a folder for databases, in `RIPOSTE_BENCH_DIR` or else in `target`.
fn create_folder() -> TempDir {
    let place = std::env::var("RIPOSTE_BENCH_DIR").unwrap_or_else(|_| "target".into());
    tempfile::tempdir_in(place).unwrap()
}

fn build_discord_setup() -> DiscordSetup {
    DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena").without_traffic_log()
}

/// Starts the bare bot.
async fn start_bare_bot() -> (FakeDiscord, TempDir) {
    let folder = create_folder();
    let database = open_bare_database(&folder).await;
    let discord = FakeDiscord::start(build_discord_setup()).await.unwrap();
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true);
    let framework = Framework::builder()
        .options(FrameworkOptions { commands: vec![ping(), store()], ..Default::default() })
        .initialize_owners(false)
        .setup(|ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(database)
            })
        })
        .build();
    tokio::spawn(async move {
        let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS);
        client.framework(framework).await.unwrap().start().await.unwrap();
    });
    assert!(discord.wait_until_ready(TIMEOUT).await);
    (discord, folder)
}

/// The commands with which the GM and Ana begin a fight, and acts that Ana can then repeat.
struct FightSetup {
    system: &'static str,
    start_commands: &'static [(&'static str, &'static str)],
    acts: [&'static str; 2],
}

const FIGHT_SETUPS: [FightSetup; 2] = [
    FightSetup {
        system: "dr12",
        start_commands: &[
            ("GM", "/init add from:brute"),
            ("Ana", "/init join from:rogue name:Ana"),
            ("GM", "/init start"),
            ("GM", "/npc pass-all"),
            ("Ana", "/item drop item:bow"),
        ],
        acts: ["/item draw item:dagger", "/item stow item:dagger"],
    },
    FightSetup {
        system: "factions",
        start_commands: &[
            ("GM", "/init add from:wolf"),
            ("Ana", "/init join from:hunter name:Ana"),
            ("GM", "/init started faction:party"),
            ("GM", "/init start"),
        ],
        acts: ["/orders stance opportunity:always", "/orders stance opportunity:ask"],
    },
];

/// Starts our bot, with a fight in which Ana has the turn.
async fn start_our_bot(setup: &FightSetup) -> (FakeDiscord, App, TempDir) {
    let discord = FakeDiscord::start(build_discord_setup()).await.unwrap();
    let folder = create_folder();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(2));
    let options = BotOptions::new(DiscordAddress::of_fake_discord(discord.token(), discord.url()));
    tokio::spawn(bot::run(app.clone(), options, std::future::pending()));
    assert!(discord.wait_until_ready(TIMEOUT).await);
    let new_fight = format!("/init new system:{}", setup.system);
    discord.find_or_add_user("GM").run_command(&new_fight).await.unwrap();
    for (user, command) in setup.start_commands {
        discord.find_or_add_user(user).run_command(command).await.unwrap();
    }
    assert!(discord.wait_until_idle(TIMEOUT).await);
    (discord, app, folder)
}

/// Measures the total time of `times` commands, one at a time. The work after each answer is
/// awaited, but not counted.
async fn time_commands(
    discord: &FakeDiscord,
    app: Option<&App>,
    user: &User,
    commands: &mut impl Iterator<Item = &str>,
    times: u64,
) -> Duration {
    let mut total = Duration::ZERO;
    for command in commands.take(times as usize) {
        let started_at = Instant::now();
        let answer = user.run_command(command).await.unwrap();
        total += started_at.elapsed();
        assert!(answer.is_ephemeral && !answer.text().contains("You can"), "{}", answer.text());
        while !discord.wait_until_idle(TIMEOUT).await || is_delivering(app).await {
            tokio::task::yield_now().await;
        }
    }
    total
}

/// Returns whether the app still has messages to deliver; false without an app.
async fn is_delivering(app: Option<&App>) -> bool {
    match app {
        Some(app) => app.next_delivery_time().await.unwrap().is_some(),
        None => false,
    }
}

/// Measures the part that `RIPOSTE_PART` names, or all.
fn bench_answers(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let wanted = std::env::var("RIPOSTE_PART").ok();
    let is_wanted = |part: &str| wanted.as_ref().is_none_or(|wanted| wanted == part);
    if is_wanted("ratios") {
        bench_ratios(criterion, &runtime);
    }
    if is_wanted("forecasts") {
        print_acts_with_forecasts(&runtime);
    }
    if is_wanted("languages") {
        print_answers_by_language(&runtime);
    }
}

/// Measures answers of the bare bot, and looks and acts of ours in each fight.
fn bench_ratios(criterion: &mut Criterion, runtime: &Runtime) {
    let (bare_bot, _bare_folder) = runtime.block_on(start_bare_bot());
    let bare_user = bare_bot.find_or_add_user("Ana");
    let mut group = criterion.benchmark_group("answering");
    let mut measure =
        |name: &str, discord: &FakeDiscord, app: Option<&App>, user: &User, commands: [&str; 2]| {
            let mut commands = commands.into_iter().cycle();
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|times| {
                    runtime.block_on(time_commands(discord, app, user, &mut commands, times))
                });
            });
        };
    measure("reference: pong", &bare_bot, None, &bare_user, ["/ping", "/ping"]);
    measure("reference: store, then pong", &bare_bot, None, &bare_user, ["/store", "/store"]);
    for setup in &FIGHT_SETUPS {
        let (discord, app, _folder) = runtime.block_on(start_our_bot(setup));
        let ana = discord.find_or_add_user("Ana");
        let name = |what: &str| format!("{}: {what}", setup.system);
        measure(&name("look"), &discord, Some(&app), &ana, ["/status", "/status"]);
        measure(&name("act"), &discord, Some(&app), &ana, setup.acts);
    }
    group.finish();
}

/// Prints, for each fight, how long acts take without forecasts and with them, and the ratio.
fn print_acts_with_forecasts(runtime: &Runtime) {
    println!("the 99th of a hundred acts, in ms, without forecasts and with them:");
    for setup in &FIGHT_SETUPS {
        let (discord, app, _folder) = runtime.block_on(start_our_bot(setup));
        let [without, with] = runtime.block_on(time_acts_with_forecasts(setup, &discord, &app));
        println!("{}: {without:.1}, {with:.1}, {:.2}", setup.system, with / without);
    }
}

/// Prints, for each fight, how long looks and acts take in English and in German, and the ratio.
fn print_answers_by_language(runtime: &Runtime) {
    println!("the median of an answer, in ms, in English and in German, and their ratio:");
    for setup in &FIGHT_SETUPS {
        let (discord, app, _folder) = runtime.block_on(start_our_bot(setup));
        for (what, commands) in [("look", ["/status", "/status"]), ("act", setup.acts)] {
            let times = time_commands_by_language(commands, &discord, &app);
            let [english, german] = runtime.block_on(times);
            let ratio = german / english;
            println!("{}: {what} {english:.2}, {german:.2}, {ratio:.3}", setup.system);
        }
    }
}

/// Returns the medians in milliseconds of commands of a user who reads English and of one who reads
/// German. Both are measured in turns.
async fn time_commands_by_language(
    commands: [&str; 2],
    discord: &FakeDiscord,
    app: &App,
) -> [f64; 2] {
    const TURNS: usize = 20;
    const COMMANDS_PER_TURN: usize = 60;
    /// The first answers in a language store that it has changed.
    const UNCOUNTED: usize = 6;
    let ana = discord.find_or_add_user("Ana");
    let mut durations = [Vec::new(), Vec::new()];
    for turn in 0..2 * TURNS {
        let language = turn % 2;
        ana.set_locale(["en-US", "de"][language]);
        for (index, command) in commands.into_iter().cycle().take(COMMANDS_PER_TURN).enumerate() {
            let started_at = Instant::now();
            ana.run_command(command).await.unwrap();
            if index >= UNCOUNTED {
                durations[language].push(started_at.elapsed());
            }
            while !discord.wait_until_idle(TIMEOUT).await || is_delivering(Some(app)).await {
                tokio::task::yield_now().await;
            }
        }
    }
    durations.map(|mut durations| {
        durations.sort_unstable();
        durations[durations.len() / 2].as_secs_f64() * 1000.0
    })
}

/// Returns the 99th percentiles in milliseconds of acts without and with forecasts. Both are
/// measured in turns, so that other work of the machine slows both down alike.
async fn time_acts_with_forecasts(
    setup: &FightSetup,
    discord: &FakeDiscord,
    app: &App,
) -> [f64; 2] {
    const TURNS: usize = 10;
    const ACTS_PER_TURN: usize = 100;
    let ana = discord.find_or_add_user("Ana");
    let gm = discord.find_or_add_user("GM");
    let mut durations = [Vec::new(), Vec::new()];
    for turn in 0..2 * TURNS {
        let has_forecasts = turn % 2 == 1;
        let forecasts = async {
            loop {
                gm.run_command("/gm forecast").await.unwrap();
            }
        };
        let acts = async {
            for command in setup.acts.into_iter().cycle().take(ACTS_PER_TURN) {
                let started_at = Instant::now();
                ana.run_command(command).await.unwrap();
                durations[usize::from(has_forecasts)].push(started_at.elapsed());
                while is_delivering(Some(app)).await {
                    tokio::task::yield_now().await;
                }
            }
        };
        tokio::select! {
            () = acts => {}
            () = forecasts, if has_forecasts => {}
        }
        while !discord.wait_until_idle(TIMEOUT).await {}
    }
    durations.map(|mut durations| {
        durations.sort_unstable();
        durations[durations.len() * 99 / 100].as_secs_f64() * 1000.0
    })
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5));
    targets = bench_answers
}
criterion_main!(benches);
