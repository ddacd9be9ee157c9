//! The program: what can be run, wired together.

mod arguments;
mod config;
mod dot_env;
mod log;
mod monitor;
mod operator;
#[cfg(feature = "sandbox")]
mod rehearsal;

use std::collections::BTreeSet;
use std::future::Future;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use riposte::app::clock::WallClock;
use riposte::app::{App, chance, seals};
use riposte::discord::bot::{self, Start};
use riposte::discord::pulse;
use riposte::engine::judgement::Effort;
use riposte::fight_script;
use riposte::store::Store;
use riposte::store::database::Database;

use arguments::file_name;
use config::Config;

/// What went wrong is of the environment or the command line: trying again does not help.
const BAD_START: u8 = 2;

/// How long a stop waits for the file of fights.
const CLOSING: Duration = Duration::from_secs(5);

const NO_TOKEN: &str = "\
Riposte needs the token of a Discord bot to run.

  Try it without one:   riposte sandbox
  Run it on Discord:    put DISCORD_TOKEN=… into the environment or a .env file;
                        README.md, \"Run it on Discord\", says where to get one.";

#[cfg(feature = "sandbox")]
const NO_STAGE: &str = "\
A rehearsal needs a stand-in: RIPOSTE_DISCORD_URL must be http://127.0.0.1 and a port.";

/// A Discord bot that referees role-playing fights played by chat.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot on Discord (what happens without a command).
    Run(Run),
    /// Try it here: the bot and a local stand-in for Discord, in your browser, without a token.
    #[cfg(feature = "sandbox")]
    Sandbox(Sandbox),
    /// Play fight scripts and check them (docs/SCRIPTS.md).
    Play(Play),
    /// Say whether the bot that runs here is well; for a container's health check.
    Health {
        /// The shards of the process that is meant, as it was given them.
        #[arg(long, value_name = "SHARDS")]
        shards: Option<String>,
    },
    /// Say whether the bot could run: environment, file of fights, token, permissions, clock.
    Check,
    /// Check that every die of an exported fight follows from its secret (docs/DICE.md).
    Audit {
        /// The export, as `/export format:json` gives it.
        #[arg(value_parser = file_name())]
        file: PathBuf,
    },
    /// Copy the file of fights, also while a bot runs on it.
    Backup {
        /// The copy, which is not there yet.
        #[arg(value_parser = file_name())]
        file: PathBuf,
    },
    /// Put a copy in the place of the file of fights, which is kept beside it. Stop the bot first.
    Restore {
        /// The copy, as `backup` has made it.
        #[arg(value_parser = file_name())]
        file: PathBuf,
    },
    /// Move everything from one database to an empty one. Stop the bot first.
    Copy {
        /// A file of fights, or `postgres://…`.
        #[arg(value_parser = Database::parse)]
        from: Database,
        /// A file that is not there yet, or `postgres://…`.
        #[arg(value_parser = Database::parse)]
        to: Database,
    },
    /// Take away fights that have been over for long, also while a bot runs on the database.
    Prune(Prune),
}

#[derive(Args)]
struct Prune {
    /// For how long they have been over, and nothing was done in them: `180d`.
    #[arg(long, value_name = "DAYS", value_parser = days)]
    finished_before: i64,
    /// Write each of them into this folder first: as its GM can export it, and all its rows.
    #[arg(long, value_name = "FOLDER", value_parser = file_name())]
    export: Option<PathBuf>,
    /// Only say what would go.
    #[arg(long, conflicts_with = "export")]
    dry_run: bool,
}

/// `180d` is 180.
fn days(text: &str) -> Result<i64, String> {
    let days = text.strip_suffix('d').and_then(|days| days.parse::<u16>().ok());
    days.map(i64::from).ok_or_else(|| "a number of days, such as 180d".into())
}

#[derive(Args, Default)]
struct Run {
    /// Register the slash commands even if they have not changed.
    #[arg(long)]
    register: bool,
    /// The shards of this process, in the place of RIPOSTE_SHARDS: `auto`, `16`, or `0-3/16`.
    #[arg(long, value_name = "SHARDS")]
    shards: Option<String>,
    /// Take time and dice from standard input; on a stand-in only.
    #[cfg(feature = "sandbox")]
    #[arg(long, hide = true)]
    rehearse: bool,
}

