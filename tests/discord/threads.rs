//! A thread with a fight in it does not stay archived.

use crate::table::{SOON, Table};

#[tokio::test]
async fn a_thread_stays_open_while_its_fight_is() {
    let table = Table::set().await;
    let thread = table.discord.add_thread(table.gm.channel, &table.gm, "duel");
    let gm = table.gm.in_channel(thread);
    table.slash(&gm, "/init new system:dr12").await;
    table.discord.archive_thread(thread, false);
    let is_open = || (!table.discord.is_thread_archived(thread)).then_some(());
    assert!(table.discord.wait_for(SOON, is_open).await.is_some());
    // What a moderator has locked is theirs.
    table.discord.archive_thread(thread, true);
    assert!(table.discord.wait_until_idle(SOON).await);
    assert!(table.discord.is_thread_archived(thread));
    table.discord.archive_thread(thread, false);
    assert!(table.discord.wait_for(SOON, is_open).await.is_some());
    table.slash(&gm, "/init end outcome:called-off").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    table.discord.archive_thread(thread, false);
    assert!(table.discord.wait_until_idle(SOON).await);
    assert!(table.discord.is_thread_archived(thread));
    table.clear().await;
}
