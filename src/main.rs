//! The `riposte` program: parses the command line and runs one of its commands.

mod arguments;
mod config;
mod dot_env;
mod language;
mod log;
mod maintenance;
mod monitor;
mod setup;
#[cfg(feature = "sandbox")]
mod test_hooks;

use std::collections::BTreeSet;
use std::future::Future;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use riposte::app::clock::WallClock;
use riposte::app::encounter::EncounterSearchLimits;
use riposte::app::{App, dice_source, sealed_dice};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::{emoji, watchdog};
use riposte::engine::agents::evaluator::SearchBudget;
use riposte::fight_script;
use riposte::store::Store;
use riposte::store::database::Database;
use riposte::store::io_problem::describe_io_error;

use arguments::file_name_parser;
use config::Config;

/// Exit code for errors in the environment or the command line, where a restart does not help.
const EXIT_BAD_START: u8 = 2;

/// How long a stop waits for the database to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

const NO_TOKEN: &str = "\
Riposte needs the token of a Discord bot to run.

  Try it without one:   riposte sandbox
  Run it on Discord:    riposte init
                        asks for the token, says where to get one, and writes the .env file.";

#[cfg(feature = "sandbox")]
const NOT_A_TEST_SERVER: &str = "\
A rehearsal needs a fake Discord: RIPOSTE_DISCORD_URL must be http://127.0.0.1 and a port.";

/// A Discord bot that referees role-playing fights played by chat.
#[derive(Parser)]
#[command(version)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Run the bot on Discord (what happens without a command).
    Run(RunArgs),
    /// Try it here: the bot and a local, fake Discord, in your browser, without a token.
    #[cfg(feature = "sandbox")]
    Sandbox(SandboxArgs),
    /// Play fight scripts and check them (docs/SCRIPTS.md).
    Play(PlayArgs),
    /// Say whether the bot that runs here is well; for a container's health check.
    Health {
        /// The shards of the process that is meant, as it was given them.
        #[arg(long, value_name = "SHARDS")]
        shards: Option<String>,
    },
    /// Ask for the bot's token, try it, and write the `.env` file; then print how to invite the
    /// bot.
    Init {
        /// The file to write, which is not there yet.
        #[arg(long, value_name = "FILE", default_value = ".env", value_parser = file_name_parser())]
        env: PathBuf,
    },
    /// Say whether the bot could run: environment, file of fights, token, permissions, clock.
    Check,
    /// Check that every die of an exported fight follows from its secret (docs/DICE.md).
    Audit {
        /// The export, as `/export format:json` gives it.
        #[arg(value_parser = file_name_parser())]
        file: PathBuf,
    },
    /// Copy the file of fights, also while a bot runs on it.
    Backup {
        /// The copy, which is not there yet.
        #[arg(value_parser = file_name_parser())]
        file: PathBuf,
    },
    /// Put a copy in the place of the file of fights, which is kept beside it. Stop the bot first.
    Restore {
        /// The copy, as `backup` has made it.
        #[arg(value_parser = file_name_parser())]
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
    /// Delete the bot's own emoji for dice and bars from its application, or upload them again.
    Emoji {
        #[command(subcommand)]
        act: EmojiAct,
    },
    /// For translators: check a language, or list the words of the kits (docs/languages/README.md).
    Language {
        #[command(subcommand)]
        act: LanguageAct,
    },
    /// Take away fights that have been over for long, also while a bot runs on the database.
    Prune(PruneArgs),
}

#[derive(Subcommand)]
enum LanguageAct {
    /// Say what a translation lacks, and what in it cannot be right.
    Check {
        /// The folder of the language, named by its Discord tag, such as `data/words/de`.
        #[arg(value_name = "FOLDER", value_parser = file_name_parser())]
        folder: PathBuf,
    },
    /// Print the English names and lines of the kits, as a file to translate.
    Kits,
}

#[derive(Clone, Copy, Subcommand)]
enum EmojiAct {
    /// Delete them. Messages have plain characters until they are uploaded again.
    Remove,
    /// Upload those that are missing. A bot that has them uses them from its next start.
    Upload,
}

#[derive(Args)]
struct PruneArgs {
    /// For how many days they have been over, and nothing was done in them: `180d`, `26w`.
    #[arg(long, value_name = "DAYS", value_parser = parse_days)]
    finished_before: i64,
    /// Write each of them into this folder first: as its GM can export it, and all its rows.
    #[arg(long, value_name = "FOLDER", value_parser = file_name_parser())]
    export: Option<PathBuf>,
    /// Only say what would go.
    #[arg(long, conflicts_with = "export")]
    dry_run: bool,
}

