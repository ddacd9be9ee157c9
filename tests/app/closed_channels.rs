//! Channels in which nothing can be posted for a while: what is owed there waits, with its
//! deadlines, and comes when the channel is back.

use std::sync::atomic::Ordering;

use jiff::SignedDuration;
use riposte::app::clock::Clock as _;
use riposte::app::ids::TurnId;
use riposte::app::input::InputReply;
use riposte::app::outbox::{Audience, DeliveryError};
use riposte::engine::core::ids::Initiator;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

const DAY_HOURS: i64 = 24;

impl Table {
    /// Makes the chat refuse everything in channels.
    fn close_channel(&self) {
        let reason = "a permission is missing".into();
        self.fail_in_channel(DeliveryError::Unreachable { reason });
    }

    fn fail_in_channel(&self, error: DeliveryError) {
        *self.chat.channel_error.lock().unwrap() = Some(error);
    }

    /// Makes the chat take messages again, without telling the app.
    fn open_channel(&self) {
        *self.chat.channel_error.lock().unwrap() = None;
    }

    /// Makes the chat take messages again, and tells the app that the server has changed.
    async fn open_and_announce_channel(&self) {
        self.open_channel();
        self.app.schedule_retry_of_unreachable_channels(GUILD).await.unwrap();
    }

    fn failed_requests(&self) -> usize {
        self.chat.failed_in_channel.load(Ordering::SeqCst)
    }

    /// Ends turns until another turn of a player has begun, and returns its id.
    async fn skip_to_next_player_turn(&self) -> TurnId {
        let first = self.load_state().await.turn.as_ref().map(|turn| turn.id);
        for _ in 0..30 {
            let state = self.load_state().await;
            let turn = state.turn.as_ref().unwrap();
            let is_player = |actor: &Initiator| {
                matches!(state.channel_or_private_audience_for(*actor), Audience::Channel(_))
            };
            let is_new = Some(turn.id) != first;
            if is_new && turn.awaited.actors.iter().any(is_player) {
                return turn.id;
            }
            // One of them fits the turn.
            self.send_command("GM", "pass-all").await;
            self.send_command("GM", "skip").await;
        }
        panic!("no player has another turn");
    }

    /// The hours until the turn ends; `None` while its clock stands still.
    async fn hours_left_of_turn(&self) -> Option<f64> {
        let state = self.load_state().await;
        let due = state.turn.as_ref().unwrap().deadline_time()?;
        Some((due - self.clock.now()).total(jiff::Unit::Hour).unwrap())
    }
}

fn count_notices(posts: &[String]) -> usize {
    posts.iter().filter(|post| *post == "dm 1: notice undelivered").count()
}

/// Many messages are owed to a closed channel, and only the oldest is tried: once, once an hour,
/// and when the server has changed.
#[tokio::test]
async fn closed_channel_costs_one_request_for_each_probe() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.close_channel();
    for _ in 0..20 {
        table.skip_to_next_player_turn().await;
        table.deliver_posts().await;
    }
    assert_eq!(table.failed_requests(), 1);
    table.clock.advance(SignedDuration::from_mins(59));
    table.deliver_posts().await;
    assert_eq!(table.failed_requests(), 1);
    table.clock.advance(SignedDuration::from_mins(1));
    table.deliver_posts().await;
    assert_eq!(table.failed_requests(), 2);
    // A server that changes many times in a row is looked at every ten seconds.
    for _ in 0..20 {
        table.app.schedule_retry_of_unreachable_channels(GUILD).await.unwrap();
        table.deliver_posts().await;
        table.clock.advance(SignedDuration::from_secs(1));
    }
    assert!((3..=5).contains(&table.failed_requests()), "{}", table.failed_requests());
    table.open_channel();
    table.clock.advance(SignedDuration::from_hours(1));
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: turn"), "{posts:?}");
    assert_eq!(table.app.next_delivery_time().await.unwrap(), None);
}

#[tokio::test]
async fn turn_in_a_closed_channel_waits_for_its_announcement() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        table.deliver_posts().await;
        table.close_channel();
        let id = table.skip_to_next_player_turn().await;
        table.deliver_posts().await;
        let turn = table.load_state().await.turn.clone().unwrap();
        assert_eq!(table.hours_left_of_turn().await, None, "{system}");
        table.advance_hours(20 * DAY_HOURS).await;
        let later = table.load_state().await.turn.clone().unwrap();
        assert_eq!(later.id, id, "{system}: the turn of somebody passed who was never told");

        table.open_and_announce_channel().await;
        let posts = table.deliver_posts().await;
        assert!(any_starts_with(&posts, "channel: turn"), "{system}: {posts:?}");
        let full = f64::from(turn.awaited.clock_secs) / 3600.0;
        assert_eq!(table.hours_left_of_turn().await, Some(full), "{system}");
    }
}

/// The first message about a turn is refused: its time starts when it can be posted.
#[tokio::test]
async fn turn_whose_announcement_was_refused_starts_in_full() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.close_channel();
    table.advance_hours(5).await;
    table.deliver_posts().await;
    assert_eq!(table.hours_left_of_turn().await, None);
    table.open_and_announce_channel().await;
    table.deliver_posts().await;
    assert_eq!(table.hours_left_of_turn().await, Some(24.0));
    // What was told before an outage goes on where it was.
    table.advance_hours(10).await;
    table.close_channel();
    table.run_command("GM", "adjust who:Ben field:hp value:9").await;
    table.deliver_posts().await;
    table.advance_hours(100).await;
    table.clock.advance(SignedDuration::from_secs(60));
    table.open_and_announce_channel().await;
    table.deliver_posts().await;
    assert_eq!(table.hours_left_of_turn().await, Some(14.0));
}

