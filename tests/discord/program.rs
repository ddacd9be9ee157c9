//! The program itself: what it says when it cannot run, and that it runs, stops and comes back.

use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

use riposte::fake_discord::{DiscordSetup, FakeDiscord, InjectedFault};
use sqlx::Connection as _;
use tempfile::TempDir;

use crate::table::SOON;

/// The program in an empty environment and folder.
pub fn riposte(folder: &TempDir) -> Command {
    let mut riposte = Command::new(env!("CARGO_BIN_EXE_riposte"));
    riposte.env_clear().current_dir(folder.path());
    riposte
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn without_a_token_it_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let output = riposte(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = says(&output);
    assert!(said.contains("DISCORD_TOKEN") && said.contains("riposte sandbox"), "{said}");
}

#[test]
fn a_bad_environment_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = riposte(&folder).env("DISCORD_TOKEN", "hush").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = says(&output);
    assert!(said.contains("DISCORD_TOKEN") && !said.contains("hush"), "{said}");
}

#[tokio::test]
async fn what_it_cannot_reach_or_use_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new()).await.unwrap();
    let riposte = |url: &str, token: &str, file: &str| {
        let mut riposte = riposte(&folder);
        riposte.env("RIPOSTE_DISCORD_URL", url).env("DISCORD_TOKEN", token);
        riposte.env("RIPOSTE_DATABASE", file);
        tokio::task::spawn_blocking(move || riposte.output().unwrap())
    };
    let nowhere = riposte("http://127.0.0.1:1", "a.b.c", "a.db").await.unwrap();
    assert!(says(&nowhere).contains("cannot be reached"), "{}", says(&nowhere));
    let stranger = riposte(discord.url(), "a.b.c", "a.db").await.unwrap();
    assert!(says(&stranger).contains("refuses the token"), "{}", says(&stranger));
    let no_file = riposte(discord.url(), &discord.token(), "no/such/a.db").await.unwrap();
    assert!(says(&no_file).contains("no/such/a.db"), "{}", says(&no_file));
    for output in [nowhere, stranger, no_file] {
        assert_eq!(output.status.code(), Some(1));
    }
}

// The program is waited for while Discord must go on.
#[tokio::test(flavor = "multi_thread")]
async fn it_runs_and_stops_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let world = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(world).await.unwrap();
    let (gm, ana) = (discord.find_or_add_user("GM"), discord.find_or_add_user("Ana"));
    let run = || {
        let mut riposte = riposte(&folder);
        riposte.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
        riposte.stderr(Stdio::null()).spawn().unwrap()
    };
    let mut first = run();
    assert!(discord.wait_until_ready(SOON).await);
    gm.run_command("/init new system:dr12").await.unwrap();
    ana.wait_for_message("opens a fight", SOON).await.unwrap();
    assert!(is_healthy(&folder));
    terminate(&first);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert!(!is_healthy(&folder));
    // All of it is in the file: whoever copies that alone has everything.
    std::fs::copy(folder.path().join("riposte.db"), folder.path().join("alone.db")).unwrap();
    let (said, code) = asked(&folder, &discord, &["restore", "alone.db"]).await;
    assert_eq!(code, Some(0), "{said}");
    let (said, _) = asked(&folder, &discord, &["check"]).await;
    assert!(said.contains("is whole, 1 fights"), "{said}");
    discord.take_violations();

    discord.remove_disconnected_sessions();
    let mut second = run();
    assert!(discord.wait_until_ready(SOON).await);
    ana.run_command("/init join from:rogue name:Ana").await.unwrap();
    gm.wait_for_message("**Ana** joins", SOON).await.unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    discord.assert_no_violations();
}

