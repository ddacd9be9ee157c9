//! Somebody who does not play follows a fight: they get a message at the end of each round, with
//! what any onlooker knows.

use riposte::app::outbox::{Audience, MessageBody};

use crate::app_table::*;

/// Keeps the posts to a user.
fn posts_to(posts: Vec<String>, who: &str) -> Vec<String> {
    let prefix = format!("dm {}: ", user_id(who).0);
    posts.into_iter().filter_map(|post| post.strip_prefix(&prefix).map(String::from)).collect()
}

/// Ends all turns until the next round begins.
async fn finish_round(table: &Table) {
    let round = table.load_state().await.game.round();
    for _ in 0..12 {
        if table.load_state().await.game.round() > round {
            return;
        }
        match table.awaited_name().await.as_str() {
            "Ana" | "Ben" => table.run_command("GM", "skip").await,
            _ => table.run_command("GM", "pass-all").await,
        };
    }
    panic!("the round does not end");
}

#[tokio::test]
async fn follower_gets_a_message_at_the_end_of_each_round_until_they_stop() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    for who in ["Ana", "GM"] {
        table.assert_refused(who, "follow", "follow-plays").await;
    }
    table.run_command("Zoe", "follow").await;
    table.deliver_posts().await;
    finish_round(&table).await;
    assert_eq!(posts_to(table.deliver_posts().await, "Zoe").len(), 1);
    finish_round(&table).await;
    let posts = posts_to(table.deliver_posts().await, "Zoe");
    assert!(posts.len() == 1 && posts[0].starts_with("round "), "{posts:?}");
    table.run_command("Zoe", "follow stop:true").await;
    finish_round(&table).await;
    assert!(posts_to(table.deliver_posts().await, "Zoe").is_empty());
}

#[tokio::test]
async fn follower_gets_the_report_and_none_once_they_play() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Zoe", "follow").await;
    table.run_command("Cleo", "follow").await;
    table.run_command("Cleo", "join name:Cleo from:adept at:Hall").await;
    table.deliver_posts().await;
    table.run_command("GM", "end outcome:truce").await;
    let posts = table.deliver_posts().await;
    assert_eq!(posts_to(posts.clone(), "Zoe"), ["report"]);
    assert!(posts_to(posts, "Cleo").is_empty());
}

/// The button in the direct message names the fight.
#[tokio::test]
async fn follower_stops_from_the_direct_message() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Zoe", "follow").await;
    let fight = table.load_state().await.id;
    expect_done(
        table.send_dm_command("Zoe", &format!("follow fight:{fight} stop:true")).await,
        "stop",
    );
    table.deliver_posts().await;
    finish_round(&table).await;
    assert!(posts_to(table.deliver_posts().await, "Zoe").is_empty());
}

/// A hidden NPC that acts and falls in a round is in no digest.
#[tokio::test]
async fn digest_has_nothing_of_hidden_npcs() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.start_and_advance_to_ana().await;
    table.run_command("Zoe", "follow").await;
    table.deliver_posts().await;
    table.run_command("GM", "adjust who:Lurker field:hp value:0 quiet:true").await;
    finish_round(&table).await;
    let (chat, mut digests) = (&table.chat, Vec::new());
    table.app.deliver_due_outbox(chat).await.unwrap();
    for delivery in chat.digests.lock().unwrap().iter() {
        if let (Audience::Dm(user), MessageBody::RoundDigest(digest)) =
            (delivery.audience, &delivery.body)
        {
            assert_eq!(user, user_id("Zoe"));
            assert!(delivery.view.members().all(|member| member.name != "Lurker"));
            digests.push(digest.clone());
        }
    }
    assert_eq!(digests.len(), 1);
    assert!(digests[0].fallen_names.is_empty(), "{digests:?}");
    assert_eq!(digests[0].foes_left, (1, 1));
}

/// Somebody who does not see the channel any more follows the fight no longer, and hears that once.
#[tokio::test]
async fn follower_who_does_not_see_the_channel_any_more_is_told_once() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Zoe", "follow").await;
    table.deliver_posts().await;
    finish_round(&table).await;
    finish_round(&table).await;
    table.chat.lose_access(user_id("Zoe"));
    assert_eq!(posts_to(table.deliver_posts().await, "Zoe"), ["notice following_ended"]);
    finish_round(&table).await;
    assert!(posts_to(table.deliver_posts().await, "Zoe").is_empty());
}