/// Parses a number of days or weeks: `180`, `180d`, `180 days`, `26w`.
fn parse_days(text: &str) -> Result<i64, String> {
    let text = text.trim().to_lowercase();
    let unit_start = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_start);
    let days_in_unit = match unit.trim() {
        "" | "d" | "day" | "days" => Some(1),
        "w" | "week" | "weeks" => Some(7),
        _ => None,
    };
    let number = number.parse::<u16>().ok().map(i64::from);
    let days = number.zip(days_in_unit).map(|(number, days)| number * days);
    days.ok_or_else(|| "a number of days, such as 180d".into())
}

#[derive(Args, Default)]
struct RunArgs {
    /// Register the slash commands even if they have not changed.
    #[arg(long)]
    register: bool,
    /// The shards of this process, in the place of RIPOSTE_SHARDS: `auto`, `16`, or `0-3/16`.
    #[arg(long, value_name = "SHARDS")]
    shards: Option<String>,
    /// Take time and dice from standard input; on a fake Discord only.
    #[cfg(feature = "sandbox")]
    #[arg(long, hide = true)]
    rehearse: bool,
}

#[cfg(feature = "sandbox")]
#[derive(Args)]
struct SandboxArgs {
    /// The port of the page; 0 takes a free one.
    #[arg(long, default_value_t = 7700)]
    port: u16,
    /// Roll the same dice every time.
    #[arg(long)]
    seed: Option<u64>,
    /// Open on this scene: a fight script, which is played first (docs/SCRIPTS.md).
    #[arg(long, value_name = "FILE.fight", value_parser = file_name_parser())]
    fight: Option<PathBuf>,
    /// Keep the fights in this file, which is not there yet; else they end with the sandbox.
    #[arg(long, value_name = "FILE.db", value_parser = file_name_parser())]
    keep: Option<PathBuf>,
}

#[derive(Args)]
struct PlayArgs {
    /// The scripts.
    #[arg(required = true, value_name = "FILE", value_parser = file_name_parser())]
    files: Vec<PathBuf>,
    /// Through a local, fake Discord and the real client.
    #[cfg(feature = "sandbox")]
    #[arg(long)]
    discord: bool,
    /// Print what stands in the channel at the end, and nothing else.
    #[cfg(feature = "sandbox")]
    #[arg(long, requires = "discord")]
    channel: bool,
    /// Keep the fight of one script in this file, which is not there yet.
    #[arg(long, value_name = "FILE.db", value_parser = file_name_parser())]
    keep: Option<PathBuf>,
}

/// Runs the command of the command line, by default the bot.
#[tokio::main]
async fn main() -> ExitCode {
    let command = match arguments::parse_arguments_hiding_secrets::<CommandLine>() {
        Ok(cli) => cli.command,
        Err(code) => return code,
    };
    let command = command.unwrap_or_else(|| CliCommand::Run(RunArgs::default()));
    let shards = match &command {
        CliCommand::Run(RunArgs { shards, .. }) | CliCommand::Health { shards } => shards.clone(),
        _ => None,
    };
    let config = match Config::from_env(shards) {
        Ok(config) => config,
        Err(wrong) => return exit_with_error(EXIT_BAD_START, &wrong.to_string()),
    };
    log::init_logging(&config);
    if matches!(command, CliCommand::Run(_)) {
        config.warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
    }
    match command {
        CliCommand::Run(run) => run_bot(config, &run).await,
        #[cfg(feature = "sandbox")]
        CliCommand::Sandbox(sandbox) => run_sandbox(sandbox).await,
        CliCommand::Play(play) => play_scripts(play).await,
        CliCommand::Health { .. } => {
            match watchdog::check_status_file(&watchdog::status_file_path(&config.instance_path()))
            {
                Ok(()) => ExitCode::SUCCESS,
                Err(why) => exit_with_error(1, &why),
            }
        }
        CliCommand::Init { env } => exit_with_output(setup::write_env_file(&config, &env).await),
        CliCommand::Emoji { act } => exit_with_output(change_emoji(&config, act).await),
        CliCommand::Check => exit_with_output(maintenance::check_environment(&config).await),
        CliCommand::Language { act: LanguageAct::Check { folder } } => {
            exit_with_output(language::check(&folder))
        }
        CliCommand::Language { act: LanguageAct::Kits } => {
            exit_with_output(language::format_kit_words())
        }
        CliCommand::Audit { file } => exit_with_output(maintenance::audit_export(&file)),
        CliCommand::Backup { file } => {
            exit_with_output(maintenance::back_up(&config.database, &file).await)
        }
        CliCommand::Restore { file } => {
            exit_with_output(maintenance::restore(&config.database, &file).await)
        }
        CliCommand::Copy { from, to } => exit_with_output(maintenance::copy(&from, &to).await),
        CliCommand::Prune(PruneArgs { finished_before: days, export, dry_run }) => {
            exit_with_output(
                maintenance::prune_fights(&config.database, days, export.as_deref(), dry_run).await,
            )
        }
    }
}