/// Discord has a fault of its own, then too much to do, and does not take the commands at once.
/// Later it wants the bot no more, and the bot says why it ends.
#[tokio::test(flavor = "multi_thread")]
async fn it_waits_for_discord_and_ends_where_waiting_is_of_no_use() {
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
    assert!(discord.wait_until_ready(2 * SOON).await);
    discord.find_or_add_user("GM").run_command("/init new system:dr12").await.unwrap();
    discord.close_gateway(4010);
    let output = tokio::task::spawn_blocking(move || bot.wait_with_output().unwrap());
    let output = output.await.unwrap();
    let said = says(&output);
    for word in ["Discord is not ready", "could not be registered", "sharding"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert_eq!(output.status.code(), Some(1));
    assert!(!is_healthy(&folder));
}

/// What `riposte …` says here, and its exit code.
async fn asked(folder: &TempDir, discord: &FakeDiscord, args: &[&str]) -> (String, Option<i32>) {
    let mut riposte = riposte(folder);
    riposte.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    riposte.args(args);
    let output = tokio::task::spawn_blocking(move || riposte.output().unwrap()).await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &says(&output);
    (said, output.status.code())
}

#[tokio::test]
async fn it_says_whether_it_could_run() {
    let folder = tempfile::tempdir().unwrap();
    let discord = FakeDiscord::start(DiscordSetup::new().with_user("GM").with_channel("arena"))
        .await
        .unwrap();
    let (said, code) = asked(&folder, &discord, &["check"]).await;
    assert_eq!((said.lines().count(), code), (6, Some(0)), "{said}");
    assert!(said.lines().all(|line| line.starts_with("ok   ")), "{said}");
    std::fs::write(folder.path().join("riposte.db"), "cake, cake, cake, cake, cake").unwrap();
    let (said, code) = asked(&folder, &discord, &["check"]).await;
    assert!(said.contains("bad  database") && code == Some(1), "{said}");
    assert!(!said.contains(&discord.token()));
    #[cfg(unix)]
    for (mode, is_good) in [(0o644, false), (0o600, true)] {
        use std::os::unix::fs::PermissionsExt;
        let file = folder.path().join(".env");
        std::fs::write(&file, "RIPOSTE_LOG=warn").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let (said, _) = asked(&folder, &discord, &["check"]).await;
        assert_eq!(said.contains("ok   environment"), is_good, "{said}");
        assert_eq!(said.contains("chmod 600"), !is_good, "{said}");
    }
    discord.assert_no_violations();
}

/// Copied while it runs; put back only once it does not. Figures and health meanwhile, and a log
/// that tells all but tokens.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_looked_after() {
    let folder = tempfile::tempdir().unwrap();
    let world = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(world).await.unwrap();
    let gm = discord.find_or_add_user("GM");
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let log = folder.path().join("log.txt");
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    bot.env("RIPOSTE_METRICS", format!("127.0.0.1:{port}")).env("RIPOSTE_LOG", "trace");
    let mut bot = bot.stderr(std::fs::File::create(&log).unwrap()).spawn().unwrap();
    assert!(discord.wait_until_ready(SOON).await);
    gm.run_command("/init new system:dr12").await.unwrap();
    gm.run_command("/move zone:Yard").await.unwrap();
    gm.wait_for_message("opens a fight", SOON).await.unwrap();

    let get = async |path: &str| {
        let answer = reqwest::get(format!("http://127.0.0.1:{port}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(get("/healthz").await, (200, "ok\n".into()));
    let lines = [
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
    // What can be read in the channel the bot need not have heard yet to be there.
    let begun = Instant::now();
    loop {
        let (_, figures) = get("/metrics").await;
        let Some(missing) = lines.iter().find(|line| !figures.contains(**line)) else { break };
        assert!(begun.elapsed() < SOON, "{missing}: {figures}");
    }

    let (said, code) = asked(&folder, &discord, &["backup", "copy.db"]).await;
    assert_eq!((said.trim(), code), ("copy.db is whole, 1 fights.", Some(0)));
    let (said, code) = asked(&folder, &discord, &["restore", "copy.db"]).await;
    assert!(said.contains("Stop it first") && code == Some(1), "{said}");
    terminate(&bot);
    assert!(bot.wait().unwrap().success());
    let (said, code) = asked(&folder, &discord, &["restore", "copy.db"]).await;
    assert!(said.contains("kept as riposte.db-before-") && code == Some(0), "{said}");
    discord.assert_no_violations();

    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.len() > 10_000, "everything is logged");
    assert!(!log.contains(&discord.token()));
    // Nor as the bytes of a frame.
    let bytes: Vec<String> = discord.token().bytes().map(|byte| byte.to_string()).collect();
    assert!(!log.contains(&bytes[..8].join(", ")));
    let tokens = discord.logged_requests();
    let tokens = tokens.iter().filter_map(|call| call["path"].as_str()?.split("/standin-").nth(1));
    let tokens: Vec<&str> = tokens.filter_map(|rest| rest.split('/').next()).collect();
    assert!(!tokens.is_empty() && tokens.iter().all(|token| !log.contains(token)), "{tokens:?}");
}

/// What has been over for long is written into a folder and taken away.
#[tokio::test]
async fn what_is_over_is_pruned() {
    let folder = tempfile::tempdir().unwrap();
    let asked = |args: &[&str]| {
        let output = riposte(&folder).args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &says(&output);
        (said, output.status.code())
    };
    let story = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/dr12/story.fight");
    assert_eq!(asked(&["play", "--keep", "riposte.db", story]).1, Some(0));
    let file = format!("sqlite://{}", folder.path().join("riposte.db").display());
    let mut open = sqlx::SqliteConnection::connect(&file).await.unwrap();
    let long_ago = "UPDATE journal SET at = 0; DELETE FROM post;
        INSERT INTO fight (id, system, guild, channel, gm, is_open, is_paused, is_gm_told)
        VALUES (2, 'dr12', 400, 501, 1, 1, 0, 1)";
    sqlx::raw_sql(long_ago).execute(&mut open).await.unwrap();
    open.close().await.unwrap();

    let prune = ["prune", "--finished-before", "180d"];
    let (said, code) = asked(&[&prune[..], &["--dry-run"]].concat());
    assert!(said.starts_with("Would be taken away: 1 fights with") && code == Some(0), "{said}");
    let (said, code) = asked(&[&prune[..], &["--export", "gone"]].concat());
    assert!(said.starts_with("Gone: 1 fights with") && code == Some(0), "{said}");
    let (said, code) = asked(&["play", "gone/fight-1.fight"]);
    assert_eq!(code, Some(0), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("gone").join(name)).unwrap();
    assert!(read("fight-1.md").starts_with('#'));
    let rows: serde_json::Value = serde_json::from_str(&read("fight-1.rows.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&read("fight-1.json")).unwrap();
    assert!(rows["journal"].as_array().unwrap().len() >= data["log"].as_array().unwrap().len());
    let (said, code) = asked(&prune);
    assert!(said.starts_with("Gone: 0 fights") && code == Some(0), "{said}");
    let (said, code) = asked(&["prune", "--finished-before", "soon"]);
    assert!(said.contains("such as 180d") && code == Some(2), "{said}");
}

fn is_healthy(folder: &TempDir) -> bool {
    riposte(folder).arg("health").output().unwrap().status.success()
}

fn terminate(child: &Child) {
    let status = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
}
