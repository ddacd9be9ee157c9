//! Undo, redo and take-back.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_log::LogPage;
use riposte::app::input::QueryResult;

use crate::app_table::*;
use crate::standing_orders::gives;

#[tokio::test]
async fn an_act_is_undone_and_redone() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let facts = async || table.now().await.game.full_state_json();
    let before = facts().await;
    table.does("Ana", "move zone:Gate").await;
    let moved = facts().await;
    table.does("GM", "adjust who:Ana field:hp value:3").await;
    let harmed = facts().await;
    table.may_not("Ana", "undo", "not-gm").await;

    table.does("GM", "undo").await;
    assert_eq!(facts().await, moved);
    // A second undo goes on from there.
    table.does("GM", "undo").await;
    assert_eq!(facts().await, before);
    table.does("GM", "redo").await;
    assert_eq!(facts().await, moved);
    table.does("GM", "redo").await;
    assert_eq!(facts().await, harmed);
    table.may_not("GM", "redo", "nothing-to-redo").await;
    table.does("GM", "undo steps:2").await;
    assert_eq!(facts().await, before);
    // An act after an undo stays, and the undone acts can no longer be redone.
    table.does("Ana", "pass").await;
    table.may_not("GM", "redo", "nothing-to-redo").await;
    table.does("GM", "undo").await;
    assert_eq!(facts().await, before);
}

#[tokio::test]
async fn all_can_be_undone_but_the_opening() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "undo steps:20").await;
    assert!(table.now().await.members.is_empty());
    table.may_not("GM", "undo", "nothing-to-undo").await;
    table.does("GM", "redo").await;
    assert_eq!(table.now().await.members.len(), 3);
}

#[tokio::test]
async fn an_end_is_not_taken_back_into_another_fight() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("GM", "end outcome:truce").await;
    let over = table.now().await;
    table.does("Ben", "new system:dr12").await;
    assert_eq!(refused(table.whispers("GM", "undo").await), "fight-here");
    assert_eq!(table.app.load_fight(over.id).await.unwrap().unwrap(), over);
    table.does("Ben", "end outcome:truce").await;
    done(table.whispers("GM", "undo").await, "undo");
    assert_eq!(table.now().await.id, over.id);
}

#[tokio::test]
async fn undone_answers_are_asked_again_with_a_new_button() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.does("Ana", "dodge").await;
    table.posts().await;
    table.does("GM", "undo").await;
    let again = table.prompt().await;
    assert_ne!(again.id, open.id);
    assert_eq!(again.prompt.subject, open.prompt.subject);
    assert!(again.deadline_time().is_some());
    let posts = table.posts().await;
    assert!(posts.contains(&"channel: notice undone".to_string()), "{posts:?}");
    assert!(has(&posts, "channel: prompt Ana"), "{posts:?}");
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "prompt-closed");
    done(table.presses("Ana", "dodge", &again).await, "the new button");
}

/// Ana answers after five of twelve hours, has the answer undone, and answers again: the used time
/// counts, however often she does so.
#[tokio::test]
async fn an_undone_answer_gets_what_was_left_of_its_time() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.wait(5).await;
    table.does("Ana", "dodge").await;
    table.does("Ana", "take-back").await;
    assert_eq!(table.prompt().await.deadline_time(), open.deadline_time());
    table.does("Ana", "dodge").await;
    table.wait(2).await;
    // The time while nobody was asked does not count.
    let left = |hours| Some(table.clock.now() + SignedDuration::from_hours(hours));
    table.does("GM", "undo").await;
    assert_eq!(table.prompt().await.deadline_time(), left(7));
    table.wait(3).await;
    table.does("GM", "redo").await;
    table.does("GM", "undo").await;
    assert_eq!(table.prompt().await.deadline_time(), left(4));
    // After undoing the whole act of the Wolf, its repetition asks a new question with the full
    // time.
    table.does("GM", "undo").await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(table.prompt().await.deadline_time(), left(12));
}

/// A prompt that has timed out gets new time only from the GM.
#[tokio::test]
async fn what_the_clock_has_done_only_the_gm_takes_back() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.wait(12).await;
    assert_eq!(table.now().await.prompts, []);
    table.may_not("Ana", "take-back", "nothing-to-take-back").await;
    table.does("GM", "undo").await;
    let whole = Some(table.clock.now() + SignedDuration::from_hours(12));
    assert_eq!(table.prompt().await.deadline_time(), whole);
    // An order that applies at the deadline also uses up the time.
    gives(&table, "Ana", "answer:dodge when:deadline").await;
    table.wait(12).await;
    assert_eq!(table.now().await.prompts, []);
    table.may_not("Ana", "take-back", "nothing-to-take-back").await;
}

