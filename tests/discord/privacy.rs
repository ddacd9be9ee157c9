//! What is kept about people and servers, and how it goes, as they meet it on Discord.

use std::time::Duration;

use riposte::app::ids::ChannelId;
use riposte::fake_discord::{BotAnswerKind, VisibleMessage};

use super::commands::has;
use super::table::{SOON, Table};

async fn file(message: &VisibleMessage) -> String {
    let url = message.attachments()[0]["url"].as_str().unwrap().to_string();
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn what_is_kept_is_shown_taken_away_and_deleted() {
    let table = Table::set().await;
    let ana = &table.ana;
    table.begin().await;
    table.slash(ana, "/sheet new from:warrior name:Spare system:dr12").await;
    let asked = ana.run_command("/privacy").await.unwrap();
    assert!(asked.is_ephemeral);
    let kept = asked.message.unwrap();
    assert!(kept.full_text().contains("1 sheet and 0 templates"), "{}", kept.full_text());

    // A file beside it, and the buttons stay.
    let taken = ana.press_button(kept.id, "Give me all of it as a file").await.unwrap();
    assert!(taken.is_ephemeral && taken.kind == BotAnswerKind::Message);
    let text = file(&taken.message.unwrap()).await;
    assert!(text.contains("\"Spare\"") && text.contains("join from:warrior"), "{text}");

    // Asked once, kept once.
    let asked = ana.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    let asked = asked.message.unwrap();
    assert!(asked.full_text().contains("the GM plays your characters"), "{}", asked.full_text());
    let kept = ana.press_button(asked.id, "Keep it").await.unwrap().message.unwrap();
    assert!(kept.full_text().contains("1 sheet"), "{}", kept.full_text());
    let asked = ana.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    let gone = ana.press_button(asked.message.unwrap().id, "Delete it for good").await.unwrap();
    assert!(gone.text().contains("is deleted"), "{}", gone.text());
    assert!(table.slash(ana, "/sheet list").await.contains("no sheets"));

    // It was Ana's turn: the GM has it now.
    let gm = table.gm.in_dm();
    table.sees(&gm, "You play **Ana** from now on").await;
    table.sees(&gm, "it's your turn").await;
    table.slash(&table.gm, "/pass as:Ana").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    let log = table.slash(&table.ben, "/log").await;
    assert!(log.contains("somebody who has left"), "{log}");
    let status = table.slash(&table.ben, "/status").await;
    assert!(!status.contains(&ana.mention()), "{status}");

    // The GM of an open fight has something to do first.
    let kept = table.gm.run_command("/privacy").await.unwrap().message.unwrap();
    let first = table.gm.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    assert!(first.text().contains("hand them over"), "{}", first.text());
    table.clear().await;
}

#[tokio::test]
async fn a_server_that_removes_the_bot_is_forgotten() {
    let mut table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    let (guild, hall) = table.discord.add_guild_with_bot("Elsewhere", &table.gm, "hall");
    let is_known = || has(&table, hall, "init").then_some(());
    assert!(table.discord.wait_for(SOON, is_known).await.is_some());
    table.slash(&table.gm.in_channel(hall), "/init new system:cards").await;
    let keeps_a_month = |table: &Table| drop(table.app.clone().with_server_retention(30));
    let has_fight = async |table: &Table, channel: u64| {
        table.app.find_latest_fight(ChannelId(channel)).await.unwrap().is_some()
    };
    keeps_a_month(&table);
    // One that cannot be reached has not left.
    table.discord.make_guild_unavailable(guild);
    table.slash(&table.gm, "/status").await;
    table.later(31 * 24).await;
    assert!(has_fight(&table, hall.0).await);
    table.discord.add_bot_to_guild(guild);

    // It leaves while the bot does not run, which hears of it with the list of its servers.
    table.stop().await;
    table.discord.remove_bot_from_guild(guild);
    table.start_again().await;
    keeps_a_month(&table);
    let store = table.store().await;
    while store.load_servers_left_before(i64::MAX).await.unwrap() != [guild.0] {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.later(29 * 24).await;
    assert!(has_fight(&table, hall.0).await);
    table.later(2 * 24).await;
    assert!(!has_fight(&table, hall.0).await);
    assert!(has_fight(&table, table.gm.channel.0).await);
    table.clear().await;
}
