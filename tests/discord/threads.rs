//! The bot reopens an archived thread while a fight is open in it.

use crate::table::{TIMEOUT, Table};

#[tokio::test]
async fn thread_is_reopened_while_its_fight_is_open() {
    let table = Table::start().await;
    let thread = table.discord.add_thread(table.gm.channel, &table.gm, "duel");
    let gm = table.gm.in_channel(thread);
    table.run_command(&gm, "/init new system:dr12").await;
    table.discord.archive_thread(thread);
    let is_open = || (!table.discord.is_thread_archived(thread)).then_some(());
    assert!(table.discord.wait_for(TIMEOUT, is_open).await.is_some());
    // A thread that a moderator has locked stays archived.
    table.discord.archive_and_lock_thread(thread);
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert!(table.discord.is_thread_archived(thread));
    table.discord.archive_thread(thread);
    assert!(table.discord.wait_for(TIMEOUT, is_open).await.is_some());
    table.run_command(&gm, "/init end outcome:called-off").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.archive_thread(thread);
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert!(table.discord.is_thread_archived(thread));
    table.finish_cleanly().await;
}
