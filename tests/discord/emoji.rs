//! The application's own emoji for dice and bars.

use riposte::discord::emoji;

use crate::table::{TIMEOUT, Table, discord_address};

/// Six faces in three fates, and the bars.
const EMOJI_COUNT: usize = 23;

async fn wait_for_emoji_count(table: &Table, count: usize) {
    let has_count = || (table.discord.application_emoji().len() == count).then_some(());
    let found = table.discord.wait_for(TIMEOUT, has_count).await;
    assert!(found.is_some(), "{:?}", table.discord.application_emoji());
}

fn upload_count(table: &Table) -> usize {
    let is_upload = |request: &serde_json::Value| {
        let path = request["path"].as_str().unwrap_or_default();
        request["method"] == "POST" && path.ends_with("/emojis")
    };
    table.discord.logged_requests().iter().filter(|request| is_upload(request)).count()
}

#[tokio::test]
async fn dice_and_bars_are_emoji_that_are_uploaded_once_and_removed_on_request() {
    let mut table = Table::start_with_emoji().await;
    wait_for_emoji_count(&table, EMOJI_COUNT).await;
    table.begin_fight().await;
    let board = table.wait_for_message(&table.ana, "DR12 · round").await;
    let board = table.wait_for_edit(&table.ana, &board, "<:riposte_bar_4:").await;
    assert!(!board.full_text().contains('▰'), "{}", board.full_text());
    table.wait_for_message(&table.ana, "<:riposte_d6_6:").await;
    // Plain mode has numbers and no bars.
    table.run_command(&table.ben, "/plain on").await;
    let plain = table.run_command(&table.ben, "/status").await;
    assert!(!plain.contains("<:riposte") && plain.contains("8/8"), "{plain}");

    table.stop_and_restart().await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert_eq!(upload_count(&table), EMOJI_COUNT, "uploaded again");
    let removed =
        emoji::remove_emoji_and_stop_uploading(&table.app, &discord_address(&table.discord))
            .await
            .unwrap();
    assert_eq!((removed, table.discord.application_emoji().len()), (EMOJI_COUNT, 0));
    table.stop_and_restart().await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert_eq!(upload_count(&table), EMOJI_COUNT, "uploaded although they were removed");
    let uploaded = emoji::upload_emoji(&table.app, &discord_address(&table.discord)).await.unwrap();
    assert_eq!((uploaded, table.discord.application_emoji().len()), (EMOJI_COUNT, EMOJI_COUNT));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn bot_without_emoji_of_its_own_writes_plain_characters() {
    let table = Table::start().await;
    table.begin_fight().await;
    let board = table.wait_for_message(&table.ana, "▰▰▰▰").await;
    assert!(!board.full_text().contains("<:"), "{}", board.full_text());
    assert!(table.discord.application_emoji().is_empty());
    table.finish_cleanly().await;
}
