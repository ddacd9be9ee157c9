//! What people read of sealed dice, and what nobody does before the end: the program itself, with
//! all that it writes into its log.

use std::fs::{self, File};

use riposte::app::sealed_dice::DiceSecret;
use riposte::fake_discord::{DiscordSetup, FakeDiscord, User};
use serde_json::Value;
use sqlx::Connection as _;
use tempfile::TempDir;

use crate::program::riposte;
use crate::table::SOON;

/// Every secret that the program has drawn: that of the fight first.
async fn secrets(folder: &TempDir) -> Vec<String> {
    let file = format!("sqlite:{}", folder.path().join("riposte.db").display());
    let mut file = sqlx::SqliteConnection::connect(&file).await.unwrap();
    let seals = "SELECT seals FROM fight";
    let seals: String = sqlx::query_scalar(seals).fetch_one(&mut file).await.unwrap();
    let seals: Value = serde_json::from_str(&seals).unwrap();
    let days = "SELECT secret FROM day_of_dice";
    let days: Vec<String> = sqlx::query_scalar(days).fetch_all(&mut file).await.unwrap();
    let of_fight = seals["all"].as_array().unwrap().iter();
    of_fight.map(|one| one["secret"].as_str().unwrap().into()).chain(days).collect()
}

async fn says(user: &User, text: &str) -> String {
    user.run_command(text).await.unwrap().text()
}

// The program is waited for while Discord must go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_nowhere_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let world = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
    let discord = FakeDiscord::start(world).await.unwrap();
    let (gm, ana) = (discord.find_or_add_user("GM"), discord.find_or_add_user("Ana"));
    let log = folder.path().join("log");
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    bot.env("RIPOSTE_LOG", "trace").stderr(File::create(&log).unwrap());
    let mut bot = bot.spawn().unwrap();
    assert!(discord.wait_until_ready(SOON).await);

    says(&gm, "/init new system:dr12").await;
    let opened = ana.wait_for_message("The dice are sealed", SOON).await.unwrap().full_text();
    says(&ana, "/init join from:rogue name:Ana salt:\"a blue door\"").await;
    gm.wait_for_message("mixes a line into the dice: a blue door", SOON).await.unwrap();
    says(&gm, "/init add from:raider name:Wolf").await;
    says(&gm, "/init start").await;
    let status = says(&ana, "/status").await;
    let rolled = says(&ana, "/roll dice:2d6").await;
    assert!(rolled.contains("dice 0 to 1 of"), "{rolled}");
    for text in ["/roll dice:d20 sight:blind", "/log", "/mine", "/guide", "/export format:json"] {
        says(&ana, text).await;
        says(&gm, text).await;
    }
    says(&gm, "/undo").await;
    assert!(discord.wait_until_idle(SOON).await);

    let secrets = secrets(&folder).await;
    assert!(secrets.len() > 2, "of the fight, of the day, of the GM's day");
    let seal = DiceSecret::try_from(secrets[0].clone()).unwrap().compute_seal("1");
    assert!(opened.contains(&seal) && status.contains(&seal), "{opened}\n{status}");
    let told = serde_json::to_string(&discord.logged_requests()).unwrap();
    let log = fs::read_to_string(log).unwrap();
    assert!(told.contains(&seal) && log.contains("INSERT INTO fight"), "{log}");
    for secret in &secrets {
        assert!(!told.contains(secret) && !log.contains(secret), "{secret}");
    }

    says(&gm, "/init end outcome:truce").await;
    ana.wait_for_message(&secrets[0], SOON).await.expect("it is posted with the report");
    bot.kill().unwrap();
    bot.wait().unwrap();
    discord.assert_no_violations();
}
