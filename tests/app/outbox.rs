//! The outbox: in order, each once, tried again, given up.

use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::outbox::Undelivered;

use crate::table::*;

fn for_now() -> Trouble {
    Trouble::Lost(Undelivered::ForNow { why: "502".into(), retry_after: None })
}

fn for_good() -> Trouble {
    Trouble::Lost(Undelivered::ForGood { why: "403".into() })
}

#[tokio::test]
async fn what_happened_comes_in_order() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.posts().await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(
        table.posts().await,
        ["channel: told 1", "channel: prompt Ana", "channel: edit summary Ana"]
    );
    table.does("Ana", "dodge").await;
    let posts = table.posts().await;
    let channel: Vec<&str> =
        posts.iter().filter(|post| post.starts_with("channel")).map(|post| &**post).collect();
    assert_eq!(
        channel,
        ["channel: edit closed Ana answered", "channel: told 1", "channel: edit summary Wolf"]
    );
}

/// However much happens, one summary waits.
#[tokio::test]
async fn summaries_coalesce() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    let posts = table.posts().await;
    assert_eq!(posts.iter().filter(|post| post.contains("summary")).count(), 1, "{posts:?}");
    assert_eq!(table.posts().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_failure_is_tried_again_later_and_keeps_the_order() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.posts().await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    table.chat.fails([for_now()]);
    assert_eq!(table.posts().await, Vec::<String>::new());
    // Not before its time.
    assert_eq!(table.posts().await, Vec::<String>::new());
    let next = table.app.next_delivery().await.unwrap().unwrap();
    table.clock.set(next);
    table.chat.fails([for_now()]);
    assert_eq!(table.posts().await, Vec::<String>::new());
    // The wait grows.
    let then = table.app.next_delivery().await.unwrap().unwrap();
    assert_eq!(then.duration_since(next), SignedDuration::from_secs(2));
    table.clock.set(then);
    assert_eq!(
        table.posts().await,
        ["channel: told 1", "channel: prompt Ana", "channel: edit summary Ana"]
    );
    assert_eq!(table.app.next_delivery().await.unwrap(), None);
}

#[tokio::test]
async fn the_chat_says_when_to_try_again() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    let retry_after = Some(Duration::from_secs(600));
    table.chat.fails([Trouble::Lost(Undelivered::ForNow { why: "429".into(), retry_after })]);
    table.posts().await;
    let next = table.app.next_delivery().await.unwrap().unwrap();
    let now = riposte::app::clock::Clock::now(&*table.clock);
    assert_eq!(next.duration_since(now), SignedDuration::from_secs(600));
}

/// A message that arrived without our hearing of it is not sent twice.
#[tokio::test]
async fn a_retry_never_posts_twice() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.chat.fails([Trouble::Unheard, Trouble::Unheard]);
    assert_eq!(table.posts().await, ["channel: notice opened"]);
    table.clock.advance(SignedDuration::from_secs(10));
    assert_eq!(table.posts().await, Vec::<String>::new());
    table.clock.advance(SignedDuration::from_secs(10));
    assert_eq!(table.posts().await, ["channel: summary "]);
    assert_eq!(table.chat.messages.lock().unwrap().len(), 2);
}

/// A channel that is closed does not stop the rest, and the GM hears of it, once.
#[tokio::test]
async fn what_never_arrives_is_given_up() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.chat.fails([for_good(), for_good()]);
    table.posts().await;
    assert_eq!(table.posts().await, ["dm 1: notice undelivered"]);
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    assert_eq!(table.posts().await, ["channel: told 1", "channel: summary "]);
    assert_eq!(table.app.next_delivery().await.unwrap(), None);
}

#[tokio::test]
async fn a_summary_that_was_deleted_is_sent_anew() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    assert_eq!(table.posts().await, ["channel: notice opened", "channel: summary "]);
    table.clock.advance(SignedDuration::from_secs(1));
    table.does("GM", "pause").await;
    let arrives = Trouble::Arrives;
    table.chat.fails([arrives, Trouble::Lost(Undelivered::Gone)]);
    assert_eq!(table.posts().await, ["channel: notice paused", "channel: summary "]);
}

/// Deliveries that start while others run neither wait for them nor get in their way.
#[tokio::test(flavor = "multi_thread")]
async fn many_deliver_at_once() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (app, chat) = (table.app.clone(), std::sync::Arc::clone(&table.chat));
        all.spawn(async move { app.deliver_pending(&chat).await.unwrap() });
    }
    let delivered: usize = all.join_all().await.iter().sum();
    let lines = table.chat.lines.lock().unwrap().clone();
    assert_eq!(delivered, lines.len(), "{lines:?}");
    let channel: Vec<_> = lines.iter().filter(|line| line.starts_with("channel")).collect();
    assert_eq!(*channel[0], "channel: notice opened");
    assert_eq!(*channel[channel.len() - 1], "channel: prompt Ana");
}

/// The GM is told what the table is not, unless they do not want it.
#[tokio::test]
async fn the_gm_is_told_more() {
    for is_wanted in [true, false] {
        let mut told = 0;
        for seed in 0..8 {
            let table = Table::rolling(seed).await;
            table.ana_to_act().await;
            table.does("GM", &format!("set key:tell_gm value:{is_wanted}")).await;
            table.posts().await;
            // How many hit points an NPC has left is for the GM alone.
            table.does("Ana", "attack target:Wolf").await;
            let posts = table.posts().await;
            told += posts.iter().filter(|post| post.starts_with("dm 1: told")).count();
        }
        assert_eq!(told > 0, is_wanted);
    }
}
