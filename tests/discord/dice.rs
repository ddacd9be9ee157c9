//! Sealed dice: users read the seal from the beginning, but neither a message nor the log of the
//! program has the secret before the fight ends.

use std::fs::{self, File};

use riposte::app::sealed_dice::DiceSecret;
use riposte::fake_discord::{DiscordSetup, FakeDiscord, User};
use serde_json::Value;
use sqlx::Connection as _;
use tempfile::TempDir;

use crate::program::riposte;
use crate::table::TIMEOUT;

/// Loads every secret that the program has drawn from its database, that of the fight first.
async fn load_secrets(folder: &TempDir) -> Vec<String> {
    let database = format!("sqlite:{}", folder.path().join("riposte.db").display());
    let mut database = sqlx::SqliteConnection::connect(&database).await.unwrap();
    let seals = "SELECT seals FROM fight";
    let seals: String = sqlx::query_scalar(seals).fetch_one(&mut database).await.unwrap();
    let seals: Value = serde_json::from_str(&seals).unwrap();
    let days = "SELECT secret FROM day_of_dice";
    let days: Vec<String> = sqlx::query_scalar(days).fetch_all(&mut database).await.unwrap();
    let fight_secrets = seals["all"].as_array().unwrap().iter();
    fight_secrets.map(|one| one["secret"].as_str().unwrap().into()).chain(days).collect()
}

async fn run_command(user: &User, text: &str) -> String {
    user.run_command(text).await.unwrap().text()
}

// The program blocks one thread while the fake Discord must go on.
#[tokio::test(flavor = "multi_thread")]
async fn dice_secrets_stay_hidden_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let setup = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(setup).await.unwrap();
    let (gm, ana) = (discord.find_or_add_user("GM"), discord.find_or_add_user("Ana"));
    let log = folder.path().join("log");
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    bot.env("RIPOSTE_LOG", "trace").stderr(File::create(&log).unwrap());
    let mut bot = bot.spawn().unwrap();
    assert!(discord.wait_until_ready(TIMEOUT).await);

    run_command(&gm, "/init new system:dr12").await;
    let opened = ana.wait_for_message("The dice are sealed", TIMEOUT).await.unwrap().full_text();
    run_command(&ana, "/init join from:rogue name:Ana salt:\"a blue door\"").await;
    gm.wait_for_message("mixes a line into the dice: a blue door", TIMEOUT).await.unwrap();
    run_command(&gm, "/init add from:raider name:Wolf").await;
    run_command(&gm, "/init start").await;
    let status = run_command(&ana, "/status").await;
    let rolled = run_command(&ana, "/roll dice:2d6").await;
    assert!(rolled.contains("dice 0 to 1 of"), "{rolled}");
    for text in ["/roll dice:d20 sight:blind", "/log", "/mine", "/guide", "/export format:json"] {
        run_command(&ana, text).await;
        run_command(&gm, text).await;
    }
    run_command(&gm, "/undo").await;
    assert!(discord.wait_until_idle(TIMEOUT).await);

    let secrets = load_secrets(&folder).await;
    assert!(secrets.len() > 2, "of the fight, of a day of Ana and of a day of the GM");
    let seal = DiceSecret::try_from(secrets[0].clone()).unwrap().compute_seal("1");
    assert!(opened.contains(&seal), "{opened}");
    assert!(status.contains(&seal[..6]) && !status.contains(&seal), "{status}");
    let requests = serde_json::to_string(&discord.logged_requests()).unwrap();
    let log = fs::read_to_string(log).unwrap();
    assert!(requests.contains(&seal) && log.contains("INSERT INTO fight"), "{log}");
    for secret in &secrets {
        assert!(!requests.contains(secret) && !log.contains(secret), "{secret}");
    }

    run_command(&gm, "/init end outcome:truce").await;
    let report = ana.wait_for_message("is open: ", TIMEOUT).await.unwrap().full_text();
    assert!(report.contains(&seal[..6]), "{report}");
    assert!(!report.contains(&seal) && !report.contains(&secrets[0]), "{report}");
    bot.kill().unwrap();
    bot.wait().unwrap();
    discord.assert_no_violations();
}
