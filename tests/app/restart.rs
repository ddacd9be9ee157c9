//! I8: an interruption at any instant leaves an input stored completely or not at all, and after a
//! restart the fight goes on as before.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use crate::app_table::*;

#[tokio::test]
async fn a_fight_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    let open = table.wolf_attacks_ana().await;
    table.posts().await;
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.now().await, "what is kept is what is stored");
    // Nothing is posted twice.
    assert_eq!(table.posts().await, Vec::<String>::new());
    assert_eq!(refused(table.presses("Ben", "dodge", &open).await), "bad-target");
    done(table.presses("Ana", "dodge", &open).await, "a button from before");
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.now().await);
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "prompt-closed");
    assert!(!table.posts().await.is_empty());
}

const STORY: &[(&str, &str)] = &[
    ("GM", "new system:dr12"),
    ("GM", "set key:avoid_rolls value:prompt"),
    ("GM", "zones layout:\"Gate - Yard - Hall\""),
    ("Ana", "join name:Ana from:warrior at:Yard hp:30 hp_max:30"),
    ("GM", "add name:Wolf from:raider at:Yard hp:30 hp_max:30"),
    ("GM", "start"),
    ("Ana", "move zone:Gate"),
    ("GM", "adjust who:Ana field:hp value:20"),
    ("GM", "undo"),
    ("GM", "pause"),
    ("GM", "resume"),
    ("GM", "end outcome:truce"),
];

/// Every input is dropped after some polls, as if the program was killed, and then sent again with
/// the same key. In the end the journal is the same as without interruptions.
#[tokio::test]
async fn an_input_that_is_broken_off_is_done_once_or_not_at_all() {
    for patience in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let mut table = Table::at(&path).await;
        for (at, (who, text)) in STORY.iter().enumerate() {
            let mut origin = table.origin(who);
            origin.idempotency_key = Some(1000 + at as u64);
            break_off(table.app.handle_input(&origin, command(text)), patience).await;
            table = table.restart(&path).await;
            // The delivery is interrupted as well.
            let chat = Arc::clone(&table.chat);
            break_off(table.app.deliver_pending(&chat), patience).await;
            table = table.restart(&path).await;
            let mut origin = table.origin(who);
            origin.idempotency_key = Some(1000 + at as u64);
            let reply = table.app.handle_input(&origin, command(text)).await.unwrap();
            // A restart changes the dice, so it may be somebody else's turn by now.
            if !matches!(reply, riposte::app::input::InputReply::Refused(_)) {
                done(reply, text);
            }
        }
        let now = table.now().await;
        assert!(now.revision as usize <= STORY.len(), "something was done twice");
        assert!(!now.is_open, "{patience}: {:?} {:?}", now.prompts, now.game.phase());
        table.posts().await;
        let messages = table.chat.messages.lock().unwrap();
        let opened = messages.iter().filter(|(_, text)| text == "notice opened").count();
        let summaries = messages.iter().filter(|(_, text)| text.starts_with("summary")).count();
        assert_eq!((opened, summaries), (1, 1), "{messages:?}");
    }
}

/// Polls a future this many times and drops it.
async fn break_off<F: Future>(future: F, patience: usize) {
    let mut future = pin!(future);
    for _ in 0..patience {
        if future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            return;
        }
        // Give the threads of the database time to make progress.
        for _ in 0..20 {
            tokio::task::yield_now().await;
            std::thread::yield_now();
        }
    }
}
