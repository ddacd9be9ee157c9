//! `/privacy`, and the deletion of data of servers that have removed the bot.

use std::time::Duration;

use riposte::app::ids::ChannelId;
use riposte::fake_discord::{BotAnswerKind, VisibleMessage};

use super::commands::has_command;
use super::table::{TIMEOUT, Table};

/// Downloads the text of the first attachment.
async fn download_file(message: &VisibleMessage) -> String {
    let url = message.attachments()[0]["url"].as_str().unwrap().to_string();
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn privacy_command_shows_exports_and_deletes_data() {
    let table = Table::start().await;
    let ana = &table.ana;
    table.begin_fight().await;
    table.run_command(ana, "/sheet new from:warrior name:Spare system:dr12").await;
    let reply = ana.run_command("/privacy").await.unwrap();
    assert!(reply.is_ephemeral);
    let kept = reply.message.unwrap();
    assert!(kept.full_text().contains("1 sheet and 0 templates"), "{}", kept.full_text());

    // The file comes in a message of its own, so that the buttons stay.
    let taken = ana.press_button(kept.id, "Give me all of it as a file").await.unwrap();
    assert!(taken.is_ephemeral && taken.kind == BotAnswerKind::Message);
    let text = download_file(&taken.message.unwrap()).await;
    assert!(text.contains("\"Spare\"") && text.contains("join from:warrior"), "{text}");

    // Ana keeps the data at the first confirmation and deletes it at the second.
    let reply = ana.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    let reply = reply.message.unwrap();
    assert!(reply.full_text().contains("the GM plays your characters"), "{}", reply.full_text());
    let kept = ana.press_button(reply.id, "Keep it").await.unwrap().message.unwrap();
    assert!(kept.full_text().contains("1 sheet"), "{}", kept.full_text());
    let reply = ana.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    let deleted = ana.press_button(reply.message.unwrap().id, "Delete it for good").await.unwrap();
    assert!(deleted.text().contains("is deleted"), "{}", deleted.text());
    assert!(table.run_command(ana, "/sheet list").await.contains("no sheets"));

    // It was Ana's turn, which the GM plays now.
    let gm = table.gm.in_dm();
    table.wait_for_message(&gm, "You play **Ana** from now on").await;
    table.wait_for_message(&gm, "it's your turn").await;
    table.run_command(&table.gm, "/pass as:Ana").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    let log = table.run_command(&table.ben, "/log").await;
    assert!(log.contains("somebody who has left"), "{log}");
    let status = table.run_command(&table.ben, "/status").await;
    assert!(!status.contains(&ana.mention()), "{status}");

    // The GM of an open fight must hand it over first.
    let kept = table.gm.run_command("/privacy").await.unwrap().message.unwrap();
    let first = table.gm.press_button(kept.id, "Delete what is kept about me…").await.unwrap();
    assert!(first.text().contains("hand them over"), "{}", first.text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn data_of_left_servers_is_deleted() {
    let mut table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    let (guild, hall) = table.discord.add_guild_with_bot("Elsewhere", &table.gm, "hall");
    let is_known = || has_command(&table, hall, "init").then_some(());
    assert!(table.discord.wait_for(TIMEOUT, is_known).await.is_some());
    table.run_command(&table.gm.in_channel(hall), "/init new system:cards").await;
    let set_retention_to_a_month =
        |table: &Table| drop(table.app.clone().with_server_retention(30));
    let has_fight = async |table: &Table, channel: u64| {
        table.app.find_open_or_latest_fight(ChannelId(channel)).await.unwrap().is_some()
    };
    set_retention_to_a_month(&table);
    // A server in an outage has not removed the bot.
    table.discord.make_guild_unavailable(guild);
    table.run_command(&table.gm, "/status").await;
    table.advance_hours(31 * 24).await;
    assert!(has_fight(&table, hall.0).await);
    table.discord.add_bot_to_guild(guild);

    // The server removes the bot while it is down. It finds out from the list of its servers.
    table.stop().await;
    table.discord.remove_bot_from_guild(guild);
    table.restart_bot().await;
    set_retention_to_a_month(&table);
    let store = table.open_store().await;
    while store.load_servers_left_before(i64::MAX).await.unwrap() != [guild.0] {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.advance_hours(29 * 24).await;
    assert!(has_fight(&table, hall.0).await);
    table.advance_hours(2 * 24).await;
    assert!(!has_fight(&table, hall.0).await);
    assert!(has_fight(&table, table.gm.channel.0).await);
    table.finish_cleanly().await;
}
