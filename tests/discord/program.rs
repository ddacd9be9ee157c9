//! The program as a process: start-up failures, shutdown and restart, and its subcommands.

use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

use riposte::fake_discord::{DiscordSetup, FakeDiscord, InjectedFault};
use sqlx::Connection as _;
use tempfile::TempDir;

use crate::table::TIMEOUT;

/// A command that runs the program with no environment in an empty folder.
pub fn riposte(folder: &TempDir) -> Command {
    let mut riposte = Command::new(env!("CARGO_BIN_EXE_riposte"));
    riposte.env_clear().current_dir(folder.path());
    riposte
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn missing_token_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let output = riposte(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output_text = stderr_of(&output);
    assert!(
        output_text.contains("riposte init") && output_text.contains("riposte sandbox"),
        "{output_text}"
    );
}

#[test]
fn malformed_token_is_named_but_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let output = riposte(&folder).env("DISCORD_TOKEN", "hush").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output_text = stderr_of(&output);
    assert!(
        output_text.contains("DISCORD_TOKEN") && !output_text.contains("hush"),
        "{output_text}"
    );
}

#[tokio::test]
async fn startup_failures_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new()).await.unwrap();
    let riposte = |url: &str, token: &str, database: &str| {
        let mut riposte = riposte(&folder);
        riposte.env("RIPOSTE_DISCORD_URL", url).env("DISCORD_TOKEN", token);
        riposte.env("RIPOSTE_DATABASE", database);
        tokio::task::spawn_blocking(move || riposte.output().unwrap())
    };
    let unreachable = riposte("http://127.0.0.1:1", "a.b.c", "a.db").await.unwrap();
    assert!(stderr_of(&unreachable).contains("cannot be reached"), "{}", stderr_of(&unreachable));
    let wrong_token = riposte(discord.url(), "a.b.c", "a.db").await.unwrap();
    assert!(stderr_of(&wrong_token).contains("refuses the token"), "{}", stderr_of(&wrong_token));
    let bad_path = riposte(discord.url(), &discord.token(), "no/such/a.db").await.unwrap();
    assert!(stderr_of(&bad_path).contains("no/such/a.db"), "{}", stderr_of(&bad_path));
    for output in [unreachable, wrong_token, bad_path] {
        assert_eq!(output.status.code(), Some(1));
    }
}

/// Runs `riposte init` with this text on its standard input.
async fn run_init(folder: &TempDir, url: &str, input: &str) -> Output {
    let mut riposte = riposte(folder);
    riposte.arg("init").env("RIPOSTE_DISCORD_URL", url);
    riposte.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = riposte.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap()
}

#[tokio::test]
async fn init_tries_the_token_and_writes_a_private_file() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new()).await.unwrap();
    let file = folder.path().join(".env");
    let attempts = [
        ("", "no token"),
        ("Bot a.b.c", "no spaces"),
        ("a.b", "three parts"),
        ("a.b.c", "refuses the token"),
    ];
    for (input, problem) in attempts {
        let output = run_init(&folder, discord.url(), input).await;
        let output_text = stderr_of(&output);
        assert!(output_text.contains(problem), "{input}: {output_text}");
        assert!(!output.status.success() && !file.exists(), "{input}");
        assert!(input.is_empty() || !output_text.contains(input), "{output_text}");
    }
    let token = discord.token();
    let output = run_init(&folder, discord.url(), &format!("  {token}\n")).await;
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", stderr_of(&output));
    assert!(output_text.contains("oauth2/authorize?client_id="), "{output_text}");
    assert!(!output_text.contains(&token), "{output_text}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("DISCORD_TOKEN={token}\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // A file that is there is left as it is.
    let output = run_init(&folder, discord.url(), &token).await;
    assert!(!output.status.success() && stderr_of(&output).contains("left as it is"));
}

// The program blocks one thread while the fake Discord must go on.
#[tokio::test(flavor = "multi_thread")]
async fn program_stops_cleanly_and_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let setup = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(setup).await.unwrap();
    let (gm, ana) = (discord.find_or_add_user("GM"), discord.find_or_add_user("Ana"));
    let start_program = || {
        let mut riposte = riposte(&folder);
        riposte.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
        riposte.stderr(Stdio::null()).spawn().unwrap()
    };
    let mut first = start_program();
    assert!(discord.wait_until_ready(TIMEOUT).await);
    gm.run_command("/init new system:dr12").await.unwrap();
    ana.wait_for_message("opens a fight", TIMEOUT).await.unwrap();
    assert!(is_healthy(&folder));
    terminate(&first);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert!(!is_healthy(&folder));
    // After a clean stop the database file alone is complete, without its write-ahead log.
    std::fs::copy(folder.path().join("riposte.db"), folder.path().join("alone.db")).unwrap();
    let (output_text, code) = run_subcommand(&folder, &discord, &["restore", "alone.db"]).await;
    assert_eq!(code, Some(0), "{output_text}");
    let (output_text, _) = run_subcommand(&folder, &discord, &["check"]).await;
    assert!(output_text.contains("is whole, 1 fights"), "{output_text}");
    discord.take_violations();

    discord.remove_disconnected_sessions();
    let mut second = start_program();
    assert!(discord.wait_until_ready(TIMEOUT).await);
    ana.run_command("/init join from:rogue name:Ana").await.unwrap();
    gm.wait_for_message("**Ana** joins", TIMEOUT).await.unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    discord.assert_no_violations();
}