/// Deletes or uploads the emoji of the application.
async fn change_emoji(config: &Config, act: EmojiAct) -> Result<String, String> {
    let token = config.token.clone().ok_or(NO_TOKEN)?;
    let app = build_production_app(open_store(config).await?, BTreeSet::new());
    let address = config.discord_address(token);
    let outcome = match act {
        EmojiAct::Remove => emoji::remove_emoji_and_stop_uploading(&app, &address).await,
        EmojiAct::Upload => emoji::upload_emoji(&app, &address).await,
    };
    app.close().await;
    let count = outcome.map_err(|error| error.to_string())?;
    Ok(match act {
        EmojiAct::Remove => format!(
            "{count} emoji are deleted. A bot that runs now goes on without \
                                     them after its next start."
        ),
        EmojiAct::Upload => {
            format!("{count} emoji are there. A bot uses them from its next start.")
        }
    })
}

/// Prints the text, or the error to standard error, and returns the matching exit code. Does not
/// exit by itself.
fn exit_with_output(output: Result<String, String>) -> ExitCode {
    match output {
        Ok(text) => match write_output(&format!("{text}\n")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(code) => code,
        },
        Err(error) => exit_with_error(1, &error),
    }
}

/// Writes to standard output. If that fails, returns the code to exit with: a reader who has read
/// enough, such as `head`, is no error, and anything else is told.
fn write_output(text: &str) -> Result<(), ExitCode> {
    let mut output = std::io::stdout();
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => {
            let problem = describe_io_error(&error);
            exit_with_error(1, &format!("The output cannot be written: {problem}"))
        }
    })
}

/// Prints the sentence to standard error and returns `code`. Does not exit by itself.
fn exit_with_error(code: u8, why: &str) -> ExitCode {
    log::print_error(why);
    ExitCode::from(code)
}

/// Opens the store and runs the bot until a stop signal. The exit code tells a bad configuration
/// from a failure.
async fn run_bot(config: Config, args: &RunArgs) -> ExitCode {
    let Some(token) = config.token.clone() else {
        return exit_with_error(EXIT_BAD_START, NO_TOKEN);
    };
    #[cfg(feature = "sandbox")]
    if args.rehearse && !test_hooks::is_local_test_server(config.discord_url.as_deref()) {
        return exit_with_error(EXIT_BAD_START, NOT_A_TEST_SERVER);
    }
    let app = match open_store(&config).await {
        Ok(store) => {
            let app = build_app(store, args, config.barred.clone());
            match config.forget_servers_after {
                0 => app,
                days => app.with_server_retention(days),
            }
        }
        Err(error) => return exit_with_error(1, &error),
    };
    if let Some(address) = config.metrics
        && let Err(error) =
            monitor::start_monitor_server(address, app.clone(), &config.instance_path()).await
    {
        return exit_with_error(EXIT_BAD_START, &error);
    }
    let options = BotOptions {
        address: config.discord_address(token),
        test_guild: config.test_guild,
        must_reregister_commands: args.register,
        status_file: Some(watchdog::status_file_path(&config.instance_path())),
        has_own_emoji: true,
        shards: config.shards,
    };
    let outcome = bot::run(app.clone(), options, wait_for_stop_signal()).await;
    if tokio::time::timeout(CLOSE_TIMEOUT, app.close()).await.is_err() {
        tracing::warn!("the database did not close in time; the next start recovers it");
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit_with_error(1, &error.to_string()),
    }
}

/// Builds the app as it runs on Discord: with the system clock, and with dice and dice secrets from
/// the system's entropy.
fn build_production_app(store: Store, barred: BTreeSet<u64>) -> App {
    let app = App::new(store, Arc::new(WallClock), dice_source::os_random_dice());
    let app = app.with_advice(SearchBudget::QUICK).with_odds().with_cpu_limit();
    let app = app.with_encounter_search(EncounterSearchLimits::ANSWER);
    app.with_secrets(sealed_dice::os_random_secrets()).with_rate_limits(barred)
}

