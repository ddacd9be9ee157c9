//! Undo, redo and take-back.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_log::LogPage;
use riposte::app::input::QueryResult;

use crate::app_table::*;
use crate::standing_orders::add_order;

#[tokio::test]
async fn act_is_undone_and_redone() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let state_json = async || table.load_state().await.game.full_state_json();
    let before = state_json().await;
    table.run_command("Ana", "move zone:Gate").await;
    let moved = state_json().await;
    table.run_command("GM", "adjust who:Ana field:hp value:3").await;
    let harmed = state_json().await;
    table.assert_refused("Ana", "undo", "not-gm").await;

    table.run_command("GM", "undo").await;
    assert_eq!(state_json().await, moved);
    // A second undo goes on from there.
    table.run_command("GM", "undo").await;
    assert_eq!(state_json().await, before);
    table.run_command("GM", "redo").await;
    assert_eq!(state_json().await, moved);
    table.run_command("GM", "redo").await;
    assert_eq!(state_json().await, harmed);
    table.assert_refused("GM", "redo", "nothing-to-redo").await;
    table.run_command("GM", "undo steps:2").await;
    assert_eq!(state_json().await, before);
    // An act after an undo stays, and the undone acts can no longer be redone.
    table.run_command("Ana", "pass").await;
    table.assert_refused("GM", "redo", "nothing-to-redo").await;
    table.run_command("GM", "undo").await;
    assert_eq!(state_json().await, before);
}

#[tokio::test]
async fn undo_stops_at_the_opening() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "undo steps:20").await;
    assert!(table.load_state().await.members.is_empty());
    table.assert_refused("GM", "undo", "nothing-to-undo").await;
    table.run_command("GM", "redo").await;
    assert_eq!(table.load_state().await.members.len(), 3);
}

#[tokio::test]
async fn end_is_not_undone_during_next_fight() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "end outcome:truce").await;
    let over = table.load_state().await;
    table.run_command("Ben", "new system:dr12").await;
    assert_eq!(refusal_key(table.send_dm_command("GM", "undo").await), "fight-here");
    assert_eq!(table.app.load_fight(over.id).await.unwrap().unwrap(), over);
    table.run_command("Ben", "end outcome:truce").await;
    expect_done(table.send_dm_command("GM", "undo").await, "undo");
    assert_eq!(table.load_state().await.id, over.id);
}

#[tokio::test]
async fn undone_answer_gets_a_new_prompt() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.run_command("Ana", "dodge").await;
    table.deliver_posts().await;
    table.run_command("GM", "undo").await;
    let reissued = table.single_prompt().await;
    assert_ne!(reissued.id, open.id);
    assert_eq!(reissued.prompt.subject, open.prompt.subject);
    assert!(reissued.deadline_time().is_some());
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: notice undone".to_string()), "{posts:?}");
    assert!(any_starts_with(&posts, "channel: prompt Ana"), "{posts:?}");
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &open).await), "prompt-closed");
    expect_done(table.press_choice("Ana", "dodge", &reissued).await, "the new button");
}

/// Ana answers after five of twelve hours, has the answer undone, and answers again: the used time
/// counts, however often she does so.
#[tokio::test]
async fn undone_answer_keeps_its_remaining_time() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.advance_hours(5).await;
    table.run_command("Ana", "dodge").await;
    table.run_command("Ana", "take-back").await;
    assert_eq!(table.single_prompt().await.deadline_time(), open.deadline_time());
    table.run_command("Ana", "dodge").await;
    table.advance_hours(2).await;
    // The time while nobody was asked does not count.
    let deadline_in = |hours| Some(table.clock.now() + SignedDuration::from_hours(hours));
    table.run_command("GM", "undo").await;
    assert_eq!(table.single_prompt().await.deadline_time(), deadline_in(7));
    table.advance_hours(3).await;
    table.run_command("GM", "redo").await;
    table.run_command("GM", "undo").await;
    assert_eq!(table.single_prompt().await.deadline_time(), deadline_in(4));
    // After undoing the whole act of the Wolf, its repetition asks a new question with the full
    // time.
    table.run_command("GM", "undo").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(table.single_prompt().await.deadline_time(), deadline_in(12));
}

/// A prompt that has timed out gets new time only from the GM.
#[tokio::test]
async fn deadline_effects_are_undone_by_gm_only() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.advance_hours(12).await;
    assert_eq!(table.load_state().await.prompts, []);
    table.assert_refused("Ana", "take-back", "nothing-to-take-back").await;
    table.run_command("GM", "undo").await;
    let full_time = Some(table.clock.now() + SignedDuration::from_hours(12));
    assert_eq!(table.single_prompt().await.deadline_time(), full_time);
    // An order that applies at the deadline also uses up the time.
    add_order(&table, "Ana", "answer:dodge when:deadline").await;
    table.advance_hours(12).await;
    assert_eq!(table.load_state().await.prompts, []);
    table.assert_refused("Ana", "take-back", "nothing-to-take-back").await;
}