/// Discord answers with 500, then 429, and fails to register the commands: the program retries.
/// When Discord closes the gateway with a fatal code, the program says why it ends.
#[tokio::test(flavor = "multi_thread")]
async fn program_retries_errors_and_ends_on_fatal_close() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new().with_user("GM").with_channel("arena"))
        .await
        .unwrap();
    let retry_after = std::time::Duration::from_millis(100);
    discord.inject_fault("GET /api/v10/gateway", InjectedFault::ServerError, 1);
    discord.inject_fault("GET /api/v10/gateway", InjectedFault::RateLimited { retry_after }, 1);
    discord.inject_fault("PUT /api/v10/applications", InjectedFault::ServerError, 1);
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    let bot = bot.stderr(Stdio::piped()).spawn().unwrap();
    assert!(discord.wait_until_ready(2 * TIMEOUT).await);
    discord.find_or_add_user("GM").run_command("/init new system:dr12").await.unwrap();
    discord.close_gateway(4010);
    let output = tokio::task::spawn_blocking(move || bot.wait_with_output().unwrap());
    let output = output.await.unwrap();
    let output_text = stderr_of(&output);
    for word in ["Discord does not answer at the start", "could not register commands", "sharding"]
    {
        assert!(output_text.contains(word), "{word}: {output_text}");
    }
    assert_eq!(output.status.code(), Some(1));
    assert!(!is_healthy(&folder));
}

/// Runs `riposte …` in the folder and returns its output and exit code.
async fn run_subcommand(
    folder: &TempDir,
    discord: &FakeDiscord,
    args: &[&str],
) -> (String, Option<i32>) {
    let mut riposte = riposte(folder);
    riposte.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    riposte.args(args);
    let output = tokio::task::spawn_blocking(move || riposte.output().unwrap()).await.unwrap();
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr_of(&output);
    (output_text, output.status.code())
}

#[tokio::test]
async fn check_command_reports_each_requirement() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new().with_user("GM").with_channel("arena"))
        .await
        .unwrap();
    let (output_text, code) = run_subcommand(&folder, &discord, &["check"]).await;
    assert_eq!((output_text.lines().count(), code), (6, Some(0)), "{output_text}");
    assert!(output_text.lines().all(|line| line.starts_with("ok   ")), "{output_text}");
    std::fs::write(folder.path().join("riposte.db"), "cake, cake, cake, cake, cake").unwrap();
    let (output_text, code) = run_subcommand(&folder, &discord, &["check"]).await;
    assert!(output_text.contains("bad  database") && code == Some(1), "{output_text}");
    assert!(!output_text.contains(&discord.token()));
    #[cfg(unix)]
    for (mode, is_accepted) in [(0o644, false), (0o600, true)] {
        use std::os::unix::fs::PermissionsExt;
        let env_file = folder.path().join(".env");
        std::fs::write(&env_file, "RIPOSTE_LOG=warn").unwrap();
        std::fs::set_permissions(&env_file, std::fs::Permissions::from_mode(mode)).unwrap();
        let (output_text, _) = run_subcommand(&folder, &discord, &["check"]).await;
        assert_eq!(output_text.contains("ok   environment"), is_accepted, "{output_text}");
        assert_eq!(output_text.contains("chmod 600"), !is_accepted, "{output_text}");
    }
    discord.assert_no_violations();
}

