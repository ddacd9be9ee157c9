//! The outbox: messages are delivered in order and once, retried after temporary failures, and
//! given up after permanent ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageRef, MessageSender,
};
use riposte::app::{App, dice_source};
use riposte::store::Store;
use riposte::store::ids::MessageId;
use sqlx::Connection as _;

use crate::app_table::*;

fn for_now() -> Trouble {
    Trouble::Lost(DeliveryError::Retryable { reason: "502".into(), retry_after: None })
}

fn for_good() -> Trouble {
    Trouble::Lost(DeliveryError::Permanent { reason: "403".into() })
}

/// Keeps the posts to the channel.
fn channel(posts: Vec<String>) -> Vec<String> {
    posts.into_iter().filter(|post| post.starts_with("channel")).collect()
}

#[tokio::test]
async fn what_happened_comes_in_order() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.posts().await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(
        channel(table.posts().await),
        ["channel: prompt Ana, told 1", "channel: edit summary Ana"]
    );
    table.does("Ana", "dodge").await;
    assert_eq!(
        channel(table.posts().await),
        ["channel: edit closed Ana answered, told 2", "channel: edit summary Wolf"]
    );
}

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
    table.ana_to_act().await;
    table.posts().await;
    table.does("GM", "adjust who:Ben field:hp value:9").await;
    table.does("GM", "pause").await;
    table.chat.fails([for_now()]);
    assert_eq!(table.posts().await, Vec::<String>::new());
    // The retry is not due yet.
    assert_eq!(table.posts().await, Vec::<String>::new());
    let next = table.app.next_delivery_time().await.unwrap().unwrap();
    table.clock.set(next);
    table.chat.fails([for_now()]);
    assert_eq!(table.posts().await, Vec::<String>::new());
    // The delay between retries grows.
    let then = table.app.next_delivery_time().await.unwrap().unwrap();
    assert_eq!(then.duration_since(next), SignedDuration::from_secs(2));
    table.clock.set(then);
    assert_eq!(table.posts().await, ["channel: edit turn Ana, told 1", "channel: notice paused"]);
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

#[tokio::test]
async fn the_chat_says_when_to_try_again() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    let retry_after = Some(Duration::from_secs(600));
    table
        .chat
        .fails([Trouble::Lost(DeliveryError::Retryable { reason: "429".into(), retry_after })]);
    table.posts().await;
    let next = table.app.next_delivery_time().await.unwrap().unwrap();
    let now = riposte::app::clock::Clock::now(&*table.clock);
    assert_eq!(next.duration_since(now), SignedDuration::from_secs(600));
}

/// A message that arrived without an acknowledgement is not sent twice.
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

/// A channel that is closed does not stop later messages, and the GM is told of the failure once.
#[tokio::test]
async fn what_never_arrives_is_given_up() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.chat.fails([for_good(), for_good()]);
    table.posts().await;
    assert_eq!(table.posts().await, ["dm 1: notice undelivered"]);
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    assert_eq!(table.posts().await, ["channel: told 1", "channel: summary "]);
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

#[tokio::test]
async fn a_summary_that_was_deleted_is_sent_anew() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    assert_eq!(table.posts().await, ["channel: notice opened", "channel: summary "]);
    table.clock.advance(SignedDuration::from_secs(1));
    table.does("GM", "pause").await;
    let arrives = Trouble::Arrives;
    table.chat.fails([arrives, Trouble::Lost(DeliveryError::TargetGone)]);
    assert_eq!(table.posts().await, ["channel: notice paused", "channel: summary "]);
}

/// A delivery that starts while others run neither waits for them nor disturbs them.
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
    assert_eq!(*channel[channel.len() - 1], "channel: prompt Ana, told 1");
}

/// The GM gets private details of an act, unless the setting turns them off.
#[tokio::test]
async fn the_gm_is_told_more() {
    for is_wanted in [true, false] {
        let mut told = 0;
        for seed in 0..8 {
            let table = Table::rolling(seed).await;
            table.ana_to_act().await;
            table.does("GM", &format!("set key:tell_gm value:{is_wanted}")).await;
            table.posts().await;
            // Only the GM may know the remaining hit points of an NPC.
            table.does("Ana", "attack target:Wolf").await;
            let posts = table.posts().await;
            told += posts.iter().filter(|post| post.starts_with("dm 1: told")).count();
        }
        assert_eq!(told > 0, is_wanted);
    }
}

#[tokio::test]
async fn a_retry_does_not_wait_for_a_clock_that_was_set_back() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.chat.fails([for_now()]);
    assert_eq!(table.posts().await, Vec::<String>::new());
    table.clock.advance(SignedDuration::from_hours(-24));
    assert_eq!(table.posts().await, ["channel: notice opened", "channel: summary "]);
}

