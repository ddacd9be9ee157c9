//! I8: an interruption at any instant leaves an input stored completely or not at all, and after a
//! restart the fight goes on as before.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use crate::app_table::*;

#[tokio::test]
async fn fight_continues_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    let open = table.set_up_wolf_attack().await;
    table.deliver_posts().await;
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.load_state().await, "what is kept is what is stored");
    // Nothing is posted twice.
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    assert_eq!(refusal_key(table.press_choice("Ben", "dodge", &open).await), "bad-target");
    expect_done(table.press_choice("Ana", "dodge", &open).await, "a button from before");
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.load_state().await);
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &open).await), "prompt-closed");
    assert!(!table.deliver_posts().await.is_empty());
}

const INPUTS: &[(&str, &str)] = &[
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
async fn interrupted_input_is_done_once() {
    for poll_count in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let mut table = Table::open_at(&path).await;
        for (index, (who, text)) in INPUTS.iter().enumerate() {
            let mut context = table.request_context(who);
            context.idempotency_key = Some(1000 + index as u64);
            poll_and_drop(table.app.handle_input(&context, parse_input(text)), poll_count).await;
            table = table.restart(&path).await;
            // The delivery is interrupted as well.
            let chat = Arc::clone(&table.chat);
            poll_and_drop(table.app.deliver_due_outbox(&chat), poll_count).await;
            table = table.restart(&path).await;
            let mut context = table.request_context(who);
            context.idempotency_key = Some(1000 + index as u64);
            let reply = table.app.handle_input(&context, parse_input(text)).await.unwrap();
            // A restart changes the dice, so it may be somebody else's turn by now.
            if !matches!(reply, riposte::app::input::InputReply::Refused(_)) {
                expect_done(reply, text);
            }
        }
        let state = table.load_state().await;
        assert!(state.revision as usize <= INPUTS.len(), "something was done twice");
        assert!(!state.is_open, "{poll_count}: {:?} {:?}", state.prompts, state.game.phase());
        table.deliver_posts().await;
        let messages = table.chat.messages.lock().unwrap();
        let opened = messages.iter().filter(|(_, text)| text == "notice opened").count();
        let summaries = messages.iter().filter(|(_, text)| text.starts_with("summary")).count();
        assert_eq!((opened, summaries), (1, 1), "{messages:?}");
    }
}

/// Polls a future this many times and drops it.
async fn poll_and_drop<F: Future>(future: F, poll_count: usize) {
    let mut future = pin!(future);
    for _ in 0..poll_count {
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
