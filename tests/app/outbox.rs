//! The outbox: messages are delivered in order and once, retried after temporary failures, and
//! given up after permanent ones.

use std::path::Path;
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
use sqlx::{Connection as _, SqliteConnection};

use crate::app_table::*;

fn temporary_failure() -> DeliveryOutcome {
    DeliveryOutcome::Failed(DeliveryError::Retryable { reason: "502".into(), retry_after: None })
}

fn permanent_failure() -> DeliveryOutcome {
    DeliveryOutcome::Failed(DeliveryError::Permanent { reason: "403".into() })
}

/// Keeps the posts to the channel.
fn channel_posts(posts: Vec<String>) -> Vec<String> {
    posts.into_iter().filter(|post| post.starts_with("channel")).collect()
}

/// Opens another connection to the database of a table.
async fn connect_to_file(path: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap()
}

#[tokio::test]
async fn messages_are_delivered_in_order() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.deliver_posts().await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(
        channel_posts(table.deliver_posts().await),
        ["channel: prompt Ana, told 1", "channel: edit summary Ana"]
    );
    table.run_command("Ana", "dodge").await;
    assert_eq!(
        channel_posts(table.deliver_posts().await),
        ["channel: edit closed Ana answered, told 2", "channel: edit summary Wolf"]
    );
}

#[tokio::test]
async fn outbox_coalesces_summaries() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    let posts = table.deliver_posts().await;
    assert_eq!(posts.iter().filter(|post| post.contains("summary")).count(), 1, "{posts:?}");
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
}

#[tokio::test]
async fn outbox_retries_in_order_with_backoff() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.run_command("GM", "adjust who:Ben field:hp value:9").await;
    table.run_command("GM", "pause").await;
    table.chat.queue_outcomes([temporary_failure()]);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    // The retry is not due yet.
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    let next = table.app.next_delivery_time().await.unwrap().unwrap();
    table.clock.set(next);
    table.chat.queue_outcomes([temporary_failure()]);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    // The delay between retries grows.
    let then = table.app.next_delivery_time().await.unwrap().unwrap();
    assert_eq!(then.duration_since(next), SignedDuration::from_secs(2));
    table.clock.set(then);
    assert_eq!(
        table.deliver_posts().await,
        ["channel: edit turn Ana, told 1", "channel: notice paused"]
    );
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

#[tokio::test]
async fn outbox_obeys_retry_after() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    let retry_after = Some(Duration::from_secs(600));
    table.chat.queue_outcomes([DeliveryOutcome::Failed(DeliveryError::Retryable {
        reason: "429".into(),
        retry_after,
    })]);
    table.deliver_posts().await;
    let next = table.app.next_delivery_time().await.unwrap().unwrap();
    let current_time = riposte::app::clock::Clock::now(&*table.clock);
    assert_eq!(next.duration_since(current_time), SignedDuration::from_secs(600));
}

/// A message that arrived without an acknowledgement is not sent twice.
#[tokio::test]
async fn unacknowledged_message_is_not_sent_twice() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.chat.queue_outcomes([DeliveryOutcome::Unacknowledged, DeliveryOutcome::Unacknowledged]);
    assert_eq!(table.deliver_posts().await, ["channel: notice opened"]);
    table.clock.advance(SignedDuration::from_secs(10));
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    table.clock.advance(SignedDuration::from_secs(10));
    assert_eq!(table.deliver_posts().await, ["channel: summary "]);
    assert_eq!(table.chat.messages.lock().unwrap().len(), 2);
}

/// A channel that is closed does not stop later messages, and the GM is told of the failure once.
#[tokio::test]
async fn outbox_gives_up_after_403() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.chat.queue_outcomes([permanent_failure(), permanent_failure()]);
    table.deliver_posts().await;
    assert_eq!(table.deliver_posts().await, ["dm 1: notice undelivered"]);
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    assert_eq!(table.deliver_posts().await, ["channel: told 1", "channel: summary "]);
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

