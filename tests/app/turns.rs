//! Turns: each is told of when it comes, to all whom it waits for, and its message shows what can
//! be done in it.

use riposte::app::input::QueryResult;
use riposte::engine::core::command::Risk;

use crate::app_table::*;

/// What was posted of turns, and of who is told to act.
async fn told(table: &Table) -> Vec<String> {
    let is_of_turn = |line: &String| {
        let what = line.split_once(": ").map_or("", |(_, what)| what);
        ["turn ", "waits ", "edit turn ", "edit told ", "edit gone", "nudge "]
            .iter()
            .any(|it| what.starts_with(it))
    };
    table.posts().await.into_iter().filter(is_of_turn).collect()
}

/// Two NPCs act one after the other: the second turn is told of like the first.
#[tokio::test]
async fn the_second_of_two_npcs_in_a_row_is_told_of() {
    let table = Table::new().await;
    table.does("GM", "new system:fates").await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("Ana", "join name:Ana from:sharpshooter at:Gate").await;
    table.does("GM", "add name:Trooper from:trooper at:Hall score:9").await;
    table.does("GM", "add name:Thug from:thug at:Hall score:9").await;
    table.does("GM", "start").await;
    for _ in 0..4 {
        let first = table.waited_for().await;
        told(&table).await;
        table.does("GM", "skip").await;
        let next = table.waited_for().await;
        let lines = told(&table).await;
        if first != "Ana" && next != "Ana" {
            assert_eq!(lines, ["dm 1: edit told 1".to_string(), format!("dm 1: turn {next}")]);
            return;
        }
    }
    panic!("no two NPCs act in a row");
}

/// All who share a slot are pinged.
#[tokio::test]
async fn all_who_share_a_slot_are_pinged() {
    let table = Table::new().await;
    table.plays("factions").await;
    let lines = told(&table).await;
    assert_eq!(lines, ["channel: turn Ana+Ben pings 11 pings 12"]);
    // Who is left was asked with the others.
    table.does("Ana", "pass").await;
    assert_eq!(told(&table).await, ["channel: edit turn Ben, told 1"]);
}

/// What can be done again is on the message again.
#[tokio::test]
async fn an_undo_gives_a_turn_its_menus_back() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "move zone:Gate").await;
    told(&table).await;
    table.does("GM", "undo").await;
    assert_eq!(told(&table).await, ["channel: edit turn Ana, told 1 (1 undone)"]);
}

/// A turn that is handed over is told of where it is played now, and no more where it was.
#[tokio::test]
async fn a_turn_that_is_handed_over_has_one_message() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    told(&table).await;
    table.does("GM", "hand-over user:12").await;
    assert_eq!(told(&table).await, ["dm 1: edit gone", "dm 12: turn Wolf"]);
}

/// Also while it stands still: there nobody is called before it goes on.
#[tokio::test]
async fn a_turn_that_stands_still_is_handed_over() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    told(&table).await;
    table.does("GM", "hand-over user:12").await;
    // Nobody can be chosen yet.
    assert_eq!(told(&table).await, ["dm 1: edit told 1", "dm 12: waits for Ana"]);
}

/// What a step may bring on is told of the enemies who are seen, and never of others.
#[tokio::test]
async fn a_step_says_who_may_strike() {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    table.does("Ana", "join name:Ana from:warrior at:Yard").await;
    table.does("GM", "add name:Wolf from:raider at:Yard").await;
    table.does("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    table.does("GM", "start").await;
    for _ in 0..4 {
        if table.waited_for().await == "Ana" {
            break;
        }
        table.does("GM", "skip").await;
    }
    let QueryResult::OwnCombatants { sheets, .. } = shown(table.say("Ana", "mine").await) else {
        panic!()
    };
    let risks = |verb: &str| {
        let offer = sheets[0].offers.iter().find(|offer| offer.command.verb == verb);
        offer.unwrap_or_else(|| panic!("{verb} is not offered")).risks.clone()
    };
    assert_eq!(risks("move"), [Risk { actors: vec!["Wolf".into()], ..Risk::new("strike") }]);
    assert_eq!(risks("attack"), []);
}
