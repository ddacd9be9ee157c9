//! Autocomplete: what is legal now, as whoever types knows it.

use riposte::app::input::{Input, Unfinished};

use riposte::engine::game::SYSTEMS;

use crate::table::*;

async fn typed(table: &Table, who: &str, text: &str, slot: &str, typed: &str) -> Vec<String> {
    let Input::Command { words, acting_as, .. } = command(text) else { panic!() };
    let typing = Unfinished { words, acting_as, slot: slot.into(), typed: typed.into() };
    table.app.complete(&table.seat(who), &typing).await.unwrap()
}

#[tokio::test]
async fn slots_fill_with_what_is_legal_now() {
    let table = Table::new().await;
    assert_eq!(typed(&table, "GM", "new", "system", "").await, SYSTEMS);
    table.ana_to_act().await;
    let before = table.revision().await;
    assert_eq!(typed(&table, "Ana", "attack", "target", "").await, ["Wolf"]);
    assert_eq!(typed(&table, "Ana", "attack", "target", "x").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Ana", "move", "zone", "").await, ["Gate", "Hall"]);
    assert_eq!(typed(&table, "Ana", "move", "zone", "h").await, ["Hall"]);
    assert_eq!(typed(&table, "Ana", "attack", "as", "").await, ["Ana"]);
    assert_eq!(typed(&table, "GM", "attack", "as", "").await, ["Wolf"]);
    // Not their turn, not their fight.
    assert_eq!(typed(&table, "Ben", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Stranger", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Ana", "adjust", "who", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "GM", "adjust", "who", "w").await, ["Wolf"]);
    assert!(typed(&table, "GM", "adjust who:Wolf", "field", "hp").await.contains(&"hp".into()));
    assert!(typed(&table, "GM", "set", "key", "npc").await.contains(&"npc_provoke".into()));
    assert_eq!(table.revision().await, before);
}

/// More than the chat service shows: what is typed finds them.
#[tokio::test]
async fn there_are_more_than_are_shown() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add from:raider count:20").await;
    table.does("GM", "add from:bowman count:20").await;
    assert_eq!(typed(&table, "GM", "reveal", "who", "").await.len(), 25);
    let found = typed(&table, "GM", "reveal", "who", "man 2").await;
    assert_eq!(found, ["Bowman 2", "Bowman 20"]);
    // What begins with it comes first.
    let found = typed(&table, "GM", "reveal", "who", "r").await;
    assert!(found[0].starts_with("Raider"), "{found:?}");
}

#[tokio::test]
async fn nobody_hidden_is_completed() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    assert_eq!(typed(&table, "Ana", "attack", "target", "").await, ["Wolf"]);
    assert_eq!(typed(&table, "Ana", "attack", "as", "").await, ["Ana"]);
    assert!(typed(&table, "GM", "attack", "as", "").await.contains(&"Lurker".into()));
}
