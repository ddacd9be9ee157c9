//! The program itself: what it says when it cannot run, and that it runs, stops and comes back.

use std::process::{Child, Command, Output, Stdio};

use riposte::standin::{Discord, World};
use tempfile::TempDir;

use crate::table::SOON;

/// The program in an empty environment and folder.
fn riposte(folder: &TempDir) -> Command {
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
    let output = riposte(&folder).env("DISCORD_TOKEN", "secret").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = says(&output);
    assert!(said.contains("DISCORD_TOKEN") && !said.contains("secret"), "{said}");
}

#[tokio::test]
async fn what_it_cannot_reach_or_use_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start(World::new()).await.unwrap();
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
    let world = World::new().user("GM").user("Ana").channel("arena");
    let discord = Discord::start(world).await.unwrap();
    let (gm, ana) = (discord.add_user("GM"), discord.add_user("Ana"));
    let run = || {
        let mut riposte = riposte(&folder);
        riposte.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
        riposte.stderr(Stdio::null()).spawn().unwrap()
    };
    let mut first = run();
    assert!(discord.ready(SOON).await);
    gm.slash("/init new system:dr12").await.unwrap();
    ana.waits_for("opens a fight", SOON).await.unwrap();
    assert!(is_healthy(&folder));
    terminate(&first);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert!(!is_healthy(&folder));

    discord.forget_lost_sessions();
    let mut second = run();
    assert!(discord.ready(SOON).await);
    ana.slash("/init join from:rogue name:Ana").await.unwrap();
    gm.waits_for("**Ana** joins", SOON).await.unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    discord.assert_no_faults();
}

fn is_healthy(folder: &TempDir) -> bool {
    riposte(folder).arg("health").output().unwrap().status.success()
}

fn terminate(child: &Child) {
    let status = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
}
