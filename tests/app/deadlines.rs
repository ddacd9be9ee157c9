//! Deadlines: default answers, skipped turns and reminders, in order, also after a restart.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

#[tokio::test]
async fn unanswered_prompt_takes_its_default() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.advance_hours(11).await;
    assert_eq!(table.load_state().await.prompts.len(), 1);
    table.deliver_posts().await;
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.prompts.len(), 0);
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: edit closed Ana defaulted"), "{posts:?}");
}

#[tokio::test]
async fn turn_passes_at_its_deadline() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.advance_hours(24).await;
    assert_ne!(table.awaited_name().await, "Ana");
}

/// The deadline of the turn is stopped while another player is asked.
#[tokio::test]
async fn turn_deadline_stops_while_prompt_is_open() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    let due = table.load_state().await.turn.as_ref().unwrap().deadline_time();
    assert_eq!(due, None);
    table.clock.advance(SignedDuration::from_hours(10));
    table.run_command("Ana", "dodge").await;
    let remaining = table.load_state().await.turn.as_ref().unwrap().deadline_time().unwrap()
        - table.clock.now();
    assert_eq!(remaining.total(jiff::Unit::Hour).unwrap(), 24.0);
}

#[tokio::test]
async fn gm_is_reminded_once_of_npc_turn() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.deliver_posts().await;
    let reminders =
        |posts: Vec<String>| posts.iter().filter(|post| post.contains("reminder")).count();
    table.advance_hours(24).await;
    assert_eq!(reminders(table.deliver_posts().await), 1);
    table.advance_hours(240).await;
    assert_eq!(reminders(table.deliver_posts().await), 0);
    assert!(!table.load_state().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline);
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
}

#[tokio::test]
async fn overdue_deadlines_fire_in_order_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let mut table = Table::open_at(&path).await;
    table.set_up_wolf_attack().await;
    table.clock.advance(SignedDuration::from_hours(1));
    table.channel = ChannelId(501);
    table.set_up_wolf_attack().await;
    table.clock.advance(SignedDuration::from_hours(100));
    let table = table.restart(&path).await;
    // The reminders of the prompts are too late by now and are dropped.
    assert_eq!(table.app.fire_due_deadlines().await.unwrap(), 4);
    let posts = table.deliver_posts().await;
    let reminders = posts.iter().filter(|post| post.contains("nudge"));
    // The GM is only reminded of the Wolf's turns, which go on.
    assert!(reminders.clone().all(|post| post.contains("nudge Wolf")), "{posts:?}");
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
async fn gm_skips_open_prompt() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.assert_refused("Ana", "skip", "not-gm").await;
    table.run_command("GM", "skip").await;
    assert_eq!(table.load_state().await.prompts.len(), 0);
}