#[tokio::test]
async fn undone_turn_keeps_its_remaining_time() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let due = table.load_state().await.turn.as_ref().unwrap().deadline_time();
    table.advance_hours(20).await;
    table.run_command("Ana", "pass").await;
    assert_ne!(table.awaited_name().await, "Ana");
    table.run_command("Ana", "take-back").await;
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(table.load_state().await.turn.as_ref().unwrap().deadline_time(), due);
    table.advance_hours(4).await;
    assert_ne!(table.awaited_name().await, "Ana");
}

#[tokio::test]
async fn end_of_fight_can_be_undone() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "end outcome:won").await;
    assert!(!table.load_state().await.is_open);
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    table.run_command("GM", "undo").await;
    assert!(table.load_state().await.is_open);
    assert_eq!(table.awaited_name().await, "Ana");
    expect_done(table.send_dm_command("Ana", "pass").await, "in a direct message");
}

/// Only the GM still sees the dice of an undone act.
#[tokio::test]
async fn undone_dice_stay_in_the_log() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "attack target:Wolf").await;
    table.run_command("GM", "undo").await;
    let QueryResult::Log(LogPage { entries, .. }) =
        expect_query_result(table.send_command("GM", "log last:2").await)
    else {
        panic!()
    };
    let attack = &entries[0];
    assert!(attack.is_undone);
    assert!(!attack.tape.as_ref().unwrap().as_array().unwrap().is_empty());
    assert_eq!(attack.command.as_ref().unwrap().verb, "attack");
    let QueryResult::Log(LogPage { entries, .. }) =
        expect_query_result(table.send_command("Ana", "log").await)
    else {
        panic!()
    };
    assert!(entries.iter().all(|entry| entry.tape.is_none() && entry.command.is_none()));
}

/// Undoing a hidden act tells the channel nothing of it.
#[tokio::test]
async fn undo_reveals_nothing_hidden() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "undo").await;
    let posts = table.deliver_posts().await;
    let count = posts.iter().filter(|post| post.contains("notice undone")).count();
    assert_eq!(count, 1, "the GM alone: {posts:?}");
    assert!(posts.contains(&"dm 1: notice undone".to_string()), "{posts:?}");
    table.run_command("GM", "redo").await;
    let posts = table.deliver_posts().await;
    assert!(!posts.iter().any(|post| post.starts_with("channel: notice")), "{posts:?}");
    let messages = format!("{:?}", table.chat.messages.lock().unwrap());
    assert!(!messages.contains("Lurker"));
}

/// The player may take an act back as long as nobody has acted visibly since. Repeating it gives
/// the same dice.
#[tokio::test]
async fn player_takes_back_last_act() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let state_json = async || table.load_state().await.game.full_state_json();
    let before = state_json().await;
    table.assert_refused("Ana", "take-back", "nothing-to-take-back").await;
    table.run_command("Ana", "attack target:Wolf").await;
    let after = state_json().await;
    table.deliver_posts().await;
    table.assert_refused("Ben", "take-back", "nothing-to-take-back").await;
    table.assert_refused("Zoe", "take-back", "not-joined").await;
    table.run_command("GM", "pause").await;
    table.assert_refused("Ana", "take-back", "fight-paused").await;
    table.run_command("GM", "resume").await;

    table.deliver_posts().await;
    table.run_command("Ana", "take-back").await;
    assert_eq!(state_json().await, before);
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: edit turn Ana, told 1 (1 undone)"), "{posts:?}");
    assert!(posts.contains(&"channel: notice undone".to_string()), "{posts:?}");
    table.assert_refused("Ana", "take-back", "nothing-to-take-back").await;
    table.run_command("Ana", "attack target:Wolf").await;
    assert_eq!(state_json().await, after, "the same dice");
    table.run_command("Ana", "take-back").await;
    table.run_command("GM", "redo").await;
    assert_eq!(state_json().await, after);
    assert!(
        table
            .deliver_posts()
            .await
            .contains(&"channel: edit turn Ana, told 2 (1 undone)".to_string())
    );
    // Quiet acts of the GM are undone with it, and only the GM is told; visible acts prevent it.
    table.run_command("GM", "adjust who:Ben field:hp value:3 quiet:true").await;
    let adjusted = state_json().await;
    table.deliver_posts().await;
    table.run_command("Ana", "take-back").await;
    assert_eq!(state_json().await, before);
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"dm 1: notice undone".to_string()), "{posts:?}");
    table.run_command("GM", "redo").await;
    assert_eq!(state_json().await, adjusted);
    table.run_command("GM", "adjust who:Ben field:hp value:4").await;
    table.assert_refused("Ana", "take-back", "nothing-to-take-back").await;
}

#[tokio::test]
async fn answer_is_marked_as_taken_back() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.run_command("Ana", "dodge").await;
    table.deliver_posts().await;
    table.run_command("Ana", "take-back").await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: edit closed Ana taken_back"), "{posts:?}");
    assert!(any_starts_with(&posts, "channel: prompt Ana"), "{posts:?}");
    table.run_command("GM", "redo").await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: edit closed Ana answered"), "{posts:?}");
    // What told of the undo is struck through, and stays so.
    for audience in ["channel", "dm 1"] {
        let edit = format!("{audience}: edit notice undone (redone)");
        assert!(posts.contains(&edit), "{posts:?}");
    }
    assert!(posts.contains(&"channel: notice redone".to_string()), "{posts:?}");
}