#[cfg(feature = "sandbox")]
#[derive(Args)]
struct Sandbox {
    /// The port of the page; 0 takes a free one.
    #[arg(long, default_value_t = 7700)]
    port: u16,
    /// Roll the same dice every time.
    #[arg(long)]
    seed: Option<u64>,
    /// Open on this scene: a fight script, which is played first (docs/SCRIPTS.md).
    #[arg(long, value_name = "FILE.fight", value_parser = file_name())]
    fight: Option<PathBuf>,
    /// Keep the fights in this file, which is not there yet; else they end with the sandbox.
    #[arg(long, value_name = "FILE.db", value_parser = file_name())]
    keep: Option<PathBuf>,
}

#[derive(Args)]
struct Play {
    /// The scripts.
    #[arg(required = true, value_name = "FILE", value_parser = file_name())]
    files: Vec<PathBuf>,
    /// Through a local stand-in for Discord and the real client.
    #[cfg(feature = "sandbox")]
    #[arg(long)]
    discord: bool,
    /// Print what stands in the channel at the end, and nothing else.
    #[cfg(feature = "sandbox")]
    #[arg(long, requires = "discord")]
    channel: bool,
    /// Keep the fight of one script in this file, which is not there yet.
    #[arg(long, value_name = "FILE.db", value_parser = file_name())]
    keep: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let command = match arguments::parse::<Cli>() {
        Ok(cli) => cli.command,
        Err(code) => return code,
    };
    let command = command.unwrap_or_else(|| Command::Run(Run::default()));
    let shards = match &command {
        Command::Run(Run { shards, .. }) | Command::Health { shards } => shards.clone(),
        _ => None,
    };
    let config = match Config::from_env(shards) {
        Ok(config) => config,
        Err(wrong) => return stopped(BAD_START, &wrong.to_string()),
    };
    log::open(&config);
    if matches!(command, Command::Run(_)) {
        config.warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
    }
    match command {
        Command::Run(run) => run_bot(config, &run).await,
        #[cfg(feature = "sandbox")]
        Command::Sandbox(sandbox) => run_sandbox(sandbox).await,
        Command::Play(play) => play_scripts(play).await,
        Command::Health { .. } => match pulse::check(&pulse::of(&config.here())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => stopped(1, &why),
        },
        Command::Check => said(operator::check(&config).await),
        Command::Audit { file } => said(operator::audit(&file)),
        Command::Backup { file } => said(operator::back_up(&config.database, &file).await),
        Command::Restore { file } => said(operator::restore(&config.database, &file).await),
        Command::Copy { from, to } => said(operator::copy(&from, &to).await),
        Command::Prune(Prune { finished_before: days, export, dry_run }) => {
            said(operator::prune(&config.database, days, export.as_deref(), dry_run).await)
        }
    }
}

fn said(what: Result<String, String>) -> ExitCode {
    match what {
        Ok(what) => {
            println!("{what}");
            ExitCode::SUCCESS
        }
        Err(why) => stopped(1, &why),
    }
}

fn stopped(code: u8, why: &str) -> ExitCode {
    log::print_error(why);
    ExitCode::from(code)
}

async fn run_bot(config: Config, run: &Run) -> ExitCode {
    let Some(token) = config.token.clone() else { return stopped(BAD_START, NO_TOKEN) };
    #[cfg(feature = "sandbox")]
    if run.rehearse && !rehearsal::is_stage(config.discord_url.as_deref()) {
        return stopped(BAD_START, NO_STAGE);
    }
    let app = match open(&config).await {
        Ok(store) => {
            let app = table(store, run, config.barred.clone());
            match config.forget_servers_after {
                0 => app,
                days => app.forgetting_servers_after(days),
            }
        }
        Err(why) => return stopped(1, &why),
    };
    if let Some(at) = config.metrics
        && let Err(why) = monitor::serve(at, app.clone(), &config.here()).await
    {
        return stopped(BAD_START, &why);
    }
    let start = Start {
        address: config.address(token),
        test_guild: config.test_guild,
        is_registered_anew: run.register,
        pulse: Some(pulse::of(&config.here())),
        shards: config.shards,
    };
    let outcome = bot::run(app.clone(), start, stop_signal()).await;
    if tokio::time::timeout(CLOSING, app.close()).await.is_err() {
        tracing::warn!("the file of fights is still in use; the next start looks after it");
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => stopped(1, &trouble.to_string()),
    }
}

