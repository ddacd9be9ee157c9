//! Deadlines: default answers, skipped turns and reminders, in order, also after a restart.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

#[tokio::test]
async fn a_question_nobody_answers_takes_its_default() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.wait(11).await;
    assert_eq!(table.now().await.prompts.len(), 1);
    table.posts().await;
    table.wait(1).await;
    assert_eq!(table.now().await.prompts.len(), 0);
    let posts = table.posts().await;
    assert!(has(&posts, "channel: edit closed Ana defaulted"), "{posts:?}");
}

#[tokio::test]
async fn a_turn_nobody_takes_passes() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.wait(24).await;
    assert_ne!(table.waited_for().await, "Ana");
}

/// The deadline of the turn is stopped while another player is asked.
#[tokio::test]
async fn a_question_does_not_eat_the_turn() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    let due = table.now().await.turn.as_ref().unwrap().deadline_time();
    assert_eq!(due, None);
    table.clock.advance(SignedDuration::from_hours(10));
    table.does("Ana", "dodge").await;
    let left =
        table.now().await.turn.as_ref().unwrap().deadline_time().unwrap() - table.clock.now();
    assert_eq!(left.total(jiff::Unit::Hour).unwrap(), 24.0);
}

#[tokio::test]
async fn the_gm_is_reminded_once() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.posts().await;
    let reminders =
        |posts: Vec<String>| posts.iter().filter(|post| post.contains("reminder")).count();
    table.wait(24).await;
    assert_eq!(reminders(table.posts().await), 1);
    table.wait(240).await;
    assert_eq!(reminders(table.posts().await), 0);
    assert!(!table.now().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline);
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
}

#[tokio::test]
async fn overdue_clocks_run_out_in_order_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let mut table = Table::at(&path).await;
    table.wolf_attacks_ana().await;
    table.clock.advance(SignedDuration::from_hours(1));
    table.channel = ChannelId(501);
    table.wolf_attacks_ana().await;
    table.clock.advance(SignedDuration::from_hours(100));
    let table = table.restart(&path).await;
    // The reminders of the prompts are too late by now and are dropped.
    assert_eq!(table.app.fire_due_deadlines().await.unwrap(), 4);
    let posts = table.posts().await;
    let nudges = posts.iter().filter(|post| post.contains("nudge"));
    // The GM is only reminded of the Wolf's turns, which go on.
    assert!(nudges.clone().all(|post| post.contains("nudge Wolf")), "{posts:?}");
    let mut closed: Vec<String> = {
        let messages = table.chat.messages.lock().unwrap();
        let is_closed = |text: &&(_, String)| text.1.starts_with("closed");
        messages.iter().filter(is_closed).map(|(to, text)| format!("{to:?} {text}")).collect()
    };
    // Different channels are served in parallel, in no fixed order.
    closed.sort();
    assert_eq!(
        closed,
        [
            "Channel(ChannelId(500)) closed Ana defaulted, told 2",
            "Channel(ChannelId(501)) closed Ana defaulted, told 2"
        ]
    );
    // Nothing is due any more, and nothing happens twice.
    assert_eq!(table.app.fire_due_deadlines().await.unwrap(), 0);
}

#[tokio::test]
async fn the_gm_need_not_wait() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.may_not("Ana", "skip", "not-gm").await;
    table.does("GM", "skip").await;
    assert_eq!(table.now().await.prompts.len(), 0);
}
