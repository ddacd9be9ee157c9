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

/// What each system calls its sides, and no other's; those that are there besides.
#[tokio::test]
async fn sides_are_those_of_the_system() {
    for (system, sides) in [
        ("cards", ["Heroes", "Foes"]),
        ("dr12", ["party", "enemy"]),
        ("factions", ["party", "enemies"]),
        ("fates", ["party", "opposition"]),
        ("ranks", ["party", "opposition"]),
    ] {
        let table = Table::new().await;
        table.does("GM", &format!("new system:{system}")).await;
        for (who, verb) in [("GM", "add"), ("Ana", "join")] {
            assert_eq!(typed(&table, who, verb, "side", "").await, sides, "{system} {verb}");
        }
        let [of_players, of_npcs] = sides;
        let creature = typed(&table, "GM", "add", "from", "").await.remove(0);
        let creature = format!("from:\"{creature}\"");
        table.does("Ana", &format!("join name:Ana {creature} side:{of_players}")).await;
        // Written a little otherwise it is the same side, where a side can have any name.
        let other = if system == "dr12" { of_npcs.to_string() } else { of_npcs.to_uppercase() };
        table.does("GM", &format!("add name:Wolf {creature} side:{other}")).await;
        assert_eq!(typed(&table, "GM", "add", "side", "").await, sides, "{system}");
        if system == "ranks" || system == "cards" {
            table.does("GM", &format!("add name:Cur {creature} side:Curs")).await;
            assert!(typed(&table, "GM", "add", "side", "").await.contains(&"Curs".into()));
            // Whose side that is a player need not know.
            assert_eq!(typed(&table, "Ben", "join", "side", "").await, sides);
        }
    }
}

#[tokio::test]
async fn enemies_come_before_friends() {
    let table = Table::new().await;
    table.plays("fates").await;
    table.does("GM", "add name:Lurker from:thug at:Yard hidden:true").await;
    table.does("Ana", "init").await;
    table.does("Ben", "init").await;
    while table.waited_for().await != "Ana" {
        table.does("GM", "skip").await;
    }
    assert_eq!(typed(&table, "Ana", "attack", "target", "").await, ["Wolf", "Ben"]);
}

/// An act that is planned is completed to its names, which need no quotes.
#[tokio::test]
async fn planned_acts_are_completed() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("GM", "add name:\"Old Tom\" from:raider at:Yard").await;
    table.does("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    let act = async |text: &str| typed(&table, "Ana", "queue-add", "act", text).await;
    assert!(act("att").await.contains(&"attack".into()));
    let known = ["Ana", "Ben", "Wolf", "Old Tom"].map(|name| format!("attack target:{name}"));
    assert_eq!(act("attack target:").await, known);
    assert_eq!(act("attack target:ol").await, ["attack target:Old Tom"]);
    let more = act("attack target:Old Tom").await;
    assert!(more.contains(&"attack target:Old Tom weapon:".into()), "{more:?}");
    assert_eq!(act("move zone:h").await, ["move zone:Hall"]);
}

/// Every setting there is, and what those can be that are on or off.
#[tokio::test]
async fn settings_are_completed() {
    for system in SYSTEMS {
        let table = Table::new().await;
        table.does("GM", &format!("new system:{system}")).await;
        let known = typed(&table, "GM", "set", "key", "").await;
        let facts = table.now().await.game.facts();
        let own = facts["settings"].as_object().unwrap().keys();
        let common = ["limit_turn", "limit_answer", "limit_ruling", "decoys", "mirror", "nudges"];
        let common = common.into_iter().chain(["stretch", "tell_gm"]).map(String::from);
        let missing: Vec<String> =
            own.cloned().chain(common).filter(|key| !known.contains(key)).collect();
        assert!(missing.is_empty(), "{system}: {missing:?}");
        assert_eq!(typed(&table, "GM", "set key:decoys", "value", "").await, ["true", "false"]);
        assert_eq!(typed(&table, "Ana", "set", "key", "").await, Vec::<String>::new());
    }
}
