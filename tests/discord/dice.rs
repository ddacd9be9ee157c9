//! What people read of sealed dice, and what nobody does before the end: the program itself, with
//! all that it writes into its log.

use std::fs::{self, File};

use riposte::app::seals::Secret;
use riposte::fake_discord::{Discord, User, World};
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
    user.slash(text).await.unwrap().text()
}

// The program is waited for while Discord must go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_nowhere_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::new().user("GM").user("Ana").channel("arena");
    let discord = Discord::start(world).await.unwrap();
    let (gm, ana) = (discord.add_user("GM"), discord.add_user("Ana"));
    let log = folder.path().join("log");
    let mut bot = riposte(&folder);
    bot.env("RIPOSTE_DISCORD_URL", discord.url()).env("DISCORD_TOKEN", discord.token());
    bot.env("RIPOSTE_LOG", "trace").stderr(File::create(&log).unwrap());
    let mut bot = bot.spawn().unwrap();
    assert!(discord.ready(SOON).await);

    says(&gm, "/init new system:dr12").await;
    let opened = ana.waits_for("The dice are sealed", SOON).await.unwrap().text();
    says(&ana, "/init join from:rogue name:Ana salt:\"a blue door\"").await;
    gm.waits_for("mixes a line into the dice: a blue door", SOON).await.unwrap();
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
    assert!(discord.quiet(SOON).await);

    let secrets = secrets(&folder).await;
    assert!(secrets.len() > 2, "of the fight, of the day, of the GM's day");
    let seal = Secret::try_from(secrets[0].clone()).unwrap().seal("1");
    assert!(opened.contains(&seal) && status.contains(&seal), "{opened}\n{status}");
    let told = serde_json::to_string(&discord.recorded()).unwrap();
    let log = fs::read_to_string(log).unwrap();
    assert!(told.contains(&seal) && log.contains("INSERT INTO fight"), "{log}");
    for secret in &secrets {
        assert!(!told.contains(secret) && !log.contains(secret), "{secret}");
    }

    says(&gm, "/init end outcome:truce").await;
    ana.waits_for(&secrets[0], SOON).await.expect("it is posted with the report");
    bot.kill().unwrap();
    bot.wait().unwrap();
    discord.assert_no_faults();
}