#[tokio::test]
async fn prompt_in_a_closed_channel_waits_for_its_announcement() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.deliver_posts().await;
    table.close_channel();
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    table.deliver_posts().await;
    table.advance_hours(1000).await;
    assert_eq!(table.load_state().await.prompts.len(), 1);
    table.open_and_announce_channel().await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: prompt Ana"), "{posts:?}");
    table.advance_hours(11).await;
    assert_eq!(table.load_state().await.prompts.len(), 1);
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.prompts.len(), 0);
}

/// The GM is told once for as long as an outage lasts, and again of the next.
#[tokio::test]
async fn gm_is_told_once_of_each_outage() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    for outage in 0..3 {
        table.close_channel();
        let mut notices = 0;
        for _ in 0..4 {
            table.skip_to_next_player_turn().await;
            table.clock.advance(SignedDuration::from_hours(1));
            notices += count_notices(&table.deliver_posts().await);
            notices += count_notices(&table.deliver_posts().await);
        }
        assert_eq!(notices, 1, "outage {outage}");
        table.open_and_announce_channel().await;
        assert_eq!(count_notices(&table.deliver_posts().await), 0);
    }
}

#[tokio::test]
async fn outage_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.close_channel();
    let turn = table.skip_to_next_player_turn().await;
    table.deliver_posts().await;
    let table = table.restart(&path).await;
    table.advance_hours(1000).await;
    table.deliver_posts().await;
    assert_eq!(table.load_state().await.turn.clone().unwrap().id, turn);
    assert_eq!(table.hours_left_of_turn().await, None);
    let table = table.restart(&path).await;
    table.open_and_announce_channel().await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: turn"), "{posts:?}");
    assert_eq!(table.hours_left_of_turn().await, Some(24.0));
}

/// Discord does not answer for a while: nothing is lost, nobody runs out of time, and the GM hears
/// nothing of it.
#[tokio::test]
async fn deadlines_stand_still_while_discord_does_not_answer() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.fail_in_channel(DeliveryError::Retryable { reason: "503".into(), retry_after: None });
    table.skip_to_next_player_turn().await;
    let mut notices = 0;
    for _ in 0..200 {
        notices += count_notices(&table.deliver_posts().await);
        let next = table.app.next_delivery_time().await.unwrap().unwrap();
        table.clock.set(next.max(table.clock.now()));
        table.app.fire_due_deadlines().await.unwrap();
    }
    assert_eq!(notices, 0);
    assert_eq!(table.hours_left_of_turn().await, None);
    table.open_and_announce_channel().await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: turn"), "{posts:?}");
    assert_eq!(table.hours_left_of_turn().await, Some(24.0));
}

#[tokio::test]
async fn blocked_message_does_not_stop_the_others() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    let blocked = || {
        let text = "a word".into();
        DeliveryOutcome::Failed(DeliveryError::Blocked { text, replacement: None })
    };
    let mut notices = 0;
    for _ in 0..3 {
        table.chat.queue_outcomes([blocked()]);
        table.skip_to_next_player_turn().await;
        let mut posts = table.deliver_posts().await;
        posts.extend(table.deliver_posts().await);
        notices += posts.iter().filter(|post| *post == "dm 1: notice blocked").count();
        assert!(posts.iter().any(|post| post.starts_with("channel")), "{posts:?}");
    }
    assert_eq!(notices, 1);
    assert!(table.hours_left_of_turn().await.is_some());
}

/// A fight whose channel is gone goes on in another channel of the server, where everybody is asked
/// again.
#[tokio::test]
async fn fight_moves_out_of_a_closed_channel() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        table.skip_to_next_player_turn().await;
        table.deliver_posts().await;
        let elsewhere = table.with_next_channel();
        // A fight stays where it can be read.
        table.assert_refused("GM", "relocate", "channel-open").await;
        let reply = elsewhere.send_command("GM", "relocate").await;
        assert_eq!(refusal_key(reply), "nothing-to-move", "{system}");
        table.close_channel();
        table.run_command("GM", "pause").await;
        table.run_command("GM", "resume").await;
        table.deliver_posts().await;
        assert_eq!(refusal_key(elsewhere.send_command("Ana", "relocate").await), "nothing-to-move");
        let dm_move = |link: &str| format!("relocate channel:\"{link}\"");
        for (text, key) in [
            ("relocate".to_string(), "move-where"),
            (dm_move("#arena"), "move-where"),
            (dm_move("https://discord.com/channels/9/501"), "move-other-server"),
        ] {
            assert_eq!(refusal_key(table.send_dm_command("GM", &text).await), key, "{text}");
        }
        table.open_channel();
        let reply = match *system {
            "dr12" | "cards" => elsewhere.send_command("GM", "relocate").await,
            _ => {
                let link = format!("https://discord.com/channels/{GUILD}/{}", elsewhere.channel.0);
                table.send_dm_command("GM", &dm_move(&link)).await
            }
        };
        assert!(matches!(reply, InputReply::Done(_)), "{system}: {reply:?}");
        let posts = table.deliver_posts().await;
        for start in ["channel: notice moved", "channel: turn", "channel: summary"] {
            assert!(any_starts_with(&posts, start), "{system}: no {start}: {posts:?}");
        }
        let state = elsewhere.load_state().await;
        assert_eq!((state.channel, state.is_open), (elsewhere.channel, true), "{system}");
        assert!(table.load_state_if_any().await.is_none(), "{system}");
        elsewhere.run_command("GM", "skip").await;
    }
}