#[tokio::test]
async fn an_undone_turn_has_what_was_left_of_it() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let due = table.now().await.turn.as_ref().unwrap().deadline_time();
    table.wait(20).await;
    table.does("Ana", "pass").await;
    assert_ne!(table.waited_for().await, "Ana");
    table.does("Ana", "take-back").await;
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(table.now().await.turn.as_ref().unwrap().deadline_time(), due);
    table.wait(4).await;
    assert_ne!(table.waited_for().await, "Ana");
}

#[tokio::test]
async fn the_end_of_a_fight_can_be_undone() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("GM", "end outcome:won").await;
    assert!(!table.now().await.is_open);
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    table.does("GM", "undo").await;
    assert!(table.now().await.is_open);
    assert_eq!(table.waited_for().await, "Ana");
    done(table.whispers("Ana", "pass").await, "in a direct message");
}

/// Only the GM still sees the dice of an undone act.
#[tokio::test]
async fn undone_dice_stay_in_the_log() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "attack target:Wolf").await;
    table.does("GM", "undo").await;
    let QueryResult::Log(LogPage { entries, .. }) = shown(table.say("GM", "log last:2").await)
    else {
        panic!()
    };
    let attack = &entries[0];
    assert!(attack.is_undone);
    assert!(!attack.tape.as_ref().unwrap().as_array().unwrap().is_empty());
    assert_eq!(attack.command.as_ref().unwrap().verb, "attack");
    let QueryResult::Log(LogPage { entries, .. }) = shown(table.say("Ana", "log").await) else {
        panic!()
    };
    assert!(entries.iter().all(|entry| entry.tape.is_none() && entry.command.is_none()));
}

/// Undoing a hidden act tells the channel nothing of it.
#[tokio::test]
async fn undoing_keeps_secrets() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("GM", "undo").await;
    let posts = table.posts().await;
    let count = posts.iter().filter(|post| post.contains("notice undone")).count();
    assert_eq!(count, 2, "the channel and the GM: {posts:?}");
    let messages = format!("{:?}", table.chat.messages.lock().unwrap());
    assert!(!messages.contains("Lurker"));
}

/// The player may take an act back as long as nobody has acted visibly since. Repeating it gives
/// the same dice.
#[tokio::test]
async fn a_player_takes_back_what_they_did_last() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let facts = async || table.now().await.game.full_state_json();
    let before = facts().await;
    table.may_not("Ana", "take-back", "nothing-to-take-back").await;
    table.does("Ana", "attack target:Wolf").await;
    let after = facts().await;
    table.posts().await;
    table.may_not("Ben", "take-back", "nothing-to-take-back").await;
    table.may_not("Zoe", "take-back", "not-joined").await;
    table.does("GM", "pause").await;
    table.may_not("Ana", "take-back", "fight-paused").await;
    table.does("GM", "resume").await;

    table.posts().await;
    table.does("Ana", "take-back").await;
    assert_eq!(facts().await, before);
    let posts = table.posts().await;
    assert!(has(&posts, "channel: edit turn Ana, told 1 (1 undone)"), "{posts:?}");
    assert!(posts.contains(&"channel: notice undone".to_string()), "{posts:?}");
    table.may_not("Ana", "take-back", "nothing-to-take-back").await;
    table.does("Ana", "attack target:Wolf").await;
    assert_eq!(facts().await, after, "the same dice");
    table.does("Ana", "take-back").await;
    table.does("GM", "redo").await;
    assert_eq!(facts().await, after);
    assert!(table.posts().await.contains(&"channel: edit turn Ana, told 2 (1 undone)".to_string()));
    // Quiet acts of the GM are undone with it, and only the GM is told; visible acts prevent it.
    table.does("GM", "adjust who:Ben field:hp value:3 quiet:true").await;
    let adjusted = facts().await;
    table.posts().await;
    table.does("Ana", "take-back").await;
    assert_eq!(facts().await, before);
    let posts = table.posts().await;
    assert!(posts.contains(&"dm 1: notice undone".to_string()), "{posts:?}");
    table.does("GM", "redo").await;
    assert_eq!(facts().await, adjusted);
    table.does("GM", "adjust who:Ben field:hp value:4").await;
    table.may_not("Ana", "take-back", "nothing-to-take-back").await;
}

#[tokio::test]
async fn an_answer_is_taken_back_and_marked() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.does("Ana", "dodge").await;
    table.posts().await;
    table.does("Ana", "take-back").await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: edit closed Ana taken_back"), "{posts:?}");
    assert!(has(&posts, "channel: prompt Ana"), "{posts:?}");
    table.does("GM", "redo").await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: edit closed Ana answered"), "{posts:?}");
}