/// Builds the production app: in this build there is no `--rehearse`.
#[cfg(not(feature = "sandbox"))]
fn build_app(store: Store, _: &RunArgs, barred: BTreeSet<u64>) -> App {
    build_production_app(store, barred)
}

/// Builds the production app, or with `--rehearse` one with a controlled clock and seeded dice.
#[cfg(feature = "sandbox")]
fn build_app(store: Store, args: &RunArgs, barred: BTreeSet<u64>) -> App {
    let Some(rehearsal) =
        args.rehearse.then(test_hooks::TestHooks::from_first_stdin_line).flatten()
    else {
        return build_production_app(store, barred);
    };
    let app = App::new(store, rehearsal.clock.clone(), rehearsal.dice_factory());
    rehearsal.spawn_input_loop(app.clone());
    app
}

/// Opens the database of the configuration; for some of several shards it waits until no other
/// process has them. The error is a sentence.
async fn open_store(config: &Config) -> Result<Store, String> {
    let database = &config.database;
    riposte::store::backup::check_sqlite_files_are_writable(database)
        .map_err(|error| error.to_string())?;
    let opened = match config.shards.filter(|shards| !shards.is_all()) {
        Some(shards) => Store::open_server_when_shards_are_free(database, shards).await,
        None => Store::open(database).await,
    };
    opened.map_err(|error| format!("{database}: {error}"))
}

/// Opens the sandbox, prints its address, and serves it until a stop signal.
#[cfg(feature = "sandbox")]
async fn run_sandbox(args: SandboxArgs) -> ExitCode {
    let SandboxArgs { port, seed, fight, keep } = args;
    let options = fight_script::sandbox::SandboxOptions {
        port,
        seed,
        scene_file: fight,
        database_file: keep,
    };
    let sandbox = match fight_script::sandbox::Sandbox::open_and_run_script(&options).await {
        Ok(sandbox) => sandbox,
        Err(error) => return exit_with_error(EXIT_BAD_START, &error),
    };
    // The sandbox goes on without a reader.
    let _ = write_output(&format!(
        "The sandbox is open at {}\n\
         A fight has begun there, and the page says how to go on. Ctrl+C closes it.\n",
        sandbox.url()
    ));
    for failure in sandbox.invariant_failures() {
        log::print_error(&format!(
            "A check of the program failed while the scene was set up ({failure}). \
             The sandbox goes on."
        ));
    }
    match sandbox.run(wait_for_stop_signal()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit_with_error(1, &error),
    }
}

/// Plays each script and prints its transcript, up to the first failure.
async fn play_scripts(args: PlayArgs) -> ExitCode {
    if args.keep.is_some() && args.files.len() > 1 {
        return exit_with_error(EXIT_BAD_START, "--keep takes one script.");
    }
    #[cfg(feature = "sandbox")]
    let (uses_discord, prints_channel) = (args.discord, args.channel);
    #[cfg(not(feature = "sandbox"))]
    let (uses_discord, prints_channel) = (false, false);
    let options = fight_script::PlayOptions { uses_discord, database_file: args.keep };
    for file in &args.files {
        let played = fight_script::play_file(file, &options).await;
        // The transcript appears before an error message on standard error.
        let output = if prints_channel { &played.channel } else { &played.transcript };
        if let Err(code) = write_output(output) {
            return code;
        }
        if let Some(failure) = played.failure {
            return exit_with_error(1, &failure.to_string());
        }
    }
    ExitCode::SUCCESS
}

/// Completes when the program receives SIGTERM, SIGINT (Ctrl+C), or SIGHUP, which a terminal sends
/// when it is closed.
async fn wait_for_stop_signal() {
    #[cfg(unix)]
    let other_signals = {
        use tokio::signal::unix::SignalKind;
        wait_for_first(
            wait_for_signal(SignalKind::terminate()),
            wait_for_signal(SignalKind::hangup()),
        )
    };
    #[cfg(not(unix))]
    let other_signals = std::future::pending::<()>();
    wait_for_first(other_signals, tokio::signal::ctrl_c()).await;
}

/// Completes when the program receives this signal. Never completes if it cannot be listened to.
#[cfg(unix)]
async fn wait_for_signal(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(error) => {
            tracing::warn!(%error, ?kind, "could not listen to a signal");
            std::future::pending::<()>().await;
        }
    }
}

/// Completes when the first of two futures does.
async fn wait_for_first(first: impl Future<Output = ()>, second: impl Future) {
    tokio::select! {
        () = first => {}
        _ = second => {}
    }
}