/// A backup works while the program runs, a restore only when it does not. Meanwhile it serves
/// metrics and health, and logs everything but tokens.
#[tokio::test(flavor = "multi_thread")]
async fn backup_restore_metrics_and_log_while_running() {
    let folder = tempfile::tempdir().unwrap();
    let setup = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(setup).await.unwrap();
    let gm = discord.find_or_add_user("GM");
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let log = folder.path().join("log.txt");
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    bot.env("RIPOSTE_METRICS", format!("127.0.0.1:{port}")).env("RIPOSTE_LOG", "trace");
    let mut bot = bot.stderr(std::fs::File::create(&log).unwrap()).spawn().unwrap();
    assert!(discord.wait_until_ready(TIMEOUT).await);
    gm.run_command("/init new system:dr12").await.unwrap();
    gm.run_command("/move zone:Yard").await.unwrap();
    gm.wait_for_message("opens a fight", TIMEOUT).await.unwrap();

    let get = async |path: &str| {
        let answer = reqwest::get(format!("http://127.0.0.1:{port}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(get("/healthz").await, (200, "ok\n".into()));
    let expected_lines = [
        r#"riposte_inputs_total{result="done"} 1"#,
        r#"riposte_inputs_total{result="refused"} 1"#,
        "riposte_commit_seconds_count 1",
        "riposte_gateway_up 1",
        "riposte_gateway_heard_timestamp_seconds ",
        r#"riposte_gateway_connects_total{how="identify"} 1"#,
        "riposte_delivered_timestamp_seconds ",
        "riposte_healthy 1",
        "riposte_outbox ",
    ];
    // A message may be visible in the channel before the bot has read the response.
    let start = Instant::now();
    loop {
        let (_, metrics) = get("/metrics").await;
        let Some(missing) = expected_lines.iter().find(|line| !metrics.contains(**line)) else {
            break;
        };
        assert!(start.elapsed() < TIMEOUT, "{missing}: {metrics}");
    }

    let (output_text, code) = run_subcommand(&folder, &discord, &["backup", "copy.db"]).await;
    assert_eq!((output_text.trim(), code), ("copy.db is whole, 1 fights.", Some(0)));
    let (output_text, code) = run_subcommand(&folder, &discord, &["restore", "copy.db"]).await;
    assert!(output_text.contains("Stop it first") && code == Some(1), "{output_text}");
    terminate(&bot);
    assert!(bot.wait().unwrap().success());
    let (output_text, code) = run_subcommand(&folder, &discord, &["restore", "copy.db"]).await;
    assert!(output_text.contains("kept as riposte.db-before-") && code == Some(0), "{output_text}");
    discord.assert_no_violations();

    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.len() > 10_000, "everything is logged");
    assert!(!log.contains(&discord.token()));
    // The token must not be there as the bytes of a frame either.
    let bytes: Vec<String> = discord.token().bytes().map(|byte| byte.to_string()).collect();
    assert!(!log.contains(&bytes[..8].join(", ")));
    let tokens = discord.logged_requests();
    let tokens = tokens.iter().filter_map(|call| call["path"].as_str()?.split("/standin-").nth(1));
    let tokens: Vec<&str> = tokens.filter_map(|rest| rest.split('/').next()).collect();
    assert!(!tokens.is_empty() && tokens.iter().all(|token| !log.contains(token)), "{tokens:?}");
}

/// `prune` exports fights that have been over for long into a folder, and deletes them.
#[tokio::test]
async fn prune_exports_and_deletes_finished_fights() {
    let folder = tempfile::tempdir().unwrap();
    let run_subcommand = |args: &[&str]| {
        let output = riposte(&folder).args(args).output().unwrap();
        let output_text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &stderr_of(&output);
        (output_text, output.status.code())
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/dr12/story.fight");
    assert_eq!(run_subcommand(&["play", "--keep", "riposte.db", script]).1, Some(0));
    let database = format!("sqlite://{}", folder.path().join("riposte.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&database).await.unwrap();
    let long_ago = "UPDATE journal SET at = 0; DELETE FROM post;
        INSERT INTO fight (id, system, guild, channel, gm, is_open, is_paused, is_gm_told)
        VALUES (2, 'dr12', 400, 501, 1, 1, 0, 1)";
    sqlx::raw_sql(long_ago).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let prune = ["prune", "--finished-before", "180d"];
    let (output_text, code) = run_subcommand(&[&prune[..], &["--dry-run"]].concat());
    assert!(
        output_text.starts_with("Would be taken away: 1 fights with") && code == Some(0),
        "{output_text}"
    );
    // What cannot be exported stays, and is named.
    std::fs::create_dir(folder.path().join("gone")).unwrap();
    let other_export = folder.path().join("gone/fight-1.md");
    std::fs::write(&other_export, "another story").unwrap();
    let export_and_prune = [&prune[..], &["--export", "gone"]].concat();
    let (output_text, code) = run_subcommand(&export_and_prune);
    assert!(output_text.contains("Gone: 0 fights") && code == Some(1), "{output_text}");
    assert!(output_text.contains("Kept, because not exported:\nFight 1: "), "{output_text}");
    std::fs::remove_file(other_export).unwrap();
    let (output_text, code) = run_subcommand(&export_and_prune);
    assert!(output_text.starts_with("Gone: 1 fights with") && code == Some(0), "{output_text}");
    let (output_text, code) = run_subcommand(&["play", "gone/fight-1.fight"]);
    assert_eq!(code, Some(0), "{output_text}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("gone").join(name)).unwrap();
    assert!(read("fight-1.md").starts_with('#'));
    let rows: serde_json::Value = serde_json::from_str(&read("fight-1.rows.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&read("fight-1.json")).unwrap();
    assert!(rows["journal"].as_array().unwrap().len() >= data["log"].as_array().unwrap().len());
    let (output_text, code) = run_subcommand(&prune);
    assert!(output_text.starts_with("Gone: 0 fights") && code == Some(0), "{output_text}");
    let (output_text, code) = run_subcommand(&["prune", "--finished-before", "soon"]);
    assert!(output_text.contains("such as 180d") && code == Some(2), "{output_text}");
}

fn is_healthy(folder: &TempDir) -> bool {
    riposte(folder).arg("health").output().unwrap().status.success()
}

fn terminate(child: &Child) {
    let status = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
}
