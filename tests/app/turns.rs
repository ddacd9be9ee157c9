//! Turn messages: each turn is announced to everybody it waits for, and its message shows the
//! possible acts.

use riposte::app::input::QueryResult;
use riposte::engine::core::command::Risk;

use crate::app_table::*;

/// Delivers, and returns the posts about turns and reminders.
async fn told(table: &Table) -> Vec<String> {
    let is_of_turn = |line: &String| {
        let what = line.split_once(": ").map_or("", |(_, what)| what);
        ["turn ", "waits ", "edit turn ", "edit told ", "edit gone", "nudge "]
            .iter()
            .any(|it| what.starts_with(it))
    };
    table.posts().await.into_iter().filter(is_of_turn).collect()
}

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

#[tokio::test]
async fn all_who_share_a_slot_are_pinged() {
    let table = Table::new().await;
    table.plays("factions").await;
    let lines = told(&table).await;
    assert_eq!(lines, ["channel: turn Ana+Ben pings 11 pings 12"]);
    // Ben's message is edited, since he was pinged with Ana.
    table.does("Ana", "pass").await;
    assert_eq!(told(&table).await, ["channel: edit turn Ben, told 1"]);
}

/// The message of the turn offers the undone act again.
#[tokio::test]
async fn an_undo_gives_a_turn_its_menus_back() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "move zone:Gate").await;
    told(&table).await;
    table.does("GM", "undo").await;
    assert_eq!(told(&table).await, ["channel: edit turn Ana, told 1 (1 undone)"]);
}

/// The turn is announced to the new GM, and the old message is removed.
#[tokio::test]
async fn a_turn_that_is_handed_over_has_one_message() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    told(&table).await;
    table.does("GM", "hand-over user:12").await;
    assert_eq!(told(&table).await, ["dm 1: edit gone", "dm 12: turn Wolf"]);
}

/// While a prompt is open, nobody is pinged for the turn.
#[tokio::test]
async fn a_turn_that_stands_still_is_handed_over() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    told(&table).await;
    table.does("GM", "hand-over user:12").await;
    // The message has no controls yet.
    assert_eq!(told(&table).await, ["dm 1: edit told 1", "dm 12: waits for Ana"]);
}

/// The risks of a move name visible enemies only.
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