/// The unreadable row is given up, and later ones arrive.
#[tokio::test]
async fn a_row_that_cannot_be_read_holds_up_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::in_file(&path).await;
    table.does("GM", "new system:dr12").await;
    let file = format!("sqlite:{}", path.display());
    let mut file = sqlx::SqliteConnection::connect(&file).await.unwrap();
    let spoil = "UPDATE post SET letter = 'cake' WHERE id = (SELECT min(id) FROM post)";
    sqlx::query(spoil).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    let posts = table.posts().await;
    assert!(posts.contains(&"channel: summary ".to_string()), "{posts:?}");
    assert_eq!(table.posts().await, ["dm 1: notice undelivered"]);
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

/// A sender that fails once in one channel and never returns in another.
#[derive(Default)]
struct Slow {
    tries: AtomicUsize,
    is_there: tokio::sync::Notify,
}

impl MessageSender for Slow {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        if parcel.fight_channel != CHANNEL {
            return std::future::pending().await;
        }
        if self.tries.fetch_add(1, Ordering::SeqCst) == 0 {
            return Err(DeliveryError::Retryable { reason: "502".into(), retry_after: None });
        }
        self.is_there.notify_one();
        Ok(DeliveredMessage {
            message: MessageRef { channel: CHANNEL, message: MessageId(1) },
            content_mark: Some(0),
        })
    }
}

/// A delivery that hangs does not keep the background tasks from retrying another one.
#[tokio::test]
async fn a_retry_comes_in_its_time() {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::new_running());
    let app = App::new(Store::in_memory().await.unwrap(), clock, dice_source::seeded_dice(7));
    let table = Table { app: app.clone(), ..Table::new().await };
    table.beside().does("GM", "new system:dr12").await;
    table.does("GM", "new system:dr12").await;
    let courier = Arc::new(Slow::default());
    let errands = tokio::spawn({
        let courier = Arc::clone(&courier);
        async move { app.run_background_tasks(courier, std::future::pending()).await }
    });
    let soon = Duration::from_secs(10);
    let retried = tokio::time::timeout(soon, courier.is_there.notified()).await;
    errands.abort();
    assert!(retried.is_ok(), "nobody has tried again");
}

/// A sender that counts how many deliveries run at once.
#[derive(Default)]
struct Busy {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl MessageSender for Busy {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(5)).await;
        self.now.fetch_sub(1, Ordering::SeqCst);
        let at = MessageRef { channel: parcel.fight_channel, message: MessageId(1) };
        Ok(DeliveredMessage { message: at, content_mark: Some(0) })
    }
}

#[tokio::test]
async fn few_are_under_way_at_once() {
    let table = Table::new().await;
    let mut here = table.beside();
    for _ in 0..60 {
        here.does("GM", "new system:dr12").await;
        here = here.beside();
    }
    let courier = Arc::new(Busy::default());
    assert_eq!(table.app.deliver_pending(&courier).await.unwrap(), 120);
    let most = courier.most.load(Ordering::SeqCst);
    assert!((2..=32).contains(&most), "{most} at once");
}

/// A sender that never returns from a direct message.
#[derive(Debug, Default)]
struct Waiting {
    to_channels: AtomicUsize,
    is_there: tokio::sync::Notify,
}

impl MessageSender for Waiting {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        if matches!(parcel.audience, Audience::Dm(_)) {
            return std::future::pending().await;
        }
        if self.to_channels.fetch_add(1, Ordering::SeqCst) + 1 == 2 * FIGHTS {
            self.is_there.notify_one();
        }
        let at = MessageRef { channel: parcel.fight_channel, message: MessageId(1) };
        Ok(DeliveredMessage { message: at, content_mark: Some(0) })
    }
}

const FIGHTS: usize = 3;

/// The direct messages of many users hang, and messages to channels are still delivered.
#[tokio::test]
async fn channels_do_not_wait_for_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::in_file(&path).await;
    let mut here = table.beside();
    for _ in 0..FIGHTS {
        here.does("GM", "new system:dr12").await;
        here = here.beside();
    }
    let mut file = sqlx::SqliteConnection::connect(&format!("sqlite:{}", path.display())).await;
    let file = file.as_mut().unwrap();
    // Queue messages to a hundred users ahead of the first one.
    let told = "WITH RECURSIVE one(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM one WHERE k < 100)
        INSERT INTO post (id, fight, audience, letter, revision, place, at)
        SELECT -k, fight, 'dm ' || (1000 + k), letter, revision, place, at
        FROM one, post WHERE id = (SELECT min(id) FROM post)";
    sqlx::query(told).execute(file).await.unwrap();
    let courier = Arc::new(Waiting::default());
    let app = table.app.clone();
    let delivery = tokio::spawn({
        let courier = Arc::clone(&courier);
        async move { app.deliver_pending(&courier).await }
    });
    let soon = Duration::from_secs(10);
    let arrived = tokio::time::timeout(soon, courier.is_there.notified()).await;
    delivery.abort();
    assert!(arrived.is_ok(), "{courier:?}");
}