#[tokio::test]
async fn deleted_summary_is_posted_again() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    assert_eq!(table.deliver_posts().await, ["channel: notice opened", "channel: summary "]);
    table.clock.advance(SignedDuration::from_secs(1));
    table.run_command("GM", "pause").await;
    let arrives = DeliveryOutcome::Delivered;
    table.chat.queue_outcomes([arrives, DeliveryOutcome::Failed(DeliveryError::TargetGone)]);
    assert_eq!(table.deliver_posts().await, ["channel: notice paused", "channel: summary "]);
}

/// A delivery that starts while others run neither waits for them nor disturbs them.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_deliveries_send_each_message_once() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (app, chat) = (table.app.clone(), std::sync::Arc::clone(&table.chat));
        tasks.spawn(async move { app.deliver_due_outbox(&chat).await.unwrap() });
    }
    let delivered: usize = tasks.join_all().await.iter().sum();
    let lines = table.chat.lines.lock().unwrap().clone();
    assert_eq!(delivered, lines.len(), "{lines:?}");
    let channel_lines: Vec<_> = lines.iter().filter(|line| line.starts_with("channel")).collect();
    assert_eq!(*channel_lines[0], "channel: notice opened");
    assert_eq!(*channel_lines[channel_lines.len() - 1], "channel: prompt Ana, told 1");
}

/// The GM gets private details of an act, unless the setting turns them off.
#[tokio::test]
async fn gm_gets_private_details_by_setting() {
    for is_wanted in [true, false] {
        let mut detail_count = 0;
        for seed in 0..8 {
            let table = Table::with_dice_seed(seed).await;
            table.set_up_ana_turn().await;
            table.run_command("GM", &format!("set key:tell_gm value:{is_wanted}")).await;
            table.deliver_posts().await;
            // Only the GM may know the remaining hit points of an NPC.
            table.run_command("Ana", "attack target:Wolf").await;
            let posts = table.deliver_posts().await;
            detail_count += posts.iter().filter(|post| post.starts_with("dm 1: told")).count();
        }
        assert_eq!(detail_count > 0, is_wanted);
    }
}

#[tokio::test]
async fn retry_survives_clock_set_back() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.chat.queue_outcomes([temporary_failure()]);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    table.clock.advance(SignedDuration::from_hours(-24));
    assert_eq!(table.deliver_posts().await, ["channel: notice opened", "channel: summary "]);
}

/// The unreadable row is given up, and later ones arrive.
#[tokio::test]
async fn unreadable_row_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_file(&path).await;
    table.run_command("GM", "new system:dr12").await;
    let mut file = connect_to_file(&path).await;
    let corrupt = "UPDATE post SET letter = 'cake' WHERE id = (SELECT min(id) FROM post)";
    sqlx::query(corrupt).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: summary ".to_string()), "{posts:?}");
    assert_eq!(table.deliver_posts().await, ["dm 1: notice undelivered"]);
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

/// The posts stand in the channel, but the database cannot store that for a while, as when the disk
/// is full.
#[tokio::test]
async fn message_whose_delivery_cannot_be_stored_is_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_file(&path).await;
    table.run_command("GM", "new system:dr12").await;
    let mut file = connect_to_file(&path).await;
    let refuse = "CREATE TRIGGER full BEFORE DELETE ON post BEGIN SELECT RAISE(ABORT, 'full'); END";
    sqlx::query(refuse).execute(&mut file).await.unwrap();
    for _ in 0..3 {
        table.app.deliver_due_outbox(&table.chat).await.unwrap_err();
    }
    sqlx::query("DROP TRIGGER full").execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    assert_eq!(table.deliver_posts().await, ["channel: notice opened", "channel: summary "]);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
}

/// A sender that fails once in one channel and never returns in another.
#[derive(Default)]
struct FlakySender {
    attempts: AtomicUsize,
    delivered: tokio::sync::Notify,
}

impl MessageSender for FlakySender {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        if delivery.fight_channel != CHANNEL {
            return std::future::pending().await;
        }
        if self.attempts.fetch_add(1, Ordering::SeqCst) == 0 {
            return Err(DeliveryError::Retryable { reason: "502".into(), retry_after: None });
        }
        self.delivered.notify_one();
        Ok(DeliveredMessage {
            message: MessageRef { channel: CHANNEL, message: MessageId(1) },
            content_hash: Some(0),
        })
    }
}

