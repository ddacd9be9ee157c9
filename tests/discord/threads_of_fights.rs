//! Fights that have a thread, or a post of a forum, of their own.

use riposte::fake_discord::{Snowflake, User};

use crate::table::{TIMEOUT, Table};

const CREATE_PUBLIC_THREADS: u64 = 1 << 35;

/// Waits until a thread is open under the channel, and returns it with its name.
async fn wait_for_thread(table: &Table, parent: Snowflake) -> (Snowflake, String) {
    let found = table.discord.wait_for(TIMEOUT, || table.discord.threads_under(parent).pop()).await;
    found.expect("no thread is opened")
}

/// Opens a fight in a thread under the arena, and returns the GM in that thread.
async fn open_in_thread(table: &Table) -> (User, Snowflake) {
    let answer = table.run_command(&table.gm, "/init new system:dr12 thread:true").await;
    let (thread, name) = wait_for_thread(table, table.gm.channel).await;
    assert!(name.starts_with("DR12 · fight ") && answer.contains(&name), "{name}: {answer}");
    (table.gm.in_channel(thread), thread)
}

fn is_archived(table: &Table, thread: Snowflake, wanted: bool) -> Option<()> {
    (table.discord.is_thread_archived(thread) == wanted).then_some(())
}

#[tokio::test]
async fn fight_lives_in_its_thread_which_is_archived_at_the_end() {
    let table = Table::start().await;
    let (gm, thread) = open_in_thread(&table).await;
    table.wait_for_message(&gm, "opens a fight here").await;
    let (ana, ben) = (table.ana.in_channel(thread), table.ben.in_channel(thread));
    // The channel above has no fight, and may get one.
    let above = table.run_command(&table.ana, "/status").await;
    assert!(above.contains("no fight here"), "{above}");
    table.run_command(&ana, "/init join from:warrior name:Ana").await;
    table.wait_for_message(&ben, "**Ana** joins").await;
    assert!(table.ben.screen_text().is_empty(), "{}", table.ben.screen_text());
    table.run_command(&gm, "/init end outcome:called-off").await;
    let archived = table.discord.wait_for(TIMEOUT, || is_archived(&table, thread, true)).await;
    assert!(archived.is_some(), "the thread stays open");
    // Whoever undoes the end has the thread back.
    table.run_command(&gm, "/gm undo").await;
    let reopened = table.discord.wait_for(TIMEOUT, || is_archived(&table, thread, false)).await;
    assert!(reopened.is_some(), "the thread stays archived");
    assert!(table.run_command(&ana, "/status").await.contains("**Ana**"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn forum_gets_a_post_for_the_fight() {
    let table = Table::start().await;
    let forum = table.discord.add_forum("fights");
    let post = table.discord.add_thread(forum, &table.gm, "who plays?");
    let gm = table.gm.in_channel(post);
    table.run_command(&gm, "/init new system:cards thread:true").await;
    let opened = || {
        let threads = table.discord.threads_under(forum).into_iter();
        threads.map(|(thread, _)| thread).find(|thread| *thread != post)
    };
    let thread = table.discord.wait_for(TIMEOUT, opened).await.expect("no post");
    let gm = table.gm.in_channel(thread);
    table.wait_for_message(&gm, "A fight of Cards takes place here").await;
    table.wait_for_message(&gm, "opens a fight here").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn thread_is_refused_at_once_without_permission() {
    let table = Table::start().await;
    table.discord.remove_bot_permissions(table.gm.channel, CREATE_PUBLIC_THREADS);
    let refused = table.run_command(&table.gm, "/init new system:dr12 thread:true").await;
    assert!(refused.contains("**Create Public Threads**"), "{refused}");
    assert!(table.discord.threads_under(table.gm.channel).is_empty());
    assert!(table.run_command(&table.gm, "/status").await.contains("no fight here"));
    table.finish_cleanly().await;
}

/// The bot is killed while Discord opens the thread, and hears nothing of it.
#[tokio::test]
async fn killed_bot_finds_the_thread_that_it_has_opened() {
    let mut table = Table::start().await;
    let channel = table.gm.channel;
    let threads = format!("POST /channels/{channel}/threads");
    let hold = table.discord.hold_next_response(&threads);
    table.run_command(&table.gm, "/init new system:dr12 thread:true").await;
    let (thread, _) = wait_for_thread(&table, channel).await;
    table.kill_and_restart().await;
    hold.release();
    let gm = table.gm.in_channel(thread);
    table.wait_for_message(&gm, "opens a fight here").await;
    assert_eq!(table.discord.threads_under(channel).len(), 1, "a second thread");
    table.run_command(&gm, "/init zones layout:\"Gate - Yard\"").await;
    table.finish_cleanly().await;
}

/// Discord refuses the thread after the fight was opened: nothing is lost, and the GM is told.
#[tokio::test]
async fn refused_thread_is_opened_later_with_all_that_was_owed() {
    let table = Table::start().await;
    let channel = table.gm.channel;
    // From a thread the bot cannot know whether it may.
    let talk = table.discord.add_thread(channel, &table.gm, "talk");
    table.discord.remove_bot_permissions(channel, CREATE_PUBLIC_THREADS);
    table.run_command(&table.gm.in_channel(talk), "/init new system:dr12 thread:true").await;
    table.wait_for_message(&table.gm.in_dm(), "The fight has no thread yet").await;
    table.run_command(&table.gm.in_dm(), "/init add from:raider name:Wolf").await;
    table.discord.add_bot_permissions(channel, CREATE_PUBLIC_THREADS);
    let opened = || {
        let threads = table.discord.threads_under(channel).into_iter();
        threads.map(|(thread, _)| thread).find(|thread| *thread != talk)
    };
    let thread = table.discord.wait_for(TIMEOUT, opened).await.expect("no thread");
    let gm = table.gm.in_channel(thread);
    table.wait_for_message(&gm, "opens a fight here").await;
    table.wait_for_message(&gm, "**Wolf** joins").await;
    table.finish_cleanly().await;
}
