//! Bench: the answer times of many fights at once. Commands arrive at a steady rate, whether or not
//! the earlier ones are answered, each in another fight: two acts to a look. The reference, in the
//! same run, is a bare poise bot that says "pong" at the same rate.
//!
//! `cargo bench --bench load` prints the percentiles, and the slowest answers. `RIPOSTE_FIGHTS`
//! (1,000), `RIPOSTE_RATE` (200 a second) and `RIPOSTE_SECONDS` (20) change the load.
//! `RIPOSTE_BENCH_DIR` is the folder for the database (`target` by default).

use std::sync::Arc;
use std::time::{Duration, Instant};

use poise::{Framework, FrameworkOptions};
use riposte::app::clock::WallClock;
use riposte::app::{App, dice_source};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::fake_discord::{DiscordSetup, FakeDiscord, User};
use riposte::store::Store;
use serenity::all::{ClientBuilder, GatewayIntents, HttpBuilder};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

const TIMEOUT: Duration = Duration::from_secs(120);

/// How many of the slowest answers are printed.
const SLOWEST: usize = 10;

/// How the GM and a player begin each fight.
const START_COMMANDS: [(&str, &str); 6] = [
    ("GM", "/init new system:dr12"),
    ("GM", "/init add from:brute"),
    ("Ana", "/init join from:rogue name:Ana"),
    ("GM", "/init start"),
    ("GM", "/npc pass-all"),
    ("Ana", "/item drop item:bow"),
];

/// What the player of a fight does then, again and again.
const COMMANDS: [&str; 3] = ["/item draw item:dagger", "/item stow item:dagger", "/status"];

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Answers with pong.
#[poise::command(slash_command, ephemeral)]
async fn ping(context: poise::Context<'_, (), Error>) -> Result<(), Error> {
    context.say("pong").await?;
    Ok(())
}

struct Load {
    fights: usize,
    commands_per_second: usize,
    seconds: usize,
}

impl Load {
    fn from_env() -> Self {
        let read = |name: &str, default: usize| match std::env::var(name) {
            Ok(text) => text.parse().unwrap(),
            Err(_) => default,
        };
        Self {
            fights: read("RIPOSTE_FIGHTS", 1000),
            commands_per_second: read("RIPOSTE_RATE", 200),
            seconds: read("RIPOSTE_SECONDS", 20),
        }
    }
}

/// How long an answer took, and to which command.
struct TimedAnswer {
    duration: Duration,
    sent_at: Duration,
    command: &'static str,
}

async fn start_bare_bot() -> FakeDiscord {
    let setup = DiscordSetup::new().with_channel("arena").without_traffic_log();
    let discord = FakeDiscord::start(setup).await.unwrap();
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true);
    let framework = Framework::builder()
        .options(FrameworkOptions { commands: vec![ping()], ..Default::default() })
        .initialize_owners(false)
        .setup(|ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(())
            })
        })
        .build();
    tokio::spawn(async move {
        let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS);
        client.framework(framework).await.unwrap().start().await.unwrap();
    });
    assert!(discord.wait_until_ready(TIMEOUT).await);
    discord
}

async fn start_our_bot(folder: &TempDir) -> FakeDiscord {
    let setup = DiscordSetup::new().with_channel("arena").without_traffic_log();
    let discord = FakeDiscord::start(setup).await.unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app = App::new(store, Arc::new(WallClock), dice_source::seeded_dice(2));
    let options = BotOptions::new(DiscordAddress::of_fake_discord(discord.token(), discord.url()));
    tokio::spawn(bot::run(app, options, std::future::pending()));
    assert!(discord.wait_until_ready(TIMEOUT).await);
    discord
}

/// Begins a fight in a channel of its own, and returns its player there.
async fn start_fight(discord: &FakeDiscord, number: usize) -> User {
    let channel = discord.find_or_add_channel(&format!("arena-{number}"));
    let find_user =
        |name: &str| discord.find_or_add_user(&format!("{name} {number}")).in_channel(channel);
    for (name, command) in START_COMMANDS {
        find_user(name).run_command(command).await.unwrap();
    }
    find_user("Ana")
}

/// Sends commands of the players at the rate of the load, and returns the answers, slowest first.
async fn send_load(
    load: &Load,
    players: &[User],
    nth_command: impl Fn(usize) -> &'static str,
) -> Vec<TimedAnswer> {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / load.commands_per_second as u32);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let begun_at = Instant::now();
    let mut answers = JoinSet::new();
    for number in 0..load.commands_per_second * load.seconds {
        ticks.tick().await;
        let player = players[number % players.len()].clone();
        let command = nth_command(number / players.len());
        answers.spawn(async move {
            let sent_at = Instant::now();
            let answer = player.run_command(command).await.unwrap();
            assert!(answer.is_ephemeral && !answer.text().contains("You can"), "{}", answer.text());
            let (duration, sent_at) = (sent_at.elapsed(), sent_at - begun_at);
            TimedAnswer { duration, sent_at, command }
        });
    }
    let mut answers = answers.join_all().await;
    answers.sort_by_key(|answer| std::cmp::Reverse(answer.duration));
    answers
}

fn print_percentiles(name: &str, slowest_first: &[TimedAnswer]) {
    let millis = |thousandth: usize| {
        slowest_first[slowest_first.len() * thousandth / 1000].duration.as_secs_f64() * 1000.0
    };
    let (p50, p90, p99, max) = (millis(500), millis(100), millis(10), millis(0));
    println!("{name}: p50 {p50:.1}, p90 {p90:.1}, p99 {p99:.1}, max {max:.1} ms");
}

async fn run(load: Load) {
    println!(
        "{} commands a second over {} fights, for {} s:",
        load.commands_per_second, load.fights, load.seconds
    );
    let bare_bot = start_bare_bot().await;
    let users: Vec<User> = (0..load.fights)
        .map(|number| bare_bot.find_or_add_user(&format!("Ana {number}")))
        .collect();
    print_percentiles("reference: pong", &send_load(&load, &users, |_| "/ping").await);

    let place = std::env::var("RIPOSTE_BENCH_DIR").unwrap_or_else(|_| "target".into());
    let folder = tempfile::tempdir_in(place).unwrap();
    let discord = start_our_bot(&folder).await;
    let mut players = Vec::new();
    for number in 0..load.fights {
        players.push(start_fight(&discord, number).await);
    }
    assert!(discord.wait_until_idle(TIMEOUT).await);
    let answers = send_load(&load, &players, |time| COMMANDS[time % COMMANDS.len()]).await;
    print_percentiles("riposte", &answers);
    for TimedAnswer { duration, sent_at, command } in answers.iter().take(SLOWEST) {
        println!(
            "  {:.1} ms at {:.2} s: {command}",
            duration.as_secs_f64() * 1000.0,
            sent_at.as_secs_f64()
        );
    }
}

fn main() {
    Runtime::new().unwrap().block_on(run(Load::from_env()));
}