/// A delivery that hangs does not keep the background tasks from retrying another one.
#[tokio::test]
async fn retry_runs_while_another_delivery_hangs() {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::new_running());
    let app = App::new(Store::in_memory().await.unwrap(), clock, dice_source::seeded_dice(7));
    let table = Table { app: app.clone(), ..Table::new().await };
    table.with_next_channel().run_command("GM", "new system:dr12").await;
    table.run_command("GM", "new system:dr12").await;
    let sender = Arc::new(FlakySender::default());
    let background_tasks = tokio::spawn({
        let sender = Arc::clone(&sender);
        async move { app.run_background_tasks(sender, std::future::pending()).await }
    });
    let limit = Duration::from_secs(10);
    let retried = tokio::time::timeout(limit, sender.delivered.notified()).await;
    background_tasks.abort();
    assert!(retried.is_ok(), "nobody has tried again");
}

/// A sender that counts how many deliveries run at once.
#[derive(Default)]
struct CountingSender {
    running: AtomicUsize,
    maximum: AtomicUsize,
}

impl MessageSender for CountingSender {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.maximum.fetch_max(running, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(5)).await;
        self.running.fetch_sub(1, Ordering::SeqCst);
        let at = MessageRef { channel: delivery.fight_channel, message: MessageId(1) };
        Ok(DeliveredMessage { message: at, content_hash: Some(0) })
    }
}

#[tokio::test]
async fn concurrent_deliveries_are_limited() {
    let table = Table::new().await;
    let mut here = table.with_next_channel();
    for _ in 0..60 {
        here.run_command("GM", "new system:dr12").await;
        here = here.with_next_channel();
    }
    let sender = Arc::new(CountingSender::default());
    assert_eq!(table.app.deliver_due_outbox(&sender).await.unwrap(), 120);
    let maximum = sender.maximum.load(Ordering::SeqCst);
    assert!((2..=32).contains(&maximum), "{maximum} at once");
}

/// A sender that never returns from a direct message.
#[derive(Debug, Default)]
struct HangingDmSender {
    channel_count: AtomicUsize,
    delivered: tokio::sync::Notify,
}

impl MessageSender for HangingDmSender {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        if matches!(delivery.audience, Audience::Dm(_)) {
            return std::future::pending().await;
        }
        if self.channel_count.fetch_add(1, Ordering::SeqCst) + 1 == 2 * FIGHT_COUNT {
            self.delivered.notify_one();
        }
        let at = MessageRef { channel: delivery.fight_channel, message: MessageId(1) };
        Ok(DeliveredMessage { message: at, content_hash: Some(0) })
    }
}

const FIGHT_COUNT: usize = 3;

/// The direct messages of many users hang, and messages to channels are still delivered.
#[tokio::test]
async fn channels_do_not_wait_for_direct_messages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_file(&path).await;
    let mut here = table.with_next_channel();
    for _ in 0..FIGHT_COUNT {
        here.run_command("GM", "new system:dr12").await;
        here = here.with_next_channel();
    }
    let mut file = connect_to_file(&path).await;
    // Queue messages to a hundred users ahead of the first one.
    let insert = "WITH RECURSIVE one(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM one WHERE k < 100)
        INSERT INTO post (id, fight, audience, letter, revision, place, at)
        SELECT -k, fight, 'dm ' || (1000 + k), letter, revision, place, at
        FROM one, post WHERE id = (SELECT min(id) FROM post)";
    sqlx::query(insert).execute(&mut file).await.unwrap();
    let sender = Arc::new(HangingDmSender::default());
    let app = table.app.clone();
    let delivery = tokio::spawn({
        let sender = Arc::clone(&sender);
        async move { app.deliver_due_outbox(&sender).await }
    });
    let limit = Duration::from_secs(10);
    let arrived = tokio::time::timeout(limit, sender.delivered.notified()).await;
    delivery.abort();
    assert!(arrived.is_ok(), "{sender:?}");
}
