//! Turn messages: each turn is announced to everybody it waits for, and its message shows the
//! possible acts.

use riposte::app::input::QueryResult;
use riposte::engine::core::command::Risk;

use crate::app_table::*;

/// Delivers, and returns the posts about turns and reminders.
async fn deliver_turn_posts(table: &Table) -> Vec<String> {
    let is_of_turn = |line: &String| {
        let what = line.split_once(": ").map_or("", |(_, what)| what);
        ["turn ", "waits ", "edit turn ", "edit told ", "edit gone", "nudge "]
            .iter()
            .any(|it| what.starts_with(it))
    };
    table.deliver_posts().await.into_iter().filter(is_of_turn).collect()
}

#[tokio::test]
async fn second_npc_turn_in_a_row_is_announced() {
    let table = Table::new().await;
    table.run_command("GM", "new system:fates").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("Ana", "join name:Ana from:sharpshooter at:Gate").await;
    table.run_command("GM", "add name:Trooper from:trooper at:Hall score:9").await;
    table.run_command("GM", "add name:Thug from:thug at:Hall score:9").await;
    table.run_command("GM", "start").await;
    for _ in 0..4 {
        let first = table.awaited_name().await;
        deliver_turn_posts(&table).await;
        table.run_command("GM", "skip").await;
        let next = table.awaited_name().await;
        let lines = deliver_turn_posts(&table).await;
        if first != "Ana" && next != "Ana" {
            assert_eq!(lines, ["dm 1: edit told 1".to_string(), format!("dm 1: turn {next}")]);
            return;
        }
    }
    panic!("no two NPCs act in a row");
}

#[tokio::test]
async fn shared_slot_pings_all_its_players() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    let lines = deliver_turn_posts(&table).await;
    assert_eq!(lines, ["channel: turn Ana+Ben pings 11 pings 12"]);
    // Ben's message is edited, since he was pinged with Ana.
    table.run_command("Ana", "pass").await;
    assert_eq!(deliver_turn_posts(&table).await, ["channel: edit turn Ben, told 1"]);
}

/// The message of the turn offers the undone act again.
#[tokio::test]
async fn undo_restores_turn_controls() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "move zone:Gate").await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "undo").await;
    assert_eq!(deliver_turn_posts(&table).await, ["channel: edit turn Ana, told 1 (1 undone)"]);
}

/// The turn is announced to the new GM, and the old message is removed.
#[tokio::test]
async fn handed_over_turn_moves_to_new_gm() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "hand-over user:12").await;
    assert_eq!(deliver_turn_posts(&table).await, ["dm 1: edit gone", "dm 12: turn Wolf"]);
}

/// While a prompt is open, nobody is pinged for the turn.
#[tokio::test]
async fn interrupted_turn_is_handed_over_silently() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "hand-over user:12").await;
    // The message has no controls yet.
    let mut posts = deliver_turn_posts(&table).await;
    posts.sort();
    assert_eq!(posts, ["dm 1: edit told 1", "dm 12: waits for Ana"]);
}

/// The risks of a move name visible enemies only.
#[tokio::test]
async fn move_risks_name_visible_enemies() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", "join name:Ana from:warrior at:Yard").await;
    table.run_command("GM", "add name:Wolf from:raider at:Yard").await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    table.run_command("GM", "start").await;
    for _ in 0..4 {
        if table.awaited_name().await == "Ana" {
            break;
        }
        table.run_command("GM", "skip").await;
    }
    let QueryResult::OwnCombatants { sheets, .. } =
        expect_query_result(table.send_command("Ana", "mine").await)
    else {
        panic!()
    };
    let risks = |verb: &str| {
        let offer = sheets[0].offers.iter().find(|offer| offer.command.verb == verb);
        offer.unwrap_or_else(|| panic!("{verb} is not offered")).risks.clone()
    };
    assert_eq!(risks("move"), [Risk { actors: vec!["Wolf".into()], ..Risk::new("strike") }]);
    assert_eq!(risks("attack"), []);
}