/// The app as real tables have it: the time of day, and dice and their secrets of the system's
/// entropy.
fn real_table(store: Store, barred: BTreeSet<u64>) -> App {
    let app = App::new(store, Arc::new(WallClock), chance::fair());
    let app = app.advising(Effort::QUICK).telling_odds().sparing();
    app.sealed(seals::drawn_secrets()).guarded(barred)
}

#[cfg(not(feature = "sandbox"))]
fn table(store: Store, _: &Run, barred: BTreeSet<u64>) -> App {
    real_table(store, barred)
}

/// … unless it is a rehearsal.
#[cfg(feature = "sandbox")]
fn table(store: Store, run: &Run, barred: BTreeSet<u64>) -> App {
    let Some(rehearsal) = run.rehearse.then(rehearsal::Rehearsal::begin).flatten() else {
        return real_table(store, barred);
    };
    let app = App::new(store, rehearsal.clock.clone(), rehearsal.dice());
    rehearsal.go_on(app.clone());
    app
}

async fn open(config: &Config) -> Result<Store, String> {
    let database = &config.database;
    let opened = match config.shards.filter(|shards| !shards.is_all()) {
        Some(shards) => Store::open_part(database, shards).await,
        None => Store::open(database).await,
    };
    opened.map_err(|fault| format!("{database}: {fault}"))
}

#[cfg(feature = "sandbox")]
async fn run_sandbox(sandbox: Sandbox) -> ExitCode {
    let Sandbox { port, seed, fight, keep } = sandbox;
    let options = fight_script::sandbox::Options { port, seed, fight, keep };
    let sandbox = match fight_script::sandbox::Sandbox::open(&options).await {
        Ok(sandbox) => sandbox,
        Err(why) => return stopped(BAD_START, &why),
    };
    println!(
        "The sandbox is open at {}\n\
         A fight has begun there, and the page says how to go on. Ctrl+C closes it.",
        sandbox.url()
    );
    match sandbox.run(stop_signal()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => stopped(1, &why),
    }
}

/// Prints the transcripts, up to the first failure.
async fn play_scripts(play: Play) -> ExitCode {
    if play.keep.is_some() && play.files.len() > 1 {
        return stopped(BAD_START, "--keep takes one script.");
    }
    #[cfg(feature = "sandbox")]
    let (is_discord, is_channel) = (play.discord, play.channel);
    #[cfg(not(feature = "sandbox"))]
    let (is_discord, is_channel) = (false, false);
    let way = fight_script::Way { is_discord, keep: play.keep };
    for file in &play.files {
        let played = fight_script::play(file, &way).await;
        print!("{}", if is_channel { played.channel } else { played.transcript });
        // Before what is said of it on the other stream.
        let _ = std::io::stdout().flush();
        if let Some(failure) = played.failure {
            return stopped(1, &failure.to_string());
        }
    }
    ExitCode::SUCCESS
}

/// Done when the program is asked to stop: by SIGTERM, SIGINT (Ctrl+C), or SIGHUP, which a terminal
/// sends when it is closed.
async fn stop_signal() {
    #[cfg(unix)]
    let asked = {
        use tokio::signal::unix::SignalKind;
        first(received(SignalKind::terminate()), received(SignalKind::hangup()))
    };
    #[cfg(not(unix))]
    let asked = std::future::pending::<()>();
    first(asked, tokio::signal::ctrl_c()).await;
}

/// Done when the program receives this signal; never where it cannot be listened to.
#[cfg(unix)]
async fn received(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(error) => {
            tracing::warn!(%error, ?kind, "a signal is not listened to");
            std::future::pending::<()>().await;
        }
    }
}

async fn first(one: impl Future<Output = ()>, other: impl Future) {
    tokio::select! {
        () = one => {}
        _ = other => {}
    }
}
