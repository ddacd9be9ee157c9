//! Autocomplete offers what is legal now, as far as the user who types may know it.

use std::collections::BTreeSet;

use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::app::permissions::{Permission, permission_for_verb};
use riposte::discord::commands::command_specs::{
    OptionKind, SlashCommand, list_commands as commands,
};
use riposte::engine::core::command::{Command, Refusal};
use riposte::engine::game::{Game, SYSTEM_KEYS};

use crate::app_table::*;

async fn typed(table: &Table, who: &str, text: &str, slot: &str, typed: &str) -> Vec<String> {
    let UserInput::Command { command: words, actor_name: acting_as, .. } = command(text) else {
        panic!()
    };
    let typing = PartialCommand {
        command: words,
        actor_name: acting_as,
        slot: slot.into(),
        typed_text: typed.into(),
    };
    table.app.complete_slot(&table.origin(who), &typing).await.unwrap()
}

#[tokio::test]
async fn slots_fill_with_what_is_legal_now() {
    let table = Table::new().await;
    assert_eq!(typed(&table, "GM", "new", "system", "").await, SYSTEM_KEYS);
    table.ana_to_act().await;
    let before = table.revision().await;
    assert_eq!(typed(&table, "Ana", "attack", "target", "").await, ["Wolf"]);
    assert_eq!(typed(&table, "Ana", "attack", "target", "x").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Ana", "move", "zone", "").await, ["Gate", "Hall"]);
    assert_eq!(typed(&table, "Ana", "move", "zone", "h").await, ["Hall"]);
    assert_eq!(typed(&table, "Ana", "attack", "as", "").await, ["Ana"]);
    assert_eq!(typed(&table, "GM", "attack", "as", "").await, ["Wolf"]);
    // It offers nothing to a player out of turn, to a stranger, or for a command of the GM.
    assert_eq!(typed(&table, "Ben", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Stranger", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "Ana", "adjust", "who", "").await, Vec::<String>::new());
    assert_eq!(typed(&table, "GM", "adjust", "who", "w").await, ["Wolf"]);
    assert!(typed(&table, "GM", "adjust who:Wolf", "field", "hp").await.contains(&"hp".into()));
    assert!(typed(&table, "GM", "set", "key", "npc").await.contains(&"npc_provoke".into()));
    assert_eq!(table.revision().await, before);
}

/// Discord shows 25 choices; typing narrows down a longer list.
#[tokio::test]
async fn there_are_more_than_are_shown() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add from:raider count:20").await;
    table.does("GM", "add from:bowman count:20").await;
    assert_eq!(typed(&table, "GM", "reveal", "who", "").await.len(), 25);
    let found = typed(&table, "GM", "reveal", "who", "man 2").await;
    assert_eq!(found, ["Bowman 2", "Bowman 20"]);
    // Matches at the beginning of a name come first.
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

/// Sides are those that the system names, and those that exist in the fight besides.
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
        // Sides are compared without regard to case where a side may have any name.
        let other = if system == "dr12" { of_npcs.to_string() } else { of_npcs.to_uppercase() };
        table.does("GM", &format!("add name:Wolf {creature} side:{other}")).await;
        assert_eq!(typed(&table, "GM", "add", "side", "").await, sides, "{system}");
        if system == "ranks" || system == "cards" {
            table.does("GM", &format!("add name:Cur {creature} side:Curs")).await;
            assert!(typed(&table, "GM", "add", "side", "").await.contains(&"Curs".into()));
            // A player is not told of sides that only NPCs have.
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

/// A planned act is completed up to its names, which need no quotes.
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

/// Rules are found by id or by their words. In a fight, only rules of its system are offered.
#[tokio::test]
async fn rules_are_completed() {
    let table = Table::new().await;
    assert!(typed(&table, "Ana", "guide", "rule", "").await[0].starts_with("CARDS-"));
    table.sets_up().await;
    for word in ["", "move", "zone stuck"] {
        let found = typed(&table, "Ana", "guide", "rule", word).await;
        assert!(!found.is_empty() && found.iter().all(|one| one.starts_with("DR12-")), "{found:?}");
        for one in &found {
            assert!(one.chars().count() <= 100, "{one}");
            shown(table.say("Ana", &format!("guide rule:\"{}\"", one.replace('"', "'"))).await);
        }
    }
    assert!(typed(&table, "Ana", "guide system:fates", "rule", "").await[0].starts_with("FATES-"));
}

/// Every setting is offered, and for settings that are on or off their two values.
#[tokio::test]
async fn settings_are_completed() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.does("GM", &format!("new system:{system}")).await;
        let known = typed(&table, "GM", "set", "key", "").await;
        let facts = table.now().await.game.full_state_json();
        let own = facts["settings"].as_object().unwrap().keys();
        let common = ["limit_turn", "limit_answer", "limit_ruling", "decoys", "mirror", "nudges"];
        let common =
            common.into_iter().chain(["odds", "stretch", "tell_gm", "unseal"]).map(String::from);
        let missing: Vec<String> =
            own.cloned().chain(common).filter(|key| !known.contains(key)).collect();
        assert!(missing.is_empty(), "{system}: {missing:?}");
        assert_eq!(typed(&table, "GM", "set key:decoys", "value", "").await, ["true", "false"]);
        assert_eq!(typed(&table, "Ana", "set", "key", "").await, Vec::<String>::new());
    }
}

/// Every completion of every command, in every system, is accepted: it may come at the wrong time,
/// but it is never refused as an invalid value.
#[tokio::test]
async fn what_is_completed_is_taken() {
    let mut faults = BTreeSet::new();
    for system in SYSTEM_KEYS {
        let commands = commands(&[system]);
        let all = SlashCommand::flatten(&commands);
        let table = Table::new().await;
        table.plays(system).await;
        let mut tried = 0;
        for (name, saying) in &all {
            let verb = saying.verb;
            let is_answer = Game::answer_verbs(system).unwrap().iter().any(|one| one.name == verb);
            // Commands that leave the fight or are not about it have tests of their own.
            let is_elsewhere = verb.starts_with("sheet-") || ["new", "load", "kit"].contains(&verb);
            if is_elsewhere || (permission_for_verb(system, verb).is_none() && !is_answer) {
                continue;
            }
            let is_gms = matches!(
                permission_for_verb(system, verb),
                Some(Permission::Gm | Permission::GmOrAdmin)
            );
            let who = if is_gms || name.starts_with("npc ") { "GM" } else { "Ana" };
            let mut words = Command::new(verb);
            for (slot, value) in saying.fixed_slots {
                words = words.with(slot, value);
            }
            for option in &saying.options {
                let is_completed = matches!(option.kind, OptionKind::Word | OptionKind::List);
                let typing = PartialCommand {
                    command: words.clone(),
                    actor_name: None,
                    slot: option.name.into(),
                    typed_text: String::new(),
                };
                let origin = table.origin(who);
                let mut found = match is_completed {
                    true => table.app.complete_slot(&origin, &typing).await.unwrap(),
                    false => Vec::new(),
                };
                if found.is_empty() && is_completed {
                    found = option.choices.iter().map(|word| (*word).to_string()).collect();
                }
                for value in &found {
                    let words = words.clone().with(option.name, value);
                    let said = format!("{system}: {who}: /{name} says {words}");
                    let before = table.now().await.game.clone();
                    let reply = table.input(&origin, UserInput::from_command(words)).await;
                    tried += 1;
                    if let InputReply::Refused(refusal) = &reply
                        && is_for(refusal, option.name, value)
                    {
                        faults.insert(format!("{said}: {refusal:?}"));
                    }
                    if table.now().await.game != before {
                        table.does("GM", "undo").await;
                        assert_eq!(table.now().await.game, before, "{said}");
                    }
                }
                if option.is_required
                    && let Some(first) = found.first()
                {
                    words = words.with(option.name, first);
                }
            }
        }
        assert!(tried > 100, "{system}: {tried}");
    }
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Returns whether the refusal rejects this value, as an invalid one or an unknown name.
fn is_for(refusal: &Refusal, slot: &str, value: &str) -> bool {
    let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
    // These refusals ask for a second slot, or say that two zones have no border.
    if detail("why") == "which-question" || slot == "to" && !refusal.rule.is_empty() {
        return false;
    }
    let is_slots = detail("slot") == slot && detail("why") != "no-field";
    let is_value = ["value", "name", "system", "verb"].iter().any(|name| detail(name) == value);
    let is_unknown = refusal.key.starts_with("no-such") || detail("because") == "unknown";
    match refusal.key.as_str() {
        "bad-setup" | "bad-order" | "bad-plan" => is_slots || is_value,
        "no-such-slot" => is_slots,
        _ => is_unknown,
    }
}
